/* Patterns against names. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cc_glob.h"
#include "select/sel_internal.h"
#include "test_select.h"

static bool wild(const char *pattern, const char *text) {
    return sel_match_wildcard(cc_strz(pattern), cc_strz(text), false);
}

void test_wildcard(void) {
    static const struct {
        const char *pattern, *text;
        bool is_match;
    } rows[] = {
        {"*", "", true},
        {"*", "A.B", true},
        {"A", "A", true},
        {"A", "AB", false},
        {"A", "", false},
        {"A?", "A", true},
        {"A?", "", true},
        {"A?", "AB", false},
        {"A?", "AA", false},
        {"Apps?.*", "App.X", true},
        {"Apps?.*", "Apps.X", true},
        {"Apps?.*", "Appz.X", false},
        {"a?b?c?", "", true},
        {"a?b?c?", "ac", true},
        {"a?b?c?", "ca", false},
        {"*x?", "", true},
        {"*x?", "yy", true},
        {"*ab?c", "xabc", true},
        {"*ab?c", "abxac", true},
        {"*ab?c", "abb", false},
        {"a*?b", "aXXb", true},
        {"a*?b", "ab", true},
        {"ab??", "a", true},
        {"ab??", "abb", false},
        {"A.B", "AxB", false},
        {"A+B", "A+B", true},
        {"A+B", "AAB", false},
        {"A/B`1", "A/B`1", true},
        {"[x]", "x", false},
        {"A-b", "A-b", true},
        {"n\xC3\xBC?t", "nt", true},
        {"n\xC3\xBC?t", "n\xC3\xBCt", true},
        {"n\xC3\xBC?t", "n\xC3t", false},
        {"x\xC3\xBC?", "x\xC3", false},
        {"App?", "app", false},
        {"a?b", "a?b", false},
        {"x\xC3\xBC?", "x\xC3\xBD", false},
        {"x\xC3?", "x\xC3\xBC", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (wild(rows[i].pattern, rows[i].text) != rows[i].is_match) {
            (void)fprintf(stderr, "%s, %s\n", rows[i].pattern, rows[i].text);
            CU_FAIL("wildcard");
        }
    }
    CU_ASSERT_TRUE(sel_match_wildcard(CC_STR("aPPs?.*"), CC_STR("AppS.x"), true));
    CU_ASSERT_TRUE(sel_match_wildcard(CC_STR("APP"), CC_STR("app"), true));
    CU_ASSERT_FALSE(sel_match_wildcard(CC_STR("APP"), CC_STR("app"), false));
}

/* By definition and with recursion: for short texts. */
static bool by_hand(const char *p, const char *t) {
    if (*p == '\0') {
        return *t == '\0';
    }
    if (*p == '?') {
        return by_hand(p + 1, t);
    }
    if (*p == '*') {
        return by_hand(p + 1, t) || (*t != '\0' && by_hand(p, t + 1));
    }
    return (p[1] == '?' && by_hand(p + 2, t)) || (*p == *t && by_hand(p + 1, t + 1));
}

/* Number `n` written with the digits of `alphabet`. */
static void spell(unsigned n, const char *alphabet, char *out) {
    unsigned base = (unsigned)strlen(alphabet) + 1;
    for (; n > 0; n /= base) {
        if (n % base > 0) {
            *out++ = alphabet[n % base - 1];
        }
    }
    *out = '\0';
}

