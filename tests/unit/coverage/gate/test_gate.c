/* Thresholds on models made by hand: scopes, risks, sentences. */
#include "coverage/gate/gate.h"

#include <stdio.h>
#include <string.h>

#include "test_main.h"

enum { POINT = GATE_POINT, NONE = GATE_NONE };

/* Two assemblies of one class each: Shop has 3 of 4 lines, Text 1 of 4; Empty has none. */
typedef struct sample {
    cov_line hit, missed;
    cov_line *shop[4], *text[4];
    cov_method methods[2];
    cov_file files[2];
    cov_class classes[2];
    cov_package packages[3];
    cov_model model;
} sample;

static void fill(sample *s) {
    *s = (sample){.hit = {.number = 1, .hits = 1}, .missed = {.number = 2}};
    for (int i = 0; i < 4; i++) {
        s->shop[i] = i < 3 ? &s->hit : &s->missed;
        s->text[i] = i < 1 ? &s->hit : &s->missed;
    }
    s->methods[0] =
        (cov_method){.name = CC_STR("Buy"), .complexity = 10, .lines = s->shop, .line_count = 4};
    s->methods[1] =
        (cov_method){.name = CC_STR("Cut\x1B"), .complexity = 4, .lines = s->text, .line_count = 4};
    s->files[0] = (cov_file){.path = CC_STR("Shop.cs"), .lines = s->shop, .line_count = 4};
    s->files[1] = (cov_file){.path = CC_STR("Text.cs"), .lines = s->text, .line_count = 4};
    for (int i = 0; i < 2; i++) {
        s->classes[i] = (cov_class){.name = CC_STR("C"),
                                    .file = &s->files[i],
                                    .methods = &s->methods[i],
                                    .method_count = 1,
                                    .lines = i == 0 ? s->shop : s->text,
                                    .line_count = 4};
        s->packages[i] = (cov_package){.classes = &s->classes[i], .class_count = 1};
        s->packages[i].totals = cov_class_totals(&s->classes[i]);
    }
    s->packages[0].name = CC_STR("Shop");
    s->packages[1].name = CC_STR("Text");
    s->packages[2].name = CC_STR("Empty");
    s->model = (cov_model){.packages = s->packages,
                           .package_count = 3,
                           .files = s->files,
                           .file_count = 2,
                           .totals = {.lines_valid = 8, .lines_covered = 4}};
}

static gate_limits line_limit(int32_t line, gate_scope scope) {
    return (gate_limits){
        .all = {line, NONE, NONE}, .scope = scope, .max_uncovered = NONE, .max_crap = NONE};
}

/* The sentence of the only threshold. */
static void expect(const gate_limits *limits, bool is_met, const char *sentence) {
    sample s;
    gate_result result;
    cc_arena *arena = cc_arena_new();
    fill(&s);
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &s.model}, limits, arena),
                          CC_OK);
    CU_ASSERT_EQUAL_FATAL(result.count, 1);
    CU_ASSERT_EQUAL(result.is_met, is_met);
    CU_ASSERT_EQUAL(result.items[0].is_met, is_met);
    if (strcmp(result.items[0].text, sentence) != 0) {
        printf("\n%s\n", result.items[0].text);
        CU_FAIL("sentence");
    }
    cc_arena_free(arena);
}

static void test_total(void) {
    gate_limits at = line_limit(50 * POINT, GATE_TOTAL);
    gate_limits above = line_limit(50 * POINT + 1, GATE_TOTAL);
    expect(&at, true, "line coverage is 50.00% (4 of 8), the threshold is 50%");
    expect(&above, false,
           "line coverage is 50.00% (4 of 8), below the threshold of 50.0001%: 1 more line needed; "
           "most missed: Text.cs (3), Shop.cs (1)");
}

static void test_minimum(void) {
    gate_limits at = line_limit(25 * POINT, GATE_MINIMUM);
    gate_limits above = line_limit(25 * POINT + 1, GATE_MINIMUM);
    gate_limits all = line_limit(80 * POINT, GATE_MINIMUM);
    expect(&at, true, "line coverage of each assembly is at least 25%");
    expect(&above, false,
           "line coverage of Text is 25.00% (1 of 4), below the threshold of 25.0001%: 1 more "
           "line needed");
    expect(&all, false,
           "line coverage of Text is 25.00% (1 of 4), below the threshold of 80%: 3 more lines "
           "needed; line coverage of Shop is 75.00% (3 of 4), below the threshold of 80%: 1 more "
           "line needed");
}

