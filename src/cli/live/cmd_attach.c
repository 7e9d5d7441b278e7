/* clrcov attach: measures a process that runs already, until it ends, the user has enough, or
 * `clrcov stop`. */
#include <stddef.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/live/cmd_attach.h"
#include "cli/live/cmd_live.h"
#include "cli/load/cmd_library.h"
#include "cli/load/cmd_loading.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_head.h"
#include "cli/report/cmd_output.h"
#include "cli/report/cmd_stats.h"
#include "clrcov/attach_data.h"
#include "clrcov/version.h"
#include "diagnostics/ipc_client.h"
#include "diagnostics/ipc_process.h"

enum { KEPT_SESSIONS = 3, OLDEST_RUNTIME = 8 };

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(cmd_attach_options, config)),
    {0, "detach", OPT_FLAG, NULL, offsetof(cmd_attach_options, is_detached), NULL,
     "do not wait: clrcov snapshot and clrcov stop make\nthe reports"},
    {0, "port", OPT_TEXT, "FILE", offsetof(cmd_attach_options, port), NULL,
     "measure the programs that are started with\n"
     "DOTNET_DiagnosticPorts=FILE, from their start"},
    {0, "probe-all", OPT_FLAG, NULL, offsetof(cmd_attach_options, probe_all), NULL,
     "set a probe at every point and edge: slow, for\nchecking the plan"},
    {0, "stats", OPT_FLAG, NULL, offsetof(cmd_attach_options, stats), NULL,
     "what the library itself did in the process:\ntimes and numbers (docs/running.md)"},
    {0, "verify", OPT_FLAG, NULL, offsetof(cmd_attach_options, verify), NULL, NULL},
    CMD_TOLD_SPECS(cmd_attach_options),
};

const opt_command cmd_attach_command = {
    .name = "attach",
    .arguments = "PID|NAME | --port FILE",
    .summary = "Measures a running .NET process, or programs that connect to a port.",
    .details =
        "NAME is the name of the program's file (Shop or Shop.dll). clrcov measures what runs "
        "from\n"
        "now on; a method that is running at this moment counts from its next call on. clrcov "
        "makes\n"
        "the report when the process ends, on Ctrl-C, and on `clrcov stop`; on the last two the\n"
        "process runs on. Meanwhile `clrcov snapshot` makes reports, and `clrcov reset` sets the\n"
        "counters to zero: docs/attach.md.\n"
        "\n"
        "With --port clrcov measures programs that anyone starts later with the variable\n"
        "DOTNET_DiagnosticPorts=FILE. They wait at their start until this command runs.\n"
        "\n"
        "Exit code: 20 below a threshold; 21 nothing was measured; 64 wrong usage, no such\n"
        "process; 70 the process cannot be attached to; 73 the report cannot be written.",
    OPT_SPECS(specs),
    .settings = CFG_REPORT | CFG_ATTACH,
};

/* --- what is in the way ----------------------------------------------------------------------- */

/* The major number of "10.0.1"; 0: none. */
static unsigned major_of(cc_str version) {
    unsigned major = 0;
    for (size_t i = 0; i < version.len && version.s[i] >= '0' && version.s[i] <= '9'; i++) {
        major = major * 10 + (unsigned)(version.s[i] - '0');
    }
    return major;
}

static cc_err fail_silent(const cmd_attach_state *state) {
    return cc_fail(
        CC_E_LIMIT,
        "process %u: does not answer (it is stopped, or its runtime hangs); try again when it runs",
        state->target.pid);
}

