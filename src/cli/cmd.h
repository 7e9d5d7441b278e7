/* The subcommands and their shared functions. Text for people goes to standard error, with "clrcov:
 * " in front of every message. The functions named like a command return exit codes
 * (clrcov/version.h). Threads: one. */
#ifndef CMD_H
#define CMD_H

#include <stdio.h>

#include "base/cc_folder.h"
#include "cli/cmd_subcommands.h"
#include "cli/opt.h"
#include "config/cfg.h"
#include "coverage/gate/gate.h"
#include "coverage/model/cov_model.h"
#include "coverage/model/cov_raw.h"
#include "coverage/patch/patch.h"
#include "coverage/session/ses.h"
#include "reports/rep.h"

/* --- cmd.c --- */
/* Writes whole lines to a stream, so that a build server finds no command in them (cc_log.h): all that
 * is printed for people goes through here or through rep_text_open_log(). False: they could not be
 * written. */
bool cmd_print_text(FILE *stream, cc_str text);
/* Writes one message line to standard error. */
void cmd_say(const char *fmt, ...) CC_PRINTF(1, 2);
/* Writes a message of several lines. */
void cmd_say_lines(cc_str text);
/* Writes the stored error message; returns `code`. */
int cmd_fail(int code);
/* The exit code for what is read: usage, configuration, sessions, data and reports that do not exist or
 * cannot be read: 64; out of memory: 70. */
int cmd_input_code(cc_err err);
/* The exit code for what is written: 73; out of memory: 70; wrong usage: 64. */
int cmd_output_code(cc_err err);
/* Parses the command line; writes errors and usage. False: the caller ends with *exit_code. */
bool cmd_parse(const opt_command *command, int argc, char **argv, void *values, opt_result *result,
               cc_arena *arena, int *exit_code);

/* --- cmd_quote.c: words of a shell -------------------------------------------------------------- */

/* Appends the text between single quotes. Out of memory is recorded in `out`. */
void cmd_put_quoted(cc_buf *out, const char *text);
/* The text as one word of a command that a message tells to run: as it is where no character is
 * special, else between single quotes, in the arena. "..." when out of memory. */
const char *cmd_shell_word(const char *text, cc_arena *arena);

/* --- cmd_loading.c: the environment that loads the library ------------------------------------ */

/* The product with the class identifier "{...}"; NULL when it is unknown. */
const char *cmd_profiler_name(const char *identifier);
/* CC_E_MISMATCH, with the variable and the product in the message, when the environment loads
 * another profiler. */
CC_NODISCARD cc_err cmd_check_other_profiler(void);
/* CC_E_MISMATCH, with the variable in the message, when the environment prevents the runtime from
 * loading profilers. */
CC_NODISCARD cc_err cmd_check_diagnostics(void);
/* The environment of the measured command: that of this process and the variables of clrcov. In the
 * arena. */
CC_NODISCARD cc_err cmd_child_environment(cc_arena *arena, const char *library,
                                          const char *session_dir, char ***out);

/* --- cmd_config.c: the configuration of a command --------------------------------------------- */

/* The variable that holds the path of the configuration file. */
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
    const char *file;         /* of --config; NULL: searched */
    /* directory where the search for the file starts; NULL: the working directory */
    const char *start;
    /* .runsettings of the wrapped command, used when there are no others */
    opt_list wrapped;
    /* made by an earlier run whose layers count too; NULL: none */
    const ses_session *session;
    bool is_own;   /* the library made the session just now, wherever it lies */
    bool is_quiet; /* warnings are not shown */
} cmd_config_request;

/* A report that is to be made. */
typedef struct cmd_report_file {
    unsigned format;  /* CFG_COBERTURA... */
    const char *path; /* absolute; "-": standard output */
} cmd_report_file;

