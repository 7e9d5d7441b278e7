/* Programs started by fork and exec. A pipe that exec closes reports why a program did not
 * start. */
#include "base/cc_proc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "base/cc_witness.h"

char *const *cc_proc_environment(void) {
    return environ;
}

const char *cc_proc_variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

static cc_err fail_errno(const char *what) {
    return cc_fail(CC_E_IO, "%s: %s", what, strerror(errno));
}

/* --- this process ----------------------------------------------------------------------------- */

/* Signals for failed writes, with their original actions, which started programs get. */
static struct ignored {
    const int number;
    bool is_ignored;
    struct sigaction before;
} pipe_signal = {.number = SIGPIPE}, limit_signal = {.number = SIGXFSZ};

static void ignore(struct ignored *what) {
    struct sigaction action = {.sa_handler = SIG_IGN};
    if (!what->is_ignored) {
        what->is_ignored = sigaction(what->number, &action, &what->before) == 0;
    }
}

/* Runs in a child, which calls only async-signal-safe functions. */
static void restore(const struct ignored *what) {
    if (what->is_ignored) {
        (void)sigaction(what->number, &what->before, NULL);
    }
}

void cc_proc_open_standard(void) {
    (void)signal(SIGCHLD, SIG_DFL); /* ignored, nobody could wait for a program */
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF) {
            /* The file is opened in the wrong direction: its use is an error, as before. open()
             * returns this number, the lowest free one. */
            (void)!open("/dev/null", (fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC);
        }
    }
}

void cc_proc_ignore_pipe(void) {
    ignore(&pipe_signal);
}

void cc_proc_ignore_file_limit(void) {
    ignore(&limit_signal);
}

static volatile sig_atomic_t is_told_to_end;
static struct timespec told; /* time of the signal; written before is_told_to_end */

/* Returns the time since the first signal, in milliseconds. clock_gettime() may be called by a
 * handler (POSIX.1-2017, 2.4.3). */
static int64_t since_told(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return ((int64_t)now.tv_sec - told.tv_sec) * 1000 + (now.tv_nsec - told.tv_nsec) / 1000000;
}

static void note_end(int signal_number) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    int error = errno;
    if (!is_told_to_end) {
        (void)clock_gettime(CLOCK_MONOTONIC, &told);
        is_told_to_end = 1;
    } else if (since_told() >= CC_PROC_ONE_WISH_MS) {
        (void)sigaction(signal_number, &plain, NULL);
        (void)raise(signal_number); /* acts when this handler returns */
    }
    errno = error;
}

void cc_proc_await_end(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction note = {.sa_handler = note_end};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) { /* one at a time */
        (void)sigaddset(&note.sa_mask, ends[i]);
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction before;
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(ends[i], &note, NULL);
        }
    }
}

bool cc_proc_is_told_to_end(void) {
    return is_told_to_end != 0;
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

/* Returns the errno of the child's failed exec, 0 when exec succeeded. */
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
    int report[2] = {-1, -1};
    /* no descriptor is left: only the exit code reports the failure */
    if (pipe2(report, O_CLOEXEC) != 0) {
        report[0] = report[1] = -1;
    }
    fflush(NULL);
    *child = fork();
    if (*child == 0) {
        set_stream(s.in, STDIN_FILENO);
        set_stream(s.out, STDOUT_FILENO);
        set_stream(s.err, STDERR_FILENO);
        restore(&pipe_signal);
        restore(&limit_signal);
        sigprocmask(SIG_SETMASK, mask, NULL);
        execvpe(argv[0], argv, environment);
        int failure = errno;
        (void)!write(report[1], &failure, sizeof failure);
        _exit(failure == ENOENT || failure == ENOTDIR ? 127 : 126); /* as shells do */
    }
    int failure = *child < 0 ? errno : 0;
    cc_fd_close(report[1]);
    failure = failure == 0 && report[0] >= 0 ? read_failure(report[0]) : failure;
    cc_fd_close(report[0]);
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

static void nothing(int signal) {
    (void)signal;
}

/* This process does not forward signals that report defects and limits of the process itself,
 * SIGPIPE, which is for the writer, and signals that cannot be caught. Nor does it forward stops by
 * the terminal, which concern the shell (see stop_with()). */
static bool is_forwarded(int number) {
    static const int kept[] = {SIGCHLD, SIGKILL, SIGSTOP, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,
                               SIGTRAP, SIGSYS,  SIGPIPE, SIGXCPU, SIGXFSZ, SIGTTIN, SIGTTOU};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        if (number == kept[i]) {
            return false;
        }
    }
    return true;
}

