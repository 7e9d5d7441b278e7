/* The runtime path against a fake runtime: compiles, inlines, loads, precompiled code, unloads. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

/* Sums over the module: how often bodies and maps were given. */
static unsigned bodies_set(const fake_runtime *rt, unsigned module) {
    unsigned sum = 0;
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        sum += rt->modules[module].sets[row];
    }
    return sum;
}

void test_jit_sets_body_once(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 2);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(bodies_set(rt, 1), 0);
    for (int tier = 0; tier < 3; tier++) {
        compile(rt, fake_function(1, 0, row));
    }
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    CU_ASSERT_EQUAL(bodies_set(rt, 1), 1);
    CU_ASSERT_EQUAL((uintptr_t)rt->modules[1].body[row] % 4, 0);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 1);
    CU_ASSERT_EQUAL(counters->modules[0].reason, CTR_MEASURED);
    CU_ASSERT(cc_str_eqz(counters->modules[0].path, rt->modules[1].path));
    CU_ASSERT_EQUAL_FATAL(counters->method_count, 1);
    CU_ASSERT_EQUAL(counters->methods[0].record.token, MD_TOKEN(MD_METHODDEF, row));
    CU_ASSERT_FALSE(counters->methods[0].is_skip);
    ctr_close(counters);
    fake_free(rt);
}

void test_jit_finds_module_late(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 0);
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    fake_loaded(rt, 1);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(bodies_set(rt, 1), 1);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 1);
    ctr_close(counters);
    fake_free(rt);
}

void test_jit_map_once(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 1);
    uint32_t callee = fake_row(rt, 1, 3);
    fake_compile_begins(rt, fake_function(1, 0, row));
    CU_ASSERT_EQUAL(rt->modules[1].maps[row], 1);
    CU_ASSERT_FALSE(fake_inlines(rt, fake_function(1, 0, row), fake_function(1, 0, callee)));
    CU_ASSERT_EQUAL(rt->modules[1].maps[callee], 0); /* inlined code has no frame */
    fake_compile_ends(rt, fake_function(1, 0, row), PROF_S_OK);
    compile(rt, fake_function(1, 0, row));
    compile(rt, fake_function(1, 0, callee));
    compile(rt, fake_function(1, 0, callee));
    CU_ASSERT_EQUAL(rt->modules[1].maps[row], 1);
    CU_ASSERT_EQUAL(rt->modules[1].maps[callee], 1);
    fake_free(rt);
}

/* Not for a method that throws nothing, nor for one with a single point: no trace needs it. */
void test_jit_map_where_needed(void) {
    fake_runtime *rt = fake_ready(NULL);
    const md_image *image = rt->modules[1].image;
    unsigned with = 0;
    unsigned without = 0;
    for (uint32_t i = 0; i < fake_row_count(rt, 1); i++) {
        uint32_t row = fake_row(rt, 1, i);
        compile(rt, fake_function(1, 0, row));
        md_methoddef method;
        CU_ASSERT_EQUAL_FATAL(md_get_methoddef(md_image_tables(image), row, &method), CC_OK);
        bool is_empty_one = cc_str_eqz(method.name, "Dispose");
        CU_ASSERT(!is_empty_one || rt->modules[1].maps[row] == 0);
        CU_ASSERT(!cc_str_eqz(method.name, "Search") || rt->modules[1].maps[row] == 1);
        with += rt->modules[1].maps[row] == 1;
        without += rt->modules[1].maps[row] == 0;
    }
    CU_ASSERT(with > 5 && without > 0);
    fake_free(rt);
}

void test_jit_instantiations_share(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 1);
    compile(rt, fake_function(1, 1, row));
    compile(rt, fake_function(1, 2, row));
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    CU_ASSERT_EQUAL(rt->modules[1].maps[row], 1);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->method_count, 1);
    ctr_close(counters);
    fake_free(rt);
}

void test_jit_failure_is_noted(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id function = fake_function(1, 0, fake_row(rt, 1, 0));
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, (prof_hr)0x8013153A);
    fake_compile_ends(rt, fake_function(9, 0, 1), (prof_hr)0x8013153A); /* not ours */
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->note_count, 1);
    CU_ASSERT(cc_str_ends(counters->notes[0], "failed: 0x8013153A"));
    ctr_close(counters);
    fake_free(rt);
}

