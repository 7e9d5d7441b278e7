/* await in catch and finally blocks: the compiler moves the block behind the try statement and
 * records in variables of its own what brought control there.
 *
 *     an exception kept over the block:  LOAD; brfalse N; LOAD; isinst Exception; brtrue T; LOAD; throw;
 *       T: Capture, Throw; N: (rethrow in a catch block has no null test)
 *     which block, or where to continue: LOAD; ldc; beq/bne/switch, where a constant was stored on every
 *       path that leads there */
#include "coverage/decision/dec_walk.h"

enum { MAX_LOADS = 6 };

static bool is_load(const dec_view *v, uint32_t insn) {
    return dec_load_length(v, insn) > 0 || dec_is_op(v, insn, IL_LDFLD);
}

/* Only loads, then a throw that the user did not write. */
static bool throws_again(const dec_view *v, uint32_t insn) {
    if (dec_visible_in(v, insn, insn + 1)) {
        return false;
    }
    for (int i = 0; i < MAX_LOADS && insn < v->body->insn_count && is_load(v, insn); i++) {
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
    for (int i = 0; i < MAX_LOADS && first > 0 && is_load(v, first - 1); i++) {
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

/* --- where to continue
 * -------------------------------------------------------------------------- */

/* The instruction stores a constant: no branch reaches it with a value of its own, as one of &&
 * does. */
static bool stores_constant(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    return !v->is_target[insn] && dec_is_const(v, dec_insn_before(v, insn), &value);
}

/* Where the compiler keeps a value: a local, or a field of its own. */
typedef struct keeper {
    int32_t local;
    int64_t field; /* token; -1: the value is in the local */
} keeper;

static keeper keeper_at(const dec_view *v, uint32_t load) {
    keeper k = {-1, -1};
    if (dec_is_op(v, load, IL_LDFLD) && cc_str_starts(dec_member(v, load), "<>")) {
        k.field = dec_insn(v, load)->operand;
    } else {
        (void)dec_is_load_local(v, load, &k.local);
    }
    return k;
}

static bool stores_in(const dec_view *v, uint32_t insn, keeper k) {
    int32_t local = -1;
    if (k.field >= 0) {
        return dec_is_op(v, insn, IL_STFLD) && dec_insn(v, insn)->operand == k.field;
    }
    return dec_is_store_local(v, insn, &local) && local == k.local;
}

typedef enum kept_value { KEPT_NOTHING, KEPT_CONSTANT, KEPT_FIELD, KEPT_OTHER } kept_value;

typedef struct value_walk {
    const dec_view *v;
    dec_walk walk;
    /* by instruction: it loads a compiler's field that holds a constant there */
    bool *loads_number;
} value_walk;

/* What the instruction stores in the keeper. A call that gets its address (`out`) may store
 * anything. */
static kept_value stored_value(const value_walk *w, uint32_t insn, keeper k) {
    if (k.local >= 0 && dec_takes_address(w->v, insn, k.local)) {
        return KEPT_OTHER;
    }
    if (insn == 0 || !stores_in(w->v, insn, k)) {
        return KEPT_NOTHING;
    }
    uint32_t before = dec_insn_before(w->v, insn);
    if (before != DEC_NO_INSN && w->loads_number[before]) {
        return KEPT_FIELD;
    }
    return stores_constant(w->v, insn) ? KEPT_CONSTANT : KEPT_OTHER;
}

/* A value of that kind, stored in the keeper somewhere, reaches the load: the slot may hold other
 * values elsewhere. */
static bool reaches(value_walk *w, uint32_t load, keeper k, kept_value kind) {
    const dec_view *v = w->v;
    dec_walk *walk = &w->walk;
    dec_walk_clear(walk);
    for (uint32_t u = 1; u < v->body->insn_count; u++) {
        if (stored_value(w, u, k) == kind) {
            dec_walk_push(walk, u + 1);
        }
    }
    while (walk->depth > 0) {
        uint32_t insn = walk->stack[--walk->depth];
        if (stored_value(w, insn, k) == KEPT_NOTHING) {
            dec_walk_push_next(walk, insn);
        }
    }
    return walk->seen[load] != 0;
}

/* A value of that kind is stored in the keeper somewhere. */
static bool is_stored(const value_walk *w, keeper k, kept_value kind) {
    for (uint32_t u = 1; u < w->v->body->insn_count; u++) {
        if (stored_value(w, u, k) == kind) {
            return true;
        }
    }
    return false;
}

/* A field in which only constants are stored, or in which no other value reaches the load. */
static bool holds_constant(value_walk *w, uint32_t load) {
    keeper k = keeper_at(w->v, load);
    if (k.field < 0 || !is_stored(w, k, KEPT_CONSTANT)) {
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
    keeper k = keeper_at(w->v, load);
    *from_field = false;
    if (k.local < 0 || reaches(w, load, k, KEPT_OTHER)) {
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
    for (uint32_t u = 0; u < v->body->insn_count; u++) {
        const il_insn *leave = dec_insn(v, u);
        if ((leave->op == IL_LEAVE || leave->op == IL_LEAVE_S) && leave->target == insn) {
            return true;
        }
    }
    return false;
}

/* The instruction in front of all tests of the number that `load` loads. */
static uint32_t before_dispatch(const dec_view *v, uint32_t load) {
    uint32_t before = load == 0 ? DEC_NO_INSN : dec_insn_before(v, load);
    uint32_t branch = before == DEC_NO_INSN ? PROBE_NONE : v->plan->branch_of_insn[before];
    while (branch != PROBE_NONE && v->status[branch] == DEC_DROPPED) {
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

static bool is_dispatch(value_walk *w, uint32_t load, uint32_t test) {
    bool from_field = false;
    if (load == DEC_NO_INSN || w->loads_number[load]) {
        return load != DEC_NO_INSN;
    }
    return is_constant_local(w, load, &from_field) &&
           (from_field || behind_handler(w->v, test) || behind_rethrow(w->v, load));
}

static void drop_dispatch(dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    value_walk walk = {.v = v, .loads_number = CC_NEW_ARRAY(v->arena, bool, insns)};
    if (!dec_walk_init(&walk.walk, v) || walk.loads_number == NULL) {
        v->failed = true;
        return;
    }
    find_numbers(&walk);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->status[b] != DEC_KEPT || branch->kind == PROBE_BRANCH_FORK) {
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
