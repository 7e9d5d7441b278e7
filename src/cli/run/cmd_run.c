/* clrcov run: starts the command with the library, waits for it, makes the report. All errors that
 * can be detected before the command starts are reported then; once it has run, its exit code is
 * the result unless it is 0. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "cli/core/cmd_formats.h"
#include "cli/core/cmd_memory.h"
#include "cli/core/cmd_paths.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/load/cmd_library.h"
#include "cli/load/cmd_loading.h"
#include "cli/project/cmd_settings.h"
#include "cli/report/cmd_early.h"
#include "cli/report/cmd_gate.h"
#include "cli/report/cmd_open.h"
#include "cli/report/cmd_output.h"
#include "cli/report/cmd_stale.h"
#include "cli/report/cmd_stats.h"
#include "cli/run/cmd_hints.h"
#include "cli/run/cmd_impacted_run.h"
#include "cli/run/cmd_run.h"
#include "clrcov/version.h"

enum { KEPT_SESSIONS = 3 };

static const char *const probe_names[] = {"default", "call", "inline", NULL};

static const char *const stress_names[] = {"none", "framework", "corelib", NULL};

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(cmd_run_options, config)),
    {0, "probe", OPT_CHOICE, "call|inline", offsetof(cmd_run_options, probe), probe_names,
     "how exact hits are counted"},
    {0, "probe-all", OPT_FLAG, NULL, offsetof(cmd_run_options, probe_all), NULL,
     "set a probe at every point and edge: slow, for\nchecking the plan"},
    {0, "stress", OPT_CHOICE, "framework|corelib", offsetof(cmd_run_options, stress), stress_names,
     "instrument all code that runs, in tools and builds\ntoo: what has no PDB, the framework, "
     "with or\n"
     "without System.Private.CoreLib; to see whether\nprograms stay as they are (docs/running.md)"},
    {0, "session", OPT_TEXT, "NAME", offsetof(cmd_run_options, session), NULL,
     "several commands measure into the session of this\nname; each makes the report of all so "
     "far"},
    {0, "replace-profiler", OPT_FLAG, NULL, offsetof(cmd_run_options, replaces_profiler), NULL,
     "do not load another profiler that is set (of a\nmonitoring product) in this run"},
    {0, "live", OPT_FLAG, NULL, offsetof(cmd_run_options, is_live), NULL,
     "allow clrcov reset and watch while it runs: probes\nthat were hit stay in the code"},
    {0, "impacted", OPT_FLAG, NULL, offsetof(cmd_run_options, is_impacted), NULL,
     "run only the tests that a change affects, as a run\nwith --per-test knows them "
     "(docs/impacted.md)"},
    {0, "impacted-data", OPT_TEXT, "DATA", offsetof(cmd_run_options, impacted_data), NULL,
     "with --impacted: that run, or its data file (the\nnewest such run that was started from "
     "here)"},
    {0, "wide", OPT_FLAG, NULL, offsetof(cmd_run_options, wide), NULL, NULL},
    {0, "verify", OPT_FLAG, NULL, offsetof(cmd_run_options, verify), NULL, NULL},
    {0, "stats", OPT_FLAG, NULL, offsetof(cmd_run_options, stats), NULL,
     "what the library itself did in the processes:\ntimes and numbers (docs/running.md)"},
    {0, "open", OPT_FLAG, NULL, offsetof(cmd_run_options, is_opened), NULL,
     "make pages (-f html), and open them in a browser"},
    CMD_TOLD_SPECS(cmd_run_options),
};

const opt_command cmd_run_command = {
    .name = "run",
    .arguments = "[--] COMMAND...",
    .summary = "Runs a command, measures the .NET programs it starts, writes a Cobertura report.",
    .details =
        "Each setting is also a variable (--fail-under-line: CLRCOV_FAIL_UNDER_LINE) and an "
        "element\n"
        "of clrcov.xml: docs/configuration.md. The command line overrides variables, and\n"
        "variables override the file. When there is no clrcov.xml, clrcov uses the filters of\n"
        "`dotnet test --settings FILE`; it gives the command a copy of FILE without a coverage\n"
        "collector.\n"
        "\n"
        "When nothing was measured, clrcov writes no report and moves an earlier one into the\n"
        "session, so that nobody takes it for the report of this run. After a command that "
        "failed,\n"
        "outside build servers, the earlier report stays, and clrcov prints its date.\n"
        "\n"
        "Exit code: the command's own when it is not 0 (128 + signal when it was killed, 127 not\n"
        "found, 126 not executable); 20 below a threshold; 21 nothing was measured; 64 wrong "
        "usage\n"
        "or configuration; 70 the command cannot be measured here; 73 the report cannot be\n"
        "written.",
    OPT_SPECS(specs),
    .settings = CFG_RUN,
    .is_wrapper = true,
};

/* --- before ----------------------------------------------------------------------------------- */

