/* Making results of instrumenting methods (prof_body in prof.h). Pure functions of their arguments. */
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

#endif
