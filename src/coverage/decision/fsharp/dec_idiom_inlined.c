/* F#. Inlined code has no points: slices, the count of a range, disposal, checks of static
 * initialisation, array patterns, functions of the library (in optimised code). What the user
 * writes after then, else, &&, || or -> has a point of its own. So a test is not the user's
 *
 *   - when the same points come next whatever its result; a throw without a point is not a continuation;
 *   - when one of its arms is a value without a point and the other is not immediately the user's:
 *      brfalse NONE; ...get_Value; stloc x; [the user's lambda] ...;  NONE: ldnull; br M
 *     (with && and || it is: the right operand);
 *   - when it decides whether a lambda of the statement runs (dec_inlined_lambda.h);
 *   - when it is that of a loop and has no point: br TEST; BODY: ...; TEST: ldloc; brtrue BODY.
 *
 * Output: such branches are dropped. A left operand that was moved into a later statement has its
 * first point before its right operand; its decision is placed there. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_trace.h"
#include "coverage/decision/core/dec_value.h"
#include "coverage/decision/fsharp/dec_bool_function.h"
#include "coverage/decision/fsharp/dec_inlined_lambda.h"
#include "coverage/decision/fsharp/dec_point_walk.h"

enum { MAX_OPERANDS = 64 };

/* --- the same points -------------------------------------------------------------------------- */

/* All arms lead to the same points and leave the method alike, except those that only throw.
 * `resume_at` is where one of the others begins. */
static bool decides_nothing(dec_point_walk *w, const probe_branch *branch, uint32_t *resume_at) {
    dec_point_walk one = {.id = 0};
    bool same = true;
    w->first = w->id + 1;
    *resume_at = DEC_NO_INSN;
    for (uint32_t a = 0; same && a < branch->arm_count; a++) {
        dec_walk_from(w, branch->arms[a].target);
        if (w->count == 0 && !w->returns && !w->throws) {
            w->first = one.id == 0 ? w->id + 1 : w->first;
        } else if (one.id == 0) {
            one = *w;
            same = !w->throws;
            *resume_at = branch->arms[a].target;
        } else {
            same = w->count == one.count && w->common == one.count && w->returns == one.returns &&
                   !w->throws;
        }
    }
    return same;
}

/* --- values and loops ------------------------------------------------------------------------- */

/* From the arm's target past nops and jumps, up to a visible point. */
static uint32_t begin_of(const dec_view *v, uint32_t insn) {
    for (uint32_t steps = 0; dec_is_insn(v, steps) && dec_is_insn(v, insn); steps++) {
        bool jumps = dec_is_br(v, insn);
        bool is_over = !jumps && !dec_is_op(v, insn, IL_NOP);
        if (is_over || dec_starts_visible(v, insn)) {
            return insn;
        }
        insn = jumps ? dec_insn(v, insn)->target : insn + 1;
    }
    return v->body->insn_count;
}

/* The other case of a result, passed on: `load r; call get_ErrorValue; call NewError`. */
static uint32_t length_of_result(const dec_view *v, uint32_t insn) {
    uint32_t take = insn + dec_load_length(v, insn);
    bool is_case =
        take > insn && dec_is_insn(v, take + 1) &&
        (dec_calls(v, take, "get_ErrorValue") || dec_calls(v, take, "get_ResultValue")) &&
        (dec_calls(v, take + 1, "NewError") || dec_calls(v, take + 1, "NewOk"));
    return is_case && !dec_visible_in(v, insn, take + 2) ? take + 2 - insn : 0;
}

/* Length in instructions of a value that is made without any code of the user; 0: it is something
 * else. */
static uint32_t length_of_value(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    bool is_one = dec_is_const(v, insn, &value) || dec_is_op(v, insn, IL_LDNULL) ||
                  dec_is_op(v, insn, IL_LDC_I8) || dec_is_op(v, insn, IL_LDC_R8) ||
                  dec_is_op(v, insn, IL_LDC_R4) || dec_is_op(v, insn, IL_LDSTR) ||
                  dec_is_load_local(v, insn, &value) || dec_calls(v, insn, "get_Empty") ||
                  dec_calls(v, insn, "get_ValueNone") || dec_calls(v, insn, "Empty");
    uint32_t result = length_of_result(v, insn);
    return result > 0 ? result : is_one ? 1 : 0;
}

