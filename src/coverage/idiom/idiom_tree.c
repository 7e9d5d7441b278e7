/* switch, in all the forms it is compiled to: chains and trees of comparisons, jump tables, hashes
 * and lengths of strings, tests of types and patterns. What connects its tests is that no visible
 * point starts between them; what tells it from && and || is the number of exits: an expression
 * has two at most (true and false), a switch has one for each label and the default. A switch with
 * two exits only is told by the hidden point in front of its first test, or by the hidden point at
 * which the arms of a switch expression come together.
 *
 * Arms: one for each exit. Labels of one body that test the same value against constants are arms
 * of their own, unless they lead where the default leads. The throw for "no arm matched" is no
 * arm. */
#include "coverage/idiom/cov_tree.h"

#include <stdlib.h>

/* --- which tests belong to it ----------------------------------------------------------------- */

/* Tests in front of the switch (its governing expression `c ? x : y`, `a?.b`): all control goes on
 * to a later test. Returns the position of the first test that belongs to the switch. Members are
 * increasing. */
static uint32_t first_test(const cov_tree *t) {
    uint32_t first = 0;
    uint32_t reach = t->members[0];
    for (uint32_t i = 0; i < t->member_count; i++) {
        if (reach <= t->members[i]) {
            first = i;
        }
        for (uint32_t e = 0; e < t->edge_count; e++) {
            const cov_edge *edge = &t->edges[e];
            if (edge->branch != t->members[i]) {
                continue;
            }
            bool leaves = edge->exit != COV_NO_EXIT && t->exits[edge->exit].kind != COV_WAY_THROW;
            if (leaves || (edge->exit == COV_NO_EXIT && edge->test < t->members[i])) {
                return first;
            }
            reach = edge->exit == COV_NO_EXIT && edge->test > reach ? edge->test : reach;
        }
    }
    return first;
}

/* The first arm of a switch expression that the tests lead to: the exit that comes first in the
 * code, when it lies inside the expression. COV_NO_UNIT: there is none. */
static uint32_t first_arm(const cov_tree *t) {
    uint32_t first = COV_NO_UNIT;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        bool is_arm =
            t->exits[i].kind == COV_WAY_VISIBLE && t->v->point_at[t->exits[i].unit] != PROBE_NONE;
        first = is_arm && t->exits[i].unit < first ? t->exits[i].unit : first;
    }
    return first != COV_NO_UNIT && cov_tree_is_inside_head(t, first) ? first : COV_NO_UNIT;
}

/* An edge that no test of a switch expression has: around the arms, or over them to a test. */
static bool leaves_expression(const cov_tree *t, const cov_edge *edge, uint32_t arm) {
    const cov_view *v = t->v;
    if (edge->exit == COV_NO_EXIT) {
        const probe_branch *from = &v->plan->branches[edge->branch];
        return cov_visible_in(v, from->unit, v->plan->branches[edge->test].unit);
    }
    const cov_exit *exit = &t->exits[edge->exit];
    if (exit->kind != COV_WAY_VISIBLE || v->point_at[exit->unit] == PROBE_NONE) {
        return exit->kind == COV_WAY_OUT;
    }
    return cov_point_contains(v, exit->unit, arm) || !cov_tree_is_inside_head(t, exit->unit);
}

/* `c && x switch {...}`, `c ? x switch {...} : y`: the first test is not one of the switch
 * expression that it leads to, nor are those behind it until the dispatch begins. */
static bool is_before_expression(const cov_tree *t) {
    bool leaves = false;
    uint32_t arm = t->v->language == PDB_LANG_CSHARP ? first_arm(t) : COV_NO_UNIT;
    for (uint32_t e = 0; arm != COV_NO_UNIT && !leaves && e < t->edge_count; e++) {
        leaves = leaves_expression(t, &t->edges[e], arm);
    }
    return leaves;
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void cut_front(cov_tree *t) {
    qsort(t->members, t->member_count, sizeof(uint32_t), compare_numbers);
    uint32_t first = first_test(t);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < first; i++) {
        t->is_member[t->members[i]] = false;
    }
    for (uint32_t i = first; i < t->member_count; i++) {
        t->members[i - first] = t->members[i];
    }
    t->member_count -= first;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->is_member[t->edges[e].branch]) {
            t->edges[kept++] = t->edges[e];
        }
    }
    t->edge_count = kept;
}