/* --- erasing ---------------------------------------------------------------------------------- */

static const prof_body *published(fake_runtime *rt, uint32_t row) {
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    return atomic_load(&p->images->bodies[row - 1]);
}

/* As the probe does, which knows the address from its own constant: the thread that looks for hot
 * code reads what probes write. */
static void hit(fake_runtime *rt, uint32_t row, uint32_t counter) {
    uint8_t *counters = (uint8_t *)(uintptr_t)published(rt, row)->counters;
    __atomic_store_n(&counters[counter], 1, __ATOMIC_RELAXED);
}

/* The first row with at least `count` probes. */
static uint32_t row_with_probes(fake_runtime *rt, uint32_t count) {
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        compile(rt, fake_function(1, 0, row));
        const prof_body *body = published(rt, row);
        if (body->skip == MTH_OK && body->site_count >= count) {
            return row;
        }
    }
    return 0;
}

/* ldc.i4.1 pop ldc.i4.4 pop, over and over: no code, and no weight when the JIT estimates sizes.
 * What is left of the size is nops. */
static uint8_t byte_of_erased(size_t offset, size_t size) {
    return offset >= size - size % 4 ? 0x00
           : offset % 2 == 1         ? 0x26
           : offset % 4 == 0         ? 0x17
                                     : 0x1A;
}

/* The byte as it should be with the hit probes gone. */
static uint8_t expected_byte(const prof_body *body, size_t at) {
    for (uint32_t i = 0; i < body->site_count; i++) {
        size_t start = body->code_offset + body->sites[i].offset;
        const uint8_t *counter = &body->counters[body->sites[i].counter];
        if (__atomic_load_n(counter, __ATOMIC_RELAXED) != 0 && at >= start &&
            at < start + body->sites[i].size) {
            return byte_of_erased(at - start, body->sites[i].size);
        }
    }
    return body->bytes[at];
}

static bool is_erased_right(const prof_body *body, const uint8_t *got) {
    for (size_t at = 0; at < body->size; at++) {
        if (got[at] != expected_byte(body, at)) {
            return false;
        }
    }
    return true;
}

