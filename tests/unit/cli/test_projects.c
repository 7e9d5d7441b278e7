/* Projects of a test run: which ones it reads, what they switch on. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "cli/init/cmd_init.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_collect_parts.h"
#include "cli/project/cmd_projects.h"

enum { MAX_WORDS = 8 };

typedef struct arguments {
    const char *words[MAX_WORDS];
} arguments;

static size_t copy_words(char **argv, const arguments *line) {
    size_t count = 0;
    for (; count < MAX_WORDS && line->words[count] != NULL; count++) {
        argv[count] = cc_arena_strdup(cli_arena, cc_strz(line->words[count]));
    }
    return count;
}

static void write_text(const char *path, const char *text) {
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0600), CC_OK);
}

static void write_properties(const char *path, const char *properties) {
    write_text(path,
               cc_arena_printf(cli_arena, "<Project><PropertyGroup>%s</PropertyGroup></Project>",
                               properties == NULL ? "" : properties));
}

/* Options against what projects switch on, then the file names of settings; "!" when it is refused. */
static const char *countered_by(const arguments *line) {
    char *argv[MAX_WORDS];
    cmd_project_coverage found;
    size_t count = copy_words(argv, line);
    if (cmd_find_project_coverage(&found, argv, count, cli_arena) != CC_OK) {
        return "!";
    }
    cc_buf out = {0};
    for (size_t i = 0; i < found.count; i++) {
        cc_buf_printf(&out, "%s|", found.items[i].option);
    }
    for (size_t i = 0; i < found.settings.count; i++) {
        cc_str base = cc_path_base(cc_strz(found.settings.items[i]));
        cc_buf_printf(&out, "%.*s|", CC_STR_ARGS(base));
    }
    return cc_buf_take(&out, cli_arena);
}

/* --- properties ------------------------------------------------------------------------------- */

#define ARGUMENTS(text)                                                                            \
    "<TestingPlatformCommandLineArguments>" text "</TestingPlatformCommandLineArguments>"
#define OF_ARGUMENTS "$(TestingPlatformCommandLineArguments)"
#define OPTION "-p:TestingPlatformCommandLineArguments="
#define UNKNOWN "Condition=\"$([MSBuild]::IsOSPlatform('Linux'))\""

