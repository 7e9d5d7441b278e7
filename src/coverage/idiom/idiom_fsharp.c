/* F#. The code that makes a task resumable tests flags of its own, at hidden points. A loop over a
 * range asks before the first round and behind each: two branches, one decision.
 *   ldloc last; ldloc i; blt END;  BODY: ...;  i + 1;  ldloc i; ldloc last + 1; bne BODY;  END:
 * Code that is inlined has no points: slices, the count of a range, disposal, checks of static
 * initialisation, array patterns, inline functions. Whatever such a test decides, the same points
 * come next. What the user writes behind then, else, && or -> has a point of its own. */
#include "coverage/cov_name.h"
#include "coverage/idiom/cov_view.h"

/* `match!`: the result of an awaiter is tested, behind the hidden point where it is taken. */
static bool tests_result(const cov_view *v, uint32_t start, uint32_t unit) {
    while (start < unit && !cov_calls(v, start, "GetResult")) {
        start++;
    }
    return start < unit;
}

static void drop_flags(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t unit = v->plan->branches[b].unit;
        uint32_t start = cov_last_start(v, unit);
        if (v->fate[b] == COV_KEPT && v->starts[start] == COV_START_HIDDEN &&
            !tests_result(v, start, unit)) {
            cov_drop(v, b);
        }
    }
}

static bool is_loop_over_range(const cov_view *v, uint32_t guard, uint32_t again) {
    const probe_branch *g = &v->plan->branches[guard];
    const probe_branch *a = &v->plan->branches[again];
    uint32_t first = 0;
    bool two_armed = g->kind == PROBE_BRANCH_COND && a->kind == PROBE_BRANCH_COND &&
                     v->fate[guard] == COV_KEPT && v->fate[again] == COV_KEPT;
    uint32_t right = cov_before(v, g->unit);
    return two_armed && a->arms[1].target == g->unit + 1 && g->arms[1].target == a->unit + 1 &&
           right != COV_NO_UNIT && cov_plain_load(v, right, &first);
}

static void join_loop(cov_view *v, uint32_t guard, uint32_t again) {
    const probe_arm *g = v->plan->branches[guard].arms;
    const probe_arm *a = v->plan->branches[again].arms;
    cov_decision *group = cov_add_group(v, v->plan->branches[guard].unit, 2);
    if (group != NULL && cov_join_arms(v, &group->arms[0], &g[1], &a[0]) &&
        cov_join_arms(v, &group->arms[1], &g[0], &a[1])) {
        v->fate[guard] = v->fate[again] = COV_GROUPED;
    }
}

/* The branch that begins at or behind each unit's round: the one whose taken arm goes back
 * there. */
static void join_loops(cov_view *v) {
    uint32_t count = v->plan->branch_count;
    uint32_t *back_to = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)v->body->unit_count + 1);
    if (back_to == NULL) {
        v->failed = true;
        return;
    }
    for (uint32_t b = 0; b < count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (branch->kind == PROBE_BRANCH_COND && branch->arms[1].target <= branch->unit) {
            back_to[branch->arms[1].target] = b + 1;
        }
    }
    for (uint32_t b = 0; b < count && !v->failed; b++) {
        uint32_t again = back_to[v->plan->branches[b].unit + 1];
        if (again > 0 && is_loop_over_range(v, b, again - 1)) {
            join_loop(v, b, again - 1);
        }
    }
}

/* --- inlined code ----------------------------------------------------------------------------- */

/* Walks along the flow up to the next visible points. Arrays by unit: the last walk that ... */
typedef struct point_walk {
    const cov_view *v;
    uint32_t *seen;    /* ... came to the unit */
    uint32_t *reached; /* ... found a visible point there */
    uint32_t *stack;   /* a unit is pushed once a walk at most */
    uint32_t id, depth;
    uint32_t count;  /* points found */
    uint32_t common; /* of these, found by walk `first`, too */
    uint32_t first;
    bool returns, throws;
} point_walk;

static void walk_to(point_walk *w, uint32_t unit) {
    if (unit >= w->v->body->unit_count || w->seen[unit] == w->id) {
        return;
    }
    w->seen[unit] = w->id;
    if ((w->v->starts[unit] & COV_START_VISIBLE) == 0) {
        w->stack[w->depth++] = unit;
        return;
    }
    w->count++;
    w->common += w->reached[unit] == w->first ? 1 : 0;
    w->reached[unit] = w->id == w->first ? w->id : w->reached[unit];
}