/* Sets the signals that end a wait: SIGCHLD and the forwarded signals. Signals that were ignored
 * when this process started (nohup) stay ignored, here and in the program. */
static sigset_t awaited_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (int number = 1; number <= SIGRTMAX; number++) {
        struct sigaction action;
        if (is_forwarded(number) && sigaction(number, NULL, &action) == 0 &&
            action.sa_handler != SIG_IGN) {
            (void)sigaddset(&set, number); /* fails for signals that the C library reserves */
        }
    }
    return set;
}

/* A running command, and the state of its signals. */
typedef struct running {
    pid_t child;
    sigset_t set;       /* blocked, and received one by one */
    cc_witness witness; /* in this process's group */
    /* this process received SIGTSTP, and the program has not stopped yet */
    bool wants_stop;
} running;

/* The signal was sent to the whole group, and so to the program, too. If the witness does not know,
 * the function assumes this of a terminal's signal (the kernel sends it), except for the hang-up
 * that only the session's leader receives. */
static bool came_to_group(const siginfo_t *info, bool is_known, const sigset_t *seen) {
    /* Ctrl+C and similar keys always reach the whole foreground group, also when the witness has
     * not run yet. */
    if (info->si_code == SI_KERNEL && (info->si_signo == SIGINT || info->si_signo == SIGQUIT)) {
        return true;
    }
    if (is_known) {
        return sigismember(seen, info->si_signo) == 1;
    }
    bool is_leader = getsid(0) == getpid();
    bool is_hangup = info->si_signo == SIGHUP || info->si_signo == SIGCONT;
    return info->si_code == SI_KERNEL && !(is_leader && is_hangup);
}

static void send_to_program(pid_t child, const siginfo_t *info) {
    if (info->si_code == SI_QUEUE) {
        (void)sigqueue(child, info->si_signo, info->si_value);
    } else {
        (void)kill(child, info->si_signo);
    }
}

/* Receives further signals that arrive shortly after the first one: a sender that signals this
 * process and then the whole group (like timeout) intends one signal. */
static size_t receive_burst(const running *r, siginfo_t *infos, size_t most) {
    enum { BREATH_MS = 50 };
    static const struct timespec now = {0, 0};
    sigset_t others = r->set;
    size_t count = 1;
    (void)sigdelset(&others, SIGCHLD);
    cc_os_sleep_ms(BREATH_MS);
    while (count < most && sigtimedwait(&others, &infos[count], &now) > 0) {
        count++;
    }
    return count;
}

/* Forwards signals that were sent to this process only; signals that do not queue are forwarded
 * once. */
static void forward(running *r, const siginfo_t *first) {
    enum { MOST = 64 };
    siginfo_t infos[MOST] = {*first};
    sigset_t seen;
    sigset_t sent;
    size_t count = receive_burst(r, infos, MOST);
    bool is_known = cc_witness_ask(&r->witness, &seen);
    (void)sigemptyset(&sent);
    for (size_t i = 0; i < count; i++) {
        int number = infos[i].si_signo;
        r->wants_stop = number == SIGTSTP || (r->wants_stop && number != SIGCONT);
        bool was_sent = number < SIGRTMIN && sigismember(&sent, number) == 1;
        if (!was_sent && !came_to_group(&infos[i], is_known, &seen)) {
            send_to_program(r->child, &infos[i]);
            (void)sigaddset(&sent, number);
        }
    }
}

/* A shell that suspends this process waits for its stop. This process stops when the program has
 * stopped, which the program may refuse. */
static void stop_with(running *r) {
    siginfo_t info = {0};
    int options = WSTOPPED | WNOHANG | WNOWAIT;
    if (r->wants_stop && waitid(P_PID, (id_t)r->child, &info, options) == 0 &&
        info.si_pid == r->child) {
        r->wants_stop = false;
        (void)raise(SIGSTOP);
    }
}

