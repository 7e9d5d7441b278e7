/* Imported settings: what becomes of each key of coverlet and of Microsoft's code coverage. */
#include "test_import.h"

#include <string.h>

typedef struct row {
    const char *in;
    const char *entries;
    const char *warnings;
} row;

static void check(const char *text, const char *what, const char *entries, const char *warnings) {
    imported im;
    import_text(&im, text, false);
    if (im.err != CC_OK) {
        printf("\n%s: %s\n", what, cc_error_message());
    }
    CU_ASSERT_EQUAL(im.err, CC_OK);
    import_assert(what, import_entries(&im), entries);
    import_assert(what, import_warnings(&im), warnings);
    import_free(&im);
}

/* --- coverlet --------------------------------------------------------------------------------- */

static const row coverlet_rows[] = {
    {"", "", ""},
    {"<Format>cobertura</Format>", "format=cobertura\n", ""},
    {"<Format>json, Cobertura,lcov</Format>", "format=cobertura\n",
     "F: line 1: Format: 'json' is ignored; choose formats with --format; line 1: Format: 'lcov' "
     "is ignored; choose formats with --format\n"},
    {"<Include>[A]*,,[B.*]B.C?D* , [C]X</Include>",
     "include=[A]*\ninclude=[B.*]B.C?D*\ninclude=[C]X\n", ""},
    {"<Exclude>\n  [A]*,\n  [B]B/C\n</Exclude>", "exclude=[A]*\nexclude=[B]B/C\n",
     "F: line 1: coverlet silently drops '[B]B/C' because of its '/'; clrcov applies it\n"},
    {"<Exclude>[my-lib]*</Exclude>", "exclude=[my-lib]*\n",
     "F: line 1: coverlet silently drops '[my-lib]*' because of its '-'; clrcov applies it\n"},
    {"<Exclude>A.*,[]*,[A],[A]B[C]*</Exclude>", "",
     "F: line 1: 'A.*' does not have the form [ASSEMBLY]TYPE; clrcov ignores it, as coverlet does; "
     "line 1: '[]*' does not have the form [ASSEMBLY]TYPE; clrcov ignores it, as coverlet does; "
     "line 1: '[A]' does not have the form [ASSEMBLY]TYPE; clrcov ignores it, as coverlet does; "
     "line 1: '[A]B[C]*' does not have the form [ASSEMBLY]TYPE; clrcov ignores it, as coverlet "
     "does\n"},
    {"<ExcludeByAttribute>Obsolete, N.GeneratedCodeAttribute</ExcludeByAttribute>",
     "exclude=attribute:Obsolete\nexclude=attribute:N.GeneratedCodeAttribute\n", ""},
    {"<ExcludeByFile>**/Migrations/*.cs,**/x.g.cs</ExcludeByFile>",
     "exclude=file~(?i)^/(?:[^/]+/)*Migrations/[^/]*\\.cs$\n"
     "exclude=file~(?i)^/(?:[^/]+/)*x\\.g\\.cs$\n",
     ""},
    {"<IncludeDirectory>../other</IncludeDirectory>", "",
     "F: not used: IncludeDirectory (line 1)\n"},
    {"<IncludeDirectory> </IncludeDirectory><MergeWith/>", "", ""},
    {"<SingleHit>true</SingleHit>", "hits=once\n", ""},
    {"<SingleHit>false</SingleHit>", "", ""},
    {"<IncludeTestAssembly>TRUE</IncludeTestAssembly>", "include-tests=true\n", ""},
    {"<IncludeTestAssembly>yes</IncludeTestAssembly>", "include-tests=false\n",
     "F: line 1: IncludeTestAssembly: 'yes' is neither true nor false; clrcov reads it as false, "
     "as coverlet does\n"},
    {"<SkipAutoProps>true</SkipAutoProps>", "auto-properties=skip\n", ""},
    {"<SkipAutoProps>false</SkipAutoProps>", "auto-properties=keep\n", ""},
    {"<DeterministicReport>true</DeterministicReport>", "", ""},
    {"<DisableManagedInstrumentationRestore>true</DisableManagedInstrumentationRestore>", "", ""},
    {"<ExcludeAssembliesWithoutSources>missingany</ExcludeAssembliesWithoutSources>",
     "without-sources=skip-any\n", ""},
    {"<ExcludeAssembliesWithoutSources>None</ExcludeAssembliesWithoutSources>",
     "without-sources=keep\n", ""},
    {"<ExcludeAssembliesWithoutSources>Nothing</ExcludeAssembliesWithoutSources>",
     "without-sources=skip\n",
     "F: line 1: ExcludeAssembliesWithoutSources: 'Nothing' is not MissingAll, MissingAny or None; "
     "clrcov reads it as MissingAll, as coverlet does\n"},
    {"<DoesNotReturnAttribute>DoesNotReturn</DoesNotReturnAttribute>", "does-not-return=skip\n",
     ""},
    {"<DoesNotReturnAttribute>Mine,DoesNotReturnAttribute</DoesNotReturnAttribute>",
     "does-not-return=skip\n",
     "F: line 1: DoesNotReturnAttribute: 'Mine' is ignored; clrcov honours only the framework's "
     "attribute\n"},
    {"<MergeWith>old.json</MergeWith><UseSourceLink>true</UseSourceLink>", "",
     "F: not used: MergeWith (line 1), UseSourceLink (line 1)\n"},
    {"<UseSourceLink>false</UseSourceLink>", "", ""},
    {"<include>[A]*</include>\n<Threshold>80</Threshold>", "",
     "F: not used: include (line 1), Threshold (line 2)\n"},
    {"<Exclude>[A]*</Exclude><Exclude>[B]*</Exclude>", "exclude=[A]*\n",
     "F: not used: Exclude (line 1)\n"},
    {"<MergeWith>x</MergeWith><Exclude>[a-b]*</Exclude>", "exclude=[a-b]*\n",
     "F: not used: MergeWith (line 1); line 1: coverlet silently drops '[a-b]*' because of its "
     "'-'; clrcov applies it\n"},
};

