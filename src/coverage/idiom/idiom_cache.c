/* Things made once: delegates of lambdas and method groups, dynamic call sites. The compiler tests
 * a field of its own (C# `<>9__0_1`, `<>O.<0>__Name`, `<>o__1.<>p__0`; Visual Basic `$I1-0`), and
 * fills it if it is null.
 *   load F; [dup;] brtrue L; ... ldftn or CallSite.Create; ... store F
 * `d.Member += x` asks a call site of its own whether the member is an event, and tests the answer
 * twice.
 *   Binder.IsEvent; ... L: load F; ... Invoke; stloc t; ldloc t; brtrue;  ...  ldloc t; brtrue */
#include "coverage/idiom/cov_view.h"

static bool is_compilers_field(const cov_view *v, uint32_t load) {
    cc_str name = cov_member(v, load);
    bool is_numbered = name.len > 4 && name.s[0] == '<' && name.s[1] >= '0' && name.s[1] <= '9';
    return is_numbered || cc_str_starts(name, "<>9__") || cc_str_starts(name, "<>p__") ||
           cc_str_starts(name, "$I");
}

/* The field is stored to somewhere in the method. */
static bool is_filled(const cov_view *v, uint32_t load) {
    il_op store = cov_is_op(v, load, IL_LDSFLD) ? IL_STSFLD : IL_STFLD;
    for (uint32_t u = load; u < v->body->unit_count; u++) {
        if (cov_is_op(v, u, store) && cov_unit(v, u)->operand == cov_unit(v, load)->operand) {
            return true;
        }
    }
    return false;
}

/* The local that keeps what the call site answers which is made at the unit; -1: none. */
static int32_t answer_local(const cov_view *v, uint32_t *unit) {
    int32_t local = -1;
    while (*unit < v->body->unit_count && v->point_at[*unit] == PROBE_NONE) {
        if (cov_calls(v, *unit, "Invoke")) {
            *unit += 1;
            return cov_is_store_local(v, *unit, &local) ? local : -1;
        }
        *unit += 1;
    }
    return -1;
}

/* From the answer on, up to the next statement. */
static void drop_event_tests(cov_view *v, uint32_t unit) {
    int32_t answer = answer_local(v, &unit);
    int32_t local = -1;
    for (; answer >= 0 && unit + 1 < v->body->unit_count && v->point_at[unit] == PROBE_NONE;
         unit++) {
        uint32_t branch = v->plan->branch_of_unit[unit + 1];
        if (branch != PROBE_NONE && cov_is_truth_test(v, branch) &&
            cov_is_load_local(v, unit, &local) && local == answer) {
            cov_drop(v, branch);
        }
    }
}

void cov_idiom_cache(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t load = cov_tested(v, v->plan->branches[b].unit);
        if (cov_is_op(v, load, IL_DUP)) {
            load = cov_before(v, load);
        }
        bool is_field = cov_is_op(v, load, IL_LDSFLD) || cov_is_op(v, load, IL_LDFLD);
        if (is_field && is_compilers_field(v, load) && is_filled(v, load)) {
            cov_drop(v, b);
        }
    }
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        if (cov_calls(v, u, "IsEvent") &&
            cc_str_eqz(cov_member_type(v, u), "Microsoft.CSharp.RuntimeBinder.Binder")) {
            drop_event_tests(v, u);
        }
    }
}
