/* Finds the facts of the model for a THING: matching facts, lines of files, totals, similar
 * names. */
#include <string.h>

#include "base/cc_map.h"
#include "base/cc_nearest.h"
#include "cli/explain/cmd_explain.h"

/* --- lookup in the report --------------------------------------------------------------------- */

static bool is_member(const cov_method *method, cc_str name) {
    size_t len = method->name.len + method->signature.len;
    return name.len == len && memcmp(name.s, method->name.s, method->name.len) == 0 &&
           memcmp(name.s + method->name.len, method->signature.s, method->signature.len) == 0;
}

static void add_totals(cov_totals *sum, const cov_totals *more) {
    sum->lines_valid += more->lines_valid;
    sum->lines_covered += more->lines_covered;
    sum->branches_valid += more->branches_valid;
    sum->branches_covered += more->branches_covered;
}

static void add_members(cov_totals *sum, const cov_class *cls, cc_str name) {
    for (uint32_t i = 0; i < cls->method_count; i++) {
        const cov_method *method = &cls->methods[i];
        if (is_member(method, name)) {
            cov_totals lines = cov_lines_totals(method->lines, method->line_count);
            add_totals(sum, &lines);
        }
    }
}

const cov_method *cmd_fact_method(const cov_model *model, const cov_fact *fact) {
    const cov_package *package = cov_find_package(model, fact->assembly);
    for (uint32_t i = 0; package != NULL && i < package->class_count; i++) {
        const cov_class *cls = &package->classes[i];
        for (uint32_t k = 0; cc_str_eq(cls->name, fact->type) && k < cls->method_count; k++) {
            if (is_member(&cls->methods[k], fact->name)) {
                return &cls->methods[k];
            }
        }
    }
    return NULL;
}

cov_totals cmd_fact_totals(const cov_model *model, const cov_fact *fact) {
    cov_totals sum = {0};
    if (fact->subject == COV_SUBJECT_FILE) {
        const cov_file *file = cov_find_file(model, fact->name);
        return file == NULL ? sum : cov_lines_totals(file->lines, file->line_count);
    }
    const cov_package *package = cov_find_package(model, fact->assembly);
    if (package == NULL || fact->subject == COV_SUBJECT_ASSEMBLY) {
        return package == NULL || !cov_fact_is_in(fact) ? sum : package->totals;
    }
    bool is_type = fact->subject == COV_SUBJECT_TYPE;
    for (uint32_t i = 0; i < package->class_count; i++) {
        const cov_class *cls = &package->classes[i];
        if (!cc_str_eq(cls->name, is_type ? fact->name : fact->type)) {
            continue;
        }
        if (is_type) {
            cov_totals totals = cov_class_totals(cls);
            add_totals(&sum, &totals);
        } else {
            add_members(&sum, cls, fact->name);
        }
    }
    return sum;
}

static bool has_line(cov_line *const *lines, uint32_t count, const cov_line *line) {
    return cov_line_index(lines, count, line->number) < count;
}

void cmd_line_members(const cov_model *model, const cmd_line_answer *answer,
                      void (*take)(void *ctx, const cov_package *package, const cov_class *cls,
                                   const cov_method *method),
                      void *ctx) {
    for (uint32_t p = 0; answer->line != NULL && p < model->package_count; p++) {
        const cov_package *package = &model->packages[p];
        for (uint32_t c = 0; c < package->class_count; c++) {
            const cov_class *cls = &package->classes[c];
            bool is_here =
                cls->file == answer->shown && has_line(cls->lines, cls->line_count, answer->line);
            for (uint32_t m = 0; is_here && m < cls->method_count; m++) {
                const cov_method *method = &cls->methods[m];
                if (has_line(method->lines, method->line_count, answer->line)) {
                    take(ctx, package, cls, method);
                }
            }
        }
    }
}

/* --- verdicts --------------------------------------------------------------------------------- */

const char *cmd_verdict(const cmd_answer *answer, const cov_fact *fact) {
    if (!cov_fact_is_in(fact)) {
        return "out";
    }
    bool has_no_data =
        answer->session != NULL && !fact->has_data &&
        (fact->subject == COV_SUBJECT_ASSEMBLY || fact->subject == COV_SUBJECT_MEMBER);
    return has_no_data ? "without data" : "in";
}

const char *cmd_reason_name(const cmd_answer *answer, const cov_fact *fact) {
    bool is_new = answer->session == NULL && fact->reason == CTR_REASON_NEVER_LOADED;
    return ctr_reason_name(is_new ? CTR_MEASURED : fact->reason);
}

