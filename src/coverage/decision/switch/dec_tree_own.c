/* Which edges are arms of their own: in a statement, labels of one body that compare the value with
 * constants. The other edges to an exit are one arm together. What the source says comes first
 * (dec_tree_constant.c); where it says nothing, the tests decide. See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

/* `case T:`: the arm on which the value is a T. A condition of a label may contain such a test,
 * too. */
static bool is_type_arm(const dec_tree *t, const dec_edge *edge) {
    const dec_view *v = t->v;
    if (!dec_is_truth_test(v, edge->branch) || !t->is_member[edge->branch]) {
        return false;
    }
    dec_cursor c = dec_before(v, dec_test_insn(v, edge->branch));
    return dec_op(&c, IL_ISINST) &&
           dec_arm_if(v, edge->branch, true) == dec_arm_target(v, edge->branch, edge->arm);
}

/* Only these of the edges to an exit can be the default. */
static bool may_be_default(const dec_tree *t, const dec_edge *edge) {
    bool is_plain = edge->exit != DEC_NO_EXIT && edge->label == DEC_NO_INSN;
    return is_plain && !t->exits[edge->exit].is_condition && !t->exits[edge->exit].is_case &&
           !(dec_does(t->v, DEC_TESTS_TYPES_OF_LABELS) && is_type_arm(t, edge));
}

/* The exit of the default: that in the source, else the one with most edges that are not labels;
 * among equals the last. DEC_NO_EXIT: no value falls out. */
static uint32_t default_exit(const dec_tree *t, uint32_t *votes) {
    uint32_t written = dec_tree_written_default(t);
    uint32_t best = DEC_NO_EXIT;
    if (written != DEC_NO_EXIT) {
        return written;
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (may_be_default(t, &t->edges[e])) {
            votes[t->edges[e].exit]++;
        }
    }
    for (uint32_t i = 0; i < t->exit_count; i++) {
        bool is_better = best == DEC_NO_EXIT || votes[i] > votes[best] ||
                         (votes[i] == votes[best] && t->exits[i].insn > t->exits[best].insn);
        best = is_better && !t->exits[i].is_case ? i : best;
    }
    return best;
}

static bool tests_text(const dec_tree *t) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->edges[e].label != DEC_NO_INSN && dec_is_op(t->v, t->edges[e].label + 1, IL_LDSTR)) {
            return true;
        }
    }
    return false;
}

/* The first test already loads the value. */
static bool is_in_first_test(const dec_tree *t, uint32_t load) {
    uint32_t first = dec_test_insn(t->v, t->members[0]);
    for (uint32_t u = first; u > 0 && t->v->starts[u] == 0 && dec_goes_on(t->v, u - 1); u--) {
        if (dec_tree_same_value(t->v, load, u - 1)) {
            return true;
        }
    }
    return false;
}

/* C#: the labels are strings, and a pattern among them tests parts of the value: then a string is
 * compared on several paths, and tested for null once more where it is looked up. That is one
 * label. */
static bool repeats_texts(const dec_tree *t, uint32_t load) {
    return dec_does(t->v, DEC_LOOKS_TEXTS_UP) && tests_text(t) && is_in_first_test(t, load);
}

/* The edge has the constant of a label, as far as is known. */
static bool is_labelled(const dec_edge *edge) {
    return edge->label != DEC_NO_INSN && edge->is_constant != DEC_NO;
}

/* All labels test one value: then labels of one body are arms of their own. */
static bool is_one_value(const dec_tree *t) {
    uint32_t first = DEC_NO_INSN;
    bool is_certain = false;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t label = t->edges[e].label;
        if (!is_labelled(&t->edges[e]) || t->edges[e].is_part) {
            continue;
        }
        if (first != DEC_NO_INSN && first != label && !dec_tree_same_value(t->v, first, label)) {
            return false;
        }
        first = label;
        is_certain = is_certain || !t->edges[e].is_zero;
    }
    bool may_repeat = is_certain && repeats_texts(t, first);
    for (uint32_t e = 0; is_certain && !may_repeat && e < t->edge_count; e++) {
        /* the same constant leads to one exit by two paths: a tree over several values */
        if (is_labelled(&t->edges[e]) && t->alike[e] != e) {
            return false;
        }
    }
    return is_certain;
}

