/* Sentences about arms that were not taken: tokens, conditions in the text of a statement, which
 * outcome was missed, and models made by hand. */
#include <stdio.h>
#include <string.h>

#include "reports/rep_operands.h"
#include "reports/rep_words.h"
#include "test_main.h"

enum { CS = SRC_LANGUAGE_CSHARP, FS = SRC_LANGUAGE_FSHARP, VB = SRC_LANGUAGE_VB };

/* --- tokens ----------------------------------------------------------------------------------- */

typedef struct token_row {
    int language;
    const char *text, *tokens; /* separated by a bar */
} token_row;

static void join_tokens(cc_buf *out, const src_token *tokens, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        cc_buf_puts(out, i == 0 ? "" : "|");
        cc_buf_str_put(out, tokens[i].text);
    }
}

static void test_tokens(void) {
    static const token_row rows[] = {
        {CS, "a&&b ?? c?.d", "a|&&|b|??|c|?.|d"},
        {CS, "x // && y\n == 1", "x|==|1"},
        {CS, "x /* \" */ + \"a \\\" && b\" + 'q' + '\\''", "x|+|\"a \\\" && b\"|+|'q'|+|'\\''"},
        {CS, "@\"a \"\" b\" + $\"x{y}\" + $@\"\\\"", "@\"a \"\" b\"|+|$\"x{y}\"|+|$@\"\\\""},
        {CS, "\"\"\"a \"quoted\" && b\"\"\" == s", "\"\"\"a \"quoted\" && b\"\"\"|==|s"},
        {CS, "a\n#if X && Y\n|| b", "a|\x7C\x7C|b"},
        {CS, "a\xC3\xA4 >= @if", "a\xC3\xA4|>=|@if"},
        {FS, "not (a = 'x') (* && *) || f 'a", "not|(|a|=|'x'|)|\x7C\x7C|f|'|a"},
        {FS, "x :? T && y <> z", "x|:?|T|&&|y|<>|z"},
        {VB, "a AndAlso \"b \"\" c\" 'comment", "a|AndAlso|\"b \"\" c\""},
        {CS, "\"open", "\"open"},
        {CS, "/* open", ""},
    };
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t count = 0;
        cc_buf joined = {0};
        const src_token *tokens =
            src_tokens_of(cc_strz(rows[i].text), (src_language)rows[i].language, arena, &count);
        CU_ASSERT_PTR_NOT_NULL_FATAL(tokens);
        join_tokens(&joined, tokens, count);
        if (!cc_str_eqz(cc_buf_str(&joined), rows[i].tokens)) {
            printf("\n%s: %.*s\n", rows[i].text, (int)joined.len, (const char *)joined.data);
            CU_FAIL("tokens");
        }
        cc_buf_free(&joined);
    }
    cc_arena_free(arena);
}

/* --- conditions ------------------------------------------------------------------------------- */

typedef struct operand_row {
    int language;
    const char *text;
    uint32_t wanted;
    const char *operands; /* "" : the text is not read */
} operand_row;

