/* F#. Code that is inlined has no points: slices, the count of a range, disposal, checks of static
 * initialisation, array patterns, functions of the library (in optimised code). What the user writes
 * behind then, else, &&, || or -> has a point of its own. So a test is not the user's
 *   - when the same points come next whatever it decides; a throw without a point is no way to go on;
 *   - when one of its arms is a value without a point and the other is not the user's at once:
 *       brfalse NONE; ...get_Value; stloc x; [the user's lambda] ...;  NONE: ldnull; br M
 *     (with && and || it is: the right operand);
 *   - when it is that of a loop and has no point: br TEST; BODY: ...; TEST: ldloc; brtrue BODY.
 * Output: such branches are dropped. An operand that was moved into a later statement has its first
 * point in front of its right operand, and stands there. */
#include "coverage/idiom/cov_known.h"

enum { MAX_STEPS = 64, MAX_OPERANDS = 64 };

/* --- the same points -------------------------------------------------------------------------- */

/* Walks along the flow up to the next visible points. Arrays by unit: the last walk that ... */
typedef struct point_walk {
    cov_view *v;
    bool stops_at_tests; /* kept ones are places, too */
    uint32_t *seen;      /* ... came to the unit */
    uint32_t *reached;   /* ... found a visible point there */
    uint32_t *stack;     /* a unit is pushed once a walk at most */
    uint32_t id, depth;
    uint32_t count;  /* points found */
    uint32_t common; /* of these, found by walk `first`, too */
    uint32_t first;
    bool returns, throws;
} point_walk;

/* The throw of a match without a fitting arm is a place that the user's tests tell apart. */
static bool is_place(const point_walk *w, uint32_t unit) {
    const cov_view *v = w->v;
    uint32_t branch = v->plan->branch_of_unit[unit];
    bool is_test = w->stops_at_tests && branch != PROBE_NONE &&
                   v->plan->branches[branch].kind != PROBE_BRANCH_FORK &&
                   (v->fate[branch] == COV_KEPT || v->fate[branch] == COV_GROUPED);
    return is_test || (v->starts[unit] & COV_START_VISIBLE) != 0 || cov_part_line(v, unit) > 0 ||
           (cov_is_op(v, unit, IL_NEWOBJ) &&
            cc_str_eqz(cov_member_type(v, unit), "Microsoft.FSharp.Core.MatchFailureException"));
}

static void walk_to(point_walk *w, uint32_t unit) {
    if (unit >= w->v->body->unit_count || w->seen[unit] == w->id) {
        return;
    }
    w->seen[unit] = w->id;
    if (!is_place(w, unit)) {
        w->stack[w->depth++] = unit;
        return;
    }
    w->count++;
    w->common += w->reached[unit] == w->first ? 1 : 0;
    w->reached[unit] = w->id == w->first ? w->id : w->reached[unit];
}

/* An exception that is made where it is thrown, without a point: a check of an argument. */
static bool is_check(const cov_view *v, uint32_t unit) {
    return cov_is_op(v, unit, IL_THROW) && cov_is_op(v, cov_before(v, unit), IL_NEWOBJ);
}

static void walk_on(point_walk *w, uint32_t at) {
    il_flow flow = (il_flow)il_op_get((il_op)cov_unit(w->v, at)->op)->flow;
    uint32_t next = cov_successor(w->v, at, 0);
    w->throws = w->throws || (flow == IL_FLOW_THROW && !is_check(w->v, at));
    w->returns = w->returns || flow == IL_FLOW_RETURN || flow == IL_FLOW_ENDFINALLY ||
                 flow == IL_FLOW_ENDFILTER;
    for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
        walk_to(w, next);
        next = cov_successor(w->v, at, i);
    }
}

static void walk_from(point_walk *w, uint32_t unit) {
    w->id++;
    w->depth = w->count = w->common = 0;
    w->returns = w->throws = false;
    walk_to(w, unit);
    while (w->depth > 0) {
        walk_on(w, w->stack[--w->depth]);
    }
}

/* All arms lead to the same points, and leave the method alike; but those that only throw. `over` is
 * where one of them begins. */