/* The arm is one value, at a hidden point, that goes to where the paths meet. */
static bool is_bare_value(const dec_view *v, uint32_t target) {
    uint32_t insn = begin_of(v, target);
    if (!dec_is_insn(v, insn) || v->starts[insn] != DEC_START_HIDDEN) {
        return false;
    }
    uint32_t length = length_of_value(v, insn);
    uint32_t next = insn + length;
    while (dec_is_op(v, next, IL_NOP) && !dec_starts_visible(v, next)) {
        next++;
    }
    if (dec_is_op(v, dec_skip_jumps(v, next), IL_ENDFILTER)) {
        return false; /* the result of a pattern after `with` that does not match */
    }
    bool ends = dec_is_br(v, next) || dec_is_op(v, next, IL_RET) ||
                (dec_is_insn(v, next) && v->is_target[next]);
    return length > 0 && ends;
}

/* The visible point with which the arm begins; values on the stack may be stored before it.
 * DEC_NO_INSN: it begins with something else. */
static uint32_t first_place(const dec_view *v, uint32_t target, bool *puts_away) {
    int32_t local = 0;
    uint32_t insn = begin_of(v, target);
    *puts_away = false;
    while (dec_is_store_local(v, insn, &local) && !dec_starts_visible(v, insn)) {
        *puts_away = true;
        insn++;
    }
    bool is_visible = dec_starts_visible(v, insn);
    return is_visible ? insn : DEC_NO_INSN;
}

static uint64_t place_in_source(const dec_view *v, uint32_t insn) {
    const pdb_point *p = &v->method->points[v->point_at[insn]];
    return ((uint64_t)p->start_line << 32) | p->start_column;
}

/* Optimised code computes a variable without the point of `let`, or where it is used: the last
 * point before the left operand is that of another statement. That point is after the right
 * operand in the source, or its value was already stored, or its path ends before the operand. */
static bool is_moved(const dec_view *v, uint32_t b, uint32_t right) {
    int32_t local = 0;
    bool is_over = false;
    uint32_t start = v->plan->branches[b].insn;
    while (start > 0 && !dec_starts_visible(v, start)) {
        start--;
        is_over = is_over || dec_is_br(v, start) ||
                  (v->is_target[start] && dec_is_store_local(v, start, &local));
    }
    if (v->point_at[start] == PROBE_NONE || v->point_at[right] == PROBE_NONE) {
        return false;
    }
    return place_in_source(v, right) < place_in_source(v, start) ||
           (is_over && !dec_point_contains(v, start, right));
}

/* The left operand of the condition of a rule lost its point when it was split: tests of the
 * pattern are before it. The constant on its path past the right operand is tested at once. */
static bool is_taken_apart(const dec_view *v, uint32_t b, uint32_t arm) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t start = branch->insn;
    while (start > 0 && v->starts[start] == 0 && dec_successor(v, start - 1, 0) == start) {
        start--;
    }
    dec_trace w = dec_trace_from(v, branch, arm);
    for (uint32_t i = 0; v->starts[start] == 0 && dec_is_insn(v, i) && dec_is_insn(v, w.insn);
         i++) {
        if (dec_has_branch(v, w.insn)) {
            return dec_trace_is_known(&w) && dec_trace_branch(&w);
        }
        bool jumps = dec_is_br(v, w.insn);
        if (dec_starts_visible(v, w.insn)) {
            break;
        }
        if (jumps) {
            w.insn = dec_insn(v, w.insn)->target;
        } else {
            dec_trace_step(&w);
        }
    }
    return false;
}

/* The test begins with the visible point at which the left operand of && or || continues; both
 * share the other destination. */
