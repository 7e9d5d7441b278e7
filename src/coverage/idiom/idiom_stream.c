/* Async iterators ask whether they are being disposed of, and put cancellation tokens together;
 * the fields have names that no source can have. */
#include "coverage/idiom/cov_view.h"

void cov_idiom_stream(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t tested = cov_tested(v, v->plan->branches[b].unit);
        if (!cov_is_op(v, tested, IL_LDFLD)) {
            continue;
        }
        cc_str field = cov_member(v, tested);
        if (cc_str_eqz(field, "<>w__disposeMode") || cc_str_eqz(field, "<>x__combinedTokens")) {
            cov_drop(v, b);
        }
    }
}