static const struct {
    const char *props, *project, *targets; /* properties */
    const char *expected;
} switched[] = {
    {"<CollectCoverage>true</CollectCoverage>", NULL, NULL, "-p:CollectCoverage=false|"},
    {NULL, "<CollectCoverage>true</CollectCoverage>",
     "<CollectCoverage Condition=\"'$(CollectCoverage)' == ''\">false</CollectCoverage>",
     "-p:CollectCoverage=false|"},
    {"<CollectCoverage>true</CollectCoverage>",
     "<CollectCoverage " UNKNOWN ">false</CollectCoverage>", NULL, "-p:CollectCoverage=false|"},
    {"<CollectCoverage>true</CollectCoverage>", "<CollectCoverage>false</CollectCoverage>", NULL,
     ""},
    {"<CollectCoverage Condition=\"'$(Nothing)' != ''\">true</CollectCoverage>", NULL, NULL, ""},
    {"<On>true</On>", "<CollectCoverage>$(On)</CollectCoverage>", NULL,
     "-p:CollectCoverage=false|"},
    {ARGUMENTS(OF_ARGUMENTS " --coverage"), ARGUMENTS(OF_ARGUMENTS " --report-trx"), NULL,
     OPTION "--report-trx|"},
    {ARGUMENTS("--report-trx"), ARGUMENTS(OF_ARGUMENTS " --coverage"), NULL,
     OPTION "--report-trx|"},
    {ARGUMENTS("--coverage"), ARGUMENTS("--report-trx"), NULL, ""},
    {ARGUMENTS("--coverage --x $(TargetFramework)"), ARGUMENTS(OF_ARGUMENTS " --report-trx"), NULL,
     "!"},
    {ARGUMENTS("--x $(TargetFramework)"), ARGUMENTS(OF_ARGUMENTS " --coverlet"), NULL, "!"},
    {ARGUMENTS("--x $(TargetFramework)"), ARGUMENTS(OF_ARGUMENTS " --y $(Open --z"), NULL, ""},
    {ARGUMENTS("--x $(MSBuildProjectName) --coverage"), NULL, NULL, OPTION "--x T|"},
    {"<VSTestCollect>blame</VSTestCollect>",
     "<VSTestCollect>$(VSTestCollect);Code Coverage"
     "</VSTestCollect>",
     NULL, "-p:VSTestCollect=blame|"},
    {"<VSTestCollect>XPlat Code Coverage%3BFormat=opencover</VSTestCollect>", NULL, NULL,
     "-p:VSTestCollect=|"},
    {"<VSTestCollect>blame%3bA=b;\n Code Coverage%3BFormat=xml;\n x</VSTestCollect>", NULL, NULL,
     "-p:VSTestCollect=\"blame%3bA=b;x\"|"},
    {"<VSTestCollect>x$(TargetFramework);Code Coverage</VSTestCollect>", NULL, NULL, "!"},
    {"<VSTestCollect>x$(TargetFramework);blame%3BCode Coverage</VSTestCollect>", NULL, NULL, ""},
    {"<RunSettingsFilePath>$(MSBuildThisFileDirectory)ci.runsettings</RunSettingsFilePath>", NULL,
     "<RunSettingsFilePath Condition=\"'$(RunSettingsFilePath)' == ''\">x</RunSettingsFilePath>",
     "ci.runsettings|"},
    {"<Folder>$(MSBuildThisFileDirectory)</Folder>",
     "<RunSettingsFilePath>$(Folder)\\ci.runsettings</RunSettingsFilePath>", NULL,
     "ci.runsettings|"},
    {"<VSTestSetting></VSTestSetting>",
     "<RunSettingsFilePath>\n $(ProjectDir)../ci.runsettings\n</RunSettingsFilePath>", NULL,
     "ci.runsettings|"},
};

void test_switched_on(void) {
    CU_ASSERT_EQUAL_FATAL(mkdir("on", 0700), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir("on/T", 0700), 0);
    write_text("on/ci.runsettings", "<RunSettings/>");
    for (size_t i = 0; i < sizeof switched / sizeof *switched; i++) {
        write_properties("on/Directory.Build.props", switched[i].props);
        write_properties("on/T/T.csproj", switched[i].project);
        write_properties("on/Directory.Build.targets", switched[i].targets);
        const char *got = countered_by(&(arguments){{"dotnet", "test", "on/T"}});
        CU_ASSERT_STRING_EQUAL(got, switched[i].expected);
        if (strcmp(got, switched[i].expected) != 0) {
            printf("\nrow %zu: %s, expected %s\n", i, got, switched[i].expected);
        }
    }
    write_properties("on/T/T.csproj", "<CollectCoverage>true</CollectCoverage>");
    CU_ASSERT_STRING_EQUAL(
        countered_by(&(arguments){{"dotnet", "test", "on/T", "-p:collectcoverage=false"}}), "");
    CU_ASSERT_EQUAL(cc_dir_remove("on"), CC_OK);
}

/* --- variables -------------------------------------------------------------------------------- */

static const struct {
    const char *name, *value;
    const char *properties; /* of the project */
    const char *expected;
} variables[] = {
    {"CollectCoverage", "true", NULL, "-p:CollectCoverage=false|"},
    {"collectcoverage", "True", NULL, "-p:CollectCoverage=false|"},
    {"CollectCoverage", "true", "<CollectCoverage>false</CollectCoverage>", ""},
    {"CollectCoverage", "false", NULL, ""},
    {"VSTestCollect", "Code Coverage", NULL, "-p:VSTestCollect=|"},
    {"VSTestCollect", "blame", "<VSTestCollect>$(VSTestCollect);Code Coverage</VSTestCollect>",
     "-p:VSTestCollect=blame|"},
    {"TestingPlatformCommandLineArguments", "--coverage --x", NULL, OPTION "--x|"},
    {"TestingPlatformCommandLineArguments", "--coverlet", NULL, "!"},
    {"RunSettingsFilePath", "../ci.runsettings", NULL, "ci.runsettings|"},
};

