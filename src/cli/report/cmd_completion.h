/* What completes the report of a run with `--impacted`: the map with which it compared, and the tests
 * that it left out. Both are in its session. Threads: one. */
#ifndef CMD_COMPLETION_H
#define CMD_COMPLETION_H

#include "coverage/model/cov_model.h"

/* NULL: the session is not of such a run, or its map is gone. Memory of the arena. */
const cov_completion *cmd_find_completion(const char *session_dir, cc_arena *arena);

#endif
