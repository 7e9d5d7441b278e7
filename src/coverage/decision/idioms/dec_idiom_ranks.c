/* foreach over an array of several ranks is a loop in a loop; `in` has a point at each test:
 *
 *     ... IN: ldloc inner; ldloc bound; ble BODY;  outer index + 1;  IN: ldloc outer; ldloc bound; ble OUTER
 *
 * One decision: another element (the innermost test goes back to the body), none left (the
 * outermost test falls through). */
#include "coverage/decision/core/dec_idioms.h"

static bool is_index_test(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    return dec_is_kept(v, b) && dec_is_op(v, insn, IL_BLE) && dec_insn(v, insn)->target < insn &&
           dec_plain_load(v, dec_insn_before(v, insn), NULL);
}

/* The visible points at or before the branches. */
static bool same_place(const dec_view *v, uint32_t a, uint32_t b) {
    return dec_same_place(v, dec_last_visible(v, dec_test_insn(v, a)),
                          dec_last_visible(v, dec_test_insn(v, b)));
}

void dec_idiom_ranks(dec_view *v) {
    if (v->plan->branch_count < 2 ||
        dec_find_call(v, 0, DEC_NO_INSN, "GetUpperBound") == DEC_NO_INSN) {
        return;
    }
    for (uint32_t b = 0; b + 1 < v->plan->branch_count; b++) {
        uint32_t last = b;
        while (last + 1 < v->plan->branch_count && is_index_test(v, last) &&
               is_index_test(v, last + 1) && same_place(v, last, last + 1)) {
            last++;
        }
        if (last == b) {
            continue;
        }
        const probe_arm *more = &v->plan->branches[b].arms[1];
        const probe_arm *none = &v->plan->branches[last].arms[0];
        dec_decision *loop = dec_add_decision(v, dec_test_insn(v, b), 2);
        dec_arm_add(v, &loop->arms[0], none->nodes, none->node_count);
        dec_arm_add(v, &loop->arms[1], more->nodes, more->node_count);
        for (uint32_t i = b; i <= last; i++) {
            dec_merge(v, i);
        }
        b = last;
    }
}