static void walk_on(point_walk *w, uint32_t at) {
    const il_unit *unit = cov_unit(w->v, at);
    il_flow flow = (il_flow)il_op_get((il_op)unit->op)->flow;
    if (flow == IL_FLOW_SWITCH) {
        for (uint32_t i = 0; i < unit->target_count; i++) {
            walk_to(w, w->v->body->targets[unit->target + i]);
        }
    } else if (flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE) {
        walk_to(w, unit->target);
    }
    w->throws = w->throws || flow == IL_FLOW_THROW;
    w->returns = w->returns || flow == IL_FLOW_RETURN || flow == IL_FLOW_ENDFINALLY ||
                 flow == IL_FLOW_ENDFILTER;
    if (flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL || flow == IL_FLOW_PREFIX ||
        flow == IL_FLOW_COND || flow == IL_FLOW_SWITCH) {
        walk_to(w, at + 1);
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

/* All arms lead to the same points, and leave the method alike. */
static bool decides_nothing(point_walk *w, const probe_branch *branch) {
    w->first = w->id + 1;
    walk_from(w, branch->arms[0].target);
    point_walk one = *w;
    bool same = !one.throws;
    for (uint32_t a = 1; same && a < branch->arm_count; a++) {
        walk_from(w, branch->arms[a].target);
        same = w->count == one.count && w->common == one.count && w->returns == one.returns &&
               !w->throws;
    }
    return same;
}

static void drop_inlined(cov_view *v) {
    size_t units = (size_t)v->body->unit_count + 1;
    point_walk walk = {.v = v,
                       .seen = CC_NEW_ARRAY(v->arena, uint32_t, units),
                       .reached = CC_NEW_ARRAY(v->arena, uint32_t, units),
                       .stack = CC_NEW_ARRAY(v->arena, uint32_t, units)};
    if (walk.seen == NULL || walk.reached == NULL || walk.stack == NULL) {
        v->failed = true;
        return;
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        bool is_test = branch->kind == PROBE_BRANCH_COND || branch->kind == PROBE_BRANCH_SWITCH;
        if (is_test && v->fate[b] == COV_KEPT && decides_nothing(&walk, branch)) {
            cov_drop(v, b);
        }
    }
}

/* --- values and patterns ---------------------------------------------------------------------- */

/* `if a then b () else false` has the code of `a && b ()`, but its constant is the user's. */
static void drop_forks_of_literals(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t constant = v->plan->branches[b].unit + 1;
        int32_t value = 0;
        if (v->plan->branches[b].kind == PROBE_BRANCH_FORK && v->fate[b] == COV_KEPT &&
            constant < v->body->unit_count && cov_is_const(v, constant, &value) &&
            (v->starts[constant] & COV_START_VISIBLE) != 0) {
            cov_drop(v, b);
        }
    }
}

/* A filter asks whether the pattern behind `with` matches; its handler asks again to take the
 * values out, and the answer is known. */
static void drop_second_questions(cov_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        for (uint32_t b = 0; c->kind == IL_CLAUSE_FILTER && b < v->plan->branch_count; b++) {
            uint32_t unit = v->plan->branches[b].unit;
            if (v->fate[b] == COV_KEPT && unit >= c->handler_start && unit < c->handler_end &&
                !cov_visible_in(v, c->handler_start, unit + 1)) {
                cov_drop(v, b);
            }
        }
    }
}

/* Sequences run their finally blocks in Close, behind a dispatch of their own. */
static bool closes_sequence(const cov_view *v) {
    md_methoddef method;
    md_typedef type;
    cc_str user = {"", 0};
    uint32_t rid = MD_TOKEN_RID(v->method->token);
    uint32_t owner = md_owner_of_method(v->tables, rid);
    return owner != 0 && md_get_methoddef(v->tables, rid, &method) == CC_OK &&
           cc_str_eqz(method.name, "Close") && md_get_typedef(v->tables, owner, &type) == CC_OK &&
           cov_name_is_closure(type.name, &user);
}

void cov_idiom_fsharp(cov_view *v) {
    if (v->language != PDB_LANG_FSHARP) {
        return;
    }
    if (v->is_machine || closes_sequence(v)) {
        drop_flags(v);
    }
    drop_inlined(v);
    drop_forks_of_literals(v);
    drop_second_questions(v);
    join_loops(v);
}
