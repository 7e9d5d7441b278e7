/* Answers of `clrcov impacted` as JSON: docs/impacted.md describes the form. Keys are never renamed;
 * new ones may be added. */
#include "base/cc_json.h"
#include "base/cc_log.h"
#include "base/cc_utf.h"
#include "cli/impact/cmd_impact.h"

enum { FORM = 1, INDENT = 2 };

static void put_text(cc_json *json, const char *key, cc_str text) {
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    cc_json_text(json, key, cc_buf_str(&clean));
    cc_buf_free(&clean);
}

static void put_test(cc_json *json, const imp_test *test) {
    cc_json_begin(json, NULL, '{');
    put_text(json, "class", test->type);
    put_text(json, "method", test->method);
    cc_json_truth(json, "isNew", test->known == NULL);
    put_text(json, "reason", cc_strz(test->reason));
    cc_json_end(json, '}');
}

static void put_suite(cc_json *json, const imp_suite *suite) {
    cc_json_begin(json, NULL, '{');
    put_text(json, "assembly", suite->of->assembly);
    put_text(json, "folder", suite->of->folder);
    cc_json_truth(json, "isAll", suite->all != NULL);
    if (suite->all != NULL) {
        put_text(json, "reason", cc_strz(suite->all));
    }
    cc_json_begin(json, "tests", '[');
    for (uint32_t i = 0; i < suite->count; i++) {
        put_test(json, &suite->tests[i]);
    }
    cc_json_end(json, ']');
    cc_json_number(json, "leftOut", suite->left_out);
    cc_json_end(json, '}');
}

void cmd_impacted_json(const imp_answer *answer, cc_buf *out) {
    cc_log log = {0};
    cc_buf text = {0};
    cc_json json = {.out = &text, .indent = INDENT};
    cc_json_begin(&json, NULL, '{');
    cc_json_number(&json, "version", FORM);
    cc_json_begin(&json, "suites", '[');
    for (uint32_t i = 0; i < answer->count; i++) {
        put_suite(&json, &answer->suites[i]);
    }
    cc_json_end(&json, ']');
    cc_json_end(&json, '}');
    cc_buf_putc(&text, '\n');
    cc_log_put_json(&log, cc_buf_str(&text), out);
    cc_buf_free(&text);
}
