/* Annotations in the logs of builds: the ranges of lines that did not run, in the files with the most of them, as messages
 * of GitHub Actions and Azure Pipelines. GitHub shows ten warnings of a step; Azure has no stated limit, a page of them
 * helps nobody. */
#include <inttypes.h>

#include "base/cc_utf.h"
#include "reports/rep_number.h"
#include "reports/rep_ranges.h"
#include "reports/rep_text.h"

enum { MOST_WARNINGS = 10 };

typedef void put_message(cc_buf *out, const cov_file *file, rep_range range);

static uint32_t count_ranges(const cov_file *file) {
    uint32_t count = 0;
    rep_range range;
    for (uint32_t at = 0; rep_next_range(file->lines, file->line_count, &at, &range);) {
        count++;
    }
    return count;
}

static cc_err put_all(rep_text *text, const rep_input *in, put_message *put, cc_arena *arena) {
    rep_worst *worst = NULL;
    uint32_t count = 0;
    uint32_t all = 0;
    uint32_t shown = 0;
    CC_TRY(rep_find_worst(in->model, arena, &worst, &count));
    for (uint32_t i = 0; i < count; i++) {
        rep_range range;
        all += count_ranges(worst[i].file);
        for (uint32_t at = 0;
             shown < MOST_WARNINGS &&
             rep_next_range(worst[i].file->lines, worst[i].file->line_count, &at, &range);) {
            put(&text->buf, worst[i].file, range);
            shown++;
        }
    }
    if (shown < all && in->notes != NULL) {
        cc_buf_printf(in->notes,
                      "annotations: %" PRIu32 " of %" PRIu32 " places that did not run are shown\n",
                      shown, all);
    }
    return CC_OK;
}

static cc_err write_annotations(const rep_input *in, rep_sink sink, put_message *put) {
    rep_text text;
    cc_arena *arena = cc_arena_new();
    rep_text_open(&text, sink);
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory for the report")
                               : put_all(&text, in, put, arena);
    cc_err closed = rep_text_close(&text);
    cc_arena_free(arena);
    return err != CC_OK ? err : closed;
}

static void put_sentence(cc_buf *out, rep_range range) {
    if (range.first == range.last) {
        cc_buf_printf(out, "Line %" PRIu32 " did not run", range.first);
    } else {
        cc_buf_printf(out, "Lines %" PRIu32 " to %" PRIu32 " did not run", range.first, range.last);
    }
}

/* --- GitHub Actions: ::warning file=F,line=L,endLine=M,title=T::message -------------------------- */

/* A property: % and line ends, colons and commas by their codes. */
static void put_property(cc_buf *out, cc_str text) {
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.data[i];
        if (c == '%' || c == ':' || c == ',') {
            cc_buf_printf(out, "%%%02X", (unsigned)c);
        } else {
            cc_buf_putc(out, c);
        }
    }
    out->failed = out->failed || !cc_buf_ok(&clean);
    cc_buf_free(&clean);
}

static void put_github(cc_buf *out, const cov_file *file, rep_range range) {
    cc_buf_puts(out, "::warning file=");
    put_property(out, file->path);
    cc_buf_printf(out, ",line=%" PRIu32 ",endLine=%" PRIu32 ",title=Not covered::", range.first,
                  range.last);
    put_sentence(out, range);
    cc_buf_putc(out, '\n');
}

cc_err rep_github(const rep_input *in, rep_sink sink) {
    return write_annotations(in, sink, put_github);
}

/* --- Azure Pipelines: ##vso[task.logissue type=warning;sourcepath=F;linenumber=L;]text ------------ */

static void put_azure_value(cc_buf *out, cc_str text) {
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    for (size_t i = 0; i < clean.len; i++) {
        char c = (char)clean.data[i];
        if (c == ';' || c == ']' || c == '%') {
            cc_buf_puts(out, c == ';' ? "%3B" : c == ']' ? "%5D" : "%AZP25");
        } else {
            cc_buf_putc(out, c);
        }
    }
    out->failed = out->failed || !cc_buf_ok(&clean);
    cc_buf_free(&clean);
}

static void put_azure(cc_buf *out, const cov_file *file, rep_range range) {
    cc_buf_puts(out, "##vso[task.logissue type=warning;sourcepath=");
    put_azure_value(out, file->path);
    cc_buf_printf(out, ";linenumber=%" PRIu32 ";]", range.first);
    put_sentence(out, range);
    cc_buf_putc(out, '\n');
}

cc_err rep_azure(const rep_input *in, rep_sink sink) {
    return write_annotations(in, sink, put_azure);
}