void test_switched_on_by_variables(void) {
    CU_ASSERT_EQUAL_FATAL(mkdir("on", 0700), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir("on/T", 0700), 0);
    write_text("on/ci.runsettings", "<RunSettings/>");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        write_properties("on/T/T.csproj", variables[i].properties);
        setenv(variables[i].name, variables[i].value, 1);
        CU_ASSERT_STRING_EQUAL(countered_by(&(arguments){{"dotnet", "test", "on/T"}}),
                               variables[i].expected);
        unsetenv(variables[i].name);
    }
    write_properties("on/T/T.csproj", NULL);
    setenv("CollectCoverage", "true", 1);
    CU_ASSERT_STRING_EQUAL(
        countered_by(&(arguments){{"dotnet", "test", "on/T", "-p:CollectCoverage=false"}}), "");
    CU_ASSERT_STRING_EQUAL(countered_by(&(arguments){{"dotnet", "exec", "on/T"}}), "");
    char *script[] = {(char[]){"sh"}, (char[]){"-c"}, (char[]){"dotnet test on/T"}};
    CU_ASSERT_EQUAL(cmd_check_collectors(script, 3), CC_E_USAGE);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(cc_error_message(), "the environment variable CollectCoverage switches on"));
    unsetenv("CollectCoverage");
    CU_ASSERT_EQUAL(cc_dir_remove("on"), CC_OK);
}

/* --- targets ---------------------------------------------------------------------------------- */

typedef struct target_row {
    arguments line;
    const char *expected; /* names of projects */
} target_row;

static cc_err note_project(void *ctx, const char *path, const char *solution_dir) {
    (void)solution_dir;
    cc_str stem = cc_path_stem(cc_strz(path));
    cc_buf_printf(ctx, "%.*s ", CC_STR_ARGS(stem));
    return CC_OK;
}

static void check_targets(const target_row *rows, size_t count) {
    const char *folder = cc_path_join(cli_arena, cli_dir, "target");
    for (size_t i = 0; i < count; i++) {
        char *argv[MAX_WORDS];
        cc_buf got = {0};
        const cmd_test_run run = {argv, 0, copy_words(argv, &rows[i].line), folder, 0};
        CU_ASSERT_EQUAL(cmd_visit_projects(&run, note_project, &got, cli_arena), CC_OK);
        const char *text = cc_buf_take(&got, cli_arena);
        CU_ASSERT_STRING_EQUAL(text, rows[i].expected);
        if (strcmp(text, rows[i].expected) != 0) {
            printf("\nrow %zu: %s, expected %s\n", i, text, rows[i].expected);
        }
    }
}

static void write_lists(void) {
    write_text("target/lists/F.slnf", "\xEF\xBB\xBF{\"solution\": {\"path\": \"..\\\\S.slnx\", "
                                      "\"projects\": [\"B\\\\B.csproj\", 1, \"x.wixproj\"]}}");
    write_text("target/lists/none.slnf", "{\"solution\": {\"projects\": [\"B/B.csproj\"");
    write_text("target/lists/dirs.proj",
               "<Project Sdk='Microsoft.Build.Traversal'><ItemGroup><ProjectReference "
               "Include='..\\A\\A.csproj;dirs.proj;$(Unknown)/B.csproj'/></ItemGroup></Project>");
    write_text("target/lists/all.proj",
               "<Project><ItemGroup><ProjectReference "
               "Include='$(MSBuildThisFileDirectory)../**/*.csproj'/></ItemGroup></Project>");
    write_text("target/lists/some.proj",
               "<Project><ItemGroup><ProjectReference Include='../?/*.*proj' Exclude='../A/**'/>"
               "</ItemGroup></Project>");
    write_text("target/lists/none.proj", "<Project><ItemGroup>");
    write_text("target/one/one.proj", "<Project><ItemGroup><ProjectFile "
                                      "Include='../A/A.csproj'/></ItemGroup></Project>");
}

