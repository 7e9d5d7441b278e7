/* Internal to cmd_collect.c and its neighbours: other coverage tools that a test run switches on by
 * means other than --collect. */
#ifndef CMD_COLLECT_PARTS_H
#define CMD_COLLECT_PARTS_H

#include "base/cc_err.h"
#include "cli/project/cmd_condition.h"

/* argv[at] is the command dotnet, followed by this verb. */
bool cmd_is_dotnet(char *const *argv, size_t count, size_t at, const char *verb);

/* --- cmd_collect_list.c ----------------------------------------------------------------------- */

typedef enum cmd_collector {
    CMD_COLLECTOR_NONE, /* none of coverage */
    CMD_COLLECTOR_COVERLETS,
    CMD_COLLECTOR_MICROSOFTS
} cmd_collector;
/* Accepts parameters: "XPlat Code Coverage;Format=opencover". */
cmd_collector cmd_collector_of(cc_str item);
/* The first one of coverage in a value of VSTestCollect. *rest: the value without any, escaped as
 * it was and quoted as a property in a command line needs it; in the arena. */
cmd_collector cmd_collector_in(cc_str list, const char **rest, cc_arena *arena);

/* --- cmd_collect_runs.c ----------------------------------------------------------------------- */

/* The words of a script. The word ";" separates two commands. */
typedef struct cmd_words {
    char *const *items;
    size_t count;
} cmd_words;
void cmd_split_script(cmd_words *out, const char *script, cc_arena *arena);
/* Index of the argument that is the script of a shell at argv[at]; 0: no shell, or no script. */
size_t cmd_find_script(char *const *argv, size_t count, size_t at);

/* `dotnet test`, `dotnet vstest`, vstest.console; `dotnet run` only for cmd_visit_projects. */
typedef struct cmd_test_run {
    char *const *words; /* arguments, or the words of a script */
    size_t at, end;     /* its words */
    const char *folder; /* in which it runs, absolute */
    size_t script;      /* index of the script among the arguments; 0: it is in none */
} cmd_test_run;
typedef cc_err (*cmd_visit_run)(void *ctx, const cmd_test_run *run);
/* Calls `visit` for each test run of a command, or of the script in it. Ends at the first
 * failure. */
CC_NODISCARD cc_err cmd_visit_runs(char *const *argv, size_t count, cmd_visit_run visit, void *ctx,
                                   cc_arena *arena);
/* The folder that is current at words[at], after the `cd` commands of a script. */
CC_NODISCARD cc_err cmd_folder_at(char *const *words, size_t at, char **out, cc_arena *arena);

/* --- cmd_collect_platform.c ------------------------------------------------------------------- */

/* CC_E_USAGE when the words of a script switch on coverage of Microsoft.Testing.Platform. */
CC_NODISCARD cc_err cmd_check_switches(char *const *words, size_t count, cc_arena *arena);
/* The arguments of a property such as "--coverage --report-trx" without those for coverage, in the
 * arena; NULL when it contains none. *coverlet: it contains switches of coverlet, which are not
 * removed. */
const char *cmd_without_switches(const char *text, bool *coverlet, cc_arena *arena);

/* --- cmd_collect_project.c -------------------------------------------------------------------- */

/* CC_E_USAGE when a project of a test run in the script of the command switches on a collector. */
CC_NODISCARD cc_err cmd_check_projects(char *const *argv, size_t count, cc_arena *arena);
/* Sets *out to whether the projects that `dotnet VERB` at argv[at] applies to contain tests. */
CC_NODISCARD cc_err cmd_has_test_project(char *const *argv, size_t count, size_t at, bool *out,
                                         cc_arena *arena);

/* --- cmd_collect_counter.c -------------------------------------------------------------------- */

/* The properties that switch on coverage tools, NULL-terminated. */
extern const char *const cmd_switching_properties[];
struct cmd_project_coverage;
/* Adds what the properties of a project switch on, with options against it. CC_E_USAGE: one command
 * line cannot switch it off. */
CC_NODISCARD cc_err cmd_counter_properties(struct cmd_project_coverage *out,
                                           const cmd_properties *p);

/* --- cmd_collect_assign.c: what the files of a project set ------------------------------------ */

struct _xmlNode;
/* Does the condition of the element hold? */
cmd_truth cmd_condition_of(const cmd_properties *p, const struct _xmlNode *node);
/* Sets the properties of all groups below the root of an MSBuild file, where conditions hold or are
 * not known. `file` is borrowed. */
void cmd_assign_properties(cmd_properties *p, struct _xmlNode *root, const char *file);
/* Sets what MSBuild sets for the project: its name and folders, the system. Paths are absolute and
 * borrowed. */
void cmd_assign_project(cmd_properties *p, const char *path, const char *project_dir,
                        const char *solution_dir);
/* Sets the name and folder of the file that is read next. */
void cmd_assign_file(cmd_properties *p, const char *path);
/* Sets what the SDK and the packages of tests set after Directory.Build.props and before the
 * project itself, unless it is set: Configuration, Platform, IsTestProject. */
void cmd_assign_defaults(cmd_properties *p, bool is_test);

/* --- cmd_evaluate.c --------------------------------------------------------------------------- */

/* Adds the properties of the files of a project, in the order of MSBuild, to the properties of the
 * command. *is_test: as in cmd_project_facts. Errors of cmd_project_evaluate(); then the properties of the
 * other files are there nevertheless. `path` and `solution_dir` are borrowed. */
CC_NODISCARD cc_err cmd_evaluate_project(cmd_properties *p, const char *path,
                                         const char *solution_dir, bool *is_test);

/* --- cmd_collect_target.c --------------------------------------------------------------------- */

/* `path`: absolute; `solution_dir`: directory of the solution that names the project, else the
 * run's folder. */
typedef cc_err (*cmd_visit_project)(void *ctx, const char *path, const char *solution_dir);
/* Calls `visit` for each project that the run applies to: those that its words name, else those of
 * the folder in which it runs. Ends at the first failure. */
CC_NODISCARD cc_err cmd_visit_projects(const cmd_test_run *run, cmd_visit_project visit, void *ctx,
                                       cc_arena *arena);

#endif
