/* Visual Basic. `On Error` and `Resume` are compiled to a dispatch over the statements of the
 * method, at hidden points; `Resume` also tests whether there is an error. `RaiseEvent` tests
 * whether there is a handler: load of the event's field; brfalse; Invoke. Conversions test for
 * Nothing. */
#include "coverage/decision/basic/dec_basic_ends.h"
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/switch/dec_tree.h"

/* The test of a loop is at a hidden point, too: it tests the result of a call, MoveNext, or
 * compares two values. The dispatch tests a variable, or compares it with a constant. */
static bool is_loop_test(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    dec_cursor c = dec_before(v, insn);
    if (!dec_is_kind(v, b, PROBE_BRANCH_COND) || c.at == DEC_NO_INSN) {
        return false;
    }
    if (!dec_asks_truth(v, insn)) {
        return !dec_const(&c, NULL);
    }
    return !dec_load_local(&c, NULL) && !dec_op(&c, IL_ISINST);
}

/* The branch is the first one after the point, and tests what was stored just before the point. */
static bool carries_value(const dec_view *v, uint32_t start, uint32_t insn) {
    return !dec_index_has_branch(v, start, insn) &&
           dec_reloads(v, dec_insn_before(v, start), start);
}

/* The branch is at a hidden point, and is not that of a loop. */
static bool is_dispatch(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t start = dec_last_start(v, insn);
    return dec_starts_hidden(v, start) && !carries_value(v, start, insn) && !is_loop_test(v, b);
}

static bool raises_event(const dec_view *v, uint32_t b) {
    uint32_t load = dec_tested_value(v, dec_test_insn(v, b));
    dec_cursor c = dec_at(v, load);
    if (!dec_op2(&c, IL_LDFLD, IL_LDSFLD) || !cc_str_ends(dec_member(v, load), "Event")) {
        return false;
    }
    uint32_t begin = dec_dest_if(v, b, true);
    return dec_find_call(v, begin, dec_next_point(v, begin), "Invoke") != DEC_NO_INSN;
}

/* `Resume` tests whether there is an error: brtrue; ldc number; call CreateProjectError; throw. */
static bool tests_error(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_if(v, b, false);
    return dec_const(&c, NULL) && dec_call(&c, "CreateProjectError");
}

/* Static locals have a flag that records whether they are initialised: load of `$STATIC$...$Init`,
 * then brtrue, or load of its State, then brtrue or a comparison. */
static bool tests_static_flag(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_before(v, dec_test_insn(v, b));
    (void)dec_const(&c, NULL);
    (void)dec_op_of(&c, IL_LDFLD, "State");
    cc_str field = dec_member(v, c.at);
    return dec_op2(&c, IL_LDFLD, IL_LDSFLD) && cc_str_starts(field, "$STATIC$") &&
           cc_str_ends(field, "$Init");
}

/* A delegate is converted to one of another type, Nothing to Nothing:
 *
 *     LOAD; brtrue L; ldnull; br M; L: LOAD; ldftn Invoke; newobj; M: */
static bool converts_delegate(const dec_view *v, uint32_t b) {
    dec_cursor none = dec_if(v, b, false);
    dec_cursor c = dec_if(v, b, true);
    return dec_op(&none, IL_LDNULL) && dec_load(&c, NULL) && dec_op_of(&c, IL_LDFTN, "Invoke") &&
           dec_op(&c, IL_NEWOBJ);
}

/* For with a step that is known only at run time tests its direction. Both paths end in the loop's
 * test.
 *
 *     br TEST; BODY: ...; TEST: load; brtrue DOWN; ...; br M; DOWN: ...; M: brtrue BODY */
static bool tests_direction(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t first = 0;
    if (b + 1 >= v->plan->branch_count || !dec_plain_load(v, dec_insn_before(v, insn), &first)) {
        return false;
    }
    uint32_t body = dec_is_kind(v, b + 1, PROBE_BRANCH_COND) ? dec_arm_target(v, b + 1, 1) : 0;
    bool is_over = body > 0 && body < insn && dec_is_br(v, body - 1);
    return is_over && dec_insn(v, body - 1)->target == first &&
           !dec_visible_in(v, first, dec_test_insn(v, b + 1) + 1);
}

/* `If a AndAlso b` over Object: both operands were converted to Boolean, and the result is
 * converted through Object once more.
 *
 *     CBool(a); brfalse F; CBool(b); br M;  F: ldc 0;  M: box Boolean; call ToBoolean; brfalse */
static bool tests_converted_boolean(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t call = dec_tested_value(v, insn);
    uint32_t box = call == 0 ? DEC_NO_INSN : call - 1;
    if (!dec_calls(v, call, "ToBoolean") || !dec_is_op(v, box, IL_BOX) ||
        dec_visible_in(v, box, insn + 1) ||
        !cc_str_eqz(dec_type_operand(v, box), "System.Boolean")) {
        return false;
    }
    for (uint32_t u = 0; u < box; u++) {
        if (dec_is_br(v, u) && dec_insn(v, u)->target == box &&
            dec_is_kept(v, v->plan->fork_of_insn[u])) {
            return true;
        }
    }
    return false;
}

/* CType, DirectCast and For Each from Object to a structure: Nothing becomes the default value.
 *
 *     dup; brtrue L; pop; ldloca t; initobj T; ldloc t; br M;  L: unbox.any T;  M: */
static bool unboxes_nothing(const dec_view *v, uint32_t b) {
    dec_cursor value = dec_before(v, dec_test_insn(v, b));
    dec_cursor none = dec_if(v, b, false);
    dec_cursor some = dec_if(v, b, true);
    return dec_op(&value, IL_DUP) && dec_op(&none, IL_POP) && dec_op(&some, IL_UNBOX_ANY);
}

void dec_idiom_basic(dec_view *v) {
    bool on_error = dec_find_call(v, 0, DEC_NO_INSN, "CreateProjectError") != DEC_NO_INSN;
    dec_pass_ends(v);
    if (on_error) {
        dec_drop_tests(v, is_dispatch);
        dec_drop_truth_tests(v, tests_error);
    }
    dec_drop_tests(v, tests_static_flag);
    dec_drop_truth_tests(v, raises_event);
    dec_drop_truth_tests(v, converts_delegate);
    dec_drop_truth_tests(v, tests_direction);
    dec_drop_truth_tests(v, tests_converted_boolean);
    dec_drop_truth_tests(v, unboxes_nothing);
}
