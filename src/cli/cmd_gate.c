/* Thresholds of a command: from the settings to verdicts. */
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

cc_err cmd_check_gates(gate_result *out, const cov_model *model, const cfg_values *values,
                       cc_arena *arena) {
    gate_limits limits = limits_of(values);
    return gate_check(out, model, &limits, arena);
}

cc_err cmd_check_values(const cfg_values *values) {
    if (!values->branches && values->fail_under_branch > 0) {
        return cc_fail(CC_E_USAGE, "%s: a threshold for branches, which are not reported (%s)",
                       values->origin[CFG_FAIL_UNDER_BRANCH], values->origin[CFG_BRANCHES]);
    }
    return CC_OK;
}
