/* C#: `text + thing`. Null counts as empty in a concatenation, so the compiler tests every object
 * for null before it calls ToString:
 *
 *     X; dup; brtrue L; pop; ldnull; br M;  L: callvirt Object.ToString;  M: ... call String.Concat
 *
 * or with X loaded twice, or boxed for the test when the type of X is a type parameter. Longer ones
 * are first put into an array, and over an await they are kept in fields. `text +
 * thing?.ToString()` compiles to the same code; it is treated as the shorter text. */
#include "coverage/decision/core/dec_idioms.h"

/* Straight code from a value on: the depth of the stack, counted from the value. One walk after
 * another uses the arrays. */
typedef struct stack_walk {
    int32_t depth;
    uint32_t first;
    int32_t *at;       /* by instruction: the depth that a jump of this walk brings to it */
    uint32_t *brought; /* by instruction: `first` + 1 of the walk that brought it */
} stack_walk;

/* Where both arms meet; DEC_NO_INSN when the branch is another test. */
static uint32_t join_of_null_test(const dec_view *v, uint32_t b) {
    dec_cursor absent = dec_if(v, b, false);
    dec_cursor present = dec_if(v, b, true);
    (void)dec_load(&present, NULL);
    bool is_it = dec_maybe(&absent, IL_POP) && dec_op(&absent, IL_LDNULL) &&
                 dec_is_op(v, present.at, IL_CALLVIRT) &&
                 dec_call_of(&present, "System.Object", "ToString") && dec_skip(&absent) &&
                 dec_skip(&present) && absent.at == present.at;
    return is_it ? absent.at : DEC_NO_INSN;
}

static bool note_jump(const dec_view *v, stack_walk *w, uint32_t insn) {
    uint32_t target = dec_insn(v, insn)->target;
    if (target > insn) {
        w->at[target] = w->depth;
        w->brought[target] = w->first + 1;
    }
    return target > insn;
}

/* Applies the instruction's effect on the stack; false when the straight code ends. */
static bool step(const dec_view *v, stack_walk *w, uint32_t insn, int32_t pops, int32_t pushes) {
    il_flow flow = dec_flow(v, insn);
    w->depth += pushes - pops;
    if (flow == IL_FLOW_COND) {
        return note_jump(v, w, insn);
    }
    if (flow == IL_FLOW_BRANCH) {
        bool goes_on = note_jump(v, w, insn) && w->brought[insn + 1] == w->first + 1;
        w->depth = goes_on ? w->at[insn + 1] : w->depth;
        return goes_on;
    }
    return dec_goes_on(v, insn);
}

/* The instruction that pops what is on top of the stack before `first`; DEC_NO_INSN. */
static uint32_t consumer(const dec_view *v, stack_walk *w, uint32_t first) {
    w->first = first;
    w->depth = 1;
    for (uint32_t u = first; dec_is_insn(v, u); u++) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        if (dec_starts_visible(v, u) ||
            !il_stack_effect(dec_insn(v, u), &v->method->resolver, &pops, &pushes)) {
            return DEC_NO_INSN;
        }
        if ((int32_t)pops >= w->depth && !dec_is_op(v, u, IL_DUP)) {
            return u;
        }
        if (!step(v, w, u, (int32_t)pops, (int32_t)pushes)) {
            return DEC_NO_INSN;
        }
    }
    return DEC_NO_INSN;
}

/* Where the stored value, of a local or a field of `this`, is loaded again in the same statement;
 * DEC_NO_INSN. */
static uint32_t load_of_stored(const dec_view *v, uint32_t store) {
    uint32_t u = store + 1;
    while (dec_is_insn(v, u) && !dec_starts_visible(v, u)) {
        if (dec_reloads(v, store, u) && dec_plain_load(v, u, NULL)) {
            return u;
        }
        u++;
    }
    return DEC_NO_INSN;
}

/* Over an await in another operand the text is kept in a field: the instruction that pops it after
 * its load. */
static uint32_t consumer_of_kept(const dec_view *v, stack_walk *w, uint32_t insn) {
    uint32_t load = load_of_stored(v, insn);
    while (load != DEC_NO_INSN) {
        insn = consumer(v, w, load + 1);
        load = insn == DEC_NO_INSN ? DEC_NO_INSN : load_of_stored(v, insn);
    }
    return insn;
}

static bool is_concatenated(const dec_view *v, stack_walk *w, uint32_t join) {
    uint32_t insn = consumer(v, w, join);
    if (insn != DEC_NO_INSN && v->is_machine) {
        insn = consumer_of_kept(v, w, insn);
    }
    if (dec_is_op(v, insn, IL_STELEM_REF)) {
        insn = consumer(v, w, insn + 1); /* the consumer of the array */
    }
    return dec_is_op(v, insn, IL_CALL) && dec_calls_of(v, insn, "System.String", "Concat");
}

void dec_idiom_concat(dec_view *v) {
    size_t insns = (size_t)v->body->insn_count + 1;
    stack_walk w = {.at = CC_NEW_ARRAY(v->arena, int32_t, insns),
                    .brought = CC_NEW_ARRAY(v->arena, uint32_t, insns)};
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        uint32_t join = dec_is_truth_test(v, b) ? join_of_null_test(v, b) : DEC_NO_INSN;
        if (join != DEC_NO_INSN && is_concatenated(v, &w, join)) {
            dec_drop(v, b);
        }
    }
}
