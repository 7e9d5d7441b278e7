/* foreach over an array of several ranks is a loop in a loop; the `in` stands as a point at each
 * test:
 *   ... IN: ldloc inner; ldloc bound; ble BODY;  outer index + 1;  IN: ldloc outer; ldloc bound;
 * ble OUTER One decision: another element (the innermost test goes back to the body), none left
 * (the outermost test falls out). */
#include "coverage/idiom/cov_view.h"

static bool is_index_test(const cov_view *v, uint32_t b) {
    uint32_t first = 0;
    uint32_t unit = v->plan->branches[b].unit;
    uint32_t right = cov_before(v, unit);
    bool is_ble = cov_is_op(v, unit, IL_BLE) || cov_is_op(v, unit, IL_BLE_S);
    return v->fate[b] == COV_KEPT && is_ble && cov_unit(v, unit)->target < unit &&
           cov_plain_load(v, right, &first);
}

/* The visible point at or before the branch. */
static const pdb_point *point_of(const cov_view *v, uint32_t b) {
    uint32_t unit = cov_last_visible(v, v->plan->branches[b].unit);
    return v->point_at[unit] == PROBE_NONE ? NULL : &v->method->points[v->point_at[unit]];
}

static bool same_place(const cov_view *v, uint32_t a, uint32_t b) {
    const pdb_point *x = point_of(v, a);
    const pdb_point *y = point_of(v, b);
    return x != NULL && y != NULL && x->start_line == y->start_line &&
           x->start_column == y->start_column && x->end_line == y->end_line &&
           x->end_column == y->end_column;
}

static bool gets_bounds(const cov_view *v) {
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        if (cov_calls(v, u, "GetUpperBound")) {
            return true;
        }
    }
    return false;
}

void cov_idiom_ranks(cov_view *v) {
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
        cov_decision *group = cov_add_group(v, v->plan->branches[b].unit, 2);
        if (group == NULL) {
            return;
        }
        group->arms[0] = (cov_decision_arm){none->nodes, none->node_count};
        group->arms[1] = (cov_decision_arm){more->nodes, more->node_count};
        for (uint32_t i = b; i <= last; i++) {
            v->fate[i] = COV_GROUPED;
        }
        b = last;
    }
}
