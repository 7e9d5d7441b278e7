/* Programs started by fork and exec. A pipe that exec closes reports why a program did not
 * start. */
#include "base/cc_proc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

char *const *cc_proc_environment(void) {
    return environ;
}

static cc_err fail_errno(const char *what) {
    return cc_fail(CC_E_IO, "%s: %s", what, strerror(errno));
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

/* The errno of the child's failed exec, 0 when it succeeded. */
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

/* Sources of a child's standard streams; -1: inherited. */
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

/* --- signals ---------------------------------------------------------------------------------- */

static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

static void nothing(int signal) {
    (void)signal;
}

/* The signals that end a wait: the end of a child, and those that are passed on. Signals that were
 * ignored at the start (nohup) stay ignored, in this process and in the program. */
static sigset_t awaited_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
        struct sigaction action;
        if (sigaction(passed_on[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&set, passed_on[i]);
        }
    }
    return set;
}

/* A terminal's signal (sent by the kernel) reaches the whole foreground group: passing it on would
 * deliver it twice. */
static void forward_signal(pid_t child, const siginfo_t *info) {
    if (info->si_signo != SIGCHLD && info->si_code != SI_KERNEL) {
        (void)kill(child, info->si_signo);
    }
}

static bool has_ended(pid_t child) {
    siginfo_t info = {0};
    int result = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
    return (result != 0 && errno != EINTR) || info.si_pid == child;
}

/* The first process of a container inherits the children of processes that have ended. */
static void reap_others(pid_t child) {
    for (;;) {
        siginfo_t info = {0};
        int result = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
        if (result != 0 || info.si_pid == 0 || info.si_pid == child) {
            return;
        }
        (void)waitpid(info.si_pid, NULL, 0);
    }
}

/* The signals are blocked, so that none is lost or ends this process: they are received one by
 * one. */
static void wait_and_forward(pid_t child, const sigset_t *set) {
    /* Limited, because an emulator may lose a SIGCHLD. */
    static const struct timespec a_while = {1, 0};
    siginfo_t info;
    while (!has_ended(child)) {
        reap_others(child);
        if (sigtimedwait(set, &info, &a_while) > 0) {
            forward_signal(child, &info);
        }
    }
    /* Signals for a program that has already ended must not end its report. */
    static const struct timespec now = {0, 0};
    while (sigtimedwait(set, &info, &now) > 0) {
    }
}

cc_err cc_proc_run(cc_proc_end *end, char *const argv[], char *const environment[]) {
    sigset_t set = awaited_signals();
    sigset_t mask;
    struct sigaction old;
    /* An ignored SIGCHLD would discard the program's exit code. */
    struct sigaction action = {.sa_handler = nothing};
    sigaction(SIGCHLD, &action, &old);
    sigprocmask(SIG_BLOCK, &set, &mask);
    pid_t child = -1;
    cc_err err = start(&child, argv, environment, (streams){-1, -1, -1}, &mask);
    if (err == CC_OK) {
        wait_and_forward(child, &set);
        err = wait_for(child, end);
    }
    sigaction(SIGCHLD, &old, NULL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return err;
}

/* --- programs with captured output
 * -------------------------------------------------------------- */

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
