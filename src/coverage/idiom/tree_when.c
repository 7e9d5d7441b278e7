/* `case L when c:` in a tree of tests. The arm of the label leads to the condition, which has a
 * visible point of its own; when it fails, control goes on to the labels behind it, and that is
 * the way on which their arms are taken. In the IL:
 *   W: tests of c, each to the body or on;  [hidden] br C;  body (the next visible point)   Debug
 *   W: tests of c, falling into the body, else to C                                       Release
 * An `if` that begins a case looks alike in Release; it is told apart by where its false arm
 * goes. In a switch expression there is none. */
#include "coverage/idiom/cov_tree.h"

/* --- is the way on one to other labels? ------------------------------------------------------- */

/* Goes back over the straight code that ends in the test, as far as the last visible point. Does it
 * load what is loaded at `wanted`? *first: its first load. */
static bool any_load(const cov_view *v, uint32_t test, uint32_t wanted, uint32_t *first) {
    uint32_t unit = v->plan->branches[test].unit;
    bool found = false;
    while (unit > 0 && cov_goes_on(v, unit - 1)) {
        unit--;
        uint32_t length = cov_load_length(v, unit);
        if (length > 0) {
            *first = unit + length - 1;
            found = found || (wanted != COV_NO_UNIT && cov_same_load(v, wanted, *first));
        }
        if ((v->starts[unit] & COV_START_VISIBLE) != 0) {
            break;
        }
    }
    return found;
}

/* The test is about a value that the tree has tested already. */
static bool tests_the_same(const cov_tree *t, uint32_t test) {
    uint32_t wanted = COV_NO_UNIT;
    (void)any_load(t->v, test, COV_NO_UNIT, &wanted);
    for (uint32_t i = 0; wanted != COV_NO_UNIT && i < t->member_count; i++) {
        uint32_t first = COV_NO_UNIT;
        if (any_load(t->v, t->members[i], wanted, &first)) {
            return true;
        }
    }
    return false;
}

static bool is_ours(const cov_tree *t, const cov_when_scan *scan, uint32_t unit) {
    uint32_t branch = t->v->plan->branch_of_unit[unit];
    uint32_t before = unit > 0 ? t->v->plan->branch_of_unit[unit - 1] : PROBE_NONE;
    return (unit >= scan->first && unit < scan->end) ||
           (branch != PROBE_NONE && t->is_member[branch]) ||
           (before != PROBE_NONE && t->is_member[before]);
}

/* A branch at or behind `from`, not of the tree and the condition, leads to a unit in [first, last]. */
static bool is_reached(const cov_tree *t, const cov_when_scan *scan, uint32_t from, uint32_t first,
                       uint32_t last) {
    const cov_view *v = t->v;
    for (uint32_t u = from; u < v->body->unit_count; u++) {
        il_flow flow = cov_flow(v, u);
        bool jumps = flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE;
        uint32_t target = cov_unit(v, u)->target;
        if (jumps && target >= first && target <= last && !is_ours(t, scan, u)) {
            return true;
        }
    }
    return false;
}

/* [first, last] is straight code, and control comes to it from the tree and the condition only. */
static bool is_only_ours(const cov_tree *t, const cov_when_scan *scan, uint32_t first,
                         uint32_t last) {
    const cov_view *v = t->v;
    if (first > last || first == 0 || cov_goes_on(v, first - 1)) {
        return false;
    }
    for (uint32_t u = first; u < last; u++) {
        if (!cov_goes_on(v, u)) {
            return false;
        }
    }
    return !is_reached(t, scan, 0, first, last);
}

/* From the condition of a label of a switch expression. */
static bool leads_to_label(const cov_tree *t, cov_way way) {
    return way.kind == COV_WAY_TEST || way.kind == COV_WAY_NO_MATCH ||
           (way.kind == COV_WAY_VISIBLE &&
            (t->v->point_at[way.unit] == PROBE_NONE || cov_tree_is_inside_head(t, way.unit)));
}

/* A loop's condition that fails goes back. */
static cov_place place_of(const cov_tree *t, const cov_when_scan *scan) {
    bool is_later = scan->on.unit > scan->first;
    return is_later ? cov_tree_place(t, scan->first, scan->end) : COV_PLACE_UNCLEAR;
}

