/* Visual Basic, Debug code: points of words that end a block, where control passes them without
 * their nop. See dec_basic_ends.h. */
#include "coverage/decision/basic/dec_basic_ends.h"

#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/core/dec_trace.h"
#include "rewriter/il/flow.h"

/* An `End If` has a copy after each branch of its If that comes to its end. Where no branch is
 * taken, and there is no Else, the test of the last ElseIf leads after it.
 *
 *     ...; nop [End If]; br M;  [ElseIf] ...; brfalse M; ...; nop [End If];  M: */
static bool is_end(const dec_view *v, uint32_t insn) {
    static const char *const words[] = {"End", "EndIf", NULL};
    const pdb_point *point = dec_visible_point(v, insn);
    return point != NULL && dec_is_op(v, insn, IL_NOP) &&
           dec_begins_with(v, point, words) != DEC_NO;
}

/* The jump after a copy; `end`: another one, DEC_NO_INSN. */
static bool is_copy(const dec_view *v, uint32_t jump, uint32_t end) {
    return jump > 0 && dec_is_br(v, jump) && dec_insn(v, jump)->target > jump &&
           is_end(v, jump - 1) && (end == DEC_NO_INSN || dec_same_place(v, jump - 1, end));
}

/* Without the source, `is_sure` says whether such a test must be that of an ElseIf. */
static bool is_else_if(const dec_view *v, uint32_t jump, uint32_t after, bool is_sure) {
    static const char *const words[] = {"ElseIf", "Else", NULL};
    const pdb_point *point = dec_visible_point(v, dec_last_visible(v, jump));
    if (jump > after || point == NULL ||
        !dec_is_kind(v, dec_branch_at(v, jump), PROBE_BRANCH_COND) ||
        !dec_visible_in(v, jump + 1, after)) {
        return false;
    }
    dec_answer is_it = dec_begins_with(v, point, words);
    return is_it == DEC_YES || (is_it == DEC_NOT_KNOWN && is_sure);
}

/* A copy, when every way to the instruction is over one, or over the test of the last ElseIf; else
 * DEC_NO_INSN. */
static uint32_t end_before(const dec_view *v, uint32_t after) {
    bool is_beside = is_end(v, after - 1);
    uint32_t end = is_beside ? after - 1 : DEC_NO_INSN;
    if (!is_beside && flow_falls_through(dec_insn(v, after - 1))) {
        return DEC_NO_INSN;
    }
    for (uint32_t i = v->index.jumps_at[after]; i < v->index.jumps_at[after + 1]; i++) {
        uint32_t jump = v->index.jumps[i];
        if (is_copy(v, jump, end)) {
            end = jump - 1;
        } else if (!is_else_if(v, jump, after, is_beside)) {
            return DEC_NO_INSN;
        }
    }
    return end;
}

/* The copies are one, which ran as often as what is after them. */
static void count_ends(dec_view *v, uint32_t after, uint32_t end) {
    dec_count_as(v, end, after);
    for (uint32_t i = v->index.jumps_at[after]; i < v->index.jumps_at[after + 1]; i++) {
        uint32_t jump = v->index.jumps[i];
        if (is_copy(v, jump, end)) {
            dec_count_as(v, jump - 1, after);
        }
    }
    if (is_end(v, after - 1)) {
        dec_count_as(v, after - 1, after);
    }
}

/* The arm makes a constant that the test at `jump` asks, and leads past the words. */
static bool passes(const dec_view *v, const probe_branch *branch, uint32_t arm, uint32_t jump,
                   uint32_t after) {
    dec_trace w = dec_trace_from(v, branch, arm);
    for (uint32_t i = 0; i < v->plan->branch_count && dec_trace_to_branch(&w); i++) {
        bool is_jump = w.insn == jump;
        if (!dec_trace_branch(&w)) {
            return false;
        }
        if (is_jump) {
            return w.insn == after;
        }
    }
    return false;
}

/* The test at `jump` of a value that && or || made repeats its operands: their arms count that lead
 * past the point. */
