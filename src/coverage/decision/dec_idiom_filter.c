/* An exception filter first tests whether the exception has the type of its catch clause: isinst E;
 * dup; brtrue. */
#include "coverage/decision/dec_idioms.h"

static bool is_type_test(const dec_view *v, uint32_t insn, const il_clause *c) {
    uint32_t tested = dec_tested_value(v, insn);
    if (dec_is_op(v, tested, IL_DUP)) {
        tested = dec_insn_before(v, tested);
    }
    return tested != DEC_NO_INSN && tested >= c->filter_start && dec_is_op(v, tested, IL_ISINST) &&
           !dec_visible_in(v, c->filter_start, insn + 1);
}

void dec_idiom_filter(dec_view *v) {
    for (uint32_t i = 0; i < v->body->clause_count; i++) {
        const il_clause *c = &v->body->clauses[i];
        uint32_t b = dec_index_branch_from(v, c->filter_start);
        uint32_t end = c->kind == IL_CLAUSE_FILTER ? dec_index_branch_from(v, c->handler_start) : b;
        while (b < end && !dec_is_truth_test(v, b)) {
            b++;
        }
        if (b < end && is_type_test(v, dec_test_insn(v, b), c)) {
            dec_drop(v, b);
        }
    }
}
