/* F#: blocks that the compiler emits twice in one method. */
#ifndef DEC_FSHARP_COPIES_H
#define DEC_FSHARP_COPIES_H

#include "coverage/decision/core/dec_edit.h"

/* Counts decisions and points of both copies together: of `finally` in tasks, of conditions after
 * `with`. */
void dec_join_copies(dec_view *v, dec_decisions *decisions);

#endif
