/* Properties and conditions of MSBuild, and what coverlet.msbuild's properties mean for clrcov. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cc_file.h"
#include "cli/init/cmd_init.h"

/* --- conditions ------------------------------------------------------------------------------- */

static char ci[] = "CI=true";
static char *const environment[] = {ci, NULL};

static void set(cmd_properties *p, const char *name, const char *value, bool is_sure) {
    cmd_assignment a = {.name = name, .value = value, .file = "/x.csproj", .is_sure = is_sure};
    cmd_property_set(p, &a);
}

static cmd_properties some_properties(void) {
    static char test[] = "test";
    static char debug[] = "-c";
    static char release[] = "Release";
    static char property[] = "/p:Flavor=a%3bb;Empty=,Last=\"x,y=z\"";
    char *words[] = {test, debug, release, property};
    cmd_properties p = {.arena = cli_arena, .environment = environment, .directory = cli_dir};
    cmd_properties_of_command(&p, words, 4);
    set(&p, "Name", "Shop.Tests", true);
    set(&p, "Number", "80", true);
    set(&p, "Maybe", "a", true);
    set(&p, "Maybe", "b", false);
    set(&p, "Same", "a", true);
    set(&p, "Same", "a", false);
    set(&p, "Computed", NULL, true);
    set(&p, "On", "true", true);
    set(&p, "Configuration", "Debug", true); /* the command line wins */
    return p;
}

void test_conditions(void) {
    static const struct {
        const char *text;
        cmd_truth expected;
    } rows[] = {
        {"", CMD_YES},
        {"  ", CMD_YES},
        {"true", CMD_YES},
        {"false", CMD_NO},
        {"!false", CMD_YES},
        {"'$(Name)' == 'Shop.Tests'", CMD_YES},
        {"'$(Name)'=='shop.TESTS'", CMD_YES},
        {"'$(name)' == 'Shop'", CMD_NO},
        {"'$(Name)' != 'Shop'", CMD_YES},
        {" '$(Nothing)' == '' ", CMD_YES},
        {"$(Nothing) == ''", CMD_YES},
        {"'$(Nothing)' != ''", CMD_NO},
        {"'$(CI)' == 'true'", CMD_YES},
        {"'$(CI)' == 'TRUE' and $(On)", CMD_YES},
        {"$(On) == yes", CMD_YES},
        {"'$(Configuration)' == 'Release'", CMD_YES},
        {"'$(Configuration)|$(Number)' == 'Release|80'", CMD_YES},
        {"'$(Number)' == '80.0'", CMD_YES},
        {"'$(Number)' &gt; 79", CMD_UNKNOWN}, /* not decoded here */
        {"'$(Number)' > 79", CMD_YES},
        {"$(Number) >= 80 and $(Number) <= 80 and !($(Number) < 80)", CMD_YES},
        {"'$(Name)' > '1'", CMD_UNKNOWN},
        {"'$(Flavor)' == 'a;b'", CMD_YES},
        {"'$(Empty)' == '' And '$(Last)' == 'x,y=z'", CMD_YES},
        {"'a' == 'b' or 'a' == 'a'", CMD_YES},
        {"'a' == 'a' or 'a' == 'b' and 'a' == 'b'", CMD_YES},
        {"('a' == 'a' or 'a' == 'b') and 'a' == 'b'", CMD_NO},
        {"!('a' == 'b') And !!true", CMD_YES},
        {"'$(Maybe)' == 'a'", CMD_UNKNOWN},
        {"'$(Same)' == 'a'", CMD_YES},
        {"'$(Maybe)' == 'a' and 'a' == 'b'", CMD_NO},
        {"'$(Maybe)' == 'a' or 'a' == 'a'", CMD_YES},
        {"'$(Maybe)' == 'a' and 'a' == 'a'", CMD_UNKNOWN},
        {"!('$(Maybe)' == 'a')", CMD_UNKNOWN},
        {"'$(Computed)' == ''", CMD_UNKNOWN},
        {"'$(TargetFramework)' == 'net10.0'", CMD_UNKNOWN},
        {"'$(MSBuildVersion)' == ''", CMD_UNKNOWN},
        {"$(Name.EndsWith('.Tests'))", CMD_YES},
        {"'$(Name.EndsWith('Tests2'))' == 'true'", CMD_NO},
        {"$(Name.StartsWith('Shop')) and !$(Name.Contains('x)'))", CMD_YES},
        {"$(Name.Contains('.T'))", CMD_YES},
        {"$(Name.Contains(\"Shop\"))", CMD_UNKNOWN},
        {"$([MSBuild]::IsOSPlatform('Linux'))", CMD_UNKNOWN},
        {"'$([System.IO.Path]::GetFileName('a'))' == 'a' or 'a' == 'a'", CMD_YES},
        {"'@(Compile)' == ''", CMD_UNKNOWN},
        {"'%(Identity)' == ''", CMD_UNKNOWN},
        {"'%41' == 'a'", CMD_YES},
        {"'%4' == '%4'", CMD_YES},
        {"Exists('.')", CMD_YES},
        {"exists ( 'gone' )", CMD_NO},
        {"Exists('$(Nothing)')", CMD_NO},
        {"Exists('$(Computed)')", CMD_UNKNOWN},
        {"!Exists('.\\gone') and Exists('/')", CMD_YES},
        {"Exists('a;b')", CMD_UNKNOWN},
        {"HasTrailingSlash('a/')", CMD_UNKNOWN},
        {"HasTrailingSlash('a(/)') and false", CMD_NO},
        {"'a' = 'a'", CMD_UNKNOWN},
        {"'a' == 'a", CMD_UNKNOWN},
        {"'a' == ", CMD_UNKNOWN},
        {"and", CMD_UNKNOWN},
        {"('a' == 'a'", CMD_UNKNOWN},
        {"'a' == 'a') or true", CMD_UNKNOWN},
        {"$(Name", CMD_UNKNOWN},
        {"Exists('a'", CMD_UNKNOWN},
        {"'a' == 'a' 'b'", CMD_UNKNOWN},
        {"word", CMD_UNKNOWN},
    };
    cmd_properties p = some_properties();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_truth got = cmd_condition(&p, rows[i].text);
        if (got != rows[i].expected) {
            printf("\n%s: %d, expected %d\n", rows[i].text, (int)got, (int)rows[i].expected);
        }
        CU_ASSERT_EQUAL(got, rows[i].expected);
    }
}

