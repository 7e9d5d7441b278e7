/* Tests in data files: rows, damage, merging. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/data/dat_internal.h"
#include "test_main.h"

static cc_arena *arena;
static char folder[] = "/tmp/clrcov-data-XXXXXX";

enum { POINTS = 9, ARMS = 4 };

static const char *path_of(const char *name) {
    return cc_path_join(arena, folder, name);
}

/* --- an example --------------------------------------------------------------------------------- */

/* A test, and the places that it hit as text: 'x' hit, others not. */
typedef struct row {
    const char *name; /* of the method; NULL: what belongs to every test */
    cov_outcome outcome;
    uint32_t runs;
    bool is_overlapped;
    const char *points, *arms;
} row;

typedef struct part {
    const char *run;
    uint64_t time;
    row rows[3];
    uint32_t count;
} part;

static cc_span runs_of(const char *places) {
    cc_buf out = {0};
    uint32_t end = 0;
    for (uint32_t i = 0; places[i] != '\0'; i++) {
        cov_run run = {i, 0};
        while (places[i] == 'x') {
            run.count++;
            i++;
        }
        if (run.count > 0) {
            cov_put_run(&out, end, &run);
            end = run.first + run.count;
            i--;
        }
    }
    cc_span kept = out.len == 0 ? (cc_span){NULL, 0} : cc_arena_copy(arena, cc_buf_span(&out));
    cc_buf_free(&out);
    return kept;
}

static void make_assembly(cov_raw_assembly *a) {
    *a = (cov_raw_assembly){.name = CC_STR("A"), .framework = CC_STR("net"), .was_loaded = true};
    cov_raw_document *document = cov_raw_add_document(a, arena);
    *document = (cov_raw_document){.path = CC_STR("a.cs")};
    cov_raw_body *body = cov_raw_add_body(a, arena);
    body->token = 0x06000001;
    body->type = CC_STR("T");
    body->name = CC_STR("M");
    body->signature = CC_STR("()");
    for (uint32_t i = 0; i < POINTS; i++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        point->span = (cov_span){i + 1, 5, i + 1, 9};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN;
        point->hits = 1;
        point->loop = COV_RAW_NONE;
    }
    cov_raw_decision *decision = cov_raw_add_decision(a, arena);
    decision->point = 2;
    decision->otherwise = 1;
    for (uint32_t i = 0; i < ARMS; i++) {
        cov_raw_arm *arm = cov_raw_add_arm(a, arena);
        arm->place = i;
        arm->line = i;
        arm->is_taken = true;
    }
    cov_raw_end_body(a);
    a->member_count = POINTS;
    a->members = CC_NEW_ARRAY(arena, mbr_member, POINTS);
    for (uint32_t i = 0; i < POINTS; i++) {
        a->members[i] = (mbr_member){.kind = i == 0 ? MBR_TYPE : MBR_METHOD,
                                     .type = CC_STR("T"),
                                     .name = i == 0 ? CC_STR("") : CC_STR("M()"),
                                     .identity = i + 1,
                                     .declaration = i + 2,
                                     .code = i == 0 ? 0 : INT64_MAX,
                                     .is_measured = i > 0};
    }
}

static void add_row(cov_raw *raw, const row *from, uint64_t time) {
    cov_raw_assembly *a = raw->assemblies;
    uint32_t test = COV_RAW_SHARED;
    if (from->name != NULL) {
        test = raw->test_count;
        raw->tests[raw->test_count++] = (cov_test){.assembly = CC_STR("Tests"),
                                                   .type = CC_STR("Ns.Outer+Inner"),
                                                   .method = cc_strz(from->name),
                                                   .outcome = from->outcome,
                                                   .runs = from->runs,
                                                   .is_overlapped = from->is_overlapped,
                                                   .last_run = time};
    }
    if (from->points[0] != '\0' || from->arms[0] != '\0') {
        a->test_hits[a->test_hit_count++] = (cov_raw_test_hits){
            test, runs_of(from->points), runs_of(from->arms), runs_of(from->points)};
    }
}

static cov_raw *raw_of(const part *p) {
    cov_raw *raw = CC_NEW(arena, cov_raw);
    raw->runs = CC_NEW(arena, cov_raw_run);
    raw->run_count = 1;
    *raw->runs = (cov_raw_run){
        .id = cc_strz(p->run), .tool = CC_STR("test"), .started = p->time, .hits = CTR_HITS_ONCE};
    raw->assemblies = CC_NEW(arena, cov_raw_assembly);
    raw->assembly_count = 1;
    make_assembly(raw->assemblies);
    raw->tests = CC_NEW_ARRAY(arena, cov_test, 3);
    raw->assemblies->test_hits = CC_NEW_ARRAY(arena, cov_raw_test_hits, 3);
    for (uint32_t i = 0; i < p->count; i++) {
        add_row(raw, &p->rows[i], p->time);
    }
    return raw;
}

