/* What runs the tests of a test program; see mod_runner.h. */
#include "coverage/module/mod_runner.h"

#include "base/cc_file.h"
#include "metadata/md.h"
#include "method/mth.h"

/* Main of a test program, and what Main calls, come from the packages of the framework. */
static const struct {
    const char *type, *member;
    mod_runner runner;
} callees[] = {
    {"Xunit.Runner.InProc.SystemConsole.ConsoleRunner", "Run", MOD_RUNNER_XUNIT},
    {"Xunit.MicrosoftTestingPlatform.TestPlatformTestFramework", "RunAsync", MOD_RUNNER_XUNIT},
    {"Xunit.Runner.InProc.SystemConsole.TestingPlatform.TestPlatformTestFramework", "RunAsync",
     MOD_RUNNER_XUNIT},
    {"TUnit.Engine.Framework.TestingPlatformBuilderHook", "AddExtensions", MOD_RUNNER_TUNIT},
    {"NUnit.VisualStudio.TestAdapter.TestingPlatformAdapter.TestingPlatformBuilderHook",
     "AddExtensions", MOD_RUNNER_PLATFORM},
    {"Microsoft.VisualStudio.TestTools.UnitTesting.TestingPlatformBuilderHook", "AddExtensions",
     MOD_RUNNER_PLATFORM},
};

static mod_runner runner_of(const md_tables *tables) {
    for (size_t i = 0; i < sizeof callees / sizeof *callees; i++) {
        if (md_refers_to(tables, callees[i].type, callees[i].member)) {
            return callees[i].runner;
        }
    }
    return mth_test_framework(tables) != NULL ? MOD_RUNNER_OTHER : MOD_RUNNER_NONE;
}

mod_runner mod_find_runner(const char *path, cc_arena *arena) {
    cc_mapped_file file;
    md_image *image = NULL;
    mod_runner runner = MOD_RUNNER_NONE;
    if (cc_file_map(&file, path, false) != CC_OK) {
        return runner;
    }
    if (md_image_open(&image, file.bytes, MD_LAYOUT_FLAT, arena) == CC_OK) {
        runner = runner_of(md_image_tables(image));
    }
    cc_file_unmap(&file);
    return runner;
}
