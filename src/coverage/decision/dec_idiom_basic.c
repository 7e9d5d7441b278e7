/* Visual Basic. `On Error` and `Resume` are compiled to a dispatch over the statements of the
 * method, at hidden points; `Resume` also tests whether there is an error. `RaiseEvent` tests
 * whether there is a handler: load of the event's field; brfalse; Invoke. Conversions test for
 * Nothing. */
#include "coverage/decision/dec_basic_ends.h"
#include "coverage/decision/dec_idioms.h"
#include "coverage/decision/dec_tree.h"

static bool handles_errors(const dec_view *v) {
    for (uint32_t u = 0; u < v->body->insn_count; u++) {
        if (dec_calls(v, u, "CreateProjectError")) {
            return true;
        }
    }
    return false;
}

/* The test of a loop is at a hidden point, too: it tests the result of a call, MoveNext, or
 * compares two values. The dispatch tests a variable, or compares it with a constant. */
static bool is_loop_test(const dec_view *v, uint32_t b) {
    const probe_branch *branch = &v->plan->branches[b];
    uint32_t tested = dec_insn_before(v, branch->insn);
    if (branch->kind != PROBE_BRANCH_COND || tested == DEC_NO_INSN) {
        return false;
    }
    if (!dec_asks_truth(v, branch->insn)) {
        return !dec_is_const(v, tested, NULL);
    }
    return !dec_is_load_local(v, tested, NULL) && !dec_is_op(v, tested, IL_ISINST);
}

/* The branch is the first one behind the point, and tests what was stored just before the point. */
static bool carries_value(const dec_view *v, uint32_t start, uint32_t insn) {
    for (uint32_t u = start; u < insn; u++) {
        if (dec_has_branch(v, u)) {
            return false;
        }
    }
    return dec_reloads(v, dec_insn_before(v, start), start);
}

/* The branch is at a hidden point, and is not that of a loop. */
static bool is_dispatch(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t start = dec_last_start(v, insn);
    return dec_starts_hidden(v, start) && !carries_value(v, start, insn) && !is_loop_test(v, b);
}

static bool raises_event(const dec_view *v, uint32_t b) {
    uint32_t load = dec_tested_value(v, dec_test_insn(v, b));
    bool is_field = dec_is_op(v, load, IL_LDFLD) || dec_is_op(v, load, IL_LDSFLD);
    if (!is_field || !cc_str_ends(dec_member(v, load), "Event")) {
        return false;
    }
    uint32_t insn = dec_dest_if(v, b, true);
    for (; insn < v->body->insn_count; insn++) {
        if (dec_calls(v, insn, "Invoke")) {
            return true;
        }
        if (dec_starts_visible(v, insn)) {
            return false;
        }
    }
    return false;
}

/* `Resume` tests whether there is an error: brtrue; ldc number; call CreateProjectError; throw. */
static bool tests_error(const dec_view *v, uint32_t b) {
    uint32_t number = dec_dest_if(v, b, false);
    return dec_is_const(v, number, NULL) && dec_calls(v, number + 1, "CreateProjectError");
}

/* Static locals have a flag that records whether they are initialised: load of `$STATIC$...$Init`,
 * then brtrue, or load of its State, then brtrue or a comparison. */
static bool tests_static_flag(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t load = dec_insn_before(v, insn);
    if (dec_is_const(v, load, NULL)) {
        load = dec_insn_before(v, load);
    }
    if (dec_is_op(v, load, IL_LDFLD) && cc_str_eqz(dec_member(v, load), "State")) {
        load = dec_insn_before(v, load);
    }
    return load != DEC_NO_INSN && (dec_is_op(v, load, IL_LDFLD) || dec_is_op(v, load, IL_LDSFLD)) &&
           cc_str_starts(dec_member(v, load), "$STATIC$") &&
           cc_str_ends(dec_member(v, load), "$Init");
}

/* A delegate is converted to one of another type, Nothing to Nothing:
 *
 *     LOAD; brtrue L; ldnull; br M; L: LOAD; ldftn Invoke; newobj; M: */
static bool converts_delegate(const dec_view *v, uint32_t b) {
    uint32_t none = dec_dest_if(v, b, false);
    uint32_t load = dec_dest_if(v, b, true);
    uint32_t length = dec_load_length(v, load);
    return dec_is_op(v, none, IL_LDNULL) && length > 0 && load + length + 1 < v->body->insn_count &&
           dec_is_op(v, load + length, IL_LDFTN) &&
           cc_str_eqz(dec_member(v, load + length), "Invoke") &&
           dec_is_op(v, load + length + 1, IL_NEWOBJ);
}

/* For with a step that is known only at run time tests its direction. Both paths end in the loop's
 * test.
 *
 *     br TEST; BODY: ...; TEST: load; brtrue DOWN; ...; br M; DOWN: ...; M: brtrue BODY */
static bool tests_direction(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t load = dec_insn_before(v, insn);
    uint32_t first = 0;
    if (b + 1 >= v->plan->branch_count || load == DEC_NO_INSN || !dec_plain_load(v, load, &first)) {
        return false;
    }
    const probe_branch *last = &v->plan->branches[b + 1];
    uint32_t body = last->kind == PROBE_BRANCH_COND ? last->arms[1].target : 0;
    bool is_over = body > 0 && body < insn && dec_is_br(v, body - 1);
    return is_over && dec_insn(v, body - 1)->target == first &&
           !dec_visible_in(v, first, last->insn + 1);
}

/* `If a AndAlso b` over Object: both operands were converted to Boolean, and the result is
 * converted through Object once more.
 *
 *     CBool(a); brfalse F; CBool(b); br M;  F: ldc 0;  M: box Boolean; call ToBoolean; brfalse */
static bool tests_converted_boolean(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t call = dec_tested_value(v, insn);
    uint32_t box = call == DEC_NO_INSN || call == 0 ? DEC_NO_INSN : call - 1;
    if (box == DEC_NO_INSN || dec_visible_in(v, box, insn + 1) ||
        !dec_calls(v, call, "ToBoolean") || !dec_is_op(v, box, IL_BOX) ||
        !cc_str_eqz(dec_type_operand(v, box), "System.Boolean")) {
        return false;
    }
    for (uint32_t u = 0; u < box; u++) {
        bool jumps = dec_is_br(v, u);
        uint32_t fork = v->plan->fork_of_insn[u];
        if (jumps && dec_insn(v, u)->target == box && dec_is_kept(v, fork)) {
            return true;
        }
    }
    return false;
}

/* CType, DirectCast and For Each from Object to a structure: Nothing becomes the default value.
 *
 *     dup; brtrue L; pop; ldloca t; initobj T; ldloc t; br M;  L: unbox.any T;  M: */
static bool unboxes_nothing(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    return dec_is_op(v, dec_insn_before(v, insn), IL_DUP) &&
           dec_is_op(v, dec_dest_if(v, b, false), IL_POP) &&
           dec_is_op(v, dec_dest_if(v, b, true), IL_UNBOX_ANY);
}

void dec_idiom_basic(dec_view *v) {
    bool on_error = handles_errors(v);
    dec_pass_ends(v);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        bool dispatch = on_error && is_dispatch(v, b);
        bool made =
            dispatch || tests_static_flag(v, b) ||
            (dec_is_truth_test(v, b) &&
             ((on_error && tests_error(v, b)) || raises_event(v, b) || converts_delegate(v, b) ||
              tests_direction(v, b) || tests_converted_boolean(v, b) || unboxes_nothing(v, b)));
        if (dec_is_kept(v, b) && made) {
            dec_drop(v, b);
        }
    }
}
