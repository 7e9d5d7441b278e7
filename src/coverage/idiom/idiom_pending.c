/* await in catch and finally blocks: the compiler moves the block behind the try statement and
 * remembers in variables of its own what brought control there.
 *   an exception kept over the block:  LOAD; brfalse N; LOAD; isinst Exception; brtrue T; LOAD;
 * throw;
 *                                      T: Capture, Throw; N: (rethrow in a catch block has no null
 * test)
 *   which block, or where to go on:    LOAD; ldc; beq/bne/switch, where a constant was stored on
 * every way that leads there */
#include "coverage/idiom/cov_walk.h"

enum { MAX_LOADS = 6 };

static bool is_load(const cov_view *v, uint32_t unit) {
    return cov_load_length(v, unit) > 0 || cov_is_op(v, unit, IL_LDFLD);
}

/* Only loads, then a throw that the user did not write. */
static bool throws_again(const cov_view *v, uint32_t unit) {
    if (cov_visible_in(v, unit, unit + 1)) {
        return false;
    }
    for (int i = 0; i < MAX_LOADS && unit < v->body->unit_count && is_load(v, unit); i++) {
        unit++;
    }
    return cov_is_op(v, unit, IL_THROW);
}

/* `isinst Exception` made the tested value, perhaps copied by dup or a local: that unit. */
static uint32_t exception_test(const cov_view *v, uint32_t branch_unit) {
    uint32_t tested = cov_tested(v, branch_unit);
    if (cov_is_op(v, tested, IL_DUP)) {
        tested = cov_before(v, tested);
    }
    bool is_test = cov_is_op(v, tested, IL_ISINST) &&
                   cc_str_eqz(cov_type_operand(v, tested), "System.Exception");
    return is_test ? tested : COV_NO_UNIT;
}

/* The null test in front of the exception test: nothing but loads between them. */
static void drop_null_test(cov_view *v, uint32_t b, uint32_t test) {
    uint32_t first = test;
    for (int i = 0; i < MAX_LOADS && first > 0 && is_load(v, first - 1); i++) {
        first--;
    }
    if (b > 0 && first > 0 && v->plan->branches[b - 1].unit == first - 1 &&
        !cov_visible_in(v, first, test) && cov_is_truth_test(v, b - 1)) {
        cov_drop(v, b - 1);
    }
}

static void drop_pending(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t test = exception_test(v, v->plan->branches[b].unit);
        if (test != COV_NO_UNIT && throws_again(v, cov_arm_if(v, b, false))) {
            cov_drop(v, b);
            drop_null_test(v, b, test);
        }
    }
}

/* --- where to go on --------------------------------------------------------------------------- */

/* The unit stores a constant: no branch comes to it with a value of its own, as one of && does. */
static bool stores_constant(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    return !v->is_target[unit] && cov_is_const(v, cov_before(v, unit), &value);
}

/* Where the compiler keeps a value: a local, or a field of its own. */
typedef struct keeper {
    int32_t local;
    int64_t field; /* token; -1: it is the local */
} keeper;

static keeper keeper_at(const cov_view *v, uint32_t load) {
    keeper k = {-1, -1};
    if (cov_is_op(v, load, IL_LDFLD) && cc_str_starts(cov_member(v, load), "<>")) {
        k.field = cov_unit(v, load)->operand;
    } else {
        (void)cov_is_load_local(v, load, &k.local);
    }
    return k;
}

static bool stores_in(const cov_view *v, uint32_t unit, keeper k) {
    int32_t local = -1;
    if (k.field >= 0) {
        return cov_is_op(v, unit, IL_STFLD) && cov_unit(v, unit)->operand == k.field;
    }
    return cov_is_store_local(v, unit, &local) && local == k.local;
}

typedef enum kept_value { KEPT_NOTHING, KEPT_CONSTANT, KEPT_FIELD, KEPT_OTHER } kept_value;

typedef struct value_walk {
    const cov_view *v;
    cov_walk walk;
    bool *loads_number; /* by unit: loads a field of the compiler's that holds a constant there */
} value_walk;

/* What the unit gives to the keeper. Who takes its address (`out`) gives it what he likes. */
static kept_value stored_value(const value_walk *w, uint32_t unit, keeper k) {
    if (k.local >= 0 && cov_takes_address(w->v, unit, k.local)) {
        return KEPT_OTHER;
    }
    if (unit == 0 || !stores_in(w->v, unit, k)) {
        return KEPT_NOTHING;
    }
    uint32_t before = cov_before(w->v, unit);
    if (before != COV_NO_UNIT && w->loads_number[before]) {
        return KEPT_FIELD;
    }
    return stores_constant(w->v, unit) ? KEPT_CONSTANT : KEPT_OTHER;
}

/* A value of that kind, stored in the keeper somewhere, is still there at the load: its slot may hold
 * other things elsewhere. */
