/* The text form of the list: round trip, truncations, wrong lines. */
#include <string.h>

#include "test_select.h"

static const char valid[] = "include clrcov.xml:12 MyApp.*\n"
                            "exclude my%20file.xml:3 type:MyApp.Gen+*\n"
                            "exclude  [my-lib]A/B`1\n"
                            "include CLRCOV_INCLUDE member:A.M~x y\n"
                            "exclude %25%0A%7F path~ \\.dll$ \n"
                            "exclude --exclude file:**/\xC3\xBC.cs\n";

static bool prints_as(const sel_list *list, cc_str text) {
    cc_buf out = {0};
    sel_print(list, &out);
    bool is_same = cc_str_eq(cc_buf_str(&out), text);
    cc_buf_free(&out);
    return is_same;
}

void test_round_trip(void) {
    sel_list list = test_rules(valid, &test_engine);
    CU_ASSERT_EQUAL_FATAL(list.count, 6);
    CU_ASSERT_TRUE(prints_as(&list, cc_strz(valid)));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[1].origin, "my file.xml:3"));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[2].origin, ""));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[3].pattern, "A.M~x y"));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[4].origin, "%\n\x7F"));
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[4].pattern, " \\.dll$ "));
    sel_list empty = test_rules("", NULL);
    CU_ASSERT_TRUE(prints_as(&empty, CC_STR("")));
}

void test_truncations(void) {
    size_t lines = 0;
    for (size_t n = 0; n < sizeof valid; n++) {
        sel_list list;
        sel_init(&list, test_arena, &test_engine);
        cc_err err = test_parse_exactly(&list, (cc_str){valid, n});
        bool is_whole = n == 0 || valid[n - 1] == '\n';
        lines += n > 0 && is_whole;
        CU_ASSERT_EQUAL(err, is_whole ? CC_OK : CC_E_TRUNCATED);
        CU_ASSERT_EQUAL(list.count, lines);
        CU_ASSERT(!is_whole || prints_as(&list, (cc_str){valid, n}));
    }
    CU_ASSERT_EQUAL(lines, 6);
}

void test_refused_lines(void) {
    static const char *const bad[] = {
        "\n",
        "include\n",
        "include x\n",
        "include x \n",
        "Include x A\n",
        "includes x A\n",
        " include x A\n",
        "exclude-assembly A\n",
        "include % A\n",
        "include %2 A\n",
        "include %2g A\n",
        "include %2f A\n",
        "include %2G A\n",
        "include a\tb A\n",
        "include x A\r\n",
        "include x typ:A\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[100] = "exclude x First\n";
        strcat(text, bad[i]);
        sel_list list;
        sel_init(&list, test_arena, NULL);
        CU_ASSERT_EQUAL(test_parse_exactly(&list, cc_strz(text)), CC_E_FORMAT);
        CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "line 2"));
        CU_ASSERT_EQUAL(list.count, 1);
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "did you mean type:?"));
}

void test_origins(void) {
    char origin[256];
    for (size_t i = 0; i < sizeof origin; i++) {
        origin[i] = (char)(unsigned char)i;
    }
    sel_list list;
    sel_list again;
    cc_buf out = {0};
    sel_init(&list, test_arena, NULL);
    sel_init(&again, test_arena, NULL);
    cc_str all = {origin, sizeof origin};
    CU_ASSERT_EQUAL(sel_add(&list, true, CC_STR("A"), all), CC_OK);
    sel_print(&list, &out);
    CU_ASSERT_EQUAL(test_parse_exactly(&again, cc_buf_str(&out)), CC_OK);
    CU_ASSERT_EQUAL_FATAL(again.count, 1);
    CU_ASSERT_TRUE(cc_str_eq(again.rules[0].origin, all));
    cc_buf_free(&out);
}
