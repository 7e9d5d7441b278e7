/* Exact counts in lanes, against a fake runtime: threads that come and go, and what keeps the
 * atomic form. */
#include <CUnit/CUnit.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"
#include "profiler/fake_runtime.h"
#include "profiler/prof_exact.h"
#include "profiler/test_profiler.h"
#include "tests/tools/md_make.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };

static const ses_settings exact = {.hits = CTR_HITS_EXACT};

/* --- System.Private.CoreLib: the two types that the library looks for ------------------------- */

static const char strings[] = "\0System.Private.CoreLib\0System\0CannotUnloadAppDomainException\0"
                              "ThreadStaticAttribute\0.ctor\0<Module>";
enum {
    AT_CORELIB = 1,
    AT_SPACE = 24,
    AT_HOLDER = 31,
    AT_ATTRIBUTE = 62,
    AT_CTOR = 84,
    AT_MODULE = 90
};
static const uint8_t blobs[] = {0, 3, 0x20, 0, 1, 0, 0, 0}; /* instance void() */

static void put_type(cc_buf *out, uint16_t at_name, uint16_t at_space) {
    cc_buf_u32(out, 0);
    cc_buf_u16(out, at_name);
    cc_buf_u16(out, at_space);
    cc_buf_u16(out, 0);
    cc_buf_u16(out, 1);
    cc_buf_u16(out, 1); /* the only method belongs to the last type */
}

static char *write_image(fake_runtime *rt, const char *name, const make_metadata *made) {
    cc_buf root = {0};
    cc_buf image = {0};
    make_root(&root, made);
    make_pe pe = {.layout = MD_LAYOUT_FLAT};
    make_image(&image, &pe, cc_buf_span(&root));
    char *path = cc_path_join(rt->arena, rt->temp, name);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_buf_span(&image), 0600), CC_OK);
    cc_buf_free(&root);
    cc_buf_free(&image);
    return path;
}

static const uint8_t module_row[] = {0, 0, AT_MODULE, 0, 1, 0, 0, 0, 0, 0};
static const uint8_t guid[16] = {8};
static const uint8_t assembly[22] = {[18] = AT_CORELIB};

/* The facade that measured modules refer to; it forwards a type of this name. */
static void put_facade(fake_runtime *rt, uint8_t at_name) {
    const uint8_t forwarded[] = {0, 0, 0x20, 0, 0, 0, 0, 0, at_name, 0, AT_SPACE, 0, 5, 0};
    make_metadata made = {
        .tables = {{MD_MODULE, 1, cc_span_of(module_row, sizeof module_row)},
                   {MD_ASSEMBLY, 1, cc_span_of(assembly, sizeof assembly)},
                   {MD_EXPORTED_TYPE, 1, cc_span_of(forwarded, sizeof forwarded)}},
        .strings = cc_span_of(strings, sizeof strings),
        .blobs = cc_span_of(blobs, sizeof blobs),
        .guids = cc_span_of(guid, sizeof guid),
    };
    (void)write_image(rt, "System.Runtime.dll", &made);
}

static void put_corelib(fake_runtime *rt, unsigned index, bool has_holder) {
    static const uint8_t constructor[] = {0, 0, 0, 0, 0, 0, 0, 0x18, AT_CTOR, 0, 1, 0, 1, 0};
    cc_buf types = {0};
    put_type(&types, AT_MODULE, 0);
    put_type(&types, has_holder ? AT_HOLDER : AT_MODULE, AT_SPACE);
    put_type(&types, AT_ATTRIBUTE, AT_SPACE);
    make_metadata made = {
        .tables = {{MD_MODULE, 1, cc_span_of(module_row, sizeof module_row)},
                   {MD_TYPEDEF, 3, cc_buf_span(&types)},
                   {MD_METHODDEF, 1, cc_span_of(constructor, sizeof constructor)},
                   {MD_ASSEMBLY, 1, cc_span_of(assembly, sizeof assembly)}},
        .strings = cc_span_of(strings, sizeof strings),
        .blobs = cc_span_of(blobs, sizeof blobs),
        .guids = cc_span_of(guid, sizeof guid),
    };
    fake_put(rt, index, write_image(rt, "System.Private.CoreLib.dll", &made), FLAT_FILE);
    put_facade(rt, AT_HOLDER);
    cc_buf_free(&types);
}

/* Module 5 is CoreLib, module 1 the measured one, loaded and compiled. */
static fake_runtime *begin(uint32_t major, uint32_t flags) {
    fake_runtime *rt = fake_new(&exact, NULL);
    rt->major = major;
    put_corelib(rt, 5, true);
    fake_put(rt, 1, GOLDEN_DEBUG, flags);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 5);
    return rt;
}

static void compile_all(fake_runtime *rt, unsigned module) {
    fake_loaded(rt, module);
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        fake_compile_begins(rt, fake_function(module, 0, row));
        fake_compile_ends(rt, fake_function(module, 0, row), PROF_S_OK);
    }
}

