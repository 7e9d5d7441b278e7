/* await in catch and finally blocks: the compiler moves the block behind the try statement and
 * records in variables of its own what brought control there.
 *
 *     an exception kept over the block:  LOAD; brfalse N; LOAD; isinst Exception; brtrue T; LOAD; throw;
 *       T: Capture, Throw; N: (rethrow in a catch block has no null test)
 *     which block, or where to continue: LOAD; ldc; beq/bne/switch, where a constant was stored on every
 *       path that leads there */
#include "coverage/decision/dec_idioms.h"
#include "coverage/decision/dec_walk.h"

static bool is_load(const dec_view *v, uint32_t insn) {
    return dec_load_length(v, insn) > 0 || dec_is_op(v, insn, IL_LDFLD);
}

/* Only loads, then a throw that the user did not write. */
static bool throws_again(const dec_view *v, uint32_t insn) {
    if (dec_visible_in(v, insn, insn + 1)) {
        return false;
    }
    while (insn < v->body->insn_count && is_load(v, insn)) {
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

/* The null test in front of the exception test, with nothing but loads between them. */
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
    bool is_own = place.kind == IL_PLACE_FIELD && cc_str_starts(dec_member(v, load), "<");
    return is_own || place.kind == IL_PLACE_LOCAL ? place : (il_place){IL_PLACE_NONE, 0};
}

typedef enum kept_value { KEPT_NOTHING, KEPT_CONSTANT, KEPT_FIELD, KEPT_OTHER } kept_value;

/* What a field is given, wherever it is. */
typedef struct given {
    bool is_known;
    bool constant, other;
    bool field; /* what another field holds, which may be a number */
} given;

typedef struct value_walk {
    const dec_view *v;
    dec_walk walk;
    /* By instruction: loads a field of the compiler's that holds a constant there */
    bool *loads_number;
    given *given; /* by number of the field's first store */
    /* By instruction that loads a local: 1 << kind of each value that may be there */
    uint8_t *reached;
    bool *is_followed; /* by local: `reached` is known */
} value_walk;

/* The store is the compiler's. That of a variable of the user, `<i>5__2`, is in a statement; in
 * optimised code the variable may be in a field that has no name of its own, and the statement is
 * `ldarg.0; ldc; stfld`. */
static bool is_made(const dec_view *v, uint32_t store) {
    if (!dec_is_op(v, store, IL_STFLD)) {
        return true;
    }
    bool is_statement = store >= 2 && v->point_at[store - 2] != PROBE_NONE;
    return (cc_str_starts(dec_member(v, store), "<>") && !is_statement) ||
           v->starts[dec_last_start(v, store)] == DEC_START_HIDDEN;
}

/* What the instruction stores in the keeper. A call that gets its address (`out`) may store
 * anything. */
static kept_value stored_value(const value_walk *w, uint32_t insn, il_place k) {
    if (k.kind == IL_PLACE_LOCAL && il_is_same_place(il_addressed(dec_insn(w->v, insn)), k)) {
        return KEPT_OTHER;
    }
    if (insn == 0 || !il_is_same_place(dec_stored(w->v, insn), k)) {
        return KEPT_NOTHING;
    }
    uint32_t before = dec_insn_before(w->v, insn);
    if (before != DEC_NO_INSN && w->loads_number[before]) {
        return KEPT_FIELD;
    }
    return is_made(w->v, insn) && stores_constant(w->v, insn) ? KEPT_CONSTANT : KEPT_OTHER;
}

/* Number of the first store of the keeper, and of the first behind them. */
static uint32_t first_store(const value_walk *w, il_place k) {
    return dec_index_store_from(w->v, k, 0);
}

static uint32_t end_of_stores(const value_walk *w, il_place k) {
    return dec_index_store_from(w->v, k, DEC_NO_INSN);
}

/* Sees where values of that kind go that are stored in the keeper. */
static void follow(value_walk *w, il_place k, kept_value kind) {
    const dec_index *x = &w->v->index;
    dec_walk *walk = &w->walk;
    bool is_local = k.kind == IL_PLACE_LOCAL;
    uint32_t at = is_local ? x->uses_at[k.key] : first_store(w, k);
    uint32_t end = is_local ? x->uses_at[k.key + 1] : end_of_stores(w, k);
    dec_walk_clear(walk);
    for (; at < end; at++) {
        uint32_t insn = is_local ? x->uses[at] : x->stores[at].insn;
        if (insn > 0 && stored_value(w, insn, k) == kind) {
            dec_walk_push(walk, insn + 1);
        }
    }
    while (walk->depth > 0) {
        uint32_t insn = walk->stack[--walk->depth];
        if (stored_value(w, insn, k) == KEPT_NOTHING) {
            dec_walk_push_next(walk, insn);
        }
    }
}

/* A value of that kind, stored in the keeper somewhere, is still there at the load: its slot may
 * hold other things elsewhere. */
static bool reaches(value_walk *w, uint32_t load, il_place k, kept_value kind) {
    static const kept_value kinds[] = {KEPT_CONSTANT, KEPT_FIELD, KEPT_OTHER};
    const dec_index *x = &w->v->index;
    if (k.kind != IL_PLACE_LOCAL) {
        follow(w, k, kind);
        return w->walk.seen[load] != 0;
    }
    for (int i = 0; !w->is_followed[k.key] && i < 3; i++) {
        follow(w, k, kinds[i]);
        for (uint32_t at = x->uses_at[k.key]; at < x->uses_at[k.key + 1]; at++) {
            bool is_there = w->walk.seen[x->uses[at]] != 0;
            w->reached[x->uses[at]] |= (uint8_t)(is_there ? 1 << kinds[i] : 0);
        }
    }
    w->is_followed[k.key] = true;
    return (w->reached[load] & (1 << kind)) != 0;
}

static void find_given(const value_walk *w, uint32_t first, uint32_t end, given *g) {
    const dec_view *v = w->v;
    g->is_known = true;
    for (uint32_t at = first; at < end; at++) {
        uint32_t insn = v->index.stores[at].insn;
        uint32_t before = insn == 0 ? DEC_NO_INSN : dec_insn_before(v, insn);
        bool is_field = before != DEC_NO_INSN && dec_is_op(v, before, IL_LDFLD);
        bool is_constant = !is_field && insn > 0 && is_made(v, insn) && stores_constant(v, insn);
        g->field = g->field || is_field;
        g->constant = g->constant || is_constant;
        g->other = g->other || (insn > 0 && !is_field && !is_constant);
    }
}

/* Somewhere the field is given such a value. */
static bool is_stored(value_walk *w, il_place k, kept_value kind) {
    uint32_t first = first_store(w, k);
    uint32_t end = end_of_stores(w, k);
    given *g = &w->given[first];
    if (first < end && !g->is_known) {
        find_given(w, first, end, g);
    }
    bool is_found = first < end && (kind == KEPT_CONSTANT ? g->constant : g->other);
    bool may_be = kind == KEPT_OTHER && first < end && g->field;
    for (uint32_t at = first; !is_found && may_be && at < end; at++) {
        is_found = stored_value(w, w->v->index.stores[at].insn, k) == kind;
    }
    return is_found;
}

/* A field in which only constants are stored, or in which no other value reaches the load. */
static bool holds_constant(value_walk *w, uint32_t load) {
    il_place k = keeper_at(w->v, load);
    if (k.kind != IL_PLACE_FIELD || !is_stored(w, k, KEPT_CONSTANT)) {
        return false;
    }
    return !is_stored(w, k, KEPT_OTHER) ||
           (!reaches(w, load, k, KEPT_OTHER) && reaches(w, load, k, KEPT_CONSTANT));
}

/* A field is tested where it is loaded, or in a local. */
static void find_numbers(value_walk *w) {
    const dec_view *v = w->v;
    int32_t value = 0;
    for (uint32_t u = 0; u + 1 < v->body->insn_count; u++) {
        bool is_asked = dec_is_store_local(v, u + 1, &value) || dec_is_const(v, u + 1, &value) ||
                        v->plan->branch_of_insn[u + 1] != PROBE_NONE;
        w->loads_number[u] = is_asked && holds_constant(w, u);
    }
}

/* A local that holds a constant there, or the value of one of those fields; *from_field: the
 * latter. */
static bool is_constant_local(value_walk *w, uint32_t load, bool *from_field) {
    il_place k = keeper_at(w->v, load);
    *from_field = false;
    if (k.kind != IL_PLACE_LOCAL || reaches(w, load, k, KEPT_OTHER)) {
        return false;
    }
    *from_field = reaches(w, load, k, KEPT_FIELD);
    return *from_field || reaches(w, load, k, KEPT_CONSTANT);
}

/* The last sequence point at or before the instruction is hidden, and a leave goes there. */
static bool behind_handler(const dec_view *v, uint32_t insn) {
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

/* The instruction in front of all tests of the number that `load` loads. */
static uint32_t before_dispatch(const dec_view *v, uint32_t load) {
    uint32_t before = load == 0 ? DEC_NO_INSN : dec_insn_before(v, load);
    uint32_t branch = before == DEC_NO_INSN ? PROBE_NONE : v->plan->branch_of_insn[before];
    while (branch != PROBE_NONE && dec_is_dropped(v, branch)) {
        uint32_t earlier = dec_compared_value(v, before);
        if (earlier == DEC_NO_INSN || !dec_same_load(v, earlier, load)) {
            return DEC_NO_INSN;
        }
        before = earlier == 0 ? DEC_NO_INSN : dec_insn_before(v, earlier);
        branch = before == DEC_NO_INSN ? PROBE_NONE : v->plan->branch_of_insn[before];
    }
    return before;
}

/* The exception that a finally block kept was thrown again in front of the load: what comes next is
 * still compiler-made. A finally that only awaits on its way to a throw keeps the number in a
 * local. */
static bool behind_rethrow(const dec_view *v, uint32_t load) {
    uint32_t before = before_dispatch(v, load);
    return before != DEC_NO_INSN && (v->starts[dec_last_start(v, load)] & DEC_START_HIDDEN) != 0 &&
           dec_rethrows(v, before);
}

/* The same where a field has the number: `ldarg.0; ldfld F; stloc n` in front of the tests of n.
 * The variable whose field it was may be in a loop around the block, and `return` stores the number
 * in its own statement, so most stores do not tell. The one at the begin of the block is in no
 * statement. */
static bool is_field_behind_rethrow(value_walk *w, uint32_t load) {
    const dec_view *v = w->v;
    uint32_t store = before_dispatch(v, load);
    bool is_copy =
        store != DEC_NO_INSN && il_is_same_place(dec_stored(v, store), dec_loaded(v, load));
    uint32_t field = is_copy ? dec_insn_before(v, store) : DEC_NO_INSN;
    if (field == DEC_NO_INSN || field < 2 || dec_load_length(v, field - 1) != 2) {
        return false;
    }
    il_place k = keeper_at(v, field);
    return k.kind == IL_PLACE_FIELD && v->starts[dec_last_start(v, field)] == DEC_START_HIDDEN &&
           dec_rethrows(v, dec_insn_before(v, field - 1)) && is_stored(w, k, KEPT_CONSTANT);
}

static bool is_dispatch(value_walk *w, uint32_t load, uint32_t test) {
    bool from_field = false;
    if (load == DEC_NO_INSN || w->loads_number[load]) {
        return load != DEC_NO_INSN;
    }
    return is_field_behind_rethrow(w, load) ||
           (is_constant_local(w, load, &from_field) &&
            (from_field || behind_handler(w->v, test) || behind_rethrow(w->v, load)));
}

static void drop_dispatch(dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    value_walk walk = {.v = v,
                       .loads_number = CC_NEW_ARRAY(v->arena, bool, insns),
                       .given = CC_NEW_ARRAY(v->arena, given, (size_t)v->index.store_count + 1),
                       .reached = CC_NEW_ARRAY(v->arena, uint8_t, insns),
                       .is_followed =
                           CC_NEW_ARRAY(v->arena, bool, (size_t)v->index.local_count + 1)};
    if (!dec_walk_init(&walk.walk, v) || walk.loads_number == NULL || walk.given == NULL ||
        walk.reached == NULL || walk.is_followed == NULL) {
        v->failed = true;
        return;
    }
    find_numbers(&walk);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (!dec_is_kept(v, b) || branch->kind == PROBE_BRANCH_FORK) {
            continue;
        }
        if (is_dispatch(&walk, dec_compared_value(v, branch->insn), branch->insn)) {
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
