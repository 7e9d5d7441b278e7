/* Figures of commits. Threads: one. */
#ifndef CMD_HISTORY_H
#define CMD_HISTORY_H

#include "cli/core/cmd_config.h"
#include "coverage/model/cov_raw.h"
#include "reports/rep.h"

/* Can a row for the commit of these data be kept? CC_E_USAGE: no run was in a repository; CC_E_IO:
 * the file cannot be written. CC_OK without a history. */
CC_NODISCARD cc_err cmd_check_history(const cmd_config *config, const cov_raw *data,
                                      cc_arena *arena);
/* Keeps the figures of the model for the commit that the latest run measured. */
CC_NODISCARD cc_err cmd_keep_history(const cmd_config *config, const cov_raw *data,
                                     const cov_model *model);
/* Gives the report the rows that are there. A missing file is an error only where the command line
 * or a variable names it. */
CC_NODISCARD cc_err cmd_read_history(rep_input *in, const cmd_config *config, cc_arena *arena);

#endif
