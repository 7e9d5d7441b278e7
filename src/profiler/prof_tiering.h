/* Determines whether the runtime compiles code of this process once and optimises it at once. Then
 * a refused inline stays refused, and the library must set the bodies of a module when it loads.
 * True with tiered compilation off, quick JIT off, or quick JIT for loops off; the environment
 * overrides runtimeconfig.json, as in the runtime. */
#ifndef PROF_TIERING_H
#define PROF_TIERING_H

#include "base/cc_span.h"

/* The function calls `env` with names like "DOTNET_TieredCompilation"; NULL: not set. `json`: text
 * of the runtimeconfig file, may be empty. Pure. */
bool prof_is_compiled_once(const char *(*env)(const char *name), cc_str json);

/* A hot reload may replace code of this process. True if DOTNET_MODIFIABLE_ASSEMBLIES (or its
 * COMPlus_ equivalent) is "debug", without case, as in the runtime. Pure. */
bool prof_is_modifiable(const char *(*env)(const char *name));

#endif
