/* Merging tests: one for each assembly, class and method; see dat_internal.h. */
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "coverage/data/dat_internal.h"

/* A test of the result. */
typedef struct merged_test {
    cov_test test;   /* must be first: compare_tests() */
    uint32_t number; /* in the order of addition */
    uint32_t place;  /* in the result */
} merged_test;

/* What a test hit of a build. */
typedef struct merged_hits {
    uint32_t test; /* number; COV_RAW_SHARED */
    uint32_t build;
    cc_span points, arms, members;
} merged_hits;

struct dat_tests {
    cc_arena *arena;
    cc_map *tests; /* identity -> merged_test */
    cc_map *hits;  /* test and build -> merged_hits */
};

dat_tests *dat_tests_open(cc_arena *arena) {
    dat_tests *t = CC_NEW(arena, dat_tests);
    *t = (dat_tests){arena, cc_map_new(), cc_map_new()};
    return t;
}

void dat_tests_close(dat_tests *t) {
    cc_map_free(t->tests);
    cc_map_free(t->hits);
}

/* --- tests ------------------------------------------------------------------------------------ */

static merged_test *find_test(dat_tests *t, const cov_test *test) {
    cc_buf key = {0};
    cov_put_test_key(&key, test->assembly, test->type, test->method);
    uint32_t number = (uint32_t)cc_map_count(t->tests);
    void **slot = cc_map_put(t->tests, cc_buf_span(&key));
    cc_buf_free(&key);
    if (*slot == NULL) {
        merged_test *made = CC_NEW(t->arena, merged_test);
        *made = (merged_test){*test, number, 0};
        *slot = made;
    }
    return *slot;
}

/* The later run decides. Of two of one time an exception comes first, then an unknown end, so that
 * the order of files does not matter. */
static cov_outcome later_outcome(const cov_test *a, const cov_test *b) {
    if (a->last_run != b->last_run) {
        return a->last_run > b->last_run ? a->outcome : b->outcome;
    }
    if (a->outcome == COV_OUTCOME_THREW || b->outcome == COV_OUTCOME_THREW) {
        return COV_OUTCOME_THREW;
    }
    bool is_open = a->outcome == COV_OUTCOME_OPEN || b->outcome == COV_OUTCOME_OPEN;
    return is_open ? COV_OUTCOME_OPEN : COV_OUTCOME_ENDED;
}

static uint32_t add_test(dat_tests *t, const cov_test *from) {
    merged_test *known = find_test(t, from);
    cov_test *test = &known->test;
    test->outcome = later_outcome(test, from);
    test->runs = from->runs > test->runs ? from->runs : test->runs;
    test->is_overlapped = test->is_overlapped || from->is_overlapped;
    test->last_run = from->last_run > test->last_run ? from->last_run : test->last_run;
    return known->number;
}

/* --- hits ------------------------------------------------------------------------------------- */

/* Runs that are read one by one, cut where the others are behind. */
typedef struct reading {
    cc_span rest;
    cov_run run;
    bool has_run;
} reading;

static void next(reading *r) {
    r->has_run = cov_next_run(&r->rest, &r->run);
}

/* Adds a run that does not begin before the open one. */
static void join_run(cc_buf *out, uint32_t *end, cov_run *open, const cov_run *run) {
    uint32_t open_end = open->first + open->count;
    if (open->count > 0 && run->first <= open_end) {
        uint32_t run_end = run->first + run->count;
        open->count += run_end > open_end ? run_end - open_end : 0;
        return;
    }
    if (open->count > 0) {
        cov_put_run(out, *end, open);
        *end = open_end;
    }
    *open = *run;
}

static cc_span unite(cc_span a, cc_span b, cc_arena *arena) {
    cc_buf out = {0};
    uint32_t end = 0;
    cov_run open = {0, 0};
    reading x = {.rest = a};
    reading y = {.rest = b};
    next(&x);
    next(&y);
    while (x.has_run || y.has_run) {
        bool is_x = x.has_run && (!y.has_run || x.run.first <= y.run.first);
        reading *first = is_x ? &x : &y;
        join_run(&out, &end, &open, &first->run);
        next(first);
    }
    if (open.count > 0) {
        cov_put_run(&out, end, &open);
    }
    cc_span kept = out.len == 0 ? (cc_span){NULL, 0} : cc_arena_copy(arena, cc_buf_span(&out));
    cc_buf_free(&out);
    return kept;
}