static bool is_right_operand(const dec_view *v, uint32_t b) {
    const probe_branch *right = &v->plan->branches[b];
    uint32_t start = dec_last_visible(v, right->insn);
    for (uint32_t left = b > MAX_OPERANDS ? b - MAX_OPERANDS : 0; left < b; left++) {
        const probe_branch *branch = &v->plan->branches[left];
        bool is_operand =
            branch->kind == PROBE_BRANCH_COND && (dec_is_kept(v, left) || dec_is_merged(v, left));
        for (uint32_t a = 0; a < 2 && is_operand; a++) {
            bool puts_away = false;
            uint32_t out = dec_skip_jumps(v, branch->arms[1 - a].target);
            if (first_place(v, branch->arms[a].target, &puts_away) == start &&
                (dec_skip_jumps(v, right->arms[0].target) == out ||
                 dec_skip_jumps(v, right->arms[1].target) == out)) {
                return true;
            }
        }
    }
    return false;
}

/* A loop over a list: the next round takes its head, without any point since the test. */
static bool takes_head(const dec_view *v, uint32_t b) {
    int32_t local = 0;
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t test = dec_insn_before(v, branch->insn);
    uint32_t body = dec_arm_if(v, b, true);
    return dec_is_load_local(v, test, &local) && v->starts[test] == 0 && body < branch->insn &&
           v->starts[body] == 0 && dec_is_load_local(v, body, &local) &&
           dec_calls(v, body + 1, "get_HeadOrDefault");
}

/* The same with the test before: a function of the library keeps the list it walks in a variable
 * of its own, which a match does not test. */
static bool takes_head_after(const dec_view *v, uint32_t b) {
    int32_t local = 0;
    uint32_t insn = v->plan->branches[b].insn;
    uint32_t test = dec_insn_before(v, insn);
    return dec_arm_if(v, b, true) == insn + 1 && dec_is_load_local(v, test, &local) &&
           v->starts[test] == 0 && v->is_target[test] && v->starts[insn + 1] == 0 &&
           dec_is_load_local(v, insn + 1, &local) && dec_calls(v, insn + 2, "get_HeadOrDefault");
}

static bool is_loop_of_library(const dec_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t body = branch->arms[1].target;
    if (dec_is_truth_test(v, b) && (takes_head(v, b) || takes_head_after(v, b))) {
        return true;
    }
    if (body == 0 || body >= branch->insn || !dec_is_br(v, body - 1)) {
        return false;
    }
    uint32_t test = dec_insn(v, body - 1)->target;
    return test > body && test <= branch->insn && !dec_visible_in(v, test, branch->insn + 1);
}

/* --- the idiom -------------------------------------------------------------------------------- */

bool dec_tests_result(const dec_view *v, uint32_t branch) {
    uint32_t insn = v->plan->branches[branch].insn;
    uint32_t box = dec_insn_before(v, insn);
    return box != DEC_NO_INSN && box >= 3 && v->plan->branches[branch].kind == PROBE_BRANCH_COND &&
           dec_asks_truth(v, insn) && dec_is_op(v, box, IL_BOX) &&
           dec_last_start(v, insn) < box - 2 && dec_starts_visible(v, dec_last_start(v, insn)) &&
           dec_reloads(v, box - 2, box - 1) && dec_is_call(v, box - 3);
}

bool dec_tests_option(const dec_view *v, uint32_t branch) {
    il_call_effect effect = {0, 0, IL_TYPE_UNKNOWN};
    const il_resolver *resolver = &v->method->resolver;
    uint32_t insn = v->plan->branches[branch].insn;
    uint32_t call = insn == 0 ? DEC_NO_INSN : insn - 1;
    if (!v->is_optimised || !dec_does(v, DEC_MATCHES) || call == DEC_NO_INSN ||
        v->plan->branches[branch].kind != PROBE_BRANCH_COND || !dec_asks_truth(v, insn) ||
        v->is_target[insn] || v->starts[insn] != 0 || !dec_is_call(v, call)) {
        return false;
    }
    cc_str name = dec_member(v, call);
    const il_insn *u = dec_insn(v, call);
    return !cc_str_starts(name, "|") && !cc_str_starts(name, "get_") && resolver->call != NULL &&
           resolver->call(resolver->ctx, (il_op)u->op, (uint32_t)u->operand, &effect) &&
           effect.result == IL_TYPE_OTHER;
}

