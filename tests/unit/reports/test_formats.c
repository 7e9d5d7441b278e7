/* Writers of formats, from a model made by hand with names that hurt: every byte is that of the
 * golden file in tests/golden/formats. CLRCOV_GOLDEN=write writes these files: read the difference
 * before it is committed. Sinks that fail, empty models, and lists that are cut. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "reports/rep.h"
#include "reports/rep_ranges.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"
#include "test_main.h"

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes(ctx, data, len);
    return true;
}

static bool to_nowhere(void *ctx, const void *data, size_t len) {
    (void)ctx;
    (void)data;
    (void)len;
    return false;
}

/* Shop: Cart in two files, of which one holds Other as well; Text, which was never loaded. */
typedef struct sample {
    cov_arm arms[7];
    cov_branch branches[3];
    cov_line lines[6];
    cov_line *all[6];
    cov_spot spots[4];
    mod_left_out_range ranges[1];
    mod_left_out left_out;
    cov_file files[3];
    cov_method methods[4];
    cov_class classes[4];
    cov_package packages[2];
    cov_omitted omitted[1];
    cc_str warnings[1];
    rep_gate gates[2];
    cmp_line changes[3];
    cmp_file changed[4];
    cmp_result compared;
    cov_history_row commits[2];
    cov_history history;
    cov_model model;
    rep_input in;
} sample;

static void fill_lines(sample *s) {
    s->arms[0] = (cov_arm){.is_taken = true, .line = 8};
    s->arms[1] = (cov_arm){.line = 12};
    s->arms[2] = (cov_arm){.is_taken = true};
    s->arms[4] = (cov_arm){.is_taken = true};
    s->branches[0] = (cov_branch){.arm_count = 2, .arms_taken = 1, .arms = s->arms};
    s->branches[1] =
        (cov_branch){.arm_count = 3, .arms_taken = 2, .arms = s->arms + 2, .is_switch = true};
    s->branches[2] = (cov_branch){.arm_count = 2, .arms_taken = 0, .arms = s->arms + 5};
    s->lines[0] = (cov_line){.number = 7,
                             .hits = 5,
                             .point_count = 1,
                             .points_hit = 1,
                             .branch_count = 1,
                             .branches = s->branches,
                             .arm_count = 2,
                             .arms_taken = 1};
    s->lines[1] = (cov_line){.number = 8,
                             .hits = 5,
                             .point_count = 2,
                             .points_hit = 1,
                             .branch_count = 1,
                             .branches = s->branches + 1,
                             .arm_count = 3,
                             .arms_taken = 2};
    s->lines[2] = (cov_line){.number = 12, .point_count = 1};
    s->lines[3] = (cov_line){.number = 15,
                             .point_count = 1,
                             .branch_count = 1,
                             .branches = s->branches + 2,
                             .arm_count = 2};
    s->lines[4] = (cov_line){.number = 3, .hits = 5000000000, .point_count = 1, .points_hit = 1};
    s->lines[5] = (cov_line){.number = 4, .point_count = 1};
    for (int i = 0; i < 6; i++) {
        s->all[i] = &s->lines[i];
    }
}

static void fill_files(sample *s) {
    s->ranges[0] = (mod_left_out_range){20, 22, CC_STR("coverage: off in line 20: \"legacy\"")};
    s->left_out = (mod_left_out){.ranges = s->ranges, .count = 1};
    s->files[0] = (cov_file){.path = CC_STR("src/Cart, \xC3\xA4.cs"),
                             .lines = s->all,
                             .line_count = 4,
                             .left_out = &s->left_out};
    s->files[1] =
        (cov_file){.path = CC_STR("src/Cart.Part.cs"), .lines = s->all + 4, .line_count = 1};
    s->files[2] = (cov_file){.path = CC_STR("/else/Text|<b>.cs"),
                             .is_outside_root = true,
                             .is_changed = true,
                             .lines = s->all + 5,
                             .line_count = 1};
}

