/* The rules of catching up, each with the race that it is for (docs/attach.md lists them). */
#include <CUnit/CUnit.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "clrcov/attach_data.h"
#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };
enum { FLAT_BYTES = PROF_MODULE_FLAT_LAYOUT };

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

static void attach(fake_runtime *rt) {
    CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
}

/* The first covered method of the module was requested so often, and a compile of it sets so many
 * bodies. */
static void expect_way(fake_runtime *rt, unsigned module, unsigned asked, unsigned sets) {
    uint32_t row = fake_row(rt, module, 0);
    compile(rt, fake_function(module, 0, row));
    CU_ASSERT_EQUAL(rt->modules[module].asked[row], asked);
    CU_ASSERT_EQUAL(rt->modules[module].sets[row], sets);
}

/* Announced after the attach, not enumerated. */
void test_catch_announced(void) {
    fake_runtime *rt = fake_attached_ready();
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    fake_loaded(rt, 2);
    expect_way(rt, 2, 0, 1);
    fake_free(rt);
}

/* Enumerated before its load callback: the module is known when it is announced. */
void test_catch_enumerated_then_announced(void) {
    fake_runtime *rt = fake_attached_ready();
    fake_loaded(rt, 1);
    fake_attached(rt, 1);
    expect_way(rt, 1, 1, 0);
    fake_free(rt);
}

static void announce_second(fake_runtime *rt) {
    fake_loaded(rt, 2);
}

/* Announced, and then enumerated: its code can only have been compiled after the announcement. */
void test_catch_announced_then_enumerated(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    rt->on_listed = announce_second;
    attach(rt);
    expect_way(rt, 2, 0, 1);
    fake_free(rt);
}

/* A compile between the beginning of callbacks and the enumeration: lazily looked up, and left
 * alone. */
void test_catch_compile_before_the_enumeration(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    uint32_t row = fake_row(rt, 1, 0);
    CU_ASSERT_EQUAL_FATAL(fake_attach_begins(rt), PROF_S_OK);
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_FALSE(fake_inlines(rt, fake_function(1, 0, row), fake_function(1, 0, row)) &&
                    rt->modules[1].sets[row] > 0);
    CU_ASSERT_EQUAL(rt->modules[1].asked[row], 0);
    fake_attach_completes(rt);
    expect_way(rt, 1, 1, 0);
    fake_free(rt);
}

/* Neither enumerated nor announced, as no runtime should do: requested when it is first seen. */
void test_catch_seen_by_a_compile_alone(void) {
    fake_runtime *rt = fake_attached_ready();
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    expect_way(rt, 2, 1, 0);
    fake_free(rt);
}

/* The caller would hold the callee's code without its probes for ever. */
void test_catch_inlining(void) {
    fake_runtime *rt = fake_attached_ready();
    uint32_t row = fake_row(rt, 1, 0);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    fake_loaded(rt, 2);
    prof_id caller = fake_function(2, 0, fake_row(rt, 2, 0));
    fake_compile_begins(rt, caller);
    CU_ASSERT_FALSE(fake_inlines(rt, caller, fake_function(1, 0, row)));
    fake_compile_ends(rt, caller, PROF_S_OK);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 0);
    fake_free(rt);
}

/* Precompiled code runs without a compile, and an attached library is not asked about it. */
void test_catch_precompiled(void) {
    fake_runtime *rt = fake_attached_ready();
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_NATIVE);
    fake_loaded(rt, 2);
    CU_ASSERT_EQUAL(rt->modules[2].asked[fake_row(rt, 2, 0)], 1);
    expect_way(rt, 2, 1, 0);
    CU_ASSERT_EQUAL(rt->events & PROF_MONITOR_CACHE_SEARCHES, 0);
    fake_free(rt);
}

/* In memory: announced, examined at the first compile, when its symbols are there. */
void test_catch_in_memory(void) {
    fake_runtime *rt = fake_attached_ready();
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_BYTES);
    fake_put(rt, 3, GOLDEN_LONGER, FLAT_BYTES | PROF_MODULE_COLLECTIBLE);
    fake_loaded(rt, 2);
    fake_loaded(rt, 3);
    expect_way(rt, 2, 0, 1);
    for (uint32_t row = 1; row <= rt->modules[3].rows; row++) {
        compile(rt, fake_function(3, 0, row));
        CU_ASSERT_EQUAL(rt->modules[3].asked[row], 0);
    }
    fake_free(rt);
}