void test_coverlet_keys(void) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof coverlet_rows / sizeof *coverlet_rows; i++) {
        check(coverlet_file(arena, coverlet_rows[i].in), coverlet_rows[i].in,
              coverlet_rows[i].entries, coverlet_rows[i].warnings);
    }
    cc_arena_free(arena);
}

void test_coverlet_mtp(void) {
    check("{\"platformOptions\": {\"Coverlet\": {\n"
          "  \"include\": \"[A]*\", \"Exclude\": [\"[B]*,[C]*\", \"[D]*\"],\n"
          "  \"excludeByAttribute\": \"Obsolete\", \"skipAutoProps\": true, \"singleHit\": false,\n"
          "  \"excludeAssembliesWithoutSources\": \"None\", \"mergeWith\": \"x.json\",\n"
          "  \"useSourceLink\": false, \"format\": \"cobertura\"\n"
          "}}, \"codecoverage\": {}}",
          "testconfig.json",
          "include=[A]*\nexclude=[B]*\nexclude=[C]*\nexclude=[D]*\nexclude=attribute:Obsolete\n"
          "auto-properties=skip\nwithout-sources=keep\nformat=cobertura\n",
          "F: not used: mergeWith (line 4)\n");
}

/* --- words ------------------------------------------------------------------------------------ */

/* "KIND WORDS|" of each rule of the file, as the filter list gets them; WORDS "=": those of the rule. */
static const char *words_of(imported *im, const char *text) {
    const cfg_layer *layers[] = {&im->layer};
    cfg_values values;
    sel_list list;
    import_text(im, text, false);
    CU_ASSERT_EQUAL_FATAL(im->err, CC_OK);
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&values, layers, 1, im->arena), CC_OK);
    sel_init(&list, im->arena, cfg_regex_engine());
    CU_ASSERT_EQUAL_FATAL(cfg_make_filter(&list, &values), CC_OK);
    for (size_t i = 0; i < list.count; i++) {
        const sel_rule *rule = &list.rules[i];
        bool is_same = cc_str_eq(rule->text, rule->words);
        cc_buf_printf(&im->shown, "%s %.*s|", sel_kind_name(rule->kind),
                      is_same ? 1 : (int)rule->words.len, is_same ? "=" : rule->words.s);
    }
    cc_buf_u8(&im->shown, 0);
    return (const char *)im->shown.data;
}

