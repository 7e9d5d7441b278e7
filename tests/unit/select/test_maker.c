/* Who made an assembly, and which assemblies are test tools. */
#include "select/sel_maker.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/cc_file.h"
#include "test_select.h"

/* Packages bring files from folders, projects make files without one. */
void test_packages(void) {
    static const char deps[] =
        "{\"targets\":{\"x\":{\"Pack/1.0\":{\"runtime\":{\"lib/net8.0/Pack.dll\":{}}},"
        "\"Mine/1.0\":{\"runtime\":{\"Mine.dll\":{}}},\"Ref/1.0\":{\"runtime\":{\"Ref.dll\":{}}}}},"
        "\"libraries\":{\"Pack/1.0\":{\"type\":\"package\"},\"Ref/1.0\":{\"type\": \"reference\"},"
        "\"Mine/1.0\": {\n \"type\": \"project\"}}}";
    char dir[] = "/tmp/clrcov-test-XXXXXX";
    char path[96];
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    (void)snprintf(path, sizeof path, "%s/App.deps.json", dir);
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of(deps, sizeof deps - 1), 0600), CC_OK);
    static const struct {
        const char *name;
        sel_maker maker;
    } files[] = {{"Pack.dll", SEL_MAKER_PACKAGE},
                 {"Mine.dll", SEL_MAKER_PROJECT},
                 {"Other.dll", SEL_MAKER_UNKNOWN},
                 {"Ref.dll", SEL_MAKER_UNKNOWN},
                 {"Some.TestAdapter.dll", SEL_MAKER_PACKAGE},
                 {"xunit.runner.visualstudio.testadapter.dll", SEL_MAKER_PACKAGE},
                 {".testadapter.dll", SEL_MAKER_UNKNOWN}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", dir, files[i].name);
        CU_ASSERT_EQUAL(sel_find_maker(cc_strz(path), arena), files[i].maker);
    }
    CU_ASSERT_EQUAL(sel_find_maker(CC_STR(""), arena), SEL_MAKER_UNKNOWN);
    CU_ASSERT_EQUAL(sel_find_maker(CC_STR("Pack.dll"), arena), SEL_MAKER_UNKNOWN);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

static bool is_tool(const char *dir, const char *name) {
    char path[96];
    cc_arena *arena = cc_arena_new();
    (void)snprintf(path, sizeof path, "%s/%s.dll", dir, name);
    bool is_it = sel_is_test_tool(cc_strz(name), cc_strz(path), arena);
    cc_arena_free(arena);
    return is_it;
}

/* A project makes its own build of a test tool; other packages are not test tools. */
void test_tools(void) {
    static const char deps[] =
        "{\"targets\":{\"x\":{\"xunit.core/2.9.3\":{\"runtime\":{\"lib/net8.0/"
        "xunit.core.dll\":{}}},"
        "\"T/1\":{\"runtime\":{\"lib/x/testhost.dll\":{},\"lib/x/"
        "Microsoft.TestPlatform.X.dll\":{}}},"
        "\"Pack/1\":{\"runtime\":{\"lib/x/Pack.dll\":{},\"lib/x/testhosts.dll\":{}}},"
        "\"xunit.assert/1\":{\"runtime\":{\"xunit.assert.dll\":{}}}}},"
        "\"libraries\":{\"xunit.assert/1\": {\"type\": \"project\"}}}";
    char dir[] = "/tmp/clrcov-test-XXXXXX";
    char path[96];
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(dir));
    (void)snprintf(path, sizeof path, "%s/App.deps.json", dir);
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of(deps, sizeof deps - 1), 0600), CC_OK);
    CU_ASSERT_TRUE(is_tool(dir, "xunit.core"));
    CU_ASSERT_TRUE(is_tool(dir, "testhost"));
    CU_ASSERT_TRUE(is_tool(dir, "Microsoft.TestPlatform.X"));
    CU_ASSERT_FALSE(is_tool(dir, "xunit.assert"));
    CU_ASSERT_FALSE(is_tool(dir, "Pack"));
    CU_ASSERT_FALSE(is_tool(dir, "testhosts"));
    CU_ASSERT_FALSE(is_tool(dir, "xunit.execution.dotnet"));
    CU_ASSERT_FALSE(is_tool("/nowhere", "testhost"));
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
}
