/* Start and end of the library in a process. See prof.h.
 *
 * Order: classify the process (and decline before creating anything), open the session, check the
 * runtime, and only then create the counters file. The library writes failures to
 * "problem-PID-RANDOM.txt" in the session, and the process continues without measurement. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cc_file.h"
#include "base/cc_guard.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "clrcov/attach_data.h"
#include "profiler/prof.h"
#include "profiler/prof_family.h"
#include "profiler/prof_process.h"
#include "profiler/prof_read.h"
#include "profiler/prof_tiering.h"

enum { MAX_CONFIG_BYTES = 1 << 20, MAX_COMMAND_TEXT = 1024 };

static cc_err open_session(prof_profiler *p, const char *dir, const char *output) {
    if (dir != NULL) {
        if (dir[0] != '/') {
            return cc_fail(CC_E_USAGE, SES_SESSION_ENV ": not an absolute path: %s", dir);
        }
        return ses_open(&p->session, dir, p->arena);
    }
    p->is_standalone = true;
    return prof_standalone_join(&p->standalone, &p->session, output, p->arena);
}

/* --- facts about the process ------------------------------------------------------------------ */

/* Returns the absolute path of the entry assembly if the file exists; "" otherwise. */
static cc_str entry_path(const prof_process *process, cc_arena *arena) {
    char *given = cc_arena_strdup(arena, process->entry);
    char *absolute = NULL;
    if (given == NULL || *given == '\0' || cc_path_absolute(arena, given, &absolute) != CC_OK ||
        !cc_path_exists(absolute)) {
        return CC_STR("");
    }
    return cc_strz(absolute);
}

static const char *environment(const char *name) {
    return getenv(name);
}

static bool is_compiled_once(const prof_process *process, cc_str entry, cc_arena *arena) {
    cc_str dir = cc_path_dir(entry);
    cc_str stem = cc_path_stem(entry);
    const char *path = process->runtime_config.len > 0
                           ? cc_arena_strdup(arena, process->runtime_config)
                           : cc_arena_printf(arena, "%.*s/%.*s.runtimeconfig.json", (int)dir.len,
                                             dir.s, (int)stem.len, stem.s);
    cc_buf text = {0};
    if (path == NULL || prof_read_file(path, MAX_CONFIG_BYTES, &text) != CC_OK) {
        cc_buf_clear(&text); /* no file: the environment only */
    }
    bool answer = prof_is_compiled_once(environment, cc_buf_str(&text));
    cc_buf_free(&text);
    return answer;
}

/* --- start ------------------------------------------------------------------------------------ */

bool prof_events_init(prof_profiler *p) {
    pthread_condattr_t monotonic;
    return pthread_mutex_init(&p->events_lock, NULL) == 0 &&
           pthread_condattr_init(&monotonic) == 0 &&
           pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 &&
           pthread_cond_init(&p->events_told, &monotonic) == 0;
}

/* Runs under events_lock, which it releases during the wait. False: the other thread has not
 * returned. */
static bool wait_for_turn(prof_profiler *p) {
    enum { PATIENCE_S = 1 };
    struct timespec until;
    int status = 0;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PATIENCE_S;
    while (p->is_telling && status == 0) {
        status = pthread_cond_timedwait(&p->events_told, &p->events_lock, &until);
    }
    return !p->is_telling;
}

/* Runs under events_lock, as above; no other thread is in SetEventMask. */
static prof_hr tell_events(prof_profiler *p, uint32_t events) {
    p->is_telling = true;
    (void)pthread_mutex_unlock(&p->events_lock);
    prof_hr hr = prof_info_set_events(&p->info, events);
    (void)pthread_mutex_lock(&p->events_lock);
    p->events = PROF_OK(hr) ? events : p->events;
    p->is_telling = false;
    (void)pthread_cond_broadcast(&p->events_told);
    return hr;
}

/* One thread at a time calls SetEventMask: of two simultaneous calls the later one must not remove,
 * even for a moment, the bits that the other call requested. */
prof_hr prof_events_add(prof_profiler *p, uint32_t bits) {
    prof_hr hr = PROF_S_OK;
    (void)pthread_mutex_lock(&p->events_lock);
    bool is_my_turn = wait_for_turn(p);
    if ((p->events & bits) != bits) {
        hr = is_my_turn ? tell_events(p, p->events | bits) : PROF_E_FAIL;
    }
    (void)pthread_mutex_unlock(&p->events_lock);
    return hr;
}

