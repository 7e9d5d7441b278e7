/* Regular expressions: the engine, .NET's dialect, coverlet's file patterns. */
#include "test_import.h"

#include <string.h>
#include <time.h>

static bool matches(cc_arena *arena, const char *pattern, const char *text) {
    void *compiled = NULL;
    const sel_engine *engine = cfg_regex_engine();
    cc_err err = engine->compile(&compiled, cc_strz(pattern), arena);
    if (err != CC_OK) {
        printf("\n%s: %s\n", pattern, cc_error_message());
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    return engine->match(compiled, cc_strz(text));
}

void test_engine(void) {
    static const struct {
        const char *pattern, *text;
        bool is_match;
    } rows[] = {
        {"b", "abc", true},
        {"^b", "abc", false},
        {"^abc$", "abc", true},
        {"B", "abc", false},
        {"(?i)B", "abc", true},
        {"(?i)Ä", "xäy", true},
        {"^\\w+$", "Größe", true},
        {"\\u0041", "A", true},
        {"^.$", "ä", true},
        {"", "", true},
        {"x", "", false},
        {"(?<=Writer\\.)Write", "Ns.Writer.Write()", true},
        {"(?<n>a)|(?<n>b)", "b", true},
        {"(a)?\\1b", "b", false},
        {"\\p{Lu}rite", "Write", true},
    };
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (matches(arena, rows[i].pattern, rows[i].text) != rows[i].is_match) {
            printf("\n%s with %s\n", rows[i].pattern, rows[i].text);
            CU_FAIL("wrong match");
        }
    }
    static const char *const wrong[] = {"(",    "*a", "[a",  "a{2,1}", "\\M",
                                        "(?<n", "\\", "\\C", "a\xFF"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        void *compiled = arena;
        CU_ASSERT_EQUAL(cfg_regex_engine()->compile(&compiled, cc_strz(wrong[i]), arena),
                        CC_E_USAGE);
        CU_ASSERT_PTR_NULL(compiled);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "not a regular expression: "));
    }
    /* Text that is not UTF-8, or has a NUL, or is not a string at all. */
    void *compiled = NULL;
    CU_ASSERT_EQUAL(cfg_regex_engine()->compile(&compiled, CC_STR("^$|b"), arena), CC_OK);
    CU_ASSERT_FALSE(cfg_regex_engine()->match(compiled, CC_STR("\xFF"
                                                               "b")));
    CU_ASSERT_TRUE(cfg_regex_engine()->match(compiled, CC_STR("\0b")));
    CU_ASSERT_TRUE(cfg_regex_engine()->match(compiled, (cc_str){NULL, 0}));
    cc_arena_free(arena);
}

