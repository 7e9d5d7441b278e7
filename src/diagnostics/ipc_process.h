/* What /proc tells of a process, read from text; pure functions. Source: proc(5). */
#ifndef IPC_PROCESS_H
#define IPC_PROCESS_H

#include "base/cc_arena.h"
#include "base/cc_span.h"

/* Time of its start in clock ticks since the boot, from /proc/PID/stat. False: damaged. */
bool ipc_parse_start(cc_str stat, uint64_t *ticks);

typedef struct ipc_status {
    uint32_t uid;       /* effective */
    uint32_t inner_pid; /* in its innermost process namespace */
} ipc_status;
/* From /proc/PID/status. False: damaged. */
bool ipc_parse_status(cc_str status, ipc_status *out);

/* The value of a variable in the text of /proc/PID/environ (entries that end in NUL); data NULL: it
 * is not set. The first one counts. */
cc_str ipc_find_variable(cc_str entries, const char *name);

/* The runtime waits at its start for a command: DOTNET_DiagnosticPorts has a port without the word
 * `nosuspend`. True when the variable is not set. */
bool ipc_is_held(cc_str entries);

/* Takes the next mapped file of the text of /proc/PID/maps from the front; a file has several
 * lines. False: no more. */
bool ipc_next_mapped(cc_str *maps, cc_str *path);
/* Path of the first mapped file with this base name, from /proc/PID/maps; s NULL: none. A file that
 * was removed meanwhile has " (deleted)" behind it, and counts. */
cc_str ipc_find_mapped(cc_str maps, const char *base_name);

#endif
