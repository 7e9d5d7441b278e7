/* Places of sources and reports. Threads: one. */
#ifndef CMD_PATHS_H
#define CMD_PATHS_H

#include "cli/core/cmd_config.h"

/* The nearest directory with a .git at or above `start`; *out is NULL when there is none. */
CC_NODISCARD cc_err cmd_find_git(cc_arena *arena, const char *start, char **out);
/* The source root: `given` (resolved; CC_E_USAGE when it is not a directory), else the nearest
 * directory with a .git at or above the working directory, else the working directory. In the
 * arena. */
CC_NODISCARD cc_err cmd_find_root(cc_arena *arena, const char *given, char **out);
/* CC_E_IO when a file could not be created at `path`. */
CC_NODISCARD cc_err cmd_check_output(cc_arena *arena, const char *path);
/* CC_E_IO when a folder of pages could not be created there. */
CC_NODISCARD cc_err cmd_check_folder(cc_arena *arena, const char *path);
/* Returns the part of the root below the top of its repository; "" for the top. Borrowed. */
cc_str cmd_folder_below(const char *root, const char *top);
/* Checks the places of all reports of the configuration. */
CC_NODISCARD cc_err cmd_check_outputs(const cmd_config *config, cc_arena *arena);
/* Does the same, and writes the message. Returns the exit code. */
int cmd_outputs_code(const cmd_config *config, cc_arena *arena);
/* A file that a command writes, and the option or setting that names it. */
typedef struct cmd_place {
    const char *name, *path;
} cmd_place;
/* CC_E_USAGE when two of these files and of the reports of the configuration are one, whatever their
 * paths are: one would replace the other. Standard output, devices and pipes take several. */
CC_NODISCARD cc_err cmd_check_apart(const cmd_config *config, const cmd_place *others, size_t count,
                                    cc_arena *arena);

#endif
