/* Blocks of F# that the compiler wrote twice into one method. */
#ifndef DEC_FSHARP_FINALLY_H
#define DEC_FSHARP_FINALLY_H

#include "coverage/decision/dec_view.h"

/* Decisions and points of both copies of a `finally` are counted together. `failed` of the view: out of memory. */
void dec_join_finally_copies(dec_view *v, dec_decisions *decisions);

#endif
