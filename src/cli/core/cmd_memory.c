/* The end of a command without memory. See cmd_memory.h. */
#include "cli/core/cmd_memory.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/cc_file.h"
#include "base/cc_memory.h"
#include "base/cc_os.h"
#include "base/cc_out.h"
#include "base/cc_usage.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_quote.h"
#include "clrcov/version.h"
#include "coverage/model/cov_shadow.h"

#define KEPT "%s keeps what was measured; run clrcov report %s"

static const char *_Atomic kept;
static const char *_Atomic removed;
static atomic_int exit_code;
static void *_Atomic reserve; /* what the end itself needs: messages, the names in a folder */

void cmd_memory_keeps(const char *session_dir, int code) {
    atomic_store(&kept, session_dir);
    atomic_store(&exit_code, code);
}

void cmd_memory_removes(const char *path) {
    atomic_store(&removed, path);
}

void cmd_say_kept(const char *session_dir) {
    cc_path_touch(session_dir);
    cc_arena *arena = cc_arena_new();
    cmd_say(KEPT, session_dir, arena == NULL ? "SESSION" : cmd_shell_word(session_dir, arena));
    cc_arena_free(arena);
}

/* A usual name needs neither cleaning nor quotes, so that the message needs no memory. */
static void say_kept_at_end(const char *session_dir) {
    if (!cmd_is_plain_word(session_dir)) {
        cmd_say_kept(session_dir);
        return;
    }
    cc_path_touch(session_dir);
    cmd_say_plain(KEPT, session_dir, session_dir);
}

static void remove_making(const char *path) {
    if (cc_path_is_dir(path)) {
        (void)!cc_dir_remove(path);
    } else {
        cc_file_remove(path);
    }
}

/* The first thread that comes here ends the command; others wait for that. What the end itself lacks
 * it does without. */
static void end_command(void) {
    enum { LONG_MS = 1000 };
    static atomic_flag is_ending = ATOMIC_FLAG_INIT;
    static _Thread_local bool is_own;
    if (is_own) {
        return;
    }
    while (atomic_flag_test_and_set(&is_ending)) {
        cc_os_sleep_ms(LONG_MS);
    }
    is_own = true;
    free(atomic_exchange(&reserve, NULL));
    const char *session_dir = atomic_load(&kept);
    const char *path = atomic_load(&removed);
    int code = atomic_load(&exit_code);
    cmd_say_plain("out of memory");
    if (session_dir != NULL) {
        say_kept_at_end(session_dir);
    }
    if (path != NULL) {
        remove_making(path);
    }
    cc_out_remove_open();
    _Exit(code == 0 ? CLRCOV_EXIT_INTERNAL : code);
}

void cmd_memory_begin(void) {
    enum { RESERVE_SIZE = 1 << 16 };
    if (atomic_load(&reserve) == NULL) {
        atomic_store(&reserve, malloc(RESERVE_SIZE));
    }
    cc_memory_set_end(end_command);
}

static atomic_bool was_short;
static _Thread_local bool is_waiting; /* for the command */

/* On the thread that waits for the command it returns; another thread stays here. */
static void end_thread(void) {
    enum { LONG_MS = 1000 };
    if (is_waiting) {
        return;
    }
    if (!cov_shadow_is_thread()) { /* nobody waits for that one */
        atomic_store(&was_short, true);
    }
    for (;;) {
        cc_os_sleep_ms(LONG_MS);
    }
}

void cmd_memory_pause(void) {
    is_waiting = true;
    cc_memory_set_end(end_thread);
}

bool cmd_memory_was_short(void) {
    return atomic_load(&was_short);
}

void cmd_need_memory(bool is_there) {
    if (!is_there) {
        end_command();
    }
}
