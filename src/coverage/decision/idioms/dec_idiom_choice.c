/* C#: `r = a && (c ? X() : Y())` in optimised code. The value of the ?: ends in several places, and
 * the plan has a fork at each. Input: the view, the plan's choices. Output: one decision for each
 * choice whose last end was not decided by another idiom. */
#include "coverage/decision/core/dec_idioms.h"

/* Each end counts for the choice. One that is the right operand of an inner && or || is a decision
 * of its own, too. */
static void add_ends(dec_view *v, const probe_choice *choice, dec_decision *decision,
                     uint32_t flip) {
    for (uint32_t i = 0; i < choice->fork_count; i++) {
        const probe_arm *arms = v->plan->branches[choice->forks[i]].arms;
        for (uint32_t arm = 0; arm < 2; arm++) {
            dec_arm_add(v, &decision->arms[arm ^ flip], arms[arm].nodes, arms[arm].node_count);
        }
    }
}

void dec_idiom_choice(dec_view *v) {
    for (uint32_t i = 0; i < v->plan->choice_count; i++) {
        const probe_choice *choice = &v->plan->choices[i];
        uint32_t last = choice->forks[choice->fork_count - 1];
        if (dec_is_kept(v, last)) {
            uint32_t flip = dec_arms_are_swapped(v, last) ? 1 : 0;
            dec_decision *decision = dec_add_decision(v, dec_test_insn(v, last), 2);
            add_ends(v, choice, decision, flip);
        }
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (v->plan->branches[b].is_part) {
            dec_drop(v, b);
        }
    }
}
