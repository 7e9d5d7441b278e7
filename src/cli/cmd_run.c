/* clrcov run: starts the command with the library, waits for it, makes the report. Order:
 * everything that can be refused is refused before the command starts; once it has run, its exit
 * code is the result unless it is 0. */
#include <stddef.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "cli/cmd.h"
#include "clrcov/version.h"

enum { KEPT_SESSIONS = 3, DEFAULT_WAIT_MS = 5000, POLL_MS = 20 };

typedef struct run_options {
    const char *output, *root;
    opt_list include, exclude;
    unsigned hits, probe, wait_ms;
    bool include_tests, probe_all, wide, verify, allow_empty, is_verbose, is_quiet;
} run_options;

static const char *const hits_names[] = {"once", "exact", NULL};
static const char *const probe_names[] = {"default", "call", "inline", NULL};

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, "PATH", offsetof(run_options, output), NULL,
     "the Cobertura file\n(coverage.cobertura.xml in this directory)"},
    {0, "root", OPT_TEXT, "DIR", offsetof(run_options, root), NULL,
     "where the sources are (the nearest directory with\na .git at or above this one, else this "
     "one)"},
    {0, "include", OPT_LIST, "GLOB", offsetof(run_options, include), NULL,
     "measure assemblies of this name only; repeatable"},
    {0, "exclude", OPT_LIST, "GLOB", offsetof(run_options, exclude), NULL,
     "leave these assemblies out; repeatable, wins"},
    {0, "include-tests", OPT_FLAG, NULL, offsetof(run_options, include_tests), NULL,
     "measure test assemblies too"},
    {0, "hits", OPT_CHOICE, "once|exact", offsetof(run_options, hits), hits_names,
     "whether code ran (once), or how often (exact)"},
    {0, "probe", OPT_CHOICE, "call|inline", offsetof(run_options, probe), probe_names,
     "how exact hits are counted"},
    {0, "probe-all", OPT_FLAG, NULL, offsetof(run_options, probe_all), NULL,
     "a probe at every point and edge: slow, to check\nthe plan against"},
    {0, "wide", OPT_FLAG, NULL, offsetof(run_options, wide), NULL, NULL},
    {0, "verify", OPT_FLAG, NULL, offsetof(run_options, verify), NULL, NULL},
    {0, "wait", OPT_SECONDS, "SECONDS", offsetof(run_options, wait_ms), NULL,
     "how long to wait for processes that outlive the\ncommand (5)"},
    {0, "allow-empty", OPT_FLAG, NULL, offsetof(run_options, allow_empty), NULL,
     "exit 0 also when nothing was measured"},
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
        "Exit code: the command's own when it is not 0 (128 + signal when it was killed, 127 not\n"
        "found, 126 not executable); 21 nothing was measured; 64 wrong usage; 70 the command\n"
        "cannot be measured here; 73 the report cannot be written.",
    .specs = specs,
    .spec_count = sizeof specs / sizeof *specs,
    .is_wrapper = true,
};

typedef struct run_state {
    run_options options;
    char **command;
    size_t command_count;
    cc_arena *arena;
    char *root, *output, *library;
    cov_session session;
} run_state;

/* --- before ----------------------------------------------------------------------------------- */

static int code_of(cc_err err, int otherwise) {
    return err == CC_OK ? CLRCOV_EXIT_OK
                        : cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : otherwise);
}

static cc_err check_usage(run_state *run) {
    const run_options *o = &run->options;
    if (run->command_count == 0) {
        return cc_fail(CC_E_USAGE, "no command to run: clrcov run [options] -- COMMAND...");
    }
    if (o->probe != COV_PROBE_DEFAULT && o->hits != COV_HITS_EXACT) {
        return cc_fail(CC_E_USAGE,
                       "--probe says how exact hits are counted: it needs --hits exact");
    }
    if (o->output != NULL && strcmp(o->output, "-") == 0) {
        return cc_fail(CC_E_USAGE, "standard output belongs to the command: --output needs a path");
    }
    CC_TRY(cmd_check_collectors(run->command, run->command_count));
    return cmd_find_root(run->arena, o->root, &run->root);
}

static cc_err check_place(run_state *run) {
    const char *output = run->options.output;
    CC_TRY(cc_path_absolute(run->arena, output == NULL ? "coverage.cobertura.xml" : output,
                            &run->output));
    return cmd_check_output(run->arena, run->output);
}

static cc_err check_runtime(run_state *run) {
    CC_TRY(cmd_find_library(run->arena, &run->library));
    CC_TRY(cmd_check_other_profiler());
    return cmd_check_diagnostics();
}

