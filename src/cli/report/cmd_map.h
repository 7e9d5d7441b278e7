/* The map of a session: the data of its tests, as they were when the run ended (docs/impacted.md).
 * Threads: one. */
#ifndef CMD_MAP_H
#define CMD_MAP_H

#include "cli/report/cmd_subject.h"

/* The data file in the session of a run with `--per-test`. */
#define CMD_MAP_NAME SES_MAP_NAME

/* Completes the suites of data that was made from a session: what the files on which tests depend
 * held when the run ended, and whether it failed. What the session's map has stays: files may have
 * changed since. */
void cmd_fill_suites(cov_raw *raw, const cmd_subject *subject, cc_arena *arena);
/* The session has tests, and no map. */
bool cmd_wants_map(const cmd_subject *subject);
/* Sets *path to the map `given`, a data file or a session; NULL: of the newest session with a map that
 * was started from here. Errors of cmd_find_session(). */
CC_NODISCARD cc_err cmd_find_map(const char *given, const char **path, cc_arena *arena);

#endif
