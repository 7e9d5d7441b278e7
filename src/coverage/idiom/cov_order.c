/* The order of a decision's two arms. Debug and Release builds of one source branch the other way round
 * now and then, and the arms of both are united by their number. Input: a view, a branch. Output: does
 * its second arm come first? The arm that goes on to another test comes first, then the one whose next
 * visible point stands first in the source, else that of false; what short circuits store as a
 * constant is followed. */
#include "coverage/idiom/cov_known.h"

enum { MAX_STEPS = 64 };

#define TO_A_TEST ((uint64_t)0)
#define TO_THE_END UINT64_MAX

static uint64_t place_of_point(const cov_view *v, uint32_t unit) {
    const pdb_point *p = &v->method->points[v->point_at[unit]];
    return (((uint64_t)p->start_line << 32) | p->start_column) + 1;
}

/* Optimised code has copies of the last ret, without its point. */
static uint64_t place_of_end(const cov_view *v) {
    uint32_t last = v->body->unit_count - 1;
    bool is_way_out = cov_is_op(v, last, IL_RET) && v->point_at[last] != PROBE_NONE;
    return is_way_out ? place_of_point(v, last) : TO_THE_END;
}

static bool step(cov_known *w, uint64_t *place) {
    const cov_view *v = w->v;
    switch ((il_flow)il_op_get((il_op)cov_unit(v, w->unit)->op)->flow) {
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        *place = TO_A_TEST;
        return cov_known_test(w);
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
        w->unit = cov_unit(v, w->unit)->target;
        return true;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
        cov_known_over(w);
        return true;
    case IL_FLOW_RETURN:
        *place = place_of_end(v);
        return false;
    case IL_FLOW_THROW:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
        break;
    }
    *place = TO_THE_END;
    return false;
}

static uint64_t place_of_arm(const cov_view *v, const probe_branch *b, uint32_t arm) {
    bool is_fork = b->kind == PROBE_BRANCH_FORK;
    cov_known w = cov_known_from(v, b, arm);
    uint64_t place = TO_THE_END;
    for (int steps = 0; steps < MAX_STEPS && w.unit < v->body->unit_count; steps++) {
        uint32_t fork = v->plan->fork_of_unit[w.unit];
        if (fork != PROBE_NONE && &v->plan->branches[fork] != b &&
            (v->fate[fork] == COV_KEPT || v->plan->branches[fork].is_part) && !w.is_known) {
            return TO_A_TEST;
        }
        if (v->point_at[w.unit] != PROBE_NONE && !(is_fork && steps == 0)) {
            return place_of_point(v, w.unit);
        }
        if (!step(&w, &place)) {
            return place;
        }
    }
    return TO_THE_END;
}

bool cov_arms_are_swapped(const cov_view *v, uint32_t branch) {
    const probe_branch *b = &v->plan->branches[branch];
    if (b->arm_count != 2 || b->kind == PROBE_BRANCH_SWITCH) {
        return false;
    }
    uint64_t first = place_of_arm(v, b, 0);
    uint64_t second = place_of_arm(v, b, 1);
    bool is_brfalse = cov_is_op(v, b->unit, IL_BRFALSE) || cov_is_op(v, b->unit, IL_BRFALSE_S);
    return second < first || (second == first && is_brfalse && b->kind == PROBE_BRANCH_COND);
}