static fake_runtime *ready_with(const ses_settings *settings, const char *file) {
    fake_runtime *rt = fake_new(settings, NULL);
    fake_put(rt, 1, file, PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    return rt;
}

/* A long probe is for addresses that a short one cannot hold, or is forced. */
static uint32_t fitting_size(const ses_settings *settings, const prof_body *body) {
    bool is_low = (uintptr_t)body->counters <= INT32_MAX;
    return is_low && (settings == NULL || !settings->wide) ? 8 : 12;
}

static void erase_hit_probes(const ses_settings *settings) {
    fake_runtime *rt = ready_with(settings, GOLDEN_RELEASE);
    rt->takes_other_bodies = true;
    uint32_t row = row_with_probes(rt, 3);
    CU_ASSERT_FATAL(row != 0);
    prof_id function = fake_function(1, 0, row);
    const prof_body *body = published(rt, row);
    CU_ASSERT_EQUAL(body->sites[0].size, fitting_size(settings, body));
    fake_module *module = &rt->modules[1];
    compile(rt, function);
    CU_ASSERT_EQUAL(module->sets[row], 1);
    hit(rt, row, body->sites[1].counter);
    compile(rt, function);
    CU_ASSERT_EQUAL(module->sets[row], 2);
    CU_ASSERT_PTR_NOT_EQUAL(module->body[row], body->bytes);
    CU_ASSERT_TRUE(is_erased_right(body, module->body[row]));
    compile(rt, function);
    CU_ASSERT_EQUAL(module->sets[row], 2); /* nothing new */
    hit(rt, row, body->sites[0].counter);
    compile(rt, function);
    CU_ASSERT_EQUAL(module->sets[row], 3);
    CU_ASSERT_TRUE(is_erased_right(body, module->body[row]));
    CU_ASSERT_EQUAL(module->maps[row], 1); /* offsets are the same */
    fake_free(rt);
}

void test_erase_hit_probes(void) {
    erase_hit_probes(NULL);
}

void test_erase_long_probes(void) {
    erase_hit_probes(&(ses_settings){.wide = true});
    fake_pieces *low = fake_take_low_memory();
    erase_hit_probes(NULL);
    fake_give_back(low);
}

/* Where the JIT does not optimise an address in one piece is less code; a probe in a loop checks
 * before it stores, one outside of the loop in the same method does not. */
void test_probes_of_debug_code(void) {
    enum { LONG_STORE = 12, CHECKED = 26, STORES = 1, CHECKS = 2 };
    fake_runtime *rt = fake_ready(NULL);
    rt->takes_other_bodies = true;
    unsigned count[4] = {0}; /* of bodies by the forms of their probes */
    for (uint32_t i = 0; i < fake_row_count(rt, 1); i++) {
        uint32_t row = fake_row(rt, 1, i);
        compile(rt, fake_function(1, 0, row));
        const prof_body *body = published(rt, row);
        unsigned forms = 0;
        for (uint32_t k = 0; k < body->site_count; k++) {
            CU_ASSERT(body->sites[k].size == LONG_STORE || body->sites[k].size == CHECKED);
            forms |= body->sites[k].size == CHECKED ? CHECKS : STORES;
        }
        count[forms]++;
        hit(rt, row, body->sites[0].counter);
        compile(rt, fake_function(1, 1, row)); /* another instantiation */
        if (body->original_size == 0 || body->site_count > 1) {
            CU_ASSERT_TRUE(is_erased_right(body, rt->modules[1].body[row]));
        }
    }
    CU_ASSERT(count[0] == 0 && count[STORES] > 0 && count[STORES | CHECKS] > 0);
    fake_free(rt);
}

/* A method that is only ever inlined has no compile of its own. */
void test_erase_at_an_inline(void) {
    fake_runtime *rt = fake_ready(NULL);
    rt->takes_other_bodies = true;
    uint32_t row = row_with_probes(rt, 3);
    CU_ASSERT_FATAL(row != 0);
    prof_id caller = fake_function(1, 0, row == 1 ? 2 : 1);
    hit(rt, row, published(rt, row)->sites[1].counter);
    fake_compile_begins(rt, caller);
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(1, 0, row)));
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(1, 0, row)));
    fake_compile_ends(rt, caller, PROF_S_OK);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 2);
    CU_ASSERT_TRUE(is_erased_right(published(rt, row), rt->modules[1].body[row]));
    fake_free(rt);
}

/* A short straight body is as it was when nothing is left to be hit. */
void test_erase_gives_back_the_original(void) {
    fake_runtime *rt = fake_ready(NULL);
    rt->takes_other_bodies = true;
    unsigned given_back = 0;
    for (uint32_t i = 0; i < fake_row_count(rt, 1); i++) {
        uint32_t row = fake_row(rt, 1, i);
        compile(rt, fake_function(1, 0, row));
        const prof_body *body = published(rt, row);
        for (uint32_t k = 0; k < body->site_count; k++) {
            hit(rt, row, body->sites[k].counter);
        }
        compile(rt, fake_function(1, 0, row));
        const uint8_t *got = rt->modules[1].body[row];
        if (body->original_size == 0) {
            CU_ASSERT_TRUE(is_erased_right(body, got));
            continue;
        }
        CU_ASSERT(memcmp(got, body->original, body->original_size) == 0);
        CU_ASSERT_EQUAL(body->map_count, 0);
        given_back++;
        compile(rt, fake_function(1, 0, row));
        CU_ASSERT_EQUAL(rt->modules[1].sets[row], 2);
    }
    CU_ASSERT(given_back > 0);
    fake_free(rt);
}

/* A method with an offset map, and not `other`. */
static uint32_t row_with_map(fake_runtime *rt, uint32_t other) {
    for (uint32_t i = 0; i < fake_row_count(rt, 1); i++) {
        uint32_t row = fake_row(rt, 1, i);
        compile(rt, fake_function(1, 0, row));
        if (row != other && published(rt, row)->map_count > 0) {
            return row;
        }
    }
    return 0;
}

