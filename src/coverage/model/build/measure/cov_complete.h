/* Third stage, of runs with `--impacted`: bodies get what tests that were left out ran of them in the
 * run that has the map. Only bodies of members whose code is the same: these have the same points and
 * arms, wherever their lines are now. Threads: one. */
#ifndef COV_COMPLETE_H
#define COV_COMPLETE_H

#include "base/cc_map.h"
#include "coverage/model/cov_raw.h"

/* An assembly that is being completed. */
typedef struct cov_complete {
    const cov_raw_assembly *old; /* NULL: nothing is completed */
    uint8_t *points, *arms;      /* of `old`: what the tests ran */
    uint32_t *to_point, *to_arm; /* of `old`: the place in the build that is there; COV_RAW_NONE */
    mbr_build now;
    cc_map *old_code; /* type and name of a member -> its digest of code, as a pointer */
    cc_map *bodies;   /* of `old`: type, name and signature -> list of bodies, as they come */
    cc_arena *arena;
} cov_complete;

/* `completion` NULL, or without this assembly: nothing is completed. */
void cov_complete_open(cov_complete *out, const cov_completion *completion,
                       const cov_raw_assembly *assembly, const md_image *image, cc_arena *arena);
void cov_complete_close(cov_complete *c);
/* Completes the bodies from `first` on. */
void cov_complete_bodies(cov_complete *c, cov_raw_assembly *assembly, uint32_t first);
/* Numbers that are all COV_RAW_NONE. */
uint32_t *cov_no_places(uint32_t count, cc_arena *arena);
/* The numbers of left-out tests by test of the data, COV_RAW_NONE for others. A test that a suite for
 * another framework ran keeps its number; others have numbers from `count` on, in their order. NULL:
 * no completion. */
const uint32_t *cov_number_left_out(const cov_completion *completion, const cov_test *ran,
                                    uint32_t count, cc_arena *arena);
/* Adds what left-out tests hit to the test_hits of the assembly, once all bodies are completed. Shared
 * hits may then be there twice: merging unites them. In `arena`. */
void cov_complete_tests(cov_complete *c, const uint32_t *numbers, cov_raw_assembly *assembly,
                        cc_arena *arena);
/* Adds the assemblies that only idle suites have in their folders, as they were: no process of this run
 * loaded them. */
void cov_carry_assemblies(cov_raw *raw, const cov_completion *completion, const uint32_t *numbers,
                          cc_arena *arena);
/* The run that has the map loaded the assembly. */
bool cov_was_loaded_before(const cov_completion *completion, const cov_raw_assembly *assembly);

#endif
