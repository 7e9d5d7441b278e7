/* Things made once: delegates of lambdas and method groups, dynamic call sites. The compiler tests
 * a field of its own (C# `<>9__0_1`, `<>O.<0>__Name`, `<>o__1.<>p__0`; Visual Basic `$I1-0`), and
 * fills it if it is null.
 *
 *     load F; [dup;] brtrue L; ... ldftn or CallSite.Create; ... store F
 *
 * `d.Member += x` asks a call site of its own whether the member is an event, and tests the result
 * twice.
 *
 *     Binder.IsEvent; ... L: load F; ... Invoke; stloc t; ldloc t; brtrue;  ...  ldloc t; brtrue */
#include "coverage/decision/core/dec_idioms.h"

static bool is_compilers_field(const dec_view *v, uint32_t load) {
    cc_str name = dec_member(v, load);
    bool is_numbered = name.len > 4 && name.s[0] == '<' && name.s[1] >= '0' && name.s[1] <= '9';
    return is_numbered || cc_str_starts(name, "<>9__") || cc_str_starts(name, "<>p__") ||
           cc_str_starts(name, "$I");
}

/* The field is stored to somewhere in the method. */
static bool is_filled(const dec_view *v, uint32_t load) {
    il_op store = dec_is_op(v, load, IL_LDSFLD) ? IL_STSFLD : IL_STFLD;
    for (uint32_t u = load; dec_is_insn(v, u); u++) {
        if (dec_is_op(v, u, store) && dec_insn(v, u)->operand == dec_insn(v, load)->operand) {
            return true;
        }
    }
    return false;
}

/* From the result of the call site that is created at the instruction on, up to the next
 * statement. */
static void drop_event_tests(dec_view *v, uint32_t insn) {
    int32_t answer = -1;
    uint32_t end = dec_next_point(v, insn);
    uint32_t call = dec_find_call(v, insn, end, "Invoke");
    if (call >= end || !dec_is_store_local(v, call + 1, &answer)) {
        return;
    }
    for (uint32_t load = call + 1; load < end && dec_is_insn(v, load); load++) {
        uint32_t branch = dec_branch_at(v, load + 1);
        if (dec_is_truth_test(v, branch) && dec_loads_local(v, load, answer)) {
            dec_drop(v, branch);
        }
    }
}

static bool tests_cache(const dec_view *v, uint32_t b) {
    dec_cursor c = dec_back_at(v, dec_tested_value(v, dec_test_insn(v, b)));
    (void)dec_op(&c, IL_DUP);
    uint32_t load = c.at;
    return dec_op2(&c, IL_LDSFLD, IL_LDFLD) && is_compilers_field(v, load) && is_filled(v, load);
}

void dec_idiom_cache(dec_view *v) {
    dec_drop_truth_tests(v, tests_cache);
    for (uint32_t u = 0; dec_is_insn(v, u); u++) {
        if (dec_calls_of(v, u, "Microsoft.CSharp.RuntimeBinder.Binder", "IsEvent")) {
            drop_event_tests(v, u);
        }
    }
}
