/* Odd modules, refusals, odd orders, many threads, exact mode: against a fake runtime. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };

static void compile(fake_runtime *rt, prof_id function) {
    fake_compile_begins(rt, function);
    fake_compile_ends(rt, function, PROF_S_OK);
}

static void name(fake_runtime *rt, unsigned module, const char *path) {
    (void)snprintf(rt->modules[module].path, sizeof rt->modules[module].path, "%s", path);
}

static unsigned bodies_set(const fake_runtime *rt, unsigned module) {
    unsigned sum = 0;
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        sum += rt->modules[module].sets[row];
    }
    return sum;
}

/* Compiles all methods of the module; how many got a body. */
static unsigned compile_all(fake_runtime *rt, unsigned module) {
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        compile(rt, fake_function(module, 0, row));
    }
    return bodies_set(rt, module);
}

/* --- modules ---------------------------------------------------------------------------------- */

void test_module_reasons(void) {
    static const uint8_t garbage[8192] = {'M', 'Z'};
    fake_runtime *rt = fake_new(NULL, "exclude test assembly:Nothing\n");
    for (unsigned i = 1; i <= 6; i++) {
        fake_put(rt, i, GOLDEN_DEBUG, FLAT_FILE);
    }
    name(rt, 1, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Private.CoreLib.dll");
    name(rt, 2, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Linq.dll");
    name(rt, 3, "/nowhere/Shapes.dll");
    rt->modules[4].flags = PROF_MODULE_DYNAMIC;
    rt->modules[5].base = garbage;
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    static const ctr_reason expected[] = {CTR_REASON_FRAMEWORK, CTR_REASON_FRAMEWORK,
                                          CTR_REASON_NO_PDB,    CTR_REASON_DYNAMIC,
                                          CTR_REASON_BAD_IMAGE, CTR_MEASURED};
    for (unsigned i = 1; i <= 6; i++) {
        fake_loaded(rt, i);
    }
    for (unsigned i = 1; i <= 5; i++) {
        CU_ASSERT_EQUAL(compile_all(rt, i), 0);
    }
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        CU_ASSERT_EQUAL(counters->modules[i].reason, expected[i]);
    }
    CU_ASSERT(cc_str_eqz(counters->modules[1].name, "System.Linq"));
    CU_ASSERT(counters->modules[4].detail.len > 0);
    CU_ASSERT_EQUAL(counters->modules[5].detail.len, 0);
    ctr_close(counters);
    fake_free(rt);
}

/* The image is fine, and the reason says so. */
void test_module_not_stored(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    CU_ASSERT_EQUAL(cc_dir_remove(cc_path_join(rt->arena, rt->session.dir, "images")), CC_OK);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(compile_all(rt, 1), 0);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 1);
    CU_ASSERT_EQUAL(counters->modules[0].reason, CTR_REASON_NOT_STORED);
    CU_ASSERT(counters->modules[0].detail.len > 0);
    ctr_close(counters);
    fake_free(rt);
}

void test_module_dynamic(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, PROF_MODULE_DYNAMIC);
    fake_put(rt, 2, GOLDEN_DEBUG, PROF_MODULE_DYNAMIC);
    name(rt, 1, "RefEmit_InMemoryManifestModule");
    name(rt, 2, "RefEmit_InMemoryManifestModule");
    rt->modules[1].is_detached = rt->modules[2].is_detached = true;
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 1);
    fake_loaded(rt, 2);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 0); /* too early: without a name */
    ctr_close(counters);
    fake_attached(rt, 1);
    CU_ASSERT_EQUAL(compile_all(rt, 2), 0); /* seen at a compile, and never attached */
    counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 2);
    CU_ASSERT(cc_str_eqz(counters->modules[0].name, "Dynamic"));
    CU_ASSERT(cc_str_eqz(counters->modules[1].name, "RefEmit_InMemoryManifestModule"));
    CU_ASSERT_EQUAL(counters->modules[1].reason, CTR_REASON_DYNAMIC);
    ctr_close(counters);
    fake_free(rt);
}

