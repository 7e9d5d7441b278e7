/* `| pattern when c -> body` of F# in a tree of tests. c has a point of its own, and so has each
 * further operand of && and || in it; the bodies may stand anywhere. What tells it from an `if` that
 * begins a body, and from a match that is one, is the source: tree_rule.c.
 *   W: test of c, to the body or on
 *   W: with operands: each to a later one, to the body or on; by tests of what they made constant
 *      on the stack, which repeat what they said, the last operand by a value fork
 * Where several tests lead to the rule, each has a copy of the condition: these are one, too. */
#include "coverage/idiom/cov_tree.h"

enum { MAX_STRAIGHT = 256, MAX_REGION = 1024 };

static const pdb_point *point_of(const cov_view *v, uint32_t unit) {
    return cov_point_here(v, unit);
}

static bool same_way(cov_way a, cov_way b) {
    return a.kind == b.kind && a.unit == b.unit;
}

static bool leads_to(cov_way way, uint32_t unit) {
    return way.kind == COV_WAY_VISIBLE && way.unit == unit;
}

static bool has_place(const cov_view *v, cov_way way) {
    return way.kind == COV_WAY_VISIBLE && cov_point_here(v, way.unit) != NULL;
}

static bool is_earlier(const cov_view *v, cov_way a, cov_way b) {
    if (!has_place(v, a) || !has_place(v, b)) {
        return has_place(v, a);
    }
    return cov_is_earlier(point_of(v, a.unit), point_of(v, b.unit));
}

/* Behind the operand, `a` comes first in the source. What leads back to it, or in front of it, is a copy
 * of the condition: `| 'x' | _ when c ->` asks twice. */
static bool is_nearer(const cov_view *v, uint32_t operand, cov_way a, cov_way b) {
    bool is_back = has_place(v, a) && !cov_is_earlier(point_of(v, operand), point_of(v, a.unit));
    bool is_other_back =
        has_place(v, b) && !cov_is_earlier(point_of(v, operand), point_of(v, b.unit));
    return is_back != is_other_back ? is_other_back : is_earlier(v, a, b);
}

/* --- operands --------------------------------------------------------------------------------- */

/* The unit behind one of straight code; a jump with a value that is told already is followed.
 * COV_NO_UNIT: the code goes elsewhere. */
static uint32_t straight_on(const cov_view *v, uint32_t unit) {
    uint32_t branch = v->plan->branch_of_unit[unit];
    if (branch != PROBE_NONE) {
        return v->fate[branch] == COV_CONSTANT ? v->certain[branch] : COV_NO_UNIT;
    }
    if (cov_flow(v, unit) == IL_FLOW_BRANCH) {
        bool is_told = v->plan->fork_of_unit[unit] != PROBE_NONE;
        return is_told ? cov_unit(v, unit)->target : COV_NO_UNIT;
    }
    return cov_goes_on(v, unit) ? unit + 1 : COV_NO_UNIT;
}

/* The first question behind straight code from the point on: a test or a value fork. */
static uint32_t find_question(const cov_view *v, uint32_t unit) {
    for (int i = 0; i < MAX_STRAIGHT && unit < v->body->unit_count; i++) {
        uint32_t fork = v->plan->fork_of_unit[unit];
        uint32_t branch = v->plan->branch_of_unit[unit];
        if (i > 0 && (v->starts[unit] & COV_START_VISIBLE) != 0) {
            break;
        }
        if (fork != PROBE_NONE && v->fate[fork] == COV_KEPT) {
            return fork;
        }
        if (branch != PROBE_NONE && v->fate[branch] == COV_KEPT) {
            return v->plan->branches[branch].kind == PROBE_BRANCH_COND ? branch : COV_NO_BRANCH;
        }
        unit = straight_on(v, unit);
    }
    return COV_NO_BRANCH;
}

static bool find_operand(const cov_view *v, uint32_t unit, cov_operand *out) {
    uint32_t branch = find_question(v, unit);
    if (branch == COV_NO_BRANCH) {
        return false;
    }
    const probe_branch *b = &v->plan->branches[branch];
    cov_way ways[2] = {cov_tree_way(v, b, 0), cov_tree_way(v, b, 1)};
    uint32_t near = is_nearer(v, unit, ways[0], ways[1]) ? 0 : 1;
    *out = (cov_operand){unit, branch, near, ways[near], ways[1 - near]};
    return has_place(v, out->near) && !same_way(out->near, out->far);
}

