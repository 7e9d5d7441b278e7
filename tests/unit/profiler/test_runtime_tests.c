/* Runs with `--per-test`: the bodies of test methods, and what their calls record. */
#include <CUnit/CUnit.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "coverage/counters/ctr_tests.h"
#include "profiler/fake_runtime.h"
#include "profiler/prof_test_calls.h"
#include "profiler/test_profiler.h"

#define GOLDEN_TESTS "golden/tests/Cases.dll"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT, PATIENCE_MS = 20000 };

static const ses_settings per_test = {.per_test = true};

static fake_runtime *with_tests(const ses_settings *settings) {
    fake_runtime *rt = fake_new(settings, NULL);
    fake_put(rt, 1, GOLDEN_TESTS, FLAT_FILE);
    return rt;
}

static const md_tables *tables_of(const fake_runtime *rt) {
    return md_image_tables(rt->modules[1].image);
}

static uint32_t row_of(const fake_runtime *rt, const char *name) {
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        md_methoddef method;
        if (md_get_methoddef(tables_of(rt), row, &method) == CC_OK &&
            cc_str_eqz(method.name, name)) {
            return row;
        }
    }
    CU_FAIL_FATAL("no such method");
    return 0;
}

static void compile_module(fake_runtime *rt, unsigned module) {
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        fake_compile_begins(rt, fake_function(module, 0, row));
        fake_compile_ends(rt, fake_function(module, 0, row), PROF_S_OK);
    }
}

static void compile_all(fake_runtime *rt) {
    compile_module(rt, 1);
}

static fake_runtime *ready(void) {
    fake_runtime *rt = with_tests(&per_test);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 1);
    compile_all(rt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fake_image(rt, 1));
    CU_ASSERT_PTR_NOT_NULL_FATAL(fake_image(rt, 1)->tests);
    return rt;
}

/* The process ends. The thread of the library may still write a type down by then, so the test
 * waits for all of them. */
static void shut_down(fake_runtime *rt, uint32_t classes) {
    typedef prof_hr (*end_fn)(prof_object *);
    end_fn end = (end_fn)rt->profiler->vtable[PROF_CALLBACK_Shutdown];
    uint32_t found = 0;
    for (int ms = 0; ms < PATIENCE_MS && found < classes; ms++) {
        ctr_file *file = fake_read(rt);
        found = file->tests != NULL ? file->tests->class_count : 0;
        ctr_close(file);
        (void)usleep(found < classes ? 1000 : 0);
    }
    CU_ASSERT_EQUAL(found, classes);
    CU_ASSERT_EQUAL(end(rt->profiler), PROF_S_OK);
}

static const prof_test_site *site_of(fake_runtime *rt, const char *name) {
    const prof_test_site *site = fake_image(rt, 1)->tests->sites[row_of(rt, name)];
    CU_ASSERT_PTR_NOT_NULL_FATAL(site);
    return site;
}

static uint8_t *first_counter(const fake_runtime *rt, const char *name) {
    const prof_body *body = atomic_load(&fake_image(rt, 1)->bodies[row_of(rt, name) - 1]);
    CU_ASSERT_PTR_NOT_NULL_FATAL(body);
    CU_ASSERT_FATAL(body->site_count > 0);
    return (uint8_t *)(uintptr_t)&body->counters[body->sites[0].counter];
}

static void hit(const fake_runtime *rt, const char *name) {
    __atomic_store_n(first_counter(rt, name), (uint8_t)1, __ATOMIC_RELAXED);
}

/* The region names a counter of the method. */
static bool has_hit(const fake_runtime *rt, const ctr_file *file, const ctr_region *region,
                    const char *name) {
    uint32_t token = MD_TOKEN(MD_METHODDEF, row_of(rt, name));
    cc_span runs = region->runs;
    ctr_run run = {0, 0};
    while (ctr_next_run(&runs, &run)) {
        for (uint32_t i = 0; i < file->method_count; i++) {
            const ctr_method_record *record = &file->methods[i].record;
            if (!file->methods[i].is_skip && record->token == token &&
                run.first < record->first + record->count &&
                run.first + run.count > record->first) {
                return true;
            }
        }
    }
    return false;
}