/* --- is it a switch? -------------------------------------------------------------------------- */

/* A statement: the last point in front of the first test is hidden, and a value is loaded there. */
static bool begins_hidden(const cov_tree *t) {
    const cov_view *v = t->v;
    uint32_t unit = v->plan->branches[t->members[0]].unit;
    while (unit > 0 && v->starts[unit] == 0) {
        unit--;
        if (v->plan->branch_of_unit[unit] != PROBE_NONE) {
            return false;
        }
    }
    return v->starts[unit] == COV_START_HIDDEN && cov_load_length(v, unit) > 0;
}

/* An expression: in front of the last arm, the arm before ends in `stloc t; br M` with M hidden. */
static bool ends_hidden(const cov_tree *t) {
    const cov_view *v = t->v;
    uint32_t last = 0;
    int32_t local = -1;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        if (t->exits[i].kind == COV_WAY_VISIBLE && t->exits[i].unit > last) {
            last = t->exits[i].unit;
        }
    }
    if (last < 2 || !(cov_is_op(v, last - 1, IL_BR) || cov_is_op(v, last - 1, IL_BR_S)) ||
        !cov_is_store_local(v, last - 2, &local)) {
        return false;
    }
    uint32_t join = cov_unit(v, last - 1)->target;
    int32_t loaded = -1;
    bool loads = cov_is_load_local(v, join, &loaded) && loaded == local;
    uint32_t branch =
        join + 1 < v->body->unit_count ? v->plan->branch_of_unit[join + 1] : PROBE_NONE;
    bool marker = branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT;
    return v->starts[join] == COV_START_HIDDEN && (loads || marker);
}

static bool is_switch(const cov_tree *t) {
    return cov_tree_arms(t) > 2 || t->has_no_match ||
           (cov_tree_arms(t) == 2 && (begins_hidden(t) || ends_hidden(t)));
}

enum { MAX_IDLE = 16 };

/* From the arm on nothing is done before `unit` is reached: a case without a body. */
static bool is_idle(const cov_view *v, uint32_t from, uint32_t unit) {
    for (int steps = 0; steps < MAX_IDLE && from < v->body->unit_count; steps++) {
        int32_t value = 0;
        if (from == unit) {
            return true;
        }
        bool is_br = cov_is_op(v, from, IL_BR) || cov_is_op(v, from, IL_BR_S);
        bool is_quiet = cov_load_length(v, from) == 1 || cov_is_const(v, from, &value) ||
                        cov_is_op(v, from, IL_NOP) || cov_is_op(v, from, IL_POP);
        if (!is_br && !is_quiet) {
            return false;
        }
        from = is_br ? cov_unit(v, from)->target : from + 1;
    }
    return false;
}

/* A statement whose labels have no bodies, so that all lead to one place: nothing is decided. */
static bool is_empty(const cov_tree *t) {
    if (t->exit_count != 1 || t->exits[0].kind != COV_WAY_VISIBLE || !begins_hidden(t)) {
        return false;
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        const cov_edge *edge = &t->edges[e];
        uint32_t from = t->v->plan->branches[edge->branch].arms[edge->arm].target;
        if (edge->exit != COV_NO_EXIT && !is_idle(t->v, from, t->exits[0].unit)) {
            return false;
        }
    }
    return true;
}

/* --- arms ------------------------------------------------------------------------------------- */