static void fill_classes(sample *s) {
    s->spots[0] = (cov_spot){{7, 9, 7, 20}, 5};
    s->spots[1] = (cov_spot){{8, 9, 8, 12}, 5};
    s->spots[2] = (cov_spot){{8, 13, 8, 30}, 0};
    s->spots[3] = (cov_spot){{12, 1, 12, 9}, 0};
    s->methods[0] = (cov_method){.name = CC_STR("Add"),
                                 .signature = CC_STR("(System.Int32,System.String)"),
                                 .complexity = 4,
                                 .is_entered = true,
                                 .lines = s->all,
                                 .line_count = 3,
                                 .spots = s->spots,
                                 .spot_count = 4};
    s->methods[1] = (cov_method){.name = CC_STR(".ctor"),
                                 .signature = CC_STR("()"),
                                 .complexity = 2,
                                 .lines = s->all + 3,
                                 .line_count = 1};
    s->methods[2] = (cov_method){.name = CC_STR("get_Total"),
                                 .signature = CC_STR("()"),
                                 .complexity = 1,
                                 .is_entered = true,
                                 .lines = s->all + 4,
                                 .line_count = 1};
    s->methods[3] = (cov_method){.name = CC_STR("op_Implicit"),
                                 .signature = CC_STR("(<\"&\x01\xFF)"),
                                 .complexity = 1,
                                 .lines = s->all + 5,
                                 .line_count = 1};
    s->classes[0] = (cov_class){CC_STR("Shop.Cart`1"), &s->files[0], &s->methods[0], 1, s->all, 3};
    s->classes[1] =
        (cov_class){CC_STR("Shop.Cart`1"), &s->files[1], &s->methods[2], 1, s->all + 4, 1};
    s->classes[2] =
        (cov_class){CC_STR("Shop.Outer/Other"), &s->files[0], &s->methods[1], 1, s->all + 3, 1};
    s->classes[3] = (cov_class){CC_STR("Text"), &s->files[2], &s->methods[3], 1, s->all + 5, 1};
    s->packages[0] = (cov_package){.name = CC_STR("Shop"),
                                   .classes = s->classes,
                                   .class_count = 3,
                                   .totals = {5, 3, 7, 3, 7, 3, 2}};
    s->packages[1] = (cov_package){.name = CC_STR("Text*"),
                                   .classes = s->classes + 3,
                                   .class_count = 1,
                                   .never_loaded = true,
                                   .totals = {1, 0, 0, 0, 1, 1, 0}};
}

/* What was before is the text's missed line and the part's covered one. */
static void fill_compared(sample *s) {
    s->changes[0] = (cmp_line){s->all[4], s->all[2]};
    s->changes[1] = (cmp_line){s->all[4], s->all[3]};
    s->changes[2] = (cmp_line){s->all[2], s->all[0]};
    s->changed[0] = (cmp_file){.path = s->files[0].path,
                               .before = &s->files[0],
                               .after = &s->files[0],
                               .from = {4, 4, 7, 6, 0, 0, 0},
                               .to = {4, 2, 7, 3, 0, 0, 0},
                               .worse = s->changes,
                               .better = s->changes + 2,
                               .worse_count = 2,
                               .better_count = 1};
    s->changed[1] = (cmp_file){.path = s->files[1].path,
                               .before = &s->files[1],
                               .after = &s->files[1],
                               .is_other_text = true,
                               .from = {9, 3, 0, 0, 0, 0, 0},
                               .to = {1, 1, 0, 0, 0, 0, 0}};
    s->changed[2] =
        (cmp_file){.path = s->files[2].path, .before = &s->files[2], .from = {.lines_valid = 1}};
    s->changed[3] =
        (cmp_file){.path = CC_STR("new.cs"), .after = &s->files[2], .to = {.lines_valid = 1}};
    s->compared = (cmp_result){&s->model, &s->model, s->changed, 4, 2, 1};
    s->commits[0] = (cov_history_row){CC_STR("0123456789abcdef"), 86400, {4, 3, 4, 1, 0, 2, 2}};
    s->commits[1] = (cov_history_row){CC_STR("fedcba9876543210"), 0, {6, 3, 7, 3, 0, 4, 2}};
    s->history = (cov_history){s->commits, 2};
}

