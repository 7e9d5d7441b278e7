/* C#: the constants of labels, as the source has them. The IL of `case 0 or > 9:` has a test for
 * zero, and so has that of `case > 9:` over a value that may be absent, of `case not 0:` and of
 * `case { Length: 0 }:`. Which test stands for an alternative that is a constant is in the source.
 *
 * Input: the edges with the labels that their tests show, and the text. Output: for each edge
 * whether it is that of a constant; where that is not known, nothing. See dec_tree.h. */
#include "coverage/decision/switch/dec_switch_head.h"
#include "coverage/decision/switch/dec_tree.h"

#include <string.h>

#include "base/cc_hash.h"
#include "source/src_labels.h"

/* The number of null: no label of a switch that also has null has this one. */
#define NUMBER_OF_NULL INT64_MIN

typedef struct search {
    dec_tree *t;
    const src_labels *labels;
    src_label_range *ranges; /* by exit: the labels that lead to it */
    bool *is_entered;        /* by section: an exit is its body or a condition in it */
} search;

/* --- the labels of an exit ---------------------------------------------------------------------- */

/* Where the exit's body or condition begins; NULL: without a point. */
static const pdb_point *point_of_exit(const dec_tree *t, uint32_t exit) {
    bool is_visible = t->exits[exit].kind == DEC_DEST_VISIBLE;
    return is_visible ? dec_visible_point(t->v, dec_tree_body(t->v, t->exits[exit].insn)) : NULL;
}

/* A switch without a point begins between the point before the tests and the first of them. */
static bool begins_hidden_switch(const dec_tree *t) {
    uint32_t first = dec_tree_insn(t);
    uint32_t insn = dec_last_visible(t->v, first) + 1;
    while (insn <= first && !t->v->begins_statement[insn]) {
        insn++;
    }
    return insn <= first;
}

/* The statement that the point before the tests begins with, when it is around the block. */
static const src_block *block_at_head(const dec_tree *t, const src_text *text,
                                      const src_block *block) {
    uint32_t head = dec_tree_head(t);
    if (head == PROBE_NONE || begins_hidden_switch(t)) {
        return block;
    }
    src_place place = mod_start_of(&t->v->method->points[head]);
    for (const src_block *b = block; b != NULL;) {
        if (b->head.line == place.line && b->head.column == place.column) {
            return b;
        }
        b = src_text_around_of(text, SRC_BLOCK_SWITCH, b);
    }
    return block;
}

/* The statement whose tests these are; NULL: not known. */
static const src_block *block_of(const dec_tree *t, const src_text *text) {
    dec_candidates c = {.count = 0};
    for (uint32_t i = 0; i < t->exit_count; i++) {
        const pdb_point *point = point_of_exit(t, i);
        if (point != NULL) {
            dec_vote(&c, src_text_block_of(text, SRC_BLOCK_SWITCH, mod_start_of(point)));
        }
    }
    const src_block *block = dec_elected(&c);
    return block == NULL ? NULL : block_at_head(t, text, block);
}

/* Labels that have no code of their own lead anywhere else. */
static src_label_range range_of(search *s, const src_block *block, uint32_t exit) {
    const pdb_point *point = point_of_exit(s->t, exit);
    src_label_range all = {0, s->labels->label_count};
    if (point == NULL || !src_is_before(mod_start_of(point), block->close)) {
        return all;
    }
    uint32_t label = src_labels_at(s->labels, mod_start_of(point));
    if (label == s->labels->label_count) {
        return all;
    }
    s->is_entered[s->labels->labels[label].section] = true;
    src_label_range range = src_labels_of_section(s->labels, label);
    if (dec_is_condition(s->t->v, point) == DEC_YES) {
        range = (src_label_range){label, label + 1};
    }
    s->t->exits[exit].is_case = !src_labels_have_default(s->labels, range);
    return range;
}

/* --- the constant of an edge -------------------------------------------------------------------- */

