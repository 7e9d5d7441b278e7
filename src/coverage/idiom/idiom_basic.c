/* Visual Basic. `On Error` and `Resume` are compiled to a dispatch over the statements of the
 * method, at hidden points. `RaiseEvent` tests whether there is a handler: load of the event's
 * field; brfalse; Invoke. */
#include "coverage/idiom/cov_view.h"

enum { MAX_ARGUMENTS = 32 };

static bool handles_errors(const cov_view *v) {
    for (uint32_t u = 0; u < v->body->unit_count; u++) {
        if (cov_calls(v, u, "CreateProjectError")) {
            return true;
        }
    }
    return false;
}

/* The branch stands at a hidden point, and does not just test what was stored in front of that
 * point. */
static bool is_dispatch(const cov_view *v, uint32_t unit) {
    uint32_t start = cov_last_start(v, unit);
    int32_t stored = -1;
    int32_t loaded = -1;
    bool carries = start > 0 && cov_is_store_local(v, cov_before(v, start), &stored) &&
                   cov_is_load_local(v, start, &loaded) && stored == loaded;
    return v->starts[start] == COV_START_HIDDEN && !carries;
}

static bool raises_event(const cov_view *v, uint32_t b) {
    uint32_t load = cov_tested(v, v->plan->branches[b].unit);
    bool is_field = cov_is_op(v, load, IL_LDFLD) || cov_is_op(v, load, IL_LDSFLD);
    if (!is_field || !cc_str_ends(cov_member(v, load), "Event")) {
        return false;
    }
    uint32_t unit = cov_settle(v, cov_arm_if(v, b, true));
    for (int i = 0; i < MAX_ARGUMENTS && unit < v->body->unit_count; i++, unit++) {
        if (cov_calls(v, unit, "Invoke")) {
            return true;
        }
        if ((v->starts[unit] & COV_START_VISIBLE) != 0) {
            return false;
        }
    }
    return false;
}

void cov_idiom_basic(cov_view *v) {
    if (v->language != PDB_LANG_VB) {
        return;
    }
    bool on_error = handles_errors(v);
    for (uint32_t b = 0; b < v->plan->branch_count; b++) {
        bool dispatch = on_error && is_dispatch(v, v->plan->branches[b].unit);
        if (v->fate[b] == COV_KEPT &&
            (dispatch || (cov_is_truth_test(v, b) && raises_event(v, b)))) {
            cov_drop(v, b);
        }
    }
}