/* Only ReJIT can replace code that was compiled before; from version 10 on, also its inlined
 * copies. */
static cc_err ask_runtime(prof_profiler *p, prof_object *unknown) {
    enum { REJIT_OF_INLINED = 10 };
    uint32_t events = PROF_MONITOR_MODULE_LOADS | PROF_MONITOR_JIT_COMPILATION;
    events |= p->is_attached ? PROF_ENABLE_REJIT | PROF_ENABLE_STACK_SNAPSHOT : 0;
    if (unknown == NULL && p->info.object != NULL) {
        return CC_OK; /* another attach has requested them */
    }
    if (unknown == NULL || !PROF_OK(prof_info_open(&p->info, unknown)) ||
        (p->is_attached && p->info.version < REJIT_OF_INLINED)) {
        return cc_fail(CC_E_UNSUPPORTED, "the profiling interface of this runtime is too old");
    }
    prof_hr hr = prof_events_add(p, events);
    if (!PROF_OK(hr)) {
        return cc_fail(CC_E_UNSUPPORTED, "the runtime refused the events: 0x%08X", (uint32_t)hr);
    }
    return CC_OK;
}

/* Exact counts and the calls in test methods add to the metadata of the user's modules, and the tokens of a later hot reload
 * would then be wrong. */
static cc_err check_tokens(const prof_profiler *p) {
    const char *what = p->session.settings.per_test ? "--per-test" : "--hits exact";
    bool adds = p->session.settings.hits == CTR_HITS_EXACT || p->session.settings.per_test;
    if (adds && p->is_modifiable) {
        return cc_fail(
            CC_E_UNSUPPORTED,
            "not measured: %s and hot reload (DOTNET_MODIFIABLE_ASSEMBLIES) exclude each "
            "other; run without %s, or without hot reload",
            what, what);
    }
    return CC_OK;
}

static cc_err open_counters(prof_profiler *p, const prof_command *command, cc_str entry) {
    cc_str text = command->joined;
    ctr_process process = {
        .executable = command->executable,
        .entry_assembly = entry,
        .command_line = {text.s, text.len < MAX_COMMAND_TEXT ? text.len : MAX_COMMAND_TEXT},
        .hits = p->session.settings.hits,
    };
    CC_TRY(ctr_writer_open(&p->writer, p->session.dir, &process));
    cc_guard_start(); /* not before: the runtime unloads a library that declines */
    return CC_OK;
}

static cc_err start(prof_profiler *p, prof_object *unknown, const prof_command *command,
                    const prof_process *process) {
    p->is_modifiable = prof_is_modifiable(environment);
    CC_TRY(check_tokens(p));
    CC_TRY(ask_runtime(p, unknown));
    sel_init(&p->filter, p->arena, NULL);
    CC_TRY(sel_parse(&p->filter, cc_strz(p->session.filter_text)));
    cc_str entry = entry_path(process, p->arena);
    p->executable_dir = cc_path_dir(process->executable);
    p->is_compiled_once = is_compiled_once(process, entry, p->arena);
    CC_TRY(open_counters(p, command, entry));
    if (p->session.settings.no_children && !p->is_attached) {
        prof_mark_descendants(p->session.dir);
    }
    return p->is_standalone ? prof_standalone_follow(&p->standalone) : CC_OK;
}

/* A launcher without the command line tool is not measured, but the run lasts as long as the
 * launcher: its hold intentionally lasts until the process ends. */
static void hold_for_launcher(prof_profiler *p, const char *output) {
    cc_err err = prof_standalone_join(&p->standalone, &p->session, output, p->arena);
    (void)err; /* its children join by themselves */
}

/* A session that tests this library also measures code that is not the user's. */
static bool is_tool_measured(prof_profiler *p, const char *dir) {
    ses_session session;
    return dir != NULL && dir[0] == '/' && ses_open(&session, dir, p->arena) == CC_OK &&
           session.settings.stress != SES_STRESS_NONE;
}

