/* Processes that outlive the command of `clrcov run`. Such a process has the session's variables in
 * its environment; it may have loaded the library, may still load it (a dotnet that has just been
 * started), or may start a program that does. */
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "base/cc_utf.h"
#include "cli/run/cmd_run.h"

/* A process that is just being forked, or replaces its program, is missed by a look at all. */
enum { LOOKS_WITHOUT = 3 };
enum { POLL_MS = 20, MOST_ENVIRONMENT = 1 << 20, MOST_COMMAND = 80, MOST_NAMED = 10 };

typedef struct left {
    uint32_t *pids;
    size_t count;
} left;

/* "CLRCOV_SESSION=DIR" is one of the strings, each of which ends with a zero byte. */
static bool has_session(cc_str environment, const char *dir) {
    static const char name[] = SES_SESSION_ENV "=";
    size_t length = strlen(dir);
    while (environment.len > 0) {
        cc_str entry = cc_str_cut(&environment, '\0');
        if (entry.len == sizeof name - 1 + length && cc_str_starts(entry, name) &&
            memcmp(entry.s + sizeof name - 1, dir, length) == 0) {
            return true;
        }
    }
    return false;
}

/* A process that has ended, or belongs to another user, has no environment to read. */
static bool is_of_session(uint32_t pid, const char *dir) {
    cc_buf environment = {0};
    bool answer = cc_os_read_process(pid, "environ", MOST_ENVIRONMENT, &environment) == CC_OK &&
                  has_session(cc_buf_str(&environment), dir);
    cc_buf_free(&environment);
    return answer;
}

/* Processes that live with the session's variables. Only orphans, which this process adopts, and
 * what they started can be such ones. */
static cc_err find_left(left *out, const ses_session *session, cc_arena *arena) {
    uint32_t *pids;
    size_t count;
    CC_TRY(cc_os_processes(arena, &pids, &count));
    out->pids = pids;
    for (size_t i = 0; i < count; i++) {
        if (pids[i] != cc_os_pid() && is_of_session(pids[i], session->dir)) {
            out->pids[out->count++] = pids[i];
        }
    }
    return CC_OK;
}

/* The command line as one clean text; "?" when it cannot be read. */
static const char *command_of(uint32_t pid, cc_arena *arena) {
    cc_buf text = {0};
    cc_buf clean = {0};
    const char *out = "?";
    if (cc_os_read_process(pid, "cmdline", MOST_COMMAND, &text) == CC_OK && text.len > 0) {
        text.len -= text.data[text.len - 1] == '\0';
        for (size_t i = 0; i < text.len; i++) {
            text.data[i] = text.data[i] == '\0' ? ' ' : text.data[i];
        }
        cc_utf8_clean(cc_buf_str(&text), &clean);
        out = cc_buf_take(&clean, arena);
    }
    cc_buf_free(&text);
    return out;
}

/* A counters file of a living process has this id in its name. */
static bool is_measured(uint32_t pid, char *const *files, size_t count, cc_arena *arena) {
    const char *start = cc_arena_printf(arena, "p-%u-", pid);
    for (size_t i = 0; i < count; i++) {
        if (cc_str_starts(cc_path_base(cc_strz(files[i])), start) && cc_file_is_locked(files[i])) {
            return true;
        }
    }
    return false;
}

/* Names those that are not measured; the report names the others. */
static cc_err name_left(const left *found, const ses_session *session, cc_arena *arena) {
    char **files;
    size_t count;
    size_t named = 0;
    CC_TRY(ses_files(session, arena, &files, &count));
    for (size_t i = 0; i < found->count && named < MOST_NAMED; i++) {
        if (!is_measured(found->pids[i], files, count, arena)) {
            cmd_say("process %u (%s): outlives the command and is not measured so far; let the "
                    "command wait for it, or give it more time with --wait",
                    found->pids[i], command_of(found->pids[i], arena));
            named++;
        }
    }
    return CC_OK;
}

typedef struct look {
    bool is_measuring; /* a process still holds a counters file */
    bool has_children; /* orphans, which may be of the session and not have been seen */
    left left;
} look;

static cc_err look_at(look *out, const ses_session *session, cc_arena *arena) {
    *out = (look){0};
    CC_TRY(ses_in_use(session->dir, arena, &out->is_measuring));
    out->has_children = cc_proc_reap();
    return out->has_children ? find_left(&out->left, session, arena) : CC_OK;
}

bool cmd_await_others(const ses_session *session, unsigned wait_ms) {
    uint64_t end = cc_os_monotonic_ns() + (uint64_t)wait_ms * 1000000u;
    unsigned without = 0; /* looks one after the other that found nothing */
    for (;;) {
        look now = {0};
        cc_arena *scratch = cc_arena_new();
        cc_err err = look_at(&now, session, scratch);
        without = now.is_measuring || now.left.count > 0 ? 0 : without + 1;
        bool is_over =
            err != CC_OK || (without > 0 && !now.has_children) || without >= LOOKS_WITHOUT;
        bool is_late = cc_os_monotonic_ns() >= end;
        if (!is_over && is_late) {
            (void)!name_left(&now.left, session, scratch);
        }
        cc_arena_free(scratch);
        if (is_over || is_late) {
            return err == CC_OK && now.is_measuring;
        }
        cc_os_sleep_ms(POLL_MS);
    }
}