/* --- bodies ----------------------------------------------------------------------------------- */

/* How often the body passes the constant on. */
static unsigned count_constant(cc_span bytes, const void *value, cc_arena *arena) {
    il_body body;
    unsigned count = 0;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, bytes, arena), CC_OK);
    for (uint32_t i = 0; i < body.insn_count; i++) {
        count +=
            body.insns[i].op == IL_LDC_I8 && (uintptr_t)body.insns[i].operand == (uintptr_t)value;
    }
    return count;
}

typedef struct calls_of {
    unsigned enter, ended, threw, static_enter, static_left, returned, boundary;
} calls_of;

static calls_of count_calls(const uint8_t *body, cc_arena *arena) {
    const cc_span bytes = {body, 1 << 16};
    return (calls_of){count_constant(bytes, (void *)(uintptr_t)&prof_test_enter, arena),
                      count_constant(bytes, (void *)(uintptr_t)&prof_test_ended, arena),
                      count_constant(bytes, (void *)(uintptr_t)&prof_test_threw, arena),
                      count_constant(bytes, (void *)(uintptr_t)&prof_test_static_enter, arena),
                      count_constant(bytes, (void *)(uintptr_t)&prof_test_static_left, arena),
                      count_constant(bytes, (void *)(uintptr_t)&prof_test_returned, arena),
                      count_constant(bytes, (void *)(uintptr_t)&prof_test_boundary, arena)};
}

static void expect_calls_in(fake_runtime *rt, unsigned module, uint32_t row, calls_of expected) {
    const uint8_t *body = rt->modules[module].body[row];
    CU_ASSERT_PTR_NOT_NULL_FATAL(body);
    calls_of found = count_calls(body, rt->arena);
    CU_ASSERT_EQUAL(memcmp(&found, &expected, sizeof found), 0);
}

static void expect_calls(fake_runtime *rt, uint32_t row, calls_of expected) {
    expect_calls_in(rt, 1, row, expected);
}

static uint32_t machine_of(fake_runtime *rt, const char *name) {
    const mth_test *parts = fake_image(rt, 1)->tests->parts;
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        if (parts[row].part == MTH_TEST_MACHINE && parts[row].method == row_of(rt, name)) {
            return row;
        }
    }
    CU_FAIL_FATAL("no state machine");
    return 0;
}

void test_per_test_bodies(void) {
    const calls_of whole = {.enter = 1, .ended = 1, .threw = 1};
    const calls_of returns = {.enter = 1, .threw = 1, .returned = 1}; /* its task goes on */
    const calls_of begins = {.enter = 1};
    const calls_of machine = {.ended = 1, .threw = 1};
    fake_runtime *rt = ready();
    expect_calls(rt, row_of(rt, "WholeFact"), whole);
    expect_calls(rt, row_of(rt, "WholeInt"), whole);
    expect_calls(rt, row_of(rt, "WholeTUnit"), whole);
    expect_calls(rt, row_of(rt, "NoneSlower"), whole); /* Custom.dll beside it says so */
    expect_calls(rt, row_of(rt, "NoneLocalSlow"), whole);
    expect_calls(rt, row_of(rt, "OpenTask"), returns);
    expect_calls(rt, row_of(rt, "StartTask"), begins);
    expect_calls(rt, machine_of(rt, "StartTask"), machine);
    expect_calls(rt, machine_of(rt, "StartGeneric"), machine);
    expect_calls(rt, row_of(rt, "NonePlain"), (calls_of){0});
    expect_calls(rt, row_of(rt, "NoneOther"), (calls_of){0});
    expect_calls(rt, row_of(rt, "InheritedFact"), whole); /* Bases.dll beside it says so */
    expect_calls(rt, row_of(rt, "NoneSetUp"), (calls_of){.boundary = 1});
    expect_calls(rt, row_of(rt, ".ctor"), (calls_of){.boundary = 1}); /* it has no line */
    expect_calls(rt, row_of(rt, ".cctor"), (calls_of){.static_enter = 1, .static_left = 2});
    shut_down(rt, 0);
    fake_free(rt);
}

