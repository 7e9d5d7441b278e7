/* Attaching: what is asked of the runtime, what it is answered, stopping and attaching again. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "clrcov/attach_data.h"
#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };

static uint32_t token_of(uint32_t row) {
    return MD_TOKEN(MD_METHODDEF, row);
}

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

/* How many bodies were set by SetILFunctionBody. */
static unsigned sets(const fake_module *module) {
    unsigned sum = 0;
    for (uint32_t row = 1; row <= module->rows; row++) {
        sum += module->sets[row];
    }
    return sum;
}

/* Each method that the plan covers was requested `times` times. */
static void expect_asked(fake_runtime *rt, unsigned module, unsigned times) {
    for (unsigned i = 0; i < fake_row_count(rt, module); i++) {
        CU_ASSERT_EQUAL(rt->modules[module].asked[fake_row(rt, module, i)], times);
    }
}

/* What the runtime gets when it compiles the method again. */
static void expect_body(fake_runtime *rt, unsigned module, uint32_t row) {
    fake_control control;
    fake_recompiles(rt, fake_module_id(module), token_of(row), &control);
    const prof_body *body = atomic_load(&fake_image(rt, module)->bodies[row - 1]);
    CU_ASSERT_PTR_NOT_NULL_FATAL(body);
    CU_ASSERT_EQUAL(control.bodies, body->skip == MTH_OK);
    if (body->skip == MTH_OK) {
        CU_ASSERT_EQUAL(control.body.len, body->size);
        CU_ASSERT_EQUAL(memcmp(control.body.data, body->bytes, body->size), 0);
        CU_ASSERT_EQUAL(control.map_count, body->map_count);
    }
    cc_buf_free(&control.body);
}

static bool has_note(const ctr_file *counters, const char *part) {
    for (uint32_t i = 0; i < counters->note_count; i++) {
        cc_str note = counters->notes[i];
        if (memmem(note.s, note.len, part, strlen(part)) != NULL) {
            return true;
        }
    }
    return false;
}

static unsigned problems(fake_runtime *rt) {
    ses_problem *list;
    size_t count;
    CU_ASSERT_EQUAL_FATAL(ses_problems(&rt->session, rt->arena, &list, &count), CC_OK);
    return (unsigned)count;
}

void test_attach_requests_what_is_loaded(void) {
    fake_runtime *rt = fake_attached_ready();
    uint32_t row = fake_row(rt, 1, 0);
    CU_ASSERT_EQUAL(rt->events, PROF_MONITOR_MODULE_LOADS | PROF_MONITOR_JIT_COMPILATION |
                                    PROF_ENABLE_REJIT | PROF_ENABLE_STACK_SNAPSHOT);
    expect_asked(rt, 1, 1);
    for (unsigned i = 0; i < fake_row_count(rt, 1); i++) {
        expect_body(rt, 1, fake_row(rt, 1, i));
    }
    /* Tiers of its old code, or a first compile of it: nothing is set. */
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_EQUAL(sets(&rt->modules[1]), 0);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->method_count, fake_row_count(rt, 1));
    CU_ASSERT_EQUAL(counters->note_count, 0);
    ctr_close(counters);
    fake_free(rt);
}

void test_attach_leaves_methods_without_points(void) {
    fake_runtime *rt = fake_attached_ready();
    unsigned asked = 0;
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        asked += rt->modules[1].asked[row];
    }
    CU_ASSERT(asked < rt->modules[1].rows && asked >= fake_row_count(rt, 1));
    fake_free(rt);
}

void test_attach_is_refused(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    CU_ASSERT_EQUAL(fake_attach(rt, "something else ", rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_UNKNOWN);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, "relative"),
                    (prof_hr)CLRCOV_ATTACH_UNKNOWN);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, ""), (prof_hr)CLRCOV_ATTACH_UNKNOWN);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_STOP, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_NOT_ON);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, "/nowhere/at/all"),
                    (prof_hr)CLRCOV_ATTACH_FAILED);
    CU_ASSERT_EQUAL(problems(rt), 0);
    rt->newest = 9; /* without ReJIT of what was inlined */
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_FAILED);
    CU_ASSERT_EQUAL(problems(rt), 1);
    rt->newest = 15;
    rt->refuses_events = true;
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_FAILED);
    CU_ASSERT_EQUAL(problems(rt), 2);
    rt->refuses_events = false;
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
    fake_free(rt);
}

void test_attach_twice(void) {
    fake_runtime *rt = fake_attached_ready();
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_BUSY);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_STOP, "/another/session"),
                    (prof_hr)CLRCOV_ATTACH_NOT_ON);
    expect_asked(rt, 1, 1);
    expect_body(rt, 1, fake_row(rt, 1, 0));
    fake_free(rt);
}

