/* The order of a decision's two arms. Debug and Release builds of one source branch the other way round
 * now and then, and the arms of both are united by their number. Input: a view, a branch. Output: does
 * its second arm come first? The arm that goes on to another test comes first, then the one whose next
 * visible point stands first in the source, else that of false; what short circuits store as a
 * constant is followed. */
#include "coverage/idiom/cov_view.h"

enum { MAX_STEPS = 64 };

#define TO_A_TEST ((uint64_t)0)
#define TO_THE_END UINT64_MAX

/* What is known on the way: a constant on the stack, one in a local, one in a field (of a state machine). */
typedef struct arm_walk {
    const cov_view *v;
    uint32_t unit;
    bool is_known;
    int32_t value;
    int32_t local, local_value; /* -1: none */
    int64_t field;              /* 0: none */
    int32_t field_value;
} arm_walk;

/* False: `*place` is where the way ends. */
static bool at_test(arm_walk *w, uint64_t *place) {
    const cov_view *v = w->v;
    uint32_t branch = v->plan->branch_of_unit[w->unit];
    const il_unit *u = cov_unit(v, w->unit);
    bool on_true = u->op == IL_BRTRUE || u->op == IL_BRTRUE_S;
    bool on_false = u->op == IL_BRFALSE || u->op == IL_BRFALSE_S;
    if (branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT) {
        w->unit = v->certain[branch];
    } else if (w->is_known && (on_true || on_false)) {
        bool jumps = (w->value != 0) == on_true;
        w->unit = jumps ? u->target : w->unit + 1;
    } else {
        *place = TO_A_TEST;
        return false;
    }
    w->is_known = false;
    return true;
}

static void over_value(arm_walk *w) {
    int32_t number = 0;
    uint32_t unit = w->unit++;
    if (w->is_known && cov_is_const(w->v, unit, &number) && number == 0 &&
        cov_is_op(w->v, unit + 1, IL_CEQ)) {
        w->value = w->value == 0 ? 1 : 0;
        w->unit++;
    } else if (cov_is_const(w->v, unit, &number)) {
        w->is_known = true;
        w->value = number;
    } else if (cov_is_store_local(w->v, unit, &number)) {
        w->local = w->is_known ? number : w->local == number ? -1 : w->local;
        w->local_value = w->is_known ? w->value : w->local_value;
        w->is_known = false;
    } else if (cov_is_load_local(w->v, unit, &number) && number == w->local) {
        w->is_known = true;
        w->value = w->local_value;
    } else if (w->is_known && cov_is_op(w->v, unit, IL_STFLD)) {
        w->field = cov_unit(w->v, unit)->operand;
        w->field_value = w->value;
        w->is_known = false;
    } else if (cov_is_op(w->v, unit, IL_LDFLD) && w->field == cov_unit(w->v, unit)->operand) {
        w->is_known = true;
        w->value = w->field_value;
    } else if (!cov_is_op(w->v, unit, IL_NOP)) {
        w->is_known = false;
    }
}

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

static bool step(arm_walk *w, uint64_t *place) {
    const cov_view *v = w->v;
    switch ((il_flow)il_op_get((il_op)cov_unit(v, w->unit)->op)->flow) {
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        return at_test(w, place);
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
        w->unit = cov_unit(v, w->unit)->target;
        return true;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
        over_value(w);
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
    arm_walk w = {v, is_fork ? b->unit : b->arms[arm].target, is_fork, (int32_t)arm, -1, 0, 0, 0};
    uint64_t place = TO_THE_END;
    for (int steps = 0; steps < MAX_STEPS && w.unit < v->body->unit_count; steps++) {
        uint32_t fork = v->plan->fork_of_unit[w.unit];
        if (fork != PROBE_NONE && &v->plan->branches[fork] != b && v->fate[fork] == COV_KEPT &&
            !w.is_known) {
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
