/* The progress of long work: the working threads count steps, another thread may read the count at
 * any time, and may cancel the work. NULL: nothing reads the progress. */
#ifndef CC_PROGRESS_H
#define CC_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cc_progress {
    atomic_size_t done, total; /* steps; the total may grow */
    atomic_bool is_cancelled;  /* nobody needs the result any more */
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

static inline void cc_progress_cancel(cc_progress *progress) {
    atomic_store(&progress->is_cancelled, true);
}

static inline bool cc_progress_is_cancelled(const cc_progress *progress) {
    return progress != NULL && atomic_load_explicit(&progress->is_cancelled, memory_order_relaxed);
}

#endif
