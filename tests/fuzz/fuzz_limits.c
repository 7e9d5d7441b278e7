/* A small report about a source that may be large: the pages, and the points of OpenCover, are no
 * larger than the limits in docs/reliability.md allow, or there is an error. Byte 0: how often the
 * text of the source is doubled; then that text, a NUL, and the report, which names "s.cs". */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/foreign/foreign.h"
#include "coverage/model/cov_limits.h"
#include "reports/rep.h"
#include "source/src_lines.h"
#include "tests/fuzz/fuzz.h"

enum {
    MOST_DOUBLED = 26,
    BYTES_OF_ROW = 512, /* a row of a page without its text */
    BYTES_OF_INPUT =
        1 << 17 /* what a byte of a report may cost: an arm or a line is some of them */
};

static char root[] = "/tmp/clrcov-fuzz-XXXXXX";

static const char *source_path(void) {
    static char path[sizeof root + 8];
    if (path[0] == '\0') {
        fuzz_require(mkdtemp(root) != NULL, "a folder");
        (void)snprintf(path, sizeof path, "%s/s.cs", root);
    }
    return path;
}

/* Twice the limit at most. */
static void write_source(cc_span text, unsigned doubled) {
    cc_buf all = {0};
    cc_buf_span_put(&all, text);
    for (unsigned i = 0; i < doubled && all.len <= SRC_MOST_BYTES && !all.failed; i++) {
        cc_buf copy = {0};
        cc_buf_span_put(&copy, cc_buf_span(&all));
        cc_buf_span_put(&all, cc_buf_span(&copy));
        cc_buf_free(&copy);
    }
    fuzz_require(cc_file_write(source_path(), cc_buf_span(&all), 0600) == CC_OK, "a source");
    cc_buf_free(&all);
}

static bool count(void *ctx, const void *bytes, size_t size) {
    (void)bytes;
    *(size_t *)ctx += size;
    return true;
}

static void write_reports(const cov_model *model, size_t report_size) {
    size_t size = 0;
    uint64_t rows = COV_MOST_MORE_LINES + SRC_MOST_LINES;
    const rep_input in = {.model = model, .path = "-"};
    const rep_sink sink = {count, &size};
    fuzz_require(rep_html_file(&in, sink) == CC_OK, "pages");
    fuzz_require(rep_opencover(&in, sink) == CC_OK, "points");
    fuzz_require(size <= rows * BYTES_OF_ROW + 6 * (size_t)SRC_MOST_BYTES +
                             report_size * BYTES_OF_INPUT,
                 "the reports have a size that the input explains");
}

static void make_reports(cov_raw *raw, size_t report_size, cc_arena *arena) {
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {.root = root,
                                 .selection = {.filter = &filter},
                                 .data = data,
                                 .data_count = 1,
                                 .wants_points = true,
                                 .wants_facts = true};
    fuzz_require(cov_model_build(&model, &request, arena) == CC_OK, "a model");
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        uint64_t lines = file->line_count;
        fuzz_require(lines <= COV_MOST_MORE_LINES + COV_MORE_LINES_OF_POINT * report_size,
                     "lines of a file");
    }
    write_reports(model, report_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    (void)source_path();
    const foreign_request request = {.root = root};
    const uint8_t *end = size < 2 ? NULL : memchr(data + 1, 0, size - 1);
    cc_arena *arena = end == NULL ? NULL : cc_arena_new();
    cov_raw *raw = NULL;
    if (arena == NULL) {
        return 0;
    }
    cc_span report = cc_span_of(end + 1, (size_t)(data + size - end - 1));
    cc_err err = foreign_parse(&raw, report, "report", &request, arena);
    fuzz_require(err == CC_OK || strstr(cc_error_message(), "report") != NULL || err == CC_E_NOMEM,
                 "the message names the file");
    if (raw != NULL) {
        write_source(cc_span_of(data + 1, (size_t)(end - data - 1)), data[0] % MOST_DOUBLED);
        make_reports(raw, report.len, arena);
    }
    cc_arena_free(arena);
    return 0;
}
