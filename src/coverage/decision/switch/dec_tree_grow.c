/* Growing a tree of tests from its first one; see dec_tree.h. */
#include "coverage/decision/core/dec_trace.h"
#include "coverage/decision/core/dec_value.h"
#include "coverage/decision/switch/dec_tree.h"

static bool is_no_match(const dec_view *v, uint32_t insn) {
    if (dec_is_op(v, insn, IL_CALL)) {
        return cc_str_starts(dec_member(v, insn), "ThrowSwitchExpressionException");
    }
    if (!dec_is_op(v, insn, IL_NEWOBJ)) {
        return false;
    }
    cc_str type = dec_member_type(v, insn);
    return cc_str_eqz(type, "System.Runtime.CompilerServices.SwitchExpressionException") ||
           cc_str_eqz(type, "Microsoft.FSharp.Core.MatchFailureException");
}

static dec_dest at_branch(const dec_view *v, uint32_t insn, uint32_t branch) {
    bool is_label_test = dec_is_kept(v, branch) || dec_is_numbered(v, branch);
    bool is_test =
        is_label_test && v->plan->fork_of_insn[insn] == PROBE_NONE && !dec_tests_option(v, branch);
    return (dec_dest){is_test ? DEC_DEST_TEST : DEC_DEST_BARRIER, insn, branch};
}

/* F#: no rule after `with` matches, and the exception propagates. That is falling out, one more
 * arm. */
static bool goes_on_outside(const dec_view *v, uint32_t insn) {
    return dec_does(v, DEC_MATCHES) && dec_is_op(v, insn, IL_RETHROW);
}

/* The effect of an instruction without a visible point on the walk. False: the walk continues at
 * *next. True: it ends at *dest. */
static bool step(const dec_view *v, uint32_t insn, uint32_t *next, dec_dest *dest) {
    const il_insn *u = dec_insn(v, insn);
    uint32_t branch = dec_branch_at(v, insn);
    *next = insn + 1;
    *dest = (dec_dest){DEC_DEST_BARRIER, insn, DEC_NO_BRANCH};
    if (branch != PROBE_NONE && dec_is_constant(v, branch)) {
        *next = dec_certain_target(v, branch);
        return false;
    }
    if (branch != PROBE_NONE && dec_resume_of(v, branch) != DEC_NO_INSN) {
        *next = dec_resume_of(v, branch);
        return false;
    }
    if (branch != PROBE_NONE && dec_lost_point(v, branch) != DEC_NO_INSN) {
        *dest = (dec_dest){DEC_DEST_VISIBLE, dec_lost_point(v, branch), DEC_NO_BRANCH};
        return true;
    }
    if (branch != PROBE_NONE) {
        *dest = at_branch(v, insn, branch);
        return true;
    }
    if (dec_part_line(v, insn) > 0) {
        *dest = (dec_dest){DEC_DEST_VISIBLE, insn, DEC_NO_BRANCH};
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
        dest->kind = DEC_DEST_OUT;
        return true;
    case IL_FLOW_THROW:
        dest->kind = goes_on_outside(v, insn) ? DEC_DEST_OUT : DEC_DEST_THROW;
        return true;
    case IL_FLOW_NEXT:
    case IL_FLOW_CALL:
    case IL_FLOW_PREFIX:
    case IL_FLOW_COND:
    case IL_FLOW_SWITCH:
        break;
    }
    /* F#: like rethrow, in a task, whose rules are after the handler. */
    bool goes_on = dec_does(v, DEC_MATCHES) && dec_rethrows(v, insn);
    dest->kind = goes_on ? DEC_DEST_OUT : DEC_DEST_NO_MATCH;
    return goes_on || is_no_match(v, insn);
}

/* Visual Basic, optimised: both arms of an If at the end of a For Each were merged, and its last
 * value is popped. The hidden test of the loop does not belong to the If. */
static bool is_after_popped(const dec_view *v, uint32_t insn) {
    return dec_does(v, DEC_POPS_VALUE_OF_LOOP) && dec_starts_hidden(v, insn) && insn > 0 &&
           dec_is_op(v, insn - 1, IL_POP);
}

bool dec_tree_begins_closure(const dec_view *v, uint32_t insn) {
    return dec_starts_hidden(v, insn) && dec_makes_closure(v, insn);
}

