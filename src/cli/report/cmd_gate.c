/* Thresholds of a command: from the settings to verdicts. See cmd_gate.h. */
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_patch.h"
#include "coverage/gate/gate.h"
#include "reports/rep_level.h"

static gate_limits limits_of(const cfg_values *values) {
    static const gate_scope scopes[] = {[CFG_OF_TOTAL] = GATE_TOTAL,
                                        [CFG_OF_MINIMUM] = GATE_MINIMUM,
                                        [CFG_OF_AVERAGE] = GATE_AVERAGE};
    return (gate_limits){
        .all = {values->fail_under_line, values->fail_under_branch, values->fail_under_method},
        .scope = scopes[values->fail_under_of],
        .file = {values->fail_under_line_file, values->fail_under_branch_file,
                 values->fail_under_method_file},
        .patch = {values->fail_under_line_patch, values->fail_under_branch_patch,
                  values->fail_under_method_patch},
        .max_uncovered = values->max_uncovered,
        .max_crap = values->max_crap,
        .allow_empty = values->allow_empty};
}

/* Files have the bounds of the total where they have no threshold of their own. */
rep_levels cmd_levels(const cfg_values *values) {
    const int32_t all[REP_MEASURES] = {values->fail_under_line, values->fail_under_branch,
                                       values->fail_under_method};
    const int32_t file[REP_MEASURES] = {values->fail_under_line_file,
                                        values->fail_under_branch_file,
                                        values->fail_under_method_file};
    rep_levels levels;
    for (int i = 0; i < REP_MEASURES; i++) {
        levels.all[i] = rep_bounds_of(all[i]);
        levels.file[i] = rep_bounds_of(file[i] > 0 ? file[i] : all[i]);
    }
    return levels;
}

gate_limits cmd_patch_limits(const cfg_values *values) {
    gate_limits all = limits_of(values);
    return (gate_limits){.patch = all.patch,
                         .max_crap = GATE_NONE,
                         .max_uncovered = GATE_NONE,
                         .allow_empty = all.allow_empty};
}

bool cmd_wants_patch(const cfg_values *values) {
    return values->fail_under_line_patch > 0 || values->fail_under_branch_patch > 0 ||
           values->fail_under_method_patch > 0 || values->base != NULL || values->patch != NULL;
}

/* Patch and baseline are looked for where a threshold needs them. */
cc_err cmd_judge(gate_result *out, rep_input *report, cmd_subject *looked_at, cc_arena *arena) {
    const cfg_values *values = &looked_at->config.values;
    gate_subject subject = {looked_at->model, NULL, NULL};
    patch_cover *covered = NULL;
    cmd_changes changes;
    cov_model *baseline = NULL;
    if (values->baseline != NULL) {
        CC_TRY(cmd_model_of_data(&baseline, values->baseline, &looked_at->config, arena));
        subject.baseline = baseline;
    }
    if (cmd_wants_patch(values)) {
        covered = CC_NEW(arena, patch_cover);
        CC_TRY(cmd_find_changes(&changes, &looked_at->config, arena));
        patch_cover_make(covered, &changes.change, looked_at->model, baseline, arena);
        subject.patch = covered;
    }
    if (report != NULL && covered != NULL) {
        report->patch = covered;
        report->patch_name = changes.name;
    }
    return cmd_check_gates(out, &subject, values, arena);
}

cc_err cmd_check_gate_inputs(const cmd_config *config) {
    const cfg_values *values = &config->values;
    CC_TRY(values->baseline != NULL ? dat_check(values->baseline) : CC_OK);
    if (!cmd_wants_patch(values)) {
        return CC_OK;
    }
    cc_arena *scratch = cc_arena_new();
    cc_err err = cmd_check_changes(config, scratch);
    cc_arena_free(scratch);
    return err;
}

void cmd_say_unmet(const gate_result *gates) {
    for (uint32_t i = 0; i < gates->count; i++) {
        if (!gates->items[i].is_met) {
            cmd_say("%s", gates->items[i].text);
        }
    }
}

cc_err cmd_check_gates(gate_result *out, const gate_subject *subject, const cfg_values *values,
                       cc_arena *arena) {
    gate_limits limits = limits_of(values);
    return gate_check(out, subject, &limits, arena);
}

cc_err cmd_check_values(const cfg_values *values) {
    static const cfg_key keys[] = {CFG_FAIL_UNDER_BRANCH, CFG_FAIL_UNDER_BRANCH_FILE,
                                   CFG_FAIL_UNDER_BRANCH_PATCH};
    const int32_t limits[] = {values->fail_under_branch, values->fail_under_branch_file,
                              values->fail_under_branch_patch};
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !values->branches; i++) {
        if (limits[i] > 0) {
            return cc_fail(CC_E_USAGE, "%s: a threshold for branches, which are not reported (%s)",
                           values->origin[keys[i]], values->origin[CFG_BRANCHES]);
        }
    }
    if (values->base != NULL && values->patch != NULL) {
        return cc_fail(CC_E_USAGE, "%s and %s: use only one of them", values->origin[CFG_BASE],
                       values->origin[CFG_PATCH]);
    }
    return CC_OK;
}
