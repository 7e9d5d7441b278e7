/* What changed. Threads: one. */
#ifndef CMD_PATCH_H
#define CMD_PATCH_H

#include "cli/core/cmd_config.h"
#include "coverage/patch/patch.h"

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
/* Reads the patch, or looks for the base, for the same errors. */
CC_NODISCARD cc_err cmd_check_changes(const cmd_config *config, cc_arena *arena);

#endif
