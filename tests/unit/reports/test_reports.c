/* Writers of reports, from a model made by hand: every byte of a small report, numbers, names that
 * hurt. */
#include <stdio.h>
#include <string.h>

#include "reports/rep.h"
#include "reports/rep_columns.h"
#include "reports/rep_name.h"
#include "reports/rep_number.h"
#include "reports/xmlw.h"
#include "test_main.h"

static bool to_buf(void *ctx, const void *data, size_t len) {
    cc_buf_bytes(ctx, data, len);
    return true;
}

/* A sink that takes `left` bytes and no more. */
static bool to_full(void *ctx, const void *data, size_t len) {
    size_t *left = ctx;
    (void)data;
    if (len > *left) {
        return false;
    }
    *left -= len;
    return true;
}

/* One assembly, one class in one file: line 3 missed, line 7 hit with one arm of two and a switch
 * of 2/3. */
typedef struct sample {
    cov_arm arms[5];
    cov_branch branches[2];
    cov_line lines[2];
    cov_line *all[2];
    cov_method method;
    cov_file file;
    cov_class cls;
    cov_package package;
    cov_omitted omitted[3];
    cc_str lost[1];
    cov_model model;
} sample;

static void fill(sample *s) {
    *s = (sample){0};
    s->branches[0] = (cov_branch){.arm_count = 2, .arms_taken = 1, .arms = s->arms};
    s->branches[1] =
        (cov_branch){.is_switch = true, .arm_count = 3, .arms_taken = 2, .arms = s->arms + 2};
    s->lines[0] = (cov_line){.number = 3, .point_count = 1};
    s->lines[1] = (cov_line){.number = 7,
                             .hits = 5000000000,
                             .point_count = 1,
                             .points_hit = 1,
                             .branch_count = 2,
                             .branches = s->branches,
                             .arm_count = 5,
                             .arms_taken = 3};
    s->all[0] = &s->lines[0];
    s->all[1] = &s->lines[1];
    s->method = (cov_method){.name = CC_STR("M"),
                             .signature = CC_STR("(System.Int32)"),
                             .complexity = 4,
                             .is_entered = true,
                             .lines = s->all,
                             .line_count = 2};
    s->file = (cov_file){.path = CC_STR("src/A.cs"), .lines = s->all, .line_count = 2};
    s->cls = (cov_class){CC_STR("Ns.A<\"&\x01"), &s->file, &s->method, 1, s->all, 2};
    s->package = (cov_package){.name = CC_STR("App"),
                               .classes = &s->cls,
                               .class_count = 1,
                               .totals = {2, 1, 5, 3, 4, 1, 1}};
    s->omitted[0] = (cov_omitted){CC_STR("System.Linq"), CTR_REASON_FRAMEWORK, CC_STR("")};
    s->omitted[1] = (cov_omitted){CC_STR("Lib\x1B[31m"), CTR_REASON_NO_PDB, CC_STR("")};
    s->omitted[2] = (cov_omitted){CC_STR("Other"), CTR_REASON_NO_PDB, CC_STR("beside it")};
    s->lost[0] = CC_STR("something");
    s->model = (cov_model){.root = CC_STR("/r & d"),
                           .timestamp = 12,
                           .packages = &s->package,
                           .package_count = 1,
                           .files = &s->file,
                           .file_count = 1,
                           .omitted = s->omitted,
                           .omitted_count = 3,
                           .lost = s->lost,
                           .lost_count = 1,
                           .totals = {2, 1, 5, 3, 4, 1, 1}};
}