/* The folder has the solution S of A and B, and the folders of both and Release. */
void test_targets(void) {
    static const target_row rows[] = {
        {{{"dotnet", "test"}}, "A B "},
        {{{"dotnet", "test", "A"}}, "A "},
        {{{"dotnet", "test", "A/A.csproj", "-v", "B"}}, "A "},
        {{{"dotnet", "test", "--filter", "A"}}, "A B "},
        {{{"dotnet", "test", "-c", "Release"}}, "A B "},
        {{{"dotnet", "test", "-l", "A", "-f", "B", "--collect", "A"}}, "A B "},
        {{{"dotnet", "test", "--filter=A", "B"}}, "B "},
        {{{"dotnet", "test", "--filter-class", "A", "B", "--no-build"}}, "A B "},
        {{{"dotnet", "test", "--no-build", "B"}}, "B "},
        {{{"dotnet", "test", "--project", "A"}}, "A "},
        {{{"dotnet", "test", "--project=A/A.csproj"}}, "A "},
        {{{"dotnet", "test", "--project:B"}}, "B "},
        {{{"dotnet", "test", "--solution=S.slnx"}}, "A B "},
        {{{"dotnet", "test", "--test-modules", "A/*.dll"}}, ""},
        {{{"dotnet", "test", "--", "A"}}, "A B "},
        {{{"dotnet", "test", "--filter", ";", "A"}}, "A B "},
        {{{"dotnet", "test", "--project"}}, "A B "},
        {{{"dotnet", "run", "--project=A", "B"}}, "A "},
        {{{"dotnet", "run", "--project", "A", "-lp", "B"}}, "A "},
        {{{"dotnet", "run", "A"}}, "A B "},
        {{{"dotnet", "build", "A", "--version-suffix", "B"}}, "A "},
        {{{"dotnet", "test", "lists/F.slnf"}}, "B "},
        {{{"dotnet", "test", "lists/none.slnf"}}, ""},
        {{{"dotnet", "test", "lists/dirs.proj"}}, "A "},
        {{{"dotnet", "test", "lists/all.proj"}}, "A B "},
        {{{"dotnet", "test", "lists/some.proj"}}, "B "},
        {{{"dotnet", "test", "lists/none.proj"}}, ""},
        {{{"dotnet", "test", "one"}}, "A "},
        {{{"dotnet", "test", "mixed"}}, "A "},
        {{{"dotnet", "run", "--project", "mixed"}}, "M "},
        {{{"dotnet", "run", "--project", "one"}}, "A "},
    };
    static const char *const folders[] = {"target",         "target/A",     "target/B",
                                          "target/Release", "target/lists", "target/one",
                                          "target/mixed"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        CU_ASSERT_EQUAL_FATAL(mkdir(folders[i], 0700), 0);
    }
    write_text("target/S.slnx", "<Solution><Project Path='A/A.csproj'/>"
                                "<Project Path='B/B.csproj'/></Solution>");
    write_text("target/mixed/M.slnx", "<Solution><Project Path='../A/A.csproj'/></Solution>");
    write_properties("target/mixed/M.fsproj", NULL);
    write_properties("target/A/A.csproj", NULL);
    write_properties("target/B/B.csproj", NULL);
    write_lists();
    CU_ASSERT_EQUAL_FATAL(chdir("target"), 0);
    check_targets(rows, sizeof rows / sizeof *rows);
    CU_ASSERT_EQUAL_FATAL(chdir(".."), 0);
    CU_ASSERT_EQUAL(cc_dir_remove("target"), CC_OK);
}

/* --- runs ------------------------------------------------------------------------------------- */

