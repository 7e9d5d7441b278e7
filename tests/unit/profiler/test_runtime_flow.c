/* Runs with `--per-test` whose tests run at the same time, against a fake runtime: the members of
 * System.Private.CoreLib, the bodies, and what lanes record. */
#include <CUnit/CUnit.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "base/cc_file.h"
#include "coverage/counters/ctr_tests.h"
#include "profiler/fake_runtime.h"
#include "profiler/prof_exact.h"
#include "profiler/test_profiler.h"
#include "tests/tools/md_make.h"

#define GOLDEN_TESTS "golden/tests/Cases.dll"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT, CORELIB = 5 };

static const ses_settings per_test = {.per_test = true};

/* --- System.Private.CoreLib: the types that the library looks for ------------------------------ */

static const char *const names[] = {"System.Private.CoreLib",
                                    "System",
                                    "System.Threading",
                                    ".ctor",
                                    "CompareExchange",
                                    "<Module>",
                                    "CannotUnloadAppDomainException",
                                    "ThreadStaticAttribute",
                                    "IntPtr",
                                    "Action`1",
                                    "AsyncLocal`1",
                                    "AsyncLocalValueChangedArgs`1",
                                    "Interlocked"};
enum { AT_CORELIB, AT_SYSTEM, AT_THREADING, AT_CTOR, AT_EXCHANGE, AT_MODULE, FIRST_TYPE };
enum { TYPES = sizeof names / sizeof *names - FIRST_TYPE, LAST_IN_SYSTEM = 9 };

static uint16_t place_of(size_t index) {
    size_t at = 1;
    for (size_t i = 0; i < index; i++) {
        at += strlen(names[i]) + 1;
    }
    return (uint16_t)at;
}

static void put_strings(cc_buf *out) {
    cc_buf_u8(out, 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cc_buf_bytes(out, names[i], strlen(names[i]) + 1);
    }
}

static void put_type(cc_buf *out, uint16_t name, uint16_t space, uint16_t first_method) {
    cc_buf_u32(out, 0);
    cc_buf_u16(out, name);
    cc_buf_u16(out, space);
    cc_buf_u16(out, 0);
    cc_buf_u16(out, 1);
    cc_buf_u16(out, first_method);
}

/* The constructor belongs to the attribute, the other method to the last type. */
static void put_types(cc_buf *out) {
    put_type(out, place_of(AT_MODULE), 0, 1);
    for (size_t i = 0; i < TYPES; i++) {
        bool is_in_system = FIRST_TYPE + i <= LAST_IN_SYSTEM;
        put_type(out, place_of(FIRST_TYPE + i), place_of(is_in_system ? AT_SYSTEM : AT_THREADING),
                 i <= 1 ? 1 : 2);
    }
}

static void put_method(cc_buf *out, uint16_t name, uint16_t signature) {
    cc_buf_u32(out, 0);
    cc_buf_u32(out, 0x18000000);
    cc_buf_u16(out, name);
    cc_buf_u16(out, signature);
    cc_buf_u16(out, 1);
}

static void write_image(fake_runtime *rt, const char *name, const make_metadata *made) {
    cc_buf root = {0};
    cc_buf image = {0};
    make_root(&root, made);
    make_pe pe = {.layout = MD_LAYOUT_FLAT};
    make_image(&image, &pe, cc_buf_span(&root));
    CU_ASSERT_EQUAL_FATAL(
        cc_file_write(cc_path_join(rt->arena, rt->temp, name), cc_buf_span(&image), 0600), CC_OK);
    cc_buf_free(&root);
    cc_buf_free(&image);
}

/* Two signatures: instance void(), and object(object&, object, object). */
static const uint8_t blobs[] = {0, 3, 0x20, 0, 1, 7, 0, 3, 0x1C, 0x10, 0x1C, 0x1C, 0x1C};
static const uint8_t guid[16] = {8};

