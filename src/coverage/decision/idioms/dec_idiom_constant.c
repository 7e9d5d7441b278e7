/* A test of a constant decides nothing: `ldc.i4.1; brtrue` around a nop is a place for a breakpoint
 * (switch expressions in Debug code); the condition of `while (true)` is another. */
#include "coverage/decision/core/dec_idioms.h"

void dec_idiom_constant(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t value = 0;
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = dec_tested_value(v, dec_test_insn(v, b));
        if (dec_is_const(v, tested, &value)) {
            dec_make_constant(v, b, dec_arm_if(v, b, value != 0));
        }
    }
}
