/* Variables that make test runners serial; see cmd_serial.h.
 *
 *   VSTest                      reads VSTestCLIRunSettings as a property of MSBuild, as if its items
 *                               were given after `--`
 *   Microsoft.Testing.Platform  takes options of the test program, which differ between frameworks;
 *                               MSBuild gives it those that a .targets file adds to RunArguments.
 *                               xunit takes `-parallel` in all its modes, as `dotnet run` has another
 *   TUnit                       reads a variable of its own */
#include "cli/run/cmd_serial.h"

#include <string.h>

#include "base/cc_file.h"
#include "base/cc_proc.h"

enum { FILE_MODE = 0600 };

#define SERIAL "RunConfiguration.DisableParallelization=true"

static const char run_settings[] = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                                   "<RunSettings>\n"
                                   "  <RunConfiguration>\n"
                                   "    <DisableParallelization>true</DisableParallelization>\n"
                                   "  </RunConfiguration>\n"
                                   "</RunSettings>\n";

/* A program of Microsoft.Testing.Platform starts no test with an option that it does not know, so
 * the package of the project decides. */
static const char targets[] =
    "<Project>\n"
    "  <Import Project=\"$(ClrcovOtherTargets)\" Condition=\"Exists('$(ClrcovOtherTargets)')\" />\n"
    "  <Target Name=\"ClrcovSerial\" AfterTargets=\"ComputeRunArguments\"\n"
    "          Condition=\"'$(IsTestingPlatformApplication)' == 'true'\">\n"
    "    <ItemGroup>\n"
    "      <ClrcovXunit Include=\"@(PackageReference)\"\n"
    "                   "
    "Condition=\"$([System.String]::new('%(Identity)').StartsWith('xunit.v3'))\" "
    "/>\n"
    "      <ClrcovBridged Include=\"@(PackageReference)\"\n"
    "                     Condition=\"'%(Identity)' == 'NUnit' Or '%(Identity)' == 'MSTest' Or "
    "'%(Identity)' == 'MSTest.TestFramework'\" />\n"
    "    </ItemGroup>\n"
    "    <PropertyGroup Condition=\"'@(ClrcovXunit)' != ''\">\n"
    "      <RunArguments>$(RunArguments) $(ClrcovSerialXunit)</RunArguments>\n"
    "    </PropertyGroup>\n"
    "    <PropertyGroup Condition=\"'@(ClrcovXunit)' == '' And '@(ClrcovBridged)' != ''\">\n"
    "      <RunArguments>$(RunArguments) $(ClrcovSerialSettings)</RunArguments>\n"
    "    </PropertyGroup>\n"
    "  </Target>\n"
    "</Project>\n";

static cc_err write_file(const char *dir, const char *name, const char *text, cc_arena *arena,
                         const char **path) {
    *path = cc_arena_printf(arena, "%s/%s", dir, name);
    return cc_file_write(*path, cc_span_of(text, strlen(text)), FILE_MODE);
}

bool cmd_has_word(char *const *words, size_t count, const char *name) {
    size_t len = strlen(name);
    for (size_t i = 0; i < count; i++) {
        bool is_one = strncmp(words[i], name, len) == 0;
        if (is_one && (words[i][len] == '\0' || strchr("=:", words[i][len]) != NULL)) {
            return true;
        }
    }
    return false;
}

static void add(cmd_variables *to, const char *name, const char *value, bool is_default) {
    to->items[to->count++] = (cmd_variable){name, value, is_default};
}

/* A value of the user comes first: later items override earlier ones. */
static void add_vstest(cmd_variables *to, cc_arena *arena) {
    const char *own = cc_proc_variable("VSTestCLIRunSettings");
    const char *value = own == NULL ? SERIAL : cc_arena_printf(arena, "%s;" SERIAL, own);
    add(to, "VSTestCLIRunSettings", value, false);
}

static cc_err add_testing_platform(cmd_variables *to, const char *dir, char *const *command,
                                   size_t count, cc_arena *arena) {
    const char *settings = NULL;
    const char *file = NULL;
    const char *own = cc_proc_variable("CustomAfterMicrosoftCommonTargets");
    CC_TRY(write_file(dir, "serial.runsettings", run_settings, arena, &settings));
    CC_TRY(write_file(dir, "serial.targets", targets, arena, &file));
    add(to, "CustomAfterMicrosoftCommonTargets", file, false);
    if (own != NULL) {
        add(to, "ClrcovOtherTargets", own, false);
    }
    bool has_parallel =
        cmd_has_word(command, count, "--parallel") || cmd_has_word(command, count, "-parallel");
    if (!has_parallel) {
        add(to, "ClrcovSerialXunit", "-parallel none", false);
    }
    if (!cmd_has_word(command, count, "--settings")) {
        add(to, "ClrcovSerialSettings", cc_arena_printf(arena, "--settings \"%s\"", settings),
            false);
    }
    return CC_OK;
}

cc_err cmd_make_serial(cmd_variables *out, const char *session_dir, char *const *command,
                       size_t count, cc_arena *arena) {
    enum { MOST = 8 };
    *out = (cmd_variables){CC_NEW_ARRAY(arena, cmd_variable, MOST), 0};
    add_vstest(out, arena);
    add(out, "TUNIT_MAX_PARALLEL_TESTS", "1", false);
    return add_testing_platform(out, session_dir, command, count, arena);
}
