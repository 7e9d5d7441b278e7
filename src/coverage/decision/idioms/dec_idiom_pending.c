/* await in catch and finally blocks: the compiler moves the block after the try statement and
 * records in variables of its own what brought control there.
 *
 *     an exception kept over the block:  LOAD; brfalse N; LOAD; isinst Exception; brtrue T; LOAD; throw;
 *       T: Capture, Throw; N: (rethrow in a catch block has no null test)
 *     which block, or where to continue: LOAD; ldc; beq/bne/switch, where a constant was stored on every
 *       path that leads there */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_reach.h"

static bool is_load(const dec_view *v, uint32_t insn) {
    return dec_load_length(v, insn) > 0 || dec_is_op(v, insn, IL_LDFLD);
}

/* Only loads, then a throw that the user did not write. */
static bool throws_again(const dec_view *v, uint32_t insn) {
    if (dec_visible_in(v, insn, insn + 1)) {
        return false;
    }
    while (dec_is_insn(v, insn) && is_load(v, insn)) {
        insn++;
    }
    return dec_is_op(v, insn, IL_THROW);
}

/* `isinst Exception` made the tested value, perhaps copied by dup or a local: that instruction. */
static uint32_t exception_test(const dec_view *v, uint32_t branch_insn) {
    uint32_t tested = dec_tested_value(v, branch_insn);
    if (dec_is_op(v, tested, IL_DUP)) {
        tested = dec_insn_before(v, tested);
    }
    bool is_test = dec_is_op(v, tested, IL_ISINST) &&
                   cc_str_eqz(dec_type_operand(v, tested), "System.Exception");
    return is_test ? tested : DEC_NO_INSN;
}

/* The null test before the exception test, with nothing but loads between them. */
static void drop_null_test(dec_view *v, uint32_t b, uint32_t test) {
    uint32_t first = test;
    while (first > 0 && is_load(v, first - 1)) {
        first--;
    }
    if (b > 0 && first > 0 && v->plan->branches[b - 1].insn == first - 1 &&
        !dec_visible_in(v, first, test) && dec_is_truth_test(v, b - 1)) {
        dec_drop(v, b - 1);
    }
}

static void drop_pending(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t test = exception_test(v, v->plan->branches[b].insn);
        if (test != DEC_NO_INSN && throws_again(v, dec_arm_if(v, b, false))) {
            dec_drop(v, b);
            drop_null_test(v, b, test);
        }
    }
}

/* --- where to continue ------------------------------------------------------------------------ */

/* The instruction stores a constant: no branch reaches it with a value of its own, as one of &&
 * does. */
static bool stores_constant(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    return !v->is_target[insn] && dec_is_const(v, dec_insn_before(v, insn), &value);
}

/* Where the compiler keeps a value: a local, a field of its own, or, in optimised code, that of a
 * variable which is not used any more. */
static il_place keeper_at(const dec_view *v, uint32_t load) {
    il_place place = dec_loaded(v, load);
    bool is_own = place.kind == IL_PLACE_FIELD && cc_str_starts(dec_member(v, load), "<") &&
                  !dec_is_state_field(v, load);
    return is_own || place.kind == IL_PLACE_LOCAL ? place : (il_place){IL_PLACE_NONE, 0};
}

/* What a store gives a keeper: a bit each. */
enum {
    KEPT_CONSTANT = 1,
    KEPT_NUMBER = 2, /* what another field holds, which is a constant there */
    KEPT_OTHER = 4
};

typedef struct keepers {
    dec_view *v;
    dec_reach reach;
    /* By instruction: loads a field of the compiler's that holds a constant there */
    bool *loads_number;
    bool *is_asked; /* by local: some test asks for it */
    /* By number of the field's first store: what the field is given anywhere */
    uint8_t *given;
} keepers;

/* The store is the compiler's. That of a variable of the user, `<i>5__2`, is in a statement; in
 * optimised code the variable may be in a field that has no name of its own, and the statement is
 * `ldarg.0; ldc; stfld`. */
static bool is_made(const dec_view *v, uint32_t store) {
    if (!dec_is_op(v, store, IL_STFLD)) {
        return true;
    }
    bool is_statement = store >= 2 && v->point_at[store - 2] != PROBE_NONE;
    return (cc_str_starts(dec_member(v, store), "<>") && !is_statement) ||
           dec_starts_hidden(v, dec_last_start(v, store));
}

/* What the store gives. A call that gets the address (`out`) may store anything. */
static uint8_t kept_by(const keepers *w, uint32_t store) {
    uint32_t before = store == 0 ? DEC_NO_INSN : dec_insn_before(w->v, store);
    if (before == DEC_NO_INSN || dec_stored(w->v, store).kind == IL_PLACE_NONE) {
        return KEPT_OTHER;
    }
    if (w->loads_number[before]) {
        return KEPT_NUMBER;
    }
    return is_made(w->v, store) && stores_constant(w->v, store) ? KEPT_CONSTANT : KEPT_OTHER;
}

