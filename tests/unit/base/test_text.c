/* UTF, globs, near names, escapes, case, parts, text for logs. */
#include <stdio.h>
#include <string.h>

#include <CUnit/CUnit.h>

#include "base/cc_arena.h"
#include "base/cc_escape.h"
#include "base/cc_glob.h"
#include "base/cc_log.h"
#include "base/cc_nearest.h"
#include "base/cc_sum.h"
#include "base/cc_utf.h"
#include "base/test_base.h"

void test_utf(void) {
    static const uint16_t units[] = {'a', 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xD800, 'b', 0xDC00};
    cc_buf out = {0};
    cc_utf16_to_utf8(units, sizeof units / sizeof units[0], &out);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
                                           "\xEF\xBF\xBD"
                                           "b\xEF\xBF\xBD"));
    cc_buf_free(&out);
    static const char *const bad[] = {
        "\x80", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xFF"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cc_str s = cc_strz(bad[i]);
        size_t before = s.len;
        uint32_t c = 0;
        CU_ASSERT(cc_utf8_next(&s, &c));
        CU_ASSERT_EQUAL(c, 0xFFFD);
        CU_ASSERT_EQUAL(s.len, before - 1);
    }
}

void test_utf_clean(void) {
    cc_buf out = {0};
    cc_utf8_clean(CC_STR("a\x1B[31m\tb\n\x7F\xC2\x85"), &out);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), "a\xEF\xBF\xBD[31m\xEF\xBF\xBD"
                                           "b\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"));
    cc_buf_free(&out);
}

typedef struct glob_case {
    const char *pattern, *text;
    bool ignore_case, wanted;
} glob_case;

void test_glob_names(void) {
    static const glob_case table[] = {
        {"MyApp.*", "MyApp.Core", false, true},
        {"MyApp.*", "MyApp", false, false},
        {"*.Tests", "A.B.Tests", false, true},
        {"*", "", false, true},
        {"a?c", "abc", false, true},
        {"a?c", "ac", false, false},
        {"ABC", "abc", true, true},
        {"ABC", "abc", false, false},
        {"*a*b*c", "xxaxxbxxc", false, true},
        {"*a*b*c", "xxaxxbxx", false, false},
        {"", "", false, true},
        {"", "a", false, false},
        {"a/*", "a/b/c", false, true},
        {"a**b", "a--b", false, true},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const glob_case *c = &table[i];
        bool got = cc_glob_name(cc_strz(c->pattern), cc_strz(c->text), c->ignore_case);
        CU_ASSERT_EQUAL(got, c->wanted);
    }
}

void test_glob_paths(void) {
    static const glob_case table[] = {
        {"src/*.cs", "src/a.cs", false, true},
        {"src/*.cs", "src/x/a.cs", false, false},
        {"src/**", "src/x/a.cs", false, true},
        {"**/*.g.cs", "obj/a.g.cs", false, true},
        {"**/*.g.cs", "a.g.cs", false, true},
        {"**/a.cs", "xa.cs", false, false},
        {"**/a.cs", "x/y/a.cs", false, true},
        {"**/a.cs", "x/ya.cs", false, false},
        {"a/**/b", "a/b", false, true},
        {"a/**/b", "a/x/y/b", false, true},
        {"a/**/b", "a/xb", false, false},
        {"a?b", "a/b", false, false},
        {"**", "any/thing", false, true},
        {"*/x", "a/b/x", false, false},
        {"**/obj/**", "p/obj/Debug/x.cs", false, true},
        {"**/obj/**", "p/obje/x.cs", false, false},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const glob_case *c = &table[i];
        bool got = cc_glob_path(cc_strz(c->pattern), cc_strz(c->text), c->ignore_case);
        if (got != c->wanted) {
            printf("\n  %s against %s\n", c->pattern, c->text);
        }
        CU_ASSERT_EQUAL(got, c->wanted);
    }
}