void test_words(void) {
    cc_arena *arena = cc_arena_new();
    imported im;
    import_assert(
        "coverlet",
        words_of(&im, coverlet_file(arena, "<Exclude>[A]*, [B]C</Exclude>"
                                           "<ExcludeByAttribute>Obsolete</ExcludeByAttribute>"
                                           "<ExcludeByFile>**/M/*.cs, **/*.g.cs</ExcludeByFile>")),
        "filter =|filter =|attribute Obsolete|file **/M/*.cs|file **/*.g.cs|");
    import_free(&im);
    import_assert(
        "microsoft",
        words_of(
            &im,
            microsoft_file(
                arena, "",
                "<ModulePaths mergeDefaults=\"false\"><Include><ModulePath>.*A\\.dll$</ModulePath>"
                "</Include></ModulePaths>"
                "<Sources mergeDefaults=\"false\"/><Attributes mergeDefaults=\"false\"/>"
                "<Functions><Exclude><Function>^N\\..*</Function></Exclude></Functions>")),
        "path .*A\\.dll$|member ^N\\..*|key Microsoft's default PublicKeyTokens/Exclude|");
    import_free(&im);
    cc_arena_free(arena);
}

/* --- Microsoft -------------------------------------------------------------------------------- */

static const row microsoft_rows[] = {
    {"", "", ""},
    {"<Format>Cobertura</Format>", "format=cobertura\n", ""},
    {"<Format>coverage</Format>", "",
     "F: line 1: Format: 'coverage' is ignored; choose formats with --format\n"},
    {"<CoverageFileName>out/report.xml</CoverageFileName>", "output=out/report.xml\n", ""},
    {"<CoverageFileName>D:\\x\\report.xml</CoverageFileName>", "",
     "F: not used: CoverageFileName (line 1)\n"},
    {"<CoverageFileName>report.coverage</CoverageFileName>", "",
     "F: not used: CoverageFileName (line 1)\n"},
    {"<IncludeTestAssembly>False</IncludeTestAssembly>", "include-tests=false\n", ""},
    {"<IncludeTestAssembly> true </IncludeTestAssembly>", "include-tests=true\n", ""},
    {"<IncludeTestAssembly>banana</IncludeTestAssembly>", "",
     "F: not used: IncludeTestAssembly (line 1)\n"},
    {"<DeterministicReport>True</DeterministicReport>", "", ""},
    {"<ExcludeAssembliesWithoutSources>MissingAll</ExcludeAssembliesWithoutSources>",
     "without-sources=skip\n", ""},
    {"<ExcludeAssembliesWithoutSources>MissingAny</ExcludeAssembliesWithoutSources>",
     "without-sources=skip-any\n", ""},
    {"<ExcludeAssembliesWithoutSources>NotSpecified</ExcludeAssembliesWithoutSources>", "", ""},
    {"<ExcludeAssembliesWithoutSources>Some</ExcludeAssembliesWithoutSources>", "",
     "F: not used: ExcludeAssembliesWithoutSources (line 1)\n"},
    {"<DoesNotReturnAttribute>None</DoesNotReturnAttribute>", "does-not-return=keep\n", ""},
    {"<DoesNotReturnAttribute>SameAssembly</DoesNotReturnAttribute>", "does-not-return=skip\n", ""},
    {"<DoesNotReturnAttribute>AllAssemblies</DoesNotReturnAttribute>", "does-not-return=skip\n",
     ""},
    {"<PerTestCodeCoverage>True</PerTestCodeCoverage>", "",
     "F: not used: PerTestCodeCoverage (line 1)\n"},
    {"<PerTestCodeCoverage>False</PerTestCodeCoverage>", "", ""},
    {"<format>cobertura</format><Unknown><Inner a=\"b\"/></Unknown>", "",
     "F: not used: format (line 1), Unknown/Inner/@a (line 1)\n"},
};

static const row inner_rows[] = {
    {"<SkipAutoProperties>False</SkipAutoProperties>", "auto-properties=keep\n", ""},
    {"<SkipAutoProperties>True</SkipAutoProperties>", "auto-properties=skip\n", ""},
    {"<CollectFromChildProcesses>False</CollectFromChildProcesses>", "children=false\n", ""},
    {"<SymbolSearchPaths><Path>C:\\pdb</Path></SymbolSearchPaths>", "",
     "F: not used: SymbolSearchPaths/Path (line 1)\n"},
    {"<SymbolSearchPaths/>", "", ""},
    {"<AllowedUsers><User>me</User></AllowedUsers>", "", ""},
    {"<skipautoproperties>False</skipautoproperties>", "",
     "F: not used: skipautoproperties (line 1)\n"},
};