static const part first = {"a",
                           10,
                           {{NULL, COV_OUTCOME_OPEN, 0, false, "x........", "...x"},
                            {"Adds", COV_OUTCOME_ENDED, 2, false, ".xx......", "x..."},
                            {"Throws", COV_OUTCOME_THREW, 1, true, "...x.x...", ""}},
                           3};
static const part second = {"b",
                            20,
                            {{NULL, COV_OUTCOME_OPEN, 0, false, "xx.......", ""},
                             {"Adds", COV_OUTCOME_THREW, 1, false, "...x....x", "..x."},
                             {"Later", COV_OUTCOME_OPEN, 5, false, "xxxxxxxxx", "xxxx"}},
                            3};
static const part third = {"c",
                           20,
                           {{"Adds", COV_OUTCOME_ENDED, 7, true, ".x.......", ".x.."},
                            {"Throws", COV_OUTCOME_ENDED, 1, false, "..x.x....", ""}},
                           2};

/* --- as text ------------------------------------------------------------------------------------ */

static void put_places(cc_buf *out, cc_span runs, uint32_t count) {
    char places[POINTS + 1] = {0};
    cov_run run = {0, 0};
    memset(places, '.', count);
    while (cov_next_run(&runs, &run)) {
        CU_ASSERT_FATAL(run.first + run.count <= count);
        memset(places + run.first, 'x', run.count);
    }
    cc_buf_printf(out, " %s", places);
}

static const char *text_of(const cov_raw *raw) {
    static const char *const outcomes[] = {"open", "ended", "threw"};
    const cov_raw_assembly *a = raw->assemblies;
    cc_buf out = {0};
    for (uint32_t i = 0; i < raw->test_count; i++) {
        const cov_test *t = &raw->tests[i];
        cc_buf_printf(&out, "%.*s %s %u%s %u\n", CC_STR_ARGS(t->method), outcomes[t->outcome],
                      t->runs, t->is_overlapped ? "*" : "", (unsigned)t->last_run);
    }
    for (uint32_t i = 0; i < a->test_hit_count; i++) {
        const cov_raw_test_hits *hits = &a->test_hits[i];
        bool is_shared = hits->test == COV_RAW_SHARED;
        cc_str name = is_shared ? CC_STR("shared") : raw->tests[hits->test].method;
        cc_buf_printf(&out, "%.*s", CC_STR_ARGS(name));
        put_places(&out, hits->points, POINTS);
        put_places(&out, hits->arms, ARMS);
        CU_ASSERT(cc_span_eq(hits->members, hits->points)); /* as add_row() makes them */
        cc_buf_puts(&out, "\n");
    }
    const char *text = cc_arena_strdup(arena, cc_buf_str(&out));
    cc_buf_free(&out);
    return text;
}

static void expect(const cov_raw *raw, const char *expected) {
    const char *text = text_of(raw);
    if (strcmp(text, expected) != 0) {
        printf("\n%s---\n%s", text, expected);
    }
    CU_ASSERT_STRING_EQUAL(text, expected);
}

#define FIRST                                                                                      \
    "Adds ended 2 10\nThrows threw 1* 10\n"                                                        \
    "shared x........ ...x\nAdds .xx...... x...\nThrows ...x.x... ....\n"

/* --- files -------------------------------------------------------------------------------------- */

static cov_raw *read_back(const char *path) {
    cov_raw *got = NULL;
    CU_ASSERT_EQUAL_FATAL(dat_read(&got, path, arena), CC_OK);
    return got;
}

static const char *write_part(const char *name, const part *p) {
    const char *path = path_of(name);
    CU_ASSERT_EQUAL_FATAL(dat_write(path, raw_of(p)), CC_OK);
    return path;
}

static void test_round_trip(void) {
    const cov_raw *got = read_back(write_part("a.clrcov", &first));
    expect(got, FIRST);
    CU_ASSERT(cc_str_eqz(got->tests[0].assembly, "Tests"));
    CU_ASSERT(cc_str_eqz(got->tests[0].type, "Ns.Outer+Inner"));
    const cov_raw_assembly *a = got->assemblies;
    CU_ASSERT_EQUAL_FATAL(a->member_count, POINTS);
    CU_ASSERT(a->members[0].kind == MBR_TYPE && !a->members[0].is_measured);
    CU_ASSERT(a->members[8].kind == MBR_METHOD && a->members[8].is_measured);
    CU_ASSERT(cc_str_eqz(a->members[8].type, "T") && cc_str_eqz(a->members[8].name, "M()"));
    CU_ASSERT_EQUAL(a->members[8].identity, 9);
    CU_ASSERT_EQUAL(a->members[8].declaration, 10);
    CU_ASSERT_EQUAL(a->members[8].code, INT64_MAX);
}