/* What all stores give that reach the load. A resumed method finds the number 0 as it began. */
static uint8_t kept_at(keepers *w, uint32_t load, il_place k) {
    il_known stores = dec_reaching(&w->reach, load, k);
    uint8_t kept = stores.kind == IL_ANY ? KEPT_OTHER : 0;
    for (uint32_t i = 0; i < stores.count; i++) {
        int32_t store = il_known_at(&stores, i);
        bool is_initial = store == IL_INITIAL_STORE;
        kept = (uint8_t)(kept | (is_initial ? 0 : kept_by(w, (uint32_t)store)));
    }
    return kept;
}

/* What all stores of the field give. */
static uint8_t given_to(const keepers *w, il_place k) {
    uint32_t first = dec_index_store_from(w->v, k, 0);
    uint32_t end = dec_index_store_from(w->v, k, DEC_NO_INSN);
    uint8_t kept = first < end ? w->given[first] : 0;
    if ((kept & KEPT_OTHER) == 0 || (kept & KEPT_NUMBER) == 0) {
        return kept;
    }
    kept = 0; /* what other fields hold may be known by now */
    for (uint32_t at = first; at < end; at++) {
        kept = (uint8_t)(kept | kept_by(w, w->v->index.stores[at].insn));
    }
    return kept;
}

/* A store of what another field holds counts as both: it may be a number. */
static void find_given(keepers *w) {
    const dec_view *v = w->v;
    uint32_t first = 0;
    for (uint32_t at = 0; at < v->index.store_count; at++) {
        uint32_t store = v->index.stores[at].insn;
        uint32_t before = store == 0 ? DEC_NO_INSN : dec_insn_before(v, store);
        bool copies = before != DEC_NO_INSN && dec_is_op(v, before, IL_LDFLD);
        if (!il_is_same_place(v->index.stores[at].place, v->index.stores[first].place)) {
            first = at;
        }
        w->given[first] =
            (uint8_t)(w->given[first] | (copies ? KEPT_NUMBER | KEPT_OTHER : kept_by(w, store)));
    }
}

/* A field in which only constants are stored, or in which no other value reaches the load. */
static bool holds_constant(keepers *w, uint32_t load) {
    il_place k = keeper_at(w->v, load);
    uint8_t given = k.kind == IL_PLACE_FIELD ? given_to(w, k) : 0;
    if ((given & KEPT_CONSTANT) == 0) {
        return false;
    }
    uint8_t kept = (given & KEPT_OTHER) == 0 ? KEPT_CONSTANT : kept_at(w, load, k);
    return (kept & KEPT_OTHER) == 0 && (kept & KEPT_CONSTANT) != 0;
}

/* A field is tested where it is loaded, or in a local. */
static void find_numbers(keepers *w) {
    const dec_view *v = w->v;
    int32_t value = 0;
    for (uint32_t u = 0; dec_is_insn(v, u + 1); u++) {
        bool is_asked = dec_is_store_local(v, u + 1, &value) || dec_is_const(v, u + 1, &value) ||
                        dec_has_branch(v, u + 1);
        w->loads_number[u] = is_asked && holds_constant(w, u);
    }
}

/* A local that holds a constant there, or the value of one of those fields; *from_field: the
 * latter. */
static bool is_constant_local(keepers *w, uint32_t load, bool *from_field) {
    il_place k = keeper_at(w->v, load);
    uint8_t kept = k.kind == IL_PLACE_LOCAL ? kept_at(w, load, k) : KEPT_OTHER;
    *from_field = (kept & (KEPT_OTHER | KEPT_NUMBER)) == KEPT_NUMBER;
    return *from_field || kept == KEPT_CONSTANT;
}

/* The last sequence point at or before the instruction is hidden, and a leave goes there. */
static bool after_handler(const dec_view *v, uint32_t insn) {
    insn = dec_last_start(v, insn);
    if ((v->starts[insn] & DEC_START_HIDDEN) == 0) {
        return false;
    }
    for (uint32_t i = v->index.jumps_at[insn]; i < v->index.jumps_at[insn + 1]; i++) {
        if (dec_flow(v, v->index.jumps[i]) == IL_FLOW_LEAVE) {
            return true;
        }
    }
    return false;
}

