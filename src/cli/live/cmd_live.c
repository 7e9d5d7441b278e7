/* Finding and stopping measured processes. See cmd_live.h. */
#include "cli/live/cmd_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "clrcov/attach_data.h"
#include "clrcov/version.h"
#include "diagnostics/ipc_client.h"
#include "diagnostics/ipc_process.h"

enum { GC_PATIENCE_MS = 10000, START_PATIENCE_MS = 10000, POLL_MS = 50 };

int cmd_live_code(cc_err err) {
    return err == CC_E_NOTFOUND || err == CC_E_USAGE || err == CC_E_FORMAT ? CLRCOV_EXIT_USAGE
                                                                           : CLRCOV_EXIT_INTERNAL;
}

/* --- processes -------------------------------------------------------------------------------- */

static bool is_number(const char *text) {
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits < 10 && text[digits] == '\0';
}

static cc_err fail_ambiguous(const char *name, const ipc_listed *all, size_t count) {
    cc_buf list = {0};
    for (size_t i = 0; i < count; i++) {
        cc_buf_printf(&list, "%s%u", i == 0 ? "" : ", ", all[i].pid);
    }
    cc_err err =
        cc_fail(CC_E_USAGE, "%zu processes are named %s: %.*s; give the number of one", count, name,
                (int)list.len, list.data == NULL ? "" : (const char *)list.data);
    cc_buf_free(&list);
    return err;
}

cc_err cmd_live_process(ipc_target *out, const char *given, cc_arena *arena) {
    ipc_listed *all;
    size_t count;
    if (is_number(given)) {
        return ipc_target_open(out, (uint32_t)strtoul(given, NULL, 10), arena);
    }
    CC_TRY(ipc_target_list(given, arena, &all, &count));
    if (count == 0) {
        return cc_fail(CC_E_NOTFOUND, "no .NET process of this user is named %s", given);
    }
    return count == 1 ? ipc_target_open(out, all[0].pid, arena) : fail_ambiguous(given, all, count);
}

/* --- sessions --------------------------------------------------------------------------------- */

static bool is_counters_path(cc_str path) {
    cc_str name = cc_path_base(path);
    return cc_str_starts(name, "p-") && cc_str_ends(name, ".cov");
}

/* The counters file of an earlier session stays mapped, but is not locked any more. */
char *cmd_live_session_of(const ipc_target *target, cc_arena *arena) {
    cc_str maps = target->maps;
    cc_str path;
    while (ipc_next_mapped(&maps, &path)) {
        if (is_counters_path(path) && cc_file_is_locked(cc_arena_strdup(arena, path))) {
            return cc_arena_strdup(arena, cc_path_dir(path));
        }
    }
    return NULL;
}

static cc_err open_of_process(ses_session *out, const char *given, cc_arena *arena) {
    ipc_target target;
    CC_TRY(cmd_live_process(&target, given, arena));
    const char *dir = cmd_live_session_of(&target, arena);
    if (dir == NULL) {
        return cc_fail(CC_E_NOTFOUND,
                       "process %u: is not measured; measure it with clrcov attach %u", target.pid,
                       target.pid);
    }
    return ses_open(out, dir, arena);
}

/* The session that was started from this directory and is used; the newest first. */
static cc_err find_used(ses_session *out, cc_arena *arena) {
    char *here;
    char **dirs;
    size_t count;
    size_t found = 0;
    CC_TRY(cc_path_real(arena, ".", &here));
    CC_TRY(ses_list(arena, &dirs, &count));
    for (size_t i = 0; i < count; i++) {
        ses_session session;
        bool in_use = false;
        if (ses_open(&session, dirs[i], arena) == CC_OK && session.settings.start_dir != NULL &&
            strcmp(session.settings.start_dir, here) == 0 &&
            ses_in_use(dirs[i], arena, &in_use) == CC_OK && in_use) {
            *out = found++ == 0 ? session : *out;
        }
    }
    if (found == 0) {
        return cc_fail(CC_E_NOTFOUND,
                       "nothing that was started or attached to from %s is measured now; name a "
                       "process or a session",
                       here);
    }
    return found == 1
               ? CC_OK
               : cc_fail(CC_E_USAGE,
                         "%zu sessions from %s are measured now; name a process or a session",
                         found, here);
}

cc_err cmd_live_find(ses_session *out, const cmd_call *call) {
    const char *given;
    CC_TRY(cmd_call_operand(call, "process or session", "", &given));
    if (given == NULL) {
        return find_used(out, call->arena);
    }
    /* A folder of this name may be that of a project. */
    bool is_session =
        strchr(given, '/') != NULL || cc_path_exists(cc_path_join(call->arena, given, "settings"));
    if (!is_session) {
        return open_of_process(out, given, call->arena);
    }
    cc_err err = ses_open(out, given, call->arena);
    return err == CC_OK ? CC_OK : cc_fail_in(err, "this is not a session");
}