/* The default's exit: the one that most edges lead to which are not labels; of equals the last. */
static uint32_t default_exit(const cov_tree *t, uint32_t *votes) {
    uint32_t best = 0;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->edges[e].exit != COV_NO_EXIT && t->edges[e].label == COV_NO_UNIT) {
            votes[t->edges[e].exit]++;
        }
    }
    for (uint32_t i = 0; i < t->exit_count; i++) {
        bool more = votes[i] > votes[best];
        bool later = votes[i] == votes[best] && t->exits[i].unit > t->exits[best].unit;
        best = more || later ? i : best;
    }
    return best;
}

/* The same constant leads to the same exit by two ways: a tree over several values. */
static bool repeats_label(const cov_tree *t, uint32_t e) {
    for (uint32_t i = 0; i < e; i++) {
        if (t->edges[i].label != COV_NO_UNIT && t->edges[i].exit == t->edges[e].exit &&
            t->edges[i].constant == t->edges[e].constant) {
            return true;
        }
    }
    return false;
}

/* All labels test one value: then labels of one body are arms of their own. */
static bool is_one_value(const cov_tree *t) {
    uint32_t first = COV_NO_UNIT;
    bool is_certain = false;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t label = t->edges[e].label;
        if (label == COV_NO_UNIT) {
            continue;
        }
        if (first != COV_NO_UNIT && !cov_same_load(t->v, first, label)) {
            return false;
        }
        first = label;
        is_certain = is_certain || !t->edges[e].is_zero;
    }
    for (uint32_t e = 0; is_certain && e < t->edge_count; e++) {
        if (t->edges[e].label != COV_NO_UNIT && repeats_label(t, e)) {
            return false;
        }
    }
    return is_certain;
}

/* Code that is no test goes on at the unit. */
static bool is_joined(const cov_tree *t, uint32_t unit) {
    const cov_view *v = t->v;
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        bool jumps = cov_is_op(v, u, IL_BR) || cov_is_op(v, u, IL_BR_S);
        il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, u)->op)->flow;
        bool falls = u + 1 == unit && (flow == IL_FLOW_NEXT || flow == IL_FLOW_CALL);
        bool is_test = u > 0 && v->plan->branch_of_unit[u - 1] != PROBE_NONE;
        if (!is_test && (falls || (jumps && cov_settle(v, u) == unit))) {
            return true;
        }
    }
    return false;
}

/* The exit of the default is where the bodies end: there is no default with code of its own. Optimised
 * code sends a label there whose body only breaks; a label beside the default would not be told from
 * it, but who writes one? */
static bool falls_out(const cov_tree *t, uint32_t exit) {
    const cov_exit *e = &t->exits[exit];
    bool is_visible = e->kind == COV_WAY_VISIBLE && t->v->point_at[e->unit] != PROBE_NONE;
    return is_visible && (cov_is_op(t->v, e->unit, IL_RET) || is_joined(t, e->unit));
}

static bool tests_text(const cov_tree *t) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->edges[e].label != COV_NO_UNIT && cov_is_op(t->v, t->edges[e].label + 1, IL_LDSTR)) {
            return true;
        }
    }
    return false;
}

/* `case T: break;`: the arm that says that the value is a T. */
static bool is_type_arm(const cov_view *v, const cov_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    uint32_t test = cov_before(v, b->unit);
    return cov_is_truth_test(v, edge->branch) && cov_is_op(v, test, IL_ISINST) &&
           cov_arm_if(v, edge->branch, true) == b->arms[edge->arm].target;
}

typedef struct arm_rules {
    uint32_t fallback;
    bool split;     /* labels of one body are arms of their own */
    bool falls_out; /* so are labels that lead to the fallback */
    bool is_text;   /* then zero is null, and null is no label */
} arm_rules;

static bool is_own_arm(const cov_tree *t, const cov_edge *edge, const arm_rules *rules) {
    if (edge->exit != rules->fallback) {
        return rules->split && edge->label != COV_NO_UNIT;
    }
    bool is_label =
        rules->split && edge->label != COV_NO_UNIT && !(rules->is_text && edge->is_zero);
    return rules->falls_out && (is_label || is_type_arm(t->v, edge));
}