/* Strings are in the arena of cmd_config_load(). */
typedef struct cmd_config {
    cfg_layer file, environment, command;   /* of this command; imports are in `file` */
    cfg_layer run_environment, run_command; /* of the run that made the session */
    cfg_values values;
    sel_list filter; /* with cfg_regex_engine() */
    char *root;      /* the source root, resolved */
    /* the clrcov.xml in use; NULL: none, or the one that the run had read */
    const char *path;
    bool is_foreign;   /* the session was moved, or comes from another machine: it names no place */
    bool has_no_tests; /* the run that made the session did not measure test assemblies */
    cmd_report_file *reports; /* at least one; values.output is the path of the first */
    size_t report_count;
} cmd_config;

/* Layers, imports, values, filter and root. The layers, strongest first: this command line, the
 * run's, this environment, the run's, the file (given, or found now, else the one that the run had
 * read), defaults. Warnings (unknown variables, unused parts of an import) go to standard error.
 * Errors are CC_E_USAGE with the place in the message, or CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_config_load(cmd_config *out, const cmd_config_request *request,
                                    cc_arena *arena);
/* The part of a request that the configuration decides; the caller sets the rest: sessions or
 * folders, facts, raw branches. `config` must outlive the request. */
CC_NODISCARD cc_err cmd_config_request_of(cov_request *out, cmd_config *config, cc_arena *arena);
/* Completes the settings of a session: the caller has set what the configuration does not say.
 * `filter`: its list of rules, in the arena. */
CC_NODISCARD cc_err cmd_session_settings(ses_settings *settings, cc_str *filter,
                                         const cmd_config *config, cc_arena *arena);
/* Stores the layers of a run in its session (mode 0600). */
CC_NODISCARD cc_err cmd_config_store(const cmd_config *config, const char *session_dir);

/* --- cmd_formats.c: the kinds of reports ------------------------------------------------------ */

typedef struct cmd_format {
    const char *title; /* for messages */
    const char *file;  /* name of the report's file when none is given; NULL: standard output */
    rep_writer *write; /* NULL: a data file */
    bool is_for_log;   /* it is made for the log of a build: standard output, also in `run` */
    /* It is a folder, unless a single file is asked for; NULL: it is a file */
    rep_folder_writer *write_folder;
    const char *folder; /* name of the folder when none is given */
    const char *mark;   /* a text that stands at the beginning of each such file */
} cmd_format;
/* format: CFG_COBERTURA... */
const cmd_format *cmd_format_of(unsigned format);
/* The report is a folder. */
bool cmd_is_folder(const cmd_config *config, const cmd_report_file *report);
/* Folders of pages: which file is the list of the others, and which one people open. */
extern const cc_folder_kind cmd_pages_folder;
/* Adds a report of this kind at its default path, unless there is one; its number in *index.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_add_report(cmd_config *config, unsigned format, const char *base,
                                   cc_arena *arena, size_t *index);
/* Fills in config->reports and values.output. Default paths are in `base`, an absolute directory.
 * CC_E_USAGE: two reports have one path. */
CC_NODISCARD cc_err cmd_choose_reports(cmd_config *config, const char *base, cc_arena *arena);

/* --- cmd_open.c: pages in a browser ------------------------------------------------------------- */

/* Makes sure that the command writes pages, in the working directory unless they were asked for; the number of that report
 * in *index. CC_E_USAGE when they go to standard output. */
CC_NODISCARD cc_err cmd_add_pages(cmd_config *config, cc_arena *arena, size_t *index);
/* Opens the pages in a browser. Without one it says where they are. */
void cmd_open_pages(const cmd_config *config, size_t index, cc_arena *arena);

/* --- cmd_data.c: sessions and data files ------------------------------------------------------ */

/* What a report is made from: a session or data. */
typedef struct cmd_source {
    bool is_data;
    ses_session session; /* not is_data */
    const char *path;    /* is_data: of the file */
    cov_raw *data;       /* is_data */
} cmd_source;
/* The session or data file `given`, else the session of cmd_find_session(). */
CC_NODISCARD cc_err cmd_find_source(cmd_source *out, const char *given, cc_arena *arena);
/* When the session's run began, in seconds since 1970: by its name; where somebody gave it another
 * one, by its settings. 0: not known. */
