/* The condition of a label, `case L when c:`, in a tree of tests: its instructions, and where its
 * tests lead. Input: the visible point where it may begin. Output: its edges to the body and to the
 * next labels, or that it is not a condition. What the edges to the next labels mean: dec_tree_when.c.
 * See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

/* The instruction's point is inside the one at `first`, or equals it. */
static bool is_part(const dec_view *v, uint32_t first, uint32_t insn) {
    if (v->point_at[first] == PROBE_NONE || v->point_at[insn] == PROBE_NONE) {
        return false;
    }
    const pdb_point *a = &v->method->points[v->point_at[first]];
    const pdb_point *b = &v->method->points[v->point_at[insn]];
    bool begins = b->start_line > a->start_line ||
                  (b->start_line == a->start_line && b->start_column >= a->start_column);
    bool ends =
        b->end_line < a->end_line || (b->end_line == a->end_line && b->end_column <= a->end_column);
    return begins && ends && a->document == b->document;
}

/* The next visible point that is not inside the one at `first`, where the code of its arm begins,
 * or a statement without a point: arms of a switch expression in the condition are parts of it. */
uint32_t dec_when_end(const dec_view *v, uint32_t first) {
    uint32_t insn = first;
    bool is_next = false;
    while (!is_next && dec_is_insn(v, ++insn)) {
        uint32_t arm = v->arm_from[insn] == DEC_NO_INSN ? insn : v->arm_from[insn];
        is_next = v->begins_statement[insn] || dec_tree_begins_closure(v, insn) ||
                  (dec_starts_visible(v, arm) && !is_part(v, first, arm));
    }
    return insn;
}

dec_when_scan dec_when_scan_of(const dec_view *v, uint32_t first) {
    uint32_t end = dec_when_end(v, first);
    return (dec_when_scan){.first = first, .end = end, .body = end};
}

/* Some visible point after `first` is in the condition. */
static bool has_parts(const dec_view *v, uint32_t first, uint32_t end) {
    return dec_visible_in(v, first + 1, end);
}

typedef enum when_arm {
    WHEN_TO_TEST, /* inside the condition, where it may also throw */
    WHEN_OUTSIDE,
    WHEN_ENDS
} when_arm;

static dec_when_edge first_edge(const dec_view *v, uint32_t b, uint32_t arm) {
    const probe_branch *branch = &v->plan->branches[b];
    dec_when_edge edge = {b, arm, branch->arms[arm].target, false, DEC_WHEN_UNKNOWN};
    if (branch->kind == PROBE_BRANCH_FORK) {
        edge.insn = branch->insn;
        edge.value = (int32_t)arm;
    } else if (dec_asks_truth(v, branch->insn)) {
        edge.value = dec_arm_if(v, b, true) == edge.insn ? 1 : 0;
    }
    return edge;
}

/* The effect of the instruction on the known value of a path: a constant replaces it, copies keep
 * it, `ldc 0; ceq` negates it. */
static int32_t value_after(const dec_view *v, uint32_t insn, int32_t value) {
    int32_t constant = 0;
    int32_t local = -1;
    if (dec_is_const(v, insn, &constant)) {
        bool turns = constant == 0 && dec_is_op(v, insn + 1, IL_CEQ);
        return turns ? value : constant == 0 || constant == 1 ? constant : DEC_WHEN_UNKNOWN;
    }
    if (dec_is_op(v, insn, IL_CEQ)) {
        return value == DEC_WHEN_UNKNOWN ? DEC_WHEN_UNKNOWN : 1 - value;
    }
    bool copies = dec_is_store_local(v, insn, &local) || dec_load_length(v, insn) > 0 ||
                  dec_is_op(v, insn, IL_LDFLD) || dec_is_op(v, insn, IL_STFLD) ||
                  dec_is_op(v, insn, IL_NOP);
    return copies ? value : DEC_WHEN_UNKNOWN;
}

/* The branch tests again a result that is known on the path. */
static bool knows_result(const dec_view *v, uint32_t branch, const dec_when_edge *edge) {
    return dec_is_dropped(v, branch) && edge->value != DEC_WHEN_UNKNOWN &&
           dec_asks_truth(v, v->plan->branches[branch].insn);
}

/* A try block with an await begins with the dispatch on the state; control from the condition falls
 * through it. */
static bool is_entry_of_try(const dec_view *v, uint32_t branch) {
    return v->is_machine && dec_is_dropped(v, branch) &&
           dec_tests_state(v, v->plan->branches[branch].insn, dec_state_local(v));
}

/* Follows an arm to a test inside the condition, or to the first instruction outside of it. */
static when_arm follow(const dec_view *v, const dec_when_scan *scan, dec_when_edge *edge) {
    uint32_t insn = edge->insn;
    uint32_t steps = 0;
    while (insn >= scan->first && insn < scan->end && steps++ < v->body->insn_count) {
        il_flow flow = dec_flow(v, insn);
        uint32_t branch = dec_branch_at(v, insn);
        uint32_t fork = v->plan->fork_of_insn[insn];
        /* not that of a switch expression in it */
        if (branch != PROBE_NONE && dec_condition_of(v, branch) == scan->first) {
            edge->after_hidden = true;
            break;
        }
        if (branch != PROBE_NONE && knows_result(v, branch, edge)) {
            insn = dec_arm_if(v, branch, edge->value == 1);
            continue;
        }
        if (branch != PROBE_NONE && is_entry_of_try(v, branch)) {
            insn++;
            continue;
        }
        if (branch != PROBE_NONE || (fork != PROBE_NONE && fork != edge->branch)) {
            return WHEN_TO_TEST;
        }
        /* in a try block the way past the switch leaves, at a hidden point */
        bool leaves = flow == IL_FLOW_LEAVE && dec_starts_hidden(v, insn);
        if (flow == IL_FLOW_BRANCH || leaves) {
            edge->after_hidden = (v->starts[insn] & DEC_START_HIDDEN) != 0;
            insn = dec_insn(v, insn)->target;
        } else if (dec_goes_on(v, insn)) {
            edge->value = value_after(v, insn, edge->value);
            insn++;
        } else {
            return flow == IL_FLOW_THROW ? WHEN_TO_TEST : WHEN_ENDS;
        }
    }
    edge->insn = insn;
    return WHEN_OUTSIDE;
}

