/* A walk along the control flow of a method: which instructions are reachable from given ones. */
#ifndef DEC_WALK_H
#define DEC_WALK_H

#include "coverage/decision/dec_edit.h"
#include "coverage/decision/dec_value.h"

typedef struct dec_walk {
    const dec_view *v;
    uint8_t *seen;   /* by instruction */
    uint32_t *stack; /* an instruction is pushed once */
    uint32_t depth;
    uint32_t *pushed; /* all that were seen */
    uint32_t pushed_count;
    int32_t state; /* the local that holds the state */
} dec_walk;

/* Memory of the view's arena. False when out of memory (`failed` of the view is set). */
bool dec_walk_init(dec_walk *w, dec_view *v);
/* Forgets what was seen, in the time that it took to see it. */
void dec_walk_clear(dec_walk *w);
/* Control reaches the instruction; does nothing when it was seen before. */
void dec_walk_push(dec_walk *w, uint32_t insn);
/* Pushes the successors of the instruction. An await counts as continuing without leaving the
 * method: that path is enough, and a path into the middle of a block would skip what the block
 * stores first. */
void dec_walk_push_next(dec_walk *w, uint32_t insn);

#endif