static void fill(sample *s) {
    *s = (sample){0};
    fill_lines(s);
    fill_files(s);
    fill_classes(s);
    s->omitted[0] = (cov_omitted){CC_STR("Lib\x1B[31m"), CTR_REASON_NO_PDB, CC_STR("")};
    s->warnings[0] = CC_STR("something");
    s->gates[0] = (rep_gate){"line coverage is 50.00% (3 of 6)", true};
    s->gates[1] = (rep_gate){"branch coverage <b> is low", false};
    s->model = (cov_model){.root = CC_STR("/r & d"),
                           .timestamp = 12,
                           .hits = CTR_HITS_EXACT,
                           .packages = s->packages,
                           .package_count = 2,
                           .files = s->files,
                           .file_count = 3,
                           .omitted = s->omitted,
                           .omitted_count = 1,
                           .warnings = s->warnings,
                           .warning_count = 1,
                           .process_count = 2,
                           .totals = {6, 3, 7, 3, 8, 4, 2}};
    fill_compared(s);
    s->in = (rep_input){.model = &s->model,
                        .gates = s->gates,
                        .gate_count = 2,
                        .compared = &s->compared,
                        .history = &s->history};
}

static const struct {
    const char *golden;
    rep_writer *write;
} formats[] = {
    {"cobertura.xml", rep_cobertura},
    {"lcov.info", rep_lcov},
    {"opencover.xml", rep_opencover},
    {"coverlet.json", rep_coverlet},
    {"sonar.xml", rep_sonar},
    {"report.json", rep_json},
    {"summary.md", rep_markdown},
    {"teamcity.txt", rep_teamcity},
    {"github.txt", rep_github},
    {"azure.txt", rep_azure},
    {"badge.svg", rep_badge},
    {"compare.txt", rep_compare_text},
    {"compare.md", rep_compare_markdown},
    {"compare.json", rep_compare_json},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static void compare_golden(cc_arena *arena, const char *name, cc_str got) {
    const char *path = cc_arena_printf(arena, "golden/formats/%s", name);
    const char *mode = getenv("CLRCOV_GOLDEN");
    cc_mapped_file file;
    if (mode != NULL && strcmp(mode, "write") == 0) {
        CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of(got.s, got.len), 0644), CC_OK);
        return;
    }
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, true), CC_OK);
    bool is_same = cc_span_eq(file.bytes, cc_span_of(got.s, got.len));
    if (!is_same) {
        printf("\n    %s differs:\n%.*s\n", path, (int)got.len, got.s);
    }
    CU_ASSERT_TRUE(is_same);
    cc_file_unmap(&file);
}

static void test_golden(void) {
    cc_arena *arena = cc_arena_new();
    sample s;
    fill(&s);
    for (size_t i = 0; i < FORMATS; i++) {
        cc_buf out = {0};
        CU_ASSERT_EQUAL(formats[i].write(&s.in, (rep_sink){to_buf, &out}), CC_OK);
        compare_golden(arena, formats[i].golden, cc_buf_str(&out));
        cc_buf_free(&out);
    }
    cc_arena_free(arena);
}

/* Pages one after the other, each after its name; without style sheet and script. The test has
 * few files, so that they are made by one thread, in order. */
static bool page_to_buf(void *ctx, const char *name, cc_span bytes) {
    if (cc_str_ends(cc_strz(name), ".html")) {
        cc_buf_printf(ctx, "==> %s <==\n", name);
        cc_buf_span_put(ctx, bytes);
    }
    return true;
}

static void test_golden_pages(void) {
    cc_arena *arena = cc_arena_new();
    sample s;
    cc_buf out = {0};
    fill(&s);
    CU_ASSERT_EQUAL(rep_html(&s.in, (rep_folder){page_to_buf, &out}), CC_OK);
    compare_golden(arena, "pages.html", cc_buf_str(&out));
    cc_buf_free(&out);
    cc_arena_free(arena);
}

static void test_full_sinks(void) {
    sample s;
    fill(&s);
    for (size_t i = 0; i < FORMATS; i++) {
        CU_ASSERT_EQUAL(formats[i].write(&s.in, (rep_sink){to_nowhere, NULL}), CC_E_IO);
    }
}

/* No assembly, no file: still a document. */
static void test_empty_models(void) {
    const cov_model model = {.root = CC_STR("/r")};
    const cmp_result compared = {.before = &model, .after = &model};
    const cov_history history = {0};
    const rep_input in = {.model = &model, .compared = &compared, .history = &history};
    for (size_t i = 0; i < FORMATS; i++) {
        cc_buf out = {0};
        CU_ASSERT_EQUAL(formats[i].write(&in, (rep_sink){to_buf, &out}), CC_OK);
        cc_buf_free(&out);
    }
}

