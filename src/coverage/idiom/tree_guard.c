/* `| pattern when c -> body` of F# in a tree of tests. c has a point of its own, and so has each
 * further operand of && and || in it; the bodies may stand anywhere. What tells it from an `if` that
 * begins a body is the source: `->` stands between the condition and its body, and a body in a line
 * of its own begins further to the left than the condition; the point of `if c then` goes up to its
 * body, and a body in a line of its own is further to the right.
 *   W: test of c, to the body or on      with operands: each to the next one, to the body or on */
#include "coverage/idiom/cov_tree.h"

enum { MAX_OPERANDS = 64, MIN_ARROW = 3, MAX_ARROW = 5 };

/* The two ways of an operand's test, by their place in the source. */
typedef struct operand {
    uint32_t unit; /* of its point */
    uint32_t branch;
    uint32_t near_arm;
    cov_way near, far;
} operand;

static const pdb_point *point_of(const cov_view *v, uint32_t unit) {
    return &v->method->points[v->point_at[unit]];
}

static bool same_way(cov_way a, cov_way b) {
    return a.kind == b.kind && a.unit == b.unit;
}

static bool is_earlier(const cov_view *v, cov_way a, cov_way b) {
    bool tells = a.kind == COV_WAY_VISIBLE && v->point_at[a.unit] != PROBE_NONE;
    bool other = b.kind == COV_WAY_VISIBLE && v->point_at[b.unit] != PROBE_NONE;
    if (!tells || !other) {
        return tells;
    }
    const pdb_point *x = point_of(v, a.unit);
    const pdb_point *y = point_of(v, b.unit);
    return x->start_line != y->start_line ? x->start_line < y->start_line
                                          : x->start_column < y->start_column;
}

/* The first test behind straight code from the point on. */
static bool find_operand(const cov_view *v, uint32_t unit, operand *out) {
    uint32_t u = unit;
    while (u < v->body->unit_count && v->plan->branch_of_unit[u] == PROBE_NONE) {
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, u)->op)->flow;
        if ((flow != IL_FLOW_NEXT && flow != IL_FLOW_CALL) || cov_visible_in(v, u + 1, u + 2)) {
            return false;
        }
        u++;
    }
    uint32_t branch = u < v->body->unit_count ? v->plan->branch_of_unit[u] : PROBE_NONE;
    if (branch == PROBE_NONE || v->fate[branch] != COV_KEPT ||
        v->plan->branches[branch].kind != PROBE_BRANCH_COND) {
        return false;
    }
    const probe_arm *arms = v->plan->branches[branch].arms;
    cov_way ways[2] = {cov_tree_walk(v, arms[0].target), cov_tree_walk(v, arms[1].target)};
    uint32_t near = is_earlier(v, ways[0], ways[1]) ? 0 : 1;
    *out = (operand){unit, branch, near, ways[near], ways[1 - near]};
    return out->near.kind == COV_WAY_VISIBLE && v->point_at[out->near.unit] != PROBE_NONE;
}

/* Where the next operand's test is; false: the near way leads to the body. */
static bool next_operand(const cov_view *v, const operand *at, operand *next) {
    return find_operand(v, at->near.unit, next) && next->branch != at->branch &&
           (same_way(at->far, next->near) || same_way(at->far, next->far));
}

/* `->` stands between them. */
static bool is_arrow(const pdb_point *first, const pdb_point *last, const pdb_point *body) {
    if (body->document != last->document || body->start_line < last->end_line) {
        return false;
    }
    if (body->start_line > last->end_line) {
        return body->start_column < first->start_column;
    }
    return body->start_column >= last->end_column + MIN_ARROW &&
           body->start_column <= last->end_column + MAX_ARROW;
}