static bool reaches(value_walk *w, uint32_t load, keeper k, kept_value kind) {
    const cov_view *v = w->v;
    cov_walk *walk = &w->walk;
    cov_walk_clear(walk);
    for (uint32_t u = 1; u < v->body->unit_count; u++) {
        if (stored_value(w, u, k) == kind) {
            cov_walk_push(walk, u + 1);
        }
    }
    while (walk->depth > 0) {
        uint32_t unit = walk->stack[--walk->depth];
        if (stored_value(w, unit, k) == KEPT_NOTHING) {
            cov_walk_push_next(walk, unit);
        }
    }
    return walk->seen[load] != 0;
}

/* Somewhere the keeper is given such a value. */
static bool is_given(const value_walk *w, keeper k, kept_value kind) {
    for (uint32_t u = 1; u < w->v->body->unit_count; u++) {
        if (stored_value(w, u, k) == kind) {
            return true;
        }
    }
    return false;
}

/* A field that is given constants only, or nothing else that is still there. */
static bool holds_constant(value_walk *w, uint32_t load) {
    keeper k = keeper_at(w->v, load);
    if (k.field < 0 || !is_given(w, k, KEPT_CONSTANT)) {
        return false;
    }
    return !is_given(w, k, KEPT_OTHER) ||
           (!reaches(w, load, k, KEPT_OTHER) && reaches(w, load, k, KEPT_CONSTANT));
}

/* A field is tested where it is loaded, or in a local. */
static void find_numbers(value_walk *w) {
    const cov_view *v = w->v;
    int32_t value = 0;
    for (uint32_t u = 0; u + 1 < v->body->unit_count; u++) {
        bool is_asked = cov_is_store_local(v, u + 1, &value) || cov_is_const(v, u + 1, &value) ||
                        v->plan->branch_of_unit[u + 1] != PROBE_NONE;
        w->loads_number[u] = is_asked && holds_constant(w, u);
    }
}

/* A local that holds a constant there, or one of those fields; *from_field tells of the latter. */
static bool is_constant_local(value_walk *w, uint32_t load, bool *from_field) {
    keeper k = keeper_at(w->v, load);
    *from_field = false;
    if (k.local < 0 || reaches(w, load, k, KEPT_OTHER)) {
        return false;
    }
    *from_field = reaches(w, load, k, KEPT_FIELD);
    return *from_field || reaches(w, load, k, KEPT_CONSTANT);
}

/* The last sequence point at or before the unit is hidden, and a leave goes there. */
static bool behind_handler(const cov_view *v, uint32_t unit) {
    unit = cov_last_start(v, unit);
    if ((v->starts[unit] & COV_START_HIDDEN) == 0) {
        return false;
    }
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        const il_unit *leave = cov_unit(v, u);
        if ((leave->op == IL_LEAVE || leave->op == IL_LEAVE_S) && leave->target == unit) {
            return true;
        }
    }
    return false;
}

/* The unit in front of the tests of the number that the unit loads. */
static uint32_t before_dispatch(const cov_view *v, uint32_t load) {
    uint32_t before = load == 0 ? COV_NO_UNIT : cov_before(v, load);
    uint32_t branch = before == COV_NO_UNIT ? PROBE_NONE : v->plan->branch_of_unit[before];
    while (branch != PROBE_NONE && v->fate[branch] == COV_DROPPED) {
        uint32_t earlier = cov_tested_against_constants(v, before);
        if (earlier == COV_NO_UNIT || !cov_same_load(v, earlier, load)) {
            return COV_NO_UNIT;
        }
        before = earlier == 0 ? COV_NO_UNIT : cov_before(v, earlier);
        branch = before == COV_NO_UNIT ? PROBE_NONE : v->plan->branch_of_unit[before];
    }
    return before;
}

/* The exception that a finally block kept was thrown again in front of the load: what comes next is still the
 * compiler's. A finally that only waits on its way to a throw keeps the number in a local. */
static bool behind_rethrow(const cov_view *v, uint32_t load) {
    uint32_t before = before_dispatch(v, load);
    return before != COV_NO_UNIT && (v->starts[cov_last_start(v, load)] & COV_START_HIDDEN) != 0 &&
           cov_throws_on(v, before);
}

static bool is_dispatch(value_walk *w, uint32_t load, uint32_t test) {
    bool from_field = false;
    if (load == COV_NO_UNIT || w->loads_number[load]) {
        return load != COV_NO_UNIT;
    }
    return is_constant_local(w, load, &from_field) &&
           (from_field || behind_handler(w->v, test) || behind_rethrow(w->v, load));
}

static void drop_dispatch(cov_view *v) {
    size_t units = (size_t)v->body->unit_count + 1;
    value_walk walk = {.v = v, .loads_number = CC_NEW_ARRAY(v->arena, bool, units)};
    if (!cov_walk_init(&walk.walk, v) || walk.loads_number == NULL) {
        v->failed = true;
        return;
    }
    find_numbers(&walk);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] != COV_KEPT || branch->kind == PROBE_BRANCH_FORK) {
            continue;
        }
        if (is_dispatch(&walk, cov_tested_against_constants(v, branch->unit), branch->unit)) {
            cov_drop(v, b);
        }
    }
}

void cov_idiom_pending(cov_view *v) {
    if (v->is_machine) {
        drop_pending(v);
        drop_dispatch(v);
    }
}