/* Bodies without a line of their own: the value is kept in a local after those of the body, and the
 * state machine ends its test. */
void test_per_test_hidden_bodies(void) {
    fake_runtime *rt = ready();
    il_body old;
    il_body new_body;
    cc_span bytes;
    md_methoddef method;
    uint32_t row = row_of(rt, "WholeHidden");
    expect_calls(rt, row, (calls_of){.enter = 1, .ended = 1, .threw = 1});
    CU_ASSERT_EQUAL(md_get_methoddef(tables_of(rt), row, &method), CC_OK);
    CU_ASSERT_EQUAL(md_image_at_rva(rt->modules[1].image, method.rva, &bytes), CC_OK);
    CU_ASSERT_EQUAL_FATAL(il_decode(&old, bytes, rt->arena), CC_OK);
    bytes = (cc_span){rt->modules[1].body[row], 1 << 16};
    CU_ASSERT_EQUAL_FATAL(il_decode(&new_body, bytes, rt->arena), CC_OK);
    CU_ASSERT_NOT_EQUAL(old.local_sig, 0);
    const fake_module *module = &rt->modules[1];
    uint32_t locals = module->locals[MD_TOKEN_RID(new_body.local_sig) % FAKE_ROWS];
    CU_ASSERT(locals > 2); /* text, i, what Debug code keeps, and the value */
    for (uint32_t i = 0; i < new_body.insn_count; i++) {
        if (new_body.insns[i].op == IL_LDLOC) {
            CU_ASSERT_EQUAL(new_body.insns[i].operand, (int64_t)locals - 1);
        }
    }
    expect_calls(rt, row_of(rt, "StartHidden"), (calls_of){.enter = 1});
    expect_calls(rt, machine_of(rt, "StartHidden"), (calls_of){.ended = 1, .threw = 1});
    shut_down(rt, 0);
    fake_free(rt);
}

/* --- loaded again ----------------------------------------------------------------------------- */

/* Every method that the first load has a body for has one here, without tokens that this metadata
 * lacks. */
static void expect_no_calls_in(fake_runtime *rt, unsigned module) {
    unsigned bodies = 0;
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        if (rt->modules[module].body[row] != NULL) {
            expect_calls_in(rt, module, row, (calls_of){0});
            CU_ASSERT_TRUE(fake_has_right_body(rt, module, row));
            bodies++;
        }
    }
    CU_ASSERT(bodies > 20);
    CU_ASSERT_EQUAL(rt->modules[module].next_token, 0);
}

static uint32_t count_images(fake_runtime *rt) {
    uint32_t count = 0;
    for (const prof_image *image = fake_acting(rt)->images; image != NULL; image = image->next) {
        count++;
    }
    return count;
}

/* The tokens of the calls are in the metadata of the first load. All later loads share bodies
 * without calls. */
void test_per_test_loaded_twice(void) {
    fake_runtime *rt = ready();
    for (unsigned module = 2; module <= 3; module++) {
        fake_put(rt, module, GOLDEN_TESTS, FLAT_FILE);
        fake_loaded(rt, module);
        compile_module(rt, module);
        expect_no_calls_in(rt, module);
    }
    uint32_t row = row_of(rt, "WholeFact");
    CU_ASSERT_PTR_EQUAL(rt->modules[2].body[row], rt->modules[3].body[row]);
    CU_ASSERT_EQUAL(count_images(rt), 2);
    expect_calls(rt, row, (calls_of){.enter = 1, .ended = 1, .threw = 1});
    shut_down(rt, 0);
    ctr_file *file = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(file->note_count, 1);
    CU_ASSERT(cc_str_starts(file->notes[0], "Cases: "));
    ctr_close(file);
    fake_free(rt);
}

