/* F#: `option |> Option.iter (fun v -> ..)`. The functions of the library that take a lambda are
 * inlined together with it. Their tests decide whether the lambda runs; nobody wrote them. What an
 * author writes between a statement and the code of a lambda in it has a point of its own.
 *
 *     S: ..; brfalse NONE; ..; get_Value; stloc v;  P: code of the lambda;  NONE: ..
 *
 * S is the point of the statement, P a point between `->` and the end of the lambda. */
#ifndef DEC_INLINED_LAMBDA_H
#define DEC_INLINED_LAMBDA_H

#include "coverage/decision/fsharp/dec_point_walk.h"

/* Of the arms of the two-armed branch, one leads from outside of a lambda to a point in it, the other
 * one past it. Without the source: false. */
bool dec_enters_lambda(dec_point_walk *w, uint32_t branch);

#endif