static bool decides_nothing(point_walk *w, const probe_branch *branch, uint32_t *over) {
    point_walk one = {.id = 0};
    bool same = true;
    w->first = w->id + 1;
    *over = COV_NO_UNIT;
    for (uint32_t a = 0; same && a < branch->arm_count; a++) {
        walk_from(w, branch->arms[a].target);
        if (w->count == 0 && !w->returns && !w->throws) {
            w->first = one.id == 0 ? w->id + 1 : w->first;
        } else if (one.id == 0) {
            one = *w;
            same = !w->throws;
            *over = branch->arms[a].target;
        } else {
            same = w->count == one.count && w->common == one.count && w->returns == one.returns &&
                   !w->throws;
        }
    }
    return same;
}

/* --- values and loops ------------------------------------------------------------------------- */

/* From the arm's target over nops and jumps, up to a visible point. */
static uint32_t begin_of(const cov_view *v, uint32_t unit) {
    for (int steps = 0; steps < MAX_STEPS && unit < v->body->unit_count; steps++) {
        bool jumps = cov_is_op(v, unit, IL_BR) || cov_is_op(v, unit, IL_BR_S);
        bool is_over = !jumps && !cov_is_op(v, unit, IL_NOP);
        if (is_over || (v->starts[unit] & COV_START_VISIBLE) != 0) {
            return unit;
        }
        unit = jumps ? cov_unit(v, unit)->target : unit + 1;
    }
    return v->body->unit_count;
}

/* The other case of a result, handed on: `load r; call get_ErrorValue; call NewError`. */
static uint32_t length_of_result(const cov_view *v, uint32_t unit) {
    uint32_t take = unit + cov_load_length(v, unit);
    bool is_case =
        take > unit && take + 1 < v->body->unit_count &&
        (cov_calls(v, take, "get_ErrorValue") || cov_calls(v, take, "get_ResultValue")) &&
        (cov_calls(v, take + 1, "NewError") || cov_calls(v, take + 1, "NewOk"));
    return is_case && !cov_visible_in(v, unit, take + 2) ? take + 2 - unit : 0;
}

/* Length in units of a value that is made without any code of the user's; 0: it is something else. */
static uint32_t length_of_value(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    bool is_one = cov_is_const(v, unit, &value) || cov_is_op(v, unit, IL_LDNULL) ||
                  cov_is_op(v, unit, IL_LDC_I8) || cov_is_op(v, unit, IL_LDC_R8) ||
                  cov_is_op(v, unit, IL_LDC_R4) || cov_is_op(v, unit, IL_LDSTR) ||
                  cov_is_load_local(v, unit, &value) || cov_calls(v, unit, "get_Empty") ||
                  cov_calls(v, unit, "get_ValueNone") || cov_calls(v, unit, "Empty");
    uint32_t result = length_of_result(v, unit);
    return result > 0 ? result : is_one ? 1 : 0;
}

/* The arm is one value, at a hidden point, that goes where the ways meet. */
static bool is_bare_value(const cov_view *v, uint32_t target) {
    uint32_t unit = begin_of(v, target);
    if (unit >= v->body->unit_count || v->starts[unit] != COV_START_HIDDEN) {
        return false;
    }
    uint32_t length = length_of_value(v, unit);
    uint32_t next = unit + length;
    while (cov_is_op(v, next, IL_NOP) && (v->starts[next] & COV_START_VISIBLE) == 0) {
        next++;
    }
    if (cov_is_op(v, cov_settle(v, next), IL_ENDFILTER)) {
        return false; /* what a pattern behind `with` says when it does not match */
    }
    bool ends = cov_is_op(v, next, IL_BR) || cov_is_op(v, next, IL_BR_S) ||
                cov_is_op(v, next, IL_RET) || (next < v->body->unit_count && v->is_target[next]);
    return length > 0 && ends;
}

/* The visible point with which the arm begins; what is on the stack may be put away before.
 * COV_NO_UNIT: it begins with something else. */
static uint32_t first_place(const cov_view *v, uint32_t target, bool *puts_away) {
    int32_t local = 0;
    uint32_t unit = begin_of(v, target);
    *puts_away = false;
    while (cov_is_store_local(v, unit, &local) && (v->starts[unit] & COV_START_VISIBLE) == 0) {
        *puts_away = true;
        unit++;
    }
    bool is_visible = unit < v->body->unit_count && (v->starts[unit] & COV_START_VISIBLE) != 0;
    return is_visible ? unit : COV_NO_UNIT;
}

static uint64_t place_in_source(const cov_view *v, uint32_t unit) {
    const pdb_point *p = &v->method->points[v->point_at[unit]];
    return ((uint64_t)p->start_line << 32) | p->start_column;
}

/* Optimised code makes a variable's value without the point of `let`, or where it is used: the last point
 * before the left operand is that of another statement. It stands behind the right operand in the
 * source, or what it begins has been stored already, or its way ends before the operand. */
