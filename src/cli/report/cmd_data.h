/* What is known about the run of a session. Threads: one. */
#ifndef CMD_DATA_H
#define CMD_DATA_H

#include "cli/core/cmd_config.h"
#include "coverage/model/cov_raw.h"

/* When the session's run began, in seconds since 1970: by its name; where somebody gave it another
 * one, by its settings. 0: not known. */
uint64_t cmd_session_time(const char *session_dir, cc_arena *arena);
/* The run of a session, for data and reports. */
void cmd_describe_one(cov_raw_run *run, const char *session_dir, const cov_model *model,
                      const cmd_config *config, cc_arena *arena);
/* Fills in runs and settings of data that was made from a session. */
void cmd_describe_run(cov_raw *raw, const char *session_dir, const cov_model *model,
                      const cmd_config *config, cc_arena *arena);

#endif
