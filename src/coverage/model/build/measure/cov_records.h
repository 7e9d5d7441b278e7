/* The records that processes wrote for one method. Threads: what was gathered is only read. */
#ifndef COV_RECORDS_H
#define COV_RECORDS_H

#include "coverage/model/build/gather/cov_gather.h"
#include "method/mth.h"

typedef struct cov_records {
    const cov_record_ref *refs;
    uint32_t count;
    uint32_t used;
    uint32_t mismatched;         /* records made with another plan */
    const ctr_method_data *skip; /* a process did not instrument it; NULL */
} cov_records;

/* Where methods of a module are read from; memory comes from an arena that belongs to the
 * thread. */
typedef struct cov_reader {
    const cov_request *request;
    const cov_gathered *gathered;
    const mod_module *module;
    const cov_candidate *candidate;
    const struct cov_ready *ready; /* NULL: no method was read before */
    cc_arena *arena;
} cov_reader;

cov_records cov_records_of(const cov_candidate *c, uint32_t rid);
/* The number of records with a plan of this kind; sets `skip`. */
uint32_t cov_records_count(const cov_gathered *from, cov_records *refs, bool plan_all);
/* Adds up the counters of all records with this plan; counts them in `used`, and the others in
 * `mismatched`. */
void cov_records_sum(const cov_gathered *from, const mth_method *m, bool plan_all,
                     cov_records *refs, uint64_t *counters);

#endif
