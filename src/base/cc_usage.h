/* Disk usage of a directory, and its last change. Threads: any. */
#ifndef CC_USAGE_H
#define CC_USAGE_H

#include <stdint.h>

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef struct cc_usage {
    uint64_t bytes; /* allocated on the disk, for everything below the directory */
    /* seconds since 1970: the last change of content of the directory or of anything below it */
    int64_t changed;
    /* differs after a file was made, removed, replaced, renamed, or got another size or time */
    uint64_t state;
} cc_usage;

/* Does not follow links. Unreadable parts count as 0 bytes. CC_E_NOTFOUND, CC_E_NOMEM. */
CC_NODISCARD cc_err cc_dir_usage(cc_usage *out, const char *path);
/* Does the same in two steps, for a caller that lists the directory between them: with the state
 * before the list, what changes after the list gives another state. cc_dir_usage_begin(): the
 * directory alone; cc_dir_usage_add(): what its list names. Errors of cc_dir_usage(). */
CC_NODISCARD cc_err cc_dir_usage_begin(cc_usage *out, const char *path);
CC_NODISCARD cc_err cc_dir_usage_add(cc_usage *out, const char *path, char *const *names,
                                     size_t count, cc_arena *arena);
/* Sets the time of the last change to now; ignores failures. */
void cc_path_touch(const char *path);

#endif
