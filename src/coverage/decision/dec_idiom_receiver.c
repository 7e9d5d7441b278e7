/* `t?.M()` on a type parameter tests whether its default value is null, that is, whether it is a
 * reference type: ldloca x; initobj T; ldloc x; box T; brtrue. */
#include "coverage/decision/dec_idioms.h"

/* The user wrote `default(T) == null`: the statement begins with the test. No statement begins
 * while the receiver's address is on the stack. */
static bool is_statement(const dec_view *v, uint32_t load, uint32_t branch_insn) {
    uint32_t make = dec_insn_before(v, dec_insn_before(v, load));
    return make == DEC_NO_INSN || dec_visible_in(v, make, branch_insn + 1);
}

void dec_idiom_receiver(dec_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        if (!dec_is_truth_test(v, b)) {
            continue;
        }
        uint32_t box = dec_tested_value(v, v->plan->branches[b].insn);
        uint32_t load = box == DEC_NO_INSN ? DEC_NO_INSN : dec_insn_before(v, box);
        if (dec_is_op(v, box, IL_BOX) && load != DEC_NO_INSN &&
            dec_is_load_local(v, load, &local) &&
            dec_is_op(v, dec_insn_before(v, load), IL_INITOBJ) &&
            !is_statement(v, load, v->plan->branches[b].insn)) {
            dec_drop(v, b);
        }
    }
}
