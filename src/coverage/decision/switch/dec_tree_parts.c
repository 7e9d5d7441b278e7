/* C#: parts of strings that a switch over strings tests. Strings are looked up by their length and
 * then by a character: a length of zero is the label `case "":`, a character of a string of length
 * one is the label of that string. Any other test of a part comes from a pattern among the labels,
 * `case { Length: 9 }:` or `case ['x', ..]:`, and is not a label. Input: the labels of a tree as its
 * tests give them. See dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

bool dec_tree_same_value(const dec_view *v, uint32_t a, uint32_t b) {
    return dec_same_load(v, a, b) || (dec_does(v, DEC_COPIES_OPERANDS) &&
                                      dec_same_load(v, dec_first_load(v, a), dec_first_load(v, b)));
}

/* A label of the tree is a string that is compared with the value loaded here. */
static bool has_text_of(const dec_tree *t, uint32_t load) {
    for (uint32_t e = 0; e < t->edge_count; e++) {
        uint32_t label = t->edges[e].label;
        if (label != DEC_NO_INSN && dec_is_op(t->v, label + 1, IL_LDSTR) &&
            dec_tree_same_value(t->v, label, load)) {
            return true;
        }
    }
    return false;
}

/* The instruction before an index: a constant, or a length less a constant. */
static uint32_t before_index(const dec_view *v, uint32_t index) {
    dec_cursor c = dec_back_at(v, index);
    bool is_less = dec_op(&c, IL_SUB);
    bool is_index = dec_const(&c, NULL) && (!is_less || dec_load_local(&c, NULL));
    return is_index ? c.at : DEC_NO_INSN;
}

/* The part of a string that an instruction tests. */
typedef struct part {
    /* instruction where the load of the string ends; DEC_NO_INSN: no part of a string with
     * labels */
    uint32_t text;
    bool is_char;
    /* a pattern tests it: that is a separate step, with a hidden point after it */
    bool is_step;
} part;

/* The call that returns a character: get_Chars of a string, `call get_Item; ldind.u2` of a span. */
static uint32_t char_call(const dec_view *v, uint32_t made) {
    if (dec_calls(v, made, "get_Chars")) {
        return made;
    }
    dec_cursor c = dec_back_at(v, made);
    bool is_span =
        dec_op(&c, IL_LDIND_U2) && (dec_calls_of(v, c.at, "System.ReadOnlySpan`1", "get_Item") ||
                                    dec_calls_of(v, c.at, "System.Span`1", "get_Item"));
    return is_span ? c.at : DEC_NO_INSN;
}

/* `LOAD; call get_Length` or `LOAD; index; call get_Chars`, stored in a variable or not. */
static part find_part(const dec_tree *t, uint32_t insn) {
    const dec_view *v = t->v;
    part found = {DEC_NO_INSN, false, false};
    uint32_t made = dec_kept_value(v, insn);
    uint32_t call = char_call(v, made);
    uint32_t load = DEC_NO_INSN;
    found.is_char = call != DEC_NO_INSN;
    if (found.is_char) {
        load = before_index(v, dec_insn_before(v, call));
    } else if (dec_calls(v, made, "get_Length")) {
        load = dec_insn_before(v, made);
    }
    if (dec_plain_load(v, load, NULL) && has_text_of(t, load)) {
        bool is_stored = made + 1 < insn;
        found.text = load;
        found.is_step = dec_starts_hidden(v, is_stored ? made + 2 : made + 1);
    }
    return found;
}

/* The arm of brtrue or brfalse on which the value is zero. */
static bool is_false_arm(const dec_view *v, const dec_edge *edge) {
    return dec_is_truth_test(v, edge->branch) &&
           dec_arm_if(v, edge->branch, false) == dec_arm_target(v, edge->branch, edge->arm);
}

/* The instruction where the value ends that is zero or another constant on the edge;
 * DEC_NO_INSN. */
static uint32_t compared_with(const dec_view *v, const dec_edge *edge) {
    uint32_t test = dec_test_insn(v, edge->branch);
    if (dec_is_kind(v, edge->branch, PROBE_BRANCH_SWITCH)) {
        return edge->arm > 0 ? dec_looked_up(v, test) : DEC_NO_INSN;
    }
    if (is_false_arm(v, edge)) {
        return dec_insn_before(v, test);
    }
    uint32_t constant = dec_tree_compared(v, edge);
    return constant == DEC_NO_INSN ? edge->label : dec_insn_before(v, constant);
}

static void label_part(const dec_tree *t, dec_edge *edge) {
    part asked = find_part(t, compared_with(t->v, edge));
    if (asked.text == DEC_NO_INSN) {
        return;
    }
    bool is_zero = is_false_arm(t->v, edge) || edge->constant == 0;
    edge->label = asked.text;
    edge->is_part = asked.is_step || (!is_zero && !asked.is_char);
    edge->is_char = asked.is_char && !edge->is_part;
    if (!edge->is_part && !edge->is_char) {
        edge->constant = DEC_EMPTY_TEXT;
        edge->is_zero = false;
    }
}

void dec_tree_label_parts(dec_tree *t) {
    for (uint32_t e = 0; dec_does(t->v, DEC_LOOKS_TEXTS_UP) && e < t->edge_count; e++) {
        /* the edge of a condition that fails has no label: it may ask for the length of another
         * string in the same variable */
        uint32_t branch = t->edges[e].branch;
        bool is_test = branch != DEC_NO_BRANCH && t->is_member[branch];
        if (is_test && t->edges[e].exit != DEC_NO_EXIT) {
            label_part(t, &t->edges[e]);
        }
    }
}
