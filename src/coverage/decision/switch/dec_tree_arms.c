/* The arms of a switch, made from the exits of its tests. There is one for each exit; in a
 * statement, labels of one body that compare the same value with constants are arms of their own.
 * Order: labels by their constants (a label that only breaks leads elsewhere in optimised code;
 * every rule of F# has a body), then exits as in the source. See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

#include <stdlib.h>
#include <string.h>

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
    return is_plain && !t->exits[edge->exit].is_condition &&
           !(dec_does(t->v, DEC_TESTS_TYPES_OF_LABELS) && is_type_arm(t, edge));
}

/* The exit of the default: that in the source, else the one with most edges that are no labels;
 * among equals the last. */
static uint32_t default_exit(const dec_tree *t, uint32_t *votes) {
    uint32_t written = dec_tree_written_default(t);
    uint32_t best = 0;
    if (written != DEC_NO_EXIT) {
        return written;
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (may_be_default(t, &t->edges[e])) {
            votes[t->edges[e].exit]++;
        }
    }
    for (uint32_t i = 0; i < t->exit_count; i++) {
        bool more = votes[i] > votes[best];
        bool later = votes[i] == votes[best] && t->exits[i].insn > t->exits[best].insn;
        best = more || later ? i : best;
    }
    return best;
}

/* The instruction produces the result of a pattern: its call, or the comparison that was inlined
 * for it. */
static bool makes_result(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_at(v, insn);
    bool compares =
        dec_op2(&c, IL_CEQ, IL_CGT) || dec_op2(&c, IL_CGT_UN, IL_CLT) || dec_op(&c, IL_CLT_UN);
    return compares || (dec_is_call(v, insn) && cc_str_starts(dec_member(v, insn), "|"));
}

/* F#: the edge tests whether a pattern returned a value, `| Int n ->`: another value than that of
 * the label. */
static bool tests_result(const dec_view *v, const dec_edge *edge, uint32_t label) {
    uint32_t maker =
        edge->is_zero ? dec_tested_value(v, dec_test_insn(v, edge->branch)) : DEC_NO_INSN;
    return makes_result(v, maker) && !dec_same_load(v, label, edge->label);
}

/* Null tests of such results are no labels. */
static void forget_results(dec_tree *t) {
    uint32_t label = DEC_NO_INSN;
    for (uint32_t e = 0; dec_does(t->v, DEC_MATCHES) && e < t->edge_count; e++) {
        label = t->edges[e].is_zero || label != DEC_NO_INSN ? label : t->edges[e].label;
    }
    for (uint32_t e = 0; label != DEC_NO_INSN && e < t->edge_count; e++) {
        if (tests_result(t->v, &t->edges[e], label)) {
            t->edges[e].label = DEC_NO_INSN;
        }
    }
}

/* The branch tests whether an active pattern without arguments returned a value: the instruction
 * where the load of the matched value ends. DEC_NO_INSN: it tests something else. */
static uint32_t pattern_value(const dec_view *v, uint32_t branch) {
    uint32_t insn = dec_test_insn(v, branch);
    while (insn > 0 && !v->is_target[insn] && !dec_has_branch(v, insn - 1)) {
        insn--;
        if (dec_rule_pattern(v, insn, insn + 1) > 0) {
            return dec_rule_pattern(v, insn, insn + 1) == 1 ? dec_insn_before(v, insn)
                                                            : DEC_NO_INSN;
        }
    }
    return DEC_NO_INSN;
}

/* The only edge that leads to the edge's test; NULL: there are several. */
static const dec_edge *edge_before(const dec_tree *t, const dec_edge *edge) {
    const dec_edge *found = NULL;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->edges[e].exit == DEC_NO_EXIT && t->edges[e].test == edge->branch) {
            if (found != NULL) {
                return NULL;
            }
            found = &t->edges[e];
        }
    }
    return found;
}

/* The label behind which patterns are tested with the same value before the edge's rule is reached:
 * `Int n -> .. | "c" | "d" ->` tests "c" and "d" first. The edge itself when it has a label; NULL:
 * none. */
