/* clrcov report: makes the report of a session again, also of one whose clrcov was killed, and also
 * by other rules than the run's. With --follow (the library starts it where no clrcov run exists)
 * it waits until the session's last process has ended. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_open.h"
#include "cli/report/cmd_output.h"
#include "clrcov/version.h"

enum { FOLLOW_POLL_MS = 50, KEPT_SESSIONS = 3 };

typedef struct report_options {
    const char *config;
    bool raw_branches, follow, is_opened, is_verbose, is_quiet, is_impatient;
} report_options;

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(report_options, config)),
    {0, "raw-branches", OPT_FLAG, NULL, offsetof(report_options, raw_branches), NULL,
     "every branch of the IL as it is, for contributors"},
    {0, "follow", OPT_FLAG, NULL, offsetof(report_options, follow), NULL, NULL},
    {0, "no-wait", OPT_FLAG, NULL, offsetof(report_options, is_impatient), NULL, NULL},
    {0, "open", OPT_FLAG, NULL, offsetof(report_options, is_opened), NULL,
     "make pages (-f html), and open them in a browser"},
    CMD_TOLD_SPECS(report_options),
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
    OPT_SPECS(specs),
    .settings = CFG_REPORT,
};

typedef struct report_state {
    report_options options;
    cmd_call call;
    cmd_subject subject;
    size_t pages; /* with --open: number of the report that is opened */
} report_state;

/* --- arguments -------------------------------------------------------------------------------- */

static cc_err find_source(report_state *report) {
    cmd_subject *subject = &report->subject;
    const char *given;
    CC_TRY(cmd_call_operand(&report->call, "session or data file",
                            "; clrcov merge combines several", &given));
    if (given == NULL && report->options.follow) {
        return cc_fail(CC_E_USAGE, "--follow needs a session");
    }
    CC_TRY(cmd_subject_find(subject, given, report->call.arena));
    if (subject->data != NULL) {
        return report->options.follow ? cc_fail(CC_E_USAGE, "--follow needs a session") : CC_OK;
    }
    char *here;
    const char *start = subject->session.settings.start_dir;
    CC_TRY(cc_path_real(report->call.arena, ".", &here));
    if (given == NULL && !report->options.is_quiet && strcmp(start, here) != 0) {
        cmd_say("the newest run from %s", start);
    }
    return CC_OK;
}

static cc_err configure(report_state *report) {
    cmd_subject *subject = &report->subject;
    bool follows = report->options.follow;
    subject->raw_branches = report->options.raw_branches;
    subject->keeps_stale = follows;
    subject->is_quiet = report->options.is_quiet || follows;
    subject->is_verbose = report->options.is_verbose;
    subject->is_own = follows;
    CC_TRY(cmd_subject_configure(subject, &report->call, report->options.config));
    if (report->options.is_opened) {
        CC_TRY(cmd_add_pages(&subject->config, report->call.arena, &report->pages));
    }
    return cmd_check_values(&subject->config.values);
}

/* --- waiting ---------------------------------------------------------------------------------- */

static cc_err follow(const report_state *report) {
    bool in_use = true;
    while (in_use) {
        cc_arena *scratch = cc_arena_new();
        cc_err err = ses_in_use(report->subject.session.dir, scratch, &in_use);
        cc_arena_free(scratch);
        CC_TRY(err);
        if (in_use) {
            cc_os_sleep_ms(FOLLOW_POLL_MS);
        }
    }
    return CC_OK;
}

static cc_err take_lock(const report_state *report, int *fd) {
    if (report->subject.data != NULL) {
        return CC_OK;
    }
    CC_TRY(ses_lock(report->subject.session.dir, fd));
    if (*fd >= 0) {
        return CC_OK;
    }
    if (report->options.is_impatient) {
        return cc_fail(CC_E_USAGE, "%s: another clrcov uses it; ask again when that has ended",
                       report->subject.session.dir);
    }
    if (!report->options.is_quiet) {
        cmd_say("waiting for the clrcov that uses %s", report->subject.session.dir);
    }
    return ses_lock_wait(report->subject.session.dir, fd);
}

/* --- the report ------------------------------------------------------------------------------- */

static int write_report(report_state *report) {
    const ses_session *session = &report->subject.session;
    if (report->subject.is_quiet && session->dir != NULL) {
        cmd_name_living(session, report->call.arena);
    }
    return cmd_write_report(&report->subject);
}

static int make_report(report_state *report) {
    int fd = -1;
    cc_err err = find_source(report);
    err = err == CC_OK ? configure(report) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    int code = cmd_outputs_code(&report->subject.config, report->call.arena);
    if (code != CLRCOV_EXIT_OK) {
        return code;
    }
    err = report->options.follow ? follow(report) : CC_OK;
    err = err == CC_OK ? take_lock(report, &fd) : err;
    if (err != CC_OK) {
        return cmd_fail(cmd_input_code(err));
    }
    code = write_report(report);
    ses_unlock(fd);
    if (report->options.is_opened && (code == CLRCOV_EXIT_OK || code == CLRCOV_EXIT_THRESHOLD)) {
        cmd_open_pages(&report->subject.config, report->pages, report->call.arena);
    }
    if (report->options.follow) {
        (void)!ses_prune(KEPT_SESSIONS, report->subject.session.dir);
    }
    return code;
}

int cmd_report(int argc, char **argv) {
    report_state report = {.subject = {.shows_history = true}};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&report.call, &cmd_report_command, argc, argv, &report.options)) {
        report.call.code = make_report(&report);
    }
    return cmd_call_close(&report.call);
}
