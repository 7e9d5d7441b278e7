/* The questions that most idioms ask; see cov_view.h. */
#include "coverage/idiom/cov_view.h"

enum { MAX_SETTLE = 64, MAX_COPIES = 4 };

uint32_t cov_before(const cov_view *v, uint32_t unit) {
    while (unit > 0 && unit <= v->body->unit_count) {
        unit--;
        if (cov_unit(v, unit)->op != IL_NOP) {
            return unit;
        }
    }
    return COV_NO_UNIT;
}

uint32_t cov_settle(const cov_view *v, uint32_t unit) {
    for (int steps = 0; steps < MAX_SETTLE && unit < v->body->unit_count; steps++) {
        const il_unit *u = cov_unit(v, unit);
        if (u->op == IL_BR || u->op == IL_BR_S) {
            unit = u->target;
        } else if (u->op == IL_NOP) {
            unit++;
        } else {
            return unit;
        }
    }
    return COV_NO_UNIT;
}

il_flow cov_flow(const cov_view *v, uint32_t unit) {
    return (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
}

bool cov_goes_on(const cov_view *v, uint32_t unit) {
    il_flow flow = cov_flow(v, unit);
    return flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL;
}

uint32_t cov_successor(const cov_view *v, uint32_t unit, uint32_t index) {
    const il_unit *u = cov_unit(v, unit);
    il_flow flow = cov_flow(v, unit);
    bool jumps = flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE;
    bool goes_on = cov_goes_on(v, unit) || flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH;
    uint32_t targets = flow == IL_FLOW_SWITCH ? u->target_count : jumps ? 1 : 0;
    if (index < targets) {
        return flow == IL_FLOW_SWITCH ? v->body->targets[u->target + index] : u->target;
    }
    bool is_behind = index == targets && goes_on && unit + 1 < v->body->unit_count;
    return is_behind ? unit + 1 : COV_NO_UNIT;
}

uint32_t cov_last_visible(const cov_view *v, uint32_t unit) {
    while (unit > 0 && v->point_at[unit] == PROBE_NONE) {
        unit--;
    }
    return unit;
}

uint32_t cov_next_visible(const cov_view *v, uint32_t unit, uint32_t end) {
    while (unit < end && v->point_at[unit] == PROBE_NONE) {
        unit++;
    }
    return unit;
}

bool cov_visible_in(const cov_view *v, uint32_t first, uint32_t end) {
    end = end < v->body->unit_count ? end : v->body->unit_count;
    return first < end && cov_next_visible(v, first, end) < end;
}

static bool is_brtrue(const il_unit *u) {
    return u->op == IL_BRTRUE || u->op == IL_BRTRUE_S;
}

static bool is_brfalse(const il_unit *u) {
    return u->op == IL_BRFALSE || u->op == IL_BRFALSE_S;
}

bool cov_asks_truth(const cov_view *v, uint32_t unit) {
    return is_brtrue(cov_unit(v, unit)) || is_brfalse(cov_unit(v, unit));
}

bool cov_is_truth_test(const cov_view *v, uint32_t branch) {
    const probe_branch *b = &v->plan->branches[branch];
    return v->fate[branch] == COV_KEPT && b->kind == PROBE_BRANCH_COND &&
           cov_asks_truth(v, b->unit);
}

uint32_t cov_arm_if(const cov_view *v, uint32_t branch, bool truth) {
    const probe_branch *b = &v->plan->branches[branch];
    bool taken = is_brtrue(cov_unit(v, b->unit)) == truth;
    return b->arms[taken ? 1 : 0].target;
}

bool cov_is_op(const cov_view *v, uint32_t unit, il_op op) {
    return unit < v->body->unit_count && cov_unit(v, unit)->op == (uint16_t)op;
}

bool cov_is_call(const cov_view *v, uint32_t unit) {
    return cov_is_op(v, unit, IL_CALL) || cov_is_op(v, unit, IL_CALLVIRT);
}

bool cov_is_store_local(const cov_view *v, uint32_t unit, int32_t *local) {
    bool is_store = false;
    *local = unit < v->body->unit_count ? il_local_index(cov_unit(v, unit), &is_store) : -1;
    return *local >= 0 && is_store;
}

bool cov_is_load_local(const cov_view *v, uint32_t unit, int32_t *local) {
    bool is_store = false;
    *local = unit < v->body->unit_count ? il_local_index(cov_unit(v, unit), &is_store) : -1;
    return *local >= 0 && !is_store && !cov_is_op(v, unit, IL_LDLOCA) &&
           !cov_is_op(v, unit, IL_LDLOCA_S);
}

bool cov_takes_address(const cov_view *v, uint32_t unit, int32_t local) {
    bool is_store = false;
    bool is_address = cov_is_op(v, unit, IL_LDLOCA) || cov_is_op(v, unit, IL_LDLOCA_S);
    return is_address && il_local_index(cov_unit(v, unit), &is_store) == local;
}

bool cov_is_const(const cov_view *v, uint32_t unit, int32_t *value) {
    return unit < v->body->unit_count && il_const_i4(cov_unit(v, unit), value);
}

static bool names_member(const cov_view *v, uint32_t unit) {
    if (unit >= v->body->unit_count) {
        return false;
    }
    uint32_t table = MD_TOKEN_TABLE((uint32_t)cov_unit(v, unit)->operand);
    return il_op_get((il_op)cov_unit(v, unit)->op)->operand == IL_OPERAND_TOKEN &&
           (table == MD_METHODDEF || table == MD_MEMBERREF || table == MD_METHODSPEC ||
            table == MD_FIELD);
}

static cc_str member(const cov_view *v, uint32_t unit, bool of_type) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    if (names_member(v, unit) &&
        md_member_name(v->tables, (uint32_t)cov_unit(v, unit)->operand, &type, &name) == CC_OK &&
        of_type) {
        char *copy = cc_arena_strdup(v->arena, cc_buf_str(&type));
        name = copy == NULL ? CC_STR("") : cc_strz(copy);
    }
    cc_buf_free(&type);
    return name;
}

