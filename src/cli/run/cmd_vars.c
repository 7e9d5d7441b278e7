/* clrcov env: the variables by which .NET loads the library without `clrcov run`, as lines for a
 * shell, a build service or a Dockerfile, or as run settings of tests. */
#include "cli/run/cmd_vars.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_escape.h"
#include "base/cc_file.h"
#include "base/cc_os.h"
#include "base/cc_proc.h"
#include "base/cc_utf.h"
#include "cli/core/cmd.h"
#include "cli/core/cmd_config.h"
#include "cli/core/cmd_quote.h"
#include "cli/core/cmd_subcommands.h"
#include "cli/load/cmd_host.h"
#include "cli/load/cmd_library.h"
#include "cli/load/cmd_loading.h"
#include "clrcov/version.h"

typedef struct vars_options {
    const char *output;
    const char *stable;
    unsigned shell;
} vars_options;

static const char *const shell_names[] = {"sh",    "pwsh",   "cmd",         "github",
                                          "azure", "docker", "runsettings", NULL};

static const opt_spec specs[] = {
    {0, "shell", OPT_CHOICE, "SHELL", offsetof(vars_options, shell), shell_names,
     "sh, pwsh, cmd (for a batch file), github (for the\nfile $GITHUB_ENV), azure, docker, "
     "runsettings (a file\nfor tests in an IDE) (sh)"},
    {'o', "output", OPT_TEXT, "PATH", offsetof(vars_options, output), NULL,
     "the Cobertura file that the programs write (by the\nconfiguration, else "
     "coverage.cobertura.xml here)"},
    {0, "stable", OPT_TEXT, "DIR", offsetof(vars_options, stable), NULL,
     "copy clrcov and its libraries to DIR and print the\n"
     "paths there; updates of the .NET tool leave DIR as\n"
     "it is"},
};

const opt_command cmd_vars_command = {
    .name = "env",
    .arguments = "",
    .summary = "Prints the variables that measure programs started without clrcov run.",
    .details =
        "    eval \"$(clrcov env)\"; dotnet run\n"
        "    clrcov env --shell github >> \"$GITHUB_ENV\"\n"
        "    clrcov env --shell runsettings > clrcov.runsettings\n"
        "\n"
        "clrcov writes the report when the last of the programs has ended. The variables name the\n"
        "libclrcov.so for the C library of the dotnet command here.\n"
        "\n"
        "Exit code: 64 wrong usage or configuration; 70 the library is missing, or cannot be\n"
        "loaded; 73 the output, or the copy, cannot be written.",
    OPT_SPECS(specs),
};

/* --- quoting ---------------------------------------------------------------------------------- */

static void put_sh(cc_buf *out, const char *name, const char *value) {
    cc_buf_printf(out, "export %s=", name);
    cmd_put_quoted(out, value);
    cc_buf_putc(out, '\n');
}

/* PowerShell accepts four typographic quotes (U+2018 to U+201B) as single quotes; doubled they are
 * literal. */
static void put_pwsh(cc_buf *out, const char *name, const char *value) {
    cc_str rest = cc_strz(value);
    cc_str before = rest;
    uint32_t c = 0;
    cc_buf_printf(out, "$env:%s = '", name);
    while (cc_utf8_next(&rest, &c)) {
        cc_str letter = {before.s, before.len - rest.len};
        cc_buf_str_put(out, letter);
        if (c == '\'' || (c >= 0x2018 && c <= 0x201B)) {
            cc_buf_str_put(out, letter);
        }
        before = rest;
    }
    cc_buf_puts(out, "'\n");
}

/* In a batch file only the percent sign is special between the quotes. */
static void put_cmd(cc_buf *out, const char *name, const char *value) {
    static const char *const written[] = {"%%"};
    cc_buf_printf(out, "set \"%s=", name);
    cc_replace(out, cc_strz(value), "%", written);
    cc_buf_puts(out, "\"\n");
}

/* The agent converts %AZP25 back to a percent sign, so that a value with %0A in it is not
 * changed. */
static void put_azure(cc_buf *out, const char *name, const char *value) {
    static const char *const written[] = {"%AZP25"};
    cc_buf_printf(out, "##vso[task.setvariable variable=%s]", name);
    cc_replace(out, cc_strz(value), "%", written);
    cc_buf_putc(out, '\n');
}

static void put_docker(cc_buf *out, const char *name, const char *value) {
    static const char *const written[] = {"\\\"", "\\\\", "\\$"};
    cc_buf_printf(out, "ENV %s=\"", name);
    cc_replace(out, cc_strz(value), "\"\\$", written);
    cc_buf_puts(out, "\"\n");
}

