/* Which stores reach a load: the propagation of constants (il_propagate.h), where each store of
 * some places gives them its own number. In a state machine an await goes on where the method is
 * entered again. Memory of the view's arena. Threads: one. */
#ifndef DEC_REACH_H
#define DEC_REACH_H

#include "coverage/decision/core/dec_edit.h"
#include "coverage/decision/core/dec_value.h"
#include "rewriter/il/il_propagate.h"

typedef struct dec_reach {
    dec_view *v;
    bool (*asks)(void *ctx, il_place place);
    void *ctx;
    bool names_begin;                  /* il_env_rules: to be set before the first question */
    il_place state;                    /* of the kind NONE: the method has no state in a field */
    il_place copy;                     /* the local to which the state is copied */
    const il_propagation *propagation; /* NULL: nothing was asked yet */
} dec_reach;

/* `asks` says of which places stores are wanted: locals, and fields of a state machine that are the
 * compiler's. The first question makes the propagation. */
dec_reach dec_reach_of(dec_view *v, bool (*asks)(void *ctx, il_place place), void *ctx);
/* The instructions that stored what the place holds when control arrives at `insn`, or took its
 * address since; IL_ANY when they are not known. IL_INITIAL_STORE with `names_begin`: the method's
 * begin set the local to zero. */
il_known dec_reaching(dec_reach *reach, uint32_t insn, il_place place);

#endif
