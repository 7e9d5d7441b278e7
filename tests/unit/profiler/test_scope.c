/* Which modules are in scope, and reading what may go away. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "profiler/fake_runtime.h"
#include "profiler/prof_read.h"
#include "profiler/prof_scope.h"
#include "profiler/test_profiler.h"

static bool is_framework(const char *path, const char *corelib_dir) {
    return prof_is_framework_path(cc_strz(path), cc_strz(corelib_dir));
}

void test_scope_framework_paths(void) {
    const char *shared = "/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12";
    CU_ASSERT_TRUE(is_framework("/d/shared/Microsoft.NETCore.App/10.0.12/System.Linq.dll", ""));
    CU_ASSERT_TRUE(is_framework("/d/shared/Microsoft.AspNetCore.App/9.0.1/X.dll", shared));
    CU_ASSERT_TRUE(is_framework("/app/System.Private.CoreLib.dll", "/app"));
    CU_ASSERT_TRUE(is_framework("System.Private.CoreLib.dll", ""));
    CU_ASSERT_FALSE(is_framework("/app/App.dll", shared));
    CU_ASSERT_FALSE(is_framework("/app/App.dll", "/app")); /* self-contained: one folder for all */
    CU_ASSERT_FALSE(is_framework("/home/u/shared/Microsoft.Thing/App.dll", shared));
    CU_ASSERT_FALSE(is_framework("/home/u/shared/Microsoft.Thing/bin/App.dll", shared));
    CU_ASSERT_FALSE(is_framework("/home/u/shared/Mine/1.0/App.dll", shared));
    CU_ASSERT_FALSE(is_framework("App.dll", shared));
    CU_ASSERT_FALSE(is_framework("", ""));
    CU_ASSERT_FALSE(prof_is_shared_dir(CC_STR("")));
    CU_ASSERT_TRUE(prof_is_shared_dir(cc_strz(shared)));
}

void test_scope_framework_keys(void) {
    static const uint8_t neutral[16] = {[8] = 4};
    uint8_t key[160] = {0};
    static const uint8_t part[16] = {0x07, 0xD1, 0xFA, 0x57, 0xC4, 0xAE, 0xD9, 0xF0,
                                     0xA3, 0x2E, 0x84, 0xAA, 0x0F, 0xAE, 0xFD, 0x0D};
    memcpy(key + 32, part, sizeof part);
    CU_ASSERT_TRUE(prof_is_framework_key(cc_span_of(neutral, sizeof neutral)));
    CU_ASSERT_TRUE(prof_is_framework_key(cc_span_of(key, sizeof key)));
    CU_ASSERT_FALSE(prof_is_framework_key(cc_span_of(key, sizeof key - 1)));
    CU_ASSERT_FALSE(prof_is_framework_key((cc_span){NULL, 0}));
    key[32] ^= 1;
    CU_ASSERT_FALSE(prof_is_framework_key(cc_span_of(key, sizeof key)));
}

typedef struct decision {
    ctr_reason reason;
    bool is_embedded;
    size_t pdb_size;
} decision;

static decision decide(const char *file, const prof_candidate *candidate, const char *filter) {
    cc_arena *arena = cc_arena_new();
    cc_mapped_file mapped;
    md_image *image = NULL;
    sel_list list;
    ctr_module_record record = {0};
    prof_pdb_source pdb = {0};
    sel_init(&list, arena, NULL);
    CU_ASSERT_EQUAL(sel_parse(&list, cc_strz(filter)), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&mapped, file, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, mapped.bytes, MD_LAYOUT_FLAT, arena), CC_OK);
    CU_ASSERT_EQUAL(prof_scope_decide(candidate, image, &list, arena, &record, &pdb), CC_OK);
    CU_ASSERT(cc_str_eqz(record.name, "Shapes"));
    bool is_told = cc_str_starts(record.detail, "rule exclude assembly:Sha* (cli)") ||
                   cc_str_starts(record.detail, "no include rule for assemblies");
    CU_ASSERT(record.reason != CTR_REASON_FILTER || is_told);
    decision made = {record.reason, pdb.is_embedded, pdb.bytes.len};
    cc_buf_free(&pdb.bytes);
    cc_file_unmap(&mapped);
    cc_arena_free(arena);
    return made;
}

