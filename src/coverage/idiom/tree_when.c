/* `case L when c:` in a tree of tests. The arm of the label leads to the condition, which has a
 * visible point of its own; when it fails, control goes on to the labels behind it, and that is
 * the way on which their arms are taken. In the IL:
 *   W: tests of c, each to the body or on;  [hidden] br C;  body (the next visible point)   Debug
 *   W: tests of c, falling into the body, else to C                                       Release
 * An `if` that begins a case looks alike in Release; it is told apart by where its false arm
 * goes. In a switch expression there is none. */
#include "coverage/idiom/cov_tree.h"

enum { UNKNOWN = -1 };

typedef struct when_edge {
    uint32_t branch, arm;
    uint32_t unit;      /* first unit outside the condition */
    bool behind_hidden; /* went through the br that a condition has in Debug code */
    int32_t value;      /* of the operand or the whole, 0 or 1; UNKNOWN */
} when_edge;

typedef struct when_scan {
    uint32_t first, end; /* units of the condition; end is the next visible point */
    bool has_body;
    bool has_way_on;
    bool is_idle; /* the label has no body, and the next visible point is the way on */
    when_edge on; /* the first way on */
} when_scan;

/* The unit's point lies in the one at `first`, or is that. */
static bool is_part(const cov_view *v, uint32_t first, uint32_t unit) {
    if (v->point_at[first] == PROBE_NONE || v->point_at[unit] == PROBE_NONE) {
        return false;
    }
    const pdb_point *a = &v->method->points[v->point_at[first]];
    const pdb_point *b = &v->method->points[v->point_at[unit]];
    bool begins = b->start_line > a->start_line ||
                  (b->start_line == a->start_line && b->start_column >= a->start_column);
    bool ends =
        b->end_line < a->end_line || (b->end_line == a->end_line && b->end_column <= a->end_column);
    return begins && ends && a->document == b->document;
}

/* The next visible point that is not inside the one at `first`, or where the code of its arm begins:
 * the arms of a switch expression in the condition are parts of it. */
static uint32_t next_visible(const cov_view *v, uint32_t first) {
    uint32_t unit = first;
    bool is_next = false;
    while (!is_next && ++unit < v->body->unit_count) {
        uint32_t arm = v->arm_from[unit] == COV_NO_UNIT ? unit : v->arm_from[unit];
        is_next = (v->starts[arm] & COV_START_VISIBLE) != 0 && !is_part(v, first, arm);
    }
    return unit;
}

/* There are such points. */
static bool has_parts(const cov_view *v, uint32_t first, uint32_t end) {
    return cov_visible_in(v, first + 1, end);
}