static const char expected_xml[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<coverage line-rate=\"0.5000\" branch-rate=\"0.6000\" lines-covered=\"1\" lines-valid=\"2\" "
    "branches-covered=\"3\" branches-valid=\"5\" complexity=\"4\" version=\"0.1.0\" "
    "timestamp=\"12\">\n<sources><source>/r &amp; d</source></sources>\n<packages>\n"
    "<package name=\"App\" line-rate=\"0.5000\" branch-rate=\"0.6000\" complexity=\"4\"><classes>\n"
    "<class name=\"Ns.A&lt;&quot;&amp;\xEF\xBF\xBD\" filename=\"src/A.cs\" line-rate=\"0.5000\" "
    "branch-rate=\"0.6000\" complexity=\"4\"><methods>"
    "<method name=\"M\" signature=\"(System.Int32)\" line-rate=\"0.5000\" branch-rate=\"0.6000\" "
    "complexity=\"4\"><lines>"
#define LINES                                                                                      \
    "<line number=\"3\" hits=\"0\"/><line number=\"7\" hits=\"99999999\" branch=\"true\" "         \
    "condition-coverage=\"60% (3/5)\"><conditions>"                                                \
    "<condition number=\"0\" type=\"jump\" coverage=\"50%\"/>"                                     \
    "<condition number=\"1\" type=\"switch\" coverage=\"66%\"/></conditions></line></lines>"
    LINES "</method></methods><lines>" LINES "</class></classes></package></packages></coverage>\n";

static void test_cobertura_to_the_byte(void) {
    sample s;
    fill(&s);
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = &s.model}, (rep_sink){to_buf, &out}),
                    CC_OK);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), expected_xml));
    cc_buf_free(&out);
}

/* Lines with equal branches share all but their numbers; text that is longer than what is
 * collected. */
static void test_lines_of_one_form(void) {
    enum { COUNT = 3000 };
    static cov_line lines[COUNT];
    static cov_line *all[COUNT];
    sample s;
    fill(&s);
    for (uint32_t i = 0; i < COUNT; i++) {
        lines[i] = i % 2 == 0 ? s.lines[1] : (cov_line){.number = 0};
        lines[i].number = i + 1;
        lines[i].hits = i;
        all[i] = &lines[i];
    }
    s.cls.lines = all;
    s.cls.line_count = COUNT;
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = &s.model}, (rep_sink){to_buf, &out}),
                    CC_OK);
    cc_buf_u8(&out, 0);
    const char *at = (const char *)out.data;
    for (uint32_t i = 0; i < COUNT && at != NULL; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "<line number=\"%u\" hits=\"%u\"%s", i + 1, i,
                       i % 2 == 0 ? " branch=\"true\" condition-coverage=\"60% (3/5)\">" : "/>");
        at = strstr(at, text);
    }
    CU_ASSERT_PTR_NOT_NULL(at);
    cc_buf_free(&out);
}

static void test_outside_files_get_their_source(void) {
    sample s;
    fill(&s);
    s.file.is_outside_root = true;
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = &s.model}, (rep_sink){to_buf, &out}),
                    CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(
        strstr((char *)out.data, "<source>/r &amp; d</source><source>/</source>"));
    cc_buf_free(&out);
}

static void test_empty_model_is_a_report(void) {
    cov_model model = {.root = CC_STR("/"), .timestamp = 1};
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = &model}, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((char *)out.data, "line-rate=\"1.0000\""));
    CU_ASSERT_PTR_NOT_NULL(strstr((char *)out.data, "<packages/>"));
    cc_buf_clear(&out);
    CU_ASSERT_EQUAL(rep_table(&(rep_input){.model = &model, .width = 0, .is_verbose = false},
                              (rep_sink){to_buf, &out}),
                    CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(
        strstr((char *)out.data, "\nTotal coverage: n/a\nMeasured: 0 assemblies\n"));
    cc_buf_free(&out);
}

static void test_full_sink_is_an_error(void) {
    sample s;
    fill(&s);
    for (size_t room = 0; room < sizeof expected_xml - 1; room += 97) {
        size_t left = room;
        CU_ASSERT_EQUAL(rep_cobertura(&(rep_input){.model = &s.model}, (rep_sink){to_full, &left}),
                        CC_E_IO);
        left = room / 10;
        CU_ASSERT_EQUAL(rep_table(&(rep_input){.model = &s.model, .width = 80, .is_verbose = true},
                                  (rep_sink){to_full, &left}),
                        CC_E_IO);
    }
}