/* Any text ends, however deep and wherever it is cut. */
void test_conditions_cut(void) {
    static const char text[] =
        "!('$(Name.EndsWith('s'))' == 'true' and Exists('a%3b')) or $(On) <= 1";
    cmd_properties p = some_properties();
    for (size_t len = 0; len < sizeof text; len++) {
        (void)cmd_condition(&p, cc_arena_strdup(cli_arena, (cc_str){text, len}));
    }
    cc_buf deep = {0};
    for (size_t i = 0; i < 100000; i++) {
        cc_buf_putc(&deep, i % 2 == 0 ? '!' : '(');
    }
    cc_buf_u8(&deep, 0);
    CU_ASSERT_EQUAL(cmd_condition(&p, (const char *)deep.data), CMD_UNKNOWN);
    cc_buf_free(&deep);
}

/* A text that doubles itself ends at a limit, and is then not known. */
void test_properties_doubled(void) {
    enum { LINES = 200, MOST = 1 << 18 };
    cmd_properties p = {.arena = cli_arena};
    bool is_known = true;
    set(&p, "A", "0123456789", true);
    for (size_t i = 0; i < LINES; i++) {
        const char *text = cmd_property_expand_known(&p, CC_STR("$(A)$(A)"), &is_known);
        cmd_assignment a = {.name = "A",
                            .value = is_known ? text : NULL,
                            .text = is_known ? NULL : text,
                            .is_sure = true};
        cmd_property_set(&p, &a);
        CU_ASSERT_TRUE_FATAL(strlen(text) <= MOST);
    }
    CU_ASSERT_FALSE(is_known);
}

