/* Sessions without the command line tool. See prof_standalone.h. */
#include "profiler/prof_standalone.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "profiler/prof_spawn.h"

enum { REPORT_PATIENCE_MS = 2000, FOLLOWER_POLL_MS = 5 };

static cc_err out_of_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory");
}

/* Returns the nearest directory with a .git at or above `start`, else `start`: as in the command
 * line tool. */
static cc_err find_root(const char *start, cc_arena *arena, char **out) {
    CC_TRY(cc_path_find_up(arena, start, ".git", out));
    *out = *out == NULL ? cc_arena_strdup(arena, cc_strz(start)) : *out;
    return *out != NULL ? CC_OK : out_of_memory();
}

cc_err prof_standalone_join(prof_standalone *out, ses_session *session, const char *output,
                            cc_arena *arena) {
    ses_settings settings = {.include_tests = true}; /* the environment of the report decides */
    CC_TRY(cc_path_absolute(arena, output, &settings.output));
    CC_TRY(cc_path_absolute(arena, ".", &settings.start_dir));
    CC_TRY(find_root(settings.start_dir, arena, &settings.root));
    *out = (prof_standalone){0};
    CC_TRY(ses_join(session, &settings, CC_STR(""), arena, &out->hold));
    out->session_dir = session->dir;
    out->output = settings.output;
    return CC_OK;
}

static cc_err start_follower(const prof_standalone *standalone, int lock_fd, cc_arena *arena) {
    char *tool = NULL;
    CC_TRY(prof_tool_path(arena, &tool));
    char *dir = cc_arena_strdup(arena, cc_strz(standalone->session_dir));
    char verb[] = "report";
    char option[] = "--follow";
    if (dir == NULL) {
        return out_of_memory();
    }
    char *argv[] = {tool, verb, option, dir, NULL};
    return prof_spawn(argv, lock_fd, NULL);
}

/* Opens the follower's lock file; the caller closes it. */
static cc_err open_follower_lock(const prof_standalone *standalone, cc_arena *arena, int *fd) {
    *fd = -1;
    char *path = cc_path_join(arena, standalone->session_dir, "follower.lock");
    return path != NULL ? cc_fd_open(fd, path, true) : out_of_memory();
}

cc_err prof_standalone_follow(const prof_standalone *standalone) {
    cc_arena *arena = cc_arena_new();
    int fd = -1;
    bool is_first = false;
    cc_err err = arena != NULL ? open_follower_lock(standalone, arena, &fd) : out_of_memory();
    if (err == CC_OK) {
        err = cc_fd_lock(fd, CC_LOCK_EXCLUSIVE, false, &is_first);
    }
    if (err == CC_OK && is_first) {
        err = start_follower(standalone, fd, arena);
    }
    cc_fd_close(fd);
    cc_arena_free(arena);
    return err;
}

/* Signals of the runtime interrupt waits, so that the remaining time is computed from the clock. */
static void wait_for_end(int done) {
    uint64_t deadline = cc_os_monotonic_ns() + REPORT_PATIENCE_MS * UINT64_C(1000000);
    struct pollfd end = {.fd = done, .events = POLLIN};
    int got = 0;
    do {
        uint64_t now = cc_os_monotonic_ns();
        int left = now < deadline ? (int)((deadline - now) / 1000000) + 1 : 0;
        got = left > 0 ? poll(&end, 1, left) : 0;
    } while (got < 0 && errno == EINTR);
}

/* The lock file is open for a moment only: the program may still run, and close any descriptor. */
static cc_err is_follower_there(const prof_standalone *standalone, cc_arena *arena, bool *out) {
    int fd = -1;
    bool is_gone = false;
    CC_TRY(open_follower_lock(standalone, arena, &fd));
    cc_err err = cc_fd_lock(fd, CC_LOCK_SHARED, false, &is_gone);
    cc_fd_close(fd);
    *out = err == CC_OK && !is_gone;
    return err;
}

/* Waits for a follower. *was_there: a follower was running; it has now ended, or the time is
 * over. */
static cc_err wait_for_follower(const prof_standalone *standalone, cc_arena *arena,
                                bool *was_there) {
    uint64_t deadline = cc_os_monotonic_ns() + REPORT_PATIENCE_MS * UINT64_C(1000000);
    bool is_there = false;
    CC_TRY(is_follower_there(standalone, arena, &is_there));
    *was_there = is_there;
    while (is_there && cc_os_monotonic_ns() < deadline) {
        cc_os_sleep_ms(FOLLOWER_POLL_MS);
        CC_TRY(is_follower_there(standalone, arena, &is_there));
    }
    return CC_OK;
}

static cc_err start_report(const prof_standalone *standalone, cc_arena *arena) {
    char *tool = NULL;
    CC_TRY(prof_tool_path(arena, &tool));
    char *dir = cc_arena_strdup(arena, cc_strz(standalone->session_dir));
    char *output = cc_arena_strdup(arena, cc_strz(standalone->output));
    char verb[] = "report";
    char option[] = "-o";
    if (dir == NULL || output == NULL) {
        return out_of_memory();
    }
    char *argv[] = {tool, verb, dir, option, output, NULL};
    int done = -1;
    CC_TRY(prof_spawn(argv, -1, &done));
    wait_for_end(done);
    cc_fd_close(done);
    return CC_OK;
}

static cc_err ensure_report(const prof_standalone *standalone, cc_arena *arena) {
    bool in_use = false;
    bool is_followed = false;
    CC_TRY(ses_in_use(standalone->session_dir, arena, &in_use));
    if (in_use) {
        return CC_OK; /* the follower makes the report when the others have ended */
    }
    CC_TRY(wait_for_follower(standalone, arena, &is_followed));
    return is_followed ? CC_OK : start_report(standalone, arena);
}

void prof_standalone_end(prof_standalone *standalone) {
    cc_hold_end(&standalone->hold);
    cc_arena *arena = cc_arena_new();
    cc_err err = arena != NULL ? ensure_report(standalone, arena) : CC_E_NOMEM;
    (void)err; /* nothing can report it any more */
    cc_arena_free(arena);
}
