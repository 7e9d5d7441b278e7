/* What the fuzz targets share. A target gets bytes, asks for everything that the parser can tell of
 * them, and ends the process (fuzz_require) when an answer breaks a promise of its header. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/cc_span.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* `what` says which promise is broken. */
static inline void fuzz_require(bool is_so, const char *what) {
    if (!is_so) {
        fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

#endif