static void put_corelib(fake_runtime *rt) {
    cc_buf strings = {0};
    cc_buf types = {0};
    cc_buf methods = {0};
    cc_buf module_row = {0};
    uint8_t assembly[22] = {[18] = (uint8_t)place_of(AT_CORELIB)};
    put_strings(&strings);
    put_types(&types);
    put_method(&methods, place_of(AT_CTOR), 1);
    put_method(&methods, place_of(AT_EXCHANGE), 5);
    cc_buf_u16(&module_row, 0);
    cc_buf_u16(&module_row, place_of(AT_MODULE));
    cc_buf_u16(&module_row, 1);
    cc_buf_u32(&module_row, 0);
    make_metadata made = {
        .tables = {{MD_MODULE, 1, cc_buf_span(&module_row)},
                   {MD_TYPEDEF, TYPES + 1, cc_buf_span(&types)},
                   {MD_METHODDEF, 2, cc_buf_span(&methods)},
                   {MD_ASSEMBLY, 1, cc_span_of(assembly, sizeof assembly)}},
        .strings = cc_buf_span(&strings),
        .blobs = cc_span_of(blobs, sizeof blobs),
        .guids = cc_span_of(guid, sizeof guid),
    };
    write_image(rt, "System.Private.CoreLib.dll", &made);
    fake_put(rt, CORELIB, cc_path_join(rt->arena, rt->temp, "System.Private.CoreLib.dll"),
             FLAT_FILE);
    /* the facade forwards the type that has the members */
    cc_buf forwarded = {0};
    cc_buf_u32(&forwarded, 0x200000);
    cc_buf_u32(&forwarded, 0);
    cc_buf_u16(&forwarded, place_of(FIRST_TYPE));
    cc_buf_u16(&forwarded, place_of(AT_SYSTEM));
    cc_buf_u16(&forwarded, 5);
    made.tables[1] = (make_table){MD_ASSEMBLY, 1, cc_span_of(assembly, sizeof assembly)};
    made.tables[2] = (make_table){MD_EXPORTED_TYPE, 1, cc_buf_span(&forwarded)};
    made.tables[3] = (make_table){0};
    write_image(rt, "System.Runtime.dll", &made);
    cc_buf_free(&strings);
    cc_buf_free(&types);
    cc_buf_free(&methods);
    cc_buf_free(&module_row);
    cc_buf_free(&forwarded);
}

/* --- a process -------------------------------------------------------------------------------- */

static fake_runtime *with_tests(const ses_settings *settings, uint32_t major) {
    fake_runtime *rt = fake_new(settings, NULL);
    rt->major = major;
    put_corelib(rt);
    fake_put(rt, 1, GOLDEN_TESTS, FLAT_FILE);
    return rt;
}

static void compile_module(fake_runtime *rt, unsigned module) {
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        fake_compile_begins(rt, fake_function(module, 0, row));
        fake_compile_ends(rt, fake_function(module, 0, row), PROF_S_OK);
    }
}

static void compile_all(fake_runtime *rt) {
    fake_loaded(rt, CORELIB);
    fake_loaded(rt, 1);
    compile_module(rt, 1);
}

static fake_runtime *ready(void) {
    fake_runtime *rt = with_tests(&per_test, 10);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    compile_all(rt);
    CU_ASSERT_PTR_NOT_NULL_FATAL(fake_image(rt, 1));
    CU_ASSERT_PTR_NOT_NULL_FATAL(fake_image(rt, 1)->tests);
    return rt;
}

static prof_profiler *state_of(fake_runtime *rt) {
    return (prof_profiler *)(void *)rt->profiler;
}

/* A process keeps its lanes to its end; many of them have no room in one. */
static void finish(fake_runtime *rt) {
    const prof_flow *flow = &state_of(rt)->flow;
    if (flow->home != NULL) {
        CU_ASSERT_EQUAL(munmap(flow->home, (size_t)flow->room << PROF_LANE_BITS), 0);
    }
    fake_free(rt);
}

static void shut_down(fake_runtime *rt) {
    typedef prof_hr (*end_fn)(prof_object *);
    end_fn end = (end_fn)rt->profiler->vtable[PROF_CALLBACK_Shutdown];
    CU_ASSERT_EQUAL(end(rt->profiler), PROF_S_OK);
}

static uint32_t row_of(const fake_runtime *rt, const char *name) {
    const md_tables *tables = md_image_tables(rt->modules[1].image);
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        md_methoddef method;
        if (md_get_methoddef(tables, row, &method) == CC_OK && cc_str_eqz(method.name, name)) {
            return row;
        }
    }
    CU_FAIL_FATAL("no such method");
    return 0;
}

static const prof_test_site *site_of(const fake_runtime *rt, const char *name) {
    const prof_test_site *site = fake_image(rt, 1)->tests->sites[row_of(rt, name)];
    CU_ASSERT_PTR_NOT_NULL_FATAL(site);
    return site;
}