/* The exit of the default is where the bodies end: there is no default with code of its own, or it
 * only returns. Optimised code sends a label there whose body only breaks; a label beside the
 * default would not be told from it, but who writes one? */
static bool falls_out(const dec_tree *t, uint32_t exit) {
    if (exit == DEC_NO_EXIT) {
        return false;
    }
    const dec_exit *e = &t->exits[exit];
    bool is_visible = e->kind == DEC_DEST_VISIBLE && t->v->point_at[e->insn] != PROBE_NONE &&
                      !dec_does(t->v, DEC_MATCHES); /* each rule has a body */
    if (!is_visible || dec_is_op(t->v, e->insn, IL_RET)) {
        return is_visible;
    }
    return t->v->index.is_joined[e->insn] && dec_tree_written_default(t) != exit;
}

/* F#: a rule to which tests without a label lead as well is not a rule of constants alone: `'a' | _
 * when c ->`, `"" | Int 1 ->`. `is_mixed` is by exit. */
static void find_mixed(const dec_tree *t, bool *is_mixed) {
    for (uint32_t e = 0; dec_does(t->v, DEC_MATCHES) && e < t->edge_count; e++) {
        bool is_plain = t->edges[e].exit != DEC_NO_EXIT && t->edges[e].label == DEC_NO_INSN;
        if (is_plain) {
            is_mixed[t->edges[e].exit] = true;
        }
    }
}

/* The edge is that of a jump table. A table also has entries for the numbers between labels; they
 * count with the default, as does a label in a table that only breaks, which optimised code does
 * not keep apart. */
static bool is_entry(const dec_tree *t, const dec_edge *edge) {
    return dec_is_kind(t->v, edge->branch, PROBE_BRANCH_SWITCH);
}

/* `case var text when c:` matches whatever fits none of the labels before it, null too: tests
 * without a label lead to the condition, and the last of them does not fall out. */
static bool takes_rest(const dec_tree *t, uint32_t exit, uint32_t fallback) {
    bool takes = false;
    for (uint32_t e = 0; t->exits[exit].is_condition && e < t->edge_count; e++) {
        const dec_edge *edge = &t->edges[e];
        if (edge->exit == fallback && edge->branch == t->last_test) {
            return false;
        }
        takes = takes || (edge->exit == exit && edge->label == DEC_NO_INSN);
    }
    return takes;
}

/* What the source says. Where bodies end, a label that only breaks is an arm, too. */
static bool is_written_arm(const dec_tree *t, const dec_edge *edge, const dec_arm_rules *rules) {
    bool is_constant = edge->is_constant == DEC_YES;
    if (edge->exit != rules->fallback) {
        return is_constant;
    }
    bool is_type = !t->has_all_bodies && is_type_arm(t, edge);
    return rules->falls_out && (is_constant ? !is_entry(t, edge) : is_type);
}

bool dec_tree_is_own_arm(const dec_tree *t, const dec_edge *edge, const dec_arm_rules *rules) {
    if (edge->is_constant != DEC_NOT_KNOWN) {
        return is_written_arm(t, edge, rules);
    }
    if (rules->is_mixed[edge->exit] || edge->is_part || edge->is_other_type) {
        return false;
    }
    bool is_null = rules->is_text && edge->is_zero;
    if (edge->exit != rules->fallback) {
        return rules->split && edge->label != DEC_NO_INSN &&
               !(is_null && takes_rest(t, edge->exit, rules->fallback));
    }
    bool is_label = rules->split && edge->label != DEC_NO_INSN && !is_entry(t, edge) && !is_null;
    return rules->falls_out && (is_label || is_type_arm(t, edge));
}

void dec_tree_find_rules(const dec_tree *t, dec_arm_rules *rules) {
    uint32_t *votes = CC_NEW_ARRAY(t->v->arena, uint32_t, t->exit_count + 1);
    bool *is_mixed = CC_NEW_ARRAY(t->v->arena, bool, t->exit_count);
    find_mixed(t, is_mixed);
    rules->is_mixed = is_mixed;
    rules->fallback = default_exit(t, votes);
    rules->split = !t->is_expression && is_one_value(t);
    rules->falls_out = !t->is_expression && falls_out(t, rules->fallback);
    rules->is_text = tests_text(t);
}