/* The point in front of the tree, `match x with` as a rule; COV_NO_UNIT: none. */
static uint32_t head_of(const cov_tree *t) {
    uint32_t unit = cov_tree_unit(t);
    while (unit > 0 && t->v->point_at[unit] == PROBE_NONE) {
        unit--;
    }
    return t->v->point_at[unit] == PROBE_NONE ? COV_NO_UNIT : unit;
}

/* The condition stands behind `match x with`, the body to the right of it. */
static bool is_below(const pdb_point *head, const pdb_point *first, const pdb_point *body) {
    return first->start_line > head->end_line && first->document == head->document &&
           body->start_column > head->start_column;
}

/* The head is a condition itself, of `function n when c -> ...`. */
static bool is_condition(const cov_tree *t, uint32_t head) {
    const cov_view *v = t->v;
    operand o;
    return find_operand(v, head, &o) && o.branch == t->members[0] &&
           is_arrow(point_of(v, head), point_of(v, head), point_of(v, o.near.unit));
}

typedef struct guard {
    operand operands[MAX_OPERANDS];
    uint32_t count;
    cov_way on; /* where control goes when the condition fails */
} guard;

static bool find_guard(const cov_tree *t, uint32_t unit, guard *g) {
    const cov_view *v = t->v;
    g->count = 0;
    if (v->point_at[unit] == PROBE_NONE || !find_operand(v, unit, &g->operands[g->count++])) {
        return false;
    }
    while (g->count < MAX_OPERANDS &&
           next_operand(v, &g->operands[g->count - 1], &g->operands[g->count])) {
        g->count++;
    }
    const operand *last = &g->operands[g->count - 1];
    g->on = last->far;
    bool is_loop = g->on.kind == COV_WAY_TEST && g->on.branch == t->members[0];
    uint32_t head = head_of(t);
    if (is_loop || head == COV_NO_UNIT || is_condition(t, head) ||
        t->exit_at[last->near.unit] != 0 ||
        !is_below(point_of(v, head), point_of(v, unit), point_of(v, last->near.unit))) {
        return false;
    }
    for (uint32_t i = 0; i < g->count; i++) {
        if (t->is_member[g->operands[i].branch]) {
            return false;
        }
    }
    return g->on.kind != COV_WAY_BARRIER && !cov_point_contains(v, unit, last->unit) &&
           !cov_point_contains(v, unit, last->near.unit) &&
           is_arrow(point_of(v, unit), point_of(v, last->unit), point_of(v, last->near.unit));
}

bool cov_tree_has_guard(const cov_tree *t) {
    guard g;
    for (uint32_t i = 0; t->v->language == PDB_LANG_FSHARP && i < t->exit_count; i++) {
        if (t->exits[i].kind == COV_WAY_VISIBLE && find_guard(t, t->exits[i].unit, &g)) {
            return true;
        }
    }
    return false;
}

static void add_on(cov_tree *t, const operand *o, uint32_t arm, cov_way way) {
    if (way.kind == COV_WAY_TEST) {
        (void)cov_tree_grow(t, way.branch);
        return;
    }
    t->has_no_match = t->has_no_match || way.kind == COV_WAY_NO_MATCH;
    cov_tree_add_edge(t, (cov_edge){o->branch, arm, cov_tree_exit(t, way), COV_NO_BRANCH,
                                    COV_NO_UNIT, 0, false, PROBE_NONE});
}

void cov_tree_add_guards(cov_tree *t) {
    guard g;
    for (uint32_t i = 0; i < t->exit_count && !t->v->failed; i++) {
        if (t->exits[i].kind != COV_WAY_VISIBLE || !find_guard(t, t->exits[i].unit, &g)) {
            continue;
        }
        for (uint32_t o = 0; o < g.count; o++) {
            const operand *at = &g.operands[o];
            t->is_visited[at->branch] = true;
            if (same_way(at->far, g.on)) {
                add_on(t, at, 1 - at->near_arm, g.on);
            } else if (same_way(at->near, g.on)) {
                add_on(t, at, at->near_arm, g.on);
            }
        }
    }
}
