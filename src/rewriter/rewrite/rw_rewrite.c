/* Rewriting a body by its plan: the steps in order. Input: plan, probe form. Output: rw_result. */
#include "rewriter/rewrite/rw_internal.h"

static bool has_counters(const probe_plan *plan) {
    uint32_t i = 0;
    while (i < plan->node_count && plan->nodes[i].counter == PROBE_NONE) {
        i++;
    }
    return i < plan->node_count;
}

cc_err rw_rewrite(rw_result *out, const probe_plan *plan, const rw_probe *probe, cc_arena *arena) {
    *out = (rw_result){0};
    rw_code code = {.plan = plan, .arena = arena};
    CC_TRY(rw_probe_size(probe, plan->counter_count, &code.probe_size, &code.check_size));
    code.entry_size = has_counters(plan) ? rw_entry_size(probe) : 0;
    if (code.entry_size > 0 && probe->lane.suspends != NULL) {
        code.entry_after = probe->lane.suspends;
        CC_TRY(rw_mark_handlers(plan->body, arena, &code.entry_before));
    }
    if (probe->kind == RW_PROBE_CHECKED) {
        CC_TRY(rw_choose_checks(&code));
    }
    CC_TRY(rw_place_all(&code));
    CC_TRY(rw_size_items(&code));
    return rw_emit(out, &code, probe);
}
