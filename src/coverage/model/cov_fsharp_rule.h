/* The test of a rule behind `with` of F#: `| Failure _ -> ..` in a handler that not every exception gets into. The filter of the handler
 * says 1 at a point that spans the whole rule, although the body's code, with points of its own, is in the handler. The point ends at
 * the arrow: the lines behind it are those of the body. Threads: pure. */
#ifndef COV_FSHARP_RULE_H
#define COV_FSHARP_RULE_H

#include "coverage/module/mod.h"
#include "method/mth.h"

/* Ends the visible point `point`, a copy of one of the method, at the arrow when it is such a test; else leaves it as it is. Where the
 * source is not there, it ends with its first line. */
void cov_fsharp_rule_cut(const mod_module *module, const mth_method *method, pdb_point *point);

#endif
