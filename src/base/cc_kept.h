/* Files that stay reachable, and locks that stay held, in a process whose program may close any
 * descriptor, and may open a file of its own under the number. For libraries in such a process.
 * Threads: the caller lets one thread at a time use an object. */
#ifndef CC_KEPT_H
#define CC_KEPT_H

#include <stdint.h>

#include "base/cc_err.h"

/* A file that is open for reading and writing. */
typedef struct cc_kept {
    int fd; /* -1: none */
    uint64_t device, inode;
} cc_kept;

/* Takes over the open file `fd`, which exec will close, and moves it to a high number, which
 * programs seldom close. CC_E_IO: it is no open file; `fd` stays the caller's then. */
CC_NODISCARD cc_err cc_kept_take(cc_kept *out, int fd);
/* Sets *fd to a descriptor of the file, which stays the object's. If the program has taken the
 * number, the file is opened again at `path`. CC_E_NOTFOUND: it is not there any more, or it is
 * another file. CC_E_IO: it cannot be opened. */
CC_NODISCARD cc_err cc_kept_get(cc_kept *kept, const char *path, int *fd);
/* Closes the descriptor, unless the program has taken its number. */
void cc_kept_close(cc_kept *kept);

/* A shared lock (flock) that belongs to a mapping and to no descriptor. It ends with
 * cc_hold_end(), or with the process and those that it forked and that did not exec. */
typedef struct cc_hold {
    void *page; /* NULL: nothing is held */
} cc_hold;

/* Locks the open file `fd`, which gets room for a page, and waits for the lock. From then on the caller closes `fd`, and opens
 * the file again where it needs it: the lock lasts as long as any mapping or copy of `fd`. Errors
 * of the file system. */
CC_NODISCARD cc_err cc_hold_begin(cc_hold *out, int fd);
/* Nothing held is allowed. */
void cc_hold_end(cc_hold *hold);

#endif