const char *cmd_line_kind_name(cmd_line_kind kind) {
    static const char *const names[] = {
        [CMD_LINE_COVERED] = "covered",       [CMD_LINE_PARTIAL] = "partial",
        [CMD_LINE_MISSED] = "missed",         [CMD_LINE_NO_CODE] = "no code",
        [CMD_LINE_UNKNOWN] = "unknown",       [CMD_LINE_LEFT_OUT] = "left out",
        [CMD_LINE_OUTSIDE] = "outside",       [CMD_LINE_BEYOND] = "beyond the end",
        [CMD_LINE_SWITCHED_OFF] = "left out",
    };
    return names[kind];
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The smallest of the members around the line; an omitted one is preferred to a measured one of the
 * same size. */
static const cov_fact *member_around(const cov_model *model, cc_str path, uint32_t line) {
    const cov_fact *best = NULL;
    for (uint32_t i = 0; i < model->fact_count; i++) {
        const cov_fact *fact = &model->facts[i];
        if (fact->subject != COV_SUBJECT_MEMBER || fact->first_line == 0 ||
            fact->first_line > line || fact->last_line < line || !cc_str_eq(fact->path, path)) {
            continue;
        }
        uint32_t size = fact->last_line - fact->first_line;
        uint32_t least = best == NULL ? UINT32_MAX : best->last_line - best->first_line;
        if (size < least || (size == least && cov_fact_is_in(best) && !cov_fact_is_in(fact))) {
            best = fact;
        }
    }
    return best;
}

/* Number of lines of the source file, 0 when it cannot be read. `shown`: the report has it; NULL: it
 * does not. */
static uint32_t count_lines(const cov_model *model, cc_str path, const cov_file *shown,
                            cc_arena *arena) {
    const cov_file unknown = {.path = path};
    cov_text text;
    uint32_t count = 0;
    cov_text_open(&text, model->root, shown != NULL ? shown : &unknown, arena);
    for (size_t i = 0; i < text.bytes.len; i++) {
        bool is_end = text.bytes.data[i] == '\n' || i + 1 == text.bytes.len;
        count += is_end ? 1 : 0;
    }
    cov_text_close(&text);
    return count;
}

static cmd_line_kind kind_of_line(const cov_line *line) {
    static const cmd_line_kind kinds[] = {[COV_LINE_COVERED] = CMD_LINE_COVERED,
                                          [COV_LINE_PARTIAL] = CMD_LINE_PARTIAL,
                                          [COV_LINE_MISSED] = CMD_LINE_MISSED};
    return kinds[cov_line_state(line)];
}

/* Its lines are not in the report, although no rule left it out. */
static bool is_unknown(const cov_fact *member) {
    return cov_fact_is_in(member) && !member->has_data && member->detail.len > 0;
}

static cmd_line_answer answer_line(const cov_model *model, const cov_fact *file, uint32_t number,
                                   cc_arena *arena) {
    cmd_line_answer answer = {.file = file, .number = number};
    answer.shown = cov_find_file(model, file->name);
    answer.line = answer.shown == NULL ? NULL : cov_file_line(answer.shown, number);
    answer.fact = member_around(model, file->name, number);
    answer.range = answer.shown == NULL ? NULL : mod_left_out_of(answer.shown->left_out, number);
    uint32_t lines = count_lines(model, file->name, answer.shown, arena);
    bool is_in = cov_fact_is_in(file) && (answer.fact == NULL || cov_fact_is_in(answer.fact));
    if (answer.line != NULL) {
        answer.kind = kind_of_line(answer.line);
    } else if (lines > 0 && number > lines) {
        answer.kind = CMD_LINE_BEYOND;
    } else if (is_in && answer.range != NULL) {
        answer.kind = CMD_LINE_SWITCHED_OFF;
    } else if (!cov_fact_is_in(file)) {
        answer.kind = CMD_LINE_LEFT_OUT;
        answer.fact = file;
    } else if (answer.fact != NULL) {
        answer.kind = is_unknown(answer.fact)       ? CMD_LINE_UNKNOWN
                      : cov_fact_is_in(answer.fact) ? CMD_LINE_NO_CODE
                                                    : CMD_LINE_LEFT_OUT;
    } else {
        answer.kind = CMD_LINE_OUTSIDE;
    }
    return answer;
}

/* The same file may belong to several assemblies: it gets one answer. */
static void answer_lines(cmd_answer *answer, cc_arena *arena) {
    answer->lines = CC_NEW_ARRAY(arena, cmd_line_answer, answer->fact_count);
    for (uint32_t i = 0; i < answer->fact_count; i++) {
        cmd_line_answer *last =
            answer->line_count == 0 ? NULL : &answer->lines[answer->line_count - 1];
        cmd_line_answer one =
            answer_line(answer->model, answer->facts[i], answer->thing->line, arena);
        if (last == NULL || !cc_str_eq(last->file->name, one.file->name)) {
            answer->lines[answer->line_count++] = one;
        } else if (!cov_fact_is_in(last->file) && cov_fact_is_in(one.file)) {
            *last = one;
        }
    }
}

/* --- the thing -------------------------------------------------------------------------------- */

static cmd_grade grade_of(const cmd_answer *answer, const cov_fact *fact) {
    if (answer->thing == NULL) {
        return fact->subject == COV_SUBJECT_ASSEMBLY ? CMD_EXACT : CMD_NO_MATCH;
    }
    return cmd_thing_match(answer->thing, fact, answer->model->root);
}

void cmd_answer_find(cmd_answer *answer, cc_arena *arena) {
    const cov_model *model = answer->model;
    answer->facts = CC_NEW_ARRAY(arena, const cov_fact *, model->fact_count);
    uint8_t *grades = CC_NEW_ARRAY(arena, uint8_t, model->fact_count);
    uint8_t best = CMD_NO_MATCH;
    for (uint32_t i = 0; i < model->fact_count; i++) {
        grades[i] = (uint8_t)grade_of(answer, &model->facts[i]);
        best = grades[i] > best ? grades[i] : best;
    }
    for (uint32_t i = 0; best != CMD_NO_MATCH && i < model->fact_count; i++) {
        if (grades[i] == best) {
            answer->facts[answer->fact_count++] = &model->facts[i];
        }
    }
    if (answer->thing != NULL && answer->thing->line > 0) {
        answer_lines(answer, arena);
    }
}

/* --- similar names ---------------------------------------------------------------------------- */

typedef struct names {
    const char **items;
    size_t count, cap;
    cc_arena *arena;
    cc_map *seen;
} names;

static void add_name(names *n, cc_str name) {
    if (name.len == 0 || n->count == n->cap) {
        return;
    }
    void **slot = cc_map_put_str(n->seen, name);
    if (*slot == NULL) {
        n->items[n->count++] = *slot = cc_arena_strdup(n->arena, name);
    }
}

const cov_line_tests *cmd_line_tests(const cmd_line_answer *line) {
    if (line->shown == NULL || line->shown->tests == NULL || line->line == NULL) {
        return NULL;
    }
    return &line->shown->tests[cov_file_index(line->shown, line->number)];
}

/* Adds each name in full and its last part: people write either. */
static void add_fact(names *n, const cov_fact *fact) {
    cc_str rest = fact->name;
    cc_str member = cc_str_cut(&rest, '(');
    cc_str type = cmd_last_part(fact->type, "./");
    char *joined = NULL;
    switch (fact->subject) {
    case COV_SUBJECT_ASSEMBLY:
        add_name(n, fact->name);
        break;
    case COV_SUBJECT_TYPE:
        add_name(n, fact->name);
        add_name(n, cmd_last_part(fact->name, "./"));
        break;
    case COV_SUBJECT_MEMBER:
        joined = cc_arena_printf(n->arena, "%.*s.%.*s", CC_STR_ARGS(type), CC_STR_ARGS(member));
        add_name(n, cc_strz(joined));
        break;
    case COV_SUBJECT_FILE:
        add_name(n, fact->name);
        add_name(n, cmd_last_part(fact->name, "/\\"));
        break;
    }
}

static void drop_name(names *n, const char *name) {
    for (size_t i = 0; i < n->count; i++) {
        if (n->items[i] == name) {
            n->items[i] = n->items[--n->count];
            return;
        }
    }
}

size_t cmd_answer_near(const cmd_answer *answer, cc_arena *arena, cc_str out[CMD_NEAR_NAMES]) {
    const cov_model *model = answer->model;
    size_t cap = (size_t)model->fact_count * 2;
    names n = {CC_NEW_ARRAY(arena, const char *, cap + 1), 0, cap, arena, cc_map_new()};
    size_t found = 0;
    for (uint32_t i = 0; i < model->fact_count; i++) {
        add_fact(&n, &model->facts[i]);
    }
    while (found < CMD_NEAR_NAMES && n.count > 0) {
        const char *near = cc_nearest(answer->thing->file, n.items, n.count);
        if (near == NULL) {
            break;
        }
        out[found++] = cc_strz(near);
        drop_name(&n, near);
    }
    cc_map_free(n.seen);
    return found;
}
