/* A test of a constant decides nothing: `ldc.i4.1; brtrue` around a nop is a place for the debugger
 * (switch expressions in Debug code); the condition of `while (true)` is another. */
#include "coverage/idiom/cov_view.h"

void cov_idiom_constant(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t value = 0;
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = cov_tested(v, v->plan->branches[b].unit);
        if (cov_is_const(v, tested, &value)) {
            v->fate[b] = COV_CONSTANT;
            v->certain[b] = cov_arm_if(v, b, value != 0);
        }
    }
}
