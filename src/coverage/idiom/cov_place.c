/* Where a decision stands: the last visible point at or before it, as a rule. Input: the view of a
 * method and a unit of it. Output: the unit whose point tells the line (semantics.md, Branches). */
#include "coverage/idiom/cov_tree.h"
#include "coverage/idiom/cov_view.h"

enum { MAX_BACK = 1 << 14, MAX_SKIPPED = 64 };

/* In front of places for the debugger (`ldc.i4.1; brtrue N; nop; N:`) that end at the start. */
static uint32_t before_pauses(const cov_view *v, uint32_t start) {
    while (start >= 3) {
        uint32_t branch = v->plan->branch_of_unit[start - 2];
        if (branch == PROBE_NONE || v->fate[branch] != COV_CONSTANT ||
            v->certain[branch] != start || !cov_is_op(v, start - 1, IL_NOP)) {
            break;
        }
        start = cov_last_start(v, start - 3);
    }
    return start;
}

/* A decision in an arm of a switch expression without a point of its own, behind another arm: its
 * line is that of the expression, from where control came, not that of the arm before it in the
 * code. */
static uint32_t of_expression(const cov_view *v, uint32_t unit) {
    uint32_t start = before_pauses(v, cov_last_start(v, unit));
    uint32_t before = cov_last_visible(v, start);
    uint32_t outer = start;
    bool is_behind_jump =
        start > 0 && v->starts[start] == COV_START_HIDDEN &&
        (il_flow)il_op_get((il_op)cov_unit(v, start - 1)->op)->flow == IL_FLOW_BRANCH;
    if (!is_behind_jump || v->point_at[before] == PROBE_NONE) {
        return unit;
    }
    for (uint32_t u = 0; u < before && outer == start; u++) {
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, u)->op)->flow;
        bool jumps = flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND;
        outer = jumps && cov_settle(v, cov_unit(v, u)->target) == start ? u : outer;
    }
    outer = cov_last_visible(v, outer);
    return cov_point_contains(v, outer, before) ? outer : unit;
}

/* The unit stores the variable whose load begins at the other: a local, or a field of a closure or state
 * machine. */
static bool stores_what_loads(const cov_view *v, uint32_t store, uint32_t load) {
    int32_t stored = -1;
    int32_t loaded = -1;
    if (store == COV_NO_UNIT) {
        return false;
    }
    if (cov_is_store_local(v, store, &stored)) {
        return cov_is_load_local(v, load, &loaded) && stored == loaded;
    }
    return cov_is_op(v, store, IL_STFLD) && load + 1 < v->body->unit_count &&
           cov_is_op(v, load + 1, IL_LDFLD) &&
           cov_unit(v, store)->operand == cov_unit(v, load + 1)->operand;
}

/* The hidden point only loads what was stored in front of it, as Debug code does in front of a test. */
static bool carries_on(const cov_view *v, uint32_t start) {
    int32_t stored = -1;
    int32_t loaded = -1;
    uint32_t store = start == 0 ? COV_NO_UNIT : cov_before(v, start);
    return store != COV_NO_UNIT && v->starts[start] == COV_START_HIDDEN && !v->is_target[start] &&
           cov_is_store_local(v, store, &stored) && cov_is_load_local(v, start, &loaded) &&
           stored == loaded;
}

/* Behind the hidden point where the arms of a switch expression come together: the line is that of the
 * statement around it, not that of the last arm. */
static uint32_t of_join(const cov_view *v, uint32_t unit) {
    uint32_t start = cov_last_start(v, unit);
    if (v->starts[start] != COV_START_HIDDEN) {
        return unit;
    }
    start = before_pauses(v, start);
    if (carries_on(v, start)) {
        start = before_pauses(v, cov_last_start(v, start - 1));
    }
    if (v->starts[start] != COV_START_HIDDEN || !v->is_target[start]) {
        return unit;
    }
    uint32_t arm = cov_last_visible(v, start);
    uint32_t outer = cov_filter_point(v, unit);
    for (int steps = 0; outer == COV_NO_UNIT && steps < MAX_BACK && (uint32_t)steps < arm;
         steps++) {
        uint32_t at = arm - 1 - (uint32_t)steps;
        outer = cov_point_contains(v, at, arm) && !cov_is_phantom(v, at) ? at : outer;
    }
    return outer != COV_NO_UNIT && cov_point_contains(v, outer, arm) ? outer : unit;
}

/* Control goes from the unit over `from` to some unit up to `to`. */
static bool jumps_over(const cov_view *v, uint32_t unit, uint32_t from, uint32_t to) {
    uint32_t next = cov_successor(v, unit, 0);
    for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
        uint32_t target = cov_settle(v, next);
        if (target != COV_NO_UNIT && target > from && target <= to) {
            return true;
        }
        next = cov_successor(v, unit, i);
    }
    return false;
}