static void test_missing(void) {
    sample s;
    fill(&s);
    cc_buf out = {0};
    rep_put_missing(&out, s.all, 4);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), "7->12, 8 2/3, 12-15"));
    cc_buf_clear(&out);
    s.lines[1].arms_taken = s.lines[1].arm_count;
    rep_put_missing(&out, s.all + 1, 1);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), "8 in part"));
    cc_buf_clear(&out);
    rep_put_missing(&out, s.all + 4, 2);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), "4"));
    cc_buf_free(&out);
}

/* 200 files, each with a missed line: what is cut is told. */
static void test_cut(void) {
    enum { FILES = 200 };
    static cov_file files[FILES];
    sample s;
    fill(&s);
    for (uint32_t i = 0; i < FILES; i++) {
        files[i] = (cov_file){.path = CC_STR("A.cs"), .lines = s.all + 5, .line_count = 1};
    }
    s.model.files = files;
    s.model.file_count = FILES;
    s.model.package_count = 0;
    cc_buf notes = {0};
    cc_buf out = {0};
    s.in.notes = &notes;
    CU_ASSERT_EQUAL(rep_markdown(&s.in, (rep_sink){to_buf, &out}), CC_OK);
    CU_ASSERT_EQUAL(rep_github(&s.in, (rep_sink){to_buf, &out}), CC_OK);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&notes),
                         "markdown: the report lists 50 of 200 files\n"
                         "annotations: the report shows 10 of 200 places that did not run\n"));
    cc_buf_free(&notes);
    cc_buf_free(&out);
}

/* What another tool's report leaves open is told in every format, in a message where there is no
 * room in the file; and only then. */
static void test_lower_bounds(void) {
    static const char *const marks[FORMATS] = {"<!--" REP_LOWER_BOUND "-->",
                                               "TN:lower_bounds\n",
                                               "<!--" REP_LOWER_BOUND "-->",
                                               "coverlet: " REP_LOWER_BOUND "\n",
                                               "<!--" REP_LOWER_BOUND "-->",
                                               "\"lowerBound\":true",
                                               REP_LOWER_BOUND,
                                               "##teamcity[message text='" REP_LOWER_BOUND "'",
                                               "::notice title=Coverage::",
                                               "##vso[task.logissue type=warning;]Some figures",
                                               ">\u2265 50.00%</text>",
                                               "\n" REP_LOWER_BOUND "\n",
                                               "\n" REP_LOWER_BOUND ".\n",
                                               "\"lowerBound\":true"};
    sample s;
    fill(&s);
    for (size_t i = 0; i < FORMATS; i++) {
        for (int is_bound = 0; is_bound < 2; is_bound++) {
            cc_buf out = {0};
            s.in.notes = &out;
            s.model.is_lower_bound = is_bound == 1;
            CU_ASSERT_EQUAL(formats[i].write(&s.in, (rep_sink){to_buf, &out}), CC_OK);
            cc_buf_u8(&out, 0);
            CU_ASSERT_FATAL(cc_buf_ok(&out));
            CU_ASSERT_EQUAL(strstr((const char *)out.data, marks[i]) != NULL, is_bound == 1);
            cc_buf_free(&out);
        }
    }
}

