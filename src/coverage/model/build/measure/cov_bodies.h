/* Which bodies of F# (src_bodies.h) are methods. The lines of a body are not lines of the statement
 * around it: its method says whether they ran. Optimised code also inlines bodies into the method
 * around them. Some of their statements keep their points there, others lose them, and whether
 * those ran is not known. The steps of a computation are methods, too, but no method is the whole
 * of it.
 *
 * Threads: the one that makes the assembly. */
#ifndef COV_BODIES_H
#define COV_BODIES_H

#include "coverage/module/mod.h"
#include "source/src_text.h"

typedef struct cov_begin {
    src_place start;
    uint32_t document, rid;
} cov_begin;

/* Where the methods of a module begin in the source. */
typedef struct cov_bodies {
    cov_begin *begins; /* by document and place; NULL: not needed yet */
    uint32_t count;
} cov_bodies;

/* Finds the methods. Memory of `arena`. A second call does nothing. */
void cov_bodies_open(cov_bodies *s, const mod_module *module, cc_arena *arena);
/* The first body of several lines in the statement at the point, from body `from` of its text on,
 * that no method stands for; NULL: there are no more. */
const src_body *cov_bodies_next(const cov_bodies *s, const src_text *text,
                                const pdb_point *statement, uint32_t from);
/* The body that the method is; NULL: none, or the source is not known. */
const src_body *cov_bodies_of(const cov_bodies *s, const mod_module *module, uint32_t rid);
/* The last line with a point of the methods that begin in the body, and in no body inside it. */
uint32_t cov_bodies_last_line(const cov_bodies *s, const mod_module *module, uint32_t document,
                              const src_body *body);

#endif
