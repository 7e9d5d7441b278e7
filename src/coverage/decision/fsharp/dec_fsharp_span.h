/* Points of F# that span code which is elsewhere, with points of its own. They end before it.
 *
 * The answer of a filter: in a handler that not every exception gets into, the filter says 1 at a
 * point that spans the whole rule, `| Odd _ -> ..`, although the body is in the handler. The point
 * ends at the arrow.
 *
 * The part of a sequence: optimised code has long bodies in methods of their own, `f$cont@12`, and
 * reads what they give at a point that spans the whole body. It ends with the first point of that
 * method, which begins where it does, and counts the executions. */
#ifndef DEC_FSHARP_SPAN_H
#define DEC_FSHARP_SPAN_H

#include "coverage/module/mod.h"
#include "method/mth.h"

/* Ends the visible point `point`, a copy of one of the method, when it is such a point; else leaves
 * it as it is. Where the source is not there, the answer of a filter ends with its first line. True:
 * the first point of another method is at the same place, and counts what runs. Threads: as the
 * arena. */
bool dec_fsharp_span_cut(const mod_module *module, const mth_method *method, pdb_point *point,
                         cc_arena *scratch);

#endif
