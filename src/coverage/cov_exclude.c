/* What attributes exclude: ExcludeFromCodeCoverage and ExcludeFromCoverage (of any namespace) on
 * assembly, module, type, member and accessor; with everything that belongs to an excluded member:
 * nested types, lambdas, local functions and their lambdas, state machines. */
#include "coverage/cov_module.h"
#include "coverage/cov_name.h"
#include "metadata/md_columns.h"

enum { MAX_STEPS = 64 };

static bool is_exclusion(cc_str full_name) {
    size_t dot = full_name.len;
    while (dot > 0 && full_name.s[dot - 1] != '.' && full_name.s[dot - 1] != '/') {
        dot--;
    }
    cc_str name = {full_name.s + dot, full_name.len - dot};
    return cc_str_eqz(name, "ExcludeFromCodeCoverageAttribute") ||
           cc_str_eqz(name, "ExcludeFromCoverageAttribute");
}

bool cov_has_exclusion(const md_tables *tables, uint32_t token) {
    cc_buf name = {0};
    uint32_t cursor = 0;
    bool result = false;
    while (!result && md_next_attribute(tables, token, &cursor, &name, NULL)) {
        result = is_exclusion(cc_buf_str(&name));
        cc_buf_clear(&name);
    }
    cc_buf_free(&name);
    return result;
}

static bool *excluded_types(const cov_module *m) {
    uint32_t count = md_row_count(m->tables, MD_TYPEDEF);
    bool *own = CC_NEW_ARRAY(m->arena, bool, (size_t)count + 1);
    bool *all = CC_NEW_ARRAY(m->arena, bool, (size_t)count + 1);
    for (uint32_t rid = 1; own != NULL && rid <= count; rid++) {
        own[rid] = cov_has_exclusion(m->tables, MD_TOKEN(MD_TYPEDEF, rid));
    }
    for (uint32_t rid = 1; own != NULL && all != NULL && rid <= count; rid++) {
        uint32_t at = rid;
        for (int i = 0; i < MAX_STEPS && at != 0 && !all[rid]; i++) {
            all[rid] = own[at];
            at = md_enclosing_type(m->tables, at);
        }
    }
    return own == NULL ? NULL : all;
}

/* Accessors of properties and events that carry the attribute. */
static void exclude_accessors(cov_module *m) {
    uint32_t count = md_row_count(m->tables, MD_METHOD_SEMANTICS);
    for (uint32_t rid = 1; rid <= count; rid++) {
        uint32_t method = 0;
        uint32_t association = 0;
        if (md_cell(m->tables, MD_METHOD_SEMANTICS, rid, MD_COL_METHOD_SEMANTICS_METHOD, &method) &&
            md_cell(m->tables, MD_METHOD_SEMANTICS, rid, MD_COL_METHOD_SEMANTICS_ASSOCIATION,
                    &association) &&
            method >= 1 && method <= m->method_count && !m->is_excluded[method]) {
            m->is_excluded[method] = cov_has_exclusion(m->tables, association);
        }
    }
}

/* Copy constructors of records: made by the compiler, though they have a point (the record's
 * name). */
static bool is_copy_constructor(const cov_module *m, uint32_t rid) {
    md_methoddef row;
    return md_get_methoddef(m->tables, rid, &row) == CC_OK && cc_str_eqz(row.name, ".ctor") &&
           md_has_attribute(m->tables, MD_TOKEN(MD_METHODDEF, rid),
                            "System.Runtime.CompilerServices.CompilerGeneratedAttribute");
}

/* Lambdas and local functions inside an excluded local function: their names tell of the method
 * only, so their place decides. `marked`: the attribute stands on the method itself. */
static cc_err exclude_inner_parts(cov_module *m, const bool *marked) {
    cov_list parts = {.arena = m->arena};
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        if (marked[rid] && m->extents[rid].document != 0 && m->homes[rid].is_part) {
            cov_list_add(&parts, &m->extents[rid]);
        }
    }
    for (uint32_t rid = 1; parts.count > 0 && rid <= m->method_count; rid++) {
        bool is_candidate = m->homes[rid].is_part && m->extents[rid].document != 0;
        for (uint32_t i = 0; is_candidate && !m->is_excluded[rid] && i < parts.count; i++) {
            m->is_excluded[rid] =
                cov_extent_holds((const cov_extent *)parts.items[i], &m->extents[rid]);
        }
    }
    return parts.failed ? cc_fail(CC_E_NOMEM, "out of memory for exclusions") : CC_OK;
}

/* A state machine is excluded with its method. */
static void spread_to_kickoffs(const cov_module *m, bool *flags) {
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t kickoff = pdb_kickoff_of(m->pdb, rid);
        if (kickoff != 0 && kickoff <= m->method_count) {
            flags[rid] = flags[rid] || flags[kickoff];
        }
    }
}

cc_err cov_module_exclusions(cov_module *m) {
    bool *types = excluded_types(m);
    bool *marked = CC_NEW_ARRAY(m->arena, bool, (size_t)m->method_count + 1);
    m->is_excluded = CC_NEW_ARRAY(m->arena, bool, (size_t)m->method_count + 1);
    if (types == NULL || marked == NULL || m->is_excluded == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for exclusions");
    }
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t owner = md_owner_of_method(m->tables, rid);
        marked[rid] = cov_has_exclusion(m->tables, MD_TOKEN(MD_METHODDEF, rid));
        m->is_excluded[rid] =
            marked[rid] || (owner != 0 && types[owner]) || is_copy_constructor(m, rid);
    }
    exclude_accessors(m);
    spread_to_kickoffs(m, marked);
    spread_to_kickoffs(m, m->is_excluded);
    for (uint32_t rid = 1; rid <= m->method_count; rid++) {
        uint32_t home = m->homes[rid].method;
        m->is_excluded[rid] = m->is_excluded[rid] || (home != 0 && m->is_excluded[home]);
    }
    return exclude_inner_parts(m, marked);
}
