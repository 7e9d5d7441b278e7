/* Reads bytes that may disappear meanwhile: files that a build overwrites, and memory of the
 * runtime whose extent only its own headers state. Neither can crash the process. */
#ifndef PROF_READ_H
#define PROF_READ_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* Appends a regular file's content; CC_E_LIMIT for files above `limit` bytes, CC_E_NOTFOUND for
 * missing ones. Uses read(), not a mapping: a file truncated meanwhile gives fewer bytes, and no
 * signal. */
CC_NODISCARD cc_err prof_read_file(const char *path, size_t limit, cc_buf *out);

/* Appends `size` bytes at `base`; the kernel copies them, so that unmapped memory causes no fault.
 * Unreadable parts become zeros; *readable (may be NULL) is the number of bytes before the first
 * such part. */
CC_NODISCARD cc_err prof_read_memory(const void *base, size_t size, cc_buf *out, size_t *readable);

#endif
