/* Settings files of the wrapped command: where it names them, what they switch on, the copy. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cc_file.h"
#include "cli/project/cmd_collect.h"
#include "cli/project/cmd_settings.h"

enum { MAX_WORDS = 10 };

typedef struct named_row {
    const char *words[MAX_WORDS];
    const char *expected; /* "index start size name", '!' after those of scripts; "" none */
} named_row;

static const char *named_in(const named_row *row) {
    char *argv[MAX_WORDS];
    size_t count = 0;
    while (count < MAX_WORDS && row->words[count] != NULL) {
        argv[count] = cc_arena_strdup(cli_arena, cc_strz(row->words[count]));
        count++;
    }
    cmd_named_list found;
    CU_ASSERT_EQUAL_FATAL(cmd_find_settings(&found, argv, count, cli_arena), CC_OK);
    cc_buf text = {0};
    for (size_t i = 0; i < found.count; i++) {
        const cmd_named *n = &found.items[i];
        cc_str base = cc_path_base(cc_strz(n->path));
        cc_buf_printf(&text, "%s%zu %zu %zu %.*s%s", i == 0 ? "" : ", ", n->index, n->start,
                      n->size, (int)base.len, base.s, n->is_in_script ? "!" : "");
    }
    cc_str whole = {text.data == NULL ? "" : (const char *)text.data, text.len};
    const char *copy = cc_arena_strdup(cli_arena, whole);
    cc_buf_free(&text);
    return copy;
}

void test_named_settings(void) {
    static const named_row rows[] = {
        {{"dotnet", "test", "--settings", "a.set"}, "3 0 5 a.set"},
        {{"dotnet", "test", "-s", "a.set", "-c", "Debug"}, "3 0 5 a.set"},
        {{"dotnet", "test", "x.csproj", "--settings:a.set"}, "3 11 5 a.set"},
        {{"/usr/bin/dotnet", "test", "--settings=b c.set"}, "2 11 7 b c.set"},
        {{"dotnet", "test", "-s:a.set"}, "2 3 5 a.set"},
        {{"dotnet", "vstest", "x.dll", "/Settings:a.set"}, "3 10 5 a.set"},
        {{"dotnet", "/sdk/vstest.console.dll", "x.dll", "--Settings:./a.set"}, "3 11 7 a.set"},
        {{"env", "A=B", "dotnet", "test", "-s", "a.set"}, "5 0 5 a.set"},
        {{"dotnet", "test", "-p:RunSettingsFilePath=a.set;X=y"}, "2 23 5 a.set"},
        {{"dotnet", "test", "/p:VSTestSetting=b c.set"}, "2 17 7 b c.set"},
        {{"sh", "-c", "dotnet build && dotnet test -s a.set --nologo"}, "2 0 5 a.set!"},
        {{"bash", "-ec", "dotnet test --settings='b c.set'; dotnet test -s a.set"},
         "2 11 7 b c.set!, 2 0 5 a.set!"},
        {{"dotnet", "test", "--settings", "missing.set"}, ""},
        {{"dotnet", "test", "--settings", "."}, ""},
        {{"dotnet", "test", "--settings"}, ""},
        {{"dotnet", "test", "--settings="}, ""},
        {{"dotnet", "test", "--", "-s", "a.set"}, ""},
        {{"dotnet", "test", "--settingsfile", "a.set"}, ""},
        {{"dotnet", "run", "-s", "a.set"}, ""},
        {{"app", "-s", "a.set"}, ""},
        {{"sh", "-c", "dotnet test; app -s a.set"}, ""},
        {{"sh", "-c", "cd sub && dotnet test -s 'a.set"}, ""},
        {{"sh", "-c", "cd sub && dotnet test -s 'c.set"}, "2 0 5 c.set!"},
        {{"sh", "-c",
          "dotnet test -s a.set; cd sub; dotnet test -s c.set && dotnet test -s "
          "../a.set"},
         "2 0 5 a.set!, 2 0 5 c.set!, 2 0 8 a.set!"},
        {{"sh", "-c", ""}, ""},
    };
    CU_ASSERT_EQUAL_FATAL(cc_file_write("a.set", cc_span_of("", 0), 0600), CC_OK);
    CU_ASSERT_EQUAL_FATAL(mkdir("sub", 0700), 0);
    CU_ASSERT_EQUAL_FATAL(cc_file_write("sub/c.set", cc_span_of("", 0), 0600), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_write("b c.set", cc_span_of("", 0), 0600), CC_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_STRING_EQUAL(named_in(&rows[i]), rows[i].expected);
    }
    CU_ASSERT_EQUAL(cc_dir_remove("sub"), CC_OK);
}