static void run_sql(const char *path, const char *sql) {
    sqlite3 *db = NULL;
    char *message = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &db), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_exec(db, sql, NULL, NULL, &message), SQLITE_OK);
    CU_ASSERT_EQUAL(sqlite3_close(db), SQLITE_OK);
}

static void test_damage(void) {
    static const struct {
        const char *sql;
        cc_err err;
    } rows[] = {
        {"SELECT 1", CC_OK},
        {"UPDATE test SET outcome = 'passed' WHERE id = 1", CC_E_FORMAT},
        {"UPDATE test SET id = 7 WHERE id = 2", CC_E_FORMAT},
        {"DELETE FROM test WHERE id = 1", CC_E_FORMAT},
        {"DELETE FROM test WHERE id = 2", CC_E_FORMAT}, /* its hits are left */
        {"UPDATE test SET runs = -1 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE test SET runs = 4294967296 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE test SET is_overlapped = 2 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE test SET last_run = -1 WHERE id = 1", CC_E_FORMAT},
        {"INSERT INTO test_hit VALUES(3, 1, X'0001', X'')", CC_E_FORMAT},
        {"INSERT INTO test_hit VALUES(-1, 1, X'0001', X'')", CC_E_FORMAT},
        {"UPDATE test_hit SET build = 2 WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_hit SET build = 0 WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_hit SET points = X'0009' WHERE test = 1", CC_OK},
        {"UPDATE test_hit SET points = X'000A' WHERE test = 1", CC_E_FORMAT}, /* one too many */
        {"UPDATE test_hit SET points = X'0901' WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_hit SET points = X'0801' WHERE test = 1", CC_OK},
        {"UPDATE test_hit SET points = X'0100' WHERE test = 1", CC_E_FORMAT}, /* an empty run */
        {"UPDATE test_hit SET points = X'01' WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_hit SET points = X'FFFFFFFF0F01' WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_hit SET arms = X'0004' WHERE test = 1", CC_OK},
        {"UPDATE test_hit SET arms = X'0005' WHERE test = 1", CC_E_FORMAT},
        {"UPDATE member SET id = 20 WHERE id = 9", CC_E_FORMAT},
        {"UPDATE member SET id = 20 WHERE id = 5", CC_E_FORMAT},
        {"UPDATE member SET build = 2 WHERE id = 9", CC_E_FORMAT},
        {"UPDATE member SET kind = 'event' WHERE id = 9", CC_E_FORMAT},
        {"UPDATE member SET identity = -1 WHERE id = 9", CC_E_FORMAT},
        {"UPDATE test_member SET members = X'000A' WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_member SET build = 0 WHERE test = 1", CC_E_FORMAT},
        {"UPDATE test_member SET test = 9 WHERE test = 1", CC_E_FORMAT},
        {"DROP TABLE member; DROP TABLE test_member", CC_OK},
        {"DROP TABLE test", CC_OK}, /* files of earlier versions have neither */
        {"DROP TABLE test_hit", CC_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cov_raw *got = NULL;
        const char *path = write_part("damaged.clrcov", &first);
        run_sql(path, rows[i].sql);
        cc_err err = dat_read(&got, path, arena);
        if (err != rows[i].err) {
            printf("\n    %s: %d, %s\n", rows[i].sql, (int)err, cc_error_message());
        }
        CU_ASSERT_EQUAL(err, rows[i].err);
    }
}

static void test_older_file(void) {
    const char *path = write_part("old.clrcov", &first);
    run_sql(path, "DROP TABLE test; DROP TABLE test_hit");
    const cov_raw *got = read_back(path);
    CU_ASSERT_EQUAL(got->test_count, 0);
    CU_ASSERT_EQUAL(got->assemblies->test_hit_count, 0);
    CU_ASSERT_EQUAL(got->assemblies->points[0].hits, 1);
}

/* --- merging ------------------------------------------------------------------------------------ */

static cov_raw *merge(cov_raw *a, cov_raw *b, cov_raw *c) {
    cov_raw *inputs[] = {a, b, c};
    dat_merger *merger = dat_merger_open(arena);
    for (size_t i = 0; i < 3; i++) {
        if (inputs[i] != NULL) {
            CU_ASSERT_EQUAL_FATAL(dat_merger_add(merger, inputs[i]), CC_OK);
        }
    }
    cov_raw *out = dat_merger_finish(merger);
    dat_merger_close(merger);
    return out;
}

/* As a file of data comes back. */
static cov_raw *stored(const part *p) {
    return read_back(write_part("part.clrcov", p));
}

/* Of two runs at one time the exception counts; the places are united. */
static const char all[] = "Adds threw 7* 20\nLater open 5 20\nThrows ended 1* 20\n"
                          "shared xx....... ...x\nAdds .xxx....x xxx.\n"
                          "Later xxxxxxxxx xxxx\nThrows ..xxxx... ....\n";

static void test_any_order(void) {
    static const part *const parts[] = {&first, &second, &third};
    static const int orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        const int *o = orders[i];
        expect(merge(stored(parts[o[0]]), stored(parts[o[1]]), stored(parts[o[2]])), all);
        cov_raw *two = merge(stored(parts[o[0]]), stored(parts[o[1]]), NULL);
        expect(merge(two, stored(parts[o[2]]), NULL), all);
        two = merge(stored(parts[o[1]]), stored(parts[o[2]]), NULL);
        expect(merge(stored(parts[o[0]]), two, NULL), all);
    }
}

