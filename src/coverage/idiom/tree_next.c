/* Where the next statement begins: what tells a switch over a plain variable from tests of the statement in front of it,
 * or of the switch around it, for optimised code has only a hidden point there.
 * Input: the tree, the way of one of its tests, and the points; output: the unit where the statement begins. */
#include "coverage/idiom/cov_tree.h"

/* The leftmost of the points from a unit to another, up to one that stands at `stop` or left of it; UINT32_MAX: none. */
static uint32_t leftmost(const cov_view *v, uint32_t from, uint32_t to, uint32_t stop) {
    uint32_t column = UINT32_MAX;
    for (uint32_t unit = from; unit < to; unit++) {
        const pdb_point *p =
            v->point_at[unit] != PROBE_NONE ? &v->method->points[v->point_at[unit]] : NULL;
        if (p != NULL && p->start_column <= stop) {
            break;
        }
        column = p != NULL && p->start_column < column ? p->start_column : column;
    }
    return column;
}

/* A test of the tree leads back to a statement: it closes a loop. */
static bool leads_back(const cov_tree *t) {
    const cov_view *v = t->v;
    for (uint32_t i = 0; i < t->member_count; i++) {
        const probe_branch *b = &v->plan->branches[t->members[i]];
        for (uint32_t arm = 0; arm < b->arm_count; arm++) {
            uint32_t target = b->arms[arm].target;
            if (target < b->unit && (v->starts[target] & COV_START_VISIBLE) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* What stands between the head and the unit is the body of an `if`, and no label's: right behind the condition, or
 * indented once, when what comes behind is indented twice. The head of an `else if` stands to the right of its body. */
static bool is_behind_if(const cov_tree *t, uint32_t unit) {
    enum { MAX_INDENT = 8 };
    const cov_view *v = t->v;
    uint32_t root = v->plan->branches[t->members[0]].unit;
    uint32_t at = cov_tree_head(t);
    if (at == PROBE_NONE || unit <= root) {
        return false;
    }
    const pdb_point *head = &v->method->points[at];
    uint32_t body = cov_next_visible(v, root + 1, unit);
    if (body == unit) {
        return leads_back(t);
    }
    const pdb_point *first = &v->method->points[v->point_at[body]];
    if (first->start_line == head->end_line) {
        return cov_place_in_line(first->start_column - head->end_column) == COV_PLACE_IF;
    }
    uint32_t column = head->start_column;
    uint32_t before = leftmost(v, body, unit, 0);
    uint32_t behind = leftmost(v, unit, v->body->unit_count, column);
    if (behind == UINT32_MAX || before <= column) {
        return behind != UINT32_MAX && behind > before;
    }
    return before - column <= MAX_INDENT && behind - column >= 2 * (before - column);
}

/* What is loaded at the unit becomes the argument of a method, so that no test is about it. Of a property a label may
 * ask, of equality, too. */
static bool is_argument(const cov_view *v, uint32_t load, uint32_t end) {
    for (uint32_t unit = load + 1; unit < end; unit++) {
        if (v->plan->branch_of_unit[unit] != PROBE_NONE) {
            return false;
        }
        if (cov_is_call(v, unit)) {
            cc_str name = cov_member(v, unit);
            return !cc_str_starts(name, "get_") && !cc_str_starts(name, "op_") &&
                   !cc_str_eqz(name, "Equals") && !cc_str_eqz(name, "SequenceEqual");
        }
    }
    return false;
}

/* The tests of a switch stand in front of all bodies. Behind them, a visible point begins, or the hidden one of a switch
 * that is the first statement of a label. */
static uint32_t end_of_tests(const cov_view *v, uint32_t test, uint32_t limit) {
    uint32_t unit = test + 1;
    while (unit < limit) {
        bool is_led_to =
            cov_goes_on(v, unit - 1) || v->plan->branch_of_unit[unit - 1] != PROBE_NONE;
        if ((v->starts[unit] & COV_START_VISIBLE) != 0 ||
            (v->starts[unit] == COV_START_HIDDEN && !is_led_to)) {
            break;
        }
        unit++;
    }
    return unit;
}

/* What is loaded at the unit was neither asked nor made by the tree's tests. */
static bool asks_other(const cov_tree *t, uint32_t unit) {
    enum { MOST_UNITS = 4096 }; /* of tests; a limit against huge methods */
    const cov_view *v = t->v;
    uint32_t length = cov_load_length(v, unit);
    uint32_t test = v->plan->branches[t->members[0]].unit;
    uint32_t first = cov_last_start(v, test);
    uint32_t end = end_of_tests(v, test, unit);
    bool is_other = length > 0 && first < unit && end - first <= MOST_UNITS;
    for (uint32_t u = first; is_other && u < end; u++) {
        int32_t stored = -1;
        int32_t loaded = -1;
        bool is_made = cov_is_store_local(v, u, &stored) && cov_is_load_local(v, unit, &loaded) &&
                       stored == loaded;
        bool is_asked = cov_same_load(v, u, unit + length - 1) && !is_argument(v, u, unit);
        is_other = !is_made && !is_asked;
    }
    return is_other;
}

/* The hidden point with which the tests of a switch begin: only what comes right behind another test leads there. */
static bool begins_tests(const cov_tree *t, uint32_t unit) {
    uint32_t before = t->v->plan->branch_of_unit[unit - 1];
    return !t->v->is_target[unit] && before != PROBE_NONE && t->is_member[before];
}

/* What stands in front runs into the unit, and is no value that the unit goes on with. */
static bool is_fallen_into(const cov_tree *t, uint32_t unit) {
    const cov_view *v = t->v;
    int32_t local = -1;
    uint32_t start = cov_last_start(v, unit - 1);
    return cov_goes_on(v, unit - 1) && !cov_is_store_local(v, unit - 1, &local) &&
           start > v->plan->branches[t->members[0]].unit &&
           (v->starts[start] & COV_START_VISIBLE) != 0;
}

/* A statement asks a condition right behind its own point, a switch statement behind a hidden one: another hidden point
 * with a load begins a switch, as in `if (c < ' ' || c > '~') switch (c) {...}`. The point of a switch expression, which
 * asks so, too, contains those of its arms. */
static bool is_behind_condition(const cov_tree *t, uint32_t unit) {
    const cov_view *v = t->v;
    uint32_t test = v->plan->branches[t->members[0]].unit;
    uint32_t start = cov_last_start(v, test);
    uint32_t next = cov_next_visible(v, test + 1, v->body->unit_count);
    bool is_expression = next < v->body->unit_count && cov_point_contains(v, start, next);
    return (v->starts[start] & COV_START_VISIBLE) != 0 && cov_load_length(v, unit) > 0 &&
           !is_expression;
}

/* A foreach leaves its try block to what comes next. */
static uint32_t behind_leave(const cov_view *v, uint32_t unit) {
    bool leaves = unit != COV_NO_UNIT && v->starts[unit] == 0 && cov_flow(v, unit) == IL_FLOW_LEAVE;
    return leaves ? cov_settle(v, cov_unit(v, unit)->target) : unit;
}

uint32_t cov_tree_next_statement(const cov_tree *t, cov_way way, uint32_t target) {
    const cov_view *v = t->v;
    if (v->language != PDB_LANG_CSHARP || cov_tree_is_debug(v) || way.kind != COV_WAY_TEST ||
        t->member_count == 0) {
        return COV_NO_UNIT;
    }
    uint32_t unit = behind_leave(v, cov_settle(v, target));
    if (unit == COV_NO_UNIT || unit == 0 || v->starts[unit] != COV_START_HIDDEN) {
        return COV_NO_UNIT;
    }
    /* the next round of a loop that begins with the switch: of a state without a label */
    bool goes_round = unit <= v->plan->branches[t->members[0]].unit;
    bool is_next = goes_round || is_fallen_into(t, unit) || begins_tests(t, unit) ||
                   asks_other(t, unit) || is_behind_condition(t, unit) || is_behind_if(t, unit);
    return is_next ? unit : COV_NO_UNIT;
}