uint64_t cmd_session_time(const char *session_dir, cc_arena *arena);
/* The run of a session, for data and reports. */
CC_NODISCARD cc_err cmd_describe_one(cov_raw_run *run, const char *session_dir,
                                     const cov_model *model, const cmd_config *config,
                                     cc_arena *arena);
/* Fills in runs and settings of data that was made from a session. */
CC_NODISCARD cc_err cmd_describe_run(cov_raw *raw, const char *session_dir, const cov_model *model,
                                     const cmd_config *config, cc_arena *arena);

/* --- cmd_report.c ----------------------------------------------------------------------------- */

/* The session `given`, else the one that was started nearest to the working directory: from this
 * directory itself, else from one above or below it in the same repository; of several equally near
 * the newest. CC_E_NOTFOUND; CC_E_FORMAT and others when `given` is no session. */
CC_NODISCARD cc_err cmd_find_session(ses_session *out, const char *given, cc_arena *arena);

/* --- cmd_folders.c ---------------------------------------------------------------------------- */

/* Calls `visit` for each folder at or below `top` (absolute, resolved), the nearest first, with its
 * path and its names. Skips hidden folders, obj, node_modules, installations of .NET, links, and
 * unreadable folders. Visits at most 16 levels and 20,000 folders, all on the file system of `top`;
 * is_cut: there are more. Ends at the first failure of `visit`; CC_E_LIMIT from it ends the walk
 * without a failure and sets is_cut. */
typedef struct cmd_walk {
    cc_err (*visit)(void *ctx, const char *folder, char *const *names, size_t count);
    void *ctx;
    const char *const *skipped; /* further names of folders to skip, NULL-terminated */
    bool is_cut;
} cmd_walk;
CC_NODISCARD cc_err cmd_walk_folders(cmd_walk *walk, const char *top);

/* Folders of built programs and libraries: those with a .runtimeconfig.json or .deps.json, or with
 * a .dll and the .pdb of the same name. Finds the nearest `most` of them, by path, in the arena.
 * CC_E_NOMEM. */
typedef struct cmd_folder_list {
    const char *const *paths;
    size_t count;
    bool is_cut; /* there may be more */
} cmd_folder_list;
CC_NODISCARD cc_err cmd_find_folders(cmd_folder_list *out, const char *top, size_t most,
                                     cc_arena *arena);

/* --- cmd_collect.c: other coverage tools in the wrapped command ------------------------------- */

/* CC_E_USAGE when the command line, or the script of a shell in it, requests coverage from another
 * tool at the same time; the message names what to remove. Coverlet rewrites assemblies on disk,
 * Microsoft's collector sets a profiler of its own. Requests that a script makes by other means are
 * included, since clrcov cannot change the script's words. */
CC_NODISCARD cc_err cmd_check_collectors(char *const *argv, size_t count);

/* A place in the command that names a settings file of `dotnet test`, `dotnet vstest` or
 * vstest.console. */
typedef struct cmd_named {
    const char *path;   /* absolute; the file exists */
    size_t index;       /* of the argument that contains it */
    size_t start, size; /* of the path in the argument */
    bool is_in_script;  /* the argument is a shell's script */
} cmd_named;
typedef struct cmd_named_list {
    cmd_named *items;
    size_t count;
} cmd_named_list;
/* Skips files that do not exist, by the text alone. In the arena. */
CC_NODISCARD cc_err cmd_find_settings(cmd_named_list *out, char *const *argv, size_t count,
                                      cc_arena *arena);

/* --- cmd_collect_platform.c: coverage switches of Microsoft.Testing.Platform ------------------- */

