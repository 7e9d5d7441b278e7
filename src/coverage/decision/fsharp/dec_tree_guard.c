/* `| pattern when c -> body` of F# in a tree of tests. c has a point of its own, and so has each
 * further operand of && and || in it, and in Debug code each stage of a pipe; the bodies may be
 * anywhere. The text of the source separates it from an `if` that begins a body, and from a match
 * that is one: c is between `when` and `->`.
 *
 *     W: test of c, to the body or to the next rule
 *     W: with operands: each to a later one, to the body or to the next rule; through tests of constants that they
 *        pushed, which repeat them; the last operand by a value fork
 *
 * Where several tests lead to the rule, each has a copy of the condition: these are one condition,
 * too. */
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

static bool same_dest(dec_dest a, dec_dest b) {
    return a.kind == b.kind && a.insn == b.insn;
}

static bool leads_to(dec_dest dest, uint32_t insn) {
    return dest.kind == DEC_DEST_VISIBLE && dest.insn == insn;
}

static bool has_place(const dec_view *v, dec_dest dest) {
    return dest.kind == DEC_DEST_VISIBLE && dec_point_here(v, dest.insn) != NULL;
}

static bool is_earlier(const dec_view *v, dec_dest a, dec_dest b) {
    if (!has_place(v, a) || !has_place(v, b)) {
        return has_place(v, a);
    }
    return dec_is_earlier(dec_point_here(v, a.insn), dec_point_here(v, b.insn));
}

/* After the operand, `a` comes first in the source. A destination at or before the operand is a
 * copy of the condition: `| 'x' | _ when c ->` tests it twice. */
static bool is_nearer(const dec_view *v, uint32_t operand, dec_dest a, dec_dest b) {
    bool is_back =
        has_place(v, a) && !dec_is_earlier(dec_point_here(v, operand), dec_point_here(v, a.insn));
    bool is_other_back =
        has_place(v, b) && !dec_is_earlier(dec_point_here(v, operand), dec_point_here(v, b.insn));
    return is_back != is_other_back ? is_other_back : is_earlier(v, a, b);
}

/* --- operands --------------------------------------------------------------------------------- */

/* The instruction after one of straight code; a jump with a value that is already counted is
 * followed. DEC_NO_INSN: the code goes elsewhere. */
static uint32_t straight_on(const dec_view *v, uint32_t insn) {
    if (dec_has_branch(v, insn)) {
        return dec_certain_target(v, dec_branch_at(v, insn));
    }
    if (dec_is_br(v, insn)) {
        bool is_counted = v->plan->fork_of_insn[insn] != PROBE_NONE;
        return is_counted ? dec_insn(v, insn)->target : DEC_NO_INSN;
    }
    return dec_goes_on(v, insn) ? insn + 1 : DEC_NO_INSN;
}

/* The points at the instructions are parts of one condition: stages of a pipe, the values of `let`. */
static bool is_same_condition(const dec_view *v, uint32_t a, uint32_t b) {
    const src_rule *rule = dec_condition_around(v, dec_point_here(v, a));
    return rule != NULL && rule == dec_condition_around(v, dec_point_here(v, b));
}

/* The first decision after straight code from the point on: a test or a value fork. */
static uint32_t find_decision(const dec_view *v, uint32_t begin) {
    uint32_t insn = begin;
    for (uint32_t i = 0; dec_is_insn(v, i) && dec_is_insn(v, insn); i++) {
        uint32_t fork = v->plan->fork_of_insn[insn];
        uint32_t branch = dec_branch_at(v, insn);
        if (i > 0 && dec_starts_visible(v, insn) && !is_same_condition(v, begin, insn)) {
            break;
        }
        if (dec_is_kept(v, fork)) {
            return fork;
        }
        if (dec_is_kept(v, branch)) {
            return dec_is_kind(v, branch, PROBE_BRANCH_COND) ? branch : DEC_NO_BRANCH;
        }
        insn = straight_on(v, insn);
    }
    return DEC_NO_BRANCH;
}

