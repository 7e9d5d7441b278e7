/* Starting programs and waiting for them. Not for use with other threads running. */
#ifndef CC_PROC_H
#define CC_PROC_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* The environment of this process: NULL-terminated "NAME=value" strings. Borrowed. */
char *const *cc_proc_environment(void);

/* Opens standard input, output and error where one is closed, so that no other file gets its number: what was closed
 * still cannot be used, and is closed for the programs that we start. To be called first. */
void cc_proc_open_standard(void);
/* From now on who reads from us may go: that is an error of writing and no end of this process. Programs that we start do
 * not inherit it. */
void cc_proc_ignore_pipe(void);

/* How a program ended: `signal` 0 and its exit code, or the signal that killed it. */
typedef struct cc_proc_end {
    int code;
    int signal;
} cc_proc_end;

/* Runs argv (argv[0] is looked up in PATH unless it has a slash) with our standard input, output
 * and error, and waits for its end. Signals that a program may handle do not end us meanwhile: sent to us alone they are
 * passed on; those of our whole process group, a terminal's too, reach the program anyway (cc_witness.h). When we are
 * suspended (SIGTSTP) and the program stops, we stop, too.
 * CC_E_NOTFOUND: there is no such program. CC_E_UNSUPPORTED: it is not executable. */
CC_NODISCARD cc_err cc_proc_run(cc_proc_end *end, char *const argv[], char *const environment[]);

/* Runs argv with empty input, appends its standard output to *out (at most CC_PROC_MAX_OUTPUT
 * bytes) and discards its standard error. Errors as above. */
#define CC_PROC_MAX_OUTPUT (1u << 20)
CC_NODISCARD cc_err cc_proc_capture(cc_proc_end *end, char *const argv[], cc_buf *out);

/* Calls `run` in a child process, so that a crash does not affect this one; the result is the exit
 * code (0..255). Output of the child is discarded. */
CC_NODISCARD cc_err cc_proc_isolated(cc_proc_end *end, int (*run)(void *ctx), void *ctx);

#endif