void test_engine_limits(void) {
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    char text[65];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    clock_t start = clock();
    CU_ASSERT_FALSE(matches(arena, "^(?:a+)+(?:a|aa)+b$", text));
    CU_ASSERT_FALSE(matches(arena, "^(a|a?)+(.*)*$(?!)", text));
    CU_ASSERT(clock() - start < (clock_t)5 * CLOCKS_PER_SEC);
    /* An expression that is slow with one text is slow with all of a program. */
    const sel_engine *engine = cfg_regex_engine();
    void *slow = NULL;
    CU_ASSERT_EQUAL_FATAL(engine->compile(&slow, CC_STR("^(a|a?)+(.*)*$(?!)|^b"), arena), CC_OK);
    CU_ASSERT_TRUE(engine->match(slow, CC_STR("b")));
    CU_ASSERT_FALSE(engine->gave_up(slow));
    start = clock();
    for (int i = 0; i < 2000; i++) {
        CU_ASSERT_FALSE(engine->match(slow, cc_strz(text)));
    }
    CU_ASSERT(clock() - start < (clock_t)30 * CLOCKS_PER_SEC);
    CU_ASSERT_TRUE(engine->gave_up(slow));
    CU_ASSERT_FALSE(engine->match(slow, CC_STR("b")));
    engine->renew(slow);
    CU_ASSERT_FALSE(engine->gave_up(slow));
    CU_ASSERT_TRUE(engine->match(slow, CC_STR("b")));
    char *long_pattern = cc_arena_alloc(arena, 40001, 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(long_pattern);
    memset(long_pattern, 'a', 40000);
    void *compiled = NULL;
    CU_ASSERT_EQUAL(cfg_regex_engine()->compile(&compiled, cc_strz(long_pattern), arena),
                    CC_E_USAGE);
    long_pattern[1000] = '\0';
    CU_ASSERT_FALSE(matches(arena, long_pattern, text));
    memset(long_pattern, '(', 1000);
    CU_ASSERT_EQUAL(cfg_regex_engine()->compile(&compiled, cc_strz(long_pattern), arena),
                    CC_E_USAGE);
    cc_arena_free(arena);
}

/* Processor time that a list of so many slow rules takes for some texts. */
static clock_t time_slow_rules(int rules) {
    enum { TEXTS = 20 };
    cc_arena *arena = cc_arena_new();
    sel_list list;
    char text[65];
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    sel_init(&list, arena, cfg_regex_engine());
    for (int i = 0; i < rules; i++) {
        const char *rule = cc_arena_printf(arena, "file~^(a|a?)+(.*)*$(?!)|^b%d$", i);
        CU_ASSERT_EQUAL_FATAL(sel_add(&list, true, cc_strz(rule), CC_STR("x")), CC_OK);
    }
    CU_ASSERT_EQUAL_FATAL(sel_add(&list, true, CC_STR("file~^good"), CC_STR("x")), CC_OK);
    clock_t start = clock();
    for (int i = 0; i < TEXTS; i++) {
        CU_ASSERT_TRUE(sel_file(&list, cc_strz(text), cc_strz(text)).is_in);
    }
    clock_t taken = clock() - start;
    CU_ASSERT_FALSE(sel_file(&list, CC_STR("good"), CC_STR("good")).is_in);
    CU_ASSERT_TRUE(list.rules[rules].matched);
    sel_renew(&list);
    CU_ASSERT_FALSE(list.rules[rules].matched);
    cc_arena_free(arena);
    return taken;
}

/* All rules of a list share a budget: without it, 280 slow ones would take 70 times as long as
 * four. */
void test_budget_of_a_list(void) {
    clock_t few = time_slow_rules(4);
    CU_ASSERT(time_slow_rules(280) < 20 * few + CLOCKS_PER_SEC);
}

/* What was seen with Microsoft.CodeCoverage 18.11.0: see the rows of the same expressions in
 * docs/configuration.md. */
void test_dialect(void) {
    static const struct {
        const char *in, *path, *other; /* NULL: refused */
    } rows[] = {
        {".*\\.dll$", ".*\\.dll$", ".*\\.dll$"},
        {".*\\\\Foo\\.dll$", ".*[\\\\/]Foo\\.dll$", ".*\\\\Foo\\.dll$"},
        {"\\\\+x", "[\\\\/]+x", "\\\\+x"},
        {"[^/\\\\]*", "[^/\\\\/]*", "[^/\\\\]*"},
        {"[]a]", "[]a]", "[]a]"},
        {"[^]a]b", "[^]a]b", "[^]a]b"},
        {"[[:alpha:]", "[\\[:alpha:]", "[\\[:alpha:]"},
        {"[a-]", "[a-]", "[a-]"},
        {"[a-z-[aeiou]]", NULL, NULL},
        {"\\Quantify", NULL, NULL},
        {".*\\Migrations\\.*", NULL, NULL},
        {"\\_x", NULL, NULL},
        {"a\\", NULL, NULL},
        {"\\v", "\\x0b", "\\x0b"},
        {"\\(\\)\\[\\]\\{\\}\\+\\*", "\\(\\)\\[\\]\\{\\}\\+\\*", "\\(\\)\\[\\]\\{\\}\\+\\*"},
        {"C++", NULL, NULL},
        {"a*+", NULL, NULL},
        {"a{2}+", NULL, NULL},
        {"a{2}?", "a{2}?", "a{2}?"},
        {"a??b+?", "a??b+?", "a??b+?"},
        {"a{,2}{x}", "a{,2}{x}", "a{,2}{x}"},
        {"(?i)a(?:b)(?=c)(?!d)(?>e)(?<n>f)(?'m'g)(?#h)",
         "(?i)a(?:b)(?=c)(?!d)(?>e)(?<n>f)(?'m'g)(?#h)",
         "(?i)a(?:b)(?=c)(?!d)(?>e)(?<n>f)(?'m'g)(?#h)"},
        {"(*UTF)a", NULL, NULL},
        {"(?R)", NULL, NULL},
        {"(?P<n>a)", NULL, NULL},
        {"(?|a)", NULL, NULL},
        {"(?", NULL, NULL},
        {" a b ", "\\x20a b\\x20", "\\x20a b\\x20"},
        {"\n\ta\r\n", "\\n\\ta\\r\\n", "\\n\\ta\\r\\n"},
        {"", "", ""},
    };
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int is_path = 0; is_path < 2; is_path++) {
            const char *out = NULL;
            const char *why = NULL;
            const char *wanted = is_path ? rows[i].path : rows[i].other;
            cfg_import_regex(arena, rows[i].in, is_path, &out, &why);
            CU_ASSERT_EQUAL((out == NULL), (why != NULL));
            import_assert(rows[i].in, out == NULL ? "refused" : out,
                          wanted == NULL ? "refused" : wanted);
        }
    }
    cc_arena_free(arena);
}

