/* The golden files, for tests. */
#ifndef GOLDEN_H
#define GOLDEN_H

#include "metadata/md.h"

/* Whole file below the tests directory; in the arena. Fails the test when it cannot be read. */
cc_span golden_bytes(cc_arena *arena, const char *path);
/* A flat image as a loader would lay it out. */
cc_span golden_mapped(cc_arena *arena, cc_span flat);

#endif