static void test_table(void) {
    sample s;
    fill(&s);
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_table(&(rep_input){.model = &s.model, .width = 70, .is_verbose = true},
                              (rep_sink){to_buf, &out}),
                    CC_OK);
    static const char expected[] =
        "Assembly  Lines      %  Branches      %\n"
        "App         1/2 50.00%       3/5 60.00%\n"
        "TOTAL       1/2 50.00%       3/5 60.00%\n"
        "Total coverage: 50.00%\n"
        "Measured: 1 assembly\n"
        "Not measured: Lib\xEF\xBF\xBD[31m, Other (no PDB); 1 other (-v names it)\n"
        "  System.Linq: framework\n"
        "  Lib\xEF\xBF\xBD[31m: no PDB\n"
        "  Other: no PDB: beside it\n"
        "Lost: something\n"
        "Highest CRAP scores: Ns.A<\"&\xEF\xBF\xBD.M 6.00\n";
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), expected));
    if (!cc_str_eqz(cc_buf_str(&out), expected)) {
        printf("\n%.*s", (int)out.len, (char *)out.data);
    }
    cc_buf_free(&out);
}

/* Where the text stands in the table, by name or by hits. */
static size_t place_in(const cov_model *model, rep_by by, rep_sort sort, const char *text) {
    cc_buf out = {0};
    rep_input in = {.model = model, .by = by, .sort = sort};
    CU_ASSERT_EQUAL(rep_table(&in, (rep_sink){to_buf, &out}), CC_OK);
    cc_buf_u8(&out, 0);
    const char *at = strstr((char *)out.data, text);
    size_t place = at != NULL ? (size_t)(at - (char *)out.data) + 1 : 0;
    cc_buf_free(&out);
    return place;
}

/* Exact counts have a column; of a row in one file the line that ran most often is named. */
static void test_table_of_hits(void) {
    enum { FILES = 3 };
    cov_line lines[FILES][2];
    cov_line *list[FILES][2];
    cov_file files[FILES];
    static const char *const names[FILES] = {"a.cs", "b.cs", "c.cs"};
    static const uint64_t hits[FILES][2] = {{3, 2}, {1, 5000000000}, {0, 0}};
    for (uint32_t i = 0; i < FILES; i++) {
        for (uint32_t k = 0; k < 2; k++) {
            lines[i][k] = (cov_line){.number = 7 + k,
                                     .hits = hits[i][k],
                                     .point_count = 1,
                                     .points_hit = hits[i][k] > 0};
            list[i][k] = &lines[i][k];
        }
        files[i] = (cov_file){.path = cc_strz(names[i]), .lines = list[i], .line_count = 2};
    }
    cov_model model = {
        .root = CC_STR("/"), .files = files, .file_count = FILES, .hits = CTR_HITS_EXACT};
    CU_ASSERT(place_in(&model, REP_BY_FILE, REP_SORT_HITS, "        Hits  Line  Missing\n") > 0);
    CU_ASSERT(place_in(&model, REP_BY_FILE, REP_SORT_HITS, "  5000000000     8\n") > 0);
    CU_ASSERT(place_in(&model, REP_BY_FILE, REP_SORT_HITS, "           0     -  7-8\n") > 0);
    CU_ASSERT(place_in(&model, REP_BY_FILE, REP_SORT_HITS, "  5000000000\nTotal") > 0);
    CU_ASSERT(place_in(&model, REP_BY_DIR, REP_SORT_HITS, "  5000000000\nTOTAL") > 0);
    for (int by_hits = 0; by_hits < 2; by_hits++) {
        rep_sort sort = by_hits ? REP_SORT_HITS : REP_SORT_NAME;
        size_t a = place_in(&model, REP_BY_FILE, sort, "a.cs");
        size_t b = place_in(&model, REP_BY_FILE, sort, "b.cs");
        size_t c = place_in(&model, REP_BY_FILE, sort, "c.cs");
        CU_ASSERT(a < c && b < c && (by_hits ? b < a : a < b));
    }
    model.hits = CTR_HITS_ONCE; /* no counts: no column, and the rows stay in order */
    CU_ASSERT_EQUAL(place_in(&model, REP_BY_FILE, REP_SORT_HITS, "Hits"), 0);
    CU_ASSERT(place_in(&model, REP_BY_FILE, REP_SORT_HITS, "a.cs") <
              place_in(&model, REP_BY_FILE, REP_SORT_HITS, "b.cs"));
}