/* [hidden] newobj <>c__DisplayClass; ..;  [case 1] ..   A test in between is that of something else, as of a switch in the body. */
uint32_t dec_tree_body(const dec_view *v, uint32_t insn) {
    if (!dec_is_insn(v, insn) || !dec_tree_begins_closure(v, insn)) {
        return insn;
    }
    uint32_t body = dec_next_visible(v, insn, v->body->insn_count);
    uint32_t test = dec_index_branch_from(v, insn);
    bool is_first = test == v->plan->branch_count || v->plan->branches[test].insn >= body;
    return dec_is_insn(v, body) && is_first ? body : insn;
}

dec_dest dec_tree_dest(const dec_view *v, uint32_t insn) {
    dec_dest dest = {DEC_DEST_BARRIER, insn, DEC_NO_BRANCH};
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, insn); steps++) {
        uint32_t next = 0;
        if (dec_starts_visible(v, insn) || is_after_popped(v, insn) ||
            dec_tree_begins_closure(v, insn) || v->begins_statement[insn]) {
            return (dec_dest){DEC_DEST_VISIBLE, insn, DEC_NO_BRANCH};
        }
        if (v->arm_from[insn] != DEC_NO_INSN) {
            return (dec_dest){DEC_DEST_VISIBLE, v->arm_from[insn], DEC_NO_BRANCH};
        }
        if (step(v, insn, &next, &dest)) {
            return dest;
        }
        insn = next;
    }
    return (dec_dest){DEC_DEST_BARRIER, insn, DEC_NO_BRANCH};
}

dec_dest dec_tree_arm_dest(const dec_view *v, const probe_branch *branch, uint32_t arm) {
    dec_trace w = dec_trace_from(v, branch, arm);
    dec_dest dest = {DEC_DEST_BARRIER, w.insn, DEC_NO_BRANCH};
    /* a fork is before the point of its instruction */
    bool is_begun = branch->kind != PROBE_BRANCH_FORK;
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, w.insn); steps++) {
        uint32_t next = 0;
        if (is_begun && dec_starts_visible(v, w.insn)) {
            return (dec_dest){DEC_DEST_VISIBLE, w.insn, DEC_NO_BRANCH};
        }
        is_begun = true;
        if (dec_has_branch(v, w.insn) && dec_trace_branch(&w)) {
            continue;
        }
        if (step(v, w.insn, &next, &dest)) {
            return dest;
        }
        if (next == w.insn + 1) {
            dec_trace_step(&w);
        } else {
            w.insn = next;
        }
    }
    return (dec_dest){DEC_DEST_BARRIER, w.insn, DEC_NO_BRANCH};
}

/* The value to test was stored right before: `stloc t; [hidden] ldloc t; ...`. */
static bool goes_on_with_value(const dec_view *v, uint32_t insn) {
    return insn > 0 && dec_reloads(v, insn - 1, insn);
}

/* Paths of the tests meet here, one of them after a binding of the pattern: the tests continue. */
static bool is_after_binding(const dec_view *v, uint32_t insn) {
    int32_t local = -1;
    return dec_does(v, DEC_BINDS_BETWEEN_TESTS) && insn > 0 && v->is_target[insn] &&
           (dec_is_store_local(v, insn - 1, &local) || dec_is_op(v, insn - 1, IL_STFLD));
}

/* C#: the next visible point is a statement, no part of an expression: code that begins at a hidden
 * point before it is a test that several labels of a switch statement lead to. */
static bool is_before_statement(const dec_view *v, uint32_t insn) {
    insn = dec_next_visible(v, insn, v->body->insn_count);
    return dec_does(v, DEC_HIDES_SWITCH_HEADS) && dec_is_insn(v, insn) &&
           dec_enclosing(v, insn) == DEC_NO_INSN && dec_filter_point(v, insn) == DEC_NO_INSN;
}

/* Where control continues from the end of a try block or, in Visual Basic, of a Catch; DEC_NO_INSN:
 * it is no such end. */
static uint32_t after_block(const dec_view *v, uint32_t insn) {
    if (insn != DEC_NO_INSN && v->starts[insn] == 0 && dec_calls(v, insn, "ClearProjectError")) {
        insn = dec_skip_jumps(v, insn + 1);
    }
    bool is_end = insn != DEC_NO_INSN && v->starts[insn] == 0 && dec_flow(v, insn) == IL_FLOW_LEAVE;
    return is_end ? dec_skip_jumps(v, dec_insn(v, insn)->target) : DEC_NO_INSN;
}

/* Where an edge leads. Visual Basic: a loop that ends a try block leaves to the test of the loop
 * around it. */
static uint32_t begin_of(const dec_view *v, uint32_t insn) {
    insn = dec_skip_jumps(v, insn);
    uint32_t next = dec_does(v, DEC_EXITS_FAR) ? after_block(v, insn) : DEC_NO_INSN;
    for (uint32_t steps = 0; dec_is_insn(v, steps) && next != DEC_NO_INSN; steps++) {
        insn = next;
        next = after_block(v, insn);
    }
    return insn;
}