static cc_err check_runtime(cmd_attach_state *state) {
    ipc_process_info info;
    cc_err err = ipc_ask_process(&state->target, state->call.arena, &info);
    if (err == CC_E_LIMIT) {
        return fail_silent(state);
    }
    if (err == CC_OK && major_of(info.version) >= OLDEST_RUNTIME) {
        return CC_OK;
    }
    if (err == CC_OK) {
        return cc_fail(CC_E_UNSUPPORTED,
                       "process %u: runs .NET %.*s; clrcov needs .NET %d or later",
                       state->target.pid, CC_STR_ARGS(info.version), OLDEST_RUNTIME);
    }
    return err == CC_E_UNSUPPORTED
               ? cc_fail(CC_E_UNSUPPORTED,
                         "process %u: runs a .NET older than 7; clrcov needs .NET %d or later",
                         state->target.pid, OLDEST_RUNTIME)
               : err;
}

/* The C library of the process: musl's loader stays mapped under its own name. */
static const char *libc_of(const ipc_target *target) {
    cc_str maps = target->maps;
    cc_str path;
    while (ipc_next_mapped(&maps, &path)) {
        if (cc_str_starts(cc_path_base(path), "ld-musl-")) {
            return "musl";
        }
    }
    return "glibc";
}

/* A library that is there already is used again: the runtime takes no other one. */
cc_err cmd_attach_find_library(cmd_attach_state *state) {
    char *own;
    if (cc_str_ends(state->target.library, " (deleted)")) {
        return cc_fail(CC_E_MISMATCH,
                       "process %u: loaded a libclrcov.so that was replaced since; start the "
                       "process again to attach to it",
                       state->target.pid);
    }
    if (state->target.library.s != NULL) {
        state->library = cc_arena_strdup(state->call.arena, state->target.library);
        return CC_OK;
    }
    CC_TRY(cmd_find_library(state->call.arena, libc_of(&state->target), &own));
    CC_TRY(cc_path_real(state->call.arena, own, &own));
    state->library = own;
    return ipc_target_sees(&state->target, own)
               ? CC_OK
               : cc_fail(CC_E_MISMATCH,
                         "process %u: runs in another container, which has no %s; run clrcov "
                         "inside that container",
                         state->target.pid, own);
}

static cc_err fail_busy(cmd_attach_state *state) {
    uint32_t pid = state->target.pid;
    CC_TRY(ipc_target_open(&state->target, pid, state->call.arena));
    const char *dir = cmd_live_session_of(&state->target, state->call.arena);
    return cc_fail(CC_E_MISMATCH,
                   "process %u: is measured already, in the session %s; clrcov snapshot %u makes a "
                   "report, clrcov stop %u ends it",
                   pid, dir == NULL ? "of another clrcov" : dir, pid, pid);
}

static cc_err fail_other_profiler(const cmd_attach_state *state) {
    cc_str id = ipc_find_variable(state->target.entries, "CORECLR_PROFILER");
    const char *text = cc_arena_strdup(state->call.arena, id.s == NULL ? CC_STR("") : id);
    const char *name = text == NULL ? NULL : cmd_profiler_name(text);
    return cc_fail(CC_E_MISMATCH,
                   "process %u: has a profiler%s%s%s%s, and .NET takes only one; start it without "
                   "that profiler",
                   state->target.pid, id.len > 0 ? " (CORECLR_PROFILER=" : "",
                   id.len > 0 ? text : "", name != NULL ? ": " : "", name != NULL ? name : "");
}

static cc_err fail_with_problem(const cmd_attach_state *state) {
    ses_problem *problems;
    size_t count;
    CC_TRY(ses_problems(&state->subject.session, state->call.arena, &problems, &count));
    return cc_fail(CC_E_UNSUPPORTED, "process %u: %s", state->target.pid,
                   count > 0 ? problems[0].text : "the library could not start there");
}

