/* The condition of a label, `case L when c:`, in a tree of tests: which units it has, and where its tests lead.
 * Input: the visible point where it may begin. Output: its ways to the body and on, or that it is no
 * condition. What the way on means: tree_when.c. See cov_tree.h. */
#include "coverage/idiom/cov_tree.h"

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
uint32_t cov_when_end(const cov_view *v, uint32_t first) {
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

static cov_when_edge first_edge(const cov_view *v, uint32_t b, uint32_t arm) {
    const probe_branch *branch = &v->plan->branches[b];
    cov_when_edge edge = {b, arm, branch->arms[arm].target, false, COV_WHEN_UNKNOWN};
    if (branch->kind == PROBE_BRANCH_FORK) {
        edge.unit = branch->unit;
        edge.value = (int32_t)arm;
    } else if (cov_asks_truth(v, branch->unit)) {
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
        return turns ? value : constant == 0 || constant == 1 ? constant : COV_WHEN_UNKNOWN;
    }
    if (cov_is_op(v, unit, IL_CEQ)) {
        return value == COV_WHEN_UNKNOWN ? COV_WHEN_UNKNOWN : 1 - value;
    }
    bool copies = cov_is_store_local(v, unit, &local) || cov_load_length(v, unit) > 0 ||
                  cov_is_op(v, unit, IL_LDFLD) || cov_is_op(v, unit, IL_STFLD) ||
                  cov_is_op(v, unit, IL_NOP);
    return copies ? value : COV_WHEN_UNKNOWN;
}

/* The branch tests a result again that the way has in its hands. */
static bool knows_result(const cov_view *v, uint32_t branch, const cov_when_edge *edge) {
    return v->fate[branch] == COV_DROPPED && edge->value != COV_WHEN_UNKNOWN &&
           cov_asks_truth(v, v->plan->branches[branch].unit);
}

/* A try block that waits begins with the dispatch on the state, and who comes from the condition runs through. */
static bool is_entry_of_try(const cov_view *v, uint32_t branch) {
    return v->is_machine && v->fate[branch] == COV_DROPPED &&
           cov_tests_state(v, v->plan->branches[branch].unit, cov_state_local(v));
}

/* Follows an arm to a test inside the condition, or to the first unit outside of it. */
static when_arm follow(const cov_view *v, const cov_when_scan *scan, cov_when_edge *edge) {
    uint32_t unit = edge->unit;
    uint32_t steps = 0;
    while (unit >= scan->first && unit < scan->end && steps++ < v->body->unit_count) {
        il_flow flow = cov_flow(v, unit);
        uint32_t branch = v->plan->branch_of_unit[unit];
        uint32_t fork = v->plan->fork_of_unit[unit];
        if (branch != PROBE_NONE && v->fate[branch] == COV_NUMBERED &&
            v->over[branch] == scan->first) { /* not of a switch expression in it */
            edge->behind_hidden = true;
            break;
        }
        if (branch != PROBE_NONE && knows_result(v, branch, edge)) {
            unit = cov_arm_if(v, branch, edge->value == 1);
            continue;
        }
        if (branch != PROBE_NONE && is_entry_of_try(v, branch)) {
            unit++;
            continue;
        }
        if (branch != PROBE_NONE || (fork != PROBE_NONE && fork != edge->branch)) {
            return WHEN_TO_TEST;
        }
        if (flow == IL_FLOW_BRANCH) {
            edge->behind_hidden = (v->starts[unit] & COV_START_HIDDEN) != 0;
            unit = cov_unit(v, unit)->target;
        } else if (cov_goes_on(v, unit)) {
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
static bool note_arm(const cov_view *v, cov_when_scan *scan, cov_when_edge edge) {
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
static bool is_join(const cov_view *v, const cov_when_scan *scan, uint32_t unit) {
    int32_t local = -1;
    int32_t other = -1;
    if (v->starts[unit] != COV_START_HIDDEN || !v->is_target[unit] || unit == 0) {
        return false;
    }
    bool is_behind_throw = cov_flow(v, unit - 1) == IL_FLOW_THROW; /* the last arm */
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
bool cov_when_is_other(const cov_view *v, const cov_when_scan *scan) {
    for (uint32_t u = scan->first + 1; u < scan->end && u < v->body->unit_count; u++) {
        if (is_join(v, scan, u)) {
            return true;
        }
    }
    return false;
}

/* Looks at every arm of the condition's tests; false when this is no condition. `apply` (may be
 * NULL) is called for each way on. */
bool cov_when_look(cov_tree *t, cov_when_scan *scan, void (*apply)(cov_tree *, cov_when_edge)) {
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
            cov_when_edge edge = first_edge(v, b, arm);
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

/* An arm of the branch leads out of the condition. */
static bool leaves(const cov_view *v, const cov_when_scan *scan, uint32_t branch) {
    for (uint32_t arm = 0; arm < v->plan->branches[branch].arm_count; arm++) {
        cov_when_edge edge = first_edge(v, branch, arm);
        if (follow(v, scan, &edge) == WHEN_OUTSIDE) {
            return true;
        }
    }
    return false;
}

/* The tests of the condition are no tree of their own; those of a switch expression in it are. */
void cov_when_claim(cov_tree *t, const cov_when_scan *scan) {
    const cov_view *v = t->v;
    bool is_whole = !has_parts(v, scan->first, scan->end);
    uint32_t b = branch_from(v, scan->first);
    for (; b < v->plan->branch_count && v->plan->branches[b].unit < scan->end; b++) {
        t->is_visited[b] = t->is_visited[b] || is_whole || leaves(v, scan, b);
    }
}
