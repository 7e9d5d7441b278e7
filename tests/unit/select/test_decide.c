/* Decisions: which rule wins, and what each kind is compared with. */
#include <stdio.h>
#include <string.h>

#include "select/sel_internal.h"
#include "test_select.h"

static bool assembly_in(const char *rules, const char *name) {
    sel_list list = test_rules(rules, &test_engine);
    sel_assembly_facts facts = {.name = cc_strz(name)};
    bool is_in = sel_assembly(&list, &facts).is_in;
    CU_ASSERT(!is_in || sel_may_be_in(&list, facts.name).is_in);
    return is_in;
}

void test_assemblies(void) {
    CU_ASSERT_TRUE(assembly_in("", "Any.Thing"));
    CU_ASSERT_TRUE(assembly_in("include x App.*\n", "app.core"));
    CU_ASSERT_FALSE(assembly_in("include x App.*\n", "Application"));
    CU_ASSERT_FALSE(assembly_in("include x App.*\n", "MyApp.Core"));
    CU_ASSERT_TRUE(assembly_in("include x A\ninclude x B\n", "B"));
    CU_ASSERT_FALSE(assembly_in("exclude x *.Tests\n", "App.Tests"));
    CU_ASSERT_TRUE(assembly_in("exclude x *.Tests\n", "App"));
    CU_ASSERT_FALSE(assembly_in("exclude x *.Tests\ninclude x App*\n", "App.Tests"));
    CU_ASSERT_FALSE(assembly_in("include x App*\nexclude x *.Tests\n", "App.Tests"));
    CU_ASSERT_TRUE(assembly_in("include x App?\n", "App2"));
    CU_ASSERT_FALSE(assembly_in("include x App?\n", "App"));
    CU_ASSERT_TRUE(assembly_in("include x App?\n", "App\xC3\xBC"));
    CU_ASSERT_TRUE(assembly_in("include x My App\n", "My App"));
    /* Filters: the assembly part; out only when all of its types are. */
    CU_ASSERT_TRUE(assembly_in("include x [app]N.*\n", "App"));
    CU_ASSERT_FALSE(assembly_in("include x [App]*\n", "Other"));
    CU_ASSERT_TRUE(assembly_in("include x [Apps?]*\n", "App"));
    CU_ASSERT_FALSE(assembly_in("exclude x [App]*\n", "APP"));
    CU_ASSERT_FALSE(assembly_in("exclude x [App]**\n", "App"));
    CU_ASSERT_TRUE(assembly_in("exclude x [App]N.*\n", "App"));
    CU_ASSERT_FALSE(assembly_in("include x [my-lib]*\nexclude x [my-*]*\n", "my-lib"));
    /* Rules for what is inside keep no assembly out. */
    CU_ASSERT_TRUE(assembly_in("include x type:A\ninclude x member:A.M\ninclude x attribute:A\n"
                               "include x file:a.cs\nexclude x type:*\nexclude x file:**\n",
                               "App"));
}

static sel_verdict judge(const char *rules, const sel_engine *engine) {
    sel_list list = test_rules(rules, engine);
    sel_assembly_facts facts = {CC_STR("App"), CC_STR("/bin/App.dll"), CC_STR("Me Ltd"),
                                CC_STR("0123456789abcdef")};
    return sel_assembly(&list, &facts);
}

void test_kinds_are_anded(void) {
    CU_ASSERT_TRUE(judge("include x App\ninclude x [A*]*\n", &test_engine).is_in);
    sel_verdict verdict = judge("include x App\ninclude x [B]*\n", &test_engine);
    CU_ASSERT(!verdict.is_in && verdict.rule == NULL && verdict.kind == SEL_FILTER);
    verdict = judge("include x [A*]*\ninclude x B\n", &test_engine);
    CU_ASSERT(!verdict.is_in && verdict.rule == NULL && verdict.kind == SEL_ASSEMBLY);
    CU_ASSERT_TRUE(judge("include x B\ninclude x App\ninclude x path~App.dll\ninclude x path~no\n"
                         "include x company~Ltd\ninclude x key~0123\n",
                         &test_engine)
                       .is_in);
    verdict = judge("include x App\ninclude x path~/lib/\n", &test_engine);
    CU_ASSERT(!verdict.is_in && verdict.kind == SEL_PATH);
    verdict = judge("include x company~Other\n", &test_engine);
    CU_ASSERT(!verdict.is_in && verdict.kind == SEL_COMPANY);
    verdict = judge("include x key~ffff\n", &test_engine);
    CU_ASSERT(!verdict.is_in && verdict.kind == SEL_KEY);
    verdict = judge("include x key~ffff\nexclude x company~Me\n", &test_engine);
    CU_ASSERT(!verdict.is_in && verdict.rule != NULL && verdict.kind == SEL_COMPANY);
    CU_ASSERT_FALSE(judge("exclude x path~/bin/\n", &test_engine).is_in);
    CU_ASSERT_FALSE(judge("exclude x key~abcdef\n", &test_engine).is_in);
    sel_list list = test_rules("include x type:A\nexclude x file:b\n", NULL);
    CU_ASSERT_TRUE(sel_has_include(&list, SEL_TYPE));
    CU_ASSERT_FALSE(sel_has_include(&list, SEL_FILE));
}

