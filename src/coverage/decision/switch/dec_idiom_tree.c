/* switch, in all the forms it is compiled to: chains and trees of comparisons, jump tables, hashes
 * and lengths of strings, tests of types and patterns. Its tests are connected: no visible point
 * starts between them. The number of exits separates it from && and ||: an expression has at most
 * two (true and false), a switch has one for each label and the default. A switch with only two
 * exits is recognised by the hidden point before its first test, or by the hidden point at
 * which the arms of a switch expression meet. A switch expression of C# is also recognised by its
 * point, which contains those of its arms.
 *
 * Arms: see dec_tree_arms.c; labels that test parts of strings: dec_tree_parts.c. The throw for "no
 * arm matched" is not an arm. Conditions of labels: dec_tree_when.c (C#), dec_tree_guard.c (F#). */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

#include <stdlib.h>

/* --- which tests belong to it ----------------------------------------------------------------- */

/* Tests before the switch (its governing expression `c ? x : y`, `a?.b`): all control
 * continues at a later test. Returns the position of the first test that belongs to the switch.
 * Members are increasing. */
static uint32_t first_test(const dec_tree *t) {
    uint32_t first = 0;
    uint32_t reach = t->members[0];
    for (uint32_t i = 0; i < t->member_count; i++) {
        if (reach <= t->members[i]) {
            first = i;
        }
        for (uint32_t e = 0; e < t->edge_count; e++) {
            const dec_edge *edge = &t->edges[e];
            if (edge->branch != t->members[i]) {
                continue;
            }
            bool leaves = edge->exit != DEC_NO_EXIT && t->exits[edge->exit].kind != DEC_DEST_THROW;
            if (leaves || (edge->exit == DEC_NO_EXIT && edge->test < t->members[i])) {
                return first;
            }
            reach = edge->exit == DEC_NO_EXIT && edge->test > reach ? edge->test : reach;
        }
    }
    return first;
}

/* The first arm of a switch expression: of the exits after the first test the one that comes first
 * in the code, when it is inside the expression. Exits before the test are the body of a loop.
 * DEC_NO_INSN: none. */
static uint32_t first_arm(const dec_tree *t) {
    uint32_t test = dec_tree_insn(t);
    uint32_t first = DEC_NO_INSN;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        uint32_t insn = t->exits[i].insn;
        bool is_arm = t->exits[i].kind == DEC_DEST_VISIBLE && dec_starts_visible(t->v, insn);
        first = is_arm && insn > test && insn < first ? insn : first;
    }
    return first != DEC_NO_INSN && dec_tree_is_inside_head(t, first) ? first : DEC_NO_INSN;
}

/* No arm begins at the hidden point: code from the arms falls into it and uses their value. */
static bool takes_value(const dec_view *v, uint32_t insn, uint32_t arm) {
    return insn > arm && dec_goes_on(v, insn - 1);
}

/* An edge that no test of a switch expression has: past the arms, or past them to a test. */
static bool leaves_expression(const dec_tree *t, const dec_edge *edge, uint32_t arm) {
    const dec_view *v = t->v;
    if (edge->exit == DEC_NO_EXIT) {
        const probe_branch *from = &v->plan->branches[edge->branch];
        return dec_visible_in(v, from->insn, dec_test_insn(v, edge->test));
    }
    const dec_exit *exit = &t->exits[edge->exit];
    if (exit->kind != DEC_DEST_VISIBLE) {
        return exit->kind == DEC_DEST_OUT;
    }
    if (!dec_starts_visible(v, exit->insn)) {
        return takes_value(v, exit->insn, arm);
    }
    return dec_point_contains(v, exit->insn, arm) || !dec_tree_is_inside_head(t, exit->insn);
}

/* `c && x switch {...}`, `c ? x switch {...} : y`: the first test does not belong to the switch
 * expression that it leads to, nor do those after it until the dispatch begins. */
