/* Tests and regions of the counters file: which test hit what. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "clrcov/counters_format.h"
#include "counters_help.h"
#include "coverage/counters/ctr_tests.h"
#include "test_main.h"

enum { FEW = 200 };

/* A writer with one method of FEW counters. */
typedef struct sample {
    ctr_writer *writer;
    uint32_t module;
    uint8_t *counters;
} sample;

static sample begin(void) {
    sample s = {.writer = help_writer(CTR_HITS_ONCE)};
    ctr_module_record module = help_module("/app/A.dll");
    void *place = NULL;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_module(s.writer, &module, &s.module), CC_OK);
    help_method(s.writer, s.module, 0x06000001, FEW, &place);
    s.counters = place;
    return s;
}

static void begin_test(const sample *s, uint32_t number) {
    clrcov_test_payload test = {.test = number,
                                .module_id = s->module,
                                .token = 0x06000100 + number,
                                .class_id = 77,
                                .start_ns = 1000 * (uint64_t)number};
    CU_ASSERT_EQUAL(ctr_writer_test(s->writer, &test), CC_OK);
}

static void end_test(const sample *s, uint32_t number, clrcov_outcome outcome) {
    clrcov_test_end_payload end = {number, outcome, 1000 * (uint64_t)number + 500};
    CU_ASSERT_EQUAL(ctr_writer_test_end(s->writer, &end), CC_OK);
}

static void region(const sample *s, uint32_t alive, uint32_t last) {
    CU_ASSERT_EQUAL(ctr_writer_region(s->writer, &alive, alive != 0 ? 1 : 0, last), CC_OK);
}

static ctr_file *read_file(const sample *s) {
    ctr_file *read = help_open(ctr_writer_path(s->writer));
    CU_ASSERT_PTR_NULL(read->damage);
    return read;
}

static bool names(const ctr_region *r, uint64_t offset) {
    cc_span runs = r->runs;
    ctr_run run = {0, 0};
    while (ctr_next_run(&runs, &run)) {
        if (offset >= run.first && offset < run.first + run.count) {
            return true;
        }
    }
    return false;
}

static uint64_t sum_of_runs(const ctr_region *r) {
    cc_span runs = r->runs;
    ctr_run run = {0, 0};
    uint64_t sum = 0;
    while (ctr_next_run(&runs, &run)) {
        sum += run.count;
    }
    CU_ASSERT_EQUAL(runs.len, 0);
    return sum;
}

/* --- what a region has ------------------------------------------------------------------------ */

/* Counters at the borders of the words and blocks in which the writer looks. */
static void test_region_clears_what_it_has(void) {
    static const uint32_t hit[] = {0, 1, 7, 8, 63, 64, 65, 127, 128, 130, FEW - 1};
    enum { HITS = sizeof hit / sizeof *hit };
    sample s = begin();
    for (size_t i = 0; i < HITS; i++) {
        s.counters[hit[i]] = (uint8_t)(i + 1);
    }
    begin_test(&s, 1);
    region(&s, 1, 0);
    for (uint32_t i = 0; i < FEW; i++) {
        CU_ASSERT_EQUAL(s.counters[i], 0);
    }
    ctr_file *read = read_file(&s);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL_FATAL(read->tests->region_count, 1);
    const ctr_region *r = &read->tests->regions[0];
    CU_ASSERT_EQUAL(sum_of_runs(r), HITS);
    for (size_t i = 0; i < HITS; i++) {
        CU_ASSERT(names(r, read->methods[0].record.first + hit[i]));
    }
    ctr_close(read);
    ctr_writer_close(s.writer);
}

static void test_value_takes_harvested(void) {
    sample s = begin();
    begin_test(&s, 1);
    s.counters[3] = 1;
    region(&s, 1, 0);
    s.counters[5] = 1; /* hit since */
    ctr_file *read = read_file(&s);
    for (uint32_t i = 0; i < FEW; i++) {
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], i), i == 3 || i == 5);
    }
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], FEW), 0);
    ctr_close(read);
    ctr_writer_close(s.writer);
}