static prof_hr decide(prof_profiler *p, prof_object *unknown, const char *dir, const char *output) {
    prof_command command;
    prof_process process;
    if (prof_process_read(&command, p->arena) != CC_OK) {
        ses_leave_problem(dir, cc_error_message(), p->arena);
        return PROF_E_CANCEL_ACTIVATION;
    }
    prof_process_classify(&process, command.executable, command.args, command.count, cc_path_exists,
                          p->arena);
    if (process.role != PROF_ROLE_COVER && !is_tool_measured(p, dir)) {
        if (process.role == PROF_ROLE_LAUNCHER && dir == NULL) {
            hold_for_launcher(p, output);
        }
        return PROF_E_CANCEL_ACTIVATION;
    }
    cc_err err = open_session(p, dir, output);
    bool is_left_out = false;
    if (err == CC_OK && p->session.settings.no_children) {
        err = prof_has_measured_ancestor(&is_left_out, p->session.dir, p->arena);
    }
    if (err == CC_OK && !is_left_out) {
        err = start(p, unknown, &command, &process);
    }
    if (err != CC_OK) {
        ses_leave_problem(p->session.dir != NULL ? p->session.dir : dir, cc_error_message(),
                          p->arena);
    }
    /* Without a follower there is no report, but the process is measured. */
    return p->writer != NULL ? PROF_S_OK : PROF_E_CANCEL_ACTIVATION;
}

/* `clrcov attach --port` gives the session to a runtime that it suspends at its start, and to no
 * other process. NULL: it did not. */
static const char *given_over_port(prof_profiler *p, prof_object *unknown) {
    prof_info info = {0};
    cc_buf text = {0};
    char *dir = NULL;
    if (unknown != NULL && PROF_OK(prof_info_open(&info, unknown)) &&
        PROF_OK(prof_info_variable(&info, SES_SESSION_ENV, &text)) && cc_buf_ok(&text)) {
        dir = cc_arena_strdup(p->arena, cc_buf_str(&text));
    }
    prof_release(info.object);
    cc_buf_free(&text);
    return dir != NULL && *dir != '\0' ? dir : NULL;
}

static prof_hr begin(prof_profiler *p, prof_object *unknown) {
    const char *dir = cc_proc_variable(SES_SESSION_ENV);
    const char *output = cc_proc_variable(SES_OUTPUT_ENV);
    dir = dir == NULL && output == NULL ? given_over_port(p, unknown) : dir;
    return dir == NULL && output == NULL ? PROF_E_CANCEL_ACTIVATION
                                         : decide(p, unknown, dir, output);
}

prof_hr prof_start(prof_profiler *p, prof_object *unknown) {
    if (cc_os_is_privileged()) {
        return PROF_E_CANCEL_ACTIVATION;
    }
    p->arena = cc_arena_new();
    prof_hr hr = p->arena != NULL ? begin(p, unknown) : PROF_E_CANCEL_ACTIVATION;
    if (!PROF_OK(hr)) {
        cc_arena_free(p->arena);
        p->arena = NULL;
    }
    return hr;
}

/* The user named the process of an attach: clrcov measures it, whatever program it is. */
static cc_err start_attached(prof_profiler *p, prof_object *unknown, const char *dir) {
    prof_command command;
    prof_process process;
    CC_TRY(prof_process_read(&command, p->arena));
    prof_process_classify(&process, command.executable, command.args, command.count, cc_path_exists,
                          p->arena);
    CC_TRY(open_session(p, dir, NULL));
    return start(p, unknown, &command, &process);
}

prof_hr prof_start_attached(prof_profiler *p, prof_object *unknown, const char *dir) {
    p->is_attached = true;
    p->arena = cc_arena_new();
    if (p->arena == NULL) {
        return (prof_hr)CLRCOV_ATTACH_FAILED;
    }
    if (start_attached(p, unknown, dir) != CC_OK) {
        ses_leave_problem(dir, cc_error_message(), p->arena);
        cc_arena_free(p->arena);
        p->arena = NULL;
        return (prof_hr)CLRCOV_ATTACH_FAILED;
    }
    return PROF_S_OK;
}

/* --- end -------------------------------------------------------------------------------------- */

void prof_end(prof_profiler *p) {
    prof_hot_end(p);
    prof_tests_end(p);
    prof_module_end(p);
    if (p->is_standalone) {
        ctr_writer_release(p->writer);
        prof_standalone_end(&p->standalone);
    }
}
