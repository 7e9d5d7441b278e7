/* Local stream sockets. Every error message names the path or the operation. Threads: no state. */
#ifndef CC_SOCKET_H
#define CC_SOCKET_H

#include <stdbool.h>

#include "base/cc_err.h"
#include "base/cc_span.h"

/* Connects to the socket at `path`, which may be longer than a socket's address; exec closes *fd.
 * Later calls on *fd fail with CC_E_LIMIT when nothing comes or goes for `patience_ms`, or when
 * cc_proc_is_told_to_end(). CC_E_NOTFOUND: no process listens there, or there is no such socket. */
CC_NODISCARD cc_err cc_socket_connect(int *fd, const char *path, unsigned patience_ms);
/* Makes a socket at `path`, to which only this user may connect, and listens; exec closes *fd.
 * Replaces a socket at which no process listens any more. CC_E_USAGE: another file is there, or a
 * process listens. */
CC_NODISCARD cc_err cc_socket_listen(int *fd, const char *path);
/* The process at the other end of a connection. */
typedef struct cc_socket_peer {
    /* the id as this process sees it; 0: the other process is in another process namespace */
    uint32_t pid;
    uint32_t uid;
} cc_socket_peer;
/* Accepts a waiting connection; *fd is -1 when there is none. Later calls on *fd as for
 * cc_socket_connect(). */
CC_NODISCARD cc_err cc_socket_accept(int listener, unsigned patience_ms, int *fd,
                                     cc_socket_peer *peer);
/* Waits until one of the descriptors can be read, its other side has closed, or `ms` are over; the
 * function skips entries that are -1. Sets is_ready[i]. A signal ends the wait. */
CC_NODISCARD cc_err cc_socket_wait(const int *fds, bool *is_ready, size_t count, unsigned ms);
/* Sends all bytes. CC_E_NOTFOUND: the other side has ended. */
CC_NODISCARD cc_err cc_socket_send(int fd, cc_span bytes);
/* Receives the available bytes, at most `size`; *got is their number, 0: nothing yet. Does not
 * wait. CC_E_NOTFOUND: the other side has ended. */
CC_NODISCARD cc_err cc_socket_receive_some(int fd, void *out, size_t size, size_t *got);
/* Receives exactly `size` bytes. CC_E_NOTFOUND: the other side ended earlier. */
CC_NODISCARD cc_err cc_socket_receive(int fd, void *out, size_t size);

#endif