/* Control comes into the units behind `first` up to `last` from nowhere else. */
static bool is_closed(const cov_view *v, uint32_t first, uint32_t last) {
    bool is_joined = false;
    for (uint32_t u = first + 1; u <= last; u++) {
        is_joined = is_joined || v->is_target[u];
    }
    for (uint32_t u = 0; is_joined && u < v->body->unit_count; u++) {
        u = u == first ? last + 1 : u;
        uint32_t next = u < v->body->unit_count ? cov_successor(v, u, 0) : COV_NO_UNIT;
        for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
            if (next > first && next <= last) {
                return false;
            }
            next = cov_successor(v, u, i);
        }
    }
    return true;
}

/* --- `->` ------------------------------------------------------------------------------------- */

/* The point in front of the tree, `match x with` as a rule; COV_NO_UNIT: none. */
static uint32_t head_of(const cov_tree *t) {
    if (t->condition == 0) {
        return COV_NO_UNIT;
    }
    uint32_t unit = cov_last_visible(t->v, cov_tree_unit(t));
    return t->v->point_at[unit] == PROBE_NONE ? COV_NO_UNIT : unit;
}

/* The head is a condition itself, of `function n when c -> ...`. */
static bool is_condition(const cov_tree *t, uint32_t head) {
    const cov_view *v = t->v;
    cov_operand o;
    const pdb_point *point = point_of(v, head);
    return t->member_count > 0 && find_operand(v, head, &o) && o.branch == t->members[0] &&
           !cov_rule_asks_pattern(v, &o) &&
           cov_rule_is_arrow(point, point_of(v, o.near.unit), cov_rule_arrow(point));
}

/* A rule stands between the condition and what would be its body. */
static bool is_over_rule(const cov_tree *t, const pdb_point *last, const pdb_point *body) {
    for (uint32_t i = 0; i < t->exit_count; i++) {
        uint32_t unit = t->exits[i].unit;
        bool is_rule = t->exits[i].kind == COV_WAY_VISIBLE && cov_point_here(t->v, unit) != NULL;
        if (is_rule && cov_is_earlier(last, point_of(t->v, unit)) &&
            cov_is_earlier(point_of(t->v, unit), body)) {
            return true;
        }
    }
    return false;
}

/* The point in front of the tree is that of an argument, `| Starts "a" rest when c ->`. */
static bool is_argument(const cov_tree *t, uint32_t head) {
    return t->member_count > 0 &&
           cov_rule_pattern(t->v, head, t->v->plan->branches[t->members[0]].unit) > 1;
}

/* Where `match x with` begins: x may have a point of its own inside of that, in a list or when it is an `if`
 * in brackets. */
static const pdb_point *begin_of_match(const cov_view *v, uint32_t head) {
    enum { BEFORE = 6, BEHIND = 5, MAX_CLOSED = 3 }; /* "match ", " with", ")))" */
    const pdb_point *value = point_of(v, head);
    uint32_t around = v->point_at[head] != PROBE_NONE ? cov_around(v, head) : COV_NO_UNIT;
    const pdb_point *match = around != COV_NO_UNIT ? point_of(v, around) : NULL;
    bool is_match = match != NULL && match->start_line == value->start_line &&
                    match->end_line == value->end_line &&
                    match->start_column + BEFORE <= value->start_column &&
                    match->end_column >= value->end_column + BEHIND &&
                    match->end_column <= value->end_column + BEHIND + MAX_CLOSED;
    return is_match ? match : value;
}

/* The condition stands behind the head, and the body to the right of `match`. */
static bool is_placed(const cov_tree *t, uint32_t first, uint32_t body) {
    uint32_t head = head_of(t);
    if (head == COV_NO_UNIT) {
        return true;
    }
    const pdb_point *point = point_of(t->v, head);
    const pdb_point *match = begin_of_match(t->v, head);
    bool is_head = match != point || !is_condition(t, head);
    bool is_right = point_of(t->v, body)->start_column > match->start_column;
    return cov_rule_is_behind(point, point_of(t->v, first)) && is_head &&
           (is_right || is_argument(t, head)) && !cov_rule_is_in_if(t->v, head, first, body);
}

/* The body is that of a rule behind the condition, whose first and last point are given. */
static bool has_body(const cov_tree *t, uint32_t first, uint32_t last, uint32_t body,
                     cov_arrow rule) {
    const cov_view *v = t->v;
    const pdb_point *point = point_of(v, body);
    return is_placed(t, first, body) && t->exit_at[body] == 0 &&
           !cov_point_contains(v, first, body) &&
           cov_rule_is_arrow(point_of(v, last), point, rule) &&
           !is_over_rule(t, point_of(v, last), point);
}

