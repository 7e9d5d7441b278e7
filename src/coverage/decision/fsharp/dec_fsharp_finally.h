/* `finally` in a sequence of F#. A `seq { try .. finally .. }` has the code of its `finally` twice:
 * in Close(), for callers that stop early, with the points of keyword and body, and at the end of
 * GenerateNext(), where the keyword has no point. Threads: one. */
#ifndef DEC_FSHARP_FINALLY_H
#define DEC_FSHARP_FINALLY_H

#include "coverage/module/mod.h"
#include "method/mth.h"

/* For each point of `m`, a GenerateNext(): the point of the keyword whose code is right before
 * it, taken from Close() of the same class; NULL: none. *out NULL: there are none at all. Memory of
 * `scratch`. */
void dec_fsharp_finally_points(const mod_module *module, const mth_method *m, cc_arena *scratch,
                               const pdb_point ***out);

#endif
