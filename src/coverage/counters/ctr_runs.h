/* Runs of counters, as they are in a region. Internal to this room. */
#ifndef CTR_RUNS_H
#define CTR_RUNS_H

#include "base/cc_buf.h"
#include "coverage/counters/ctr_tests.h"

/* Runs that are being written. */
typedef struct ctr_runs {
    cc_buf *out;
    uint64_t end; /* of the last run that was written */
    ctr_run run;  /* count 0: none is open */
} ctr_runs;

/* Appends the counters of an area that are set; calls for one ctr_runs have increasing offsets. The
 * area begins at `offset` of the file and at `bytes`, aligned to 8. Beyond `size` it is zero up to
 * the next multiple of 64 bytes. Other threads may set counters meanwhile. */
void ctr_runs_search(ctr_runs *s, const uint8_t *bytes, uint64_t size, uint64_t offset);

#endif
