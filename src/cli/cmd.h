/* The subcommands and what they share. Text for people goes to standard error, "clrcov: " in front
 * of every message; results of the functions named like a command are exit codes
 * (clrcov/version.h). */
#ifndef CMD_H
#define CMD_H

#include "cli/opt.h"
#include "config/cfg.h"
#include "coverage/model/cov_model.h"
#include "coverage/session/ses.h"

extern const opt_command cmd_run_command;
extern const opt_command cmd_report_command;
extern const opt_command cmd_dump_command;
extern const opt_command cmd_doctor_command;
extern const opt_command cmd_explain_command;
extern const opt_command cmd_init_command;
extern const opt_command cmd_vars_command; /* clrcov env */

/* argv: the arguments behind the subcommand's name. */
int cmd_run(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_doctor(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_init(int argc, char **argv);
int cmd_vars(int argc, char **argv);

/* One message line on standard error. */
void cmd_say(const char *fmt, ...) CC_PRINTF(1, 2);
/* A message of several lines. */
void cmd_say_lines(cc_str text);
/* Tells the stored error message; gives `code` back. */
int cmd_fail(int code);
/* Parses the command line; tells errors and usage. False: end with *exit_code. */
bool cmd_parse(const opt_command *command, int argc, char **argv, void *values, opt_result *result,
               cc_arena *arena, int *exit_code);

/* --- cmd_loading.c: the library, and the environment it is loaded by -------------------------- */

/* The variable that overrides where the library lies, for tests of builds. */
#define CMD_LIBRARY_ENV "CLRCOV_LIBRARY"
/* Path of libclrcov.so: "../lib" or "../lib64" from the executable. It exists and fits this
 * machine; CC_E_NOTFOUND, CC_E_FORMAT, CC_E_MISMATCH otherwise. In the arena. */
CC_NODISCARD cc_err cmd_find_library(cc_arena *arena, char **out);
/* The product that a class identifier "{...}" belongs to; NULL when it is not known. */
const char *cmd_profiler_name(const char *identifier);
/* CC_E_MISMATCH, naming the variable and the product, when the environment loads another
 * profiler. */
CC_NODISCARD cc_err cmd_check_other_profiler(void);
/* CC_E_MISMATCH, naming the variable, when the environment keeps the runtime from loading
 * profilers. */
CC_NODISCARD cc_err cmd_check_diagnostics(void);
/* The environment of the measured command: this process' own with our variables. In the arena. */
CC_NODISCARD cc_err cmd_child_environment(cc_arena *arena, const char *library,
                                          const char *session_dir, char ***out);

/* --- cmd_config.c: the configuration of a command --------------------------------------------- */

/* The variable that names the configuration file. */
#define CMD_CONFIG_ENV "CLRCOV_CONFIG"
/* The layers of a run, in its session directory (cfg_print_layers). */
#define CMD_STORED_CONFIG "config"

/* The row of --config, for a command whose struct has `const char *config` at `offset`. */
#define CMD_CONFIG_SPEC(offset)                                                                    \
    {                                                                                              \
        'c', "config", OPT_TEXT, "FILE", (offset), NULL,                                           \
            "the configuration (the nearest clrcov.xml from\nthis directory up to the "            \
            "repository's root)"                                                                   \
    }

typedef struct cmd_config_request {
    const cfg_layer *command; /* opt_result.settings; NULL: no options */
    const char *file;         /* of --config; NULL: looked for */
    const char *start;        /* where to look for the file; NULL: the working directory */
    opt_list wrapped;         /* .runsettings of the wrapped command, used when there is no other */
    const ses_session *session; /* made by an earlier run whose layers count too; NULL: none */
    bool is_foreign; /* the session may be somebody else's: no file is written where it says */
    bool is_quiet;   /* warnings are not told */
} cmd_config_request;

/* Strings live in the arena of cmd_config_load(). */
typedef struct cmd_config {
    cfg_layer file, environment, command;   /* of this command; imports are in `file` */
    cfg_layer run_environment, run_command; /* of the run that made the session */
    cfg_values values;
    sel_list filter;  /* with cfg_regex_engine() */
    char *root;       /* the source root, resolved */
    const char *path; /* the clrcov.xml that is used; NULL: none, or the one the run had read */
} cmd_config;

/* Layers, imports, values, filter and root. From the strongest: this command line, the run's, this
 * environment, the run's, the file (given, or found now, else what the run had read), defaults.
 * Warnings (unknown variables, what of an import is not used) are told on standard error. Errors
 * are CC_E_USAGE with the place in the message, or CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_config_load(cmd_config *out, const cmd_config_request *request,
                                    cc_arena *arena);
/* The part of a request that the configuration decides; what is left for the caller: sessions or
 * folders, facts, raw branches. `config` must outlive it. */
CC_NODISCARD cc_err cmd_config_request_of(cov_request *out, cmd_config *config, cc_arena *arena);
/* Stores the layers of a run in its session (mode 0600). */
CC_NODISCARD cc_err cmd_config_store(const cmd_config *config, const char *session_dir);
/* The exit code for a failure of cmd_config_load(): 64, out of memory 70. */
int cmd_config_code(cc_err err);

/* --- cmd_report.c ----------------------------------------------------------------------------- */

/* The session `given`, else the one that was started nearest to the working directory: from this
 * very directory, else from one above or below it in the same repository; of several equally near
 * the newest. CC_E_NOTFOUND; CC_E_FORMAT and others when `given` is no session. */
CC_NODISCARD cc_err cmd_find_session(ses_session *out, const char *given, cc_arena *arena);

/* --- cmd_folders.c ---------------------------------------------------------------------------- */

/* Calls `visit` for each folder at or below `top` (absolute, resolved), the nearest first, with its
 * path and its names. Hidden folders, obj, node_modules, installations of .NET and links are passed
 * over, and those that cannot be read. At most 16 levels and 20,000 folders are looked at, all on the file system of
 * `top`; is_cut tells that there are more. Ends at the first failure of `visit`; CC_E_LIMIT of it
 * is none: it has enough, and the walk is cut. */
typedef struct cmd_walk {
    cc_err (*visit)(void *ctx, const char *folder, char *const *names, size_t count);
    void *ctx;
    const char *const *skipped; /* further names of folders that are passed over, NULL-terminated */
    bool is_cut;
} cmd_walk;
CC_NODISCARD cc_err cmd_walk_folders(cmd_walk *walk, const char *top);

/* Folders of built programs and libraries: those with a .runtimeconfig.json or .deps.json, or with a
 * .dll and the .pdb of its name. The nearest `most` of them, by path, in the arena. CC_E_NOMEM. */
typedef struct cmd_folder_list {
    const char *const *paths;
    size_t count;
    bool is_cut; /* there may be more */
} cmd_folder_list;
CC_NODISCARD cc_err cmd_find_folders(cmd_folder_list *out, const char *top, size_t most,
                                     cc_arena *arena);

/* --- cmd_collect.c: other coverage tools in the wrapped command ------------------------------- */

/* Does the command line, or the script of a shell in it, ask another tool for coverage at the same
 * time? CC_E_USAGE then, naming what to remove: coverlet rewrites assemblies on disk, Microsoft's
 * collector sets a profiler of its own. What a script says by other means, too: its words are not ours. */
CC_NODISCARD cc_err cmd_check_collectors(char *const *argv, size_t count);

/* Where the command names a settings file of `dotnet test`, `dotnet vstest` or vstest.console. */
typedef struct cmd_named {
    const char *path;   /* absolute; it exists */
    size_t index;       /* of the argument that holds it */
    size_t start, size; /* of the path in the argument */
    bool is_in_script;  /* the argument is a shell's script */
} cmd_named;
typedef struct cmd_named_list {
    cmd_named *items;
    size_t count;
} cmd_named_list;
/* Files that are not there, by the text alone, are passed over. In the arena. */
CC_NODISCARD cc_err cmd_find_settings(cmd_named_list *out, char *const *argv, size_t count,
                                      cc_arena *arena);

/* --- cmd_collect_platform.c: coverage switches of Microsoft.Testing.Platform ------------------- */

typedef struct cmd_taken_out {
    char **command; /* without the switches, NULL-terminated */
    size_t count;
    const char *switches; /* as they stood there; NULL: there were none */
    const char *settings; /* the file of --coverage-settings, absolute; NULL: none that exists */
} cmd_taken_out;
/* Takes --coverage, and what belongs to it, out of the command where that is surely a test run: `dotnet test`,
 * `dotnet run` of a test project, a test program that brings the extension. CC_E_USAGE: coverlet's --coverlet.
 * In the arena. */
CC_NODISCARD cc_err cmd_take_out_switches(cmd_taken_out *out, char *const *argv, size_t count,
                                          cc_arena *arena);

/* --- cmd_collect_project.c: what projects switch on ------------------------------------------- */

enum { CMD_MOST_PROPERTIES = 8 };
typedef struct cmd_project_property {
    const char *option; /* "-p:VSTestCollect=", which wins over the project */
    const char *text;   /* who switches on what, as a part of a sentence */
} cmd_project_property;
typedef struct cmd_project_coverage {
    cmd_project_property items[CMD_MOST_PROPERTIES];
    size_t count;
    size_t index;                   /* where options of the test run may be put */
    opt_list settings;              /* existing files that projects name, absolute */
    const char *settings_file;      /* the one that switches on a collector; NULL: none */
    const char *settings_collector; /* which, in words */
    const char *settings_named_by;  /* the file that names it */
} cmd_project_coverage;
/* What the projects of the first `dotnet test` among the words switch on. CC_E_USAGE: what one command line cannot
 * switch off. In the arena. */
CC_NODISCARD cc_err cmd_find_project_coverage(cmd_project_coverage *out, char *const *argv,
                                              size_t count, cc_arena *arena);

/* --- cmd_settings.c: .runsettings files ------------------------------------------------------- */

/* The coverage collector that the file switches on, in words; NULL: none, or it is no file that
 * the test platform would take. The arena is for scratch. */
const char *cmd_settings_collector(const char *path, cc_arena *arena);
/* Writes a copy to `target` (mode 0600) in which all coverage collectors are switched off and what
 * is relative to the file's directory is absolute. */
CC_NODISCARD cc_err cmd_settings_copy(const char *path, const char *target, cc_arena *arena);

/* --- cmd_gate.c ------------------------------------------------------------------------------- */

/* Compares the totals with the thresholds, exactly; tells each that is not met. A threshold of 0
 * is always met; where nothing can be covered a higher one is met only with allow-empty. True: all
 * are met. */
bool cmd_check_gates(const cov_totals *totals, const cfg_values *values);
/* Values that contradict each other: CC_E_USAGE. */
CC_NODISCARD cc_err cmd_check_values(const cfg_values *values);

/* --- cmd_output.c: from sessions to files ----------------------------------------------------- */

/* The nearest directory with a .git at or above `start`; *out is NULL when there is none. */
CC_NODISCARD cc_err cmd_find_git(cc_arena *arena, const char *start, char **out);
/* The source root: `given` (resolved; CC_E_USAGE when it is no directory), else the nearest
 * directory with a .git at or above the working directory, else that. In the arena. */
CC_NODISCARD cc_err cmd_find_root(cc_arena *arena, const char *given, char **out);
/* CC_E_IO when a file could not be created at `path`. */
CC_NODISCARD cc_err cmd_check_output(cc_arena *arena, const char *path);

typedef struct cmd_output {
    const char *session_dir;
    cmd_config *config; /* values.output "-": standard output */
    bool raw_branches;
    bool keeps_stale;     /* an earlier report stays where it is when nothing was measured */
    bool is_session_told; /* the session was named before the command ran */
    bool is_quiet, is_verbose;
} cmd_output;
/* Builds the model, writes the Cobertura file, shows the table and what there is to tell, compares
 * the thresholds. When nothing was measured, and that is not allowed, no report is written, and an
 * earlier one is moved into the session. The exit code: 0, 20, 21, 70 or 73. */
int cmd_write_report(const cmd_output *request);
/* Says that there is no report, with a hint behind it, and moves an earlier one into the session unless that is to be
 * kept, or there is no session (NULL). */
void cmd_no_report(const char *path, const char *session_dir, bool keeps_stale, const char *hint);
/* What the library itself did in the processes of a session whose settings ask for it. */
void cmd_say_stats(const ses_session *session);
/* Names the processes that still hold counters files of the session: for --quiet, where the table,
 * whose warnings have them too, is not shown. */
void cmd_name_living(const ses_session *session, cc_arena *arena);

#endif