typedef struct cmd_taken_out {
    char **command; /* without the switches, NULL-terminated */
    size_t count;
    const char *switches; /* as written in the command; NULL: there were none */
    /* the file of --coverage-settings, absolute; NULL: none that exists */
    const char *settings;
} cmd_taken_out;
/* Removes --coverage and its options from the command where that is certainly a test run: `dotnet
 * test`, `dotnet run` of a test project, a test program that contains the extension. CC_E_USAGE:
 * coverlet's --coverlet. In the arena. */
CC_NODISCARD cc_err cmd_take_out_switches(cmd_taken_out *out, char *const *argv, size_t count,
                                          cc_arena *arena);

/* --- cmd_collect_project.c: coverage that projects switch on ---------------------------------- */

enum { CMD_MOST_PROPERTIES = 8 };
typedef struct cmd_project_property {
    const char *option; /* "-p:VSTestCollect=", which overrides the project */
    const char *text;   /* part of a sentence: which file switches on which tool */
} cmd_project_property;
typedef struct cmd_project_coverage {
    cmd_project_property items[CMD_MOST_PROPERTIES];
    size_t count;
    size_t index;                   /* where options of the test run may be inserted */
    opt_list settings;              /* existing files that projects name, absolute */
    const char *settings_file;      /* the one that switches on a collector; NULL: none */
    const char *settings_collector; /* its collector, as text for a message */
    const char *settings_named_by;  /* the file that names it */
    /* what coverlet.msbuild is told to do (cmd_coverlet.h); NULL: no `dotnet test` */
    const struct cmd_coverlet *coverlet;
} cmd_project_coverage;
/* Coverage that the projects of the first `dotnet test` among the words switch on. CC_E_USAGE: one
 * command line cannot switch it off. In the arena. */
CC_NODISCARD cc_err cmd_find_project_coverage(cmd_project_coverage *out, char *const *argv,
                                              size_t count, cc_arena *arena);

/* --- cmd_settings.c: .runsettings files ------------------------------------------------------- */

/* The coverage collector that the file switches on, as text for a message; NULL: none, or the test
 * platform would not accept the file. The arena is for scratch. */
const char *cmd_settings_collector(const char *path, cc_arena *arena);
/* Writes a copy to `target` (mode 0600) in which all coverage collectors are switched off and paths
 * relative to the file's directory are absolute. */
CC_NODISCARD cc_err cmd_settings_copy(const char *path, const char *target, cc_arena *arena);

/* --- cmd_gate.c ------------------------------------------------------------------------------- */

/* Compares the model with the thresholds. A threshold of 0 is always met; where there is nothing to
 * cover, a higher one is met only with allow-empty. Memory of the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_check_gates(gate_result *out, const gate_subject *subject,
                                    const cfg_values *values, cc_arena *arena);
/* Good, fair and poor figures by the thresholds. */
rep_levels cmd_levels(const cfg_values *values);
/* A patch is asked for, by a threshold or by name. */
bool cmd_wants_patch(const cfg_values *values);
/* Those for the patch alone. */
gate_limits cmd_patch_limits(const cfg_values *values);
/* CC_E_USAGE when values contradict each other. */
CC_NODISCARD cc_err cmd_check_values(const cfg_values *values);

/* --- cmd_history.c: figures of commits ----------------------------------------------------------- */

/* Can a row for the commit of these data be kept? CC_E_USAGE: no run was in a repository; CC_E_IO:
 * the file cannot be written. CC_OK without a history. */
CC_NODISCARD cc_err cmd_check_history(const cmd_config *config, const cov_raw *data,
                                      cc_arena *arena);
/* Keeps the figures of the model as those of the commit of the latest run. */
CC_NODISCARD cc_err cmd_keep_history(const cmd_config *config, const cov_raw *data,
                                     const cov_model *model);
/* Gives the report the rows that are there. */
CC_NODISCARD cc_err cmd_read_history(rep_input *in, const cmd_config *config, cc_arena *arena);

