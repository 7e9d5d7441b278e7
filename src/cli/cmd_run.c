/* clrcov run: starts the command with the library, waits for it, makes the report. All errors that
 * can be detected before the command starts are reported then; once it has run, its exit code is
 * the result unless it is 0. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/cmd.h"
#include "cli/cmd_library.h"
#include "clrcov/version.h"

enum { KEPT_SESSIONS = 3 };

typedef struct run_options {
    const char *config;
    const char *session; /* name; NULL: one of its own */
    unsigned probe, stress;
    bool probe_all, wide, verify, stats, replaces_profiler, is_live, is_verbose, is_quiet;
} run_options;

static const char *const probe_names[] = {"default", "call", "inline", NULL};

static const char *const stress_names[] = {"none", "framework", "corelib", NULL};

static const opt_spec specs[] = {
    CMD_CONFIG_SPEC(offsetof(run_options, config)),
    {0, "probe", OPT_CHOICE, "call|inline", offsetof(run_options, probe), probe_names,
     "how exact hits are counted"},
    {0, "probe-all", OPT_FLAG, NULL, offsetof(run_options, probe_all), NULL,
     "a probe at every point and edge: slow, to check\nthe plan against"},
    {0, "stress", OPT_CHOICE, "framework|corelib", offsetof(run_options, stress), stress_names,
     "instrument all code that runs, in tools and builds\ntoo: what has no PDB, the framework, "
     "with or\n"
     "without System.Private.CoreLib; to see whether\nprograms stay as they are (docs/running.md)"},
    {0, "session", OPT_TEXT, "NAME", offsetof(run_options, session), NULL,
     "several commands measure into the session of this\nname; each makes the report of all so "
     "far"},
    {0, "replace-profiler", OPT_FLAG, NULL, offsetof(run_options, replaces_profiler), NULL,
     "another profiler that is set (of a monitoring\nproduct) is not loaded in this run"},
    {0, "live", OPT_FLAG, NULL, offsetof(run_options, is_live), NULL,
     "for clrcov reset and watch while it runs: probes\nthat were hit stay in the code"},
    {0, "wide", OPT_FLAG, NULL, offsetof(run_options, wide), NULL, NULL},
    {0, "verify", OPT_FLAG, NULL, offsetof(run_options, verify), NULL, NULL},
    {0, "stats", OPT_FLAG, NULL, offsetof(run_options, stats), NULL,
     "what the library itself did in the processes:\ntimes and numbers (docs/running.md)"},
    {'v', "verbose", OPT_FLAG, NULL, offsetof(run_options, is_verbose), NULL,
     "name each assembly that is not in the report"},
    {'q', "quiet", OPT_FLAG, NULL, offsetof(run_options, is_quiet), NULL,
     "no table; only what went wrong"},
};

const opt_command cmd_run_command = {
    .name = "run",
    .arguments = "[--] COMMAND...",
    .summary = "Runs a command, measures the .NET programs it starts, writes a Cobertura report.",
    .details =
        "Each setting is also a variable (--fail-under-line: CLRCOV_FAIL_UNDER_LINE) and an "
        "element\n"
        "of clrcov.xml: docs/configuration.md. The command line wins over variables, these over\n"
        "the file. The filters of `dotnet test --settings FILE` are used when there is no\n"
        "clrcov.xml; a coverage collector in that file is switched off, in a copy.\n"
        "\n"
        "When nothing was measured no report is written, and one that is there already is moved\n"
        "into the session, so that nobody takes it for this run's.\n"
        "\n"
        "Exit code: the command's own when it is not 0 (128 + signal when it was killed, 127 not\n"
        "found, 126 not executable); 20 below a threshold; 21 nothing was measured; 64 wrong "
        "usage\n"
        "or configuration; 70 the command cannot be measured here; 73 the report cannot be\n"
        "written.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .settings = CFG_RUN,
    .is_wrapper = true,
};

