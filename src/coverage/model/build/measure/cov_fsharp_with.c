/* `with` in a sequence of F#: two closures with the same rules; see cov_fsharp_with.h. */
#include "coverage/model/build/measure/cov_fsharp_with.h"

#include "coverage/model/build/measure/cov_arm.h"
#include "coverage/model/cov_limits.h"
#include "coverage/module/mod_name.h"

enum { MAX_BETWEEN = 8 }; /* types between the two closures: lambdas in conditions */

/* Each ret returns a constant, 0 or 1. */
static bool gives_numbers(const il_body *body) {
    int32_t value = 0;
    uint32_t count = 0;
    for (uint32_t u = 0; u < body->insn_count; u++) {
        if (body->insns[u].op == IL_RET) {
            if (u == 0 || !il_const_i4(&body->insns[u - 1], &value) || value < 0 || value > 1) {
                return false;
            }
            count++;
        }
    }
    return count > 0;
}

static bool is_filter(const mod_module *m, const mth_method *method) {
    return mth_may_ask_rules(m->tables, method->token) && gives_numbers(&method->body);
}

/* The filter among the methods of the type; 0: none. */
static uint32_t filter_in(const mod_module *m, const md_typedef *type) {
    for (uint32_t rid = type->first_method; rid < type->end_method; rid++) {
        if (mth_may_ask_rules(m->tables, MD_TOKEN(MD_METHODDEF, rid))) {
            return rid;
        }
    }
    return 0;
}

/* Row of the filter; 0: the method is no handler. The closures of one `with` follow each other in
 * one type, and their names contain the same line. */
static uint32_t find_filter(const mod_module *m, const mth_method *handler, uint32_t *line) {
    md_typedef type;
    uint32_t owner = md_owner_of_method(m->tables, MD_TOKEN_RID(handler->token));
    if (owner == 0 || md_get_typedef(m->tables, owner, &type) != CC_OK ||
        !mth_may_ask_rules(m->tables, handler->token) || gives_numbers(&handler->body)) {
        return 0;
    }
    *line = mod_name_line(type.name);
    uint32_t around = md_enclosing_type(m->tables, owner);
    for (uint32_t t = owner - 1; *line > 0 && t > 0 && t + MAX_BETWEEN >= owner; t--) {
        bool is_beside = md_enclosing_type(m->tables, t) == around &&
                         md_get_typedef(m->tables, t, &type) == CC_OK &&
                         mod_name_line(type.name) == *line;
        uint32_t filter = is_beside ? filter_in(m, &type) : 0;
        if (filter != 0) {
            return filter;
        }
    }
    return 0;
}

/* How often a body was entered, by its first branch or first point. */
static uint64_t count_entries(const mth_method *m, const uint64_t *values) {
    uint64_t sum = 0;
    if (m->plan->branch_count > 0) {
        return cov_edges_value(values, &m->plan->branches[0]);
    }
    for (uint32_t i = 0; i < m->point_count; i++) {
        uint32_t node = m->points[i].hidden ? PROBE_NONE : m->plan->node_of_point[i];
        sum = node != PROBE_NONE && values[node] > sum ? values[node] : sum;
    }
    return sum;
}

static cc_err read_filter(cov_fsharp_with *with, const cov_reader *from, const mth_method *f,
                          bool plan_all) {
    cov_records refs = cov_records_of(from->candidate, MD_TOKEN_RID(f->token));
    dec_decide_options options = {.language = PDB_LANG_FSHARP,
                                  .is_optimised = from->module->is_optimised,
                                  .role = DEC_ROLE_FILTER,
                                  .pdb = from->module->pdb,
                                  .sources = dec_sources_of(from->module)};
    dec_decisions decisions;
    uint64_t *counters = CC_NEW_ARRAY(from->arena, uint64_t, f->plan->counter_count);
    uint64_t *values = CC_NEW_ARRAY(from->arena, uint64_t, f->plan->node_count);
    cov_records_sum(from->gathered, f, plan_all, &refs, counters);
    CC_TRY(probe_values(f->plan, counters, values));
    dec_decide(&decisions, f, from->module->tables, &options, from->arena);
    with->filter = f;
    with->asked = count_entries(f, values);
    for (uint32_t i = 0; i < decisions.passed_count; i++) {
        with->is_passed = with->is_passed || values[decisions.passed[i]] > 0;
    }
    return CC_OK;
}

cc_err cov_fsharp_with_find(cov_fsharp_with *out, const cov_reader *from, const mth_method *method,
                            const uint64_t *values, bool plan_all) {
    const mod_module *module = from->module;
    probe_options options = {.all = plan_all};
    mth_skip skip = MTH_OK;
    uint32_t line = 0;
    uint32_t rid = find_filter(module, method, &line);
    *out = (cov_fsharp_with){.role = is_filter(module, method) ? DEC_ROLE_FILTER : DEC_ROLE_NONE};
    if (rid == 0) {
        return CC_OK;
    }
    *out = (cov_fsharp_with){DEC_ROLE_HANDLER, line, NULL, count_entries(method, values), false};
    mth_method *f = CC_NEW(from->arena, mth_method);
    CC_TRY(mth_open(f, &skip, module->image, module->pdb, MD_TOKEN(MD_METHODDEF, rid),
                    (cc_span){NULL, 0}, &options, from->arena));
    bool has_filter = skip == MTH_OK && is_filter(module, f);
    return has_filter ? read_filter(out, from, f, plan_all) : CC_OK;
}

bool cov_fsharp_with_tells(const cov_fsharp_with *with, const pdb_point *point) {
    for (uint32_t i = 0; with->filter != NULL && i < with->filter->point_count; i++) {
        const pdb_point *p = &with->filter->points[i];
        if (!p->hidden && p->document == point->document && p->start_line == point->start_line &&
            p->start_column == point->start_column && p->end_line == point->end_line &&
            p->end_column == point->end_column) {
            return true;
        }
    }
    return false;
}

/* The last visible point at or before the offset; NULL: none. */
static const pdb_point *point_before(const mth_method *m, uint32_t offset) {
    const pdb_point *last = NULL;
    for (uint32_t i = 0; i < m->point_count && m->points[i].offset <= offset; i++) {
        last = m->points[i].hidden ? last : &m->points[i];
    }
    return last;
}

bool cov_fsharp_with_tells_at(const cov_fsharp_with *with, const mth_method *handler,
                              uint32_t offset) {
    if (with->filter == NULL) {
        return false;
    }
    const pdb_point *point = point_before(handler, offset);
    return point != NULL && cov_fsharp_with_tells(with, point);
}

bool cov_fsharp_with_is_choice(const mth_method *handler, const dec_decisions *decisions,
                               uint32_t index) {
    const dec_decision *d = &decisions->items[index];
    return index == 0 &&
           (d->is_switch || point_before(handler, handler->body.insns[d->insn].offset) == NULL);
}

bool cov_fsharp_with_is_passed(const dec_decisions *decisions, const dec_decision_arm *arm) {
    for (uint32_t i = 0; i < decisions->passed_count; i++) {
        for (uint32_t k = 0; k < arm->node_count; k++) {
            if (arm->nodes[k] == decisions->passed[i]) {
                return true;
            }
        }
    }
    return false;
}