void test_microsoft_keys(void) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof microsoft_rows / sizeof *microsoft_rows; i++) {
        check(microsoft_file(arena, microsoft_rows[i].in, ""), microsoft_rows[i].in,
              microsoft_rows[i].entries, microsoft_rows[i].warnings);
    }
    for (size_t i = 0; i < sizeof inner_rows / sizeof *inner_rows; i++) {
        check(microsoft_file(arena, "", inner_rows[i].in), inner_rows[i].in, inner_rows[i].entries,
              inner_rows[i].warnings);
    }
    cc_arena_free(arena);
}

static const row list_rows[] = {
    {"<ModulePaths><Include><ModulePath>.*\\\\A[^\\\\]*\\.dll$</ModulePath></Include></"
     "ModulePaths>",
     "include=path~(?i).*[\\\\/]A[^\\\\/]*\\.dll$\n", ""},
    {"<ModulePaths>\n<Exclude>\n<ModulePath>a</ModulePath>\n<ModulePath>b</ModulePath></"
     "Exclude>"
     "</ModulePaths>",
     "exclude=path~(?i)a\nexclude=path~(?i)b\n", ""},
    {"<ModulePaths><IncludeDirectories><Directory Recursive=\"true\">d</Directory>"
     "</IncludeDirectories></ModulePaths>",
     "",
     "F: not used: ModulePaths/IncludeDirectories/Directory/@Recursive (line 1), "
     "ModulePaths/IncludeDirectories/Directory (line 1)\n"},
    {"<ModulePaths><Exclude><ModulePath>(</ModulePath><ModulePath>x</ModulePath></Exclude></"
     "ModulePaths>",
     "exclude=path~(?i)x\n",
     "F: line 1: the expression '(' is ignored: not a regular expression: missing closing "
     "parenthesis (at byte 1)\n"},
    {"<ModulePaths><Exclude><ModulePath>.*\\Quantify.dll</ModulePath></Exclude></ModulePaths>", "",
     "F: line 1: the expression '.*\\Quantify.dll' is ignored: .NET has no such escape\n"},
    {"<Functions><Exclude><Function>^A\\.B\\(int\\)$</Function></Exclude></Functions>",
     "exclude=member~^A\\.B\\(int\\)$\n", ""},
    {"<Functions><Exclude><Function>^Add\\ </Function></Exclude></Functions>",
     "exclude=member~^Add\\x20\n", ""},
    {"<Functions><Exclude><Function>^Add\\\\ </Function></Exclude></Functions>",
     "exclude=member~^Add\\\\\\x20\n", ""},
    {"<Functions><Exclude><Function></Function></Exclude></Functions>", "exclude=member~(?:)\n",
     ""},
    {"<Functions><Include><Function>A::B</Function></Include></Functions>", "include=member~A::B\n",
     ""},
    {"<Functions><Exclude>A</Exclude></Functions>", "",
     "F: not used: Functions/Exclude (line 1)\n"},
    {"<Functions><Exclude/><Include></Include></Functions><Sources/>", "", ""},
    {"<Attributes><Exclude><Attribute>^A$</Attribute></Exclude></Attributes>",
     "exclude=attribute~^A$\n", ""},
    {"<Attributes><Include><Attribute>A</Attribute></Include></Attributes>", "",
     "F: not used: Attributes/Include/Attribute (line 1)\n"},
    {"<Attributes><Include><Attribute>.*</Attribute></Include></Attributes>",
     "include=attribute~.*\n", ""},
    {"<Sources><Exclude><Source>.*\\\\gen\\\\.*</Source></Exclude></Sources>",
     "exclude=file~(?i).*[\\\\/]gen[\\\\/].*\n", ""},
    {"<CompanyNames><Exclude><CompanyName>.*me.*</CompanyName></Exclude></CompanyNames>",
     "exclude=company~(?i).*me.*\n", ""},
    {"<CompanyNames><Exclude><CompanyName>.*</CompanyName></Exclude></CompanyNames>",
     "exclude=company~^(?=.)(?s:.*?)(?:(?i).*)\n", ""},
    {"<CompanyNames><Include><CompanyName>^me</CompanyName></Include></CompanyNames>",
     "include=company~^$|(?:(?i)^me)\n", ""},
    {"<PublicKeyTokens><Exclude><PublicKeyToken>^B77A$</PublicKeyToken></Exclude></"
     "PublicKeyTokens>",
     "exclude=key~(?i)^B77A$\n", ""},
    {"<PublicKeyTokens><Include><PublicKeyToken>b7</PublicKeyToken></Include></"
     "PublicKeyTokens>",
     "include=key~^$|(?:(?i)b7)\n", ""},
};

