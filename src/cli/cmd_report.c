/* clrcov report: makes the report of a session again, also of one whose clrcov was killed. With
 * --follow (started by the library where no clrcov run is there) it waits until the session's last
 * process has ended. */
#include <stddef.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "cli/cmd.h"
#include "clrcov/version.h"

enum { FOLLOW_POLL_MS = 50, KEPT_SESSIONS = 3 };

typedef struct report_options {
    const char *output, *root;
    opt_list include, exclude;
    bool include_tests, raw_branches, allow_empty, follow, is_verbose, is_quiet;
} report_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, "PATH", offsetof(report_options, output), NULL,
     "the Cobertura file; - for standard output\n(where the run was told to write it)"},
    {0, "root", OPT_TEXT, "DIR", offsetof(report_options, root), NULL,
     "where the sources are (as for the run)"},
    {0, "include", OPT_LIST, "GLOB", offsetof(report_options, include), NULL,
     "only assemblies of this name; repeatable\n(given here, the run's own filters are dropped)"},
    {0, "exclude", OPT_LIST, "GLOB", offsetof(report_options, exclude), NULL,
     "leave these assemblies out; repeatable, wins"},
    {0, "include-tests", OPT_FLAG, NULL, offsetof(report_options, include_tests), NULL,
     "show test assemblies too"},
    {0, "raw-branches", OPT_FLAG, NULL, offsetof(report_options, raw_branches), NULL,
     "every branch of the IL as it is, for contributors"},
    {0, "allow-empty", OPT_FLAG, NULL, offsetof(report_options, allow_empty), NULL,
     "exit 0 also when nothing was measured"},
    {0, "follow", OPT_FLAG, NULL, offsetof(report_options, follow), NULL, NULL},
    {'v', "verbose", OPT_FLAG, NULL, offsetof(report_options, is_verbose), NULL,
     "name each assembly that is not in the report"},
    {'q', "quiet", OPT_FLAG, NULL, offsetof(report_options, is_quiet), NULL,
     "no table; only what went wrong"},
};

const opt_command cmd_report_command = {
    .name = "report",
    .arguments = "[SESSION]",
    .summary = "Makes the report of an earlier run again.",
    .details =
        "SESSION is the directory that `clrcov run -v` names; without it the newest session that\n"
        "was started from this directory. The newest three finished sessions are kept.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
};

typedef struct report_state {
    report_options options;
    cc_arena *arena;
    cov_session session;
    sel_list filter;
    char *root;
    const char *output;
} report_state;

/* --- what is asked for ------------------------------------------------------------------------ */

static cc_err open_session(report_state *report, const opt_result *result) {
    char *dir = result->operand_count > 0 ? result->operands[0] : NULL;
    char *here;
    if (result->operand_count > 1) {
        return cc_fail(CC_E_USAGE, "one session at a time, not %zu", result->operand_count);
    }
    if (dir == NULL && report->options.follow) {
        return cc_fail(CC_E_USAGE, "--follow needs a session");
    }
    if (dir == NULL) {
        CC_TRY(cc_path_real(report->arena, ".", &here));
        CC_TRY(cov_session_newest(here, report->arena, &dir));
    }
    cc_err err = cov_session_open(&report->session, dir, report->arena);
    return err == CC_OK ? CC_OK : cc_fail_in(err, "this is no session");
}

/* The session's own settings, unless the command line says otherwise. */
static cc_err choose(report_state *report) {
    const report_options *o = &report->options;
    const cov_session *session = &report->session;
    bool has_filters = o->include.count + o->exclude.count > 0;
    CC_TRY(has_filters ? cmd_make_filter(&report->filter, &o->include, &o->exclude)
                       : sel_parse(&report->filter, cc_strz(session->filter_text)));
    report->root = session->settings.root;
    if (o->root != NULL || report->root == NULL) {
        CC_TRY(cmd_find_root(report->arena, o->root, &report->root));
    }
    report->output = o->output != NULL ? o->output : session->settings.output;
    if (report->output == NULL) {
        return cc_fail(CC_E_USAGE, "the session names no output: use --output");
    }
    char *absolute;
    if (strcmp(report->output, "-") != 0) {
        CC_TRY(cc_path_absolute(report->arena, report->output, &absolute));
        report->output = absolute;
        CC_TRY(cmd_check_output(report->arena, absolute));
    }
    return CC_OK;
}

/* --- waiting ---------------------------------------------------------------------------------- */

static cc_err follow(const report_state *report) {
    bool in_use = true;
    while (in_use) {
        cc_arena *scratch = cc_arena_new();
        cc_err err = scratch == NULL ? cc_fail(CC_E_NOMEM, "out of memory")
                                     : cov_session_in_use(report->session.dir, scratch, &in_use);
        cc_arena_free(scratch);
        CC_TRY(err);
        if (in_use) {
            cc_os_sleep_ms(FOLLOW_POLL_MS);
        }
    }
    return CC_OK;
}

static cc_err take_lock(const report_state *report, int *fd) {
    CC_TRY(cov_session_lock(report->session.dir, fd));
    if (*fd >= 0) {
        return CC_OK;
    }
    if (!report->options.is_quiet) {
        cmd_say("waiting for the clrcov that uses %s", report->session.dir);
    }
    return cov_session_lock_wait(report->session.dir, fd);
}

/* --- the report ------------------------------------------------------------------------------- */

static int code_of(cc_err err) {
    switch ((int)err) {
    case CC_E_USAGE:
    case CC_E_NOTFOUND:
    case CC_E_FORMAT:
        return CLRCOV_EXIT_USAGE;
    case CC_E_IO:
        return CLRCOV_EXIT_CANTWRITE;
    default:
        return CLRCOV_EXIT_INTERNAL;
    }
}

static int write_report(report_state *report) {
    cmd_output request = {
        .session_dir = report->session.dir,
        .root = report->root,
        .path = report->output,
        .filter = &report->filter,
        .include_tests = report->options.include_tests || report->session.settings.include_tests,
        .raw_branches = report->options.raw_branches,
        .is_quiet = report->options.is_quiet || report->options.follow,
        .is_verbose = report->options.is_verbose,
    };
    bool empty = false;
    if (request.is_quiet) {
        cmd_name_living(&report->session, report->arena);
    }
    int code = cmd_write_report(&request, &empty);
    bool is_failure = empty && !report->options.allow_empty;
    return code == CLRCOV_EXIT_OK && is_failure ? CLRCOV_EXIT_NOTHING : code;
}

static int make_report(report_state *report, const opt_result *result) {
    int fd = -1;
    cc_err err = open_session(report, result);
    err = err == CC_OK ? choose(report) : err;
    err = err == CC_OK && report->options.follow ? follow(report) : err;
    err = err == CC_OK ? take_lock(report, &fd) : err;
    if (err != CC_OK) {
        return cmd_fail(code_of(err));
    }
    int code = write_report(report);
    cov_session_unlock(fd);
    if (report->options.follow) {
        (void)!cov_session_prune(KEPT_SESSIONS);
    }
    return code;
}

int cmd_report(int argc, char **argv) {
    report_state report = {.arena = cc_arena_new()};
    opt_result result;
    int code;
    if (cmd_parse(&cmd_report_command, argc, argv, &report.options, &result, report.arena, &code)) {
        sel_init(&report.filter, report.arena);
        code = make_report(&report, &result);
    }
    cc_arena_free(report.arena);
    return code;
}