/* The labels of the exit have the constant, or those of a body that only jumps elsewhere. */
static bool has(const search *s, uint32_t exit, src_constant_kind kind, int64_t value) {
    src_label_range range = s->ranges[exit];
    const src_labels *labels = s->labels;
    if (src_labels_find(labels, kind, value, range.first) < range.end) {
        return true;
    }
    uint32_t label = src_labels_find(labels, kind, value, 0);
    while (label < labels->label_count && s->is_entered[labels->labels[label].section]) {
        label = src_labels_find(labels, kind, value, label + 1);
    }
    return label < labels->label_count;
}

/* The labels of the exit have a name among their alternatives, or something computed. */
static bool has_names(const search *s, uint32_t exit) {
    src_label_range range = s->ranges[exit];
    return src_labels_find(s->labels, SRC_CONSTANT_UNKNOWN, 0, range.first) < range.end;
}

/* A value of 32 bits is compared with a constant of the same bits. */
static bool has_number(const search *s, uint32_t exit, int64_t value) {
    return has(s, exit, SRC_CONSTANT_NUMBER, value) ||
           (value < 0 && value >= INT32_MIN &&
            has(s, exit, SRC_CONSTANT_NUMBER, (int64_t)(uint32_t)value));
}

static double real_of(const dec_view *v, const dec_edge *edge) {
    float single = 0;
    double value = 0;
    if (dec_is_op(v, edge->label + 1, IL_LDC_R8)) {
        memcpy(&value, &edge->constant, sizeof value);
        return value;
    }
    uint32_t bits = (uint32_t)edge->constant;
    memcpy(&single, &bits, sizeof single);
    return (double)single;
}

/* `case 9:` over a double is a comparison with 9.0. */
static bool has_real(const search *s, uint32_t exit, double value) {
    int64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    bool is_whole = value >= -1e15 && value <= 1e15 && (double)(int64_t)value == value;
    return has(s, exit, SRC_CONSTANT_REAL, bits) ||
           (is_whole && has(s, exit, SRC_CONSTANT_NUMBER, (int64_t)value));
}

static bool has_text(const search *s, const dec_edge *edge) {
    const dec_view *v = s->t->v;
    uint8_t character[2] = {(uint8_t)(edge->constant & 0xFF), (uint8_t)(edge->constant >> 8)};
    cc_span units = {NULL, 0};
    if (edge->is_char) {
        units = cc_span_of(character, sizeof character);
    } else if (edge->constant != DEC_EMPTY_TEXT &&
               !md_user_string(v->tables, (uint32_t)edge->constant & 0xFFFFFF, &units)) {
        return false;
    }
    return has(s, edge->exit, SRC_CONSTANT_TEXT, (int64_t)cc_hash64(units));
}

/* What made the tested value, also where it was stored before. */
static uint32_t maker_of(const dec_view *v, uint32_t tested) {
    return tested == DEC_NO_INSN ? tested : dec_kept_value(v, tested);
}

/* The value was in an object, or in a nullable value: it is not a reference. */
static bool is_taken_out(const dec_view *v, uint32_t maker) {
    return dec_is_op(v, maker, IL_UNBOX_ANY) || dec_calls(v, maker, "GetValueOrDefault");
}

/* The value was taken from what the tree tests, after its first test: `case null or []:` tests the
 * length for zero, and no such value is a constant of the whole. */
static bool is_part_of_subject(const dec_tree *t, uint32_t maker) {
    const dec_view *v = t->v;
    uint32_t first = dec_test_insn(v, t->members[0]);
    bool is_made_after = maker != DEC_NO_INSN && maker > first;
    return is_made_after && !dec_plain_load(v, maker, NULL) && !is_taken_out(v, maker) &&
           !dec_calls(v, maker, "get_HasValue");
}

/* The instruction loads an address that a call may store to, or the object of such a field. */
static bool loads_address(const dec_view *v, uint32_t insn) {
    return il_addressed(dec_insn(v, insn)).kind != IL_PLACE_NONE || dec_loads_this(v, insn);
}

/* A Deconstruct after the first test made the value that is loaded: `case (_, null):`. It is not a
 * constant of the whole.
 *
 *     ldloca x; ldloca y; call Deconstruct;  [hidden] ...; ldloc y; brfalse */
