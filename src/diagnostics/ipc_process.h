/* Facts about a process from the text of files in /proc; pure functions. Source: proc(5). */
#ifndef IPC_PROCESS_H
#define IPC_PROCESS_H

#include "base/cc_arena.h"
#include "base/cc_span.h"

/* Reads the time of the process's start in clock ticks since the boot, from /proc/PID/stat. False:
 * damaged. */
bool ipc_parse_start(cc_str stat, uint64_t *ticks);

typedef struct ipc_status {
    uint32_t uid;       /* effective */
    uint32_t inner_pid; /* in its innermost process namespace */
} ipc_status;
/* Reads /proc/PID/status. False: damaged. */
bool ipc_parse_status(cc_str status, ipc_status *out);

/* Returns the value of a variable in the text of /proc/PID/environ (entries that end in NUL); data
 * NULL: the variable is not set. The first entry counts. */
cc_str ipc_find_variable(cc_str entries, const char *name);

/* The runtime waits at its start for a command: DOTNET_DiagnosticPorts has a port without the word
 * `nosuspend`. Also true when the variable is not set. */
bool ipc_is_held(cc_str entries);

/* Takes the next mapped file from the start of the text of /proc/PID/maps; a file has several
 * lines. False: there are no more. */
bool ipc_next_mapped(cc_str *maps, cc_str *path);
/* Returns the path of the first mapped file with this base name, from /proc/PID/maps; s NULL: none.
 * A file that was removed meanwhile has " (deleted)" after its path, and counts. */
cc_str ipc_find_mapped(cc_str maps, const char *base_name);

#endif