cc_str cov_member(const cov_view *v, uint32_t unit) {
    return member(v, unit, false);
}

cc_str cov_member_type(const cov_view *v, uint32_t unit) {
    return names_member(v, unit) ? member(v, unit, true) : CC_STR("");
}

cc_str cov_type_operand(const cov_view *v, uint32_t unit) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    if (unit < v->body->unit_count && !names_member(v, unit) &&
        il_op_get((il_op)cov_unit(v, unit)->op)->operand == IL_OPERAND_TOKEN &&
        md_type_name(v->tables, (uint32_t)cov_unit(v, unit)->operand, &type) == CC_OK) {
        char *copy = cc_arena_strdup(v->arena, cc_buf_str(&type));
        name = copy == NULL ? CC_STR("") : cc_strz(copy);
    }
    cc_buf_free(&type);
    return name;
}

bool cov_calls(const cov_view *v, uint32_t unit, const char *name) {
    return cov_is_call(v, unit) && cc_str_eqz(cov_member(v, unit), name);
}

bool cov_throws_on(const cov_view *v, uint32_t unit) {
    return cov_calls(v, unit, "Throw") &&
           cc_str_eqz(cov_member_type(v, unit),
                      "System.Runtime.ExceptionServices.ExceptionDispatchInfo");
}

/* --- loads ------------------------------------------------------------------------------------ */

static bool is_field_load(const cov_view *v, uint32_t unit) {
    return cov_is_op(v, unit, IL_LDFLD) || cov_is_op(v, unit, IL_LDFLDA);
}

static bool is_simple_load(const cov_view *v, uint32_t unit) {
    bool is_store = false;
    const il_unit *u = cov_unit(v, unit);
    if (u->op == IL_LDSFLD || u->op == IL_LDSFLDA) {
        return true;
    }
    if (il_local_index(u, &is_store) >= 0 || il_arg_index(u, &is_store) >= 0) {
        return !is_store;
    }
    return false;
}