static const dec_edge *labelled(const dec_tree *t, const dec_edge *edge) {
    uint32_t value = DEC_NO_INSN;
    for (uint32_t i = 0; edge != NULL && edge->label == DEC_NO_INSN && i < t->member_count; i++) {
        uint32_t asked =
            edge->branch == DEC_NO_BRANCH ? DEC_NO_INSN : pattern_value(t->v, edge->branch);
        if (asked == DEC_NO_INSN || (value != DEC_NO_INSN && !dec_same_load(t->v, value, asked))) {
            return NULL;
        }
        value = asked;
        edge = edge_before(t, edge);
    }
    bool is_label = edge != NULL && edge->label != DEC_NO_INSN;
    bool is_same = value == DEC_NO_INSN || (is_label && dec_same_load(t->v, value, edge->label));
    return is_label && is_same ? edge : NULL;
}

static bool all_labelled(const dec_tree *t, uint32_t exit) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->edges[e].exit == exit && labelled(t, &t->edges[e]) == NULL) {
            return false;
        }
    }
    return true;
}

/* F#: edges to a rule that consists of constants only get the labels of these. */
static void pass_labels_on(dec_tree *t) {
    for (uint32_t e = 0; dec_does(t->v, DEC_MATCHES) && e < t->edge_count; e++) {
        dec_edge *edge = &t->edges[e];
        bool is_open = edge->exit != DEC_NO_EXIT && edge->label == DEC_NO_INSN;
        const dec_edge *from = is_open ? labelled(t, edge) : NULL;
        if (from != NULL && all_labelled(t, edge->exit)) {
            edge->label = from->label;
            edge->constant = from->constant;
            edge->is_zero = from->is_zero;
        }
    }
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

/* All labels test one value: then labels of one body are arms of their own. */
static bool is_one_value(const dec_tree *t) {
    uint32_t first = DEC_NO_INSN;
    bool is_certain = false;
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t label = t->edges[e].label;
        if (label == DEC_NO_INSN || t->edges[e].is_part) {
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
        if (t->edges[e].label != DEC_NO_INSN && t->alike[e] != e) {
            return false;
        }
    }
    return is_certain;
}

/* The exit of the default is where the bodies end: there is no default with code of its own.
 * Optimised code sends a label there whose body only breaks; a label beside the default would not
 * be told from it, but who writes one? */
static bool falls_out(const dec_tree *t, uint32_t exit) {
    const dec_exit *e = &t->exits[exit];
    bool is_visible = e->kind == DEC_DEST_VISIBLE && t->v->point_at[e->insn] != PROBE_NONE &&
                      !dec_does(t->v, DEC_MATCHES); /* each rule has a body */
    return is_visible && (dec_is_op(t->v, e->insn, IL_RET) || t->v->index.is_joined[e->insn]);
}

typedef struct arm_rules {
    uint32_t fallback;
    bool split;     /* labels of one body are arms of their own */
    bool falls_out; /* so are labels that lead to the fallback */
    bool is_text;   /* then zero means null, and null is no label */
    bool *is_mixed; /* by exit */
} arm_rules;

/* F#: a rule to which tests without a label lead as well is no rule of constants alone: `'a' | _
 * when c ->`, `"" | Int 1 ->`. `is_mixed` is by exit. */
static void find_mixed(const dec_tree *t, bool *is_mixed) {
    for (uint32_t i = 0; i < t->exit_count; i++) {
        is_mixed[i] = dec_tree_lacks_constants(t, i);
    }
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

static bool is_own_arm(const dec_tree *t, const dec_edge *edge, const arm_rules *rules) {
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

typedef struct arm_key {
    const dec_tree *tree;
    uint32_t exit;
    uint32_t edge; /* UINT32_MAX: all edges to the exit that are no arms of their own */
    uint32_t line, column;
    bool is_label;
    int64_t number; /* the label's constant, when it is no string */
    cc_span text;   /* UTF-16 */
    uint64_t place; /* where its body begins; 0: it has none of its own */
} arm_key;

static int compare_labels(const arm_key *x, const arm_key *y) {
    size_t common = x->text.len < y->text.len ? x->text.len : y->text.len;
    int order = common == 0 ? 0 : memcmp(x->text.data, y->text.data, common);
    if (order != 0 || x->text.len != y->text.len) {
        return order != 0 ? order : x->text.len < y->text.len ? -1 : 1;
    }
    return (x->number > y->number) - (x->number < y->number);
}

static int compare_arms(const void *a, const void *b) {
    const arm_key *x = (const arm_key *)a;
    const arm_key *y = (const arm_key *)b;
    if (x->is_label != y->is_label) {
        return x->is_label ? -1 : 1;
    }
    int order = x->is_label ? compare_labels(x, y) : 0;
    if (order != 0) {
        return order;
    }
    if (x->line != y->line) {
        return x->line < y->line ? -1 : 1;
    }
    if (x->column != y->column) {
        return x->column < y->column ? -1 : 1;
    }
    return (x->edge > y->edge) - (x->edge < y->edge);
}

static arm_key key_of(const dec_tree *t, uint32_t exit, uint32_t edge) {
    arm_key key = {t, exit, edge, UINT32_MAX, UINT32_MAX, false, 0, {NULL, 0}, 0};
    const pdb_point *point = t->exits[exit].kind == DEC_DEST_VISIBLE
                                 ? dec_point_here(t->v, dec_tree_body(t->v, t->exits[exit].insn))
                                 : NULL;
    if (point != NULL) {
        key.line = point->start_line;
        key.column = point->start_column;
        key.place = ((uint64_t)key.line << 32) | key.column;
    } else if (dec_part_line(t->v, t->exits[exit].insn) > 0) {
        key.line = dec_part_line(t->v, t->exits[exit].insn);
        key.column = 0;
    }
    return key;
}

/* A string of one character, encoded as in the metadata. */
static cc_span text_of(const dec_tree *t, int64_t character) {
    uint8_t *bytes = CC_NEW_ARRAY(t->v->arena, uint8_t, 2);
    if (bytes == NULL) {
        t->v->failed = true;
        return (cc_span){NULL, 0};
    }
    bytes[0] = (uint8_t)(character & 0xFF);
    bytes[1] = (uint8_t)((character >> 8) & 0xFF);
    return (cc_span){bytes, 2};
}

/* Sets the constant of a label. For a string that is its literal: tokens differ from build to
 * build. */
static void set_label(const dec_tree *t, arm_key *key) {
    const dec_edge *edge = &t->edges[key->edge];
    if (edge->is_char) {
        key->is_label = true;
        key->text = text_of(t, edge->constant);
        return;
    }
    bool is_text = dec_is_op(t->v, edge->label + 1, IL_LDSTR) && !edge->is_zero;
    key->is_label = true;
    key->number = is_text ? 0 : edge->constant;
    if (is_text && !md_user_string(t->v->tables, (uint32_t)edge->constant & 0xFFFFFF, &key->text)) {
        key->text = (cc_span){NULL, 0};
    }
}

/* A label that only breaks is sorted before what is tested next, or behind all others. */
static void place_before_next(const dec_tree *t, uint32_t fallback, arm_key *key) {
    key->line = UINT32_MAX;
    for (uint32_t e = key->edge + 1; e < t->edge_count; e++) {
        uint32_t exit = t->edges[e].exit;
        if (exit != DEC_NO_EXIT && exit != fallback && t->exits[exit].kind == DEC_DEST_VISIBLE) {
            arm_key next = key_of(t, exit, e);
            key->line = next.line;
            key->column = next.column;
            return;
        }
    }
}

/* A label that is reached by several paths is one arm, that of its first edge. */
static uint32_t first_own(const dec_tree *t, const bool *own, uint32_t e) {
    uint32_t first = t->edges[e].label == DEC_NO_INSN ? e : t->alike[e];
    return own[first] ? first : e;
}

/* Fills the keys of all arms, in the order of the source; returns their number. own[e]: edge e is
 * an arm of its own. */
static uint32_t list_arms(const dec_tree *t, arm_key *keys, bool *own, uint32_t *votes) {
    uint32_t count = 0;
    arm_rules rules = {.fallback = default_exit(t, votes),
                       .split = !t->is_expression && is_one_value(t)};
    bool *shared = CC_NEW_ARRAY(t->v->arena, bool, t->exit_count);
    rules.is_mixed = CC_NEW_ARRAY(t->v->arena, bool, t->exit_count);
    if (shared == NULL || rules.is_mixed == NULL) {
        t->v->failed = true;
        return 0;
    }
    find_mixed(t, rules.is_mixed);
    rules.falls_out = !t->is_expression && falls_out(t, rules.fallback);
    rules.is_text = tests_text(t);
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t exit = t->edges[e].exit;
        if (exit == DEC_NO_EXIT || t->exits[exit].kind == DEC_DEST_THROW ||
            t->exits[exit].kind == DEC_DEST_NO_MATCH) {
            continue;
        }
        own[e] = is_own_arm(t, &t->edges[e], &rules);
        if (own[e] && first_own(t, own, e) != e) {
            continue;
        }
        if (own[e]) {
            keys[count] = key_of(t, exit, e);
            if (t->edges[e].label != DEC_NO_INSN && !dec_does(t->v, DEC_MATCHES)) {
                set_label(t, &keys[count]);
            }
            count++;
        } else if (!shared[exit]) {
            shared[exit] = true;
            keys[count++] = key_of(t, exit, UINT32_MAX);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        keys[i].place = keys[i].exit == rules.fallback && rules.falls_out ? 0 : keys[i].place;
        if (keys[i].exit == rules.fallback && keys[i].edge != UINT32_MAX) {
            place_before_next(t, rules.fallback, &keys[i]);
        } else if (keys[i].exit == rules.fallback && rules.falls_out) {
            keys[i].line = UINT32_MAX; /* falling out comes last, wherever it leads */
        }
    }
    qsort(keys, count, sizeof(arm_key), compare_arms);
    return count;
}

/* By edge: the arm that it belongs to; UINT32_MAX: none. NULL when out of memory. */
static uint32_t *arms_of_edges(const dec_tree *t, const arm_key *keys, uint32_t count,
                               const bool *own) {
    uint32_t *of_own = CC_NEW_ARRAY(t->v->arena, uint32_t, t->edge_count);
    uint32_t *of_exit = CC_NEW_ARRAY(t->v->arena, uint32_t, t->exit_count);
    uint32_t *arms = CC_NEW_ARRAY(t->v->arena, uint32_t, t->edge_count);
    if (of_own == NULL || of_exit == NULL || arms == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < t->exit_count; i++) {
        of_exit[i] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_shared = keys[i].edge == UINT32_MAX;
        *(is_shared ? &of_exit[keys[i].exit] : &of_own[keys[i].edge]) = i;
    }
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t exit = t->edges[e].exit;
        uint32_t shared = exit == DEC_NO_EXIT ? UINT32_MAX : of_exit[exit];
        arms[e] = own[e] ? of_own[first_own(t, own, e)] : shared;
    }
    return arms;
}

/* Tells what is known of the decision beside its arms. */
static void describe(dec_tree *t, dec_decision *decision, const arm_key *keys, uint32_t others) {
    dec_view *v = t->v;
    decision->is_switch = true;
    decision->is_expression = t->is_expression;
    decision->condition = t->condition;
    decision->is_rest = dec_tree_is_rest(t);
    decision->places = CC_NEW_ARRAY(v->arena, uint64_t, decision->arm_count);
    decision->rests = CC_NEW_ARRAY(v->arena, uint32_t, decision->arm_count);
    v->failed = v->failed || decision->places == NULL || decision->rests == NULL;
    for (uint32_t i = 0; !v->failed && i < decision->arm_count; i++) {
        decision->places[i] = keys[i].place;
        decision->rests[i] = dec_rest_to_add(v, others, t->exits[keys[i].exit].insn);
    }
}

dec_decision *dec_tree_group(dec_tree *t) {
    dec_view *v = t->v;
    arm_key *keys = CC_NEW_ARRAY(v->arena, arm_key, t->edge_count);
    bool *own = CC_NEW_ARRAY(v->arena, bool, t->edge_count);
    uint32_t *votes = CC_NEW_ARRAY(v->arena, uint32_t, t->exit_count + 1);
    if (keys == NULL || own == NULL || votes == NULL) {
        v->failed = true;
        return NULL;
    }
    dec_tree_join_default(t);
    forget_results(t);
    pass_labels_on(t);
    t->alike = dec_tree_alike(t);
    if (t->alike == NULL) {
        v->failed = true;
        return NULL;
    }
    uint32_t arm_count = list_arms(t, keys, own, votes);
    for (uint32_t i = 0; i < t->member_count; i++) {
        if (arm_count < 2) {
            dec_drop(v, t->members[i]);
        } else {
            dec_merge(v, t->members[i]);
        }
    }
    if (arm_count < 2) {
        return NULL;
    }
    uint32_t others = dec_added_count(v);
    uint32_t *arms = arms_of_edges(t, keys, arm_count, own);
    dec_decision *decision = dec_add_decision(v, dec_tree_insn(t), arm_count);
    if (decision == NULL || arms == NULL || !dec_tree_fill(t, arms, decision)) {
        v->failed = true;
        return NULL;
    }
    describe(t, decision, keys, others);
    return decision;
}
