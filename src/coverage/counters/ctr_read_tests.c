/* Reading tests and regions; see ctr_read_tests.h. */
#include "coverage/counters/ctr_read_tests.h"

#include <string.h>

static bool room(ctr_tests_reader *r, void **items, size_t *cap, size_t count, size_t size) {
    r->out_of_memory = r->out_of_memory || !cc_grow(items, cap, count + 1, size);
    return !r->out_of_memory;
}

static bool take_fixed(cc_span *in, void *out, size_t size) {
    cc_span bytes;
    if (!cc_span_take(in, size, &bytes)) {
        return false;
    }
    memcpy(out, bytes.data, size);
    return true;
}

/* The test that began last has ended, or returned. */
static bool is_between(const ctr_tests_reader *r) {
    return r->out.count > 0 && r->out.tests[r->out.count - 1].end_ns != 0;
}

/* The last region ended where the test begins. */
static void mark_before_test(ctr_tests_reader *r) {
    ctr_region *last = r->out.region_count > 0 ? &r->out.regions[r->out.region_count - 1] : NULL;
    if (last != NULL && !is_between(r) && last->begun == r->out.count) {
        last->is_before_test = true;
    }
}

bool ctr_tests_read_begin(ctr_tests_reader *r, cc_span payload, uint32_t modules) {
    ctr_test test = {.outcome = CLRCOV_OUTCOME_OPEN};
    void *items = r->out.tests;
    if (!take_fixed(&payload, &test.begin, sizeof test.begin) ||
        test.begin.test != r->out.count + 1 || test.begin.module_id >= modules ||
        !room(r, &items, &r->test_cap, r->out.count, sizeof test)) {
        return false;
    }
    r->out.tests = items;
    mark_before_test(r);
    r->out.tests[r->out.count++] = test;
    return true;
}

bool ctr_tests_read_end(ctr_tests_reader *r, cc_span payload) {
    clrcov_test_end_payload end;
    if (!take_fixed(&payload, &end, sizeof end) || end.test == 0 || end.test > r->out.count ||
        end.outcome > CLRCOV_OUTCOME_THREW) {
        return false;
    }
    ctr_test *test = &r->out.tests[end.test - 1];
    test->outcome = (clrcov_outcome)end.outcome;
    test->end_ns = end.end_ns;
    return true;
}

/* The numbers of the tests that ran in the region, copied: the payload is not aligned for them. */
static bool take_alive(ctr_tests_reader *r, cc_span *in, uint32_t count, const uint32_t **out) {
    cc_span bytes;
    if (count > r->out.count || !cc_span_take(in, count * sizeof(uint32_t), &bytes)) {
        return false;
    }
    uint32_t *alive = CC_NEW_ARRAY(r->arena, uint32_t, (size_t)count + 1);
    if (alive == NULL) {
        r->out_of_memory = true;
        return false;
    }
    memcpy(alive, bytes.data, bytes.len);
    for (uint32_t i = 0; i < count; i++) {
        if (alive[i] == 0 || alive[i] > r->out.count) {
            return false;
        }
    }
    *out = alive;
    return true;
}

/* A lane is of tests that have one. */
static bool are_of_lanes(const ctr_tests_reader *r, const ctr_region *region) {
    for (uint32_t i = 0; i < region->alive_count; i++) {
        if (r->out.tests[region->alive[i] - 1].begin.has_lane == 0) {
            return false;
        }
    }
    return region->alive_count > 0;
}

static bool add_region(ctr_tests_reader *r, const ctr_region *region) {
    void *items = r->out.regions;
    if (!room(r, &items, &r->region_cap, r->out.region_count, sizeof *region)) {
        return false;
    }
    r->out.regions = items;
    r->out.regions[r->out.region_count++] = *region;
    return true;
}

static bool is_last(const ctr_tests_reader *r, uint32_t last) {
    return last <= r->out.count || last >= CLRCOV_REGION_CLASS || last == CLRCOV_REGION_OWN;
}

bool ctr_tests_read_region(ctr_tests_reader *r, cc_span payload) {
    clrcov_region_payload fixed;
    ctr_region region = {.begun = r->out.count, .is_between = is_between(r)};
    if (!take_fixed(&payload, &fixed, sizeof fixed) || !is_last(r, fixed.last) ||
        !take_alive(r, &payload, fixed.alive, &region.alive)) {
        return false;
    }
    region.alive_count = fixed.alive;
    region.last = fixed.last;
    region.runs = payload;
    if (fixed.last != CLRCOV_REGION_SHARED && fixed.last >= CLRCOV_REGION_CLASS &&
        !are_of_lanes(r, &region)) {
        return false;
    }
    return add_region(r, &region);
}

bool ctr_tests_read_class(ctr_tests_reader *r, cc_span payload, uint32_t modules) {
    clrcov_class_payload type;
    void *items = r->out.classes;
    if (!take_fixed(&payload, &type, sizeof type) || type.module_id >= modules ||
        !room(r, &items, &r->class_cap, r->out.class_count, sizeof type)) {
        return false;
    }
    r->out.classes = items;
    r->out.classes[r->out.class_count++] = type;
    return true;
}