/* Scripts are cut anywhere: quotes stay open, words end. */
void test_scripts_cut(void) {
    static const char script[] = "cd \"a b\" && (dotnet test --collect 'X\\Y' -s \"b c.set\" | "
                                 "cat);\n\tdotnet\\ test -p:VSTestSetting='a.set;x' \\";
    static char name[] = "sh";
    static char option[] = "-c";
    for (size_t size = 0; size < sizeof script; size++) {
        char *argv[] = {name, option, cc_arena_strdup(cli_arena, (cc_str){script, size})};
        cmd_named_list found;
        CU_ASSERT_EQUAL(cmd_check_collectors(argv, 3), CC_OK);
        CU_ASSERT_EQUAL(cmd_find_settings(&found, argv, 3, cli_arena), CC_OK);
        CU_ASSERT_TRUE(found.count <= 1);
    }
}

#define COVERLET "coverlet's collector (XPlat Code Coverage)"
#define MICROSOFT "Microsoft's collector (Code Coverage)"
#define BOTH_SIDES(text)                                                                           \
    "<RunSettings><DataCollectionRunSettings><DataCollectors>" text                                \
    "</DataCollectors></DataCollectionRunSettings></RunSettings>"

void test_settings_collector(void) {
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {BOTH_SIDES("<DataCollector friendlyName='Code Coverage'/>"), MICROSOFT},
        {BOTH_SIDES("<DataCollector friendlyName='XPlat code coverage'><Configuration/>"
                    "</DataCollector>"),
         COVERLET},
        {BOTH_SIDES("<DataCollector FriendlyName='code coverage' enabled='True'/>"), MICROSOFT},
        {BOTH_SIDES("<DataCollector uri='datacollector://Microsoft/CodeCoverage/2.0'/>"),
         MICROSOFT},
        {BOTH_SIDES("<DataCollector uri='datacollector://microsoft/CoverletCodeCoverage/1.0'/>"),
         COVERLET},
        {"<RunSettings><InProcDataCollectors><InProcDataCollector "
         "assemblyQualifiedName='Coverlet.Collector.DataCollection.CoverletInProcDataCollector, x'"
         " /></InProcDataCollectors></RunSettings>",
         COVERLET},
        {BOTH_SIDES("<DataCollector friendlyName='blame'/><!-- x -->"
                    "<DataCollector friendlyName='Code Coverage'/>"),
         MICROSOFT},
        {BOTH_SIDES("<DataCollector friendlyName='Code Coverage' enabled='False'/>"), NULL},
        {BOTH_SIDES("<DataCollector friendlyName='Code Coverage' Enabled='false'/>"), NULL},
        {BOTH_SIDES("<!-- <DataCollector friendlyName='Code Coverage'/> -->"), NULL},
        {BOTH_SIDES("<DataCollector friendlyName='blame'/>"), NULL},
        {"<!DOCTYPE RunSettings [<!ENTITY e 'x'>]>"
         "<RunSettings><DataCollector friendlyName='Code Coverage'/></RunSettings>",
         NULL},
        {"<RunSettings><DataCollector friendlyName='Code Coverage'>", NULL},
        {"\"Code Coverage\"", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cc_span text = cc_span_of(rows[i].text, strlen(rows[i].text));
        CU_ASSERT_EQUAL_FATAL(cc_file_write("t.runsettings", text, 0600), CC_OK);
        const char *found = cmd_settings_collector("t.runsettings", cli_arena);
        if (rows[i].expected == NULL) {
            CU_ASSERT_PTR_NULL(found);
        } else {
            CU_ASSERT_PTR_NOT_NULL_FATAL(found);
            CU_ASSERT_STRING_EQUAL(found, rows[i].expected);
        }
    }
    CU_ASSERT_PTR_NULL(cmd_settings_collector("no-such.runsettings", cli_arena));
    CU_ASSERT_PTR_NULL(cmd_settings_collector(".", cli_arena));
}

