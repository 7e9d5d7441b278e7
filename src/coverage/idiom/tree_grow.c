/* Growing a tree of tests from its first one; see cov_tree.h. */
#include "coverage/idiom/cov_known.h"
#include "coverage/idiom/cov_tree.h"

enum { MAX_WALK = 4096 };

static bool is_no_match(const cov_view *v, uint32_t unit) {
    if (cov_is_op(v, unit, IL_CALL)) {
        return cc_str_starts(cov_member(v, unit), "ThrowSwitchExpressionException");
    }
    if (!cov_is_op(v, unit, IL_NEWOBJ)) {
        return false;
    }
    cc_str type = cov_member_type(v, unit);
    return cc_str_eqz(type, "System.Runtime.CompilerServices.SwitchExpressionException") ||
           cc_str_eqz(type, "Microsoft.FSharp.Core.MatchFailureException");
}

static cov_way at_branch(const cov_view *v, uint32_t unit, uint32_t branch) {
    bool is_way = v->fate[branch] == COV_KEPT || v->fate[branch] == COV_NUMBERED;
    bool is_test = is_way && v->plan->fork_of_unit[unit] == PROBE_NONE;
    return (cov_way){is_test ? COV_WAY_TEST : COV_WAY_BARRIER, unit, branch};
}

/* F#: no rule behind `with` fits, the exception goes on. That is falling out, one arm more. */
static bool goes_on_outside(const cov_view *v, uint32_t unit) {
    return v->language == PDB_LANG_FSHARP && cov_is_op(v, unit, IL_RETHROW);
}

/* What a unit without a visible point does to the walk: *next is where it goes on. True: at its
 * end. */
static bool step(const cov_view *v, uint32_t unit, uint32_t *next, cov_way *way) {
    const il_unit *u = cov_unit(v, unit);
    uint32_t branch = v->plan->branch_of_unit[unit];
    *next = unit + 1;
    *way = (cov_way){COV_WAY_BARRIER, unit, COV_NO_BRANCH};
    if (branch != PROBE_NONE && v->fate[branch] == COV_CONSTANT) {
        *next = v->certain[branch];
        return false;
    }
    if (branch != PROBE_NONE && v->fate[branch] == COV_DROPPED && v->over[branch] != COV_NO_UNIT) {
        *next = v->over[branch];
        return false;
    }
    if (branch != PROBE_NONE && v->stands[branch] != COV_NO_UNIT) {
        *way = (cov_way){COV_WAY_VISIBLE, v->stands[branch], COV_NO_BRANCH};
        return true;
    }
    if (branch != PROBE_NONE) {
        *way = at_branch(v, unit, branch);
        return true;
    }
    if (cov_part_line(v, unit) > 0) {
        *way = (cov_way){COV_WAY_VISIBLE, unit, COV_NO_BRANCH};
        return true;
    }
    switch ((il_flow)il_op_get((il_op)u->op)->flow) {
    case IL_FLOW_BRANCH:
    case IL_FLOW_LEAVE:
        *next = u->target;
        return false;
    case IL_FLOW_RETURN:
    case IL_FLOW_ENDFILTER:
    case IL_FLOW_ENDFINALLY:
        way->kind = COV_WAY_OUT;
        return true;
    case IL_FLOW_THROW:
        way->kind = goes_on_outside(v, unit) ? COV_WAY_OUT : COV_WAY_THROW;
        return true;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        break;
    }
    /* F#: as rethrow, in a task, whose rules stand behind the handler. */
    bool goes_on = v->language == PDB_LANG_FSHARP && cov_throws_on(v, unit);
    way->kind = goes_on ? COV_WAY_OUT : COV_WAY_NO_MATCH;
    return goes_on || is_no_match(v, unit);
}

/* Visual Basic, optimised: both ways of an If at the end of a For Each are one, and its last value is thrown away.
 * The hidden test of the loop is none of the If's. */
