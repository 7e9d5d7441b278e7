/* await tests whether the result of its awaiter is there, and suspends if not. The test may take
 * any form (a property of any type, a dynamic call); suspending is recognised by the state that is
 * stored before anything else happens, or by a call that passes the awaiter to the runtime. The
 * kind of notification of a dynamic awaiter is tested before that. */
#include "coverage/decision/core/dec_idioms.h"

enum { MAX_BACK = 6, MAX_LOAD = 2 };

static bool is_quiet(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    return dec_load(&c, NULL) || dec_const(&c, NULL) || dec_op2(&c, IL_DUP, IL_NOP) ||
           dec_store_local(&c, NULL);
}

/* A state in which nothing is awaited: an iterator is inside a try block. */
static bool is_running_state(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    return dec_is_const(v, insn, &value) && value < 0;
}

static bool asks_notification(const dec_view *v, uint32_t insn) {
    return dec_is_op(v, insn, IL_ISINST) &&
           cc_str_eqz(dec_type_operand(v, insn),
                      "System.Runtime.CompilerServices.ICriticalNotifyCompletion");
}

/* The code at `insn` stores a new state, or asks an awaiter or passes it on, before it does
 * anything else. */
static bool suspends(const dec_view *v, uint32_t insn) {
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, insn); steps++, insn++) {
        if (dec_is_op(v, insn, IL_STFLD)) {
            /* `pc` is the state of F# sequences, which never await. */
            return dec_is_state_field(v, insn) && !cc_str_eqz(dec_member(v, insn), "pc");
        }
        if (dec_is_call(v, insn)) {
            cc_str name = dec_member(v, insn);
            return cc_str_eqz(name, "AwaitAwaiter") || cc_str_eqz(name, "UnsafeAwaitAwaiter");
        }
        if (asks_notification(v, insn)) {
            return true;
        }
        uint32_t branch = dec_branch_at(v, insn);
        if (dec_is_constant(v, branch)) {
            insn = dec_certain_target(v, branch) - 1;
            continue;
        }
        if (is_running_state(v, insn) || !is_quiet(v, insn) || dec_starts_visible(v, insn)) {
            return false;
        }
    }
    return false;
}

/* `isinst ICriticalNotifyCompletion` is shortly before the branch. A user's statement with such a
 * test has its point at the load before it. */
static bool tests_notification(const dec_view *v, uint32_t branch_insn) {
    uint32_t insn = branch_insn;
    for (int i = 0; i < MAX_BACK && v->is_machine && insn > 0 && !v->is_target[insn]; i++) {
        insn--;
        if (dec_is_op(v, insn, IL_ISINST)) {
            uint32_t load = insn < MAX_LOAD ? 0 : insn - MAX_LOAD;
            return asks_notification(v, insn) && !dec_visible_in(v, load, branch_insn);
        }
    }
    return false;
}

static bool tests_awaiter(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    bool is_question =
        dec_is_call(v, dec_tested_value(v, insn)) && suspends(v, dec_arm_if(v, b, false));
    return is_question || tests_notification(v, insn);
}

void dec_idiom_awaiter(dec_view *v) {
    dec_drop_truth_tests(v, tests_awaiter);
}
