/* Why each assembly, type, member and file is in the report or not; see cov_facts.h and cov_fact
 * (cov_model.h). */
#include "coverage/model/build/facts/cov_facts.h"

#include "base/cc_sort.h"
#include "coverage/module/mod_name.h"
#include "coverage/module/mod_select.h"

enum { MAX_STEPS = 64 };

/* --- a module --------------------------------------------------------------------------------- */

typedef struct fact_work {
    cov_context *c;
    const cov_gathered *from;
    const mod_module *m;
    const mod_verdict *whole;
    uint32_t type_count;
    bool *method_has_data;              /* by MethodDef rid of the user's method */
    const ctr_method_data **left_alone; /* by MethodDef rid; NULL: no process skipped it */
    bool *type_has_data, *type_has_code;
    mod_verdict *type_verdicts; /* of types with code, by their methods */
    bool *file_has_data;        /* by Document rid */
} fact_work;

static void decide(const fact_work *t, const mod_verdict *own, cov_fact *fact) {
    const mod_verdict *v = t->whole->reason != CTR_MEASURED ? t->whole : own;
    fact->assembly = t->m->name;
    fact->reason = v->reason;
    fact->detail = v->detail;
}

/* A type is in when one of its methods is; else it is out for the reason of the first of them. */
static void judge_type(fact_work *t, uint32_t type, uint32_t method) {
    mod_verdict verdict = mod_member_verdict(t->m, method);
    if (!t->type_has_code[type] || verdict.reason == CTR_MEASURED) {
        t->type_verdicts[type] = verdict;
    }
    t->type_has_code[type] = true;
}

static void judge_types(fact_work *t) {
    const mod_module *m = t->m;
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        if (m->extents[rid].document != 0 && m->owners[rid].type <= t->type_count) {
            judge_type(t, m->owners[rid].type, rid);
        }
    }
}

/* Some process has counters of the method; parts of a method count as the method. */
static void note_data(fact_work *t, uint32_t rid) {
    const mod_module *m = t->m;
    const mod_owner *owner = &m->owners[rid];
    t->method_has_data[rid] = true;
    /* [0]: for methods whose owner is not found */
    t->method_has_data[owner->method] = true;
    if (owner->type <= t->type_count) {
        t->type_has_data[owner->type] = true;
    }
    if (m->extents[rid].document <= m->document_count) {
        t->file_has_data[m->extents[rid].document] = true;
    }
}

static void find_data(fact_work *t, const cov_candidate *c) {
    for (uint32_t i = 0; i < c->ref_count; i++) {
        uint32_t rid = MD_TOKEN_RID(c->refs[i].token);
        const ctr_file *file = t->from->files[c->refs[i].file];
        const ctr_method_data *data = &file->methods[c->refs[i].method];
        if (rid == 0 || rid > t->m->method_count) {
            continue;
        }
        if (data->is_skip) {
            t->left_alone[rid] = data;
        } else {
            note_data(t, rid);
        }
    }
}

static void add_file_fact(const fact_work *t, uint32_t document) {
    const mod_module *m = t->m;
    const mod_location *place = m->places[document];
    bool is_missing = place->kind == MOD_LOCATION_MISSING;
    mod_verdict own = {CTR_MEASURED, {"", 0}};
    cov_fact fact = {.subject = COV_SUBJECT_FILE,
                     .type = {"", 0},
                     .name = is_missing ? m->document_names[document] : place->path,
                     .path = {"", 0}};
    if (m->documents != NULL) {
        own = m->documents[document];
    }
    if (own.reason == CTR_MEASURED && m->has_code != NULL && !m->has_code[document]) {
        own.detail = CC_STR("no code begins in it");
    }
    decide(t, &own, &fact);
    if (t->whole->reason == CTR_REASON_SOURCES_NOT_FOUND && place->kind == MOD_LOCATION_OUTSIDE) {
        fact.detail = CC_STR("it is outside the source root");
    } else if (t->whole->reason == CTR_REASON_SOURCES_NOT_FOUND) {
        fact.detail = is_missing ? CC_STR("it does not exist") : t->whole->detail;
    }
    fact.has_data = t->file_has_data != NULL && t->file_has_data[document];
    if (fact.name.len > 0) {
        cov_add_fact(t->c, &fact);
    }
}

