/* Stress: what is instrumented although it is not in the report, against a fake runtime. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "profiler/fake_runtime.h"
#include "profiler/test_profiler.h"
#include "tests/tools/md_make.h"

enum { FLAT_FILE = PROF_MODULE_DISK | PROF_MODULE_FLAT_LAYOUT };

static const ses_settings framework = {.stress = SES_STRESS_FRAMEWORK};
static const ses_settings corelib = {.stress = SES_STRESS_CORELIB};

static void name(fake_runtime *rt, unsigned module, const char *path) {
    (void)snprintf(rt->modules[module].path, sizeof rt->modules[module].path, "%s", path);
}

/* Loads the module and compiles all of it; how many methods got a body. */
static unsigned run_all(fake_runtime *rt, unsigned module) {
    unsigned sum = 0;
    fake_loaded(rt, module);
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        fake_compile_begins(rt, fake_function(module, 0, row));
        fake_compile_ends(rt, fake_function(module, 0, row), PROF_S_OK);
        sum += rt->modules[module].sets[row];
    }
    return sum;
}

static unsigned bodies_in(const fake_runtime *rt, unsigned module) {
    unsigned count = 0;
    for (uint32_t row = 1; row <= rt->modules[module].rows; row++) {
        md_methoddef method;
        CU_ASSERT_EQUAL(md_get_methoddef(md_image_tables(rt->modules[module].image), row, &method),
                        CC_OK);
        count += method.rva != 0;
    }
    return count;
}