void test_module_in_memory(void) {
    fake_runtime *rt = fake_new(NULL, NULL);
    cc_mapped_file pdb;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&pdb, "golden/metadata/debug/Shapes.pdb", false), CC_OK);
    fake_put(rt, 1, GOLDEN_DEBUG, PROF_MODULE_FLAT_LAYOUT);
    fake_put(rt, 2, GOLDEN_DEBUG, PROF_MODULE_FLAT_LAYOUT);
    fake_put(rt, 3, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT);
    name(rt, 1, "");
    name(rt, 2, "Shapes");
    name(rt, 3, "");
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 2);
    rt->modules[2].symbols = pdb.bytes; /* the runtime attaches them when the load is over */
    CU_ASSERT_EQUAL(compile_all(rt, 1), 0);
    CU_ASSERT(compile_all(rt, 2) > 5);
    CU_ASSERT(compile_all(rt, 3) > 5);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 3);
    CU_ASSERT_EQUAL(counters->modules[0].reason, CTR_REASON_IN_MEMORY_NO_SYMBOLS);
    CU_ASSERT_EQUAL(counters->modules[1].reason, CTR_MEASURED);
    CU_ASSERT_EQUAL(counters->modules[1].path.len, 0);
    const cc_hash128 *hash = &counters->modules[1].pdb_hash;
    char *stored = ses_stored(rt->session.dir, hash, ".pdb", rt->arena);
    CU_ASSERT_TRUE(cc_path_exists(stored));
    CU_ASSERT_EQUAL(counters->modules[2].reason, CTR_MEASURED);
    ctr_close(counters);
    cc_file_unmap(&pdb);
    fake_free(rt);
}

/* Where code is compiled once, the first compile that shows the module sets all its bodies, and
 * finds them set. */
void test_module_in_memory_collectible(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, PROF_MODULE_FLAT_LAYOUT | PROF_MODULE_COLLECTIBLE);
    name(rt, 2, "");
    fake_loaded(rt, 2);
    CU_ASSERT_EQUAL(bodies_set(rt, 2), 0);
    fake_put(rt, 3, GOLDEN_RELEASE, rt->modules[2].flags | PROF_MODULE_NATIVE);
    fake_loaded(rt, 3);
    CU_ASSERT_EQUAL(bodies_set(rt, 3), fake_row_count(rt, 3)); /* its code may never be compiled */
    prof_id first = fake_function(2, 0, fake_row(rt, 2, 0));
    fake_compile_begins(rt, first);
    CU_ASSERT_EQUAL(bodies_set(rt, 2), fake_row_count(rt, 2));
    CU_ASSERT_TRUE(fake_inlines(rt, first, fake_function(2, 0, fake_row(rt, 2, 1))));
    fake_compile_ends(rt, first, PROF_S_OK);
    fake_free(rt);
}

static const ctr_module_record *only_module(const ctr_file *counters) {
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 1);
    return &counters->modules[0];
}

/* Of an image that lies by sections the file is stored, if it is the one that was loaded. */
void test_module_mapped(void) {
    static const char *const paths[] = {GOLDEN_RELEASE, GOLDEN_DEBUG, "/nowhere/Shapes.dll"};
    for (size_t i = 0; i < 3; i++) {
        fake_runtime *rt = fake_new(NULL, NULL);
        fake_put(rt, 1, GOLDEN_RELEASE, FLAT_FILE);
        fake_map(rt, 1);
        name(rt, 1, paths[i]);
        CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
        CU_ASSERT(compile_all(rt, 1) > 5);
        ctr_file *counters = fake_read(rt);
        const ctr_module_record *record = only_module(counters);
        CU_ASSERT_EQUAL(record->reason, CTR_MEASURED);
        CU_ASSERT_EQUAL(record->is_mapped_layout, i > 0);
        cc_mapped_file stored;
        char *path = ses_stored(rt->session.dir, &record->image_hash, ".dll", rt->arena);
        CU_ASSERT_EQUAL_FATAL(cc_file_map(&stored, path, true), CC_OK);
        CU_ASSERT_EQUAL(cc_span_eq(stored.bytes, rt->modules[1].file), i == 0);
        cc_file_unmap(&stored);
        ctr_close(counters);
        fake_free(rt);
    }
}