static int code_of(cc_err err, int otherwise) {
    return err == CC_OK ? CLRCOV_EXIT_OK
                        : cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : otherwise);
}

/* A collector in a file that a script names cannot be switched off: clrcov cannot change the
 * script's words. */
static cc_err check_scripts(const cmd_run_state *run) {
    for (size_t i = 0; i < run->settings.count; i++) {
        const cmd_named *named = &run->settings.items[i];
        const char *collector =
            named->is_in_script ? cmd_settings_collector(named->path, run->call.arena) : NULL;
        if (collector != NULL) {
            return cc_fail(CC_E_USAGE,
                           "%s switches on %s, and the command is a script; remove it, as clrcov "
                           "needs no collector",
                           named->path, collector);
        }
    }
    return CC_OK;
}

static cc_err check_usage(cmd_run_state *run) {
    if (run->command_count == 0) {
        return cc_fail(CC_E_USAGE, "no command to run: clrcov run [options] -- COMMAND...");
    }
    CC_TRY(cmd_check_collectors(run->command, run->command_count));
    CC_TRY(
        cmd_take_out_switches(&run->taken_out, run->command, run->command_count, run->call.arena));
    run->given = run->command;
    run->given_count = run->command_count;
    run->command = run->taken_out.command;
    run->command_count = run->taken_out.count;
    CC_TRY(cmd_find_project_coverage(&run->projects, run->command, run->command_count,
                                     run->call.arena));
    CC_TRY(cmd_list_projects(&run->tested, run->command, run->command_count, run->call.arena));
    CC_TRY(cmd_find_settings(&run->settings, run->command, run->command_count, run->call.arena));
    return check_scripts(run);
}

/* Reports values that contradict each other. */
static cc_err check_values(const cmd_run_state *run) {
    const cfg_values *v = &run->subject.config.values;
    if (run->options.probe != SES_PROBE_DEFAULT && v->hits != CFG_HITS_EXACT) {
        return cc_fail(CC_E_USAGE, "--probe sets how exact hits are counted; add --hits exact");
    }
    if (v->per_test && v->hits == CFG_HITS_EXACT) {
        return cc_fail(CC_E_USAGE, "--per-test records that a test hit a line, not how often; run "
                                   "without --hits exact");
    }
    if (v->per_test && run->options.is_live) {
        return cc_fail(CC_E_USAGE, "--per-test and --live: what tests hit cannot be reset; use "
                                   "only one of them");
    }
    if (run->options.impacted_data != NULL && !run->options.is_impacted) {
        return cc_fail(CC_E_USAGE, "--impacted-data names the data for --impacted; add --impacted");
    }
    if (v->sort == CFG_SORT_HITS && v->hits != CFG_HITS_EXACT) {
        return cc_fail(CC_E_USAGE,
                       "%s: rows cannot be sorted by hits that are not counted; add "
                       "--hits exact",
                       v->origin[CFG_SORT]);
    }
    for (size_t i = 0; i < run->subject.config.report_count; i++) {
        const cmd_report_file *report = &run->subject.config.reports[i];
        if (strcmp(report->path, "-") == 0 && !cmd_format_of(report->format)->is_for_log) {
            return cc_fail(CC_E_USAGE, "%s: standard output belongs to the command; give a path",
                           v->origin[v->strength[CFG_OUTPUT] > 0 ? CFG_OUTPUT : CFG_FORMAT]);
        }
    }
    return cmd_check_values(v);
}

