/* A loop over a range tests before the first round and behind each: two branches, one decision.
 *
 * F#:
 *     ldloc last; ldloc i; blt END;  BODY: ...;  i + 1;  ldloc i; ldloc last + 1; bne BODY;  END:
 * Visual Basic, `For i As Object = ..`, where the library decides when it ends:
 *     call ForLoopInitObj; brfalse END;  BODY: ...;  call ForNextCheckObj; brtrue BODY;  END: */
#include "coverage/decision/dec_idioms.h"

static bool tests_call_of(const dec_view *v, uint32_t insn, const char *method) {
    uint32_t made = dec_tested_value(v, insn);
    return made != DEC_NO_INSN && dec_calls(v, made, method);
}

/* Length of code that clears a field in which a state machine kept an operand over an await; 0: there is none.
 *
 *     ldarg.0; ldnull; stfld    ldarg.0; ldflda; initobj */
static uint32_t clearing(const dec_view *v, uint32_t insn) {
    if (insn + 2 >= v->body->insn_count || !il_loads_this(dec_insn(v, insn)) ||
        v->starts[insn] != 0) {
        return 0;
    }
    bool is_null = dec_is_op(v, insn + 1, IL_LDNULL) && dec_is_op(v, insn + 2, IL_STFLD);
    bool is_empty = dec_is_op(v, insn + 1, IL_LDFLDA) && dec_is_op(v, insn + 2, IL_INITOBJ);
    return is_null || is_empty ? 3 : 0;
}

/* The instruction where the first round begins. The bounds may have an await: what was kept over it is cleared in front of the first
 * round alone. */
static uint32_t behind_guard(const dec_view *v, uint32_t guard) {
    uint32_t begin = guard + 1;
    while (v->is_machine && clearing(v, begin) > 0) {
        begin += clearing(v, begin);
    }
    return begin;
}

/* The instructions of the two tests are those of such a loop. */
typedef bool tests_loop(const dec_view *v, uint32_t guard, uint32_t again);

static bool tests_object(const dec_view *v, uint32_t guard, uint32_t again) {
    return tests_call_of(v, guard, "ForLoopInitObj") && tests_call_of(v, again, "ForNextCheckObj");
}

static bool tests_range(const dec_view *v, uint32_t guard, uint32_t again) {
    uint32_t first = 0;
    uint32_t right = dec_insn_before(v, guard);
    (void)again;
    return right != DEC_NO_INSN && dec_plain_load(v, right, &first);
}

static bool is_loop(const dec_view *v, uint32_t guard, uint32_t again, tests_loop *tests) {
    const probe_branch *g = &v->plan->branches[guard];
    const probe_branch *a = &v->plan->branches[again];
    bool two_armed = g->kind == PROBE_BRANCH_COND && a->kind == PROBE_BRANCH_COND &&
                     dec_is_kept(v, guard) && dec_is_kept(v, again);
    return two_armed && a->arms[1].target == behind_guard(v, g->insn) &&
           g->arms[1].target == a->insn + 1 && tests(v, g->insn, a->insn);
}

static void join_loop(dec_view *v, uint32_t guard, uint32_t again) {
    dec_decision *loop = dec_add_decision(v, v->plan->branches[guard].insn, 2);
    if (loop != NULL && dec_merge_arms(v, loop, guard, 1)) {
        (void)dec_merge_arms(v, loop, again, 0);
    }
}

/* Pairs each guard with the branch at the end of the round: the one whose taken arm goes back to
 * where the first round begins. */
static void join_loops(dec_view *v, tests_loop *tests) {
    uint32_t count = v->plan->branch_count;
    uint32_t *back_to = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)v->body->insn_count + 1);
    if (back_to == NULL) {
        v->failed = true;
        return;
    }
    for (uint32_t b = 0; b < count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (branch->kind == PROBE_BRANCH_COND && branch->arms[1].target <= branch->insn) {
            back_to[branch->arms[1].target] = b + 1;
        }
    }
    for (uint32_t b = 0; b < count && !v->failed; b++) {
        uint32_t again = back_to[behind_guard(v, v->plan->branches[b].insn)];
        if (again > 0 && is_loop(v, b, again - 1, tests)) {
            join_loop(v, b, again - 1);
        }
    }
}

void dec_idiom_range(dec_view *v) {
    join_loops(v, tests_range);
}

void dec_idiom_for_object(dec_view *v) {
    join_loops(v, tests_object);
}