/* The test that asks for the constant of the arm, over jumps and `not`; PROBE_NONE: none does at
 * once. */
static uint32_t asked_by(const dec_view *v, uint32_t b, uint32_t arm) {
    dec_trace w = dec_trace_from(v, &v->plan->branches[b], arm);
    for (uint32_t i = 0; dec_is_insn(v, i) && dec_is_insn(v, w.insn); i++) {
        uint32_t next = dec_branch_at(v, w.insn);
        if (next != PROBE_NONE) {
            return dec_trace_is_known(&w) && dec_trace_branch(&w) ? next : PROBE_NONE;
        }
        if (dec_starts_visible(v, w.insn)) {
            return PROBE_NONE;
        }
        if (dec_is_br(v, w.insn)) {
            w.insn = dec_insn(v, w.insn)->target;
        } else {
            dec_trace_step(&w);
        }
    }
    return PROBE_NONE;
}

/* Where paths meet before the test, which turns the value around at most. */
static uint32_t meeting_of(const dec_view *v, uint32_t test) {
    int32_t value = 0;
    while (test > 0 && !v->is_target[test] &&
           (dec_is_op(v, test - 1, IL_NOP) || dec_is_op(v, test - 1, IL_CEQ) ||
            (dec_is_op(v, test, IL_CEQ) && dec_is_const(v, test - 1, &value)))) {
        test--;
    }
    return test;
}

/* All paths bring a constant to the instruction. */
static bool gets_constants(const dec_view *v, uint32_t insn) {
    int32_t value = 0;
    bool is_so = v->is_target[insn] && dec_is_const(v, dec_insn_before(v, insn), &value);
    for (uint32_t i = v->index.jumps_at[insn]; is_so && i < v->index.jumps_at[insn + 1]; i++) {
        is_so = dec_is_const(v, dec_insn_before(v, v->index.jumps[i]), &value);
    }
    return is_so;
}

uint32_t dec_result_asked(const dec_view *v, uint32_t test) {
    const probe_branch *branches = v->plan->branches;
    uint32_t b = test;
    while (b > 0 && (b == test || branches[b].kind != PROBE_BRANCH_COND)) {
        b--;
    }
    bool is_asked =
        b < test && dec_tests_result(v, b) && is_bare_value(v, branches[b].arms[0].target) &&
        is_bare_value(v, branches[b].arms[1].target) && asked_by(v, b, 0) == test &&
        asked_by(v, b, 1) == test && gets_constants(v, meeting_of(v, branches[test].insn));
    return is_asked ? b : DEC_NO_BRANCH;
}

/* `if isNull (F()) then`: the function of the library makes a bool, and the user tests it. That is
 * one decision. (Where the library itself tests it, as before a disposal, the same points come
 * next.)
 *
 *     call F; stloc t; ldloc t; box; brtrue L; ldc.i4.1; br M;  L: ldc.i4.0;  M: brfalse */
static bool is_tested_bool(dec_point_walk *w, uint32_t b) {
    dec_view *v = w->v;
    uint32_t resume_at = DEC_NO_INSN;
    uint32_t test = dec_tests_result(v, b) ? asked_by(v, b, 0) : PROBE_NONE;
    bool is_asked = test != PROBE_NONE && dec_result_asked(v, test) == b &&
                    !decides_nothing(w, &v->plan->branches[test], &resume_at);
    if (is_asked && dec_is_kept(v, test)) {
        dec_drop(v, test);
    }
    return is_asked;
}

/* The arm leads straight to a left operand without a point, `a && (Option.isSome (F ()) || b)`:
 * after that stands an operand with one. */