/* No method of the image calls another one: two callees take the place of the map, which the
 * runtime has. */
static void give_callees(fake_runtime *rt, uint32_t row, const uint32_t callees[2]) {
    prof_body *body = (prof_body *)(uintptr_t)published(rt, row);
    CU_ASSERT_EQUAL_FATAL(body->callee_count, 0);
    body->map_count = 0;
    body->callee_count = 2;
    memcpy((void *)(uintptr_t)prof_body_callees(body), callees, 2 * sizeof *callees);
}

/* The JIT reads the body of a callee before it asks whether it may inline it. */
void test_erase_before_a_caller(void) {
    fake_runtime *rt = fake_ready(NULL);
    rt->takes_other_bodies = true;
    uint32_t callee = row_with_probes(rt, 3);
    uint32_t caller = row_with_map(rt, callee);
    CU_ASSERT_FATAL(callee != 0 && caller != 0);
    give_callees(rt, caller, (uint32_t[]){callee, caller});
    compile(rt, fake_function(1, 0, callee));
    hit(rt, callee, published(rt, callee)->sites[0].counter);
    compile(rt, fake_function(1, 0, caller));
    CU_ASSERT_EQUAL(rt->modules[1].sets[callee], 2);
    CU_ASSERT_TRUE(is_erased_right(published(rt, callee), rt->modules[1].body[callee]));
    compile(rt, fake_function(1, 0, caller));
    CU_ASSERT_EQUAL(rt->modules[1].sets[callee], 2); /* nothing new */
    fake_free(rt);
}

/* A hot reload gives the runtime a body that no profiler set. */
void test_erase_never_undoes_an_update(void) {
    static const uint8_t update[4096] = {0x06, 0x2A};
    fake_runtime *rt = fake_ready(NULL);
    rt->takes_other_bodies = true;
    uint32_t row = row_with_probes(rt, 3);
    CU_ASSERT_FATAL(row != 0);
    prof_id function = fake_function(1, 0, row);
    hit(rt, row, published(rt, row)->sites[0].counter);
    compile(rt, function);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 2);
    const uint8_t *ours = rt->modules[1].body[row];
    rt->modules[1].body[row] = update;
    hit(rt, row, published(rt, row)->sites[1].counter);
    compile(rt, function);
    CU_ASSERT_PTR_EQUAL(rt->modules[1].body[row], update);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->note_count, 1);
    CU_ASSERT(cc_str_ends(counters->notes[0], "its new code is not measured"));
    ctr_close(counters);
    rt->modules[1].body[row] = ours; /* even then: left alone for good */
    compile(rt, function);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 2);
    fake_free(rt);
}

void test_jit_leaves_updated_code_alone(void) {
    static const uint8_t update[4096] = {0x06, 0x2A};
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 2);
    rt->modules[1].body[row] = update;
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_PTR_EQUAL(rt->modules[1].body[row], update);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->method_count, 1);
    CU_ASSERT_TRUE(counters->methods[0].is_skip);
    CU_ASSERT(cc_str_starts(counters->methods[0].detail, "its code was replaced"));
    ctr_close(counters);
    rt->modules[1].body[row] = NULL;
    fake_free(rt);
}

static void keep_hit_probes(const ses_settings *settings) {
    fake_runtime *rt = fake_ready(settings);
    uint32_t row = row_with_probes(rt, 1);
    for (uint32_t i = 0; i < 8; i++) {
        hit(rt, row, i);
    }
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    fake_free(rt);
}

void test_erase_not_in_exact_mode(void) {
    keep_hit_probes(&(ses_settings){.hits = CTR_HITS_EXACT});
}

void test_erase_switched_off(void) {
    keep_hit_probes(&(ses_settings){.keeps_probes = true});
}

/* --- the library's own work ------------------------------------------------------------------- */

