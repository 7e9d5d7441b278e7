/* Starting programs and waiting for them. Not for use with other threads running. */
#ifndef CC_PROC_H
#define CC_PROC_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* The environment of this process: NULL-terminated "NAME=value" strings. Borrowed. */
char *const *cc_proc_environment(void);

/* How a program ended: `signal` 0 and its exit code, or the signal that killed it. */
typedef struct cc_proc_end {
    int code;
    int signal;
} cc_proc_end;

/* Runs argv (argv[0] is looked up in PATH unless it contains a slash) with this process's standard
 * input, output and error, and waits for its end. Meanwhile SIGINT, SIGTERM, SIGHUP and SIGQUIT do
 * not end this process: those sent to it alone are passed on; those from a terminal reach the
 * program anyway. CC_E_NOTFOUND: there is no such program. CC_E_UNSUPPORTED: it is not
 * executable. */
CC_NODISCARD cc_err cc_proc_run(cc_proc_end *end, char *const argv[], char *const environment[]);

/* Runs argv with empty input, appends its standard output to *out (at most CC_PROC_MAX_OUTPUT
 * bytes) and discards its standard error. Errors as above. */
#define CC_PROC_MAX_OUTPUT (1u << 20)
CC_NODISCARD cc_err cc_proc_capture(cc_proc_end *end, char *const argv[], cc_buf *out);

/* Calls `run` in a child process, so that a crash does not affect this one; the result is the exit
 * code (0..255). Output of the child is discarded. */
CC_NODISCARD cc_err cc_proc_isolated(cc_proc_end *end, int (*run)(void *ctx), void *ctx);

#endif
