/* What every CUnit program of the project shares: a table of tests and a main.
 *
 *     static const test_case cases[] = {{"span: a short read changes nothing", test_short_read}, ...};
 *     TEST_MAIN("base", cases)
 *
 * CU_ASSERT* macros of CUnit/CUnit.h do the checking. The exit status is 0 when all passed. */
#ifndef TEST_MAIN_H
#define TEST_MAIN_H

#include <CUnit/Basic.h>
#include <CUnit/CUnit.h>
#include <stddef.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
} test_case;

static int test_run(const char *suite_name, const test_case *cases, size_t count) {
    if (CU_initialize_registry() != CUE_SUCCESS) {
        return 2;
    }
    CU_pSuite suite = CU_add_suite(suite_name, NULL, NULL);
    for (size_t i = 0; suite != NULL && i < count; i++) {
        if (CU_add_test(suite, cases[i].name, cases[i].run) == NULL) {
            return 2;
        }
    }
    CU_basic_set_mode(CU_BRM_NORMAL);
    CU_basic_run_tests();
    int failed = CU_get_number_of_failures() > 0 || CU_get_number_of_tests_run() < count;
    CU_cleanup_registry();
    return failed;
}

#define TEST_MAIN(suite, cases)                                                                    \
    int main(void) {                                                                               \
        return test_run(suite, cases, sizeof(cases) / sizeof((cases)[0]));                         \
    }

#endif
