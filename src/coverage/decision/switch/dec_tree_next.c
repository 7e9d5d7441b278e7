/* Where the next statement begins. Optimised code has only a hidden point at a switch over a plain
 * variable; this separates it from tests of the statement before it, or of the switch around it.
 *
 * Input: the tree, the destination of one of its tests, and the points. Output: the instruction
 * where the statement begins. */
#include "coverage/decision/core/dec_source.h"
#include "coverage/decision/switch/dec_tree.h"

/* A test of the tree leads back to a statement: it closes a loop. Tests of the number of a label
 * lead back to a default that comes first. */
static bool leads_back(const dec_tree *t) {
    const dec_view *v = t->v;
    for (uint32_t i = 0; i < t->member_count; i++) {
        const probe_branch *b = &v->plan->branches[t->members[i]];
        bool is_test = !dec_is_numbered(v, t->members[i]);
        for (uint32_t arm = 0; is_test && arm < b->arm_count; arm++) {
            if (b->arms[arm].target < b->insn && dec_starts_visible(v, b->arms[arm].target)) {
                return true;
            }
        }
    }
    return false;
}

/* The tests are the condition of an `if` or of a loop, and no switch expression. */
static bool is_after_if(const dec_tree *t, uint32_t insn) {
    static const char *const words[] = {"if", "while", NULL};
    const dec_view *v = t->v;
    uint32_t root = dec_test_insn(v, t->members[0]);
    uint32_t head = dec_last_visible(v, dec_tree_insn(t));
    const pdb_point *point = dec_visible_point(v, head);
    if (insn <= root || point == NULL) {
        return false;
    }
    uint32_t body = dec_next_visible(v, root + 1, insn);
    if (body == insn) {
        return leads_back(t);
    }
    return !dec_point_contains(v, head, body) && dec_begins_with(v, point, words) == DEC_YES;
}

bool dec_tree_is_argument(const dec_view *v, uint32_t load, uint32_t end) {
    for (uint32_t insn = load + 1; insn < end && !dec_has_branch(v, insn); insn++) {
        if (dec_is_call(v, insn)) {
            return !dec_is_call_of_tests(v, insn);
        }
    }
    return false;
}

/* The tests of a switch come before all bodies. They end at a visible point, or at the hidden point
 * of a switch that is the first statement of a label. */
static uint32_t end_of_tests(const dec_view *v, uint32_t test, uint32_t limit) {
    uint32_t insn = test + 1;
    while (insn < limit && !dec_starts_visible(v, insn)) {
        bool is_led_to = dec_goes_on(v, insn - 1) || dec_has_branch(v, insn - 1);
        if (dec_starts_hidden(v, insn) && !is_led_to) {
            break;
        }
        insn++;
    }
    return insn;
}

/* What is loaded at the instruction was neither tested nor made by the tree's tests. */
static bool tests_other_value(const dec_tree *t, uint32_t insn) {
    /* most instructions of tests; a limit against huge methods */
    enum { MOST_INSNS = 4096 };
    const dec_view *v = t->v;
    uint32_t length = dec_load_length(v, insn);
    uint32_t test = dec_test_insn(v, t->members[0]);
    uint32_t first = dec_last_start(v, test);
    uint32_t end = end_of_tests(v, test, insn);
    bool is_other = length > 0 && first < insn && end - first <= MOST_INSNS;
    for (uint32_t u = first; is_other && u < end; u++) {
        bool stores_operand = dec_reloads(v, u, insn);
        bool loads_operand =
            dec_same_load(v, u, insn + length - 1) && !dec_tree_is_argument(v, u, insn);
        is_other = !stores_operand && !loads_operand;
    }
    return is_other;
}

/* The hidden point with which the tests of a switch begin: it is reached only by falling out of
 * another test. */
static bool begins_tests(const dec_tree *t, uint32_t insn) {
    uint32_t before = dec_branch_at(t->v, insn - 1);
    return !t->v->is_target[insn] && before != DEC_NO_BRANCH && t->is_member[before];
}

/* The code before falls into the instruction, and leaves no value that the instruction uses. */
static bool is_fallen_into(const dec_tree *t, uint32_t insn) {
    const dec_view *v = t->v;
    uint32_t start = dec_last_start(v, insn - 1);
    return dec_goes_on(v, insn - 1) && !dec_is_store_local(v, insn - 1, NULL) &&
           start > dec_test_insn(v, t->members[0]) && dec_starts_visible(v, start);
}

/* The first test is that of a governing expression, `switch (c ? x : y)`. */
static bool is_of_subject(const dec_view *v, uint32_t start) {
    static const char *const words[] = {"switch", NULL};
    const pdb_point *point = dec_visible_point(v, start);
    return point != NULL && dec_begins_with(v, point, words) == DEC_YES;
}

/* A statement tests a condition right after its own point, a switch statement after a hidden one:
 * another hidden point with a load begins a switch, as in `if (c < ' ' || c > '~') switch (c)
 * {...}`. A switch expression tests in the same way, but its point contains those of its arms. */
static bool is_after_condition(const dec_tree *t, uint32_t insn) {
    const dec_view *v = t->v;
    uint32_t test = dec_test_insn(v, t->members[0]);
    uint32_t start = dec_last_start(v, test);
    bool is_expression = dec_point_contains(v, start, dec_next_point(v, test + 1));
    return dec_starts_visible(v, start) && dec_load_length(v, insn) > 0 && !is_expression &&
           !is_of_subject(v, start);
}

/* A foreach leaves its try block to the next statement. */
static uint32_t after_leave(const dec_view *v, uint32_t insn) {
    bool leaves = dec_is_op(v, insn, IL_LEAVE) && v->starts[insn] == 0;
    return leaves ? dec_skip_jumps(v, dec_insn(v, insn)->target) : insn;
}

uint32_t dec_tree_next_statement(const dec_tree *t, dec_dest dest, uint32_t target) {
    const dec_view *v = t->v;
    if (!dec_does(v, DEC_HIDES_SWITCH_HEADS) || !v->is_optimised || dest.kind != DEC_DEST_TEST ||
        t->member_count == 0) {
        return DEC_NO_INSN;
    }
    uint32_t insn = after_leave(v, dec_skip_jumps(v, target));
    if (insn == 0 || !dec_starts_hidden(v, insn)) {
        return DEC_NO_INSN;
    }
    /* the next round of a loop that begins with the switch: a state without a label */
    bool goes_round = insn <= dec_test_insn(v, t->members[0]);
    bool is_next = goes_round || is_fallen_into(t, insn) || begins_tests(t, insn) ||
                   tests_other_value(t, insn) || is_after_condition(t, insn) ||
                   is_after_if(t, insn);
    return is_next ? insn : DEC_NO_INSN;
}