/* A plug-in that comes back, at the same place in memory: its new metadata lacks the tokens, too. */
void test_per_test_loaded_again(void) {
    fake_runtime *rt = with_tests(&per_test);
    rt->modules[1].flags |= PROF_MODULE_COLLECTIBLE;
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 1);
    compile_all(rt);
    expect_calls(rt, row_of(rt, ".cctor"), (calls_of){.static_enter = 1, .static_left = 2});
    for (int i = 0; i < 3; i++) {
        fake_unloaded(rt, 1);
        fake_put_again(rt, 1);
        fake_loaded(rt, 1);
        compile_all(rt);
        expect_no_calls_in(rt, 1);
    }
    CU_ASSERT_EQUAL(count_images(rt), 2);
    shut_down(rt, 0);
    fake_free(rt);
}

/* In a method of a structure `this` is not a reference. */
void test_per_test_in_a_struct(void) {
    fake_runtime *rt = ready();
    il_body body;
    uint32_t row = row_of(rt, "WholeInStruct");
    const cc_span bytes = {rt->modules[1].body[row], 1 << 16};
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, bytes, rt->arena), CC_OK);
    CU_ASSERT_EQUAL(body.insns[0].op, IL_LDNULL);
    const cc_span other = {rt->modules[1].body[row_of(rt, "WholeFact")], 1 << 16};
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, other, rt->arena), CC_OK);
    CU_ASSERT_EQUAL(body.insns[0].op, IL_LDARG_0);
    shut_down(rt, 0);
    fake_free(rt);
}

void test_per_test_attributes(void) {
    ses_settings settings = per_test;
    char names[] = "Own,FactAttribute2,Custom.NoFactAttribute";
    settings.test_attributes = names;
    fake_runtime *rt = with_tests(&settings);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 1);
    compile_all(rt);
    expect_calls(rt, row_of(rt, "NoneOther"), (calls_of){.enter = 1, .ended = 1, .threw = 1});
    expect_calls(rt, row_of(rt, "NonePlain"), (calls_of){0});
    shut_down(rt, 0);
    fake_free(rt);
}

void test_per_test_switched_off(void) {
    fake_runtime *rt = with_tests(NULL);
    CU_ASSERT_EQUAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 1);
    compile_all(rt);
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        if (rt->modules[1].body[row] != NULL) {
            expect_calls(rt, row, (calls_of){0});
        }
    }
    fake_free(rt);
}

/* Whichever call fails: a body has its calls, or the method is left alone. */
static unsigned live_with_failure(unsigned fails_at, unsigned *bodies) {
    fake_runtime *rt = with_tests(&per_test);
    *bodies = 0;
    rt->fails_at = fails_at;
    bool is_started = PROF_OK(fake_start(rt));
    if (is_started) {
        fake_loaded(rt, 1);
        compile_all(rt);
    }
    for (uint32_t row = 1; is_started && row <= rt->modules[1].rows; row++) {
        md_methoddef method;
        const uint8_t *body = rt->modules[1].body[row];
        CU_ASSERT_EQUAL(md_get_methoddef(tables_of(rt), row, &method), CC_OK);
        CU_ASSERT(fake_has_right_body(rt, 1, row));
        if (body != NULL && cc_str_starts(method.name, "Whole")) {
            calls_of found = count_calls(body, rt->arena);
            CU_ASSERT(found.enter == 1 && found.ended == 1 && found.threw == 1);
        }
        *bodies += body != NULL;
    }
    unsigned calls = rt->calls;
    if (is_started) {
        shut_down(rt, 0);
    }
    fake_free(rt);
    return calls;
}

