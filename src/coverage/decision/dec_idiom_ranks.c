/* foreach over an array of several ranks is a loop in a loop; `in` has a point at each test:
 *
 *     ... IN: ldloc inner; ldloc bound; ble BODY;  outer index + 1;  IN: ldloc outer; ldloc bound; ble OUTER
 *
 * One decision: another element (the innermost test goes back to the body), none left (the
 * outermost test falls through). */
#include "coverage/decision/dec_idioms.h"

static bool is_index_test(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_test_insn(v, b);
    uint32_t right = dec_insn_before(v, insn);
    bool is_ble = dec_is_op(v, insn, IL_BLE);
    return dec_is_kept(v, b) && is_ble && dec_insn(v, insn)->target < insn &&
           dec_plain_load(v, right, NULL);
}

/* The visible point at or before the branch. */
static const pdb_point *point_of(const dec_view *v, uint32_t b) {
    uint32_t insn = dec_last_visible(v, dec_test_insn(v, b));
    return v->point_at[insn] == PROBE_NONE ? NULL : &v->method->points[v->point_at[insn]];
}

static bool same_place(const dec_view *v, uint32_t a, uint32_t b) {
    const pdb_point *x = point_of(v, a);
    const pdb_point *y = point_of(v, b);
    return x != NULL && y != NULL && x->start_line == y->start_line &&
           x->start_column == y->start_column && x->end_line == y->end_line &&
           x->end_column == y->end_column;
}

static bool gets_bounds(const dec_view *v) {
    for (uint32_t u = 0; u < v->body->insn_count; u++) {
        if (dec_calls(v, u, "GetUpperBound")) {
            return true;
        }
    }
    return false;
}

void dec_idiom_ranks(dec_view *v) {
    if (v->plan->branch_count < 2 || !gets_bounds(v)) {
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
        if (loop == NULL || !dec_arm_add(v, &loop->arms[0], none->nodes, none->node_count) ||
            !dec_arm_add(v, &loop->arms[1], more->nodes, more->node_count)) {
            return;
        }
        for (uint32_t i = b; i <= last; i++) {
            dec_merge(v, i);
        }
        b = last;
    }
}
