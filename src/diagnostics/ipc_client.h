/* Commands to the diagnostics port of a process: one connection per command. */
#ifndef IPC_CLIENT_H
#define IPC_CLIENT_H

#include "diagnostics/ipc_message.h"
#include "diagnostics/ipc_target.h"

/* Sends a command over a connection and reads the answer; payload in the arena. CC_E_NOTFOUND: the
 * process has ended; CC_E_LIMIT: it does not answer. CC_E_FORMAT, CC_E_TRUNCATED. */
CC_NODISCARD cc_err ipc_exchange(int fd, const cc_buf *message, cc_arena *arena, ipc_reply *reply);
/* Sends AttachProfiler; *hr is the answer of the runtime or the library, 0 when the library was
 * loaded. CC_E_NOTFOUND: the process has ended, or ends; CC_E_LIMIT: it does not answer. */
CC_NODISCARD cc_err ipc_attach_profiler(const ipc_target *target, const ipc_attach *attach,
                                        uint32_t *hr);
/* Sends ProcessInfo2. CC_E_UNSUPPORTED: the runtime does not know it, as before .NET 7. Strings in
 * the arena. */
CC_NODISCARD cc_err ipc_ask_process(const ipc_target *target, cc_arena *arena,
                                    ipc_process_info *out);

#endif