/* The first unit in front of `from` that jumps to one in (from, to]; no test of the compiler's, as that of a state. */
static uint32_t first_jump_over(const cov_view *v, uint32_t from, uint32_t to) {
    for (uint32_t u = 0; u < from; u++) {
        uint32_t branch = v->plan->branch_of_unit[u];
        bool is_users = branch == PROBE_NONE || v->fate[branch] != COV_DROPPED;
        if (is_users && !cov_goes_on(v, u) && jumps_over(v, u, from, to)) {
            return u;
        }
    }
    return COV_NO_UNIT;
}

/* A switch over a plain variable has no point in optimised code, and begins at a hidden one, to which control comes
 * past the statement in front as well. The line is that of what always ran before: `if (A) B(); switch (n) {...}`.
 * Where nothing did, as in a label of a switch with which the method begins, it is that of its own first body. */
static uint32_t of_next_statement(const cov_view *v, uint32_t unit) {
    uint32_t start = cov_last_start(v, unit);
    uint32_t place = cov_last_visible(v, start);
    uint32_t over = COV_NO_UNIT;
    if (v->starts[start] != COV_START_HIDDEN || !v->is_target[start] || cov_tree_is_debug(v) ||
        cov_filter_point(v, unit) != COV_NO_UNIT) {
        return unit;
    }
    for (int steps = 0; steps < MAX_SKIPPED && v->point_at[place] != PROBE_NONE; steps++) {
        over = first_jump_over(v, place, start);
        if (over == COV_NO_UNIT) {
            return place;
        }
        place = cov_last_visible(v, over);
    }
    uint32_t body = cov_next_visible(v, start, v->body->unit_count);
    return body < v->body->unit_count ? body : unit;
}

static bool is_br(const cov_view *v, uint32_t unit) {
    return cov_is_op(v, unit, IL_BR) || cov_is_op(v, unit, IL_BR_S);
}

/* Where the loop that the branch closes begins its rounds; 0: it closes none. */
static uint32_t loop_body(const cov_view *v, uint32_t unit) {
    uint32_t branch = v->plan->branch_of_unit[unit];
    bool is_test = branch != PROBE_NONE && v->plan->branches[branch].kind == PROBE_BRANCH_COND;
    uint32_t body = is_test ? v->plan->branches[branch].arms[1].target : 0;
    return body < unit ? body : 0;
}

/* For, For Each: control comes to the test from the head, over the body and what makes the next value,
 * whose points are not those of the test. The head is the statement that asks.
 *   HEAD: ...; br TEST;  BODY: ...;  NEXT: ...;  TEST: ...; brtrue BODY
 * Where BODY is a loop that begins with its own test, optimised code goes to that at once. */
static uint32_t of_loop(const cov_view *v, uint32_t unit) {
    uint32_t body = loop_body(v, unit);
    for (uint32_t u = body, steps = 0; u > 0 && steps < MAX_BACK; u--, steps++) {
        uint32_t test = is_br(v, u - 1) ? cov_unit(v, u - 1)->target : 0;
        if (test > body && test <= unit && !cov_visible_in(v, test, unit + 1)) {
            uint32_t head = cov_last_visible(v, u - 1);
            return v->point_at[head] != PROBE_NONE ? head : unit;
        }
    }
    return unit;
}

/* The same between two constants: control falls into the first round without a test.
 *   HEAD: ...; store i;  BODY: ...;  NEXT: ...; store i;  [hidden] load i; ldc; ble BODY */
static uint32_t of_constant_loop(const cov_view *v, uint32_t unit) {
    uint32_t body = loop_body(v, unit);
    uint32_t test = cov_last_start(v, unit);
    if (body == 0 || body >= test || v->starts[test] != COV_START_HIDDEN ||
        !stores_what_loads(v, cov_before(v, test), test)) {
        return unit;
    }
    for (uint32_t u = body, steps = 0; u > 0 && steps < MAX_BACK; u--, steps++) {
        bool enters = u == body || (is_br(v, u) && cov_unit(v, u)->target == body);
        if (enters && stores_what_loads(v, cov_before(v, u), test)) {
            uint32_t head = cov_last_visible(v, u - 1);
            return v->point_at[head] != PROBE_NONE ? head : unit;
        }
    }
    return unit;
}

/* In front of the point of its arm stands a decision on the line of the arm. COV_NO_UNIT: elsewhere. */
static uint32_t of_arm(const cov_view *v, uint32_t unit) {
    uint32_t point = v->arm_of[unit];
    for (uint32_t at = unit; point != COV_NO_UNIT && v->arm_of[at] == point; at--) {
        if (at == 0 || (v->point_at[at] != PROBE_NONE && !cov_is_phantom(v, at))) {
            return COV_NO_UNIT;
        }
    }
    return point;
}

uint32_t cov_place_of(const cov_view *v, uint32_t unit) {
    uint32_t arm = of_arm(v, unit);
    if (arm != COV_NO_UNIT) {
        return arm;
    }
    switch (v->language) {
    case PDB_LANG_CSHARP: {
        uint32_t place = of_join(v, of_expression(v, unit));
        return place == unit ? of_next_statement(v, unit) : place;
    }
    case PDB_LANG_VB:
        return of_constant_loop(v, of_loop(v, unit));
    case PDB_LANG_FSHARP:
    case PDB_LANG_OTHER:
        break;
    }
    return unit;
}