/* An arm of the source that begins without a visible point (a switch expression in an arm of
 * another, an await): there is a hidden point where the edge leads. (F#: also at tests at which
 * several conditions continue.) */
static bool begins_arm(const dec_view *v, uint32_t insn, dec_dest dest) {
    insn = begin_of(v, insn);
    bool goes_on = insn != DEC_NO_INSN && dest.kind == DEC_DEST_TEST && is_after_binding(v, insn);
    return insn != DEC_NO_INSN && dec_starts_hidden(v, insn) && !goes_on_with_value(v, insn) &&
           !goes_on && !dec_tree_is_after_copies(v, insn);
}

dec_dest dec_tree_edge_dest(const dec_view *v, uint32_t insn) {
    dec_dest dest = dec_tree_dest(v, insn);
    bool is_numbered = dest.kind == DEC_DEST_TEST && dec_is_numbered(v, dest.branch);
    bool is_test = dest.kind == DEC_DEST_TEST && !dec_does(v, DEC_MATCHES);
    bool is_code = (is_test && !is_before_statement(v, insn)) || dest.kind == DEC_DEST_BARRIER;
    if (is_code && !is_numbered && begins_arm(v, insn, dest)) {
        return (dec_dest){DEC_DEST_VISIBLE, begin_of(v, insn), DEC_NO_BRANCH};
    }
    return dest;
}

/* --- edges and exits -------------------------------------------------------------------------- */

void dec_tree_add_edge(dec_tree *t, dec_edge edge) {
    dec_edge *edges =
        (dec_edge *)dec_grow(t->v, t->edges, t->edge_count, &t->edge_cap, sizeof(dec_edge));
    if (edges == NULL) {
        return;
    }
    t->edges = edges;
    t->edges[t->edge_count++] = edge;
}

/* F#: finds the exit with the same place. F# has a copy of the condition of a rule for each test
 * that leads to it. */
static uint32_t find_same_place(const dec_tree *t, dec_dest dest) {
    const dec_view *v = t->v;
    for (uint32_t i = 0; dec_does(v, DEC_COPIES_RULES) && i < t->exit_count; i++) {
        if (dest.kind == DEC_DEST_VISIBLE && t->exits[i].kind == DEC_DEST_VISIBLE &&
            dec_same_place(v, t->exits[i].insn, dest.insn)) {
            return i;
        }
    }
    return t->exit_count;
}

/* One exit for all ends of the method without a point; one for each visible point. */
uint32_t dec_tree_exit(dec_tree *t, dec_dest dest) {
    uint32_t brace = dest.kind == DEC_DEST_OUT ? dec_ret_of_brace(t->v, dest.insn) : DEC_NO_INSN;
    if (brace != DEC_NO_INSN) {
        dest = (dec_dest){DEC_DEST_VISIBLE, brace, DEC_NO_BRANCH};
    }
    uint32_t key = dest.kind == DEC_DEST_VISIBLE ? dest.insn : t->v->body->insn_count + dest.kind;
    if (t->exit_at[key] != 0) {
        return t->exits[t->exit_at[key] - 1].canonical;
    }
    dec_exit *exits =
        (dec_exit *)dec_grow(t->v, t->exits, t->exit_count, &t->exit_cap, sizeof(dec_exit));
    if (exits == NULL) {
        return DEC_NO_EXIT;
    }
    t->exits = exits;
    uint32_t canonical = find_same_place(t, dest);
    t->exits[t->exit_count++] =
        (dec_exit){.kind = dest.kind, .insn = dest.insn, .canonical = canonical};
    t->exit_at[key] = t->exit_count;
    return canonical;
}

uint32_t dec_tree_arms(const dec_tree *t) {
    uint32_t arms = 0;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        bool is_arm = t->exits[i].kind == DEC_DEST_VISIBLE || t->exits[i].kind == DEC_DEST_OUT;
        arms += is_arm && t->exits[i].canonical == i ? 1 : 0;
    }
    return arms;
}

uint32_t dec_tree_insn(const dec_tree *t) {
    if (t->condition == DEC_NO_INSN) {
        return t->v->plan->branches[t->members[0]].insn;
    }
    return t->condition > 0 ? t->condition - 1 : 0;
}

/* The head need not be the last point: an arm whose value is computed in several steps has its
 * point at the last of them. The point of a filter is after the arms. */
