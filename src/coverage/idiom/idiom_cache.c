/* Things made once: delegates of lambdas and method groups, dynamic call sites. The compiler tests
 * a field of its own (C# `<>9__0_1`, `<>O.<0>__Name`, `<>o__1.<>p__0`; Visual Basic `$I1-0`), and
 * fills it if it is null.
 *   load F; [dup;] brtrue L; ... ldftn or CallSite.Create; ... store F */
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
}
