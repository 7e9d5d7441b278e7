/* Hot code that the runtime compiles once: what the library's thread asks for, and what it
 * answers. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_os.h"
#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };
enum { PATIENCE_S = 20, QUIET_MS = 150 };

static const prof_body *body_of(fake_runtime *rt, uint32_t row) {
    return atomic_load(&fake_image(rt, 1)->bodies[row - 1]);
}

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

/* A compiled method of module 1 with so many probes or more. */
static uint32_t compiled_row(fake_runtime *rt, uint32_t probes) {
    for (unsigned i = 0; i < fake_row_count(rt, 1); i++) {
        uint32_t row = fake_row(rt, 1, i);
        compile(rt, fake_function(1, 0, row));
        if (body_of(rt, row)->skip == MTH_OK && body_of(rt, row)->site_count >= probes) {
            return row;
        }
    }
    CU_FAIL_FATAL("no such method");
    return 0;
}

static uint64_t now_ms(void) {
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Runs over a probe again and again until more than `asked` requests were made. False: none was for
 * so long. */
static bool runs_hot(fake_runtime *rt, uint32_t row, uint32_t site, unsigned asked, uint64_t ms) {
    uint64_t end = now_ms() + ms;
    while (atomic_load(&rt->rejits) <= asked && now_ms() < end) {
        for (int i = 0; i < 1000; i++) {
            fake_hit(rt, 1, row, site);
        }
    }
    return atomic_load(&rt->rejits) > asked;
}

static bool gets_hot(fake_runtime *rt, uint32_t row, uint32_t site, unsigned asked) {
    return runs_hot(rt, row, site, asked, PATIENCE_S * 1000);
}

static bool stays_unasked(fake_runtime *rt, uint32_t row, uint32_t site, unsigned asked) {
    return !runs_hot(rt, row, site, asked, QUIET_MS);
}

/* Does the body name the counter? */
static bool has_probe(cc_span bytes, const uint8_t *counter, cc_arena *arena) {
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, bytes, arena), CC_OK);
    for (uint32_t i = 0; i < body.insn_count; i++) {
        if (body.insns[i].op == IL_LDC_I8 &&
            (uintptr_t)body.insns[i].operand == (uintptr_t)counter) {
            return true;
        }
    }
    return false;
}

/* The new body has exactly the probes that were not hit. */
static void expect_unhit_alone(fake_runtime *rt, uint32_t row, const fake_control *control) {
    const prof_body *body = body_of(rt, row);
    CU_ASSERT_EQUAL(control->bodies, 1);
    CU_ASSERT_EQUAL_FATAL(control->maps, 1);
    for (uint32_t i = 0; i < body->site_count; i++) {
        const uint8_t *counter = &body->counters[body->sites[i].counter];
        bool is_hit = __atomic_load_n(counter, __ATOMIC_RELAXED) != 0;
        CU_ASSERT(has_probe(cc_buf_span(&control->body), counter, rt->arena) == !is_hit);
    }
}

void test_hot_is_compiled_again(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = compiled_row(rt, 3);
    CU_ASSERT_TRUE_FATAL(gets_hot(rt, row, 0, 0));
    CU_ASSERT_EQUAL(rt->rejit_module, fake_module_id(1));
    CU_ASSERT_EQUAL(rt->rejit_token, MD_TOKEN(MD_METHODDEF, row));
    fake_control control;
    fake_recompiles(rt, fake_module_id(1), MD_TOKEN(MD_METHODDEF, row), &control);
    expect_unhit_alone(rt, row, &control);
    cc_buf_free(&control.body);

    unsigned asked = atomic_load(&rt->rejits);
    CU_ASSERT_TRUE(stays_unasked(rt, row, 0, asked)); /* an old frame: there is nothing to gain */
    CU_ASSERT_TRUE_FATAL(gets_hot(rt, row, 1, asked));
    fake_recompiles(rt, fake_module_id(1), MD_TOKEN(MD_METHODDEF, row), &control);
    expect_unhit_alone(rt, row, &control);
    cc_buf_free(&control.body);
    fake_free(rt);
}

/* Whatever the thread does to counters, a reader sees hits. */
void test_hot_keeps_counters(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = compiled_row(rt, 3);
    uint32_t hit = body_of(rt, row)->sites[0].counter;
    CU_ASSERT_TRUE(gets_hot(rt, row, 0, 0));
    (void)usleep(QUIET_MS * 1000);
    ctr_file *counters = fake_read(rt);
    for (uint32_t i = 0; i < counters->method_count; i++) {
        const ctr_method_data *method = &counters->methods[i];
        for (uint32_t k = 0; k < method->record.count; k++) {
            bool is_it = method->record.token == MD_TOKEN(MD_METHODDEF, row) && k == hit;
            CU_ASSERT_EQUAL(ctr_value(counters, method, k), is_it ? 1 : 0);
        }
    }
    fake_free(rt);
}