static bool is_behind_thrown_away(const cov_view *v, uint32_t unit) {
    return v->language == PDB_LANG_VB && v->starts[unit] == COV_START_HIDDEN && unit > 0 &&
           cov_is_op(v, unit - 1, IL_POP);
}

cov_way cov_tree_walk(const cov_view *v, uint32_t unit) {
    cov_way way = {COV_WAY_BARRIER, unit, COV_NO_BRANCH};
    for (int steps = 0; steps < MAX_WALK && unit < v->body->unit_count; steps++) {
        uint32_t next = 0;
        if ((v->starts[unit] & COV_START_VISIBLE) != 0 || is_behind_thrown_away(v, unit)) {
            return (cov_way){COV_WAY_VISIBLE, unit, COV_NO_BRANCH};
        }
        if (v->arm_from[unit] != COV_NO_UNIT) {
            return (cov_way){COV_WAY_VISIBLE, v->arm_from[unit], COV_NO_BRANCH};
        }
        if (step(v, unit, &next, &way)) {
            return way;
        }
        unit = next;
    }
    return (cov_way){COV_WAY_BARRIER, unit, COV_NO_BRANCH};
}

cov_way cov_tree_way(const cov_view *v, const probe_branch *branch, uint32_t arm) {
    cov_known w = cov_known_from(v, branch, arm);
    cov_way way = {COV_WAY_BARRIER, w.unit, COV_NO_BRANCH};
    bool is_begun =
        branch->kind != PROBE_BRANCH_FORK; /* a fork stands in front of its unit's point */
    for (int steps = 0; steps < MAX_WALK && w.unit < v->body->unit_count; steps++) {
        uint32_t next = 0;
        if (is_begun && (v->starts[w.unit] & COV_START_VISIBLE) != 0) {
            return (cov_way){COV_WAY_VISIBLE, w.unit, COV_NO_BRANCH};
        }
        is_begun = true;
        if (v->plan->branch_of_unit[w.unit] != PROBE_NONE && cov_known_test(&w)) {
            continue;
        }
        if (step(v, w.unit, &next, &way)) {
            return way;
        }
        if (next == w.unit + 1) {
            cov_known_over(&w);
        } else {
            w.unit = next;
        }
    }
    return (cov_way){COV_WAY_BARRIER, w.unit, COV_NO_BRANCH};
}

/* A test's own value was stored right before: `stloc t; [hidden] ldloc t; ...`. */
static bool goes_on_with_value(const cov_view *v, uint32_t unit) {
    int32_t stored = -1;
    int32_t loaded = -1;
    return unit > 0 && cov_is_store_local(v, unit - 1, &stored) &&
           cov_is_load_local(v, unit, &loaded) && stored == loaded;
}

/* Ways of the tests meet here, one of them behind what the pattern sets: the tests go on. */
static bool is_behind_binding(const cov_view *v, uint32_t unit) {
    int32_t local = -1;
    return v->language == PDB_LANG_CSHARP && unit > 0 && v->is_target[unit] &&
           (cov_is_store_local(v, unit - 1, &local) || cov_is_op(v, unit - 1, IL_STFLD));
}

/* C#: the next visible point is a statement, no part of an expression: what begins hidden in front of it is a
 * test that several labels of a switch statement lead to. */
static bool is_before_statement(const cov_view *v, uint32_t unit) {
    unit = cov_next_visible(v, unit, v->body->unit_count);
    return v->language == PDB_LANG_CSHARP && unit < v->body->unit_count &&
           cov_around(v, unit) == COV_NO_UNIT && cov_filter_point(v, unit) == COV_NO_UNIT;
}

/* Where control goes on from the end of a try block or, in Visual Basic, of a Catch; COV_NO_UNIT: it is none. */
static uint32_t behind_block(const cov_view *v, uint32_t unit) {
    if (unit != COV_NO_UNIT && v->starts[unit] == 0 && cov_calls(v, unit, "ClearProjectError")) {
        unit = cov_settle(v, unit + 1);
    }
    bool is_end = unit != COV_NO_UNIT && v->starts[unit] == 0 && cov_flow(v, unit) == IL_FLOW_LEAVE;
    return is_end ? cov_settle(v, cov_unit(v, unit)->target) : COV_NO_UNIT;
}

