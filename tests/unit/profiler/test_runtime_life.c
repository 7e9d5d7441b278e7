/* Modules that come and go: loading without end, unloading that is not told, images that are kept
 * and that are not; and bodies that are set before their methods are compiled. */
#include <CUnit/CUnit.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

static unsigned bodies_of(const fake_runtime *rt, unsigned module) {
    unsigned count = 0;
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        count += rt->modules[module].body[row] != NULL;
    }
    return count;
}

/* --- unloading -------------------------------------------------------------------------------- */

/* The runtime never said that the first one was unloaded; the bytes of the second lie elsewhere. */
void test_unload_untold(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_loaded(rt, 1);
    uint32_t row = fake_row(rt, 1, 0);
    compile(rt, fake_function(1, 0, row));
    fake_put(rt, 1, GOLDEN_RELEASE, FLAT_FILE);
    fake_loaded(rt, 1);
    row = fake_row(rt, 1, 0);
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_PTR_NOT_NULL(rt->modules[1].body[row]);
    CU_ASSERT_TRUE(fake_has_right_body(rt, 1, row));
    fake_put(rt, 1, GOLDEN_RELEASE, FLAT_FILE);
    rt->modules[1].is_loaded = false;
    fake_unload_begins(rt, 1); /* and never ends: the id is used again */
    rt->modules[1].is_loaded = true;
    fake_loaded(rt, 1);
    compile(rt, fake_function(1, 0, row));
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    fake_free(rt);
}

/* A module is gone while a callback still works on it: what it holds stays until it lets go. */
void test_unload_while_held(void) {
    fake_runtime *rt = fake_ready(NULL);
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    fake_loaded(rt, 1);
    prof_module *held = prof_module_see(p, fake_module_id(1));
    CU_ASSERT_PTR_NOT_NULL_FATAL(held);
    fake_unloaded(rt, 1);
    fake_put_again(rt, 1);
    fake_loaded(rt, 1);
    prof_module *next = prof_module_see(p, fake_module_id(1));
    CU_ASSERT_PTR_NOT_EQUAL(held, next);
    CU_ASSERT_PTR_EQUAL(held->image, next->image);
    held->methods[0].map = 1; /* memory of its own, still there */
    CU_ASSERT_EQUAL(next->methods[0].map, 0);
    prof_module_leave(p, held);
    CU_ASSERT_TRUE(held->is_free);
    prof_module_leave(p, next);
    fake_unloaded(rt, 1);
    CU_ASSERT_TRUE(next->is_free);
    fake_free(rt);
}

static unsigned count_images(const fake_runtime *rt) {
    unsigned count = 0;
    const prof_profiler *p = (const prof_profiler *)(const void *)rt->profiler;
    for (const prof_image *image = p->images; image != NULL; image = image->next) {
        count++;
    }
    return count;
}

/* Loads an assembly that was not there before, a copy of the module's with another number in the
 * text of its DOS header, has one method compiled, and unloads it. */
static void load_new(fake_runtime *rt, unsigned module, uint32_t number, uint32_t row) {
    enum { DOS_TEXT = 0x4E };
    fake_module *m = &rt->modules[module];
    uint8_t *copy = malloc(m->file.len);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    memcpy(copy, m->file.data, m->file.len);
    memcpy(copy + DOS_TEXT, &number, sizeof number);
    m->base = copy;
    fake_put_again(rt, module);
    compile(rt, fake_function(module, 0, row));
    CU_ASSERT_PTR_NOT_NULL(m->body[row]);
    fake_unloaded(rt, module);
    free(copy);
}

/* Ever new assemblies: their images go when they are unused and many. */
void test_new_assemblies_without_end(void) {
    enum { LOADS = 300, MOST = 257 };
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    uint32_t row = fake_row(rt, 1, 0);
    for (uint32_t i = 0; i < LOADS; i++) {
        load_new(rt, 1, i, row);
    }
    CU_ASSERT(count_images(rt) >= MOST - 1 && count_images(rt) <= MOST);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, LOADS);
    CU_ASSERT_EQUAL(counters->method_count, LOADS);
    ctr_close(counters);
    fake_free(rt);
}

/* Two modules of one image with other tokens: the image lives as long as its variant. */
void test_variants_come_and_go(void) {
    static const ses_settings exact = {.hits = CTR_HITS_EXACT};
    fake_runtime *rt = fake_ready(&exact);
    uint32_t row = fake_row(rt, 1, 0);
    for (unsigned i = 0; i < 600; i++) {
        fake_put_again(rt, 1);
        rt->modules[1].next_token = i;
        fake_loaded(rt, 1);
        compile(rt, fake_function(1, 0, row));
        fake_unloaded(rt, 1);
    }
    CU_ASSERT(count_images(rt) <= 258);
    CU_ASSERT_PTR_NOT_NULL(fake_image(rt, 1));
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 1);
    ctr_close(counters);
    fake_free(rt);
}

