/* The point of an `if` of F# goes from `if` to the end of `then`. Where `then` begins a line, that
 * line holds nothing of the condition: it holds a keyword alone, as the line of `else` does, or it
 * belongs to what follows `then`.
 *
 *     if a        the point begins here
 *     then B()    and ends after `then`
 *
 * Threads: a pure function of its arguments. */
#ifndef DEC_FSHARP_THEN_H
#define DEC_FSHARP_THEN_H

#include "method/mth.h"

/* The last line of the point holds nothing of it but the keyword `then`. Judged by columns and by
 * the code; the source is not read. */
bool dec_fsharp_then_ends(const mth_method *method, uint32_t point);

#endif
