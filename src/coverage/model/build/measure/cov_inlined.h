/* Lambdas of F#, `fun` and `function`, that optimised code inlined into the method around them. Some of their statements
 * keep their points there, others lose them. What is left without a point is not a line of the
 * statement around the lambda: whether it ran is not known. Threads: the one that makes the
 * assembly. */
#ifndef COV_INLINED_H
#define COV_INLINED_H

#include "coverage/module/mod.h"
#include "source/src_text.h"

/* Where the methods of a module begin in the source. */
typedef struct cov_inlined {
    pdb_point *begins; /* by document and place; NULL: not needed yet */
    uint32_t count;
} cov_inlined;

/* The first lambda of several lines in the statement at the point, from block `from` of its text on,
 * that is not a method: no method begins in it. *out NULL: there are no more. Memory of `arena`. */
void cov_inlined_next(cov_inlined *s, const mod_module *module, const src_text *text,
                      const pdb_point *statement, uint32_t from, cc_arena *arena,
                      const src_block **out);

#endif
