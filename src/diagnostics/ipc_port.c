/* Runtimes that connect to us. See ipc_port.h. */
#include "diagnostics/ipc_port.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "base/cc_socket.h"
#include "diagnostics/ipc_client.h"

/* A runtime tries again within half a second. */
enum { PATIENCE_MS = 10000, RECONNECT_MS = 3000 };

cc_err ipc_port_open(ipc_port *out, const char *path) {
    *out = (ipc_port){.path = path, .listener = -1};
    return cc_socket_listen(&out->listener, path);
}

void ipc_port_close(ipc_port *port) {
    for (size_t i = 0; i < port->count; i++) {
        cc_fd_close(port->runtimes[i].fd);
    }
    if (port->listener >= 0) {
        cc_fd_close(port->listener);
        (void)unlink(port->path);
    }
    free(port->runtimes);
    *port = (ipc_port){.listener = -1};
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

/* Nothing comes over a connection that waits for a command but its end. A runtime that does not
 * come back is gone. */
static void forget_ended(ipc_port *port, const bool *has_closed) {
    uint64_t now = cc_os_monotonic_ns();
    for (size_t i = port->count; i-- > 0;) {
        const ipc_runtime *runtime = &port->runtimes[i];
        bool is_late =
            runtime->fd < 0 && now - runtime->since_ns > RECONNECT_MS * UINT64_C(1000000);
        if (has_closed[i] || is_late) {
            forget(port, i);
        }
    }
}

/* --- connections ------------------------------------------------------------------------------ */

/* What speaks otherwise is no reason to stop listening. */
static cc_err welcome(ipc_port *port, int fd, const cc_socket_peer *peer, ipc_runtime **out) {
    uint8_t bytes[IPC_ADVERTISE_SIZE];
    ipc_advertise hello;
    if (peer->uid != cc_os_uid() || cc_socket_receive(fd, bytes, sizeof bytes) != CC_OK ||
        ipc_parse_advertise(&hello, cc_span_of(bytes, sizeof bytes)) != CC_OK) {
        cc_fd_close(fd);
        return CC_OK;
    }
    ipc_runtime *runtime = find(port, hello.cookie);
    cc_err err = runtime != NULL ? CC_OK : add(port, &hello, peer->pid, &runtime);
    if (err != CC_OK) {
        cc_fd_close(fd);
        return err;
    }
    cc_fd_close(runtime->fd);
    runtime->fd = fd;
    *out = runtime;
    return CC_OK;
}

cc_err ipc_port_wait(ipc_port *port, unsigned ms, ipc_runtime **out) {
    size_t count = port->count;
    int *fds = calloc(count + 1, sizeof *fds);
    bool *is_ready = calloc(count + 1, sizeof *is_ready);
    cc_socket_peer peer;
    int fd = -1;
    *out = NULL;
    cc_err err = fds == NULL || is_ready == NULL ? cc_fail(CC_E_NOMEM, "out of memory") : CC_OK;
    if (err == CC_OK) {
        for (size_t i = 0; i < count; i++) {
            fds[i] = port->runtimes[i].fd;
        }
        fds[count] = port->listener;
        err = cc_socket_wait(fds, is_ready, count + 1, ms);
    }
    if (err == CC_OK) {
        bool has_caller = is_ready[count];
        forget_ended(port, is_ready);
        err = has_caller ? cc_socket_accept(port->listener, PATIENCE_MS, &fd, &peer) : CC_OK;
    }
    if (err == CC_OK && fd >= 0) {
        err = welcome(port, fd, &peer, out);
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
