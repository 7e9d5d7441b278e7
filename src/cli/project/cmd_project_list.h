/* Files that list projects and are not solutions: filters of a solution (.slnf), and projects of other
 * projects (.proj), such as those of Microsoft.Build.Traversal. Threads: one. */
#ifndef CMD_PROJECT_LIST_H
#define CMD_PROJECT_LIST_H

#include "base/cc_err.h"
#include "base/cc_list.h"

typedef struct cmd_project_list {
    cc_list paths;            /* char *, absolute: projects, or further lists */
    const char *solution_dir; /* of the solution that is filtered; NULL: there is none */
} cmd_project_list;

/* By the extension, without regard to case. */
bool cmd_is_project_list(cc_str path);
/* Reads the file at an absolute path. What cannot be read lists nothing. Conditions are ignored.
 * Memory of the arena. CC_E_NOMEM. */
CC_NODISCARD cc_err cmd_project_list_read(cmd_project_list *out, const char *path, cc_arena *arena);

#endif
