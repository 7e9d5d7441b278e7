/* A loop over a range tests before the first round and after each: two branches, one decision.
 *
 * F#:
 *     ldloc last; ldloc i; blt END;  BODY: ...;  i + 1;  ldloc i; ldloc last + 1; bne BODY;  END:
 * Visual Basic, `For i As Object = ..`, where the library decides when it ends:
 *     call ForLoopInitObj; brfalse END;  BODY: ...;  call ForNextCheckObj; brtrue BODY;  END: */
#include "coverage/decision/core/dec_idioms.h"

/* The instruction where the first round begins. The bounds may have an await: what was kept over it
 * is cleared before the first round alone. */
static uint32_t after_guard(const dec_view *v, uint32_t guard) {
    dec_cursor c = dec_at(v, guard + 1);
    bool is_cleared = v->is_machine;
    while (is_cleared) {
        is_cleared = dec_is_insn(v, c.at) && v->starts[c.at] == 0 && dec_clears_field(&c);
    }
    return c.at;
}

static void join_loop(dec_view *v, uint32_t guard, uint32_t again) {
    dec_decision *loop = dec_add_decision(v, dec_test_insn(v, guard), 2);
    dec_merge_arms(v, loop, guard, 1);
    dec_merge_arms(v, loop, again, 0);
}

static bool is_two_armed(const dec_view *v, uint32_t b) {
    return dec_is_kept(v, b) && dec_is_kind(v, b, PROBE_BRANCH_COND);
}

static bool is_range(const dec_view *v, uint32_t guard, uint32_t again) {
    const probe_branch *g = &v->plan->branches[guard];
    const probe_branch *a = &v->plan->branches[again];
    uint32_t right = dec_insn_before(v, g->insn);
    return is_two_armed(v, guard) && is_two_armed(v, again) && a->arms[1].target == g->insn + 1 &&
           g->arms[1].target == a->insn + 1 && dec_plain_load(v, right, NULL);
}

/* Pairs each guard with the branch at the end of the round: the one whose taken arm goes back to
 * the instruction after the guard. */
void dec_idiom_range(dec_view *v) {
    uint32_t count = v->plan->branch_count;
    uint32_t *back_to = CC_NEW_ARRAY(v->arena, uint32_t, (size_t)v->body->insn_count + 1);
    for (uint32_t b = 0; b < count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (branch->kind == PROBE_BRANCH_COND && branch->arms[1].target <= branch->insn) {
            back_to[branch->arms[1].target] = b + 1;
        }
    }
    for (uint32_t b = 0; b < count; b++) {
        uint32_t again = back_to[dec_test_insn(v, b) + 1];
        if (again > 0 && is_range(v, b, again - 1)) {
            join_loop(v, b, again - 1);
        }
    }
}

/* The test asks what the library's method returned. */
static bool asks(const dec_view *v, uint32_t b, const char *method) {
    uint32_t made = dec_tested_value(v, dec_test_insn(v, b));
    return is_two_armed(v, b) && dec_calls(v, made, method);
}

/* Names of the library's methods say what the two tests are, and only the pair has one first round.
 * Where the ways lead is not compared: optimised code follows jumps, of one test and not of the
 * other. */
void dec_idiom_for_object(dec_view *v) {
    for (uint32_t guard = 0; guard < v->plan->branch_count; guard++) {
        if (!asks(v, guard, "ForLoopInitObj")) {
            continue;
        }
        uint32_t begin = dec_skip_jumps(v, after_guard(v, dec_test_insn(v, guard)));
        for (uint32_t b = guard + 1; b < v->plan->branch_count; b++) {
            if (asks(v, b, "ForNextCheckObj") && dec_arm_dest(v, b, 1) == begin) {
                join_loop(v, guard, b);
                break;
            }
        }
    }
}