void test_module_unknown_to_runtime(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_loaded(rt, 20);
    compile(rt, fake_function(20, 0, 1));
    fake_unloaded(rt, 20);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 0);
    ctr_close(counters);
    fake_free(rt);
}

/* --- refusals and orders ---------------------------------------------------------------------- */

void test_runtime_refuses_body(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t row = fake_row(rt, 1, 0);
    rt->modules[1].is_refusing = true;
    for (int i = 0; i < 3; i++) {
        compile(rt, fake_function(1, 0, row));
    }
    CU_ASSERT_TRUE(fake_inlines(rt, fake_function(1, 0, row), fake_function(1, 0, row)));
    CU_ASSERT_EQUAL(rt->modules[1].sets[row], 1);
    CU_ASSERT_EQUAL(rt->modules[1].maps[row], 0);
    ctr_file *counters = fake_read(rt);
    unsigned skips = 0;
    for (uint32_t i = 0; i < counters->method_count; i++) {
        skips += counters->methods[i].is_skip && counters->methods[i].skip == MTH_SKIP_RUNTIME;
    }
    CU_ASSERT_EQUAL(skips, 1);
    ctr_close(counters);
    fake_free(rt);
}

/* Runs in a child, because the limit holds for a process; 0 when all methods count as lost. */
static int compile_without_room(void *ctx) {
    fake_runtime *rt = ctx;
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    uint64_t size = 0;
    (void)cc_file_mtime(ctr_writer_path(p->writer), &size);
    struct rlimit limit = {size, size};
    if (size == 0 || setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return 2;
    }
    void *counters = NULL;
    uint64_t first = 0;
    for (uint32_t count = 1 << 20; count > 0;) {
        cc_err err = ctr_writer_reserve(p->writer, count, &counters, &first);
        count = err == CC_OK ? count : count / 2;
    }
    while (ctr_writer_note(p->writer, CC_STR("")) == CC_OK) {
    }
    if (compile_all(rt, 1) != 0 || compile_all(rt, 1) != 0) {
        return 3;
    }
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    uint32_t lost = fake_read(rt)->refused;
    fake_loaded(rt, 2); /* finds no room for its record */
    uint32_t rows = rt->modules[2].rows;
    return lost == fake_row_count(rt, 1) && fake_read(rt)->refused == lost + rows ? 0 : 4;
}

void test_no_room_is_told(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_loaded(rt, 1);
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, compile_without_room, rt), CC_OK);
    CU_ASSERT_TRUE(end.signal == 0 && end.code == 0);
    fake_free(rt);
}

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* One callback, chosen by chance. */
static void any_callback(fake_runtime *rt, uint32_t *seed) {
    unsigned module = 1 + next_random(seed) % 6;
    prof_id function = fake_function(module, next_random(seed) % 3, 1 + next_random(seed) % 40);
    prof_id other = fake_function(1 + next_random(seed) % 6, 0, 1 + next_random(seed) % 40);
    uint32_t collectible = module == 5 ? PROF_MODULE_COLLECTIBLE : 0u;
    switch (next_random(seed) % 16) {
    case 0:
        if (!rt->modules[module].is_loaded) {
            const char *file = (module & 1) != 0 ? GOLDEN_DEBUG : GOLDEN_RELEASE;
            fake_put(rt, module, file, FLAT_FILE | collectible);
        }
        break;
    case 1:
    case 2:
        fake_loaded(rt, module);
        break;
    case 3:
        fake_unloaded(rt, module);
        break;
    case 4:
        fake_compile_ends(rt, function, PROF_E_FAIL);
        break;
    case 5:
    case 6:
        fake_compile_ends(rt, function, PROF_S_OK);
        break;
    case 7:
    case 8:
        (void)fake_inlines(rt, other, function);
        break;
    case 9:
        (void)fake_uses_cached(rt, function);
        break;
    default:
        fake_compile_begins(rt, function);
        break;
    }
}