static void test_nothing_hit_is_no_region(void) {
    sample s = begin();
    begin_test(&s, 1);
    region(&s, 0, 0);
    region(&s, 1, 0);
    ctr_file *read = read_file(&s);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL(read->tests->region_count, 0);
    ctr_close(read);
    ctr_writer_close(s.writer);
}

static void test_sequence(void) {
    sample s = begin();
    const clrcov_class_payload type = {77, s.module, 0x02000003};
    s.counters[0] = 1;
    region(&s, 0, 0);
    CU_ASSERT_EQUAL(ctr_writer_class(s.writer, &type), CC_OK);
    begin_test(&s, 1);
    s.counters[1] = 1;
    region(&s, 1, 0);
    end_test(&s, 1, CLRCOV_OUTCOME_THREW);
    s.counters[2] = 1;
    region(&s, 0, 1);
    begin_test(&s, 2);
    s.counters[3] = 1;
    region(&s, 2, CLRCOV_REGION_SHARED);
    end_test(&s, 2, CLRCOV_OUTCOME_ENDED);
    ctr_file *read = read_file(&s);
    const ctr_tests *t = read->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL_FATAL(t->count, 2);
    CU_ASSERT_EQUAL_FATAL(t->region_count, 4);
    CU_ASSERT_EQUAL_FATAL(t->class_count, 1);
    CU_ASSERT_EQUAL(t->classes[0].token, type.token);
    CU_ASSERT_EQUAL(t->tests[0].begin.token, 0x06000101);
    CU_ASSERT_EQUAL(t->tests[0].begin.class_id, 77);
    CU_ASSERT_EQUAL(t->tests[0].outcome, CLRCOV_OUTCOME_THREW);
    CU_ASSERT_EQUAL(t->tests[1].outcome, CLRCOV_OUTCOME_ENDED);
    CU_ASSERT_EQUAL(t->tests[1].end_ns, 2500);
    static const ctr_region expected[] = {
        {.alive_count = 0, .last = 0, .begun = 0},
        {.alive_count = 1, .last = 0, .begun = 1},
        {.alive_count = 0, .last = 1, .begun = 1},
        {.alive_count = 1, .last = CLRCOV_REGION_SHARED, .begun = 2},
    };
    for (uint32_t i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(t->regions[i].alive_count, expected[i].alive_count);
        CU_ASSERT_EQUAL(t->regions[i].last, expected[i].last);
        CU_ASSERT_EQUAL(t->regions[i].begun, expected[i].begun);
        CU_ASSERT_EQUAL(sum_of_runs(&t->regions[i]), 1);
        CU_ASSERT(names(&t->regions[i], read->methods[0].record.first + i));
    }
    CU_ASSERT_EQUAL(t->regions[1].alive[0], 1);
    CU_ASSERT_EQUAL(t->regions[3].alive[0], 2);
    ctr_close(read);
    ctr_writer_close(s.writer);
}

/* The process dies between two boundaries: what is set belongs to a region of its own. */
static void test_open_tests(void) {
    sample s = begin();
    begin_test(&s, 1);
    end_test(&s, 1, CLRCOV_OUTCOME_ENDED);
    begin_test(&s, 2);
    begin_test(&s, 3);
    s.counters[9] = 1;
    ctr_file *read = read_file(&s);
    const ctr_tests *t = read->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL_FATAL(t->region_count, 1);
    CU_ASSERT_EQUAL(t->tests[1].outcome, CLRCOV_OUTCOME_OPEN);
    CU_ASSERT_EQUAL(t->tests[1].end_ns, 0);
    const ctr_region *left = &t->regions[0];
    CU_ASSERT_EQUAL_FATAL(left->alive_count, 2);
    CU_ASSERT_EQUAL(left->alive[0], 2);
    CU_ASSERT_EQUAL(left->alive[1], 3);
    CU_ASSERT_EQUAL(left->last, 1);
    CU_ASSERT_EQUAL(left->begun, 3);
    CU_ASSERT_EQUAL(sum_of_runs(left), 1);
    CU_ASSERT(names(left, read->methods[0].record.first + 9));
    CU_ASSERT_EQUAL(s.counters[9], 1); /* reading changes nothing */
    ctr_close(read);
    ctr_writer_close(s.writer);
}

