/* The arms of a switch, made from the exits of its tests. There is one for each exit, and one for
 * each edge that is an arm of its own (dec_tree_own.c).
 * Order: labels by their constants (a label that only breaks leads elsewhere in optimised code;
 * every rule of F# has a body), then exits as in the source. See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

#include <stdlib.h>
#include <string.h>

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

/* Null tests of such results are not labels. */
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

/* The label after which patterns are tested with the same value before the edge's rule is reached:
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

typedef struct arm_key {
    const dec_tree *tree;
    uint32_t exit;
    uint32_t edge; /* UINT32_MAX: all edges to the exit that are not arms of their own */
    uint32_t line, column;
    bool is_label;
    int64_t number; /* the label's constant, when it is not a string */
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

/* A label that only breaks is sorted before what is tested next, or after all others. */
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
static uint32_t list_arms(const dec_tree *t, arm_key *keys, bool *own) {
    uint32_t count = 0;
    dec_arm_rules rules;
    bool *shared = CC_NEW_ARRAY(t->v->arena, bool, t->exit_count);
    dec_tree_find_rules(t, &rules);
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t exit = t->edges[e].exit;
        if (exit == DEC_NO_EXIT || t->exits[exit].kind == DEC_DEST_THROW ||
            t->exits[exit].kind == DEC_DEST_NO_MATCH) {
            continue;
        }
        own[e] = dec_tree_is_own_arm(t, &t->edges[e], &rules);
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
    for (uint32_t i = 0; i < decision->arm_count; i++) {
        decision->places[i] = keys[i].place;
        decision->rests[i] = dec_rest_to_add(v, others, t->exits[keys[i].exit].insn);
    }
}

dec_decision *dec_tree_group(dec_tree *t) {
    dec_view *v = t->v;
    arm_key *keys = CC_NEW_ARRAY(v->arena, arm_key, t->edge_count);
    bool *own = CC_NEW_ARRAY(v->arena, bool, t->edge_count);
    dec_tree_join_default(t);
    forget_results(t);
    pass_labels_on(t);
    dec_tree_find_constants(t);
    t->alike = dec_tree_alike(t);
    uint32_t arm_count = list_arms(t, keys, own);
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
    dec_tree_fill(t, arms, decision);
    describe(t, decision, keys, others);
    return decision;
}
