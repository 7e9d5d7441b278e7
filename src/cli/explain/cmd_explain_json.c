/* Answers of `clrcov explain` as JSON: docs/explain.md describes the form. Keys are never renamed;
 * new ones may be added. */
#include "cli/core/cmd_json.h"
#include "cli/explain/cmd_explain.h"

enum { FORM = 1 };

/* --- values ----------------------------------------------------------------------------------- */

/* Readers of JSON have signed numbers. */
static void put_number(cc_json *json, const char *key, uint64_t n) {
    cc_json_number(json, key, n > INT64_MAX ? INT64_MAX : n);
}

static void put_counts(cc_json *json, const char *key, uint64_t covered, uint64_t valid) {
    cc_json_begin(json, key, '{');
    put_number(json, "covered", covered);
    put_number(json, "valid", valid);
    cc_json_end(json, '}');
}

/* --- facts ------------------------------------------------------------------------------------ */

static void put_own_keys(cc_json *json, const cmd_answer *answer, const cov_fact *fact) {
    const cov_file *file = NULL;
    switch (fact->subject) {
    case COV_SUBJECT_ASSEMBLY:
        cmd_json_text(json, "name", fact->name);
        cmd_json_text(json, "path", fact->path);
        break;
    case COV_SUBJECT_TYPE:
        cmd_json_text(json, "assembly", fact->assembly);
        cmd_json_text(json, "name", fact->name);
        break;
    case COV_SUBJECT_MEMBER:
        cmd_json_text(json, "assembly", fact->assembly);
        cmd_json_text(json, "type", fact->type);
        cmd_json_text(json, "name", fact->name);
        cmd_json_text(json, "file", fact->path);
        put_number(json, "firstLine", fact->first_line);
        put_number(json, "lastLine", fact->last_line);
        break;
    case COV_SUBJECT_FILE:
        file = cov_find_file(answer->model, fact->name);
        cmd_json_text(json, "assembly", fact->assembly);
        cmd_json_text(json, "path", fact->name);
        cc_json_truth(json, "isChanged", file != NULL && file->is_changed);
        cc_json_truth(json, "isOutsideRoot", file != NULL && file->is_outside_root);
        break;
    }
}

static void put_fact(cc_json *json, const cmd_answer *answer, const cov_fact *fact) {
    cov_totals totals = cmd_fact_totals(answer->model, fact);
    cc_json_begin(json, NULL, '{');
    put_own_keys(json, answer, fact);
    cc_json_text(json, "verdict", cc_strz(cmd_verdict(answer, fact)));
    cc_json_text(json, "reason", cc_strz(cmd_reason_name(answer, fact)));
    cmd_json_text(json, "detail", fact->detail);
    cc_json_truth(json, "hasData", fact->has_data);
    if (cov_fact_is_in(fact)) {
        put_counts(json, "lines", totals.lines_covered, totals.lines_valid);
        put_counts(json, "branches", totals.branches_covered, totals.branches_valid);
    }
    const cov_method *method =
        fact->subject == COV_SUBJECT_MEMBER ? cmd_fact_method(answer->model, fact) : NULL;
    if (method != NULL) {
        put_number(json, "complexity", method->complexity);
        cc_json_real(json, "crap", (double)cov_crap_hundredths(method) / 100);
    }
    cc_json_end(json, '}');
}

/* The fact is about a part of the requested thing: for an assembly its omitted types, members and
 * files; for a type all its members. */
static bool is_part(const cmd_answer *answer, const cov_fact *fact) {
    for (uint32_t i = 0; i < answer->fact_count; i++) {
        const cov_fact *whole = answer->facts[i];
        bool is_whole = whole->subject == COV_SUBJECT_ASSEMBLY && cov_fact_is_in(whole) &&
                        fact->subject != COV_SUBJECT_ASSEMBLY && !cov_fact_is_in(fact);
        bool is_of_type = whole->subject == COV_SUBJECT_TYPE &&
                          fact->subject == COV_SUBJECT_MEMBER && cc_str_eq(whole->name, fact->type);
        if ((is_whole || is_of_type) && cc_str_eq(whole->assembly, fact->assembly)) {
            return true;
        }
    }
    return false;
}

static bool is_next_requested(const cmd_answer *answer, const cov_fact *fact, uint32_t *next) {
    if (*next < answer->fact_count && answer->facts[*next] == fact) {
        (*next)++;
        return true;
    }
    return answer->thing != NULL && answer->thing->line == 0 && is_part(answer, fact);
}