void test_microsoft_lists(void) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof list_rows / sizeof *list_rows; i++) {
        check(microsoft_file(arena, "", list_rows[i].in), list_rows[i].in, list_rows[i].entries,
              list_rows[i].warnings);
    }
    cc_arena_free(arena);
}

/* Is there a default rule of this kind, and does it match the text? */
static bool excludes_by_default(imported *im, const char *kind, const char *text) {
    const sel_engine *engine = cfg_regex_engine();
    for (size_t i = 0; i < im->layer.count; i++) {
        const cfg_entry *entry = &im->layer.entries[i];
        void *compiled = NULL;
        if (entry->key != CFG_EXCLUDE || entry->origin[0] != '\0' ||
            strncmp(entry->text, kind, strlen(kind)) != 0) {
            continue;
        }
        const char *regex = strchr(entry->text, '~') + 1;
        CU_ASSERT_EQUAL_FATAL(engine->compile(&compiled, cc_strz(regex), im->arena), CC_OK);
        return engine->match(compiled, cc_strz(text));
    }
    return false;
}

void test_microsoft_defaults(void) {
    static const char *const out[][2] = {
        {"path", "/w/bin/testhost.dll"},
        {"path", "/w/bin/Microsoft.TestPlatform.CoreUtilities.dll"},
        {"path", "/w/bin/Microsoft.VisualStudio.TestPlatform.Common.dll"},
        {"path", "/w/bin/xunit.core.dll"},
        {"path", "/w/bin/xunit.runner.visualstudio.testadapter.dll"},
        {"path", "/w/bin/Moq.dll"},
        {"path", "/w/bin/MSTest.TestFramework.dll"},
        {"attribute", "System.Diagnostics.DebuggerHiddenAttribute"},
        {"attribute", "System.Diagnostics.DebuggerNonUserCodeAttribute"},
        {"attribute", "System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverageAttribute"},
        {"file", "/w/obj/TestingPlatformBuilderHook.g.cs"},
        {"file", "/w/ucrt/x.cpp"},
        {"file", "/w/VC/Tools/x.cpp"},
        {"key", "8d05b1bb7a6fdb6c"},
    };
    static const char *const in[][2] = {
        {"path", "/w/bin/App.dll"},
        {"path", "/w/bin/xunit.dll"},
        {"path", "/w/bin/Moq.Extras.dll"},
        {"attribute", "System.DebuggerHiddenAttribute"},
        {"file", "/w/src/ucrt.cs"},
        {"key", "b77a5c561934e089"},
        {"member", "A.B()"},
    };
    imported im;
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    import_text(&im, microsoft_file(arena, "", ""), false);
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        CU_ASSERT_TRUE(excludes_by_default(&im, out[i][0], out[i][1]));
    }
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        CU_ASSERT_FALSE(excludes_by_default(&im, in[i][0], in[i][1]));
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(import_origins(&im),
                                  "include-tests=true @default of Microsoft's code coverage\n"
                                  "without-sources=keep @default of Microsoft's code coverage\n"
                                  "auto-properties=skip @default of Microsoft's code coverage\n"));
    import_free(&im);

    import_text(&im,
                microsoft_file(
                    arena, "<IncludeTestAssembly>False</IncludeTestAssembly>",
                    "<ModulePaths mergeDefaults=\"false\"/><Attributes mergeDefaults='False'>"
                    "<Exclude/></Attributes><Sources><Exclude mergeDefaults='false'/></Sources>"),
                false);
    CU_ASSERT_FALSE(excludes_by_default(&im, "path", "/w/bin/testhost.dll"));
    CU_ASSERT_FALSE(
        excludes_by_default(&im, "attribute", "System.Diagnostics.DebuggerHiddenAttribute"));
    CU_ASSERT_TRUE(excludes_by_default(&im, "file", "/w/ucrt/x.cpp"));
    CU_ASSERT_PTR_NULL(strstr(import_origins(&im), "include-tests=true"));
    import_assert("warnings", import_warnings(&im),
                  "F: not used: Sources/Exclude/@mergeDefaults (line 1)\n");
    import_free(&im);

    import_text(&im, "{\"codeCoverage\": {\"Configuration\": {}}}", false);
    CU_ASSERT_PTR_NULL(strstr(import_origins(&im), "include-tests="));
    CU_ASSERT_PTR_NULL(strstr(import_origins(&im), "without-sources="));
    CU_ASSERT_PTR_NOT_NULL(strstr(import_origins(&im), "auto-properties=skip"));
    import_free(&im);
    cc_arena_free(arena);
}

