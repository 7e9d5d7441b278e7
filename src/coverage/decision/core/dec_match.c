/* Each step looks at one instruction, or at one load. See dec_match.h. */
#include "coverage/decision/core/dec_match.h"

/* --- where it begins ---------------------------------------------------------------------------- */

dec_cursor dec_at(const dec_view *v, uint32_t insn) {
    return (dec_cursor){v, insn, false};
}

dec_cursor dec_before(const dec_view *v, uint32_t insn) {
    return (dec_cursor){v, dec_insn_before(v, insn), true};
}

dec_cursor dec_back_at(const dec_view *v, uint32_t insn) {
    return (dec_cursor){v, insn, true};
}

dec_cursor dec_if(const dec_view *v, uint32_t branch, bool truth) {
    return dec_at(v, dec_dest_if(v, branch, truth));
}

/* --- steps -------------------------------------------------------------------------------------- */

/* Moves past the instructions [first, last], which matched. */
static void move(dec_cursor *c, uint32_t first, uint32_t last) {
    c->at = c->is_back ? dec_insn_before(c->v, first) : last + 1;
}

static bool move_if(dec_cursor *c, bool matches) {
    if (matches) {
        move(c, c->at, c->at);
    }
    return matches;
}

bool dec_skip(dec_cursor *c) {
    c->at = dec_skip_jumps(c->v, c->at);
    return c->at != DEC_NO_INSN;
}

bool dec_op(dec_cursor *c, il_op op) {
    return move_if(c, dec_is_op(c->v, c->at, op));
}

bool dec_op2(dec_cursor *c, il_op op, il_op other) {
    return dec_op(c, op) || dec_op(c, other);
}

bool dec_maybe(dec_cursor *c, il_op op) {
    (void)dec_op(c, op);
    return true;
}

bool dec_op_of(dec_cursor *c, il_op op, const char *name) {
    return move_if(c, dec_is_op(c->v, c->at, op) && cc_str_eqz(dec_member(c->v, c->at), name));
}

bool dec_call(dec_cursor *c, const char *name) {
    return move_if(c, dec_calls(c->v, c->at, name));
}

bool dec_call_of(dec_cursor *c, const char *type, const char *name) {
    return move_if(c, dec_calls_of(c->v, c->at, type, name));
}

bool dec_const(dec_cursor *c, int32_t *value) {
    return move_if(c, dec_is_const(c->v, c->at, value));
}

bool dec_number(dec_cursor *c, int32_t value) {
    return move_if(c, dec_is_number(c->v, c->at, value));
}

bool dec_load_local(dec_cursor *c, int32_t *local) {
    int32_t loaded = -1;
    bool matches = dec_is_load_local(c->v, c->at, &loaded);
    if (matches && local != NULL) {
        *local = loaded;
    }
    return move_if(c, matches);
}

bool dec_store_local(dec_cursor *c, int32_t *local) {
    int32_t stored = -1;
    bool matches = dec_is_store_local(c->v, c->at, &stored);
    if (matches && local != NULL) {
        *local = stored;
    }
    return move_if(c, matches);
}

/* The plain load at the cursor is [*first, *last]. */
static bool find_load(const dec_cursor *c, uint32_t *first, uint32_t *last) {
    if (c->is_back) {
        *last = c->at;
        return dec_plain_load(c->v, c->at, first);
    }
    uint32_t length = dec_load_length(c->v, c->at);
    *first = c->at;
    *last = c->at + length - 1;
    return length > 0;
}

bool dec_load(dec_cursor *c, uint32_t *load) {
    uint32_t first = 0;
    uint32_t last = 0;
    if (!find_load(c, &first, &last)) {
        return false;
    }
    if (load != NULL) {
        *load = last;
    }
    move(c, first, last);
    return true;
}

bool dec_load_again(dec_cursor *c, uint32_t load) {
    uint32_t first = 0;
    uint32_t last = 0;
    if (!find_load(c, &first, &last)) {
        return false;
    }
    /* `ldarg.0; ldfld` need not load a field of `this`: argument 0 is loaded again, then its field */
    last = dec_same_load(c->v, load, first) ? first : last;
    if (!dec_same_load(c->v, load, last)) {
        return false;
    }
    move(c, first, last);
    return true;
}

bool dec_clears_field(dec_cursor *c) {
    dec_cursor object = *c;
    if (!dec_loads_this(c->v, c->at)) {
        return false;
    }
    object.at++;
    dec_cursor null = object;
    bool is_null = dec_op(&null, IL_LDNULL) && dec_op(&null, IL_STFLD);
    bool is_empty = dec_op(&object, IL_LDFLDA) && dec_op(&object, IL_INITOBJ);
    c->at = is_null || is_empty ? c->at + 3 : c->at;
    return is_null || is_empty;
}