/* The user wrote the type: neither it nor a type around it was generated for a piece of code. */
static bool is_users(const mod_module *m, uint32_t type) {
    cc_str ignored = {"", 0};
    uint32_t at = type;
    for (int i = 0; i < MAX_STEPS && at != 0; i++) {
        md_typedef row;
        if (md_get_typedef(m->tables, at, &row) != CC_OK ||
            mod_name_is_closure(row.name, &ignored) || cc_str_eqz(row.name, "<Module>")) {
            return false;
        }
        at = md_enclosing_type(m->tables, at);
    }
    return true;
}

static void add_type_fact(const fact_work *t, uint32_t rid) {
    const mod_module *m = t->m;
    cov_fact fact = {.subject = COV_SUBJECT_TYPE, .path = {"", 0}};
    mod_verdict own = m->types[rid];
    if (!is_users(m, rid) && !t->type_has_code[rid]) {
        return;
    }
    if (own.reason == CTR_MEASURED && !t->type_has_code[rid]) {
        own.detail = CC_STR("it has no code");
    } else if (own.reason == CTR_MEASURED) {
        own = t->type_verdicts[rid];
    }
    fact.type = mod_class_name(m, rid, t->c->scratch);
    decide(t, &own, &fact);
    fact.name = fact.type;
    fact.has_data = t->type_has_data[rid];
    cov_add_fact(t->c, &fact);
}

static void find_lines(const mod_module *m, uint32_t rid, cov_fact *fact) {
    const mod_extent *extent = &m->extents[rid];
    if (extent->document == 0 || extent->document > m->document_count) {
        return;
    }
    const mod_location *place = m->places[extent->document];
    fact->path =
        place->kind == MOD_LOCATION_MISSING ? m->document_names[extent->document] : place->path;
    fact->first_line = extent->start_line;
    fact->last_line = extent->end_line;
}

/* Why the processes did not instrument the method; "" when they did, or did not compile it. */
static cc_str why_left_alone(const fact_work *t, uint32_t rid) {
    const ctr_method_data *data = t->left_alone[rid];
    if (data == NULL || t->method_has_data[rid]) {
        return CC_STR("");
    }
    const char *text = cc_arena_printf(t->c->scratch, "not instrumented: %s%s%.*s",
                                       mth_skip_name((mth_skip)data->skip),
                                       data->detail.len > 0 ? ": " : "", CC_STR_ARGS(data->detail));
    return cc_strz(text);
}

/* Parts of methods are included in the method's fact; a part whose method is not found has its
 * own. */
static void add_member_fact(const fact_work *t, uint32_t rid) {
    const mod_module *m = t->m;
    const mod_owner *owner = &m->owners[rid];
    if (m->extents[rid].document == 0 || (owner->method != rid && owner->method != 0)) {
        return;
    }
    cc_str name = {"", 0};
    cc_str signature = {"", 0};
    mod_verdict own = mod_member_verdict(m, rid);
    cov_fact fact = {.subject = COV_SUBJECT_MEMBER, .path = {"", 0}};
    if (own.reason == CTR_MEASURED) {
        own.detail = why_left_alone(t, rid);
    }
    fact.type = mod_class_name(m, owner->type, t->c->scratch);
    mod_method_names(m, rid, owner->name, t->c->scratch, &name, &signature);
    char *both =
        cc_arena_printf(t->c->scratch, "%.*s%.*s", CC_STR_ARGS(name), CC_STR_ARGS(signature));
    decide(t, &own, &fact);
    find_lines(m, rid, &fact);
    fact.name = cc_strz(both);
    fact.has_data = t->method_has_data[rid];
    cov_add_fact(t->c, &fact);
}

static void add_code_facts(fact_work *t, const cov_candidate *candidate) {
    const mod_module *m = t->m;
    uint32_t types = md_row_count(m->tables, MD_TYPEDEF);
    t->type_count = types;
    t->method_has_data = CC_NEW_ARRAY(m->arena, bool, (size_t)m->method_count + 1);
    t->left_alone = CC_NEW_ARRAY(m->arena, const ctr_method_data *, (size_t)m->method_count + 1);
    t->type_has_data = CC_NEW_ARRAY(m->arena, bool, (size_t)types + 1);
    t->type_has_code = CC_NEW_ARRAY(m->arena, bool, (size_t)types + 1);
    t->type_verdicts = CC_NEW_ARRAY(m->arena, mod_verdict, (size_t)types + 1);
    t->file_has_data = CC_NEW_ARRAY(m->arena, bool, (size_t)m->document_count + 1);
    find_data(t, candidate);
    judge_types(t);
    for (uint32_t rid = 1; rid <= types; rid++) {
        add_type_fact(t, rid);
    }
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        add_member_fact(t, rid);
        cc_arena_reset(t->c->scratch);
    }
}

