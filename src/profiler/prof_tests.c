/* When tests begin and end; see prof_tests.h. The bodies of test methods: prof_test_bodies.c. */
#include "profiler/prof_test_calls.h"

#include "base/cc_os.h"
#include "coverage/counters/ctr_tests.h"
#include "profiler/prof_thread.h"

/* --- regions ---------------------------------------------------------------------------------- */

/* The functions of this part run under the lock. */

static void fail(prof_profiler *p) {
    p->tests.has_failed = true;
}

/* `is_own`: what ran is of the living tests alone, although one of them has returned. */
static void end_region_of(prof_profiler *p, bool is_own) {
    const prof_tests *tests = &p->tests;
    bool is_shared = tests->static_depth > 0;
    uint32_t count = is_shared ? 0 : tests->living_count;
    uint32_t alive[PROF_LIVING_TESTS];
    for (uint32_t i = 0; i < count; i++) {
        alive[i] = tests->living[i].number;
    }
    uint32_t last = is_own ? CLRCOV_REGION_OWN : tests->last;
    last = is_shared ? CLRCOV_REGION_SHARED : last;
    if (ctr_writer_region(p->writer, alive, count, last) != CC_OK) {
        fail(p);
    }
}

static void end_region(prof_profiler *p) {
    end_region_of(p, false);
}

void prof_test_remove_living(prof_tests *tests, uint32_t index) {
    tests->living_count--;
    for (uint32_t i = index; i < tests->living_count; i++) {
        tests->living[i] = tests->living[i + 1];
    }
}

static void publish_end(prof_profiler *p, uint32_t index, clrcov_outcome outcome) {
    clrcov_test_end_payload end = {p->tests.living[index].number, outcome, cc_os_monotonic_ns()};
    if (ctr_writer_test_end(p->writer, &end) != CC_OK) {
        fail(p);
    }
    p->tests.last = end.test;
}

static void end_test(prof_profiler *p, uint32_t index, clrcov_outcome outcome) {
    publish_end(p, index, outcome);
    prof_test_remove_living(&p->tests, index);
}

/* The next test, or a boundary, ends a test whose end is not in its code. What ran since it returned is
 * its own when its class comes next: else it may be of fixtures as well. */
static void end_open_tests(prof_profiler *p, uint64_t next_class) {
    prof_tests *tests = &p->tests;
    const prof_living_test *only = tests->living_count == 1 ? &tests->living[0] : NULL;
    bool is_own = only != NULL && only->has_returned && next_class != 0 && only->type == next_class;
    end_region_of(p, is_own);
    for (uint32_t i = tests->living_count; i > 0; i--) {
        if (tests->living[i - 1].has_returned) {
            prof_test_remove_living(tests, i - 1);
        }
    }
    atomic_store_explicit(&tests->open_count, 0, memory_order_relaxed);
}

/* --- classes ---------------------------------------------------------------------------------- */

/* False when the type was seen before; also when there is no room, which leaves the test the class
 * that declares it. */
static bool is_new_class(prof_tests *tests, uintptr_t type) {
    enum { SHIFT = 4, FACTOR = 31 };
    uint32_t slot = (uint32_t)((type >> SHIFT) * FACTOR) % PROF_CLASS_SLOTS;
    for (uint32_t i = 0; i < PROF_CLASS_SLOTS; i++) {
        uintptr_t *place = &tests->classes[(slot + i) % PROF_CLASS_SLOTS];
        if (*place == type) {
            return false;
        }
        if (*place == 0) {
            *place = type;
            return true;
        }
    }
    return false;
}

void prof_test_see_class(prof_profiler *p, uintptr_t type) {
    prof_tests *tests = &p->tests;
    if (type != 0 && is_new_class(tests, type) && tests->waiting_count < PROF_CLASS_SLOTS) {
        tests->waiting[tests->waiting_count++] = type;
        (void)pthread_cond_signal(&tests->changed);
    }
}

/* Runs without the lock: calls the runtime. */
static void ask_class(prof_profiler *p, uintptr_t type) {
    clrcov_class_payload found = {.class_id = type};
    prof_id id = 0;
    if (!PROF_OK(prof_info_class_token(&p->info, type, &id, &found.token))) {
        return;
    }
    prof_module *module = prof_module_known(p, id);
    if (module != NULL && module->image != NULL) {
        found.module_id = module->image->record;
        /* without room the test has the class that declares it */
        (void)!ctr_writer_class(p->writer, &found);
    }
    prof_module_leave(p, module);
}

