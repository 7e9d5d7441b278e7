/* Lanes of the counters file: copies of counters that a reader adds up. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "counters_help.h"
#include "coverage/counters/ctr_lanes.h"
#include "test_main.h"

enum { BANK = 600 };

/* A writer with two methods in one bank, and one beside it. */
typedef struct sample {
    ctr_writer *writer;
    uint64_t *shared;
    uint64_t first;
    uint64_t *beside;
} sample;

static void publish(ctr_writer *writer, uint32_t token, uint64_t first, uint32_t count) {
    ctr_method_record record = {.token = token, .first = first, .count = count, .plan_key = 7};
    CU_ASSERT_EQUAL(ctr_writer_method(writer, &record), CC_OK);
}

static sample begin(void) {
    sample s = {.writer = help_writer(CTR_HITS_EXACT)};
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    void *place = NULL;
    CU_ASSERT_EQUAL(ctr_writer_module(s.writer, &module, &id), CC_OK);
    CU_ASSERT_EQUAL_FATAL(ctr_writer_reserve(s.writer, BANK, &place, &s.first), CC_OK);
    s.shared = place;
    publish(s.writer, 1, s.first, 5);
    publish(s.writer, 2, s.first + 40, BANK - 5);
    help_method(s.writer, id, 3, 2, &place);
    s.beside = place;
    return s;
}

static uint64_t *lane(const sample *s) {
    uint64_t *counters = NULL;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_lane(s->writer, s->first, BANK, &counters), CC_OK);
    return counters;
}

static uint64_t value(const sample *s, uint32_t method, uint32_t index) {
    ctr_file *read = help_open(ctr_writer_path(s->writer));
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_EQUAL_FATAL(read->method_count, 3);
    uint64_t sum = ctr_value(read, &read->methods[method], index);
    ctr_close(read);
    return sum;
}

static void test_sum(void) {
    enum { LANES = 40 }; /* more than one segment holds */
    sample s = begin();
    uint64_t *lanes[LANES];
    s.shared[0] = 1000;
    s.beside[1] = 5;
    for (uint64_t i = 0; i < LANES; i++) {
        lanes[i] = lane(&s);
        CU_ASSERT_EQUAL((uintptr_t)lanes[i] % 8, 0);
        for (size_t k = 0; k < BANK; k++) {
            CU_ASSERT_EQUAL(lanes[i][k], 0);
        }
        lanes[i][0] = 1;
        lanes[i][5] = i;
        lanes[i][BANK - 1] = 2;
    }
    CU_ASSERT_EQUAL(value(&s, 0, 0), 1000 + LANES);
    CU_ASSERT_EQUAL(value(&s, 0, 4), 0);
    CU_ASSERT_EQUAL(value(&s, 1, 0), LANES * (LANES - 1) / 2);
    CU_ASSERT_EQUAL(value(&s, 1, BANK - 6), 2 * LANES);
    CU_ASSERT_EQUAL(value(&s, 2, 1), 5);
    ctr_writer_close(s.writer);
}

/* Lanes are not written to: their threads add to them meanwhile. */
static void test_reset(void) {
    sample s = begin();
    uint64_t *a = lane(&s);
    uint64_t *b = lane(&s);
    s.shared[1] = 3;
    a[1] = 20;
    b[1] = 100;
    a[7] = 9;
    CU_ASSERT_EQUAL(ctr_reset(ctr_writer_path(s.writer)), CC_OK);
    CU_ASSERT_EQUAL(a[1], 20);
    CU_ASSERT_EQUAL(value(&s, 0, 1), 0);
    CU_ASSERT_EQUAL(value(&s, 1, 2), 0);
    a[1] = 21; /* what a thread that had read 20 stores now */
    a[7] = 12;
    CU_ASSERT_EQUAL(value(&s, 0, 1), 1);
    CU_ASSERT_EQUAL(value(&s, 1, 2), 3);
    CU_ASSERT_EQUAL(ctr_reset(ctr_writer_path(s.writer)), CC_OK);
    CU_ASSERT_EQUAL(value(&s, 0, 1), 0);
    ctr_writer_close(s.writer);
}

static void test_misuse(void) {
    uint64_t *counters = NULL;
    sample s = begin();
    CU_ASSERT_EQUAL(ctr_writer_lane(s.writer, s.first, 0, &counters), CC_E_USAGE);
    ctr_writer_end(s.writer);
    cc_err err = CC_OK;
    for (unsigned i = 0; i < 1000 && err == CC_OK; i++) {
        err = ctr_writer_lane(s.writer, s.first, BANK, &counters);
    }
    CU_ASSERT_NOT_EQUAL(err, CC_OK); /* nothing is appended any more */
    ctr_writer_close(s.writer);
    ctr_writer *once = help_writer(CTR_HITS_ONCE);
    CU_ASSERT_EQUAL(ctr_writer_lane(once, 0, 1, &counters), CC_E_USAGE);
    ctr_writer_close(once);
}

/* Lanes that lie on each other would count twice, and take a reader's time: none is used, and it is
 * said. */
static void test_overlap(void) {
    static const struct {
        uint64_t shared, first;
        uint32_t count;
    } wrong[] = {
        {0, 0, BANK},  /* the lane that is there already */
        {0, 8, 3},     /* within it */
        {8, 16000, 3}, /* a bank within the bank */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        sample s = begin();
        uint64_t *a = lane(&s);
        uint64_t *b = lane(&s);
        a[0] = b[0] = 1;
        s.shared[0] = 7;
        ctr_file *read = help_open(ctr_writer_path(s.writer));
        const uint8_t *start = read->mapping;
        uint64_t first = (uint64_t)(read->methods[0].lanes[0] - start);
        ctr_close(read);
        clrcov_lane_payload lanes[3] = {
            {s.first, first, BANK, 0},
            {s.first, first + (uint64_t)BANK * 8, BANK, 0},
            {s.first + wrong[i].shared, first + wrong[i].first, wrong[i].count, 0}};
        read = help_open(ctr_writer_path(s.writer));
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 0), 9);
        cc_span bytes = cc_span_of(read->mapping, read->mapping_size);
        for (uint32_t m = 0; m < read->method_count; m++) {
            read->methods[m].lane_count = 0;
        }
        CU_ASSERT(ctr_lanes_join(read, bytes, lanes, 3, help_arena));
        CU_ASSERT_PTR_NOT_NULL(read->damage);
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[0], 0), 7);
        ctr_close(read);
        ctr_writer_close(s.writer);
    }
}

static const test_case cases[] = {
    {"a counter is the sum of its lanes", test_sum},
    {"a reset leaves lanes to their threads", test_reset},
    {"lanes that cannot be had", test_misuse},
    {"lanes on each other are damage", test_overlap},
};

int main(void) {
    bool is_ready = help_begin();
    int result = is_ready ? test_run("lanes", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