static const char *listed(const arguments *line) {
    char *argv[MAX_WORDS];
    cmd_projects found;
    cc_buf out = {0};
    CU_ASSERT_EQUAL(cmd_list_projects(&found, argv, copy_words(argv, line), cli_arena), CC_OK);
    for (size_t i = 0; i < found.count; i++) {
        cc_buf_printf(&out, "%s ", found.assemblies[i]);
    }
    return cc_buf_take(&out, cli_arena);
}

/* Each run of a script counts, in the folder in which it runs. */
void test_runs_of_scripts(void) {
    static const arguments both = {{"sh", "-c", "dotnet test runs/A && dotnet test runs/B"}};
    static const arguments inside = {
        {"sh", "-c", "cd runs; cd A && dotnet test; cd ../B; dotnet test"}};
    static const arguments again = {{"sh", "-c", "cd && dotnet test runs/A; dotnet test runs/A"}};
    static const char *const folders[] = {"runs", "runs/A", "runs/B"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        CU_ASSERT_EQUAL_FATAL(mkdir(folders[i], 0700), 0);
    }
    write_properties("runs/A/A.csproj", NULL);
    write_properties("runs/B/B.csproj", NULL);
    CU_ASSERT_STRING_EQUAL(listed(&both), "A B ");
    CU_ASSERT_STRING_EQUAL(listed(&inside), "A B ");
    CU_ASSERT_STRING_EQUAL(listed(&again), "A ");
    CU_ASSERT_STRING_EQUAL(listed(&(arguments){{"dotnet", "test", "runs/B"}}), "B ");
    CU_ASSERT_STRING_EQUAL(listed(&(arguments){{"dotnet", "vstest", "runs/B"}}), "");
    write_properties("runs/B/B.csproj", "<CollectCoverage>true</CollectCoverage>");
    const arguments *const scripts[] = {&both, &inside};
    for (size_t i = 0; i < 2; i++) {
        char *argv[MAX_WORDS];
        size_t count = copy_words(argv, scripts[i]);
        CU_ASSERT_EQUAL(cmd_check_collectors(argv, count), CC_E_USAGE);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "B.csproj switches on"));
    }
    CU_ASSERT_EQUAL(cc_dir_remove("runs"), CC_OK);
}

/* --- assemblies ------------------------------------------------------------------------------- */

static const struct {
    const char *props, *project, *targets; /* properties */
    const char *expected;
} named[] = {
    {NULL, NULL, NULL, "P "},
    {"<AssemblyName>Acme.$(MSBuildProjectName)</AssemblyName>", NULL, NULL, "Acme.P "},
    {"<Company>Acme</Company>", "<AssemblyName>\n$(Company).Core\n</AssemblyName>", NULL,
     "Acme.Core "},
    {"<AssemblyName>Q</AssemblyName>", "<AssemblyName>R</AssemblyName>", NULL, "R "},
    {NULL, NULL, "<AssemblyName>$(MSBuildProjectName)X</AssemblyName>", "PX "},
    {NULL, "<AssemblyName></AssemblyName>", NULL, "P "},
    {NULL, "<AssemblyName>$(Imported).Core</AssemblyName>", NULL, ""},
    {NULL, "<AssemblyName>$(AssemblyName).Core</AssemblyName>", NULL, ""},
    {NULL, "<AssemblyName Condition=\"'$(Imported)' == ''\">Q</AssemblyName>", NULL, ""},
    {"<AssemblyName Condition=\"$(MSBuildProjectName.EndsWith('Tests'))\">Q</AssemblyName>", NULL,
     NULL, "P "},
};

void test_assemblies_of_projects(void) {
    CU_ASSERT_EQUAL_FATAL(mkdir("named", 0700), 0);
    for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
        write_properties("named/Directory.Build.props", named[i].props);
        write_properties("named/P.csproj", named[i].project);
        write_properties("named/Directory.Build.targets", named[i].targets);
        const char *got = listed(&(arguments){{"dotnet", "test", "named"}});
        CU_ASSERT_STRING_EQUAL(got, named[i].expected);
        if (strcmp(got, named[i].expected) != 0) {
            printf("\nrow %zu: %s, expected %s\n", i, got, named[i].expected);
        }
    }
    CU_ASSERT_STRING_EQUAL(
        listed(&(arguments){{"dotnet", "test", "named", "-p:AssemblyName=Given"}}), "Given ");
    CU_ASSERT_EQUAL(cc_dir_remove("named"), CC_OK);
}

