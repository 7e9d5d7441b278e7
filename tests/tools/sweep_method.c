/* One body: decode, then for each choice of points and each kind of plan make the plan, rewrite
 * with a narrow and a wide probe, and verify. What cannot be handled must say why; what verifies
 * wrong is the one thing that must not happen. */
#include <inttypes.h>
#include <stdio.h>

#include "base/cc_hash.h"
#include "method/mth.h"
#include "rewriter/rewrite/rw.h"
#include "tests/tools/sweep.h"

enum { NARROW_BASE = 0x10000000 };
#define WIDE_BASE UINT64_C(0x7F1234567000)

typedef struct sweep_method {
    const sweep_job *job;
    uint32_t token;
    il_body body;
    il_resolver resolver;
} sweep_method;

static void leave(const sweep_job *job, sweep_stage stage, cc_err err) {
    job->counts->untouched[stage][err]++;
}

static void report(const sweep_method *m, const char *what) {
    printf("%s: 0x%08" PRIx32 ": %s: %s\n", m->job->path, m->token, what, cc_error_message());
    (void)fflush(stdout);
}

/* Rewrites and verifies one plan with one probe. False: counted as left or wrong. */
static bool try_probe(const sweep_method *m, const probe_plan *plan, const rw_probe *probe,
                      unsigned shape) {
    sweep_counts *counts = m->job->counts;
    rw_result result;
    cc_err err = rw_rewrite(&result, plan, probe, m->job->arena);
    if (err != CC_OK) {
        leave(m->job, SWEEP_REWRITE, err);
        report(m, "not rewritten");
        return false;
    }
    err = rw_verify(&result, plan, probe, &m->resolver, m->job->arena);
    if (err != CC_OK) {
        counts->wrong++;
        report(m, "WRONG");
        return false;
    }
    counts->rewritten++;
    counts->sites[shape] += result.site_count;
    bool was_small = m->body.code.len <= RW_JIT_MAX_CODE;
    counts->too_large_for_jit += was_small && result.code_size > RW_JIT_MAX_CODE ? 1 : 0;
    return true;
}

static bool try_points(const sweep_method *m, const probe_point *points, uint32_t count,
                       unsigned shape) {
    sweep_counts *counts = m->job->counts;
    probe_options options = {.all = (shape & 1) != 0};
    static const rw_probe forms[SWEEP_PROBES] = {
        {.kind = RW_PROBE_STORE, .base = NARROW_BASE, .stride = 1},
        {.kind = RW_PROBE_STORE, .base = WIDE_BASE, .stride = 1, .force_wide = true},
        {.kind = RW_PROBE_CHECKED, .base = NARROW_BASE, .stride = 1},
    };
    probe_plan *plan = NULL;
    cc_err err =
        probe_plan_make(&plan, &m->body, points, count, &m->resolver, &options, m->job->arena);
    if (err != CC_OK) {
        leave(m->job, SWEEP_PLAN, err);
        report(m, "no plan");
        return false;
    }
    counts->plans[shape]++;
    counts->counters[shape] += plan->counter_count;
    for (size_t i = 0; i < SWEEP_PROBES; i++) {
        if (!try_probe(m, plan, &forms[i], shape)) {
            return false;
        }
    }
    return true;
}

/* Points of the PDB; none when there is no PDB. */
static cc_err pdb_points(const sweep_method *m, probe_point **points, uint32_t *count) {
    pdb_point *found = NULL;
    *points = NULL;
    *count = 0;
    if (m->job->pdb == NULL) {
        return CC_OK;
    }
    CC_TRY(pdb_get_points(m->job->pdb, MD_TOKEN_RID(m->token), m->job->arena, &found, count));
    *points = CC_NEW_ARRAY(m->job->arena, probe_point, *count);
    if (*points == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for points");
    }
    for (uint32_t i = 0; i < *count; i++) {
        (*points)[i] = (probe_point){found[i].offset, found[i].hidden};
    }
    return CC_OK;
}

/* Both kinds of plan; a method that is left or wrong counts once, not again for the other kind. */
static void try_both_plans(const sweep_method *m, const probe_point *points, uint32_t count,
                           unsigned first_shape) {
    if (try_points(m, points, count, first_shape)) {
        (void)try_points(m, points, count, first_shape + 1);
    }
}

/* Shapes 0 and 1: the PDB's points, inferred and all; 2 and 3: the starts of blocks. */
static void sweep_body(const sweep_method *m) {
    probe_point *points = NULL;
    uint32_t count = 0;
    cc_err err = pdb_points(m, &points, &count);
    if (err == CC_OK) {
        try_both_plans(m, points, count, 0);
    } else {
        leave(m->job, SWEEP_POINTS, err);
        report(m, "points");
    }
    err = probe_block_points(&points, &count, &m->body, m->job->arena);
    if (err == CC_OK) {
        try_both_plans(m, points, count, 2);
    } else {
        leave(m->job, SWEEP_PLAN, err);
    }
}

static cc_err sweep_row(const sweep_job *job, uint32_t rid) {
    sweep_method m = {.job = job, .token = MD_TOKEN(MD_METHODDEF, rid)};
    const md_tables *t = md_image_tables(job->image);
    md_methoddef row;
    cc_span bytes = {NULL, 0};
    cc_err err = md_get_methoddef(t, rid, &row);
    job->counts->methods++;
    if (err == CC_OK && (row.rva == 0 || (row.impl_flags & 3) != 0)) {
        job->counts->without_body++;
        return CC_OK;
    }
    if (err != CC_OK || (err = md_image_at_rva(job->image, row.rva, &bytes)) != CC_OK) {
        leave(job, SWEEP_METADATA, err);
        report(&m, "metadata");
        return err == CC_E_NOMEM ? err : CC_OK;
    }
    job->counts->bodies++;
    err = il_decode(&m.body, bytes, job->arena);
    err = err == CC_OK ? il_drop_padding(&m.body, NULL, 0, job->arena) : err;
    if (err != CC_OK) {
        leave(job, SWEEP_DECODE, err);
        report(&m, "not decoded");
        return err == CC_E_NOMEM ? err : CC_OK;
    }
    bytes.len = m.body.total_size;
    job->counts->distinct += sweep_set_add(job->seen, cc_hash64(bytes)) ? 1 : 0;
    err = mth_resolver(&m.resolver, t, rid, m.body.local_sig, job->arena);
    if (err != CC_OK) {
        leave(job, SWEEP_METADATA, err);
        report(&m, "signatures");
        return err == CC_E_NOMEM ? err : CC_OK;
    }
    sweep_body(&m);
    return CC_OK;
}

cc_err sweep_image(const sweep_job *job) {
    uint32_t methods = md_row_count(md_image_tables(job->image), MD_METHODDEF);
    for (uint32_t rid = 1; rid <= methods; rid++) {
        cc_arena_reset(job->arena);
        CC_TRY(sweep_row(job, rid));
    }
    return CC_OK;
}
