/* The tests of changed lines, in runs with `--per-test`. */
#ifndef REP_PATCH_TESTS_H
#define REP_PATCH_TESTS_H

#include "base/cc_json.h"
#include "reports/rep.h"

/* Appends "Cart.cs:12: CartTests.Adds, ..." for the changed lines that tests ran, at most so many as
 * a person reads; nothing when the run recorded no tests. */
void rep_put_patch_tests(cc_buf *out, const rep_input *in);
/* Writes the tests of one changed line as "tests": ["Ns.Class.Method"]; nothing when the run recorded
 * none. */
void rep_put_line_tests(cc_json *json, const cov_model *model, const cov_file *file,
                        const cov_line *line);

#endif