static void test_table_of_stressed(void) {
    sample s;
    fill(&s);
    cov_stressed stressed[] = {{CC_STR("A"), 3, 1, 9, 4}, {CC_STR("B"), 5, 5, 7, 7}};
    s.model.stressed = stressed;
    s.model.stressed_count = 2;
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_table(&(rep_input){.model = &s.model, .width = 0, .is_verbose = true},
                              (rep_sink){to_buf, &out}),
                    CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(
        strstr((char *)out.data,
               "\nStressed: 2 assemblies that are not in the report: 8 methods instrumented, 6 "
               "entered; 16 probes, 11 hit\n"
               "  A: 3 methods instrumented, 1 entered; 9 probes, 4 hit\n"
               "  B: 5 methods instrumented, 5 entered; 7 probes, 7 hit\nLost: "));
    cc_buf_free(&out);
}

static void check_name(const char *name, size_t prefix, size_t width, const char *expected) {
    cc_buf out = {0};
    size_t columns = rep_put_name(&out, cc_strz(name), prefix, width);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), expected));
    CU_ASSERT_EQUAL(columns, rep_columns(cc_strz(expected)));
    if (!cc_str_eqz(cc_buf_str(&out), expected)) {
        printf("\n%.*s\n%s\n", (int)out.len, (const char *)out.data, expected);
    }
    cc_buf_free(&out);
}

static void test_names_are_shortened(void) {
    check_name("Shop", 0, 8, "Shop");
    check_name("A.Very.Long.N\xC3\xA4me.Of.An.Assembly", 0, 20, "A.Ver....An.Assembly");
    check_name("Shop.Core.Cart.Add(Item)", 10, 24, "...Cart.Add(Item)");
    check_name("Shop.Core.Cart.Add(Item)", 10, 20, "...Cart.Add(Item)");
    check_name("Shop.Core.Cart.Add(Item, Some.Other.Type)", 10, 20, "...Cart.Add(...)");
    check_name("Shop.Core.Cart.Add(Item, Some.Other.Type)", 0, 24, "Shop.Core.Cart.Add(...)");
    check_name("src/Shop.Core/Orders/Discounts.cs", 4, 24, "...Shop...s/Discounts.cs");
    check_name("Program.<Main>$(String[])", 0, 12, "Pro...$(...)");
    CU_ASSERT_EQUAL(rep_common_prefix(CC_STR("A.B.C"), CC_STR("A.B.D")), 4);
    CU_ASSERT_EQUAL(rep_common_prefix(CC_STR("A.B(X.Y)"), CC_STR("A.B(X.Z)")), 2);
    CU_ASSERT_EQUAL(rep_common_prefix(CC_STR("src/a.cs"), CC_STR("src/a.fs")), 6);
    CU_ASSERT_EQUAL(rep_common_prefix(CC_STR(""), CC_STR("A.")), 0);
}

enum { TABLE_FILES = 3, TABLE_LINES = 400 };
typedef struct table_sample {
    cov_line lines[TABLE_FILES][TABLE_LINES];
    cov_line *list[TABLE_FILES][TABLE_LINES];
    cov_file files[TABLE_FILES];
    cov_model model;
} table_sample;

/* Every other line of long files below one folder is missed. */
static void fill_table(table_sample *t) {
    static const char *const names[TABLE_FILES] = {
        "src/Shop.Core/Orders/OrderService.cs", "src/Shop.Core/Orders/Discounts/Rules.cs",
        "src/Shop.Core/Orders/\xE6\x97\xA5\xE6\x9C\xAC.cs"};
    *t = (table_sample){.model = {.root = CC_STR("/")}};
    for (uint32_t i = 0; i < TABLE_FILES; i++) {
        for (uint32_t k = 0; k < TABLE_LINES; k++) {
            t->lines[i][k] = (cov_line){
                .number = 2 * k + 1, .hits = k % 2, .point_count = 1, .points_hit = k % 2};
            t->list[i][k] = &t->lines[i][k];
        }
        t->files[i] =
            (cov_file){.path = cc_strz(names[i]), .lines = t->list[i], .line_count = TABLE_LINES};
    }
    t->model.files = t->files;
    t->model.file_count = TABLE_FILES;
    t->model.totals.lines_valid = (uint64_t)TABLE_FILES * TABLE_LINES;
    t->model.totals.lines_covered = t->model.totals.lines_valid / 2;
}

static void check_table(const cov_model *model, rep_by by, unsigned width, const char *expected) {
    cc_buf out = {0};
    rep_input in = {.model = model, .by = by, .width = width};
    rep_put_rows(&out, &in);
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), expected));
    if (!cc_str_eqz(cc_buf_str(&out), expected)) {
        printf("\n%u:\n%.*s", width, (int)out.len, (const char *)out.data);
    }
    cc_buf_free(&out);
}