void test_variant_outlives_no_original(void) {
    static const ses_settings exact = {.hits = CTR_HITS_EXACT};
    fake_runtime *rt = fake_ready(&exact);
    fake_put(rt, 2, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT);
    uint32_t row = fake_row(rt, 2, 0);
    fake_loaded(rt, 1);
    fake_unloaded(rt, 1); /* the original has no module from here on */
    fake_put_again(rt, 1);
    rt->modules[1].next_token = 7;
    fake_loaded(rt, 1);
    for (uint32_t i = 0; i < 300; i++) {
        load_new(rt, 2, i, row);
    }
    CU_ASSERT_PTR_NOT_NULL(fake_image(rt, 1));
    compile(rt, fake_function(1, 0, fake_row(rt, 1, 1)));
    CU_ASSERT_EQUAL(bodies_of(rt, 1), 1);
    fake_free(rt);
}

/* In memory, with symbols, and nothing of it was ever compiled; one of them was unloaded again. */
void test_in_memory_never_compiled(void) {
    fake_runtime *rt = fake_ready(NULL);
    for (unsigned module = 2; module <= 4; module++) {
        fake_put(rt, module, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT);
        rt->modules[module].path[0] = '\0';
    }
    rt->modules[4].base = rt->modules[4].file.data; /* the same bytes as module 2 */
    fake_put(rt, 5, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT | PROF_MODULE_COLLECTIBLE);
    for (unsigned module = 1; module <= 5; module++) {
        fake_loaded(rt, module);
        fake_attached(rt, module);
    }
    fake_unloaded(rt, 3);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 1);
    ctr_close(counters);
    unsigned asked = rt->asked;
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    prof_module_end(p);
    CU_ASSERT_EQUAL(rt->asked, asked + 4); /* twice for 2 and 4: 5 may be going at this moment */
    CU_ASSERT_EQUAL(bodies_of(rt, 2), 0);
    counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 2);
    CU_ASSERT_EQUAL(counters->modules[1].reason, CTR_MEASURED);
    CU_ASSERT_EQUAL(counters->method_count, 0);
    ctr_close(counters);
    fake_free(rt);
}

/* --- bodies that are set early ---------------------------------------------------------------- */

static bool is_tiny(const fake_runtime *rt, unsigned module, uint32_t row) {
    md_methoddef method;
    cc_span body;
    const md_image *image = rt->modules[module].image;
    return md_get_methoddef(md_image_tables(image), row, &method) == CC_OK && method.rva != 0 &&
           md_image_at_rva(image, method.rva, &body) == CC_OK && (body.data[0] & 3) == 2 &&
           body.data[0] >> 2 <= 16;
}

static void dynamic_begins(fake_runtime *rt, const char *name, prof_id function) {
    typedef prof_hr (*begin_fn)(prof_object *, prof_id, prof_bool, const uint8_t *, uint32_t);
    begin_fn begin =
        (begin_fn)rt->profiler->vtable[PROF_CALLBACK_DynamicMethodJITCompilationStarted];
    rt->dynamic_name = name;
    CU_ASSERT_EQUAL(begin(rt->profiler, function, 1, NULL, 0), PROF_S_OK);
}