/* --- the end ---------------------------------------------------------------------------------- */

static void *keep(ctr_tests_reader *r, void *items, size_t count, size_t size) {
    void *kept = cc_arena_take(r->arena, items, count, size);
    r->out_of_memory = r->out_of_memory || kept == NULL;
    return kept;
}

static void mark_runs(uint8_t *marks, size_t size, cc_span runs) {
    ctr_run run = {0, 0};
    while (ctr_next_run(&runs, &run) && run.first + run.count <= size) {
        memset(marks + run.first, 1, run.count);
    }
}

static void mark_hits(ctr_tests_reader *r, size_t size) {
    uint8_t *marks = CC_NEW_ARRAY(r->arena, uint8_t, size);
    if (marks == NULL) {
        r->out_of_memory = true;
        return;
    }
    for (uint32_t i = 0; i < r->out.region_count; i++) {
        mark_runs(marks, size, r->out.regions[i].runs);
    }
    r->out.was_hit = marks;
    r->out.was_hit_size = size;
}

static void put_rest(cc_buf *out, const uint8_t *marks, const ctr_run *run, uint64_t *end) {
    for (uint64_t i = run->first; i < run->first + run->count; i++) {
        if (marks[i] == 0) {
            ctr_put_run(out, *end, &(ctr_run){i, 1});
            *end = i + 1;
        }
    }
}

/* The counters of `runs` that no region names. */
static cc_span runs_of_no_region(ctr_tests_reader *r, cc_span runs, size_t size) {
    cc_buf rest = {0};
    ctr_run run = {0, 0};
    uint64_t end = 0;
    mark_hits(r, size);
    while (!r->out_of_memory && ctr_next_run(&runs, &run) && run.first + run.count <= size) {
        put_rest(&rest, r->out.was_hit, &run, &end);
    }
    cc_span kept = cc_arena_copy(r->arena, cc_buf_span(&rest));
    r->out_of_memory = r->out_of_memory || !cc_buf_ok(&rest) || (rest.len > 0 && kept.data == NULL);
    cc_buf_free(&rest);
    return kept;
}

/* Work of a test that returned ends where the next one begins. */
static bool is_alive(const ctr_tests_reader *r, uint32_t index) {
    const ctr_test *test = &r->out.tests[index];
    bool is_last = index + 1 == r->out.count;
    return test->end_ns == 0 || (test->outcome == CLRCOV_OUTCOME_OPEN && is_last);
}

/* Tests that began and were not ended. */
static void list_alive(ctr_tests_reader *r, ctr_region *region) {
    uint32_t *alive = CC_NEW_ARRAY(r->arena, uint32_t, (size_t)r->out.count + 1);
    for (uint32_t i = 0; alive != NULL && i < r->out.count; i++) {
        if (is_alive(r, i)) {
            alive[region->alive_count++] = i + 1;
        }
        if (r->out.tests[i].end_ns != 0) {
            region->last = i + 1;
        }
    }
    region->alive = alive;
    r->out_of_memory = r->out_of_memory || alive == NULL;
}

bool ctr_tests_has_any(const ctr_tests_reader *r) {
    return r->out.count > 0 || r->out.region_count > 0;
}

static bool have_lanes(const ctr_tests_reader *r) {
    for (uint32_t i = 0; i < r->out.count; i++) {
        if (r->out.tests[i].begin.has_lane != 0) {
            return true;
        }
    }
    return false;
}

bool ctr_tests_add_left(ctr_tests_reader *r, cc_span runs, size_t size) {
    ctr_region left = {.runs = runs, .begun = r->out.count, .is_between = is_between(r)};
    if (have_lanes(r)) {
        left.last = CLRCOV_REGION_SHARED;
        left.runs = runs_of_no_region(r, runs, size);
    } else {
        list_alive(r, &left);
    }
    return !r->out_of_memory && (left.runs.len == 0 || add_region(r, &left));
}

const ctr_tests *ctr_tests_finish(ctr_tests_reader *r, size_t size) {
    bool has_any = ctr_tests_has_any(r);
    ctr_tests *out = has_any ? CC_NEW(r->arena, ctr_tests) : NULL;
    if (r->out.region_count > 0) {
        mark_hits(r, size);
    }
    r->out.tests = keep(r, r->out.tests, r->out.count, sizeof *r->out.tests);
    r->out.regions = keep(r, r->out.regions, r->out.region_count, sizeof *r->out.regions);
    r->out.classes = keep(r, r->out.classes, r->out.class_count, sizeof *r->out.classes);
    if (out == NULL) {
        r->out_of_memory = r->out_of_memory || has_any;
        return NULL;
    }
    *out = r->out;
    return out;
}

bool ctr_was_hit(const ctr_tests *tests, uint64_t offset) {
    return tests != NULL && offset < tests->was_hit_size && tests->was_hit[offset] != 0;
}
