/* A running .NET process and its diagnostics port.
 *
 * The port is the socket dotnet-diagnostic-PID-START-socket in the process's TMPDIR (else /tmp),
 * both as the process sees them. clrcov reaches a process in a container through /proc/PID/root;
 * the process has another id there. The socket belongs to the user of the process. */
#ifndef IPC_TARGET_H
#define IPC_TARGET_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef struct ipc_target {
    uint32_t pid;       /* as this process sees it */
    uint32_t inner_pid; /* as it sees itself */
    const char *root;   /* "/proc/PID/root": its file system */
    /* Path of the port, through `root`: another mount namespace may have the same root */
    const char *socket;
    cc_str entries;   /* its environment when it started, entries that end in NUL */
    cc_str arguments; /* its command line, arguments that end in NUL */
    cc_str maps;      /* text of /proc/PID/maps */
    /* path, as the process sees it, of the libclrcov.so that it has mapped, with "(deleted)" after
     * it if the file was replaced; s NULL: none */
    cc_str library;
} ipc_target;

/* Finds the process, but not its port: `socket` is NULL. CC_E_NOTFOUND, CC_E_MISMATCH, CC_E_IO,
 * CC_E_NOMEM as below. */
CC_NODISCARD cc_err ipc_target_look(ipc_target *out, uint32_t pid, cc_arena *arena);
/* Finds the process and its port; memory of the arena. The message states the obstacle and what to
 * do. CC_E_NOTFOUND: there is no such process. CC_E_MISMATCH: it belongs to another user.
 * CC_E_UNSUPPORTED: it has no port, since it is not a .NET process, was compiled ahead of time, or
 * has diagnostics disabled. CC_E_IO, CC_E_NOMEM. */
CC_NODISCARD cc_err ipc_target_open(ipc_target *out, uint32_t pid, cc_arena *arena);
/* The process has ended, or is ending: it no longer exists, or is a zombie. */
bool ipc_target_is_gone(uint32_t pid);
/* The process and clrcov find one file or directory at `path`. */
bool ipc_target_sees(const ipc_target *target, const char *path);

/* A .NET process of this user, and the name of its program: the file name of the executable or of
 * the first assembly. */
typedef struct ipc_listed {
    uint32_t pid;
    cc_str program;
} ipc_listed;
/* Lists the .NET processes of this user, except this process, by id. `name` is the file name of the
 * program, with or without its extension, without case; NULL: any name. In the arena. */
CC_NODISCARD cc_err ipc_target_list(const char *name, cc_arena *arena, ipc_listed **out,
                                    size_t *count);

#endif
