/* Local stream sockets, for a client of another process. Every error message names the path or the
 * operation. Threads: no state. */
#ifndef CC_SOCKET_H
#define CC_SOCKET_H

#include "base/cc_err.h"
#include "base/cc_span.h"

/* Connects to the socket at `path`, which may be longer than a socket's address; exec closes *fd.
 * Later calls on *fd fail with CC_E_LIMIT when nothing comes or goes for `patience_ms`.
 * CC_E_NOTFOUND: nobody listens there, or there is no such socket. */
CC_NODISCARD cc_err cc_socket_connect(int *fd, const char *path, unsigned patience_ms);
/* Sends all bytes. CC_E_NOTFOUND: the other side has ended. */
CC_NODISCARD cc_err cc_socket_send(int fd, cc_span bytes);
/* Receives exactly `size` bytes. CC_E_NOTFOUND: the other side has ended before. */
CC_NODISCARD cc_err cc_socket_receive(int fd, void *out, size_t size);

#endif
