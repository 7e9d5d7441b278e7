/* What is looked at before a command starts: collectors, environment, places. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "cli/core/cmd_paths.h"
#include "cli/load/cmd_library.h"
#include "cli/load/cmd_loading.h"
#include "cli/project/cmd_collect.h"
#include "clrcov/version.h"

enum { MAX_WORDS = 6 };

typedef struct command_line {
    const char *words[MAX_WORDS];
} command_line;

static cc_err check(const command_line *line) {
    char *argv[MAX_WORDS];
    size_t count = 0;
    while (count < MAX_WORDS && line->words[count] != NULL) {
        argv[count] = cc_arena_strdup(cli_arena, cc_strz(line->words[count]));
        count++;
    }
    return cmd_check_collectors(argv, count);
}

void test_collectors_refused(void) {
    static const command_line lines[] = {
        {{"dotnet", "test", "--collect", "XPlat Code Coverage"}},
        {{"dotnet", "test", "--collect:xplat code coverage"}},
        {{"dotnet", "test", "--collect=XPlat Code Coverage;Format=json"}},
        {{"dotnet", "test", "--collect", "Code Coverage"}},
        {{"dotnet", "test", "-collect:Code Coverage"}},
        {{"dotnet", "vstest", "a.dll", "/collect:Code Coverage;Format=Cobertura"}},
        {{"dotnet", "test", "/p:CollectCoverage=true"}},
        {{"dotnet", "test", "-p", "CollectCoverage=True"}},
        {{"dotnet", "test", "--property:A=1;CollectCoverage=true"}},
        {{"dotnet", "test", "-p:VSTestCollect=Code Coverage"}},
        {{"dotnet", "test", "-p:VSTestCollect=XPlat Code Coverage%3BFormat=opencover"}},
        {{"dotnet", "test", "-p:VSTestCollect=blame;Code Coverage"}},
        {{"dotnet", "test", "-p:A=1;VSTestCollect=\"blame%3bX=y;Code%20Coverage\";B=2"}},
        {{"sh", "-c", "cd x && dotnet test --collect 'XPlat Code Coverage'"}},
        {{"/bin/bash", "-ec", "dotnet test --collect:\"Code Coverage;Format=xml\";true"}},
        {{"env", "A=B", "sh", "-c", "dotnet test --collect XPlat\\ Code\\ Coverage|cat"}},
        {{"sh", "-c", "CollectCoverage=true dotnet test"}},
        {{"bash", "-e", "-o", "pipefail", "-c", "dotnet test /p:CollectCoverage=true"}},
        {{"pwsh", "-NoLogo", "-Command", "dotnet test --collect 'Code Coverage'"}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CU_ASSERT_EQUAL(check(&lines[i]), CC_E_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "remove it"));
    }
}

void test_collectors_allowed(void) {
    static const command_line lines[] = {
        {{"dotnet", "test"}},
        {{"dotnet", "test", "--collect", "blame"}},
        {{"dotnet", "test", "-p:VSTestCollect=blame%3BCode Coverage"}},
        {{"dotnet", "test", "-p:VSTestCollect=\"blame\";Name=A;Code Coverage"}},
        {{"dotnet", "test", "--collect"}},
        {{"dotnet", "test", "/p:CollectCoverage=false"}},
        {{"dotnet", "test", "--collector:Code Coverage"}},
        {{"dotnet", "test", "-s"}},
        {{"dotnet", "run", "--", "Code Coverage"}},
        {{"dotnet", "test", "--settings", "no-such-file"}},
        {{"sh", "-c", "echo 'dotnet test --collect XPlat Code Coverage'"}},
        {{"sh", "-c"}},
        {{"sh", "script.sh", "-c"}},
        {{"sh", "/a/script.sh", "dotnet test --collect 'Code Coverage'"}},
        {{"pwsh", "-c"}},
        {{"sh", "-c", "dotnet test --collect blame; echo \"Code Coverage"}},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        CU_ASSERT_EQUAL(check(&lines[i]), CC_OK);
    }
    setenv("CollectCoverage", "true", 1); /* switched off where a test run reads it */
    CU_ASSERT_EQUAL(check(&(command_line){{"./app"}}), CC_OK);
    CU_ASSERT_EQUAL(check(&(command_line){{"dotnet", "test", "-p:CollectCoverage=false"}}), CC_OK);
    unsetenv("CollectCoverage");
}