static bool find_operand(const dec_view *v, uint32_t insn, dec_operand *out) {
    uint32_t branch = find_decision(v, insn);
    if (branch == DEC_NO_BRANCH) {
        return false;
    }
    const probe_branch *b = &v->plan->branches[branch];
    dec_dest dests[2] = {dec_tree_arm_dest(v, b, 0), dec_tree_arm_dest(v, b, 1)};
    uint32_t near = is_nearer(v, insn, dests[0], dests[1]) ? 0 : 1;
    *out = (dec_operand){insn, branch, near, dests[near], dests[1 - near]};
    return has_place(v, out->near) && !same_dest(out->near, out->far);
}

/* Control enters (first, last] only from [first, last]. */
static bool is_closed(const dec_view *v, uint32_t first, uint32_t last) {
    uint32_t i = last > first ? v->index.jumps_at[first + 1] : 0;
    uint32_t end = last > first ? v->index.jumps_at[last + 1] : 0;
    while (i < end && v->index.jumps[i] >= first && v->index.jumps[i] <= last) {
        i++;
    }
    return i >= end;
}

/* --- `when` and `->` -------------------------------------------------------------------------- */

/* There is a rule between the condition and what would be its body. */
static bool is_over_rule(const dec_tree *t, const pdb_point *last, const pdb_point *body) {
    for (uint32_t i = 0; i < t->exit_count; i++) {
        uint32_t insn = t->exits[i].insn;
        bool is_rule = t->exits[i].kind == DEC_DEST_VISIBLE && dec_point_here(t->v, insn) != NULL;
        if (is_rule && dec_is_earlier(last, dec_point_here(t->v, insn)) &&
            dec_is_earlier(dec_point_here(t->v, insn), body)) {
            return true;
        }
    }
    return false;
}

/* The point is the head of a match. */
static bool begins_match(const dec_view *v, uint32_t insn) {
    static const char *const words[] = {"match", NULL};
    return dec_begins_with(v, dec_point_here(v, insn), words) == DEC_YES;
}

/* The tests before all rules are themselves a condition, as in `function n when c -> ..` and
 * after a rule that is nothing but one. */
static bool is_condition(const dec_tree *t) {
    const dec_view *v = t->v;
    uint32_t head = t->condition == 0 ? 0 : dec_last_visible(v, dec_tree_insn(t));
    return t->condition != 0 && v->point_at[head] != PROBE_NONE && !begins_match(v, head) &&
           dec_is_after_when(v, dec_point_here(v, head)) == DEC_YES;
}

/* `when` FIRST .. LAST `->` BODY: the points at these instructions. */
static bool has_body(const dec_tree *t, uint32_t first, uint32_t last, uint32_t body) {
    const dec_view *v = t->v;
    const pdb_point *end = dec_point_here(v, last);
    const pdb_point *point = dec_point_here(v, body);
    const src_rule *rule = dec_condition_around(v, dec_point_here(v, first));
    if (rule == NULL || !is_same_condition(v, first, last)) {
        return false;
    }
    return t->exit_at[body] == 0 && src_is_before(rule->arrow, mod_start_of(point)) &&
           dec_is_after_when(v, dec_point_here(v, first)) == DEC_YES &&
           !is_over_rule(t, end, point);
}

/* --- conditions ------------------------------------------------------------------------------- */

typedef struct guard {
    dec_operand operands[DEC_MAX_OPERANDS];
    uint32_t count;
    uint32_t first, last; /* its instructions, from its first point to its last test */
    dec_dest on;          /* where control goes when it fails */
} guard;

/* The first `count` operands are a condition: each leads only to others of them, or to a
 * destination of the last one. */