typedef struct run_state {
    run_options options;
    const cfg_layer *layer; /* of the command line */
    char **command;
    size_t command_count;
    cc_arena *arena;
    cmd_named_list settings; /* files that the command names */
    char **given;            /* the command as given */
    cmd_taken_out taken_out; /* coverage switches that it contained */
    cmd_project_coverage projects;
    cmd_config config;
    char *library;
    ses_session session;
    cc_hold hold; /* of a session that is shared */
} run_state;

/* --- before ----------------------------------------------------------------------------------- */

static int code_of(cc_err err, int otherwise) {
    return err == CC_OK ? CLRCOV_EXIT_OK
                        : cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : otherwise);
}

/* A collector in a file that a script names cannot be switched off: clrcov cannot change the
 * script's words. */
static cc_err check_scripts(const run_state *run) {
    for (size_t i = 0; i < run->settings.count; i++) {
        const cmd_named *named = &run->settings.items[i];
        const char *collector =
            named->is_in_script ? cmd_settings_collector(named->path, run->arena) : NULL;
        if (collector != NULL) {
            return cc_fail(
                CC_E_USAGE,
                "%s switches on %s, and the command is a script: remove it, clrcov needs "
                "no collector",
                named->path, collector);
        }
    }
    return CC_OK;
}

static cc_err check_usage(run_state *run) {
    if (run->command_count == 0) {
        return cc_fail(CC_E_USAGE, "no command to run: clrcov run [options] -- COMMAND...");
    }
    CC_TRY(cmd_check_collectors(run->command, run->command_count));
    CC_TRY(cmd_take_out_switches(&run->taken_out, run->command, run->command_count, run->arena));
    run->given = run->command;
    run->command = run->taken_out.command;
    run->command_count = run->taken_out.count;
    CC_TRY(cmd_find_project_coverage(&run->projects, run->command, run->command_count, run->arena));
    CC_TRY(cmd_find_settings(&run->settings, run->command, run->command_count, run->arena));
    return check_scripts(run);
}

/* Reports values that contradict each other. */
static cc_err check_values(const run_state *run) {
    const cfg_values *v = &run->config.values;
    if (run->options.probe != SES_PROBE_DEFAULT && v->hits != CFG_HITS_EXACT) {
        return cc_fail(CC_E_USAGE,
                       "--probe says how exact hits are counted: it needs --hits exact");
    }
    for (size_t i = 0; i < run->config.report_count; i++) {
        const cmd_report_file *report = &run->config.reports[i];
        if (strcmp(report->path, "-") == 0 && !cmd_format_of(report->format)->is_for_log) {
            return cc_fail(CC_E_USAGE,
                           "%s: standard output belongs to the command: a path is needed",
                           v->origin[v->strength[CFG_OUTPUT] > 0 ? CFG_OUTPUT : CFG_FORMAT]);
        }
    }
    return cmd_check_values(v);
}

/* Settings files of the command: those that it names, that a removed switch names, and that its
 * projects name. */
