/* A file that is written piece by piece, and appears complete or not at all: the pieces go to a
 * temporary file beside it, which the close renames. Readers see the old or the new file, never a
 * part. A device, a pipe or standard output gets the pieces directly.
 *
 * Temporary files have random names, so that writers in several containers (process namespaces)
 * never share one. The writer holds a lock on its temporary file (flock): a process that gets the
 * lock knows that the writer is dead. Threads: one. */
#ifndef CC_OUT_H
#define CC_OUT_H

#include <limits.h>

#include "base/cc_err.h"
#include "base/cc_span.h"

typedef struct cc_out {
    const char *path; /* also for messages */
    int fd;
    bool is_borrowed; /* the descriptor must not be closed */
    int failure;      /* errno of the first write that failed; 0: none */
    uint64_t size, limit;
    char target[PATH_MAX]; /* the file to be replaced: the target of `path` if that is a link */
    char temp[PATH_MAX];   /* "": bytes go directly to the target */
} cc_out;

/* Opens the file, which gets `mode` minus umask; a file for its owner alone (0600) gets exactly
 * that mode. `path` must stay valid until cc_out_close(). The function follows a link and replaces
 * its target. It opens, and does not replace, a device or pipe; a link to this process's standard
 * output or error (/dev/stdout) means that stream. It removes temporary files that dead writers of
 * `path` left. */
CC_NODISCARD cc_err cc_out_open(cc_out *out, const char *path, unsigned mode);
/* Like cc_out_open(), but replaces anything at `path`, even a pipe: for internal files, which no
 * reader has open as a pipe. */
CC_NODISCARD cc_err cc_out_open_own(cc_out *out, const char *path, unsigned mode);
/* cc_out_open() would write the bytes to `path` directly and not replace it. */
bool cc_out_is_direct(const char *path);
void cc_out_standard(cc_out *out);
/* False from the first failure on; cc_out_close() reports it. The function writes nothing beyond
 * RLIMIT_FSIZE. */
bool cc_out_write(cc_out *out, const void *data, size_t len);
/* Renames the file into place; after a failure, or without `is_whole`, removes it. CC_E_IO;
 * CC_E_LIMIT beyond the limit. */
CC_NODISCARD cc_err cc_out_close(cc_out *out, bool is_whole);

/* Removes the temporary files of this process, as far as it has no more than 16 open: the program
 * ends before they are complete. Any thread; a file that another thread closes meanwhile may stay
 * or appear. */
void cc_out_remove_open(void);

/* Removes the temporary files of dead writers in a directory: the ones for the file `base`, or all
 * (NULL). */
void cc_out_sweep(const char *dir, const char *base);

/* A file of `size` bytes would exceed the limit of this process. The kernel answers an attempt with
 * SIGXFSZ, which ends the process. */
bool cc_file_exceeds_limit(uint64_t size);

#endif
