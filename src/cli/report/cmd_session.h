/* Finds the session that a command is about. Threads: one. */
#ifndef CMD_SESSION_H
#define CMD_SESSION_H

#include "coverage/session/ses.h"

/* The session `given`, else the one that was started nearest to the working directory: from this
 * directory itself, else from one above or below it in the same repository; of several equally near
 * the newest. CC_E_NOTFOUND; CC_E_FORMAT and others when `given` is not a session. */
CC_NODISCARD cc_err cmd_find_session(ses_session *out, const char *given, cc_arena *arena);
/* The same, of sessions that have this file alone. */
CC_NODISCARD cc_err cmd_find_session_with(ses_session *out, const char *given, const char *file,
                                          cc_arena *arena);

#endif