static bool leads_to_option(const dec_view *v, uint32_t target) {
    bool puts_away = false;
    uint32_t insn = begin_of(v, target);
    while (dec_is_insn(v, insn) && !dec_starts_visible(v, insn) && dec_goes_on(v, insn)) {
        insn++;
    }
    uint32_t b = dec_branch_at(v, insn);
    return b != PROBE_NONE && dec_tests_option(v, b) &&
           (first_place(v, v->plan->branches[b].arms[0].target, &puts_away) != DEC_NO_INSN ||
            first_place(v, v->plan->branches[b].arms[1].target, &puts_away) != DEC_NO_INSN);
}

static void look_at(dec_view *v, uint32_t b) {
    const probe_arm *arms = v->plan->branches[b].arms;
    if (is_loop_of_library(v, b)) {
        dec_drop(v, b);
        return;
    }
    for (uint32_t a = 0; a < 2 && dec_is_kept(v, b); a++) {
        bool puts_away = false;
        if (!is_bare_value(v, arms[a].target)) {
            continue;
        }
        uint32_t operand = first_place(v, arms[1 - a].target, &puts_away);
        if (operand == DEC_NO_INSN) {
            if (!is_right_operand(v, b) && !leads_to_option(v, arms[1 - a].target)) {
                dec_drop(v, b);
            }
        } else if (is_taken_apart(v, b, a)) {
            dec_anchor_rule(v, b, operand);
        } else if ((puts_away && v->is_optimised) || is_moved(v, b, operand)) {
            dec_anchor(v, b, operand);
        }
    }
}

/* A test of a match may lead to the same rules whatever its result, over other tests: `| A(0, x) |
 * A(x, 0) -> P | A _ -> Q`. The paths of inlined code meet before the next test. */
static bool revive(dec_point_walk *w) {
    bool any = false;
    uint32_t resume_at = DEC_NO_INSN;
    dec_view *v = w->v;
    for (uint32_t b = v->plan->branch_count; b-- > 0;) {
        if (dec_resume_of(v, b) != DEC_NO_INSN &&
            !decides_nothing(w, &v->plan->branches[b], &resume_at)) {
            dec_take_back(v, b);
            any = true;
        }
    }
    return any;
}

/* `with` in a sequence: an arm on which no rule takes the exception. */
static bool has_unhandled_arm(const dec_view *v, const probe_branch *branch) {
    int32_t value = 1;
    for (uint32_t a = 0; v->role == DEC_ROLE_HANDLER && a < branch->arm_count; a++) {
        uint32_t insn = begin_of(v, branch->arms[a].target);
        if (dec_is_insn(v, insn + 1) && dec_is_const(v, insn, &value) && value == 0 &&
            dec_is_op(v, insn + 1, IL_RET)) {
            return true;
        }
    }
    return false;
}

/* Drops the branches that decide nothing, as far as points show it. */
static void drop_inlined(dec_point_walk *w) {
    dec_view *v = w->v;
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        const probe_branch *branch = &v->plan->branches[b];
        if (!dec_is_kept(v, b) || branch->kind == PROBE_BRANCH_FORK ||
            has_unhandled_arm(v, branch) || is_tested_bool(w, b) ||
            dec_bool_function(v, b) != NULL) {
            continue;
        }
        uint32_t resume_at = DEC_NO_INSN;
        if (decides_nothing(w, branch, &resume_at)) {
            dec_drop_to(v, b, resume_at);
        } else if (dec_enters_lambda(w, b)) {
            dec_drop(v, b);
        } else if (branch->kind == PROBE_BRANCH_COND) {
            look_at(v, b);
        }
    }
}

void dec_idiom_inlined(dec_view *v) {
    if (v->role == DEC_ROLE_FILTER) {
        return; /* conditions of rules, with nothing after them */
    }
    dec_point_walk walk;
    dec_walk_open(&walk, v);
    drop_inlined(&walk);
    walk.stops_at_tests = true;
    for (bool again = true; again;) {
        again = revive(&walk);
    }
}
