/* Lanes of tests; see prof_flow.h. */
#include "profiler/prof_test_calls.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "base/cc_os.h"
#include "coverage/counters/ctr_tests.h"

#define LANE_SIZE ((size_t)1 << PROF_LANE_BITS)

/* --- room ------------------------------------------------------------------------------------- */

/* Reserves addresses. The system provides pages as they are used, small ones: a test hits few
 * counters here and there. */
static uint8_t *reserve(uint32_t lanes) {
    size_t size = lanes * LANE_SIZE;
    void *base = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) {
        return NULL;
    }
    (void)madvise(base, size, MADV_NOHUGEPAGE);
    (void)madvise(base, size, MADV_DONTDUMP);
    return base;
}

bool prof_flow_init(prof_flow *flow) {
    enum { LEAST = 64 };
    uint32_t room = PROF_FLOW_LANES;
    while (room >= LEAST && (flow->home = reserve(room)) == NULL) {
        room /= 2;
    }
    flow->room = room;
    flow->count = PROF_FIRST_TEST_LANE;
    flow->lanes = calloc(PROF_FLOW_LANES, sizeof *flow->lanes);
    flow->slots = calloc(PROF_FLOW_SLOTS, sizeof *flow->slots);
    return flow->home != NULL && flow->lanes != NULL && flow->slots != NULL;
}

/* --- lanes ------------------------------------------------------------------------------------ */

/* The functions of this part run under the lock of the tests. */

static uintptr_t distance_of(uint32_t number) {
    return (uintptr_t)number << PROF_LANE_BITS;
}

static prof_flow_lane *lane_at(prof_flow *flow, uintptr_t distance) {
    uintptr_t number = distance >> PROF_LANE_BITS;
    return number >= PROF_FIRST_TEST_LANE && number < flow->count ? &flow->lanes[number] : NULL;
}

static bool is_of(const prof_flow_lane *lane, uintptr_t type, const prof_test_site *site) {
    return lane->type == type && lane->site == site;
}

/* The slot of the lane of the test, or of the class where `site` is NULL. */
static uint32_t *slot_of(prof_flow *flow, uintptr_t type, const prof_test_site *site) {
    enum { SHIFT = 4, FACTOR = 31 };
    uintptr_t key = (type >> SHIFT) * FACTOR + ((uintptr_t)site >> SHIFT);
    uint32_t slot = (uint32_t)(key ^ key >> PROF_LANE_BITS) % PROF_FLOW_SLOTS;
    while (flow->slots[slot] != 0 && !is_of(&flow->lanes[flow->slots[slot]], type, site)) {
        slot = (slot + 1) % PROF_FLOW_SLOTS;
    }
    return &flow->slots[slot];
}

/* The number of the lane; PROF_ONCE_LANE: there is no room, so what runs belongs to every test. */
static uint32_t lane_for(prof_profiler *p, uintptr_t type, const prof_test_site *site) {
    prof_flow *flow = &p->flow;
    uint32_t *slot = slot_of(flow, type, site);
    if (*slot != 0) {
        return *slot;
    }
    if (flow->count == flow->room) {
        flow->is_full = true;
        return PROF_ONCE_LANE;
    }
    flow->lanes[flow->count] = (prof_flow_lane){.type = type, .site = site};
    *slot = flow->count;
    return flow->count++;
}

static void record(prof_profiler *p, uint32_t number, uint32_t test, uint32_t whose) {
    const ctr_lane_bytes lane = {p->flow.home + distance_of(number), LANE_SIZE};
    uint32_t count = whose == CLRCOV_REGION_SHARED ? 0 : 1;
    if (ctr_writer_lane_region(p->writer, &lane, &test, count, whose) != CC_OK) {
        p->tests.has_failed = true;
    }
}

/* What a lane has outside of its test is of the test only where its end is not in its code. */
static void record_late(prof_profiler *p, uint32_t number) {
    const prof_flow_lane *lane = &p->flow.lanes[number];
    if (lane->site == NULL) {
        record(p, number, lane->last, lane->last != 0 ? CLRCOV_REGION_CLASS : CLRCOV_REGION_SHARED);
    } else {
        bool is_own = lane->goes_on || lane->living > 0;
        record(p, number, lane->last, is_own ? CLRCOV_REGION_TEST : CLRCOV_REGION_SHARED);
    }
}

