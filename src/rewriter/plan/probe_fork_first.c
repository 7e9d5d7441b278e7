/* Value forks of right operands that are after the constant of the left one, as F# compiles ||:
 *
 *     A; brfalse L; ldc.i4.1; nop; br M; L: B; nop; M:        let r = A || B
 *     A; brfalse L; ldc.i4.1; ret;       L: B; ret
 *
 * C# compiles `x != null ? B : true` to this shape, too. Hidden points distinguish them: F# has a
 * hidden point at a constant that nobody wrote and at the nop before M. It has a visible point at
 * the `true` of `if A then true else B`. Source: docs/probe-plan.md, "Value forks", constant
 * first. */
#include "rewriter/plan/probe_internal.h"

/* The instruction is a test whose targets are the next instruction and `other`, or it is the jump
 * to `other` that the test before it skips. */
static bool tests_for(const il_body *body, uint32_t insn, uint32_t other) {
    const il_insn *at = &body->insns[insn];
    bool is_jump = insn > 0 && flow_is_br(at) && at->target == other;
    uint32_t target = is_jump ? insn + 1 : other;
    const il_insn *test = is_jump ? at - 1 : at;
    return test->flow == IL_FLOW_COND && test->target == target;
}

/* `exit` (br or ret) ends the left operand with its constant on the stack, and B starts after
 * it. */
static bool ends_left_operand(const probe_work *work, uint32_t exit) {
    const il_body *body = work->body;
    uint32_t constant = probe_producer(work, exit);
    return constant != FLOW_NONE && constant > 0 && body->insns[constant].op == IL_LDC_I4_1 &&
           work->is_hidden[constant] && flow_source_count(work->flow, exit) == 0 &&
           exit + 1 < body->insn_count && tests_for(body, constant - 1, exit + 1) &&
           probe_only_tests_reach(work, exit + 1) &&
           work->flow->region_of_insn[exit] == work->flow->region_of_insn[exit + 1];
}

/* A left operand brings its constant to `join`, and every later branch to `join` ends an operand.
 * So B is not an `if P then C else D`, whose C also branches to `join`. Sources are in increasing
 * order. */
static bool joins_operands(const probe_work *work, const probe_fork_sets *sets, uint32_t join) {
    const flow_graph *flow = work->flow;
    bool has_left = false;
    for (uint32_t i = flow->source_at[join]; i < flow->source_at[join + 1]; i++) {
        uint32_t source = flow->sources[i];
        if (source >= join) {
            break;
        }
        has_left = has_left || (sets->site[source] && ends_left_operand(work, source) &&
                                flow->region_of_insn[source] == flow->region_of_insn[join]);
        if (has_left && !sets->site[source]) {
            return false;
        }
    }
    return has_left;
}

/* `pause` is the nop before M. */
static void visit_pause(probe_work *work, probe_fork_sets *sets, uint32_t pause) {
    uint32_t join = pause + 1;
    if (join >= work->body->insn_count || !joins_operands(work, sets, join) ||
        work->flow->region_of_insn[pause] != work->flow->region_of_insn[join]) {
        return;
    }
    bool is_inner_value = probe_is_told(work, sets, pause);
    if (is_inner_value || probe_has_operand(work, pause, join)) {
        sets->join[join] = true;
        work->is_fork[pause] = !is_inner_value;
    }
}

/* The instruction only falls through to the next one. */
static bool goes_on(const probe_work *work, uint32_t insn) {
    const il_insn *at = &work->body->insns[insn];
    il_flow flow = at->flow;
    return flow_falls_through(at) && flow != IL_FLOW_COND && flow != IL_FLOW_SWITCH &&
           insn + 1 < work->body->insn_count && flow_source_count(work->flow, insn + 1) == 0;
}

/* B is straight-line code up to its ret; there is no fork when B ends in a `tail.` call. */
static void visit_left_ret(probe_work *work, const probe_fork_sets *sets, uint32_t left) {
    uint32_t right = left + 1;
    while (goes_on(work, right)) {
        right++;
    }
    if (work->body->insns[right].op == IL_RET && right > left + 1 &&
        !probe_is_told(work, sets, right) && probe_has_operand(work, right, right)) {
        work->is_fork[right] = true;
    }
}

void probe_visit_constant_first(probe_work *work, probe_fork_sets *sets, uint32_t insn) {
    const il_insn *at = &work->body->insns[insn];
    if (at->op == IL_NOP && work->is_hidden[insn]) {
        visit_pause(work, sets, insn);
    } else if (flow_is_br(at) && ends_left_operand(work, insn)) {
        sets->site[insn] = true;
    } else if (at->op == IL_RET && sets->returns_bool && ends_left_operand(work, insn)) {
        visit_left_ret(work, sets, insn);
    }
}
