/* Programs over fork and exec. A pipe that exec closes tells why a program did not start. */
#include "base/cc_proc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

char *const *cc_proc_environment(void) {
    return environ;
}

static cc_err fail_errno(const char *what) {
    return cc_fail(CC_E_IO, "%s: %s", what, strerror(errno));
}

/* --- signals ---------------------------------------------------------------------------------- */

static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

/* The program that signals are passed on to; the only state of this file, for the handler. */
static volatile sig_atomic_t running;

/* A terminal's signal (sent by the kernel) reaches the whole foreground group: passing it on as
 * well would double it. */
static void pass_on(int signal, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    if (running > 0 && info->si_code != SI_KERNEL) {
        (void)kill((pid_t)running, signal);
    }
    errno = saved;
}

static void block_signals(sigset_t *old) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < PASSED_ON; i++) {
        sigaddset(&set, passed_on[i]);
    }
    sigprocmask(SIG_BLOCK, &set, old);
}

/* Signals that were ignored when we started (nohup) stay ignored, by us and by the program. */
static void install_handlers(struct sigaction old[PASSED_ON]) {
    struct sigaction action = {0};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    for (size_t i = 0; i < PASSED_ON; i++) {
        sigaction(passed_on[i], NULL, &old[i]);
        if (old[i].sa_handler != SIG_IGN) {
            sigaction(passed_on[i], &action, NULL);
        }
    }
}

static void restore_handlers(const struct sigaction old[PASSED_ON]) {
    for (size_t i = 0; i < PASSED_ON; i++) {
        sigaction(passed_on[i], &old[i], NULL);
    }
}

/* --- start and end ---------------------------------------------------------------------------- */

static cc_err wait_for(pid_t child, cc_proc_end *end) {
    int status = 0;
    pid_t waited;
    do {
        waited = waitpid(child, &status, 0);
    } while (waited < 0 && errno == EINTR);
    if (waited < 0) {
        return fail_errno("cannot wait for the command");
    }
    *end = (cc_proc_end){
        .code = WIFEXITED(status) ? WEXITSTATUS(status) : 0,
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
    };
    return CC_OK;
}

/* What the child's exec failed with, 0 when it did not. */
static int read_failure(int fd) {
    int failure = 0;
    ssize_t n;
    do {
        n = read(fd, &failure, sizeof failure);
    } while (n < 0 && errno == EINTR);
    return n == (ssize_t)sizeof failure ? failure : 0;
}

static cc_err fail_start(const char *program, int failure) {
    if (failure == ENOENT || failure == ENOTDIR) {
        return cc_fail(CC_E_NOTFOUND, "%s: command not found", program);
    }
    if (failure == EACCES || failure == ENOEXEC || failure == EISDIR) {
        return cc_fail(CC_E_UNSUPPORTED, "%s: cannot be executed: %s", program, strerror(failure));
    }
    return cc_fail(CC_E_IO, "%s: cannot be started: %s", program, strerror(failure));
}

/* Where a child's standard streams come from; -1: ours. */
typedef struct streams {
    int in, out, err;
} streams;

static void set_stream(int from, int to) {
    if (from >= 0) {
        (void)dup2(from, to);
    }
}

/* Starts argv; the child has the signal mask `mask`. */
static cc_err start(pid_t *child, char *const argv[], char *const environment[], streams s,
                    const sigset_t *mask) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        return fail_errno("cannot make a pipe");
    }
    fflush(NULL);
    *child = fork();
    if (*child == 0) {
        set_stream(s.in, STDIN_FILENO);
        set_stream(s.out, STDOUT_FILENO);
        set_stream(s.err, STDERR_FILENO);
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvpe(argv[0], argv, environment);
        int failure = errno;
        (void)!write(report[1], &failure, sizeof failure);
        _exit(127);
    }
    close(report[1]);
    int failure = *child < 0 ? errno : read_failure(report[0]);
    close(report[0]);
    if (failure == 0) {
        return CC_OK;
    }
    cc_proc_end end;
    if (*child > 0) {
        (void)!wait_for(*child, &end);
    }
    return fail_start(argv[0], failure);
}

/* Signals are held back until there is somebody to pass them on to. */
cc_err cc_proc_run(cc_proc_end *end, char *const argv[], char *const environment[]) {
    sigset_t mask;
    struct sigaction old[PASSED_ON];
    pid_t child = -1;
    block_signals(&mask);
    cc_err err = start(&child, argv, environment, (streams){-1, -1, -1}, &mask);
    if (err != CC_OK) {
        sigprocmask(SIG_SETMASK, &mask, NULL);
        return err;
    }
    running = (sig_atomic_t)child;
    install_handlers(old);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    err = wait_for(child, end);
    running = 0;
    restore_handlers(old);
    return err;
}

/* --- programs whose output is wanted ---------------------------------------------------------- */

static void read_all(int fd, cc_buf *out) {
    char chunk[4096];
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return;
        }
        if (out->len + (size_t)n <= CC_PROC_MAX_OUTPUT) {
            cc_buf_bytes(out, chunk, (size_t)n);
        }
    }
}

cc_err cc_proc_capture(cc_proc_end *end, char *const argv[], cc_buf *out) {
    int ends[2];
    sigset_t mask;
    pid_t child = -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return fail_errno("cannot make a pipe");
    }
    int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    cc_err err = start(&child, argv, environ, (streams){null_fd, ends[1], null_fd}, &mask);
    close(ends[1]);
    if (err == CC_OK) {
        read_all(ends[0], out);
        err = wait_for(child, end);
    }
    close(ends[0]);
    if (null_fd >= 0) {
        close(null_fd);
    }
    return err;
}

cc_err cc_proc_isolated(cc_proc_end *end, int (*run)(void *ctx), void *ctx) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) {
        return fail_errno("cannot start a process");
    }
    if (child == 0) {
        int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
        set_stream(null_fd, STDOUT_FILENO);
        set_stream(null_fd, STDERR_FILENO);
        _exit(run(ctx) & 0xFF);
    }
    return wait_for(child, end);
}
