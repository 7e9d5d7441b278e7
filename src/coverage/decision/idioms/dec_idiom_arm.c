/* C#: an arm of a switch expression whose code begins before its point. The value of a switch
 * expression, or of a pattern with `or`, is first stored in a variable; the point of the arm is
 * where it is loaded from there:
 *
 *     `N.Bin x => x.Op switch { "+" => 7, _ => 8 }`
 *     E: ...; brfalse F;  [7] ...; stloc t; br P;  F: [8] ...; stloc t;  P: [the arm] ldloc t; stloc r; br M
 *
 * Input: the view. Output: E leads to P, and the instructions from E to P belong to the arm:
 * control enters them only at E and leaves them only to P, and the points in between are inside the
 * one at P. */
#include "coverage/decision/core/dec_idioms.h"

/* What is known of the instructions from `insn` up to the point. */
typedef struct stretch {
    uint32_t point;
    /* lowest instruction that is a target from within, or from which control enters */
    uint32_t lowest;
    bool has_test;
} stretch;

static void note(stretch *s, uint32_t insn) {
    s->lowest = insn < s->lowest ? insn : s->lowest;
}

/* An await leaves the method here; control returns to the next instruction. */
static bool is_suspension(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_before(v, insn);
    return v->is_machine && dec_is_op(v, insn, IL_LEAVE) &&
           (dec_call(&c, "AwaitUnsafeOnCompleted") || dec_call(&c, "AwaitOnCompleted"));
}

/* Control goes one way or another, whoever wants to know: the await of an arm begins it, too. */
static bool is_test(const dec_view *v, uint32_t branch) {
    return branch != DEC_NO_BRANCH && !dec_is_constant(v, branch) &&
           !v->plan->branches[branch].is_repeated && v->plan->branches[branch].arm_count > 1;
}

/* The instruction does not fall through, or is a test. */
static bool ends_straight_code(const dec_view *v, uint32_t insn) {
    il_flow flow = dec_flow(v, insn);
    return flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH ||
           flow == IL_FLOW_THROW;
}

/* Adds the instruction before to the stretch; false when no arm can contain it. */
static bool add_insn(const dec_view *v, stretch *s, uint32_t insn) {
    bool is_code = dec_goes_on(v, insn) || ends_straight_code(v, insn) || is_suspension(v, insn);
    if (!is_code || (dec_starts_visible(v, insn) && !dec_is_phantom(v, insn) &&
                     !dec_point_contains(v, s->point, insn))) {
        return false;
    }
    for (uint32_t i = 0; !is_suspension(v, insn) && i < dec_successor_count(v, insn); i++) {
        uint32_t next = dec_successor(v, insn, i);
        if (next > s->point) {
            return false;
        }
        note(s, next);
    }
    s->has_test = s->has_test || is_test(v, dec_branch_at(v, insn));
    return true;
}

/* By instruction: the first and the last instruction that branch to it; DEC_NO_INSN and 0 where
 * none does. */
typedef struct entries {
    uint32_t *first, *last;
} entries;

static bool find_entries(dec_view *v, entries *e) {
    uint32_t count = v->body->insn_count;
    e->first = CC_NEW_ARRAY(v->arena, uint32_t, count + 1);
    e->last = CC_NEW_ARRAY(v->arena, uint32_t, count + 1);
    for (uint32_t u = 0; u <= count; u++) {
        e->first[u] = DEC_NO_INSN;
    }
    for (uint32_t u = 0; u < count; u++) {
        for (uint32_t i = 0; i < dec_successor_count(v, u); i++) {
            uint32_t next = dec_successor(v, u, i);
            e->first[next] = e->first[next] == DEC_NO_INSN ? u : e->first[next];
            e->last[next] = u;
        }
    }
    return true;
}

/* `stloc t; br`: the local; -1 for anything else. */
static int32_t stored_before_jump(const dec_view *v, uint32_t jump) {
    int32_t local = -1;
    bool brings = dec_is_br(v, jump) && dec_is_store_local(v, jump - 1, &local);
    return brings ? local : -1;
}

/* Arms of an expression inside the arm meet here, each with its value. */
static bool is_join(const dec_view *v, const entries *e, uint32_t insn) {
    uint32_t first = e->first[insn];
    uint32_t last = e->last[insn];
    return first != DEC_NO_INSN && first != last && stored_before_jump(v, first) >= 0 &&
           stored_before_jump(v, first) == stored_before_jump(v, last);
}

/* An arm may begin after the instruction. The arm before it leaves a try block that ends with the
 * expression. */
static bool may_end_arm(const dec_view *v, uint32_t insn) {
    bool leaves = dec_is_op(v, insn, IL_LEAVE) && !is_suspension(v, insn);
    return leaves || ends_straight_code(v, insn);
}

/* Where the code of the arm begins whose point is at `point`; DEC_NO_INSN: at the point. */
static uint32_t begin_of(const dec_view *v, const entries *e, uint32_t point) {
    bool is_target = e->first[point] != DEC_NO_INSN;
    stretch s = {point, is_target ? e->first[point] : point, false};
    if (is_target && e->last[point] > point) {
        return DEC_NO_INSN;
    }
    for (uint32_t u = point; u > 1; u--) {
        uint32_t insn = u - 1;
        if (!add_insn(v, &s, insn)) {
            break;
        }
        if (s.has_test && s.lowest >= insn && may_end_arm(v, insn - 1) && !is_join(v, e, insn)) {
            return insn;
        }
        if (e->first[insn] != DEC_NO_INSN && !is_suspension(v, insn - 1)) {
            note(&s, e->first[insn]);
            if (e->last[insn] >= point) {
                break;
            }
        }
    }
    return DEC_NO_INSN;
}

/* A part of an expression has a point around it. The point of a filter is after all its code. */
static bool is_part(const dec_view *v, uint32_t point) {
    if (!dec_starts_visible(v, point) || dec_is_phantom(v, point)) {
        return false;
    }
    uint32_t filter = dec_filter_point(v, point);
    return dec_enclosing(v, point) != DEC_NO_INSN || dec_point_contains(v, filter, point);
}

static bool has_parts(const dec_view *v) {
    bool has = v->has_parts;
    for (uint32_t i = 0; !has && i < v->body->clause_count; i++) {
        has = v->body->clauses[i].kind == IL_CLAUSE_FILTER;
    }
    return has;
}

void dec_idiom_arm(dec_view *v) {
    entries e;
    if (!has_parts(v) || !find_entries(v, &e)) {
        return;
    }
    for (uint32_t point = 2; dec_is_insn(v, point); point++) {
        uint32_t begin = is_part(v, point) ? begin_of(v, &e, point) : DEC_NO_INSN;
        if (begin != DEC_NO_INSN) {
            dec_anchor_arm(v, begin, point);
        }
    }
}
