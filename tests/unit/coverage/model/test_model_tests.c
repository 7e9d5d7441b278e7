/* Runs with `--per-test` in the model: which tests have which lines. The tests are methods of the
 * golden assembly of tests, the lines those of the golden library. */
#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

#include "coverage/counters/ctr_tests.h"
#include "coverage/model/cov_raw.h"
#include "model_help.h"
#include "test_main.h"

#define TESTS "golden/tests/"

typedef struct suite {
    mh_fixture f;
    mh_process p;
    uint32_t module; /* of the test assembly */
    md_image *image;
    cc_mapped_file file;
    uint32_t begun;
    bool has_lanes;
} suite;

/* The process loads a test assembly, of which the session has the image alone. */
static void load_tests(suite *s, const char *name) {
    cc_hash128 hash;
    char *path = cc_arena_printf(s->f.arena, TESTS "%s.dll", name);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&s->file, path, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(md_image_open(&s->image, s->file.bytes, MD_LAYOUT_FLAT, s->f.arena),
                          CC_OK);
    CU_ASSERT_EQUAL_FATAL(ses_store(s->f.session.dir, s->file.bytes, ".dll", &hash), CC_OK);
    ctr_module_record record = {.image_hash = hash,
                                .reason = CTR_REASON_NO_PDB,
                                .path = cc_strz(path),
                                .name = cc_strz(name),
                                .detail = CC_STR("")};
    CU_ASSERT_EQUAL_FATAL(ctr_writer_module(s->p.writer, &record, &s->module), CC_OK);
}

static void begin_with(suite *s, const char *config, const char *assembly) {
    *s = (suite){.begun = 0};
    mh_begin(&s->f, "golden/model", config, "Model");
    mh_start(&s->p, &s->f, CTR_HITS_ONCE);
    load_tests(s, assembly);
}

static void begin(suite *s, const char *assembly) {
    begin_with(s, "Debug", assembly);
}

static cov_model *finish(suite *s) {
    const cov_request request = {.wants_tests = true, .wants_raw = true, .wants_arm_tests = true};
    mh_finish(&s->p);
    return mh_model(&s->f, &request);
}

static void end(suite *s) {
    cc_file_unmap(&s->file);
    mh_end(&s->f);
}

static void ran(suite *s, const char *tag) {
    mh_ran(&s->p, tag, 1, NULL, false, 0);
}

static void region(suite *s, uint32_t first, uint32_t second, uint32_t last) {
    const uint32_t alive[] = {first, second};
    uint32_t count = second != 0 ? 2 : first != 0;
    CU_ASSERT_EQUAL(ctr_writer_region(s->p.writer, alive, count, last), CC_OK);
}

/* The nth method of this name, from 0. */
static uint32_t token_of(const suite *s, const char *name, unsigned nth) {
    const md_tables *tables = md_image_tables(s->image);
    for (uint32_t rid = 1; rid <= md_row_count(tables, MD_METHODDEF); rid++) {
        md_methoddef method;
        CU_ASSERT_EQUAL_FATAL(md_get_methoddef(tables, rid, &method), CC_OK);
        if (cc_str_eqz(method.name, name) && nth-- == 0) {
            return MD_TOKEN(MD_METHODDEF, rid);
        }
    }
    CU_FAIL_FATAL("no such test");
    return 0;
}

static uint32_t start_test(suite *s, uint32_t token, uint64_t class_id) {
    clrcov_test_payload test = {++s->begun, s->module, token, s->has_lanes, class_id, s->begun};
    CU_ASSERT_EQUAL(ctr_writer_test(s->p.writer, &test), CC_OK);
    return s->begun;
}

static uint32_t start(suite *s, const char *name) {
    return start_test(s, token_of(s, name, 0), 0);
}

static void stop(suite *s, uint32_t number, clrcov_outcome outcome) {
    clrcov_test_end_payload ended = {number, outcome, 100 + number};
    CU_ASSERT_EQUAL(ctr_writer_test_end(s->p.writer, &ended), CC_OK);
}

/* --- what a line has -------------------------------------------------------------------------- */