typedef struct arm_key {
    const cov_tree *tree;
    uint32_t exit;
    uint32_t edge; /* UINT32_MAX: all edges to the exit that have no arm of their own */
    uint32_t line, column;
} arm_key;

static int compare_arms(const void *a, const void *b) {
    const arm_key *x = (const arm_key *)a;
    const arm_key *y = (const arm_key *)b;
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    if (x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static arm_key key_of(const cov_tree *t, uint32_t exit, uint32_t edge) {
    arm_key key = {t, exit, edge, UINT32_MAX, UINT32_MAX};
    uint32_t point =
        t->exits[exit].kind == COV_WAY_VISIBLE ? t->v->point_at[t->exits[exit].unit] : PROBE_NONE;
    if (point != PROBE_NONE) {
        key.line = t->v->method->points[point].start_line;
        key.column = t->v->method->points[point].start_column;
    }
    return key;
}

/* A label that only breaks stands in front of what is tested next. */
static void place_before_next(const cov_tree *t, uint32_t fallback, arm_key *key) {
    for (uint32_t e = key->edge + 1; e < t->edge_count; e++) {
        uint32_t exit = t->edges[e].exit;
        if (exit != COV_NO_EXIT && exit != fallback && t->exits[exit].kind == COV_WAY_VISIBLE) {
            arm_key next = key_of(t, exit, e);
            key->line = next.line;
            key->column = next.column;
            return;
        }
    }
}

/* Keys of all arms, in the order of the source. `own` (by edge) tells which edges are arms of
 * their own. */
static uint32_t list_arms(const cov_tree *t, arm_key *keys, bool *own, uint32_t *votes) {
    uint32_t count = 0;
    arm_rules rules = {.fallback = default_exit(t, votes), .split = is_one_value(t)};
    bool *shared = CC_NEW_ARRAY(t->v->arena, bool, t->exit_count);
    rules.falls_out = falls_out(t, rules.fallback);
    rules.is_text = tests_text(t);
    for (uint32_t e = 0; shared != NULL && e < t->edge_count; e++) {
        uint32_t exit = t->edges[e].exit;
        if (exit == COV_NO_EXIT || t->exits[exit].kind == COV_WAY_THROW ||
            t->exits[exit].kind == COV_WAY_NO_MATCH) {
            continue;
        }
        own[e] = is_own_arm(t, &t->edges[e], &rules);
        if (own[e]) {
            keys[count++] = key_of(t, exit, e);
        } else if (!shared[exit]) {
            shared[exit] = true;
            keys[count++] = key_of(t, exit, UINT32_MAX);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i].exit == rules.fallback && keys[i].edge != UINT32_MAX) {
            place_before_next(t, rules.fallback, &keys[i]);
        } else if (keys[i].exit == rules.fallback && rules.falls_out) {
            keys[i].line = UINT32_MAX; /* falling out comes last, wherever it leads */
        }
    }
    qsort(keys, count, sizeof(arm_key), compare_arms);
    return count;
}

/* The nodes of all edges that belong to the arm. */
static bool fill_arm(const cov_tree *t, const arm_key *key, const bool *own,
                     cov_decision_arm *arm) {
    uint32_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t *nodes = pass == 0 ? NULL : CC_NEW_ARRAY(t->v->arena, uint32_t, count);
        if (pass == 1 && nodes == NULL) {
            return false;
        }
        uint32_t at = 0;
        for (uint32_t e = 0; e < t->edge_count; e++) {
            const cov_edge *edge = &t->edges[e];
            bool mine =
                key->edge == UINT32_MAX ? edge->exit == key->exit && !own[e] : e == key->edge;
            const probe_arm *from = &t->v->plan->branches[edge->branch].arms[edge->arm];
            for (uint32_t i = 0; mine && i < from->node_count; i++, at++) {
                if (pass == 1) {
                    nodes[at] = from->nodes[i];
                }
            }
        }
        count = at;
        *arm = (cov_decision_arm){nodes, count};
    }
    return true;
}