/* --- coverlet.msbuild ------------------------------------------------------------------------- */

static const char *read_back(const cmd_coverlet *c) {
    cc_buf out = {0};
    for (size_t i = 0; i < c->count; i++) {
        const cmd_coverlet_setting *s = &c->items[i];
        cc_buf_printf(&out, "%s=%s%s|", cfg_spec_of(s->key)->option, s->text,
                      s->refused != NULL ? "!" : "");
    }
    const char *copy = cc_arena_strdup(cli_arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return copy;
}

void test_coverlet_settings(void) {
    static const struct {
        const char *set[6][2];
        const char *expected;
    } rows[] = {
        {{{NULL}}, ""},
        {{{"Threshold", "80"}},
         "fail-under-line=80|fail-under-branch=80|fail-under-method=80|fail-under-of=minimum|"},
        {{{"Threshold", " 80.5 "}, {"ThresholdType", "line"}, {"ThresholdStat", "Total"}},
         "fail-under-line=80.5|"},
        {{{"Threshold", "80,70"}, {"ThresholdType", "method, LINE"}, {"ThresholdStat", "average"}},
         "fail-under-method=80|fail-under-line=70|fail-under-of=average|"},
        {{{"Threshold", "80%2c70%2c60"}},
         "fail-under-line=80|fail-under-branch=70|fail-under-method=60|fail-under-of=minimum|"},
        {{{"Threshold", "0"}}, ""},
        {{{"Threshold", "0,90"}, {"ThresholdType", "line,branch"}},
         "fail-under-branch=90|fail-under-of=minimum|"},
        {{{"Threshold", "x"}}, ""},
        {{{"Threshold", "101"}}, ""},
        {{{"Threshold", "8."}}, ""},
        {{{"Threshold", "80"}, {"ThresholdType", "lines"}}, ""},
        {{{"ThresholdType", "line"}}, ""},
        {{{"Exclude", "\n [*.Tests]*,\n [B]C,, x"}, {"Include", "[A.*]*%2c[B]*"}},
         "include=[A.*]*|include=[B]*|exclude=[*.Tests]*|exclude=[B]C|exclude=x!|"},
        {{{"ExcludeByFile", "**/*.g.cs,**\\Migrations\\,../x.cs"},
          {"ExcludeByAttribute", "Obsolete,GeneratedCodeAttribute"}},
         "exclude=file~(?i)^/(?:[^/]+/)*[^/]*\\.g\\.cs$|"
         "exclude=file~(?i)^/(?:[^/]+/)*Migrations/.+$|exclude=file:../x.cs!|"
         "exclude=attribute:Obsolete|exclude=attribute:GeneratedCodeAttribute|"},
        {{{"SkipAutoProps", "True"},
          {"IncludeTestAssembly", "true"},
          {"ExcludeAssembliesWithoutSources", "None"}},
         "auto-properties=skip|include-tests=true|without-sources=keep|"},
        {{{"SkipAutoProps", "false"}, {"ExcludeAssembliesWithoutSources", "MissingAll"}}, ""},
        {{{"CoverletOutputFormat", "opencover,json"}}, "format=coverlet|format=opencover|"},
        {{{"CoverletOutputFormat", "cobertura"}}, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cmd_properties p = {.arena = cli_arena};
        cmd_coverlet found = {0};
        for (size_t k = 0; k < 6 && rows[i].set[k][0] != NULL; k++) {
            set(&p, rows[i].set[k][0], rows[i].set[k][1], true);
        }
        CU_ASSERT_EQUAL(cmd_coverlet_read(&found, &p), CC_OK);
        CU_ASSERT_STRING_EQUAL(read_back(&found), rows[i].expected);
        size_t count = found.count;
        CU_ASSERT_EQUAL(cmd_coverlet_read(&found, &p), CC_OK); /* of another project */
        CU_ASSERT_EQUAL(found.count, count);
    }
    cmd_properties p = {.arena = cli_arena};
    cmd_coverlet found = {0};
    set(&p, "Threshold", "80", false); /* its condition is not known */
    CU_ASSERT_EQUAL(cmd_coverlet_read(&found, &p), CC_OK);
    CU_ASSERT_EQUAL(found.count, 0);
}

void test_coverlet_on(void) {
    static const struct {
        const char *first, *second; /* '?' before: the condition is not known */
        cmd_truth is_on;
    } rows[] = {
        {"true", NULL, CMD_YES},     {"True ", NULL, CMD_YES},    {"false", NULL, CMD_NO},
        {"?true", NULL, CMD_YES},    {"?false", NULL, CMD_NO},    {"true", "false", CMD_NO},
        {"true", "?false", CMD_YES}, {"false", "?true", CMD_YES}, {"false", "?false", CMD_NO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *const values[] = {rows[i].first, rows[i].second};
        cmd_properties p = {.arena = cli_arena};
        for (size_t k = 0; k < 2 && values[k] != NULL; k++) {
            bool is_sure = values[k][0] != '?';
            set(&p, "CollectCoverage", values[k] + !is_sure, is_sure);
        }
        CU_ASSERT_EQUAL(cmd_coverlet_is_on(&p), rows[i].is_on);
    }
    static char off[] = "-p:CollectCoverage=false;Threshold=80";
    static char threshold[] = "-p:Threshold=80";
    char *words[] = {off, threshold};
    cmd_properties none = {.arena = cli_arena};
    CU_ASSERT_FALSE(cmd_coverlet_is_on(&none));
    cmd_properties_of_command(&none, words, 1);
    set(&none, "CollectCoverage", "true", true);
    CU_ASSERT_FALSE(cmd_coverlet_is_on(&none));
    cmd_properties given = {.arena = cli_arena};
    cmd_properties_of_command(&given, words + 1, 1);
    CU_ASSERT_EQUAL(cmd_coverlet_is_on(&given), CMD_UNKNOWN);
}

/* --- projects --------------------------------------------------------------------------------- */

static void write_text(const char *path, const char *text) {
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0600), CC_OK);
}

static const char *read_project(const char *name) {
    cmd_coverlet found = {0};
    const char *top = cc_path_join(cli_arena, cli_dir, "props");
    CU_ASSERT_EQUAL(cmd_read_coverlet(&found, cc_path_join(cli_arena, top, name), top, cli_arena),
                    CC_OK);
    return read_back(&found);
}

/* In the order of MSBuild: what is set before the project, by it, after it. */
void test_coverlet_projects(void) {
    CU_ASSERT_EQUAL(mkdir("props", 0700), 0);
    CU_ASSERT_EQUAL(mkdir("props/A.Tests", 0700), 0);
    write_text("props/Directory.Build.props",
               "<Project><PropertyGroup Condition=\"$(MSBuildProjectName.EndsWith('.Tests'))\">"
               "<Kind>tests</Kind><Threshold>80</Threshold><ThresholdType>line</ThresholdType>"
               "<Exclude Condition=\"'$(Configuration)' == 'Debug'\">[NotYet]*</Exclude>"
               "</PropertyGroup></Project>");
    write_text("props/Directory.Build.targets",
               "<Project><PropertyGroup Condition=\"'$(IsTestProject)' == 'true' and "
               "'$(Kind)' == 'tests'\"><ThresholdStat>total</ThresholdStat>"
               "<Include Condition=\" '$(Configuration)' == 'debug' \">[$(Of)]*</Include>"
               "</PropertyGroup></Project>");
    write_text(
        "props/A.Tests/A.Tests.csproj",
        "<Project><PropertyGroup><Of>$(MSBuildThisFileName)</Of>"
        "<ExcludeByAttribute Condition=\"'$(Nothing)' != ''\">No</ExcludeByAttribute>"
        "</PropertyGroup><ItemGroup><PackageReference Include=\"xunit\"/></ItemGroup></Project>");
    write_text("props/B.csproj", "<Project/>");
    CU_ASSERT_STRING_EQUAL(read_project("A.Tests/A.Tests.csproj"),
                           "fail-under-line=80|include=[A.Tests]*|");
    CU_ASSERT_STRING_EQUAL(read_project("B.csproj"), "");
    CU_ASSERT_EQUAL(cc_dir_remove("props"), CC_OK);
}

/* Elements in effect, that clrcov reads. */
void test_init_coverlet(void) {
    static cmd_coverlet_setting items[] = {
        {CFG_FAIL_UNDER_LINE, "80", "Threshold", "80", "a--b.props", NULL},
        {CFG_FAIL_UNDER_OF, "minimum", "Threshold", "80", "a--b.props", NULL},
        {CFG_EXCLUDE, "[A<b>]*", "Exclude", "[A<b>]*", "a--b.props", NULL},
        {CFG_EXCLUDE, "file~(?i)^/[^/]*\\.g\\.cs$", "ExcludeByFile", "*.g.cs", "a--b.props", NULL},
        {CFG_EXCLUDE, "[A<b>]*", "Exclude", "[A<b>]*", "B.csproj", NULL},
        {CFG_EXCLUDE, "x", "Exclude", "x", "B.csproj", "it has no form"},
        {CFG_AUTO_PROPERTIES, "skip", "SkipAutoProps", "true", "B.csproj", NULL},
        {CFG_FAIL_UNDER_LINE, "60", "Threshold", "60", "B.csproj", NULL},
        {CFG_FORMAT, "lcov", "CoverletOutputFormat", "lcov,opencover", "caf\xE9/B.csproj", NULL},
        {CFG_FORMAT, "opencover", "CoverletOutputFormat", "lcov,opencover", "caf\xE9/B.csproj",
         NULL},
        {CFG_FORMAT, "lcov", "CoverletOutputFormat", "lcov", "C.csproj", NULL},
    };
    cmd_solution solution = {.git = ".", .coverlet = {items, sizeof items / sizeof *items, 0}};
    const cfg_layer *layers[1];
    cfg_layer layer;
    cfg_values values;
    cc_buf out = {0};
    cmd_init_text(&solution, &out);
    cc_buf_u8(&out, 0);
    const char *text = (const char *)out.data;
    write_text("clrcov.xml", text);
    cfg_layer_init(&layer, CFG_FILE, cli_arena);
    layers[0] = &layer;
    CU_ASSERT_EQUAL_FATAL(cfg_read_file(&layer, "clrcov.xml"), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&values, layers, 1, cli_arena), CC_OK);
    CU_ASSERT_EQUAL(values.fail_under_line, 800000);
    CU_ASSERT_EQUAL(values.fail_under_of, CFG_OF_MINIMUM);
    CU_ASSERT_EQUAL(values.auto_properties, CFG_SKIP_AUTO_PROPERTIES);
    CU_ASSERT_EQUAL_FATAL(values.exclude.count, 2);
    CU_ASSERT_STRING_EQUAL(values.exclude.items[0], "[A<b>]*");
    CU_ASSERT_STRING_EQUAL(values.exclude.items[1], "file~(?i)^/[^/]*\\.g\\.cs$");
    CU_ASSERT_EQUAL_FATAL(values.formats.count, 2);
    CU_ASSERT_EQUAL(values.formats.items[0].format, CFG_LCOV);
    CU_ASSERT_EQUAL(values.formats.items[1].format, CFG_OPENCOVER);
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "<!-- From coverlet.msbuild: Threshold of a- -b.props -->"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "<!-- Exclude=x of B.csproj is left out: it has no form -->"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr(text, "<!-- Threshold=60 of B.csproj is not in effect: the value above is -->"));
    cc_buf_free(&out);
    cc_file_remove("clrcov.xml");
}
