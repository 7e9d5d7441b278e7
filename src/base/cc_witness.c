/* The process that collects the signals of its group. See cc_witness.h. */
#include "base/cc_witness.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 2000, SIGNALS = 64 };

/* One bit per signal, the first for number 1. */
typedef uint64_t signal_bits;

/* --- the witness ------------------------------------------------------------------------------ */

/* Closes all files and leaves the directory, so that no other process waits for a file, a lock or a
 * directory because of the witness. */
static void close_files(int kept) {
    enum { CHANNEL = 3, MOST = 1 << 16 };
    (void)!chdir("/");
    (void)dup2(kept, CHANNEL);
    for (int fd = 0; fd < CHANNEL; fd++) {
        (void)close(fd);
    }
#ifdef SYS_close_range
    if (syscall(SYS_close_range, CHANNEL + 1u, ~0u, 0u) == 0) {
        return;
    }
#endif
    struct rlimit limit = {0};
    bool is_known = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < MOST;
    int end = is_known ? (int)limit.rlim_cur : MOST;
    for (int fd = CHANNEL + 1; fd < end; fd++) {
        (void)close(fd);
    }
}

static signal_bits take_all(const sigset_t *set) {
    static const struct timespec now = {0, 0};
    signal_bits bits = 0;
    int number;
    while ((number = sigtimedwait(set, NULL, &now)) > 0) {
        bits |= UINT64_C(1) << (number - 1);
    }
    return bits;
}

/* All signals are blocked: they stay pending until the next request. */
static _Noreturn void watch(int fd) {
    enum { CHANNEL = 3 };
    sigset_t all;
    char question;
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_SETMASK, &all, NULL);
    close_files(fd);
    pid_t own = getpid();
    (void)!write(CHANNEL, &own, sizeof own);
    while (read(CHANNEL, &question, 1) == 1) {
        signal_bits bits = take_all(&all);
        if (write(CHANNEL, &bits, sizeof bits) != (ssize_t)sizeof bits) {
            break;
        }
    }
    _exit(0);
}

/* --- this process ----------------------------------------------------------------------------- */

/* Waits for `size` bytes; false when they do not arrive in time. */
static bool receive(int fd, void *out, size_t size) {
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    return poll(&ready, 1, PATIENCE_MS) == 1 && read(fd, out, size) == (ssize_t)size;
}

static void let_go(cc_witness *witness) {
    if (witness->fd >= 0) {
        (void)close(witness->fd);
        witness->fd = -1;
    }
}

/* A child that ends at once makes the witness, so that the witness is not a child of this process.
 * Where this process adopts orphans, the witness is its child nevertheless. */
void cc_witness_start(cc_witness *out) {
    int ends[2];
    *out = (cc_witness){-1, 0};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return;
    }
    pid_t parent = fork();
    if (parent == 0) {
        if (fork() == 0) {
            watch(ends[1]);
        }
        _exit(0);
    }
    (void)close(ends[1]);
    out->fd = ends[0];
    while (parent > 0 && waitpid(parent, NULL, 0) < 0 && errno == EINTR) {
    }
    if (!receive(out->fd, &out->pid, sizeof out->pid)) {
        let_go(out);
    }
}

bool cc_witness_ask(cc_witness *witness, sigset_t *seen) {
    signal_bits bits = 0;
    (void)sigemptyset(seen);
    /* The code does not use write(): a missing witness must not cause SIGPIPE. */
    if (witness->fd < 0 || send(witness->fd, "?", 1, MSG_NOSIGNAL) != 1 ||
        !receive(witness->fd, &bits, sizeof bits)) {
        let_go(witness);
        return false;
    }
    for (int number = 1; number <= SIGNALS; number++) {
        if ((bits >> (number - 1) & 1) != 0) {
            (void)sigaddset(seen, number);
        }
    }
    return true;
}

void cc_witness_end(cc_witness *witness) {
    char rest;
    struct pollfd ready = {.fd = witness->fd, .events = POLLIN};
    if (witness->fd < 0) {
        return;
    }
    (void)shutdown(witness->fd, SHUT_WR);
    bool is_ending = poll(&ready, 1, PATIENCE_MS) == 1 && read(witness->fd, &rest, 1) == 0;
    let_go(witness);
    if (is_ending) {
        (void)waitpid(witness->pid, NULL, 0); /* if this process has adopted it */
    }
}