void test_stress_takes_all(void) {
    fake_runtime *rt = fake_new(&framework, NULL);
    for (unsigned i = 1; i <= 4; i++) {
        fake_put(rt, i, GOLDEN_DEBUG, FLAT_FILE);
    }
    name(rt, 1, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Linq.dll");
    name(rt, 2, "/nowhere/Shapes.dll");
    rt->modules[3].flags = PROF_MODULE_DYNAMIC;
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    /* Every method with a body, with visible points or not. */
    CU_ASSERT_EQUAL(run_all(rt, 1), bodies_in(rt, 1));
    CU_ASSERT_EQUAL(run_all(rt, 2), bodies_in(rt, 2));
    CU_ASSERT_EQUAL(run_all(rt, 3), 0);
    /* The user's own is measured as always, although the same bytes are there without symbols. */
    CU_ASSERT_EQUAL(run_all(rt, 4), fake_row_count(rt, 4));
    ctr_file *counters = fake_read(rt);
    static const ctr_reason expected[] = {CTR_REASON_FRAMEWORK, CTR_REASON_NO_PDB,
                                          CTR_REASON_DYNAMIC, CTR_MEASURED};
    /* Two framework or unknown assemblies of the same bytes are one image. */
    CU_ASSERT_EQUAL_FATAL(counters->module_count, 3);
    CU_ASSERT_EQUAL(counters->modules[0].reason, expected[0]);
    CU_ASSERT_EQUAL(counters->modules[1].reason, expected[2]);
    CU_ASSERT_EQUAL(counters->modules[2].reason, expected[3]);
    unsigned at_blocks = 0;
    for (uint32_t i = 0; i < counters->method_count; i++) {
        bool is_measured = counters->methods[i].record.module_id == 2;
        CU_ASSERT_NOT_EQUAL(counters->methods[i].record.plan_blocks, is_measured);
        at_blocks += counters->methods[i].record.plan_blocks;
    }
    CU_ASSERT_EQUAL(at_blocks, bodies_in(rt, 1));
    ctr_close(counters);
    fake_free(rt);
}

void test_stress_leaves_out(void) {
    const struct {
        const ses_settings *settings;
        const char *filter;
    } rows[] = {
        {NULL, ""},
        {&framework, "exclude test assembly:Shapes\n"},
        {&framework, "include test assembly:Other\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        fake_runtime *rt = fake_new(rows[i].settings, rows[i].filter);
        fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
        name(rt, 1, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Linq.dll");
        CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
        CU_ASSERT_EQUAL(run_all(rt, 1), 0);
        ctr_file *counters = fake_read(rt);
        CU_ASSERT_EQUAL_FATAL(counters->module_count, 1);
        CU_ASSERT_EQUAL(counters->modules[0].reason, CTR_REASON_FRAMEWORK);
        ctr_close(counters);
        fake_free(rt);
    }
}

void test_stress_refuses_precompiled(void) {
    fake_runtime *rt = fake_new(&framework, NULL);
    fake_put(rt, 1, GOLDEN_DEBUG, FLAT_FILE);
    fake_map(rt, 1);
    name(rt, 1, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Linq.dll");
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    fake_loaded(rt, 1);
    CU_ASSERT_EQUAL(rt->events, 0x20024);
    CU_ASSERT_FALSE(fake_uses_cached(rt, fake_function(1, 0, 1)));
    fake_free(rt);
}

/* --- System.Private.CoreLib ------------------------------------------------------------------- */

/* strings: offsets as in the rows below */
static const char strings[] = "\0System.Private.CoreLib\0System.Threading\0Interlocked\0Other\0"
                              "Increment\0Add\0<Module>\0System\0SZArrayHelper";
enum { AT_CORELIB = 1, AT_SPACE = 24, AT_INTERLOCKED = 41, AT_OTHER = 53, AT_INCREMENT = 59 };
enum { AT_ADD = 69, AT_MODULE = 73, AT_SYSTEM = 82, AT_ARRAY_HELPER = 89 };
/* blobs: int64(int64&), int32(int32&) */
static const uint8_t blobs[] = {0, 5, 0, 1, 0x0A, 0x10, 0x0A, 5, 0, 1, 0x08, 0x10, 0x08, 0, 0, 0};
enum { SIG_LONG = 1, SIG_INT = 7 };

static void put_type(cc_buf *out, uint16_t at_name, uint16_t at_space, uint16_t first_method) {
    cc_buf_u32(out, 0);
    cc_buf_u16(out, at_name);
    cc_buf_u16(out, at_space);
    cc_buf_u16(out, 0);
    cc_buf_u16(out, 1);
    cc_buf_u16(out, first_method);
}

static void put_method(cc_buf *out, uint32_t rva, uint16_t at_name, uint16_t signature) {
    cc_buf_u32(out, rva);
    cc_buf_u16(out, 0);
    cc_buf_u16(out, 0x10); /* static */
    cc_buf_u16(out, at_name);
    cc_buf_u16(out, signature);
    cc_buf_u16(out, 1);
}

/* System.SZArrayHelper in place of Other. */
static bool has_array_helper;

/* Interlocked with Add, Increment(ref int), Increment(ref long), and Other with a method. */
static void make_metadata_of_corelib(cc_buf *root, uint32_t rva) {
    static const uint8_t module[] = {0, 0, AT_MODULE, 0, 1, 0, 0, 0, 0, 0};
    static const uint8_t guid[16] = {7};
    static const uint8_t assembly[22] = {[18] = AT_CORELIB};
    cc_buf types = {0};
    cc_buf methods = {0};
    put_type(&types, AT_MODULE, 0, 1);
    put_type(&types, AT_INTERLOCKED, AT_SPACE, 1);
    put_type(&types, has_array_helper ? AT_ARRAY_HELPER : AT_OTHER,
             has_array_helper ? AT_SYSTEM : AT_SPACE, 4);
    put_method(&methods, rva, AT_ADD, SIG_LONG);
    put_method(&methods, rva, AT_INCREMENT, SIG_INT);
    put_method(&methods, rva, AT_INCREMENT, SIG_LONG);
    put_method(&methods, rva, AT_INCREMENT, SIG_LONG);
    make_metadata made = {
        .tables = {{MD_MODULE, 1, cc_span_of(module, sizeof module)},
                   {MD_TYPEDEF, 3, cc_buf_span(&types)},
                   {MD_METHODDEF, 4, cc_buf_span(&methods)},
                   {MD_ASSEMBLY, 1, cc_span_of(assembly, sizeof assembly)}},
        .strings = cc_span_of(strings, sizeof strings),
        .blobs = cc_span_of(blobs, sizeof blobs),
        .guids = cc_span_of(guid, sizeof guid),
    };
    cc_buf_clear(root);
    make_root(root, &made);
    cc_buf_free(&types);
    cc_buf_free(&methods);
}

static void put_corelib(fake_runtime *rt, unsigned index) {
    static const uint8_t body[] = {0x0A, 0x16, 0x2A, 0}; /* short header; ldc.i4.0, ret */
    cc_buf root = {0};
    cc_buf image = {0};
    make_metadata_of_corelib(&root, 0);
    make_metadata_of_corelib(&root, make_debug_rva(cc_buf_span(&root)));
    make_pe pe = {.layout = MD_LAYOUT_FLAT, .debug = cc_span_of(body, sizeof body)};
    make_image(&image, &pe, cc_buf_span(&root));
    char *path = cc_path_join(rt->arena, rt->temp, "made.dll");
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_buf_span(&image), 0600), CC_OK);
    fake_put(rt, index, path, FLAT_FILE);
    name(rt, index, "/d/shared/Microsoft.NETCore.App/10.0.12/System.Private.CoreLib.dll");
    cc_buf_free(&root);
    cc_buf_free(&image);
}

static unsigned run_corelib(const ses_settings *settings, uint32_t *token) {
    fake_runtime *rt = fake_new(settings, NULL);
    put_corelib(rt, 1);
    CU_ASSERT_EQUAL_FATAL(fake_start(rt), PROF_S_OK);
    unsigned count = run_all(rt, 1);
    const prof_image *image = fake_image(rt, 1);
    *token = image != NULL ? image->probe.token : 0;
    ctr_file *counters = fake_read(rt);
    bool is_exact = settings->hits == CTR_HITS_EXACT && settings->probe != SES_PROBE_CALL;
    /* what is left alone has a record of why */
    CU_ASSERT_EQUAL(counters->method_count, is_exact || has_array_helper ? 4 : count);
    ctr_close(counters);
    fake_free(rt);
    return count;
}

void test_stress_corelib(void) {
    ses_settings exact = {.stress = SES_STRESS_CORELIB, .hits = CTR_HITS_EXACT};
    ses_settings called = exact;
    called.probe = SES_PROBE_CALL;
    uint32_t token = 0;
    CU_ASSERT_EQUAL(run_corelib(&framework, &token), 0);
    CU_ASSERT_EQUAL(run_corelib(&corelib, &token), 4);
    /* Probes of exact counts call Increment(ref long), by its own token; Interlocked is left alone,
     * with a record of why. */
    CU_ASSERT_EQUAL(run_corelib(&exact, &token), 1);
    CU_ASSERT_EQUAL(token, 0x06000003);
    CU_ASSERT_EQUAL(run_corelib(&called, &token), 4);
    /* The JIT knows the code of SZArrayHelper. */
    has_array_helper = true;
    CU_ASSERT_EQUAL(run_corelib(&corelib, &token), 3);
    has_array_helper = false;
}
