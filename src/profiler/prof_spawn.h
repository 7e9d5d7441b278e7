/* Starts a program that outlives this process and is not its child: for reports without the command
 * line tool. */
#ifndef PROF_SPAWN_H
#define PROF_SPAWN_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

/* Finds the path of the command that belongs to this library: "../bin/clrcov" from the library's
 * folder, or where packages have it (prof_spawn.c). In the arena. CC_E_NOTFOUND when it is missing
 * or not executable. */
CC_NODISCARD cc_err prof_tool_path(cc_arena *arena, char **out);

/* Runs argv[0] in a session of its own, with /dev/null as input and outputs, without the variables
 * that load the library. `inherit` (-1: none) stays open in it, as descriptor 3. *done (may be
 * NULL): a descriptor that reaches its end when the program has ended; the caller closes it. */
CC_NODISCARD cc_err prof_spawn(char *const argv[], int inherit, int *done);

#endif
