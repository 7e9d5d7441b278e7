/* `clrcov init`: projects and solutions are read as MSBuild means them, and the file that is
 * written is one that clrcov reads, with and without its comments. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "cli/init/cmd_init.h"
#include "cli/project/cmd_project.h"

/* --- texts ------------------------------------------------------------------------------------ */

#define GROUP(properties) "<PropertyGroup>" properties "</PropertyGroup>"

void test_project_facts(void) {
    static const struct {
        const char *text, *assembly;
        bool is_test;
    } rows[] = {
        {"<Project Sdk=\"Microsoft.NET.Sdk\"/>", "Shop", false},
        {"<Project><PropertyGroup><AssemblyName> My.App </AssemblyName></PropertyGroup></Project>",
         "My.App", false},
        {"<Project>" GROUP(
             "<AssemblyName>A</AssemblyName><AssemblyName>B</AssemblyName>") "</Project>",
         "B", false},
        {"<Project>" GROUP("<AssemblyName>$(MSBuildProjectName).Core</AssemblyName>") "</Project>",
         "Shop.Core", false},
        {"<Project>" GROUP("<AssemblyName>$(Company).Core</AssemblyName>") "</Project>", NULL,
         false},
        {"<Project>" GROUP("<AssemblyName></AssemblyName>") "</Project>", "Shop", false},
        {"<Project><ItemGroup><PackageReference Include=\"xunit\"/></ItemGroup></Project>", "Shop",
         true},
        {"<Project><PackageReference Include=\"XUnit.v3\" Version=\"3.2.2\"/></Project>", "Shop",
         true},
        {"<Project><PackageReference Include=\"Serilog;NUnit\"/></Project>", "Shop", true},
        {"<Project><PackageReference Include=\"MSTest.TestFramework\"/></Project>", "Shop", true},
        {"<Project><PackageReference Include=\"TUnit\"/></Project>", "Shop", true},
        {"<Project><PackageReference Include=\"Expecto\"/></Project>", "Shop", true},
        {"<Project><PackageReference Include=\"Machine.Specifications\"/></Project>", "Shop", true},
        {"<Project><PackageReference Include=\"Microsoft.NET.Test.Sdk\"/></Project>", "Shop", true},
        {"<Project><GlobalPackageReference Include=\"xunit\"/></Project>", "Shop", true},
        {"<Project><PackageVersion Include=\"xunit\" Version=\"2.9.3\"/></Project>", "Shop", false},
        {"<Project><PackageReference Include=\"xunitish\"/></Project>", "Shop", false},
        {"<Project>" GROUP("<IsTestProject>True</IsTestProject>") "</Project>", "Shop", true},
        {"<Project><PackageReference Include=\"xunit\"/>" GROUP(
             "<IsTestProject>false</IsTestProject>") ""
                                                     "</Project>",
         "Shop", false},
        {"<Project Sdk=\"MSTest.Sdk/3.8.3\"/>", "Shop", true},
        {"<Project><Sdk Name=\"MSTest.Sdk\"/></Project>", "Shop", true},
        {"<!-- <PackageReference Include=\"xunit\"/> --><Project/>", "Shop", false},
        {"<Project xmlns=\"http://schemas.microsoft.com/developer/msbuild/2003\">"
         "<PropertyGroup><AssemblyName>Old</AssemblyName></PropertyGroup></Project>",
         "Old", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_project_facts facts;
        CU_ASSERT_EQUAL_FATAL(
            cmd_project_read(&facts, cc_strz(rows[i].text), CC_STR("Shop"), cli_arena), CC_OK);
        CU_ASSERT_EQUAL(facts.is_test, rows[i].is_test);
        CU_ASSERT_TRUE(facts.assembly == NULL ? rows[i].assembly == NULL
                                              : rows[i].assembly != NULL &&
                                                    strcmp(facts.assembly, rows[i].assembly) == 0);
    }
}

void test_project_refused(void) {
    static const char *const texts[] = {"", "no xml", "<Project>",
                                        "<!DOCTYPE a [<!ENTITY b \"c\">]><Project>&b;</Project>"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cmd_project_facts facts;
        CU_ASSERT_EQUAL(cmd_project_read(&facts, cc_strz(texts[i]), CC_STR("P"), cli_arena),
                        CC_E_FORMAT);
    }
}

static cc_err put_path(void *ctx, cc_str path) {
    cc_buf *out = ctx;
    cc_buf_str_put(out, path);
    cc_buf_putc(out, '|');
    return CC_OK;
}

static const char *projects_in(cc_str text) {
    cc_buf out = {0};
    CU_ASSERT_EQUAL(cmd_solution_read(text, cli_arena, put_path, &out), CC_OK);
    cc_str all = {out.data == NULL ? "" : (const char *)out.data, out.len};
    const char *copy = cc_arena_strdup(cli_arena, all);
    cc_buf_free(&out);
    return copy;
}

static const char *projects_of(const char *text) {
    return projects_in(cc_strz(text));
}

void test_solutions(void) {
    CU_ASSERT_STRING_EQUAL(
        projects_of(
            "\xEF\xBB\xBF\r\nMicrosoft Visual Studio Solution File, Format Version 12.00\r\n"
            "Project(\"{FAE0}\") = \"Shop\", \"src\\Shop\\Shop.csproj\", \"{1}\"\r\n"
            "EndProject\r\n"
            "Project(\"{2150}\") = \"docs\", \"docs\", \"{2}\"\r\nEndProject\r\n"
            "Project(\"{F2A7}\") = \"F\", \"F.fsproj\", \"{3}\"\r\nEndProject"),
        "src/Shop/Shop.csproj|F.fsproj|");
    CU_ASSERT_STRING_EQUAL(
        projects_of("<Solution><Folder Name=\"/src/\"><Project Path=\"src/A/A.csproj\"/></Folder>"
                    "<Project Path=\"B\\B.vbproj\"/><Project Path=\"c.wixproj\"/></Solution>"),
        "src/A/A.csproj|B/B.vbproj|");
    CU_ASSERT_STRING_EQUAL(projects_of("Project(\nProject(\"a\") = \"b\", \"c.csproj"), "");
    CU_ASSERT_STRING_EQUAL(projects_of(""), "");
    /* A NUL is in no path. */
    CU_ASSERT_STRING_EQUAL(projects_in(CC_STR("Project(\"1\") = \"A\", \"a\\\0\\A.csproj\"\n"
                                              "Project(\"2\") = \"B\", \"b\\B.csproj\"")),
                           "b/B.csproj|");
}

/* --- the file --------------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text) {
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0600), CC_OK);
}

/* Comments that hold an element lose their marks. */
static const char *uncommented(const char *text) {
    cc_buf out = {0};
    for (const char *at = text; *at != '\0';) {
        if (strncmp(at, "<!-- <", 6) == 0) {
            const char *end = strstr(at, " -->");
            CU_ASSERT_PTR_NOT_NULL_FATAL(end);
            cc_buf_bytes(&out, at + 5, (size_t)(end - at) - 5);
            at = end + 4;
        } else {
            cc_buf_putc(&out, *at++);
        }
    }
    const char *copy = cc_arena_strdup(cli_arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return copy;
}

static const char *text_of(const cmd_solution *solution) {
    cc_buf out = {0};
    cmd_init_text(solution, &out);
    CU_ASSERT_TRUE_FATAL(cc_buf_ok(&out));
    const char *copy = cc_arena_strdup(cli_arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return copy;
}

static const cfg_entry *entry_of(const cfg_layer *layer, cfg_key key) {
    for (size_t i = 0; i < layer->count; i++) {
        if (layer->entries[i].key == key) {
            return &layer->entries[i];
        }
    }
    return NULL;
}

/* Reads the text as clrcov.xml and makes its values. */
static void read_back(cfg_layer *layer, const char *text) {
    const cfg_layer *layers[] = {layer};
    cfg_values values;
    write_text("clrcov.xml", text);
    cfg_layer_init(layer, CFG_FILE, cli_arena);
    cc_err err = cfg_read_file(layer, "clrcov.xml");
    if (err != CC_OK) {
        printf("\n%s\n%s\n", cc_error_message(), text);
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    CU_ASSERT_EQUAL(cfg_resolve(&values, layers, 1, cli_arena), CC_OK);
    cc_file_remove("clrcov.xml");
}

static cmd_project projects[] = {{"/x/Shop.csproj", "Shop", false},
                                 {"/x/a--b.csproj", "a--b & <c>", false},
                                 {"/x/Shop2.csproj", "Shop", false},
                                 {"/x/Shop.Tests.csproj", "Shop.Tests", true}};

void test_init_text(void) {
    static const char *settings[] = {"ci/a--b.runsettings"};
    cmd_solution solutions[] = {
        {.title = "Shop--x.slnx", .projects = projects, .project_count = 4, .git = "../.."},
        {.settings = settings, .settings_count = 1, .projects = projects, .project_count = 1},
        {.git = "."},
    };
    for (size_t i = 0; i < sizeof solutions / sizeof *solutions; i++) {
        const char *text = text_of(&solutions[i]);
        cfg_layer plain;
        cfg_layer whole;
        read_back(&plain, text);
        read_back(&whole, uncommented(text));
        CU_ASSERT_EQUAL(plain.count, solutions[i].settings_count + (solutions[i].git == NULL));
        for (unsigned key = 0; key < CFG_KEY_COUNT; key++) {
            /* a path beside a format is part of its entry; a patch is not named in two ways */
            bool has_none = key == CFG_OUTPUT || key == CFG_PATCH;
            CU_ASSERT_EQUAL(entry_of(&whole, (cfg_key)key) == NULL, has_none);
        }
    }
    /* Of several settings files none is in effect: they are for different runs. */
    static const char *several[] = {"a.runsettings", "b.runsettings"};
    cmd_solution undecided = {.settings = several, .settings_count = 2, .git = "."};
    cfg_layer silent;
    read_back(&silent, text_of(&undecided));
    CU_ASSERT_EQUAL(silent.count, 0);
    read_back(&silent, uncommented(text_of(&undecided)));
    CU_ASSERT_PTR_NOT_NULL(entry_of(&silent, CFG_SETTINGS));
    const char *text = text_of(&solutions[0]);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "for Shop- -x.slnx"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<assembly>a-&#45;b &amp; &lt;c&gt;</assembly>"));
    const char *first = strstr(text, "<assembly>Shop</assembly>");
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_PTR_NULL(strstr(first + 1, "<assembly>Shop</assembly>")); /* once */
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "<!-- <root path=\"../..\"/> -->"));
}

/* What is uncommented is the default where there is one: the values stay the same. */
void test_init_defaults(void) {
    cmd_solution solution = {.git = "."};
    cfg_layer layer;
    read_back(&layer, uncommented(text_of(&solution)));
    for (unsigned key = 0; key < CFG_KEY_COUNT; key++) {
        const char *standard = cfg_spec_of((cfg_key)key)->default_text;
        if (standard != NULL && key != CFG_OUTPUT) {
            standard = key == CFG_FORMAT ? "cobertura=coverage.cobertura.xml" : standard;
            CU_ASSERT_STRING_EQUAL(entry_of(&layer, (cfg_key)key)->text, standard);
        }
    }
}

/* --- folders ---------------------------------------------------------------------------------- */

static void make_tree(void) {
    static const char *const dirs[] = {"sol",         "sol/src",   "sol/src/A",
                                       "sol/src/bin", "sol/tests", "sol/tests/T"};
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
        CU_ASSERT_EQUAL_FATAL(mkdir(dirs[i], 0700), 0);
    }
    write_text("sol/src/A/A.csproj",
               "<Project>" GROUP("<AssemblyName>Alpha</AssemblyName>") "</Project>");
    write_text("sol/src/bin/B.csproj", "<Project/>");
    write_text("sol/src/Broken.csproj", "<Project>");
    write_text("sol/tests/T/T.fsproj", "<Project/>");
    write_text("sol/tests/Directory.Build.props",
               "<Project><PackageReference Include=\"xunit\"/></Project>");
}

static const char *listed(const cmd_solution *s) {
    cc_buf out = {0};
    for (size_t i = 0; i < s->project_count; i++) {
        cc_buf_printf(&out, "%s%s|", s->projects[i].assembly, s->projects[i].is_test ? "*" : "");
    }
    cc_str all = {out.data == NULL ? "" : (const char *)out.data, out.len};
    const char *copy = cc_arena_strdup(cli_arena, all);
    cc_buf_free(&out);
    return copy;
}

void test_init_find(void) {
    cmd_solution s;
    const char *top = cc_path_join(cli_arena, cli_dir, "sol");
    make_tree();
    CU_ASSERT_EQUAL_FATAL(cmd_find_projects(&s, top, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(listed(&s), "Alpha|T*|");
    CU_ASSERT_PTR_NULL(s.title);
    CU_ASSERT_PTR_NULL(s.git);
    /* A solution says which ones. */
    write_text("sol/S.slnx", "<Solution><Project Path=\"src/A/A.csproj\"/>"
                             "<Project Path=\"gone/X.csproj\"/></Solution>");
    CU_ASSERT_EQUAL(mkdir("sol/.git", 0700), 0);
    write_text("sol/tests/t.runsettings",
               "<RunSettings><DataCollectionRunSettings><DataCollectors><DataCollector "
               "friendlyName=\"XPlat code coverage\"><Configuration><Exclude>[A]*</Exclude>"
               "</Configuration></DataCollector></DataCollectors></DataCollectionRunSettings>"
               "</RunSettings>");
    write_text("sol/other.runsettings", "<RunSettings/>");
    CU_ASSERT_EQUAL_FATAL(cmd_find_projects(&s, top, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(listed(&s), "Alpha|");
    CU_ASSERT_STRING_EQUAL(s.title, "S.slnx");
    CU_ASSERT_STRING_EQUAL(s.git, ".");
    CU_ASSERT_EQUAL_FATAL(s.settings_count, 1);
    CU_ASSERT_STRING_EQUAL(s.settings[0], "tests/t.runsettings");
    /* One of 20 GB is none: its projects are found in the folders. */
    CU_ASSERT_EQUAL(truncate("sol/S.slnx", (off_t)20 << 30), 0);
    CU_ASSERT_EQUAL_FATAL(cmd_find_projects(&s, top, cli_arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(listed(&s), "Alpha|T*|");
    CU_ASSERT_EQUAL_FATAL(cmd_find_projects(&s, cc_path_join(cli_arena, top, "src/A"), cli_arena),
                          CC_OK);
    CU_ASSERT_STRING_EQUAL(s.git, "../..");
    CU_ASSERT_STRING_EQUAL(s.title, "A.csproj");
    CU_ASSERT_EQUAL(cc_dir_remove("sol"), CC_OK);
}
