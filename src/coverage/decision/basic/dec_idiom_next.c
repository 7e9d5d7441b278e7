/* Visual Basic: one Next for several loops, `Next j, i`. Only the first loop that it ends has a point
 * there; the code for the next value of the others follows without one.
 *
 *     [Next] load j; ..; store j;  [hidden] test; ble BODY of j;  load i; ..; store i;  [hidden] test; ble BODY of i
 *
 * That code is a statement like any other: the tests before it belong to the loops inside. */
#include "coverage/decision/core/dec_idioms.h"

/* The hidden point at which a loop tests for another round; DEC_NO_INSN: the branch closes none. */
static uint32_t test_of_loop(const dec_view *v, uint32_t branch) {
    if (!dec_is_kind(v, branch, PROBE_BRANCH_COND)) {
        return DEC_NO_INSN;
    }
    uint32_t start = dec_last_start(v, dec_test_insn(v, branch));
    bool is_loop = dec_arm_target(v, branch, 1) < start && dec_starts_hidden(v, start);
    return is_loop ? start : DEC_NO_INSN;
}

/* Where the straight code begins, up to the next point, that falls into the instruction. */
static uint32_t begin_of_straight(const dec_view *v, uint32_t insn) {
    while (insn > 0 && dec_goes_on(v, insn - 1)) {
        insn--;
        if (v->is_target[insn] || v->starts[insn] != 0) {
            break;
        }
    }
    return insn;
}

/* [first, end) computes the next value of a variable from its last one. */
static bool makes_next_value(const dec_view *v, uint32_t first, uint32_t end) {
    il_place variable = dec_stored(v, end - 1);
    bool loads = false;
    for (uint32_t u = first; !loads && u + 1 < end; u++) {
        loads = il_is_same_place(dec_named(v, u), variable);
    }
    return loads;
}

void dec_idiom_next(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t test = test_of_loop(v, b);
        uint32_t begin = test == DEC_NO_INSN ? test : begin_of_straight(v, test);
        if (begin < test && v->starts[begin] == 0 && makes_next_value(v, begin, test)) {
            dec_begin_statement(v, begin);
        }
    }
}