static bool is_before_expression(const dec_tree *t) {
    bool leaves = false;
    uint32_t arm = dec_does(t->v, DEC_HAS_ARM_POINTS) ? first_arm(t) : DEC_NO_INSN;
    for (uint32_t e = 0; arm != DEC_NO_INSN && !leaves && e < t->edge_count; e++) {
        leaves = leaves_expression(t, &t->edges[e], arm);
    }
    return leaves;
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void cut_front(dec_tree *t) {
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

/* In optimised code the value of a switch expression is loaded at the hidden point where its arms
 * meet, and && or || may follow. A switch tests a bool only once. */
static bool loads_expression(const dec_view *v, uint32_t insn) {
    int32_t local = -1;
    const il_resolver *resolver = &v->method->resolver;
    return v->is_target[insn] && dec_is_load_local(v, insn, &local) && resolver->local != NULL &&
           resolver->local(resolver->ctx, (uint32_t)local) == IL_TYPE_BOOL;
}

/* Straight code up to the test takes a value that is on the stack where it begins. */
static bool takes_from_stack(const dec_view *v, uint32_t insn, uint32_t test) {
    uint32_t depth = 0;
    for (uint32_t u = insn; u <= test; u++) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        if (!il_stack_effect(dec_insn(v, u), &v->method->resolver, &pops, &pushes)) {
            return false;
        }
        if (pops > depth) {
            return true;
        }
        depth = depth - pops + pushes;
    }
    return false;
}

/* A statement: the last point before the first test is hidden, and a value is loaded there, or
 * the test is about one that was computed before (the length of a span, the first element of a
 * tuple), or about its type. */
static bool begins_hidden(const dec_tree *t) {
    const dec_view *v = t->v;
    uint32_t test = dec_test_insn(v, t->members[0]);
    uint32_t insn = dec_last_start(v, test);
    if (!dec_starts_hidden(v, insn) || dec_index_has_branch(v, insn, test)) {
        return false;
    }
    if (dec_does(v, DEC_HIDES_SWITCH_HEADS) && !v->is_target[insn] &&
        takes_from_stack(v, insn, test)) {
        return true;
    }
    bool tests_type = dec_does(v, DEC_TESTS_TYPES_OF_LABELS) && dec_is_op(v, insn, IL_ISINST) &&
                      !v->is_target[insn];
    bool is_operand = v->is_target[insn] && dec_tree_is_argument(v, insn, test);
    /* the object with a captured variable is on the stack since its last use */
    bool loads = dec_load_length(v, insn) > 0 || dec_is_op(v, insn, IL_LDFLD);
    return tests_type || (loads && !is_operand && !loads_expression(v, insn));
}

/* An expression: before the last arm, the previous arm ends in `stloc t; br M` with M hidden.
 * An M before is the next round of a loop that begins with a switch over t. */
static bool ends_hidden(const dec_tree *t) {
    const dec_view *v = t->v;
    uint32_t last = 0;
    for (uint32_t i = 0; i < t->exit_count; i++) {
        if (t->exits[i].kind == DEC_DEST_VISIBLE && t->exits[i].insn > last) {
            last = t->exits[i].insn;
        }
    }
    if (last < 2 || !dec_is_br(v, last - 1) || !dec_is_store_local(v, last - 2, NULL)) {
        return false;
    }
    uint32_t join = dec_insn(v, last - 1)->target;
    bool is_used = dec_reloads(v, last - 2, join) ||
                   dec_is_constant(v, dec_branch_at(v, join + 1)); /* a marker */
    return join > last && dec_starts_hidden(v, join) && is_used;
}

/* F#: tests without a point between them come from a match; operands of && and || have points. */
static bool is_match(const dec_tree *t) {
    return dec_does(t->v, DEC_MATCHES) && t->member_count > 1 && dec_tree_arms(t) == 2;
}

/* `sub; ldc n; ble.un`: is the value one of several neighbours? A range, `Case 1 To 9`, is two
 * signed tests. */
static bool tests_neighbours(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    return (dec_op2(&c, IL_BLE_UN, IL_BGT_UN) || dec_op(&c, IL_SWITCH)) &&
           dec_is_copy(v, dec_compared_value(v, insn));
}

/* The source has the word there. */
static bool says_select(const dec_view *v, uint32_t insn) {
    static const char *const words[] = {"Select", NULL};
    const pdb_point *point = dec_visible_point(v, dec_last_visible(v, insn));
    return point != NULL && dec_begins_with(v, point, words) == DEC_YES;
}

/* Visual Basic: Select Case stores its value in a variable of its own, and tests it for the labels
 * of one body without a point between them. An If tests the user's variables, as optimised code
 * does for a Select Case over one. */
static bool is_select(const dec_tree *t) {
    bool is_tested = dec_does(t->v, DEC_SELECTS) && t->member_count > 1;
    bool is_written = is_tested && says_select(t->v, dec_test_insn(t->v, t->members[0]));
    for (uint32_t i = 0; is_tested && i < t->member_count; i++) {
        is_tested = tests_neighbours(t->v, dec_test_insn(t->v, t->members[i]));
        for (uint32_t e = 0; !is_tested && e < t->edge_count; e++) {
            const dec_edge *edge = &t->edges[e];
            is_tested = edge->branch == t->members[i] && edge->label != DEC_NO_INSN &&
                        (is_written || dec_is_copy(t->v, edge->label));
        }
    }
    return is_tested;
}

/* The entry of `exit_at`: exits without a visible point are one for each kind. */
static uint32_t key_of(const dec_tree *t, dec_dest_kind kind, uint32_t insn) {
    return kind == DEC_DEST_VISIBLE ? insn : t->v->body->insn_count + kind;
}

/* In a try block a `break;` does not jump to the end of the block but leaves by itself, to the same
 * target as the end. */
static bool leaves_as_later_exit(const dec_tree *t, const dec_exit *exit) {
    const dec_view *v = t->v;
    for (uint32_t i = 0; dec_is_op(v, exit->insn, IL_LEAVE) && i < t->exit_count; i++) {
        const dec_exit *other = &t->exits[i];
        if (other->kind == DEC_DEST_VISIBLE && other->insn > exit->insn &&
            dec_is_op(v, other->insn, IL_LEAVE) &&
            dec_insn(v, other->insn)->target == dec_insn(v, exit->insn)->target) {
            return true;
        }
    }
    return false;
}

/* Other tests of the tree branch to where the exit's jump goes: through compiler-made code to a
 * visible point; in Visual Basic `Exit For` also goes to the next round of an enclosing `For Each`,
 * or out of a Finally. */
static bool leads_to_other_exit(const dec_tree *t, const dec_exit *exit) {
    dec_dest dest = dec_tree_edge_dest(t->v, dec_insn(t->v, exit->insn)->target);
    bool is_hidden = dest.kind == DEC_DEST_OUT && dec_does(t->v, DEC_EXITS_FAR);
    bool is_exit = dest.kind == DEC_DEST_VISIBLE || is_hidden;
    uint32_t at = is_exit ? t->exit_at[key_of(t, dest.kind, dest.insn)] : 0;
    return at != 0 && &t->exits[at - 1] != exit && t->exits[at - 1].insn == dest.insn;
}

/* Visual Basic: a `Return` of a Sub is a ret of its own when control falls into it, else that of
 * `End Sub`. */
static bool returns_as_other_exit(const dec_tree *t, const dec_exit *exit) {
    const dec_view *v = t->v;
    bool returns = dec_does(v, DEC_EXITS_FAR) && dec_is_op(v, exit->insn, IL_RET);
    for (uint32_t i = 0; returns && i < t->exit_count; i++) {
        if (&t->exits[i] != exit && t->exits[i].insn > exit->insn &&
            dec_is_op(v, t->exits[i].insn, IL_RET)) {
            return true;
        }
    }
    return false;
}

/* The exit is a `break;`, or the end of a block, that continues at another exit, where optimised
 * code also branches directly: `while (A && B) ...; break;`, and in a try block `case L when A &&
 * B:`. */
static bool jumps_to_exit(const dec_tree *t, const dec_exit *exit) {
    const dec_view *v = t->v;
    bool jumps = dec_is_br(v, exit->insn);
    if (exit->kind != DEC_DEST_VISIBLE || !(jumps || dec_is_op(v, exit->insn, IL_LEAVE))) {
        return exit->kind == DEC_DEST_VISIBLE && returns_as_other_exit(t, exit);
    }
    return leads_to_other_exit(t, exit) || leaves_as_later_exit(t, exit);
}

/* The number of arms without those that only jump on to others; labels of which all do so are
 * arms. */
static uint32_t places_of_arms(const dec_tree *t) {
    uint32_t arms = dec_tree_arms(t);
    uint32_t places = arms;
    for (uint32_t i = 0; !dec_does(t->v, DEC_MATCHES) && i < t->exit_count; i++) {
        places -= jumps_to_exit(t, &t->exits[i]) ? 1 : 0;
    }
    return places < 2 ? arms : places;
}

static bool is_switch(dec_tree *t) {
    uint32_t places = places_of_arms(t);
    return places > 2 || t->has_no_match || t->is_expression || dec_tree_has_guard(t) ||
           is_match(t) || is_select(t) ||
           (places == 2 && (begins_hidden(t) || ends_hidden(t) || dec_tree_is_lone_label(t)));
}

/* The instruction pushes a value and does nothing else: `x is T`, `x == "a"`. */
static bool is_quiet(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    return dec_load_length(v, insn) == 1 || dec_const(&c, NULL) || dec_op2(&c, IL_NOP, IL_POP) ||
           dec_op2(&c, IL_ISINST, IL_LDSTR) || dec_call_of(&c, "System.String", "op_Equality");
}

/* Nothing happens between the arm and `insn`: a case without a body. */
static bool is_idle(const dec_view *v, uint32_t from, uint32_t insn) {
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, from); steps++) {
        if (from == insn) {
            return true;
        }
        bool is_br = dec_is_br(v, from);
        if (!is_br && !is_quiet(v, from)) {
            return false;
        }
        from = is_br ? dec_insn(v, from)->target : from + 1;
    }
    return false;
}

