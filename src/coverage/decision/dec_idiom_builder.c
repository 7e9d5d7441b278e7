/* Loops that the compiler makes inside one expression (spreads of collection expressions): no
 * visible point starts between the target of the backward branch and the branch itself; a loop of
 * the user has at least one at its condition. */
#include "coverage/decision/dec_idioms.h"

void dec_idiom_builder(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (!dec_is_kept(v, b) || branch->kind != PROBE_BRANCH_COND) {
            continue;
        }
        uint32_t target = dec_insn(v, branch->insn)->target;
        if (target <= branch->insn && !dec_visible_in(v, target, branch->insn + 1)) {
            dec_drop(v, b);
        }
    }
}
