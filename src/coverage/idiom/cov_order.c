/* The order of a decision's two arms. Debug and Release builds of one source branch the other way round
 * now and then, and the arms of both are united by their number. Input: a view, a branch. Output: does
 * its second arm come first? First comes the arm on which what is asked holds: the comparison (equal, less,
 * greater), or else the value itself (true, not null, not zero). Negations, which one build computes
 * and the other one leaves to the branch, are taken away; so are stores that are loaded at once. In F#,
 * whose optimised code asks for other things, that arm comes first whose code stands first in the source,
 * where both have code; in C# optimised code has no `break`. */
#include "coverage/idiom/cov_known.h"

enum { MAX_STEPS = 64 };

static bool is_nothing(const cov_view *v, uint32_t unit) {
    int32_t value = 1;
    return cov_is_op(v, unit, IL_LDNULL) || (cov_is_const(v, unit, &value) && value == 0);
}

/* What the unit compares with, when that is nothing (a zero may be made longer), and nothing else leads to the
 * comparison: the unit that loads it; COV_NO_UNIT. */
static uint32_t nothing_before(const cov_view *v, uint32_t unit) {
    uint32_t at = v->is_target[unit] ? COV_NO_UNIT : cov_before(v, unit);
    bool is_long = at != COV_NO_UNIT && !v->is_target[at] &&
                   (cov_is_op(v, at, IL_CONV_I8) || cov_is_op(v, at, IL_CONV_U8));
    at = is_long ? cov_before(v, at) : at;
    return at != COV_NO_UNIT && is_nothing(v, at) ? at : COV_NO_UNIT;
}

/* `stfld f; ldarg.0; ldfld f`, as state machines keep values; in between may stand the object of the next
 * store. The unit of the store; COV_NO_UNIT. */
static uint32_t store_before_field(const cov_view *v, uint32_t load) {
    uint32_t at = cov_before(v, load);
    bool is_own = cov_is_op(v, load, IL_LDFLD) && !v->is_target[load] && at != COV_NO_UNIT;
    for (int i = 0; i < 2 && is_own && at != COV_NO_UNIT && cov_is_op(v, at, IL_LDARG_0); i++) {
        is_own = !v->is_target[at];
        at = cov_before(v, at);
    }
    bool is_store = is_own && at != COV_NO_UNIT && cov_is_op(v, at, IL_STFLD) &&
                    cov_unit(v, at)->operand == cov_unit(v, load)->operand;
    return is_store ? at : COV_NO_UNIT;
}

/* `store t; load t`, and nothing else comes to the load: the unit of the store; COV_NO_UNIT. */
static uint32_t store_before_load(const cov_view *v, uint32_t load) {
    int32_t loaded = -1;
    int32_t stored = -1;
    uint32_t store = cov_before(v, load);
    bool is_copy = store != COV_NO_UNIT && !v->is_target[load] &&
                   cov_is_load_local(v, load, &loaded) && cov_is_store_local(v, store, &stored) &&
                   loaded == stored;
    return is_copy ? store : store_before_field(v, load);
}

/* The value in front of `unit` is the opposite of what is asked. */
static bool is_opposite(const cov_view *v, uint32_t unit) {
    bool is_negated = false;
    for (int steps = 0; steps < MAX_STEPS && !v->is_target[unit]; steps++) {
        uint32_t maker = cov_before(v, unit);
        if (maker == COV_NO_UNIT) {
            break;
        }
        uint32_t nothing = nothing_before(v, maker);
        uint32_t store = store_before_load(v, maker);
        if (store != COV_NO_UNIT) {
            unit = store;
        } else if (nothing != COV_NO_UNIT &&
                   (cov_is_op(v, maker, IL_CEQ) || cov_is_op(v, maker, IL_CGT_UN))) {
            is_negated ^= cov_is_op(v, maker, IL_CEQ);
            unit = nothing;
        } else {
            break;
        }
    }
    return is_negated;
}

/* The arm that is taken says that what is asked holds. */
static bool asks_taken(const cov_view *v, uint32_t unit) {
    bool with_nothing = nothing_before(v, unit) != COV_NO_UNIT;
    switch ((int)cov_unit(v, unit)->op) {
    case IL_BRTRUE:
    case IL_BRTRUE_S:
        return !is_opposite(v, unit);
    case IL_BRFALSE:
    case IL_BRFALSE_S:
        return is_opposite(v, unit);
    case IL_BEQ:
    case IL_BEQ_S:
        return !with_nothing;
    case IL_BNE_UN:
    case IL_BNE_UN_S:
        return with_nothing;
    case IL_BGE:
    case IL_BGE_S:
    case IL_BGE_UN:
    case IL_BGE_UN_S:
    case IL_BLE:
    case IL_BLE_S:
    case IL_BLE_UN:
    case IL_BLE_UN_S:
        return false;
    default:
        return true;
    }
}

/* --- F# --------------------------------------------------------------------------------------- */

#define TO_A_TEST ((uint64_t)0)
#define TO_THE_END UINT64_MAX

static uint64_t place_of_point(const cov_view *v, uint32_t unit) {
    const pdb_point *p = cov_point_here(v, unit);
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
    uint64_t line = cov_part_line(v, w->unit);
    if (line > 0) {
        *place = cov_point_here(v, w->unit) != NULL ? place_of_point(v, w->unit) : (line << 32) + 1;
        return false;
    }
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

/* What && or || made constant is their value: a test behind it is not the arm's. A lambda returns it, and
 * goes on in the loop that it was inlined into. */
static bool is_made_value(const cov_known *w) {
    int32_t value = 0;
    return w->v->starts[w->unit] == COV_START_HIDDEN && cov_is_const(w->v, w->unit, &value);
}

static uint64_t place_of_arm(const cov_view *v, const probe_branch *b, uint32_t arm) {
    bool is_fork = b->kind == PROBE_BRANCH_FORK;
    cov_known w = cov_known_from(v, b, arm);
    uint64_t place = TO_THE_END;
    bool makes_value = false;
    for (int steps = 0; steps < MAX_STEPS && w.unit < v->body->unit_count; steps++) {
        uint32_t fork = v->plan->fork_of_unit[w.unit];
        if (fork != PROBE_NONE && &v->plan->branches[fork] != b &&
            (v->fate[fork] == COV_KEPT || v->plan->branches[fork].is_part) && !w.is_known) {
            return TO_A_TEST;
        }
        if (v->point_at[w.unit] != PROBE_NONE && !(is_fork && steps == 0)) {
            return place_of_point(v, w.unit);
        }
        makes_value = makes_value || is_made_value(&w);
        if (!step(&w, &place)) {
            return place == TO_A_TEST && makes_value ? TO_THE_END : place;
        }
    }
    return TO_THE_END;
}

/* --- both ------------------------------------------------------------------------------------- */

bool cov_arms_are_swapped(const cov_view *v, uint32_t branch) {
    const probe_branch *b = &v->plan->branches[branch];
    if (b->arm_count != 2 || b->kind == PROBE_BRANCH_SWITCH) {
        return false;
    }
    if (v->language == PDB_LANG_FSHARP) {
        uint64_t first = place_of_arm(v, b, 0);
        uint64_t second = place_of_arm(v, b, 1);
        if (first != second && first != TO_A_TEST && second != TO_A_TEST) {
            return second < first;
        }
    }
    return b->kind == PROBE_BRANCH_FORK ? !is_opposite(v, b->unit) : asks_taken(v, b->unit);
}
