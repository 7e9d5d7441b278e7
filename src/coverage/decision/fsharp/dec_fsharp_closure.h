/* The statement that a closure of F# was made for. The tests of `match!` are in the closure that
 * continues with the value, before the first point there; their line is that of the `match!`, in
 * the enclosing method. The closure's name contains the line. Threads: one. */
#ifndef DEC_FSHARP_CLOSURE_H
#define DEC_FSHARP_CLOSURE_H

#include "coverage/module/mod.h"
#include "method/mth.h"

/* The visible point that begins on the line in the closure's name, in another method, before all
 * points of method `rid`; the last one when there are several. False: there is none, or the
 * method is not a closure with such a name. Memory of `scratch`. */
bool dec_closure_statement(const mod_module *module, uint32_t rid, cc_arena *scratch,
                           pdb_point *out);

/* `do! x` at the end of a computation continues in a closure that only ends it (`builder.Zero()`),
 * and F# gives that closure the span of the `do!` again: executed once, it would count twice.
 * Returns the point of closure `m` that repeats one of another method; PROBE_NONE: there is none.
 * Memory of `scratch`. */
uint32_t dec_closure_repeated_point(const mod_module *module, const mth_method *m,
                                    cc_arena *scratch);

#endif