/* `case L when c: break;` and L again: the body of the second comes next in the code, and the
 * condition leads to where others go on, too, which no test does. */
static bool is_idle_label(const cov_tree *t, const cov_when_scan *scan) {
    cov_way way = cov_tree_follow(t->v, scan->on.unit);
    return way.kind == COV_WAY_VISIBLE && t->exit_at[way.unit] == 0 && scan->on.value != 0 &&
           !scan->on.behind_hidden && !cov_tree_is_debug(t->v) &&
           place_of(t, scan) == COV_PLACE_LABEL && cov_tree_is_far(t, scan->first, scan->end) &&
           !cov_tree_is_inside_head(t, scan->first) && !is_only_ours(t, scan, way.unit, way.unit);
}

/* The head of a loop with which the body of a label begins: code behind it leads back. */
static bool is_loop_head(const cov_tree *t, const cov_when_scan *scan) {
    return is_reached(t, scan, scan->end, scan->first, scan->first);
}

static bool goes_on_to_labels(const cov_tree *t, const cov_when_scan *scan) {
    const cov_when_edge *edge = &scan->on;
    cov_way way = cov_tree_follow(t->v, edge->unit);
    if (is_loop_head(t, scan)) {
        return false;
    }
    if (edge->behind_hidden) {
        return way.kind != COV_WAY_BARRIER;
    }
    if (cov_tree_is_inside_head(t, scan->first)) {
        return leads_to_label(t, way); /* no statement stands in an expression */
    }
    cov_place place = cov_tree_is_debug(t->v) ? COV_PLACE_IF : place_of(t, scan);
    if (place != COV_PLACE_UNCLEAR) {
        return place == COV_PLACE_LABEL && way.kind != COV_WAY_BARRIER;
    }
    if (way.kind == COV_WAY_TEST) {
        /* back to the first test goes a loop */
        bool is_first = t->member_count > 0 && way.branch == t->members[0];
        return !is_first && (t->is_member[way.branch] || tests_the_same(t, way.branch));
    }
    bool is_code = edge->unit > scan->first && /* a loop's condition that fails goes back */
                   t->v->starts[edge->unit] == COV_START_HIDDEN &&
                   !cov_tree_begins_try(t->v, edge->unit);
    bool is_known = way.kind == COV_WAY_VISIBLE && t->exit_at[way.unit] != 0;
    return way.kind == COV_WAY_VISIBLE && (is_code || is_known) &&
           is_only_ours(t, scan, edge->unit, way.unit);
}

/* The exit is the condition of a label below the head, and fails to where the test does. */
static bool is_lone_condition(cov_tree *t, uint32_t exit) {
    const cov_view *v = t->v;
    uint32_t unit = t->exits[exit].unit;
    uint32_t head = cov_tree_head(t);
    if (t->exits[exit].kind != COV_WAY_VISIBLE || head == PROBE_NONE ||
        v->point_at[unit] == PROBE_NONE ||
        v->method->points[v->point_at[unit]].start_line <= v->method->points[head].end_line) {
        return false;
    }
    cov_when_scan scan = {.first = unit, .end = cov_when_end(v, unit)};
    if (cov_when_is_other(v, &scan) || !cov_when_look(t, &scan, NULL) ||
        place_of(t, &scan) != COV_PLACE_LABEL) {
        return false;
    }
    const cov_exit *other = &t->exits[1 - exit];
    cov_way way = cov_tree_follow(v, scan.on.unit);
    bool fails_alike =
        way.kind == other->kind && (way.kind == COV_WAY_OUT || way.unit == other->unit);
    return fails_alike || is_idle_label(t, &scan);
}

/* A hidden point stands between the head of a switch and its tests, and none behind `if (`; that of an await stands in
 * front of the question whether it is over. */
static bool begins_switch(const cov_tree *t) {
    uint32_t test = cov_tree_unit(t);
    uint32_t start = cov_last_start(t->v, test);
    for (uint32_t unit = start; unit < test; unit++) {
        if (t->v->plan->branch_of_unit[unit] != PROBE_NONE) {
            return false;
        }
    }
    return t->v->starts[start] == COV_START_HIDDEN;
}

