/* The filter list: rules, their text form, the decision. */
#include <string.h>

#include "select/sel.h"
#include "test_main.h"

static cc_arena *arena;

static sel_list parse(const char *text) {
    sel_list list;
    sel_init(&list, arena);
    CU_ASSERT_EQUAL_FATAL(sel_parse(&list, cc_strz(text)), CC_OK);
    return list;
}

static bool is_in(const char *text, const char *name) {
    sel_list list = parse(text);
    return sel_assembly(&list, cc_strz(name), NULL);
}

static void test_decision(void) {
    CU_ASSERT_TRUE(is_in("", "Any.Thing"));
    CU_ASSERT_TRUE(is_in("include-assembly App.*\n", "app.core"));
    CU_ASSERT_FALSE(is_in("include-assembly App.*\n", "Application"));
    CU_ASSERT_FALSE(is_in("include-assembly App.*\n", "MyApp.Core"));
    CU_ASSERT_TRUE(is_in("include-assembly A\ninclude-assembly B\n", "B"));
    CU_ASSERT_FALSE(is_in("exclude-assembly *.Tests\n", "App.Tests"));
    CU_ASSERT_TRUE(is_in("exclude-assembly *.Tests\n", "App"));
    CU_ASSERT_FALSE(is_in("exclude-assembly *.Tests\ninclude-assembly App*\n", "App.Tests"));
    CU_ASSERT_TRUE(is_in("include-assembly App?\n", "App2"));
    CU_ASSERT_FALSE(is_in("include-assembly App?\n", "App"));
    CU_ASSERT_TRUE(is_in("include-assembly My App\n", "My App"));
}

static void test_why_and_marks(void) {
    sel_list list = parse("include-assembly X\nexclude-assembly *.Tests\nexclude-assembly App*\n");
    const sel_rule *why = NULL;
    CU_ASSERT_FALSE(sel_assembly(&list, CC_STR("App.Tests"), &why));
    CU_ASSERT_PTR_EQUAL(why, &list.rules[1]);
    CU_ASSERT_FALSE(sel_assembly(&list, CC_STR("Other"), &why));
    CU_ASSERT_PTR_NULL(why);
    CU_ASSERT_FALSE(list.rules[0].matched);
    CU_ASSERT_TRUE(list.rules[1].matched && list.rules[2].matched);
}

static void test_round_trip(void) {
    static const char text[] = "include-assembly A*\nexclude-assembly B c\ninclude-assembly ?\n"
                               "exclude-assembly 1\nexclude-assembly 2\nexclude-assembly 3\n"
                               "exclude-assembly 4\nexclude-assembly 5\nexclude-assembly 6\n";
    sel_list list = parse(text);
    cc_buf out = {0};
    sel_print(&list, &out);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), text));
    cc_buf_free(&out);
}

static void test_refused(void) {
    static const char *const bad[] = {"include-assembly A",      "include-assembly \n",
                                      "include-type A\n",        "include-assembly\n",
                                      "include-assembly a/b\n",  "\n",
                                      "include-assembly a\tb\n", "include-assemblyA\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        sel_list list;
        sel_init(&list, arena);
        CU_ASSERT_NOT_EQUAL(sel_parse(&list, cc_strz(bad[i])), CC_OK);
    }
    sel_list list;
    sel_init(&list, arena);
    CU_ASSERT_EQUAL(sel_add(&list, SEL_INCLUDE_ASSEMBLY, CC_STR("")), CC_E_USAGE);
    CU_ASSERT_EQUAL(list.count, 0);
}

static void test_copied(void) {
    char glob[] = "App";
    sel_list list;
    sel_init(&list, arena);
    CU_ASSERT_EQUAL(sel_add(&list, SEL_EXCLUDE_ASSEMBLY, cc_strz(glob)), CC_OK);
    memset(glob, 'x', 3);
    CU_ASSERT_FALSE(sel_assembly(&list, CC_STR("App"), NULL));
}

static const test_case cases[] = {
    {"exclude wins, no include means all, case is ignored", test_decision},
    {"the deciding rule is told, rules that matched are marked", test_why_and_marks},
    {"the text form reads back the same", test_round_trip},
    {"lines that are no rules are refused", test_refused},
    {"globs are copied", test_copied},
};

int main(void) {
    arena = cc_arena_new();
    int result = test_run("select", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return result;
}
