/* Names and versions that other programs may rely on. */
#ifndef CLRCOV_VERSION_H
#define CLRCOV_VERSION_H

#define CLRCOV_VERSION "0.1.0"

/* The profiler's class identifier, in the form of CORECLR_PROFILER. */
#define CLRCOV_PROFILER_CLSID "{30D4695D-A1FA-4288-B5E9-F8BE8620DC72}"

/* Exit codes of the clrcov command. When the command under `clrcov run` fails, clrcov exits with
 * the code of that command; when a signal kills it, with 128 + signal. */
typedef enum clrcov_exit {
    CLRCOV_EXIT_OK = 0,
    CLRCOV_EXIT_THRESHOLD = 20,
    CLRCOV_EXIT_NOTHING = 21,  /* nothing was measured; no report is written */
    CLRCOV_EXIT_USAGE = 64,    /* wrong command line or configuration, or an unreadable input */
    CLRCOV_EXIT_INTERNAL = 70, /* missing library, another profiler, or a defect of clrcov */
    CLRCOV_EXIT_CANTWRITE = 73,
    CLRCOV_EXIT_NOTEXEC = 126, /* command found but not executable */
    CLRCOV_EXIT_NOTFOUND = 127 /* command not found */
} clrcov_exit;

#endif