/* Assemblies that share a file: each has what the whole counts once. */
static void test_minimum_above_the_whole(void) {
    sample s;
    gate_result result;
    cc_arena *arena = cc_arena_new();
    gate_limits limits = line_limit(80 * POINT, GATE_MINIMUM);
    fill(&s);
    s.packages[0].totals = (cov_totals){.lines_valid = 10, .lines_covered = 8};
    s.packages[1].totals = (cov_totals){.lines_valid = 10, .lines_covered = 8};
    s.model.totals = (cov_totals){.lines_valid = 15, .lines_covered = 11};
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &s.model}, &limits, arena),
                          CC_OK);
    CU_ASSERT_TRUE(result.is_met);
    CU_ASSERT_STRING_EQUAL(result.items[0].text, "line coverage of each assembly is at least 80%");
    cc_arena_free(arena);
}

static void test_average(void) {
    gate_limits at = line_limit(50 * POINT, GATE_AVERAGE);
    gate_limits above = line_limit(50 * POINT + 1, GATE_AVERAGE);
    expect(&at, true, "line coverage is 50.00% on average over 2 assemblies, the threshold is 50%");
    expect(&above, false,
           "line coverage is 50.00% on average over 2 assemblies, below the threshold of 50.0001%: "
           "0.01 percentage points more needed; most missed: Text.cs (3), Shop.cs (1)");
}

/* The method of the file with the most missed lines ran. */
static void test_methods(void) {
    sample s;
    gate_result result;
    cc_arena *arena = cc_arena_new();
    gate_limits limits = line_limit(NONE, GATE_TOTAL);
    limits.all.method = 51 * POINT;
    fill(&s);
    s.methods[1].is_entered = true;
    s.model.totals.methods_valid = 2;
    s.model.totals.methods_covered = 1;
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &s.model}, &limits, arena),
                          CC_OK);
    CU_ASSERT_STRING_EQUAL(result.items[0].text,
                           "method coverage is 50.00% (1 of 2), below the threshold of 51%: 1 more "
                           "method needed; most missed: Shop.cs (1)");
    cc_arena_free(arena);
}

/* A third and two thirds are one half. */
static void test_average_of_thirds(void) {
    sample s;
    gate_result result;
    cc_arena *arena = cc_arena_new();
    gate_limits half = line_limit(50 * POINT, GATE_AVERAGE);
    fill(&s);
    s.packages[0].totals = (cov_totals){.lines_valid = 3, .lines_covered = 1};
    s.packages[1].totals = (cov_totals){.lines_valid = 3, .lines_covered = 2};
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &s.model}, &half, arena),
                          CC_OK);
    CU_ASSERT_TRUE(result.is_met);
    s.packages[1].totals.lines_covered = 1;
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &s.model}, &half, arena),
                          CC_OK);
    CU_ASSERT_FALSE(result.is_met);
    cc_arena_free(arena);
}

static void test_risk(void) {
    gate_limits limits = line_limit(NONE, GATE_TOTAL);
    limits.max_crap = 12; /* Buy: 100 / 64 + 10 = 11.5625; Cut: 16 * 27 / 64 + 4 = 10.75 */
    expect(&limits, true, "no method has a CRAP score above 12");
    limits.max_crap = 11;
    expect(&limits, false, "1 method has a CRAP score above 11: C.Buy (11.57)");
    limits.max_crap = 0;
    expect(&limits, false,
           "2 methods have a CRAP score above 0: C.Buy (11.57), C.Cut\xEF\xBF\xBD (10.75)");
}

static void test_nothing(void) {
    gate_result result;
    cc_arena *arena = cc_arena_new();
    cov_model model = {.root = CC_STR("/")};
    for (int scope = GATE_TOTAL; scope <= GATE_AVERAGE; scope++) {
        gate_limits limits = line_limit(1, (gate_scope)scope);
        CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &model}, &limits, arena),
                              CC_OK);
        CU_ASSERT_FALSE(result.is_met);
        CU_ASSERT_PTR_NOT_NULL(strstr(result.items[0].text, "n/a"));
        limits.allow_empty = true;
        CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &model}, &limits, arena),
                              CC_OK);
        CU_ASSERT_TRUE(result.is_met);
        limits.all.line = 0;
        CU_ASSERT_EQUAL_FATAL(gate_check(&result, &(gate_subject){.model = &model}, &limits, arena),
                              CC_OK);
        CU_ASSERT_EQUAL(result.count, 0);
    }
    cc_arena_free(arena);
}

