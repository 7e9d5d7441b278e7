/* Assemblies that came with a package. */
#ifndef COV_THIRD_PARTY_H
#define COV_THIRD_PARTY_H

#include "base/cc_arena.h"
#include "base/cc_span.h"

/* Who made an assembly. */
typedef enum cov_maker { COV_MAKER_UNKNOWN, COV_MAKER_PROJECT, COV_MAKER_PACKAGE } cov_maker;

/* Who made the assembly at `path`, by the .deps.json files beside it: these list the file of a package with its folder in
 * the package ("lib/net8.0/NAME.dll"), and a project as a library of the type "project". NAME.TestAdapter.dll, which no file lists,
 * is a plug-in that a package gives to VSTest, which searches for that name. The arena is for temporary memory. */
cov_maker cov_find_maker(cc_str path, cc_arena *arena);

#endif
