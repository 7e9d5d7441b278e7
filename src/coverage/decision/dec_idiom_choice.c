/* C#: `r = a && (c ? X() : Y())` in optimised code. The value of the ?: ends in several places, and
 * the plan has a fork at each. Input: the view, the plan's choices. Output: one decision for each
 * choice whose last end was not decided by another idiom. */
#include "coverage/decision/dec_view.h"

static dec_decision_arm sum_of(dec_view *v, const probe_choice *choice, uint32_t arm) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < choice->fork_count; i++) {
        count += v->plan->branches[choice->forks[i]].arms[arm].node_count;
    }
    uint32_t *nodes = CC_NEW_ARRAY(v->arena, uint32_t, count);
    uint32_t used = 0;
    for (uint32_t i = 0; nodes != NULL && i < choice->fork_count; i++) {
        const probe_arm *from = &v->plan->branches[choice->forks[i]].arms[arm];
        for (uint32_t n = 0; n < from->node_count; n++) {
            nodes[used++] = from->nodes[n];
        }
    }
    v->failed = v->failed || nodes == NULL;
    return (dec_decision_arm){nodes, used};
}

void dec_idiom_choice(dec_view *v) {
    for (uint32_t i = 0; i < v->plan->choice_count; i++) {
        const probe_choice *choice = &v->plan->choices[i];
        uint32_t last = choice->forks[choice->fork_count - 1];
        dec_decision *decision = NULL;
        if (v->status[last] == DEC_KEPT) {
            decision = dec_add_group(v, v->plan->branches[last].insn, 2);
        }
        uint32_t first = decision != NULL && dec_arms_are_swapped(v, last) ? 1 : 0;
        for (uint32_t arm = 0; decision != NULL && arm < 2; arm++) {
            decision->arms[arm ^ first] = sum_of(v, choice, arm);
        }
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (v->plan->branches[b].is_part) {
            dec_drop(v, b);
        }
    }
}