/* Where an edge leads. Visual Basic: a loop that ends a try block leaves to the test of the loop around that. */
static uint32_t begin_of(const cov_view *v, uint32_t unit) {
    unit = cov_settle(v, unit);
    uint32_t next = v->language == PDB_LANG_VB ? behind_block(v, unit) : COV_NO_UNIT;
    for (int steps = 0; steps < MAX_WALK && next != COV_NO_UNIT; steps++) {
        unit = next;
        next = behind_block(v, unit);
    }
    return unit;
}

/* An arm of the source that begins without a visible point (a switch expression in an arm of
 * another, an await): a hidden point stands where the edge leads. (F#: also at tests that several
 * conditions go on to.) */
static bool begins_arm(const cov_view *v, uint32_t unit) {
    unit = begin_of(v, unit);
    return unit != COV_NO_UNIT && v->starts[unit] == COV_START_HIDDEN &&
           !goes_on_with_value(v, unit) && !is_behind_binding(v, unit) &&
           !cov_tree_is_behind_copies(v, unit);
}

cov_way cov_tree_follow(const cov_view *v, uint32_t unit) {
    cov_way way = cov_tree_walk(v, unit);
    bool is_numbered = way.kind == COV_WAY_TEST && v->fate[way.branch] == COV_NUMBERED;
    bool is_test = way.kind == COV_WAY_TEST && v->language != PDB_LANG_FSHARP;
    bool is_code = (is_test && !is_before_statement(v, unit)) || way.kind == COV_WAY_BARRIER;
    if (is_code && !is_numbered && begins_arm(v, unit)) {
        return (cov_way){COV_WAY_VISIBLE, begin_of(v, unit), COV_NO_BRANCH};
    }
    return way;
}

/* --- edges and exits -------------------------------------------------------------------------- */

static void *grown(cov_view *v, const void *items, uint32_t count, uint32_t *cap, size_t size) {
    *cap = *cap == 0 ? 16 : *cap * 2;
    uint8_t *copy = (uint8_t *)cc_arena_alloc(v->arena, *cap, size);
    const uint8_t *old = (const uint8_t *)items;
    v->failed = v->failed || copy == NULL;
    for (size_t i = 0; copy != NULL && i < count * size; i++) {
        copy[i] = old[i];
    }
    return copy;
}

void cov_tree_add_edge(cov_tree *t, cov_edge edge) {
    if (t->edge_count == t->edge_cap) {
        cov_edge *edges =
            (cov_edge *)grown(t->v, t->edges, t->edge_count, &t->edge_cap, sizeof(cov_edge));
        if (edges == NULL) {
            return;
        }
        t->edges = edges;
    }
    t->edges[t->edge_count++] = edge;
}

/* Release code copies the ret of a method without a value; the closing brace's point belongs to the
 * last one only. Both are the same way out. The point of a `return;` is wider than a brace; the last ret of Visual
 * Basic is that of `End Sub`. */
static cov_way at_closing_brace(const cov_view *v, cov_way way) {
    uint32_t last = v->body->unit_count - 1;
    if (way.kind != COV_WAY_OUT || !cov_is_op(v, way.unit, IL_RET) || !cov_is_op(v, last, IL_RET) ||
        v->point_at[last] == PROBE_NONE) {
        return way;
    }
    const pdb_point *p = &v->method->points[v->point_at[last]];
    bool is_brace = p->start_line == p->end_line &&
                    (p->end_column == p->start_column + 1 || v->language == PDB_LANG_VB);
    return is_brace ? (cov_way){COV_WAY_VISIBLE, last, COV_NO_BRANCH} : way;
}

