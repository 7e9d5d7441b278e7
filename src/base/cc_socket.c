/* Local sockets over POSIX. See cc_socket.h. */
#include "base/cc_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

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
    return cc_fail(code, "%s: %s", what,
                   code == CC_E_LIMIT ? "there is no answer" : strerror(saved));
}

/* An address has room for 107 bytes, paths are longer: the address names the opened directory. */
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

static cc_err open_socket(int *fd, const struct sockaddr_un *address, const char *path,
                          unsigned patience_ms) {
    struct timeval patience = {patience_ms / 1000, (long)(patience_ms % 1000) * 1000};
    *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (*fd < 0) {
        return fail_errno("cannot make a socket");
    }
    if (setsockopt(*fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
        setsockopt(*fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
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

cc_err cc_socket_send(int fd, cc_span bytes) {
    while (bytes.len > 0) {
        ssize_t sent = send(fd, bytes.data, bytes.len, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent < 0) {
            return fail_errno("sending to the process");
        }
        bytes.data += sent;
        bytes.len -= (size_t)sent;
    }
    return CC_OK;
}

cc_err cc_socket_receive(int fd, void *out, size_t size) {
    uint8_t *at = out;
    while (size > 0) {
        ssize_t got = recv(fd, at, size, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return fail_errno("receiving from the process");
        }
        if (got == 0) {
            return cc_fail(CC_E_NOTFOUND, "the process has closed the connection");
        }
        at += got;
        size -= (size_t)got;
    }
    return CC_OK;
}