static cc_err list_settings(const run_state *run, opt_list *out) {
    const opt_list *of_projects = &run->projects.settings;
    size_t most = run->settings.count + of_projects->count + 1;
    out->items = CC_NEW_ARRAY(run->arena, const char *, most);
    if (out->items == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    for (size_t i = 0; i < run->settings.count; i++) {
        out->items[out->count++] = run->settings.items[i].path;
    }
    for (size_t i = 0; i < of_projects->count; i++) {
        out->items[out->count++] = of_projects->items[i];
    }
    if (run->taken_out.settings != NULL) {
        out->items[out->count++] = run->taken_out.settings;
    }
    return CC_OK;
}

static cc_err configure(run_state *run) {
    cmd_config_request request = {
        .command = run->layer, .file = run->options.config, .is_quiet = run->options.is_quiet};
    CC_TRY(list_settings(run, &request.wrapped));
    CC_TRY(cmd_config_load(&run->config, &request, run->arena));
    return check_values(run);
}

static cc_err check_runtime(run_state *run) {
    CC_TRY(cmd_find_library_of(run->arena, run->command, run->command_count, &run->library));
    if (!run->options.replaces_profiler) {
        CC_TRY(cmd_check_other_profiler());
    }
    return cmd_check_diagnostics();
}

static cc_err create_session(run_state *run) {
    const run_options *o = &run->options;
    const cfg_values *v = &run->config.values;
    ses_settings settings = {
        .probe = (ses_probe_form)o->probe,
        .stress = (ses_stress)o->stress,
        .keeps_probes = o->is_live || v->erase == CFG_ERASE_OFF,
        .probe_all = o->probe_all,
        .wide = o->wide,
        .verify = o->verify,
        .stats = o->stats,
        .no_children = !v->children,
    };
    cc_str filter;
    CC_TRY(cmd_session_settings(&settings, &filter, &run->config, run->arena));
    return o->session == NULL ? ses_create(&run->session, &settings, filter, run->arena)
                              : ses_create_named(&run->session, o->session, &settings, filter,
                                                 run->arena, &run->hold);
}

/* If the argument of `command` names a settings file that switches on a coverage collector,
 * replaces the path by that of a copy without it. */
static cc_err replace_settings(const run_state *run, const cmd_named *named, char **command) {
    const char *collector = cmd_settings_collector(named->path, run->arena);
    if (collector == NULL) {
        return CC_OK;
    }
    const char *argument = command[named->index];
    const char *copy =
        cc_arena_printf(run->arena, "%s/%zu.runsettings", run->session.dir, named->index);
    char *replaced = copy == NULL
                         ? NULL
                         : cc_arena_printf(run->arena, "%.*s%s%s", (int)named->start, argument,
                                           copy, argument + named->start + named->size);
    if (replaced == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    CC_TRY(cmd_settings_copy(named->path, copy, run->arena));
    command[named->index] = replaced;
    if (!run->options.is_quiet) {
        cmd_say("%s switches on %s: the command gets a copy without it", named->path, collector);
    }
    return CC_OK;
}

/* Replaces the file that projects name for the test platform by a copy without the collector. */
static cc_err replace_project_settings(run_state *run) {
    cmd_project_coverage *projects = &run->projects;
    if (projects->settings_file == NULL) {
        return CC_OK;
    }
    const char *copy = cc_arena_printf(run->arena, "%s/project.runsettings", run->session.dir);
    const char *option =
        copy == NULL ? NULL : cc_arena_printf(run->arena, "-p:VSTestSetting=%s", copy);
    const char *text =
        cc_arena_printf(run->arena, "%s, which %s names, switches on %s", projects->settings_file,
                        projects->settings_named_by, projects->settings_collector);
    if (option == NULL || text == NULL || projects->count == CMD_MOST_PROPERTIES) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    CC_TRY(cmd_settings_copy(projects->settings_file, copy, run->arena));
    projects->items[projects->count++] = (cmd_project_property){option, text};
    return CC_OK;
}

/* Inserts properties behind `dotnet test` that override those of the projects. */
static cc_err add_properties(const run_state *run, char **command) {
    const cmd_project_coverage *projects = &run->projects;
    size_t moved = run->command_count - projects->index;
    memmove(command + projects->index + projects->count, command + projects->index,
            moved * sizeof *command);
    for (size_t i = 0; i < projects->count; i++) {
        char *option = cc_arena_strdup(run->arena, cc_strz(projects->items[i].option));
        if (option == NULL) {
            return cc_fail(CC_E_NOMEM, "out of memory");
        }
        command[projects->index + i] = option;
        if (!run->options.is_quiet) {
            cmd_say("%s: the command is run without it", projects->items[i].text);
        }
    }
    return CC_OK;
}

static cc_err fill_session(run_state *run) {
    CC_TRY(replace_project_settings(run));
    char **command = CC_NEW_ARRAY(run->arena, char *, run->command_count + run->projects.count + 1);
    if (command == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    memcpy(command, run->command, run->command_count * sizeof *command);
    CC_TRY(cmd_config_store(&run->config, run->session.dir));
    for (size_t i = 0; i < run->settings.count; i++) {
        if (!run->settings.items[i].is_in_script) {
            CC_TRY(replace_settings(run, &run->settings.items[i], command));
        }
    }
    CC_TRY(run->projects.count > 0 ? add_properties(run, command) : CC_OK);
    run->command = command;
    run->command_count += run->projects.count;
    return CC_OK;
}

/* A session that is shared may have the data of other commands. */
static void drop_session(run_state *run) {
    if (run->session.dir != NULL) {
        if (run->options.session == NULL) {
            (void)!cc_dir_remove(run->session.dir);
        }
        ses_unlock(run->session.lock_fd);
        run->session.dir = NULL;
    }
}

/* Shows the session's place: a user who kills this program finds the data there. */
static void say_session(const run_state *run) {
    if (run->session.note != NULL) {
        cmd_say("%s", run->session.note);
    }
    if (run->taken_out.switches != NULL) {
        cmd_say("%s asks Microsoft's code coverage for coverage, and .NET takes only one profiler: "
                "the command is "
                "run without it",
                run->taken_out.switches);
    }
    if (getenv(SES_SESSION_ENV) != NULL) {
        cmd_say("this command runs inside of another clrcov run, whose report will not have it");
    }
    if (run->options.is_verbose) {
        cmd_say("session: %s", run->session.dir);
    }
}

/* A run around this one loses the programs of this one: its report names that. */
static void tell_outer_run(const run_state *run) {
    ses_leave_problem(getenv(SES_SESSION_ENV),
                      "a clrcov run inside of the command measured its programs into a session of "
                      "its own: leave one of the two out",
                      run->arena);
}

/* If no session can be made for lack of space, the command is run without measurement: its own work
 * may be more important than its coverage. */
static int enter_session(run_state *run) {
    cc_err err = create_session(run);
    err = err == CC_OK ? fill_session(run) : err;
    if (err == CC_OK) {
        tell_outer_run(run);
        if (!run->options.is_quiet) {
            say_session(run);
        }
        return CLRCOV_EXIT_OK;
    }
    int code = code_of(err, CLRCOV_EXIT_CANTWRITE);
    drop_session(run);
    if (err != CC_E_IO && err != CC_E_LIMIT) {
        return code;
    }
    run->command = run->given;
    cmd_say("the command is run without being measured");
    return CLRCOV_EXIT_OK;
}

/* Without a working directory, relative paths, the source root and the configuration have no
 * meaning, but the program may still run. */
static bool is_directory_gone(run_state *run) {
    char *here;
    if (cc_path_real(run->arena, ".", &here) == CC_OK) {
        return false;
    }
    cmd_say(
        "the working directory is not there any more: the command is run without being measured");
    return true;
}

/* Does everything up to the start of the command; returns the exit code, 0 to continue. */
static int prepare(run_state *run) {
    if (run->command_count > 0 && is_directory_gone(run)) {
        return CLRCOV_EXIT_OK;
    }
    int code = code_of(check_usage(run), CLRCOV_EXIT_INTERNAL);
    if (code == CLRCOV_EXIT_OK) {
        cc_err err = configure(run);
        code = err == CC_OK ? CLRCOV_EXIT_OK : cmd_fail(cmd_input_code(err));
    }
    if (code == CLRCOV_EXIT_OK) {
        code = code_of(cmd_check_outputs(&run->config, run->arena), CLRCOV_EXIT_CANTWRITE);
    }
    if (code == CLRCOV_EXIT_OK) {
        code = code_of(check_runtime(run), CLRCOV_EXIT_INTERNAL);
    }
    return code == CLRCOV_EXIT_OK ? enter_session(run) : code;
}

/* --- the command ------------------------------------------------------------------------------ */

static int start_failure(cc_err err) {
    switch ((int)err) {
    case CC_E_NOTFOUND:
        return cmd_fail(CLRCOV_EXIT_NOTFOUND);
    case CC_E_UNSUPPORTED:
        return cmd_fail(CLRCOV_EXIT_NOTEXEC);
    default:
        return cmd_fail(CLRCOV_EXIT_INTERNAL);
    }
}

/* Runs the command; false with *code when it could not be started. */
static bool run_command(run_state *run, int *code) {
    char **environment = NULL;
    bool is_measured = run->session.dir != NULL;
    cc_proc_end end;
    cc_err err = CC_OK;
    if (is_measured) {
        err = cmd_child_environment(run->arena, run->library, run->session.dir, &environment);
    }
    if (err == CC_OK) {
        err = cc_proc_run(&end, run->command, is_measured ? environment : cc_proc_environment());
    }
    if (err != CC_OK) {
        *code = start_failure(err);
        return false;
    }
    *code = end.signal != 0 ? 128 + end.signal : end.code;
    if (end.signal != 0) {
        cmd_say("%s was killed by signal %d", run->command[0], end.signal);
    }
    return true;
}

/* Waits for processes that outlive the command. True when some process still measures. In a shared
 * session other commands may run for long; each makes a report. */
static bool wait_for_others(const run_state *run) {
    return run->options.session == NULL &&
           cmd_await_others(&run->session, run->config.values.wait_ms);
}

/* Of commands that share a session one after the other makes the report, so the last one has what
 * all measured. */
static int write_alone(run_state *run, const cmd_output *request) {
    if (run->options.session != NULL &&
        ses_lock_wait(run->session.dir, &run->session.lock_fd) != CC_OK) {
        return cmd_fail(CLRCOV_EXIT_CANTWRITE);
    }
    return cmd_write_report(request);
}

static int report(run_state *run, int command_code) {
    if (run->session.dir == NULL) {
        cmd_say("Nothing was measured: there is no session");
        bool is_unknown = run->config.values.output == NULL; /* it was not searched */
        cmd_no_report(&run->config, NULL, is_unknown, "");
        return command_code != 0 ? command_code : CLRCOV_EXIT_NOTHING;
    }
    if (wait_for_others(run) && run->options.is_quiet) {
        cmd_name_living(&run->session, run->arena);
    }
    const cmd_started started = {run->command, run->command_count, command_code};
    cmd_output request = {
        .session_dir = run->session.dir,
        .started = &started,
        .config = &run->config,
        .is_session_told = run->options.is_verbose && !run->options.is_quiet,
        .is_quiet = run->options.is_quiet,
        .is_verbose = run->options.is_verbose,
    };
    int code = write_alone(run, &request);
    if (run->options.stats) {
        cmd_say_stats(&run->session);
    }
    return command_code != 0 ? command_code : code;
}

/* If the command could not be started, the session is removed. */
static int run_and_report(run_state *run) {
    int code;
    if (run_command(run, &code)) {
        code = report(run, code);
        ses_unlock(run->session.lock_fd);
    } else {
        drop_session(run);
    }
    (void)!ses_prune(KEPT_SESSIONS, run->session.dir);
    return code;
}

int cmd_run(int argc, char **argv) {
    run_state run = {.arena = cc_arena_new()};
    opt_result result;
    int code;
    cc_proc_ignore_pipe();
    if (cmd_parse(&cmd_run_command, argc, argv, &run.options, &result, run.arena, &code)) {
        run.layer = &result.settings;
        run.command = result.operands; /* NULL-terminated: the parser's array is zeroed */
        run.command_count = result.operand_count;
        code = prepare(&run);
        code = code == CLRCOV_EXIT_OK ? run_and_report(&run) : code;
    }
    cc_arena_free(run.arena);
    return code;
}
