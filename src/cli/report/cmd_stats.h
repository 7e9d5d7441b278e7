/* The library's own work in the measured processes. Threads: one. */
#ifndef CMD_STATS_H
#define CMD_STATS_H

#include "coverage/session/ses.h"

/* Shows the library's own work in the processes of a session whose settings request it. */
void cmd_say_stats(const ses_session *session);

#endif