void test_attach_to_a_measured_process(void) {
    fake_runtime *rt = fake_ready(NULL);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_BUSY);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_STOP, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_NOT_ON);
    compile(rt, fake_function(1, 0, fake_row(rt, 1, 0)));
    CU_ASSERT_EQUAL(sets(&rt->modules[1]), 1);
    fake_free(rt);
}

/* --- stopping --------------------------------------------------------------------------------- */

static void stop(fake_runtime *rt) {
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_STOP, fake_acting(rt)->session.dir),
                    (prof_hr)CLRCOV_ATTACH_DONE);
}

void test_attach_stop_reverts(void) {
    fake_runtime *rt = fake_attached_ready();
    uint32_t row = fake_row(rt, 1, 0);
    fake_control control;
    /* Code of the framework that had a method of the module inlined. */
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    (void)strcpy(rt->modules[2].path, "/x/shared/Microsoft.NETCore.App/10.0.0/Some.dll");
    fake_loaded(rt, 2);
    fake_recompiles(rt, fake_module_id(2), token_of(3), &control);
    CU_ASSERT_EQUAL(control.bodies, 0);
    stop(rt);
    for (uint32_t each = 1; each <= rt->modules[1].rows; each++) {
        CU_ASSERT_EQUAL(rt->modules[1].reverted[each], rt->modules[1].asked[each]);
    }
    CU_ASSERT_EQUAL(rt->modules[2].reverted[3], 1);
    /* From now on nothing is measured, and no callback does anything. */
    unsigned calls = atomic_load(&rt->calls);
    fake_recompiles(rt, fake_module_id(1), token_of(row), &control);
    CU_ASSERT_EQUAL(control.bodies, 0);
    fake_put(rt, 3, GOLDEN_RELEASE, FLAT_FILE);
    fake_loaded(rt, 3);
    compile(rt, fake_function(3, 0, 1));
    CU_ASSERT_TRUE(fake_inlines(rt, fake_function(3, 0, 1), fake_function(1, 0, row)));
    CU_ASSERT_EQUAL(atomic_load(&rt->calls), calls);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_FALSE(counters->is_alive); /* others see that the session is over */
    ctr_close(counters);
    fake_free(rt);
}

/* A method without lines was not requested, and is compiled again for what it inlines. */
void test_attach_stop_reverts_inliners(void) {
    fake_runtime *rt = fake_attached_ready();
    fake_control control;
    uint32_t row = 1;
    while (rt->modules[1].asked[row] != 0) {
        row++;
    }
    CU_ASSERT_FATAL(row <= rt->modules[1].rows);
    fake_recompiles(rt, fake_module_id(1), token_of(row), &control);
    CU_ASSERT_EQUAL(control.bodies, 0);
    stop(rt);
    CU_ASSERT_EQUAL(rt->modules[1].reverted[row], 1);
    fake_free(rt);
}

void test_attach_again(void) {
    fake_runtime *rt = fake_attached_ready();
    uint32_t row = fake_row(rt, 1, 0);
    ses_session second;
    ses_settings settings = {.keeps_probes = true};
    expect_body(rt, 1, row);
    const uint8_t *before = atomic_load(&fake_image(rt, 1)->bodies[row - 1])->counters;
    /* A body that an earlier session has set: the runtime has it, and only the image has the
     * original. */
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    fake_loaded(rt, 2);
    uint32_t late = fake_row(rt, 2, 0);
    compile(rt, fake_function(2, 0, late));
    CU_ASSERT_EQUAL(rt->modules[2].sets[late], 1);
    stop(rt);
    CU_ASSERT_EQUAL_FATAL(ses_create(&second, &settings, CC_STR(""), rt->arena), CC_OK);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, second.dir), (prof_hr)CLRCOV_ATTACH_DONE);
    expect_asked(rt, 1, 2);
    expect_asked(rt, 2, 1);
    expect_body(rt, 1, row);
    expect_body(rt, 2, late);
    CU_ASSERT_EQUAL(rt->modules[2].sets[late], 1);
    CU_ASSERT_PTR_NOT_EQUAL(atomic_load(&fake_image(rt, 1)->bodies[row - 1])->counters, before);
    CU_ASSERT_EQUAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir),
                    (prof_hr)CLRCOV_ATTACH_BUSY);
    stop(rt);
    ses_unlock(second.lock_fd);
    fake_free(rt);
}

/* --- what cannot be reached ------------------------------------------------------------------- */

void test_attach_tells_what_it_cannot_reach(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
    fake_rejit_fails(rt, fake_module_id(1), token_of(1), PROF_E_IS_ENC);
    fake_rejit_fails(rt, fake_module_id(1), token_of(2), PROF_E_IS_ENC);
    fake_rejit_fails(rt, fake_module_id(1), token_of(2), PROF_E_FAIL);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->note_count, 2);
    CU_ASSERT_TRUE(has_note(counters, "collectible"));
    CU_ASSERT_TRUE(has_note(counters, "hot reload"));
    CU_ASSERT_EQUAL_FATAL(counters->method_count, 1);
    CU_ASSERT_TRUE(counters->methods[0].is_skip);
    CU_ASSERT_TRUE(cc_str_eqz(counters->methods[0].detail, "ReJIT returned 0x80004005"));
    ctr_close(counters);
    fake_free(rt);
}