static bool has_ended(pid_t child) {
    siginfo_t info = {0};
    int result = waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT);
    return (result != 0 && errno != EINTR) || info.si_pid == child;
}

/* This process inherits the children of processes that have ended. */
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

/* The signals are blocked, so that none is lost or ends this process; the loop receives them one by
 * one. */
static void wait_and_forward(running *r) {
    /* The wait is limited: under an emulator a SIGCHLD may be lost. */
    static const struct timespec a_while = {1, 0};
    siginfo_t info;
    while (!has_ended(r->child)) {
        reap_others(r->child);
        stop_with(r);
        if (sigtimedwait(&r->set, &info, &a_while) > 0 && info.si_signo != SIGCHLD) {
            forward(r, &info);
        }
    }
    /* Signals for a program that has already ended must not end its report. */
    static const struct timespec now = {0, 0};
    while (sigtimedwait(&r->set, &info, &now) > 0) {
    }
}

bool cc_proc_reap(void) {
    pid_t ended;
    do {
        ended = waitpid(-1, NULL, WNOHANG);
    } while (ended > 0 || (ended < 0 && errno == EINTR));
    return ended == 0;
}

cc_err cc_proc_run(cc_proc_end *end, char *const argv[], char *const environment[]) {
    running r = {.child = -1, .set = awaited_signals(), .witness = {-1, 0}};
    sigset_t mask;
    struct sigaction old;
    /* An ignored SIGCHLD would discard the program's exit code. */
    struct sigaction action = {.sa_handler = nothing};
    sigaction(SIGCHLD, &action, &old);
    sigprocmask(SIG_BLOCK, &r.set, &mask);
    /* before orphans are adopted: the witness is not one of the children */
    cc_witness_start(&r.witness);
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    cc_err err = start(&r.child, argv, environment, (streams){-1, -1, -1}, &mask);
    if (err == CC_OK) {
        wait_and_forward(&r);
        err = wait_for(r.child, end);
    }
    cc_witness_end(&r.witness);
    sigaction(SIGCHLD, &old, NULL);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return err;
}

/* --- programs with captured output ------------------------------------------------------------ */

/* Reads to the end, and keeps the first CC_PROC_MAX_OUTPUT bytes. *is_whole: these are all. */
static void read_all(int fd, cc_buf *out, bool *is_whole) {
    char chunk[4096];
    size_t room = CC_PROC_MAX_OUTPUT;
    *is_whole = true;
    for (;;) {
        ssize_t n = read(fd, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return;
        }
        size_t kept = (size_t)n < room ? (size_t)n : room;
        cc_buf_bytes(out, chunk, kept);
        room -= kept;
        *is_whole = *is_whole && kept == (size_t)n;
    }
}

static cc_err capture(cc_proc_end *end, char *const argv[], bool with_errors, cc_buf *out,
                      bool *is_whole) {
    int ends[2];
    sigset_t mask;
    pid_t child = -1;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return fail_errno("cannot make a pipe");
    }
    int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    int errors = with_errors ? ends[1] : null_fd;
    cc_err err = start(&child, argv, environ, (streams){null_fd, ends[1], errors}, &mask);
    close(ends[1]);
    if (err == CC_OK) {
        read_all(ends[0], out, is_whole);
        err = wait_for(child, end);
    }
    close(ends[0]);
    if (null_fd >= 0) {
        close(null_fd);
    }
    return err;
}

cc_err cc_proc_capture(cc_proc_end *end, char *const argv[], cc_buf *out) {
    bool is_whole = true;
    CC_TRY(capture(end, argv, false, out, &is_whole));
    return is_whole ? CC_OK
                    : cc_fail(CC_E_LIMIT, "%s printed more than %u MiB", argv[0],
                              CC_PROC_MAX_OUTPUT >> 20);
}

cc_err cc_proc_capture_all(cc_proc_end *end, char *const argv[], cc_buf *out) {
    bool is_whole = true;
    return capture(end, argv, true, out, &is_whole);
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