void test_per_test_every_call_fails(void) {
    unsigned whole = 0;
    unsigned lost = 0;
    unsigned calls = live_with_failure(0, &whole);
    CU_ASSERT(whole > 20 && calls > 60);
    for (unsigned n = 1; n <= calls; n++) {
        unsigned bodies = 0;
        (void)live_with_failure(n, &bodies);
        lost += bodies < whole;
    }
    CU_ASSERT(lost > 20);
}

/* --- begins and ends -------------------------------------------------------------------------- */

void test_per_test_regions(void) {
    fake_runtime *rt = ready();
    const prof_id object = fake_class(1, 0); /* the first word says the type */
    const prof_test_site *fact = site_of(rt, "WholeFact");
    const prof_test_site *local = site_of(rt, "WholeLocal");
    hit(rt, "NonePlain"); /* before any test */
    prof_test_enter(&object, fact);
    hit(rt, "WholeFact");
    prof_test_ended(fact);
    hit(rt, "NoneSetUp");
    prof_test_enter(NULL, local);
    hit(rt, "WholeLocal");
    prof_test_static_enter(NULL, site_of(rt, ".cctor"));
    hit(rt, "Make");
    prof_test_static_left(site_of(rt, ".cctor"));
    prof_test_threw(local);
    shut_down(rt, 1);
    ctr_file *file = fake_read(rt);
    const ctr_tests *t = file->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL_FATAL(t->count, 2);
    CU_ASSERT_EQUAL(t->tests[0].begin.token, fact->token);
    CU_ASSERT_EQUAL(t->tests[0].begin.class_id, object);
    CU_ASSERT_EQUAL(t->tests[0].outcome, CLRCOV_OUTCOME_ENDED);
    CU_ASSERT_EQUAL(t->tests[1].begin.class_id, 0);
    CU_ASSERT_EQUAL(t->tests[1].outcome, CLRCOV_OUTCOME_THREW);
    CU_ASSERT_EQUAL(t->classes[0].class_id, object);
    CU_ASSERT_EQUAL(t->classes[0].token, MD_TOKEN(MD_TYPEDEF, 2));
    CU_ASSERT_EQUAL_FATAL(t->region_count, 5);
    static const char *const names[] = {"NonePlain", "WholeFact", "NoneSetUp", "WholeLocal",
                                        "Make"};
    static const uint32_t alive[] = {0, 1, 0, 1, 0};
    static const uint32_t last[] = {0, 0, 1, 1, CLRCOV_REGION_SHARED};
    for (uint32_t i = 0; i < 5; i++) {
        CU_ASSERT(has_hit(rt, file, &t->regions[i], names[i]));
        CU_ASSERT_EQUAL(t->regions[i].alive_count, alive[i]);
        CU_ASSERT_EQUAL(t->regions[i].last, last[i]);
    }
    ctr_close(file);
    fake_free(rt);
}

/* The next test ends one whose end is not in its code; ends without a begin say nothing. */
void test_per_test_open(void) {
    fake_runtime *rt = ready();
    const prof_test_site *open = site_of(rt, "OpenTask");
    const prof_test_site *fact = site_of(rt, "WholeFact");
    prof_test_ended(fact);
    prof_test_enter(NULL, open);
    hit(rt, "OpenTask");
    prof_test_returned(open);
    prof_test_enter(NULL, fact);
    hit(rt, "WholeFact");
    shut_down(rt, 0);
    ctr_file *file = fake_read(rt);
    const ctr_tests *t = file->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL_FATAL(t->count, 2);
    CU_ASSERT_EQUAL(t->tests[0].outcome, CLRCOV_OUTCOME_OPEN);
    CU_ASSERT_NOT_EQUAL(t->tests[0].end_ns, 0);
    CU_ASSERT_EQUAL(t->tests[1].end_ns, 0);
    CU_ASSERT_EQUAL_FATAL(t->region_count, 2);
    CU_ASSERT_EQUAL(t->regions[1].alive_count, 1); /* the one that never ended */
    CU_ASSERT_EQUAL(t->regions[1].alive[0], 2);
    ctr_close(file);
    fake_free(rt);
}

