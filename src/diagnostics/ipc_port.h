/* A diagnostics port of clrcov, to which runtimes connect: the processes with
 * DOTNET_DiagnosticPorts=PATH at their start, and their children.
 *
 * A runtime suspends itself at its start, before any managed code, until it gets the command to
 * resume; with ",nosuspend" after PATH it does not suspend itself. A connection carries one
 * command. Then the runtime opens another connection, which stays open until the next command or
 * the runtime's end. Source: "Diagnostic IPC protocol", "Diagnostic Ports" of dotnet/runtime.
 * Threads: one. */
#ifndef IPC_PORT_H
#define IPC_PORT_H

#include "diagnostics/ipc_message.h"

/* A runtime that has connected. */
typedef struct ipc_runtime {
    uint8_t cookie[16];
    uint32_t pid;      /* as this process sees it */
    int fd;            /* its connection; -1: the runtime is about to open another one */
    unsigned step;     /* for the caller's use; initially 0 */
    uint64_t since_ns; /* when the connection was last lost; monotonic */
} ipc_runtime;

/* A connection that has not yet sent its identity. */
typedef struct ipc_caller {
    int fd; /* -1: none */
    uint32_t pid;
    uint64_t since_ns; /* monotonic */
    size_t length;     /* of `hello` so far */
    uint8_t hello[IPC_ADVERTISE_SIZE];
} ipc_caller;

/* Maximum; further callers wait in the socket's queue. */
#define IPC_MOST_CALLERS 32u

typedef struct ipc_port {
    const char *path; /* borrowed */
    int listener;
    ipc_caller callers[IPC_MOST_CALLERS];
    ipc_runtime *runtimes; /* runtimes that have not ended */
    size_t count, capacity;
} ipc_port;

/* Begins to listen. Errors of cc_socket_listen(). */
CC_NODISCARD cc_err ipc_port_open(ipc_port *out, const char *path);
/* Closes all connections, removes the socket, and frees the port. Does not affect the runtimes. */
void ipc_port_close(ipc_port *port);
/* Waits at most `ms` for a connection; *out is the runtime that opened one, valid until the next
 * call, or NULL. Removes runtimes that have ended. Closes the connection of a caller that does not
 * follow the protocol, sends nothing, or belongs to another user; such a caller delays no other
 * meanwhile. */
CC_NODISCARD cc_err ipc_port_wait(ipc_port *port, unsigned ms, ipc_runtime **out);
/* Sends a command over the runtime's connection, and closes it after the answer. Payload in the
 * arena. CC_E_NOTFOUND: the process has ended; CC_E_LIMIT: it does not answer. */
CC_NODISCARD cc_err ipc_port_ask(ipc_runtime *runtime, const cc_buf *message, cc_arena *arena,
                                 ipc_reply *reply);

#endif