/* Settings files of the command: those that it names, that a removed switch names, and that its
 * projects name. */
static void list_settings(const cmd_run_state *run, opt_list *out) {
    const opt_list *of_projects = &run->projects.settings;
    size_t most = run->settings.count + of_projects->count + 1;
    out->items = CC_NEW_ARRAY(run->call.arena, const char *, most);
    for (size_t i = 0; i < run->settings.count; i++) {
        out->items[out->count++] = run->settings.items[i].path;
    }
    for (size_t i = 0; i < of_projects->count; i++) {
        out->items[out->count++] = of_projects->items[i];
    }
    if (run->taken_out.settings != NULL) {
        out->items[out->count++] = run->taken_out.settings;
    }
}

static cc_err configure(cmd_run_state *run) {
    cmd_config_request request = {.command = &run->call.line.settings,
                                  .file = run->options.config,
                                  .is_quiet = run->options.is_quiet};
    list_settings(run, &request.wrapped);
    CC_TRY(cmd_config_load(&run->subject.config, &request, run->call.arena));
    CC_TRY(run->options.is_opened
               ? cmd_add_pages(&run->subject.config, run->call.arena, &run->pages)
               : CC_OK);
    /* also with --quiet: a threshold that has no effect looks like one that is met */
    cmd_note_misplaced(&cmd_run_command, run->given, run->given_count);
    cmd_note_thresholds(&run->subject.config.values);
    if (!run->options.is_quiet) {
        cmd_note_values(&run->subject.config);
    }
    CC_TRY(check_values(run));
    return cmd_check_gate_inputs(&run->subject.config);
}

/* coverlet.msbuild does not run, so what projects tell it does not apply. */
static void say_filters(const cmd_run_state *run) {
    if (run->projects.coverlet != NULL) {
        cmd_coverlet_say_filters(run->projects.coverlet, &run->subject.config, run->call.arena);
    }
}

/* Also with --quiet: a build that no threshold guards any more looks like one that meets it. */
static void say_thresholds(const cmd_run_state *run) {
    if (run->projects.coverlet != NULL) {
        cmd_coverlet_say_thresholds(run->projects.coverlet, &run->subject.config, run->call.arena);
    }
}

static cc_err check_runtime(cmd_run_state *run) {
    CC_TRY(cmd_find_library_of(run->call.arena, run->command, run->command_count, &run->library));
    if (!run->options.replaces_profiler) {
        CC_TRY(cmd_check_other_profiler());
    }
    return cmd_check_diagnostics();
}

/* Shows the session's place: a user who kills this program finds the data there. */
static void say_session(const cmd_run_state *run) {
    if (run->subject.session.note != NULL) {
        cmd_say("%s", run->subject.session.note);
    }
    if (run->taken_out.switches != NULL) {
        cmd_say("%s asks Microsoft's code coverage for coverage, and .NET takes only one profiler; "
                "clrcov runs the command without it",
                run->taken_out.switches);
    }
    /* `dotnet test`: what projects switch on was shown, and the variable is a property of each */
    if (run->projects.coverlet == NULL && cmd_environment_has_coverlet()) {
        cmd_say("the environment variable CollectCoverage switches on coverlet.msbuild; clrcov runs "
                "the command without it");
    }
    if (getenv(SES_SESSION_ENV) != NULL) {
        cmd_say("this command runs inside another clrcov run, whose report will not include it");
    }
    if (run->options.is_verbose) {
        cmd_say("session: %s", run->subject.session.dir);
    }
}

/* A run around this one loses the programs of this one: its report names that. */
static void tell_outer_run(const cmd_run_state *run) {
    ses_leave_problem(getenv(SES_SESSION_ENV),
                      "a clrcov run inside the command measured its programs in its own session; "
                      "leave one of the two out",
                      run->call.arena);
}

