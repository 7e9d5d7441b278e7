/* The tests of changed lines; see rep_patch_tests.h. */
#include "reports/rep_patch_tests.h"

#include <inttypes.h>

#include "base/cc_utf.h"

enum { MOST_LINES = 30, MOST_TESTS = 4 };

/* NULL: the run recorded no tests. */
static const cov_line_tests *tests_of(const cov_file *file, const cov_line *line) {
    uint32_t index = file->tests == NULL ? 0 : cov_file_index(file, line->number);
    return file->tests == NULL || index == file->line_count ? NULL : &file->tests[index];
}

static void put_name(cc_buf *out, const cov_test *test) {
    cc_utf8_clean(test->type, out);
    cc_buf_putc(out, '.');
    cc_utf8_clean(test->method, out);
}

static void put_line(cc_buf *out, const cov_model *model, const cov_file *file,
                     const cov_line *line, const cov_line_tests *tests) {
    cc_buf_puts(out, "  ");
    cc_utf8_clean(file->path, out);
    cc_buf_printf(out, ":%" PRIu32, line->number);
    for (uint32_t i = 0; i < tests->count && i < MOST_TESTS; i++) {
        cc_buf_puts(out, i == 0 ? ": " : ", ");
        put_name(out, &model->tests[tests->tests[i]]);
    }
    if (tests->count > MOST_TESTS) {
        cc_buf_printf(out, " and %" PRIu32 " more", tests->count - MOST_TESTS);
    }
    cc_buf_putc(out, '\n');
}

void rep_put_patch_tests(cc_buf *out, const rep_input *in) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < in->patch->file_count; i++) {
        const patch_covered *c = &in->patch->files[i];
        for (uint32_t k = 0; k < c->line_count; k++) {
            const cov_line_tests *tests = tests_of(c->file, c->lines[k]);
            if (tests == NULL || tests->count == 0) {
                continue;
            }
            cc_buf_puts(out, found == 0 ? "Tests of the changed lines:\n" : "");
            if (found < MOST_LINES) {
                put_line(out, in->model, c->file, c->lines[k], tests);
            }
            found++;
        }
    }
    if (found > MOST_LINES) {
        cc_buf_printf(out, "  and %" PRIu32 " more lines (clrcov who lists them)\n",
                      found - MOST_LINES);
    }
}

void rep_put_line_tests(cc_json *json, const cov_model *model, const cov_file *file,
                        const cov_line *line) {
    const cov_line_tests *tests = tests_of(file, line);
    if (tests == NULL) {
        return;
    }
    cc_json_begin(json, "tests", '[');
    for (uint32_t i = 0; i < tests->count; i++) {
        cc_buf name = {0};
        put_name(&name, &model->tests[tests->tests[i]]);
        cc_json_text(json, NULL, cc_buf_str(&name));
        cc_buf_free(&name);
    }
    cc_json_end(json, ']');
}
