/* Which test hit which counters: what a process of a run with `--per-test` records, beside what
 * ctr.h has. Format and terms: clrcov/counters_format.h. Only with CTR_HITS_ONCE.
 *
 * Threads: the write side is thread-safe, and no call waits for another process. The read side only
 * reads a ctr_file. */
#ifndef CTR_TESTS_H
#define CTR_TESTS_H

#include "base/cc_buf.h"
#include "coverage/counters/ctr.h"

/* --- write side ------------------------------------------------------------------------------- */

/* Ends the present region: records the counters that were hit since the last call, with the tests
 * that ran meanwhile, and clears exactly these counters. A counter that another thread hits during
 * the call is in this region, in the next one, or in both. Records nothing where no counter was
 * hit. Where there is no room for the record, it clears nothing, so that no hit is lost. Errors of
 * the file system, CC_E_NOMEM. */
CC_NODISCARD cc_err ctr_writer_region(ctr_writer *writer, const uint32_t *alive, uint32_t count,
                                      uint32_t last);
/* A lane has a byte for each of the first `size` bytes of the file. ctr_writer_lane_region() records the
 * counters that are set there, and clears them there. `last`: CLRCOV_REGION_SHARED, _TEST or
 * _CLASS. */
typedef struct ctr_lane_bytes {
    uint8_t *bytes;
    uint64_t size;
} ctr_lane_bytes;
CC_NODISCARD cc_err ctr_writer_lane_region(ctr_writer *writer, const ctr_lane_bytes *lane,
                                           const uint32_t *alive, uint32_t count, uint32_t last);
/* Publish the beginning and the end of a test, and where a runtime type is defined. */
CC_NODISCARD cc_err ctr_writer_test(ctr_writer *writer, const clrcov_test_payload *test);
CC_NODISCARD cc_err ctr_writer_test_end(ctr_writer *writer, const clrcov_test_end_payload *end);
CC_NODISCARD cc_err ctr_writer_class(ctr_writer *writer, const clrcov_class_payload *type);

/* --- read side -------------------------------------------------------------------------------- */

/* Tests of a file have the numbers 1, 2, 3, ...: number N is tests[N - 1]. */
typedef struct ctr_test {
    clrcov_test_payload begin;
    clrcov_outcome outcome;
    uint64_t end_ns; /* 0: its end was not seen */
} ctr_test;

typedef struct ctr_region {
    const uint32_t *alive; /* numbers of tests, valid in this file */
    uint32_t alive_count;
    /* the test that ended or returned last before; 0: none; or CLRCOV_REGION_... */
    uint32_t last;
    uint32_t begun;      /* so many tests had begun when the region ended */
    bool is_between;     /* the test that had begun last had ended, or returned */
    bool is_before_test; /* it is not, and the begin of a test ended it */
    cc_span runs;        /* ctr_next_run() */
} ctr_region;

typedef struct ctr_tests {
    ctr_test *tests;
    uint32_t count;
    /* in order of time; the last one has what was set when the file was read */
    ctr_region *regions;
    uint32_t region_count;
    clrcov_class_payload *classes;
    uint32_t class_count;
    /* by offset in the file: some region names the counter; NULL: no region */
    const uint8_t *was_hit;
    size_t was_hit_size;
} ctr_tests;

/* Neighbouring counters, as file offsets. */
typedef struct ctr_run {
    uint64_t first;
    uint64_t count;
} ctr_run;

/* Takes the next run; `run` has the last one, {0, 0} before the first. False at the end, and for
 * malformed bytes. */
bool ctr_next_run(cc_span *runs, ctr_run *run);
/* Appends a run in the form that ctr_next_run() reads; `end` is the end of the last run. */
void ctr_put_run(cc_buf *out, uint64_t end, const ctr_run *run);

#endif
