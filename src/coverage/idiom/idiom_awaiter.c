/* await asks its awaiter whether the result is there, and suspends if not. The question may be
 * asked in any way (a property of any type, a dynamic call); suspending is told by the state that
 * is stored before anything else happens, or by a call that hands the awaiter to the runtime. A
 * dynamic awaiter is then asked for its kind of notification. */
#include "coverage/idiom/cov_view.h"

enum { MAX_STEPS = 12, MAX_BACK = 6, MAX_LOAD = 2 };

static bool is_quiet(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    return cov_load_length(v, unit) > 0 || cov_is_const(v, unit, &value) ||
           cov_is_op(v, unit, IL_DUP) || cov_is_op(v, unit, IL_NOP) ||
           cov_is_store_local(v, unit, &value);
}

/* A state in which nothing is waited for: an iterator is inside a try block. */
static bool is_running_state(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    return cov_is_const(v, unit, &value) && value < 0;
}

/* The code at `unit` stores a new state, or hands an awaiter over, before it does anything else. */
static bool suspends(const cov_view *v, uint32_t unit) {
    for (int steps = 0; steps < MAX_STEPS && unit < v->body->unit_count; steps++, unit++) {
        if (cov_is_op(v, unit, IL_STFLD)) {
            /* `pc` belongs to sequences of F#, which never wait. */
            return cov_is_state_field(v, unit) && !cc_str_eqz(cov_member(v, unit), "pc");
        }
        if (cov_is_call(v, unit)) {
            cc_str name = cov_member(v, unit);
            return cc_str_eqz(name, "AwaitAwaiter") || cc_str_eqz(name, "UnsafeAwaitAwaiter");
        }
        uint32_t branch = v->plan->branch_of_unit[unit];
        if (branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT) {
            unit = v->certain[branch] - 1;
            continue;
        }
        if (is_running_state(v, unit) || !is_quiet(v, unit) ||
            (v->starts[unit] & COV_START_VISIBLE) != 0) {
            return false;
        }
    }
    return false;
}

/* `isinst ICriticalNotifyCompletion` stands shortly before the branch; a statement of the user's
 * that asks so begins at the load in front of it. */
static bool asks_for_notification(const cov_view *v, uint32_t branch_unit) {
    uint32_t unit = branch_unit;
    for (int i = 0; i < MAX_BACK && v->is_machine && unit > 0 && !v->is_target[unit]; i++) {
        unit--;
        if (cov_is_op(v, unit, IL_ISINST)) {
            uint32_t load = unit < MAX_LOAD ? 0 : unit - MAX_LOAD;
            return !cov_visible_in(v, load, branch_unit) &&
                   cc_str_eqz(cov_type_operand(v, unit),
                              "System.Runtime.CompilerServices.ICriticalNotifyCompletion");
        }
    }
    return false;
}

void cov_idiom_awaiter(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = cov_tested(v, v->plan->branches[b].unit);
        bool is_question = cov_is_call(v, tested) && suspends(v, cov_arm_if(v, b, false));
        if (is_question || asks_for_notification(v, v->plan->branches[b].unit)) {
            cov_drop(v, b);
        }
    }
}
