/* A walk along the flow from an instruction up to the next visible points: what the author wrote
 * next, whatever the compiler put in between. Threads: one. */
#ifndef DEC_POINT_WALK_H
#define DEC_POINT_WALK_H

#include "coverage/decision/core/dec_edit.h"

/* Arrays by instruction: the last walk that ... */
typedef struct dec_point_walk {
    dec_view *v;
    bool stops_at_tests; /* kept tests are places, too */
    uint32_t *seen;      /* ... came to the instruction */
    uint32_t *reached;   /* ... found a visible point there */
    uint32_t *stack;     /* an instruction is pushed at most once in a walk */
    uint32_t id, depth;
    uint32_t *places; /* the places that the last walk found */
    uint32_t count;
    uint32_t common; /* of these, also found by walk `first` */
    uint32_t first;
    bool returns, throws;
} dec_point_walk;

/* Memory of the view's arena. */
void dec_walk_open(dec_point_walk *w, dec_view *v);
void dec_walk_from(dec_point_walk *w, uint32_t insn);

#endif