static void test_operands(void) {
    static const operand_row rows[] = {
        {CS, "if (a && (b || !c))", 3, "a;b;!c"},
        {CS, "while (x > 1);", 1, "x>1"},
        {CS, "return a ? b && c : d;", 3, "a;b;c"},
        {CS, "var x = F(a && b, c ?? d);", 3, "a;b;c"},
        {CS, "x?.Y?[0].Z();", 2, "x;x?.Y"},
        {CS, "int? n = a ?? b;", 1, "a"},
        {CS, "items[a ? 1 : 2] = b ? 3 : 4;", 2, "a;b"},
        {CS, "i < n", 1, "i<n"},
        {CS, "else if (!(a && b))", 2, "a;b"},
        {CS, "var f = a ? x => x && y : z;", 2, ""},
        {CS, "var s = n switch { 1 => a && b, _ => c };", 2, ""},
        {CS, "if (a is B or C && d)", 2, ""},
        {CS, "if (a ? b : c)", 3, ""},
        {CS, "if (a && b)", 3, ""},
        {CS, "if (a && )", 2, ""},
        {CS, "if (a && (b)", 2, ""},
        {FS, "if a && not b then", 2, "a;notb"},
        {FS, "let x = a && b", 2, ""},
        {VB, "If a AndAlso Not b Then", 2, "a;Notb"},
        {VB, "x = a OrElse b", 2, "a;b"},
        {VB, "Do While a = 1", 1, "a=1"},
        {SRC_LANGUAGE_OTHER, "if (a)", 1, ""},
    };
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rep_operand all[8];
        cc_buf joined = {0};
        bool is_read = rep_operands_find(cc_strz(rows[i].text), (src_language)rows[i].language, all,
                                         rows[i].wanted, arena);
        for (uint32_t k = 0; is_read && k < rows[i].wanted; k++) {
            cc_buf_puts(&joined, k == 0 ? "" : ";");
            for (uint32_t t = 0; t < all[k].count; t++) {
                cc_buf_str_put(&joined, all[k].tokens[t].text);
            }
        }
        if (!cc_str_eqz(cc_buf_str(&joined), rows[i].operands)) {
            printf("\n%s: %.*s\n", rows[i].text, (int)joined.len, (const char *)joined.data);
            CU_FAIL("operands");
        }
        cc_buf_free(&joined);
    }
    cc_arena_free(arena);
}

/* --- senses ----------------------------------------------------------------------------------- */

typedef struct sense_row {
    int language;
    const char *text;
    dec_test test;
    int sense;
} sense_row;

static void test_senses(void) {
    static const sense_row rows[] = {
        {CS, "a", DEC_TEST_VALUE, 1},
        {CS, "!a", DEC_TEST_VALUE, -1},
        {CS, "a == b", DEC_TEST_EQUAL, 1},
        {CS, "a != b", DEC_TEST_EQUAL, -1},
        {CS, "a != b", DEC_TEST_OPERATOR, 1},
        {CS, "a == null", DEC_TEST_VALUE, -1},
        {CS, "a != null", DEC_TEST_VALUE, 1},
        {CS, "a == true", DEC_TEST_VALUE, 1},
        {CS, "a >= b", DEC_TEST_LESS, -1},
        {CS, "a >= b", DEC_TEST_GREATER, 0},
        {CS, "a <= b", DEC_TEST_GREATER, -1},
        {CS, "a < b", DEC_TEST_LESS, 1},
        {CS, "a is T", DEC_TEST_TYPE, 1},
        {CS, "a is not T t", DEC_TEST_TYPE, -1},
        {CS, "a is null", DEC_TEST_VALUE, -1},
        {CS, "a is T", DEC_TEST_VALUE, 0},
        {CS, "F<int>(a)", DEC_TEST_VALUE, 0},
        {CS, "a.Equals(b)", DEC_TEST_EQUAL, 1},
        {CS, "a[b > c]", DEC_TEST_VALUE, 1},
        {CS, "a", DEC_TEST_UNKNOWN, 0},
        {FS, "a <> b", DEC_TEST_EQUAL, -1},
        {FS, "not a", DEC_TEST_VALUE, -1},
        {VB, "a IsNot Nothing", DEC_TEST_VALUE, 1},
        {VB, "a IS NOTHING", DEC_TEST_VALUE, -1},
        {VB, "a = b", DEC_TEST_EQUAL, 1},
    };
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rep_operand one = {.kind = REP_OPERAND_CONDITION};
        src_language language = (src_language)rows[i].language;
        one.tokens = src_tokens_of(cc_strz(rows[i].text), language, arena, &one.count);
        CU_ASSERT_PTR_NOT_NULL_FATAL(one.tokens);
        int sense = rep_operand_sense(&one, language, rows[i].test);
        if (sense != rows[i].sense) {
            printf("\n%s: %d\n", rows[i].text, sense);
            CU_FAIL("sense");
        }
    }
    cc_arena_free(arena);
}

/* --- sentences -------------------------------------------------------------------------------- */

