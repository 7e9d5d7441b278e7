/* The predicates that most idioms use; see dec_view.h. */
#include "coverage/decision/dec_view.h"

enum { MAX_SETTLE = 64, MAX_COPIES = 4 };

uint32_t dec_insn_before(const dec_view *v, uint32_t insn) {
    while (insn > 0 && insn <= v->body->insn_count) {
        insn--;
        if (dec_insn(v, insn)->op != IL_NOP) {
            return insn;
        }
    }
    return DEC_NO_INSN;
}

uint32_t dec_skip_jumps(const dec_view *v, uint32_t insn) {
    for (int steps = 0; steps < MAX_SETTLE && insn < v->body->insn_count; steps++) {
        const il_insn *u = dec_insn(v, insn);
        if (u->op == IL_BR || u->op == IL_BR_S) {
            insn = u->target;
        } else if (u->op == IL_NOP) {
            insn++;
        } else {
            return insn;
        }
    }
    return DEC_NO_INSN;
}

il_flow dec_flow(const dec_view *v, uint32_t insn) {
    return (il_flow)il_op_get((il_op)dec_insn(v, insn)->op)->flow;
}

bool dec_goes_on(const dec_view *v, uint32_t insn) {
    il_flow flow = dec_flow(v, insn);
    return flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL;
}

uint32_t dec_successor(const dec_view *v, uint32_t insn, uint32_t index) {
    const il_insn *u = dec_insn(v, insn);
    il_flow flow = dec_flow(v, insn);
    bool jumps = flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE;
    bool goes_on = dec_goes_on(v, insn) || flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH;
    uint32_t targets = flow == IL_FLOW_SWITCH ? u->target_count : jumps ? 1 : 0;
    if (index < targets) {
        return flow == IL_FLOW_SWITCH ? v->body->targets[u->target + index] : u->target;
    }
    bool is_behind = index == targets && goes_on && insn + 1 < v->body->insn_count;
    return is_behind ? insn + 1 : DEC_NO_INSN;
}

uint32_t dec_last_visible(const dec_view *v, uint32_t insn) {
    return v->index.last_visible[insn];
}

uint32_t dec_next_visible(const dec_view *v, uint32_t insn, uint32_t end) {
    if (insn >= end) {
        return insn;
    }
    uint32_t next = v->index.next_visible[insn];
    return next < end ? next : end;
}

bool dec_visible_in(const dec_view *v, uint32_t first, uint32_t end) {
    end = end < v->body->insn_count ? end : v->body->insn_count;
    return first < end && dec_next_visible(v, first, end) < end;
}

static bool is_brtrue(const il_insn *u) {
    return u->op == IL_BRTRUE || u->op == IL_BRTRUE_S;
}

static bool is_brfalse(const il_insn *u) {
    return u->op == IL_BRFALSE || u->op == IL_BRFALSE_S;
}

bool dec_asks_truth(const dec_view *v, uint32_t insn) {
    return is_brtrue(dec_insn(v, insn)) || is_brfalse(dec_insn(v, insn));
}

uint32_t dec_arm_if(const dec_view *v, uint32_t branch, bool truth) {
    const probe_branch *b = &v->plan->branches[branch];
    bool taken = is_brtrue(dec_insn(v, b->insn)) == truth;
    return b->arms[taken ? 1 : 0].target;
}

bool dec_is_op(const dec_view *v, uint32_t insn, il_op op) {
    return insn < v->body->insn_count && dec_insn(v, insn)->op == (uint16_t)op;
}

bool dec_is_call(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_CALL) || dec_is_op(v, insn, IL_CALLVIRT);
}

bool dec_is_store_local(const dec_view *v, uint32_t insn, int32_t *local) {
    bool is_store = false;
    *local = insn < v->body->insn_count ? il_local_index(dec_insn(v, insn), &is_store) : -1;
    return *local >= 0 && is_store;
}

bool dec_is_load_local(const dec_view *v, uint32_t insn, int32_t *local) {
    bool is_store = false;
    *local = insn < v->body->insn_count ? il_local_index(dec_insn(v, insn), &is_store) : -1;
    return *local >= 0 && !is_store && !dec_is_op(v, insn, IL_LDLOCA) &&
           !dec_is_op(v, insn, IL_LDLOCA_S);
}