/* Limits of which none is set. */
static gate_limits no_limits(void) {
    return (gate_limits){.max_uncovered = NONE, .max_crap = NONE};
}

static void test_files(void) {
    gate_limits at = no_limits();
    gate_limits above = no_limits();
    at.file.line = 25 * POINT;
    above.file.line = 80 * POINT;
    expect(&at, true, "line coverage of each file is at least 25%");
    expect(
        &above, false,
        "line coverage of Text.cs is 25.00% (1 of 4), below the threshold of 80%: 3 more lines "
        "needed; line coverage of Shop.cs is 75.00% (3 of 4), below the threshold of 80%: 1 more "
        "line needed");
}

static void test_uncovered(void) {
    gate_limits at = no_limits();
    gate_limits below = no_limits();
    at.max_uncovered = 4;
    below.max_uncovered = 3;
    expect(&at, true, "4 lines are not covered, the limit is 4");
    expect(&below, false,
           "4 lines are not covered, more than the limit of 3; most missed: Text.cs (3), "
           "Shop.cs (1)");
}

/* One line of Shop.cs that ran, two of Text.cs that did not. */
static void test_patch(void) {
    sample s;
    gate_result result;
    cc_arena *arena = cc_arena_new();
    fill(&s);
    patch_covered files[] = {
        {.file = &s.files[0], .totals = {.lines_valid = 1, .lines_covered = 1}},
        {.file = &s.files[1], .totals = {.lines_valid = 2}},
    };
    patch_cover covered = {
        .files = files, .file_count = 2, .totals = {.lines_valid = 3, .lines_covered = 1}};
    gate_subject subject = {.model = &s.model, .patch = &covered};
    gate_limits limits = no_limits();
    limits.patch.line = 34 * POINT;
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &subject, &limits, arena), CC_OK);
    CU_ASSERT_FALSE(result.is_met);
    CU_ASSERT_STRING_EQUAL(result.items[0].text,
                           "line coverage of the patch is 33.33% (1 of 3), below the threshold of "
                           "34%: 1 more line needed; most missed: Text.cs (2)");
    limits.patch.line = 33 * POINT;
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &subject, &limits, arena), CC_OK);
    CU_ASSERT_TRUE(result.is_met);
    covered.totals = (cov_totals){0};
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &subject, &limits, arena), CC_OK);
    CU_ASSERT_TRUE(result.is_met);
    CU_ASSERT_STRING_EQUAL(
        result.items[0].text,
        "line coverage of the patch is n/a (the patch has no line that can run)");
    cc_str unknown[] = {CC_STR("A.cs"), CC_STR("B.cs"), CC_STR("C.cs"), CC_STR("D.cs")};
    covered.unknown = unknown;
    covered.unknown_count = 4;
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &subject, &limits, arena), CC_OK);
    CU_ASSERT_STRING_EQUAL(result.items[0].text,
                           "line coverage of the patch is n/a (the patch has no line that can "
                           "run); not in the report: A.cs, B.cs, C.cs and 1 more");
    cc_arena_free(arena);
}

static void test_baseline(void) {
    sample s;
    gate_result result;
    cc_arena *arena = cc_arena_new();
    fill(&s);
    cov_model before = {.totals = {.lines_valid = 16, .lines_covered = 8}};
    gate_subject subject = {.model = &s.model, .baseline = &before};
    gate_limits limits = no_limits();
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &subject, &limits, arena), CC_OK);
    CU_ASSERT_TRUE(result.is_met);
    CU_ASSERT_EQUAL(result.count, 3);
    before.totals.lines_covered = 9;
    CU_ASSERT_EQUAL_FATAL(gate_check(&result, &subject, &limits, arena), CC_OK);
    CU_ASSERT_FALSE(result.is_met);
    CU_ASSERT_STRING_EQUAL(result.items[0].text,
                           "line coverage is 50.00% (4 of 8), lower than the baseline's 56.25% (9 "
                           "of 16); most missed: Text.cs (3), Shop.cs (1)");
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"missed methods are named", test_methods},
    {"each file", test_files},
    {"lines that are not covered", test_uncovered},
    {"the patch", test_patch},
    {"an earlier report", test_baseline},
    {"the whole report: at the threshold and below it", test_total},
    {"each assembly", test_minimum},
    {"each assembly, where the whole is below", test_minimum_above_the_whole},
    {"the assemblies on average", test_average},
    {"the average is exact for thirds", test_average_of_thirds},
    {"risk: methods above the score, the worst first", test_risk},
    {"nothing to cover", test_nothing},
};

TEST_MAIN("gate", cases)
