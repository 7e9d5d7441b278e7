/* `case L when c:` in a tree of tests. The arm of the label leads to the condition, which has a
 * visible point of its own; when it fails, control continues at the labels after it, and their
 * arms are reached on that path. In the IL:
 *
 *     W: tests of c, each to the body or on;  [hidden] br C;  body (the next visible point)   Debug
 *     W: tests of c, falling into the body, else to C                                       Release
 *
 * An `if` that begins a case looks alike in Release; the destination of its false arm distinguishes
 * it. A switch expression contains no `if`. */
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

/* --- does a failing condition continue at other labels? --------------------------------------- */

/* Walks back over the straight code that ends in the test, to the last visible point. True when it
 * loads what is loaded at `wanted`. *first: its first load. */
static bool any_load(const dec_view *v, uint32_t test, uint32_t wanted, uint32_t *first) {
    uint32_t insn = dec_test_insn(v, test);
    bool found = false;
    while (insn > 0 && dec_goes_on(v, insn - 1)) {
        insn--;
        dec_cursor c = dec_at(v, insn);
        if (dec_load(&c, first)) {
            found = found || dec_same_load(v, wanted, *first);
        }
        if (dec_starts_visible(v, insn)) {
            break;
        }
    }
    return found;
}

/* The test is about a value that the tree already tested. */
static bool tests_the_same(const dec_tree *t, uint32_t test) {
    uint32_t wanted = DEC_NO_INSN;
    (void)any_load(t->v, test, DEC_NO_INSN, &wanted);
    for (uint32_t i = 0; wanted != DEC_NO_INSN && i < t->member_count; i++) {
        uint32_t first = DEC_NO_INSN;
        if (any_load(t->v, t->members[i], wanted, &first)) {
            return true;
        }
    }
    return false;
}

static bool is_of_condition(const dec_tree *t, const dec_when_scan *scan, uint32_t insn) {
    uint32_t branch = dec_branch_at(t->v, insn);
    uint32_t before = dec_branch_at(t->v, insn - 1);
    return (insn >= scan->first && insn < scan->end) ||
           (branch != DEC_NO_BRANCH && t->is_member[branch]) ||
           (before != DEC_NO_BRANCH && t->is_member[before]);
}

/* A branch at or after `from` that is not in the tree or the condition leads to an instruction in
 * [first, last]. */
static bool is_reached(const dec_tree *t, const dec_when_scan *scan, uint32_t from, uint32_t first,
                       uint32_t last) {
    const dec_view *v = t->v;
    for (uint32_t i = v->index.jumps_at[first]; i < v->index.jumps_at[last + 1]; i++) {
        uint32_t u = v->index.jumps[i];
        if (u >= from && dec_flow(v, u) != IL_FLOW_SWITCH && !is_of_condition(t, scan, u)) {
            return true;
        }
    }
    return false;
}

/* [first, last] is straight code, and control reaches it only from the tree and the condition. */
static bool is_reached_only_from_tree(const dec_tree *t, const dec_when_scan *scan, uint32_t first,
                                      uint32_t last) {
    const dec_view *v = t->v;
    bool is_straight = first <= last && first > 0 && !dec_goes_on(v, first - 1);
    for (uint32_t u = first; is_straight && u < last; u++) {
        is_straight = dec_goes_on(v, u);
    }
    return is_straight && !is_reached(t, scan, 0, first, last);
}

/* The destination fits the condition of a label of a switch expression. */
static bool leads_to_label(const dec_tree *t, dec_dest dest) {
    return dest.kind == DEC_DEST_TEST || dest.kind == DEC_DEST_NO_MATCH ||
           (dest.kind == DEC_DEST_VISIBLE &&
            (!dec_starts_visible(t->v, dest.insn) || dec_tree_is_inside_head(t, dest.insn)));
}

/* The owner of the condition by its place. When the condition of a loop fails, control goes
 * back; it also does after `when` where the default comes first. */
static dec_owner owner_by_place(const dec_tree *t, const dec_when_scan *scan) {
    dec_owner owner = dec_tree_condition_owner(t, scan->first);
    bool is_later = scan->on.insn > scan->first;
    return is_later || owner == DEC_OWNER_LABEL ? owner : DEC_OWNER_UNCLEAR;
}

/* Another label is between the condition and the next code: that is not a body of its own. */
static bool has_label_between(const dec_view *v, uint32_t first, uint32_t end) {
    static const char *const words[] = {"case", "default", NULL};
    const pdb_point *x = dec_visible_point(v, first);
    const pdb_point *y = dec_visible_point(v, end);
    return x != NULL && y != NULL && dec_stands_between(v, x, y, words) == DEC_YES;
}

/* `case L when c: break;` and L again: the body of the second comes next in the code, and the
 * condition leads to where other code also continues, which no test does. */
