/* Reports of an earlier run. Threads: one. */
#ifndef CMD_STALE_H
#define CMD_STALE_H

#include "cli/core/cmd_config.h"

/* What becomes of the reports that an earlier run left in the places of this run's reports. */
typedef enum cmd_earlier {
    CMD_EARLIER_MOVES, /* into the session, so that nobody takes them for this run's */
    CMD_EARLIER_STAYS, /* in its place; a line says from when it is */
    CMD_EARLIER_IGNORED
} cmd_earlier;
/* Says that no report is written, with a hint appended, and what becomes of earlier ones, files and
 * pages. Without a session (NULL) those that would be moved are named. A file that is not a report
 * of its format is never moved. */
void cmd_no_report(const cmd_config *config, const char *session_dir, cmd_earlier earlier,
                   const char *hint);
/* This command runs on a build server (a variable says so), where a file that remains is
 * published. */
bool cmd_is_on_build_server(void);

#endif