/* --- conditions ------------------------------------------------------------------------------- */

typedef struct guard {
    cov_operand operands[COV_MAX_OPERANDS];
    uint32_t count;
    uint32_t first, last; /* its units, from its first point up to its last test */
    cov_way on;           /* where control goes when it fails */
} guard;

/* The first `count` operands are a condition: none leads elsewhere but to others, to where the last
 * one leads. */
static bool are_operands(const cov_view *v, const cov_operand *operands, uint32_t count) {
    const cov_operand *last = &operands[count - 1];
    if (count > 1 && cov_rule_is_head(v, &operands[0], &operands[1])) {
        return false;
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        cov_way far = operands[i].far;
        bool is_inside = same_way(far, last->near) || same_way(far, last->far);
        for (uint32_t k = i + 1; k < count && !is_inside; k++) {
            is_inside = leads_to(far, operands[k].unit);
        }
        if (!is_inside) {
            return false;
        }
    }
    return true;
}

static bool is_made_constant(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    return unit != COV_NO_UNIT && v->starts[unit] == COV_START_HIDDEN &&
           cov_is_const(v, unit, &value);
}

/* The body of a rule is `a && b` or `a || b`, whose operator is as wide as `->`: when a has told all, the
 * value is a constant that nobody wrote. */
static bool makes_constant(const cov_view *v, const cov_operand *last) {
    uint32_t target = v->plan->branches[last->branch].arms[1 - last->near_arm].target;
    bool returns = last->far.kind == COV_WAY_OUT && cov_is_op(v, last->far.unit, IL_RET);
    if (v->role == COV_ROLE_HANDLER) {
        return false; /* 0: no rule takes the exception */
    }
    return is_made_constant(v, cov_settle(v, target)) ||
           (returns && is_made_constant(v, cov_before(v, last->far.unit)));
}

/* A body goes on to no other rule: `a && b || c` is one, b leads to c as a does. */
static bool leads_on(const cov_operand *next, cov_way on) {
    return same_way(next->near, on) || same_way(next->far, on);
}

static bool goes_on(const cov_tree *t, cov_way on) {
    bool is_loop = on.kind == COV_WAY_TEST && t->member_count > 0 && on.branch == t->members[0];
    bool is_taken = on.kind == COV_WAY_VISIBLE && cov_rest_is_taken(t->v, on.unit);
    return on.kind != COV_WAY_BARRIER && !is_loop && !is_taken;
}

/* `not (a && b)` has a point of its own, without code, in front of that of a; each argument of a pattern has one. */
static uint32_t first_operand(const cov_view *v, uint32_t unit) {
    uint32_t next = unit;
    while (cov_is_op(v, next, IL_NOP) && (next == unit || v->point_at[next] == PROBE_NONE)) {
        next++;
    }
    bool is_inner = next > unit && next < v->body->unit_count && cov_point_contains(v, unit, next);
    return is_inner ? next : cov_rule_last_argument(v, unit);
}

/* The first `count` of the operands that were found are a condition behind which a body stands. */
static bool are_condition(const cov_tree *t, const guard *g, uint32_t count, uint32_t found) {
    const cov_view *v = t->v;
    const cov_operand *last = &g->operands[count - 1];
    const pdb_point *point = point_of(v, g->first);
    bool is_around = cov_point_contains(v, g->first, last->unit);
    uint32_t end = is_around ? g->first : last->unit;
    cov_arrow rule = cov_rule_arrow_behind(point, point_of(v, end), is_around ? 1 : count);
    bool is_more_of_it = count < found && leads_on(&g->operands[count], last->far);
    return goes_on(t, last->far) && !is_more_of_it && !makes_constant(v, last) &&
           !cov_rule_asks_pattern(v, last) && are_operands(v, g->operands, count) &&
           has_body(t, g->first, end, last->near.unit, rule);
}

/* Each operand is followed by the one that it leads to first; as many of them as are a condition. */
static bool find_operands(const cov_tree *t, uint32_t unit, guard *g) {
    const cov_view *v = t->v;
    uint32_t begin = first_operand(v, unit);
    uint32_t count = 0;
    bool is_more = find_operand(v, begin, &g->operands[0]) &&
                   is_closed(v, begin, v->plan->branches[g->operands[0].branch].unit);
    while (is_more) {
        const cov_operand *at = &g->operands[count];
        if (t->is_member[at->branch] || ++count == COV_MAX_OPERANDS) {
            break;
        }
        is_more = at->near.unit > at->unit && find_operand(v, at->near.unit, &g->operands[count]);
    }
    uint32_t found = count;
    while (count > 0 && !are_condition(t, g, count, found)) {
        count--;
    }
    if (count > 0) {
        g->on = g->operands[count - 1].far;
        g->last = v->plan->branches[g->operands[count - 1].branch].unit;
    }
    g->count = count;
    return count > 0;
}