static void test_table_at_80_columns(void) {
    table_sample t;
    fill_table(&t);
    check_table(
        &t.model, REP_BY_FILE, 80,
        "File                      Lines      %  Branches   %  Missing\n"
        "...OrderService.cs      200/400 50.00%       0/0 n/a  1, 5, 9, 13, 17, 21, ...\n"
        "...Discounts/Rules.cs   200/400 50.00%       0/0 n/a  1, 5, 9, 13, 17, 21, ...\n"
        "...\xE6\x97\xA5\xE6\x9C\xAC.cs                200/400 50.00%       0/0 n/a  1, 5, 9, "
        "13, 17, 21, ...\n"
        "TOTAL                  600/1200 50.00%       0/0 n/a\n");
}

/* Below 60 columns names have lines of their own. */
static void test_table_at_40_columns(void) {
    table_sample t;
    fill_table(&t);
    check_table(&t.model, REP_BY_FILE, 30,
                "File\n"
                "     Lines  Branches\n"
                "...OrderService.cs\n"
                "    50.00%       n/a\n"
                "...Discounts/Rules.cs\n"
                "    50.00%       n/a\n"
                "...\xE6\x97\xA5\xE6\x9C\xAC.cs\n"
                "    50.00%       n/a\n"
                "TOTAL\n"
                "    50.00%       n/a\n");
    check_table(&t.model, REP_BY_DIR, 59,
                "Folder\n"
                "     Lines  Branches\n"
                "src/Shop.Core/Orders\n"
                "    50.00%       n/a\n"
                "src/Shop.Core/Orders/Discounts\n"
                "    50.00%       n/a\n"
                "TOTAL\n"
                "    50.00%       n/a\n");
}

/* No line is longer than the terminal, whatever the width. */
static void test_table_fits(void) {
    table_sample t;
    fill_table(&t);
    for (int by = REP_BY_ASSEMBLY; by <= REP_BY_DIR; by++) {
        for (unsigned width = 30; width < 200; width++) {
            cc_buf out = {0};
            rep_input in = {.model = &t.model, .by = (rep_by)by, .width = width};
            rep_put_rows(&out, &in);
            cc_str rest = cc_buf_str(&out);
            while (rest.len > 0) {
                const char *end = memchr(rest.s, '\n', rest.len);
                size_t len = end == NULL ? rest.len : (size_t)(end - rest.s);
                CU_ASSERT(rep_columns((cc_str){rest.s, len}) <= width);
                rest = (cc_str){rest.s + len + 1, rest.len - len - 1};
            }
            cc_buf_free(&out);
        }
    }
}

static void test_many_sentences_are_counted(void) {
    sample s;
    cc_str many[12];
    fill(&s);
    for (size_t i = 0; i < 12; i++) {
        many[i] = CC_STR("again");
    }
    s.package.never_loaded = true;
    s.model.warnings = many;
    s.model.warning_count = 12;
    cc_buf out = {0};
    CU_ASSERT_EQUAL(rep_table(&(rep_input){.model = &s.model, .width = 0, .is_verbose = false},
                              (rep_sink){to_buf, &out}),
                    CC_OK);
    cc_buf_u8(&out, 0);
    CU_ASSERT_PTR_NOT_NULL(strstr((char *)out.data, "\nWarning: 2 more (--verbose shows them)\n"));
    CU_ASSERT_PTR_NOT_NULL(
        strstr((char *)out.data, "\nMeasured: 0 assemblies\nNever loaded, counted with 0: App\n"));
    cc_buf_free(&out);
}

/* Line 3 of 2 lines is missed: 4 * 4 / 8 + 4. */
static void test_risks_are_named(void) {
    sample s;
    for (int verbose = 0; verbose < 2; verbose++) {
        cc_buf out = {0};
        fill(&s);
        CU_ASSERT_EQUAL(
            rep_table(&(rep_input){.model = &s.model, .width = 0, .is_verbose = verbose != 0},
                      (rep_sink){to_buf, &out}),
            CC_OK);
        cc_buf_u8(&out, 0);
        bool is_named = strstr((char *)out.data,
                               "\nHighest CRAP scores: Ns.A<\"&\xEF\xBF\xBD.M 6.00\n") != NULL;
        CU_ASSERT_EQUAL(is_named, verbose != 0);
        cc_buf_free(&out);
    }
}

