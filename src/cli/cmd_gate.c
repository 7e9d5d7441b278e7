/* Thresholds: compares coverage with the requested values. The comparison is exact, in integers;
 * the figure shown is rounded down, so that it never looks as if the threshold had been met. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "reports/rep_number.h"

enum { WHOLE = 1000000, POINT = 10000, LIMIT_SIZE = 32 }; /* 100 %, and 1 % */

/* Formats "80%" or "80.5%": a threshold has at most four decimals. */
static void print_limit(char out[LIMIT_SIZE], int32_t limit) {
    int len = snprintf(out, LIMIT_SIZE, "%" PRId32 ".%04" PRId32, limit / POINT, limit % POINT);
    while (len > 0 && out[len - 1] == '0') {
        len--;
    }
    len -= len > 0 && out[len - 1] == '.';
    (void)snprintf(out + len, (size_t)(LIMIT_SIZE - len), "%%");
}

/* covered / valid is at least limit / WHOLE. Both counts are far below 2^43, so no product
 * overflows. */
static bool is_met(uint64_t covered, uint64_t valid, int32_t limit) {
    return covered * WHOLE >= (uint64_t)limit * valid;
}

/* True: met, or no threshold. */
static bool check(const char *what, uint64_t covered, uint64_t valid, int32_t limit,
                  bool allows_empty) {
    if (limit <= 0 || (valid == 0 ? allows_empty : is_met(covered, valid, limit))) {
        return true;
    }
    char wanted[LIMIT_SIZE];
    char figure[REP_NUMBER_SIZE];
    print_limit(wanted, limit);
    rep_percent(covered, valid, figure);
    if (valid == 0) {
        cmd_say("%s coverage is %s (there is nothing to cover), the threshold is %s; --allow-empty "
                "lets this pass",
                what, figure, wanted);
    } else {
        cmd_say("%s coverage is %s (%" PRIu64 " of %" PRIu64 "), below the threshold of %s", what,
                figure, covered, valid, wanted);
    }
    return false;
}

bool cmd_check_gates(const cov_totals *totals, const cfg_values *values) {
    const cov_totals *t = totals;
    bool lines = check("line", t->lines_covered, t->lines_valid, values->fail_under_line,
                       values->allow_empty);
    bool branches = check("branch", t->branches_covered, t->branches_valid,
                          values->fail_under_branch, values->allow_empty);
    bool methods = check("method", t->methods_covered, t->methods_valid, values->fail_under_method,
                         values->allow_empty);
    return lines && branches && methods;
}

cc_err cmd_check_values(const cfg_values *values) {
    if (!values->branches && values->fail_under_branch > 0) {
        return cc_fail(CC_E_USAGE, "%s: a threshold for branches, which are not reported (%s)",
                       values->origin[CFG_FAIL_UNDER_BRANCH], values->origin[CFG_BRANCHES]);
    }
    return CC_OK;
}