static bool is_deconstructed(const dec_tree *t, uint32_t load) {
    const dec_view *v = t->v;
    uint32_t first = dec_test_insn(v, t->members[0]);
    il_place place = load == DEC_NO_INSN ? (il_place){IL_PLACE_NONE, 0} : dec_loaded(v, load);
    for (uint32_t u = first; place.kind != IL_PLACE_NONE && u < load; u++) {
        uint32_t at = dec_calls(v, u, "Deconstruct") ? u : first;
        while (at > first && loads_address(v, at - 1)) {
            at--;
            if (il_is_same_place(il_addressed(dec_insn(v, at)), place)) {
                return true;
            }
        }
    }
    return false;
}

static void label_null(dec_edge *edge, uint32_t test) {
    edge->label = test - 1;
    edge->constant = NUMBER_OF_NULL;
    edge->is_zero = true;
}

/* The labels have zero or false, or a name for it; `is_taken`: the value is known not to be a
 * reference. */
static bool has_zero_value(const search *s, const dec_edge *edge, bool is_taken) {
    if (!edge->is_zero && !is_taken) {
        return false;
    }
    return (is_taken && has_names(s, edge->exit)) || has(s, edge->exit, SRC_CONSTANT_FALSE, 0) ||
           has_number(s, edge->exit, 0);
}

/* The arm on which the tested value is zero, false or null. */
static bool has_zero(const search *s, dec_edge *edge, uint32_t maker) {
    const dec_view *v = s->t->v;
    uint32_t test = dec_test_insn(v, edge->branch);
    bool asks_presence = dec_calls(v, maker, "get_HasValue");
    bool may_be_null = asks_presence || (edge->is_zero && !is_taken_out(v, maker));
    if (may_be_null && has(s, edge->exit, SRC_CONSTANT_NULL, 0)) {
        label_null(edge, test);
        return true;
    }
    if (asks_presence || !has_zero_value(s, edge, is_taken_out(v, maker))) {
        return false;
    }
    edge->label = test - 1;
    edge->constant = 0;
    return true;
}

/* The arm on which the tested value is true, not null or not zero. */
static bool has_true(const search *s, dec_edge *edge, uint32_t maker) {
    const dec_view *v = s->t->v;
    uint32_t test = dec_test_insn(v, edge->branch);
    bool is_value = is_taken_out(v, maker) || dec_plain_load(v, dec_insn_before(v, test), NULL);
    if (!is_value || dec_is_op(v, maker, IL_ISINST) || dec_calls(v, maker, "get_HasValue") ||
        !has(s, edge->exit, SRC_CONSTANT_TRUE, 0)) {
        return false;
    }
    edge->label = test - 1;
    edge->constant = 1;
    return true;
}

static bool is_text_label(const dec_view *v, const dec_edge *edge) {
    bool is_compared = edge->label != DEC_NO_INSN && !edge->is_zero;
    return edge->is_char || (is_compared && (edge->constant == DEC_EMPTY_TEXT ||
                                             dec_is_op(v, edge->label + 1, IL_LDSTR)));
}

static bool has_truth(const search *s, dec_edge *edge) {
    const dec_view *v = s->t->v;
    uint32_t tested = dec_tested_value(v, dec_test_insn(v, edge->branch));
    uint32_t maker = maker_of(v, tested);
    bool when_true =
        dec_arm_if(v, edge->branch, true) == dec_arm_target(v, edge->branch, edge->arm);
    if (edge->is_other_type || dec_is_op(v, maker, IL_ISINST) || is_part_of_subject(s->t, maker) ||
        is_deconstructed(s->t, maker == DEC_NO_INSN ? tested : maker)) {
        return false;
    }
    return when_true ? has_true(s, edge, maker) : has_zero(s, edge, maker);
}

/* `unbox.any T; ldc k; beq`: a value that was in an object stays on the stack, and no load shows
 * what is compared. */
