/* Precompiled code of modules that are not measured: which of it may hold measured code. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"
#include "tests/tools/md_make.h"

enum { NATIVE_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT | PROF_MODULE_NATIVE };
enum { COMPONENT = 0x20, MANIFEST = 112, OTHER_SECTION = 113 };
enum { PLAIN_EVENTS = 0x24, WITH_SEARCHES = 0x20024 };

static const char exclude_all[] = "exclude test assembly:Shapes\n";

/* Module `index` is an image with such precompiled code, at `path`. */
static void put(fake_runtime *rt, unsigned index, const make_native *header, const char *path) {
    fake_put(rt, index, GOLDEN_DEBUG, NATIVE_FILE);
    fake_module *module = &rt->modules[index];
    uint8_t *copy = cc_arena_alloc(rt->arena, module->file.len, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
    memcpy(copy, module->file.data, module->file.len);
    CU_ASSERT_TRUE_FATAL(make_native_header(copy, module->file.len, header));
    module->base = copy;
    (void)snprintf(module->path, sizeof module->path, "%s", path);
}

static fake_runtime *started(const char *filter) {
    fake_runtime *rt = fake_new(NULL, filter);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    return rt;
}

/* Is precompiled code of a module of the program, which is not measured, refused? */
static bool is_refused(const make_native *header) {
    fake_runtime *rt = started(exclude_all);
    put(rt, 1, header, "/app/Other.dll");
    fake_loaded(rt, 1);
    bool answer = !fake_uses_cached(rt, fake_function(1, 0, 1));
    CU_ASSERT_EQUAL(rt->events, answer ? WITH_SEARCHES : PLAIN_EVENTS);
    fake_free(rt);
    return answer;
}

void test_foreign_code_by_header(void) {
    uint32_t rva = 0;
    uint32_t size = 0;
    fake_runtime *rt = fake_ready(NULL);
    make_metadata_place(rt->modules[1].file.data, rt->modules[1].file.len, &rva, &size);
    fake_free(rt);
    CU_ASSERT_FALSE(is_refused(&(make_native){.flags = 0x4B}));
    CU_ASSERT_FALSE(is_refused(&(make_native){0x4B, 1, MANIFEST, rva, 0}));
    CU_ASSERT_FALSE(is_refused(&(make_native){0x4B, 1, OTHER_SECTION, rva, size}));
    CU_ASSERT_TRUE(is_refused(&(make_native){.flags = COMPONENT}));
    CU_ASSERT_TRUE(is_refused(&(make_native){0x4B, 1, MANIFEST, rva, size})); /* has TypeRefs */
    /* damaged: it may be anything */
    CU_ASSERT_TRUE(is_refused(&(make_native){0x4B, 1, MANIFEST, rva, size / 2}));
    CU_ASSERT_TRUE(is_refused(&(make_native){0x4B, 1, MANIFEST, 0xFFFFFFF, size}));
    CU_ASSERT_TRUE(is_refused(&(make_native){0x4B, UINT32_MAX, OTHER_SECTION, rva, size}));
}

/* The framework in one image with the program: only what it has for types of the program. */
void test_foreign_code_of_the_framework(void) {
    const make_native component = {.flags = COMPONENT};
    fake_runtime *rt = started("");
    put(rt, 1, &component, "/app/System.Private.CoreLib.dll");
    fake_put(rt, 2, GOLDEN_DEBUG, NATIVE_FILE);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(rt->events, WITH_SEARCHES);
    fake_loaded(rt, 2);
    prof_id function = fake_function(1, 0, 1);
    prof_id mine = fake_class(2, 0);
    prof_id number = fake_class(1, 0);
    const struct {
        prof_id class_id, argument;
        bool is_used;
    } rows[] = {
        {0, 0, true},                                   /* no generic code, or shared */
        {number, 0, true},                              /* a type of its own */
        {fake_class(1, number), 0, true},               /* List<int> */
        {fake_class(1, mine), 0, false},                /* List<Point> */
        {fake_class(1, fake_class(1, mine)), 0, false}, /* List<KeyValuePair<Point>> */
        {number, number, true},                         /* IndexOf<int> */
        {number, mine, false},                          /* IndexOf<Point> */
        {number, fake_class(FAKE_MODULES, 0), false},   /* nobody knows */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rt->function_class = rows[i].class_id;
        rt->function_argument = rows[i].argument;
        CU_ASSERT_EQUAL(fake_uses_cached(rt, function), rows[i].is_used);
    }
    CU_ASSERT_FALSE(fake_uses_cached(rt, fake_function(2, 0, 1))); /* the measured module */
    fake_free(rt);
}

/* The shared framework was compiled without any program. */
void test_foreign_code_shared(void) {
    const make_native component = {.flags = COMPONENT};
    fake_runtime *rt = started("");
    put(rt, 1, &component, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Private.CoreLib.dll");
    put(rt, 2, &component, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Linq.dll");
    fake_loaded(rt, 1);
    fake_loaded(rt, 2);
    CU_ASSERT_EQUAL(rt->events, PLAIN_EVENTS);
    rt->function_class = fake_class(2, fake_class(3, 0));
    CU_ASSERT_TRUE(fake_uses_cached(rt, fake_function(2, 0, 1)));
    fake_free(rt);
}
