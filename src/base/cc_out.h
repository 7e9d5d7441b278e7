/* A file that is written piece by piece, and appears as a whole or not at all: the pieces go to a temporary file beside
 * it, which is renamed at the end. Readers see the old or the new file, never a part. What takes bytes as they come
 * (a device, a pipe, standard output) gets them directly.
 *
 * Temporary files have random names, so that writers in several containers (process namespaces) never meet in one. The
 * writer holds a lock on its own (flock): who can lock one knows that its writer is dead. Threads: one. */
#ifndef CC_OUT_H
#define CC_OUT_H

#include <limits.h>

#include "base/cc_err.h"
#include "base/cc_span.h"

typedef struct cc_out {
    const char *path; /* of messages, too */
    int fd;
    bool is_borrowed; /* the descriptor is not ours to close */
    int failure;      /* errno of the first write that failed; 0: none */
    uint64_t size, limit;
    char target[PATH_MAX]; /* what is replaced in the end: where `path` leads when it is a link */
    char temp[PATH_MAX];   /* "": written directly */
} cc_out;

/* The file gets `mode` less umask; one for its owner alone (0600) gets it as it is. `path` stays in place until
 * cc_out_close(). A link is followed, and what it leads to is replaced. A device or pipe is opened, not replaced; a link
 * to what is our standard output or error (/dev/stdout) means that stream. What dead writers of the same path left is
 * removed. */
CC_NODISCARD cc_err cc_out_open(cc_out *out, const char *path, unsigned mode);
/* The same, but whatever is there is replaced, a pipe, too: for files of our own, where nobody reads one. */
CC_NODISCARD cc_err cc_out_open_own(cc_out *out, const char *path, unsigned mode);
/* Is what cc_out_open() would open written as the bytes come, and never replaced? */
bool cc_out_is_direct(const char *path);
void cc_out_standard(cc_out *out);
/* False from the first failure on; cc_out_close() tells which. Nothing is written beyond RLIMIT_FSIZE. */
bool cc_out_write(cc_out *out, const void *data, size_t len);
/* The file is there, or (a failure, or not `is_whole`) nothing of it. CC_E_IO, beyond the limit CC_E_LIMIT. */
CC_NODISCARD cc_err cc_out_close(cc_out *out, bool is_whole);

/* Removes the temporary files of dead writers in a directory: those for the file `base`, or all (NULL). */
void cc_out_sweep(const char *dir, const char *base);

/* Would a file of `size` bytes be larger than this process may write? The kernel answers an attempt with
 * SIGXFSZ, which ends the process. */
bool cc_file_exceeds_limit(uint64_t size);

#endif