/* If no session can be made for lack of space, the command is run without measurement: its own work
 * may be more important than its coverage. */
static int enter_session(cmd_run_state *run) {
    cc_err err = cmd_run_create_session(run);
    cmd_memory_removes(run->options.session == NULL ? run->subject.session.dir : NULL);
    err = err == CC_OK ? cmd_run_fill_session(run) : err;
    if (err == CC_OK) {
        tell_outer_run(run);
        if (!run->options.is_quiet) {
            say_session(run);
            say_filters(run);
        }
        return CLRCOV_EXIT_OK;
    }
    int code = code_of(err, CLRCOV_EXIT_CANTWRITE);
    cmd_run_drop_session(run);
    if (err != CC_E_IO && err != CC_E_LIMIT) {
        return code;
    }
    run->command = run->given;
    cmd_say("the command runs without being measured");
    return CLRCOV_EXIT_OK;
}

/* Without a working directory, relative paths, the source root and the configuration have no
 * meaning, but the program may still run. */
static bool is_directory_gone(cmd_run_state *run) {
    char *here;
    if (cc_path_real(run->call.arena, ".", &here) == CC_OK) {
        return false;
    }
    cmd_say("the working directory does not exist any more; clrcov runs the command without "
            "measuring it");
    return true;
}

/* Does everything up to the start of the command; returns the exit code, 0 to continue. */
static int prepare(cmd_run_state *run) {
    if (run->command_count > 0 && is_directory_gone(run)) {
        return CLRCOV_EXIT_OK;
    }
    int code = code_of(check_usage(run), CLRCOV_EXIT_INTERNAL);
    if (code == CLRCOV_EXIT_OK) {
        cc_err err = configure(run);
        code = err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_input_code(err));
    }
    if (code == CLRCOV_EXIT_OK) {
        code = cmd_outputs_code(&run->subject.config, run->call.arena);
    }
    if (code == CLRCOV_EXIT_OK) {
        code = code_of(check_runtime(run), CLRCOV_EXIT_INTERNAL);
    }
    return code == CLRCOV_EXIT_OK ? enter_session(run) : code;
}

/* --- the command ------------------------------------------------------------------------------ */