static void test_missing_sources_are_named(void) {
    sample s;
    fill(&s);
    cc_str missing[] = {CC_STR("App: /src/gen.y")};
    s.model.missing = missing;
    s.model.missing_count = 1;
    for (int verbose = 0; verbose < 2; verbose++) {
        cc_buf out = {0};
        CU_ASSERT_EQUAL(
            rep_table(&(rep_input){.model = &s.model, .width = 0, .is_verbose = verbose != 0},
                      (rep_sink){to_buf, &out}),
            CC_OK);
        cc_buf_u8(&out, 0);
        bool is_named = strstr((char *)out.data, "\nSource not found: App: /src/gen.y\n") != NULL;
        CU_ASSERT_EQUAL(is_named, verbose != 0);
        cc_buf_free(&out);
    }
}

static void check_number(void (*show)(uint64_t, uint64_t, char *), uint64_t covered, uint64_t valid,
                         const char *expected) {
    char text[REP_NUMBER_SIZE];
    show(covered, valid, text);
    CU_ASSERT_STRING_EQUAL(text, expected);
}

static void test_short_steps(void) {
    static const struct {
        uint32_t from, to;
        const char *text;
    } rows[] = {{6666, 5000, "-16.6"}, {4000, 6666, "+26.6"}, {5001, 5009, "+<0.1"},
                {5009, 5001, "-<0.1"}, {5009, 5010, "+0.1"},  {5000, 5000, "+0.0"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char out[REP_NUMBER_SIZE];
        rep_short_step(rows[i].from, rows[i].to, out);
        CU_ASSERT_STRING_EQUAL(out, rows[i].text);
    }
}

static void test_numbers_round_down(void) {
    check_number(rep_percent, 9999, 10000, "99.99%");
    check_number(rep_percent, 99999, 100000, "99.99%");
    check_number(rep_percent, 5, 6, "83.33%");
    check_number(rep_percent, 0, 0, "n/a");
    check_number(rep_percent, 7, 7, "100.00%");
    check_number(rep_percent, UINT64_MAX - 1, UINT64_MAX, "99.99%");
    check_number(rep_short_percent, 99999, 100000, "99.9%");
    check_number(rep_short_percent, 5, 6, "83.3%");
    check_number(rep_short_percent, 1, 100000, "<0.1%");
    check_number(rep_short_percent, 0, 7, "0.0%");
    check_number(rep_short_percent, 7, 7, "100.0%");
    check_number(rep_short_percent, 0, 0, "n/a");
    check_number(rep_rate, 2, 3, "0.6666");
    check_number(rep_rate, 0, 0, "1.0000");
    check_number(rep_rate, 0, 5, "0.0000");
    check_number(rep_rate, 1, 100000, "0.0000");
    check_number(rep_whole_percent, 199, 200, "99%");
    check_number(rep_whole_percent, 2, 2, "100%");
}

static void test_writer_refuses_what_does_not_nest(void) {
    cc_buf out = {0};
    xmlw w;
    xmlw_open(&w, (rep_sink){to_buf, &out});
    xmlw_start(&w, "a");
    xmlw_text(&w, CC_STR("t"));
    xmlw_attr(&w, "late", CC_STR("x"));
    CU_ASSERT_EQUAL(xmlw_close(&w), CC_E_NOMEM);
    xmlw_open(&w, (rep_sink){to_buf, &out});
    xmlw_end(&w);
    CU_ASSERT_EQUAL(xmlw_close(&w), CC_E_NOMEM);
    cc_buf_free(&out);
}

static void test_writer_escapes(void) {
    cc_buf out = {0};
    xmlw w;
    xmlw_open(&w, (rep_sink){to_buf, &out});
    xmlw_start(&w, "a");
    xmlw_attr(&w, "b", CC_STR("<>&\"'\n\xC3\xA4\xFF"));
    xmlw_attr_number(&w, "c", UINT64_MAX);
    xmlw_start(&w, "d");
    xmlw_end(&w);
    xmlw_text(&w, CC_STR("<>&\"'\t\xF0\x9F\x98\x80"));
    CU_ASSERT_EQUAL(xmlw_close(&w), CC_OK); /* ends what is open */
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out),
                              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                              "<a b=\"&lt;&gt;&amp;&quot;'\xEF\xBF\xBD\xC3\xA4\xEF\xBF\xBD\" "
                              "c=\"18446744073709551615\"><d/>"
                              "&lt;&gt;&amp;&quot;'\xEF\xBF\xBD\xF0\x9F\x98\x80</a>\n"));
    cc_buf_free(&out);
}