/* A process that dies as its first test begins still has what it ran before. */
static void test_region_before_any_test(void) {
    sample s = begin();
    s.counters[4] = 1;
    region(&s, 0, 0);
    s.counters[6] = 1;
    ctr_file *read = read_file(&s);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 4), 1);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 5), 0);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 6), 1);
    ctr_close(read);
    ctr_writer_close(s.writer);
}

static void test_no_tests(void) {
    sample s = begin();
    s.counters[4] = 1;
    ctr_file *read = read_file(&s);
    CU_ASSERT_PTR_NULL(read->tests);
    CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 4), 1);
    ctr_close(read);
    ctr_writer_close(s.writer);
}

/* --- many segments ---------------------------------------------------------------------------- */

static void test_many_segments(void) {
    enum { METHODS = 30, LARGE = 5000 };
    uint8_t *places[METHODS];
    sample s = begin();
    for (uint32_t i = 0; i < METHODS; i++) {
        void *place = NULL;
        help_method(s.writer, s.module, 0x06000010 + i, LARGE, &place);
        places[i] = place;
    }
    begin_test(&s, 1);
    for (uint32_t round = 1; round <= 2; round++) {
        for (uint32_t i = 0; i < METHODS; i++) {
            places[i][i * round] = 1;
            places[i][LARGE - round] = 1;
        }
        region(&s, 1, 0);
    }
    ctr_file *read = read_file(&s);
    const ctr_tests *t = read->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL_FATAL(t->region_count, 2);
    for (uint32_t round = 1; round <= 2; round++) {
        const ctr_region *r = &t->regions[round - 1];
        CU_ASSERT_EQUAL(sum_of_runs(r), 2 * METHODS);
        for (uint32_t i = 0; i < METHODS; i++) {
            uint64_t first = read->methods[i + 1].record.first;
            CU_ASSERT(names(r, first + i * round));
            CU_ASSERT(names(r, first + LARGE - round));
        }
    }
    for (uint32_t i = 0; i < METHODS; i++) {
        for (uint32_t k = 0; k < LARGE; k++) {
            CU_ASSERT_FATAL(places[i][k] == 0);
        }
    }
    ctr_close(read);
    ctr_writer_close(s.writer);
}

/* Runs longer than a block, and a record larger than what is left of its segment. */
static void test_large_record(void) {
    enum { LARGE = 60000 };
    void *place = NULL;
    sample s = begin();
    help_method(s.writer, s.module, 0x06000010, LARGE, &place);
    uint8_t *counters = place;
    for (uint32_t i = 0; i < LARGE; i += i < LARGE / 2 ? 2 : 1) {
        counters[i] = 1;
    }
    begin_test(&s, 1);
    region(&s, 1, 0);
    ctr_file *read = read_file(&s);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL_FATAL(read->tests->region_count, 1);
    CU_ASSERT_EQUAL(sum_of_runs(&read->tests->regions[0]), LARGE / 4 + LARGE / 2);
    for (uint32_t i = 0; i < LARGE; i++) {
        bool is_hit = i >= LARGE / 2 || i % 2 == 0;
        CU_ASSERT_FATAL(ctr_value(read, &read->methods[1], i) == is_hit);
        CU_ASSERT_FATAL(counters[i] == 0);
    }
    ctr_close(read);
    ctr_writer_close(s.writer);
}

