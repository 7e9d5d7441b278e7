/* Answers of `clrcov explain` as JSON: docs/explain.md describes the form. Keys are never renamed;
 * new ones may be added. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_log.h"
#include "base/cc_utf.h"
#include "cli/explain/cmd_explain.h"

enum { FORM = 1 };

/* --- values ----------------------------------------------------------------------------------- */

/* Texts of assemblies may be invalid UTF-8 and contain control characters. */
static json_t *text_of(cc_str text) {
    cc_buf clean = {0};
    cc_utf8_clean(text, &clean);
    json_t *value = cc_buf_ok(&clean)
                        ? json_stringn(clean.len == 0 ? "" : (const char *)clean.data, clean.len)
                        : NULL;
    cc_buf_free(&clean);
    return value;
}

static json_t *number_of(uint64_t n) {
    return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

/* Records failures in *is_ok, which the caller checks once at the end. */
static void set(json_t *object, const char *key, json_t *value, bool *is_ok) {
    *is_ok = json_object_set_new(object, key, value) == 0 && *is_ok;
}

static void append(json_t *array, json_t *value, bool *is_ok) {
    *is_ok = json_array_append_new(array, value) == 0 && *is_ok;
}

static json_t *counts_of(uint64_t covered, uint64_t valid, bool *is_ok) {
    json_t *object = json_object();
    set(object, "covered", number_of(covered), is_ok);
    set(object, "valid", number_of(valid), is_ok);
    return object;
}

static bool is_measured(const cov_fact *fact) {
    return fact->reason == CTR_MEASURED || fact->reason == CTR_REASON_NEVER_LOADED;
}

/* --- facts ------------------------------------------------------------------------------------ */

static const cov_file *shown_file(const cov_model *model, cc_str path) {
    for (uint32_t i = 0; i < model->file_count; i++) {
        if (cc_str_eq(model->files[i].path, path)) {
            return &model->files[i];
        }
    }
    return NULL;
}

static void set_own_keys(json_t *object, const cmd_answer *answer, const cov_fact *fact,
                         bool *is_ok) {
    const cov_file *file = NULL;
    switch (fact->subject) {
    case COV_SUBJECT_ASSEMBLY:
        set(object, "name", text_of(fact->name), is_ok);
        set(object, "path", text_of(fact->path), is_ok);
        break;
    case COV_SUBJECT_TYPE:
        set(object, "assembly", text_of(fact->assembly), is_ok);
        set(object, "name", text_of(fact->name), is_ok);
        break;
    case COV_SUBJECT_MEMBER:
        set(object, "assembly", text_of(fact->assembly), is_ok);
        set(object, "type", text_of(fact->type), is_ok);
        set(object, "name", text_of(fact->name), is_ok);
        set(object, "file", text_of(fact->path), is_ok);
        set(object, "firstLine", number_of(fact->first_line), is_ok);
        set(object, "lastLine", number_of(fact->last_line), is_ok);
        break;
    case COV_SUBJECT_FILE:
        file = shown_file(answer->model, fact->name);
        set(object, "assembly", text_of(fact->assembly), is_ok);
        set(object, "path", text_of(fact->name), is_ok);
        set(object, "isChanged", json_boolean(file != NULL && file->is_changed), is_ok);
        set(object, "isOutsideRoot", json_boolean(file != NULL && file->is_outside_root), is_ok);
        break;
    }
}

static json_t *fact_object(const cmd_answer *answer, const cov_fact *fact, bool *is_ok) {
    json_t *object = json_object();
    cov_totals totals = cmd_fact_totals(answer->model, fact);
    set_own_keys(object, answer, fact, is_ok);
    set(object, "verdict", json_string(cmd_verdict(answer, fact)), is_ok);
    set(object, "reason", json_string(cmd_reason_name(answer, fact)), is_ok);
    set(object, "detail", text_of(fact->detail), is_ok);
    set(object, "hasData", json_boolean(fact->has_data), is_ok);
    if (is_measured(fact)) {
        set(object, "lines", counts_of(totals.lines_covered, totals.lines_valid, is_ok), is_ok);
        set(object, "branches", counts_of(totals.branches_covered, totals.branches_valid, is_ok),
            is_ok);
    }
    const cov_method *method =
        fact->subject == COV_SUBJECT_MEMBER ? cmd_fact_method(answer->model, fact) : NULL;
    if (method != NULL) {
        double score = (double)cov_crap_hundredths(method) / 100;
        set(object, "complexity", number_of(method->complexity), is_ok);
        set(object, "crap", json_real(score), is_ok);
    }
    return object;
}

/* The fact is about a part of the requested thing: for an assembly its omitted types, members and
 * files; for a type all its members. */
static bool is_part(const cmd_answer *answer, const cov_fact *fact) {
    for (uint32_t i = 0; i < answer->fact_count; i++) {
        const cov_fact *whole = answer->facts[i];
        bool is_whole = whole->subject == COV_SUBJECT_ASSEMBLY && is_measured(whole) &&
                        fact->subject != COV_SUBJECT_ASSEMBLY && !is_measured(fact);
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

static void set_facts(json_t *root, const cmd_answer *answer, bool *is_ok) {
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
        json_t *array = json_array();
        uint32_t next = 0;
        for (uint32_t i = 0; i < answer->model->fact_count; i++) {
            const cov_fact *fact = &answer->model->facts[i];
            if (is_next_requested(answer, fact, &next) && fact->subject == lists[k].subject) {
                append(array, fact_object(answer, fact, is_ok), is_ok);
            }
        }
        set(root, lists[k].key, array, is_ok);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

typedef struct member_list {
    json_t *array;
    bool *is_ok;
} member_list;

static void add_member(void *ctx, const cov_package *package, const cov_class *cls,
                       const cov_method *method) {
    member_list *list = ctx;
    cc_buf name = {0};
    json_t *object = json_object();
    cc_buf_str_put(&name, method->name);
    cc_buf_str_put(&name, method->signature);
    set(object, "assembly", text_of(package->name), list->is_ok);
    set(object, "type", text_of(cls->name), list->is_ok);
    set(object, "name", text_of(cc_buf_str(&name)), list->is_ok);
    append(list->array, object, list->is_ok);
    cc_buf_free(&name);
}

/* What was missed, in words; "": nothing, or the line did not run. */
static cc_str missed_of(const cmd_line_answer *answer, uint32_t branch) {
    return answer->missed != NULL ? answer->missed[branch] : (cc_str){"", 0};
}

static json_t *branches_of(const cmd_line_answer *answer, bool *is_ok) {
    const cov_line *line = answer->line;
    json_t *array = json_array();
    for (uint32_t i = 0; line != NULL && i < line->branch_count; i++) {
        json_t *object = json_object();
        set(object, "arms", number_of(line->branches[i].arm_count), is_ok);
        set(object, "taken", number_of(line->branches[i].arms_taken), is_ok);
        set(object, "missed", text_of(missed_of(answer, i)), is_ok);
        append(array, object, is_ok);
    }
    return array;
}

static json_t *line_object(const cmd_answer *answer, const cmd_line_answer *line, bool *is_ok) {
    json_t *object = json_object();
    member_list members = {json_array(), is_ok};
    cmd_line_members(answer->model, line, add_member, &members);
    bool has_cause = line->kind == CMD_LINE_LEFT_OUT || line->kind == CMD_LINE_UNKNOWN;
    const cov_fact *cause = has_cause ? line->fact : line->file;
    set(object, "file", text_of(line->file->name), is_ok);
    set(object, "line", number_of(line->number), is_ok);
    set(object, "state", json_string(cmd_line_kind_name(line->kind)), is_ok);
    set(object, "hits", number_of(line->line == NULL ? 0 : line->line->hits), is_ok);
    set(object, "branches", branches_of(line, is_ok), is_ok);
    set(object, "members", members.array, is_ok);
    bool is_off = line->kind == CMD_LINE_SWITCHED_OFF;
    const char *reason =
        is_off ? ctr_reason_name(CTR_REASON_FILTER) : cmd_reason_name(answer, cause);
    set(object, "reason", json_string(reason), is_ok);
    set(object, "detail", text_of(is_off ? line->range->why : cause->detail), is_ok);
    set(object, "isChanged", json_boolean(line->shown != NULL && line->shown->is_changed), is_ok);
    return object;
}

/* --- the document ----------------------------------------------------------------------------- */

static json_t *source_object(const cmd_answer *answer, bool *is_ok) {
    json_t *object = json_object();
    json_t *folders = json_array();
    for (size_t i = 0; i < answer->folder_count; i++) {
        append(folders, text_of(cc_strz(answer->folders[i])), is_ok);
    }
    bool is_run = answer->session != NULL;
    set(object, "kind", json_string(is_run ? "session" : "folders"), is_ok);
    set(object, "session", is_run ? text_of(cc_strz(answer->session)) : json_null(), is_ok);
    set(object, "folders", folders, is_ok);
    set(object, "root", text_of(answer->model->root), is_ok);
    return object;
}

cc_err cmd_answer_json(const cmd_answer *answer, cc_buf *out) {
    bool is_ok = true;
    json_t *root = json_object();
    json_t *lines = json_array();
    const cmd_thing *thing = answer->thing;
    set(root, "version", json_integer(FORM), &is_ok);
    set(root, "source", source_object(answer, &is_ok), &is_ok);
    set(root, "thing", thing == NULL ? json_null() : text_of(thing->text), &is_ok);
    set_facts(root, answer, &is_ok);
    for (uint32_t i = 0; i < answer->line_count; i++) {
        append(lines, line_object(answer, &answer->lines[i], &is_ok), &is_ok);
    }
    set(root, "lines", lines, &is_ok);
    char *text = is_ok ? json_dumps(root, JSON_INDENT(2)) : NULL;
    if (text != NULL) {
        cc_log log = {0};
        cc_log_put_json(&log, cc_strz(text), out);
        cc_buf_putc(out, '\n');
    }
    free(text);
    json_decref(root);
    return text != NULL && cc_buf_ok(out) ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory");
}