void test_hot_only_when_it_is(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = compiled_row(rt, 3);
    fake_hit(rt, 1, row, 0);
    (void)usleep(2 * QUIET_MS * 1000);
    CU_ASSERT_EQUAL(atomic_load(&rt->rejits), 0);
    fake_free(rt);
}

static void expect_no_watching(const ses_settings *settings, const char *file, uint32_t flags) {
    fake_runtime *rt = fake_new(settings, NULL);
    fake_put(rt, 1, file, flags);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    uint32_t row = compiled_row(rt, 1);
    CU_ASSERT_TRUE(stays_unasked(rt, row, 0, 0));
    CU_ASSERT_EQUAL(rt->events & PROF_ENABLE_REJIT, 0);
    fake_free(rt);
}

void test_hot_elsewhere_is_left(void) {
    expect_no_watching(NULL, GOLDEN_RELEASE, FLAT_FILE);
    expect_no_watching(NULL, GOLDEN_DEBUG, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    expect_no_watching(&(ses_settings){.keeps_probes = true}, GOLDEN_DEBUG, FLAT_FILE);
    expect_no_watching(&(ses_settings){.hits = CTR_HITS_EXACT}, GOLDEN_DEBUG, FLAT_FILE);
    (void)setenv("DOTNET_MODIFIABLE_ASSEMBLIES", "debug", 1);
    expect_no_watching(NULL, GOLDEN_DEBUG, FLAT_FILE);
    (void)unsetenv("DOTNET_MODIFIABLE_ASSEMBLIES");
}

/* A runtime that does not do it is not asked again, about other methods neither. */
static void expect_end(fake_runtime *rt, bool *refuses, atomic_uint *asked) {
    *refuses = true;
    uint32_t row = compiled_row(rt, 3);
    unsigned before = atomic_load(asked);
    uint64_t end = now_ms() + PATIENCE_S * 1000;
    while (atomic_load(asked) == before && now_ms() < end) {
        fake_hit(rt, 1, row, 0);
    }
    CU_ASSERT_EQUAL(atomic_load(asked), before + 1);
    CU_ASSERT_TRUE(stays_unasked(rt, row, 1, 0));
    CU_ASSERT_EQUAL(atomic_load(asked), before + 1);
    fake_free(rt);
}

void test_hot_refused(void) {
    fake_runtime *rt = fake_ready(NULL);
    expect_end(rt, &rt->refuses_rejit, &rt->rejit_tries);
    rt = fake_ready(NULL);
    expect_end(rt, &rt->refuses_events, &rt->events_calls);
}

/* Whatever becomes of a request, it is not repeated for the same hits. */
void test_hot_is_asked_once(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = compiled_row(rt, 3);
    CU_ASSERT_TRUE_FATAL(gets_hot(rt, row, 0, 0));
    CU_ASSERT_TRUE(stays_unasked(rt, row, 0, atomic_load(&rt->rejits)));
    fake_free(rt);
}

void test_hot_ends_with_the_process(void) {
    typedef prof_hr (*fn)(prof_object *);
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = compiled_row(rt, 3);
    CU_ASSERT_EQUAL(((fn)rt->profiler->vtable[PROF_CALLBACK_Shutdown])(rt->profiler), PROF_S_OK);
    CU_ASSERT_TRUE(stays_unasked(rt, row, 0, atomic_load(&rt->rejits)));
    fake_free(rt);
}

/* What was replaced by a hot reload, what was never set and what is not a method of a module in scope
 * is compiled as the runtime has it. */
void test_hot_answers_for_ours_alone(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = compiled_row(rt, 3);
    static const uint8_t update[] = {0x06, 0x2A};
    fake_hit(rt, 1, row, 0);
    rt->modules[1].body[row] = update;
    fake_control control;
    fake_recompiles(rt, fake_module_id(1), MD_TOKEN(MD_METHODDEF, row), &control);
    CU_ASSERT_EQUAL(control.bodies + control.maps, 0);
    fake_recompiles(rt, fake_module_id(1), MD_TOKEN(MD_METHODDEF, rt->modules[1].rows + 1),
                    &control);
    CU_ASSERT_EQUAL(control.bodies + control.maps, 0);
    fake_recompiles(rt, fake_module_id(9), MD_TOKEN(MD_METHODDEF, 1), &control);
    CU_ASSERT_EQUAL(control.bodies + control.maps, 0);
    fake_free(rt);
}
