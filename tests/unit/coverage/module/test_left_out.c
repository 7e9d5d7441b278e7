/* Comments that leave out lines: which they are, and which lines. */
#include <stdio.h>
#include <string.h>

#include "base/cc_buf.h"
#include "coverage/module/mod_left_out.h"
#include "test_main.h"

/* `expected`: "first-last why;" for each range. */
static void check_left_out(const char *path, const char *text, const char *expected) {
    cc_arena *arena = cc_arena_new();
    sel_list filter;
    mod_left_out found;
    cc_buf got = {0};
    sel_init(&filter, arena, NULL);
    mod_left_out_find(&found, cc_span_of(text, strlen(text)), cc_strz(path), &filter, arena);
    for (uint32_t i = 0; i < found.count; i++) {
        const mod_left_out_range *range = &found.ranges[i];
        bool is_open = range->last == UINT32_MAX;
        cc_buf_printf(&got, "%u-%d %.*s;", range->first, is_open ? -1 : (int)range->last,
                      (int)range->why.len, range->why.s);
        CU_ASSERT_EQUAL(is_open, found.open_line == range->first);
    }
    if (!cc_str_eqz(cc_buf_str(&got), expected)) {
        printf("\n    got '%.*s', expected '%s'", (int)got.len, (const char *)got.data, expected);
        CU_FAIL("the lines that comments leave out");
    }
    cc_buf_free(&got);
    cc_arena_free(arena);
}

static void test_left_out_blocks(void) {
    check_left_out("A.cs", "", "");
    check_left_out("A.cs", "a\n// coverage: off\nb\n//coverage:on\nc",
                   "2-4 coverage: off in line 2;");
    check_left_out("A.cs", "\xEF\xBB\xBF// coverage: off\r\n// coverage: on\r\n",
                   "1-2 coverage: off in line 1;");
    check_left_out("A.cs", "/* coverage: off -- why */\nb\n",
                   "1--1 coverage: off in line 1 (why);");
    check_left_out("A.cs", "// coverage: off\n// coverage: off\nb // coverage: on\n// coverage: on",
                   "1-4 coverage: off in line 1;");
    check_left_out("A.cs", "// coverage: on\na\n", "");
    check_left_out("A.fs", "(* coverage: off: a, b *)\n(* coverage: on *)\n",
                   "1-2 coverage: off in line 1 (a, b);");
    check_left_out("A.vb", "' coverage: off\nREM coverage: on\n", "1-2 coverage: off in line 1;");
}

static void test_left_out_lines(void) {
    check_left_out("A.cs", "a(); // coverage: off\nb();\nc(); // x // coverage: off, y\n",
                   "1-1 coverage: off in line 1;3-3 coverage: off in line 3 (y);");
    check_left_out("A.cs", "\"coverage: off\"\n// coverage: offline\n// my coverage: off\n", "");
    check_left_out("A.cs", "' coverage: off\n(* coverage: off *)\n", "");
    check_left_out("A.vb", "a() // coverage: off\naREM coverage: off\n", "");
    check_left_out("A.fs", "a /* coverage: off */\n' coverage: off\n", "");
}

static void test_left_out_of(void) {
    mod_left_out_range ranges[] = {{2, 2, {"", 0}}, {5, 7, {"", 0}}, {9, UINT32_MAX, {"", 0}}};
    const mod_left_out some = {ranges, 3, 9};
    for (uint32_t line = 1; line < 12; line++) {
        bool is_out = line == 2 || (line >= 5 && line <= 7) || line >= 9;
        CU_ASSERT_EQUAL(mod_left_out_of(&some, line) != NULL, is_out);
    }
    CU_ASSERT_PTR_NULL(mod_left_out_of(NULL, 1));
}

static const test_case cases[] = {
    {"left out: blocks between comments", test_left_out_blocks},
    {"left out: lines with a comment, and what only looks like one", test_left_out_lines},
    {"left out: the range of a line", test_left_out_of},
};

TEST_MAIN("left out", cases)