/* The place of the method's first counter in the file. */
static uint64_t place_in(const fake_runtime *rt, const ctr_file *file, const char *name) {
    uint32_t token = MD_TOKEN(MD_METHODDEF, row_of(rt, name));
    for (uint32_t i = 0; i < file->method_count; i++) {
        if (!file->methods[i].is_skip && file->methods[i].record.token == token) {
            return file->methods[i].record.first;
        }
    }
    CU_FAIL_FATAL("no record");
    return 0;
}

/* What a probe of the method does on a thread whose lane has this distance, but for the counter in
 * the file. */
static void hit(fake_runtime *rt, const char *name, uintptr_t distance) {
    ctr_file *file = fake_read(rt);
    uint8_t *home = state_of(rt)->flow.home;
    __atomic_store_n(home + distance + place_in(rt, file, name), (uint8_t)1, __ATOMIC_RELAXED);
    ctr_close(file);
}

static bool has_hit(const fake_runtime *rt, const ctr_file *file, const ctr_region *region,
                    const char *name) {
    uint64_t place = place_in(rt, file, name);
    cc_span runs = region->runs;
    ctr_run run = {0, 0};
    bool has_it = false;
    while (ctr_next_run(&runs, &run)) {
        has_it = has_it || (place >= run.first && place < run.first + run.count);
    }
    return has_it;
}

typedef struct expected {
    const char *name; /* of a method that was hit */
    uint32_t test, whose;
} expected;

/* The regions that have the method: of this test, and no others. */
static void expect_regions(const fake_runtime *rt, const ctr_file *file, const expected *rows,
                           size_t count) {
    const ctr_tests *t = file->tests;
    CU_ASSERT_PTR_NOT_NULL_FATAL(t);
    CU_ASSERT_EQUAL(t->region_count, count);
    for (size_t i = 0; i < count; i++) {
        bool is_found = false;
        for (uint32_t k = 0; k < t->region_count; k++) {
            const ctr_region *region = &t->regions[k];
            uint32_t test = region->alive_count == 1 ? region->alive[0] : 0;
            is_found = is_found || (test == rows[i].test && region->last == rows[i].whose &&
                                    has_hit(rt, file, region, rows[i].name));
        }
        if (!is_found) {
            printf("\n    %s: no region of %u\n", rows[i].name, rows[i].test);
        }
        CU_ASSERT(is_found);
    }
}

/* --- members and bodies ----------------------------------------------------------------------- */

void test_flow_members(void) {
    for (uint32_t major = 9; major <= 12; major++) {
        bool is_tried = major == 10 || major == 11;
        fake_runtime *rt = with_tests(&per_test, major);
        CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
        compile_all(rt);
        CU_ASSERT_EQUAL(rt->methods, is_tried ? 4 : 0);
        CU_ASSERT_EQUAL(rt->applied, is_tried ? 2 : 0);
        CU_ASSERT_EQUAL(fake_image(rt, 1)->probe.kind, is_tried ? RW_PROBE_TEST : RW_PROBE_STORE);
        finish(rt);
    }
    ses_settings serial = per_test;
    serial.serial = true;
    fake_runtime *rt = with_tests(&serial, 10);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    compile_all(rt);
    CU_ASSERT_EQUAL(rt->methods, 0);
    CU_ASSERT_EQUAL(fake_image(rt, 1)->probe.kind, RW_PROBE_STORE);
    finish(rt);
}

/* How often the body passes the function on. */
static unsigned count_function(fake_runtime *rt, uint32_t row, uintptr_t function) {
    il_body body;
    unsigned count = 0;
    const cc_span bytes = {rt->modules[1].body[row], 1 << 16};
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes.data);
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, bytes, rt->arena), CC_OK);
    for (uint32_t i = 0; i < body.insn_count; i++) {
        count += body.insns[i].op == IL_LDC_I8 && (uintptr_t)body.insns[i].operand == function;
    }
    return count;
}

static void expect_calls(fake_runtime *rt, uint32_t row, unsigned enter, unsigned ended,
                         unsigned threw, unsigned returned) {
    CU_ASSERT_EQUAL(count_function(rt, row, (uintptr_t)&prof_flow_enter), enter);
    CU_ASSERT_EQUAL(count_function(rt, row, (uintptr_t)&prof_flow_ended), ended);
    CU_ASSERT_EQUAL(count_function(rt, row, (uintptr_t)&prof_flow_threw), threw);
    CU_ASSERT_EQUAL(count_function(rt, row, (uintptr_t)&prof_flow_returned), returned);
}

