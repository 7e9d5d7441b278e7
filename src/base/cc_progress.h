/* The progress of long work: the working threads count steps, another thread may read the count at
 * any time. NULL: nothing reads the progress. */
#ifndef CC_PROGRESS_H
#define CC_PROGRESS_H

#include <stdatomic.h>
#include <stddef.h>

typedef struct cc_progress {
    atomic_size_t done, total; /* steps; the total may grow */
} cc_progress;

static inline void cc_progress_expect(cc_progress *progress, size_t steps) {
    if (progress != NULL) {
        atomic_fetch_add_explicit(&progress->total, steps, memory_order_relaxed);
    }
}

static inline void cc_progress_step(cc_progress *progress) {
    if (progress != NULL) {
        atomic_fetch_add_explicit(&progress->done, 1, memory_order_relaxed);
    }
}

#endif
