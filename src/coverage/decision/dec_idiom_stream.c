/* Async iterators test whether they are being disposed of, and combine cancellation tokens; the
 * fields have names that source code cannot declare. */
#include "coverage/decision/dec_idioms.h"

void dec_idiom_stream(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = dec_tested_value(v, dec_test_insn(v, b));
        if (!dec_is_op(v, tested, IL_LDFLD)) {
            continue;
        }
        cc_str field = dec_member(v, tested);
        if (cc_str_eqz(field, "<>w__disposeMode") || cc_str_eqz(field, "<>x__combinedTokens")) {
            dec_drop(v, b);
        }
    }
}