static uint32_t machine_of(const fake_runtime *rt, const char *name) {
    const mth_test *parts = fake_image(rt, 1)->tests->parts;
    for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
        if (parts[row].part == MTH_TEST_MACHINE && parts[row].method == row_of(rt, name)) {
            return row;
        }
    }
    CU_FAIL_FATAL("no state machine");
    return 0;
}

void test_flow_bodies(void) {
    fake_runtime *rt = ready();
    expect_calls(rt, row_of(rt, "WholeFact"), 1, 1, 1, 0);
    expect_calls(rt, row_of(rt, "WholeInt"), 1, 1, 1, 0);
    expect_calls(rt, row_of(rt, "WholeHidden"), 1, 1, 1, 0);
    expect_calls(rt, row_of(rt, "OpenTask"), 1, 0, 1, 1);
    expect_calls(rt, row_of(rt, "StartTask"), 1, 0, 0, 0);
    expect_calls(rt, machine_of(rt, "StartTask"), 0, 1, 1, 0);
    expect_calls(rt, row_of(rt, "NoneSetUp"), 1, 0, 0, 0);
    expect_calls(rt, row_of(rt, ".cctor"), 1, 0, 0, 0);
    expect_calls(rt, row_of(rt, "NonePlain"), 0, 0, 0, 0);
    shut_down(rt);
    finish(rt);
}

/* The first load has the lanes, so it has the tests, whichever load is compiled first. */
void test_flow_loaded_twice(void) {
    fake_runtime *rt = with_tests(&per_test, 10);
    fake_put(rt, 2, GOLDEN_TESTS, FLAT_FILE);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, CORELIB);
    fake_loaded(rt, 1);
    fake_loaded(rt, 2);
    compile_module(rt, 2);
    compile_module(rt, 1);
    expect_calls(rt, row_of(rt, "WholeFact"), 1, 1, 1, 0);
    expect_calls(rt, row_of(rt, ".cctor"), 1, 0, 0, 0);
    shut_down(rt);
    finish(rt);
}

/* Whichever call fails: a body has its calls, or the method is left alone. Without members the run
 * is one of times. */
static unsigned live_with_failure(unsigned fails_at) {
    fake_runtime *rt = with_tests(&per_test, 10);
    rt->fails_at = fails_at;
    if (PROF_OK(fake_start(rt))) {
        compile_all(rt);
        for (uint32_t row = 1; row <= rt->modules[1].rows; row++) {
            CU_ASSERT(fake_has_right_body(rt, 1, row));
        }
        shut_down(rt);
    }
    unsigned calls = rt->calls;
    finish(rt);
    return calls;
}

void test_flow_every_call_fails(void) {
    unsigned calls = live_with_failure(0);
    CU_ASSERT(calls > 100);
    for (unsigned n = 1; n <= calls; n++) {
        (void)live_with_failure(n);
    }
}

/* --- lanes ------------------------------------------------------------------------------------ */

void test_flow_lanes(void) {
    fake_runtime *rt = ready();
    const prof_id object = fake_class(1, 0); /* the first word says the type */
    const prof_test_site *fact = site_of(rt, "WholeFact");
    const prof_test_site *theory = site_of(rt, "WholeTheory");
    hit(rt, "Make", 0);
    uintptr_t of_class = prof_flow_enter(&object, site_of(rt, "NoneSetUp"), 0);
    hit(rt, "NoneSetUp", of_class);
    uintptr_t first = prof_flow_enter(&object, fact, 0);
    uintptr_t second = prof_flow_enter(&object, theory, 0);
    CU_ASSERT(of_class != 0 && first != 0 && second != 0);
    CU_ASSERT(first != second && first != of_class && second != of_class);
    hit(rt, "WholeTheory", second);
    hit(rt, "WholeFact", first);
    uintptr_t once = prof_flow_enter(NULL, site_of(rt, ".cctor"), first);
    CU_ASSERT_EQUAL(once, (uintptr_t)PROF_ONCE_LANE << PROF_LANE_BITS);
    CU_ASSERT_EQUAL(prof_flow_enter(NULL, site_of(rt, ".cctor"), once), PROF_FLOW_STAYS);
    hit(rt, "NonePlain", once);
    prof_flow_ended(fact, first);
    prof_flow_threw(theory, second);
    shut_down(rt);
    ctr_file *file = fake_read(rt);
    static const expected rows[] = {{"Make", 0, CLRCOV_REGION_SHARED},
                                    {"NonePlain", 0, CLRCOV_REGION_SHARED},
                                    {"NoneSetUp", 2, CLRCOV_REGION_CLASS},
                                    {"WholeFact", 1, CLRCOV_REGION_TEST},
                                    {"WholeTheory", 2, CLRCOV_REGION_TEST}};
    expect_regions(rt, file, rows, sizeof rows / sizeof *rows);
    CU_ASSERT_EQUAL(file->tests->count, 2);
    CU_ASSERT_EQUAL(file->tests->tests[0].outcome, CLRCOV_OUTCOME_ENDED);
    CU_ASSERT_EQUAL(file->tests->tests[1].outcome, CLRCOV_OUTCOME_THREW);
    CU_ASSERT_EQUAL(file->tests->tests[1].begin.has_lane, 1);
    ctr_close(file);
    finish(rt);
}