/* Line 2 of the text, with one branch whose span is all of it. */
static void expect_in(const char *path, const char *text, bool is_beside, cov_branch branch,
                      const char *sentence) {
    static cov_line third = {.number = 3, .point_count = 1};
    cov_line second = {.number = 2,
                       .hits = 1,
                       .branch_count = 1,
                       .branches = &branch,
                       .arm_count = branch.arm_count,
                       .arms_taken = branch.arms_taken};
    cov_line *lines[] = {&second, &third};
    cov_file file = {.path = cc_strz(path), .lines = lines, .line_count = 2};
    rep_words words;
    cc_buf out = {0};
    CU_ASSERT_EQUAL_FATAL(rep_words_open(&words, &file, cc_strz(text)), CC_OK);
    words.is_beside = is_beside;
    CU_ASSERT_EQUAL(rep_words_branch(&words, &second, 0, &out), sentence[0] != 0);
    if (!cc_str_eqz(cc_buf_str(&out), sentence)) {
        printf("\n%.*s\n", (int)out.len, (const char *)out.data);
        CU_FAIL("sentence");
    }
    cc_buf_free(&out);
    rep_words_close(&words);
}

static void expect(const char *path, const char *text, cov_branch branch, const char *sentence) {
    expect_in(path, text, false, branch, sentence);
}

/* Below the line itself its only decision is not quoted; one that begins on another line is. */
static void test_beside(void) {
    static const char text[] = "x\n  if (a >= 1)\n    y;\n";
    static const char split[] = "x\n  if (\na >= 1)\n    y;\n";
    cov_arm arms[] = {{.is_taken = true}, {.line = 3}, {.is_taken = false}};
    cov_branch branch = {.span = {2, 3, 2, 14},
                         .test = DEC_TEST_LESS,
                         .arm_count = 2,
                         .arms_taken = 1,
                         .arms = arms};
    expect_in("a.cs", text, true, branch, "the condition was never true, so line 3 did not run");
    branch.holds = 1;
    expect_in("a.cs", text, true, branch, "the condition was never false, so line 3 did not run");
    branch.test = DEC_TEST_GREATER;
    expect_in("a.cs", text, true, branch,
              "one of the two branches was never taken, so line 3 did not run");
    expect_in("a.cs", "", true, branch, "1 of 2 branches was never taken: line 3");
    branch.test = DEC_TEST_LESS;
    branch.span = (cov_span){2, 3, 3, 8};
    expect_in("a.cs", split, true, branch, "`a >= 1` was never false, so line 3 did not run");
    arms[0].is_taken = false;
    branch.arms_taken = 0;
    branch.span = (cov_span){2, 3, 2, 14};
    expect_in("a.cs", text, true, branch, "the condition was never evaluated");
}

/* Several decisions on a line: each is named, without the statement around it. */
static void test_beside_several(void) {
    static const char text[] = "x\n  if (a && b)\n    y;\n";
    cov_arm arms[] = {{.is_taken = true}, {.line = 3}};
    cov_branch branch = {.span = {2, 3, 2, 14},
                         .test = DEC_TEST_VALUE,
                         .arm_count = 2,
                         .arms_taken = 1,
                         .arms = arms};
    cov_branch both[] = {branch, branch};
    cov_line line = {.number = 2, .hits = 1, .branch_count = 2, .branches = both, .arm_count = 4};
    cov_line third = {.number = 3, .point_count = 1};
    cov_line *lines[] = {&line, &third};
    cov_file file = {.path = CC_STR("a.cs"), .lines = lines, .line_count = 2};
    rep_words words;
    cc_buf out = {0};
    CU_ASSERT_EQUAL_FATAL(rep_words_open(&words, &file, cc_strz(text)), CC_OK);
    CU_ASSERT(rep_words_branch(&words, &line, 1, &out));
    CU_ASSERT(cc_str_starts(cc_buf_str(&out), "`b` in `a && b` was never "));
    cc_buf_clear(&out);
    words.is_beside = true;
    CU_ASSERT(rep_words_branch(&words, &line, 1, &out));
    CU_ASSERT(cc_str_starts(cc_buf_str(&out), "`b` was never "));
    cc_buf_clear(&out);
    both[1].arm_count = 1;
    both[1].arms_taken = 0;
    CU_ASSERT(rep_words_branch(&words, &line, 1, &out));
    CU_ASSERT(cc_str_starts(cc_buf_str(&out), "decision 2 of 2: 1 of 1 branches was never taken"));
    cc_buf_free(&out);
    rep_words_close(&words);
}

