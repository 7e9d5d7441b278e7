/* The statement that a closure of F# was made for. What `match!` tests is tested in the closure that
 * goes on with the value, before the first point there; its line is that of the `match!`, which
 * stands in the method around it. The closure's name tells the line. Threads: one. */
#ifndef COV_FSHARP_CLOSURE_H
#define COV_FSHARP_CLOSURE_H

#include "coverage/module/mod.h"
#include "method/mth.h"

/* The visible point that begins on the line in the closure's name, in another method, in front of all
 * points of method `rid`; the last one when there are several. *found false: there is none, or the
 * method is no closure with such a name. Memory of `scratch`. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_closure_statement(const mod_module *module, uint32_t rid, cc_arena *scratch,
                                          pdb_point *out, bool *found);

/* `do! x` at the end of a computation goes on in a closure that only ends it (`builder.Zero()`), and F#
 * gives that the span of the `do!` once more: executed once, it would count twice. *index: the point of
 * closure `m` that repeats one of another method; PROBE_NONE: there is none. Memory of `scratch`.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err cov_closure_repeated_point(const mod_module *module, const mth_method *m,
                                               cc_arena *scratch, uint32_t *index);

#endif