static int start_failure(const cmd_run_state *run, cc_err err) {
    switch ((int)cmd_explain_start(err, run->command, run->command_count, run->call.arena)) {
    case CC_E_NOTFOUND:
        return cmd_fail(CLRCOV_EXIT_NOTFOUND);
    case CC_E_UNSUPPORTED:
        return cmd_fail(CLRCOV_EXIT_NOTEXEC);
    default:
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
}

/* What of the report needs no counters is made while the command runs, and the rest where nothing measures
 * any more. Several commands that share a session measure at any time. */
static void start_early_work(cmd_run_state *run) {
    cov_request request;
    cmd_subject_request(&request, &run->subject, run->call.arena);
    run->subject.shadow = cov_shadow_start(&request);
    if (run->options.session == NULL) {
        /* one of those that stay is the session of this run; another one may have the map of tests */
        run->subject.early =
            cmd_early_start(&run->subject, run->options.is_impacted ? 0 : KEPT_SESSIONS - 1);
    }
}

/* Runs the command; false with *code when it could not be started. */
static bool run_command(cmd_run_state *run, int *code) {
    char *const *environment = cc_proc_environment();
    bool is_measured = run->subject.session.dir != NULL;
    cc_proc_end end;
    if (is_measured) {
        environment = cmd_child_environment(run->call.arena, run->library, run->subject.session.dir,
                                            &run->variables);
        start_early_work(run);
    }
    cmd_memory_pause();
    cc_err err = cc_proc_run(&end, run->command, environment);
    cov_shadow_stop(run->subject.shadow);
    cmd_memory_begin();
    if (err != CC_OK) {
        *code = start_failure(run, err);
        return false;
    }
    *code = end.signal != 0 ? 128 + end.signal : end.code;
    cmd_memory_removes(NULL);
    cmd_memory_keeps(run->subject.session.dir, *code);
    if (end.signal != 0) {
        cmd_say("%s was killed by signal %d", run->command[0], end.signal);
    }
    return true;
}

/* Waits for processes that outlive the command. True when some process still measures. In a shared
 * session other commands may run for long; each makes a report. */
static bool wait_for_others(const cmd_run_state *run) {
    return run->options.session == NULL &&
           cmd_await_others(&run->subject.session, run->subject.config.values.wait_ms);
}

/* Of commands that share a session one after the other makes the report, so the last one has what
 * all measured. */
static int write_alone(cmd_run_state *run) {
    if (run->options.session != NULL &&
        ses_lock_wait(run->subject.session.dir, &run->subject.session.lock_fd) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    return cmd_write_report(&run->subject);
}

static int report(cmd_run_state *run, int command_code) {
    if (run->subject.session.dir == NULL) {
        cmd_say("Nothing was measured: there is no session");
        bool is_unknown = run->subject.config.values.output == NULL; /* it was not searched */
        cmd_no_report(&run->subject.config, NULL,
                      is_unknown ? CMD_EARLIER_IGNORED : CMD_EARLIER_MOVES, "");
        return command_code != 0 ? command_code : CLRCOV_EXIT_NOTHING;
    }
    if (wait_for_others(run) && run->options.is_quiet) {
        cmd_name_living(&run->subject.session, run->call.arena);
    }
    if (cmd_tell_impacted(run, command_code)) {
        cmd_say("no test is affected, so none ran, and an earlier report stays as it is");
        (void)!ses_reported(run->subject.session.dir);
        return command_code;
    }
    run->started = (cmd_started){run->command, run->command_count, command_code};
    run->subject.started = &run->started;
    cmd_replaced replaced = {{"", 0}, 0, false};
    if (run->options.session == NULL && !run->options.is_quiet) {
        cmd_find_replaced(&replaced, &run->subject.session, run->given, run->given_count,
                          run->call.arena);
    }
    int code = write_alone(run);
    if (code == CLRCOV_EXIT_OK || code == CLRCOV_EXIT_THRESHOLD) {
        cmd_say_replaced(&replaced, run->subject.config.reports[0].path);
    }
    if (run->options.is_opened && (code == CLRCOV_EXIT_OK || code == CLRCOV_EXIT_THRESHOLD)) {
        cmd_open_pages(&run->subject.config, run->pages, run->call.arena);
    }
    if (run->options.stats) {
        cmd_say_stats(&run->subject.session);
    }
    say_thresholds(run);
    return command_code != 0 ? command_code : code;
}

/* If the command could not be started, the session is removed. */
static int run_and_report(cmd_run_state *run) {
    int code;
    if (run_command(run, &code)) {
        code = report(run, code);
        ses_unlock(run->subject.session.lock_fd);
    } else {
        cmd_run_drop_session(run);
    }
    bool has_ended = cmd_early_end(run->subject.early);
    cov_shadow_leave(run->subject.shadow);
    (void)!ses_prune(KEPT_SESSIONS, run->subject.session.dir);
    run->call.arena = has_ended ? run->call.arena : NULL;
    return code;
}

int cmd_run(int argc, char **argv) {
    cmd_run_state run = {0};
    cc_proc_ignore_pipe();
    if (cmd_call_open(&run.call, &cmd_run_command, argc, argv, &run.options)) {
        run.subject.projects = &run.tested;
        run.subject.is_quiet = run.options.is_quiet;
        run.subject.is_verbose = run.options.is_verbose;
        run.subject.is_session_told = run.options.is_verbose && !run.options.is_quiet;
        run.command = run.call.line.operands; /* NULL-terminated: the parser's array is zeroed */
        run.command_count = run.call.line.operand_count;
        run.call.code = prepare(&run);
        run.call.code = run.call.code == CLRCOV_EXIT_OK ? run_and_report(&run) : run.call.code;
    }
    return cmd_call_close(&run.call);
}
