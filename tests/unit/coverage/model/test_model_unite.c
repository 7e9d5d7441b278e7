/* Branches of several builds, united line by line. */
#include "coverage/model/build/lines/cov_lines.h"
#include "coverage/model/build/unite/cov_point.h"
#include "test_main.h"

/* One arm of a branch on line 1, in a body of its own. */
static cov_arms *take_arm(cov_points *points, cov_source *source, uint32_t column, uint32_t count,
                          uint32_t arm) {
    static uint32_t body;
    cov_span span = {1, column, 1, column + 2};
    cov_point *point = cov_point_at(points, source, &span);
    cov_point_add(point, ++body, 1);
    cov_arms *arms = cov_point_branch(points, point, body, count, false);
    arms->arms[arm].is_taken = true;
    return arms;
}

static const cov_line *united_line(cov_source *source, cc_arena *arena) {
    cov_unite_builds(source, arena);
    CU_ASSERT_EQUAL_FATAL(cov_lines_make(source, true, arena), CC_OK);
    return source->file->lines[0];
}

/* Optimised code has both branches at one point: they are the same in their order all the same. */
static void test_builds_unite_in_order(void) {
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena, .build = 1};
    cov_source source = {.path = CC_STR("a.fs"), .points = {.arena = arena}};
    cov_arms *left = take_arm(&points, &source, 1, 2, 0);
    cov_arms *right = take_arm(&points, &source, 9, 2, 0);
    points.build = 2;
    cov_span span = {1, 1, 1, 3};
    cov_point *both = cov_point_at(&points, &source, &span);
    cov_arms *first = cov_point_branch(&points, both, 100, 2, false);
    cov_arms *second = cov_point_branch(&points, both, 100, 2, false);
    CU_ASSERT_PTR_NOT_EQUAL(first, left);
    second->arms[1].is_taken = true;
    const cov_line *line = united_line(&source, arena);
    CU_ASSERT_EQUAL(line->branch_count, 2);
    CU_ASSERT_EQUAL(line->branches[0].arms_taken, 1);
    CU_ASSERT_EQUAL(line->branches[1].arms_taken, 2);
    CU_ASSERT_PTR_EQUAL(first->same, left);
    CU_ASSERT_PTR_EQUAL(second->same, right);
    cov_source_close(&source);
    cc_arena_free(arena);
}

/* What only one build has stands beside what both have: by place, then by the number of arms. */
static void test_builds_that_differ(void) {
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena, .build = 1};
    cov_source source = {.path = CC_STR("a.fs"), .points = {.arena = arena}};
    cov_arms *a = take_arm(&points, &source, 1, 2, 0);
    cov_arms *b = take_arm(&points, &source, 5, 2, 0);
    cov_arms *c = take_arm(&points, &source, 9, 3, 0);
    points.build = 2;
    cov_arms *at_place = take_arm(&points, &source, 5, 2, 1);
    cov_arms *elsewhere = take_arm(&points, &source, 7, 2, 0);
    points.build = 3;
    cov_arms *alone = take_arm(&points, &source, 9, 4, 0);
    const cov_line *line = united_line(&source, arena);
    CU_ASSERT_PTR_EQUAL(at_place->same, b);
    CU_ASSERT_PTR_EQUAL(elsewhere->same, a);
    CU_ASSERT_PTR_NULL(c->same);
    CU_ASSERT_PTR_NULL(alone->same);
    CU_ASSERT_EQUAL(line->branch_count, 4);
    CU_ASSERT_EQUAL(line->branches[0].arms_taken, 1);
    CU_ASSERT_EQUAL(line->branches[1].arms_taken, 2);
    cov_source_close(&source);
    cc_arena_free(arena);
}

/* The second build has no place for its last arm, and the others the other way round. */
static void test_arms_unite_by_place(void) {
    static const uint64_t places[2][3] = {{10, 20, 30}, {30, 10, 0}};
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.fs"), .points = {.arena = arena}};
    cov_arms *first = NULL;
    for (uint32_t build = 0; build < 2; build++) {
        points.build = build + 1;
        cov_arms *arms = take_arm(&points, &source, 1, 3, build == 0 ? 0 : 1);
        first = build == 0 ? arms : first;
        for (uint32_t i = 0; i < 3; i++) {
            arms->places[i] = places[build][i];
        }
    }
    const cov_line *line = united_line(&source, arena);
    CU_ASSERT_EQUAL(line->branch_count, 1);
    CU_ASSERT_EQUAL(line->branches[0].arms_taken, 1);
    CU_ASSERT_TRUE(first->arms[0].is_taken);
    cov_source_close(&source);
    cc_arena_free(arena);
}

/* A branch on a line, in a body of its own for each build. */
static void add_branch(cov_points *points, cov_source *source, const cov_span *span,
                       uint32_t count) {
    cov_point *point = cov_point_at(points, source, span);
    cov_point_add(point, points->build, 1);
    cov_point_branch(points, point, points->build, count, false);
}

/* Builds of two kinds in turn: the second has one more branch on each line. */
static void add_builds(cov_points *points, cov_source *source, uint32_t builds, uint32_t lines) {
    for (points->build = 1; points->build <= builds; points->build++) {
        for (uint32_t line = 1; line <= lines; line++) {
            add_branch(points, source, &(cov_span){line, 1, line, 3}, 2);
            if (points->build % 2 == 0) {
                add_branch(points, source, &(cov_span){line, 5, line, 7}, 3);
            }
        }
    }
}

/* As with one file in thousands of projects, each of them with its own constants. */
static void test_very_many_builds(void) {
    enum { BUILDS = 3000, LINES = 20 };
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    add_builds(&points, &source, BUILDS, LINES);
    const cov_line *line = united_line(&source, arena);
    CU_ASSERT_EQUAL(source.file->line_count, LINES);
    CU_ASSERT_EQUAL(line->branch_count, 2);
    CU_ASSERT_EQUAL(line->branches[0].arm_count, 2);
    CU_ASSERT_EQUAL(line->branches[1].arm_count, 3);
    cov_source_close(&source);
    cc_arena_free(arena);
}

/* A point with two branches: the report has them in their order, whichever build had them first. */
static void test_order_of_branches(void) {
    cc_arena *arena = cc_arena_new();
    cov_points points = {.arena = arena, .build = 1};
    cov_source source = {.path = CC_STR("a.cs"), .points = {.arena = arena}};
    const cov_span span = {1, 1, 1, 3};
    add_branch(&points, &source, &span, 4);
    points.build = 2;
    add_branch(&points, &source, &span, 3);
    add_branch(&points, &source, &span, 2);
    const cov_line *line = united_line(&source, arena);
    CU_ASSERT_EQUAL_FATAL(line->branch_count, 3);
    CU_ASSERT_EQUAL(line->branches[0].arm_count, 3);
    CU_ASSERT_EQUAL(line->branches[1].arm_count, 4);
    CU_ASSERT_EQUAL(line->branches[2].arm_count, 2);
    cov_source_close(&source);
    cc_arena_free(arena);
}

static const test_case cases[] = {
    {"unite: builds line by line, in order", test_builds_unite_in_order},
    {"unite: builds that differ", test_builds_that_differ},
    {"unite: arms of builds by their bodies", test_arms_unite_by_place},
    {"unite: very many builds of one file", test_very_many_builds},
    {"unite: branches of one point in their order", test_order_of_branches},
};

TEST_MAIN("model unite", cases)
