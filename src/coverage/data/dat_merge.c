/* Merges data: builds by digest, counts by run; see dat.h.
 *
 * A point of several runs shows the sum of the counts of exact runs, and at least 1 when any run
 * hit it. The merger also keeps the counts of each exact run, so that a repeated run adds
 * nothing. */
#include <string.h>

#include "base/cc_crew.h"
#include "base/cc_list.h"
#include "base/cc_sort.h"
#include "base/cc_sum.h"
#include "coverage/data/dat_merge.h"

/* A build with the hits of all runs. */
typedef struct merged_build {
    cov_raw_assembly *assembly;
    uint32_t number;   /* hits of the build as it was added */
    uint64_t *sum;     /* by point: counts of exact runs */
    uint64_t *current; /* by point: counts of the data that is being added */
    bool *is_hit;      /* by point: hit in any run */
    bool is_touched;   /* `current` has counts */
} merged_build;

struct dat_merger {
    cc_arena *arena;
    cc_map *build_of; /* digest -> merged_build */
    cc_list builds;   /* merged_build, in the order of addition */
    /* Run and build -> cov_raw_run_hits, whose assembly is the number of the merged build */
    cc_map *counts;
    dat_tests *tests;
    dat_suites *suites;
    dat_lists lists;
};

dat_merger *dat_merger_open(cc_arena *arena) {
    dat_merger *m = CC_NEW(arena, dat_merger);
    m->arena = m->builds.arena = arena;
    m->build_of = cc_map_new();
    m->counts = cc_map_new();
    m->tests = dat_tests_open(arena);
    m->suites = dat_suites_open(arena);
    dat_lists_open(&m->lists, arena);
    return m;
}

void dat_merger_close(dat_merger *m) {
    if (m != NULL) {
        cc_map_free(m->build_of);
        cc_map_free(m->counts);
        dat_tests_close(m->tests);
        dat_suites_close(m->suites);
        dat_lists_close(&m->lists);
    }
}

/* --- builds ----------------------------------------------------------------------------------- */

static merged_build *find_build(const dat_merger *m, const cov_raw_assembly *a) {
    return cc_map_get(m->build_of, cc_span_of(a->digest.bytes, sizeof a->digest.bytes));
}

static merged_build *new_build(dat_merger *m, cov_raw_assembly *a) {
    merged_build *build = CC_NEW(m->arena, merged_build);
    build->assembly = a;
    build->number = m->builds.count;
    build->sum = CC_NEW_ARRAY(m->arena, uint64_t, a->point_count);
    build->current = CC_NEW_ARRAY(m->arena, uint64_t, a->point_count);
    build->is_hit = CC_NEW_ARRAY(m->arena, bool, a->point_count);
    cc_list_add(&m->builds, build);
    return build;
}

/* Returns the build with this digest; `a` itself when it is the first one. */
static cc_err take_build(dat_merger *m, cov_raw_assembly *a, merged_build **out) {
    void **slot = cc_map_put(m->build_of, cc_span_of(a->digest.bytes, sizeof a->digest.bytes));
    if (slot != NULL && *slot == NULL) {
        *slot = new_build(m, a);
    }
    *out = slot == NULL ? NULL : *slot;
    cov_raw_assembly *known = (*out)->assembly;
    if (known->point_count != a->point_count || known->arm_count != a->arm_count) {
        return cc_fail(CC_E_FORMAT, "%.*s: two builds have one digest and different rows",
                       (int)a->name.len, a->name.s);
    }
    known->was_loaded = known->was_loaded || a->was_loaded;
    known->last_run = a->last_run > known->last_run ? a->last_run : known->last_run;
    return CC_OK;
}

/* --- counts ----------------------------------------------------------------------------------- */

/* A repeated run may have continued since: of two counts the higher count is the later one. */
static cc_err join_counts(dat_merger *m, merged_build *build, cc_span *known, cc_span counts) {
    cc_buf joined = {0};
    uint64_t next = 0;
    dat_counts a = dat_counts_read(*known);
    dat_counts b = dat_counts_read(counts);
    bool has_a = dat_counts_next(&a);
    bool has_b = dat_counts_next(&b);
    while (has_a || has_b) {
        bool is_a = has_a && (!has_b || a.point <= b.point);
        bool is_b = has_b && (!has_a || b.point <= a.point);
        uint64_t point = is_a ? a.point : b.point;
        uint64_t before = is_a ? a.count : 0;
        uint64_t after = is_b && b.count > before ? b.count : before;
        if (point < build->assembly->point_count) {
            build->sum[point] = cc_add_saturated(build->sum[point], after - before);
            dat_counts_put(&joined, &next, point, after);
        }
        has_a = is_a ? dat_counts_next(&a) : has_a;
        has_b = is_b ? dat_counts_next(&b) : has_b;
    }
    *known = cc_arena_copy(m->arena, cc_buf_span(&joined));
    cc_buf_free(&joined);
    if (a.is_damaged || b.is_damaged) {
        return cc_fail(CC_E_FORMAT, "counts of a run are damaged");
    }
    return CC_OK;
}

