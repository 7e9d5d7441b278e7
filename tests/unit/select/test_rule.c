/* The text of one rule: what is understood, what is refused, and how it is said. */
#include <stdio.h>
#include <string.h>

#include "test_select.h"

void test_every_kind_and_form(void) {
    static const struct {
        const char *text;
        sel_kind kind;
        bool is_regex;
        const char *pattern, *glob, *assembly, *type;
    } rows[] = {
        {"MyApp.*", SEL_ASSEMBLY, false, "MyApp.*", "MyApp.*", "", ""},
        {"My App", SEL_ASSEMBLY, false, "My App", "My App", "", ""},
        {"assembly:my-lib", SEL_ASSEMBLY, false, "my-lib", "my-lib", "", ""},
        {"assembly:Acme.cs", SEL_ASSEMBLY, false, "Acme.cs", "Acme.cs", "", ""},
        {"type:A.Outer+Inner", SEL_TYPE, false, "A.Outer+Inner", "A.Outer/Inner", "", ""},
        {"type:A.<>c*", SEL_TYPE, false, "A.<>c*", "A.<>c*", "", ""},
        {"type:A/<M>d__0", SEL_TYPE, false, "A/<M>d__0", "A/<M>d__0", "", ""},
        {"member:A.B+C.M~x:y", SEL_MEMBER, false, "A.B+C.M~x:y", "A.B/C.M~x:y", "", ""},
        {"member~^A\\.M\\(\\)$", SEL_MEMBER, true, "^A\\.M\\(\\)$", "", "", ""},
        {"attribute:Generated*", SEL_ATTRIBUTE, false, "Generated*", "Generated*", "", ""},
        {"attribute~^X", SEL_ATTRIBUTE, true, "^X", "", "", ""},
        {"file:src\\**\\*.g.cs", SEL_FILE, false, "src\\**\\*.g.cs", "src/**/*.g.cs", "", ""},
        {"file:./a/b.cs", SEL_FILE, false, "./a/b.cs", "a/b.cs", "", ""},
        {"file:C:\\src\\*.cs", SEL_FILE, false, "C:\\src\\*.cs", "C:/src/*.cs", "", ""},
        {"file~\\.g\\.cs$ ", SEL_FILE, true, "\\.g\\.cs$ ", "", "", ""},
        {"[A]T", SEL_FILTER, false, "[A]T", "[A]T", "A", "T"},
        {"filter:[A*]N.T?*", SEL_FILTER, false, "[A*]N.T?*", "[A*]N.T?*", "A*", "N.T?*"},
        {"[my-lib]A+B/C`1:~", SEL_FILTER, false, "[my-lib]A+B/C`1:~", "[my-lib]A+B/C`1:~", "my-lib",
         "A+B/C`1:~"},
        {"path~\\.dll$", SEL_PATH, true, "\\.dll$", "", "", ""},
        {"company~[Mm]e", SEL_COMPANY, true, "[Mm]e", "", "", ""},
        {"line~^x:$", SEL_LINE, true, "^x:$", "", "", ""},
        {"key~^0123$", SEL_KEY, true, "^0123$", "", "", ""},
    };
    sel_list list;
    sel_init(&list, test_arena, &test_engine);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_exclude = i % 2 == 1 || rows[i].kind == SEL_LINE;
        cc_err err = sel_add(&list, is_exclude, cc_strz(rows[i].text), CC_STR("here"));
        if (err != CC_OK) {
            (void)fprintf(stderr, "%s: %s\n", rows[i].text, cc_error_message());
        }
        CU_ASSERT_EQUAL_FATAL(err, CC_OK);
        const sel_rule *rule = &list.rules[i];
        CU_ASSERT_EQUAL(rule->kind, rows[i].kind);
        CU_ASSERT_EQUAL(rule->is_regex, rows[i].is_regex);
        CU_ASSERT_EQUAL(rule->is_exclude, is_exclude);
        CU_ASSERT_EQUAL(rule->compiled != NULL, rows[i].is_regex);
        CU_ASSERT_FALSE(rule->matched);
        CU_ASSERT_TRUE(cc_str_eqz(rule->text, rows[i].text));
        CU_ASSERT_TRUE(cc_str_eqz(rule->origin, "here"));
        CU_ASSERT_TRUE(cc_str_eqz(rule->pattern, rows[i].pattern));
        CU_ASSERT_TRUE(cc_str_eqz(rule->glob, rows[i].glob));
        CU_ASSERT_TRUE(cc_str_eqz(rule->assembly, rows[i].assembly));
        CU_ASSERT_TRUE(cc_str_eqz(rule->type, rows[i].type));
    }
    CU_ASSERT_EQUAL_FATAL(list.count, sizeof rows / sizeof *rows);
    for (size_t i = 0; i < list.count; i++) {
        CU_ASSERT_TRUE(cc_str_eqz(list.rules[i].text, rows[i].text));
    }
}