static void count_operands(dec_view *v, uint32_t point, uint32_t jump, uint32_t after) {
    uint32_t start = dec_last_visible(v, jump);
    for (uint32_t b = dec_index_branch_from(v, start);
         b < v->plan->branch_count && dec_test_insn(v, b) < jump; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        for (uint32_t arm = 0; !branch->is_repeated && arm < branch->arm_count; arm++) {
            if (passes(v, branch, arm, jump, after)) {
                dec_count_copy(v, point, &branch->arms[arm]);
            }
        }
    }
}

/* What is after has no point: the copies count by themselves, and the arm of the last test. There
 * is no copy where the branches before leave the block. */
static void add_ends(dec_view *v, uint32_t after, uint32_t end) {
    bool has_copy = false;
    for (uint32_t i = v->index.jumps_at[after]; i < v->index.jumps_at[after + 1]; i++) {
        uint32_t jump = v->index.jumps[i];
        uint32_t b = dec_branch_at(v, jump);
        if (is_copy(v, jump, end)) {
            dec_join_points(v, end, jump - 1);
            has_copy = true;
        } else if (!is_else_if(v, jump, after, has_copy)) {
            continue;
        } else if (v->plan->branches[b].is_repeated) {
            count_operands(v, v->point_at[end], jump, after);
        } else {
            dec_count_copy(v, v->point_at[end], &v->plan->branches[b].arms[1]);
        }
    }
}

/* Where the last branch comes to its end, its copy is directly before; where it does not, the
 * others are told by the ways to what is after. */
static void pass_end_of_if(dec_view *v, uint32_t after) {
    bool has_point = dec_starts_visible(v, after);
    uint32_t end = end_before(v, after);
    if (end != DEC_NO_INSN && has_point) {
        count_ends(v, after, end);
    } else if (is_end(v, after - 1)) {
        add_ends(v, after, after - 1);
    } else if (end != DEC_NO_INSN) {
        add_ends(v, after, end);
    }
}

/* Some test between the instruction and the next point leads back before it. */
static bool loops_back(const dec_view *v, uint32_t insn) {
    uint32_t end = dec_next_point(v, insn);
    for (uint32_t b = dec_index_branch_from(v, insn);
         b < v->plan->branch_count && dec_test_insn(v, b) < end; b++) {
        if (dec_is_kind(v, b, PROBE_BRANCH_COND) && dec_arm_target(v, b, 1) < insn) {
            return true;
        }
    }
    return false;
}

/* The point ran when control took the jump to the target, too. */
static void count_jump(dec_view *v, uint32_t point, uint32_t jump, uint32_t target) {
    uint32_t b = dec_branch_at(v, jump);
    if (b == PROBE_NONE) {
        probe_arm whole = {.nodes = &v->plan->atom_of_insn[jump], .node_count = 1};
        dec_count_copy(v, point, &whole);
        return;
    }
    for (uint32_t arm = 0; arm < v->plan->branches[b].arm_count; arm++) {
        if (dec_arm_target(v, b, arm) == target) {
            dec_count_copy(v, point, &v->plan->branches[b].arms[arm]);
        }
    }
}

/* The point of `Loop While c` is at a nop of its own. `Continue Do` goes to the instruction after
 * it, where c begins without a point.
 *
 *     nop [Loop While];  M: ...; brtrue BODY */
static void reach_condition(dec_view *v, uint32_t nop) {
    uint32_t condition = nop + 1;
    uint32_t last = DEC_NO_INSN;
    if (v->starts[condition] != 0 || !loops_back(v, condition)) {
        return;
    }
    for (uint32_t i = v->index.jumps_at[condition]; i < v->index.jumps_at[condition + 1]; i++) {
        if (v->index.jumps[i] != last) {
            last = v->index.jumps[i];
            count_jump(v, v->point_at[nop], last, condition);
        }
    }
}

void dec_pass_ends(dec_view *v) {
    for (uint32_t u = 1; !v->is_optimised && dec_is_insn(v, u); u++) {
        if (!v->is_target[u]) {
            continue;
        }
        pass_end_of_if(v, u);
        if (dec_starts_visible(v, u - 1) && dec_is_op(v, u - 1, IL_NOP)) {
            reach_condition(v, u - 1);
        }
    }
}
