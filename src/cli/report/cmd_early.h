/* What clrcov run does before the command has ended, so that the user does not wait for it after
 * that: it removes old sessions, and builds the model of the report.
 *
 * A `dotnet test` lives for some 100 ms longer than its last test host. A thread looks every few
 * milliseconds whether the session is at rest: processes have measured, and none of them lives. It
 * then builds the model. The report takes that model if the session is still in the same state, no
 * source and no assembly was changed since, and the model is a second old at most. Else the report
 * builds the model itself, as if there were no thread.
 *
 * A command that starts one test host after another is at rest between two of them. Models that
 * nobody takes cost at most a twentieth of the time of the command, after the first one.
 *
 * No thread starts where it could slow down the command: on one processor, and under a quota of
 * processor time. */
#ifndef CMD_EARLY_H
#define CMD_EARLY_H

#include "cli/report/cmd_subject.h"

typedef struct cmd_early cmd_early;

/* Starts the thread for the session of the subject, which must stay as it is, except for its model,
 * until cmd_early_end(). `kept_sessions`: how many old sessions stay; 0: all. NULL: there is none.
 *
 * Lack of memory on the thread: cmd_memory.h. */
cmd_early *cmd_early_start(const cmd_subject *subject, size_t kept_sessions);
/* Ends the work of the thread; waits for a model that is being built, if it is the right one.
 * Returns the model, which is valid until cmd_early_end(); NULL: there is none that is right. The
 * command has ended. `early`: NULL is allowed. */
cov_model *cmd_early_take(cmd_early *early);
/* Ends the work of the thread without a result, and frees the model. False: for lack of memory the
 * work does not end, and what the subject refers to must stay. NULL is allowed. */
bool cmd_early_end(cmd_early *early);

#endif
