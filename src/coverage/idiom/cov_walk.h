/* Along the flow of a method: which units control reaches from given ones. */
#ifndef COV_WALK_H
#define COV_WALK_H

#include "coverage/idiom/cov_view.h"

typedef struct cov_walk {
    const cov_view *v;
    uint8_t *seen;   /* by unit */
    uint32_t *stack; /* a unit is pushed once */
    uint32_t depth;
    int32_t state; /* the local that holds the state */
} cov_walk;

/* False when out of memory (`failed` of the view is set). */
bool cov_walk_init(cov_walk *w, cov_view *v);
/* Forgets what was seen. */
void cov_walk_clear(cov_walk *w);
/* Control is at the unit; nothing when it was there before. */
void cov_walk_push(cov_walk *w, uint32_t unit);
/* Pushes where control goes from the unit. From an await it goes on without leaving the method, too: that way
 * is enough, and a way into the middle of a block that it did not leave would go past what the block stores
 * first. */
void cov_walk_push_next(cov_walk *w, uint32_t unit);

#endif
