/* Runtimes that connect to clrcov. See ipc_port.h. */
#include "diagnostics/ipc_port.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "base/cc_socket.h"
#include "diagnostics/ipc_client.h"

/* A runtime retries within half a second. */
enum { PATIENCE_MS = 10000, RECONNECT_MS = 3000 };

static void set_closed(ipc_port *port) {
    *port = (ipc_port){.listener = -1};
    for (size_t i = 0; i < IPC_MOST_CALLERS; i++) {
        port->callers[i].fd = -1;
    }
}

cc_err ipc_port_open(ipc_port *out, const char *path) {
    set_closed(out);
    out->path = path;
    return cc_socket_listen(&out->listener, path);
}

void ipc_port_close(ipc_port *port) {
    for (size_t i = 0; i < port->count; i++) {
        cc_fd_close(port->runtimes[i].fd);
    }
    for (size_t i = 0; i < IPC_MOST_CALLERS; i++) {
        cc_fd_close(port->callers[i].fd);
    }
    if (port->listener >= 0) {
        cc_fd_close(port->listener);
        (void)unlink(port->path);
    }
    free(port->runtimes);
    set_closed(port);
}

/* --- the runtimes ----------------------------------------------------------------------------- */

static ipc_runtime *find(ipc_port *port, const uint8_t cookie[16]) {
    for (size_t i = 0; i < port->count; i++) {
        if (memcmp(port->runtimes[i].cookie, cookie, 16) == 0) {
            return &port->runtimes[i];
        }
    }
    return NULL;
}