void test_work_is_added_up(void) {
    fake_runtime *rt = fake_ready(&(ses_settings){.stats = true});
    rt->takes_other_bodies = true;
    uint32_t row = row_with_probes(rt, 1);
    hit(rt, row, published(rt, row)->sites[0].counter);
    compile(rt, fake_function(1, 0, row));
    ctr_file *counters = fake_read(rt);
    const clrcov_work *work = &counters->work;
    CU_ASSERT_EQUAL(work->methods, counters->method_count);
    CU_ASSERT_EQUAL(work->erased, 1);
    CU_ASSERT(work->modules >= 1 && work->callbacks > work->methods);
    CU_ASSERT(work->start_ns > 0 && work->module_ns > 0 && work->method_ns > 0);
    CU_ASSERT(work->callback_ns >= work->module_ns + work->method_ns);
    ctr_close(counters);
    fake_free(rt);
}

void test_work_is_left_alone(void) {
    static const clrcov_work none = {0};
    fake_runtime *rt = fake_ready(NULL);
    (void)row_with_probes(rt, 1);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT(memcmp(&counters->work, &none, sizeof none) == 0);
    ctr_close(counters);
    fake_free(rt);
}

/* --- inlining --------------------------------------------------------------------------------- */

void test_inlining_unset_callee(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id caller = fake_function(1, 0, fake_row(rt, 1, 0));
    uint32_t row = fake_row(rt, 1, 1);
    prof_id callee = fake_function(1, 0, row);
    fake_compile_begins(rt, caller);
    CU_ASSERT_FALSE(fake_inlines(rt, caller, callee));
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    CU_ASSERT_FALSE(fake_inlines(rt, caller, callee)); /* this compile read the old body */
    fake_compile_ends(rt, caller, PROF_S_OK);
    fake_compile_begins(rt, caller);
    CU_ASSERT_TRUE(fake_inlines(rt, caller, callee));
    fake_compile_ends(rt, caller, PROF_S_OK);
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    fake_free(rt);
}

typedef struct other_compile {
    fake_runtime *rt;
    prof_id function;
} other_compile;

static void *compile_elsewhere(void *arg) {
    other_compile *what = arg;
    compile(what->rt, what->function);
    return NULL;
}

void test_inlining_set_too_late(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id caller = fake_function(1, 0, fake_row(rt, 1, 0));
    prof_id callee = fake_function(1, 0, fake_row(rt, 1, 1));
    fake_compile_begins(rt, caller);
    pthread_t thread;
    other_compile what = {rt, callee};
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, compile_elsewhere, &what), 0);
    (void)pthread_join(thread, NULL);
    CU_ASSERT_FALSE(fake_inlines(rt, caller, callee)); /* its IL may have been read before that */
    fake_compile_ends(rt, caller, PROF_S_OK);
    fake_compile_begins(rt, caller);
    CU_ASSERT_TRUE(fake_inlines(rt, caller, callee));
    fake_compile_ends(rt, caller, PROF_S_OK);
    fake_free(rt);
}

void test_inlining_unannounced_caller(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id callee = fake_function(1, 0, fake_row(rt, 1, 1));
    compile(rt, callee);
    CU_ASSERT_FALSE(fake_inlines(rt, fake_function(30, 0, 5), callee));
    CU_ASSERT_FALSE(fake_inlines(rt, callee, callee)); /* announced once; that compile is over */
    fake_free(rt);
}

void test_inlining_into_a_dynamic_method(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id callee = fake_function(1, 0, fake_row(rt, 1, 1));
    prof_id unset = fake_function(1, 0, fake_row(rt, 1, 2));
    prof_id dynamic_method = fake_function(30, 0, 5);
    compile(rt, callee);
    typedef prof_hr (*begin_fn)(prof_object *, prof_id, prof_bool, const uint8_t *, uint32_t);
    typedef prof_hr (*end_fn)(prof_object *, prof_id, prof_hr, prof_bool);
    const prof_slot *slots = rt->profiler->vtable;
    begin_fn begin = (begin_fn)slots[PROF_CALLBACK_DynamicMethodJITCompilationStarted];
    end_fn end = (end_fn)slots[PROF_CALLBACK_DynamicMethodJITCompilationFinished];
    CU_ASSERT_EQUAL(begin(rt->profiler, dynamic_method, 1, NULL, 0), PROF_S_OK);
    CU_ASSERT_TRUE(fake_inlines(rt, dynamic_method, callee));
    CU_ASSERT_FALSE(fake_inlines(rt, dynamic_method, unset));
    CU_ASSERT_EQUAL(end(rt->profiler, dynamic_method, PROF_S_OK, 1), PROF_S_OK);
    CU_ASSERT_FALSE(fake_inlines(rt, dynamic_method, callee));
    fake_free(rt);
}

