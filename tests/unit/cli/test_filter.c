/* Filters of `clrcov impacted` for test runners. */
#include <CUnit/CUnit.h>
#include <stdio.h>

#include "cli/impact/cmd_impact.h"
#include "test_cli.h"

static imp_test test_of(const char *type, const char *method) {
    return (imp_test){.type = cc_strz(type), .method = cc_strz(method)};
}

static void expect(const imp_test *tests, uint32_t count, cmd_filter_kind kind, const char *text) {
    cc_buf out = {0};
    imp_test copy[2] = {{.reason = NULL}, {.reason = NULL}};
    for (uint32_t i = 0; i < count; i++) {
        copy[i] = tests[i];
    }
    const imp_suite suite = {.tests = copy, .count = count};
    const cmd_selection of = cmd_selection_of(&suite, 1);
    cmd_put_filter(&out, &of, kind);
    bool is_right = cc_str_eqz(cc_buf_str(&out), text);
    if (!is_right) {
        (void)printf("\n%.*s, not\n%s", (int)out.len, (const char *)out.data, text);
    }
    CU_ASSERT_TRUE(is_right);
    cc_buf_free(&out);
}

void test_filter_names(void) {
    const imp_test two[] = {test_of("Ns.Outer+Inner", "Adds"), test_of("Ns.Sums", "a (b)")};
    const imp_test generic = test_of("Ns.Of`1", "Adds");
    expect(two, 2, CMD_FILTER_VSTEST,
           "FullyQualifiedName=Ns.Outer+Inner.Adds|FullyQualifiedName=Ns.Sums.a \\(b\\)\n");
    expect(two, 1, CMD_FILTER_MTP, "--filter\n\"FullyQualifiedName=Ns.Outer+Inner.Adds\"\n");
    expect(two, 1, CMD_FILTER_XUNIT_MTP, "--filter-method\n\"Ns.Outer+Inner.Adds\"\n");
    expect(two, 1, CMD_FILTER_TUNIT, "--treenode-filter\n\"/*/*/(Outer+Inner*)/(Adds)\"\n");
    expect(&generic, 1, CMD_FILTER_VSTEST, "FullyQualifiedName~Ns.Of\n");
    expect(&generic, 1, CMD_FILTER_XUNIT_MTP, "--filter-method\n\"Ns.Of*\"\n");
    expect(two, 0, CMD_FILTER_VSTEST, "FullyQualifiedName=clrcov.runs.no.test\n");
    expect(two, 2, CMD_FILTER_LIST, "Ns.Outer+Inner.Adds\nNs.Sums.a (b)\n");
}

/* Where a runner cannot be told, all of its tests run. */
void test_filter_quotes(void) {
    const imp_test test = test_of("Ns.Sums", "it says \"hi\"");
    expect(&test, 1, CMD_FILTER_VSTEST, "FullyQualifiedName=Ns.Sums.it says \"hi\"\n");
    expect(&test, 1, CMD_FILTER_MTP, "");
    expect(&test, 1, CMD_FILTER_XUNIT_MTP, "");
    expect(&test, 1, CMD_FILTER_TUNIT, "");
}

/* A list is not empty where everything runs: empty is what a list of nothing is. */
void test_filter_list_of_all(void) {
    imp_test one = test_of("Ns.Sums", "Adds");
    const cov_raw_suite whole = {.assembly = CC_STR("Shop.Tests")};
    const imp_suite suites[] = {{.of = &whole, .all = "its file changed"},
                                {.of = &whole, .tests = &one, .count = 1}};
    const cmd_selection of = cmd_selection_of(suites, 2);
    cc_buf out = {0};
    cmd_put_filter(&out, &of, CMD_FILTER_LIST);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), "* Shop.Tests\nNs.Sums.Adds\n"));
    cc_buf_clear(&out);
    cmd_put_filter(&out, &of, CMD_FILTER_VSTEST);
    CU_ASSERT_EQUAL(out.len, 0);
    cc_buf_free(&out);
}

/* NUnit has arguments in names: without these conditions nothing would run. */
void test_filter_arguments(void) {
    imp_test test = test_of("Ns.Sized", "Has");
    test.has_class_arguments = true;
    expect(&test, 1, CMD_FILTER_VSTEST,
           "FullyQualifiedName=Ns.Sized.Has|"
           "(FullyQualifiedName~Ns.Sized&FullyQualifiedName~.Has)\n");
    test = test_of("Ns.Sums", "Result");
    test.has_result = true;
    expect(&test, 1, CMD_FILTER_MTP,
           "--filter\n\"FullyQualifiedName=Ns.Sums.Result|"
           "FullyQualifiedName=Ns.Sums.Result\\(\\)\"\n");
}