static bool is_idle_label(const dec_tree *t, const dec_when_scan *scan) {
    dec_dest dest = dec_tree_edge_dest(t->v, scan->on.insn);
    return dest.kind == DEC_DEST_VISIBLE && t->exit_at[dest.insn] == 0 && scan->on.value != 0 &&
           !scan->on.after_hidden && t->v->is_optimised &&
           owner_by_place(t, scan) == DEC_OWNER_LABEL &&
           has_label_between(t->v, scan->first, scan->end) &&
           !dec_tree_is_inside_head(t, scan->first) &&
           !is_reached_only_from_tree(t, scan, dest.insn, dest.insn);
}

/* The head of a loop with which the body of a label begins: code after it branches back. */
static bool is_loop_head(const dec_tree *t, const dec_when_scan *scan) {
    return is_reached(t, scan, scan->end, scan->first, scan->first);
}

static bool goes_on_to_labels(const dec_tree *t, const dec_when_scan *scan) {
    const dec_when_edge *edge = &scan->on;
    dec_dest dest = dec_tree_edge_dest(t->v, edge->insn);
    if (is_loop_head(t, scan)) {
        return false;
    }
    if (edge->after_hidden) {
        return dest.kind != DEC_DEST_BARRIER;
    }
    if (dec_tree_is_inside_head(t, scan->first)) {
        return leads_to_label(t, dest); /* an expression contains no statement */
    }
    dec_owner place = !t->v->is_optimised ? DEC_OWNER_IF : owner_by_place(t, scan);
    if (place != DEC_OWNER_UNCLEAR) {
        return place == DEC_OWNER_LABEL && dest.kind != DEC_DEST_BARRIER;
    }
    if (dest.kind == DEC_DEST_TEST) {
        /* a loop goes back to the first test */
        bool is_first = t->member_count > 0 && dest.branch == t->members[0];
        return !is_first && (t->is_member[dest.branch] || tests_the_same(t, dest.branch));
    }
    /* when the condition of a loop fails, control goes back */
    bool is_code = edge->insn > scan->first && dec_starts_hidden(t->v, edge->insn) &&
                   !dec_tree_begins_try(t->v, edge->insn);
    bool is_known = dest.kind == DEC_DEST_VISIBLE && t->exit_at[dest.insn] != 0;
    return dest.kind == DEC_DEST_VISIBLE && (is_code || is_known) &&
           is_reached_only_from_tree(t, scan, edge->insn, dest.insn);
}

/* The exit is the condition of a label below the head, and fails to the same place as the test. */
static bool is_lone_condition(dec_tree *t, uint32_t exit) {
    const dec_view *v = t->v;
    uint32_t insn = t->exits[exit].insn;
    uint32_t head = dec_tree_head(t);
    const pdb_point *point = dec_visible_point(v, insn);
    if (t->exits[exit].kind != DEC_DEST_VISIBLE || head == PROBE_NONE || point == NULL ||
        point->start_line <= v->method->points[head].end_line) {
        return false;
    }
    dec_when_scan scan = dec_when_scan_of(v, insn);
    if (dec_when_is_other(v, &scan) || !dec_when_look(t, &scan, NULL) ||
        owner_by_place(t, &scan) != DEC_OWNER_LABEL) {
        return false;
    }
    const dec_exit *other = &t->exits[1 - exit];
    dec_dest dest = dec_tree_edge_dest(v, scan.on.insn);
    bool fails_alike =
        dest.kind == other->kind && (dest.kind == DEC_DEST_OUT || dest.insn == other->insn);
    return fails_alike || is_idle_label(t, &scan);
}

/* There is a hidden point between the head of a switch and its tests, and none after `if (`. The
 * hidden point of an await is before the test for its completion. */
static bool begins_switch(const dec_tree *t) {
    uint32_t test = dec_tree_insn(t);
    uint32_t start = dec_last_start(t->v, test);
    return dec_starts_hidden(t->v, start) && !dec_index_has_branch(t->v, start, test);
}

bool dec_tree_is_lone_label(dec_tree *t) {
    if (!dec_does(t->v, DEC_GUARDS_LABELS) || t->exit_count != 2 || !begins_switch(t) ||
        !t->v->is_optimised) {
        return false;
    }
    return is_lone_condition(t, 0) || is_lone_condition(t, 1);
}

static void add_failing_edge(dec_tree *t, dec_when_edge edge) {
    dec_dest dest = dec_tree_edge_dest(t->v, edge.insn);
    if (dest.kind == DEC_DEST_TEST) {
        dec_tree_grow(t, dest.branch);
    } else if (dest.kind != DEC_DEST_BARRIER) {
        t->has_no_match = t->has_no_match || dest.kind == DEC_DEST_NO_MATCH;
        dec_tree_add_edge(t, dec_edge_of(edge.branch, edge.arm, dec_tree_exit(t, dest)));
    }
}

/* `case L when c: case M when d: BODY`: both labels have the body after the last condition. */
static bool find_shared_body(const dec_tree *t, dec_when_scan *scan) {
    const dec_view *v = t->v;
    *scan = dec_when_scan_of(v, scan->first);
    while (dec_is_insn(v, scan->body) &&
           dec_tree_condition_owner(t, scan->body) == DEC_OWNER_LABEL) {
        scan->body = dec_when_end(v, scan->body);
    }
    return scan->body != scan->end;
}