void test_inlining_nested_compiles(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id outer = fake_function(1, 0, fake_row(rt, 1, 0));
    prof_id inner = fake_function(1, 0, fake_row(rt, 1, 1));
    prof_id callee = fake_function(1, 0, fake_row(rt, 1, 2));
    prof_id early = fake_function(1, 0, fake_row(rt, 1, 4));
    compile(rt, early);
    fake_compile_begins(rt, outer);
    CU_ASSERT_TRUE(fake_inlines(rt, outer, early));
    fake_compile_begins_within(rt, inner);
    CU_ASSERT_FALSE(fake_inlines(rt, inner, callee));
    fake_compile_ends(rt, inner, PROF_S_OK);
    CU_ASSERT_FALSE(fake_inlines(rt, outer, callee)); /* set after outer began */
    fake_compile_begins_within(rt, inner);
    CU_ASSERT_TRUE(fake_inlines(rt, inner, callee)); /* set before inner began again */
    fake_compile_ends(rt, outer, PROF_S_OK);         /* inner ended in an exception, unannounced */
    CU_ASSERT_FALSE(fake_inlines(rt, inner, early));
    CU_ASSERT_FALSE(fake_inlines(rt, outer, early));
    for (unsigned i = 0; i < 500; i++) { /* compiles whose end is never told do not pile up */
        fake_compile_begins(rt, fake_function(1, 1 + i % 200, fake_row(rt, 1, 3)));
    }
    fake_compile_begins(rt, outer);
    CU_ASSERT_TRUE(fake_inlines(rt, outer, callee));
    fake_compile_ends(rt, outer, PROF_S_OK);
    fake_free(rt);
}

/* The runtime names the inlinee as the caller, which has no compile. */
void test_inlining_within_an_inline(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id root = fake_function(1, 0, fake_row(rt, 1, 0));
    prof_id first = fake_function(1, 0, fake_row(rt, 1, 1));
    prof_id second = fake_function(1, 0, fake_row(rt, 1, 2));
    prof_id unset = fake_function(1, 0, fake_row(rt, 1, 3));
    compile(rt, first);
    compile(rt, second);
    fake_compile_begins(rt, root);
    CU_ASSERT_TRUE(fake_inlines(rt, root, first));
    CU_ASSERT_TRUE(fake_inlines(rt, first, second));
    CU_ASSERT_FALSE(fake_inlines(rt, second, unset));
    fake_compile_ends(rt, root, PROF_S_OK);
    CU_ASSERT_FALSE(fake_inlines(rt, first, second)); /* no compile runs */
    fake_free(rt);
}

/* A compile that failed within the one that asks began later than it. */
void test_inlining_beside_a_stale_compile(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_id root = fake_function(1, 0, fake_row(rt, 1, 0));
    prof_id first = fake_function(1, 0, fake_row(rt, 1, 1));
    prof_id failing = fake_function(1, 0, fake_row(rt, 1, 2));
    prof_id late = fake_function(1, 0, fake_row(rt, 1, 3));
    compile(rt, first);
    fake_compile_begins(rt, root);
    CU_ASSERT_FALSE(fake_inlines(rt, root, late)); /* sets it: root may have read the old body */
    fake_compile_begins_within(rt, failing);       /* ends in an exception, unannounced */
    CU_ASSERT_FALSE(fake_inlines(rt, first, late));
    fake_compile_ends(rt, root, PROF_S_OK);
    fake_compile_begins_within(rt, failing);
    fake_compile_begins(rt, root); /* higher on the stack: `failing` is gone, and not the oldest */
    CU_ASSERT_TRUE(fake_inlines(rt, first, late));
    fake_compile_ends(rt, root, PROF_S_OK);
    fake_free(rt);
}