void test_attach_request_refused(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    rt->refuses_rejit = true;
    CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE); /* what is loaded later needs no request */
    fake_loaded(rt, 2);
    compile(rt, fake_function(2, 0, fake_row(rt, 2, 0)));
    CU_ASSERT_EQUAL(sets(&rt->modules[2]), 1);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_TRUE(has_note(counters, "0x80004005"));
    ctr_close(counters);
    fake_free(rt);
}

/* The note with this text; NULL: there is none. */
static const char *note_with(const ctr_file *counters, const char *text, cc_arena *arena) {
    for (uint32_t i = 0; i < counters->note_count; i++) {
        if (memmem(counters->notes[i].s, counters->notes[i].len, text, strlen(text)) != NULL) {
            return cc_arena_strdup(arena, counters->notes[i]);
        }
    }
    return NULL;
}

/* Frames in old code of requested methods are named, each method once; new code, other modules and
 * collectible ones, which may be gone when the threads go on, are not asked about. */
void test_attach_names_what_runs(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    uint32_t first = fake_row(rt, 1, 0);
    uint32_t second = fake_row(rt, 1, 1);
    rt->frames[0] = fake_function(1, 0, first);
    rt->frames[1] = fake_function(1, 1, first); /* another instantiation */
    rt->frames[2] = fake_function(1, 0, second);
    rt->is_new_code[2] = true;
    rt->frames[3] = fake_function(2, 0, 1);
    rt->frames[4] = fake_function(7, 0, 1); /* nobody knows its module */
    rt->frames[5] = 0;                      /* native frames */
    rt->frame_count = 6;
    CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
    CU_ASSERT_FALSE(rt->is_standing);
    ctr_file *counters = fake_read(rt);
    const char *note = note_with(counters, "running when", rt->arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(note);
    CU_ASSERT_EQUAL(strncmp(note, "1 method was running when clrcov attached, and is measured", 58),
                    0);
    CU_ASSERT_PTR_NOT_NULL(strchr(note, '.'));
    ctr_close(counters);
    fake_free(rt);
}

/* A garbage collection is in the way for a moment, or for good: a note tells either the names, or that
 * they are not known. */
static void attach_while_it_collects(unsigned collections, const char *expected) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    rt->frames[0] = fake_function(1, 0, fake_row(rt, 1, 0));
    rt->frame_count = 1;
    rt->collections = collections;
    CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
    CU_ASSERT_FALSE(rt->is_standing);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->note_count, 1);
    CU_ASSERT_TRUE(has_note(counters, expected));
    ctr_close(counters);
    fake_free(rt);
}

void test_attach_while_it_collects(void) {
    enum { FOR_A_MOMENT = 20, FOR_GOOD = 1000000 };
    attach_while_it_collects(FOR_A_MOMENT, "1 method was running when clrcov attached");
    attach_while_it_collects(FOR_GOOD, "their names are not known (0x80131388)");
}

/* Methods that the runtime suspends have no frame while they wait: all of them are named. */
void test_attach_names_suspended_methods(void) {
    static const char *const files[] = {GOLDEN_DEBUG, GOLDEN_SUSPENDED};
    for (size_t i = 0; i < 2; i++) {
        fake_runtime *rt = fake_new(NULL, NULL);
        fake_put(rt, 1, files[i], FLAT_FILE);
        CU_ASSERT_EQUAL_FATAL(fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir), PROF_S_OK);
        ctr_file *counters = fake_read(rt);
        const char *note = note_with(counters, "the runtime suspends ", rt->arena);
        CU_ASSERT_EQUAL(note != NULL, i == 1);
        CU_ASSERT(note == NULL || strstr(note, "Suspended.InCatch") != NULL);
        ctr_close(counters);
        fake_free(rt);
    }
}

/* Whichever call fails: no crash, no lock held, and what was not reached is not invented. */
void test_attach_any_call_fails(void) {
    enum { ENOUGH = 60 };
    for (unsigned call = 1; call < ENOUGH; call++) {
        fake_runtime *rt = fake_new(NULL, NULL);
        fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
        fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_NATIVE);
        rt->fails_at = call;
        prof_hr hr = fake_attach(rt, CLRCOV_ATTACH_BEGIN, rt->session.dir);
        CU_ASSERT(hr == PROF_S_OK || hr == (prof_hr)CLRCOV_ATTACH_FAILED);
        if (hr == PROF_S_OK) {
            compile(rt, fake_function(1, 0, fake_row(rt, 1, 0)));
            CU_ASSERT_EQUAL(sets(&rt->modules[1]), 0);
            stop(rt);
        }
        fake_free(rt);
    }
}
