/* The subcommands and what they share. Text for people goes to standard error, "clrcov: " in front
 * of every message; results of the functions named like a command are exit codes
 * (clrcov/version.h). */
#ifndef CMD_H
#define CMD_H

#include "cli/opt.h"
#include "coverage/cov_model.h"
#include "coverage/cov_session.h"

extern const opt_command cmd_run_command;
extern const opt_command cmd_report_command;
extern const opt_command cmd_dump_command;
extern const opt_command cmd_doctor_command;

/* argv: the arguments behind the subcommand's name. */
int cmd_run(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_doctor(int argc, char **argv);

/* One message line on standard error. */
void cmd_say(const char *fmt, ...) CC_PRINTF(1, 2);
/* Tells the stored error message; gives `code` back. */
int cmd_fail(int code);
/* Parses the command line; tells errors and usage. False: end with *exit_code. */
bool cmd_parse(const opt_command *command, int argc, char **argv, void *values, opt_result *result,
               cc_arena *arena, int *exit_code);

/* --- cmd_env.c: the library, and the environment it is loaded by ------------------------------ */

/* The variable that overrides where the library lies, for tests of builds. */
#define CMD_LIBRARY_ENV "CLRCOV_LIBRARY"
/* Path of libclrcov.so: "../lib" or "../lib64" from the executable. It exists and fits this
 * machine; CC_E_NOTFOUND, CC_E_FORMAT, CC_E_MISMATCH otherwise. In the arena. */
CC_NODISCARD cc_err cmd_find_library(cc_arena *arena, char **out);
/* CC_E_MISMATCH, naming the variable, when the environment loads another profiler. */
CC_NODISCARD cc_err cmd_check_other_profiler(void);
/* CC_E_MISMATCH, naming the variable, when the environment keeps the runtime from loading
 * profilers. */
CC_NODISCARD cc_err cmd_check_diagnostics(void);
/* The environment of the measured command: this process' own with our variables. In the arena. */
CC_NODISCARD cc_err cmd_child_environment(cc_arena *arena, const char *library,
                                          const char *session_dir, char ***out);

/* --- cmd_collect.c ---------------------------------------------------------------------------- */

/* Does the command line ask another tool for coverage at the same time? CC_E_USAGE then, naming
 * what to remove: coverlet rewrites assemblies on disk, Microsoft's collector sets a profiler of
 * its own. */
CC_NODISCARD cc_err cmd_check_collectors(char *const *argv, size_t count);

/* --- cmd_output.c: from sessions to files ----------------------------------------------------- */

/* The source root: `given` (resolved; CC_E_USAGE when it is no directory), else the nearest
 * directory with a .git at or above the working directory, else that. In the arena. */
CC_NODISCARD cc_err cmd_find_root(cc_arena *arena, const char *given, char **out);
/* Fills a filter list from --include and --exclude. */
CC_NODISCARD cc_err cmd_make_filter(sel_list *list, const opt_list *include,
                                    const opt_list *exclude);
/* CC_E_IO when a file could not be created at `path`. */
CC_NODISCARD cc_err cmd_check_output(cc_arena *arena, const char *path);

typedef struct cmd_output {
    const char *session_dir;
    const char *root;
    const char *path; /* Cobertura file; "-": standard output */
    sel_list *filter;
    bool include_tests, raw_branches;
    bool is_quiet, is_verbose;
} cmd_output;
/* Builds the model, writes the Cobertura file, shows the table and what there is to tell. *empty:
 * nothing was measured. The exit code: 0, 70 or 73. */
int cmd_write_report(const cmd_output *request, bool *empty);
/* Names the processes that still hold counters files of the session: for --quiet, where the table,
 * whose warnings have them too, is not shown. */
void cmd_name_living(const cov_session *session, cc_arena *arena);

#endif
