/* Third stage: what ran of one build.
 *
 *   takes  what was gathered, and a module that is in, with the verdicts on its parts
 *   gives  method after method, run or not, as bodies of a cov_raw_assembly
 *
 * A body has its points and decisions, with the sum of the counters of all processes that used one
 * plan. Nothing of other builds is looked at. Methods that cannot be read, or were not instrumented,
 * are in the list `lost` of the context. Threads: one; it has others (cov_pieces.h). */
#ifndef COV_MEASURE_H
#define COV_MEASURE_H

#include "coverage/model/build/measure/cov_fsharp_match.h"
#include "coverage/model/build/measure/cov_pieces.h"
#include "coverage/model/build/measure/cov_raw_make.h"
#include "coverage/model/build/measure/cov_test_hits.h"

/* A module that is being measured. Everything is borrowed but the maker and the pieces. */
typedef struct cov_measuring {
    cov_context *c;
    mod_module *module;
    cov_raw_maker maker;
    cov_fsharp_match splice;
    cov_test_hits *test_hits; /* NULL: no tests, or nobody asks */
    cov_pieces *pieces;       /* NULL: all methods were taken */
    cov_measured room;
    uint32_t next; /* row of the next method */
} cov_measuring;

/* What to measure. */
typedef struct cov_measure_input {
    const cov_gathered *gathered;
    const cov_candidate *candidate;
    mod_module *module;
    const cov_tests *tests; /* NULL: the assembly gets no test_hits */
} cov_measure_input;

/* `raw` gets documents and bodies: in the model's arena when the request wants them there, else in
 * the module's. The caller calls cov_measure_close() in any case. */
void cov_measure_open(cov_measuring *out, cov_context *c, const cov_measure_input *in,
                      cov_rooms *rooms, cov_raw_assembly *raw);
/* Adds the bodies of the next method, or none where nothing is known of it. Strings of the bodies
 * are valid until the next call. False: there are no more methods. */
bool cov_measure_next(cov_measuring *measuring);
/* Sets what tests hit of the assembly, after the last method. */
void cov_measure_tests(cov_measuring *measuring);
void cov_measure_close(cov_measuring *measuring);

#endif