/* The words that are left, and the switches that were not. */
static void check_left(const command_line *line, const char *left, const char *switches) {
    char *argv[MAX_WORDS];
    size_t count = 0;
    cmd_taken_out out;
    cc_buf text = {0};
    for (; count < MAX_WORDS && line->words[count] != NULL; count++) {
        argv[count] = cc_arena_strdup(cli_arena, cc_strz(line->words[count]));
    }
    CU_ASSERT_EQUAL_FATAL(cmd_take_out_switches(&out, argv, count, cli_arena), CC_OK);
    for (size_t i = 0; i < out.count; i++) {
        cc_buf_printf(&text, "%s%s", i == 0 ? "" : "|", out.command[i]);
    }
    CU_ASSERT_PTR_NULL(out.command[out.count]);
    CU_ASSERT_STRING_EQUAL(cc_arena_strdup(cli_arena, cc_buf_str(&text)), left);
    CU_ASSERT_STRING_EQUAL(out.switches == NULL ? "" : out.switches, switches);
    cc_buf_free(&text);
}

void test_platform_switches(void) {
    check_left(&(command_line){{"dotnet", "test", "--coverage"}}, "dotnet|test", "--coverage");
    check_left(&(command_line){{"dotnet", "test", "-COVERAGE", "--coverage-output=a.xml"}},
               "dotnet|test", "-COVERAGE --coverage-output=a.xml");
    check_left(&(command_line){{"dotnet", "test", "--coverage-output", "a.xml", "b"}},
               "dotnet|test|b", "--coverage-output a.xml");
    check_left(&(command_line){{"dotnet", "test", "--coverage-settings"}}, "dotnet|test",
               "--coverage-settings");
    check_left(&(command_line){{"dotnet", "test", "--coverages", "coverage"}},
               "dotnet|test|--coverages|coverage", "");
    check_left(&(command_line){{"dotnet", "exec", "a.dll", "--coverage"}},
               "dotnet|exec|a.dll|--coverage", "");
    check_left(&(command_line){{"tool", "--coverage", "dotnet", "test"}},
               "tool|--coverage|dotnet|test", "");
    CU_ASSERT_EQUAL_FATAL(mkdir("tests", 0700), 0);
    CU_ASSERT_EQUAL(cc_file_write("tests/T", cc_span_of("", 0), 0600), CC_OK);
    check_left(&(command_line){{"tests/T", "--coverage"}}, "tests/T|--coverage", "");
    CU_ASSERT_EQUAL(cc_file_write("tests/Microsoft.Testing.Extensions.CodeCoverage.dll",
                                  cc_span_of("", 0), 0600),
                    CC_OK);
    check_left(&(command_line){{"tests/T", "--coverage", "--list-tests"}}, "tests/T|--list-tests",
               "--coverage");
    CU_ASSERT_EQUAL(cc_file_write("c.runsettings", cc_span_of("<Configuration/>", 16), 0600),
                    CC_OK);
    static char words[][24] = {"dotnet", "test", "--coverage", "--coverage-settings",
                               "c.runsettings"};
    char *argv[] = {words[0], words[1], words[2], words[3], words[4]};
    cmd_taken_out out;
    CU_ASSERT_EQUAL(cmd_take_out_switches(&out, argv, 5, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(out.settings, cc_path_join(cli_arena, cli_dir, "c.runsettings"));
    cc_file_remove("c.runsettings");
    CU_ASSERT_EQUAL(cc_dir_remove("tests"), CC_OK);
}

/* --- environment ------------------------------------------------------------------------------ */

void test_other_profiler(void) {
    static const char other[] = "{846F5F1C-F9AE-4B07-969E-05C26BC060D8}";
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_OK);
    setenv("CORECLR_PROFILER", other, 1);
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_OK); /* not switched on */
    setenv("CORECLR_ENABLE_PROFILING", "1", 1);
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_E_MISMATCH);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "CORECLR_PROFILER"));
    setenv("CORECLR_ENABLE_PROFILING", "0", 1);
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_OK);
    setenv("CORECLR_ENABLE_PROFILING", "1", 1);
    setenv("CORECLR_PROFILER", CLRCOV_PROFILER_CLSID, 1);
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_OK);
    unsetenv("CORECLR_PROFILER");
    unsetenv("CORECLR_ENABLE_PROFILING");
    setenv("DOTNET_ENABLE_PROFILING", "1", 1);
    setenv("DOTNET_PROFILER", other, 1);
    CU_ASSERT_EQUAL(cmd_check_other_profiler(), CC_E_MISMATCH);
    unsetenv("DOTNET_PROFILER");
    unsetenv("DOTNET_ENABLE_PROFILING");
}