void test_microsoft_documented(void) {
    static const char *const outer[] = {
        "CoverageLogLevel",    "InstrumentationLogLevel", "ManagedVanguardLogLevel",
        "CoverageFileLogPath", "VanguardInstallDir",      "CLRIEX86InstallDir",
        "CLRIEX64InstallDir",  "CLRIEARM64InstallDir",    "DeterministicReport"};
    static const char *const inner[] = {"CommunicationTimeout",
                                        "PipeClientsCount",
                                        "UseVerifiableInstrumentation",
                                        "AllowLowIntegrityProcesses",
                                        "CollectAspDotNet",
                                        "SymbolsRestrictOriginalPathAccess",
                                        "SymbolsRestrictReferencePathAccess",
                                        "SymbolsRestrictDBGAccess",
                                        "SymbolsRestrictSystemRootAccess",
                                        "EnableDynamicNativeInstrumentation",
                                        "EnableStaticNativeInstrumentation",
                                        "EnableStaticNativeInstrumentationRestore",
                                        "EnableDynamicManagedInstrumentation",
                                        "EnableStaticManagedInstrumentation",
                                        "EnableStaticManagedInstrumentationRestore",
                                        "DumpStaticNativeDisassembly",
                                        "FileLogPath",
                                        "LogLevel"};
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof outer / sizeof *outer; i++) {
        const char *text = cc_arena_printf(arena, "<%s>True</%s>", outer[i], outer[i]);
        check(microsoft_file(arena, text, ""), outer[i], "", "");
    }
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++) {
        const char *text = cc_arena_printf(arena, "<%s>True</%s>", inner[i], inner[i]);
        check(microsoft_file(arena, "", text), inner[i], "", "");
    }
    cc_arena_free(arena);
}

void test_microsoft_json(void) {
    static const char settings[] =
        "{\"Format\": \"cobertura\", \"includeTestAssembly\": false,\n"
        " \"CodeCoverage\": {\"SkipAutoProperties\": false, \"CommunicationTimeout\": 90000,\n"
        "  \"ModulePaths\": {\"Include\": [\".*\\\\.dll$\"],\n"
        "                  \"Exclude\": [\".*x.*\", \"y\"]},\n"
        "  \"Attributes\": {\"mergeDefaults\": false, \"Exclude\": []},\n"
        "  \"Sources\": {\"Exclude\": [\".*\\\\\\\\gen\\\\\\\\.*\"]},\n"
        "  \"SymbolSearchPaths\": [\"p\"], \"AllowedUsers\": [\"u\"]}}";
    static const char entries[] = "format=cobertura\ninclude-tests=false\nauto-properties=keep\n"
                                  "include=path~(?i).*\\.dll$\nexclude=path~(?i).*x.*\n"
                                  "exclude=path~(?i)y\nexclude=file~(?i).*[\\\\/]gen[\\\\/].*\n";
    static const char warnings[] = "F: not used: SymbolSearchPaths/* (line 7)\n";
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    check(cc_arena_printf(arena, "{\"Configuration\": %s}", settings), "settings file", entries,
          warnings);
    check(cc_arena_printf(arena, "{\"codeCoverage\": {\"Configuration\": %s}}", settings),
          "testconfig.json", entries, warnings);
    cc_arena_free(arena);
}
