/* Answers of `clrcov who` as JSON: docs/per-test.md describes the form. Keys are never renamed; new
 * ones may be added. */
#include "cli/core/cmd_json.h"
#include "cli/explain/cmd_who.h"

enum { FORM = 1 };

static cc_str outcome_of(const cov_test *test) {
    static const char *const words[] = {
        [COV_OUTCOME_OPEN] = "open", [COV_OUTCOME_ENDED] = "ended", [COV_OUTCOME_THREW] = "threw"};
    return cc_strz(words[test->outcome]);
}

/* Tests have their index in the model as `id`: lines refer to it. */
static void put_test(cc_json *json, const cmd_who_answer *answer, uint32_t index) {
    const cov_test *test = &answer->model->tests[index];
    cc_json_begin(json, NULL, '{');
    cc_json_number(json, "id", index);
    cmd_json_text(json, "assembly", test->assembly);
    cmd_json_text(json, "class", test->type);
    cmd_json_text(json, "method", test->method);
    cc_json_text(json, "outcome", outcome_of(test));
    cc_json_number(json, "runs", test->runs);
    cc_json_truth(json, "isOverlapped", test->is_overlapped);
    cc_json_number(json, "lines", answer->counts[index]);
    cc_json_end(json, '}');
}

static void put_tests(cc_json *json, const cov_line_tests *of) {
    cc_json_truth(json, "isShared", of->is_shared);
    cc_json_begin(json, "tests", '[');
    for (uint32_t i = 0; i < of->count; i++) {
        cc_json_number(json, NULL, of->tests[i]);
    }
    cc_json_end(json, ']');
}

/* Arms in the order of the source. `arms`: those of this branch. */
static void put_branch(cc_json *json, const cov_branch *branch, const cov_line_tests *arms) {
    cc_json_begin(json, NULL, '{');
    cc_json_number(json, "column", branch->span.start_column);
    cc_json_begin(json, "arms", '[');
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        cc_json_begin(json, NULL, '{');
        if (branch->arms[i].line != 0) {
            cc_json_number(json, "line", branch->arms[i].line);
        }
        put_tests(json, &arms[i]);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
    cc_json_end(json, '}');
}

static void put_branches(cc_json *json, const cov_line *line, const cov_line_tests *arms) {
    if (arms == NULL) {
        return;
    }
    cc_json_begin(json, "branches", '[');
    for (uint32_t i = 0; i < line->branch_count; i++) {
        put_branch(json, &line->branches[i], arms);
        arms += line->branches[i].arm_count;
    }
    cc_json_end(json, ']');
}

static void put_line(cc_json *json, const cmd_who_line *line) {
    cc_json_begin(json, NULL, '{');
    cmd_json_text(json, "file", line->file->path);
    cc_json_number(json, "line", line->line->number);
    put_tests(json, line->tests);
    put_branches(json, line->line, line->tests->arms);
    cc_json_end(json, '}');
}

static bool is_shown(const cmd_who_answer *answer, uint32_t test) {
    bool was_asked = answer->question->test != NULL && answer->is_asked[test];
    return was_asked || answer->counts[test] > 0;
}

void cmd_who_json(const cmd_who_answer *answer, cc_buf *out) {
    cc_buf text = {0};
    cc_json json;
    cmd_json_begin(&json, &text, CMD_JSON_INDENT, FORM);
    cc_json_begin(&json, "tests", '[');
    for (uint32_t i = 0; i < answer->model->test_count; i++) {
        if (is_shown(answer, i)) {
            put_test(&json, answer, i);
        }
    }
    cc_json_end(&json, ']');
    cc_json_begin(&json, "lines", '[');
    for (uint32_t i = 0; i < answer->line_count; i++) {
        put_line(&json, &answer->lines[i]);
    }
    cc_json_end(&json, ']');
    cmd_json_end(&json, out);
}