static prof_bank *first_bank(fake_runtime *rt) {
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    CU_ASSERT_FATAL(p->lanes.bank_count > 0);
    return &p->lanes.banks[0];
}

/* What a reader finds for counter 0 of the first method. */
static uint64_t value(fake_runtime *rt, uint32_t *lanes) {
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_FATAL(counters->method_count > 0);
    CU_ASSERT_PTR_NULL(counters->damage);
    uint64_t sum = ctr_value(counters, &counters->methods[0], 0);
    *lanes = counters->methods[0].lane_count;
    ctr_close(counters);
    return sum;
}

/* --- threads ---------------------------------------------------------------------------------- */

typedef struct counting {
    prof_bank *bank;
    unsigned times;
    uint64_t *lane;
} counting;

/* As managed code does: takes a lane at the first entry of a body, and adds without a lock. */
static void *count(void *argument) {
    counting *c = argument;
    c->lane = prof_lanes_take(c->bank);
    volatile uint64_t *counter = c->lane;
    for (unsigned i = 0; i < c->times; i++) {
        *counter = *counter + 1;
    }
    return NULL;
}

void test_lanes_of_threads(void) {
    enum { THREADS = 32, TIMES = 20000, GENERATIONS = 5 };
    fake_runtime *rt = begin(10, FLAT_FILE);
    compile_all(rt, 1);
    counting all[THREADS];
    pthread_t threads[THREADS];
    for (unsigned generation = 1; generation <= GENERATIONS; generation++) {
        for (unsigned i = 0; i < THREADS; i++) {
            all[i] = (counting){first_bank(rt), TIMES, NULL};
            CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, count, &all[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; i++) {
            (void)pthread_join(threads[i], NULL);
        }
        uint32_t lanes = 0;
        CU_ASSERT_EQUAL(value(rt, &lanes), (uint64_t)generation * THREADS * TIMES);
        CU_ASSERT(lanes >= 1 && lanes <= THREADS); /* those of ended threads are used again */
    }
    fake_free(rt);
}

void test_lane_is_used_again(void) {
    fake_runtime *rt = begin(10, FLAT_FILE);
    compile_all(rt, 1);
    counting mine = {first_bank(rt), 3, NULL};
    counting first = {first_bank(rt), 5, NULL};
    counting second = {first_bank(rt), 7, NULL};
    pthread_t thread;
    (void)count(&mine);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, count, &first), 0);
    (void)pthread_join(thread, NULL);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, count, &second), 0);
    (void)pthread_join(thread, NULL);
    CU_ASSERT_PTR_NOT_EQUAL(mine.lane, first.lane);
    CU_ASSERT_PTR_EQUAL(first.lane, second.lane);
    CU_ASSERT_EQUAL(*first.lane, 12);
    uint32_t lanes = 0;
    CU_ASSERT_EQUAL(value(rt, &lanes), 15);
    CU_ASSERT_EQUAL(lanes, 2);
    fake_free(rt);
}

/* A process that is killed leaves what its threads had stored; nothing is added up at the end. */
void test_lane_outlives_its_process(void) {
    fake_runtime *rt = begin(10, FLAT_FILE);
    compile_all(rt, 1);
    pid_t child = fork();
    if (child == 0) {
        counting c = {first_bank(rt), 1000, NULL};
        (void)count(&c);
        (void)raise(SIGKILL);
    }
    int status = 0;
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT(WIFSIGNALED(status));
    uint32_t lanes = 0;
    CU_ASSERT_EQUAL(value(rt, &lanes), 1000);
    CU_ASSERT_EQUAL(lanes, 1);
    fake_free(rt);
}

/* Runs in a child, because the limit holds for a process; 0 when all is as it should be. */
static int take_without_space(void *context) {
    enum { TIMES = 4, PATIENCE = 1000 };
    fake_runtime *rt = context;
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    uint64_t size = 0;
    (void)cc_file_mtime(ctr_writer_path(p->writer), &size);
    struct rlimit limit = {size, size};
    if (size == 0 || setrlimit(RLIMIT_FSIZE, &limit) != 0) {
        return 2;
    }
    counting c = {first_bank(rt), TIMES, NULL};
    unsigned takes = 0;
    while (c.lane != c.bank->shared && takes++ < PATIENCE) { /* what is left of the segment first */
        (void)count(&c);
    }
    (void)count(&c);
    ctr_file *counters = fake_read(rt);
    bool is_there = ctr_value(counters, &counters->methods[0], 0) == (takes + 1) * TIMES;
    bool is_told = counters->note_count == 1 && strstr(counters->notes[0].s, "too low") != NULL;
    return takes < PATIENCE && is_there && is_told ? 0 : 3;
}

