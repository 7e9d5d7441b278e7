/* Files that stay reachable, and locks that stay held, in a process whose program may close any
 * descriptor, and may then open its own file under that number. For libraries in such a process.
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
 * programs seldom close. CC_E_IO: `fd` is not an open file; it then stays the caller's. */
CC_NODISCARD cc_err cc_kept_take(cc_kept *out, int fd);
/* Sets *fd to a descriptor of the file, which the object keeps. If the program has taken the
 * number, the function opens the file again at `path`. CC_E_NOTFOUND: the file no longer exists, or
 * is another file. CC_E_IO: it cannot be opened. */
CC_NODISCARD cc_err cc_kept_get(cc_kept *kept, const char *path, int *fd);
/* Closes the descriptor, unless the program has taken its number. */
void cc_kept_close(cc_kept *kept);

/* A shared lock (flock) that belongs to a mapping and to no descriptor. It ends with cc_hold_end(),
 * or with the process and the processes that it forked and that did not exec. */
typedef struct cc_hold {
    void *page; /* NULL: nothing is held */
} cc_hold;

/* Locks the open file `fd`, which gets room for a page, and waits for the lock. The caller then
 * closes `fd`, and opens the file again where it needs it: the lock lasts as long as any mapping or
 * copy of `fd`. Errors of the file system. */
CC_NODISCARD cc_err cc_hold_begin(cc_hold *out, int fd);
/* Ends the lock; an object that holds nothing is allowed. */
void cc_hold_end(cc_hold *hold);

#endif
