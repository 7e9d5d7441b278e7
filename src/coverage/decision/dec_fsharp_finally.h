/* F#: blocks that the compiler emits twice in one method. */
#ifndef DEC_FSHARP_FINALLY_H
#define DEC_FSHARP_FINALLY_H

#include "coverage/decision/dec_view.h"

/* Counts decisions and points of both copies of a `finally` together. Sets `failed` of the view
 * when out of memory. */
void dec_join_finally_copies(dec_view *v, dec_decisions *decisions);

#endif