/* A report that is completed from an earlier run says so in every format, and no other does. */
static void test_left_out_tests(void) {
    static const char sentence[] =
        "17 tests did not run, because no change affects them; what they "
        "ran is from an earlier run";
    static const char *const marks[FORMATS] = {"<!--17 tests did not run",
                                               "TN:tests_left_out_17\n",
                                               "<!--17 tests did not run",
                                               "coverlet: 17 tests did not run",
                                               "<!--17 tests did not run",
                                               "\"testsLeftOut\":17",
                                               "17 tests did not run",
                                               "##teamcity[message text='17 tests did not run",
                                               "::notice title=Coverage::17 tests did not run",
                                               "##vso[task.logissue type=warning;]17 tests did not",
                                               "50.00%, in part of an earlier run</title>",
                                               "\n17 tests did not run",
                                               "\n17 tests did not run",
                                               "\"testsLeftOut\":17"};
    sample s;
    fill(&s);
    for (size_t i = 0; i < FORMATS; i++) {
        for (uint32_t count = 0; count <= 17; count += 17) {
            cc_buf out = {0};
            s.in.notes = &out;
            s.model.tests_left_out = count;
            CU_ASSERT_EQUAL(formats[i].write(&s.in, (rep_sink){to_buf, &out}), CC_OK);
            cc_buf_u8(&out, 0);
            CU_ASSERT_FATAL(cc_buf_ok(&out));
            CU_ASSERT_EQUAL(strstr((const char *)out.data, marks[i]) != NULL, count > 0);
            cc_buf_free(&out);
        }
    }
    rep_remarks one = rep_remarks_of(false, 1);
    CU_ASSERT_STRING_EQUAL(one.texts[0],
                           "1 test did not run, because no change affects it; what it "
                           "ran is from an earlier run");
    CU_ASSERT_STRING_EQUAL(rep_remarks_of(false, 17).texts[0], sentence);
    CU_ASSERT_EQUAL(rep_remarks_of(true, UINT32_MAX).count, 2);
}

static void test_absolute_paths(void) {
    static const struct {
        const char *path, *absolute;
    } rows[] = {
        {"src/A.cs", "/repo/src/A.cs"},
        {"/else/A.cs", "/else/A.cs"},
        {"C:\\src\\A.cs", "C:\\src\\A.cs"},
        {"\\\\server\\A.cs", "\\\\server\\A.cs"},
    };
    const cov_model model = {.root = CC_STR("/repo")};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cov_file file = {.path = cc_strz(rows[i].path)};
        cc_buf out = {0};
        rep_absolute_path(&out, &model, &file);
        CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), rows[i].absolute));
        cc_buf_free(&out);
    }
}

/* Rows of assemblies add up to more than the total: one sentence says why. */
static void test_shared_lines(void) {
    static const char sentence[] = "Several assemblies share 6 lines, which the total counts once";
    rep_writer *const writers[] = {rep_table, rep_markdown};
    sample s;
    fill(&s);
    for (int i = 0; i < 4; i++) {
        cc_buf out = {0};
        s.model.shared_lines = i < 2 ? 6 : 0;
        CU_ASSERT_EQUAL(writers[i % 2](&s.in, (rep_sink){to_buf, &out}), CC_OK);
        cc_buf_u8(&out, 0);
        CU_ASSERT_EQUAL(strstr((const char *)out.data, sentence) != NULL, i < 2);
        cc_buf_free(&out);
    }
}

/* Rows of one name are told apart by their files. */
static void test_types_of_one_name(void) {
    sample s;
    cc_buf out = {0};
    fill(&s);
    s.in.by = REP_BY_TYPE;
    CU_ASSERT_EQUAL(rep_table(&s.in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)out.data, "\nShop.Cart`1 (Cart, \xC3\xA4.cs)"));
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)out.data, "\nShop.Cart`1 (Cart.Part.cs)"));
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)out.data, "\nShop.Outer/Other  "));
    cc_buf_clear(&out);
    s.in.by = REP_BY_METHOD;
    s.methods[2].name = s.methods[0].name;
    s.methods[2].signature = CC_STR("()");
    s.methods[0].signature = CC_STR("()");
    CU_ASSERT_EQUAL(rep_table(&s.in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)out.data, "\nShop.Cart`1.Add() (Cart.Part.cs)"));
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)out.data, "\nShop.Outer/Other..ctor()  "));
    cc_buf_free(&out);
}

static void test_cut_of_ranges(void) {
    bool is_cut = false;
    CU_ASSERT(cc_str_eqz(rep_cut_missing(CC_STR("1, 20-30, 4"), 11, &is_cut), "1, 20-30, 4"));
    CU_ASSERT_FALSE(is_cut);
    for (size_t most = 8; most <= 10; most++) {
        CU_ASSERT(cc_str_eqz(rep_cut_missing(CC_STR("1, 20-30, 4"), most, &is_cut), "1, 20-30"));
        CU_ASSERT_TRUE(is_cut);
    }
    CU_ASSERT(cc_str_eqz(rep_cut_missing(CC_STR("1, 20-30, 4"), 7, &is_cut), "1"));
}

