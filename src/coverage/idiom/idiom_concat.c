/* C#: `text + thing`. What is null counts as empty in a concatenation, so the compiler asks every
 * object for null before it calls ToString:
 *   X; dup; brtrue L; pop; ldnull; br M;  L: callvirt Object.ToString;  M: ... call String.Concat
 * or with X loaded twice, or boxed for the test when X is a type parameter's. Longer ones are put into
 * an array first, and over an await they are kept in fields. `text + thing?.ToString()` is the same code;
 * it is taken for the shorter text. */
#include "coverage/idiom/cov_view.h"

enum { MAX_CODE = 256, MAX_COPIES = 4, UNSEEN = -1 };

/* Straight code from the value on: how deep the stack is, counted from the value. */
typedef struct stack_walk {
    uint32_t first;
    int32_t depth;
    int32_t at[MAX_CODE]; /* by unit: where a jump has led to it; UNSEEN */
} stack_walk;

/* Where both arms meet; COV_NO_UNIT when this is not the question. */
static uint32_t join_of_question(const cov_view *v, uint32_t b) {
    uint32_t absent = cov_settle(v, cov_arm_if(v, b, false));
    uint32_t present = cov_settle(v, cov_arm_if(v, b, true));
    if (absent == COV_NO_UNIT || present == COV_NO_UNIT) {
        return COV_NO_UNIT;
    }
    absent += cov_is_op(v, absent, IL_POP) ? 1 : 0;
    present += cov_load_length(v, present);
    if (!cov_is_op(v, absent, IL_LDNULL) || !cov_is_op(v, present, IL_CALLVIRT) ||
        !cov_calls(v, present, "ToString") ||
        !cc_str_eqz(cov_member_type(v, present), "System.Object")) {
        return COV_NO_UNIT;
    }
    uint32_t join = cov_settle(v, absent + 1);
    return join == cov_settle(v, present + 1) ? join : COV_NO_UNIT;
}

static bool note_jump(const cov_view *v, stack_walk *w, uint32_t unit) {
    uint32_t target = cov_unit(v, unit)->target;
    bool is_near = target > unit && target - w->first < MAX_CODE;
    if (is_near) {
        w->at[target - w->first] = w->depth;
    }
    return is_near;
}

/* Takes the unit's effect into account, as far as the value is not taken from the stack. */
static bool step(const cov_view *v, stack_walk *w, uint32_t unit, int32_t pops, int32_t pushes) {
    il_flow flow = (il_flow)il_op_get((il_op)cov_unit(v, unit)->op)->flow;
    w->depth += pushes - pops;
    if (flow == IL_FLOW_COND) {
        return note_jump(v, w, unit);
    }
    if (flow == IL_FLOW_BRANCH) {
        uint32_t next = unit + 1 - w->first;
        bool goes_on = note_jump(v, w, unit) && next < MAX_CODE && w->at[next] != UNSEEN;
        w->depth = goes_on ? w->at[next] : w->depth;
        return goes_on;
    }
    return cov_goes_on(v, unit);
}

/* The unit that takes what is on top of the stack in front of `first`; COV_NO_UNIT. */
static uint32_t taker(const cov_view *v, uint32_t first) {
    stack_walk w = {.first = first, .depth = 1};
    for (int i = 0; i < MAX_CODE; i++) {
        w.at[i] = UNSEEN;
    }
    for (uint32_t u = first; u < v->body->unit_count && u - first < MAX_CODE; u++) {
        uint32_t pops = 0;
        uint32_t pushes = 0;
        if ((v->starts[u] & COV_START_VISIBLE) != 0 ||
            !il_stack_effect(cov_unit(v, u), &v->method->resolver, &pops, &pushes)) {
            return COV_NO_UNIT;
        }
        if ((int32_t)pops >= w.depth && !cov_is_op(v, u, IL_DUP)) {
            return u;
        }
        if (!step(v, &w, u, (int32_t)pops, (int32_t)pushes)) {
            return COV_NO_UNIT;
        }
    }
    return COV_NO_UNIT;
}

/* The unit loads what the other one stores: a local, or a field of `this`. */
static bool loads_stored(const cov_view *v, uint32_t load, uint32_t store) {
    int32_t stored = -1;
    int32_t loaded = -1;
    uint32_t first = 0;
    if (cov_is_store_local(v, store, &stored)) {
        return cov_is_load_local(v, load, &loaded) && loaded == stored;
    }
    return cov_is_op(v, store, IL_STFLD) && cov_is_op(v, load, IL_LDFLD) &&
           cov_plain_load(v, load, &first) &&
           cov_unit(v, load)->operand == cov_unit(v, store)->operand;
}

/* Where what the unit stores is loaded again in the same statement; COV_NO_UNIT. */
static uint32_t load_of_stored(const cov_view *v, uint32_t store) {
    uint32_t u = store + 1;
    while (u < v->body->unit_count && (v->starts[u] & COV_START_VISIBLE) == 0) {
        if (loads_stored(v, u, store)) {
            return u;
        }
        u++;
    }
    return COV_NO_UNIT;
}

/* Over an await in another operand the text is kept in a field: the unit that takes it behind its load. */
static uint32_t taker_of_kept(const cov_view *v, uint32_t unit) {
    for (int copies = 0; copies < MAX_COPIES && unit != COV_NO_UNIT; copies++) {
        uint32_t load = load_of_stored(v, unit);
        if (load == COV_NO_UNIT) {
            break;
        }
        unit = taker(v, load + 1);
    }
    return unit;
}

static bool is_concatenated(const cov_view *v, uint32_t join) {
    uint32_t unit = taker(v, join);
    if (unit != COV_NO_UNIT && v->is_machine) {
        unit = taker_of_kept(v, unit);
    }
    if (unit != COV_NO_UNIT && cov_is_op(v, unit, IL_STELEM_REF)) {
        unit = taker(v, unit + 1); /* of the array */
    }
    return unit != COV_NO_UNIT && cov_is_op(v, unit, IL_CALL) && cov_calls(v, unit, "Concat") &&
           cc_str_eqz(cov_member_type(v, unit), "System.String");
}

void cov_idiom_concat(cov_view *v) {
    for (uint32_t b = 0; v->language == PDB_LANG_CSHARP && b < v->plan->branch_count; b++) {
        uint32_t join = cov_is_truth_test(v, b) ? join_of_question(v, b) : COV_NO_UNIT;
        if (join != COV_NO_UNIT && is_concatenated(v, join)) {
            cov_drop(v, b);
        }
    }
}