/* F# has copies of the condition of a rule, one for each of the tests that lead to it. */
static uint32_t find_twin(const cov_tree *t, cov_way way) {
    const cov_view *v = t->v;
    for (uint32_t i = 0; v->language == PDB_LANG_FSHARP && i < t->exit_count; i++) {
        if (way.kind == COV_WAY_VISIBLE && t->exits[i].kind == COV_WAY_VISIBLE &&
            cov_same_place(v, t->exits[i].unit, way.unit)) {
            return i;
        }
    }
    return t->exit_count;
}

/* One exit for all ways out of the method's end; one for each visible point. */
uint32_t cov_tree_exit(cov_tree *t, cov_way way) {
    way = at_closing_brace(t->v, way);
    uint32_t key = way.kind == COV_WAY_VISIBLE ? way.unit : t->v->body->unit_count + way.kind;
    if (t->exit_at[key] != 0) {
        return t->exits[t->exit_at[key] - 1].twin;
    }
    if (t->exit_count == t->exit_cap) {
        cov_exit *exits =
            (cov_exit *)grown(t->v, t->exits, t->exit_count, &t->exit_cap, sizeof(cov_exit));
        if (exits == NULL) {
            return COV_NO_EXIT;
        }
        t->exits = exits;
    }
    uint32_t twin = find_twin(t, way);
    t->exits[t->exit_count++] = (cov_exit){.kind = way.kind, .unit = way.unit, .twin = twin};
    t->exit_at[key] = t->exit_count;
    return twin;
}

uint32_t cov_tree_arms(const cov_tree *t) {
    uint32_t arms = 0;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        bool is_arm = t->exits[i].kind == COV_WAY_VISIBLE || t->exits[i].kind == COV_WAY_OUT;
        arms += is_arm && t->exits[i].twin == i ? 1 : 0;
    }
    return arms;
}

uint32_t cov_tree_unit(const cov_tree *t) {
    if (t->condition == COV_NO_UNIT) {
        return t->v->plan->branches[t->members[0]].unit;
    }
    return t->condition > 0 ? t->condition - 1 : 0;
}

/* The head may not be the last point: an arm whose value is computed in several steps has its point
 * at the last of them. That of a filter stands behind the arms. */
bool cov_tree_is_inside_head(const cov_tree *t, uint32_t unit) {
    uint32_t head = cov_tree_unit(t);
    uint32_t filter = cov_filter_point(t->v, head);
    if (filter != COV_NO_UNIT && cov_point_contains(t->v, filter, unit)) {
        return true;
    }
    return cov_is_part(t->v, unit, head);
}

/* --- labels ----------------------------------------------------------------------------------- */

/* `LOAD; constant; test`: the unit where the load ends. */
static uint32_t load_before_constant(const cov_view *v, uint32_t constant) {
    uint32_t first = 0;
    uint32_t load = constant == COV_NO_UNIT ? COV_NO_UNIT : cov_before(v, constant);
    return load != COV_NO_UNIT && cov_plain_load(v, load, &first) ? load : COV_NO_UNIT;
}

/* `LOAD; ldstr; call` of String's operator, or of its Equals, as F# has it; of a span of characters `LOAD; ldstr;
 * call AsSpan; call SequenceEqual`. The unit of the string; COV_NO_UNIT for anything else. */
static uint32_t equal_string(const cov_view *v, uint32_t unit) {
    bool is_span = cov_calls(v, unit, "SequenceEqual") &&
                   cc_str_eqz(cov_member_type(v, unit), "System.MemoryExtensions");
    bool is_call =
        is_span || cov_calls(v, unit, "op_Equality") ||
        (cov_calls(v, unit, "Equals") && cc_str_eqz(cov_member_type(v, unit), "System.String"));
    uint32_t text = is_call ? cov_before(v, unit) : COV_NO_UNIT;
    if (is_span) {
        text = cov_calls(v, text, "AsSpan") ? cov_before(v, text) : COV_NO_UNIT;
    }
    return cov_is_op(v, text, IL_LDSTR) ? text : COV_NO_UNIT;
}