/* Adds the counts of one exact run. */
static cc_err add_counts(dat_merger *m, merged_build *build, cc_str run, cc_span counts) {
    cc_buf key = {0};
    cc_buf_u32(&key, build->number);
    cc_buf_str_put(&key, run);
    void **slot = cc_map_put(m->counts, cc_buf_span(&key));
    cc_buf_free(&key);
    if (*slot == NULL) {
        cov_raw_run_hits *made = CC_NEW(m->arena, cov_raw_run_hits);
        *made = (cov_raw_run_hits){run, build->number, {NULL, 0}};
        *slot = made;
    }
    return join_counts(m, build, &((cov_raw_run_hits *)*slot)->counts, counts);
}

/* Takes the counts that were just read, of the only run of a file. */
static cc_err add_current(dat_merger *m, merged_build *build, cc_str run) {
    cc_buf counts = {0};
    uint64_t next = 0;
    for (uint32_t i = 0; i < build->assembly->point_count; i++) {
        if (build->current[i] > 0) {
            dat_counts_put(&counts, &next, i, build->current[i]);
            build->current[i] = 0;
        }
    }
    build->is_touched = false;
    cc_err err = add_counts(m, build, run, cc_buf_span(&counts));
    cc_buf_free(&counts);
    return err;
}

/* --- adding ----------------------------------------------------------------------------------- */

/* Data that is being added: by its assemblies, the merged builds. */
typedef struct taking {
    dat_merger *m;
    merged_build **builds;
    bool is_exact; /* the data are of one run, which counted exactly */
} taking;

static void take_hit(void *ctx, uint32_t assembly, uint32_t point, uint64_t count) {
    const taking *t = ctx;
    merged_build *build = t->builds[assembly];
    build->is_hit[point] = build->is_hit[point] || count > 0;
    if (t->is_exact) {
        build->current[point] = cc_add_saturated(build->current[point], count);
        build->is_touched = true;
    }
}

static void take_passed(void *ctx, uint32_t assembly, uint32_t point) {
    const taking *t = ctx;
    t->builds[assembly]->assembly->points[point].is_passed = true;
}

static void take_taken(void *ctx, uint32_t assembly, uint32_t arm) {
    const taking *t = ctx;
    t->builds[assembly]->assembly->arms[arm].is_taken = true;
}

static void begin_taking(dat_merger *m, const cov_raw *raw, taking *out) {
    *out = (taking){m, CC_NEW_ARRAY(m->arena, merged_build *, raw->assembly_count),
                    raw->run_count == 1 && raw->runs[0].hits == CTR_HITS_EXACT};
}

static void add_tests(const taking *t, const cov_raw *raw) {
    uint32_t *builds = CC_NEW_ARRAY(t->m->arena, uint32_t, raw->assembly_count);
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        builds[i] = t->builds[i]->number;
    }
    dat_tests_add(t->m->tests, raw, builds);
    dat_suites_add(t->m->suites, raw);
}

/* Adds what comes after the hits. */
/* Data of runs without `--per-test` has no members. */
static cc_err take_members(cov_raw_assembly *known, const cov_raw_assembly *a) {
    if (known->member_count == 0) {
        known->members = a->members;
        known->member_count = a->member_count;
    }
    if (a->member_count != 0 && a->member_count != known->member_count) {
        return cc_fail(CC_E_FORMAT, "%.*s: two builds have one digest and different members",
                       CC_STR_ARGS(a->name));
    }
    return CC_OK;
}