/* The tests of the line as "Class.Method", separated by spaces; "*": every test. */
static void expect(const suite *s, const cov_model *model, const char *tag, const char *expected) {
    cc_buf out = {0};
    uint32_t number = mh_line_with(&s->f, tag);
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        uint32_t index = cov_file_index(file, number);
        if (!cc_str_eqz(file->path, s->f.source_name) || index == file->line_count ||
            file->tests == NULL) {
            continue;
        }
        const cov_line_tests *of = &file->tests[index];
        for (uint32_t k = 0; k < of->count; k++) {
            const cov_test *test = &model->tests[of->tests[k]];
            cc_buf_printf(&out, "%s%.*s.%.*s", out.len > 0 ? " " : "", CC_STR_ARGS(test->type),
                          CC_STR_ARGS(test->method));
        }
        cc_buf_puts(&out, of->is_shared ? "*" : "");
    }
    bool is_same = cc_str_eqz(cc_buf_str(&out), expected);
    if (!is_same) {
        printf("\n    %s: is %.*s, not %s\n", tag, (int)out.len, (const char *)out.data, expected);
    }
    CU_ASSERT(is_same);
    cc_buf_free(&out);
}

static const cov_test *test_named(const cov_model *model, const char *method) {
    for (uint32_t i = 0; i < model->test_count; i++) {
        if (cc_str_eqz(model->tests[i].method, method)) {
            return &model->tests[i];
        }
    }
    CU_FAIL_FATAL("no such test");
    return NULL;
}

/* --- regions ---------------------------------------------------------------------------------- */