void test_inlining_out_of_scope(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_DEBUG, PROF_MODULE_DYNAMIC);
    prof_id caller = fake_function(1, 0, fake_row(rt, 1, 0));
    uint32_t row = fake_row(rt, 1, 1);
    fake_compile_begins(rt, caller);
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(2, 0, row)));
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(20, 0, row)));
    CU_ASSERT_TRUE(fake_inlines(rt, caller, 0));
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(1, 0, rt->modules[1].rows + 1)));
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(1, 0, 0)));
    CU_ASSERT_EQUAL(bodies_set(rt, 2), 0);
    fake_free(rt);
}

/* --- at load ---------------------------------------------------------------------------------- */

void test_load_time_when_compiled_once(void) {
    (void)setenv("DOTNET_TieredCompilation", "0", 1);
    fake_runtime *rt = fake_ready(NULL);
    (void)unsetenv("DOTNET_TieredCompilation");
    unsigned wanted = fake_row_count(rt, 1);
    CU_ASSERT(wanted > 5);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(bodies_set(rt, 1), wanted);
    prof_id caller = fake_function(1, 0, fake_row(rt, 1, 0));
    fake_compile_begins(rt, caller);
    CU_ASSERT_TRUE(fake_inlines(rt, caller, fake_function(1, 0, fake_row(rt, 1, 1))));
    CU_ASSERT_EQUAL(rt->modules[1].maps[fake_row(rt, 1, 0)], 1);
    CU_ASSERT_EQUAL(bodies_set(rt, 1), wanted);
    fake_free(rt);
}

void test_load_time_collectible(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(bodies_set(rt, 1), 0);
    fake_loaded(rt, 2);
    CU_ASSERT_EQUAL(bodies_set(rt, 2), fake_row_count(rt, 2));
    fake_free(rt);
}

/* --- precompiled code ------------------------------------------------------------------------- */

void test_native_image(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_NATIVE);
    fake_put(rt, 3, GOLDEN_RELEASE, PROF_MODULE_DYNAMIC | PROF_MODULE_NATIVE);
    fake_loaded(rt, 3);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(rt->events, 0x24); /* nobody pays for what he does not use */
    fake_loaded(rt, 2);
    CU_ASSERT_EQUAL(rt->events, 0x20024);
    fake_put(rt, 4, GOLDEN_DEBUG, FLAT_FILE | PROF_MODULE_NATIVE);
    fake_loaded(rt, 4);
    CU_ASSERT_EQUAL(rt->events_calls, 2); /* asked for once */
    uint32_t row = fake_row(rt, 2, 0);
    CU_ASSERT_FALSE(fake_uses_cached(rt, fake_function(2, 0, row)));
    CU_ASSERT_TRUE(fake_uses_cached(rt, fake_function(3, 0, row)));
    CU_ASSERT_TRUE(fake_uses_cached(rt, fake_function(30, 0, row)));
    fake_free(rt);
}

void test_native_image_refused(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_NATIVE);
    rt->refuses_events = true;
    fake_loaded(rt, 2);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->note_count, 1);
    ctr_close(counters);
    fake_free(rt);
}

/* --- unloading -------------------------------------------------------------------------------- */

void test_unload_and_reuse(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 0);
    prof_id function = fake_function(1, 0, row);
    const uint8_t *body = NULL;
    for (int round = 0; round < 50; round++) {
        fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
        fake_loaded(rt, 1);
        compile(rt, function);
        CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
        CU_ASSERT_EQUAL(rt->modules[1].maps[row], 1);
        CU_ASSERT(body == NULL || body == rt->modules[1].body[row]);
        body = rt->modules[1].body[row];
        fake_unloaded(rt, 1);
        fake_unloaded(rt, 1);
    }
    /* The same id, another image. */
    fake_put(rt, 1, GOLDEN_RELEASE, FLAT_FILE);
    row = fake_row(rt, 1, 0);
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT(rt->modules[1].sets[row] == 1 && rt->modules[1].body[row] != body);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 2);
    CU_ASSERT_EQUAL(counters->method_count, 2);
    ctr_close(counters);
    fake_free(rt);
}
