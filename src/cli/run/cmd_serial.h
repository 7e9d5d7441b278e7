/* One test at a time, for runs with `--per-test --serial`: what the command's runner reads from the
 * environment. Neither projects nor the command line are changed. That tests did run one by one is
 * seen from their begins and ends, never from these variables. Threads: one. */
#ifndef CMD_SERIAL_H
#define CMD_SERIAL_H

#include "cli/load/cmd_loading.h"

/* Variables for the runners of all frameworks; writes the files that they name into the session. The
 * words of the command that already choose for a runner stay. Errors of the file system. */
CC_NODISCARD cc_err cmd_make_serial(cmd_variables *out, const char *session_dir,
                                    char *const *command, size_t count, cc_arena *arena);

#endif
