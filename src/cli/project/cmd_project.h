/* Texts of project files and solutions. Threads: one. */
#ifndef CMD_PROJECT_H
#define CMD_PROJECT_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Facts in an MSBuild file. Conditions are ignored; the last of several values counts. */
typedef struct cmd_project_facts {
    /* AssemblyName, with the project's own name inserted; NULL: not stated, or composed of other
     * properties */
    const char *assembly;
    bool is_test; /* references a test framework, or sets IsTestProject */
} cmd_project_facts;
/* `stem`: the file's name without extension. CC_E_FORMAT: not XML, or with a DTD. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_project_read(cmd_project_facts *out, cc_str text, cc_str stem,
                                     cc_arena *arena);

/* Reads a file; also CC_E_NOTFOUND, CC_E_IO. */
CC_NODISCARD cc_err cmd_project_read_file(cmd_project_facts *out, const char *path,
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
