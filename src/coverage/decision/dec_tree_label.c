/* The labels of edges: "equal to a constant", of a comparison, of a jump table or of a string. See
 * dec_tree.h. */
#include "coverage/decision/dec_tree.h"

/* `LOAD; constant; test`: the instruction where the load ends. */
static uint32_t load_before_constant(const dec_view *v, uint32_t constant) {
    uint32_t load = dec_insn_before(v, constant);
    return dec_plain_load(v, load, NULL) ? load : DEC_NO_INSN;
}

/* `LOAD; ldstr; call` of String's operator, or of its Equals, as in F#; for a span of characters
 * `LOAD; ldstr; call AsSpan; call SequenceEqual`. Returns the instruction of the string;
 * DEC_NO_INSN for anything else. */
static uint32_t equal_string(const dec_view *v, uint32_t insn) {
    bool is_span = dec_calls_of(v, insn, "System.MemoryExtensions", "SequenceEqual");
    bool is_call = is_span || dec_calls(v, insn, "op_Equality") ||
                   (dec_calls_of(v, insn, "System.String", "Equals"));
    uint32_t text = is_call ? dec_insn_before(v, insn) : DEC_NO_INSN;
    if (is_span) {
        text = dec_calls(v, text, "AsSpan") ? dec_insn_before(v, text) : DEC_NO_INSN;
    }
    return dec_is_op(v, text, IL_LDSTR) ? text : DEC_NO_INSN;
}

/* Visual Basic: `LOAD; ldstr; ldc.i4 compare mode; call CompareString` is 0 for equal strings.
 * Returns the instruction of the string; DEC_NO_INSN for anything else. */
static uint32_t compared_string(const dec_view *v, uint32_t insn) {
    uint32_t last = dec_insn_before(v, insn);
    if (last == DEC_NO_INSN || !dec_calls(v, insn, "CompareString") ||
        !dec_is_const(v, last, NULL)) {
        return DEC_NO_INSN;
    }
    uint32_t text = dec_insn_before(v, last);
    return dec_is_op(v, text, IL_LDSTR) ? text : DEC_NO_INSN;
}

static void set_label(const dec_view *v, dec_edge *edge, uint32_t constant) {
    int32_t value = 0;
    bool is_int = dec_is_const(v, constant, &value);
    edge->label = load_before_constant(v, constant);
    edge->constant = is_int ? value : dec_insn(v, constant)->operand;
}

/* brtrue, brfalse: on the result of a comparison of strings, or on the value itself. */
static void label_truth(const dec_view *v, dec_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    uint32_t before = dec_insn_before(v, b->insn);
    bool when_true = dec_arm_if(v, edge->branch, true) == b->arms[edge->arm].target;
    uint32_t text = compared_string(v, before);
    uint32_t equal = equal_string(v, before);
    uint32_t emptied = dec_emptiness_test(v, b->insn);
    if (text != DEC_NO_INSN) {
        if (!when_true) {
            set_label(v, edge, text);
        }
    } else if (emptied != DEC_NO_INSN) {
        if (when_true) {
            edge->label = emptied;
            edge->constant = DEC_EMPTY_TEXT;
        }
    } else if (equal != DEC_NO_INSN) {
        if (when_true) {
            set_label(v, edge, equal);
        }
    } else if (!when_true && dec_plain_load(v, before, NULL)) {
        edge->label = before;
        edge->constant = 0;
        edge->is_zero = true;
    }
}

/* The constant of a jump table's first entry: `ldc n; sub; switch`. */
static int64_t first_label(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    uint32_t before = dec_insn_before(v, insn);
    bool shifted =
        dec_is_op(v, before, IL_SUB) && dec_is_const(v, dec_insn_before(v, before), &value);
    return shifted ? value : 0;
}

/* F#: the value of the match is made in front of the table and is in no variable: the instruction
 * that makes it. It is no part of a value that a pattern takes out. DEC_NO_INSN: something else. */
static uint32_t value_on_stack(const dec_view *v, uint32_t insn) {
    static const char *const parts[] = {"get_Tag", "get_Item", "get_Value", "get_Head"};
    uint32_t made = dec_insn_before(v, insn);
    if (dec_is_op(v, made, IL_SUB) && dec_is_const(v, dec_insn_before(v, made), NULL)) {
        made = dec_insn_before(v, dec_insn_before(v, made));
    }
    bool is_whole = dec_does(v, DEC_MATCHES) && dec_is_call(v, made) && !v->is_target[insn];
    for (size_t i = 0; is_whole && i < sizeof parts / sizeof *parts; i++) {
        is_whole = !cc_str_starts(dec_member(v, made), parts[i]);
    }
    return is_whole ? made : DEC_NO_INSN;
}

/* The instruction in front of the test; for a small constant that is widened to a long, the
 * constant. */
static uint32_t constant_before(const dec_view *v, uint32_t insn) {
    uint32_t before = dec_insn_before(v, insn);
    uint32_t small = dec_is_op(v, before, IL_CONV_I8) ? dec_insn_before(v, before) : DEC_NO_INSN;
    return dec_is_const(v, small, NULL) ? small : before;
}

uint32_t dec_tree_compared(const dec_view *v, const dec_edge *edge) {
    uint32_t test = dec_test_insn(v, edge->branch);
    uint32_t before = constant_before(v, test);
    bool is_beq = dec_is_op(v, test, IL_BEQ);
    bool is_bne = dec_is_op(v, test, IL_BNE_UN);
    bool equal = (is_beq && edge->arm == 1) || (is_bne && edge->arm == 0);
    bool is_constant = dec_is_const(v, before, NULL) || dec_is_op(v, before, IL_LDC_I8);
    return equal && is_constant ? before : DEC_NO_INSN;
}

/* Labels the edge when it is the "equal to a constant" arm of its test. */
void dec_tree_label_edge(const dec_view *v, dec_edge *edge) {
    const probe_branch *b = &v->plan->branches[edge->branch];
    if (b->kind == PROBE_BRANCH_SWITCH) {
        if (edge->arm > 0) {
            uint32_t load = dec_compared_value(v, b->insn);
            edge->label = load != DEC_NO_INSN ? load : value_on_stack(v, b->insn);
            edge->constant = first_label(v, b->insn) + b->arms[edge->arm].label;
        }
        return;
    }
    if (dec_is_truth_test(v, edge->branch)) {
        label_truth(v, edge);
        return;
    }
    uint32_t constant = dec_tree_compared(v, edge);
    if (constant != DEC_NO_INSN) {
        set_label(v, edge, constant);
    }
}
