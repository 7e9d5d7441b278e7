/* Starting programs and waiting for them. Other threads may run, except where a function says so:
 * between fork and exec a child makes only system calls. */
#ifndef CC_PROC_H
#define CC_PROC_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* The environment of this process: NULL-terminated "NAME=value" strings. Borrowed. */
char *const *cc_proc_environment(void);
/* Returns the value of a variable of the environment; NULL when it is not set, or empty. */
const char *cc_proc_variable(const char *name);

/* Opens standard input, output and error if they are closed, so that no other file gets their
 * numbers. They still cannot be used, and are closed in started programs. Call it first. */
void cc_proc_open_standard(void);
/* After this call a write to a pipe without a reader is an error and does not end this process.
 * Started programs do not inherit it. */
void cc_proc_ignore_pipe(void);

/* After this call a write beyond the limit for sizes of files is an error and does not end this
 * process: its messages may go to a log that has reached the limit. Started programs do not inherit
 * it. */
void cc_proc_ignore_file_limit(void);

/* After this call the first SIGINT, SIGTERM or SIGHUP does not end this process, unless the signal
 * was ignored before; cc_proc_is_told_to_end() returns whether it arrived. A later signal acts as
 * usual. A signal within CC_PROC_ONE_WISH_MS of the first belongs to the first: timeout(1) sends
 * its signal to the program, and once more to the group. */
#define CC_PROC_ONE_WISH_MS 250
void cc_proc_await_end(void);
bool cc_proc_is_told_to_end(void);

/* How a program ended: `signal` 0 and its exit code, or the signal that killed it. */
typedef struct cc_proc_end {
    int code;
    int signal;
} cc_proc_end;

/* Runs argv (argv[0] is looked up in PATH unless it contains a slash) with the standard input,
 * output and error of this process, and waits for its end. Meanwhile signals that a program can
 * handle do not end this process. The function forwards signals that were sent to this process
 * only; signals for the whole process group, including a terminal's, reach the program anyway
 * (cc_witness.h). If this process is suspended (SIGTSTP) and the program stops, this process stops,
 * too. Processes that the program leaves running become children of this process (cc_proc_reap()).
 * CC_E_NOTFOUND: there is no such program. CC_E_UNSUPPORTED: it is not executable. */
CC_NODISCARD cc_err cc_proc_run(cc_proc_end *end, char *const argv[], char *const environment[]);

/* Reaps children that have ended. True: a child is still alive. Do not call it while cc_proc_run()
 * runs. */
bool cc_proc_reap(void);

/* Runs argv with empty input, appends its standard output to *out and discards its standard error.
 * Errors as above; CC_E_LIMIT: it printed more than CC_PROC_MAX_OUTPUT bytes. */
#define CC_PROC_MAX_OUTPUT (64u << 20)
CC_NODISCARD cc_err cc_proc_capture(cc_proc_end *end, char *const argv[], cc_buf *out);
/* Like cc_proc_capture(), with its standard error in between. Of more output it keeps the first bytes. */
CC_NODISCARD cc_err cc_proc_capture_all(cc_proc_end *end, char *const argv[], cc_buf *out);

/* Calls `run` in a child process, so that a crash does not affect this process; the result is the
 * exit code (0..255). Discards the output of the child. Not for use with other threads running. */
CC_NODISCARD cc_err cc_proc_isolated(cc_proc_end *end, int (*run)(void *ctx), void *ctx);

#endif