/* What runs on behalf of no test, and of the class. */
static void record_around(prof_profiler *p, uintptr_t type) {
    record(p, PROF_HOME_LANE, 0, CLRCOV_REGION_SHARED);
    record(p, PROF_ONCE_LANE, 0, CLRCOV_REGION_SHARED);
    uint32_t number = type != 0 ? *slot_of(&p->flow, type, NULL) : 0;
    if (number != 0) {
        record_late(p, number);
    }
}

static void keep_open(prof_flow *flow, uint32_t number) {
    for (uint32_t i = 0; i < PROF_OPEN_LANES; i++) {
        if (flow->open[i] == number) {
            return;
        }
    }
    flow->open[flow->open_next] = number;
    flow->open_next = (flow->open_next + 1) % PROF_OPEN_LANES;
}

static void record_open(prof_profiler *p) {
    for (uint32_t i = 0; i < PROF_OPEN_LANES; i++) {
        if (p->flow.open[i] != 0) {
            record_late(p, p->flow.open[i]);
        }
    }
}

/* Gives the memory of the lane back that rests for the longest time. */
static void wake_oldest(prof_profiler *p) {
    prof_flow *flow = &p->flow;
    uint32_t number = flow->resting[flow->resting_first];
    flow->resting_first = (flow->resting_first + 1) % PROF_RESTING_LANES;
    flow->resting_count--;
    prof_flow_lane *lane = &flow->lanes[number];
    lane->is_resting = false;
    if (lane->living == 0) {
        record_late(p, number);
        (void)madvise(flow->home + distance_of(number), LANE_SIZE, MADV_DONTNEED);
    }
}

static void rest(prof_profiler *p, uint32_t number) {
    prof_flow *flow = &p->flow;
    prof_flow_lane *lane = &flow->lanes[number];
    if (lane->is_resting || lane->living > 0) {
        return;
    }
    if (flow->resting_count == PROF_RESTING_LANES) {
        wake_oldest(p);
    }
    uint32_t at = (flow->resting_first + flow->resting_count++) % PROF_RESTING_LANES;
    flow->resting[at] = number;
    lane->is_resting = true;
}

/* --- begin ------------------------------------------------------------------------------------ */

static uintptr_t begin_test(prof_profiler *p, uintptr_t type, const prof_test_site *site) {
    prof_tests *tests = &p->tests;
    uint32_t number = lane_for(p, type, site);
    clrcov_test_payload test = {.test = tests->begun + 1,
                                .module_id = site->module,
                                .token = site->token,
                                .has_lane = 1,
                                .class_id = type,
                                .start_ns = cc_os_monotonic_ns()};
    if (tests->living_count == PROF_LIVING_TESTS || ctr_writer_test(p->writer, &test) != CC_OK) {
        tests->has_failed = true;
        return PROF_FLOW_STAYS;
    }
    tests->begun = test.test;
    tests->living[tests->living_count++] =
        (prof_living_test){.site = site, .number = test.test, .lane = number};
    prof_test_see_class(p, type);
    record_open(p);
    if (number != PROF_ONCE_LANE) {
        prof_flow_lane *lane = &p->flow.lanes[number];
        record_late(p, number);
        lane->living++;
        lane->last = test.test;
    }
    uint32_t of_class = type != 0 ? *slot_of(&p->flow, type, NULL) : 0;
    if (of_class != 0) {
        p->flow.lanes[of_class].last = test.test;
    }
    return distance_of(number);
}

/* A test that calls a test method, as the one that it overrides, begins no other test. */
static uintptr_t enter_test(prof_profiler *p, uintptr_t type, const prof_test_site *site,
                            uintptr_t distance) {
    const prof_flow_lane *now = lane_at(&p->flow, distance);
    bool is_within = now != NULL && now->living > 0;
    return is_within ? PROF_FLOW_STAYS : begin_test(p, type, site);
}

static uint32_t test_of_class(const prof_flow *flow, uintptr_t type) {
    for (uint32_t i = flow->count; i > PROF_FIRST_TEST_LANE; i--) {
        if (flow->lanes[i - 1].site != NULL && flow->lanes[i - 1].type == type) {
            return flow->lanes[i - 1].last;
        }
    }
    return 0;
}