static void make_group(cov_tree *t) {
    cov_view *v = t->v;
    arm_key *keys = CC_NEW_ARRAY(v->arena, arm_key, t->edge_count);
    bool *own = CC_NEW_ARRAY(v->arena, bool, t->edge_count);
    uint32_t *votes = CC_NEW_ARRAY(v->arena, uint32_t, t->exit_count + 1);
    if (keys == NULL || own == NULL || votes == NULL) {
        v->failed = true;
        return;
    }
    uint32_t arm_count = list_arms(t, keys, own, votes);
    for (uint32_t i = 0; i < t->member_count; i++) {
        v->fate[t->members[i]] = arm_count >= 2 ? COV_GROUPED : COV_DROPPED;
    }
    if (arm_count < 2) {
        return;
    }
    cov_decision *group = cov_add_group(v, v->plan->branches[t->members[0]].unit, arm_count);
    for (uint32_t i = 0; group != NULL && i < arm_count; i++) {
        v->failed = v->failed || !fill_arm(t, &keys[i], own, &group->arms[i]);
    }
    if (group != NULL) {
        group->is_switch = true;
    }
}

/* --- all trees of a method -------------------------------------------------------------------- */

static void forget(cov_tree *t, bool *visited) {
    uint32_t out = t->v->body->unit_count;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        const cov_exit *exit = &t->exits[i];
        t->exit_at[exit->kind == COV_WAY_VISIBLE ? exit->unit : out + exit->kind] = 0;
    }
    for (uint32_t i = 0; i < t->member_count; i++) {
        visited[t->members[i]] = true;
        t->is_member[t->members[i]] = false;
    }
    t->member_count = t->edge_count = t->exit_count = 0;
    t->has_barrier = t->has_no_match = false;
}

/* It stays as it is; the others will be looked at on their own. */
static void keep_first_only(cov_tree *t) {
    for (uint32_t i = 1; i < t->member_count; i++) {
        t->is_member[t->members[i]] = false;
    }
    t->member_count = 1;
}

static void look_at(cov_tree *t, uint32_t branch) {
    if (!cov_tree_grow(t, branch)) {
        return;
    }
    if (t->has_barrier || is_before_expression(t)) {
        keep_first_only(t);
        return;
    }
    cut_front(t);
    if (is_empty(t)) {
        for (uint32_t i = 0; i < t->member_count; i++) {
            cov_drop(t->v, t->members[i]);
        }
        return;
    }
    if (!is_switch(t) || !cov_tree_finish(t) || t->has_barrier) {
        return;
    }
    bool is_plain = t->member_count == 1 && !t->has_no_match &&
                    t->v->plan->branches[t->members[0]].kind == PROBE_BRANCH_COND;
    if (!is_plain) {
        make_group(t);
    }
}

void cov_idiom_tree(cov_view *v) {
    uint32_t count = v->plan->branch_count;
    bool *visited = CC_NEW_ARRAY(v->arena, bool, count);
    cov_tree tree = {
        .v = v,
        .members = CC_NEW_ARRAY(v->arena, uint32_t, count),
        .is_member = CC_NEW_ARRAY(v->arena, bool, count),
        .exit_at = CC_NEW_ARRAY(v->arena, uint32_t, v->body->unit_count + COV_WAY_BARRIER + 1)};
    if (visited == NULL || tree.members == NULL || tree.is_member == NULL || tree.exit_at == NULL) {
        v->failed = true;
        return;
    }
    for (uint32_t b = 0; b < count && !v->failed; b++) {
        bool is_test = v->plan->branches[b].kind != PROBE_BRANCH_FORK &&
                       v->plan->fork_of_unit[v->plan->branches[b].unit] == PROBE_NONE;
        if (v->fate[b] == COV_KEPT && is_test && !visited[b]) {
            look_at(&tree, b);
            forget(&tree, visited);
        }
    }
}