/* What a glob means, said plainly: each star tries every length. */
static bool glob_slowly(const char *pattern, const char *text, const char *at, bool is_path) {
    bool is_deep = is_path && pattern[0] == '*' && pattern[1] == '*';
    bool is_start = at == text || at[-1] == '/';
    bool is_folders = is_deep && is_start && pattern[2] == '/';
    if (*pattern == '\0') {
        return *at == '\0';
    }
    if (*pattern != '*') {
        bool fits = *pattern == '?' ? !is_path || *at != '/' : *pattern == *at;
        return *at != '\0' && fits && glob_slowly(pattern + 1, text, at + 1, is_path);
    }
    for (const char *end = at;; end++) {
        const char *rest = pattern + (is_folders ? 3 : is_deep ? 2 : 1);
        bool may_end = !is_folders || end == text || end[-1] == '/';
        if (may_end && glob_slowly(rest, text, end, is_path)) {
            return true;
        }
        if (*end == '\0' || (is_path && !is_deep && *end == '/')) {
            return false;
        }
    }
}

static void word_of(uint32_t number, const char *letters, uint32_t count, uint32_t len, char *out) {
    for (uint32_t i = 0; i < len; i++, number /= count) {
        out[i] = letters[number % count];
    }
    out[len] = '\0';
}

/* All patterns of up to five characters and all names of files of up to four. */
void test_glob_all_short(void) {
    char pattern[8];
    char text[8];
    uint32_t wrong = 0;
    for (uint32_t p = 0; p < 5 * 3125; p++) {
        word_of(p / 5, "ab*?/", 5, 1 + p % 5, pattern);
        for (uint32_t t = 0; t < 4 * 81; t++) {
            word_of(t / 4, "ab/", 3, 1 + t % 4, text);
            bool is_file = !cc_str_ends(cc_strz(text), "/");
            bool name = cc_glob_name(cc_strz(pattern), cc_strz(text), false);
            bool path = cc_glob_path(cc_strz(pattern), cc_strz(text), false);
            wrong += name != glob_slowly(pattern, text, text, false) ? 1 : 0;
            wrong += is_file && path != glob_slowly(pattern, text, text, true) ? 1 : 0;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

void test_glob_is_not_exponential(void) {
    char text[4001];
    memset(text, 'a', 4000);
    text[4000] = '\0';
    CU_ASSERT_FALSE(cc_glob_name(CC_STR("*a*a*a*a*a*a*a*a*a*a*a*b"), cc_strz(text), false));
    CU_ASSERT_FALSE(cc_glob_path(CC_STR("**a**a**a**a**a**a**a**b"), cc_strz(text), false));
}

void test_nearest(void) {
    static const char *const names[] = {"run", "report", "dump", "doctor"};
    static const struct {
        const char *word, *near;
    } rows[] = {{"reprot", "report"}, {"rep", "report"}, {"dmp", "dump"},
                {"RUN", "run"},       {"urn", "run"},    {"Repo", "report"},
                {"docter", "doctor"}, {"rum", "run"},    {"xyz", NULL},
                {"merge", NULL},      {"", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *near = cc_nearest(cc_strz(rows[i].word), names, 4);
        if (rows[i].near == NULL) {
            CU_ASSERT_PTR_NULL(near);
        } else {
            CU_ASSERT_PTR_NOT_NULL_FATAL(near);
            CU_ASSERT_STRING_EQUAL(near, rows[i].near);
        }
    }
    char longer[200];
    memset(longer, 'r', sizeof longer);
    CU_ASSERT_PTR_NULL(cc_nearest((cc_str){longer, sizeof longer}, names, 4));
}

static void check_escape(cc_str text, char also, const char *written) {
    cc_buf out = {0};
    char back[300];
    size_t len = 0;
    cc_escape(&out, text, also);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), written));
    CU_ASSERT_TRUE(cc_unescape(back, &len, cc_buf_str(&out), also));
    CU_ASSERT_TRUE(cc_str_eq((cc_str){back, len}, text));
    CU_ASSERT_EQUAL(back[len], 0);
    cc_buf_free(&out);
}

void test_escape(void) {
    check_escape(CC_STR(""), 0, "");
    check_escape(CC_STR("a b"), 0, "a b");
    check_escape(CC_STR("a b"), ' ', "a%20b");
    check_escape(CC_STR("100%\n\t\x7f\x1f"), 0, "100%25%0A%09%7F%1F");
    check_escape(CC_STR("gr\xc3\xbc\xc3\x9f"), ' ', "gr\xc3\xbc\xc3\x9f");
    char all[256];
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (char)(unsigned char)i;
    }
    cc_buf out = {0};
    char back[256 * 3 + 1];
    size_t len = 0;
    cc_escape(&out, (cc_str){all, sizeof all}, ' ');
    CU_ASSERT_TRUE(cc_unescape(back, &len, cc_buf_str(&out), ' '));
    CU_ASSERT_EQUAL(len, sizeof all);
    CU_ASSERT_EQUAL(memcmp(back, all, sizeof all), 0);
    cc_buf_free(&out);
}

