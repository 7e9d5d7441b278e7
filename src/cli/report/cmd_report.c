/* clrcov report: makes the report of a session again, also of one whose clrcov was killed, and also
 * by other rules than the run's. With --follow (the library starts it where no clrcov run exists)
 * it waits until the session's last process has ended. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_data.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_open.h"
#include "cli/report/cmd_output.h"
#include "clrcov/version.h"

enum { FOLLOW_POLL_MS = 50, KEPT_SESSIONS = 3 };

typedef struct report_options {
    const char *config;
    bool raw_branches, follow, is_opened, is_verbose, is_quiet;
} report_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(report_options, config)),
    {0, "raw-branches", OPT_FLAG, NULL, offsetof(report_options, raw_branches), NULL,
     "every branch of the IL as it is, for contributors"},
    {0, "follow", OPT_FLAG, NULL, offsetof(report_options, follow), NULL, NULL},
    {0, "open", OPT_FLAG, NULL, offsetof(report_options, is_opened), NULL,
     "make pages (-f html), and open them in a browser"},
    {'v', "verbose", OPT_FLAG, NULL, offsetof(report_options, is_verbose), NULL,
     "name each assembly that is not in the report"},
    {'q', "quiet", OPT_FLAG, NULL, offsetof(report_options, is_quiet), NULL,
     "no table; only what went wrong"},
};

const opt_command cmd_report_command = {
    .name = "report",
    .arguments = "[SESSION|DATA]",
    .summary = "Makes a new report of an earlier run.",
    .details =
        "SESSION is the directory that `clrcov run -v` names. Without it clrcov takes the newest\n"
        "session started from this directory, else the session started nearest to it, above or\n"
        "below, in this repository. clrcov keeps sessions for a week at most. DATA is a data file\n"
        "of `-f data` or `clrcov merge`, of this machine or another.\n"
        "\n"
        "The settings of the run still apply, unless you give others. From the strongest: this\n"
        "command line, the run's command line, this environment, the run's environment, --config\n"
        "or the clrcov.xml found from here (else the run's clrcov.xml). So other rules can show\n"
        "the data of a run, as far as the run measured it.\n"
        "\n"
        "--output - is standard output. Without --output the report goes where the run's report\n"
        "went, unless the session was moved away from where clrcov keeps sessions: a file of\n"
        "unknown origin does not decide what is overwritten.\n"
        "\n"
        "Exit code: 20 below a threshold; 21 nothing was measured (no report is written then); 64\n"
        "wrong usage or configuration, an input that cannot be read; 70 a defect; 73 the\n"
        "report cannot be written.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .settings = CFG_REPORT,
};

typedef struct report_state {
    report_options options;
    cmd_call call;
    cmd_source source;
    cmd_config config;
    size_t pages; /* with --open: number of the report that is opened */
} report_state;

/* --- arguments -------------------------------------------------------------------------------- */

static cc_err open_source(report_state *report) {
    const opt_result *result = &report->call.line;
    const char *given = result->operand_count > 0 ? result->operands[0] : NULL;
    if (result->operand_count > 1) {
        return cc_fail(CC_E_USAGE,
                       "one session or data file at a time, not %zu; clrcov merge combines several",
                       result->operand_count);
    }
    if (given == NULL && report->options.follow) {
        return cc_fail(CC_E_USAGE, "--follow needs a session");
    }
    CC_TRY(cmd_find_source(&report->source, given, report->call.arena));
    if (report->source.is_data) {
        return report->options.follow ? cc_fail(CC_E_USAGE, "--follow needs a session") : CC_OK;
    }
    char *here;
    const char *start = report->source.session.settings.start_dir;
    CC_TRY(cc_path_real(report->call.arena, ".", &here));
    if (given == NULL && !report->options.is_quiet && strcmp(start, here) != 0) {
        cmd_say("the newest run from %s", start);
    }
    return CC_OK;
}

static cc_err configure(report_state *report) {
    cmd_config_request request = {
        .is_own = report->options.follow,
        .command = &report->call.line.settings,
        .file = report->options.config,
        .start = report->options.follow ? report->source.session.settings.start_dir : NULL,
        .session = report->source.is_data ? NULL : &report->source.session,
        .is_quiet = report->options.is_quiet || report->options.follow,
    };
    CC_TRY(cmd_config_load(&report->config, &request, report->call.arena));
    CC_TRY(report->options.is_opened
               ? cmd_add_pages(&report->config, report->call.arena, &report->pages)
               : CC_OK);
    return cmd_check_values(&report->config.values);
}

/* --- waiting ---------------------------------------------------------------------------------- */

static cc_err follow(const report_state *report) {
    bool in_use = true;
    while (in_use) {
        cc_arena *scratch = cc_arena_new();
        cc_err err = scratch == NULL ? cc_fail(CC_E_NOMEM, "out of memory")
                                     : ses_in_use(report->source.session.dir, scratch, &in_use);
        cc_arena_free(scratch);
        CC_TRY(err);
        if (in_use) {
            cc_os_sleep_ms(FOLLOW_POLL_MS);
        }
    }
    return CC_OK;
}

static cc_err take_lock(const report_state *report, int *fd) {
    if (report->source.is_data) {
        return CC_OK;
    }
    CC_TRY(ses_lock(report->source.session.dir, fd));
    if (*fd >= 0) {
        return CC_OK;
    }
    if (!report->options.is_quiet) {
        cmd_say("waiting for the clrcov that uses %s", report->source.session.dir);
    }
    return ses_lock_wait(report->source.session.dir, fd);
}

/* --- the report ------------------------------------------------------------------------------- */

static int write_report(report_state *report) {
    cmd_output request = {
        .session_dir = report->source.is_data ? NULL : report->source.session.dir,
        .data = report->source.data,
        .config = &report->config,
        .raw_branches = report->options.raw_branches,
        .keeps_stale = report->options.follow,
        .is_quiet = report->options.is_quiet || report->options.follow,
        .is_verbose = report->options.is_verbose,
    };
    if (request.is_quiet && !report->source.is_data) {
        cmd_name_living(&report->source.session, report->call.arena);
    }
    return cmd_write_report(&request);
}

static int make_report(report_state *report) {
    int fd = -1;
    cc_err err = open_source(report);
    err = err == CC_OK ? configure(report) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    err = cmd_check_outputs(&report->config, report->call.arena);
    if (err != CC_OK) {
        return cmd_fail(cmd_output_code(err));
    }
    err = report->options.follow ? follow(report) : CC_OK;
    err = err == CC_OK ? take_lock(report, &fd) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    int code = write_report(report);
    ses_unlock(fd);
    if (report->options.is_opened && (code == CLRCOV_EXIT_OK || code == CLRCOV_EXIT_THRESHOLD)) {
        cmd_open_pages(&report->config, report->pages, report->call.arena);
    }
    if (report->options.follow) {
        (void)!ses_prune(KEPT_SESSIONS, report->source.session.dir);
    }
    return code;
}

int cmd_report(int argc, char **argv) {
    report_state report = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&report.call, &cmd_report_command, argc, argv, &report.options)) {
        report.call.code = make_report(&report);
    }
    return cmd_call_close(&report.call);
}