/* What stands in a condition in front of its last test: nothing leaves it. `reach` is how far it
 * branches. */
static bool is_inner(const cov_tree *t, uint32_t unit, uint32_t first, uint32_t *reach) {
    const cov_view *v = t->v;
    uint32_t branch = v->plan->branch_of_unit[unit];
    il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
    bool ends = flow == IL_FLOW_RETURN || flow == IL_FLOW_THROW || flow == IL_FLOW_LEAVE ||
                flow == IL_FLOW_ENDFILTER || flow == IL_FLOW_ENDFINALLY;
    if (ends || (unit > first && t->exit_at[unit] != 0) ||
        (branch != PROBE_NONE && t->is_member[branch])) {
        return false;
    }
    uint32_t next = cov_successor(v, unit, 0);
    for (uint32_t i = 1; next != COV_NO_UNIT; i++) {
        if (next <= first) {
            return false;
        }
        *reach = next > unit + 1 && next > *reach ? next : *reach;
        next = cov_successor(v, unit, i);
    }
    return true;
}

/* The visible point in [first, last] that stands last in the source. */
static uint32_t last_point(const cov_view *v, uint32_t first, uint32_t last) {
    uint32_t best = first;
    for (uint32_t u = first + 1; u <= last; u++) {
        bool is_later =
            v->point_at[u] != PROBE_NONE && cov_is_earlier(point_of(v, best), point_of(v, u));
        best = is_later ? u : best;
    }
    return best;
}

/* Behind the place where all ways from `first` on have come together: the test of their value, without
 * a visible point in between. COV_NO_UNIT: there is none. */
static uint32_t find_last_test(const cov_tree *t, uint32_t first) {
    const cov_view *v = t->v;
    uint32_t reach = first;
    for (uint32_t u = first; u < first + MAX_REGION && u < v->body->unit_count; u++) {
        uint32_t branch = v->plan->branch_of_unit[u];
        bool is_joined = reach > first && reach <= u;
        if (is_joined && (v->starts[u] & COV_START_VISIBLE) != 0) {
            break;
        }
        if (is_joined && branch != PROBE_NONE) {
            bool is_test = v->fate[branch] == COV_KEPT && !t->is_member[branch] &&
                           v->plan->branches[branch].kind == PROBE_BRANCH_COND;
            return is_test ? u : COV_NO_UNIT;
        }
        if (!is_inner(t, u, first, &reach)) {
            break;
        }
    }
    return COV_NO_UNIT;
}

/* A condition with an if or a match in it: whatever it asks, its value is tested once, at the end. */
static bool find_value(const cov_tree *t, uint32_t first, guard *g) {
    const cov_view *v = t->v;
    g->last = find_last_test(t, first);
    if (g->last == COV_NO_UNIT || !is_closed(v, first, g->last)) {
        return false;
    }
    uint32_t branch = v->plan->branch_of_unit[g->last];
    const probe_arm *arms = v->plan->branches[branch].arms;
    cov_way ways[2] = {cov_tree_walk(v, arms[0].target), cov_tree_walk(v, arms[1].target)};
    uint32_t near = is_earlier(v, ways[0], ways[1]) ? 0 : 1;
    cov_arrow rule = cov_rule_arrow(point_of(v, first));
    g->operands[0] = (cov_operand){first, branch, near, ways[near], ways[1 - near]};
    g->count = 1;
    g->on = ways[1 - near];
    return has_place(v, ways[near]) && goes_on(t, g->on) &&
           has_body(t, first, last_point(v, first, g->last), ways[near].unit, rule);
}

static bool find_guard(const cov_tree *t, uint32_t exit, guard *g) {
    uint32_t unit = t->exits[exit].unit;
    g->first = unit;
    return t->exits[exit].kind == COV_WAY_VISIBLE && t->v->point_at[unit] != PROBE_NONE &&
           (find_operands(t, unit, g) || find_value(t, unit, g));
}

bool cov_tree_has_guard(const cov_tree *t) {
    guard g;
    for (uint32_t i = 0; t->v->language == PDB_LANG_FSHARP && i < t->exit_count; i++) {
        if (find_guard(t, i, &g)) {
            return true;
        }
    }
    return false;
}

