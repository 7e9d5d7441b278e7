/* clrcov run --impacted: between build and test each test project asks which of its tests run. Neither
 * projects nor the command line are changed: a .targets file of the session asks, and gives the
 * answer to the runner. Threads: one. */
#ifndef CMD_IMPACTED_RUN_H
#define CMD_IMPACTED_RUN_H

#include "cli/run/cmd_run.h"

/* Finds the map, and adds variables for the runners; writes the files that they name into the
 * session. Where there is no map, everything runs, and the reason is printed. Errors of the file
 * system. */
CC_NODISCARD cc_err cmd_ask_impacted(cmd_run_state *run);
/* After the command: prints how many tests ran. True: the command ended well, and no test is
 * affected, so that nothing was measured. */
bool cmd_tell_impacted(const cmd_run_state *run, int code);

#endif
