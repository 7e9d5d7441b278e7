/* `t?.M()` on a type parameter asks whether its default value is null, that is, whether it is a
 * reference: ldloca x; initobj T; ldloc x; box T; brtrue. */
#include "coverage/idiom/cov_view.h"

/* The user wrote `default(T) == null`: the statement begins with the test. Behind the receiver's
 * address, which is on the stack, none does. */
static bool is_statement(const cov_view *v, uint32_t load, uint32_t branch_unit) {
    uint32_t make = cov_before(v, cov_before(v, load));
    return make == COV_NO_UNIT || cov_visible_in(v, make, branch_unit + 1);
}

void cov_idiom_receiver(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t box = cov_tested(v, v->plan->branches[b].unit);
        uint32_t load = box == COV_NO_UNIT ? COV_NO_UNIT : cov_before(v, box);
        if (cov_is_op(v, box, IL_BOX) && load != COV_NO_UNIT &&
            cov_is_load_local(v, load, &local) && cov_is_op(v, cov_before(v, load), IL_INITOBJ) &&
            !is_statement(v, load, v->plan->branches[b].unit)) {
            cov_drop(v, b);
        }
    }
}
