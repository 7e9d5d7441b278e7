/* Names and versions that other programs may rely on. */
#ifndef CLRCOV_VERSION_H
#define CLRCOV_VERSION_H

#define CLRCOV_VERSION "0.1.0"

/* The profiler's class identifier, as CORECLR_PROFILER wants it. */
#define CLRCOV_PROFILER_CLSID "{30D4695D-A1FA-4288-B5E9-F8BE8620DC72}"

/* Exit codes of the clrcov command. A command that ran under `clrcov run` and failed keeps its own
 * code; one killed by a signal gives 128 + signal. */
typedef enum clrcov_exit {
    CLRCOV_EXIT_OK = 0,
    CLRCOV_EXIT_THRESHOLD = 20,
    CLRCOV_EXIT_NOTHING = 21,  /* nothing was measured, and the command itself returned 0 */
    CLRCOV_EXIT_USAGE = 64,    /* command line, configuration, an input that cannot be read */
    CLRCOV_EXIT_INTERNAL = 70, /* library missing, another profiler set, defect */
    CLRCOV_EXIT_CANTWRITE = 73,
    CLRCOV_EXIT_NOTEXEC = 126, /* command found but not executable */
    CLRCOV_EXIT_NOTFOUND = 127 /* command not found */
} clrcov_exit;

#endif