/* --- cmd_git.c: the user's own git -------------------------------------------------------------- */

/* Runs `git -C ROOT WORDS...` (at most 16, ended by NULL) and takes what it prints, without white
 * space at the ends; *is_fine false when it fails. Memory of the arena. CC_E_NOTFOUND: there is no
 * git. */
CC_NODISCARD cc_err cmd_ask_git(const char *root, const char *const *words, bool *is_fine,
                                cc_str *out, cc_arena *arena);

/* --- cmd_provenance.c: where figures come from ------------------------------------------------------ */

/* What a command is called where it is published: "dotnet test" of `dotnet test Shop.slnx -- secret`, "dotnet App.dll",
 * "app" of `./bin/app --password ...`. Its arguments are not part of it. */
CC_NODISCARD cc_err cmd_program_of(cc_str *out, char *const *words, size_t count, cc_arena *arena);
/* Keeps that name in the session, for reports of it; a session of several programs has none. */
CC_NODISCARD cc_err cmd_store_program(const char *session_dir, char *const *words, size_t count,
                                      cc_arena *arena);
/* The address in a browser of a repository whose remote is `url`: GitHub, GitLab, Azure DevOps, by https or ssh, without
 * user and password. REP_HOST_NONE, and "": it is another one. */
rep_host cmd_repository_of(cc_str *out, cc_str url, cc_arena *arena);
/* Fills in commit, program, project, branch, repository and folder. What is not known is "". */
CC_NODISCARD cc_err cmd_find_provenance(cov_raw_run *run, const char *session_dir, const char *root,
                                        cc_arena *arena);
/* Gives the report what all of its runs have in common. */
CC_NODISCARD cc_err cmd_give_origin(rep_input *in, const cov_raw_run *runs, uint32_t count,
                                    cc_arena *arena);

/* --- cmd_patch.c: what changed --------------------------------------------------------------- */

/* What changed in the sources, and where that is known from. */
typedef struct cmd_changes {
    patch_change change;
    const char *name; /* "since origin/main", or the path of the patch */
} cmd_changes;
/* The patch of --patch, or what `git diff` says below the root since the branch left --base: the
 * user's own git is asked, so that worktrees, sparse and partial clones, renames and its settings
 * are as in the user's eyes. CC_E_USAGE: no repository, no such base, or a clone that is too
 * shallow, with the command that mends it. Memory of the arena. */
CC_NODISCARD cc_err cmd_find_changes(cmd_changes *out, const cmd_config *config, cc_arena *arena);

/* --- cmd_paths.c: places of sources and reports ------------------------------------------------- */

/* The nearest directory with a .git at or above `start`; *out is NULL when there is none. */
CC_NODISCARD cc_err cmd_find_git(cc_arena *arena, const char *start, char **out);
/* The source root: `given` (resolved; CC_E_USAGE when it is no directory), else the nearest
 * directory with a .git at or above the working directory, else the working directory. In the
 * arena. */
CC_NODISCARD cc_err cmd_find_root(cc_arena *arena, const char *given, char **out);
/* CC_E_IO when a file could not be created at `path`. */
CC_NODISCARD cc_err cmd_check_output(cc_arena *arena, const char *path);
/* The same for a folder of pages. */
CC_NODISCARD cc_err cmd_check_folder(cc_arena *arena, const char *path);
/* The same for all reports of the configuration. */
CC_NODISCARD cc_err cmd_check_outputs(const cmd_config *config, cc_arena *arena);

/* --- cmd_sink.c: where reports go ------------------------------------------------------------- */

/* Writes to a stream, and flushes it. CC_E_IO: nobody reads it any more, or it is full. */
CC_NODISCARD cc_err cmd_print(const rep_input *in, rep_writer *write, FILE *stream);
/* The same to standard output, for a command whose answer this is. The exit code. */
int cmd_print_answer(const rep_input *in, rep_writer *write);
/* Writes the file or the folder in->path as a whole, or leaves it as it was. The exit code. */
int cmd_write_text(const rep_input *in, rep_writer *write);
int cmd_write_folder(const rep_input *in, rep_folder_writer *write);
/* Makes the directories above a file that is to be written. */
CC_NODISCARD cc_err cmd_make_folder_above(const char *path);