/* What the runtime or the library answered. */
static cc_err judge(cmd_attach_state *state, uint32_t hr) {
    uint32_t pid = state->target.pid;
    switch (hr) {
    case 0:
    case CLRCOV_ATTACH_DONE:
        return CC_OK;
    case CLRCOV_ATTACH_BUSY:
        return fail_busy(state);
    case CLRCOV_ATTACH_FAILED:
        return fail_with_problem(state);
    case CLRCOV_ATTACH_UNKNOWN:
        return cc_fail(CC_E_MISMATCH, "process %u: loaded another version of libclrcov.so: %s", pid,
                       state->library);
    case IPC_E_ALREADY_ACTIVE:
        return fail_other_profiler(state);
    case IPC_E_UNKNOWN_COMMAND:
    case IPC_E_NOT_SUPPORTED:
        return cc_fail(CC_E_UNSUPPORTED,
                       "process %u: its runtime loads no profilers; it was compiled ahead of time "
                       "(Native AOT), or is Mono",
                       pid);
    case IPC_E_UNINITIALIZED:
    case IPC_E_NOT_YET_AVAILABLE:
        state->is_starting = true;
        return cc_fail(CC_E_UNSUPPORTED, "process %u: its runtime is starting or ending; try again",
                       pid);
    default:
        return cc_fail(CC_E_UNSUPPORTED, "process %u: its runtime refused the library: 0x%08X", pid,
                       hr);
    }
}

/* --- attaching -------------------------------------------------------------------------------- */

static cc_err prepare(cmd_attach_state *state) {
    cmd_subject *subject = &state->subject;
    subject->is_quiet = state->options.is_quiet;
    subject->is_verbose = state->options.is_verbose;
    subject->is_session_told = state->options.is_verbose && !state->options.is_quiet;
    subject->shows_history = true;
    CC_TRY(cmd_subject_configure(subject, &state->call, state->options.config));
    return cmd_check_values(&state->subject.config.values);
}

/* Probes stay where they are: `clrcov reset` would otherwise have to bring them back. */
static cc_err make_session(cmd_attach_state *state) {
    ses_settings settings = {.keeps_probes = true,
                             .probe_all = state->options.probe_all,
                             .verify = state->options.verify,
                             .stats = state->options.stats};
    cc_str filter;
    CC_TRY(cmd_session_settings(&settings, &filter, &state->subject.config, state->call.arena));
    CC_TRY(ses_create(&state->subject.session, &settings, filter, state->call.arena));
    cmd_memory_keeps(state->subject.session.dir, 0);
    CC_TRY(
        cmd_store_head(state->subject.session.dir, state->subject.config.root, state->call.arena));
    return cmd_config_store(&state->subject.config, state->subject.session.dir);
}

static cc_err check_sees_session(const cmd_attach_state *state) {
    return ipc_target_sees(&state->target, state->subject.session.dir)
               ? CC_OK
               : cc_fail(CC_E_MISMATCH,
                         "process %u: runs in another container, which does not see %s; set TMPDIR "
                         "to a directory that both see, or run clrcov inside that container",
                         state->target.pid, state->subject.session.dir);
}

cc_err cmd_attach_running(cmd_attach_state *state) {
    uint32_t hr = 0;
    CC_TRY(check_sees_session(state));
    cc_err err = cmd_live_tell(&state->target, state->library, CLRCOV_ATTACH_BEGIN,
                               state->subject.session.dir, &hr, state->call.arena);
    if (err == CC_E_NOTFOUND) {
        return cc_fail(CC_E_NOTFOUND, "process %u has ended", state->target.pid);
    }
    if (err == CC_E_LIMIT) {
        return fail_silent(state);
    }
    CC_TRY(err);
    return judge(state, hr);
}

static void drop_session(cmd_attach_state *state) {
    cmd_memory_keeps(NULL, 0);
    if (state->subject.session.dir != NULL) {
        (void)!cc_dir_remove(state->subject.session.dir);
        ses_unlock(state->subject.session.lock_fd);
        state->subject.session.lock_fd = -1;
        state->subject.session.dir = NULL;
    }
}

/* Finds out before anything is measured that the report could not be made. */
static int begin(cmd_attach_state *state) {
    cc_err err = prepare(state);
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    return cmd_outputs_code(&state->subject.config, state->call.arena);
}

static int fail_and_drop(cmd_attach_state *state, int code) {
    (void)cmd_fail(code);
    drop_session(state);
    return code;
}

