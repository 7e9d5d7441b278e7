/* The projects that a test run builds, beside what it loads. Threads: one. */
#ifndef CMD_PROJECTS_H
#define CMD_PROJECTS_H

#include "coverage/model/cov_model.h"

/* Assemblies of the projects to which the `dotnet test` of a command apply, without those of
 * tests. */
typedef struct cmd_projects {
    const char **assemblies;
    size_t count;
} cmd_projects;

/* Reads the projects that the words name, or the projects of the solution or folder. A project that
 * cannot be read is left out, and one whose assembly has a name that only the build knows. Memory of
 * `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_list_projects(cmd_projects *out, char *const *words, size_t count,
                                      cc_arena *arena);

/* Names those that no process loaded and that stand beside no program that ran: nobody would miss
 * them in the report. Says nothing about what a rule leaves out, or when nothing was measured. */
void cmd_say_unloaded(const cmd_projects *projects, const cov_model *model, sel_list *filter);

#endif