bool dec_takes_address(const dec_view *v, uint32_t insn, int32_t local) {
    bool is_store = false;
    bool is_address = dec_is_op(v, insn, IL_LDLOCA) || dec_is_op(v, insn, IL_LDLOCA_S);
    return is_address && il_local_index(dec_insn(v, insn), &is_store) == local;
}

bool dec_is_const(const dec_view *v, uint32_t insn, int32_t *value) {
    return insn < v->body->insn_count && il_const_i4(dec_insn(v, insn), value);
}

static bool names_member(const dec_view *v, uint32_t insn) {
    if (insn >= v->body->insn_count) {
        return false;
    }
    uint32_t table = MD_TOKEN_TABLE((uint32_t)dec_insn(v, insn)->operand);
    return il_op_get((il_op)dec_insn(v, insn)->op)->operand == IL_OPERAND_TOKEN &&
           (table == MD_METHODDEF || table == MD_MEMBERREF || table == MD_METHODSPEC ||
            table == MD_FIELD);
}

static cc_str member(const dec_view *v, uint32_t insn, bool of_type) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    if (names_member(v, insn) &&
        md_member_name(v->tables, (uint32_t)dec_insn(v, insn)->operand, of_type ? &type : NULL,
                       &name) == CC_OK &&
        of_type) {
        char *copy = cc_arena_strdup(v->arena, cc_buf_str(&type));
        name = copy == NULL ? CC_STR("") : cc_strz(copy);
    }
    cc_buf_free(&type);
    return name;
}

cc_str dec_member(const dec_view *v, uint32_t insn) {
    return member(v, insn, false);
}

cc_str dec_member_type(const dec_view *v, uint32_t insn) {
    return names_member(v, insn) ? member(v, insn, true) : CC_STR("");
}

cc_str dec_type_operand(const dec_view *v, uint32_t insn) {
    cc_buf type = {0};
    cc_str name = {"", 0};
    if (insn < v->body->insn_count && !names_member(v, insn) &&
        il_op_get((il_op)dec_insn(v, insn)->op)->operand == IL_OPERAND_TOKEN &&
        md_type_name(v->tables, (uint32_t)dec_insn(v, insn)->operand, &type) == CC_OK) {
        char *copy = cc_arena_strdup(v->arena, cc_buf_str(&type));
        name = copy == NULL ? CC_STR("") : cc_strz(copy);
    }
    cc_buf_free(&type);
    return name;
}

bool dec_calls(const dec_view *v, uint32_t insn, const char *name) {
    return dec_is_call(v, insn) && cc_str_eqz(dec_member(v, insn), name);
}

bool dec_rethrows(const dec_view *v, uint32_t insn) {
    return dec_calls(v, insn, "Throw") &&
           cc_str_eqz(dec_member_type(v, insn),
                      "System.Runtime.ExceptionServices.ExceptionDispatchInfo");
}

/* A state machine keeps the object in a field. */
bool dec_makes_closure(const dec_view *v, uint32_t insn) {
    bool is_store = false;
    if (v->is_machine && insn + 1 < v->body->insn_count &&
        il_arg_index(dec_insn(v, insn), &is_store) == 0 && !is_store) {
        insn++;
    }
    cc_str type = dec_is_op(v, insn, IL_NEWOBJ) ? dec_member_type(v, insn) : CC_STR("");
    while (type.len > 0 && !cc_str_starts(type, "<>c__DisplayClass")) {
        type = (cc_str){type.s + 1, type.len - 1};
    }
    return type.len > 0;
}

/* --- loads ------------------------------------------------------------------------------------ */

static bool is_field_load(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_LDFLD) || dec_is_op(v, insn, IL_LDFLDA);
}

static bool is_simple_load(const dec_view *v, uint32_t insn) {
    bool is_store = false;
    const il_insn *u = dec_insn(v, insn);
    if (u->op == IL_LDSFLD || u->op == IL_LDSFLDA) {
        return true;
    }
    if (il_local_index(u, &is_store) >= 0 || il_arg_index(u, &is_store) >= 0) {
        return !is_store;
    }
    return false;
}