static void label_taken_out(const dec_view *v, dec_edge *edge) {
    int32_t value = 0;
    uint32_t constant = dec_tree_compared(v, edge);
    uint32_t before = constant == DEC_NO_INSN ? DEC_NO_INSN : dec_insn_before(v, constant);
    if (edge->label == DEC_NO_INSN && is_taken_out(v, before)) {
        edge->label = constant - 1;
        edge->constant = dec_is_const(v, constant, &value) ? value : dec_insn(v, constant)->operand;
    }
}

/* The edge is taken for one value of what was in an object, and of none of its parts. */
static bool is_of_object(const dec_view *v, const dec_edge *edge) {
    return edge->label != DEC_NO_INSN && dec_is_op(v, dec_kept_value(v, edge->label), IL_UNBOX_ANY);
}

/* The source has the constant that the value is equal to on the edge. */
static bool is_constant(const search *s, dec_edge *edge) {
    const dec_view *v = s->t->v;
    if (edge->is_part || edge->branch == DEC_NO_BRANCH) {
        return false;
    }
    if (is_text_label(v, edge)) {
        return has_text(s, edge);
    }
    if (dec_is_truth_test(v, edge->branch)) {
        return has_truth(s, edge);
    }
    label_taken_out(v, edge);
    if (edge->label == DEC_NO_INSN) {
        return false;
    }
    bool is_real =
        dec_is_op(v, edge->label + 1, IL_LDC_R8) || dec_is_op(v, edge->label + 1, IL_LDC_R4);
    return is_real ? has_real(s, edge->exit, real_of(v, edge))
                   : has_number(s, edge->exit, edge->constant);
}

/* What is compared is a property of the subject, as in `case Box { Width: 7 }:`. Where no label
 * fits, the edges stay together. */
static bool is_of_part(const dec_tree *t, const dec_edge *edge) {
    if (!t->exits[edge->exit].is_case || edge->label == DEC_NO_INSN || is_text_label(t->v, edge)) {
        return false;
    }
    uint32_t maker = dec_kept_value(t->v, edge->label);
    return !dec_is_op(t->v, maker, IL_ISINST) && is_part_of_subject(t, maker);
}

/* Constants by name may have any value: what the tests show counts. A value from an object that is
 * compared as a whole is such a constant. */
static dec_answer answer_for(const search *s, dec_edge *edge) {
    if (is_constant(s, edge)) {
        return DEC_YES;
    }
    if (!has_names(s, edge->exit) || edge->is_part || is_of_part(s->t, edge)) {
        return DEC_NO;
    }
    return is_of_object(s->t->v, edge) ? DEC_YES : DEC_NOT_KNOWN;
}

/* --- all edges ---------------------------------------------------------------------------------- */

static void begin(search *s, const src_text *text, const src_block *block) {
    dec_view *v = s->t->v;
    s->labels = src_labels_of(text, block, v->arena);
    s->ranges = CC_NEW_ARRAY(v->arena, src_label_range, s->t->exit_count);
    uint32_t sections = s->labels == NULL ? 0 : s->labels->label_count;
    s->is_entered = CC_NEW_ARRAY(v->arena, bool, sections);
    for (uint32_t i = 0; i < s->t->exit_count; i++) {
        s->ranges[i] = range_of(s, block, i);
    }
}

static bool has_all_bodies(const search *s) {
    uint32_t label = 0;
    while (label < s->labels->label_count && s->is_entered[s->labels->labels[label].section]) {
        label++;
    }
    return label == s->labels->label_count;
}

void dec_tree_find_constants(dec_tree *t) {
    const dec_view *v = t->v;
    search s = {.t = t};
    bool may_ask = dec_does(v, DEC_HIDES_SWITCH_HEADS) && !t->is_expression && v->document != 0;
    const src_text *text =
        may_ask && v->sources.text != NULL ? v->sources.text(v->sources.ctx, v->document) : NULL;
    const src_block *block = text == NULL ? NULL : block_of(t, text);
    if (block == NULL) {
        return;
    }
    begin(&s, text, block);
    t->has_all_bodies = has_all_bodies(&s);
    for (uint32_t e = 0; e < t->edge_count; e++) {
        if (t->edges[e].exit != DEC_NO_EXIT) {
            t->edges[e].is_constant = answer_for(&s, &t->edges[e]);
        }
    }
}
