/* Opens files below a directory with untrusted content: the path passes through no link and never
 * leaves the directory. The kernel checks it (openat2, Linux 5.6). Where openat2 is missing, or a
 * container forbids it, the code opens each component on its own. Threads: no state. */
#ifndef CC_BENEATH_H
#define CC_BENEATH_H

#include <stdbool.h>

#include "base/cc_err.h"

/* The path is relative, and none of its components is empty, "." or "..". */
bool cc_beneath_is_plain(const char *path);

/* Opens `path` below the directory `root` for reading; the caller closes *fd. A FIFO or a device
 * does not block. The function follows links above `root`. CC_E_NOTFOUND; CC_E_IO for a link, for a
 * path that is not plain, and for every other failure. The message names the path. */
CC_NODISCARD cc_err cc_beneath_open(int *fd, const char *root, const char *path);

#endif
