/* `t?.M()` on a type parameter asks whether its default value is null, that is, whether it is a
 * reference: ldloca x; initobj T; ldloc x; box T; brtrue. */
#include "coverage/idiom/cov_view.h"

void cov_idiom_receiver(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t box = cov_tested(v, v->plan->branches[b].unit);
        uint32_t load = box == COV_NO_UNIT ? COV_NO_UNIT : cov_before(v, box);
        if (cov_is_op(v, box, IL_BOX) && load != COV_NO_UNIT &&
            cov_is_load_local(v, load, &local) && cov_is_op(v, cov_before(v, load), IL_INITOBJ)) {
            cov_drop(v, b);
        }
    }
}
