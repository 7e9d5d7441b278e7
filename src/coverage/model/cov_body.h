/* What ran of one method, as far as it follows from its image, its PDB and its counters alone: the part of measuring
 * that needs no other method, and that any thread can do. What a report makes of it (points of files, names, what is
 * lost) is cov_measure.c's. Threads: a body belongs to the one that makes it; build, module and candidate
 * are only read. */
#ifndef COV_BODY_H
#define COV_BODY_H

#include "coverage/model/cov_fsharp_with.h"
#include "coverage/model/cov_records.h"

/* The method by one kind of plan. */
typedef struct cov_body {
    cc_err err;
    mth_skip skip;   /* MTH_OK: it has a plan */
    const char *why; /* of err or skip; "" */
    mth_method method;
    uint64_t *values; /* by node of the plan; NULL: nothing is known */
    pdb_language language;
    cov_fsharp_with with;
    dec_decisions decisions;
} cov_body;

enum { COV_BODIES = 2 }; /* plain, all probes */

typedef struct cov_measured {
    uint32_t rid;
    cov_records refs;
    cov_body *bodies[COV_BODIES]; /* NULL: no process had such a plan */
    bool failed;                  /* out of memory */
} cov_measured;

/* The method is in the report, and has code. */
bool cov_is_measured(const mod_module *module, uint32_t rid);
void cov_measured_make(cov_measured *out, const cov_reader *from, uint32_t rid);

#endif