void test_unescape_refuses_what_is_never_written(void) {
    static const char *const texts[] = {"%", "%2", "a%", "%4g", "%g4", "%0a", "a\nb", "\x7f", " "};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char back[20];
        size_t len = 0;
        CU_ASSERT_FALSE(cc_unescape(back, &len, cc_strz(texts[i]), ' '));
    }
    char back[20];
    size_t len = 0;
    CU_ASSERT_FALSE(cc_unescape(back, &len, (cc_str){"a\0b", 3}, 0));
}

void test_lower_case(void) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    CU_ASSERT_TRUE(
        cc_str_eqz(cc_arena_lower(arena, CC_STR("AZaz@[`{\xc3\x84")), "azaz@[`{\xc3\x84"));
    CU_ASSERT_TRUE(cc_str_eqz(cc_arena_lower(arena, CC_STR("")), ""));
    cc_arena_free(arena);
}

/* The text in pieces of `size` bytes. */
static void check_log(void (*put)(cc_log *, cc_str, cc_buf *), const char *text,
                      const char *expected, size_t size) {
    cc_log log = {0};
    cc_buf out = {0};
    cc_str rest = cc_strz(text);
    while (rest.len > 0) {
        size_t len = rest.len < size ? rest.len : size;
        put(&log, (cc_str){rest.s, len}, &out);
        rest = (cc_str){rest.s + len, rest.len - len};
    }
    if (!cc_str_eqz(cc_buf_str(&out), expected)) {
        printf("\n    %s gives %.*s\n", text, (int)out.len, (const char *)out.data);
    }
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), expected));
    cc_buf_free(&out);
}