static cc_err end_taking(const taking *t, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        CC_TRY(take_members(t->builds[i]->assembly, &raw->assemblies[i]));
    }
    for (uint32_t i = 0; i < t->m->builds.count; i++) {
        merged_build *build = t->m->builds.items[i];
        if (build->is_touched) {
            CC_TRY(add_current(t->m, build, raw->runs[0].id));
        }
    }
    for (uint32_t i = 0; i < raw->run_hits_count; i++) {
        const cov_raw_run_hits *hits = &raw->run_hits[i];
        CC_TRY(add_counts(t->m, t->builds[hits->assembly], hits->run, hits->counts));
    }
    add_tests(t, raw);
    dat_lists_add(&t->m->lists, raw);
    return CC_OK;
}

static void take_all_hits(taking *t, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        const cov_raw_assembly *a = &raw->assemblies[i];
        for (uint32_t k = 0; k < a->point_count; k++) {
            take_hit(t, i, k, a->points[k].hits);
            if (a->points[k].is_passed) {
                take_passed(t, i, k);
            }
        }
        for (uint32_t k = 0; k < a->arm_count; k++) {
            if (a->arms[k].is_taken) {
                take_taken(t, i, k);
            }
        }
    }
}

/* Adds data whose digests are set. */
static cc_err add_digested(dat_merger *m, cov_raw *raw) {
    taking t;
    begin_taking(m, raw, &t);
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        CC_TRY(take_build(m, &raw->assemblies[i], &t.builds[i]));
    }
    take_all_hits(&t, raw);
    return end_taking(&t, raw);
}

/* The merger does not trust the file's own digests. */
cc_err dat_merger_add(dat_merger *m, cov_raw *raw) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        dat_digest(&raw->assemblies[i]);
    }
    return add_digested(m, raw);
}

static bool are_known(const dat_merger *m, const cov_raw *heads) {
    for (uint32_t i = 0; i < heads->assembly_count; i++) {
        if (find_build(m, &heads->assemblies[i]) == NULL) {
            return false;
        }
    }
    return true;
}

/* Reads only the hits of a file with known builds: most files of a partitioned test run are of that
 * kind. */
static cc_err add_hits(dat_merger *m, const dat_db *db, cov_raw *heads) {
    taking t;
    begin_taking(m, heads, &t);
    for (uint32_t i = 0; i < heads->assembly_count; i++) {
        CC_TRY(take_build(m, &heads->assemblies[i], &t.builds[i]));
    }
    const dat_hit_visitor visitor = {take_hit, take_passed, take_taken, &t};
    CC_TRY(dat_read_hits(db, heads, &visitor, m->arena));
    CC_TRY(dat_read_tests(db, heads, NULL, m->arena));
    return end_taking(&t, heads);
}

static cc_err add_db(dat_merger *m, const dat_db *db) {
    cov_raw *raw = CC_NEW(m->arena, cov_raw);
    CC_TRY(dat_read_heads(db, raw, m->arena));
    if (are_known(m, raw)) {
        return add_hits(m, db, raw);
    }
    CC_TRY(dat_read_rest(db, raw, NULL, m->arena));
    return dat_merger_add(m, raw);
}

cc_err dat_merger_add_file(dat_merger *m, const char *path) {
    dat_db db;
    cc_err err = dat_db_read(&db, path, &dat_data_kind);
    err = err == CC_OK ? add_db(m, &db) : err;
    dat_db_close(&db);
    return err;
}

/* --- the result ------------------------------------------------------------------------------- */

static int compare_builds(const void *a, const void *b) {
    const cov_raw_assembly *x = (*(merged_build *const *)a)->assembly;
    const cov_raw_assembly *y = (*(merged_build *const *)b)->assembly;
    int order = cc_str_cmp(x->name, y->name);
    order = order != 0 ? order : memcmp(x->mvid, y->mvid, sizeof x->mvid);
    return order != 0 ? order : memcmp(&x->digest, &y->digest, sizeof x->digest);
}

static void finish_build(const merged_build *build) {
    for (uint32_t i = 0; i < build->assembly->point_count; i++) {
        cov_raw_point *point = &build->assembly->points[i];
        point->hits = build->sum[i] > 0 ? build->sum[i] : build->is_hit[i] ? 1 : 0;
        point->is_passed = point->is_passed && point->hits == 0;
    }
}

