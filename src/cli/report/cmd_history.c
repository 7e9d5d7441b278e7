/* The history: figures of earlier commits for reports, and the row of this one. See
 * cmd_history.h. */
#include "cli/report/cmd_history.h"
#include "base/cc_file.h"
#include "cli/core/cmd_paths.h"
#include "coverage/data/dat.h"

/* The latest run that was in a repository; NULL: there is none. */
static const cov_raw_run *latest_run(const cov_raw *data) {
    const cov_raw_run *latest = NULL;
    for (uint32_t i = 0; i < data->run_count; i++) {
        const cov_raw_run *run = &data->runs[i];
        if (run->commit.len > 0 && (latest == NULL || run->started > latest->started)) {
            latest = run;
        }
    }
    return latest;
}

cc_err cmd_check_history(const cmd_config *config, const cov_raw *data, cc_arena *arena) {
    if (config->values.history == NULL) {
        return CC_OK;
    }
    CC_TRY(cmd_check_output(arena, config->values.history));
    return latest_run(data) != NULL ? CC_OK
                                    : cc_fail(CC_E_USAGE,
                                              "%s: has a row for each commit, but none of these "
                                              "runs was in a git repository",
                                              config->values.origin[CFG_HISTORY]);
}

cc_err cmd_keep_history(const cmd_config *config, const cov_raw *data, const cov_model *model) {
    const cov_raw_run *run = latest_run(data);
    if (config->values.history == NULL || run == NULL) {
        return CC_OK;
    }
    const cov_history_row row = {run->commit, run->started, model->totals};
    return dat_history_add(config->values.history, &row);
}

/* Only a merge makes the file, so a clrcov.xml may name it before it exists. */
static bool is_not_made_yet(const cfg_values *values) {
    return values->strength[CFG_HISTORY] == CMD_FILE_LAYER && !cc_path_exists(values->history);
}

cc_err cmd_read_history(rep_input *in, const cmd_config *config, cc_arena *arena) {
    if (config->values.history == NULL || is_not_made_yet(&config->values)) {
        return CC_OK;
    }
    cov_history *history = CC_NEW(arena, cov_history);
    CC_TRY(dat_history_read(history, config->values.history, arena));
    in->history = history;
    return CC_OK;
}