static bool are_operands(const dec_view *v, const guard *g, uint32_t count) {
    const dec_operand *operands = g->operands, *last = &operands[count - 1];
    if (count > 1 && (begins_match(v, g->first) || begins_match(v, operands[0].insn))) {
        return false;
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        dec_dest far = operands[i].far;
        bool is_inside = same_dest(far, last->near) || same_dest(far, last->far);
        for (uint32_t k = i + 1; k < count && !is_inside; k++) {
            is_inside = leads_to(far, operands[k].insn);
        }
        if (!is_inside) {
            return false;
        }
    }
    return true;
}

static bool goes_on(const dec_tree *t, dec_dest on) {
    bool is_loop = on.kind == DEC_DEST_TEST && t->member_count > 0 && on.branch == t->members[0];
    bool is_taken = on.kind == DEC_DEST_VISIBLE && dec_rest_is_taken(t->v, on.insn);
    return on.kind != DEC_DEST_BARRIER && !is_loop && !is_taken;
}

/* `not (a && b)` has a point of its own, without code, before that of a; each argument of a
 * pattern has one. */
static uint32_t first_operand(const dec_view *v, uint32_t insn) {
    uint32_t next = insn;
    while (dec_is_op(v, next, IL_NOP) && (next == insn || !dec_starts_visible(v, next))) {
        next++;
    }
    bool is_inner = next > insn && dec_is_insn(v, next) && dec_point_contains(v, insn, next);
    return is_inner ? next : dec_rule_last_argument(v, insn);
}

/* The point with which the condition begins: after the patterns that the rule tests first, `|
 * Prefix "a" rest when c ->`. DEC_NO_INSN: there are only patterns. */
static uint32_t begin_of_condition(const dec_view *v, const guard *g, uint32_t count) {
    uint32_t i = 0;
    while (i < count &&
           dec_rule_pattern(v, g->operands[i].insn, dec_test_insn(v, g->operands[i].branch)) > 0) {
        i++;
    }
    return i == count ? DEC_NO_INSN : i == 0 ? g->first : g->operands[i].insn;
}

/* The first `count` of the operands that were found are a condition with a body after it. */
static bool are_condition(const dec_tree *t, const guard *g, uint32_t count) {
    const dec_view *v = t->v;
    const dec_operand *last = &g->operands[count - 1];
    bool is_around = dec_point_contains(v, g->first, last->insn);
    uint32_t end = is_around ? g->first : last->insn;
    uint32_t begin = begin_of_condition(v, g, count);
    return begin != DEC_NO_INSN && goes_on(t, last->far) && are_operands(v, g, count) &&
           has_body(t, begin, end, last->near.insn);
}

/* Each operand is followed by the one it leads to first; as many of them as form a condition. */
static bool find_operands(const dec_tree *t, uint32_t insn, guard *g) {
    const dec_view *v = t->v;
    uint32_t begin = first_operand(v, insn);
    uint32_t count = 0;
    bool is_more = find_operand(v, begin, &g->operands[0]) &&
                   is_closed(v, begin, dec_test_insn(v, g->operands[0].branch));
    while (is_more) {
        const dec_operand *at = &g->operands[count];
        if (t->is_member[at->branch] || ++count == DEC_MAX_OPERANDS) {
            break;
        }
        is_more = at->near.insn > at->insn && find_operand(v, at->near.insn, &g->operands[count]);
    }
    while (count > 0 && !are_condition(t, g, count)) {
        count--;
    }
    if (count > 0) {
        g->on = g->operands[count - 1].far;
        g->last = dec_test_insn(v, g->operands[count - 1].branch);
    }
    g->count = count;
    return count > 0;
}

/* The instruction may be in a condition, before its last test: control does not leave there.
 * *reach: the farthest target so far. */
static bool is_inner(const dec_tree *t, uint32_t insn, uint32_t first, uint32_t *reach) {
    const dec_view *v = t->v;
    uint32_t branch = dec_branch_at(v, insn);
    il_flow flow = dec_flow(v, insn);
    bool ends = flow == IL_FLOW_RETURN || flow == IL_FLOW_THROW || flow == IL_FLOW_LEAVE ||
                flow == IL_FLOW_ENDFILTER || flow == IL_FLOW_ENDFINALLY;
    if (ends || (insn > first && t->exit_at[insn] != 0) ||
        (branch != PROBE_NONE && t->is_member[branch])) {
        return false;
    }
    for (uint32_t i = 0; i < dec_successor_count(v, insn); i++) {
        uint32_t next = dec_successor(v, insn, i);
        if (next <= first) {
            return false;
        }
        *reach = next > insn + 1 && next > *reach ? next : *reach;
    }
    return true;
}

