/* A diagnostics port of our own, to which runtimes connect: those that are started with
 * DOTNET_DiagnosticPorts=PATH, and their children.
 *
 * A runtime is held at its start, before any managed code, until it is told to go on; with
 * ",nosuspend" behind PATH it is not held. A connection carries one command; then the runtime makes
 * another one, which stays open until the next command or its end. Source: "Diagnostic IPC
 * protocol", "Diagnostic Ports" of dotnet/runtime. Threads: one. */
#ifndef IPC_PORT_H
#define IPC_PORT_H

#include "diagnostics/ipc_message.h"

/* A runtime that has connected. */
typedef struct ipc_runtime {
    uint8_t cookie[16];
    uint32_t pid;      /* as this process sees it */
    int fd;            /* its connection; -1: it is about to make another one */
    unsigned step;     /* of the caller; 0 at first */
    uint64_t since_ns; /* when the connection was last lost; monotonic */
} ipc_runtime;

/* A connection that has not yet said whose it is. */
typedef struct ipc_caller {
    int fd; /* -1: none */
    uint32_t pid;
    uint64_t since_ns; /* monotonic */
    size_t length;     /* of `hello` so far */
    uint8_t hello[IPC_ADVERTISE_SIZE];
} ipc_caller;

/* More callers wait in the socket's queue. */
#define IPC_MOST_CALLERS 32u

typedef struct ipc_port {
    const char *path; /* borrowed */
    int listener;
    ipc_caller callers[IPC_MOST_CALLERS];
    ipc_runtime *runtimes; /* that have not ended */
    size_t count, capacity;
} ipc_port;

/* Begins to listen. Errors of cc_socket_listen(). */
CC_NODISCARD cc_err ipc_port_open(ipc_port *out, const char *path);
/* Closes all connections, removes the socket, and frees. Runtimes go on as they are. */
void ipc_port_close(ipc_port *port);
/* Waits at most `ms` for a connection; *out is the runtime that has made one, until the next call,
 * or NULL. Runtimes that have ended are forgotten. What does not speak as a runtime does, says
 * nothing, or belongs to another user, is turned away, and holds nobody meanwhile. */
CC_NODISCARD cc_err ipc_port_wait(ipc_port *port, unsigned ms, ipc_runtime **out);
/* Sends a command over the runtime's connection, and closes it behind the answer. Payload in the
 * arena. CC_E_NOTFOUND: the process has ended; CC_E_LIMIT: it does not answer. */
CC_NODISCARD cc_err ipc_port_ask(ipc_runtime *runtime, const cc_buf *message, cc_arena *arena,
                                 ipc_reply *reply);

#endif