void test_scope_decides(void) {
    prof_candidate beside = {.path = CC_STR(GOLDEN_DEBUG)};
    prof_candidate alone = {.path = CC_STR("/nowhere/Shapes.dll")};
    prof_candidate in_memory = {.path = CC_STR(""), .is_in_memory = true};
    prof_candidate bundled = {.path = CC_STR("Shapes.dll"),
                              .bundle_dir = CC_STR("golden/metadata/debug")};
    decision got = decide(GOLDEN_DEBUG, &beside, "");
    CU_ASSERT(got.reason == CTR_MEASURED && !got.is_embedded && got.pdb_size > 0);
    got = decide(GOLDEN_DEBUG, &bundled, "");
    CU_ASSERT(got.reason == CTR_MEASURED && got.pdb_size > 0);
    CU_ASSERT_EQUAL(decide(GOLDEN_DEBUG, &alone, "").reason, CTR_REASON_NO_PDB);
    CU_ASSERT_EQUAL(decide(GOLDEN_DEBUG, &in_memory, "").reason, CTR_REASON_IN_MEMORY_NO_SYMBOLS);
    got = decide(GOLDEN_RELEASE, &in_memory, "");
    CU_ASSERT(got.reason == CTR_MEASURED && got.is_embedded && got.pdb_size == 0);
    CU_ASSERT_EQUAL(decide(GOLDEN_DEBUG, &beside, "exclude cli assembly:Sha*\n").reason,
                    CTR_REASON_FILTER);
    CU_ASSERT_EQUAL(decide(GOLDEN_DEBUG, &beside, "include cli assembly:Other\n").reason,
                    CTR_REASON_FILTER);
    got = decide(GOLDEN_DEBUG, &beside, "include cli assembly:shapes\n");
    CU_ASSERT_EQUAL(got.reason, CTR_MEASURED);
    /* The image of one build, in a folder without its PDB. */
    prof_candidate elsewhere = {.path = CC_STR(GOLDEN_RELEASE)};
    CU_ASSERT_EQUAL(decide(GOLDEN_DEBUG, &elsewhere, "").reason, CTR_REASON_NO_PDB);
}

static bool is_stressed(ses_stress stress, const char *assembly, ctr_reason reason,
                        const char *filter) {
    cc_arena *arena = cc_arena_new();
    cc_mapped_file mapped;
    md_image *image = NULL;
    sel_list list;
    ctr_module_record record = {.name = cc_strz(assembly), .reason = reason};
    sel_init(&list, arena, NULL);
    CU_ASSERT_EQUAL(sel_parse(&list, cc_strz(filter)), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&mapped, GOLDEN_DEBUG, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, mapped.bytes, MD_LAYOUT_FLAT, arena), CC_OK);
    bool answer = prof_is_stressed(stress, image, &list, &record);
    cc_file_unmap(&mapped);
    cc_arena_free(arena);
    return answer;
}

void test_scope_stressed(void) {
    static const char *const corelib = "System.Private.CoreLib";
    for (unsigned reason = 0; reason < CTR_REASON_COUNT; reason++) {
        bool expected = reason == CTR_REASON_FRAMEWORK || reason == CTR_REASON_NO_PDB ||
                        reason == CTR_REASON_PDB_MISMATCH ||
                        reason == CTR_REASON_IN_MEMORY_NO_SYMBOLS;
        ctr_reason r = (ctr_reason)reason;
        CU_ASSERT_EQUAL(is_stressed(SES_STRESS_FRAMEWORK, "A", r, ""), expected);
        CU_ASSERT_EQUAL(is_stressed(SES_STRESS_CORELIB, corelib, r, ""), expected);
        CU_ASSERT_FALSE(is_stressed(SES_STRESS_NONE, "A", r, ""));
        CU_ASSERT_FALSE(is_stressed(SES_STRESS_FRAMEWORK, corelib, r, ""));
    }
    const char *filter = "exclude cli assembly:Sys*\n";
    CU_ASSERT_FALSE(is_stressed(SES_STRESS_FRAMEWORK, "System.Linq", CTR_REASON_FRAMEWORK, filter));
    CU_ASSERT_TRUE(is_stressed(SES_STRESS_FRAMEWORK, "Other", CTR_REASON_FRAMEWORK, filter));
    /* By its path alone: what it holds is not looked at. */
    prof_candidate candidate = {.path = CC_STR(GOLDEN_DEBUG), .is_framework = true};
    decision got = decide(GOLDEN_DEBUG, &candidate, "exclude cli assembly:Sha*\n");
    CU_ASSERT(got.reason == CTR_REASON_FRAMEWORK && got.pdb_size == 0);
}

