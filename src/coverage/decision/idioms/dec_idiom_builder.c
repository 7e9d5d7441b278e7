/* Loops that the compiler makes inside one expression (spreads of collection expressions): no
 * visible point starts between the target of the backward branch and the branch itself; a loop of
 * the user has at least one at its condition. */
#include "coverage/decision/core/dec_idioms.h"

static bool closes_builder(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    return dec_is_kind(v, b, PROBE_BRANCH_COND) && dec_insn(v, insn)->target <= insn &&
           !dec_visible_in(v, dec_insn(v, insn)->target, insn + 1);
}

void dec_idiom_builder(dec_view *v) {
    dec_drop_tests(v, closes_builder);
}