static void test_twice(void) {
    expect(merge(stored(&first), NULL, NULL), FIRST);
    expect(merge(stored(&first), stored(&first), NULL), FIRST);
    cov_raw *whole = merge(stored(&first), stored(&second), stored(&third));
    expect(merge(whole, stored(&second), stored(&third)), all);
}

/* Files whose builds are known are read without their rows. */
static void test_files(void) {
    const char *paths[] = {write_part("1.clrcov", &first), write_part("2.clrcov", &second),
                           write_part("3.clrcov", &third), write_part("4.clrcov", &second)};
    dat_merger *merger = dat_merger_open(arena);
    CU_ASSERT_EQUAL_FATAL(dat_merge_files(merger, paths, 4, NULL), CC_OK);
    cov_raw *out = dat_merger_finish(merger);
    dat_merger_close(merger);
    expect(out, all);
    CU_ASSERT_EQUAL_FATAL(dat_write(path_of("all.clrcov"), out), CC_OK);
    expect(read_back(path_of("all.clrcov")), all);
}

/* A file without tests changes nothing of them. */
static void test_without_tests(void) {
    static const part none = {"d", 30, {{NULL, COV_OUTCOME_OPEN, 0, false, "", ""}}, 0};
    expect(merge(stored(&first), stored(&none), NULL), FIRST);
    expect(merge(stored(&none), stored(&first), NULL), FIRST);
    expect(merge(stored(&none), NULL, NULL), "");
}

static void test_later_outcome(void) {
    static const struct {
        uint64_t times[2];
        cov_outcome outcomes[2], expected;
    } cases[] = {
        {{1, 2}, {COV_OUTCOME_THREW, COV_OUTCOME_ENDED}, COV_OUTCOME_ENDED},
        {{1, 2}, {COV_OUTCOME_ENDED, COV_OUTCOME_OPEN}, COV_OUTCOME_OPEN},
        {{2, 2}, {COV_OUTCOME_ENDED, COV_OUTCOME_OPEN}, COV_OUTCOME_OPEN},
        {{2, 2}, {COV_OUTCOME_OPEN, COV_OUTCOME_THREW}, COV_OUTCOME_THREW},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        part parts[2];
        for (size_t k = 0; k < 2; k++) {
            parts[k] = (part){k == 0 ? "a" : "b", cases[i].times[k], .count = 1};
            parts[k].rows[0] = (row){"Adds", cases[i].outcomes[k], 1, false, "x", ""};
        }
        for (size_t k = 0; k < 2; k++) {
            const cov_raw *out = merge(raw_of(&parts[k]), raw_of(&parts[1 - k]), NULL);
            CU_ASSERT_EQUAL_FATAL(out->test_count, 1);
            CU_ASSERT_EQUAL(out->tests[0].outcome, cases[i].expected);
        }
    }
}

static const test_case cases[] = {
    {"what is written is read", test_round_trip},
    {"damage", test_damage},
    {"a file of an earlier version", test_older_file},
    {"merged in any order and grouping", test_any_order},
    {"merged twice", test_twice},
    {"merged files", test_files},
    {"merged with data without tests", test_without_tests},
    {"the outcome of the later run", test_later_outcome},
};

int main(void) {
    arena = cc_arena_new();
    if (arena == NULL || mkdtemp(folder) == NULL) {
        return 2;
    }
    int failed = test_run("tests in data", cases, sizeof cases / sizeof *cases);
    (void)!cc_dir_remove(folder);
    cc_arena_free(arena);
    return failed;
}