/* The file may not grow any more: the record does not fit, so no counter is cleared. */
/* Tests with lanes: counters stay, and those that no region names are of every test. */
static void test_lanes(void) {
    sample s = begin();
    ctr_file *before = read_file(&s);
    uint64_t first = before->methods[0].record.first;
    ctr_close(before);
    uint64_t size = 2 * first + (uint64_t)FEW * 1024; /* the whole segment */
    const ctr_lane_bytes lane = {calloc(1, size), size};
    uint32_t number = 1;
    clrcov_test_payload test = {
        .test = 1, .module_id = s.module, .token = 0x06000101, .has_lane = 1, .class_id = 77};
    CU_ASSERT_PTR_NOT_NULL_FATAL(lane.bytes);
    CU_ASSERT_EQUAL(ctr_writer_test(s.writer, &test), CC_OK);
    s.counters[2] = s.counters[3] = s.counters[5] = lane.bytes[first + 2] = lane.bytes[first + 3] =
        1;
    CU_ASSERT_EQUAL(ctr_writer_lane_region(s.writer, &lane, &number, 1, CLRCOV_REGION_TEST), CC_OK);
    CU_ASSERT_EQUAL(lane.bytes[first + 2] + lane.bytes[first + 3], 0);
    CU_ASSERT_EQUAL(s.counters[2], 1);
    lane.bytes[first + 9] = s.counters[9] = 1;
    CU_ASSERT_EQUAL(ctr_writer_lane_region(s.writer, &lane, &number, 1, CLRCOV_REGION_CLASS),
                    CC_OK);
    end_test(&s, 1, CLRCOV_OUTCOME_ENDED);
    ctr_file *read = read_file(&s);
    const ctr_tests *t = read->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL_FATAL(t->region_count, 3);
    CU_ASSERT_EQUAL(t->regions[0].last, CLRCOV_REGION_TEST);
    CU_ASSERT(names(&t->regions[0], first + 2) && names(&t->regions[0], first + 3));
    CU_ASSERT_EQUAL(sum_of_runs(&t->regions[0]), 2);
    CU_ASSERT_EQUAL(t->regions[1].last, CLRCOV_REGION_CLASS);
    CU_ASSERT(names(&t->regions[1], first + 9));
    CU_ASSERT_EQUAL(t->regions[2].last, CLRCOV_REGION_SHARED);
    CU_ASSERT_EQUAL(t->regions[2].alive_count, 0);
    CU_ASSERT(names(&t->regions[2], first + 5));
    CU_ASSERT_EQUAL(sum_of_runs(&t->regions[2]), 1);
    ctr_close(read);
    free(lane.bytes);
    ctr_writer_close(s.writer);
}

static void test_no_room(void) {
    sample s = begin();
    uint32_t alive = 1;
    begin_test(&s, 1);
    ctr_writer_end(s.writer);
    cc_err err = CC_OK;
    uint32_t rounds = 0;
    while (err == CC_OK && rounds < 10000) {
        for (uint32_t i = 0; i < FEW; i += 2) {
            s.counters[i] = 1;
        }
        err = ctr_writer_region(s.writer, &alive, 1, 0);
        rounds += err == CC_OK;
        for (uint32_t i = 0; i < FEW; i++) {
            CU_ASSERT_EQUAL_FATAL(s.counters[i], err != CC_OK && i % 2 == 0);
        }
    }
    CU_ASSERT_EQUAL(err, CC_E_LIMIT);
    ctr_file *read = read_file(&s);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL(read->tests->region_count, rounds + 1); /* and the one that is left */
    CU_ASSERT_EQUAL(sum_of_runs(&read->tests->regions[rounds]), FEW / 2);
    ctr_close(read);
    ctr_writer_close(s.writer);
}

static const test_case cases[] = {
    {"a region has what was hit, and clears exactly this", test_region_clears_what_it_has},
    {"a value takes what regions name", test_value_takes_harvested},
    {"nothing hit: no region", test_nothing_hit_is_no_region},
    {"tests, classes and regions in order", test_sequence},
    {"tests without an end, and the region that never ended", test_open_tests},
    {"a region without any test", test_region_before_any_test},
    {"a file without tests", test_no_tests},
    {"many segments", test_many_segments},
    {"a large record", test_large_record},
    {"tests with lanes", test_lanes},
    {"no room for a record clears nothing", test_no_room},
};

int main(void) {
    bool is_ready = help_begin();
    int result = is_ready ? test_run("tests of counters", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