static void put_runsettings(cc_buf *out, const char *name, const char *value) {
    static const char *const written[] = {"&amp;", "&lt;", "&gt;"};
    cc_buf_printf(out, "      <%s>", name);
    cc_replace(out, cc_strz(value), "&<>", written);
    cc_buf_printf(out, "</%s>\n", name);
}

cc_err cmd_put_variable(cc_buf *out, cmd_shell shell, const char *name, const char *value) {
    bool is_shell = shell == CMD_SHELL_SH || shell == CMD_SHELL_PWSH;
    if (!is_shell && strpbrk(value, "\r\n") != NULL) {
        return cc_fail(CC_E_USAGE, "%s: a value with a line break cannot be written for %s", name,
                       shell_names[shell]);
    }
    if (shell == CMD_SHELL_CMD && strchr(value, '"') != NULL) {
        return cc_fail(CC_E_USAGE, "%s: a value with a quote cannot be written for cmd", name);
    }
    switch (shell) {
    case CMD_SHELL_SH:
        put_sh(out, name, value);
        break;
    case CMD_SHELL_PWSH:
        put_pwsh(out, name, value);
        break;
    case CMD_SHELL_CMD:
        put_cmd(out, name, value);
        break;
    case CMD_SHELL_GITHUB:
        cc_buf_printf(out, "%s=%s\n", name, value);
        break;
    case CMD_SHELL_AZURE:
        put_azure(out, name, value);
        break;
    case CMD_SHELL_DOCKER:
        put_docker(out, name, value);
        break;
    case CMD_SHELL_RUNSETTINGS:
        put_runsettings(out, name, value);
        break;
    }
    return CC_OK;
}

/* --- the command ------------------------------------------------------------------------------ */

/* An update of a .NET tool deletes the folder of the version before it. */
static void warn_about_updates(const vars_options *options, cc_arena *arena) {
    cmd_origin origin;
    if (options->stable == NULL && cmd_find_origin(arena, &origin, NULL) == CC_OK &&
        origin == CMD_OF_TOOL) {
        cmd_say("the next update of the .NET tool removes this library; for a library that stays "
                "run clrcov env --stable DIR");
    }
}

/* Warns about variables that are set here and override the printed ones. */
static void warn_about_overrides(void) {
    static const char *const names[] = {"CORECLR_PROFILER_PATH_64", "CORECLR_PROFILER_PATH_32",
                                        "CORECLR_PROFILER_PATH_ARM64",
                                        "CORECLR_PROFILER_PATH_ARM32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (cc_proc_variable(names[i]) != NULL) {
            cmd_say("%s is set here and overrides CORECLR_PROFILER_PATH; unset it", names[i]);
        }
    }
    if (cmd_check_other_profiler() != CC_OK || cmd_check_diagnostics() != CC_OK) {
        cmd_say("%s", cc_error_message());
    }
}

/* The clrcov that makes the report later reads the configuration then; but the settings for
 * measuring, and the exit code for thresholds, need `clrcov run`. */
static void warn_about_settings(const cfg_values *v) {
    const struct {
        bool is_lost;
        cfg_key key;
        const char *what;
    } lost[] = {
        {v->hits != CFG_HITS_ONCE, CFG_HITS, "exact hits"},
        {v->erase != CFG_ERASE_ON, CFG_ERASE, "leaving probes in"},
        {!v->children, CFG_CHILDREN, "leaving children out"},
        {v->per_test, CFG_PER_TEST, "telling tests apart"},
        {v->fail_under_line > 0, CFG_FAIL_UNDER_LINE, "a threshold for lines"},
        {v->fail_under_branch > 0, CFG_FAIL_UNDER_BRANCH, "a threshold for branches"},
        {v->fail_under_method > 0, CFG_FAIL_UNDER_METHOD, "a threshold for methods"},
        {v->fail_under_line_file > 0, CFG_FAIL_UNDER_LINE_FILE, "a threshold for files"},
        {v->fail_under_branch_file > 0, CFG_FAIL_UNDER_BRANCH_FILE, "a threshold for files"},
        {v->fail_under_method_file > 0, CFG_FAIL_UNDER_METHOD_FILE, "a threshold for files"},
        {v->fail_under_line_patch > 0, CFG_FAIL_UNDER_LINE_PATCH, "a threshold for changes"},
        {v->fail_under_branch_patch > 0, CFG_FAIL_UNDER_BRANCH_PATCH, "a threshold for changes"},
        {v->fail_under_method_patch > 0, CFG_FAIL_UNDER_METHOD_PATCH, "a threshold for changes"},
        {v->max_uncovered >= 0, CFG_MAX_UNCOVERED, "a limit of missed lines"},
        {v->max_crap >= 0, CFG_MAX_CRAP, "a threshold for risk"},
        {v->baseline != NULL, CFG_BASELINE, "a comparison with a baseline"},
    };
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        if (lost[i].is_lost) {
            cmd_say("%s: %s needs clrcov run, and has no effect with these variables",
                    v->origin[lost[i].key], lost[i].what);
        }
    }
}