/* The session, or the socket of the port, is a file that cannot be made. */
static int code_of_file(cc_err err) {
    return err == CC_E_IO ? CLRCOV_EXIT_CANTWRITE : cmd_live_code(err);
}

static int begin_process(cmd_attach_state *state, const char *given) {
    cc_err err = cmd_live_process(&state->target, given, state->call.arena);
    err = err == CC_OK ? cmd_attach_find_library(state) : err;
    err = err == CC_OK ? check_runtime(state) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_live_code(err));
    }
    err = make_session(state);
    if (err != CC_OK) {
        return fail_and_drop(state, code_of_file(err));
    }
    err = cmd_attach_running(state);
    return err == CC_OK ? CLRCOV_EXIT_OK : fail_and_drop(state, cmd_live_code(err));
}

/* --- until the end ---------------------------------------------------------------------------- */

static void say_attached(const cmd_attach_state *state) {
    if (state->options.is_quiet) {
        return;
    }
    uint32_t pid = state->target.pid;
    if (state->options.is_detached) {
        cmd_say("process %u is measured: clrcov snapshot %u makes a report, clrcov stop %u ends it",
                pid, pid, pid);
    } else {
        cmd_say("process %u is measured until it ends, until Ctrl-C, or until clrcov stop %u", pid,
                pid);
    }
    if (state->options.is_verbose) {
        cmd_say("session: %s", state->subject.session.dir);
    }
}

/* A process that cannot be stopped is told of; its report is made all the same. */
static void wait_for_end(cmd_attach_state *state) {
    bool has_ended = cmd_live_await_end(state->subject.session.dir);
    if (!has_ended && cmd_live_stop(&state->subject.session, state->call.arena) != CC_OK) {
        cmd_say("%s", cc_error_message());
    }
}

static int report(cmd_attach_state *state) {
    int code = cmd_write_report(&state->subject);
    if (state->options.stats) {
        cmd_say_stats(&state->subject.session);
    }
    return code;
}

static int check_usage(const cmd_attach_state *state) {
    const opt_result *result = &state->call.line;
    if (state->options.port == NULL && result->operand_count != 1) {
        cmd_say("attach takes one process; name it by its number or name: clrcov attach PID");
        return CLRCOV_EXIT_USAGE;
    }
    if (state->options.port != NULL && (result->operand_count != 0 || state->options.is_detached)) {
        cmd_say("--port: measures the programs that connect, until they end; name no process, and "
                "leave --detach out");
        return CLRCOV_EXIT_USAGE;
    }
    return CLRCOV_EXIT_OK;
}

static int attach_to_process(cmd_attach_state *state, const char *given) {
    int code = begin_process(state, given);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    say_attached(state);
    if (state->options.is_detached) {
        return CLRCOV_EXIT_OK;
    }
    wait_for_end(state);
    return report(state);
}

static int attach_over_port(cmd_attach_state *state) {
    cc_err err = make_session(state);
    err = err == CC_OK ? cmd_attach_serve(state) : err;
    return err == CC_OK ? report(state) : fail_and_drop(state, code_of_file(err));
}

static int attach_and_report(cmd_attach_state *state) {
    int code = check_usage(state);
    code = code == CLRCOV_EXIT_OK ? begin(state) : code;
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    cc_proc_await_end();
    code = state->options.port != NULL ? attach_over_port(state)
                                       : attach_to_process(state, state->call.line.operands[0]);
    ses_unlock(state->subject.session.lock_fd);
    (void)!ses_prune(KEPT_SESSIONS, state->subject.session.dir);
    return code;
}

int cmd_attach(int argc, char **argv) {
    cmd_attach_state state = {.subject = {.session = {.lock_fd = -1}}};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, &cmd_attach_command, argc, argv, &state.options)) {
        state.call.code = attach_and_report(&state);
    }
    return cmd_call_close(&state.call);
}