bool cov_tree_is_lone_label(cov_tree *t) {
    if (t->v->language != PDB_LANG_CSHARP || t->exit_count != 2 || !begins_switch(t) ||
        cov_tree_is_debug(t->v)) {
        return false;
    }
    return is_lone_condition(t, 0) || is_lone_condition(t, 1);
}

static void add_way_on(cov_tree *t, cov_when_edge edge) {
    cov_way way = cov_tree_follow(t->v, edge.unit);
    if (way.kind == COV_WAY_TEST) {
        (void)cov_tree_grow(t, way.branch);
    } else if (way.kind != COV_WAY_BARRIER) {
        t->has_no_match = t->has_no_match || way.kind == COV_WAY_NO_MATCH;
        cov_tree_add_edge(t, cov_edge_of(edge.branch, edge.arm, cov_tree_exit(t, way)));
    }
}

bool cov_tree_finish(cov_tree *t) {
    bool has_conditions = t->v->language == PDB_LANG_CSHARP;
    t->last_test = t->member_count > 0 ? t->members[t->member_count - 1] : COV_NO_BRANCH;
    if (t->v->language == PDB_LANG_FSHARP) {
        cov_tree_add_guards(t);
    }
    for (uint32_t i = 0; has_conditions && i < t->exit_count && !t->v->failed; i++) {
        uint32_t unit = t->exits[i].unit;
        if (t->exits[i].kind != COV_WAY_VISIBLE) {
            continue;
        }
        cov_when_scan scan = {.first = unit, .end = cov_when_end(t->v, unit)};
        bool is_condition = !cov_when_is_other(t->v, &scan) && cov_when_look(t, &scan, NULL);
        bool is_idle = is_condition && is_idle_label(t, &scan);
        if (is_condition && (is_idle || goes_on_to_labels(t, &scan))) {
            cov_when_scan again = {.first = scan.first, .end = scan.end, .is_idle = is_idle};
            t->exits[i].is_condition = true;
            (void)cov_when_look(t, &again, add_way_on);
            cov_when_claim(t, &scan);
        }
    }
    return !t->v->failed;
}

/* --- a condition without a test in front of it ------------------------------------------------ */

/* The visible point in front of the branch, no other branch between them. */
static uint32_t point_before(const cov_view *v, uint32_t branch) {
    uint32_t unit = v->plan->branches[branch].unit;
    while (unit > 0 && v->point_at[unit] == PROBE_NONE) {
        unit--;
        if (v->plan->branch_of_unit[unit] != PROBE_NONE) {
            return COV_NO_UNIT;
        }
    }
    return v->point_at[unit] != PROBE_NONE ? unit : COV_NO_UNIT;
}

/* Control comes straight from the head of the expression. */
static bool follows_head(const cov_view *v, uint32_t unit) {
    uint32_t head = cov_around(v, unit);
    if (head == COV_NO_UNIT) {
        return false;
    }
    cov_way way = cov_tree_walk(v, head + 1);
    return way.kind == COV_WAY_VISIBLE && way.unit == unit;
}

bool cov_tree_begin_when(cov_tree *t, uint32_t branch) {
    const cov_view *v = t->v;
    uint32_t unit = v->language == PDB_LANG_CSHARP ? point_before(v, branch) : COV_NO_UNIT;
    if (unit == COV_NO_UNIT || !follows_head(v, unit)) {
        return false;
    }
    cov_when_scan scan = {.first = unit, .end = cov_when_end(v, unit)};
    t->condition = unit;
    bool is_label = scan.end < v->body->unit_count && !cov_when_is_other(v, &scan) &&
                    cov_when_look(t, &scan, NULL) && cov_tree_is_inside_head(t, scan.end) &&
                    goes_on_to_labels(t, &scan);
    if (!is_label) {
        t->condition = COV_NO_UNIT;
        return false;
    }
    uint32_t exit = cov_tree_exit(t, (cov_way){COV_WAY_VISIBLE, unit, COV_NO_BRANCH});
    cov_tree_add_edge(t, cov_edge_to_node(exit, v->plan->node_of_point[v->point_at[unit]]));
    t->is_expression = true;
    return !v->failed;
}