/* Runs of one test have one lane. What it gets between them is of nobody alone. */
void test_flow_late(void) {
    fake_runtime *rt = ready();
    const prof_test_site *fact = site_of(rt, "WholeFact");
    uintptr_t lane = prof_flow_enter(NULL, fact, 0);
    prof_flow_ended(fact, lane);
    hit(rt, "Make", lane);
    CU_ASSERT_EQUAL(prof_flow_enter(NULL, fact, 0), lane);
    hit(rt, "WholeFact", lane);
    prof_flow_ended(fact, lane);
    const prof_test_site *open = site_of(rt, "OpenTask");
    uintptr_t other = prof_flow_enter(NULL, open, 0);
    prof_flow_returned(open, other);
    hit(rt, "OpenTask", other); /* it goes on */
    hit(rt, "NonePlain", lane);
    shut_down(rt);
    ctr_file *file = fake_read(rt);
    static const expected rows[] = {{"Make", 0, CLRCOV_REGION_SHARED},
                                    {"WholeFact", 2, CLRCOV_REGION_TEST},
                                    {"OpenTask", 3, CLRCOV_REGION_TEST},
                                    {"NonePlain", 0, CLRCOV_REGION_SHARED}};
    expect_regions(rt, file, rows, sizeof rows / sizeof *rows);
    ctr_close(file);
    finish(rt);
}

/* A process that is killed keeps what the work of a test did before the next test began or ended. */
void test_flow_killed(void) {
    fake_runtime *rt = ready();
    const prof_test_site *fact = site_of(rt, "WholeFact");
    const prof_test_site *open = site_of(rt, "OpenTask");
    uintptr_t other = prof_flow_enter(NULL, open, 0);
    prof_flow_returned(open, other);
    hit(rt, "OpenTask", other);
    uintptr_t lane = prof_flow_enter(NULL, fact, 0);
    hit(rt, "NonePlain", other);
    prof_flow_ended(fact, lane);
    hit(rt, "Make", other); /* nothing follows */
    ctr_file *file = fake_read(rt);
    static const expected rows[] = {{"OpenTask", 1, CLRCOV_REGION_TEST},
                                    {"NonePlain", 1, CLRCOV_REGION_TEST}};
    expect_regions(rt, file, rows, sizeof rows / sizeof *rows);
    ctr_close(file);
    shut_down(rt);
    finish(rt);
}

void test_flow_within(void) {
    fake_runtime *rt = ready();
    const prof_test_site *fact = site_of(rt, "WholeFact");
    const prof_test_site *local = site_of(rt, "WholeLocal");
    uintptr_t lane = prof_flow_enter(NULL, fact, 0);
    CU_ASSERT_EQUAL(prof_flow_enter(NULL, local, lane), PROF_FLOW_STAYS);
    CU_ASSERT_EQUAL(prof_flow_enter(NULL, site_of(rt, "NoneSetUp"), lane), PROF_FLOW_STAYS);
    prof_flow_ended(local, lane); /* it did not begin */
    hit(rt, "WholeFact", lane);
    shut_down(rt);
    ctr_file *file = fake_read(rt);
    static const expected rows[] = {{"WholeFact", 1, CLRCOV_REGION_TEST}};
    expect_regions(rt, file, rows, 1);
    CU_ASSERT_EQUAL(file->tests->count, 1);
    CU_ASSERT_EQUAL(file->tests->tests[0].end_ns, 0);
    ctr_close(file);
    finish(rt);
}

