/* The predicates that most idioms use; see dec_view.h. */
#include "coverage/decision/core/dec_value.h"

uint32_t dec_insn_before(const dec_view *v, uint32_t insn) {
    return il_insn_before(v->body, insn);
}

uint32_t dec_skip_jumps(const dec_view *v, uint32_t insn) {
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, insn); steps++) {
        if (dec_is_br(v, insn)) {
            insn = dec_insn(v, insn)->target;
        } else if (dec_is_op(v, insn, IL_NOP)) {
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

uint32_t dec_target_count(const dec_view *v, uint32_t insn) {
    const il_insn *u = dec_insn(v, insn);
    return u->op == IL_SWITCH ? u->target_count : il_has_target(u) ? 1 : 0;
}

uint32_t dec_target(const dec_view *v, uint32_t insn, uint32_t index) {
    const il_insn *u = dec_insn(v, insn);
    return u->op == IL_SWITCH ? v->body->targets[u->target + index] : u->target;
}

static bool falls_through(const dec_view *v, uint32_t insn) {
    il_flow flow = dec_flow(v, insn);
    return dec_goes_on(v, insn) || flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH;
}

uint32_t dec_successor_count(const dec_view *v, uint32_t insn) {
    bool has_next = falls_through(v, insn) && dec_is_insn(v, insn + 1);
    return dec_target_count(v, insn) + (has_next ? 1 : 0);
}

uint32_t dec_successor(const dec_view *v, uint32_t insn, uint32_t index) {
    if (index >= dec_successor_count(v, insn)) {
        return DEC_NO_INSN;
    }
    return index < dec_target_count(v, insn) ? dec_target(v, insn, index) : insn + 1;
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

uint32_t dec_next_point(const dec_view *v, uint32_t insn) {
    uint32_t next = dec_is_insn(v, insn) ? v->index.next_visible[insn] : DEC_NO_INSN;
    return dec_is_insn(v, next) ? next : DEC_NO_INSN;
}

uint32_t dec_next_start(const dec_view *v, uint32_t insn) {
    uint32_t next = insn + 1;
    while (dec_is_insn(v, next) && v->starts[next] == 0) {
        next++;
    }
    return next;
}

bool dec_visible_in(const dec_view *v, uint32_t first, uint32_t end) {
    end = end < v->body->insn_count ? end : v->body->insn_count;
    return first < end && dec_next_visible(v, first, end) < end;
}

bool dec_asks_truth(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_BRTRUE) || dec_is_op(v, insn, IL_BRFALSE);
}

uint32_t dec_ret_of_brace(const dec_view *v, uint32_t insn) {
    uint32_t last = v->body->insn_count - 1;
    const pdb_point *p = dec_visible_point(v, last);
    if (!dec_is_op(v, insn, IL_RET) || !dec_is_op(v, last, IL_RET) || p == NULL) {
        return DEC_NO_INSN;
    }
    bool is_brace = p->start_line == p->end_line &&
                    (p->end_column == p->start_column + 1 || dec_does(v, DEC_ENDS_WITH_WORDS));
    return is_brace ? last : DEC_NO_INSN;
}

uint32_t dec_arm_if(const dec_view *v, uint32_t branch, bool truth) {
    bool taken = dec_is_op(v, dec_test_insn(v, branch), IL_BRTRUE) == truth;
    return dec_arm_target(v, branch, taken ? 1 : 0);
}

uint32_t dec_dest_if(const dec_view *v, uint32_t branch, bool truth) {
    return dec_skip_jumps(v, dec_arm_if(v, branch, truth));
}

uint32_t dec_arm_dest(const dec_view *v, uint32_t branch, uint32_t arm) {
    return dec_skip_jumps(v, dec_arm_target(v, branch, arm));
}

bool dec_leads_to(const dec_view *v, uint32_t from, uint32_t insn) {
    uint32_t i = 0;
    while (i < dec_successor_count(v, from) && dec_successor(v, from, i) != insn) {
        i++;
    }
    return i < dec_successor_count(v, from);
}

bool dec_is_op(const dec_view *v, uint32_t insn, il_op op) {
    return dec_is_insn(v, insn) &&
           (dec_insn(v, insn)->op == (uint16_t)op || il_long_op(dec_insn(v, insn)) == op);
}

bool dec_is_call(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_CALL) || dec_is_op(v, insn, IL_CALLVIRT);
}

/* The local in the place; -1: it is something else. */
static int32_t local_of(il_place place) {
    return place.kind == IL_PLACE_LOCAL ? (int32_t)place.key : -1;
}

bool dec_is_br(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_BR);
}

static bool set_local(il_place place, int32_t *local) {
    if (local != NULL) {
        *local = local_of(place);
    }
    return place.kind == IL_PLACE_LOCAL;
}

bool dec_is_store_local(const dec_view *v, uint32_t insn, int32_t *local) {
    return set_local(dec_stored(v, insn), local);
}

bool dec_is_load_local(const dec_view *v, uint32_t insn, int32_t *local) {
    return set_local(dec_loaded(v, insn), local);
}

