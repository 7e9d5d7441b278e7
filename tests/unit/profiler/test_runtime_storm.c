/* What no real runtime does on purpose: every call failing once, callbacks missing and twice, in
 * any order, on many threads while modules are unloaded. Random orders are made from
 * CLRCOV_TEST_SEED, or 12345; the seed is printed. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT, THREADS = 8 };

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

static uint32_t seed_of_run(const char *test) {
    const char *given = getenv("CLRCOV_TEST_SEED");
    uint32_t seed = given != NULL ? (uint32_t)strtoul(given, NULL, 10) : 12345u;
    printf("  %s: CLRCOV_TEST_SEED=%u\n", test, seed);
    return seed;
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* --- every call fails once -------------------------------------------------------------------- */

/* Files, memory, collectible, dynamic, precompiled; compiled, hit, compiled again, inlined,
 * unloaded, loaded again. `rows` are rows that have probes in both golden images. */
static void live(fake_runtime *rt, const uint32_t *rows) {
    for (unsigned module = 1; module <= 5; module++) {
        fake_loaded(rt, module);
    }
    fake_attached(rt, 4);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 0; i < 3; i++) {
            prof_id caller = fake_function(1, 0, rows[i]);
            fake_compile_begins(rt, caller);
            (void)fake_inlines(rt, caller, fake_function(2, 0, rows[i]));
            (void)fake_inlines(rt, caller, fake_function(4, 0, rows[i]));
            fake_compile_ends(rt, caller, PROF_S_OK);
            compile(rt, fake_function(2, i, rows[i]));
            compile(rt, fake_function(3, i, rows[i]));
            (void)fake_uses_cached(rt, fake_function(5, 0, rows[i]));
            compile(rt, fake_function(5, 0, rows[i]));
            fake_hit(rt, 1, rows[i], round);
        }
        fake_compile_ends(rt, fake_function(9, 0, rows[0]), PROF_E_FAIL);
        fake_unloaded(rt, 3);
        fake_put_again(rt, 3);
        fake_loaded(rt, 3);
    }
    compile(rt, fake_function(3, 0, rows[0])); /* shows the module if its loading did not */
}

static fake_runtime *with_modules(const ses_settings *settings) {
    fake_runtime *rt = fake_new(settings, NULL);
    rt->takes_other_bodies = true;
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    fake_put(rt, 2, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT);
    fake_put(rt, 3, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    fake_put(rt, 4, GOLDEN_DEBUG, PROF_MODULE_DYNAMIC);
    fake_put(rt, 5, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_NATIVE);
    rt->modules[2].path[0] = '\0';
    return rt;
}

static unsigned methods_with_bodies(fake_runtime *rt) {
    unsigned count = 0;
    for (unsigned module = 1; module <= 5; module++) {
        for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
            count += rt->modules[module].body[row] != NULL;
            CU_ASSERT_TRUE(fake_has_right_body(rt, module, row));
        }
    }
    return count;
}

/* Each method that runs with probes has its record. */
static bool has_record(const ctr_file *counters, uint32_t row, const uint8_t mvid[16]) {
    for (uint32_t i = 0; i < counters->method_count; i++) {
        const ctr_method_data *method = &counters->methods[i];
        const ctr_module_record *module = &counters->modules[method->record.module_id];
        if (!method->is_skip && method->record.token == MD_TOKEN(MD_METHODDEF, row) &&
            memcmp(module->mvid, mvid, sizeof module->mvid) == 0) {
            return true;
        }
    }
    return false;
}

static void check_records(fake_runtime *rt, const ctr_file *counters) {
    for (unsigned module = 1; module <= 5; module++) {
        const fake_module *m = &rt->modules[module];
        uint8_t mvid[16];
        if (m->image == NULL) {
            continue;
        }
        CU_ASSERT_EQUAL_FATAL(md_mvid(md_image_tables(m->image), mvid), CC_OK);
        for (uint32_t row = 1; row <= m->rows; row++) {
            CU_ASSERT_TRUE(m->body[row] == NULL || has_record(counters, row, mvid));
        }
    }
}

static unsigned told(const ctr_file *counters) {
    unsigned count = counters->note_count;
    for (uint32_t i = 0; i < counters->method_count; i++) {
        count += counters->methods[i].is_skip;
    }
    for (uint32_t i = 0; i < counters->module_count; i++) {
        count += counters->modules[i].reason != CTR_MEASURED;
    }
    return count;
}

typedef struct outcome {
    unsigned calls, bodies, told;
    bool is_measured;
} outcome;

static outcome live_with_failure(const ses_settings *settings, unsigned fails_at,
                                 const uint32_t *rows) {
    fake_runtime *rt = with_modules(settings);
    rt->fails_at = fails_at;
    outcome out = {.is_measured = PROF_OK(fake_start(rt))};
    if (out.is_measured) {
        live(rt, rows);
        out.bodies = methods_with_bodies(rt);
        ctr_file *counters = fake_read(rt);
        check_records(rt, counters);
        out.told = told(counters);
        ctr_close(counters);
    }
    out.calls = rt->calls;
    fake_free(rt);
    return out;
}

