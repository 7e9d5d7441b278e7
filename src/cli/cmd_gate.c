/* Thresholds of a command: from the settings to verdicts, of which those that are not met are told. */
#include "cli/cmd.h"
#include "coverage/gate/gate.h"

static gate_limits limits_of(const cfg_values *values) {
    static const gate_scope scopes[] = {[CFG_OF_TOTAL] = GATE_TOTAL,
                                        [CFG_OF_MINIMUM] = GATE_MINIMUM,
                                        [CFG_OF_AVERAGE] = GATE_AVERAGE};
    return (gate_limits){.line = values->fail_under_line,
                         .branch = values->fail_under_branch,
                         .method = values->fail_under_method,
                         .scope = scopes[values->fail_under_of],
                         .max_crap = values->max_crap,
                         .allow_empty = values->allow_empty};
}

cc_err cmd_check_gates(const cov_model *model, const cfg_values *values, bool *are_met) {
    gate_limits limits = limits_of(values);
    gate_result result;
    cc_arena *arena = cc_arena_new();
    cc_err err = arena == NULL ? cc_fail(CC_E_NOMEM, "out of memory for thresholds")
                               : gate_check(&result, model, &limits, arena);
    for (uint32_t i = 0; err == CC_OK && i < result.count; i++) {
        if (!result.items[i].is_met) {
            cmd_say("%s", result.items[i].text);
        }
    }
    *are_met = err == CC_OK && result.is_met;
    cc_arena_free(arena);
    return err;
}

cc_err cmd_check_values(const cfg_values *values) {
    if (!values->branches && values->fail_under_branch > 0) {
        return cc_fail(CC_E_USAGE, "%s: a threshold for branches, which are not reported (%s)",
                       values->origin[CFG_FAIL_UNDER_BRANCH], values->origin[CFG_BRANCHES]);
    }
    return CC_OK;
}