void test_superset(void) {
    sel_list list = test_rules("include x path~nowhere\nexclude x path~App\nexclude x company~M\n"
                               "exclude x [App]N.*\ninclude x type:N.T\n",
                               &test_engine);
    CU_ASSERT_TRUE(sel_may_be_in(&list, CC_STR("App")).is_in);
    list = test_rules("include x [App]N.*\nexclude x [Lib]*\n", &test_engine);
    CU_ASSERT_TRUE(sel_may_be_in(&list, CC_STR("app")).is_in);
    CU_ASSERT_FALSE(sel_may_be_in(&list, CC_STR("Lib")).is_in);
    sel_verdict verdict = sel_may_be_in(&list, CC_STR("Other"));
    CU_ASSERT(!verdict.is_in && verdict.rule == NULL && verdict.kind == SEL_FILTER);
}

void test_engine_absent(void) {
    CU_ASSERT_TRUE(
        judge("exclude x path~App\nexclude x company~Me\nexclude x key~0\n", NULL).is_in);
    CU_ASSERT_TRUE(judge("include x path~nowhere\ninclude x key~f\n", NULL).is_in);
    CU_ASSERT_FALSE(judge("include x path~App\ninclude x B\n", NULL).is_in);
    sel_list list =
        test_rules("exclude x member~M\nexclude x file~a\nexclude x attribute~A\n", NULL);
    cc_str name = CC_STR("M");
    CU_ASSERT_TRUE(sel_member(&list, CC_STR("T"), &name, 1, CC_STR("()")).is_in);
    CU_ASSERT_TRUE(sel_file(&list, CC_STR("a"), CC_STR("/a")).is_in);
    CU_ASSERT_PTR_NULL(sel_attribute(&list, true, CC_STR("A")));
    for (size_t i = 0; i < list.count; i++) {
        CU_ASSERT_FALSE(list.rules[i].matched);
    }
}

/* "Inner|Outer": from the inside out. */
static bool type_in(const char *rules, const char *types) {
    sel_list list = test_rules(rules, NULL);
    cc_str names[4];
    size_t count = 0;
    const char *end = strchr(types, '|');
    for (; end != NULL; end = strchr(types, '|')) {
        names[count++] = (cc_str){types, (size_t)(end - types)};
        types = end + 1;
    }
    names[count++] = cc_strz(types);
    return sel_type(&list, CC_STR("App"), names, count).is_in;
}