/* The visible point in [first, last] that comes last in the source. */
static uint32_t last_point(const dec_view *v, uint32_t first, uint32_t last) {
    uint32_t best = first;
    for (uint32_t u = first + 1; u <= last; u++) {
        bool is_later = dec_starts_visible(v, u) &&
                        dec_is_earlier(dec_point_here(v, best), dec_point_here(v, u));
        best = is_later ? u : best;
    }
    return best;
}

/* The test of the value after the place where all paths from `first` on have met, without a
 * visible point in between. DEC_NO_INSN: there is none. */
static uint32_t find_last_test(const dec_tree *t, uint32_t first) {
    const dec_view *v = t->v;
    uint32_t reach = first;
    for (uint32_t u = first; dec_is_insn(v, u); u++) {
        uint32_t branch = dec_branch_at(v, u);
        bool is_joined = reach > first && reach <= u;
        if (is_joined && dec_starts_visible(v, u)) {
            break;
        }
        if (is_joined && branch != DEC_NO_BRANCH) {
            bool is_test = dec_is_kept(v, branch) && !t->is_member[branch] &&
                           dec_is_kind(v, branch, PROBE_BRANCH_COND);
            return is_test ? u : DEC_NO_INSN;
        }
        if (!is_inner(t, u, first, &reach)) {
            break;
        }
    }
    return DEC_NO_INSN;
}

/* A condition with an if or a match in it: whatever it tests, its value is tested once, at the
 * end. */
static bool find_value(const dec_tree *t, uint32_t first, guard *g) {
    const dec_view *v = t->v;
    g->last = find_last_test(t, first);
    if (g->last == DEC_NO_INSN || !is_closed(v, first, g->last)) {
        return false;
    }
    uint32_t branch = dec_branch_at(v, g->last);
    const probe_arm *arms = v->plan->branches[branch].arms;
    dec_dest dests[2] = {dec_tree_dest(v, arms[0].target), dec_tree_dest(v, arms[1].target)};
    uint32_t near = is_earlier(v, dests[0], dests[1]) ? 0 : 1;
    g->operands[0] = (dec_operand){first, branch, near, dests[near], dests[1 - near]};
    g->count = 1;
    g->on = dests[1 - near];
    return has_place(v, dests[near]) && goes_on(t, g->on) &&
           has_body(t, first, last_point(v, first, g->last), dests[near].insn);
}

static bool find_guard(const dec_tree *t, uint32_t exit, guard *g) {
    uint32_t insn = t->exits[exit].insn;
    g->first = insn;
    return t->exits[exit].kind == DEC_DEST_VISIBLE && dec_starts_visible(t->v, insn) &&
           !is_condition(t) && (find_operands(t, insn, g) || find_value(t, insn, g));
}

bool dec_tree_has_guard(const dec_tree *t) {
    guard g;
    for (uint32_t i = 0; dec_does(t->v, DEC_MATCHES) && i < t->exit_count; i++) {
        if (find_guard(t, i, &g)) {
            return true;
        }
    }
    return false;
}

/* --- a condition without a test before it ------------------------------------------------ */

/* The visible point before the branch, which control reaches straight from the head of the
 * match or the start of the method; DEC_NO_INSN. The point of an `if` contains that of its
 * condition. */