static merged_hits *find_hits(dat_tests *t, uint32_t test, uint32_t build) {
    void **slot = cc_map_put_u64(t->hits, (uint64_t)test << 32 | build);
    if (*slot == NULL) {
        merged_hits *made = CC_NEW(t->arena, merged_hits);
        *made = (merged_hits){.test = test, .build = build};
        *slot = made;
    }
    return *slot;
}

static void add_hits(dat_tests *t, const cov_raw_test_hits *from, uint32_t test, uint32_t build) {
    merged_hits *hits = find_hits(t, test, build);
    hits->points = unite(hits->points, from->points, t->arena);
    hits->arms = unite(hits->arms, from->arms, t->arena);
    hits->members = unite(hits->members, from->members, t->arena);
}

void dat_tests_add(dat_tests *t, const cov_raw *raw, const uint32_t *builds) {
    uint32_t *numbers = CC_NEW_ARRAY(t->arena, uint32_t, raw->test_count);
    for (uint32_t i = 0; i < raw->test_count; i++) {
        numbers[i] = add_test(t, &raw->tests[i]);
    }
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].test_hit_count; k++) {
            const cov_raw_test_hits *hits = &raw->assemblies[i].test_hits[k];
            bool is_shared = hits->test == COV_RAW_SHARED;
            add_hits(t, hits, is_shared ? COV_RAW_SHARED : numbers[hits->test], builds[i]);
        }
    }
}

/* --- the result ------------------------------------------------------------------------------- */

static int compare_tests(const void *a, const void *b) {
    return cov_test_cmp(&(*(merged_test *const *)a)->test, &(*(merged_test *const *)b)->test);
}

static void finish_tests(const dat_tests *t, cov_raw *out) {
    uint32_t count = (uint32_t)cc_map_count(t->tests);
    merged_test **sorted = CC_NEW_ARRAY(t->arena, merged_test *, count);
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = cc_map_at(t->tests, i, NULL);
    }
    cc_sort(sorted, count, sizeof(merged_test *), compare_tests);
    out->tests = CC_NEW_ARRAY(t->arena, cov_test, count);
    out->test_count = count;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i]->place = i;
        out->tests[i] = sorted[i]->test;
    }
}

/* The shared hits come first. */
static int compare_hits(const void *a, const void *b) {
    uint32_t x = ((const cov_raw_test_hits *)a)->test;
    uint32_t y = ((const cov_raw_test_hits *)b)->test;
    if (x == COV_RAW_SHARED || y == COV_RAW_SHARED) {
        return (y == COV_RAW_SHARED) - (x == COV_RAW_SHARED);
    }
    return (x > y) - (x < y);
}

static uint32_t place_of(const dat_tests *t, uint32_t test) {
    if (test == COV_RAW_SHARED) {
        return COV_RAW_SHARED;
    }
    return ((const merged_test *)cc_map_at(t->tests, test, NULL))->place;
}

static void finish_hits(const dat_tests *t, cov_raw *out, const uint32_t *places) {
    size_t count = cc_map_count(t->hits);
    uint32_t *room = CC_NEW_ARRAY(t->arena, uint32_t, out->assembly_count);
    for (size_t i = 0; i < count; i++) {
        room[places[((const merged_hits *)cc_map_at(t->hits, i, NULL))->build]]++;
    }
    for (uint32_t i = 0; i < out->assembly_count; i++) {
        out->assemblies[i].test_hits = CC_NEW_ARRAY(t->arena, cov_raw_test_hits, room[i]);
        out->assemblies[i].test_hit_count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        const merged_hits *hits = cc_map_at(t->hits, i, NULL);
        cov_raw_assembly *a = &out->assemblies[places[hits->build]];
        a->test_hits[a->test_hit_count++] =
            (cov_raw_test_hits){place_of(t, hits->test), hits->points, hits->arms, hits->members};
    }
    for (uint32_t i = 0; i < out->assembly_count; i++) {
        cov_raw_assembly *a = &out->assemblies[i];
        cc_sort(a->test_hits, a->test_hit_count, sizeof *a->test_hits, compare_hits);
    }
}

void dat_tests_finish(dat_tests *t, cov_raw *out, const uint32_t *places) {
    finish_tests(t, out);
    finish_hits(t, out, places);
}
