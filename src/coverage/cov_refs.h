/* The records that processes left of one method. Threads: build and candidate are only read. */
#ifndef COV_REFS_H
#define COV_REFS_H

#include "coverage/cov_build.h"
#include "method/mth.h"

typedef struct cov_refs {
    const cov_ref *refs;
    uint32_t count;
    uint32_t used;
    uint32_t mismatched;         /* were made with another plan */
    const cov_method_data *skip; /* it was left alone; NULL */
} cov_refs;

/* Where methods of a module are read from; memory of an arena that is the thread's own. */
typedef struct cov_reader {
    const cov_build *build;
    const cov_module *module;
    const cov_candidate *candidate;
    cc_arena *arena;
} cov_reader;

cov_refs cov_refs_of(const cov_candidate *c, uint32_t rid);
/* How many are of a plan of this kind; notes a skip. */
uint32_t cov_refs_count(const cov_build *b, cov_refs *refs, bool plan_all);
/* Adds the counters of all that were made with this plan; notes how many, and how many were not. */
void cov_refs_sum(const cov_build *b, const mth_method *m, bool plan_all, cov_refs *refs,
                  uint64_t *counters);

#endif