/* --- tests ------------------------------------------------------------------------------------ */

#define PROPERTY(condition, value)                                                                 \
    "<PropertyGroup><IsTestProject " condition ">" value "</IsTestProject></PropertyGroup>"
#define PACKAGE(condition)                                                                         \
    "<ItemGroup " condition "><PackageReference Include='xunit'/></ItemGroup>"
#define IS_NAMED(end) "Condition=\"$(MSBuildProjectName.EndsWith('" end "'))\""
#define IS_TESTED "Condition=\"'$(IsTestProject)' == 'true'\""

static const struct {
    const char *props, *project; /* what stands in the files */
    bool is_test;
} tested[] = {
    {"", "", false},
    {"", PACKAGE(""), true},
    {PACKAGE(""), "", true},
    {PACKAGE(IS_NAMED(".Tests")), "", false},
    {PACKAGE(IS_NAMED("P")), "", true},
    {PROPERTY(IS_NAMED(".Tests"), "true"), "", false},
    {PROPERTY(IS_NAMED("P"), "true"), "", true},
    {PACKAGE(IS_TESTED), "", false},
    {PACKAGE(IS_TESTED), PROPERTY("", "true"), true},
    {PACKAGE(""), PROPERTY("", "false"), false},
    {"", PROPERTY("", "false") PACKAGE(""), false},
    {PROPERTY("", "true"), PROPERTY("", "false"), false},
    {"<PropertyGroup><Framework>xunit</Framework></PropertyGroup>",
     "<ItemGroup><PackageReference Include='$(Framework)'/></ItemGroup>", true},
    {"", "<Choose><When Condition=\"'$(CI)x' == 'y'\">" PACKAGE("") "</When></Choose>", false},
    {"", PACKAGE("Condition=\"'$(TargetFramework)' == 'net8.0'\""), true}, /* not known */
    {"", PROPERTY(UNKNOWN, "true"), true},
};

static bool has_tests(const char *verb) {
    char *argv[MAX_WORDS];
    bool has = false;
    size_t count = copy_words(argv, &(arguments){{"dotnet", verb, "--project", "tested"}});
    CU_ASSERT_EQUAL(cmd_has_test_project(argv, count, 0, &has, cli_arena), CC_OK);
    return has;
}

static bool init_finds_tests(void) {
    cmd_solution found;
    const char *folder = cc_path_join(cli_arena, cli_dir, "tested");
    CU_ASSERT_EQUAL_FATAL(cmd_find_projects(&found, folder, cli_arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(found.project_count, 1);
    return found.projects[0].is_test;
}

/* All who ask get one answer. */
void test_projects_of_tests(void) {
    CU_ASSERT_EQUAL_FATAL(mkdir("tested", 0700), 0);
    for (size_t i = 0; i < sizeof tested / sizeof *tested; i++) {
        write_text("tested/Directory.Build.props",
                   cc_arena_printf(cli_arena, "<Project>%s</Project>", tested[i].props));
        write_text("tested/P.csproj",
                   cc_arena_printf(cli_arena, "<Project>%s</Project>", tested[i].project));
        const bool got[] = {has_tests("run"), init_finds_tests(),
                            listed(&(arguments){{"dotnet", "test", "tested"}})[0] == '\0'};
        for (size_t k = 0; k < sizeof got / sizeof *got; k++) {
            CU_ASSERT_EQUAL(got[k], tested[i].is_test);
            if (got[k] != tested[i].is_test) {
                printf("\nrow %zu, question %zu\n", i, k);
            }
        }
    }
    CU_ASSERT_EQUAL(cc_dir_remove("tested"), CC_OK);
}
