/* A file that is written piece by piece, and appears as a whole or not at all: the pieces go to a temporary file beside
 * it, which is renamed at the end. Readers see the old or the new file, never a part. What takes bytes as they come
 * (a device, a pipe, standard output) gets them directly. Threads: one. */
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
    char temp[PATH_MAX]; /* "": written directly */
} cc_out;

/* The file gets `mode` less umask. `path` stays in place until cc_out_close(). A device or pipe is opened, not
 * replaced. */
CC_NODISCARD cc_err cc_out_open(cc_out *out, const char *path, unsigned mode);
/* The same, but whatever is there is replaced, a pipe, too: for files of our own, where nobody reads one. */
CC_NODISCARD cc_err cc_out_open_own(cc_out *out, const char *path, unsigned mode);
void cc_out_standard(cc_out *out);
/* False from the first failure on; cc_out_close() tells which. Nothing is written beyond RLIMIT_FSIZE. */
bool cc_out_write(cc_out *out, const void *data, size_t len);
/* The file is there, or (a failure, or not `is_whole`) nothing of it. CC_E_IO, beyond the limit CC_E_LIMIT. */
CC_NODISCARD cc_err cc_out_close(cc_out *out, bool is_whole);

/* Would a file of `size` bytes be larger than this process may write? The kernel answers an attempt with
 * SIGXFSZ, which ends the process. */
bool cc_file_exceeds_limit(uint64_t size);

#endif
