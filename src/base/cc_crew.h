/* Work in pieces on as many threads as there are processors: pieces are made in any order, and taken in theirs, so
 * what comes of them does not depend on the threads. Only so many are made ahead of those that were taken: memory
 * stays bounded. Where threads cannot be had, or pieces are few, the caller makes them.
 *
 * Threads: `make` runs in several at once, for different pieces. What it writes belongs to the thread until the piece
 * is made, and to the caller from cc_crew_take() to cc_crew_next(). */
#ifndef CC_CREW_H
#define CC_CREW_H

#include <stdbool.h>
#include <stddef.h>

enum {
    CC_CREW_AHEAD = 8, /* pieces; number index % CC_CREW_AHEAD of as many rooms is free for one */
    CC_CREW_MOST = 4   /* threads, the caller's included */
};

/* Makes piece `index`; `worker` < CC_CREW_MOST: which thread, 0 the caller's. */
typedef void cc_crew_make(void *ctx, unsigned worker, size_t index);

typedef struct cc_crew cc_crew;

/* NULL when out of memory. `ctx` stays in place until cc_crew_end(). */
cc_crew *cc_crew_start(size_t count, cc_crew_make *make, void *ctx);
/* The next piece, by index from 0 on, is made; until then the caller makes pieces, too. */
void cc_crew_take(cc_crew *crew);
/* The piece that was taken is done with. */
void cc_crew_next(cc_crew *crew);
/* Waits for pieces that are being made; others are not begun. NULL is fine. */
void cc_crew_end(cc_crew *crew);

/* Makes all pieces. False when out of memory. */
bool cc_crew_run(size_t count, cc_crew_make *make, void *ctx);

#endif