/* The condition of a label at the instruction; false: it is none. */
static bool find_condition(dec_tree *t, uint32_t insn, dec_when_scan *scan) {
    *scan = dec_when_scan_of(t->v, insn);
    return !dec_when_is_other(t->v, scan) &&
           (dec_when_look(t, scan, NULL) ||
            (find_shared_body(t, scan) && dec_when_look(t, scan, NULL)));
}

void dec_tree_finish(dec_tree *t) {
    bool has_conditions = dec_does(t->v, DEC_GUARDS_LABELS);
    t->last_test = t->member_count > 0 ? t->members[t->member_count - 1] : DEC_NO_BRANCH;
    if (dec_does(t->v, DEC_MATCHES)) {
        dec_tree_add_guards(t);
    }
    for (uint32_t i = 0; has_conditions && i < t->exit_count; i++) {
        dec_when_scan scan;
        if (t->exits[i].kind != DEC_DEST_VISIBLE || !find_condition(t, t->exits[i].insn, &scan)) {
            continue;
        }
        bool is_idle = is_idle_label(t, &scan);
        if (is_idle || goes_on_to_labels(t, &scan)) {
            dec_when_scan again = {
                .first = scan.first, .end = scan.end, .body = scan.body, .is_idle = is_idle};
            t->exits[i].is_condition = true;
            (void)dec_when_look(t, &again, add_failing_edge);
            dec_when_claim(t, &scan);
        }
    }
}

/* --- a condition without a test before it ------------------------------------------------ */

/* The visible point before the branch, with no other branch between them. */
static uint32_t point_before(const dec_view *v, uint32_t branch) {
    uint32_t insn = dec_test_insn(v, branch);
    uint32_t point = dec_last_visible(v, insn);
    return dec_starts_visible(v, point) && !dec_index_has_branch(v, point, insn) ? point
                                                                                 : DEC_NO_INSN;
}

/* The code of [first, insn) leads nowhere but to `insn`: no label is tested in it. */
static bool leads_only_to(const dec_view *v, uint32_t first, uint32_t insn) {
    for (uint32_t u = first; u < insn; u++) {
        uint32_t next = 0;
        if (dec_flow(v, u) == IL_FLOW_RETURN) {
            return false;
        }
        for (uint32_t i = 0; (next = dec_successor(v, u, i)) != DEC_NO_INSN; i++) {
            if (next < first || next > insn) {
                return false;
            }
        }
    }
    return true;
}

/* Control goes from the head of the expression, or from its governing expression, to the
 * instruction. */
static bool follows_head(const dec_view *v, uint32_t insn) {
    uint32_t head = dec_enclosing(v, insn);
    if (head == DEC_NO_INSN) {
        return false;
    }
    dec_dest dest = dec_tree_dest(v, head + 1);
    return (dest.kind == DEC_DEST_VISIBLE && dest.insn == insn) || leads_only_to(v, head, insn);
}

/* The instruction begins the condition of a label, and the point before it is `switch (..)`. */
static bool follows_statement(const dec_tree *t, uint32_t insn) {
    static const char *const words[] = {"switch", NULL};
    const dec_view *v = t->v;
    uint32_t head = insn == 0 ? DEC_NO_INSN : dec_last_visible(v, insn - 1);
    const pdb_point *point = head == DEC_NO_INSN ? NULL : dec_visible_point(v, head);
    return point != NULL && dec_begins_with(v, point, words) == DEC_YES &&
           dec_tree_condition_owner(t, insn) == DEC_OWNER_LABEL && leads_only_to(v, head, insn);
}

bool dec_tree_begin_when(dec_tree *t, uint32_t branch) {
    const dec_view *v = t->v;
    uint32_t insn = dec_does(v, DEC_GUARDS_LABELS) ? point_before(v, branch) : DEC_NO_INSN;
    if (insn == DEC_NO_INSN) {
        return false;
    }
    bool is_in_expression = follows_head(v, insn);
    if (!is_in_expression && !follows_statement(t, insn)) {
        return false;
    }
    dec_when_scan scan = dec_when_scan_of(v, insn);
    t->condition = insn;
    bool is_label = dec_is_insn(v, scan.end) && !dec_when_is_other(v, &scan) &&
                    dec_when_look(t, &scan, NULL) &&
                    dec_tree_is_inside_head(t, scan.end) == is_in_expression &&
                    goes_on_to_labels(t, &scan);
    if (!is_label) {
        t->condition = DEC_NO_INSN;
        return false;
    }
    uint32_t exit = dec_tree_exit(t, (dec_dest){DEC_DEST_VISIBLE, insn, DEC_NO_BRANCH});
    dec_tree_add_edge(t, dec_edge_to_node(exit, v->plan->node_of_point[v->point_at[insn]]));
    t->is_expression = is_in_expression;
    t->is_first_label[insn] = true;
    return true;
}