static void put_facts(cc_json *json, const cmd_answer *answer) {
    static const struct {
        cov_subject subject;
        const char *key;
    } lists[] = {
        {COV_SUBJECT_ASSEMBLY, "assemblies"},
        {COV_SUBJECT_TYPE, "types"},
        {COV_SUBJECT_MEMBER, "members"},
        {COV_SUBJECT_FILE, "files"},
    };
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        uint32_t next = 0;
        cc_json_begin(json, lists[k].key, '[');
        for (uint32_t i = 0; i < answer->model->fact_count; i++) {
            const cov_fact *fact = &answer->model->facts[i];
            if (is_next_requested(answer, fact, &next) && fact->subject == lists[k].subject) {
                put_fact(json, answer, fact);
            }
        }
        cc_json_end(json, ']');
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

static void put_member(void *ctx, const cov_package *package, const cov_class *cls,
                       const cov_method *method) {
    cc_json *json = ctx;
    cc_buf name = {0};
    cc_buf_str_put(&name, method->name);
    cc_buf_str_put(&name, method->signature);
    cc_json_begin(json, NULL, '{');
    cmd_json_text(json, "assembly", package->name);
    cmd_json_text(json, "type", cls->name);
    cmd_json_text(json, "name", cc_buf_str(&name));
    cc_json_end(json, '}');
    cc_buf_free(&name);
}

/* What was missed, in words; "": nothing, or the line did not run. */
static cc_str missed_of(const cmd_line_answer *answer, uint32_t branch) {
    return answer->missed != NULL ? answer->missed[branch] : (cc_str){"", 0};
}

static void put_branches(cc_json *json, const cmd_line_answer *answer) {
    const cov_line *line = answer->line;
    cc_json_begin(json, "branches", '[');
    for (uint32_t i = 0; line != NULL && i < line->branch_count; i++) {
        cc_json_begin(json, NULL, '{');
        put_number(json, "arms", line->branches[i].arm_count);
        put_number(json, "taken", line->branches[i].arms_taken);
        cmd_json_text(json, "missed", missed_of(answer, i));
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

/* null: the run recorded no tests. */
static void put_tests(cc_json *json, const cmd_answer *answer, const cmd_line_answer *line) {
    const cov_line_tests *tests = cmd_line_tests(line);
    if (tests == NULL) {
        cc_json_null(json, "tests");
        return;
    }
    cc_json_begin(json, "tests", '[');
    for (uint32_t i = 0; i < tests->count; i++) {
        const cov_test *test = &answer->model->tests[tests->tests[i]];
        cmd_json_begin_test(json, NULL, test);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

static void put_line(cc_json *json, const cmd_answer *answer, const cmd_line_answer *line) {
    bool has_cause = line->kind == CMD_LINE_LEFT_OUT || line->kind == CMD_LINE_UNKNOWN;
    const cov_fact *cause = has_cause ? line->fact : line->file;
    bool is_off = line->kind == CMD_LINE_SWITCHED_OFF;
    const char *reason =
        is_off ? ctr_reason_name(CTR_REASON_FILTER) : cmd_reason_name(answer, cause);
    cc_json_begin(json, NULL, '{');
    cmd_json_text(json, "file", line->file->name);
    put_number(json, "line", line->number);
    cc_json_text(json, "state", cc_strz(cmd_line_kind_name(line->kind)));
    put_number(json, "hits", line->line == NULL ? 0 : line->line->hits);
    put_branches(json, line);
    cc_json_begin(json, "members", '[');
    cmd_line_members(answer->model, line, put_member, json);
    cc_json_end(json, ']');
    cc_json_text(json, "reason", cc_strz(reason));
    cmd_json_text(json, "detail", is_off ? line->range->why : cause->detail);
    put_tests(json, answer, line);
    cc_json_truth(json, "isChanged", line->shown != NULL && line->shown->is_changed);
    cc_json_end(json, '}');
}

/* --- the document ----------------------------------------------------------------------------- */

/* NULL is null. */
static void put_text_or_null(cc_json *json, const char *key, const cc_str *text) {
    if (text != NULL) {
        cmd_json_text(json, key, *text);
    } else {
        cc_json_null(json, key);
    }
}

static void put_source(cc_json *json, const cmd_answer *answer) {
    bool is_run = answer->session != NULL;
    cc_str session = is_run ? cc_strz(answer->session) : CC_STR("");
    cc_json_begin(json, "source", '{');
    cc_json_text(json, "kind", is_run ? CC_STR("session") : CC_STR("folders"));
    put_text_or_null(json, "session", is_run ? &session : NULL);
    cc_json_begin(json, "folders", '[');
    for (size_t i = 0; i < answer->folder_count; i++) {
        cmd_json_text(json, NULL, cc_strz(answer->folders[i]));
    }
    cc_json_end(json, ']');
    cmd_json_text(json, "root", answer->model->root);
    cc_json_end(json, '}');
}

static void put_document(cc_json *json, const cmd_answer *answer) {
    put_source(json, answer);
    put_text_or_null(json, "thing", answer->thing == NULL ? NULL : &answer->thing->text);
    put_facts(json, answer);
    cc_json_begin(json, "lines", '[');
    for (uint32_t i = 0; i < answer->line_count; i++) {
        put_line(json, answer, &answer->lines[i]);
    }
    cc_json_end(json, ']');
}

void cmd_answer_json(const cmd_answer *answer, cc_buf *out) {
    cc_buf text = {0};
    cc_json json;
    cmd_json_begin(&json, &text, CMD_JSON_INDENT, FORM);
    put_document(&json, answer);
    cmd_json_end(&json, out);
}