/* Visual Basic: `LOAD; ldstr; ldc.i4 compare mode; call CompareString` is 0 for equal strings. The
 * unit of the string; COV_NO_UNIT for anything else. */
static uint32_t compared_string(const cov_view *v, uint32_t unit) {
    int32_t mode = 0;
    uint32_t last = unit == COV_NO_UNIT ? unit : cov_before(v, unit);
    if (last == COV_NO_UNIT || !cov_calls(v, unit, "CompareString") ||
        !cov_is_const(v, last, &mode)) {
        return COV_NO_UNIT;
    }
    uint32_t text = cov_before(v, last);
    return text != COV_NO_UNIT && cov_is_op(v, text, IL_LDSTR) ? text : COV_NO_UNIT;
}

static void set_label(const cov_view *v, cov_edge *edge, uint32_t constant) {
    int32_t value = 0;
    bool is_int = cov_is_const(v, constant, &value);
    edge->label = load_before_constant(v, constant);
    edge->constant = is_int ? value : cov_unit(v, constant)->operand;
}

/* brtrue, brfalse: on the result of a comparison of strings, or on the value itself. */
static void label_truth(const cov_view *v, cov_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    uint32_t before = cov_before(v, b->unit);
    uint32_t first = 0;
    bool when_true = cov_arm_if(v, edge->branch, true) == b->arms[edge->arm].target;
    uint32_t text = compared_string(v, before);
    uint32_t equal = equal_string(v, before);
    uint32_t emptied = cov_emptied_text(v, b->unit);
    if (text != COV_NO_UNIT) {
        if (!when_true) {
            set_label(v, edge, text);
        }
    } else if (emptied != COV_NO_UNIT) {
        if (when_true) {
            edge->label = emptied;
            edge->constant = COV_EMPTY_TEXT;
        }
    } else if (equal != COV_NO_UNIT) {
        if (when_true) {
            set_label(v, edge, equal);
        }
    } else if (!when_true && cov_plain_load(v, before, &first)) {
        edge->label = before;
        edge->constant = 0;
        edge->is_zero = true;
    }
}

/* The constant of a jump table's first entry: `ldc n; sub; switch`. */
static int64_t first_label(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    uint32_t before = cov_before(v, unit);
    bool shifted = cov_is_op(v, before, IL_SUB) && cov_is_const(v, cov_before(v, before), &value);
    return shifted ? value : 0;
}

/* The unit in front of the test; of a small constant that is made a long, the constant. */
static uint32_t constant_before(const cov_view *v, uint32_t unit) {
    int32_t value = 0;
    uint32_t before = cov_before(v, unit);
    uint32_t small = cov_is_op(v, before, IL_CONV_I8) ? cov_before(v, before) : COV_NO_UNIT;
    return small != COV_NO_UNIT && cov_is_const(v, small, &value) ? small : before;
}

uint32_t cov_tree_compared(const cov_view *v, const cov_edge *edge) {
    int32_t value = 0;
    uint32_t test = v->plan->branches[edge->branch].unit;
    uint32_t before = constant_before(v, test);
    bool is_beq = cov_is_op(v, test, IL_BEQ) || cov_is_op(v, test, IL_BEQ_S);
    bool is_bne = cov_is_op(v, test, IL_BNE_UN) || cov_is_op(v, test, IL_BNE_UN_S);
    bool equal = (is_beq && edge->arm == 1) || (is_bne && edge->arm == 0);
    bool is_constant = cov_is_const(v, before, &value) || cov_is_op(v, before, IL_LDC_I8);
    return equal && is_constant ? before : COV_NO_UNIT;
}

/* Notes when the arm of the test says "equal to a constant". */
static void label_edge(const cov_view *v, cov_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    if (b->kind == PROBE_BRANCH_SWITCH) {
        if (edge->arm > 0) {
            edge->label = cov_tested_against_constants(v, b->unit);
            edge->constant = first_label(v, b->unit) + b->arms[edge->arm].label;
        }
        return;
    }
    if (cov_is_truth_test(v, edge->branch)) {
        label_truth(v, edge);
        return;
    }
    uint32_t constant = cov_tree_compared(v, edge);
    if (constant != COV_NO_UNIT) {
        set_label(v, edge, constant);
    }
}

