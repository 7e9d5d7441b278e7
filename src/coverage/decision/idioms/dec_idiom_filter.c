/* An exception filter first tests whether the exception has the type of its catch clause: isinst E;
 * dup; brtrue. */
#include "coverage/decision/core/dec_idioms.h"

static bool is_type_test(const dec_view *v, uint32_t insn, const il_clause *clause) {
    dec_cursor c = dec_back_at(v, dec_tested_value(v, insn));
    (void)dec_op(&c, IL_DUP);
    uint32_t test = c.at;
    return dec_op(&c, IL_ISINST) && test >= clause->filter_start &&
           !dec_visible_in(v, clause->filter_start, insn + 1);
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
