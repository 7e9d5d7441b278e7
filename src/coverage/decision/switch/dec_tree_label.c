/* The labels of edges: "equal to a constant", of a comparison, of a jump table or of a string. See
 * dec_tree.h. */
#include "coverage/decision/switch/dec_tree.h"

/* `LOAD; ldstr; call` of String's operator, or of its Equals, as in F#; for a span of characters
 * `LOAD; ldstr; call AsSpan; call SequenceEqual`. Returns the instruction of the string;
 * DEC_NO_INSN for anything else. */
static uint32_t equal_string(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_back_at(v, insn);
    bool is_equal =
        dec_call(&c, "op_Equality") || dec_call_of(&c, "System.String", "Equals") ||
        (dec_call_of(&c, "System.MemoryExtensions", "SequenceEqual") && dec_call(&c, "AsSpan"));
    return is_equal && dec_is_op(v, c.at, IL_LDSTR) ? c.at : DEC_NO_INSN;
}

/* Visual Basic: `LOAD; ldstr; ldc.i4 compare mode; call CompareString` is 0 for equal strings.
 * Returns the instruction of the string; DEC_NO_INSN for anything else. */
static uint32_t compared_string(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_back_at(v, insn);
    bool is_compared = dec_call(&c, "CompareString") && dec_const(&c, NULL);
    return is_compared && dec_is_op(v, c.at, IL_LDSTR) ? c.at : DEC_NO_INSN;
}

/* `LOAD; constant; test` */
static void set_label(const dec_view *v, dec_edge *edge, uint32_t constant) {
    int32_t value = 0;
    dec_cursor c = dec_before(v, constant);
    bool is_int = dec_is_const(v, constant, &value);
    edge->label = DEC_NO_INSN;
    (void)dec_load(&c, &edge->label);
    edge->constant = is_int ? value : dec_insn(v, constant)->operand;
}

/* brtrue, brfalse: on the result of a comparison of strings, or on the value itself. */
static void label_truth(const dec_view *v, dec_edge *edge) {
    uint32_t test = dec_test_insn(v, edge->branch);
    uint32_t before = dec_insn_before(v, test);
    bool when_true =
        dec_arm_if(v, edge->branch, true) == dec_arm_target(v, edge->branch, edge->arm);
    uint32_t text = compared_string(v, before);
    uint32_t equal = equal_string(v, before);
    uint32_t emptied = dec_emptiness_test(v, test);
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
        edge->is_other_type = dec_is_op(v, dec_kept_value(v, before), IL_ISINST);
        edge->label = before;
        edge->constant = 0;
        edge->is_zero = true;
    }
}

/* The constant of a jump table's first entry: `ldc n; sub; switch`. */
static int64_t first_label(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    dec_cursor c = dec_before(v, insn);
    return dec_op(&c, IL_SUB) && dec_const(&c, &value) ? value : 0;
}

/* F#: the value of the match is made before the table and is in no variable: the instruction
 * that makes it. It is not a part of a value that a pattern takes out. DEC_NO_INSN: something else. */
static uint32_t value_on_stack(const dec_view *v, uint32_t insn) {
    static const char *const parts[] = {"get_Tag", "get_Item", "get_Value", "get_Head"};
    uint32_t made = dec_looked_up(v, insn);
    bool is_whole = dec_does(v, DEC_MATCHES) && dec_is_call(v, made) && !v->is_target[insn];
    for (size_t i = 0; is_whole && i < sizeof parts / sizeof *parts; i++) {
        is_whole = !cc_str_starts(dec_member(v, made), parts[i]);
    }
    return is_whole ? made : DEC_NO_INSN;
}

/* The instruction before the test; for a small constant that is widened to a long, the
 * constant. */
static uint32_t constant_before(const dec_view *v, uint32_t insn) {
    dec_cursor c = dec_before(v, insn);
    uint32_t before = c.at;
    return dec_op(&c, IL_CONV_I8) && dec_is_const(v, c.at, NULL) ? c.at : before;
}

uint32_t dec_tree_compared(const dec_view *v, const dec_edge *edge) {
    uint32_t test = dec_test_insn(v, edge->branch);
    uint32_t before = constant_before(v, test);
    il_op op = edge->arm == 1 ? IL_BEQ : IL_BNE_UN;
    bool is_real = dec_is_op(v, before, IL_LDC_R8) || dec_is_op(v, before, IL_LDC_R4);
    bool is_constant = dec_is_const(v, before, NULL) || dec_is_op(v, before, IL_LDC_I8) || is_real;
    return dec_is_op(v, test, op) && is_constant ? before : DEC_NO_INSN;
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