/* --- a condition without a test in front of it ------------------------------------------------ */

/* The visible point in front of the branch, to which control comes straight from the head of the match
 * or the method's begin. The point of an `if` contains that of its condition. */
static uint32_t first_condition(const cov_view *v, uint32_t branch) {
    uint32_t unit = v->plan->branches[branch].unit;
    while (unit > 0 && v->point_at[unit] == PROBE_NONE) {
        unit--;
        uint32_t before = v->plan->branch_of_unit[unit];
        if (before != PROBE_NONE && v->fate[before] != COV_CONSTANT) {
            return COV_NO_UNIT;
        }
    }
    if (v->point_at[unit] == PROBE_NONE) {
        return COV_NO_UNIT;
    }
    unit = cov_rule_first_argument(v, unit, v->plan->branches[branch].unit);
    for (uint32_t u = unit; u > 0; u--) {
        if (v->is_target[u] || straight_on(v, u - 1) != u) {
            return COV_NO_UNIT;
        }
        if (v->point_at[u - 1] != PROBE_NONE) {
            return cov_point_contains(v, u - 1, unit) ? COV_NO_UNIT : unit;
        }
    }
    return unit;
}

/* A test without a point in front of it; it may begin the method that goes on with the rules. */
static bool goes_on_to_test(const cov_view *v, cov_way on) {
    bool is_rest = on.kind == COV_WAY_VISIBLE && cov_rest_called(v, on.unit) > 0;
    return on.kind == COV_WAY_TEST || (is_rest && v->part_at[on.unit]->offset > 0);
}

bool cov_tree_begin_guard(cov_tree *t, uint32_t branch) {
    guard g;
    const cov_view *v = t->v;
    uint32_t unit = v->language == PDB_LANG_FSHARP ? first_condition(v, branch) : COV_NO_UNIT;
    if (unit == COV_NO_UNIT) {
        return false;
    }
    t->condition = unit;
    uint32_t exit = cov_tree_exit(t, (cov_way){COV_WAY_VISIBLE, unit, COV_NO_BRANCH});
    if (exit == COV_NO_EXIT || !find_guard(t, exit, &g) ||
        (!goes_on_to_test(v, g.on) && !cov_tree_is_rest(t))) {
        return false;
    }
    cov_tree_add_edge(t, cov_edge_to_node(exit, v->plan->node_of_point[v->point_at[unit]]));
    return !v->failed;
}

/* --- their edges ------------------------------------------------------------------------------ */

static void add_on(cov_tree *t, uint32_t branch, uint32_t arm, cov_way way) {
    if (way.kind == COV_WAY_TEST) {
        (void)cov_tree_grow(t, way.branch);
        return;
    }
    t->has_no_match = t->has_no_match || way.kind == COV_WAY_NO_MATCH;
    cov_tree_add_edge(t, cov_edge_of(branch, arm, cov_tree_exit(t, way)));
}

static void add_guard(cov_tree *t, const guard *g) {
    const cov_view *v = t->v;
    for (uint32_t i = 0; i < g->count; i++) {
        const cov_operand *at = &g->operands[i];
        t->is_visited[at->branch] = true;
        if (same_way(at->far, g->on)) {
            add_on(t, at->branch, 1 - at->near_arm, g->on);
        } else if (same_way(at->near, g->on)) {
            add_on(t, at->branch, at->near_arm, g->on);
        }
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        for (uint32_t arm = 0; v->stands[b] == g->first && arm < 2; arm++) {
            cov_way way = cov_tree_way(v, &v->plan->branches[b], arm);
            if (same_way(way, g->on)) {
                add_on(t, b, arm, g->on);
            }
        }
    }
    cov_guard *kept = CC_NEW(v->arena, cov_guard);
    cov_operand *operands = CC_NEW_ARRAY(v->arena, cov_operand, g->count);
    if (kept == NULL || operands == NULL) {
        t->v->failed = true;
        return;
    }
    for (uint32_t i = 0; i < g->count; i++) {
        operands[i] = g->operands[i];
    }
    *kept = (cov_guard){operands, g->count, t->guards};
    t->guards = kept;
}

void cov_tree_add_guards(cov_tree *t) {
    guard g;
    for (uint32_t i = 0; i < t->exit_count && !t->v->failed; i++) {
        if (find_guard(t, i, &g)) {
            add_guard(t, &g);
        }
    }
    cov_tree_join_copies(t);
}
