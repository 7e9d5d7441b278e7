/* Assemblies that came with a package. */
#ifndef COV_THIRD_PARTY_H
#define COV_THIRD_PARTY_H

#include "base/cc_arena.h"
#include "base/cc_span.h"

/* The assembly came with a package, by a .deps.json beside it: the file of a package is listed
 * there with its folder in the package ("lib/net8.0/NAME.dll"), the file of a project without a
 * folder. The arena is for temporary memory. */
bool cov_is_from_package(cc_str path, cc_arena *arena);

#endif