/* Rows with probes in both images. */
static void common_rows(uint32_t rows[3]) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    unsigned found = 0;
    for (uint32_t row = 1; row <= rt->modules[1].rows && found < 3; row++) {
        compile(rt, fake_function(1, 0, row));
        compile(rt, fake_function(2, 0, row));
        if (rt->modules[1].body[row] != NULL && rt->modules[2].body[row] != NULL) {
            rows[found++] = row;
        }
    }
    CU_ASSERT_EQUAL_FATAL(found, 3);
    fake_free(rt);
}

/* Whichever call fails: no fault, no body without its record, and what is not measured is told. */
void test_every_call_fails(void) {
    static const ses_settings modes[] = {{.hits = CTR_HITS_ONCE}, {.hits = CTR_HITS_EXACT}};
    uint32_t rows[3];
    common_rows(rows);
    for (size_t mode = 0; mode < 2; mode++) {
        outcome whole = live_with_failure(&modes[mode], 0, rows);
        CU_ASSERT(whole.is_measured && whole.bodies > 10 && whole.calls > 100);
        unsigned lost = 0;
        for (unsigned n = 1; n <= whole.calls; n++) {
            outcome got = live_with_failure(&modes[mode], n, rows);
            CU_ASSERT(got.is_measured || n <= 2); /* for an interface and for its events */
            bool is_told = !got.is_measured || got.bodies >= whole.bodies || got.told > whole.told;
            CU_ASSERT_TRUE(is_told);
            if (!is_told) {
                printf("  call %u of mode %zu: %u of %u bodies, and not a word\n", n, mode,
                       got.bodies, whole.bodies);
            }
            lost += got.is_measured && got.bodies < whole.bodies;
        }
        CU_ASSERT(lost > 0); /* otherwise nothing was injected */
    }
}

/* A body that the runtime does not give this time is told, and asked for again. */
void test_body_not_given(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 0);
    fake_loaded(rt, 1);
    rt->fails_at = rt->calls + 2; /* after GetFunctionInfo2 */
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_PTR_NULL(rt->modules[1].body[row]);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->method_count, 1);
    CU_ASSERT_TRUE(counters->methods[0].is_skip);
    CU_ASSERT_EQUAL(counters->methods[0].skip, MTH_SKIP_RUNTIME);
    CU_ASSERT(cc_str_starts(counters->methods[0].detail, "GetILFunctionBody returned 0x"));
    ctr_close(counters);
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_PTR_NOT_NULL(rt->modules[1].body[row]);
    rt->fails_at = rt->calls + 1;
    compile(rt, fake_function(1, 0, fake_row(rt, 1, 1))); /* which method it is, is not told */
    counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->method_count, 2);
    CU_ASSERT_EQUAL_FATAL(counters->note_count, 1);
    CU_ASSERT(cc_str_ends(counters->notes[0], "it is not measured"));
    ctr_close(counters);
    fake_free(rt);
}

/* --- any order -------------------------------------------------------------------------------- */

enum { MODULES = 8 };

static void any_load(fake_runtime *rt, uint32_t *seed, unsigned module) {
    static const uint32_t flags[] = {
        FLAT_FILE,
        FLAT_FILE | PROF_MODULE_COLLECTIBLE,
        PROF_MODULE_FLAT_LAYOUT,
        PROF_MODULE_DYNAMIC | PROF_MODULE_COLLECTIBLE,
        FLAT_FILE | PROF_MODULE_NATIVE,
    };
    const char *file = next_random(seed) % 2 == 0 ? GOLDEN_DEBUG : GOLDEN_RELEASE;
    fake_put(rt, module, file, flags[next_random(seed) % (sizeof flags / sizeof flags[0])]);
    if (next_random(seed) % 4 != 0) {
        fake_loaded(rt, module);
    }
}

static void any_unload(fake_runtime *rt, uint32_t *seed, unsigned module) {
    unsigned what = next_random(seed) % 8;
    if (what != 0) {
        fake_unload_begins(rt, module);
    }
    if (what != 1) {
        fake_unload_ends(rt, module);
    }
    if (what == 2) {
        fake_unload_ends(rt, module);
    }
    rt->modules[module].is_loaded = false;
}