/* places[number of a build]: its index in the result. */
static void finish_builds(const dat_merger *m, cov_raw *out, uint32_t *places) {
    merged_build **sorted = CC_NEW_ARRAY(m->arena, merged_build *, m->builds.count);
    out->assembly_count = m->builds.count;
    out->assemblies = CC_NEW_ARRAY(m->arena, cov_raw_assembly, m->builds.count);
    for (uint32_t i = 0; i < m->builds.count; i++) {
        sorted[i] = m->builds.items[i];
    }
    cc_sort(sorted, m->builds.count, sizeof *sorted, compare_builds);
    for (uint32_t i = 0; i < m->builds.count; i++) {
        finish_build(sorted[i]);
        out->assemblies[i] = *sorted[i]->assembly;
        places[sorted[i]->number] = i;
    }
}

static int compare_run_hits(const void *a, const void *b) {
    const cov_raw_run_hits *x = a;
    const cov_raw_run_hits *y = b;
    int order = cc_str_cmp(x->run, y->run);
    return order != 0 ? order : (x->assembly > y->assembly) - (x->assembly < y->assembly);
}

/* A single run needs no counts beside those of the points. */
static void finish_counts(const dat_merger *m, cov_raw *out, const uint32_t *places) {
    size_t count = out->run_count > 1 ? cc_map_count(m->counts) : 0;
    out->run_hits = CC_NEW_ARRAY(m->arena, cov_raw_run_hits, count);
    for (size_t i = 0; i < count; i++) {
        out->run_hits[i] = *(const cov_raw_run_hits *)cc_map_at(m->counts, i, NULL);
        out->run_hits[i].assembly = places[out->run_hits[i].assembly];
    }
    cc_sort(out->run_hits, count, sizeof *out->run_hits, compare_run_hits);
    out->run_hits_count = (uint32_t)count;
}

cov_raw *dat_merger_finish(dat_merger *m) {
    cov_raw *raw = CC_NEW(m->arena, cov_raw);
    uint32_t *places = CC_NEW_ARRAY(m->arena, uint32_t, m->builds.count);
    dat_lists_finish(&m->lists, raw);
    finish_builds(m, raw, places);
    finish_counts(m, raw, places);
    dat_tests_finish(m->tests, raw, places);
    dat_suites_finish(m->suites, raw);
    return raw;
}

/* --- many files ------------------------------------------------------------------------------- */

/* Each thread merges a part of the files. */
typedef struct part {
    cc_arena *arena;
    dat_merger *merger;
    cov_raw *result;
    cc_err err;
    const char *why;
} part;

typedef struct merging {
    const char *const *paths;
    size_t count;
    part *parts;
    size_t part_count;
    cc_progress *progress;
} merging;

enum { MOST_PARTS = CC_CREW_MOST, LEAST_FILES = 4 };

static cc_err merge_part(const merging *all, size_t index, part *p) {
    size_t end = all->count * (index + 1) / all->part_count;
    p->merger = dat_merger_open(p->arena);
    for (size_t i = all->count * index / all->part_count; i < end; i++) {
        CC_TRY(dat_merger_add_file(p->merger, all->paths[i]));
        cc_progress_step(all->progress);
    }
    p->result = dat_merger_finish(p->merger);
    return CC_OK;
}

static void make_part(void *ctx, unsigned worker, size_t index) {
    const merging *all = ctx;
    part *p = &all->parts[index];
    (void)worker;
    p->arena = cc_arena_new();
    p->err = merge_part(all, index, p);
    if (p->err != CC_OK) { /* messages belong to threads */
        p->why = cc_arena_strdup(p->arena, cc_strz(cc_error_message()));
    }
    dat_merger_close(p->merger);
}

static cc_err take_part(dat_merger *m, part *p) {
    cc_err err = p->err;
    if (err != CC_OK) {
        err = cc_fail(err, "%s", p->why);
    }
    cc_arena_join(m->arena, p->arena);
    return err == CC_OK ? add_digested(m, p->result) : err;
}

cc_err dat_merge_files(dat_merger *m, const char *const *paths, size_t count,
                       cc_progress *progress) {
    size_t parts = count / LEAST_FILES < MOST_PARTS ? count / LEAST_FILES : MOST_PARTS;
    merging all = {paths, count, NULL, parts > 0 ? parts : 1, progress};
    cc_progress_expect(progress, count);
    all.parts = CC_NEW_ARRAY(m->arena, part, all.part_count);
    cc_crew_run_large(all.part_count, make_part, &all);
    cc_err err = CC_OK;
    for (size_t i = 0; i < all.part_count; i++) {
        cc_err other = take_part(m, &all.parts[i]);
        err = err == CC_OK ? other : err;
    }
    return err;
}