static cc_err add(ipc_port *port, const ipc_advertise *hello, uint32_t pid, ipc_runtime **out) {
    if (port->count == port->capacity) {
        size_t capacity = port->capacity * 2 + 8;
        ipc_runtime *larger = realloc(port->runtimes, capacity * sizeof *larger);
        if (larger == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        port->runtimes = larger;
        port->capacity = capacity;
    }
    *out = &port->runtimes[port->count++];
    **out = (ipc_runtime){.pid = pid, .fd = -1};
    memcpy((*out)->cookie, hello->cookie, sizeof hello->cookie);
    return CC_OK;
}

static void forget(ipc_port *port, size_t index) {
    cc_fd_close(port->runtimes[index].fd);
    port->runtimes[index] = port->runtimes[--port->count];
}

/* A connection that waits for a command receives nothing but its end. A runtime that does not
 * connect again has ended, unless its process is alive: on a busy machine the runtime takes long,
 * and it may be suspended. */
static void forget_ended(ipc_port *port, const bool *has_closed) {
    uint64_t now = cc_os_monotonic_ns();
    for (size_t i = port->count; i-- > 0;) {
        const ipc_runtime *runtime = &port->runtimes[i];
        bool is_late =
            runtime->fd < 0 && now - runtime->since_ns > RECONNECT_MS * UINT64_C(1000000);
        if (has_closed[i] || (is_late && !cc_os_is_running(runtime->pid))) {
            forget(port, i);
        }
    }
}

/* --- connections ------------------------------------------------------------------------------ */

static void turn_away(ipc_caller *caller) {
    cc_fd_close(caller->fd);
    *caller = (ipc_caller){.fd = -1};
}

static bool has_place(const ipc_port *port) {
    for (size_t i = 0; i < IPC_MOST_CALLERS; i++) {
        if (port->callers[i].fd < 0) {
            return true;
        }
    }
    return false;
}

static cc_err take_caller(ipc_port *port) {
    cc_socket_peer peer;
    int fd = -1;
    CC_TRY(cc_socket_accept(port->listener, PATIENCE_MS, &fd, &peer));
    if (fd >= 0 && peer.uid != cc_os_uid()) {
        cc_fd_close(fd);
        return CC_OK;
    }
    for (size_t i = 0; fd >= 0 && i < IPC_MOST_CALLERS; i++) {
        if (port->callers[i].fd < 0) {
            port->callers[i] =
                (ipc_caller){.fd = fd, .pid = peer.pid, .since_ns = cc_os_monotonic_ns()};
            fd = -1;
        }
    }
    cc_fd_close(fd);
    return CC_OK;
}

/* The caller has sent its whole message: it is a runtime, or the function closes the connection. */
static cc_err welcome(ipc_port *port, ipc_caller *caller, ipc_runtime **out) {
    ipc_advertise hello;
    if (ipc_parse_advertise(&hello, cc_span_of(caller->hello, sizeof caller->hello)) != CC_OK) {
        turn_away(caller);
        return CC_OK;
    }
    ipc_runtime *runtime = find(port, hello.cookie);
    cc_err err = runtime != NULL ? CC_OK : add(port, &hello, caller->pid, &runtime);
    if (err != CC_OK) {
        turn_away(caller);
        return err;
    }
    cc_fd_close(runtime->fd);
    runtime->fd = caller->fd;
    *caller = (ipc_caller){.fd = -1};
    *out = runtime;
    return CC_OK;
}

/* A caller with another protocol is not a reason to stop listening. */
static cc_err hear(ipc_port *port, ipc_caller *caller, bool is_ready, ipc_runtime **out) {
    size_t got = 0;
    size_t left = sizeof caller->hello - caller->length;
    uint64_t waited = cc_os_monotonic_ns() - caller->since_ns;
    cc_err err =
        is_ready ? cc_socket_receive_some(caller->fd, caller->hello + caller->length, left, &got)
                 : CC_OK;
    caller->length += got;
    if (err != CC_OK || (got == 0 && waited > PATIENCE_MS * UINT64_C(1000000))) {
        turn_away(caller);
        return CC_OK;
    }
    return caller->length == sizeof caller->hello ? welcome(port, caller, out) : CC_OK;
}

/* Returns the first caller that proves to be a runtime; the next call handles the others. */
static cc_err hear_callers(ipc_port *port, const bool *is_ready, ipc_runtime **out) {
    for (size_t i = 0; i < IPC_MOST_CALLERS && *out == NULL; i++) {
        if (port->callers[i].fd >= 0) {
            CC_TRY(hear(port, &port->callers[i], is_ready[i], out));
        }
    }
    return CC_OK;
}

/* The descriptors of the callers, of the listener, of the runtimes. */
static void list_descriptors(const ipc_port *port, int *fds) {
    for (size_t i = 0; i < IPC_MOST_CALLERS; i++) {
        fds[i] = port->callers[i].fd;
    }
    fds[IPC_MOST_CALLERS] = has_place(port) ? port->listener : -1;
    for (size_t i = 0; i < port->count; i++) {
        fds[IPC_MOST_CALLERS + 1 + i] = port->runtimes[i].fd;
    }
}

cc_err ipc_port_wait(ipc_port *port, unsigned ms, ipc_runtime **out) {
    size_t count = IPC_MOST_CALLERS + 1 + port->count;
    int *fds = calloc(count, sizeof *fds);
    bool *is_ready = calloc(count, sizeof *is_ready);
    *out = NULL;
    cc_err err = fds == NULL || is_ready == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
    if (err == CC_OK) {
        list_descriptors(port, fds);
        err = cc_socket_wait(fds, is_ready, count, ms);
    }
    if (err == CC_OK) {
        forget_ended(port, is_ready + IPC_MOST_CALLERS + 1);
        err = hear_callers(port, is_ready, out);
    }
    if (err == CC_OK && is_ready[IPC_MOST_CALLERS]) {
        err = take_caller(port);
    }
    free(fds);
    free(is_ready);
    return err;
}

cc_err ipc_port_ask(ipc_runtime *runtime, const cc_buf *message, cc_arena *arena,
                    ipc_reply *reply) {
    cc_err err = ipc_exchange(runtime->fd, message, arena, reply);
    cc_fd_close(runtime->fd);
    runtime->fd = -1;
    runtime->since_ns = cc_os_monotonic_ns();
    return err;
}