/* A statement whose labels have no bodies, so that all lead to one place: nothing is decided. */
static bool is_empty(const dec_tree *t) {
    if (t->exit_count != 1 || t->exits[0].kind != DEC_DEST_VISIBLE || !begins_hidden(t)) {
        return false;
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        const dec_edge *edge = &t->edges[e];
        uint32_t from = dec_arm_target(t->v, edge->branch, edge->arm);
        if (edge->exit != DEC_NO_EXIT && !is_idle(t->v, from, t->exits[0].insn)) {
            return false;
        }
    }
    return true;
}

/* The tests of a pattern before an arm's point, where its value is used. */
static bool makes_value(const dec_tree *t) {
    const dec_view *v = t->v;
    return t->exit_count == 1 && t->exits[0].kind == DEC_DEST_VISIBLE &&
           v->arm_of[dec_test_insn(v, t->members[0])] == t->exits[0].insn;
}

/* The tests of a governing expression: whatever they find, the first label is next. */
static bool is_before_first_label(const dec_tree *t) {
    return t->exit_count == 1 && t->exits[0].kind == DEC_DEST_VISIBLE &&
           t->is_first_label[t->exits[0].insn];
}

/* --- all trees of a method -------------------------------------------------------------------- */

/* Forgets where the exits from number `first` on are. */
static void forget_exits(dec_tree *t, uint32_t first) {
    for (uint32_t i = first; i < t->exit_count; i++) {
        t->exit_at[key_of(t, t->exits[i].kind, t->exits[i].insn)] = 0;
    }
}