/* The text of a document and of a part of one. */
static void write_all_kinds(xmlw *w) {
    xmlw_comment(w, "c & <x>");
    xmlw_newline(w);
    xmlw_start(w, "a");
    xmlw_attr(w, "e", CC_STR(""));
    xmlw_attr(w, "q", CC_STR("'\"<>& \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80"));
    xmlw_start(w, "b");
    xmlw_end(w);
    xmlw_start(w, "t");
    xmlw_text(w, CC_STR("\xC3\xA4"));
    xmlw_end(w);
    xmlw_start(w, "t");
    xmlw_text(w, CC_STR(""));
    xmlw_end(w);
    xmlw_start(w, "r");
    xmlw_newline(w);
    xmlw_comment(w, "in");
    xmlw_end(w);
    xmlw_start(w, "c");
    xmlw_comment(w, "in");
    xmlw_end(w);
    xmlw_start(w, "s");
    xmlw_raw(w, CC_STR(""));
    xmlw_end(w);
    xmlw_end(w);
}

#define ALL_KINDS_BEGIN "<!--c & <x>-->\n<a e=\"\" q=\"'&quot;&lt;&gt;&amp; "
#define ALL_KINDS_END "\"><b/><t>\xC3\xA4</t><t></t><r>\n<!--in--></r><c><!--in--></c><s/></a>"

static void test_writer_writes_all_kinds(void) {
    cc_buf out = {0};
    xmlw w;
    xmlw_open(&w, (rep_sink){to_buf, &out});
    write_all_kinds(&w);
    CU_ASSERT_EQUAL(xmlw_close(&w), CC_OK);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out),
                              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" ALL_KINDS_BEGIN
                              "\xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80" ALL_KINDS_END "\n"));
    cc_buf_clear(&out);
    xmlw_open_part(&w, (rep_sink){to_buf, &out});
    write_all_kinds(&w);
    CU_ASSERT_EQUAL(xmlw_close(&w), CC_OK);
    CU_ASSERT_TRUE(
        cc_str_eqz(cc_buf_str(&out), ALL_KINDS_BEGIN "&#xE4; &#x20AC; &#x1F600;" ALL_KINDS_END));
    cc_buf_free(&out);
}

static const test_case cases[] = {
    {"cobertura: a small report to the byte", test_cobertura_to_the_byte},
    {"cobertura: many lines of one form", test_lines_of_one_form},
    {"cobertura: files outside the root can be joined", test_outside_files_get_their_source},
    {"cobertura, table: an empty model", test_empty_model_is_a_report},
    {"writer: documents and parts to the byte", test_writer_writes_all_kinds},
    {"writer: escapes, and replaces what XML does not take", test_writer_escapes},
    {"cobertura, table: a full disk is an error", test_full_sink_is_an_error},
    {"table: rows, totals, reasons", test_table},
    {"table: exact counts, and the hottest lines", test_table_of_hits},
    {"table: what was instrumented beside the report", test_table_of_stressed},
    {"table: long names are shortened", test_names_are_shortened},
    {"table: at 80 columns", test_table_at_80_columns},
    {"table: below 60 columns", test_table_at_40_columns},
    {"table: no line is wider than the terminal", test_table_fits},
    {"table: many sentences are cut and counted", test_many_sentences_are_counted},
    {"table: methods with the highest risk, with --verbose", test_risks_are_named},
    {"table: source files that do not exist, with --verbose", test_missing_sources_are_named},
    {"numbers: rounded down", test_numbers_round_down},
    {"steps with one decimal", test_short_steps},
    {"xml: calls that do not nest are an error", test_writer_refuses_what_does_not_nest},
};

TEST_MAIN("reports", cases)
