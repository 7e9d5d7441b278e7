/* Is code of this process compiled once and optimised at once? Then an inline that was refused
 * stays refused, and the bodies of a module must be set when it loads. True with tiered compilation
 * off, quick JIT off, or quick JIT for loops off; the environment wins over runtimeconfig.json, as
 * in the runtime. */
#ifndef PROF_TIERING_H
#define PROF_TIERING_H

#include "base/cc_span.h"

/* `env` is asked for names like "DOTNET_TieredCompilation"; NULL: not set. `json`: text of the
 * runtimeconfig file, may be empty. Pure. */
bool prof_is_compiled_once(const char *(*env)(const char *name), cc_str json);

/* May a hot reload replace code of this process? True with DOTNET_MODIFIABLE_ASSEMBLIES (or its
 * COMPlus_ twin) "debug", in any case of letters, as in the runtime. Pure. */
bool prof_is_modifiable(const char *(*env)(const char *name));

#endif