static void forget(dec_tree *t) {
    forget_exits(t, 0);
    for (uint32_t i = 0; i < t->member_count; i++) {
        t->is_visited[t->members[i]] = true;
        t->is_member[t->members[i]] = false;
    }
    t->member_count = t->edge_count = t->exit_count = 0;
    t->has_barrier = t->has_no_match = t->has_all_bodies = t->is_expression = false;
    t->condition = DEC_NO_INSN;
    t->guards = NULL;
}

/* The first test stays as it is; the others are tried on their own. */
static void keep_first_only(dec_tree *t) {
    for (uint32_t i = 1; i < t->member_count; i++) {
        t->is_member[t->members[i]] = false;
    }
    t->member_count = 1;
}

/* A single test of a rule, with the rest of the match after it. It is not a switch by itself. */
static void group_before_rest(dec_tree *t) {
    uint32_t rest = 0;
    for (uint32_t i = 0; t->member_count == 1 && i < t->exit_count && rest == 0; i++) {
        rest = dec_rest_to_add(t->v, dec_added_count(t->v), t->exits[i].insn);
    }
    dec_decision *made = rest > 0 ? dec_tree_group(t) : NULL;
    if (made != NULL) {
        made->is_switch = false;
    }
}

/* Restores the tree as it was; since then things were only added to it. */
static void shrink(dec_tree *t, const dec_tree *was) {
    forget_exits(t, was->exit_count);
    for (uint32_t i = was->member_count; i < t->member_count; i++) {
        t->is_member[t->members[i]] = false;
    }
    t->member_count = was->member_count;
    t->edge_count = was->edge_count;
    t->exit_count = was->exit_count;
    t->has_barrier = was->has_barrier;
    t->has_no_match = was->has_no_match;
}