void test_types(void) {
    CU_ASSERT_TRUE(type_in("", "N.T"));
    CU_ASSERT_FALSE(type_in("exclude x type:N.*\n", "N.T"));
    CU_ASSERT_TRUE(type_in("exclude x type:n.*\n", "N.T"));
    CU_ASSERT_FALSE(type_in("exclude x type:N.T\n", "N.T/<M>d__0|N.T"));
    CU_ASSERT_TRUE(type_in("exclude x type:N.T/U\n", "N.T"));
    CU_ASSERT_FALSE(type_in("exclude x type:N.T+U\n", "N.T/U|N.T"));
    CU_ASSERT_FALSE(type_in("exclude x type:N.a+b\n", "N.a+b"));
    CU_ASSERT_FALSE(type_in("exclude x type:N.T\n", "N.T`1"));
    CU_ASSERT_FALSE(type_in("exclude x type:N.T+U\n", "N.T`1/U`2|N.T`1"));
    CU_ASSERT_TRUE(type_in("include x type:N.T\n", "N.T/U|N.T"));
    CU_ASSERT_FALSE(type_in("include x type:N.T\n", "N.TU"));
    CU_ASSERT_FALSE(type_in("include x type:N.T/U\n", "N.T"));
    CU_ASSERT_TRUE(type_in("include x type:A\ninclude x type:N.T\n", "N.T"));
    CU_ASSERT_FALSE(type_in("include x type:N.*\nexclude x type:N.T\n", "N.T"));
    /* Filters: both parts, case of types counts, all else but '*' and '?' is literal. */
    CU_ASSERT_FALSE(type_in("exclude x [app]N.*\n", "N.T"));
    CU_ASSERT_TRUE(type_in("exclude x [App]n.*\n", "N.T"));
    CU_ASSERT_TRUE(type_in("exclude x [Other]N.*\n", "N.T"));
    CU_ASSERT_FALSE(type_in("exclude x [A?App]N.Ts?\n", "N.T"));
    CU_ASSERT_FALSE(type_in("exclude x [*]N.T\n", "N.T/U|N.T"));
    CU_ASSERT_TRUE(type_in("exclude x [*]N.T+U\n", "N.T/U|N.T"));
    CU_ASSERT_FALSE(type_in("exclude x [*]N.T/U\n", "N.T/U|N.T"));
    CU_ASSERT_TRUE(type_in("exclude x [*]N.T\n", "N.T`1"));
    CU_ASSERT_FALSE(type_in("include x [Other]*\n", "N.T"));
    CU_ASSERT_TRUE(type_in("include x [Other]*\ninclude x [App]N.*\n", "N.T"));
    CU_ASSERT_FALSE(type_in("include x [App]*\ninclude x type:M.*\n", "N.T"));
    CU_ASSERT_TRUE(type_in("include x [App]N.T\n", "N.T"));
    CU_ASSERT_FALSE(type_in("include x [App]N.T\n", "N.T/U|N.T"));
    CU_ASSERT_TRUE(type_in("include x [App]N.T*\n", "N.T/U|N.T"));
    /* Rules for other things do not speak about types. */
    CU_ASSERT_TRUE(type_in("include x Other\ninclude x member:A\nexclude x file:**\n", "N.T"));
}

static bool member_in(const char *rules, const char *type, const char *name, const char *owner) {
    sel_list list = test_rules(rules, &test_engine);
    cc_str names[] = {cc_strz(name), cc_strz(owner)};
    size_t count = *owner != '\0' ? 2 : 1;
    return sel_member(&list, cc_strz(type), names, count, CC_STR("(System.Int32)")).is_in;
}

void test_members(void) {
    CU_ASSERT_TRUE(member_in("", "N.T", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T.M\n", "N.T", "M", ""));
    CU_ASSERT_TRUE(member_in("exclude x member:N.T.m\n", "N.T", "M", ""));
    CU_ASSERT_TRUE(member_in("exclude x member:M\n", "N.T", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member:*.M\n", "N.T", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T.P\n", "N.T", "get_P", "P"));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T.get_P\n", "N.T", "get_P", "P"));
    CU_ASSERT_TRUE(member_in("exclude x member:N.T.set_P\n", "N.T", "get_P", "P"));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T+U.M\n", "N.T/U", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T.M\n", "N.T`1", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T`1.M\n", "N.T`1", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member:N.T..ctor\n", "N.T", ".ctor", ""));
    CU_ASSERT_TRUE(member_in("include x member:N.T.P\n", "N.T", "get_P", "P"));
    CU_ASSERT_FALSE(member_in("include x member:N.T.P\n", "N.T", "M", ""));
    CU_ASSERT_FALSE(member_in("include x member:N.*\nexclude x member:*.M\n", "N.T", "M", ""));
    /* Expressions see the parameters, and '.' before nested types as well. */
    CU_ASSERT_FALSE(member_in("exclude x member~N.T.M(System.Int32)\n", "N.T", "M", ""));
    CU_ASSERT_TRUE(member_in("exclude x member~M(System.String)\n", "N.T", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~T/U.M\n", "N.T/U", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~N.T.U.M\n", "N.T/U", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~T.P(\n", "N.T", "get_P", "P"));
    CU_ASSERT_TRUE(member_in("include x type:X\nexclude x file:**\n", "N.T", "M", ""));
    /* They see the name as C# writes it, too. */
    CU_ASSERT_FALSE(member_in("exclude x member~N.T.M(int)\n", "N.T", "M", ""));
    CU_ASSERT_TRUE(member_in("exclude x member~N.T.M(uint)\n", "N.T", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~N.T.U.M(int)\n", "N.T/U", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~N.T<T>.U<T1, T2>.M(\n", "N.T`1/U`2", "M", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~N.T<T>.T(int)\n", "N.T`1", ".ctor", ""));
    CU_ASSERT_FALSE(member_in("exclude x member~.U.U(\n", "N.T/U", ".cctor", ""));
}

static void check_csharp(const char *type, const char *name, const char *parameters,
                         const char *wanted) {
    cc_buf out = {0};
    sel_put_csharp(&out, cc_strz(type), cc_strz(name), cc_strz(parameters));
    cc_buf_u8(&out, 0);
    CU_ASSERT_TRUE_FATAL(cc_buf_ok(&out));
    CU_ASSERT_STRING_EQUAL((const char *)out.data, wanted);
    cc_buf_free(&out);
}

void test_csharp_names(void) {
    check_csharp("A.B", "M", "()", "A.B.M()");
    check_csharp("A.B", "M", "(System.Int32,System.String[],System.Object)",
                 "A.B.M(int, string[], object)");
    check_csharp("A.B`1/C`2", ".ctor", "(T,A.B`1/D[,],System.Char*)",
                 "A.B<T>.C<T1, T2>.C(T, A.B.D[,], char*)");
    check_csharp("B", "M", "(System.Collections.Generic.Dictionary`2<System.String,System.Int32>)",
                 "B.M(System.Collections.Generic.Dictionary<string, int>)");
    check_csharp("A.B`", "M`x", "", "A.B`.M`x");
    check_csharp("A.B`0", "M", "(System.Int32", "A.B`0.M(int");
    check_csharp("A.B`99999999999999999999", "M", "()", "A.B`99999999999999999999.M()");
    check_csharp("", ".ctor", "", ".");
    cc_buf out = {0};
    sel_put_csharp(&out, (cc_str){NULL, 0}, CC_STR(".ctor"), CC_STR("()")); /* found by a fuzzer */
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), ".()"));
    cc_buf_free(&out);
}

