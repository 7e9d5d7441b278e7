/* A test of a constant decides nothing: `ldc.i4.1; brtrue` around a nop is a place for a breakpoint
 * (switch expressions in Debug code); the condition of `while (true)` is another.
 *
 * Neither does a test of a switch expression both of whose ways lead to one arm, as for the pattern
 * `not 4 or > 9`, `beq A; br A`: optimised code does not have it. */
#include "coverage/decision/core/dec_idioms.h"

/* The arm leads over jumps without points. */
static bool is_plain_way(const dec_view *v, uint32_t branch, uint32_t arm, uint32_t dest) {
    uint32_t target = dec_arm_target(v, branch, arm);
    return target == dest || (dec_is_br(v, target) && v->starts[target] == 0);
}

static bool leads_to_one_arm(const dec_view *v, uint32_t branch) {
    if (!dec_is_kept(v, branch) || !dec_is_kind(v, branch, PROBE_BRANCH_COND)) {
        return false;
    }
    uint32_t dest = dec_arm_dest(v, branch, 0);
    return dec_starts_visible(v, dest) && dec_arm_dest(v, branch, 1) == dest &&
           is_plain_way(v, branch, 0, dest) && is_plain_way(v, branch, 1, dest) &&
           dec_enclosing(v, dest) != DEC_NO_INSN;
}

void dec_idiom_constant(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t value = 0;
        if (dec_does(v, DEC_HAS_ARM_POINTS) && leads_to_one_arm(v, b)) {
            dec_make_constant(v, b, dec_arm_dest(v, b, 0));
            continue;
        }
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = dec_tested_value(v, dec_test_insn(v, b));
        if (dec_is_const(v, tested, &value)) {
            dec_make_constant(v, b, dec_arm_if(v, b, value != 0));
        }
    }
}
