/* What ran of one method, as far as it follows from its image, its PDB and its counters alone: the
 * part of measuring that needs no other method, so that any thread can do it. cov_measure.c makes
 * the report's data of it (points of files, names, what is lost).
 *
 * Threads: a body belongs to the thread that makes it; all else is only read. */
#ifndef COV_BODY_H
#define COV_BODY_H

#include "coverage/model/build/measure/cov_fsharp_with.h"
#include "coverage/model/build/measure/cov_ready.h"
#include "coverage/model/build/measure/cov_records.h"

/* The method under one kind of plan. Memory of the reader's arena. */
typedef struct cov_body {
    cc_err err;
    mth_skip skip;   /* MTH_OK: it has a plan */
    const char *why; /* explains err or skip; "" */
    mth_method method;
    uint64_t *values; /* by node of the plan; NULL: not known */
    pdb_language language;
    cov_fsharp_with with;
    dec_decisions decisions;
} cov_body;

enum { COV_BODIES = 2 }; /* plain plan, oracle plan */

typedef struct cov_measured {
    uint32_t rid;
    cov_records refs;
    cov_body *bodies[COV_BODIES]; /* NULL: no process used such a plan */
} cov_measured;

/* The method is in the report, and has code. */
bool cov_is_measured(const mod_module *module, uint32_t rid);
/* Hits by point of the method, from the values of its nodes; the hits of copies are added to
 * the first one, too. */
uint64_t *cov_point_hits(const mth_method *method, const dec_decisions *decisions,
                         const uint64_t *values, cc_arena *arena);
void cov_measured_make(cov_measured *out, const cov_reader *from, uint32_t rid);
/* Reads and decides the method under the plain plan, without its counters. Of the reader, only the
 * module and the arena count. NULL: it has no plan, or is F#. */
const cov_ready_body *cov_body_prepare(const cov_reader *from, uint32_t rid);

#endif