static void expect_region(const ctr_tests *t, uint32_t index, uint32_t alive, uint32_t last) {
    CU_ASSERT_FATAL(index < t->region_count);
    CU_ASSERT_EQUAL(t->regions[index].alive_count, alive == 0 ? 0 : 1);
    CU_ASSERT(alive == 0 || t->regions[index].alive[0] == alive);
    CU_ASSERT_EQUAL(t->regions[index].last, last);
}

/* Set-up of the same class ends a test that has returned, and what ran until then is the test's alone.
 * Set-up of another class ends it as well, but fixtures may have run before. */
void test_per_test_boundaries(void) {
    fake_runtime *rt = ready();
    const prof_id object = fake_class(1, 0);
    const prof_id other = fake_class(1, 1);
    const prof_test_site *open = site_of(rt, "OpenTask");
    prof_test_boundary(&object, site_of(rt, ".ctor")); /* of no test */
    for (unsigned i = 0; i < 2; i++) {
        prof_test_enter(&object, open);
        prof_test_returned(open);
        hit(rt, "NonePlain");
        prof_test_boundary(i == 0 ? &object : &other, site_of(rt, ".ctor"));
        hit(rt, "NoneSetUp");
    }
    prof_test_enter(&object, open);
    prof_test_returned(open);
    hit(rt, "NonePlain");
    prof_test_enter(&object, open); /* of the same class: as set-up */
    prof_test_returned(open);
    hit(rt, "NonePlain");
    prof_test_boundary(NULL, site_of(rt, ".ctor")); /* of no object */
    shut_down(rt, 1);
    ctr_file *file = fake_read(rt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file->tests);
    CU_ASSERT_EQUAL(file->tests->region_count, 6);
    expect_region(file->tests, 0, 1, CLRCOV_REGION_OWN);
    expect_region(file->tests, 1, 0, 1);
    expect_region(file->tests, 2, 2, 2);
    expect_region(file->tests, 3, 0, 2);
    expect_region(file->tests, 4, 3, CLRCOV_REGION_OWN);
    expect_region(file->tests, 5, 4, 4);
    ctr_close(file);
    fake_free(rt);
}

/* The test that runs may be the one that calls a constructor, so the other one goes on. */
void test_per_test_boundary_beside(void) {
    fake_runtime *rt = ready();
    const prof_id object = fake_class(1, 0);
    const prof_test_site *open = site_of(rt, "OpenTask");
    prof_test_enter(&object, site_of(rt, "StartTask"));
    prof_test_enter(&object, open);
    prof_test_returned(open);
    prof_test_boundary(&object, site_of(rt, ".ctor"));
    hit(rt, "NonePlain");
    shut_down(rt, 1);
    ctr_file *file = fake_read(rt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file->tests);
    CU_ASSERT_EQUAL_FATAL(file->tests->region_count, 1);
    CU_ASSERT_EQUAL(file->tests->regions[0].alive_count, 2);
    ctr_close(file);
    fake_free(rt);
}

void test_per_test_too_many(void) {
    fake_runtime *rt = ready();
    const prof_test_site *fact = site_of(rt, "StartTask"); /* may run several times at once */
    for (int i = 0; i < PROF_LIVING_TESTS + 10; i++) {
        prof_test_enter(NULL, fact);
    }
    hit(rt, "WholeFact");
    for (int i = 0; i < PROF_LIVING_TESTS + 10; i++) {
        prof_test_ended(fact);
    }
    prof_test_enter(NULL, fact); /* there is room again */
    prof_test_ended(fact);
    shut_down(rt, 0);
    ctr_file *file = fake_read(rt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file->tests);
    CU_ASSERT_EQUAL(file->tests->count, PROF_LIVING_TESTS + 1);
    CU_ASSERT_EQUAL(file->tests->region_count, 1);
    CU_ASSERT_EQUAL(file->tests->regions[0].alive_count, PROF_LIVING_TESTS);
    CU_ASSERT_EQUAL(file->note_count, 1);
    ctr_close(file);
    fake_free(rt);
}

