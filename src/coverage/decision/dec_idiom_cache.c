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
#include "coverage/decision/dec_idioms.h"

static bool is_compilers_field(const dec_view *v, uint32_t load) {
    cc_str name = dec_member(v, load);
    bool is_numbered = name.len > 4 && name.s[0] == '<' && name.s[1] >= '0' && name.s[1] <= '9';
    return is_numbered || cc_str_starts(name, "<>9__") || cc_str_starts(name, "<>p__") ||
           cc_str_starts(name, "$I");
}

/* The field is stored to somewhere in the method. */
static bool is_filled(const dec_view *v, uint32_t load) {
    il_op store = dec_is_op(v, load, IL_LDSFLD) ? IL_STSFLD : IL_STFLD;
    for (uint32_t u = load; u < v->body->insn_count; u++) {
        if (dec_is_op(v, u, store) && dec_insn(v, u)->operand == dec_insn(v, load)->operand) {
            return true;
        }
    }
    return false;
}

/* The local that holds the result of the call site that is created at the instruction; -1: none. */
static int32_t answer_local(const dec_view *v, uint32_t *insn) {
    int32_t local = -1;
    while (*insn < v->body->insn_count && v->point_at[*insn] == PROBE_NONE) {
        if (dec_calls(v, *insn, "Invoke")) {
            *insn += 1;
            return dec_is_store_local(v, *insn, &local) ? local : -1;
        }
        *insn += 1;
    }
    return -1;
}

/* From the result on, up to the next statement. */
static void drop_event_tests(dec_view *v, uint32_t insn) {
    int32_t answer = answer_local(v, &insn);
    for (; answer >= 0 && insn + 1 < v->body->insn_count && v->point_at[insn] == PROBE_NONE;
         insn++) {
        uint32_t branch = dec_branch_at(v, insn + 1);
        if (dec_is_truth_test(v, branch) && dec_loads_local(v, insn, answer)) {
            dec_drop(v, branch);
        }
    }
}

void dec_idiom_cache(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t load = dec_tested_value(v, dec_test_insn(v, b));
        if (dec_is_op(v, load, IL_DUP)) {
            load = dec_insn_before(v, load);
        }
        bool is_field = dec_is_op(v, load, IL_LDSFLD) || dec_is_op(v, load, IL_LDFLD);
        if (is_field && is_compilers_field(v, load) && is_filled(v, load)) {
            dec_drop(v, b);
        }
    }
    for (uint32_t u = 0; u < v->body->insn_count; u++) {
        if (dec_calls_of(v, u, "Microsoft.CSharp.RuntimeBinder.Binder", "IsEvent")) {
            drop_event_tests(v, u);
        }
    }
}