/* F#: an element of a tuple, `LOAD; call Tuple`2::get_Item1` or `LOAD; ldfld ValueTuple`2::Item1`. */
static bool is_element_load(const dec_view *v, uint32_t insn) {
    if (!dec_does(v, DEC_LOADS_ELEMENTS)) {
        return false;
    }
    bool is_struct = is_field_load(v, insn);
    const char *name = is_struct ? "Item" : "get_Item";
    const char *type = is_struct ? "System.ValueTuple`" : "System.Tuple`";
    return (is_struct || dec_is_call(v, insn)) && cc_str_starts(dec_member(v, insn), name) &&
           cc_str_starts(dec_member_type(v, insn), type);
}

bool dec_plain_load(const dec_view *v, uint32_t insn, uint32_t *first) {
    if (insn >= v->body->insn_count) {
        return false;
    }
    if (is_element_load(v, insn)) {
        *first = dec_insn_before(v, insn);
        return *first != DEC_NO_INSN && is_simple_load(v, *first);
    }
    if (is_field_load(v, insn)) {
        bool is_store = false;
        uint32_t owner = dec_insn_before(v, insn);
        if (owner == DEC_NO_INSN || il_arg_index(dec_insn(v, owner), &is_store) != 0) {
            return false;
        }
        *first = owner;
        return true;
    }
    *first = insn;
    return is_simple_load(v, insn);
}