static void test_regions(void) {
    suite s;
    begin(&s, "Cases");
    ran(&s, "seen");
    region(&s, 0, 0, 0);
    uint32_t fact = start(&s, "WholeFact");
    ran(&s, "nested");
    region(&s, fact, 0, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    ran(&s, "same");
    region(&s, 0, 0, fact);
    uint32_t local = start(&s, "WholeLocal");
    ran(&s, "to-int");
    region(&s, local, 0, fact);
    stop(&s, local, CLRCOV_OUTCOME_THREW);
    ran(&s, "to-string");
    region(&s, 0, 0, local);
    uint32_t inner = start(&s, "StartInner");
    ran(&s, "same-generic");
    region(&s, inner, 0, local);
    ran(&s, "ctor");
    region(&s, 0, 0, CLRCOV_REGION_SHARED);
    ran(&s, "to-int");
    region(&s, inner, 0, local);
    stop(&s, inner, CLRCOV_OUTCOME_ENDED);
    ran(&s, "if"); /* tear-down of the last test, in the region that never ended */
    const cov_model *model = finish(&s);
    CU_ASSERT_EQUAL(model->test_count, 3);
    expect(&s, model, "seen", "*");
    expect(&s, model, "nested", "Cases.WholeFact");
    expect(&s, model, "same", "Cases.WholeFact Cases.WholeLocal");
    expect(&s, model, "to-int", "Cases.WholeLocal Cases+Inner.StartInner");
    expect(&s, model, "to-string", "Cases.WholeFact Cases.WholeLocal Cases+Inner.StartInner");
    expect(&s, model, "same-generic", "Cases+Inner.StartInner");
    expect(&s, model, "ctor", "*");
    expect(&s, model, "if", "Cases+Inner.StartInner*");
    expect(&s, model, "local", "");
    CU_ASSERT_EQUAL(test_named(model, "WholeLocal")->outcome, COV_OUTCOME_THREW);
    CU_ASSERT_FALSE(test_named(model, "WholeLocal")->is_overlapped);
    CU_ASSERT(cc_str_eqz(model->tests[0].assembly, "Cases"));
    end(&s);
}

/* In an assembly with set-up for several classes, what is between classes is every test's. */
static void test_wide_fixtures(void) {
    suite s;
    begin(&s, "Custom");
    uint32_t slow = start_test(&s, token_of(&s, ".ctor", 0), 0);
    ran(&s, "nested");
    region(&s, slow, 0, 0);
    stop(&s, slow, CLRCOV_OUTCOME_ENDED);
    ran(&s, "same");
    region(&s, 0, 0, slow);
    slow = start_test(&s, token_of(&s, ".ctor", 0), 0);
    stop(&s, slow, CLRCOV_OUTCOME_ENDED);
    ran(&s, "to-int");
    region(&s, 0, 0, slow);
    uint32_t slower = start_test(&s, token_of(&s, ".ctor", 1), 0);
    ran(&s, "to-string");
    region(&s, slower, 0, slow);
    stop(&s, slower, CLRCOV_OUTCOME_ENDED);
    ran(&s, "if");
    const cov_model *model = finish(&s);
    CU_ASSERT_EQUAL(model->test_count, 2);
    CU_ASSERT_EQUAL(model->tests[0].runs + model->tests[1].runs, 3);
    expect(&s, model, "nested", "Custom.SlowFactAttribute..ctor");
    expect(&s, model, "same", "Custom.SlowFactAttribute..ctor");
    expect(&s, model, "to-int", "*");
    expect(&s, model, "to-string", "Custom.SlowerFactAttribute..ctor");
    expect(&s, model, "if", "*"); /* after the last test: tear-down of the whole assembly */
    end(&s);
}

/* A test that two classes inherit is two tests. */
static void test_classes(void) {
    suite s;
    begin(&s, "Cases");
    const md_tables *tables = md_image_tables(s.image);
    uint32_t outer = md_owner_of_method(tables, MD_TOKEN_RID(token_of(&s, "WholeFact", 0)));
    uint32_t inner = md_owner_of_method(tables, MD_TOKEN_RID(token_of(&s, "StartInner", 0)));
    const clrcov_class_payload types[] = {{7, s.module, MD_TOKEN(MD_TYPEDEF, outer)},
                                          {8, s.module, MD_TOKEN(MD_TYPEDEF, inner)}};
    uint32_t first = start_test(&s, token_of(&s, "WholeFact", 0), 7);
    ran(&s, "nested");
    region(&s, first, 0, 0);
    stop(&s, first, CLRCOV_OUTCOME_ENDED);
    uint32_t second = start_test(&s, token_of(&s, "WholeFact", 0), 8);
    ran(&s, "same");
    region(&s, second, 0, 0);
    stop(&s, second, CLRCOV_OUTCOME_ENDED);
    for (size_t i = 0; i < 2; i++) {
        CU_ASSERT_EQUAL(ctr_writer_class(s.p.writer, &types[i]), CC_OK);
    }
    const cov_model *model = finish(&s);
    CU_ASSERT_EQUAL(model->test_count, 2);
    expect(&s, model, "nested", "Cases.WholeFact");
    expect(&s, model, "same", "Cases+Inner.WholeFact");
    end(&s);
}

/* Rows of one test, each in an object of a class of its own, as instances of a generic class. The first
 * note of a class counts. */
static void test_very_many_classes(void) {
    enum { MANY = 20000 };
    suite s;
    begin(&s, "Cases");
    const md_tables *tables = md_image_tables(s.image);
    uint32_t fact = token_of(&s, "WholeFact", 0);
    uint32_t outer = MD_TOKEN(MD_TYPEDEF, md_owner_of_method(tables, MD_TOKEN_RID(fact)));
    uint32_t other = token_of(&s, "StartInner", 0);
    uint32_t inner = MD_TOKEN(MD_TYPEDEF, md_owner_of_method(tables, MD_TOKEN_RID(other)));
    for (uint32_t i = 1; i <= MANY; i++) {
        const clrcov_class_payload type = {i, s.module, i % 2 == 0 ? outer : inner};
        CU_ASSERT_EQUAL(ctr_writer_class(s.p.writer, &type), CC_OK);
        stop(&s, start_test(&s, fact, i), CLRCOV_OUTCOME_ENDED);
    }
    const clrcov_class_payload again = {1, s.module, outer};
    CU_ASSERT_EQUAL(ctr_writer_class(s.p.writer, &again), CC_OK);
    const cov_model *model = finish(&s);
    CU_ASSERT_EQUAL_FATAL(model->test_count, 2);
    CU_ASSERT_EQUAL(model->tests[0].runs, MANY / 2);
    CU_ASSERT_EQUAL(model->tests[1].runs, MANY / 2);
    end(&s);
}

/* A process that is killed may leave no class: an abstract one had no test, and every test gets its
 * lines. */
static void test_unknown_class(void) {
    suite s;
    begin(&s, "Cases");
    uint32_t fact = start_test(&s, token_of(&s, "WholeFact", 0), 7); /* of a class that is not */
    ran(&s, "nested");
    region(&s, fact, 0, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    ran(&s, "to-int");
    region(&s, 0, 0, fact);
    uint32_t inner = start_test(&s, token_of(&s, "StartInner", 0), 8);
    ran(&s, "same");
    region(&s, inner, 0, fact);
    ran(&s, "if");
    const cov_model *model = finish(&s);
    CU_ASSERT_EQUAL(model->test_count, 1);
    expect(&s, model, "nested", "Cases.WholeFact");
    expect(&s, model, "to-int", "*");
    expect(&s, model, "same", "*");
    expect(&s, model, "if", "*");
    end(&s);
}

/* The method that ran last ran in a lane, which belongs to a test or to its class. */
static void lane_region(suite *s, uint32_t test, uint32_t last) {
    enum { SIZE = 1 << 20 };
    ctr_file *file = NULL;
    const ctr_lane_bytes lane = {calloc(1, SIZE), SIZE};
    CU_ASSERT_EQUAL_FATAL(ctr_open(&file, ctr_writer_path(s->p.writer), s->f.arena), CC_OK);
    uint64_t first = file->methods[file->method_count - 1].record.first;
    ctr_close(file);
    CU_ASSERT_FATAL(lane.bytes != NULL && first + s->p.counter_count <= SIZE);
    memcpy(lane.bytes + first, s->p.counters, s->p.counter_count);
    CU_ASSERT_EQUAL(ctr_writer_lane_region(s->p.writer, &lane, &test, 1, last), CC_OK);
    free(lane.bytes);
}

/* A process that was killed has not noted the class of a test. */
static void test_unknown_class_in_lanes(void) {
    suite s;
    begin(&s, "Cases");
    s.has_lanes = true;
    uint32_t fact = start_test(&s, token_of(&s, "WholeFact", 0), 7);
    ran(&s, "nested");
    lane_region(&s, fact, CLRCOV_REGION_TEST);
    uint32_t inner = start_test(&s, token_of(&s, "StartInner", 0), 8);
    ran(&s, "to-int");
    lane_region(&s, inner, CLRCOV_REGION_TEST);
    ran(&s, "same");
    lane_region(&s, inner, CLRCOV_REGION_CLASS);
    const cov_model *model = finish(&s);
    CU_ASSERT_EQUAL(model->test_count, 1);
    expect(&s, model, "nested", "Cases.WholeFact");
    expect(&s, model, "to-int", "*");
    expect(&s, model, "same", "*");
    end(&s);
}

/* What a test does after it returned is its own where a boundary of its class ended it. */
static void test_own(void) {
    suite s;
    begin(&s, "Cases");
    for (int i = 0; i < 2; i++) {
        uint32_t open = start(&s, "OpenTask");
        stop(&s, open, CLRCOV_OUTCOME_OPEN);
        ran(&s, i == 0 ? "nested" : "same");
        region(&s, open, 0, i == 0 ? CLRCOV_REGION_OWN : open);
        ran(&s, "to-int");
        region(&s, 0, 0, open);
        uint32_t fact = start(&s, "WholeFact");
        stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    }
    const cov_model *model = finish(&s);
    expect(&s, model, "nested", "Cases.OpenTask");
    expect(&s, model, "same", "Cases.OpenTask Cases.WholeFact");
    expect(&s, model, "to-int", "Cases.OpenTask Cases.WholeFact");
    CU_ASSERT_EQUAL(test_named(model, "OpenTask")->outcome, COV_OUTCOME_OPEN);
    CU_ASSERT_FALSE(test_named(model, "OpenTask")->is_overlapped);
    end(&s);
}

static void test_overlap(void) {
    suite s;
    begin(&s, "Cases");
    uint32_t fact = start(&s, "WholeFact");
    uint32_t local = start(&s, "WholeLocal");
    ran(&s, "nested");
    region(&s, fact, local, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    stop(&s, local, CLRCOV_OUTCOME_ENDED);
    uint32_t theory = start(&s, "WholeTheory");
    ran(&s, "same");
    region(&s, theory, 0, local);
    const cov_model *model = finish(&s);
    expect(&s, model, "nested", "Cases.WholeFact Cases.WholeLocal");
    expect(&s, model, "same", "Cases.WholeTheory");
    CU_ASSERT(test_named(model, "WholeFact")->is_overlapped);
    CU_ASSERT(test_named(model, "WholeLocal")->is_overlapped);
    CU_ASSERT_FALSE(test_named(model, "WholeTheory")->is_overlapped);
    CU_ASSERT_EQUAL(test_named(model, "WholeTheory")->outcome, COV_OUTCOME_OPEN);
    end(&s);
}

/* Rows of a theory: an exception counts before all, an end that was not seen before an end. */
static void test_outcomes(void) {
    static const struct {
        clrcov_outcome rows[2];
        cov_outcome expected;
    } cases[] = {
        {{CLRCOV_OUTCOME_ENDED, CLRCOV_OUTCOME_ENDED}, COV_OUTCOME_ENDED},
        {{CLRCOV_OUTCOME_ENDED, CLRCOV_OUTCOME_THREW}, COV_OUTCOME_THREW},
        {{CLRCOV_OUTCOME_THREW, CLRCOV_OUTCOME_ENDED}, COV_OUTCOME_THREW},
        {{CLRCOV_OUTCOME_OPEN, CLRCOV_OUTCOME_THREW}, COV_OUTCOME_THREW},
        {{CLRCOV_OUTCOME_ENDED, CLRCOV_OUTCOME_OPEN}, COV_OUTCOME_OPEN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        suite s;
        begin(&s, "Cases");
        for (size_t k = 0; k < 2; k++) {
            stop(&s, start(&s, "WholeFact"), cases[i].rows[k]);
        }
        const cov_model *model = finish(&s);
        CU_ASSERT_EQUAL_FATAL(model->test_count, 1);
        CU_ASSERT_EQUAL(model->tests[0].outcome, cases[i].expected);
        CU_ASSERT_EQUAL(model->tests[0].runs, 2);
        end(&s);
    }
}

/* --- points and arms -------------------------------------------------------------------------- */

/* What no counter says is inferred for each test alone. */
static void test_arms(void) {
    static const char *const no_then[] = {"then", NULL};
    static const char *const no_else[] = {"else", NULL};
    suite s;
    begin_with(&s, "Release", "Cases"); /* no braces, which have points of their own */
    uint32_t fact = start(&s, "WholeFact");
    mh_ran(&s.p, "if", 1, no_then, false, 0);
    region(&s, fact, 0, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    uint32_t local = start(&s, "WholeLocal");
    mh_ran(&s.p, "if", 1, no_else, false, 0);
    region(&s, local, 0, 0);
    stop(&s, local, CLRCOV_OUTCOME_ENDED);
    const cov_model *model = finish(&s);
    expect(&s, model, "if", "Cases.WholeFact Cases.WholeLocal");
    expect(&s, model, "then", "Cases.WholeLocal");
    expect(&s, model, "else", "Cases.WholeFact");
    CU_ASSERT_PTR_NOT_NULL_FATAL(model->raw);
    CU_ASSERT_EQUAL(model->raw->test_count, 2);
    end(&s);
}

/* The tests of an arm of the only branch of the line: "0 1", by index; "*": every test. */
static void expect_arm(const suite *s, const cov_model *model, const char *tag, uint32_t arm,
                       const char *expected) {
    cc_buf out = {0};
    uint32_t number = mh_line_with(&s->f, tag);
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        uint32_t index = cov_file_index(file, number);
        if (!cc_str_eqz(file->path, s->f.source_name) || index == file->line_count) {
            continue;
        }
        CU_ASSERT_EQUAL_FATAL(file->lines[index]->branch_count, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(file->tests[index].arms);
        const cov_line_tests *of = &file->tests[index].arms[arm];
        for (uint32_t k = 0; k < of->count; k++) {
            cc_buf_printf(&out, "%s%u", k > 0 ? " " : "", of->tests[k]);
        }
        cc_buf_puts(&out, of->is_shared ? "*" : "");
    }
    CU_ASSERT(cc_str_eqz(cc_buf_str(&out), expected));
    cc_buf_free(&out);
}

static void test_line_arms(void) {
    static const char *const no_then[] = {"then", NULL};
    static const char *const no_else[] = {"else", NULL};
    suite s;
    begin_with(&s, "Release", "Cases");
    mh_ran(&s.p, "if", 1, no_then, false, 0);
    region(&s, 0, 0, 0); /* before any test */
    uint32_t fact = start(&s, "WholeFact");
    mh_ran(&s.p, "if", 1, no_else, false, 0);
    region(&s, fact, 0, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    uint32_t local = start(&s, "WholeLocal");
    memset(s.p.counters, 1, s.p.counter_count);
    region(&s, local, 0, 0);
    stop(&s, local, CLRCOV_OUTCOME_ENDED);
    const cov_model *model = finish(&s);
    expect_arm(&s, model, "if", 0, "0 1");
    expect_arm(&s, model, "if", 1, "1*");
    end(&s);
}

/* One record of a method that several tests ran: each has what it hit. */
static void test_one_record(void) {
    static const char *const no_then[] = {"then", NULL};
    suite s;
    begin_with(&s, "Release", "Cases");
    uint32_t fact = start(&s, "WholeFact");
    mh_ran(&s.p, "if", 1, no_then, false, 0);
    region(&s, fact, 0, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    uint32_t local = start(&s, "WholeLocal");
    memset(s.p.counters, 1, s.p.counter_count);
    region(&s, local, 0, 0);
    stop(&s, local, CLRCOV_OUTCOME_ENDED);
    fact = start(&s, "WholeFact"); /* another row, which does not run the method */
    region(&s, fact, 0, 0);
    stop(&s, fact, CLRCOV_OUTCOME_ENDED);
    const cov_model *model = finish(&s);
    expect(&s, model, "if", "Cases.WholeFact Cases.WholeLocal");
    expect(&s, model, "then", "Cases.WholeLocal");
    expect(&s, model, "else", "Cases.WholeFact Cases.WholeLocal");
    CU_ASSERT_EQUAL(test_named(model, "WholeFact")->runs, 2);
    end(&s);
}

/* The totals are those of a run that did not record tests. */
static void test_totals(void) {
    suite with;
    suite without;
    begin(&with, "Cases");
    begin(&without, "Cases");
    uint32_t fact = start(&with, "WholeFact");
    for (int i = 0; i < 2; i++) {
        suite *s = i == 0 ? &with : &without;
        ran(s, "if");
        if (i == 0) {
            region(s, fact, 0, 0);
        }
        ran(s, "switch");
    }
    const cov_model *a = finish(&with);
    const cov_model *b = finish(&without);
    CU_ASSERT_EQUAL(memcmp(&a->totals, &b->totals, sizeof a->totals), 0);
    CU_ASSERT_EQUAL(b->test_count, 0);
    for (uint32_t i = 0; i < b->file_count; i++) {
        CU_ASSERT_PTR_NULL(b->files[i].tests);
    }
    end(&without);
    end(&with);
}

/* What a process without tests hits, a child for example, is every test's. */
static void test_other_process(void) {
    suite s;
    mh_process child;
    begin(&s, "Cases");
    uint32_t fact = start(&s, "WholeFact");
    ran(&s, "nested");
    region(&s, fact, 0, 0);
    mh_start(&child, &s.f, CTR_HITS_ONCE);
    mh_ran(&child, "nested", 1, NULL, false, 0);
    mh_ran(&child, "same", 1, NULL, false, 0);
    mh_finish(&child);
    const cov_model *model = finish(&s);
    expect(&s, model, "nested", "Cases.WholeFact*");
    expect(&s, model, "same", "*");
    end(&s);
}

/* --- runs of places --------------------------------------------------------------------------- */

static void test_runs(void) {
    static const cov_run runs[] = {{0, 1}, {5, 300}, {70000, 1}, {UINT32_MAX - 1, 1}};
    static const uint8_t bad[][7] = {{1, 0},
                                     {1},
                                     {0x80},
                                     {1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F},
                                     {0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 1}};
    static const size_t sizes[] = {2, 1, 1, 7, 6};
    cc_buf buf = {0};
    uint32_t last = 0;
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        cov_put_run(&buf, last, &runs[i]);
        last = runs[i].first + runs[i].count;
    }
    cc_span in = cc_buf_span(&buf);
    cov_run run = {0, 0};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        CU_ASSERT(cov_next_run(&in, &run));
        CU_ASSERT_EQUAL(run.first, runs[i].first);
        CU_ASSERT_EQUAL(run.count, runs[i].count);
    }
    CU_ASSERT_FALSE(cov_next_run(&in, &run));
    cc_buf_free(&buf);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned found = 0;
        in = cc_span_of(bad[i], sizes[i]);
        run = (cov_run){0, 0};
        while (cov_next_run(&in, &run)) {
            found++;
        }
        CU_ASSERT_EQUAL(found, i == 3 ? 1 : 0);
    }
}

static const test_case cases[] = {
    {"regions belong to tests and classes", test_regions},
    {"fixtures for several classes", test_wide_fixtures},
    {"the class of the object", test_classes},
    {"very many classes", test_very_many_classes},
    {"work of a test that has returned", test_own},
    {"a class that the process did not note", test_unknown_class},
    {"a class that the process did not note, with lanes", test_unknown_class_in_lanes},
    {"tests that ran at the same time", test_overlap},
    {"outcomes of rows", test_outcomes},
    {"arms of each test alone", test_arms},
    {"arms of a line", test_line_arms},
    {"one record of several tests", test_one_record},
    {"totals are the same", test_totals},
    {"a process without tests", test_other_process},
    {"runs of places", test_runs},
};

TEST_MAIN("tests in the model", cases)
