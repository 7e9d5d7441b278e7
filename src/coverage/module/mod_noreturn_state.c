/* The dispatch of a C# state machine; see mod_noreturn_state.h. */
#include "coverage/module/mod_noreturn_state.h"

static bool is_state_field(const mod_state_field *state, const il_body *body, uint32_t insn,
                           il_op op) {
    return il_long_op(&body->insns[insn]) == op &&
           state->is_state(state->ctx, (uint32_t)body->insns[insn].operand);
}

static bool is_local(const il_body *body, uint32_t insn, bool store, int32_t *local) {
    bool is_store = false;
    bool is_address =
        il_long_op(&body->insns[insn]) == IL_LDLOCA; /* il_local_index() includes ldloca */
    int32_t index = il_local_index(&body->insns[insn], &is_store);
    *local = index;
    return index >= 0 && is_store == store && !is_address;
}

/* --- stores ----------------------------------------------------------------------------------- */

/* The constant on the stack in front of `insn`, also through a dup. */
static bool constant_before(const il_body *body, uint32_t insn, int32_t *value) {
    uint32_t at = insn;
    if (at > 0 && il_long_op(&body->insns[at - 1]) == IL_DUP) {
        at--;
    }
    return at > 0 && il_const_i4(&body->insns[at - 1], value);
}

/* The instruction stores the state. *value: the constant, if *is_known. A field that is stored
 * right behind the local gets the same value. */
static bool stores_state(const mod_states *s, const mod_state_field *state, uint32_t insn,
                         int32_t *value, bool *is_known) {
    int32_t local = -1;
    const il_body *body = s->body;
    if (insn == s->copy) {
        return false;
    }
    if (is_local(body, insn, true, &local) && local == s->local) {
        *is_known = constant_before(body, insn, value);
        return true;
    }
    if (!is_state_field(state, body, insn, IL_STFLD)) {
        return false;
    }
    bool is_behind = insn > 0 && is_local(body, insn - 1, true, &local) && local == s->local;
    *is_known = constant_before(body, is_behind ? insn - 1 : insn, value);
    return true;
}

uint32_t mod_states_number(const mod_states *states, int32_t value) {
    for (uint32_t i = 1; i < states->count; i++) {
        if (states->values[i] == value) {
            return i;
        }
    }
    return MOD_STATE_UNKNOWN;
}

/* The value's number, added when it is new; "not known" when there are too many. */
static uint32_t number_for(mod_states *s, int32_t value) {
    uint32_t number = mod_states_number(s, value);
    if (number == MOD_STATE_UNKNOWN && s->count < MOD_STATE_MAX) {
        number = s->count++;
        s->values[number] = value;
    }
    return number;
}

static uint32_t find_copy(const il_body *body, const mod_state_field *state, int32_t *local) {
    for (uint32_t u = 0; u + 1 < body->insn_count; u++) {
        if (is_state_field(state, body, u, IL_LDFLD)) {
            return is_local(body, u + 1, true, local) ? u + 1 : IL_NO_INSN;
        }
    }
    return IL_NO_INSN;
}

static void find_stores(mod_states *s, const mod_state_field *state) {
    for (uint32_t u = 0; u < s->body->insn_count; u++) {
        int32_t value = 0;
        bool is_known = false;
        if (stores_state(s, state, u, &value, &is_known)) {
            s->stored[u] = is_known ? number_for(s, value) : MOD_STATE_UNKNOWN;
        }
    }
}