bool cmd_live_is_used(const char *session_dir) {
    cc_arena *scratch = cc_arena_new();
    bool in_use = false;
    cc_err err = ses_in_use(session_dir, scratch, &in_use);
    cc_arena_free(scratch);
    return err == CC_OK && in_use;
}

bool cmd_live_await_end(const char *session_dir) {
    while (cmd_live_is_used(session_dir)) {
        if (cc_proc_is_told_to_end()) {
            return false;
        }
        cc_os_sleep_ms(POLL_MS);
    }
    return true;
}

/* --- telling the library ---------------------------------------------------------------------- */

void cmd_live_clsid(uint8_t out[16]) {
    unsigned part[11];
    (void)sscanf(CLRCOV_PROFILER_CLSID, "{%8x-%4x-%4x-%2x%2x-%2x%2x%2x%2x%2x%2x}", &part[0],
                 &part[1], &part[2], &part[3], &part[4], &part[5], &part[6], &part[7], &part[8],
                 &part[9], &part[10]);
    for (unsigned i = 0; i < 4; i++) {
        out[i] = (uint8_t)(part[0] >> (8 * i));
    }
    for (unsigned i = 0; i < 2; i++) {
        out[4 + i] = (uint8_t)(part[1] >> (8 * i));
        out[6 + i] = (uint8_t)(part[2] >> (8 * i));
    }
    for (unsigned i = 0; i < 8; i++) {
        out[8 + i] = (uint8_t)part[3 + i];
    }
}

static bool is_starting(uint32_t hr) {
    return hr == IPC_E_UNINITIALIZED || hr == IPC_E_NOT_YET_AVAILABLE;
}

cc_err cmd_live_tell(const ipc_target *target, const char *library, const char *word,
                     const char *session_dir, uint32_t *hr, cc_arena *arena) {
    const char *data = cc_arena_printf(arena, "%s%s", word, session_dir);
    ipc_attach attach = {.timeout_ms = GC_PATIENCE_MS,
                         .library = cc_strz(library),
                         .data = cc_span_of(data, strlen(data))};
    cmd_live_clsid(attach.clsid);
    uint64_t end = cc_os_monotonic_ns() + START_PATIENCE_MS * UINT64_C(1000000);
    CC_TRY(ipc_attach_profiler(target, &attach, hr));
    while (is_starting(*hr) && cc_os_monotonic_ns() < end) {
        cc_os_sleep_ms(POLL_MS);
        CC_TRY(ipc_attach_profiler(target, &attach, hr));
    }
    return CC_OK;
}

/* --- stopping --------------------------------------------------------------------------------- */

static cc_err fail_to_stop(uint32_t pid, uint32_t hr) {
    if (hr == CLRCOV_ATTACH_NOT_ON) {
        return cc_fail(CC_E_UNSUPPORTED,
                       "process %u: was measured from its start; clrcov measures it until it ends",
                       pid);
    }
    return cc_fail(CC_E_UNSUPPORTED, "process %u: does not stop measuring: 0x%08X", pid, hr);
}

static cc_err stop_process(uint32_t pid, const char *session_dir, cc_arena *arena) {
    ipc_target target;
    uint32_t hr = 0;
    cc_err err = ipc_target_open(&target, pid, arena);
    if (err == CC_OK && target.library.s == NULL) {
        return CC_OK; /* another process has the number */
    }
    const char *library = err == CC_OK ? cc_arena_strdup(arena, target.library) : NULL;
    if (err == CC_OK) {
        err = cmd_live_tell(&target, library, CLRCOV_ATTACH_STOP, session_dir, &hr, arena);
    }
    if (err == CC_E_NOTFOUND || ipc_target_is_gone(pid)) {
        return CC_OK;
    }
    CC_TRY(err);
    return hr == CLRCOV_ATTACH_DONE ? CC_OK : fail_to_stop(pid, hr);
}

/* A process in which this session is measured, with a port or without; 0: none is left. */
static cc_err next_measured(const ses_session *session, cc_arena *arena, uint32_t *out) {
    uint32_t *pids;
    size_t count;
    *out = 0;
    CC_TRY(cc_os_processes(arena, &pids, &count));
    for (size_t i = 0; i < count && *out == 0; i++) {
        cc_arena *scratch = cc_arena_new();
        ipc_target target;
        bool is_there = ipc_target_look(&target, pids[i], scratch) == CC_OK;
        const char *dir = is_there ? cmd_live_session_of(&target, scratch) : NULL;
        if (dir != NULL && strcmp(dir, session->dir) == 0) {
            *out = pids[i];
        }
        cc_arena_free(scratch);
    }
    return CC_OK;
}

cc_err cmd_live_stop(const ses_session *session, cc_arena *arena) {
    uint32_t last = 0;
    uint32_t pid;
    CC_TRY(next_measured(session, arena, &pid));
    while (pid != 0 && pid != last) {
        CC_TRY(stop_process(pid, session->dir, arena));
        last = pid;
        CC_TRY(next_measured(session, arena, &pid));
    }
    return pid == 0 ? CC_OK : cc_fail(CC_E_UNSUPPORTED, "process %u: does not stop measuring", pid);
}
