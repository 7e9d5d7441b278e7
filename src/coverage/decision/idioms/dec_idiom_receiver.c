/* `t?.M()` on a type parameter tests whether its default value is null, that is, whether it is a
 * reference type: ldloca x; initobj T; ldloc x; box T; brtrue. */
#include "coverage/decision/core/dec_idioms.h"
#include "coverage/decision/core/dec_source.h"

/* The user wrote `default(T) == null`: the source has the word, or the statement begins with the
 * test. No statement begins while the receiver's address is on the stack. */
static bool is_of_user(const dec_view *v, uint32_t make, uint32_t branch_insn) {
    static const char *const words[] = {"default", NULL};
    if (make == DEC_NO_INSN || dec_visible_in(v, make, branch_insn + 1)) {
        return true;
    }
    const pdb_point *point = dec_visible_point(v, dec_last_visible(v, make));
    return point != NULL && dec_contains(v, point, words) == DEC_YES;
}

static bool tests_default(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    dec_cursor c = dec_back_at(v, dec_tested_value(v, insn));
    return dec_op(&c, IL_BOX) && dec_load_local(&c, NULL) && dec_op(&c, IL_INITOBJ) &&
           !is_of_user(v, c.at, insn);
}

void dec_idiom_receiver(dec_view *v) {
    dec_drop_truth_tests(v, tests_default);
}
