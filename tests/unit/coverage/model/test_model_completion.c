/* Runs with `--impacted`: which numbers tests have that were left out, and which assemblies stay in
 * the map that no process loaded. */
#include <CUnit/CUnit.h>
#include <string.h>

#include "coverage/model/build/measure/cov_complete.h"
#include "test_main.h"

#define TEST(name)                                                                                 \
    { .assembly = CC_STR("Tests"), .type = CC_STR("T"), .method = CC_STR(name) }
#define BUILD(of, by)                                                                              \
    { .name = CC_STR(of), .framework = CC_STR(by), .member_count = 1 }

/* A suite for another framework ran B. */
static void test_numbers(void) {
    static const bool is_left_out[] = {true, true, false};
    cov_test before[] = {TEST("A"), TEST("B"), TEST("C")};
    const cov_test ran[] = {TEST("B"), TEST("D")};
    cc_arena *arena = cc_arena_new();
    const cov_raw data = {.tests = before, .test_count = 3};
    const cov_completion completion = {.data = &data, .is_left_out = is_left_out};
    const uint32_t *numbers = cov_number_left_out(&completion, ran, 2, arena);
    CU_ASSERT_EQUAL(numbers[0], 2);
    CU_ASSERT_EQUAL(numbers[1], 0);
    CU_ASSERT_EQUAL(numbers[2], COV_RAW_NONE);
    CU_ASSERT_PTR_NULL(cov_number_left_out(NULL, ran, 2, arena));
    cc_arena_free(arena);
}

/* Lib was loaded for one framework; for the other, and with Only, an idle suite has it; Else belongs to a
 * suite that was not asked. */
static void test_assemblies(void) {
    static const uint32_t numbers[] = {2, 0, COV_RAW_NONE};
    static const bool is_idle[] = {true, false};
    cov_raw_test_hits hits[] = {{.test = COV_RAW_SHARED}, {.test = 0}, {.test = 1}, {.test = 2}};
    cov_raw_input own[] = {{CC_STR("Lib.dll"), 2}, {CC_STR("Only.dll"), 2}};
    cov_raw_input others[] = {{CC_STR("Else.dll"), 2}};
    cov_raw_suite suites[] = {{.inputs = {own, 2}}, {.inputs = {others, 1}}};
    cov_raw_assembly old[] = {BUILD("Lib", "net9"), BUILD("Lib", "net10"), BUILD("Only", "net9"),
                              BUILD("Else", "net9")};
    cov_raw_assembly now[] = {BUILD("Lib", "net10")};
    cc_arena *arena = cc_arena_new();
    old[0].test_hits = hits;
    old[0].test_hit_count = 4;
    const cov_raw data = {
        .assemblies = old, .assembly_count = 4, .suites = suites, .suite_count = 2};
    const cov_completion completion = {.data = &data, .is_idle = is_idle};
    cov_raw raw = {.assemblies = now, .assembly_count = 1};
    cov_carry_assemblies(&raw, &completion, numbers, arena);
    CU_ASSERT_EQUAL_FATAL(raw.assembly_count, 3);
    CU_ASSERT(cc_str_eqz(raw.assemblies[1].framework, "net9"));
    CU_ASSERT(cc_str_eqz(raw.assemblies[2].name, "Only"));
    CU_ASSERT_EQUAL_FATAL(raw.assemblies[1].test_hit_count, 3);
    CU_ASSERT_EQUAL(raw.assemblies[1].test_hits[0].test, COV_RAW_SHARED);
    CU_ASSERT_EQUAL(raw.assemblies[1].test_hits[1].test, 2);
    CU_ASSERT_EQUAL(raw.assemblies[1].test_hits[2].test, 0);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"left-out tests have numbers after those that ran, and those of the same test", test_numbers},
    {"assemblies of idle suites stay as they were", test_assemblies},
};

TEST_MAIN("model_completion", cases)