/* F#: an element of a tuple, `LOAD; call Tuple`2::get_Item1` or `LOAD; ldfld ValueTuple`2::Item1`. */
static bool is_element_load(const cov_view *v, uint32_t unit) {
    if (v->language != PDB_LANG_FSHARP) {
        return false;
    }
    bool is_struct = is_field_load(v, unit);
    const char *name = is_struct ? "Item" : "get_Item";
    const char *type = is_struct ? "System.ValueTuple`" : "System.Tuple`";
    return (is_struct || cov_is_call(v, unit)) && cc_str_starts(cov_member(v, unit), name) &&
           cc_str_starts(cov_member_type(v, unit), type);
}

bool cov_plain_load(const cov_view *v, uint32_t unit, uint32_t *first) {
    if (unit >= v->body->unit_count) {
        return false;
    }
    if (is_element_load(v, unit)) {
        *first = cov_before(v, unit);
        return *first != COV_NO_UNIT && is_simple_load(v, *first);
    }
    if (is_field_load(v, unit)) {
        bool is_store = false;
        uint32_t owner = cov_before(v, unit);
        if (owner == COV_NO_UNIT || il_arg_index(cov_unit(v, owner), &is_store) != 0) {
            return false;
        }
        *first = owner;
        return true;
    }
    *first = unit;
    return is_simple_load(v, unit);
}

/* The same variable, whether its value or its address is loaded. */
static bool same_unit(const il_unit *a, const il_unit *b) {
    bool store = false;
    int32_t local_a = il_local_index(a, &store);
    int32_t local_b = il_local_index(b, &store);
    int32_t arg_a = il_arg_index(a, &store);
    int32_t arg_b = il_arg_index(b, &store);
    if (local_a >= 0 || local_b >= 0) {
        return local_a == local_b;
    }
    if (arg_a >= 0 || arg_b >= 0) {
        return arg_a == arg_b;
    }
    return a->operand == b->operand;
}

/* F#: what `load` loads is put into a variable at once, and `copy` loads that. (In C# the variable may be
 * another one by then: its slots are used again.) */
static bool is_copied(const cov_view *v, uint32_t load, uint32_t copy) {
    int32_t stored = -1;
    int32_t loaded = -1;
    return v->language == PDB_LANG_FSHARP && cov_is_store_local(v, load + 1, &stored) &&
           cov_is_load_local(v, copy, &loaded) && stored == loaded;
}

bool cov_same_load(const cov_view *v, uint32_t a, uint32_t b) {
    uint32_t first = 0;
    if (!cov_plain_load(v, a, &first) || !cov_plain_load(v, b, &first)) {
        return false;
    }
    bool is_same =
        is_field_load(v, a) == is_field_load(v, b) && same_unit(cov_unit(v, a), cov_unit(v, b));
    if (is_element_load(v, a) || is_element_load(v, b)) {
        is_same = is_same && cov_same_load(v, cov_before(v, a), cov_before(v, b));
    }
    return is_same || is_copied(v, a, b) || is_copied(v, b, a);
}

bool cov_is_kept_operand(const cov_view *v, uint32_t unit) {
    bool is_field = cov_is_op(v, unit, IL_LDFLDA) || cov_is_op(v, unit, IL_LDFLD);
    cc_str name = is_field ? cov_member(v, unit) : CC_STR("");
    return cc_str_starts(name, "<>s__") || cc_str_starts(name, "<>7__wrap");
}

bool cov_is_copy(const cov_view *v, uint32_t unit) {
    bool is_store = false;
    int32_t stored = -1;
    if (unit == COV_NO_UNIT || cov_is_kept_operand(v, unit)) {
        return unit != COV_NO_UNIT;
    }
    int32_t local = il_local_index(cov_unit(v, unit), &is_store);
    if (local < 0 || is_store) {
        return false;
    }
    while (unit > 0 && (v->starts[unit] & COV_START_VISIBLE) == 0) {
        unit--;
        if (cov_is_store_local(v, unit, &stored) && stored == local) {
            return true;
        }
    }
    return false;
}

uint32_t cov_load_length(const cov_view *v, uint32_t unit) {
    bool is_store = false;
    if (unit >= v->body->unit_count) {
        return 0;
    }
    if (il_arg_index(cov_unit(v, unit), &is_store) == 0 && is_field_load(v, unit + 1)) {
        return 2;
    }
    return is_simple_load(v, unit) ? 1 : 0;
}