bool dec_takes_address(const dec_view *v, uint32_t insn, int32_t local) {
    il_place place = {IL_PLACE_LOCAL, local};
    return dec_is_insn(v, insn) && il_is_same_place(il_addressed(dec_insn(v, insn)), place);
}

bool dec_is_const(const dec_view *v, uint32_t insn, int32_t *value) {
    int32_t ignored = 0;
    return dec_is_insn(v, insn) && il_const_i4(dec_insn(v, insn), value == NULL ? &ignored : value);
}

bool dec_is_number(const dec_view *v, uint32_t insn, int32_t value) {
    int32_t loaded = 0;
    return dec_is_const(v, insn, &loaded) && loaded == value;
}

bool dec_loads_local(const dec_view *v, uint32_t insn, int32_t local) {
    return local >= 0 && local_of(dec_loaded(v, insn)) == local;
}

bool dec_stores_local(const dec_view *v, uint32_t insn, int32_t local) {
    return local >= 0 && local_of(dec_stored(v, insn)) == local;
}

bool dec_loads_this(const dec_view *v, uint32_t insn) {
    return il_is_same_place(dec_loaded(v, insn), (il_place){IL_PLACE_ARG, 0});
}

static bool names_member(const dec_view *v, uint32_t insn) {
    if (!dec_is_insn(v, insn)) {
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
    if (dec_is_insn(v, insn) && !names_member(v, insn) &&
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

bool dec_calls_of(const dec_view *v, uint32_t insn, const char *type, const char *name) {
    return dec_calls(v, insn, name) && cc_str_eqz(dec_member_type(v, insn), type);
}

uint32_t dec_find_call(const dec_view *v, uint32_t first, uint32_t last, const char *name) {
    for (uint32_t u = first; dec_is_insn(v, u) && u <= last; u++) {
        if (dec_calls(v, u, name)) {
            return u;
        }
    }
    return DEC_NO_INSN;
}

/* The constructor of an index of a list, or of a constant that has no instruction. */
static bool makes_operand_of_tests(const dec_view *v, uint32_t insn) {
    static const char *const types[] = {"System.Index", "System.Range", "System.Decimal"};
    cc_str type = dec_is_op(v, insn, IL_NEWOBJ) ? dec_member_type(v, insn) : CC_STR("");
    bool is_made = false;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        is_made = is_made || cc_str_eqz(type, types[i]);
    }
    return is_made;
}

bool dec_is_call_of_tests(const dec_view *v, uint32_t insn) {
    static const char *const names[] = {"GetValueOrDefault", "Deconstruct", "Equals",
                                        "SequenceEqual",     "AsSpan",      "Substring",
                                        "GetSubArray",       "Slice"};
    cc_str name = dec_member(v, insn);
    bool is_known = cc_str_starts(name, "get_") || cc_str_starts(name, "op_") ||
                    cc_str_starts(name, "Compute") || makes_operand_of_tests(v, insn);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is_known = is_known || cc_str_eqz(name, names[i]);
    }
    return is_known;
}

bool dec_rethrows(const dec_view *v, uint32_t insn) {
    return dec_calls_of(v, insn, "System.Runtime.ExceptionServices.ExceptionDispatchInfo", "Throw");
}

/* A state machine keeps the object in a field. */
/* The member is one of the object, or structure, that holds captured variables. */
static bool is_of_closure(const dec_view *v, uint32_t insn) {
    cc_str type = dec_member_type(v, insn);
    while (type.len > 0 && !cc_str_starts(type, "<>c__DisplayClass")) {
        type = (cc_str){type.s + 1, type.len - 1};
    }
    return type.len > 0;
}

bool dec_makes_closure(const dec_view *v, uint32_t insn) {
    bool has_object = v->is_machine && dec_loads_this(v, insn);
    uint32_t make = has_object ? insn + 1 : insn;
    return dec_is_op(v, make, IL_NEWOBJ) && is_of_closure(v, make);
}

bool dec_loads_captured(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn + 1, IL_LDFLD) && is_of_closure(v, insn + 1);
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

/* --- points ------------------------------------------------------------------------------------ */

bool dec_point_contains(const dec_view *v, uint32_t outer, uint32_t inner) {
    const pdb_point *o = dec_visible_point(v, outer);
    const pdb_point *i = dec_visible_point(v, inner);
    if (o == NULL || i == NULL) {
        return false;
    }
    bool ends_earlier =
        i->end_line < o->end_line || (i->end_line == o->end_line && i->end_column < o->end_column);
    return i->document == o->document && dec_is_earlier(o, i) && ends_earlier;
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
    const pdb_point *x = dec_visible_point(v, a);
    const pdb_point *y = dec_visible_point(v, b);
    return x != NULL && y != NULL && x->document == y->document && x->start_line == y->start_line &&
           x->start_column == y->start_column && x->end_line == y->end_line &&
           x->end_column == y->end_column;
}

void *dec_grow(dec_view *v, void *items, uint32_t count, size_t *cap, size_t size) {
    return cc_arena_grow(v->arena, items, count, cap, size);
}