/* Takes the lock and leaves it between two classes. */
static void ask_waiting(prof_profiler *p) {
    prof_tests *tests = &p->tests;
    while (tests->waiting_count > 0) {
        uintptr_t type = tests->waiting[--tests->waiting_count];
        (void)pthread_mutex_unlock(&tests->lock);
        ask_class(p, type);
        (void)pthread_mutex_lock(&tests->lock);
    }
}

static void *answer(void *data) {
    prof_profiler *p = data;
    (void)pthread_setname_np(pthread_self(), "clrcov");
    (void)pthread_mutex_lock(&p->tests.lock);
    while (!p->tests.is_over) {
        ask_waiting(p);
        if (!p->tests.is_over) {
            (void)pthread_cond_wait(&p->tests.changed, &p->tests.lock);
        }
    }
    (void)pthread_mutex_unlock(&p->tests.lock);
    prof_thread_rest();
    return NULL;
}

/* --- the calls -------------------------------------------------------------------------------- */

/* The first word of an object is the address of its type, the runtime's ClassID. */
uintptr_t prof_test_class_of(const void *object) {
    return object == NULL ? 0 : *(const uintptr_t *)object;
}

/* Types are aligned, so static methods have keys of their own. */
static uint64_t class_key(uintptr_t type, const prof_test_site *site) {
    return type != 0 ? type : (uint64_t)site->module << 32 | (uint64_t)site->owner << 1 | 1;
}

/* The running test that the thread is in; NULL: none, or not known, as in an async test. */
static prof_living_test *test_of_thread(prof_tests *tests) {
    pthread_t self = pthread_self();
    for (uint32_t i = 0; i < tests->living_count; i++) {
        prof_living_test *test = &tests->living[i];
        bool stays = test->site->part == MTH_TEST_WHOLE;
        if (stays && pthread_equal(test->thread, self) != 0) {
            return test;
        }
    }
    return NULL;
}

static void begin_test(prof_profiler *p, uintptr_t type, const prof_test_site *site) {
    prof_tests *tests = &p->tests;
    uint64_t key = class_key(type, site);
    end_open_tests(p, key);
    clrcov_test_payload test = {.test = tests->begun + 1,
                                .module_id = site->module,
                                .token = site->token,
                                .class_id = type,
                                .start_ns = cc_os_monotonic_ns()};
    if (tests->living_count == PROF_LIVING_TESTS || ctr_writer_test(p->writer, &test) != CC_OK) {
        fail(p);
        return;
    }
    tests->begun = test.test;
    tests->living[tests->living_count++] = (prof_living_test){
        .site = site, .number = test.test, .type = key, .thread = pthread_self()};
    prof_test_see_class(p, type);
}

/* A test that calls a test method, as the one that it overrides, begins no other test. */
void prof_test_enter(const void *object, const prof_test_site *site) {
    prof_profiler *p = site->profiler;
    uintptr_t type = prof_test_class_of(object);
    (void)pthread_mutex_lock(&p->tests.lock);
    prof_living_test *caller = test_of_thread(&p->tests);
    if (caller == NULL) {
        begin_test(p, type, site);
    } else if (caller->site == site) {
        caller->depth++;
    }
    (void)pthread_mutex_unlock(&p->tests.lock);
}

static bool is_running(const prof_living_test *test, const prof_test_site *site) {
    return test->site == site && !test->has_returned;
}

/* Index of a test of the site whose method runs, of this thread if there is one; living_count:
 * none. */
static uint32_t find_running(const prof_tests *tests, const prof_test_site *site) {
    pthread_t self = pthread_self();
    uint32_t found = tests->living_count;
    for (uint32_t i = tests->living_count; i > 0; i--) {
        const prof_living_test *test = &tests->living[i - 1];
        if (!is_running(test, site)) {
            continue;
        }
        found = i - 1;
        if (pthread_equal(test->thread, self) != 0) {
            break;
        }
    }
    return found;
}

/* Async tests of one method may run at once, as an inherited one of two classes. Which of them ended
 * cannot be told, so they end with the last one. */
static bool is_last_end(const prof_tests *tests, const prof_test_site *site) {
    uint32_t ends = 1;
    uint32_t count = 0;
    for (uint32_t i = 0; i < tests->living_count; i++) {
        if (is_running(&tests->living[i], site)) {
            ends += tests->living[i].left;
            count++;
        }
    }
    return ends >= count;
}

static void end_all(prof_profiler *p, const prof_test_site *site, clrcov_outcome outcome) {
    prof_tests *tests = &p->tests;
    for (uint32_t i = tests->living_count; i > 0; i--) {
        bool has_thrown = tests->living[i - 1].has_thrown;
        if (is_running(&tests->living[i - 1], site)) {
            end_test(p, i - 1, has_thrown ? CLRCOV_OUTCOME_THREW : outcome);
        }
    }
}