bool dec_tree_is_inside_head(const dec_tree *t, uint32_t insn) {
    uint32_t head = dec_tree_insn(t);
    uint32_t filter = dec_filter_point(t->v, head);
    if (filter != DEC_NO_INSN && dec_point_contains(t->v, filter, insn)) {
        return true;
    }
    return dec_is_part(t->v, insn, head);
}

/* --- growing ---------------------------------------------------------------------------------- */

static void add_member(dec_tree *t, uint32_t branch) {
    if (!t->is_member[branch]) {
        t->is_member[branch] = true;
        t->members[t->member_count++] = branch;
    }
}

/* The straight code that ends in the test begins at a visible point. */
static bool has_own_point(const dec_view *v, uint32_t test) {
    uint32_t start = test;
    while (start > 0 && v->starts[start] == 0 && dec_successor(v, start - 1, 0) == start) {
        start--;
    }
    return v->point_at[start] != PROBE_NONE;
}

/* F#: the constant that && or || pushes when its left operand decides is not a rule: control goes on
 * where the value of the whole leads. After an operand with a point of its own, the tests there
 * are those of the next rule. */
static dec_dest follow_value(const dec_view *v, const probe_branch *test, uint32_t arm,
                             dec_dest dest) {
    int32_t value = 0;
    uint32_t insn = dec_skip_jumps(v, test->arms[arm].target);
    bool is_value =
        insn != DEC_NO_INSN && dec_starts_hidden(v, insn) && dec_is_const(v, insn, &value);
    dec_dest on = is_value ? dec_tree_arm_dest(v, test, arm) : dest;
    bool is_next = on.kind == DEC_DEST_TEST && is_value && has_own_point(v, test->insn);
    return on.kind == DEC_DEST_BARRIER || is_next ? dest : on;
}

/* The tests at the target belong to another decision. In a method that was not split they begin at
 * a hidden point. */
static dec_dest to_taken_rest(const dec_view *v, uint32_t target, dec_dest dest) {
    bool is_exit = begins_arm(v, target, dest);
    return is_exit ? (dec_dest){DEC_DEST_VISIBLE, dec_skip_jumps(v, target), DEC_NO_BRANCH}
                   : (dec_dest){DEC_DEST_BARRIER, dest.insn, dest.branch};
}

static void add_arm(dec_tree *t, uint32_t branch, uint32_t arm) {
    const probe_branch *test = &t->v->plan->branches[branch];
    dec_dest dest = dec_tree_edge_dest(t->v, test->arms[arm].target);
    dest = dec_does(t->v, DEC_MATCHES) ? follow_value(t->v, test, arm, dest) : dest;
    if (dest.kind == DEC_DEST_VISIBLE && dec_rest_is_taken(t->v, dest.insn)) {
        dest = to_taken_rest(t->v, test->arms[arm].target, dest);
    }
    uint32_t next = dec_tree_next_statement(t, dest, test->arms[arm].target);
    dest = next == DEC_NO_INSN ? dest : (dec_dest){DEC_DEST_VISIBLE, next, DEC_NO_BRANCH};
    dec_edge edge = dec_edge_of(branch, arm, DEC_NO_EXIT);
    switch (dest.kind) {
    case DEC_DEST_TEST:
        edge.test = dest.branch;
        if (dec_does(t->v, DEC_MATCHES)) {
            dec_tree_label_edge(t->v, &edge);
        }
        add_member(t, dest.branch);
        break;
    case DEC_DEST_BARRIER:
        t->has_barrier = true;
        return;
    case DEC_DEST_NO_MATCH:
    case DEC_DEST_VISIBLE:
    case DEC_DEST_OUT:
    case DEC_DEST_THROW:
        t->has_no_match = t->has_no_match || dest.kind == DEC_DEST_NO_MATCH;
        edge.exit = dec_tree_exit(t, dest);
        if (!dec_is_numbered(t->v, branch)) {
            dec_tree_label_edge(t->v, &edge);
        }
        break;
    }
    dec_tree_add_edge(t, edge);
}

void dec_tree_grow(dec_tree *t, uint32_t branch) {
    uint32_t done = t->member_count;
    add_member(t, branch);
    for (; done < t->member_count && !t->has_barrier; done++) {
        uint32_t member = t->members[done];
        const probe_branch *b = &t->v->plan->branches[member];
        bool is_table = dec_is_numbered(t->v, member) && b->kind == PROBE_BRANCH_SWITCH;
        for (uint32_t arm = is_table ? 1 : 0; arm < b->arm_count; arm++) {
            if (!is_table || !dec_tree_is_gap(t->v, member, arm)) {
                add_arm(t, member, arm);
            }
        }
    }
}
