/* Work in pieces on as many threads as there are processors. Threads make pieces in any order, and
 * the caller takes them in index order, so that the result does not depend on the threads. Threads
 * make only a few pieces ahead of the current one, so that memory is bounded. When no thread
 * starts, or there are few pieces, the caller's thread makes them.
 *
 * Threads: `make` runs in several threads at once, for different pieces. The output of `make`
 * belongs to its thread until the piece is made, and to the caller from cc_crew_take() to
 * cc_crew_next(). */
#ifndef CC_CREW_H
#define CC_CREW_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CC_CREW_AHEAD = 8, /* pieces; piece `index` may use slot index % CC_CREW_AHEAD */
    CC_CREW_MOST = 4   /* threads, including the caller's */
};

/* Makes piece `index`; `worker` < CC_CREW_MOST is the number of the thread, 0 for the caller's
 * thread. */
typedef void cc_crew_make(void *ctx, unsigned worker, size_t index);

typedef struct cc_crew cc_crew;

/* Starts the threads: one more thread for every few pieces. `ctx` must stay in place until cc_crew_end().
 * NULL when out of memory, unless the program ends there (cc_memory.h). */
cc_crew *cc_crew_start(size_t count, cc_crew_make *make, void *ctx);
/* Waits until the next piece, by index from 0 on, is made. Meanwhile the caller's thread makes
 * pieces. */
void cc_crew_take(cc_crew *crew);
/* Ends the use of the piece that the caller took. */
void cc_crew_next(cc_crew *crew);
/* Waits for pieces in progress; starts no others. NULL is allowed. */
void cc_crew_end(cc_crew *crew);

/* Makes all pieces. */
void cc_crew_run(size_t count, cc_crew_make *make, void *ctx);
/* Like cc_crew_run(), for large pieces: each is worth a thread. */
void cc_crew_run_large(size_t count, cc_crew_make *make, void *ctx);

#endif
