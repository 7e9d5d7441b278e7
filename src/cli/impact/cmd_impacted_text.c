/* Answers of `clrcov impacted` for people. */
#include "base/cc_glob.h"
#include "base/cc_utf.h"
#include "cli/impact/cmd_impact.h"

static void put_clean(cc_buf *out, cc_str text) {
    cc_utf8_clean(text, out);
}

static void put_answer(cc_buf *out, cc_str type, cc_str method, const char *answer) {
    put_clean(out, type);
    cc_buf_putc(out, '.');
    put_clean(out, method);
    cc_buf_puts(out, ": ");
    put_clean(out, cc_strz(answer));
    cc_buf_putc(out, '\n');
}

static void put_tests(cc_buf *out, const imp_suite *suite) {
    for (uint32_t i = 0; i < suite->count; i++) {
        const imp_test *test = &suite->tests[i];
        cc_buf_puts(out, "  ");
        put_answer(out, test->type, test->method, test->reason);
    }
}

/* The folder tells suites of one assembly apart. */
static void put_suite(cc_buf *out, const imp_suite *suite) {
    put_clean(out, suite->of->assembly);
    cc_buf_puts(out, " (");
    put_clean(out, suite->of->folder);
    cc_buf_puts(out, "): ");
    if (suite->all != NULL) {
        cc_buf_puts(out, "all tests: ");
        put_clean(out, cc_strz(suite->all));
        cc_buf_putc(out, '\n');
        return;
    }
    cc_buf_printf(out, "%u of %u tests\n", suite->count, suite->count + suite->left_out);
    put_tests(out, suite);
}

void cmd_impacted_text(const imp_answer *answer, cc_buf *out) {
    for (uint32_t i = 0; i < answer->count; i++) {
        put_suite(out, &answer->suites[i]);
    }
}

/* --- one test --------------------------------------------------------------------------------- */

static bool is_asked(cc_str type, cc_str method, const char *name) {
    cc_buf text = {0};
    cc_buf_str_put(&text, type);
    cc_buf_putc(&text, '.');
    cc_buf_str_put(&text, method);
    cc_str whole = cc_buf_str(&text);
    bool is_one = cc_glob_name(cc_strz(name), whole, true) ||
                  (cc_str_ends(whole, name) && whole.s[whole.len - cc_strz(name).len - 1] == '.');
    cc_buf_free(&text);
    return is_one;
}

static const imp_test *find_selected(const imp_suite *suite, const cov_test *test) {
    for (uint32_t i = 0; i < suite->count; i++) {
        if (suite->tests[i].known == test) {
            return &suite->tests[i];
        }
    }
    return NULL;
}

static bool explain_known(const imp_suite *suite, const cov_test *test, const char *name,
                          cc_buf *out) {
    if (!cc_str_eq(test->assembly, suite->of->assembly) ||
        !is_asked(test->type, test->method, name)) {
        return false;
    }
    const imp_test *selected = find_selected(suite, test);
    const char *reason = suite->all != NULL ? suite->all
                         : selected != NULL ? selected->reason
                                            : "need not run: nothing that it ran has changed";
    put_answer(out, test->type, test->method, reason);
    return true;
}

bool cmd_impacted_explain(const imp_answer *answer, const cov_raw *data, const char *name,
                          cc_buf *out) {
    bool is_found = false;
    for (uint32_t i = 0; i < answer->count; i++) {
        const imp_suite *suite = &answer->suites[i];
        for (uint32_t k = 0; k < data->test_count; k++) {
            is_found = explain_known(suite, &data->tests[k], name, out) || is_found;
        }
        for (uint32_t k = 0; k < suite->count; k++) {
            const imp_test *test = &suite->tests[k];
            if (test->known == NULL && is_asked(test->type, test->method, name)) {
                put_answer(out, test->type, test->method, test->reason);
                is_found = true;
            }
        }
    }
    return is_found;
}