/* A dynamic method is compiled once: what it may inline is there before, in optimised modules. */
void test_early_for_dynamic_callers(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    fake_put(rt, 3, GOLDEN_RELEASE, FLAT_FILE);
    fake_put(rt, 4, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    fake_loaded(rt, 1);
    fake_loaded(rt, 2);
    fake_loaded(rt, 4);
    unsigned all = bodies_of(rt, 4);
    CU_ASSERT_EQUAL(bodies_of(rt, 2), 0); /* nobody pays before there is a reason */
    prof_id dynamic_method = fake_function(30, 0, 5);
    dynamic_begins(rt, "IL_STUB_PInvoke", dynamic_method);
    dynamic_begins(rt, "InvokeStub_EventSourceAttribute.set_Name", dynamic_method);
    CU_ASSERT_EQUAL(bodies_of(rt, 2), 0); /* every process has these */
    rt->modules[4].is_loaded = false;     /* another thread unloads it at this moment */
    dynamic_begins(rt, "lambda_method7", dynamic_method);
    unsigned calls = rt->calls;
    dynamic_begins(rt, "lambda_method8", dynamic_method);
    CU_ASSERT_EQUAL(rt->calls, calls); /* once in a process */
    CU_ASSERT_EQUAL(bodies_of(rt, 4), all);
    fake_loaded(rt, 3);
    CU_ASSERT_EQUAL(bodies_of(rt, 1), 0); /* a Debug build is never inlined */
    CU_ASSERT(bodies_of(rt, 2) > 3);
    CU_ASSERT_EQUAL(bodies_of(rt, 2), bodies_of(rt, 3));
    for (uint32_t row = 1; row <= rt->modules[2].rows; row++) {
        CU_ASSERT(rt->modules[2].body[row] == NULL || is_tiny(rt, 2, row));
        if (rt->modules[2].body[row] != NULL) {
            CU_ASSERT_TRUE(fake_inlines(rt, dynamic_method, fake_function(2, 0, row)));
        }
    }
    fake_free(rt);
}

/* A copy of the module's image in which the row has AggressiveOptimization. */
static uint8_t *with_aggressive(fake_runtime *rt, unsigned module, uint32_t row) {
    fake_module *m = &rt->modules[module];
    md_methoddef method;
    CU_ASSERT_EQUAL_FATAL(md_get_methoddef(md_image_tables(m->image), row, &method), CC_OK);
    cc_buf start = {0}; /* of its row in the table, II.22.26 */
    cc_buf_u32(&start, method.rva);
    cc_buf_u16(&start, method.impl_flags);
    cc_buf_u16(&start, method.flags);
    uint8_t *copy = malloc(m->file.len);
    CU_ASSERT_FATAL(cc_buf_ok(&start) && copy != NULL);
    memcpy(copy, m->file.data, m->file.len);
    uint8_t *found = memmem(copy, m->file.len, start.data, start.len);
    CU_ASSERT_PTR_NOT_NULL_FATAL(found);
    found[5] |= 0x02;
    m->base = copy;
    cc_buf_free(&start);
    return copy;
}

void test_early_for_aggressive_callers(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT);
    fake_put(rt, 3, GOLDEN_LONGER, FLAT_FILE);
    uint32_t row = fake_row(rt, 2, 1);
    uint8_t *bytes = with_aggressive(rt, 2, row);
    fake_loaded(rt, 3);
    compile(rt, fake_function(2, 0, fake_row(rt, 2, 0)));
    CU_ASSERT_EQUAL(bodies_of(rt, 3), 0);
    dynamic_begins(rt, "lambda_method1", fake_function(30, 0, 5));
    unsigned few = bodies_of(rt, 3);
    compile(rt, fake_function(2, 0, row));
    CU_ASSERT(few > 3 && bodies_of(rt, 3) > few);
    CU_ASSERT_PTR_NOT_NULL(rt->modules[2].body[row]);
    fake_free(rt);
    free(bytes);
}

/* --- loading without end ---------------------------------------------------------------------- */

static void load_and_run(fake_runtime *rt, unsigned module, uint32_t site) {
    fake_put_again(rt, module);
    fake_loaded(rt, module);
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        compile(rt, fake_function(module, 0, row));
        fake_hit(rt, module, row, site);
    }
    fake_unloaded(rt, module);
}

/* A sanitizer's allocator is another one, and tells nothing. */
static size_t heap_in_use(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
    return 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return 0;
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
#else
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#endif
}

/* The same assembly again and again leaves nothing after: no memory, no record, no mapping. */
void test_loads_without_end(void) {
    static const ses_settings modes[] = {{.hits = CTR_HITS_ONCE}, {.hits = CTR_HITS_EXACT}};
    for (size_t mode = 0; mode < 2; mode++) {
        fake_runtime *rt = fake_new(&modes[mode], NULL);
        rt->takes_other_bodies = true;
        fake_put(rt, 1, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
        fake_put(rt, 2, GOLDEN_DEBUG, PROF_MODULE_DYNAMIC | PROF_MODULE_COLLECTIBLE);
        CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
        for (uint32_t site = 0; site < 200; site++) {
            load_and_run(rt, 1, site % 100);
            load_and_run(rt, 2, 0);
        }
        ctr_file *before = fake_read(rt);
        size_t heap = heap_in_use();
        unsigned loads = heap > 0 ? 1000 : 100; /* without figures, a sanitizer's word is enough */
        for (unsigned i = 0; i < loads; i++) {
            load_and_run(rt, 1, i % 100);
            load_and_run(rt, 2, 0);
        }
        size_t now = heap_in_use();
        CU_ASSERT(now < heap + 4096); /* for all of them */
        ctr_file *after = fake_read(rt);
        CU_ASSERT_EQUAL(after->module_count, 2);
        CU_ASSERT_EQUAL(after->method_count, before->method_count);
        CU_ASSERT_EQUAL(after->method_count, fake_row_count(rt, 1));
        CU_ASSERT_EQUAL(after->note_count, 0);
        ctr_close(before);
        ctr_close(after);
        fake_free(rt);
    }
}
