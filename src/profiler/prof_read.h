/* Reading bytes that may go away while they are read: files that a build overwrites, memory of the
 * runtime whose extent only its own headers tell. Neither can end the process. */
#ifndef PROF_READ_H
#define PROF_READ_H

#include "base/cc_buf.h"
#include "base/cc_err.h"

/* Appends a regular file's content; files above `limit` bytes are CC_E_LIMIT, missing ones
 * CC_E_NOTFOUND. read(), not a mapping: a file cut short meanwhile gives fewer bytes, no signal. */
CC_NODISCARD cc_err prof_read_file(const char *path, size_t limit, cc_buf *out);

/* Appends `size` bytes at `base`, copied by the kernel so that memory that is not there is no
 * fault. Parts that cannot be read become zeros; *readable (may be NULL) counts the bytes up to the
 * first such. */
CC_NODISCARD cc_err prof_read_memory(const void *base, size_t size, cc_buf *out, size_t *readable);

#endif
