/* Walks through folders. Threads: one. */
#ifndef CMD_FOLDERS_H
#define CMD_FOLDERS_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

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
 * a .dll and the .pdb of the same name. Finds the nearest `most` of them, by path, in the arena. */
typedef struct cmd_folder_list {
    const char *const *paths;
    size_t count;
    bool is_cut; /* there may be more */
} cmd_folder_list;
CC_NODISCARD cc_err cmd_find_folders(cmd_folder_list *out, const char *top, size_t most,
                                     cc_arena *arena);

#endif
