/* Threads hit counters while regions end: no hit is lost. */
#include <CUnit/CUnit.h>
#include <pthread.h>
#include <sched.h>

#include "counters_help.h"
#include "coverage/counters/ctr_tests.h"
#include "test_main.h"

/* More counters than a block has, in which the writer looks. */
enum { HITTERS = 3, COUNTERS = 96, ROUNDS = 300 };

/* Each thread hits each HITTERS-th counter once in a round, so neighbours in a word differ. */
typedef struct hitter {
    uint8_t *counters;
    unsigned own;
    _Atomic unsigned *round;
    _Atomic unsigned *ready;
} hitter;

/* A plain store, as probes in the code of the program do it. */
__attribute__((no_sanitize("thread"), noinline)) static void hit(volatile uint8_t *counter) {
    *counter = 1;
}

static void *run_hitter(void *ctx) {
    const hitter *h = ctx;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        while (*h->round < round) {
            (void)sched_yield();
        }
        for (unsigned i = h->own; i < COUNTERS; i += HITTERS) {
            hit(h->counters + i);
        }
        (*h->ready)++;
    }
    return NULL;
}

static void end_region(ctr_writer *writer) {
    const uint32_t alive = 1;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_region(writer, &alive, 1, 0), CC_OK);
}

/* Regions end as the threads hit, and once when they are ready. Tests say which round it is. */
static void run_rounds(ctr_writer *writer, _Atomic unsigned *round, const _Atomic unsigned *ready) {
    for (unsigned i = 1; i <= ROUNDS; i++) {
        clrcov_test_payload test = {.test = i};
        CU_ASSERT_EQUAL_FATAL(ctr_writer_test(writer, &test), CC_OK);
        *round = i;
        while (*ready < i * HITTERS) {
            end_region(writer);
        }
        end_region(writer);
    }
}

static void mark(const ctr_region *region, uint64_t first, uint8_t *seen) {
    cc_span runs = region->runs;
    ctr_run run = {0, 0};
    while (ctr_next_run(&runs, &run)) {
        CU_ASSERT_FATAL(run.first >= first && run.first + run.count <= first + COUNTERS);
        for (uint64_t i = 0; i < run.count; i++) {
            seen[run.first - first + i] = 1;
        }
    }
}

/* Hits that no region of their round has. */
static uint32_t count_lost(const ctr_file *read) {
    static uint8_t seen[ROUNDS + 1][COUNTERS];
    uint32_t lost = 0;
    for (uint32_t i = 0; i < read->tests->region_count; i++) {
        const ctr_region *region = &read->tests->regions[i];
        mark(region, read->methods[0].record.first, seen[region->begun]);
    }
    for (unsigned round = 1; round <= ROUNDS; round++) {
        for (unsigned i = 0; i < COUNTERS; i++) {
            lost += seen[round][i] == 0;
        }
    }
    return lost;
}

static void test_hits_meanwhile(void) {
    static _Atomic unsigned round;
    static _Atomic unsigned ready;
    pthread_t threads[HITTERS];
    hitter hitters[HITTERS];
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    void *place = NULL;
    uint32_t id;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_module(writer, &module, &id), CC_OK);
    help_method(writer, id, 1, COUNTERS, &place);
    for (unsigned i = 0; i < HITTERS; i++) {
        hitters[i] = (hitter){place, i, &round, &ready};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, run_hitter, &hitters[i]), 0);
    }
    run_rounds(writer, &round, &ready);
    for (unsigned i = 0; i < HITTERS; i++) {
        CU_ASSERT_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL(read->tests->count, ROUNDS);
    CU_ASSERT_EQUAL(count_lost(read), 0);
    ctr_close(read);
    ctr_writer_close(writer);
}

/* Several threads end regions and publish tests at once: each record is whole, no hit is lost. */
typedef struct ender {
    ctr_writer *writer;
    uint8_t *counters;
} ender;

static void *run_ender(void *ctx) {
    const ender *e = ctx;
    const clrcov_class_payload type = {.class_id = 5};
    for (unsigned i = 0; i < ROUNDS; i++) {
        hit(e->counters + i % COUNTERS);
        bool is_sound = ctr_writer_region(e->writer, NULL, 0, 0) == CC_OK &&
                        ctr_writer_class(e->writer, &type) == CC_OK;
        if (!is_sound) {
            return ctx;
        }
    }
    return NULL;
}

static void test_regions_at_once(void) {
    pthread_t threads[HITTERS];
    ender enders[HITTERS];
    ctr_writer *writer = help_writer(CTR_HITS_ONCE);
    ctr_module_record module = help_module("/app/A.dll");
    uint32_t id;
    CU_ASSERT_EQUAL_FATAL(ctr_writer_module(writer, &module, &id), CC_OK);
    for (unsigned i = 0; i < HITTERS; i++) {
        void *place = NULL;
        help_method(writer, id, i, COUNTERS, &place);
        enders[i] = (ender){writer, place};
    }
    for (unsigned i = 0; i < HITTERS; i++) {
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, run_ender, &enders[i]), 0);
    }
    for (unsigned i = 0; i < HITTERS; i++) {
        void *failed = NULL;
        CU_ASSERT_EQUAL(pthread_join(threads[i], &failed), 0);
        CU_ASSERT_PTR_NULL(failed);
    }
    ctr_file *read = help_open(ctr_writer_path(writer));
    CU_ASSERT_PTR_NULL(read->damage);
    CU_ASSERT_PTR_NOT_NULL_FATAL(read->tests);
    CU_ASSERT_EQUAL(read->tests->class_count, HITTERS * ROUNDS);
    for (unsigned i = 0; i < HITTERS * COUNTERS; i++) {
        CU_ASSERT_EQUAL(ctr_value(read, &read->methods[i / COUNTERS], i % COUNTERS), 1);
    }
    ctr_close(read);
    ctr_writer_close(writer);
}

static const test_case cases[] = {
    {"a hit while a region ends is in a region", test_hits_meanwhile},
    {"regions that end at once", test_regions_at_once},
};

int main(void) {
    bool is_ready = help_begin();
    int result = is_ready ? test_run("races of regions", cases, sizeof cases / sizeof *cases) : 2;
    return help_end() ? result : 2;
}