static bool file_in(const char *rules, const char *relative, const char *absolute) {
    sel_list list = test_rules(rules, &test_engine);
    return sel_file(&list, cc_strz(relative), cc_strz(absolute)).is_in;
}

void test_files(void) {
    static const struct {
        const char *rule;
        bool is_match;
    } rows[] = {
        {"A.g.cs", true},        {"*.g.cs", true},
        {"*.G.cs", false},       {"gen", false},
        {"src/*.cs", false},     {"src/gen/*.cs", true},
        {"src/**", true},        {"**/*.g.cs", true},
        {"**/gen/**", true},     {"src/*/*.cs", true},
        {"src/gen", false},      {"./src/gen/A.g.cs", true},
        {"src\\**\\*.cs", true}, {"/root/src/**", true},
        {"/src/**", false},      {"/root/**/A.?.cs", true},
        {"gen/A.g.cs", false},   {"**/A.g.cs", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char rules[100];
        (void)snprintf(rules, sizeof rules, "exclude x file:%s\n", rows[i].rule);
        if (file_in(rules, "src/gen/A.g.cs", "/root/src/gen/A.g.cs") == rows[i].is_match) {
            (void)fprintf(stderr, "%s", rules);
            CU_FAIL("file");
        }
    }
    /* A file outside of the root is absolute both times. */
    CU_ASSERT_FALSE(file_in("exclude x file:/other/**\n", "/other/B.cs", "/other/B.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file:**/B.cs\n", "/other/B.cs", "/other/B.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file:B.cs\n", "/other/B.cs", ""));
    CU_ASSERT_TRUE(file_in("exclude x file:other/*\n", "/other/B.cs", "/other/B.cs"));
    /* Paths of another system. */
    CU_ASSERT_FALSE(file_in("exclude x file:C.cs\n", "C:\\src\\C.cs", "C:\\src\\C.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file:C:\\src\\*\n", "C:\\src\\C.cs", "C:\\src\\C.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file:C:\\src\\*\n", "C.cs", "C:\\src\\C.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file:C.cs\n", "", "/src/C.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file~C.c\n", "C.cs", ""));
    CU_ASSERT_FALSE(file_in("exclude x file:**/src/*.cs\n", "C:\\src\\C.cs", ""));
    CU_ASSERT_FALSE(file_in("exclude x file~/src/C.c\n", "", "C:\\src\\C.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file~C:\\src\n", "", "C:\\src\\C.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file:/**/C.cs\n", "C:\\src\\C.cs", "C:\\src\\C.cs"));
    CU_ASSERT_TRUE(file_in("include x file:src/**\n", "src/a.cs", "/root/src/a.cs"));
    CU_ASSERT_FALSE(file_in("include x file:src/**\n", "test/a.cs", "/root/test/a.cs"));
    CU_ASSERT_FALSE(file_in("include x file:**\nexclude x file:a.cs\n", "a.cs", "/root/a.cs"));
    CU_ASSERT_FALSE(file_in("exclude x file~/root/a\n", "a.cs", "/root/a.cs"));
    CU_ASSERT_TRUE(file_in("exclude x file~nothing\n", "a.cs", "/root/a.cs"));
    CU_ASSERT_TRUE(file_in("exclude x type:*\ninclude x type:A\n", "a.cs", "/root/a.cs"));
    CU_ASSERT_TRUE(file_in("exclude x file:*.cs\n", "", ""));
}

void test_attributes(void) {
    sel_list list = test_rules("include x attribute:Keep\nexclude x attribute:Gen*\n"
                               "exclude x attribute~CodeDom\nexclude x attribute:Other\n"
                               "exclude x type:Generated*\n",
                               &test_engine);
    cc_str name = CC_STR("System.CodeDom.GeneratedAttribute");
    CU_ASSERT_PTR_EQUAL(sel_attribute(&list, true, name), &list.rules[1]);
    CU_ASSERT_TRUE(list.rules[2].matched);
    CU_ASSERT_FALSE(list.rules[3].matched);
    CU_ASSERT_PTR_NULL(sel_attribute(&list, false, name));
    CU_ASSERT_PTR_EQUAL(sel_attribute(&list, false, CC_STR("N.KeepAttribute")), &list.rules[0]);
    CU_ASSERT_PTR_NULL(sel_attribute(&list, true, CC_STR("N.KeepAttribute")));
    CU_ASSERT_FALSE(list.rules[4].matched);
}

void test_marks(void) {
    sel_list list = test_rules("include x X\nexclude x *.Tests\nexclude x App*\n"
                               "include x [App.*]N.T\nexclude x [App.*]M.*\nexclude x [*]*\n"
                               "exclude x type:N.*\nexclude x type:Z\n",
                               NULL);
    sel_assembly_facts facts = {.name = CC_STR("App.Tests")};
    sel_verdict verdict = sel_assembly(&list, &facts);
    CU_ASSERT_FALSE(verdict.is_in);
    CU_ASSERT_PTR_EQUAL(verdict.rule, &list.rules[1]);
    static const bool after_assembly[] = {false, true, true, false, false, true, false, false};
    for (size_t i = 0; i < list.count; i++) {
        CU_ASSERT_EQUAL(list.rules[i].matched, after_assembly[i]);
    }
    cc_str type = CC_STR("N.T");
    verdict = sel_type(&list, facts.name, &type, 1);
    CU_ASSERT_PTR_EQUAL(verdict.rule, &list.rules[5]);
    static const bool after_type[] = {false, true, true, true, false, true, true, false};
    for (size_t i = 0; i < list.count; i++) {
        CU_ASSERT_EQUAL(list.rules[i].matched, after_type[i]);
    }
}

static void check_description(const sel_verdict *verdict, const char *text) {
    cc_buf out = {0};
    sel_describe(verdict, &out);
    if (!cc_str_eqz(cc_buf_str(&out), text)) {
        (void)fprintf(stderr, "%.*s\n", (int)out.len, (const char *)out.data);
        CU_FAIL("description");
    }
    cc_buf_free(&out);
}

void test_describe(void) {
    sel_verdict verdict = judge("exclude clrcov.xml:7 A*\n", NULL);
    check_description(&verdict, "rule exclude A* (clrcov.xml:7)");
    verdict = judge("exclude a%0Ab%1B A*\n", NULL);
    check_description(&verdict, "rule exclude A* (a\xEF\xBF\xBD"
                                "b\xEF\xBF\xBD)");
    verdict = judge("exclude  [A*]*\n", NULL);
    check_description(&verdict, "rule exclude [A*]*");
    sel_list translated;
    sel_init(&translated, test_arena, NULL);
    CU_ASSERT_EQUAL(sel_add_translated(&translated, true, CC_STR("file~^/(?:[^/]+/)*a\\.cs$"),
                                       CC_STR("**/a.cs"), CC_STR("x.runsettings:5")),
                    CC_OK);
    sel_verdict by_words = {.rule = &translated.rules[0], .kind = SEL_FILE};
    check_description(&by_words, "rule exclude **/a.cs (x.runsettings:5)");
    verdict = judge("include x B\n", NULL);
    check_description(&verdict, "no include rule for assemblies matches");
    verdict = judge("include x [B]*\n", NULL);
    check_description(&verdict, "no include rule for coverlet filters matches");
    verdict = judge("", NULL);
    check_description(&verdict, "no rule leaves it out");
    CU_ASSERT_STRING_EQUAL(sel_kind_name(SEL_ASSEMBLY), "assembly");
    CU_ASSERT_STRING_EQUAL(sel_kind_name(SEL_KEY), "key");
}
