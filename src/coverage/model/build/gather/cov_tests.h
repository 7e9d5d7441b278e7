/* First stage, of runs with `--per-test`: which tests ran, and which of them hit the counters of a
 * method.
 *
 *   takes  open counters files with regions (coverage/counters/ctr_tests.h)
 *   gives  tests by identity (assembly, class, method), the regions of each, and for each method
 *          record the regions that hit its counters
 *
 * A region in which tests ran belongs to all of them. A region between two tests holds tear-down
 * and set-up, also where a third test still runs: it belongs to all tests of the classes of both; to
 * every test where the classes differ and the assembly has set-up for several classes. What ran
 * before the first test or after the last one, in a static constructor, or in a process without
 * tests belongs to every test. Threads: one builds it, then many may read. */
#ifndef COV_TESTS_H
#define COV_TESTS_H

#include "coverage/model/build/gather/cov_gather.h"
#include "coverage/model/cov_raw.h"

/* Counters of one method that a region has. */
typedef struct cov_use {
    uint32_t region;
    uint32_t first, count; /* of the method's counters */
} cov_use;

/* The uses of the methods of one file. */
typedef struct cov_file_uses {
    const cov_use *uses;   /* by method, then by region */
    const uint32_t *first; /* by index of the method; one entry more */
} cov_file_uses;

typedef struct cov_numbers {
    uint32_t *items;
    uint32_t count;
    size_t cap;
} cov_numbers;

/* Adds a number, unless it is the last one already. */
void cov_numbers_add(cov_numbers *to, uint32_t number, cc_arena *arena);

typedef struct cov_tests {
    cov_test *tests; /* by assembly, type, method */
    uint32_t count;
    uint32_t region_count; /* of all files: regions have numbers from 0 on */
    cov_file_uses *files;  /* by index of cov_gathered.files */
    cov_numbers *of_test;  /* by test: the regions in which it ran */
    uint32_t *class_of;    /* by test */
    cov_numbers *of_class; /* by class: the regions before and after its tests */
    uint32_t class_count;
    cov_numbers shared;
} cov_tests;

/* *out is NULL when no file has tests. Memory of c->work; strings of the model's arena. */
void cov_tests_gather(cov_context *c, const cov_gathered *gathered, cov_tests **out);
/* The uses of a method record; *count may be 0. */
const cov_use *cov_tests_uses(const cov_tests *tests, const cov_record_ref *ref, uint32_t *count);

#endif