static bool is_moved(const cov_view *v, uint32_t b, uint32_t right) {
    int32_t local = 0;
    bool is_over = false;
    uint32_t start = v->plan->branches[b].unit;
    while (start > 0 && (v->starts[start] & COV_START_VISIBLE) == 0) {
        start--;
        is_over = is_over || cov_is_op(v, start, IL_BR) || cov_is_op(v, start, IL_BR_S) ||
                  (v->is_target[start] && cov_is_store_local(v, start, &local));
    }
    if (v->point_at[start] == PROBE_NONE || v->point_at[right] == PROBE_NONE) {
        return false;
    }
    return place_in_source(v, right) < place_in_source(v, start) ||
           (is_over && !cov_point_contains(v, start, right));
}

/* The left operand of the condition of a rule lost its point when it was taken apart: in front of it are
 * tests of the pattern. The constant of its way past the right operand is tested at once. */
static bool is_taken_apart(const cov_view *v, uint32_t b, uint32_t arm) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t start = branch->unit;
    while (start > 0 && v->starts[start] == 0 && cov_successor(v, start - 1, 0) == start) {
        start--;
    }
    cov_known w = cov_known_from(v, branch, arm);
    for (int i = 0; v->starts[start] == 0 && i < MAX_STEPS && w.unit < v->body->unit_count; i++) {
        if (v->plan->branch_of_unit[w.unit] != PROBE_NONE) {
            return w.is_known && cov_known_test(&w);
        }
        bool jumps = cov_is_op(v, w.unit, IL_BR) || cov_is_op(v, w.unit, IL_BR_S);
        if ((v->starts[w.unit] & COV_START_VISIBLE) != 0) {
            break;
        }
        if (jumps) {
            w.unit = cov_unit(v, w.unit)->target;
        } else {
            cov_known_over(&w);
        }
    }
    return false;
}

/* The test begins with the visible point to which the left operand of && or || goes on; both share the
 * other way. */
static bool is_right_operand(const cov_view *v, uint32_t b) {
    const probe_branch *right = &v->plan->branches[b];
    uint32_t start = cov_last_visible(v, right->unit);
    for (uint32_t left = b > MAX_OPERANDS ? b - MAX_OPERANDS : 0; left < b; left++) {
        const probe_branch *branch = &v->plan->branches[left];
        bool is_operand = branch->kind == PROBE_BRANCH_COND &&
                          (v->fate[left] == COV_KEPT || v->fate[left] == COV_GROUPED);
        for (uint32_t a = 0; a < 2 && is_operand; a++) {
            bool puts_away = false;
            uint32_t out = cov_settle(v, branch->arms[1 - a].target);
            if (first_place(v, branch->arms[a].target, &puts_away) == start &&
                (cov_settle(v, right->arms[0].target) == out ||
                 cov_settle(v, right->arms[1].target) == out)) {
                return true;
            }
        }
    }
    return false;
}

/* A loop over a list: the next round takes its head, without any point since the last one. */
static bool takes_head(const cov_view *v, uint32_t b) {
    int32_t local = 0;
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t test = cov_before(v, branch->unit);
    uint32_t body = cov_arm_if(v, b, true);
    return cov_is_load_local(v, test, &local) && v->starts[test] == 0 && body < branch->unit &&
           v->starts[body] == 0 && cov_is_load_local(v, body, &local) &&
           cov_calls(v, body + 1, "get_HeadOrDefault");
}

/* The same with the test in front: what a function of the library goes through is kept in a variable of
 * its own, which a match does not ask for. */
static bool takes_head_behind(const cov_view *v, uint32_t b) {
    int32_t local = 0;
    uint32_t unit = v->plan->branches[b].unit;
    uint32_t test = cov_before(v, unit);
    return cov_arm_if(v, b, true) == unit + 1 && cov_is_load_local(v, test, &local) &&
           v->starts[test] == 0 && v->is_target[test] && v->starts[unit + 1] == 0 &&
           cov_is_load_local(v, unit + 1, &local) && cov_calls(v, unit + 2, "get_HeadOrDefault");
}

static bool is_loop_of_library(const cov_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t body = branch->arms[1].target;
    if (cov_is_truth_test(v, b) && (takes_head(v, b) || takes_head_behind(v, b))) {
        return true;
    }
    if (body == 0 || body >= branch->unit ||
        (!cov_is_op(v, body - 1, IL_BR) && !cov_is_op(v, body - 1, IL_BR_S))) {
        return false;
    }
    uint32_t test = cov_unit(v, body - 1)->target;
    return test > body && test <= branch->unit && !cov_visible_in(v, test, branch->unit + 1);
}