static cc_err make_session(run_state *run, cc_str filter_text) {
    const run_options *o = &run->options;
    cov_settings settings = {
        .hits = (cov_hits)o->hits,
        .probe = (cov_probe_form)o->probe,
        .probe_all = o->probe_all,
        .wide = o->wide,
        .verify = o->verify,
        .include_tests = o->include_tests,
        .root = run->root,
        .output = run->output,
    };
    CC_TRY(cc_path_real(run->arena, ".", &settings.start_dir));
    CC_TRY(cov_session_create(&run->session, &settings, filter_text, run->arena));
    const char *note = cov_session_base_note(run->arena);
    if (note != NULL && !o->is_quiet) {
        cmd_say("%s", note);
    }
    return CC_OK;
}

/* Everything up to the start of the command; the exit code, 0 to go on. */
static int prepare(run_state *run, sel_list *filter) {
    int code = code_of(check_usage(run), CLRCOV_EXIT_INTERNAL);
    if (code == CLRCOV_EXIT_OK) {
        code = code_of(cmd_make_filter(filter, &run->options.include, &run->options.exclude),
                       CLRCOV_EXIT_INTERNAL);
    }
    if (code == CLRCOV_EXIT_OK) {
        code = code_of(check_place(run), CLRCOV_EXIT_CANTWRITE);
    }
    if (code == CLRCOV_EXIT_OK) {
        code = code_of(check_runtime(run), CLRCOV_EXIT_INTERNAL);
    }
    if (code == CLRCOV_EXIT_OK) {
        cc_buf text = {0};
        sel_print(filter, &text);
        code = code_of(make_session(run, cc_buf_str(&text)), CLRCOV_EXIT_CANTWRITE);
        cc_buf_free(&text);
    }
    return code;
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

/* Runs it; false with *code when it did not even start. */
static bool run_command(run_state *run, int *code) {
    char **environment;
    cc_proc_end end;
    cc_err err = cmd_child_environment(run->arena, run->library, run->session.dir, &environment);
    if (err == CC_OK) {
        err = cc_proc_run(&end, run->command, environment);
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

/* Waits for what outlives the command. True when somebody still measures. */
static bool wait_for_others(const run_state *run) {
    uint64_t end = cc_os_monotonic_ns() + (uint64_t)run->options.wait_ms * 1000000u;
    for (;;) {
        cc_arena *scratch = cc_arena_new();
        bool in_use = false;
        cc_err err =
            scratch == NULL ? CC_E_NOMEM : cov_session_in_use(run->session.dir, scratch, &in_use);
        cc_arena_free(scratch);
        if (err != CC_OK || !in_use || cc_os_monotonic_ns() >= end) {
            return err == CC_OK && in_use;
        }
        cc_os_sleep_ms(POLL_MS);
    }
}

static int report(run_state *run, sel_list *filter, int command_code) {
    if (wait_for_others(run) && run->options.is_quiet) {
        cmd_name_living(&run->session, run->arena);
    }
    cmd_output request = {
        .session_dir = run->session.dir,
        .root = run->root,
        .path = run->output,
        .filter = filter,
        .include_tests = run->options.include_tests,
        .is_quiet = run->options.is_quiet,
        .is_verbose = run->options.is_verbose,
    };
    bool empty = false;
    int code = cmd_write_report(&request, &empty);
    if (code == CLRCOV_EXIT_OK && empty && !run->options.allow_empty) {
        code = CLRCOV_EXIT_NOTHING;
    }
    return command_code != 0 ? command_code : code;
}

/* A command that did not start leaves no session behind. */
static int run_and_report(run_state *run, sel_list *filter) {
    int code;
    bool has_run = run_command(run, &code);
    if (has_run) {
        code = report(run, filter, code);
    } else {
        (void)!cc_dir_remove(run->session.dir);
    }
    cov_session_unlock(run->session.lock_fd);
    (void)!cov_session_prune(KEPT_SESSIONS);
    return code;
}

int cmd_run(int argc, char **argv) {
    run_state run = {.options = {.wait_ms = DEFAULT_WAIT_MS}, .arena = cc_arena_new()};
    opt_result result;
    int code;
    if (cmd_parse(&cmd_run_command, argc, argv, &run.options, &result, run.arena, &code)) {
        sel_list filter;
        sel_init(&filter, run.arena);
        run.command = result.operands; /* NULL-terminated by the parser's zeroed array */
        run.command_count = result.operand_count;
        code = prepare(&run, &filter);
        code = code == CLRCOV_EXIT_OK ? run_and_report(&run, &filter) : code;
    }
    cc_arena_free(run.arena);
    return code;
}
