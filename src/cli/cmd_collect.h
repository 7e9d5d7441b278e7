/* Inside of cmd_collect.c and its neighbours: other coverage tools that a test run switches on by other
 * means than --collect. */
#ifndef CMD_COLLECT_H
#define CMD_COLLECT_H

#include "cli/cmd.h"

/* Is argv[at] the command dotnet, with this verb behind it? */
bool cmd_is_dotnet(char *const *argv, size_t count, size_t at, const char *verb);

/* --- cmd_collect_platform.c ------------------------------------------------------------------- */

/* CC_E_USAGE when the words of a script switch on coverage of Microsoft.Testing.Platform. */
CC_NODISCARD cc_err cmd_check_switches(char *const *words, size_t count, cc_arena *arena);
/* The arguments of a property "--coverage --report-trx" without those for coverage, in the arena; NULL when there are
 * none. *coverlet: those of coverlet stand among them, which are not taken out. */
const char *cmd_without_switches(const char *text, bool *coverlet, cc_arena *arena);

/* --- cmd_collect_project.c -------------------------------------------------------------------- */

/* CC_E_USAGE when a project of a test run in the words of a script switches on a collector. */
CC_NODISCARD cc_err cmd_check_projects(char *const *words, size_t count, cc_arena *arena);
/* Do the projects that `dotnet VERB` at argv[at] means have tests in them? */
CC_NODISCARD cc_err cmd_has_test_project(char *const *argv, size_t count, size_t at, bool *out,
                                         cc_arena *arena);

/* --- cmd_collect_target.c --------------------------------------------------------------------- */

/* `path`: absolute; `solution_dir`: of the solution that names it, else the run's folder. */
typedef cc_err (*cmd_visit_project)(void *ctx, const char *path, const char *solution_dir);
/* Calls `visit` for each project that the `dotnet VERB` at argv[at] means: those that its words name, else those of the
 * folder in which it runs. Ends at the first failure. */
CC_NODISCARD cc_err cmd_visit_projects(char *const *argv, size_t count, size_t at,
                                       cmd_visit_project visit, void *ctx, cc_arena *arena);

#endif
