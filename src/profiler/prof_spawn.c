/* Starts a detached program. See prof_spawn.h.
 *
 * There are two forks: the program must not be a child of the user's process, which could wait for
 * any child or be killed together with its children. Between fork and exec the code makes only
 * async-signal-safe calls, since other threads may hold any lock at the moment of the fork. */
#include "profiler/prof_spawn.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/session/ses.h"

extern char **environ;

static const char anchor; /* its address identifies the library's file */

/* Sets the folder of the library. */
static cc_err own_folder(cc_arena *arena, cc_str *out) {
    Dl_info info;
    if (dladdr(&anchor, &info) == 0 || info.dli_fname == NULL) {
        return cc_fail(CC_E_NOTFOUND, "cannot find the folder of the library");
    }
    char *self = NULL;
    CC_TRY(cc_path_real(arena, info.dli_fname, &self));
    *out = cc_path_dir(cc_strz(self));
    return CC_OK;
}

/* Layouts: lib/ beside bin/; the folder of a tool, with a folder for each C library;
 * lib/clrcov/LIBC/ beside bin/. */
cc_err prof_tool_path(cc_arena *arena, char **out) {
    cc_str one;
    CC_TRY(own_folder(arena, &one));
    one = cc_path_dir(one);
    cc_str three = cc_path_dir(cc_path_dir(one));
    char *const places[] = {
        cc_arena_printf(arena, "%.*s/clrcov", (int)one.len, one.s),
        cc_arena_printf(arena, "%.*s/bin/clrcov", (int)three.len, three.s),
        cc_arena_printf(arena, "%.*s/bin/clrcov", (int)one.len, one.s),
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        *out = places[i];
        if (*out == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        if (!cc_path_is_dir(*out) && access(*out, X_OK) == 0) {
            return CC_OK;
        }
    }
    return cc_fail(CC_E_NOTFOUND, "%s: not found; clrcov cannot make the report", *out);
}

/* Makes the environment without the variables that would load this library or join its session; the
 * user's settings stay. Strings are borrowed. NULL: out of memory. */
static char **clean_environment(void) {
    size_t count = 0;
    while (environ[count] != NULL) {
        count++;
    }
    char **copy = calloc(count + 1, sizeof *copy);
    size_t kept = 0;
    for (size_t i = 0; copy != NULL && i < count; i++) {
        cc_str entry = cc_strz(environ[i]);
        if (!cc_str_starts(entry, "CORECLR_") && !cc_str_starts(entry, SES_SESSION_ENV "=")) {
            copy[kept++] = environ[i];
        }
    }
    return copy;
}

typedef struct launch {
    char *const *argv;
    char **environment;
    int inherit;
    int done_write;
} launch;

enum { FD_INHERIT = 3, FD_DONE = 4, FD_SPARE = 64 };

/* Closes descriptors of the user's process, which must not stay open while the program runs:
 * another process may wait for their end. */
static void close_from(unsigned first) {
    enum { MOST = 1 << 16 }; /* without close_range: a kernel before 5.9 */
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0u, 0u) == 0) {
        return;
    }
#endif
    struct rlimit limit = {0};
    bool is_known = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < MOST;
    unsigned end = is_known ? (unsigned)limit.rlim_cur : MOST;
    for (unsigned fd = first; fd < end; fd++) {
        (void)close((int)fd);
    }
}

/* Moves a descriptor to the number that the program expects; -1: closes that number. */
static void place(int from, int to) {
    if (from >= 0) {
        (void)dup2(from, to);
    } else {
        (void)close(to);
    }
}

/* Runs in the grandchild. */
static _Noreturn void become(const launch *what) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    (void)sigemptyset(&none);
    for (int s = 1; s < NSIG; s++) {
        (void)sigaction(s, &plain, NULL);
    }
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    int null_fd = open("/dev/null", O_RDWR);
    /* First moves both away from their final numbers. */
    int inherit = what->inherit >= 0 ? fcntl(what->inherit, F_DUPFD_CLOEXEC, FD_SPARE) : -1;
    int done = what->done_write >= 0 ? fcntl(what->done_write, F_DUPFD_CLOEXEC, FD_SPARE) : -1;
    for (int fd = 0; null_fd >= 0 && fd <= STDERR_FILENO; fd++) {
        (void)dup2(null_fd, fd);
    }
    place(inherit, FD_INHERIT);
    place(done, FD_DONE);
    close_from(FD_DONE + 1);
    (void)execve(what->argv[0], what->argv, what->environment);
    _exit(127);
}

static cc_err run(const launch *what) {
    pid_t child = fork();
    if (child < 0) {
        return cc_fail(CC_E_IO, "%s: cannot start: %s", what->argv[0], strerror(errno));
    }
    if (child == 0) {
        (void)setsid();
        pid_t grandchild = fork();
        if (grandchild == 0) {
            become(what);
        }
        _exit(grandchild < 0 ? 1 : 0);
    }
    int status = 0;
    pid_t waited = 0;
    do {
        waited = waitpid(child, &status, 0);
    } while (waited < 0 && errno == EINTR);
    /* Another thread may have waited for the child; then its exit status is not needed. */
    if (waited == child && (!WIFEXITED(status) || WEXITSTATUS(status) != 0)) {
        return cc_fail(CC_E_IO, "%s: cannot start", what->argv[0]);
    }
    return CC_OK;
}

cc_err prof_spawn(char *const argv[], int inherit, int *done) {
    int ends[2] = {-1, -1};
    if (done != NULL && pipe2(ends, O_CLOEXEC) != 0) {
        return cc_fail(CC_E_IO, "cannot make a pipe: %s", strerror(errno));
    }
    launch what = {argv, clean_environment(), inherit, ends[1]};
    cc_err err = what.environment != NULL ? run(&what) : cc_fail(CC_E_NOMEM, "out of memory");
    free(what.environment);
    if (ends[1] >= 0) {
        (void)close(ends[1]);
    }
    if (err != CC_OK && ends[0] >= 0) {
        (void)close(ends[0]);
        ends[0] = -1;
    }
    if (done != NULL) {
        *done = ends[0];
    }
    return err;
}
