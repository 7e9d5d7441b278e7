/* Processes that are measured at this moment: found by process, name or session; stopped. */
#ifndef CMD_LIVE_H
#define CMD_LIVE_H

#include "cli/core/cmd.h"
#include "coverage/session/ses.h"
#include "diagnostics/ipc_target.h"

/* Exit code for a failure of the functions below: 64 when what was named is not there, else 70. */
int cmd_live_code(cc_err err);

/* The process with the id or name `given`. CC_E_NOTFOUND: there is none; CC_E_USAGE: several have
 * the name, whose ids are in the message; errors of ipc_target_open(). */
CC_NODISCARD cc_err cmd_live_process(ipc_target *out, const char *given, cc_arena *arena);

/* The session that the operand of the call names: one in which a process (id or name) is measured,
 * or its directory. Without an operand the only session that is used at this moment and was started
 * from this directory. CC_E_NOTFOUND, CC_E_USAGE. */
CC_NODISCARD cc_err cmd_live_find(ses_session *out, const cmd_call *call);
/* Directory of the session in which the process is measured; NULL: in none. In the arena. */
char *cmd_live_session_of(const ipc_target *target, cc_arena *arena);

/* The profiler's class identifier as a GUID lies in memory: the first three parts little-endian. */
void cmd_live_clsid(uint8_t out[16]);
/* Sends client data to the library in the process, or loads it there; `word`: CLRCOV_ATTACH_BEGIN
 * or _STOP. *hr is the answer. Waits a moment for a runtime that is starting. */
CC_NODISCARD cc_err cmd_live_tell(const ipc_target *target, const char *library, const char *word,
                                  const char *session_dir, uint32_t *hr, cc_arena *arena);
/* Ends the measuring of the session's processes that were attached to; they run on. A process that
 * has ended counts as stopped. CC_E_UNSUPPORTED: one was started by clrcov run, or does not
 * stop. */
CC_NODISCARD cc_err cmd_live_stop(const ses_session *session, cc_arena *arena);

/* Some process still measures into the session. */
bool cmd_live_is_used(const char *session_dir);
/* Waits until no process measures into the session any more. False: this program was told to end
 * before (cc_proc_await_end()). */
bool cmd_live_await_end(const char *session_dir);

#endif