/* --- the idiom -------------------------------------------------------------------------------- */

static void stand_at(cov_view *v, uint32_t b, uint32_t unit) {
    uint32_t flip = cov_arms_are_swapped(v, b) ? 1 : 0;
    const probe_arm *arms = v->plan->branches[b].arms;
    cov_decision *group = cov_add_group(v, unit, 2);
    for (uint32_t i = 0; group != NULL && i < 2; i++) {
        const probe_arm *arm = &arms[i ^ flip];
        group->arms[i] = (cov_decision_arm){arm->nodes, arm->node_count};
    }
    v->fate[b] = group != NULL ? COV_GROUPED : v->fate[b];
}

static void look_at(cov_view *v, uint32_t b) {
    const probe_arm *arms = v->plan->branches[b].arms;
    if (is_loop_of_library(v, b)) {
        cov_drop(v, b);
        return;
    }
    for (uint32_t a = 0; a < 2 && v->fate[b] == COV_KEPT; a++) {
        bool puts_away = false;
        if (!is_bare_value(v, arms[a].target)) {
            continue;
        }
        uint32_t operand = first_place(v, arms[1 - a].target, &puts_away);
        if (operand == COV_NO_UNIT && !is_right_operand(v, b)) {
            cov_drop(v, b);
        } else if (operand != COV_NO_UNIT && is_taken_apart(v, b, a)) {
            stand_at(v, b, operand);
            v->stands[b] = operand;
        } else if (operand != COV_NO_UNIT && (puts_away || is_moved(v, b, operand))) {
            stand_at(v, b, operand);
        }
    }
}

/* A test of a match may lead to the same rules whatever it says, over other tests: `| A(0, x) | A(x, 0)
 * -> P | A _ -> Q`. Ways of inlined code come together before anything is asked. */
static bool revive(point_walk *w) {
    bool any = false;
    uint32_t over = COV_NO_UNIT;
    cov_view *v = w->v;
    for (uint32_t b = v->plan->branch_count; b-- > 0;) {
        if (v->fate[b] == COV_DROPPED && v->over[b] != COV_NO_UNIT &&
            !decides_nothing(w, &v->plan->branches[b], &over)) {
            v->fate[b] = COV_KEPT;
            any = true;
        }
    }
    return any;
}

/* `with` in a sequence: no rule takes the exception. */
static bool is_passed_on(const cov_view *v, const probe_branch *branch) {
    int32_t value = 1;
    for (uint32_t a = 0; v->role == COV_ROLE_HANDLER && a < branch->arm_count; a++) {
        uint32_t unit = begin_of(v, branch->arms[a].target);
        if (unit + 1 < v->body->unit_count && cov_is_const(v, unit, &value) && value == 0 &&
            cov_is_op(v, unit + 1, IL_RET)) {
            return true;
        }
    }
    return false;
}

/* Drops what decides nothing, as far as points tell. */
static void drop_inlined(point_walk *w) {
    cov_view *v = w->v;
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] != COV_KEPT || branch->kind == PROBE_BRANCH_FORK ||
            is_passed_on(v, branch)) {
            continue;
        }
        uint32_t over = COV_NO_UNIT;
        if (decides_nothing(w, branch, &over)) {
            cov_drop(v, b);
            v->over[b] = over;
        } else if (branch->kind == PROBE_BRANCH_COND) {
            look_at(v, b);
        }
    }
}

void cov_idiom_inlined(cov_view *v) {
    if (v->language != PDB_LANG_FSHARP || v->role == COV_ROLE_FILTER) {
        return; /* conditions of rules, with nothing behind them */
    }
    size_t units = (size_t)v->body->unit_count + 1;
    point_walk walk = {.v = v,
                       .seen = CC_NEW_ARRAY(v->arena, uint32_t, units),
                       .reached = CC_NEW_ARRAY(v->arena, uint32_t, units),
                       .stack = CC_NEW_ARRAY(v->arena, uint32_t, units)};
    if (walk.seen == NULL || walk.reached == NULL || walk.stack == NULL) {
        v->failed = true;
        return;
    }
    drop_inlined(&walk);
    walk.stops_at_tests = true;
    for (bool again = true; again;) {
        again = revive(&walk);
    }
}