/* Collects the tests of the branch's decision. Copies of a pattern are left out when no rule is
 * tested after them: they only decide whether the pattern matches, and are joined like
 * operands. */
static void grow(dec_tree *t, uint32_t branch) {
    dec_tree_grow(t, branch);
    dec_tree alone = *t;
    uint32_t copies = dec_tree_grow_copies(t, branch);
    bool tests_rules = t->member_count > copies + 1 || dec_tree_has_guard(t);
    if (copies > 0 && (t->has_barrier || !tests_rules)) {
        shrink(t, &alone);
    }
}

static void look_at(dec_tree *t, uint32_t branch) {
    grow(t, branch);
    if (is_before_first_label(t)) {
        return;
    }
    if (t->has_barrier || is_before_expression(t)) {
        keep_first_only(t);
        return;
    }
    cut_front(t);
    if (makes_value(t)) {
        return;
    }
    t->is_expression = dec_does(t->v, DEC_HAS_ARM_POINTS) && first_arm(t) != DEC_NO_INSN;
    if (is_empty(t)) {
        for (uint32_t i = 0; i < t->member_count; i++) {
            dec_drop(t->v, t->members[i]);
        }
        return;
    }
    bool is_rest = dec_tree_is_rest(t);
    if (!is_rest && !is_switch(t)) {
        group_before_rest(t);
        return;
    }
    dec_tree_finish(t);
    if (t->has_barrier) {
        return;
    }
    bool is_plain = t->member_count == 1 && !t->has_no_match && t->edge_count == 2 &&
                    dec_is_kind(t->v, t->members[0], PROBE_BRANCH_COND);
    if (is_plain && !is_rest) {
        group_before_rest(t);
        return;
    }
    dec_tree_label_parts(t);
    dec_tree_count_copies(t);
    (void)dec_tree_group(t);
}

static bool is_first_test(const dec_tree *t, uint32_t branch) {
    const probe_plan *plan = t->v->plan;
    return dec_is_kept(t->v, branch) && !t->is_visited[branch] &&
           plan->branches[branch].kind != PROBE_BRANCH_FORK &&
           plan->fork_of_insn[plan->branches[branch].insn] == PROBE_NONE;
}

/* The tests of such a switch may come before the condition in the code. */
static void look_at_conditions(dec_tree *t) {
    for (uint32_t b = 0; b < t->v->plan->branch_count; b++) {
        if (!is_first_test(t, b)) {
            continue;
        }
        if (dec_tree_begin_when(t, b) || dec_tree_begin_guard(t, b)) {
            dec_tree_finish(t);
            if (!t->has_barrier) {
                (void)dec_tree_group(t);
            }
        }
        forget(t);
    }
}

void dec_idiom_tree(dec_view *v) {
    uint32_t count = v->plan->branch_count;
    dec_tree tree = {
        .v = v,
        .members = CC_NEW_ARRAY(v->arena, uint32_t, count),
        .is_member = CC_NEW_ARRAY(v->arena, bool, count),
        .is_first_label = CC_NEW_ARRAY(v->arena, bool, v->body->insn_count),
        .is_visited = CC_NEW_ARRAY(v->arena, bool, count),
        .exit_at = CC_NEW_ARRAY(v->arena, uint32_t, v->body->insn_count + DEC_DEST_BARRIER + 1),
        .condition = DEC_NO_INSN};
    look_at_conditions(&tree);
    for (uint32_t b = 0; b < count; b++) {
        if (is_first_test(&tree, b)) {
            look_at(&tree, b);
            forget(&tree);
        }
    }
    dec_tree_join_patterns(v);
}