/* The output variable overrides the file that a later clrcov reads: so it gets the value of the
 * present configuration. */
static cc_err find_output(const vars_options *options, cc_arena *arena, char **out) {
    cmd_config config;
    cmd_config_request request = {0};
    CC_TRY(cmd_config_load(&config, &request, arena));
    const char *output = options->output != NULL ? options->output : config.values.output;
    if (strcmp(output, "-") == 0) {
        return cc_fail(CC_E_USAGE, "%s: standard output belongs to the programs; give a path",
                       options->output != NULL ? "--output" : config.values.origin[CFG_OUTPUT]);
    }
    warn_about_settings(&config.values);
    return cc_path_absolute(arena, output, out);
}

/* The library at its own place, or in a copy of clrcov that updates do not move. */
static cc_err place_library(const vars_options *options, cc_arena *arena, char **out) {
    char *dir;
    if (options->stable == NULL) {
        return cmd_find_library_of(arena, NULL, 0, out);
    }
    CC_TRY(cc_path_absolute(arena, options->stable, &dir));
    CC_TRY(cmd_make_stable(arena, dir));
    *out = cc_arena_printf(arena, "%s/%s/" CMD_LIBRARY_NAME, dir, cmd_host_libc(NULL, 0, arena));
    return cc_os_check_library(*out);
}

static cc_err collect(const vars_options *options, cc_arena *arena, cc_buf *out) {
    char *library;
    char *output;
    CC_TRY(place_library(options, arena, &library));
    CC_TRY(find_output(options, arena, &output));
    const char *const variables[][2] = {
        {"CORECLR_ENABLE_PROFILING", "1"},
        {"CORECLR_PROFILER", CLRCOV_PROFILER_CLSID},
        {"CORECLR_PROFILER_PATH", library},
        {SES_OUTPUT_ENV, output},
    };
    bool is_file = options->shell == CMD_SHELL_RUNSETTINGS;
    cc_buf_puts(out,
                is_file ? "<RunSettings>\n  <RunConfiguration>\n    <EnvironmentVariables>\n" : "");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        CC_TRY(cmd_put_variable(out, (cmd_shell)options->shell, variables[i][0], variables[i][1]));
    }
    cc_buf_puts(
        out, is_file ? "    </EnvironmentVariables>\n  </RunConfiguration>\n</RunSettings>\n" : "");
    return CC_OK;
}

static int print_variables(const vars_options *options, cc_arena *arena) {
    cc_buf out = {0};
    int code = CLRCOV_EXIT_OK;
    cc_err err = collect(options, arena, &out);
    if (err != CC_OK) {
        bool is_copying = options->stable != NULL && err == CC_E_IO;
        int otherwise = is_copying ? CLRCOV_EXIT_CANTWRITE : CLRCOV_EXIT_INTERNAL;
        code = cmd_fail(err == CC_E_USAGE ? CLRCOV_EXIT_USAGE : otherwise);
    } else if (fwrite(out.data, 1, out.len, stdout) != out.len || fflush(stdout) != 0) {
        cmd_say("cannot write to standard output");
        code = CLRCOV_EXIT_CANTWRITE;
    } else {
        warn_about_updates(options, arena);
        warn_about_overrides();
    }
    cc_buf_free(&out);
    return code;
}

int cmd_vars(int argc, char **argv) {
    cmd_call call = {0};
    vars_options options = {0};
    if (cmd_call_open(&call, &cmd_vars_command, argc, argv, &options)) {
        if (call.line.operand_count > 0) {
            cmd_say("env takes no arguments: '%s'; see clrcov env --help", call.line.operands[0]);
            call.code = CLRCOV_EXIT_USAGE;
        } else {
            call.code = print_variables(&options, call.arena);
        }
    }
    return cmd_call_close(&call);
}
