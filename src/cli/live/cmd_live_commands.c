/* clrcov snapshot, reset and stop: what can be done with a process while it is measured. */
#include <stddef.h>

#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/live/cmd_live.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_output.h"
#include "clrcov/version.h"

enum { KEPT_SESSIONS = 3 };

typedef struct live_options {
    const char *config;
    bool is_verbose, is_quiet;
} live_options;

static const opt_spec report_specs[] = {
    CMD_CONFIG_SPEC(offsetof(live_options, config)),
    CMD_TOLD_SPECS(live_options),
};

static const opt_spec plain_specs[] = {
    {'q', "quiet", OPT_FLAG, NULL, offsetof(live_options, is_quiet), NULL, "only what went wrong"},
};

const opt_command cmd_snapshot_command = {
    .name = "snapshot",
    .arguments = "[PID|NAME|SESSION]",
    .summary = "Makes a report of a measured process, as of this moment.",
    .details =
        "The process runs on: clrcov makes the report from the counters that the process has in a\n"
        "file. Without an operand clrcov takes what was started or attached to from this "
        "directory.\n"
        "\n"
        "Exit code: as clrcov report; 64 also no such process, or it is not measured.",
    OPT_SPECS(report_specs),
    .settings = CFG_REPORT,
};

const opt_command cmd_reset_command = {
    .name = "reset",
    .arguments = "[PID|NAME|SESSION]",
    .summary = "Sets the counters of a measured process to zero.",
    .details =
        "Later reports show what ran since. Code that runs at this moment counts with what it "
        "does\n"
        "afterwards. The command works on processes that were attached to, and on processes of\n"
        "`clrcov run --live` or `--hits exact`.\n"
        "\n"
        "Exit code: 64 wrong usage, no such process, it is not measured, or its run cannot be\n"
        "reset; 70 the counters cannot be reached.",
    OPT_SPECS(plain_specs),
};

const opt_command cmd_stop_command = {
    .name = "stop",
    .arguments = "[PID|NAME|SESSION]",
    .summary = "Ends the measuring by clrcov attach, and makes the report; the process runs on.",
    .details = "When a clrcov attach waits for the process, that command makes the report.\n"
               "\n"
               "Exit code: as clrcov report; 64 also no such process, or it is not measured; 70 "
               "also the\n"
               "process was started by clrcov run, or does not stop measuring.",
    OPT_SPECS(report_specs),
    .settings = CFG_REPORT,
};

typedef struct live_state {
    live_options options;
    cmd_call call;
    cmd_subject subject;
} live_state;

/* Finds what is meant; the exit code, 0 to go on. */
static int find(live_state *state) {
    cc_err err = cmd_live_find(&state->subject.session, &state->call);
    return err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_live_code(err));
}

static int configure(live_state *state) {
    cmd_subject *subject = &state->subject;
    subject->is_quiet = state->options.is_quiet;
    subject->is_verbose = state->options.is_verbose;
    subject->shows_history = true;
    cc_err err = cmd_subject_configure(subject, &state->call, state->options.config);
    err = err == CC_OK ? cmd_check_values(&subject->config.values) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    return cmd_outputs_code(&subject->config, state->call.arena);
}

/* An earlier report stays when nothing was measured up to now. */
static int snapshot(live_state *state) {
    state->subject.keeps_stale = true;
    int code = find(state);
    code = code == CLRCOV_EXIT_OK ? configure(state) : code;
    return code == CLRCOV_EXIT_OK ? cmd_write_report(&state->subject) : code;
}

/* --- reset ------------------------------------------------------------------------------------ */

/* Probes that were hit are erased in other sessions, and would not count again. */
static cc_err check_resettable(const live_state *state) {
    const ses_settings *settings = &state->subject.session.settings;
    if (settings->per_test) {
        return cc_fail(CC_E_USAGE, "the run records what each test hit (--per-test), and cannot be "
                                   "reset; start another run");
    }
    return settings->keeps_probes || settings->hits == CTR_HITS_EXACT
               ? CC_OK
               : cc_fail(CC_E_USAGE, "this run removes probes from the code once they are hit; to "
                                     "reset a run, start it with --live or --hits exact");
}

static cc_err reset_files(const live_state *state, size_t *done) {
    char **paths;
    size_t count;
    CC_TRY(ses_files(&state->subject.session, state->call.arena, &paths, &count));
    for (size_t i = 0; i < count; i++) {
        if (cc_file_is_locked(paths[i])) {
            CC_TRY(ctr_reset(paths[i]));
            (*done)++;
        }
    }
    return *done > 0 ? ses_note_reset(state->subject.session.dir) : CC_OK;
}

static int reset(live_state *state) {
    size_t done = 0;
    int code = find(state);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    cc_err err = check_resettable(state);
    err = err == CC_OK ? reset_files(state, &done) : err;
    if (err != CC_OK) {
        return cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : CLRCOV_EXIT_INTERNAL);
    }
    if (done == 0) {
        cmd_say("no process of %s is measured any more", state->subject.session.dir);
        return CLRCOV_EXIT_USAGE;
    }
    if (!state->options.is_quiet) {
        cmd_say("counters of %zu %s were set to zero", done, done == 1 ? "process" : "processes");
    }
    return CLRCOV_EXIT_OK;
}

/* --- stop ------------------------------------------------------------------------------------- */

static int report_or_leave(live_state *state) {
    int lock = -1;
    if (ses_lock(state->subject.session.dir, &lock) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
    if (lock < 0) {
        if (!state->options.is_quiet) {
            cmd_say("the clrcov that waits for the process makes the report");
        }
        return CLRCOV_EXIT_OK;
    }
    int code = cmd_write_report(&state->subject);
    ses_unlock(lock);
    (void)!ses_prune(KEPT_SESSIONS, state->subject.session.dir);
    return code;
}

static int stop(live_state *state) {
    int code = find(state);
    code = code == CLRCOV_EXIT_OK ? configure(state) : code;
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    cc_err err = cmd_live_stop(&state->subject.session, state->call.arena);
    return err == CC_OK ? report_or_leave(state) : cmd_fail(cmd_live_code(err));
}

/* --- the commands ----------------------------------------------------------------------------- */

static int act(const opt_command *command, int (*act_on)(live_state *), int argc, char **argv) {
    live_state state = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&state.call, command, argc, argv, &state.options)) {
        state.call.code = act_on(&state);
    }
    return cmd_call_close(&state.call);
}

int cmd_snapshot(int argc, char **argv) {
    return act(&cmd_snapshot_command, snapshot, argc, argv);
}

int cmd_reset(int argc, char **argv) {
    return act(&cmd_reset_command, reset, argc, argv);
}

int cmd_stop(int argc, char **argv) {
    return act(&cmd_stop_command, stop, argc, argv);
}