static bool same_dest(dec_dest a, dec_dest b) {
    return a.kind == b.kind && a.insn == b.insn;
}

/* Records an arm that leaves the condition: to the body, or to the one other place where all others
 * continue. */
static bool note_arm(const dec_view *v, dec_when_scan *scan, dec_when_edge edge) {
    if (edge.insn == scan->body) {
        scan->has_body = true;
        return true;
    }
    if (!scan->has_way_on) {
        scan->on = edge;
    }
    scan->has_way_on = true;
    return same_dest(dec_tree_edge_dest(v, scan->on.insn), dec_tree_edge_dest(v, edge.insn));
}

/* A switch expression ends where its arms meet: `stloc t; M: [hidden] ...`, and another arm ends in
 * `stloc t; br M`. A test after M belongs to the rest of the statement, unless all its arms are
 * parts of the condition. */
static bool is_join(const dec_view *v, const dec_when_scan *scan, uint32_t insn) {
    int32_t local = -1;
    int32_t other = -1;
    if (v->starts[insn] != DEC_START_HIDDEN || !v->is_target[insn] || insn == 0) {
        return false;
    }
    bool is_after_throw = dec_flow(v, insn - 1) == IL_FLOW_THROW; /* the last arm */
    if (is_after_throw ? !dec_is_load_local(v, insn, &local)
                       : !dec_is_store_local(v, insn - 1, &local)) {
        return false;
    }
    bool has_own = has_parts(v, scan->first, scan->end);
    for (uint32_t i = v->index.jumps_at[insn]; i < v->index.jumps_at[insn + 1]; i++) {
        uint32_t u = v->index.jumps[i];
        bool is_own = has_own && u >= scan->first && u < scan->end;
        bool jumps = !is_own && u > 0 && dec_is_br(v, u);
        if (jumps && dec_is_store_local(v, u - 1, &other) && other == local) {
            return true;
        }
    }
    return false;
}

/* [first, end) contains more than a condition. */
bool dec_when_is_other(const dec_view *v, const dec_when_scan *scan) {
    for (uint32_t u = scan->first + 1; u < scan->end && dec_is_insn(v, u); u++) {
        if (is_join(v, scan, u)) {
            return true;
        }
    }
    return false;
}

/* See dec_tree.h. */
bool dec_when_look(dec_tree *t, dec_when_scan *scan, void (*apply)(dec_tree *, dec_when_edge)) {
    const dec_view *v = t->v;
    uint32_t b = dec_index_branch_from(v, scan->first);
    for (; b < v->plan->branch_count && v->plan->branches[b].insn < scan->end; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (dec_is_dropped(v, b) || dec_is_constant(v, b) || dec_is_numbered(v, b)) {
            continue; /* an await in the condition, or a result that is tested again */
        }
        bool is_table = branch->kind == PROBE_BRANCH_SWITCH;
        if ((is_table && !has_parts(v, scan->first, scan->end)) || !dec_is_kept(v, b) ||
            t->is_member[b]) {
            return false;
        }
        for (uint32_t arm = 0; arm < branch->arm_count; arm++) {
            dec_when_edge edge = first_edge(v, b, arm);
            when_arm leads = follow(v, scan, &edge);
            bool is_wrong = is_table ? leads != WHEN_TO_TEST : leads == WHEN_ENDS;
            if (is_wrong || (leads == WHEN_OUTSIDE && !note_arm(v, scan, edge))) {
                return false;
            }
            if (leads == WHEN_OUTSIDE && (edge.insn == scan->body) == scan->is_idle &&
                apply != NULL) {
                apply(t, edge);
            }
        }
    }
    return scan->has_body && scan->has_way_on;
}

/* An arm of the branch leads out of the condition. */
static bool leaves(const dec_view *v, const dec_when_scan *scan, uint32_t branch) {
    for (uint32_t arm = 0; arm < v->plan->branches[branch].arm_count; arm++) {
        dec_when_edge edge = first_edge(v, branch, arm);
        if (follow(v, scan, &edge) == WHEN_OUTSIDE) {
            return true;
        }
    }
    return false;
}

/* See dec_tree.h. */
void dec_when_claim(dec_tree *t, const dec_when_scan *scan) {
    const dec_view *v = t->v;
    bool is_whole = !has_parts(v, scan->first, scan->end);
    uint32_t b = dec_index_branch_from(v, scan->first);
    for (; b < v->plan->branch_count && v->plan->branches[b].insn < scan->end; b++) {
        t->is_visited[b] = t->is_visited[b] || is_whole || leaves(v, scan, b);
    }
}