static uint32_t first_condition(const dec_view *v, uint32_t branch) {
    uint32_t insn = dec_test_insn(v, branch);
    while (insn > 0 && !dec_starts_visible(v, insn)) {
        insn--;
        uint32_t before = dec_branch_at(v, insn);
        if (before != DEC_NO_BRANCH && !dec_is_constant(v, before)) {
            return DEC_NO_INSN;
        }
    }
    if (!dec_starts_visible(v, insn)) {
        return DEC_NO_INSN;
    }
    insn = dec_rule_first_argument(v, insn, dec_test_insn(v, branch));
    for (uint32_t u = insn; u > 0; u--) {
        if (v->is_target[u] || straight_on(v, u - 1) != u) {
            return DEC_NO_INSN;
        }
        if (dec_starts_visible(v, u - 1) && !is_same_condition(v, u - 1, insn)) {
            return dec_point_contains(v, u - 1, insn) ? DEC_NO_INSN : insn;
        }
        insn = dec_starts_visible(v, u - 1) ? u - 1 : insn;
    }
    return insn;
}

/* A test without a point before it; it may begin the method that continues the rules. */
static bool goes_on_to_test(const dec_view *v, dec_dest on) {
    bool is_rest = on.kind == DEC_DEST_VISIBLE && dec_rest_called(v, on.insn) > 0;
    return on.kind == DEC_DEST_TEST || (is_rest && v->part_at[on.insn]->offset > 0);
}

bool dec_tree_begin_guard(dec_tree *t, uint32_t branch) {
    guard g;
    const dec_view *v = t->v;
    uint32_t insn = dec_does(v, DEC_MATCHES) ? first_condition(v, branch) : DEC_NO_INSN;
    if (insn == DEC_NO_INSN) {
        return false;
    }
    t->condition = insn;
    uint32_t exit = dec_tree_exit(t, (dec_dest){DEC_DEST_VISIBLE, insn, DEC_NO_BRANCH});
    if (exit == DEC_NO_EXIT || !find_guard(t, exit, &g) ||
        (!goes_on_to_test(v, g.on) && !dec_tree_is_rest(t))) {
        return false;
    }
    dec_tree_add_edge(t, dec_edge_to_node(exit, v->plan->node_of_point[v->point_at[insn]]));
    return true;
}

/* --- their edges ------------------------------------------------------------------------------ */

static void add_failing_edge(dec_tree *t, uint32_t branch, uint32_t arm, dec_dest dest) {
    if (dest.kind == DEC_DEST_TEST) {
        dec_tree_grow(t, dest.branch);
        return;
    }
    t->has_no_match = t->has_no_match || dest.kind == DEC_DEST_NO_MATCH;
    dec_tree_add_edge(t, dec_edge_of(branch, arm, dec_tree_exit(t, dest)));
}

static void add_guard(dec_tree *t, const guard *g) {
    const dec_view *v = t->v;
    for (uint32_t i = 0; i < g->count; i++) {
        const dec_operand *at = &g->operands[i];
        t->is_visited[at->branch] = true;
        if (same_dest(at->far, g->on)) {
            add_failing_edge(t, at->branch, 1 - at->near_arm, g->on);
        } else if (same_dest(at->near, g->on)) {
            add_failing_edge(t, at->branch, at->near_arm, g->on);
        }
    }
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        for (uint32_t arm = 0; dec_lost_point(v, b) == g->first && arm < 2; arm++) {
            dec_dest dest = dec_tree_arm_dest(v, &v->plan->branches[b], arm);
            if (same_dest(dest, g->on)) {
                add_failing_edge(t, b, arm, g->on);
            }
        }
    }
    dec_guard *kept = CC_NEW(v->arena, dec_guard);
    dec_operand *operands = CC_NEW_ARRAY(v->arena, dec_operand, g->count);
    for (uint32_t i = 0; i < g->count; i++) {
        operands[i] = g->operands[i];
    }
    *kept = (dec_guard){operands, g->count, t->guards};
    t->guards = kept;
}

void dec_tree_add_guards(dec_tree *t) {
    guard g;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        if (find_guard(t, i, &g)) {
            add_guard(t, &g);
        }
    }
    dec_tree_join_copies(t);
}