/* Rows as coverlet 8.0.1 (FileSystemGlobbing) decides them; its paths have no root before. */
void test_file_globs(void) {
    static const struct {
        const char *glob, *path;
        bool is_match;
    } rows[] = {
        {"**/Migrations/*.cs", "/src/App/Migrations/First.cs", true},
        {"**/migrations/*.CS", "/src/App/Migrations/First.cs", true},
        {"**\\Migrations\\*.cs", "/src/App/Migrations/First.cs", true},
        {"**/Migrations/*.cs", "/src/App/Migrations/Old/First.cs", false},
        {"**/Migrations/**/*.cs", "/src/App/Migrations/Old/First.cs", true},
        {"**/Migrations/**/*.cs", "/src/App/Migrations/First.cs", true},
        {"**/Migrations/**", "/src/App/Migrations/Old/First.cs", true},
        {"**/Migrations/", "/src/App/Migrations/Old/First.cs", true},
        {"**/Migrations", "/src/App/Migrations/First.cs", false},
        {"*.cs", "/src/App/First.cs", false},
        {"App/*.cs", "/src/App/First.cs", false},
        {"/src/App/*.cs", "/src/App/First.cs", true},
        {"src/./App/*.*", "/src/App/First.cs", true},
        {"**/First.cs", "/First.cs", true},
        {"**/F?rst.cs", "/src/First.cs", false},
        {"**/a+b(c).cs", "/src/a+b(c).cs", true},
        {"**/*.g.cs", "/src/Names.g.cs", true},
        {"**/*.g.cs", "/src/Namesxg.cs", false},
        {"**.g.cs", "/src/Names.g.cs", true},
        {"**/*", "/src/Names.g.cs", true},
        {"**", "/src/Names.g.cs", true},
        {"**/App/*/*.cs", "/src/App/First.cs", false},
        {"../x.cs", "/src/x.cs", false},
        {"a**b/x.cs", "/ab/x.cs", true},
        {"**/**/x.cs", "/x.cs", true},
        {"**x/y.cs", "/ax/y.cs", true},
        {"src//x.cs", "/src/x.cs", false},
    };
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *rule = cfg_rule_of_file_glob(arena, cc_strz(rows[i].glob));
        CU_ASSERT_TRUE_FATAL(cc_str_starts(cc_strz(rule), "file~"));
        const char *regex = rule + strlen("file~");
        if (matches(arena, regex, rows[i].path) != rows[i].is_match) {
            printf("\n%s = %s with %s\n", rows[i].glob, regex, rows[i].path);
            CU_FAIL("wrong match");
        }
    }
    cc_arena_free(arena);
}
