/* What a directory takes, and when it was changed last. */
#ifndef CC_USAGE_H
#define CC_USAGE_H

#include <stdint.h>

#include "base/cc_err.h"

typedef struct cc_usage {
    uint64_t bytes; /* allocated on the disk, for all that is below it */
    int64_t
        changed; /* seconds since 1970: the latest change of content, its own or of something below */
} cc_usage;

/* Links are not followed. What cannot be read takes nothing. CC_E_NOTFOUND, CC_E_NOMEM. */
CC_NODISCARD cc_err cc_dir_usage(cc_usage *out, const char *path);
/* Sets the time of the last change to now; what cannot be changed stays as it is. */
void cc_path_touch(const char *path);

#endif
