/* `if (x is 1 or 5)`: the pattern's tests end in `ldc 1; stloc t` or `ldc 0; stloc t`, and t is tested once
 * more. That test repeats what the pattern's tests said and is no decision of its own. (Where the user
 * stored the constants, a visible point stands there.) */
#include "coverage/idiom/cov_view.h"

/* `ldc 0 or 1; stloc local` ends right before `end`, without visible points: a value of the pattern. */
static bool ends_in_constant(const cov_view *v, uint32_t end, int32_t local) {
    int32_t stored = -1;
    int32_t value = 0;
    return end >= 2 && cov_is_store_local(v, end - 1, &stored) && stored == local &&
           cov_is_const(v, end - 2, &value) && (value == 0 || value == 1) &&
           !cov_visible_in(v, end - 2, end);
}

/* Every way to `join` has just stored a constant in the local. */
static bool is_decided(const cov_view *v, uint32_t join, int32_t local) {
    uint32_t ways = 0;
    if (!ends_in_constant(v, join, local)) {
        return false;
    }
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        const il_unit *unit = cov_unit(v, u);
        il_flow flow = (il_flow)il_op_get((il_op)unit->op)->flow;
        if (flow == IL_FLOW_BRANCH && unit->target == join) {
            ways++;
            if (!ends_in_constant(v, u, local)) {
                return false;
            }
        } else if ((flow == IL_FLOW_COND || flow == IL_FLOW_LEAVE) && unit->target == join) {
            return false;
        }
    }
    return ways > 0;
}

void cov_idiom_stored(cov_view *v) {
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        int32_t local = -1;
        int32_t zero = 1;
        if (!cov_is_truth_test(v, b)) {
            continue;
        }
        uint32_t load = cov_tested(v, v->plan->branches[b].unit);
        if (cov_is_op(v, load, IL_CEQ) && cov_is_const(v, cov_before(v, load), &zero) &&
            zero == 0) {
            load = cov_before(v, cov_before(v, load));
        }
        if (cov_is_load_local(v, load, &local) &&
            !cov_visible_in(v, load, v->plan->branches[b].unit + 1) &&
            is_decided(v, load, local)) {
            cov_drop(v, b);
        }
    }
}