void test_wildcard_by_hand(void) {
    char pattern[16];
    char text[16];
    unsigned wrong = 0;
    unsigned matches = 0;
    for (unsigned p = 1; p < 5 * 5 * 5 * 5 * 5; p++) {
        spell(p, "ab*?", pattern);
        for (unsigned t = 0; t < 3 * 3 * 3 * 3; t++) {
            spell(t, "ab", text);
            bool want = by_hand(pattern, text);
            matches += want;
            wrong += wild(pattern, text) != want;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(matches > 10000);
}

void test_clr_names(void) {
    static const struct {
        const char *glob, *name;
        bool is_match;
    } rows[] = {
        {"N.A", "N.A`1", true},
        {"N.A`1", "N.A`1", true},
        {"N.A`2", "N.A`1", false},
        {"N.A`1", "N.A", false},
        {"N.A/B", "N.A`1/B`12", true},
        {"N.A`1/B", "N.A`1/B`12", true},
        {"N.A`1/B`12", "N.A`1/B`12", true},
        {"N.A`2/B", "N.A`1/B`12", false},
        {"N.A", "N.A`x", false},
        {"N.A", "N.A`", false},
        {"*B", "N.A`1/B`1", true},
        {"N.a", "N.A`1", false},
        {"N.A.M", "N.A`1.M", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (sel_match_clr_name(cc_strz(rows[i].glob), cc_strz(rows[i].name)) != rows[i].is_match) {
            (void)fprintf(stderr, "%s, %s\n", rows[i].glob, rows[i].name);
            CU_FAIL("CLR name");
        }
    }
}

void test_attribute_names(void) {
    static const struct {
        const char *pattern, *name;
        bool is_match;
    } rows[] = {
        {"GeneratedCode", "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"GeneratedCodeAttribute", "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"generatedcode", "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"System.CodeDom.Compiler.GeneratedCode", "System.CodeDom.Compiler.GeneratedCodeAttribute",
         true},
        {"system.codedom.compiler.generatedcodeattribute",
         "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"Compiler.GeneratedCode", "System.CodeDom.Compiler.GeneratedCodeAttribute", false},
        {"Other.GeneratedCode", "System.CodeDom.Compiler.GeneratedCodeAttribute", false},
        {"Code", "System.CodeDom.Compiler.GeneratedCodeAttribute", false},
        {"*Code", "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"System.*", "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"Gen?ratedCode", "System.CodeDom.Compiler.GeneratedCodeAttribute", true},
        {"Skip", "Skip", true},
        {"Skip", "A.Outer/SkipAttribute", true},
        {"A.Outer/Skip", "A.Outer/SkipAttribute", true},
        {"Skip", "A.Outer`1/SkipAttribute", true},
        {"Skip", "A.SkipAttribute`1", true},
        {"SkipAttribute", "A.SkipAttribute`1", true},
        {"SkipAttribute`1", "A.SkipAttribute`1", true},
        {"SkipAttribute", "A.Skip", false},
        {"", "Attribute", false},
        {"", "A.Attribute", false},
        {"Attribute", "A.Attribute", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool got = sel_attribute_matches(cc_strz(rows[i].pattern), cc_strz(rows[i].name));
        if (got != rows[i].is_match) {
            (void)fprintf(stderr, "%s, %s\n", rows[i].pattern, rows[i].name);
            CU_FAIL("attribute");
        }
    }
}

void test_globs(void) {
    CU_ASSERT_TRUE(cc_glob_name(CC_STR("Stra?e"),
                                CC_STR("Stra\xC3\x9F"
                                       "e"),
                                false));
    CU_ASSERT_FALSE(cc_glob_name(CC_STR("Stra??e"),
                                 CC_STR("Stra\xC3\x9F"
                                        "e"),
                                 false));
    CU_ASSERT_FALSE(cc_glob_name(CC_STR("*??"), CC_STR("\xE2\x82\xAC"), false));
    CU_ASSERT_TRUE(cc_glob_name(CC_STR("*?"), CC_STR("\xE2\x82\xAC"), false));
    CU_ASSERT_TRUE(cc_glob_path(CC_STR("src/?.cs"), CC_STR("src/\xC3\xBC.cs"), false));
    CU_ASSERT_FALSE(cc_glob_path(CC_STR("**/"), CC_STR("a"), false));
    CU_ASSERT_FALSE(cc_glob_path(CC_STR("**/"), CC_STR("a/b"), false));
    CU_ASSERT_TRUE(cc_glob_path(CC_STR("**/"), CC_STR("a/b/"), false));
    CU_ASSERT_TRUE(cc_glob_path(CC_STR("**/b"), CC_STR("a/b"), false));
}

enum { LONG = 4000 };

static cc_str repeat(const char *head, const char *insn, size_t count, const char *tail) {
    cc_buf out = {0};
    cc_buf_puts(&out, head);
    for (size_t i = 0; i < count; i++) {
        cc_buf_puts(&out, insn);
    }
    cc_buf_puts(&out, tail);
    cc_str text = {cc_arena_strdup(test_arena, cc_buf_str(&out)), out.len};
    cc_buf_free(&out);
    return text;
}

/* An exponential matcher would not come back at all, a good one takes milliseconds. */
void test_hostile_patterns(void) {
    cc_str text = repeat("", "a", LONG, "");
    cc_str path = repeat("", "aaaaaaaaaaaaaaa/", LONG / 16, "a");
    clock_t start = clock();
    CU_ASSERT_FALSE(cc_glob_name(repeat("", "a*", 500, "b"), text, false));
    CU_ASSERT_FALSE(cc_glob_name(repeat("*", "a", 1000, "b"), text, false));
    CU_ASSERT_TRUE(cc_glob_name(repeat("", "a*", 500, ""), text, false));
    CU_ASSERT_FALSE(cc_glob_path(repeat("**", "a*", 500, "b"), path, false));
    CU_ASSERT_FALSE(cc_glob_path(repeat("", "**/a*", 200, "b"), path, false));
    CU_ASSERT_FALSE(cc_glob_path(repeat("**/*", "a*/*", 200, "b"), path, false));
    CU_ASSERT_FALSE(sel_match_wildcard(repeat("", "a*a?", 250, "b"), text, false));
    CU_ASSERT_FALSE(sel_match_wildcard(repeat("", "a?", 500, "b"), text, false));
    CU_ASSERT_TRUE(sel_match_wildcard(repeat("", "a?", 500, "*"), text, false));
    CU_ASSERT_FALSE(sel_match_clr_name(repeat("", "*`1", 300, "x"), repeat("", "a`1", 1000, "")));
    CU_ASSERT(clock() - start < 5 * CLOCKS_PER_SEC);
}