static void add_module_facts(fact_work *t, const cov_candidate *candidate) {
    if (t->m->verdicts != NULL) {
        add_code_facts(t, candidate);
    }
    for (uint32_t d = 1; d <= t->m->document_count; d++) {
        add_file_fact(t, d);
    }
    cc_arena_reset(t->c->scratch);
}

/* --- builds ----------------------------------------------------------------------------------- */

/* An assembly that never ran is in nevertheless; its fact states both. */
void cov_facts_add(cov_context *c, const cov_gathered *from, const cov_judged *judged) {
    const cov_candidate *candidate = judged->of->candidate;
    bool was_loaded = cov_was_loaded(candidate);
    mod_verdict assembly = judged->verdict;
    cc_str name = judged->is_open ? judged->module.name : candidate->record.name;
    if (!was_loaded && assembly.reason == CTR_MEASURED) {
        assembly.reason = CTR_REASON_NEVER_LOADED;
    }
    cov_add_assembly_fact(c, name, candidate->record.path, &assembly, was_loaded);
    if (!judged->is_open || !c->request->wants_facts) {
        return;
    }
    for (uint32_t i = 0; i < candidate->paths.count; i++) {
        cc_str path = *(const cc_str *)candidate->paths.items[i];
        cov_add_assembly_fact(c, name, path, &assembly, was_loaded);
    }
    fact_work t = {.c = c, .from = from, .m = &judged->module, .whole = &judged->verdict};
    add_module_facts(&t, candidate);
}

static bool is_of_included(const cov_fact *fact, cc_str name) {
    bool is_in = fact->reason == CTR_MEASURED ||
                 (fact->reason == CTR_REASON_NEVER_LOADED && fact->detail.len == 0);
    return is_in && fact->subject == COV_SUBJECT_ASSEMBLY && cc_str_eq(fact->name, name);
}

void cov_facts_empty(const cov_context *c, cc_str name, const mod_verdict *why) {
    for (uint32_t i = 0; i < c->facts.count; i++) {
        cov_fact *fact = c->facts.items[i];
        if (is_of_included(fact, name)) {
            fact->reason = why->reason;
            fact->detail = cc_strz(cc_arena_strdup(c->arena, why->detail));
        }
    }
}

/* --- all of them ------------------------------------------------------------------------------ */

int cov_fact_cmp(const cov_fact *x, const cov_fact *y) {
    int order = cc_compare(x->subject, y->subject);
    order = order != 0 ? order : cc_str_cmp(x->assembly, y->assembly);
    order = order != 0 ? order : cc_str_cmp(x->type, y->type);
    order = order != 0 ? order : cc_str_cmp(x->name, y->name);
    order = order != 0 ? order : cc_str_cmp(x->path, y->path);
    order = order != 0 ? order : (x->reason > y->reason) - (x->reason < y->reason);
    return order != 0 ? order : cc_str_cmp(x->detail, y->detail);
}

static int compare_places(const void *a, const void *b) {
    return cov_fact_cmp(*(const cov_fact *const *)a, *(const cov_fact *const *)b);
}

static void join(cov_fact *to, const cov_fact *from) {
    to->has_data = to->has_data || from->has_data;
    to->first_line = from->first_line < to->first_line ? from->first_line : to->first_line;
    to->last_line = from->last_line > to->last_line ? from->last_line : to->last_line;
}

cov_fact *cov_facts_finish(cov_context *c, uint32_t *count) {
    cov_fact *all = CC_NEW_ARRAY(c->arena, cov_fact, c->facts.count);
    *count = 0;
    cc_sort(c->facts.items, c->facts.count, sizeof(void *), compare_places);
    for (uint32_t i = 0; i < c->facts.count; i++) {
        const cov_fact *fact = c->facts.items[i];
        if (*count > 0 && cov_fact_cmp(&all[*count - 1], fact) == 0) {
            join(&all[*count - 1], fact);
        } else {
            all[(*count)++] = *fact;
        }
    }
    return all;
}