/* Both load the same variable, by value or by address. */
static bool same_insn(const il_insn *a, const il_insn *b) {
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

/* F#: what `load` loads is stored in a variable at once, and `copy` loads that. (In C# the variable may be a
 * different one by then: its slots are reused.) */
static bool is_copied(const dec_view *v, uint32_t load, uint32_t copy) {
    int32_t stored = -1;
    int32_t loaded = -1;
    return dec_does(v, DEC_KEEPS_SLOTS) && dec_is_store_local(v, load + 1, &stored) &&
           dec_is_load_local(v, copy, &loaded) && stored == loaded;
}

bool dec_same_load(const dec_view *v, uint32_t a, uint32_t b) {
    uint32_t first = 0;
    if (!dec_plain_load(v, a, &first) || !dec_plain_load(v, b, &first)) {
        return false;
    }
    bool is_same =
        is_field_load(v, a) == is_field_load(v, b) && same_insn(dec_insn(v, a), dec_insn(v, b));
    if (is_element_load(v, a) || is_element_load(v, b)) {
        is_same = is_same && dec_same_load(v, dec_insn_before(v, a), dec_insn_before(v, b));
    }
    return is_same || is_copied(v, a, b) || is_copied(v, b, a);
}

bool dec_is_kept_operand(const dec_view *v, uint32_t insn) {
    bool is_field = dec_is_op(v, insn, IL_LDFLDA) || dec_is_op(v, insn, IL_LDFLD);
    cc_str name = is_field ? dec_member(v, insn) : CC_STR("");
    return cc_str_starts(name, "<>s__") || cc_str_starts(name, "<>7__wrap");
}

bool dec_is_copy(const dec_view *v, uint32_t insn) {
    bool is_store = false;
    if (insn == DEC_NO_INSN || dec_is_kept_operand(v, insn)) {
        return insn != DEC_NO_INSN;
    }
    int32_t local = il_local_index(dec_insn(v, insn), &is_store);
    if (local < 0 || is_store) {
        return false;
    }
    return dec_index_last_store(v, dec_key_of_local(local), dec_last_visible(v, insn), insn) !=
           DEC_NO_INSN;
}

uint32_t dec_load_length(const dec_view *v, uint32_t insn) {
    bool is_store = false;
    if (insn >= v->body->insn_count) {
        return 0;
    }
    if (il_arg_index(dec_insn(v, insn), &is_store) == 0 && is_field_load(v, insn + 1)) {
        return 2;
    }
    return is_simple_load(v, insn) ? 1 : 0;
}

uint32_t dec_tested_value(const dec_view *v, uint32_t branch_insn) {
    uint32_t insn = v->is_target[branch_insn] ? DEC_NO_INSN : dec_insn_before(v, branch_insn);
    for (int copies = 0; copies < MAX_COPIES && insn != DEC_NO_INSN; copies++) {
        int32_t loaded = 0;
        int32_t stored = 0;
        uint32_t store = dec_insn_before(v, insn);
        if (!dec_is_load_local(v, insn, &loaded) || store == DEC_NO_INSN ||
            !dec_is_store_local(v, store, &stored) || loaded != stored || v->is_target[insn] ||
            v->is_target[store] || (v->starts[insn] & DEC_START_VISIBLE) != 0) {
            break;
        }
        insn = dec_insn_before(v, store);
    }
    return insn;
}

uint32_t dec_filter_point(const dec_view *v, uint32_t insn) {
    return v->index.filter_point == NULL ? DEC_NO_INSN : v->index.filter_point[insn];
}

uint32_t dec_last_start(const dec_view *v, uint32_t insn) {
    return v->index.last_start[insn];
}

bool dec_is_state_field(const dec_view *v, uint32_t insn) {
    if (!v->is_machine || (!dec_is_op(v, insn, IL_LDFLD) && !dec_is_op(v, insn, IL_STFLD))) {
        return false;
    }
    cc_str name = dec_member(v, insn);
    if (dec_does(v, DEC_NAMES_STATE_PLAINLY)) {
        return cc_str_eqz(name, "pc") || cc_str_eqz(name, "ResumptionPoint");
    }
    return cc_str_eqz(name, "<>1__state") || cc_str_eqz(name, "$State");
}

/* Walks back over constants with sub/add and over conversions to the value they apply to. */
static uint32_t skip_arithmetic(const dec_view *v, uint32_t insn) {
    while (insn != DEC_NO_INSN) {
        const il_insn *u = dec_insn(v, insn);
        int32_t value = 0;
        if (u->op == IL_SUB || u->op == IL_ADD) {
            uint32_t operand = dec_insn_before(v, insn);
            if (!dec_is_const(v, operand, &value)) {
                return DEC_NO_INSN;
            }
            insn = dec_insn_before(v, operand);
        } else if (u->op == IL_CONV_I4 || u->op == IL_CONV_U4 || u->op == IL_CONV_I8) {
            insn = dec_insn_before(v, insn);
        } else {
            return insn;
        }
    }
    return insn;
}

uint32_t dec_compared_value(const dec_view *v, uint32_t branch_insn) {
    const il_insn *u = dec_insn(v, branch_insn);
    uint32_t insn = dec_tested_value(v, branch_insn);
    int32_t value = 0;
    bool one_operand = is_brtrue(u) || is_brfalse(u) || u->op == IL_SWITCH;
    if (!one_operand) {
        insn = dec_insn_before(v, branch_insn);
        if (!dec_is_const(v, insn, &value) && !dec_is_op(v, insn, IL_LDC_I8)) {
            return DEC_NO_INSN;
        }
        insn = dec_insn_before(v, insn);
    }
    insn = skip_arithmetic(v, insn);
    uint32_t first = 0;
    if (u->op == IL_SWITCH && insn != DEC_NO_INSN && !dec_plain_load(v, insn, &first)) {
        /* the variable in which `switch (F())` keeps its value */
        insn = dec_insn_before(v, branch_insn);
    }
    return insn != DEC_NO_INSN && dec_plain_load(v, insn, &first) ? insn : DEC_NO_INSN;
}

/* --- points ------------------------------------------------------------------------------------ */

bool dec_point_contains(const dec_view *v, uint32_t outer, uint32_t inner) {
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

uint32_t dec_enclosing(const dec_view *v, uint32_t insn) {
    return v->point_at[insn] == PROBE_NONE ? DEC_NO_INSN : v->around[v->point_at[insn]];
}

bool dec_is_part(const dec_view *v, uint32_t insn, uint32_t last) {
    uint32_t nearest = dec_enclosing(v, insn);
    if (last <= insn && (nearest == DEC_NO_INSN || nearest <= last)) {
        return nearest != DEC_NO_INSN;
    }
    return dec_index_around(v, insn, last + 1) != DEC_NO_INSN;
}

bool dec_is_earlier(const pdb_point *x, const pdb_point *y) {
    return x->start_line != y->start_line ? x->start_line < y->start_line
                                          : x->start_column < y->start_column;
}

bool dec_same_place(const dec_view *v, uint32_t a, uint32_t b) {
    if (v->point_at[a] == PROBE_NONE || v->point_at[b] == PROBE_NONE) {
        return false;
    }
    const pdb_point *x = &v->method->points[v->point_at[a]];
    const pdb_point *y = &v->method->points[v->point_at[b]];
    return x->document == y->document && x->start_line == y->start_line &&
           x->start_column == y->start_column && x->end_line == y->end_line &&
           x->end_column == y->end_column;
}
