/* Answers of `clrcov impacted` as JSON: docs/impacted.md describes the form. Keys are never renamed;
 * new ones may be added. */
#include "cli/core/cmd_json.h"
#include "cli/impact/cmd_impact.h"

enum { FORM = 1 };

static void put_test(cc_json *json, const imp_test *test) {
    cc_json_begin(json, NULL, '{');
    cmd_json_text(json, "class", test->type);
    cmd_json_text(json, "method", test->method);
    cc_json_truth(json, "isNew", test->known == NULL);
    cmd_json_text(json, "reason", cc_strz(test->reason));
    cc_json_end(json, '}');
}

static void put_suite(cc_json *json, const imp_suite *suite) {
    cc_json_begin(json, NULL, '{');
    cmd_json_text(json, "assembly", suite->of->assembly);
    cmd_json_text(json, "folder", suite->of->folder);
    cc_json_truth(json, "isAll", suite->all != NULL);
    if (suite->all != NULL) {
        cmd_json_text(json, "reason", cc_strz(suite->all));
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
    cc_buf text = {0};
    cc_json json;
    cmd_json_begin(&json, &text, CMD_JSON_INDENT, FORM);
    cc_json_begin(&json, "suites", '[');
    for (uint32_t i = 0; i < answer->count; i++) {
        put_suite(&json, &answer->suites[i]);
    }
    cc_json_end(&json, ']');
    cmd_json_end(&json, out);
}