/* Makes `dir`/Shapes.pdb of the bytes; what is decided about an image beside it. */
static ctr_reason decide_beside(const char *dir, cc_span pdb) {
    char path[256];
    (void)snprintf(path, sizeof path, "%s/Shapes.pdb", dir);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, pdb, 0600), CC_OK);
    (void)snprintf(path, sizeof path, "%s/Shapes.dll", dir);
    prof_candidate candidate = {.path = cc_strz(path)};
    return decide(GOLDEN_DEBUG, &candidate, "").reason;
}

void test_scope_wrong_pdb(void) {
    static const char windows[] = "Microsoft C/C++ MSF 7.00\r\n\x1A";
    char dir[] = "/tmp/clrcov-scope-XXXXXX";
    cc_arena *arena = cc_arena_new();
    cc_mapped_file pdb;
    cc_mapped_file dll;
    md_image *image = NULL;
    md_debug_info info;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&pdb, "golden/metadata/debug/Shapes.pdb", false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&dll, GOLDEN_DEBUG, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&image, dll.bytes, MD_LAYOUT_FLAT, arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_debug_info(image, &info), CC_OK);
    CU_ASSERT_EQUAL(decide_beside(dir, pdb.bytes), CTR_MEASURED);
    cc_buf other = {0};
    cc_buf_span_put(&other, pdb.bytes);
    uint8_t *id = memmem(other.data, other.len, info.pdb_id, sizeof info.pdb_id);
    CU_ASSERT_PTR_NOT_NULL_FATAL(id);
    id[0] ^= 1;
    CU_ASSERT_EQUAL(decide_beside(dir, cc_buf_span(&other)), CTR_REASON_PDB_MISMATCH);
    CU_ASSERT_EQUAL(decide_beside(dir, cc_span_of(windows, sizeof windows)), CTR_REASON_NO_PDB);
    CU_ASSERT_EQUAL(decide_beside(dir, cc_span_of("BSJB", 4)), CTR_REASON_NO_PDB);
    CU_ASSERT_EQUAL(decide_beside(dir, cc_span_of("", 0)), CTR_REASON_NO_PDB);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_buf_free(&other);
    cc_file_unmap(&pdb);
    cc_file_unmap(&dll);
    cc_arena_free(arena);
}

void test_read_file(void) {
    cc_buf out = {0};
    CU_ASSERT_EQUAL(prof_read_file("golden/no-such-file", 100, &out), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(prof_read_file("golden", 100, &out), CC_E_IO);
    CU_ASSERT_EQUAL(prof_read_file("/dev/zero", 100, &out), CC_E_IO);
    CU_ASSERT_EQUAL(prof_read_file(GOLDEN_DEBUG, 100, &out), CC_E_LIMIT);
    CU_ASSERT_EQUAL(out.len, 0);
    cc_mapped_file mapped;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&mapped, GOLDEN_DEBUG, false), CC_OK);
    CU_ASSERT_EQUAL(prof_read_file(GOLDEN_DEBUG, 1 << 20, &out), CC_OK);
    CU_ASSERT_TRUE(cc_span_eq(cc_buf_span(&out), mapped.bytes));
    cc_file_unmap(&mapped);
    cc_buf_free(&out);
}

void test_read_memory(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    uint8_t *base = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, flags, -1, 0);
    CU_ASSERT_FATAL(base != MAP_FAILED);
    memset(base, 7, 3 * page);
    CU_ASSERT_EQUAL(mprotect(base + page, page, PROT_NONE), 0);
    cc_buf out = {0};
    size_t readable = 0;
    CU_ASSERT_EQUAL(prof_read_memory(base + 5, 3 * page - 5, &out, &readable), CC_OK);
    CU_ASSERT_EQUAL(out.len, 3 * page - 5);
    CU_ASSERT_EQUAL(readable, page - 5);
    CU_ASSERT(out.data[0] == 7 && out.data[page - 6] == 7 && out.data[page - 5] == 0);
    CU_ASSERT(out.data[2 * page - 6] == 0 && out.data[2 * page - 5] == 7);
    CU_ASSERT(out.data[3 * page - 6] == 7);
    cc_buf_clear(&out);
    CU_ASSERT_EQUAL(prof_read_memory(base, 10, &out, &readable), CC_OK);
    CU_ASSERT(out.len == 10 && readable == 10);
    cc_buf_free(&out);
    (void)munmap(base, 3 * page);
}
