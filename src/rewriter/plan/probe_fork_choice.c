/* Right operands that end in several places. In optimised code both arms of a ?: (or ??) branch
 * directly to the instruction that pops the value of the whole && or ||:
 *
 *     A; brfalse F;  C; brtrue T; Y; br M;  T: X; br M;  F: ldc.i4.0;  M:      r = A && (C ? X : Y)
 *
 * Everything between the last test of A and its constant F is the operand, so every `br M` (or ret)
 * there is an end of the operand. Each end gets a fork, and all forks together are one decision.
 * Ends of inner && and || (sites) pass their value on to the next end and do not make a choice by
 * themselves. Source: docs/probe-plan.md, "Value forks", choice. */
#include "rewriter/plan/probe_internal.h"

/* Returns the index of the first of `count` increasing instructions that is greater than `insn`. */
static uint32_t first_after(const uint32_t *insns, uint32_t count, uint32_t insn) {
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (insns[middle] <= insn) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Returns the last test that branches to the constant at j + 1: the right operand begins after this
 * test. */
static uint32_t last_test(const probe_work *work, uint32_t j) {
    const flow_graph *flow = work->flow;
    return flow->sources[flow->source_at[j + 2] - 1];
}

/* Returns the ends of the right operand: the ends after the left operand, up to j. */
static probe_ends ends_of(const probe_work *work, const probe_fork_sets *sets, uint32_t j) {
    const flow_graph *flow = work->flow;
    const il_insn *insn = &work->body->insns[j];
    bool is_ret = insn->op == IL_RET;
    const uint32_t *all = is_ret ? sets->rets : flow->sources + flow->source_at[insn->target];
    uint32_t count = is_ret ? sets->ret_count : flow_source_count(flow, insn->target);
    uint32_t first = first_after(all, count, last_test(work, j));
    uint32_t end = first_after(all, count, j);
    return (probe_ends){all + first, end - first, NULL};
}

/* Takes from the budget; false when the budget is exhausted. */
static bool spend(probe_fork_sets *sets, uint64_t steps) {
    bool is_enough = steps <= sets->budget;
    sets->budget -= is_enough ? steps : sets->budget;
    return is_enough;
}

/* All ends but the last are sites, which pass their value on to the last. The ends of an inner
 * operand were examined when that operand ended, and are skipped. */
static bool is_single(const probe_work *work, const probe_fork_sets *sets, const probe_ends *ends) {
    uint32_t left = ends->count - 1;
    bool can_count = probe_brings_told(work, sets, ends->insns[left]);
    while (left > 0) {
        uint32_t end = ends->insns[left - 1];
        uint32_t begin = sets->begin[end];
        if (!sets->site[end] || (begin > 0 && !can_count)) {
            return false;
        }
        left = begin == 0 ? left - 1 : first_after(ends->insns, left - 1, begin - 1);
    }
    return true;
}

/* A fork can be placed before the instruction. */
static bool can_fork(const probe_work *work, uint32_t end, uint32_t region) {
    const il_insn *insn = &work->body->insns[end];
    return (insn->op == IL_RET || flow_is_br(insn)) && work->flow->region_of_insn[end] == region &&
           !probe_is_after_tail_call(work, end);
}

/* All ends can be counted: each brings a bool or a constant, and at least one is not a constant. */
static bool is_choice(const probe_work *work, const probe_fork_sets *sets, const probe_ends *ends,
                      uint32_t join) {
    uint32_t region = work->flow->region_of_insn[ends->insns[ends->count - 1]];
    bool any_bool = false;
    for (uint32_t i = 0; i < ends->count; i++) {
        uint32_t end = ends->insns[i];
        bool is_bool = probe_brings_told(work, sets, end) || probe_has_operand(work, end, join);
        if (!can_fork(work, end, region) || (!is_bool && !probe_has_constant(work, end))) {
            return false;
        }
        any_bool = any_bool || is_bool;
    }
    return any_bool;
}

cc_err probe_visit_choice(probe_work *work, probe_fork_sets *sets, uint32_t j, uint32_t join,
                          probe_operand *out) {
    probe_ends found = ends_of(work, sets, j);
    sets->begin[j] = last_test(work, j) + 1;
    *out = PROBE_OPERAND_SINGLE;
    if (is_single(work, sets, &found)) {
        return CC_OK;
    }
    bool can_count = spend(sets, found.count) && is_choice(work, sets, &found, join);
    *out = can_count ? PROBE_OPERAND_CHOICE : PROBE_OPERAND_UNTOLD;
    if (!can_count) {
        return CC_OK;
    }
    probe_ends *ends = CC_NEW(work->arena, probe_ends);
    if (ends == NULL) {
        return cc_fail(CC_E_NOMEM, "value forks: out of memory");
    }
    *ends = found;
    *work->choices_end = ends;
    work->choices_end = &ends->next;
    for (uint32_t i = 0; i < ends->count; i++) {
        uint32_t end = ends->insns[i];
        work->is_part[end] = work->is_part[end] || !work->is_fork[end];
        work->is_fork[end] = true;
        sets->site[end] = true;
    }
    return CC_OK;
}

cc_err probe_make_choices(const probe_work *work) {
    probe_plan *plan = work->plan;
    uint32_t count = 0;
    for (const probe_ends *e = work->choices; e != NULL; e = e->next) {
        count++;
    }
    plan->choices = CC_NEW_ARRAY(work->arena, probe_choice, count);
    for (const probe_ends *e = work->choices; plan->choices != NULL && e != NULL; e = e->next) {
        probe_choice *choice = &plan->choices[plan->choice_count];
        choice->forks = CC_NEW_ARRAY(work->arena, uint32_t, e->count);
        if (choice->forks == NULL) {
            break;
        }
        for (uint32_t i = 0; i < e->count; i++) {
            choice->forks[choice->fork_count++] = plan->fork_of_insn[e->insns[i]];
        }
        plan->choice_count++;
    }
    return plan->choice_count == count ? CC_OK : cc_fail(CC_E_NOMEM, "choices: out of memory");
}