void test_diagnostics(void) {
    static const char *const names[] = {"DOTNET_EnableDiagnostics", "COMPlus_EnableDiagnostics",
                                        "DOTNET_EnableDiagnostics_Profiler",
                                        "COMPlus_EnableDiagnostics_Profiler"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv(names[i], "0", 1);
        CU_ASSERT_EQUAL(cmd_check_diagnostics(), CC_E_MISMATCH);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), names[i]));
        setenv(names[i], "0x0", 1);
        CU_ASSERT_EQUAL(cmd_check_diagnostics(), CC_E_MISMATCH);
        setenv(names[i], "1", 1);
        CU_ASSERT_EQUAL(cmd_check_diagnostics(), CC_OK);
        unsetenv(names[i]);
    }
    setenv("DOTNET_EnableDiagnostics", "1", 1);
    setenv("COMPlus_EnableDiagnostics", "0", 1); /* the other one wins */
    CU_ASSERT_EQUAL(cmd_check_diagnostics(), CC_OK);
    unsetenv("DOTNET_EnableDiagnostics");
    unsetenv("COMPlus_EnableDiagnostics");
}

static const char *value_in(char *const *environment, const char *name) {
    const char *found = NULL;
    size_t len = strlen(name);
    for (size_t i = 0; environment[i] != NULL; i++) {
        if (strncmp(environment[i], name, len) == 0 && environment[i][len] == '=') {
            CU_ASSERT_PTR_NULL(found); /* once only */
            found = environment[i] + len + 1;
        }
    }
    return found;
}

void test_child_environment(void) {
    char **e;
    setenv("CORECLR_PROFILER_PATH_ARM64", "/other", 1);
    setenv("CORECLR_PROFILER_PATH", "/other", 1);
    setenv("CLRCOV_OUTPUT", "/other", 1);
    setenv("MSBUILDDISABLENODEREUSE", "0", 1);
    unsetenv("DOTNET_CLI_USE_MSBUILD_SERVER");
    unsetenv("UseSharedCompilation");
    setenv("TEST_KEPT", "a=b", 1);
    setenv("collectCoverage", "TRUE", 1);
    CU_ASSERT_TRUE(cmd_environment_has_coverlet());
    e = cmd_child_environment(cli_arena, "/l ib.so", "/ses", NULL);
    CU_ASSERT_STRING_EQUAL(value_in(e, "CORECLR_ENABLE_PROFILING"), "1");
    CU_ASSERT_STRING_EQUAL(value_in(e, "CORECLR_PROFILER"), CLRCOV_PROFILER_CLSID);
    CU_ASSERT_STRING_EQUAL(value_in(e, "CORECLR_PROFILER_PATH"), "/l ib.so");
    CU_ASSERT_STRING_EQUAL(value_in(e, "CORECLR_PROFILER_PATH_64"), "/l ib.so");
    CU_ASSERT_PTR_NULL(value_in(e, "CORECLR_PROFILER_PATH_ARM64"));
    CU_ASSERT_PTR_NULL(value_in(e, "CLRCOV_OUTPUT"));
    CU_ASSERT_STRING_EQUAL(value_in(e, "CLRCOV_SESSION"), "/ses");
    CU_ASSERT_STRING_EQUAL(value_in(e, "MSBUILDDISABLENODEREUSE"), "0");
    CU_ASSERT_STRING_EQUAL(value_in(e, "DOTNET_CLI_USE_MSBUILD_SERVER"), "0");
    CU_ASSERT_STRING_EQUAL(value_in(e, "UseSharedCompilation"), "false");
    CU_ASSERT_STRING_EQUAL(value_in(e, "TEST_KEPT"), "a=b");
    CU_ASSERT_PTR_NULL(value_in(e, "collectCoverage"));
    unsetenv("collectCoverage");
    CU_ASSERT_FALSE(cmd_environment_has_coverlet());
    unsetenv("CORECLR_PROFILER_PATH_ARM64");
    unsetenv("CORECLR_PROFILER_PATH");
    unsetenv("CLRCOV_OUTPUT");
    unsetenv("MSBUILDDISABLENODEREUSE");
}