/* Whatever comes in whatever order: no fault, and at most one body for a method of a loaded
 * module. */
void test_orders(void) {
    fake_runtime *rt = fake_ready(NULL);
    uint32_t seed = 12345;
    for (unsigned step = 0; step < 20000; step++) {
        any_callback(rt, &seed);
    }
    unsigned given = 0;
    for (unsigned module = 1; module <= 6; module++) {
        for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
            const fake_module *m = &rt->modules[module];
            CU_ASSERT(m->sets[row] <= 1 && m->maps[row] <= 1);
            given += m->sets[row];
        }
    }
    CU_ASSERT(given > 10);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 2);
    ctr_close(counters);
    fake_free(rt);
}

/* --- threads ---------------------------------------------------------------------------------- */

enum { THREADS = 8 };

typedef struct worker {
    fake_runtime *rt;
    unsigned number;
} worker;

static void *work(void *arg) {
    worker *w = arg;
    uint32_t rows = w->rt->modules[1].rows;
    for (uint32_t i = 0; i < 4 * rows; i++) {
        prof_id function = fake_function(1 + i % 3, w->number, 1 + i % rows);
        prof_id callee = fake_function(1 + i % 3, 0, 1 + (i * 7 + w->number) % rows);
        fake_compile_begins(w->rt, function);
        (void)fake_inlines(w->rt, function, callee);
        fake_compile_ends(w->rt, function, PROF_S_OK);
    }
    return NULL;
}

static const prof_body *published(fake_runtime *rt, uint32_t row) {
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    return atomic_load(&p->images->bodies[row - 1]);
}

/* Hits probes of one method and compiles it again and again. */
static void *hit_and_compile(void *arg) {
    worker *w = arg;
    const prof_body *body = published(w->rt, w->number);
    for (uint32_t i = 0; i < body->site_count; i++) {
        uint8_t *counter = (uint8_t *)(uintptr_t)body->counters + body->sites[i].counter;
        __atomic_store_n(counter, (uint8_t)1, __ATOMIC_RELAXED);
        compile(w->rt, fake_function(1, 0, w->number));
    }
    return NULL;
}

void test_threads_erase(void) {
    fake_runtime *rt = fake_ready(NULL);
    rt->takes_other_bodies = true;
    (void)compile_all(rt, 1);
    uint32_t row = fake_row(rt, 1, 0);
    while (published(rt, row)->site_count < 3) {
        CU_ASSERT_FATAL(++row < rt->modules[1].rows);
    }
    worker w = {rt, row};
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, hit_and_compile, &w), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    compile(rt, fake_function(1, 0, row)); /* the last hits may have come while another erased */
    const prof_body *body = published(rt, row);
    for (uint32_t i = 0; i < body->site_count; i++) {
        const uint8_t *at = rt->modules[1].body[row] + body->code_offset + body->sites[i].offset;
        CU_ASSERT_NOT_EQUAL(
            memcmp(at, body->bytes + (at - rt->modules[1].body[row]), body->sites[i].size), 0);
    }
    CU_ASSERT(rt->modules[1].sets[row] <= 1 + body->site_count); /* each with something new */
    fake_free(rt);
}

