/* Along the flow of a method: which instructions control reaches from given ones. */
#ifndef DEC_WALK_H
#define DEC_WALK_H

#include "coverage/decision/dec_view.h"

typedef struct dec_walk {
    const dec_view *v;
    uint8_t *seen;   /* by instruction */
    uint32_t *stack; /* an instruction is pushed once */
    uint32_t depth;
    int32_t state; /* the local that holds the state */
} dec_walk;

/* False when out of memory (`failed` of the view is set). */
bool dec_walk_init(dec_walk *w, dec_view *v);
/* Forgets what was seen. */
void dec_walk_clear(dec_walk *w);
/* Control is at the instruction; nothing when it was there before. */
void dec_walk_push(dec_walk *w, uint32_t insn);
/* Pushes where control goes from the instruction. From an await it goes on without leaving the method, too: that way
 * is enough, and a way into the middle of a block that it did not leave would go past what the block stores
 * first. */
void dec_walk_push_next(dec_walk *w, uint32_t insn);

#endif