void test_library(void) {
    char *path;
    setenv(CMD_LIBRARY_ENV, "/nonexistent.so", 1);
    CU_ASSERT_EQUAL(cmd_find_library(cli_arena, "glibc", &path), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(cc_file_write("text.so", cc_span_of("hello", 5), 0600), CC_OK);
    setenv(CMD_LIBRARY_ENV, "text.so", 1);
    CU_ASSERT_EQUAL(cmd_find_library(cli_arena, "glibc", &path), CC_E_FORMAT);
    cc_mapped_file self;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&self, cli_self, false), CC_OK);
    uint8_t *copy = cc_arena_alloc(cli_arena, self.bytes.len, 1);
    memcpy(copy, self.bytes.data, self.bytes.len);
    cc_span image = cc_span_of(copy, self.bytes.len);
    copy[16] = 3; /* e_type: a shared library */
    CU_ASSERT_EQUAL(cc_file_write("text.so", image, 0600), CC_OK);
    CU_ASSERT_EQUAL(cmd_find_library(cli_arena, "glibc", &path), CC_OK);
    copy[18] ^= 0x40; /* e_machine */
    CU_ASSERT_EQUAL(cc_file_write("text.so", image, 0600), CC_OK);
    CU_ASSERT_EQUAL(cmd_find_library(cli_arena, "glibc", &path), CC_E_MISMATCH);
    cc_file_unmap(&self);
    cc_file_remove("text.so");
    unsetenv(CMD_LIBRARY_ENV);
}

/* --- places ----------------------------------------------------------------------------------- */

void test_root(void) {
    char *root;
    CU_ASSERT_EQUAL(cmd_find_root(cli_arena, "no-such", &root), CC_E_USAGE);
    CU_ASSERT_EQUAL_FATAL(cmd_find_root(cli_arena, NULL, &root), CC_OK);
    CU_ASSERT_STRING_EQUAL(root, cli_dir);
    CU_ASSERT_EQUAL_FATAL(mkdir("repo", 0700), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir("repo/deep", 0700), 0);
    CU_ASSERT_EQUAL(cc_file_write("repo/.git", cc_span_of("", 0), 0600), CC_OK); /* a worktree's */
    CU_ASSERT_EQUAL_FATAL(chdir("repo/deep"), 0);
    CU_ASSERT_EQUAL_FATAL(cmd_find_root(cli_arena, NULL, &root), CC_OK);
    CU_ASSERT_STRING_EQUAL(root, cc_path_join(cli_arena, cli_dir, "repo"));
    CU_ASSERT_EQUAL_FATAL(cmd_find_root(cli_arena, "..", &root), CC_OK);
    CU_ASSERT_STRING_EQUAL(root, cc_path_join(cli_arena, cli_dir, "repo"));
    CU_ASSERT_EQUAL_FATAL(cmd_find_root(cli_arena, ".", &root), CC_OK);
    CU_ASSERT_STRING_EQUAL(root, cc_path_join(cli_arena, cli_dir, "repo/deep"));
    CU_ASSERT_EQUAL_FATAL(chdir(cli_dir), 0);
    CU_ASSERT_EQUAL(cc_dir_remove("repo"), CC_OK);
}

void test_output_place(void) {
    CU_ASSERT_EQUAL(cmd_check_output(cli_arena, "c.xml"), CC_OK);
    CU_ASSERT_EQUAL(cmd_check_output(cli_arena, "/dev/null"), CC_OK);
    CU_ASSERT_EQUAL(cmd_check_output(cli_arena, "."), CC_E_IO);
    CU_ASSERT_EQUAL(cmd_check_output(cli_arena, "to/be/made/c.xml"), CC_OK);
    CU_ASSERT_FALSE(cc_path_exists("to"));
    CU_ASSERT_EQUAL(cmd_check_output(cli_arena, "/etc/passwd/c.xml"), CC_E_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "/etc/passwd is not a directory"));
    if (geteuid() != 0) { /* root may write everywhere */
        CU_ASSERT_EQUAL(cmd_check_output(cli_arena, "/proc/c.xml"), CC_E_IO);
    }
}
