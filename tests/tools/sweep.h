/* The sweep: every method body of many assemblies through decode, plan, rewrite and verify.
 * Inside of the contributor's program `sweep`; see sweep.c. */
#ifndef SWEEP_H
#define SWEEP_H

#include <stdatomic.h>

#include "metadata/md.h"
#include "metadata/pdb.h"
#include "rewriter/plan/probe_plan.h"

typedef enum sweep_stage {
    SWEEP_METADATA,
    SWEEP_POINTS,
    SWEEP_DECODE,
    SWEEP_PLAN,
    SWEEP_REWRITE,
    SWEEP_STAGE_COUNT
} sweep_stage;

enum { SWEEP_ERR_COUNT = CC_E_NOTFOUND + 1, SWEEP_SHAPES = 4, SWEEP_PROBES = 3 };

/* What one worker counted. Lies in memory shared with the parent; written by its worker alone. */
typedef struct sweep_counts {
    uint64_t images, unmanaged, refused, pdbs;
    uint64_t methods, without_body, bodies, distinct;
    uint64_t untouched[SWEEP_STAGE_COUNT][SWEEP_ERR_COUNT];
    uint64_t rewritten, wrong, too_large_for_jit;
    uint64_t plans[SWEEP_SHAPES], counters[SWEEP_SHAPES], sites[SWEEP_SHAPES];
    uint64_t file; /* index of the file in work, to name it after a crash */
} sweep_counts;

/* Hashes of the bodies seen by all workers: open addressing, 0 is free, never full (sized by
 * main). */
typedef struct sweep_set {
    _Atomic uint64_t *slots;
    size_t count; /* a power of two */
} sweep_set;

/* True when the hash was not in the set. */
bool sweep_set_add(const sweep_set *set, uint64_t hash);

typedef struct sweep_job {
    const char *path;
    const md_image *image;
    const pdb_file *pdb; /* NULL: none found */
    const sweep_set *seen;
    sweep_counts *counts;
    cc_arena *arena; /* reset for each method */
} sweep_job;

/* All bodies of the image. Only failures of the machine are errors. */
CC_NODISCARD cc_err sweep_image(const sweep_job *job);

#endif