/* --- unloading -------------------------------------------------------------------------------- */

static unsigned asked_about_second;

static void unload_second(fake_runtime *rt) {
    fake_unload_begins(rt, 2);
}

static void count_second(fake_runtime *rt, prof_id id) {
    (void)rt;
    asked_about_second += id == fake_module_id(2);
}

/* The list, seen from the callback: made, and not known to the library yet. The runtime's thread
 * waits for the list, so another one must unload. */
static void *unload_in_thread(void *runtime) {
    unload_second(runtime);
    return NULL;
}

static pthread_t unloader;

static void unload_beside(fake_runtime *rt) {
    CU_ASSERT_EQUAL_FATAL(pthread_create(&unloader, NULL, unload_in_thread, rt), 0);
}

/* Gone between the enumeration and its examination: the runtime is not asked about it. */
void test_catch_unloaded_when_enumerated(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    asked_about_second = 0;
    rt->on_listed = unload_beside;
    attach(rt);
    (void)pthread_join(unloader, NULL);
    expect_way(rt, 1, 1, 0);
    /* Either the unload came first, or it waited until the module was examined: never between. */
    rt->on_asked = count_second;
    fake_unload_ends(rt, 2);
    CU_ASSERT_EQUAL(asked_about_second, 0);
    fake_free(rt);
}

/* Unloaded while an earlier one is examined. */
static void unload_when_first_is_asked(fake_runtime *rt, prof_id id) {
    count_second(rt, id);
    if (id == fake_module_id(3) && rt->modules[2].is_loaded) {
        fake_unload_begins(rt, 2);
        fake_unload_ends(rt, 2);
    }
}

void test_catch_unloaded_before_it_is_examined(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    fake_put(rt, 3, GOLDEN_DEBUG, FLAT_FILE);
    asked_about_second = 0;
    rt->on_asked = unload_when_first_is_asked; /* the later ones are examined first */
    attach(rt);
    CU_ASSERT_EQUAL(asked_about_second, 0);
    CU_ASSERT_EQUAL(rt->modules[3].asked[fake_row(rt, 3, 0)], 1);
    fake_free(rt);
}

static atomic_bool is_unload_over;
static atomic_bool was_over_too_early;
static bool never_answers;

static void *unload_and_tell(void *runtime) {
    unload_second(runtime);
    atomic_store(&is_unload_over, true);
    return NULL;
}

/* In the middle of the question about the module its unloading begins. */
static void unload_meanwhile(fake_runtime *rt, prof_id id) {
    enum { LONG_ENOUGH_MS = 50 };
    struct timespec rest = {0, LONG_ENOUGH_MS * 1000000L};
    if (id != fake_module_id(2) || asked_about_second++ > 0) {
        return;
    }
    CU_ASSERT_EQUAL_FATAL(pthread_create(&unloader, NULL, unload_and_tell, rt), 0);
    (void)nanosleep(&rest, NULL);
    atomic_store(&was_over_too_early, atomic_load(&is_unload_over));
    while (never_answers && !atomic_load(&is_unload_over)) {
        (void)sched_yield();
    }
}

static void unload_while_examined(bool is_stuck) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    never_answers = is_stuck;
    asked_about_second = 0;
    atomic_store(&is_unload_over, false);
    rt->on_asked = unload_meanwhile;
    attach(rt);
    (void)pthread_join(unloader, NULL);
    CU_ASSERT_FALSE(atomic_load(&was_over_too_early));
    CU_ASSERT_TRUE(atomic_load(&is_unload_over));
    fake_free(rt);
}

/* The runtime frees a module when the callback has returned: it returns when nobody asks about the
 * module any more. */
void test_catch_unload_waits(void) {
    unload_while_examined(false);
}

/* Perhaps the runtime does not answer because it waits for just this callback. */
void test_catch_unload_does_not_wait_forever(void) {
    unload_while_examined(true);
}