enum { RUNNERS = 4, ROUNDS = 200 };

typedef struct runner {
    const prof_test_site *site;
    const prof_test_site *constructor;
    uint8_t *counter;
    prof_id object;
    pthread_barrier_t *constructors_done;
} runner;

static void run_one_test(const runner *r, bool constructs, bool throws) {
    prof_test_enter(&r->object, r->site);
    __atomic_store_n(r->counter, (uint8_t)1, __ATOMIC_RELAXED);
    if (constructs) {
        prof_test_static_enter(NULL, r->constructor);
        prof_test_static_left(r->constructor);
    }
    (throws ? prof_test_threw : prof_test_ended)(r->site);
}

/* A thread that is suspended in a static constructor makes all that the others hit shared, maybe all
 * their rounds. So the last test of each thread runs when no static constructor can. */
static void *run_tests(void *ctx) {
    const runner *r = ctx;
    for (int i = 0; i < ROUNDS - 1; i++) {
        run_one_test(r, i % 50 == 0, i % 2 != 0);
    }
    (void)pthread_barrier_wait(r->constructors_done);
    run_one_test(r, false, true);
    return NULL;
}

/* Each test that ran has what it hit, also when several ran at once. */
static void check_hits(const fake_runtime *rt, const ctr_file *file, const char *const *names) {
    const ctr_tests *t = file->tests;
    uint32_t found = 0;
    for (uint32_t i = 0; i < RUNNERS; i++) {
        uint32_t token = MD_TOKEN(MD_METHODDEF, row_of(rt, names[i]));
        bool has_own = false;
        for (uint32_t k = 0; k < t->region_count && !has_own; k++) {
            const ctr_region *region = &t->regions[k];
            for (uint32_t a = 0; a < region->alive_count; a++) {
                has_own = has_own || (t->tests[region->alive[a] - 1].begin.token == token &&
                                      has_hit(rt, file, region, names[i]));
            }
        }
        found += has_own;
    }
    CU_ASSERT_EQUAL(found, RUNNERS);
}

void test_per_test_threads(void) {
    static const char *const names[RUNNERS] = {"WholeFact", "WholeTheory", "WholeLocal",
                                               "WholeMsTest"};
    fake_runtime *rt = ready();
    pthread_t threads[RUNNERS];
    runner runners[RUNNERS];
    pthread_barrier_t constructors_done;
    CU_ASSERT_EQUAL_FATAL(pthread_barrier_init(&constructors_done, NULL, RUNNERS), 0);
    for (unsigned i = 0; i < RUNNERS; i++) {
        runners[i] = (runner){site_of(rt, names[i]), site_of(rt, ".cctor"),
                              first_counter(rt, names[i]), fake_class(1, (prof_id)i + 1),
                              &constructors_done};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, run_tests, &runners[i]), 0);
    }
    for (unsigned i = 0; i < RUNNERS; i++) {
        CU_ASSERT_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    (void)pthread_barrier_destroy(&constructors_done);
    shut_down(rt, RUNNERS);
    ctr_file *file = fake_read(rt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file->tests);
    CU_ASSERT_EQUAL(file->tests->count, RUNNERS * ROUNDS);
    unsigned threw = 0;
    for (uint32_t i = 0; i < file->tests->count; i++) {
        CU_ASSERT_NOT_EQUAL(file->tests->tests[i].end_ns, 0);
        threw += file->tests->tests[i].outcome == CLRCOV_OUTCOME_THREW;
    }
    CU_ASSERT_EQUAL(threw, RUNNERS * ROUNDS / 2);
    check_hits(rt, file, names);
    ctr_close(file);
    fake_free(rt);
}
