/* Thresholds. */
#include "test_cli.h"

#include <CUnit/CUnit.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "cli/report/cmd_gate.h"

static int kept = -1;

void cli_catch(void) {
    fflush(stderr);
    kept = dup(STDERR_FILENO);
    int fd = open("caught", O_RDWR | O_CREAT | O_TRUNC, 0600);
    CU_ASSERT_TRUE_FATAL(kept >= 0 && fd >= 0 && dup2(fd, STDERR_FILENO) >= 0);
    close(fd);
}

const char *cli_caught(void) {
    fflush(stderr);
    CU_ASSERT_TRUE_FATAL(dup2(kept, STDERR_FILENO) >= 0);
    close(kept);
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, "caught", false), CC_OK);
    const char *text =
        cc_arena_strdup(cli_arena, (cc_str){(const char *)file.bytes.data, file.bytes.len});
    cc_file_unmap(&file);
    cc_file_remove("caught");
    return text;
}

enum { PERCENT = 10000, NONE = -1 };

static cfg_values limits(int32_t line, int32_t branch, int32_t method, bool allow_empty) {
    return (cfg_values){.fail_under_line = line,
                        .fail_under_branch = branch,
                        .fail_under_method = method,
                        .fail_under_line_file = NONE,
                        .fail_under_branch_file = NONE,
                        .fail_under_method_file = NONE,
                        .max_uncovered = NONE,
                        .max_crap = NONE,
                        .allow_empty = allow_empty};
}

void test_gates(void) {
    static const struct {
        uint64_t covered, valid;
        int32_t limit;
        bool allow_empty, passes;
    } rows[] = {
        {0, 10, NONE, false, true},
        {0, 10, 0, false, true},
        {0, 0, 0, false, true},
        {80, 100, 80 * PERCENT, false, true},
        {79, 100, 80 * PERCENT, false, false},
        {799999, 1000000, 80 * PERCENT, false, false},
        {800000, 1000000, 80 * PERCENT, false, true},
        {9996, 10000, 100 * PERCENT, false, false},
        {10000, 10000, 100 * PERCENT, false, true},
        {161, 200, 805000, false, true}, /* 80.5 */
        {160, 200, 805000, false, false},
        {2, 3, 666666, false, true},
        {2, 3, 666667, false, false},
        {1, 1000000, 1, false, true},
        {0, 1000000, 1, false, false},
        {UINT64_C(1) << 40, UINT64_C(1) << 40, 100 * PERCENT, false, true},
        {(UINT64_C(1) << 40) - 1, UINT64_C(1) << 40, 100 * PERCENT, false, false},
        {0, 0, 1, false, false},
        {0, 0, 100 * PERCENT, true, true},
        {0, 10, 1, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint64_t c = rows[i].covered;
        uint64_t v = rows[i].valid;
        const cov_totals totals[] = {{.lines_covered = c, .lines_valid = v},
                                     {.branches_covered = c, .branches_valid = v},
                                     {.methods_covered = c, .methods_valid = v}};
        const cfg_values values[] = {limits(rows[i].limit, NONE, NONE, rows[i].allow_empty),
                                     limits(NONE, rows[i].limit, NONE, rows[i].allow_empty),
                                     limits(NONE, NONE, rows[i].limit, rows[i].allow_empty)};
        for (size_t k = 0; k < 3; k++) {
            const cov_model model = {.totals = totals[k]};
            gate_result result;
            CU_ASSERT_EQUAL(
                cmd_check_gates(&result, &(gate_subject){.model = &model}, &values[k], cli_arena),
                CC_OK);
            CU_ASSERT_EQUAL(result.is_met, rows[i].passes);
        }
    }
}

void test_gate_messages(void) {
    const cov_totals totals = {
        .lines_covered = 99996, .lines_valid = 100000, .branches_covered = 1, .branches_valid = 3};
    cfg_values values = limits(100 * PERCENT, 805000, 10 * PERCENT, false);
    static const char *const texts[] = {
        "line coverage is 99.99% (99996 of 100000), below the threshold of 100%: 4 more lines "
        "needed",
        "branch coverage is 33.33% (1 of 3), below the threshold of 80.5%: 2 more branches needed",
        ("method coverage is n/a (nothing to cover), the threshold is 10%; --allow-empty accepts "
         "this")};
    const cov_model model = {.totals = totals};
    gate_result result;
    CU_ASSERT_EQUAL(cmd_check_gates(&result, &(gate_subject){.model = &model}, &values, cli_arena),
                    CC_OK);
    CU_ASSERT_FALSE(result.is_met);
    CU_ASSERT_EQUAL_FATAL(result.count, 3);
    for (uint32_t i = 0; i < result.count; i++) {
        CU_ASSERT_STRING_EQUAL(result.items[i].text, texts[i]);
    }
}

void test_contradictions(void) {
    cfg_values values = limits(NONE, 1, NONE, false);
    values.origin[CFG_FAIL_UNDER_BRANCH] = "clrcov.xml:4";
    values.origin[CFG_BRANCHES] = "--branches";
    CU_ASSERT_EQUAL(cmd_check_values(&values), CC_E_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "clrcov.xml:4: "));
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "(--branches)"));
    values.fail_under_branch = 0;
    CU_ASSERT_EQUAL(cmd_check_values(&values), CC_OK);
    values.fail_under_branch = 1;
    values.branches = true;
    CU_ASSERT_EQUAL(cmd_check_values(&values), CC_OK);
}