void test_log_commands(void) {
    static const struct {
        const char *text, *log;
    } rows[] = {
        {"", ""},
        {"plain # text: a::b #", "plain # text: a::b #"},
        {"##vso[task.setvariable variable=x]y", "# #vso[task.setvariable variable=x]y"},
        {"a ##[add-mask]b\n", "a # #[add-mask]b\n"},
        {"###teamcity[a]", "# # #teamcity[a]"},
        {"::stop-commands::x", ": :stop-commands::x"},
        {" \t ::add-mask::x\n\n::error::y", " \t : :add-mask::x\n\n: :error::y"},
        {"a\r::debug::x", "a\r: :debug::x"},
        {"a ::debug::x", "a ::debug::x"},
        {":::x", ": ::x"},
        /* a comparison by culture does not see U+00AD, U+200B and others; U+3000 is white space */
        {"#\xC2\xAD#vso[", "#\xC2\xAD #vso["},
        {"\xE2\x80\x8B::x::y", "\xE2\x80\x8B: :x::y"},
        {"\xE3\x80\x80:\xE2\x80\x8B:x::y", "\xE3\x80\x80:\xE2\x80\x8B :x::y"},
        {"a\xE2\x80\xA8::x::y", "a\xE2\x80\xA8: :x::y"}, /* U+2028 is the end of a line to some */
        {"a\xE2\x80\xA9::x::y", "a\xE2\x80\xA9: :x::y"},
        {"\xC3\xA4.cs: a::b", "\xC3\xA4.cs: a::b"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (size_t size = 1; size <= 64; size *= 4) {
            check_log(cc_log_put, rows[i].text, rows[i].log, size);
        }
    }
}

void test_log_json(void) {
    for (size_t size = 1; size <= 64; size *= 4) {
        check_log(cc_log_put_json, "{\"a\":\"##vso[x]# #\"}", "{\"a\":\"#\\u0023vso[x]# #\"}",
                  size);
        check_log(cc_log_put_json, "[\"###\"]", "[\"#\\u0023\\u0023\"]", size);
        check_log(cc_log_put_json, "\"#\xC2\xAD#\"", "\"#\xC2\xAD\\u0023\"", size);
    }
}

/* --- parts ------------------------------------------------------------------------------------ */

static void check_cut(const char *text, const char *part, const char *after) {
    cc_str rest = cc_strz(text);
    cc_str cut = cc_str_cut(&rest, '=');
    CU_ASSERT_TRUE(cc_str_eqz(cut, part) && cc_str_eqz(rest, after));
}

void test_parts(void) {
    check_cut("a=b=c", "a", "b=c");
    check_cut("=b", "", "b");
    check_cut("a=", "a", "");
    check_cut("a", "a", "");
    check_cut("", "", "");
    cc_str rest = CC_STR(" a ,, b\n, ");
    cc_str part;
    CU_ASSERT_TRUE(cc_str_next(&rest, ',', &part) && cc_str_eqz(part, "a"));
    CU_ASSERT_TRUE(cc_str_next(&rest, ',', &part) && cc_str_eqz(part, "b"));
    CU_ASSERT_TRUE(!cc_str_next(&rest, ',', &part) && part.len == 0);
    CU_ASSERT_TRUE(cc_str_starts_nocase(CC_STR("MSBuildX"), "msbuild"));
    CU_ASSERT_FALSE(cc_str_starts_nocase(CC_STR("MS"), "msbuild"));
    CU_ASSERT_TRUE(cc_str_ends_nocase(CC_STR("a.CSPROJ"), ".csproj"));
    CU_ASSERT_FALSE(cc_str_ends_nocase(CC_STR("proj"), ".csproj"));
    static const char *const words[] = {".cs", ".Vb", NULL};
    CU_ASSERT_TRUE(cc_str_is_one_of(CC_STR(".Vb"), words));
    CU_ASSERT_FALSE(cc_str_is_one_of(CC_STR(".vb"), words));
    CU_ASSERT_FALSE(cc_str_is_one_of(CC_STR(""), words));
    CU_ASSERT_TRUE(cc_str_is_one_of_nocase(CC_STR(".vb"), words));
    CU_ASSERT_FALSE(cc_str_is_one_of_nocase(CC_STR(".vbs"), words));
    CU_ASSERT_TRUE(cc_str_starts_with_one_of(CC_STR(".csproj"), words));
    CU_ASSERT_FALSE(cc_str_starts_with_one_of(CC_STR(".c"), words));
    CU_ASSERT_TRUE(cc_str_ends_with_one_of_nocase(CC_STR("A.CS"), words));
    CU_ASSERT_FALSE(cc_str_ends_with_one_of_nocase(CC_STR("cs"), words));
    CU_ASSERT_EQUAL(cc_add_saturated(UINT64_MAX - 1, 1), UINT64_MAX);
    CU_ASSERT_EQUAL(cc_add_saturated(UINT64_MAX - 1, 2), UINT64_MAX);
}