/* The message of the refusal; "" when the text is taken. */
static const char *refusal(const char *text) {
    sel_list list;
    sel_init(&list, test_arena, &test_engine);
    cc_err err = sel_add(&list, true, cc_strz(text), CC_STR(""));
    CU_ASSERT(err == CC_OK || err == CC_E_USAGE);
    CU_ASSERT_EQUAL(list.count, err == CC_OK);
    return err == CC_OK ? "" : cc_error_message();
}

static void check_refusal(const char *text, const char *part) {
    const char *message = refusal(text);
    if (strstr(message, part) == NULL || *message == '\0') {
        (void)fprintf(stderr, "%s: \"%s\" has no \"%s\"\n", text, message, part);
        CU_FAIL("another message");
    } else {
        CU_PASS("message");
    }
}

void test_suggestions(void) {
    CU_ASSERT_STRING_EQUAL(refusal("asembly:A"),
                           "unknown kind of rule 'asembly'; did you mean assembly:?");
    static const char *const rows[][2] = {
        {"Assembly:A", "assembly:?"}, {"assemblies:A", "assembly:?"},
        {"asm:A", "assembly:?"},      {"module:A", "assembly:?"},
        {"ns:A", "type:?"},           {"typ:A", "type:?"},
        {"types:A", "type:?"},        {"class:A", "type:?"},
        {"namespace:A", "type:?"},    {"membr:A", "member:?"},
        {"method:A", "member:?"},     {"atribute:A", "attribute:?"},
        {"files:A", "file:?"},        {"source:A", "file:?"},
        {"fitler:A", "filter:?"},     {"pth~A", "path~?"},
        {"compny~A", "company~?"},    {"keys~A", "key~?"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_refusal(rows[i][0], rows[i][1]);
    }
    check_refusal("zzzzzzzz:A", "kinds are assembly: type: member: attribute: file:");
    check_refusal(":A", "kinds are assembly:");
    check_refusal("a b c d e f g h i j k l m n o p q r s t u v w x y z:A", "kinds are");
}

void test_refused_texts(void) {
    static const char *const rows[][2] = {
        {"", "empty"},
        {"A\tB", "control character (byte 2 is 0x09)"},
        {"type:\x7F", "control character (byte 6 is 0x7F)"},
        {"assembly~A.*",
         "not regular expressions; write a pattern with * and ?, such as assembly:"},
        {"type~A.*", "not regular expressions"},
        {"filter~[A]T", "not regular expressions"},
        {"path:/x/*.dll", "write path~ in place of path:"},
        {"company:Me", "write company~ in place of company:"},
        {"line:x", "write line~ in place of line:"},
        {"key:0123", "write key~ in place of key:"},
        {"type:", "'type:' has no pattern"},
        {"path~", "'path~' has no pattern"},
        {"type:A ", "the pattern begins or ends with a space; write type:A"},
        {"type: A ", "the pattern begins or ends with a space; write type:A"},
        {" A", "write assembly:A"},
        {"MyApp.dll", "for the assembly write MyApp"},
        {"bin/Debug/MyApp.DLL", "for the assembly write MyApp"},
        {"assembly:MyApp.exe", "for the assembly write MyApp"},
        {"src/Gen", "write file:src/Gen"},
        {"assembly:src\\Gen", "write file:src\\Gen"},
        {"C:\\src\\A", "write file:C:\\src\\A"},
        {"/src/a:b", "write file:/src/a:b"},
        {"Program.cs", "write file:Program.cs"},
        {"A,B", "contains ','"},
        {"A;B", "contains ';'"},
        {"A, Version=1.0.0.0", "without version and key"},
        {"+[A]*", "write [A]* as an include rule"},
        {"-[A]B", "write [A]B as an exclude rule"},
        {"A]B", "write [ASSEMBLY]TYPE"},
        {"[AB", "write [ASSEMBLY]TYPE"},
        {"filter:A", "write [ASSEMBLY]TYPE"},
        {"[A]", "write [A]* for all types"},
        {"[]T", "write [*]T"},
        {"[]", "names no assembly"},
        {"[A]*,[B]*", "write a rule for each [ASSEMBLY]TYPE"},
        {"[A][B]", "write a rule for each [ASSEMBLY]TYPE"},
        {"[[A]B", "write a rule for each [ASSEMBLY]TYPE"},
        {"[A]B[", "write a rule for each [ASSEMBLY]TYPE"},
        {"[A]B]", "write a rule for each [ASSEMBLY]TYPE"},
        {"[?A]*",
         "the assembly part begins with '?', which makes the character before it optional"},
        {"[A]?B", "the type part"},
        {"[A] B", "the type part begins or ends with a space"},
        {"[A ]B", "the assembly part begins or ends with a space"},
        {"type:A.List<T>", "write type:A.List"},
        {"member:A.B.M(System.Int32)", "write member:A.B.M, or a regular expression"},
        {"member:(System.Int32)", "write member:MyApp.Program.Main, or"},
        {"attribute:[GeneratedCode]", "write attribute:GeneratedCode"},
        {"file:src/gen/", "for all files in it write file:src/gen/**"},
        {"file:src\\gen\\", "is a directory"},
        {"file:../a.cs", "write the absolute path"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_refusal(rows[i][0], rows[i][1]);
    }
    char text[2000] = "type:";
    memset(text + 5, 'a', 1024);
    CU_ASSERT_STRING_EQUAL(refusal(text), "");
    text[5 + 1024] = 'a';
    check_refusal(text, "longer than 1024 bytes");
    memcpy(text, "path~", 5);
    CU_ASSERT_STRING_EQUAL(refusal(text), "");
}

void test_refused_texts_change_nothing(void) {
    sel_list list = test_rules("exclude x A\n", NULL);
    CU_ASSERT_EQUAL(sel_add(&list, false, CC_STR("typ:B"), CC_STR("x")), CC_E_USAGE);
    CU_ASSERT_EQUAL(list.count, 1);
    CU_ASSERT_TRUE(sel_may_be_in(&list, CC_STR("C")).is_in);
    CU_ASSERT_FALSE(sel_may_be_in(&list, CC_STR("A")).is_in);
}

void test_texts_are_copied(void) {
    char text[] = "[App]N.T";
    char origin[] = "clrcov.xml:3";
    sel_list list;
    sel_init(&list, test_arena, NULL);
    CU_ASSERT_EQUAL(sel_add(&list, true, cc_strz(text), cc_strz(origin)), CC_OK);
    memset(text, 'x', sizeof text);
    memset(origin, 'x', sizeof origin);
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[0].text, "[App]N.T"));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[0].origin, "clrcov.xml:3"));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[0].words, "[App]N.T"));
    char words[] = "**/a.cs";
    CU_ASSERT_EQUAL(sel_add_translated(&list, true, CC_STR("file~a"), cc_strz(words), CC_STR("")),
                    CC_OK);
    memset(words, 'x', sizeof words);
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[1].words, "**/a.cs"));
    cc_str type = CC_STR("N.T");
    CU_ASSERT_FALSE(sel_type(&list, CC_STR("App"), &type, 1).is_in);
}

void test_engine_errors(void) {
    sel_list list;
    sel_init(&list, test_arena, &test_engine);
    CU_ASSERT_EQUAL(sel_add(&list, true, CC_STR("path~("), CC_STR("")), CC_E_USAGE);
    CU_ASSERT_STRING_EQUAL(cc_error_message(), "'(' has no end");
    CU_ASSERT_EQUAL(list.count, 0);
    sel_init(&list, test_arena, NULL);
    CU_ASSERT_EQUAL(sel_add(&list, true, CC_STR("path~("), CC_STR("")), CC_OK);
    CU_ASSERT_PTR_NULL(list.rules[0].compiled);
}
