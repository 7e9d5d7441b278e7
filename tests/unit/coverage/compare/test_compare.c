/* Two reports beside each other: states of lines, files that only one has, other text, order. */
#include "coverage/compare/cmp.h"

#include <stdio.h>
#include <string.h>

#include "test_main.h"

static cc_arena *arena;

/* --- lines -------------------------------------------------------------------------------------- */

/* A line of one point, with these arms. */
static cov_line line_of(uint64_t hits, uint32_t taken, uint32_t arms) {
    return (cov_line){.number = 1,
                      .hits = hits,
                      .point_count = 1,
                      .points_hit = hits > 0 ? 1 : 0,
                      .arm_count = arms,
                      .arms_taken = taken};
}

static void test_lines(void) {
    static const struct {
        uint64_t hits;
        uint32_t taken, arms;
        uint64_t new_hits;
        uint32_t new_taken, new_arms;
        int expected;
    } rows[] = {
        {0, 0, 0, 0, 0, 0, 0},                         /* missed, missed */
        {1, 0, 0, 9, 0, 0, 0},                         /* more hits are not better */
        {1, 0, 0, 0, 0, 0, -1},                        /* covered, missed */
        {0, 0, 2, 1, 1, 2, 1},                         /* missed, partial */
        {1, 1, 2, 1, 2, 2, 1},                         /* partial, covered */
        {1, 2, 2, 1, 1, 2, -1}, {1, 2, 4, 1, 3, 4, 1}, /* partial, with one arm more */
        {1, 3, 4, 1, 2, 4, -1}, {1, 1, 2, 1, 2, 4, 0}, /* half of the arms in both */
        {1, 1, 2, 1, 0, 0, 1},                         /* the decision is gone */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_line before = line_of(rows[i].hits, rows[i].taken, rows[i].arms);
        cov_line after = line_of(rows[i].new_hits, rows[i].new_taken, rows[i].new_arms);
        int found = cmp_lines(&before, &after);
        int sign = (found > 0) - (found < 0);
        if (sign != rows[i].expected) {
            printf("\nrow %zu: %d\n", i, found);
            CU_FAIL("lines");
        }
    }
    cov_line before = {.hits = 1, .point_count = 3, .points_hit = 2};
    cov_line after = {.hits = 1, .point_count = 3, .points_hit = 1};
    CU_ASSERT(cmp_lines(&before, &after) < 0);
}

/* --- files -------------------------------------------------------------------------------------- */

/* "1:1 2:0" to lines with these hits. */
static cov_file file_of(const char *path, const char *text, const char *lines) {
    cov_file file = {.path = cc_strz(path)};
    file.checksum = cc_span_of(text, strlen(text));
    file.lines = CC_NEW_ARRAY(arena, cov_line *, 16);
    for (const char *at = lines; *at != '\0';) {
        unsigned number = 0;
        unsigned hits = 0;
        int used = 0;
        CU_ASSERT_EQUAL_FATAL(sscanf(at, "%u:%u %n", &number, &hits, &used), 2);
        cov_line *line = CC_NEW(arena, cov_line);
        *line = line_of(hits, 0, 0);
        line->number = number;
        file.lines[file.line_count++] = line;
        at += used;
    }
    return file;
}

/* "Path worse 1 2 better 3; ..." of all files that differ. */
static const char *described(cov_file *before, uint32_t before_count, cov_file *after,
                             uint32_t after_count) {
    const cov_model a = {.files = before, .file_count = before_count};
    const cov_model b = {.files = after, .file_count = after_count};
    const cmp_result result = cmp_reports(&a, &b, arena);
    const char *text = "";
    for (uint32_t i = 0; i < result.file_count; i++) {
        const cmp_file *f = &result.files[i];
        const char *kind = f->before == NULL  ? " new"
                           : f->after == NULL ? " gone"
                           : f->is_other_text ? " other"
                                              : "";
        text = cc_arena_printf(arena, "%s%s%.*s%s", text, i == 0 ? "" : "; ", (int)f->path.len,
                               f->path.s, kind);
        for (uint32_t k = 0; k < f->worse_count; k++) {
            text = cc_arena_printf(arena, "%s -%u", text, f->worse[k].after->number);
        }
        for (uint32_t k = 0; k < f->better_count; k++) {
            text = cc_arena_printf(arena, "%s +%u", text, f->better[k].after->number);
        }
    }
    return text;
}

static void test_files(void) {
    cov_file before[] = {
        file_of("A.cs", "a", "1:1 2:1 3:0 9:1"),
        file_of("B.cs", "b", "1:1"),
        file_of("C.cs", "c", "1:1 2:1"),
        file_of("D.cs", "d", "1:1 2:1"),
        file_of("F.cs", "f", "1:0"),
        file_of("G.cs", "", "1:1"),
    };
    cov_file after[] = {
        file_of("A.cs", "a", "1:5 2:0 3:1 7:1"),
        file_of("C.cs", "c", "1:0 2:0"),
        file_of("D.cs", "new", "1:0 2:1"),
        file_of("E.cs", "e", "1:1"),
        file_of("F.cs", "f", "1:0"),
        file_of("G.cs", "g", "1:0"),
    };
    CU_ASSERT_STRING_EQUAL(described(before, 6, after, 6),
                           "C.cs -1 -2; A.cs -2 +3; G.cs -1; B.cs gone; D.cs other; E.cs new");
    CU_ASSERT_STRING_EQUAL(described(before, 6, before, 6), "");
    CU_ASSERT_STRING_EQUAL(described(before, 0, after, 1), "A.cs new");
    CU_ASSERT_STRING_EQUAL(described(before, 1, after, 0), "A.cs gone");
}

static void test_nothing_ran(void) {
    cov_file now[] = {file_of("A.cs", "a", "1:5 2:0 3:1"), file_of("B.cs", "b", "1:0")};
    now[0].lines[2]->arm_count = 2;
    now[0].lines[2]->arms_taken = 1;
    const cov_model model = {.files = now, .file_count = 2};
    cov_model *before = cmp_nothing_ran(&model, arena);
    CU_ASSERT_PTR_NOT_NULL_FATAL(before);
    CU_ASSERT_STRING_EQUAL(described(before->files, before->file_count, now, 2), "A.cs +1 +3");
    CU_ASSERT_EQUAL(before->files[0].lines[2]->arm_count, 2);
    CU_ASSERT_EQUAL(now[0].lines[0]->hits, 5); /* it stays as it is */
}

static const test_case cases[] = {
    {"states of a line", test_lines},
    {"files", test_files},
    {"what ran, beside nothing", test_nothing_ran},
};

int main(void) {
    arena = cc_arena_new();
    int failed = arena == NULL || test_run("compare", cases, sizeof cases / sizeof *cases);
    cc_arena_free(arena);
    return failed;
}