/* A full disk: the shared counters are there, and a note says that counts may be too low. */
void test_lane_without_space(void) {
    fake_runtime *rt = begin(10, FLAT_FILE);
    compile_all(rt, 1);
    cc_proc_end end;
    CU_ASSERT_EQUAL(cc_proc_isolated(&end, take_without_space, rt), CC_OK);
    CU_ASSERT_TRUE(end.signal == 0 && end.code == 0);
    fake_free(rt);
}

/* --- which modules ---------------------------------------------------------------------------- */

static rw_probe_kind kind_of(const fake_runtime *rt, unsigned module) {
    const prof_image *image = fake_image(rt, module);
    CU_ASSERT_PTR_NOT_NULL_FATAL(image);
    return image->probe.kind;
}

static void check_which_modules(uint32_t major) {
    fake_runtime *rt = begin(major, FLAT_FILE);
    CU_ASSERT_EQUAL(rt->fields, 0);
    compile_all(rt, 1);
    CU_ASSERT_EQUAL(kind_of(rt, 1), RW_PROBE_LANE);
    CU_ASSERT_EQUAL(rt->fields, PROF_BANKS);
    CU_ASSERT_EQUAL(rt->applied, 2);
    /* The same image once more has a variant with the atomic form, and bodies of its own. */
    fake_put(rt, 2, GOLDEN_DEBUG, FLAT_FILE);
    compile_all(rt, 2);
    uint32_t row = fake_row(rt, 1, 0);
    CU_ASSERT_PTR_NOT_NULL(rt->modules[2].body[row]);
    CU_ASSERT_PTR_NOT_EQUAL(rt->modules[1].body[row], rt->modules[2].body[row]);
    /* A module that can be unloaded. */
    fake_put(rt, 3, GOLDEN_RELEASE, FLAT_FILE | PROF_MODULE_COLLECTIBLE);
    compile_all(rt, 3);
    CU_ASSERT_EQUAL(kind_of(rt, 3), RW_PROBE_INLINE);
    /* A module with precompiled code, which is refused, has lanes as any other. */
    fake_put(rt, 4, GOLDEN_LONGER, FLAT_FILE | PROF_MODULE_NATIVE);
    compile_all(rt, 4);
    CU_ASSERT_EQUAL(kind_of(rt, 4), RW_PROBE_LANE);
    ctr_file *counters = fake_read(rt);
    CU_ASSERT_EQUAL(counters->note_count, 0);
    ctr_close(counters);
    fake_free(rt);
}

void test_lanes_for_which_modules(void) {
    check_which_modules(10);
    check_which_modules(11);
}

/* Runtimes that nobody tried count in the atomic form, and the metadata of their framework stays as
 * it is. */
void test_lanes_on_other_runtimes(void) {
    static const uint32_t versions[] = {0, 8, 9, 12, 13};
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
        fake_runtime *rt = begin(versions[i], FLAT_FILE);
        compile_all(rt, 1);
        CU_ASSERT_EQUAL(kind_of(rt, 1), RW_PROBE_INLINE);
        CU_ASSERT_EQUAL(rt->fields, 0);
        CU_ASSERT_EQUAL(rt->applied, 0);
        CU_ASSERT_EQUAL(rt->modules[5].next_token, 0);
        fake_free(rt);
    }
}

/* A runtime that refuses, one without the type, and one whose facade was trimmed: atomic. */
void test_lanes_refused(void) {
    fake_runtime *rt = NULL;
    for (unsigned refusal = 0; refusal < 3; refusal++) {
        rt = fake_new(&exact, NULL);
        rt->major = 10;
        rt->refuses_fields = refusal == 0;
        put_corelib(rt, 5, refusal != 1);
        put_facade(rt, refusal == 2 ? AT_ATTRIBUTE : AT_HOLDER);
        fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
        CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
        fake_loaded(rt, 5);
        compile_all(rt, 1);
        CU_ASSERT_EQUAL(kind_of(rt, 1), RW_PROBE_INLINE);
        ctr_file *counters = fake_read(rt);
        CU_ASSERT(counters->method_count > 0);
        CU_ASSERT_EQUAL(counters->note_count, refusal < 2);
        ctr_close(counters);
        fake_free(rt);
    }
}

/* Banks come to an end: the last methods have the atomic form, and nobody gets a place twice. */
void test_banks_end(void) {
    fake_runtime *rt = begin(10, FLAT_FILE);
    compile_all(rt, 1);
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    prof_place place;
    prof_place before = {0};
    uint64_t sum = 0;
    CU_ASSERT_FALSE(prof_lanes_reserve(p, 4097, &place));
    while (prof_lanes_reserve(p, 4000, &place)) {
        CU_ASSERT(place.offset / 8 + 4000 <= place.bank->count);
        CU_ASSERT(place.bank != before.bank || place.offset == before.offset + 4000 * 8);
        CU_ASSERT_EQUAL(place.first, place.bank->shared_first + place.offset);
        before = place;
        sum += 4000;
    }
    CU_ASSERT_EQUAL(p->lanes.bank_count, PROF_BANKS);
    CU_ASSERT(sum > 2300000);
    fake_free(rt);
}