/* Index of the first branch at or behind the unit. */
static uint32_t branch_from(const cov_view *v, uint32_t unit) {
    uint32_t low = 0;
    uint32_t high = v->plan->branch_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (v->plan->branches[middle].unit < unit) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

typedef enum when_arm {
    WHEN_TO_TEST, /* inside the condition, where it may also throw */
    WHEN_OUTSIDE,
    WHEN_ENDS
} when_arm;

static il_flow flow_of(const cov_view *v, uint32_t unit) {
    return (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
}

static bool goes_on(il_flow flow) {
    return flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL;
}

static bool is_truth_op(const cov_view *v, uint32_t unit) {
    return cov_is_op(v, unit, IL_BRTRUE) || cov_is_op(v, unit, IL_BRTRUE_S) ||
           cov_is_op(v, unit, IL_BRFALSE) || cov_is_op(v, unit, IL_BRFALSE_S);
}

static when_edge first_edge(const cov_view *v, uint32_t b, uint32_t arm) {
    const probe_branch *branch = &v->plan->branches[b];
    when_edge edge = {b, arm, branch->arms[arm].target, false, UNKNOWN};
    if (branch->kind == PROBE_BRANCH_FORK) {
        edge.unit = branch->unit;
        edge.value = (int32_t)arm;
    } else if (is_truth_op(v, branch->unit)) {
        edge.value = cov_arm_if(v, b, true) == edge.unit ? 1 : 0;
    }
    return edge;
}

/* What the unit does to the value that the way has in its hands: a constant is the next one, copies
 * keep it, `ldc 0; ceq` turns it around. */
static int32_t value_behind(const cov_view *v, uint32_t unit, int32_t value) {
    int32_t constant = 0;
    int32_t local = -1;
    if (cov_is_const(v, unit, &constant)) {
        bool turns = constant == 0 && cov_is_op(v, unit + 1, IL_CEQ);
        return turns ? value : constant == 0 || constant == 1 ? constant : UNKNOWN;
    }
    if (cov_is_op(v, unit, IL_CEQ)) {
        return value == UNKNOWN ? UNKNOWN : 1 - value;
    }
    bool copies = cov_is_store_local(v, unit, &local) || cov_load_length(v, unit) > 0 ||
                  cov_is_op(v, unit, IL_LDFLD) || cov_is_op(v, unit, IL_STFLD) ||
                  cov_is_op(v, unit, IL_NOP);
    return copies ? value : UNKNOWN;
}

/* The branch tests a result again that the way has in its hands. */
static bool knows_result(const cov_view *v, uint32_t branch, const when_edge *edge) {
    return v->fate[branch] == COV_DROPPED && edge->value != UNKNOWN &&
           is_truth_op(v, v->plan->branches[branch].unit);
}

/* Follows an arm to a test inside the condition, or to the first unit outside of it. */
static when_arm follow(const cov_view *v, const when_scan *scan, when_edge *edge) {
    uint32_t unit = edge->unit;
    uint32_t steps = 0;
    while (unit >= scan->first && unit < scan->end && steps++ < v->body->unit_count) {
        il_flow flow = flow_of(v, unit);
        uint32_t branch = v->plan->branch_of_unit[unit];
        uint32_t fork = v->plan->fork_of_unit[unit];
        if (branch != PROBE_NONE && v->fate[branch] == COV_NUMBERED) {
            edge->behind_hidden = true;
            break;
        }
        if (branch != PROBE_NONE && knows_result(v, branch, edge)) {
            unit = cov_arm_if(v, branch, edge->value == 1);
            continue;
        }
        if (branch != PROBE_NONE || (fork != PROBE_NONE && fork != edge->branch)) {
            return WHEN_TO_TEST;
        }
        if (flow == IL_FLOW_BRANCH) {
            edge->behind_hidden = (v->starts[unit] & COV_START_HIDDEN) != 0;
            unit = cov_unit(v, unit)->target;
        } else if (goes_on(flow)) {
            edge->value = value_behind(v, unit, edge->value);
            unit++;
        } else {
            return flow == IL_FLOW_THROW ? WHEN_TO_TEST : WHEN_ENDS;
        }
    }
    edge->unit = unit;
    return WHEN_OUTSIDE;
}

static bool same_way(cov_way a, cov_way b) {
    return a.kind == b.kind && a.unit == b.unit;
}

/* An arm that leaves the condition: to the body, or on, where all others go on. */
static bool note_arm(const cov_view *v, when_scan *scan, when_edge edge) {
    if (edge.unit == scan->end) {
        scan->has_body = true;
        return true;
    }
    if (!scan->has_way_on) {
        scan->on = edge;
    }
    scan->has_way_on = true;
    return same_way(cov_tree_follow(v, scan->on.unit), cov_tree_follow(v, edge.unit));
}

/* Where the arms of a switch expression come together, it is over: `stloc t; M: [hidden] ...`, and
 * another arm ends in `stloc t; br M`. What is tested behind M is the next of the statement; not so
 * when all its arms are parts of the condition. */
static bool is_join(const cov_view *v, const when_scan *scan, uint32_t unit) {
    int32_t local = -1;
    int32_t other = -1;
    if (v->starts[unit] != COV_START_HIDDEN || !v->is_target[unit] || unit == 0) {
        return false;
    }
    bool is_behind_throw = flow_of(v, unit - 1) == IL_FLOW_THROW; /* the last arm */
    if (is_behind_throw ? !cov_is_load_local(v, unit, &local)
                        : !cov_is_store_local(v, unit - 1, &local)) {
        return false;
    }
    bool has_own = has_parts(v, scan->first, scan->end);
    for (uint32_t u = 1; u < v->body->unit_count; u++) {
        bool is_own = has_own && u >= scan->first && u < scan->end;
        bool jumps = !is_own && (cov_is_op(v, u, IL_BR) || cov_is_op(v, u, IL_BR_S));
        if (jumps && cov_unit(v, u)->target == unit && cov_is_store_local(v, u - 1, &other) &&
            other == local) {
            return true;
        }
    }
    return false;
}

/* What stands in [first, end) goes beyond a condition. */
static bool is_no_condition(const cov_view *v, const when_scan *scan) {
    for (uint32_t u = scan->first + 1; u < scan->end && u < v->body->unit_count; u++) {
        if (is_join(v, scan, u)) {
            return true;
        }
    }
    return false;
}

/* Looks at every arm of the condition's tests; false when this is no condition. `apply` (may be
 * NULL) is called for each way on. */
static bool scan_condition(cov_tree *t, when_scan *scan, void (*apply)(cov_tree *, when_edge)) {
    const cov_view *v = t->v;
    uint32_t b = branch_from(v, scan->first);
    for (; b < v->plan->branch_count && v->plan->branches[b].unit < scan->end; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (v->fate[b] == COV_DROPPED || v->fate[b] == COV_CONSTANT || v->fate[b] == COV_NUMBERED) {
            continue; /* an await in the condition, a result that is tested again */
        }
        bool is_table = branch->kind == PROBE_BRANCH_SWITCH;
        if ((is_table && !has_parts(v, scan->first, scan->end)) || v->fate[b] != COV_KEPT ||
            t->is_member[b]) {
            return false;
        }
        for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
            when_edge edge = first_edge(v, b, arm);
            when_arm leads = follow(v, scan, &edge);
            bool is_wrong = is_table ? leads != WHEN_TO_TEST : leads == WHEN_ENDS;
            if (is_wrong || (leads == WHEN_OUTSIDE && !note_arm(v, scan, edge))) {
                return false;
            }
            if (leads == WHEN_OUTSIDE && (edge.unit == scan->end) == scan->is_idle &&
                apply != NULL) {
                apply(t, edge);
            }
        }
    }
    return scan->has_body && scan->has_way_on;
}

/* --- is the way on one to other labels? ------------------------------------------------------- */

/* Goes back over the straight code that ends in the test, as far as the last visible point. Does it
 * load what is loaded at `wanted`? *first: its first load. */
static bool any_load(const cov_view *v, uint32_t test, uint32_t wanted, uint32_t *first) {
    uint32_t unit = v->plan->branches[test].unit;
    bool found = false;
    while (unit > 0 && goes_on(flow_of(v, unit - 1))) {
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

static bool is_ours(const cov_tree *t, const when_scan *scan, uint32_t unit) {
    uint32_t branch = t->v->plan->branch_of_unit[unit];
    uint32_t before = unit > 0 ? t->v->plan->branch_of_unit[unit - 1] : PROBE_NONE;
    return (unit >= scan->first && unit < scan->end) ||
           (branch != PROBE_NONE && t->is_member[branch]) ||
           (before != PROBE_NONE && t->is_member[before]);
}

/* [first, last] is straight code, and control comes to it from the tree and the condition only. */
static bool is_only_ours(const cov_tree *t, const when_scan *scan, uint32_t first, uint32_t last) {
    const cov_view *v = t->v;
    if (first > last || first == 0 || goes_on(flow_of(v, first - 1))) {
        return false;
    }
    for (uint32_t u = first; u < last; u++) {
        if (!goes_on(flow_of(v, u))) {
            return false;
        }
    }
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        il_flow flow = flow_of(v, u);
        bool jumps = flow == IL_FLOW_BRANCH || flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE;
        uint32_t target = cov_unit(v, u)->target;
        if (jumps && target >= first && target <= last && !is_ours(t, scan, u)) {
            return false;
        }
    }
    return true;
}

/* From the condition of a label of a switch expression. */
static bool leads_to_label(const cov_tree *t, cov_way way) {
    return way.kind == COV_WAY_TEST || way.kind == COV_WAY_NO_MATCH ||
           (way.kind == COV_WAY_VISIBLE &&
            (t->v->point_at[way.unit] == PROBE_NONE || cov_tree_is_inside_head(t, way.unit)));
}

/* A loop's condition that fails goes back. */
static cov_place place_of(const cov_tree *t, const when_scan *scan) {
    bool is_later = scan->on.unit > scan->first;
    return is_later ? cov_tree_place(t, scan->first, scan->end) : COV_PLACE_UNCLEAR;
}

/* `case L when c: break;` and L again: the body of the second comes next in the code, and the
 * condition leads to where others go on, too, which no test does. */
static bool is_idle_label(const cov_tree *t, const when_scan *scan) {
    cov_way way = cov_tree_follow(t->v, scan->on.unit);
    return way.kind == COV_WAY_VISIBLE && t->exit_at[way.unit] == 0 && scan->on.value != 0 &&
           !scan->on.behind_hidden && !cov_tree_is_debug(t->v) &&
           place_of(t, scan) == COV_PLACE_LABEL && cov_tree_is_far(t, scan->first, scan->end) &&
           !cov_tree_is_inside_head(t, scan->first) && !is_only_ours(t, scan, way.unit, way.unit);
}

/* `ldarg.0; ldnull; stfld`: no exception is kept yet. A try statement with an await in its handlers begins so, hidden, and
 * no label does. */
static bool begins_try(const cov_view *v, uint32_t unit) {
    return v->is_machine && cov_is_op(v, unit, IL_LDARG_0) && cov_is_op(v, unit + 1, IL_LDNULL) &&
           cov_is_op(v, unit + 2, IL_STFLD) && cc_str_starts(cov_member(v, unit + 2), "<>");
}

static bool goes_on_to_labels(const cov_tree *t, const when_scan *scan) {
    const when_edge *edge = &scan->on;
    cov_way way = cov_tree_follow(t->v, edge->unit);
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
    bool is_code = t->v->starts[edge->unit] == COV_START_HIDDEN && !begins_try(t->v, edge->unit);
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
    when_scan scan = {.first = unit, .end = next_visible(v, unit)};
    if (is_no_condition(v, &scan) || !scan_condition(t, &scan, NULL) ||
        place_of(t, &scan) != COV_PLACE_LABEL) {
        return false;
    }
    const cov_exit *other = &t->exits[1 - exit];
    cov_way way = cov_tree_follow(v, scan.on.unit);
    bool fails_alike =
        way.kind == other->kind && (way.kind == COV_WAY_OUT || way.unit == other->unit);
    return fails_alike || is_idle_label(t, &scan);
}

/* A hidden point stands between the head of a switch and its tests, and none behind `if (`. */
static bool begins_switch(const cov_tree *t) {
    return t->v->starts[cov_last_start(t->v, cov_tree_unit(t))] == COV_START_HIDDEN;
}

bool cov_tree_is_lone_label(cov_tree *t) {
    if (t->v->language != PDB_LANG_CSHARP || t->exit_count != 2 || !begins_switch(t) ||
        cov_tree_is_debug(t->v)) {
        return false;
    }
    return is_lone_condition(t, 0) || is_lone_condition(t, 1);
}

static void add_way_on(cov_tree *t, when_edge edge) {
    cov_way way = cov_tree_follow(t->v, edge.unit);
    if (way.kind == COV_WAY_TEST) {
        (void)cov_tree_grow(t, way.branch);
    } else if (way.kind != COV_WAY_BARRIER) {
        t->has_no_match = t->has_no_match || way.kind == COV_WAY_NO_MATCH;
        cov_tree_add_edge(t, (cov_edge){edge.branch, edge.arm, cov_tree_exit(t, way), COV_NO_BRANCH,
                                        COV_NO_UNIT, 0, false, PROBE_NONE});
    }
}

/* An arm of the branch leads out of the condition. */
static bool leaves(const cov_view *v, const when_scan *scan, uint32_t branch) {
    for (uint32_t arm = 0; arm < v->plan->branches[branch].arm_count; arm++) {
        when_edge edge = first_edge(v, branch, arm);
        if (follow(v, scan, &edge) == WHEN_OUTSIDE) {
            return true;
        }
    }
    return false;
}

/* The tests of the condition are no tree of their own; those of a switch expression in it are. */
static void claim(cov_tree *t, const when_scan *scan) {
    const cov_view *v = t->v;
    bool is_whole = !has_parts(v, scan->first, scan->end);
    uint32_t b = branch_from(v, scan->first);
    for (; b < v->plan->branch_count && v->plan->branches[b].unit < scan->end; b++) {
        t->is_visited[b] = t->is_visited[b] || is_whole || leaves(v, scan, b);
    }
}

bool cov_tree_finish(cov_tree *t) {
    bool has_conditions = t->v->language == PDB_LANG_CSHARP;
    if (t->v->language == PDB_LANG_FSHARP) {
        cov_tree_add_guards(t);
    }
    for (uint32_t i = 0; has_conditions && i < t->exit_count && !t->v->failed; i++) {
        uint32_t unit = t->exits[i].unit;
        if (t->exits[i].kind != COV_WAY_VISIBLE) {
            continue;
        }
        when_scan scan = {.first = unit, .end = next_visible(t->v, unit)};
        bool is_condition = !is_no_condition(t->v, &scan) && scan_condition(t, &scan, NULL);
        bool is_idle = is_condition && is_idle_label(t, &scan);
        if (is_condition && (is_idle || goes_on_to_labels(t, &scan))) {
            when_scan again = {.first = scan.first, .end = scan.end, .is_idle = is_idle};
            (void)scan_condition(t, &again, add_way_on);
            claim(t, &scan);
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
    when_scan scan = {.first = unit, .end = next_visible(v, unit)};
    t->condition = unit;
    bool is_label = scan.end < v->body->unit_count && !is_no_condition(v, &scan) &&
                    scan_condition(t, &scan, NULL) && cov_tree_is_inside_head(t, scan.end) &&
                    goes_on_to_labels(t, &scan);
    if (!is_label) {
        t->condition = COV_NO_UNIT;
        return false;
    }
    uint32_t exit = cov_tree_exit(t, (cov_way){COV_WAY_VISIBLE, unit, COV_NO_BRANCH});
    cov_tree_add_edge(t, (cov_edge){COV_NO_BRANCH, 0, exit, COV_NO_BRANCH, COV_NO_UNIT, 0, false,
                                    v->plan->node_of_point[v->point_at[unit]]});
    t->is_expression = true;
    return !v->failed;
}