static uintptr_t enter_class(prof_profiler *p, uintptr_t type) {
    bool is_new = *slot_of(&p->flow, type, NULL) == 0;
    uint32_t number = lane_for(p, type, NULL);
    if (is_new && number != PROF_ONCE_LANE) {
        p->flow.lanes[number].last = test_of_class(&p->flow, type);
    }
    return distance_of(number);
}

uintptr_t prof_flow_enter(const void *object, const prof_test_site *site, uintptr_t distance) {
    prof_profiler *p = site->profiler;
    uintptr_t type = prof_test_class_of(object);
    if (site->part == MTH_TEST_STATIC) {
        uintptr_t once = distance_of(PROF_ONCE_LANE);
        return distance == once ? PROF_FLOW_STAYS : once;
    }
    if (site->part == MTH_TEST_SET_UP && (distance != 0 || type == 0)) {
        return PROF_FLOW_STAYS;
    }
    (void)pthread_mutex_lock(&p->tests.lock);
    uintptr_t next =
        site->part == MTH_TEST_SET_UP ? enter_class(p, type) : enter_test(p, type, site, distance);
    (void)pthread_mutex_unlock(&p->tests.lock);
    return next;
}

/* --- end -------------------------------------------------------------------------------------- */

/* Index of the oldest run of the test; living_count: none. Without a flow, as after a continuation
 * that nothing flows into, any test of the method. */
static uint32_t find_run(const prof_tests *tests, const prof_test_site *site, uintptr_t distance) {
    uint32_t found = tests->living_count;
    for (uint32_t i = tests->living_count; i > 0; i--) {
        const prof_living_test *test = &tests->living[i - 1];
        bool is_one = test->site == site && (distance == 0 || distance_of(test->lane) == distance);
        found = is_one ? i - 1 : found;
    }
    return found;
}

static void end_run(prof_profiler *p, uint32_t index, clrcov_outcome outcome) {
    prof_tests *tests = &p->tests;
    const prof_living_test run = tests->living[index];
    prof_flow_lane *lane = &p->flow.lanes[run.lane];
    clrcov_test_end_payload end = {run.number, outcome, cc_os_monotonic_ns()};
    bool has_lane = run.lane != PROF_ONCE_LANE;
    if (has_lane) {
        record(p, run.lane, run.number, CLRCOV_REGION_TEST);
    }
    record_around(p, has_lane ? lane->type : 0);
    record_open(p);
    if (ctr_writer_test_end(p->writer, &end) != CC_OK) {
        tests->has_failed = true;
    }
    prof_test_remove_living(tests, index);
    if (has_lane) {
        lane->living--;
        lane->goes_on = lane->goes_on || outcome == CLRCOV_OUTCOME_OPEN;
        if (lane->goes_on) {
            keep_open(&p->flow, run.lane);
        }
        rest(p, run.lane);
    }
}

static void leave(const prof_test_site *site, uintptr_t distance, clrcov_outcome outcome) {
    prof_profiler *p = site->profiler;
    (void)pthread_mutex_lock(&p->tests.lock);
    uint32_t index = find_run(&p->tests, site, distance);
    if (index < p->tests.living_count) { /* else a call from another test */
        end_run(p, index, outcome);
    }
    (void)pthread_mutex_unlock(&p->tests.lock);
}

void prof_flow_ended(const prof_test_site *site, uintptr_t distance) {
    leave(site, distance, CLRCOV_OUTCOME_ENDED);
}

void prof_flow_threw(const prof_test_site *site, uintptr_t distance) {
    leave(site, distance, CLRCOV_OUTCOME_THREW);
}

void prof_flow_returned(const prof_test_site *site, uintptr_t distance) {
    leave(site, distance, CLRCOV_OUTCOME_OPEN);
}

void prof_flow_end(prof_profiler *p) {
    if (!atomic_load(&p->flow.is_on)) {
        return;
    }
    (void)pthread_mutex_lock(&p->tests.lock);
    for (uint32_t i = PROF_FIRST_TEST_LANE; i < p->flow.count; i++) {
        record_late(p, i);
    }
    record_around(p, 0);
    bool is_full = p->flow.is_full;
    (void)pthread_mutex_unlock(&p->tests.lock);
    if (is_full) {
        prof_note_once(p, CC_STR("there was no room to tell all tests apart; what some of them ran "
                                 "is given to every test"));
    }
}