static void any_callback(fake_runtime *rt, uint32_t *seed) {
    unsigned module = 1 + next_random(seed) % MODULES;
    uint32_t row = 1 + next_random(seed) % 60;
    prof_id function = fake_function(module, next_random(seed) % 3, row);
    prof_id other = fake_function(1 + next_random(seed) % MODULES, 0, 1 + next_random(seed) % 60);
    switch (next_random(seed) % 20) {
    case 0:
        if (!rt->modules[module].is_loaded || next_random(seed) % 8 == 0) {
            any_load(rt, seed, module); /* now and then without any word of unloading */
        }
        break;
    case 1:
        fake_loaded(rt, module);
        break;
    case 2:
        fake_attached(rt, module);
        break;
    case 3:
        any_unload(rt, seed, module);
        break;
    case 4:
        fake_compile_ends(rt, function, next_random(seed) % 2 == 0 ? PROF_E_FAIL : PROF_S_OK);
        break;
    case 5:
    case 6:
        (void)fake_inlines(rt, other, function);
        break;
    case 7:
        (void)fake_uses_cached(rt, function);
        break;
    case 8:
    case 9:
        fake_hit(rt, module, row, next_random(seed) % 4);
        break;
    case 10:
        fake_compile_begins_within(rt, function);
        break;
    default:
        compile(rt, function);
        break;
    }
}

static void disorder(const ses_settings *settings, uint32_t seed, bool calls_fail) {
    fake_runtime *rt = fake_ready(settings);
    rt->takes_other_bodies = true;
    rt->fails_often = calls_fail ? seed | 1 : 0;
    unsigned wrong = 0;
    for (unsigned step = 0; step < 4000; step++) {
        any_callback(rt, &seed);
        unsigned module = 1 + step % MODULES;
        for (uint32_t row = 1; step % 16 == 0 && row <= rt->modules[module].rows; row++) {
            wrong += rt->modules[module].is_loaded && !fake_has_right_body(rt, module, row);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT(counters->module_count >= 2 && counters->module_count < 64);
    CU_ASSERT(counters->method_count > 10 && counters->method_count < 4000);
    ctr_close(counters);
    fake_free(rt);
}

/* No fault, never a body of another image, and a counters file that does not grow with time. */
void test_disorder(void) {
    static const ses_settings modes[] = {{.hits = CTR_HITS_ONCE}, {.hits = CTR_HITS_EXACT}};
    uint32_t seed = seed_of_run("any order");
    for (unsigned i = 0; i < 6; i++) {
        disorder(&modes[i % 2], seed + i, i >= 2);
    }
}

/* --- threads ---------------------------------------------------------------------------------- */

typedef struct worker {
    fake_runtime *rt;
    uint32_t seed;
    pthread_mutex_t *loader; /* a module is loaded or unloaded by one thread at a time */
    atomic_uint *unloads;
} worker;

static void unload_and_load(worker *w, unsigned module) {
    fake_lock(w->loader);
    fake_unloaded(w->rt, module);
    fake_put_again(w->rt, module);
    fake_loaded(w->rt, module);
    fake_unlock(w->loader);
    (void)atomic_fetch_add(w->unloads, 1);
}

/* The same and different methods of four modules; two of them come and go meanwhile. */
static void *storm(void *arg) {
    worker *w = arg;
    uint32_t rows = w->rt->modules[1].rows;
    for (unsigned i = 0; i < 3000; i++) {
        unsigned module = 1 + next_random(&w->seed) % 4;
        uint32_t row = 1 + (i % 2 == 0 ? i : next_random(&w->seed)) % rows;
        prof_id function = fake_function(module, next_random(&w->seed) % 2, row);
        unsigned what = next_random(&w->seed) % 32;
        if (what == 0 && module >= 3) {
            unload_and_load(w, module);
        } else if (what < 4) {
            fake_hit(w->rt, module, row, next_random(&w->seed) % 4);
        } else if (what == 4) {
            fake_compile_ends(w->rt, function, PROF_E_FAIL);
        } else {
            fake_compile_begins(w->rt, function);
            (void)fake_inlines(w->rt, function,
                               fake_function(1 + i % 4, 0, 1 + next_random(&w->seed) % rows));
            (void)fake_uses_cached(w->rt, function);
            fake_compile_ends(w->rt, function, PROF_S_OK);
        }
    }
    return NULL;
}

static void storm_in(const ses_settings *settings, uint32_t seed) {
    fake_runtime *rt = fake_ready(settings);
    pthread_mutex_t loader = PTHREAD_MUTEX_INITIALIZER;
    atomic_uint unloads = 0;
    rt->takes_other_bodies = true;
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    fake_put(rt, 3, GOLDEN_DEBUG, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    fake_put(rt, 4, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){rt, seed * 31 + i, &loader, &unloads};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, storm, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    CU_ASSERT(unloads > 20);
    for (unsigned module = 1; module <= 4; module++) {
        for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
            compile(rt, fake_function(module, 0, row));
            CU_ASSERT_TRUE(fake_has_right_body(rt, module, row));
        }
    }
    ctr_file *counters = fake_read(rt);
    check_records(rt, counters);
    CU_ASSERT_EQUAL(counters->module_count, 2);
    ctr_close(counters);
    fake_free(rt);
}

void test_threads_unload(void) {
    static const ses_settings modes[] = {{.hits = CTR_HITS_ONCE}, {.hits = CTR_HITS_EXACT}};
    uint32_t seed = seed_of_run("threads");
    storm_in(&modes[0], seed);
    storm_in(&modes[1], seed);
}
