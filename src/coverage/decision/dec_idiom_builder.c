/* Loops that the compiler makes inside one expression (spreads of collection expressions): from
 * the target of the branch back to the branch itself no visible point starts, and a loop of the
 * user's has one at its condition at least. Tests in front of such a loop go with it. */
#include "coverage/decision/dec_view.h"

void dec_idiom_builder(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->status[b] != DEC_KEPT || branch->kind != PROBE_BRANCH_COND) {
            continue;
        }
        uint32_t target = dec_insn(v, branch->insn)->target;
        if (target <= branch->insn && !dec_visible_in(v, target, branch->insn + 1)) {
            dec_drop(v, b);
        }
    }
}
