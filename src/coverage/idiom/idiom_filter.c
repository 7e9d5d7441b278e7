/* An exception filter first asks whether the exception has the type of its catch clause:
 * isinst E; dup; brtrue. */
#include "coverage/idiom/cov_view.h"

static bool is_type_test(const cov_view *v, uint32_t unit, const il_clause *c) {
    uint32_t tested = cov_tested(v, unit);
    if (cov_is_op(v, tested, IL_DUP)) {
        tested = cov_before(v, tested);
    }
    return tested != COV_NO_UNIT && tested >= c->filter_start && cov_is_op(v, tested, IL_ISINST) &&
           !cov_visible_in(v, c->filter_start, unit + 1);
}

void cov_idiom_filter(cov_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        for (uint32_t b = 0; c->kind == IL_CLAUSE_FILTER && b < v->plan->branch_count; b++) {
            uint32_t unit = v->plan->branches[b].unit;
            if (unit >= c->filter_start && unit < c->handler_start && cov_is_truth_test(v, b)) {
                if (is_type_test(v, unit, c)) {
                    cov_drop(v, b);
                }
                break;
            }
        }
    }
}