uint32_t cov_tested(const cov_view *v, uint32_t branch_unit) {
    uint32_t unit = v->is_target[branch_unit] ? COV_NO_UNIT : cov_before(v, branch_unit);
    for (int copies = 0; copies < MAX_COPIES && unit != COV_NO_UNIT; copies++) {
        int32_t loaded = 0;
        int32_t stored = 0;
        uint32_t store = cov_before(v, unit);
        if (!cov_is_load_local(v, unit, &loaded) || store == COV_NO_UNIT ||
            !cov_is_store_local(v, store, &stored) || loaded != stored || v->is_target[unit] ||
            v->is_target[store] || (v->starts[unit] & COV_START_VISIBLE) != 0) {
            break;
        }
        unit = cov_before(v, store);
    }
    return unit;
}

uint32_t cov_filter_point(const cov_view *v, uint32_t unit) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        if (c->kind != IL_CLAUSE_FILTER || unit < c->filter_start || unit >= c->handler_start) {
            continue;
        }
        for (uint32_t u = c->handler_start; u > c->filter_start; u--) {
            if (v->point_at[u - 1] != PROBE_NONE) {
                return u - 1;
            }
        }
    }
    return COV_NO_UNIT;
}

uint32_t cov_last_start(const cov_view *v, uint32_t unit) {
    while (unit > 0 && v->starts[unit] == 0) {
        unit--;
    }
    return unit;
}

bool cov_is_state_field(const cov_view *v, uint32_t unit) {
    if (!v->is_machine || (!cov_is_op(v, unit, IL_LDFLD) && !cov_is_op(v, unit, IL_STFLD))) {
        return false;
    }
    cc_str name = cov_member(v, unit);
    if (v->language == PDB_LANG_FSHARP) {
        return cc_str_eqz(name, "pc") || cc_str_eqz(name, "ResumptionPoint");
    }
    return cc_str_eqz(name, "<>1__state") || cc_str_eqz(name, "$State");
}

/* Goes back over constants with sub/add and conversions to what they were applied to. */
static uint32_t skip_arithmetic(const cov_view *v, uint32_t unit) {
    while (unit != COV_NO_UNIT) {
        const il_unit *u = cov_unit(v, unit);
        int32_t value = 0;
        if (u->op == IL_SUB || u->op == IL_ADD) {
            uint32_t operand = cov_before(v, unit);
            if (!cov_is_const(v, operand, &value)) {
                return COV_NO_UNIT;
            }
            unit = cov_before(v, operand);
        } else if (u->op == IL_CONV_I4 || u->op == IL_CONV_U4 || u->op == IL_CONV_I8) {
            unit = cov_before(v, unit);
        } else {
            return unit;
        }
    }
    return unit;
}

uint32_t cov_tested_against_constants(const cov_view *v, uint32_t branch_unit) {
    const il_unit *u = cov_unit(v, branch_unit);
    uint32_t unit = cov_tested(v, branch_unit);
    int32_t value = 0;
    bool one_operand = is_brtrue(u) || is_brfalse(u) || u->op == IL_SWITCH;
    if (!one_operand) {
        unit = cov_before(v, branch_unit);
        if (!cov_is_const(v, unit, &value) && !cov_is_op(v, unit, IL_LDC_I8)) {
            return COV_NO_UNIT;
        }
        unit = cov_before(v, unit);
    }
    unit = skip_arithmetic(v, unit);
    uint32_t first = 0;
    if (u->op == IL_SWITCH && unit != COV_NO_UNIT && !cov_plain_load(v, unit, &first)) {
        /* the variable in which `switch (F())` keeps its value */
        unit = cov_before(v, branch_unit);
    }
    return unit != COV_NO_UNIT && cov_plain_load(v, unit, &first) ? unit : COV_NO_UNIT;
}

/* --- marks ------------------------------------------------------------------------------------ */

void cov_drop(cov_view *v, uint32_t branch) {
    v->fate[branch] = COV_DROPPED;
}