/* --- cmd_stale.c: reports of an earlier run ------------------------------------------------------- */

/* What becomes of the reports that an earlier run left in the places of this run's reports. */
typedef enum cmd_earlier {
    CMD_EARLIER_MOVES, /* into the session, so that nobody takes them for this run's */
    CMD_EARLIER_STAYS, /* in its place; a line says from when it is */
    CMD_EARLIER_IGNORED
} cmd_earlier;
/* Says that no report is written, with a hint appended, and what becomes of earlier ones, files and pages. Without a
 * session (NULL) those that would be moved are named. A file that is not a report of its format is never moved. */
void cmd_no_report(const cmd_config *config, const char *session_dir, cmd_earlier earlier,
                   const char *hint);
/* This command runs on a build server (a variable says so), where a file that is left behind is published. */
bool cmd_is_on_build_server(void);

/* --- cmd_output.c: from sessions to files ----------------------------------------------------- */

/* The command of a run, and its exit code. */
typedef struct cmd_started {
    char *const *words;
    size_t count;
    int code;
} cmd_started;

struct cmd_projects;

typedef struct cmd_output {
    const struct cmd_projects *projects; /* of the command; NULL: not known */
    const char *session_dir; /* NULL: there is data instead */
    cov_raw *data;
    const cmd_started *started; /* NULL: unknown */
    cmd_config *config;         /* values.output "-": standard output */
    bool raw_branches;
    bool wants_facts;     /* the model has facts whatever the reports need */
    bool keeps_history;   /* the figures are kept as those of their commit */
    bool keeps_stale;     /* an earlier report stays in its place when nothing was measured */
    bool is_session_told; /* the session was shown before the command ran */
    bool is_quiet, is_verbose;
    bool hides_progress; /* while the model is built */
} cmd_output;
/* The model that the request asks for; a terminal shows how far it is. Memory of the arena. */
CC_NODISCARD cc_err cmd_build_model(const cmd_output *request, cov_model **out, cc_arena *arena);
/* The model of a data file, by the same rules. */
CC_NODISCARD cc_err cmd_model_of_data(cov_model **out, const char *path, cmd_config *config,
                                      cc_arena *arena);
/* The verdicts on all thresholds of the request; reads patch and baseline where these need them,
 * and gives the patch to the report (may be NULL). */
CC_NODISCARD cc_err cmd_judge(gate_result *out, rep_input *report, const cmd_output *request,
                              const cov_model *model, cc_arena *arena);
/* The verdicts as reports show them. */
CC_NODISCARD cc_err cmd_list_gates(rep_input *in, const gate_result *gates, cc_arena *arena);
/* Builds the model, writes the reports, shows the table and messages, compares the
 * thresholds. When nothing was measured, and that is not allowed, writes no report and moves an
 * earlier one into the session. Returns the exit code: 0, 20, 21, 70 or 73. */
int cmd_write_report(const cmd_output *request);
/* Prints one sentence that states why nothing was measured, and what to do (cmd_causes.c). */
void cmd_say_nothing(const cmd_output *request, const cov_model *model);
/* Shows the library's own work in the processes of a session whose settings request it. */
void cmd_say_stats(const ses_session *session);
/* Waits for processes that outlive the command: those that hold counters files of the session, and
 * those that have its variables. After `wait_ms` names those of the latter that are not measured.
 * True when some process still holds a counters file. */
bool cmd_await_others(const ses_session *session, unsigned wait_ms);
/* Names the processes that still hold counters files of the session: for --quiet, which does not
 * show the table with its warnings. */
void cmd_name_living(const ses_session *session, cc_arena *arena);

#endif
