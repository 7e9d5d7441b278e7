/* Making results of instrumenting methods (prof_body in prof.h). Threads: any. */
#ifndef PROF_BODY_H
#define PROF_BODY_H

#include "profiler/prof.h"

typedef struct prof_callees {
    uint32_t rows[PROF_CALLEES];
    uint32_t count;
} prof_callees;

/* Finds methods of the image whose probes the JIT may inline into this method's code. */
void prof_callees_find(prof_callees *out, const prof_image *image, const il_body *body);
/* Copies everything into one block, which prof_body_free() frees; NULL when out of memory. */
prof_body *prof_body_keep(const rw_result *result, const prof_callees *called,
                          const void *counters);

/* --- where bodies come from (prof_ahead.c) --- */

/* Returns what is at the address of the method's body in the image: the body, and what follows it;
 * empty when there is none. */
cc_span prof_find_in_image(const prof_image *image, uint32_t row);
/* Returns the last row, from `row` on, of the methods whose bodies are to be made together with the
 * body of `row`; `row` itself: there are no others. */
uint32_t prof_last_ahead(const prof_profiler *p, const prof_module *module, uint32_t row);

#endif
