/* Reading tests and regions. Internal to this room. */
#ifndef CTR_READ_TESTS_H
#define CTR_READ_TESTS_H

#include "coverage/counters/ctr_tests.h"

/* Arrays grow with malloc until ctr_tests_finish(). */
typedef struct ctr_tests_reader {
    ctr_tests out;
    size_t test_cap, region_cap, class_cap;
    cc_arena *arena;
    bool out_of_memory;
} ctr_tests_reader;

/* Take the payload of a record; false when it is damaged, or out of memory. `modules`: number of
 * module records so far. Regions refer to the bytes of the payload. */
bool ctr_tests_read_begin(ctr_tests_reader *r, cc_span payload, uint32_t modules);
bool ctr_tests_read_end(ctr_tests_reader *r, cc_span payload);
bool ctr_tests_read_region(ctr_tests_reader *r, cc_span payload);
bool ctr_tests_read_class(ctr_tests_reader *r, cc_span payload, uint32_t modules);
/* The file has tests, or regions: a process can end after its first region and before the record of
 * its first test. */
bool ctr_tests_has_any(const ctr_tests_reader *r);
/* Adds the region that never ended, with the counters that are set now. `size` as below. */
bool ctr_tests_add_left(ctr_tests_reader *r, cc_span runs, size_t size);
/* Marks what regions name, and moves everything to the arena. `size`: bytes of the file. NULL: the
 * file has neither tests nor regions. */
const ctr_tests *ctr_tests_finish(ctr_tests_reader *r, size_t size);
/* Some region names the counter at the offset. `tests` NULL: none. */
bool ctr_was_hit(const ctr_tests *tests, uint64_t offset);

#endif