/* --- growing ---------------------------------------------------------------------------------- */

static void add_member(cov_tree *t, uint32_t branch) {
    if (!t->is_member[branch]) {
        t->is_member[branch] = true;
        t->members[t->member_count++] = branch;
    }
}

/* F#: optimised code has no point at an operand that it took apart; the constant that it makes is no
 * rule. */
static cov_way follow_value(const cov_view *v, const probe_branch *test, uint32_t arm,
                            cov_way way) {
    int32_t value = 0;
    uint32_t unit = cov_settle(v, test->arms[arm].target);
    uint32_t start = test->unit;
    while (start > 0 && v->starts[start] == 0 && cov_successor(v, start - 1, 0) == start) {
        start--;
    }
    bool is_value = unit != COV_NO_UNIT && v->starts[unit] == COV_START_HIDDEN &&
                    v->point_at[start] == PROBE_NONE && cov_is_const(v, unit, &value);
    cov_way on = is_value ? cov_tree_way(v, test, arm) : way;
    return on.kind == COV_WAY_BARRIER ? way : on;
}

/* Its tests are those of another decision. In a method that is whole a hidden point stands in front of them. */
static cov_way to_taken_rest(const cov_view *v, uint32_t target, cov_way way) {
    bool is_exit = begins_arm(v, target);
    return is_exit ? (cov_way){COV_WAY_VISIBLE, cov_settle(v, target), COV_NO_BRANCH}
                   : (cov_way){COV_WAY_BARRIER, way.unit, way.branch};
}

static void add_arm(cov_tree *t, uint32_t branch, uint32_t arm) {
    const probe_branch *test = &t->v->plan->branches[branch];
    cov_way way = cov_tree_follow(t->v, test->arms[arm].target);
    way = t->v->language == PDB_LANG_FSHARP ? follow_value(t->v, test, arm, way) : way;
    if (way.kind == COV_WAY_VISIBLE && cov_rest_is_taken(t->v, way.unit)) {
        way = to_taken_rest(t->v, test->arms[arm].target, way);
    }
    uint32_t next = cov_tree_next_statement(t, way, test->arms[arm].target);
    way = next == COV_NO_UNIT ? way : (cov_way){COV_WAY_VISIBLE, next, COV_NO_BRANCH};
    cov_edge edge = cov_edge_of(branch, arm, COV_NO_EXIT);
    switch (way.kind) {
    case COV_WAY_TEST:
        edge.test = way.branch;
        if (t->v->language == PDB_LANG_FSHARP) {
            label_edge(t->v, &edge);
        }
        add_member(t, way.branch);
        break;
    case COV_WAY_BARRIER:
        t->has_barrier = true;
        return;
    case COV_WAY_NO_MATCH:
    case COV_WAY_VISIBLE:
    case COV_WAY_OUT:
    case COV_WAY_THROW:
        t->has_no_match = t->has_no_match || way.kind == COV_WAY_NO_MATCH;
        edge.exit = cov_tree_exit(t, way);
        if (t->v->fate[branch] != COV_NUMBERED) {
            label_edge(t->v, &edge);
        }
        break;
    }
    cov_tree_add_edge(t, edge);
}

bool cov_tree_grow(cov_tree *t, uint32_t branch) {
    uint32_t done = t->member_count;
    add_member(t, branch);
    for (; done < t->member_count && !t->has_barrier && !t->v->failed; done++) {
        uint32_t member = t->members[done];
        const probe_branch *b = &t->v->plan->branches[member];
        bool is_table = t->v->fate[member] == COV_NUMBERED && b->kind == PROBE_BRANCH_SWITCH;
        for (uint32_t arm = is_table ? 1 : 0; arm < b->arm_count; arm++) {
            add_arm(t, member, arm);
        }
    }
    return !t->v->failed;
}