/* A change of many files with many lines each fits into a comment, and what is cut is said. */
static void test_cut_patch(void) {
    enum { FILES = 300, LINES = 400 };
    static cov_line lines[LINES];
    static cov_line *all[LINES];
    static cov_file files[FILES];
    static patch_covered covered[FILES];
    static patch_range added[LINES];
    static cc_str unknown[FILES];
    static patch_lost lost[FILES];
    static char path[400];
    memset(path, 'p', sizeof path);
    const cc_str long_path = {path, sizeof path};
    for (uint32_t i = 0; i < LINES; i++) {
        lines[i] = (cov_line){.number = 2 * i + 1000, .hits = i % 2};
        all[i] = &lines[i];
        added[i] = (patch_range){2 * i + 1000, 2 * i + 1000};
    }
    const patch_file change = {.added = added, .added_count = LINES};
    for (uint32_t i = 0; i < FILES; i++) {
        files[i] = (cov_file){.path = long_path, .lines = all, .line_count = LINES};
        covered[i] = (patch_covered){.change = &change,
                                     .file = &files[i],
                                     .lines = all,
                                     .line_count = LINES,
                                     .totals = {.lines_valid = LINES, .lines_covered = LINES / 2}};
        unknown[i] = long_path;
        lost[i] = (patch_lost){&files[i], &lines[0], 1};
    }
    const patch_cover patch = {.files = covered,
                               .file_count = FILES,
                               .totals = {.lines_valid = LINES, .lines_covered = 1},
                               .unknown = unknown,
                               .unknown_count = FILES,
                               .lost = lost,
                               .lost_count = FILES};
    cov_model model = {.root = CC_STR("/r"), .files = files, .file_count = FILES};
    cc_buf notes = {0};
    cc_buf out = {0};
    const rep_input in = {.model = &model, .patch = &patch, .patch_name = "main", .notes = &notes};
    CU_ASSERT_EQUAL(rep_patch_markdown(&in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    cc_buf_u8(&notes, 0);
    CU_ASSERT_TRUE(out.len > 30000 && out.len < 45000);
    const char *text = (const char *)out.data;
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "more files are not listed.\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "- and 280 more\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n- and 300 more\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, ", ... |\n"));
    const char *said = (const char *)notes.data;
    CU_ASSERT_PTR_NOT_NULL(strstr(said, " of 300 changed files\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "20 of 300 lines that no longer run\n"));
    CU_ASSERT_PTR_NOT_NULL(strstr(said, "0 of 300 changed files that are not in the report\n"));
    cc_buf_clear(&out);
    CU_ASSERT_EQUAL(rep_markdown(&in, (rep_sink){to_buf, &out}), CC_OK);
    CU_ASSERT_TRUE(out.len < 65536);
    cc_buf_free(&notes);
    cc_buf_free(&out);
}

/* Changed places are annotated once: first as changes, not again among the others. */
static void test_annotated_once(void) {
    sample s;
    fill(&s);
    const patch_file change = {.added = (patch_range[]){{12, 12}}, .added_count = 1};
    patch_covered covered = {
        .change = &change, .file = &s.files[0], .lines = s.all + 2, .line_count = 1};
    const patch_cover patch = {.files = &covered, .file_count = 1};
    cc_buf out = {0};
    s.in.patch = &patch;
    CU_ASSERT_EQUAL(rep_github(&s.in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    const char *first = strstr((const char *)out.data, "line=12");
    CU_ASSERT_PTR_NOT_NULL_FATAL(first);
    CU_ASSERT_PTR_NULL(strstr(first + 1, "line=12"));
    CU_ASSERT_PTR_NOT_NULL(strstr(first, "line=4")); /* of another file */
    cc_buf_free(&out);
}

/* Readers of OpenCover take counts below 2^31. */
static void test_large_counts(void) {
    sample s;
    fill(&s);
    s.spots[0].hits = UINT64_MAX;
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_opencover(&s.in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((const char *)out.data, "vc=\"2147483647\""));
    CU_ASSERT_PTR_NULL(strstr((const char *)out.data, "18446744073709551615"));
    cc_buf_free(&out);
}

/* A full disk does not make the text grow in memory. */
static void test_text_after_a_failure(void) {
    rep_text text;
    rep_text_open(&text, (rep_sink){to_nowhere, NULL});
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 1000; k++) {
            cc_buf_puts(&text.buf, "a hundred bytes, or nearly so; ");
        }
        rep_text_flush(&text);
    }
    CU_ASSERT_TRUE(text.buf.len < 1 << 18);
    CU_ASSERT_EQUAL(rep_text_close(&text), CC_E_IO);
}

/* Names that build servers would take for commands. */
static void fill_commands(sample *s) {
    static cc_str name = {"::stop-commands::##vso[task.setvariable variable=a]##teamcity[b]", 64};
    fill(s);
    for (int i = 0; i < 3; i++) {
        s->files[i].path = name;
        s->changed[i].path = name;
    }
    for (int i = 0; i < 4; i++) {
        s->classes[i].name = name;
        s->methods[i].name = name;
    }
    s->packages[0].name = name;
    s->packages[1].name = name;
    s->omitted[0] = (cov_omitted){name, CTR_REASON_BAD_IMAGE, name};
    s->warnings[0] = name;
    s->model.lost = &name;
    s->model.lost_count = 1;
    s->model.missing = &name;
    s->model.missing_count = 1;
    s->model.root = name;
    s->in.is_verbose = true;
}

/* No line has a command; what an annotation begins with is its own. */
static void check_commands(rep_writer *write, const rep_input *in, const char *own) {
    cc_buf out = {0};
    CU_ASSERT_EQUAL(write(in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_FATAL(cc_buf_ok(&out));
    char *rest = (char *)out.data;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        const char *text = line + strspn(line, " ");
        text += own != NULL && strncmp(text, own, strlen(own)) == 0 ? strlen(own) : 0;
        bool has_command = strstr(text, "##vso") != NULL || strstr(text, "##teamcity") != NULL ||
                           (text == line && strncmp(text, "::", 2) == 0);
        if (has_command) {
            printf("\n    %s\n", line);
        }
        CU_ASSERT_FALSE(has_command);
    }
    cc_buf_free(&out);
}

static void test_commands_in_logs(void) {
    sample s;
    fill_commands(&s);
    const patch_file change = {.added = (patch_range[]){{7, 12}}, .added_count = 1};
    patch_covered covered = {
        .change = &change, .file = &s.files[0], .lines = s.all, .line_count = 3};
    patch_lost lost = {&s.files[0], s.all[2], 1};
    const patch_cover patch = {.files = &covered,
                               .file_count = 1,
                               .lost = &lost,
                               .lost_count = 1,
                               .unknown = &s.files[0].path,
                               .unknown_count = 1};
    s.in.patch = &patch;
    s.in.patch_name = s.files[0].path.s;
    for (rep_by by = REP_BY_ASSEMBLY; by <= REP_BY_DIR; by++) {
        s.in.by = by;
        check_commands(rep_table, &s.in, NULL);
    }
    rep_writer *const texts[] = {rep_patch_text,     rep_compare_text, rep_markdown,
                                 rep_patch_markdown, rep_patch_json,   rep_compare_markdown,
                                 rep_compare_json,   rep_json,         rep_coverlet};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_commands(texts[i], &s.in, NULL);
    }
    check_commands(rep_github, &s.in, "::warning");
    check_commands(rep_patch_github, &s.in, "::warning");
    check_commands(rep_azure, &s.in, "##vso[task.logissue");
    check_commands(rep_patch_azure, &s.in, "##vso[task.logissue");
}

static const test_case cases[] = {
    {"names are no commands in a log", test_commands_in_logs},
    {"lower bounds are told", test_lower_bounds},
    {"tests that are left out are told", test_left_out_tests},
    {"each byte is that of the golden file", test_golden},
    {"each byte of the pages", test_golden_pages},
    {"sinks that take nothing", test_full_sinks},
    {"models without content", test_empty_models},
    {"what is missing, as ranges", test_missing},
    {"what is cut is told", test_cut},
    {"lines of several assemblies are told", test_shared_lines},
    {"types of one name are told apart", test_types_of_one_name},
    {"ranges stay whole", test_cut_of_ranges},
    {"a long patch", test_cut_patch},
    {"changed places are annotated once", test_annotated_once},
    {"absolute paths of any system", test_absolute_paths},
    {"large counts", test_large_counts},
    {"text after a failure", test_text_after_a_failure},
};

TEST_MAIN("formats", cases)
