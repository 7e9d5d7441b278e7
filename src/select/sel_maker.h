/* Assemblies that came with a package. */
#ifndef SEL_MAKER_H
#define SEL_MAKER_H

#include "base/cc_arena.h"
#include "base/cc_span.h"

/* Who made an assembly. */
typedef enum sel_maker { SEL_MAKER_UNKNOWN, SEL_MAKER_PROJECT, SEL_MAKER_PACKAGE } sel_maker;

/* Returns who made the assembly at `path`, by the .deps.json files beside it. These list the file of
 * a package with its folder in the package ("lib/net8.0/NAME.dll"), and a project as a library of
 * the type "project". No file lists NAME.TestAdapter.dll, a plug-in that a package gives to VSTest,
 * which searches for that name. SEL_MAKER_UNKNOWN also when memory is missing. The arena is for
 * temporary memory. Threads: any. */
sel_maker sel_find_maker(cc_str path, cc_arena *arena);

/* The assembly runs tests, or tests are written with it, by its simple name (sel_test_tools.def),
 * and it came with a package. False when the user's own build of such a tool runs: a project made
 * it. The arena is for temporary memory. Threads: any. */
bool sel_is_test_tool(cc_str name, cc_str path, cc_arena *arena);

#endif
