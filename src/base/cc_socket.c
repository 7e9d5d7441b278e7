/* Local sockets over POSIX. See cc_socket.h. */
#include "base/cc_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cc_proc.h"

static cc_err code_of(int failure) {
    switch (failure) {
    case ENOENT:
    case ENOTDIR:
    case ECONNREFUSED:
    case ECONNRESET:
    case EPIPE:
        return CC_E_NOTFOUND;
    case EAGAIN:
    case ETIMEDOUT:
        return CC_E_LIMIT;
    default:
        return CC_E_IO;
    }
}

static cc_err fail_errno(const char *what) {
    int saved = errno;
    cc_err code = code_of(saved);
    return cc_fail(code, "%s: %s", what, code == CC_E_LIMIT ? "no answer" : strerror(saved));
}

/* An address has room for 107 bytes and paths may be longer, so the address names the opened
 * directory. */
static cc_err address_of(struct sockaddr_un *out, const char *path, int *dir) {
    const char *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    char above[4096];
    int size = snprintf(above, sizeof above, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1,
                        slash == NULL ? "." : path);
    if (size < 0 || (size_t)size >= sizeof above) {
        return cc_fail(CC_E_LIMIT, "%s: the path is too long", path);
    }
    *dir = open(above, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (*dir < 0) {
        return fail_errno(path);
    }
    out->sun_family = AF_UNIX;
    size = snprintf(out->sun_path, sizeof out->sun_path, "/proc/self/fd/%d/%s", *dir, name);
    return size > 0 && (size_t)size < sizeof out->sun_path
               ? CC_OK
               : cc_fail(CC_E_LIMIT, "%s: the name is too long", path);
}

static int set_patience(int fd, unsigned ms) {
    struct timeval patience = {ms / 1000, (long)(ms % 1000) * 1000};
    int status = setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    return status != 0 ? status
                       : setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

static cc_err open_socket(int *fd, const struct sockaddr_un *address, const char *path,
                          unsigned patience_ms) {
    *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*fd < 0) {
        return fail_errno("cannot make a socket");
    }
    if (set_patience(*fd, patience_ms) != 0 ||
        connect(*fd, (const struct sockaddr *)address, sizeof *address) != 0) {
        return fail_errno(path);
    }
    return CC_OK;
}

cc_err cc_socket_connect(int *fd, const char *path, unsigned patience_ms) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int dir = -1;
    *fd = -1;
    cc_err err = address_of(&address, path, &dir);
    err = err == CC_OK ? open_socket(fd, &address, path, patience_ms) : err;
    if (dir >= 0) {
        (void)close(dir);
    }
    if (err != CC_OK && *fd >= 0) {
        (void)close(*fd);
        *fd = -1;
    }
    return err;
}

/* --- listening -------------------------------------------------------------------------------- */

/* Removes a socket whose listener has ended. */
static cc_err make_room(const char *path) {
    struct stat there;
    int fd;
    if (lstat(path, &there) != 0) {
        return errno == ENOENT ? CC_OK : fail_errno(path);
    }
    if (!S_ISSOCK(there.st_mode)) {
        return cc_fail(CC_E_USAGE, "%s: is not a socket; choose another path", path);
    }
    if (cc_socket_connect(&fd, path, 1000) == CC_OK) {
        (void)close(fd);
        return cc_fail(CC_E_USAGE, "%s: another program is listening here; choose another path",
                       path);
    }
    return unlink(path) == 0 || errno == ENOENT ? CC_OK : fail_errno(path);
}

/* No process listens at the socket yet, so its mode can be set without a race. */
static cc_err bind_and_listen(int fd, const struct sockaddr_un *address, const char *path) {
    enum { WAITING = 128 };
    return bind(fd, (const struct sockaddr *)address, sizeof *address) == 0 &&
                   chmod(path, S_IRUSR | S_IWUSR) == 0 && listen(fd, WAITING) == 0
               ? CC_OK
               : fail_errno(path);
}

cc_err cc_socket_listen(int *fd, const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int dir = -1;
    *fd = -1;
    CC_TRY(make_room(path));
    cc_err err = address_of(&address, path, &dir);
    if (err == CC_OK) {
        *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        err = *fd < 0 ? fail_errno("cannot make a socket") : bind_and_listen(*fd, &address, path);
    }
    if (dir >= 0) {
        (void)close(dir);
    }
    if (err != CC_OK && *fd >= 0) {
        (void)close(*fd);
        *fd = -1;
    }
    return err;
}

cc_err cc_socket_accept(int listener, unsigned patience_ms, int *fd, cc_socket_peer *peer) {
    struct ucred who;
    socklen_t size = sizeof who;
    *fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (*fd < 0) {
        return errno == EAGAIN || errno == EINTR || errno == ECONNABORTED
                   ? CC_OK
                   : fail_errno("cannot accept a connection");
    }
    if (set_patience(*fd, patience_ms) != 0 ||
        getsockopt(*fd, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0) {
        cc_err err = fail_errno("cannot accept a connection");
        (void)close(*fd);
        *fd = -1;
        return err;
    }
    *peer = (cc_socket_peer){.pid = (uint32_t)who.pid, .uid = who.uid};
    return CC_OK;
}

cc_err cc_socket_wait(const int *fds, bool *is_ready, size_t count, unsigned ms) {
    struct pollfd *polled = calloc(count + 1, sizeof *polled);
    if (polled == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        polled[i] = (struct pollfd){.fd = fds[i], .events = POLLIN}; /* poll ignores -1 */
    }
    int found = poll(polled, (nfds_t)count, (int)ms);
    cc_err err = found < 0 && errno != EINTR ? fail_errno("cannot wait for connections") : CC_OK;
    for (size_t i = 0; i < count; i++) {
        is_ready[i] = found > 0 && polled[i].revents != 0;
    }
    free(polled);
    return err;
}

/* --- bytes ------------------------------------------------------------------------------------ */

cc_err cc_socket_send(int fd, cc_span bytes) {
    while (bytes.len > 0) {
        ssize_t sent = send(fd, bytes.data, bytes.len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return fail_errno("cannot send to the process");
        }
        bytes.data += sent;
        bytes.len -= (size_t)sent;
    }
    return CC_OK;
}

cc_err cc_socket_receive_some(int fd, void *out, size_t size, size_t *got) {
    ssize_t n = recv(fd, out, size, MSG_DONTWAIT);
    *got = n > 0 ? (size_t)n : 0;
    if (n == 0) {
        return cc_fail(CC_E_NOTFOUND, "the process closed the connection");
    }
    bool is_nothing_yet = n < 0 && (errno == EAGAIN || errno == EINTR);
    return n > 0 || is_nothing_yet ? CC_OK : fail_errno("cannot receive from the process");
}

cc_err cc_socket_receive(int fd, void *out, size_t size) {
    uint8_t *at = out;
    while (size > 0) {
        ssize_t got = recv(fd, at, size, 0);
        if (got < 0 && errno == EINTR && !cc_proc_is_told_to_end()) {
            continue;
        }
        if (got < 0) {
            return fail_errno("cannot receive from the process");
        }
        if (got == 0) {
            return cc_fail(CC_E_NOTFOUND, "the process closed the connection");
        }
        at += got;
        size -= (size_t)got;
    }
    return CC_OK;
}
