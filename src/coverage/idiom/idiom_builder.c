/* Loops that the compiler makes inside one expression (spreads of collection expressions): from
 * the target of the branch back to the branch itself no visible point starts, and a loop of the
 * user's has one at its condition at least. Tests in front of such a loop go with it. */
#include "coverage/idiom/cov_view.h"

void cov_idiom_builder(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] != COV_KEPT || branch->kind != PROBE_BRANCH_COND) {
            continue;
        }
        uint32_t target = cov_unit(v, branch->unit)->target;
        if (target <= branch->unit && !cov_visible_in(v, target, branch->unit + 1)) {
            cov_drop(v, b);
        }
    }
}