cov_decision *cov_add_group(cov_view *v, uint32_t unit, uint32_t arm_count) {
    if (v->group_count == v->group_cap) {
        uint32_t cap = v->group_cap == 0 ? 8 : v->group_cap * 2;
        cov_decision *grown = CC_NEW_ARRAY(v->arena, cov_decision, cap);
        for (uint32_t i = 0; grown != NULL && i < v->group_count; i++) {
            grown[i] = v->groups[i];
        }
        v->failed = v->failed || grown == NULL;
        v->groups = grown != NULL ? grown : v->groups;
        v->group_cap = grown != NULL ? cap : v->group_cap;
    }
    cov_decision_arm *arms = CC_NEW_ARRAY(v->arena, cov_decision_arm, arm_count);
    if (arms == NULL || v->failed) {
        v->failed = true;
        return NULL;
    }
    cov_decision *group = &v->groups[v->group_count++];
    *group = (cov_decision){.unit = unit, .arm_count = arm_count, .arms = arms};
    return group;
}

bool cov_arm_add(cov_view *v, cov_decision_arm *arm, const uint32_t *nodes, uint32_t count) {
    uint32_t *all = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)arm->node_count + count);
    for (uint32_t i = 0; all != NULL && i < arm->node_count; i++) {
        all[i] = arm->nodes[i];
    }
    for (uint32_t i = 0; all != NULL && i < count; i++) {
        all[arm->node_count + i] = nodes[i];
    }
    *arm = (cov_decision_arm){all, all == NULL ? 0 : arm->node_count + count};
    v->failed = v->failed || all == NULL;
    return all != NULL;
}

bool cov_join_arms(cov_view *v, cov_decision_arm *out, const probe_arm *x, const probe_arm *y) {
    *out = (cov_decision_arm){x->nodes, x->node_count};
    return cov_arm_add(v, out, y->nodes, y->node_count);
}

bool cov_point_contains(const cov_view *v, uint32_t outer, uint32_t inner) {
    if (v->point_at[outer] == PROBE_NONE || v->point_at[inner] == PROBE_NONE) {
        return false;
    }
    const pdb_point *o = &v->method->points[v->point_at[outer]];
    const pdb_point *i = &v->method->points[v->point_at[inner]];
    bool starts_later = i->start_line > o->start_line ||
                        (i->start_line == o->start_line && i->start_column > o->start_column);
    bool ends_earlier =
        i->end_line < o->end_line || (i->end_line == o->end_line && i->end_column < o->end_column);
    return i->document == o->document && starts_later && ends_earlier;
}

uint32_t cov_around(const cov_view *v, uint32_t unit) {
    return v->point_at[unit] == PROBE_NONE ? COV_NO_UNIT : v->around[v->point_at[unit]];
}

bool cov_is_part(const cov_view *v, uint32_t unit, uint32_t last) {
    uint32_t nearest = cov_around(v, unit);
    if (last <= unit && (nearest == COV_NO_UNIT || nearest <= last)) {
        return nearest != COV_NO_UNIT;
    }
    while (last > 0 && !cov_point_contains(v, last, unit)) {
        last--;
    }
    return cov_point_contains(v, last, unit);
}

/* It has the span of the switch expression, which begins somewhere in the statement. */
bool cov_is_phantom(const cov_view *v, uint32_t unit) {
    uint32_t branch = unit == 0 ? PROBE_NONE : v->plan->branch_of_unit[unit - 1];
    return branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT && cov_is_op(v, unit, IL_NOP) &&
           v->certain[branch] == unit + 1;
}

bool cov_is_earlier(const pdb_point *x, const pdb_point *y) {
    return x->start_line != y->start_line ? x->start_line < y->start_line
                                          : x->start_column < y->start_column;
}

bool cov_same_place(const cov_view *v, uint32_t a, uint32_t b) {
    if (v->point_at[a] == PROBE_NONE || v->point_at[b] == PROBE_NONE) {
        return false;
    }
    const pdb_point *x = &v->method->points[v->point_at[a]];
    const pdb_point *y = &v->method->points[v->point_at[b]];
    return x->document == y->document && x->start_line == y->start_line &&
           x->start_column == y->start_column && x->end_line == y->end_line &&
           x->end_column == y->end_column;
}