/* The instruction before all tests of the number that `load` loads. */
static uint32_t before_dispatch(const dec_view *v, uint32_t load) {
    uint32_t before = load == 0 ? DEC_NO_INSN : dec_insn_before(v, load);
    uint32_t branch = dec_branch_at(v, before);
    while (branch != PROBE_NONE && dec_is_dropped(v, branch)) {
        uint32_t earlier = dec_compared_value(v, before);
        if (earlier == DEC_NO_INSN || !dec_same_load(v, earlier, load)) {
            return DEC_NO_INSN;
        }
        before = earlier == 0 ? DEC_NO_INSN : dec_insn_before(v, earlier);
        branch = dec_branch_at(v, before);
    }
    return before;
}

/* The exception that a finally block kept was thrown again before the load: what comes next is
 * still compiler-made. A finally that only awaits on its way to a throw keeps the number in a
 * local. */
static bool after_rethrow(const dec_view *v, uint32_t load) {
    uint32_t before = before_dispatch(v, load);
    return before != DEC_NO_INSN && (v->starts[dec_last_start(v, load)] & DEC_START_HIDDEN) != 0 &&
           dec_rethrows(v, before);
}

/* The same where a field has the number: `ldarg.0; ldfld F; stloc n` before the tests of n.
 * The variable whose field it was may be in a loop around the block, and `return` stores the number
 * in its own statement, so most stores do not tell. The one at the begin of the block is in no
 * statement. */
static bool is_field_after_rethrow(const keepers *w, uint32_t load) {
    const dec_view *v = w->v;
    uint32_t store = before_dispatch(v, load);
    bool is_copy =
        store != DEC_NO_INSN && il_is_same_place(dec_stored(v, store), dec_loaded(v, load));
    uint32_t field = is_copy ? dec_insn_before(v, store) : DEC_NO_INSN;
    if (field == DEC_NO_INSN || field < 2 || dec_load_length(v, field - 1) != 2) {
        return false;
    }
    il_place k = keeper_at(v, field);
    return k.kind == IL_PLACE_FIELD && dec_starts_hidden(v, dec_last_start(v, field)) &&
           dec_rethrows(v, dec_insn_before(v, field - 1)) && (given_to(w, k) & KEPT_CONSTANT) != 0;
}

/* Something in the method says that the local may be one, before its stores are followed. */
static bool may_be_constant(const keepers *w, uint32_t load, uint32_t test) {
    uint8_t given = given_to(w, keeper_at(w->v, load));
    return (given & KEPT_NUMBER) != 0 ||
           ((given & KEPT_CONSTANT) != 0 &&
            (after_handler(w->v, test) || after_rethrow(w->v, load)));
}

static bool is_dispatch(keepers *w, uint32_t load, uint32_t test) {
    bool from_field = false;
    if (load == DEC_NO_INSN || w->loads_number[load]) {
        return load != DEC_NO_INSN;
    }
    if (is_field_after_rethrow(w, load)) {
        return true;
    }
    return may_be_constant(w, load, test) && is_constant_local(w, load, &from_field) &&
           (from_field || after_handler(w->v, test) || after_rethrow(w->v, load));
}

static bool is_candidate(const dec_view *v, uint32_t b) {
    return dec_is_kept(v, b) && v->plan->branches[b].kind != PROBE_BRANCH_FORK;
}

static bool asks(void *ctx, il_place place) {
    const keepers *w = (const keepers *)ctx;
    if (place.kind == IL_PLACE_LOCAL) {
        return w->is_asked[place.key];
    }
    uint32_t first = dec_index_store_from(w->v, place, 0);
    bool is_stored = place.kind == IL_PLACE_FIELD && first < w->v->index.store_count &&
                     il_is_same_place(w->v->index.stores[first].place, place);
    return is_stored && (w->given[first] & (KEPT_CONSTANT | KEPT_NUMBER)) != 0;
}

static bool make_keepers(keepers *w, dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    *w = (keepers){.v = v,
                   .loads_number = CC_NEW_ARRAY(v->arena, bool, insns),
                   .is_asked = CC_NEW_ARRAY(v->arena, bool, (size_t)v->index.local_count + 1),
                   .given = CC_NEW_ARRAY(v->arena, uint8_t, (size_t)v->index.store_count + 1)};
    find_given(w);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        if (is_candidate(v, b) &&
            dec_is_load_local(v, dec_compared_value(v, v->plan->branches[b].insn), &local)) {
            w->is_asked[local] = true;
        }
    }
    w->reach = dec_reach_of(v, asks, w);
    w->reach.names_begin = true;
    return true;
}

static void drop_dispatch(dec_view *v) {
    keepers w;
    if (!make_keepers(&w, v)) {
        return;
    }
    find_numbers(&w);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t test = v->plan->branches[b].insn;
        if (is_candidate(v, b) && is_dispatch(&w, dec_compared_value(v, test), test)) {
            dec_drop(v, b);
        }
    }
}

void dec_idiom_pending(dec_view *v) {
    if (v->is_machine) {
        drop_pending(v);
        drop_dispatch(v);
    }
}
