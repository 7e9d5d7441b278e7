/* Projects and solutions. MSBuild itself is never run. Threads: one. */
#ifndef CMD_PROJECT_H
#define CMD_PROJECT_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Facts about a project, from the files that MSBuild reads for it, as far as their texts tell them. */
typedef struct cmd_project_facts {
    const char *assembly; /* the name of its assembly; NULL: it depends on something unknown */
    /* It sets IsTestProject, or else refers to a test framework; also where the condition of that is
     * not known. */
    bool is_test;
} cmd_project_facts;
/* A project, and what builds it. */
typedef struct cmd_project_asked {
    const char *path; /* absolute */
    /* directory of the solution that names it, or else the working directory of the command */
    const char *solution_dir;
    char *const *words; /* of the command, whose properties count */
    size_t word_count;  /* 0: no command is known */
} cmd_project_asked;
/* Memory of `arena`. CC_E_FORMAT: the project is not XML, or has a DTD; CC_E_NOTFOUND, CC_E_IO. */
CC_NODISCARD cc_err cmd_project_evaluate(cmd_project_facts *out, const cmd_project_asked *asked,
                                         cc_arena *arena);
/* The same for the text of a project alone. `stem`: the file's name without extension. CC_E_FORMAT. */
CC_NODISCARD cc_err cmd_project_read(cmd_project_facts *out, cc_str text, cc_str stem,
                                     cc_arena *arena);

/* No solution has so many bytes. */
enum { CMD_MOST_SOLUTION = 16 << 20 };
/* Calls `take` with the path of each project in a solution, as written but with '/'. The text is an
 * .slnx when it begins with '<', else an .sln. Stops at the first failure. CC_E_FORMAT. */
CC_NODISCARD cc_err cmd_solution_read(cc_str text, cc_arena *arena,
                                      cc_err (*take)(void *ctx, cc_str path), void *ctx);

/* By the extension, without regard to case: a project of C#, F# or Visual Basic; a solution. */
bool cmd_is_project(cc_str path);
bool cmd_is_solution(cc_str path);

#endif