void test_threads(void) {
    fake_runtime *rt = fake_ready(NULL);
    fake_put(rt, 2, GOLDEN_RELEASE, FLAT_FILE);
    fake_put(rt, 3, GOLDEN_DEBUG, FLAT_FILE);
    pthread_t threads[THREADS];
    worker workers[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){rt, i};
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    for (unsigned module = 1; module <= 3; module++) {
        for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
            const fake_module *m = &rt->modules[module];
            CU_ASSERT(m->maps[row] <= (m->body[row] != NULL));
        }
    }
    uint32_t row = fake_row(rt, 1, 0);
    CU_ASSERT_PTR_EQUAL(rt->modules[1].body[row], rt->modules[3].body[row]);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->module_count, 2);
    CU_ASSERT(counters->method_count >= fake_row_count(rt, 1) + fake_row_count(rt, 2));
    ctr_close(counters);
    fake_free(rt);
}

/* --- exact counts, the oracle ----------------------------------------------------------------- */

/* Tokens are of one module, but equal modules give equal ones: they share bodies and counters. */
void test_exact(void) {
    static const ses_probe_form forms[] = {SES_PROBE_DEFAULT, SES_PROBE_CALL, SES_PROBE_INLINE};
    for (size_t i = 0; i < 3; i++) {
        ses_settings settings = {.hits = CTR_HITS_EXACT, .probe = forms[i]};
        fake_runtime *rt = fake_ready(&settings);
        uint32_t row = fake_row(rt, 1, 0);
        unsigned count = fake_row_count(rt, 1);
        for (unsigned module = 2; module <= 4; module++) {
            fake_put(rt, module, GOLDEN_DEBUG, FLAT_FILE);
        }
        rt->modules[3].next_token = rt->modules[4].next_token = 7; /* somebody added to them */
        for (unsigned module = 1; module <= 4; module++) {
            CU_ASSERT_EQUAL(compile_all(rt, module), count);
            uint32_t added = rt->modules[module].next_token;
            CU_ASSERT_EQUAL(added - (module >= 3 ? 7 : 0), rt->modules[1].next_token);
        }
        CU_ASSERT(rt->modules[1].next_token > 0);
        CU_ASSERT_PTR_EQUAL(rt->modules[1].body[row], rt->modules[2].body[row]);
        CU_ASSERT_PTR_NOT_EQUAL(rt->modules[1].body[row], rt->modules[3].body[row]);
        CU_ASSERT_PTR_EQUAL(rt->modules[3].body[row], rt->modules[4].body[row]);
        ctr_file *counters = fake_read(rt);
        CU_ASSERT_EQUAL(counters->module_count, 1);
        CU_ASSERT_EQUAL(counters->method_count, 2 * count);
        ctr_close(counters);
        fake_free(rt);
    }
}

void test_exact_refused(void) {
    ses_settings settings = {.hits = CTR_HITS_EXACT};
    fake_runtime *rt = fake_ready(&settings);
    rt->refuses_emit = true;
    CU_ASSERT_EQUAL(compile_all(rt, 1), 0);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->note_count, 1);
    ctr_close(counters);
    fake_free(rt);
}

void test_probe_all(void) {
    ses_settings settings = {.probe_all = true};
    fake_runtime *plain = fake_ready(NULL);
    (void)compile_all(plain, 1);
    ctr_file *few = fake_read(plain);
    uint32_t few_count = few->methods[few->method_count - 1].record.count;
    fake_runtime *rt = fake_ready(&settings);
    CU_ASSERT(compile_all(rt, 1) > 5);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL_FATAL(counters->method_count, few->method_count);
    uint64_t sum = 0;
    uint64_t sum_few = 0;
    for (uint32_t i = 0; i < counters->method_count; i++) {
        CU_ASSERT_TRUE(counters->methods[i].record.plan_all);
        sum += counters->methods[i].record.count;
        sum_few += few->methods[i].record.count;
    }
    CU_ASSERT(sum > sum_few && few_count > 0);
    ctr_close(counters);
    ctr_close(few);
    fake_free(rt);
    fake_free(plain);
}