cc_err mod_states_find(mod_states *out, const il_body *body, const mod_state_field *state,
                       cc_arena *arena) {
    *out = (mod_states){.body = body, .copy = IL_NO_INSN, .local = -1, .count = 1};
    out->stored = CC_NEW_ARRAY(arena, uint32_t, body->insn_count);
    if (out->stored == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a state machine");
    }
    for (uint32_t u = 0; u < body->insn_count; u++) {
        out->stored[u] = MOD_STATE_NONE;
    }
    out->copy = state == NULL ? IL_NO_INSN : find_copy(body, state, &out->local);
    if (out->copy == IL_NO_INSN) {
        return CC_OK;
    }
    out->values = CC_NEW_ARRAY(arena, int32_t, MOD_STATE_MAX);
    if (out->values == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a state machine");
    }
    (void)number_for(out, state->is_iterator ? 0 : -1);
    if (!state->is_iterator) {
        (void)number_for(out, -3); /* async iterators begin with it */
    }
    find_stores(out, state);
    return CC_OK;
}

/* --- tests ------------------------------------------------------------------------------------ */

/* The value on the stack in front of `insn` is the state minus a constant: *behind is the
 * instruction that begins to compute it. */
static bool state_before(const mod_states *s, uint32_t insn, int32_t *minus, uint32_t *behind) {
    const il_body *body = s->body;
    int32_t local = -1;
    *minus = 0;
    if (insn >= 1 && is_local(body, insn - 1, false, &local) && local == s->local) {
        *behind = insn - 1;
        return true;
    }
    bool is_difference = insn >= 3 && il_long_op(&body->insns[insn - 1]) == IL_SUB &&
                         il_const_i4(&body->insns[insn - 2], minus) &&
                         is_local(body, insn - 3, false, &local) && local == s->local;
    *behind = is_difference ? insn - 3 : insn;
    return is_difference;
}

/* `left op right`; *known is false for other opcodes. */
static bool holds(il_op op, int32_t left, int32_t right, bool *known) {
    uint32_t a = (uint32_t)left;
    uint32_t b = (uint32_t)right;
    *known = true;
    switch ((int)op) {
    case IL_BEQ:
        return left == right;
    case IL_BNE_UN:
        return left != right;
    case IL_BGE:
        return left >= right;
    case IL_BGT:
        return left > right;
    case IL_BLE:
        return left <= right;
    case IL_BLT:
        return left < right;
    case IL_BGE_UN:
        return a >= b;
    case IL_BGT_UN:
        return a > b;
    case IL_BLE_UN:
        return a <= b;
    case IL_BLT_UN:
        return a < b;
    default:
        *known = false;
        return false;
    }
}

static int32_t difference(int32_t value, int32_t minus) {
    return (int32_t)((uint32_t)value - (uint32_t)minus);
}

static uint32_t target_of_switch(const mod_states *s, uint32_t insn, int32_t value) {
    const il_insn *u = &s->body->insns[insn];
    uint32_t entry = (uint32_t)value;
    return entry < u->target_count ? s->body->targets[u->target + entry] : insn + 1;
}

uint32_t mod_states_target(const mod_states *s, uint32_t insn, uint32_t number) {
    const il_body *body = s->body;
    int32_t minus = 0;
    int32_t constant = 0;
    uint32_t begin = 0;
    if (number == MOD_STATE_UNKNOWN || number >= s->count) {
        return IL_NO_INSN;
    }
    il_op op = il_long_op(&body->insns[insn]);
    bool is_alone = state_before(s, insn, &minus, &begin);
    int32_t value = is_alone ? difference(s->values[number], minus) : 0;
    if (is_alone && op == IL_SWITCH) {
        return target_of_switch(s, insn, value);
    }
    if (is_alone && (op == IL_BRFALSE || op == IL_BRTRUE)) {
        return (value != 0) == (op == IL_BRTRUE) ? body->insns[insn].target : insn + 1;
    }
    bool is_compared = insn >= 2 && il_const_i4(&body->insns[insn - 1], &constant) &&
                       state_before(s, insn - 1, &minus, &begin);
    bool known = false;
    bool is_taken =
        is_compared && holds(op, difference(s->values[number], minus), constant, &known);
    if (!known) {
        return IL_NO_INSN;
    }
    return is_taken ? body->insns[insn].target : insn + 1;
}
