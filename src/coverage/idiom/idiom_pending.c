/* await in catch and finally blocks: the compiler moves the block behind the try statement and
 * remembers in variables of its own what brought control there.
 *   an exception kept over the block:  LOAD; brfalse N; LOAD; isinst Exception; brtrue T; LOAD;
 * throw;
 *                                      T: Capture, Throw; N: (rethrow in a catch block has no null
 * test)
 *   which block, or where to go on:    LOAD; ldc; beq/bne/switch, where every store of it is a
 * constant */
#include "coverage/idiom/cov_view.h"

enum { MAX_LOADS = 6, MAX_BACK = 64 };

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

/* A field of the compiler's that is given constants only. */
static bool is_constant_field(const cov_view *v, uint32_t load) {
    int32_t value = 0;
    bool stored = false;
    if (!cov_is_op(v, load, IL_LDFLD) || !cc_str_starts(cov_member(v, load), "<>")) {
        return false;
    }
    for (uint32_t u = 1; u < v->body->unit_count; u++) {
        if (cov_is_op(v, u, IL_STFLD) && cov_unit(v, u)->operand == cov_unit(v, load)->operand) {
            stored = true;
            if (!cov_is_const(v, cov_before(v, u), &value)) {
                return false;
            }
        }
    }
    return stored;
}

/* A local that is given constants only, or one of those fields; *from_field tells of the latter. */
static bool is_constant_local(const cov_view *v, uint32_t load, bool *from_field) {
    int32_t local = -1;
    int32_t other = -1;
    int32_t value = 0;
    bool stored = false;
    *from_field = false;
    if (!cov_is_load_local(v, load, &local)) {
        return false;
    }
    for (uint32_t u = 1; u < v->body->unit_count; u++) {
        if (!cov_is_store_local(v, u, &other) || other != local) {
            continue;
        }
        stored = true;
        bool field = is_constant_field(v, cov_before(v, u));
        *from_field = *from_field || field;
        if (!field && !cov_is_const(v, cov_before(v, u), &value)) {
            return false;
        }
    }
    return stored;
}

/* The local was given one of those fields in the straight code before: it may hold other things
 * elsewhere. */
static bool holds_constant_field(const cov_view *v, uint32_t load) {
    int32_t local = -1;
    int32_t stored = -1;
    bool is_load = cov_is_load_local(v, load, &local);
    for (uint32_t u = load; is_load && u > 0 && !v->is_target[u] && load - u < MAX_BACK; u--) {
        if (cov_is_store_local(v, u - 1, &stored) && stored == local) {
            return u > 1 && is_constant_field(v, cov_before(v, u - 1));
        }
    }
    return false;
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

static void drop_dispatch(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] != COV_KEPT || branch->kind == PROBE_BRANCH_FORK) {
            continue;
        }
        uint32_t load = cov_tested_against_constants(v, branch->unit);
        bool from_field = false;
        if (load == COV_NO_UNIT) {
            continue;
        }
        if (is_constant_field(v, load) || holds_constant_field(v, load) ||
            (is_constant_local(v, load, &from_field) &&
             (from_field || behind_handler(v, branch->unit)))) {
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