static void leave_running(prof_profiler *p, uint32_t index, clrcov_outcome outcome) {
    prof_tests *tests = &p->tests;
    prof_living_test *test = &tests->living[index];
    const prof_test_site *site = test->site;
    if (test->depth > 0) {
        test->depth--;
        return;
    }
    end_region(p);
    if (site->part == MTH_TEST_WHOLE) {
        end_test(p, index, outcome);
    } else if (is_last_end(tests, site)) {
        end_all(p, site, outcome);
    } else {
        test->left++;
        test->has_thrown = test->has_thrown || outcome == CLRCOV_OUTCOME_THREW;
    }
}

static void leave(const prof_test_site *site, clrcov_outcome outcome) {
    prof_profiler *p = site->profiler;
    prof_tests *tests = &p->tests;
    (void)pthread_mutex_lock(&tests->lock);
    uint32_t index = find_running(tests, site);
    if (index < tests->living_count) { /* else a call from another test */
        leave_running(p, index, outcome);
    }
    (void)pthread_mutex_unlock(&tests->lock);
}

void prof_test_ended(const prof_test_site *site) {
    leave(site, CLRCOV_OUTCOME_ENDED);
}

void prof_test_threw(const prof_test_site *site) {
    leave(site, CLRCOV_OUTCOME_THREW);
}

/* What comes now is of the test, and of what runs between it and the next one. */
void prof_test_returned(const prof_test_site *site) {
    prof_profiler *p = site->profiler;
    prof_tests *tests = &p->tests;
    (void)pthread_mutex_lock(&tests->lock);
    uint32_t index = find_running(tests, site);
    if (index < tests->living_count) {
        end_region(p);
        publish_end(p, index, CLRCOV_OUTCOME_OPEN);
        tests->living[index].has_returned = true;
        atomic_fetch_add_explicit(&tests->open_count, 1, memory_order_relaxed);
    }
    (void)pthread_mutex_unlock(&tests->lock);
}

/* Most boundaries find no test that has returned. Beside a running test they say nothing of the others:
 * it may be the one that calls. */
void prof_test_boundary(const void *object, const prof_test_site *site) {
    prof_profiler *p = site->profiler;
    prof_tests *tests = &p->tests;
    if (atomic_load_explicit(&tests->open_count, memory_order_relaxed) == 0) {
        return;
    }
    uint64_t key = class_key(prof_test_class_of(object), site);
    (void)pthread_mutex_lock(&tests->lock);
    if (tests->living_count == atomic_load_explicit(&tests->open_count, memory_order_relaxed)) {
        end_open_tests(p, key);
    }
    (void)pthread_mutex_unlock(&tests->lock);
}

void prof_test_static_enter(const void *nothing, const prof_test_site *site) {
    prof_profiler *p = site->profiler;
    (void)nothing;
    (void)pthread_mutex_lock(&p->tests.lock);
    end_region(p);
    p->tests.static_depth++;
    (void)pthread_mutex_unlock(&p->tests.lock);
}

void prof_test_static_left(const prof_test_site *site) {
    prof_profiler *p = site->profiler;
    (void)pthread_mutex_lock(&p->tests.lock);
    end_region(p);
    p->tests.static_depth--;
    (void)pthread_mutex_unlock(&p->tests.lock);
}

/* --- start and end ---------------------------------------------------------------------------- */

bool prof_tests_init(prof_profiler *p) {
    return pthread_mutex_init(&p->tests.lock, NULL) == 0 &&
           pthread_cond_init(&p->tests.changed, NULL) == 0;
}

void prof_tests_start(prof_profiler *p) {
    (void)pthread_mutex_lock(&p->tests.lock);
    if (!p->tests.has_thread) {
        p->tests.has_thread = prof_thread_start(answer, p);
    }
    (void)pthread_mutex_unlock(&p->tests.lock);
}

void prof_tests_end(prof_profiler *p) {
    if (!p->session.settings.per_test) {
        return;
    }
    prof_flow_end(p);
    (void)pthread_mutex_lock(&p->tests.lock);
    p->tests.is_over = true;
    (void)pthread_cond_signal(&p->tests.changed);
    ask_waiting(p);
    bool has_failed = p->tests.has_failed;
    (void)pthread_mutex_unlock(&p->tests.lock);
    if (has_failed) {
        prof_note_once(p, CC_STR("there was no room for what some tests hit; those tests have too "
                                 "many lines"));
    }
}