/* '@' becomes the working directory. */
static const char *with_directory(const char *text) {
    cc_buf out = {0};
    for (; *text != '\0'; text++) {
        if (*text == '@') {
            cc_buf_puts(&out, cli_dir);
        } else {
            cc_buf_putc(&out, *text);
        }
    }
    const char *copy = cc_arena_strdup(cli_arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return copy;
}

void test_settings_copy(void) {
    static const char original[] =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<RunSettings>\n"
        "  <RunConfiguration><ResultsDirectory>../out &amp; in</ResultsDirectory>"
        "<DotNetHostPath>/usr/bin/dotnet</DotNetHostPath>"
        "<TestAdaptersPaths>adapters;more</TestAdaptersPaths>"
        "<ResultsDirectory>%HOME%/r</ResultsDirectory></RunConfiguration>\n"
        "  <Other><ResultsDirectory>x</ResultsDirectory></Other>\n"
        "  <MSTest><SettingsFile>old.testsettings</SettingsFile><AssemblyResolution>"
        "<Directory path=\"lib\"/><Directory path=\"/abs\"/></AssemblyResolution></MSTest>\n"
        "  <DataCollectors><DataCollector friendlyName=\"Code Coverage\" enabled=\"True\"/>"
        "<DataCollector friendlyName=\"blame\" enabled=\"True\"/>"
        "<DataCollector friendlyName=\"XPlat Code Coverage\"><Configuration><Include>[A]*</Include>"
        "</Configuration></DataCollector></DataCollectors>\n"
        "</RunSettings>\n";
    static const char expected[] =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
        "<RunSettings>\n"
        "  <RunConfiguration><ResultsDirectory>@/out &amp; in</ResultsDirectory>"
        "<DotNetHostPath>/usr/bin/dotnet</DotNetHostPath>"
        "<TestAdaptersPaths>adapters;more</TestAdaptersPaths>"
        "<ResultsDirectory>%HOME%/r</ResultsDirectory></RunConfiguration>\n"
        "  <Other><ResultsDirectory>x</ResultsDirectory></Other>\n"
        "  <MSTest><SettingsFile>@/set/old.testsettings</SettingsFile><AssemblyResolution>"
        "<Directory path=\"@/set/lib\"/><Directory path=\"/abs\"/></AssemblyResolution></MSTest>\n"
        "  <DataCollectors><DataCollector friendlyName=\"Code Coverage\" enabled=\"false\"/>"
        "<DataCollector friendlyName=\"blame\" enabled=\"True\"/>"
        "<DataCollector friendlyName=\"XPlat Code Coverage\" enabled=\"false\"><Configuration>"
        "<Include>[A]*</Include></Configuration></DataCollector></DataCollectors>\n"
        "</RunSettings>\n";
    const char *wanted = with_directory(expected);
    CU_ASSERT_EQUAL_FATAL(cc_dir_make("set", 0700), CC_OK);
    char *path = cc_path_join(cli_arena, cli_dir, "set/t.runsettings");
    cc_span text = cc_span_of(original, sizeof original - 1);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, text, 0644), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cmd_settings_copy(path, "copy.runsettings", cli_arena), CC_OK);
    cc_mapped_file copy;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&copy, "copy.runsettings", false), CC_OK);
    cc_str got = {(const char *)copy.bytes.data, copy.bytes.len};
    CU_ASSERT_TRUE(cc_str_eqz(got, wanted));
    if (!cc_str_eqz(got, wanted)) {
        printf("\n%.*s", (int)got.len, got.s);
    }
    cc_file_unmap(&copy);
    struct stat info;
    CU_ASSERT_TRUE(stat("copy.runsettings", &info) == 0 && (info.st_mode & 0777) == 0600);
    CU_ASSERT_PTR_NULL(cmd_settings_collector("copy.runsettings", cli_arena));
    CU_ASSERT_EQUAL(cmd_settings_copy("no-such", "copy.runsettings", cli_arena), CC_E_FORMAT);
}