enum { RUNNERS = 4, ROUNDS = 200 };

typedef struct runner {
    const prof_test_site *site;
    uint8_t *home;
    uint64_t place;
    prof_id object;
} runner;

static void *run_tests(void *ctx) {
    const runner *r = ctx;
    for (int i = 0; i < ROUNDS; i++) {
        uintptr_t lane = prof_flow_enter(&r->object, r->site, 0);
        __atomic_store_n(r->home + lane + r->place, (uint8_t)1, __ATOMIC_RELAXED);
        __atomic_store_n(r->home + r->place, (uint8_t)1, __ATOMIC_RELAXED); /* on another thread */
        (i % 2 == 0 ? prof_flow_ended : prof_flow_threw)(r->site, lane);
    }
    return NULL;
}

/* Each run has what it hit, and nothing else. */
void test_flow_threads(void) {
    static const char *const tests[RUNNERS] = {"WholeFact", "WholeTheory", "WholeLocal",
                                               "WholeMsTest"};
    fake_runtime *rt = ready();
    pthread_t threads[RUNNERS];
    runner runners[RUNNERS];
    ctr_file *file = fake_read(rt);
    for (unsigned i = 0; i < RUNNERS; i++) {
        runners[i] = (runner){site_of(rt, tests[i]), state_of(rt)->flow.home,
                              place_in(rt, file, tests[i]), fake_class(1, (prof_id)i + 1)};
    }
    ctr_close(file);
    for (unsigned i = 0; i < RUNNERS; i++) {
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, run_tests, &runners[i]), 0);
    }
    for (unsigned i = 0; i < RUNNERS; i++) {
        CU_ASSERT_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    shut_down(rt);
    file = fake_read(rt);
    uint32_t own = 0;
    for (uint32_t i = 0; i < file->tests->region_count; i++) {
        const ctr_region *region = &file->tests->regions[i];
        if (region->last != CLRCOV_REGION_TEST) {
            CU_ASSERT_EQUAL(region->last, CLRCOV_REGION_SHARED);
            continue;
        }
        uint32_t token = file->tests->tests[region->alive[0] - 1].begin.token;
        for (unsigned k = 0; k < RUNNERS; k++) {
            bool is_own = token == MD_TOKEN(MD_METHODDEF, row_of(rt, tests[k]));
            CU_ASSERT_EQUAL(has_hit(rt, file, region, tests[k]), is_own);
        }
        own++;
    }
    CU_ASSERT_EQUAL(own, RUNNERS * ROUNDS);
    CU_ASSERT_EQUAL(file->tests->count, RUNNERS * ROUNDS);
    ctr_close(file);
    finish(rt);
}

/* Tests without a lane: what they hit belongs to every test, and a note says so. */
void test_flow_full(void) {
    fake_runtime *rt = ready();
    const prof_test_site *fact = site_of(rt, "WholeFact");
    const prof_test_site *local = site_of(rt, "WholeLocal");
    uint32_t room = state_of(rt)->flow.room;
    state_of(rt)->flow.room = PROF_FIRST_TEST_LANE + 1;
    uintptr_t first = prof_flow_enter(NULL, fact, 0);
    uintptr_t second = prof_flow_enter(NULL, local, 0);
    CU_ASSERT_EQUAL(second, (uintptr_t)PROF_ONCE_LANE << PROF_LANE_BITS);
    hit(rt, "WholeFact", first);
    hit(rt, "WholeLocal", second);
    prof_flow_ended(local, second);
    prof_flow_ended(fact, first);
    shut_down(rt);
    ctr_file *file = fake_read(rt);
    static const expected rows[] = {{"WholeFact", 1, CLRCOV_REGION_TEST},
                                    {"WholeLocal", 0, CLRCOV_REGION_SHARED}};
    expect_regions(rt, file, rows, 2);
    CU_ASSERT_EQUAL(file->note_count, 1);
    CU_ASSERT_EQUAL(file->tests->tests[1].outcome, CLRCOV_OUTCOME_ENDED);
    ctr_close(file);
    state_of(rt)->flow.room = room;
    finish(rt);
}