static void test_sentences(void) {
    static const char text[] = "\xEF\xBB\xBFx\r\n  if (\xC3\xA4 >= 1)\r\n    y;\r\n";
    cov_arm arms[] = {{.is_taken = true}, {.line = 3}, {.is_taken = false}};
    cov_branch branch = {.span = {2, 3, 2, 14},
                         .test = DEC_TEST_LESS,
                         .arm_count = 2,
                         .arms_taken = 1,
                         .arms = arms};
    expect("a.cs", text, branch, "`\xC3\xA4 >= 1` was never true, so line 3 did not run");
    branch.holds = 1;
    expect("a.cs", text, branch, "`\xC3\xA4 >= 1` was never false, so line 3 did not run");
    branch.test = DEC_TEST_GREATER;
    expect("a.cs", text, branch,
           "one of the two arms of `\xC3\xA4 >= 1` was never taken, so line 3 did not run");
    expect("a.txt", text, branch, "1 of 2 arms was never taken: line 3");
    expect("a.cs", "", branch, "1 of 2 arms was never taken: line 3");
    expect("a.cs", "too\nshort", branch, "1 of 2 arms was never taken: line 3");
    branch.arm_count = 3;
    expect("a.cs", "x\nswitch (a)\n case 1: y", branch,
           "2 of 3 arms were never taken: line 3 (`case 1`), and 1 more");
    branch.arms_taken = 3;
    expect("a.cs", text, branch, "");
}

/* Arms that lead to one line are one item of the list. */
static void test_joined_arms(void) {
    enum { ARMS = 12 };
    static const char text[] = "switch (a)\ncase 1:\ncase 2:\n x;\ncase 3:\n y;\n";
    cov_arm arms[ARMS] = {{.line = 6}, {.line = 4}, {.line = 4}, {.is_taken = true, .line = 4}};
    cov_branch branch = {.span = {1, 1, 1, 11}, .arm_count = 4, .arms_taken = 1, .arms = arms};
    expect("a.cs", text, branch,
           "3 of 4 arms were never taken: 2 to line 4 (`case 2`), line 6 (`case 3`)");
    for (uint32_t i = 0; i < ARMS; i++) {
        arms[i] = (cov_arm){.line = i == 0 ? 0 : 10 + i};
    }
    branch.arm_count = ARMS;
    branch.arms_taken = 0;
    expect("a.cs", text, branch,
           "12 of 12 arms were never taken: line 11, line 12, line 13, line 14, line 15, line 16, "
           "line 17, line 18, and 4 more");
}

/* --- risk ------------------------------------------------------------------------------------- */

static void test_crap(void) {
    cov_line hit = {.hits = 1};
    cov_line missed = {.hits = 0};
    cov_line *lines[] = {&hit, &hit, &missed, &missed};
    cov_method method = {.complexity = 10, .lines = lines, .line_count = 4};
    CU_ASSERT_EQUAL(cov_crap_hundredths(&method), 2250); /* 100 / 8 + 10 */
    method.line_count = 2;
    CU_ASSERT_EQUAL(cov_crap_hundredths(&method), 1000);
    method.lines = lines + 2;
    CU_ASSERT_EQUAL(cov_crap_hundredths(&method), 11000);
    method.lines = lines;
    method.line_count = 3;
    method.complexity = 1;
    CU_ASSERT_EQUAL(cov_crap_hundredths(&method), 104); /* 1 / 27 + 1, rounded up */
    method.complexity = UINT32_MAX;
    method.line_count = 0;
    CU_ASSERT_EQUAL(cov_crap_hundredths(&method), UINT64_C(429496729500));
}

static const test_case cases[] = {
    {"arms that lead to one line", test_joined_arms},
    {"tokens of three languages", test_tokens},
    {"conditions of a statement", test_operands},
    {"which outcome a test stands for", test_senses},
    {"sentences", test_sentences},
    {"sentences beside their line", test_beside},
    {"sentences beside a line of several decisions", test_beside_several},
    {"risk: the CRAP score", test_crap},
};

TEST_MAIN("words", cases)
