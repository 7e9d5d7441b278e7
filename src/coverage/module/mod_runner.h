/* What runs the tests of a test program that is started directly. Threads: no state. */
#ifndef MOD_RUNNER_H
#define MOD_RUNNER_H

#include "base/cc_arena.h"

typedef enum mod_runner {
    MOD_RUNNER_NONE,     /* not a test assembly, or the file cannot be read */
    MOD_RUNNER_XUNIT,    /* xunit.v3, with its own options or those of Microsoft.Testing.Platform */
    MOD_RUNNER_PLATFORM, /* Microsoft.Testing.Platform with the options of VSTest: NUnit, MSTest */
    MOD_RUNNER_TUNIT,
    MOD_RUNNER_OTHER
} mod_runner;

/* `path`: of the assembly. Scratch memory of `arena`. */
mod_runner mod_find_runner(const char *path, cc_arena *arena);

#endif
