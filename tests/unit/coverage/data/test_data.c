/* Data files: what is written is read, counts as bytes, merging of counts, damage of each number,
 * the schema and its document. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "coverage/data/dat_internal.h"
#include "test_main.h"

static cc_arena *arena;
static char folder[] = "/tmp/clrcov-data-XXXXXX";

static const char *path_of(const char *name) {
    return cc_path_join(arena, folder, name);
}

/* --- an example --------------------------------------------------------------------------------- */

enum { POINTS = 3, ARMS = 2 };

/* One body with three points, the last of them in dead code, and a decision. */
static void make_assembly(cov_raw_assembly *a, const char *name, const uint64_t *hits,
                          const bool *taken) {
    *a = (cov_raw_assembly){.name = cc_strz(name), .framework = CC_STR("net"), .was_loaded = true};
    memcpy(a->mvid, "0123456789abcdef", sizeof a->mvid);
    cov_raw_document *document = cov_raw_add_document(a, arena);
    *document = (cov_raw_document){.path = CC_STR("src/\xC3\xA4'.cs"),
                                   .checksum_kind = PDB_SUM_SHA256,
                                   .checksum = cc_span_of("0123456789abcdef0123456789abcdef", 32),
                                   .embedded = cc_span_of("\0\0\0\0text", 8)};
    cov_raw_body *body = cov_raw_add_body(a, arena);
    body->token = 0x06000001;
    body->type = CC_STR("Ns.T");
    body->name = CC_STR("M");
    body->signature = CC_STR("()");
    for (uint32_t i = 0; i < POINTS; i++) {
        cov_raw_point *point = cov_raw_add_point(a, arena);
        point->span = (cov_span){i + 1, 5, i + 1, 9};
        point->flags = COV_RAW_COUNTED | COV_RAW_OWN | (i == 2 ? (unsigned)COV_RAW_DEAD : 0);
        point->hits = hits[i];
        point->is_passed = i == 1 && hits[i] == 0;
        point->loop = i == 1 ? 0 : COV_RAW_NONE;
    }
    cov_raw_decision *decision = cov_raw_add_decision(a, arena);
    decision->point = 2;
    decision->otherwise = 1;
    decision->test = DEC_TEST_LESS;
    decision->holds = 1;
    for (uint32_t i = 0; i < ARMS; i++) {
        cov_raw_arm *arm = cov_raw_add_arm(a, arena);
        arm->place = ((uint64_t)7 << 32) + i;
        arm->line = i * 9;
        arm->is_dead = i == 1;
        arm->is_taken = taken[i];
    }
    cov_raw_end_body(a);
}

static cov_raw *make_raw(const char *id, ctr_hits kind, const uint64_t *hits, const bool *taken) {
    cov_raw *raw = CC_NEW(arena, cov_raw);
    raw->runs = CC_NEW(arena, cov_raw_run);
    raw->run_count = 1;
    *raw->runs = (cov_raw_run){.id = cc_strz(id),
                               .tool = CC_STR("test"),
                               .started = 77,
                               .hits = kind,
                               .processes = 2,
                               .tests_left_out = 17};
    raw->assemblies = CC_NEW(arena, cov_raw_assembly);
    raw->assembly_count = 1;
    make_assembly(raw->assemblies, "A", hits, taken);
    return raw;
}

static cov_raw *make_example(void) {
    const uint64_t hits[POINTS] = {4, 0, 1};
    const bool taken[ARMS] = {true, false};
    cov_raw *raw = make_raw("run-1", CTR_HITS_EXACT, hits, taken);
    static cov_raw_setting settings[] = {{{"run-1", 5}, {"root", 4}, {"/x", 2}}};
    static cov_omitted omitted[] = {{{"Lib", 3}, CTR_REASON_NO_PDB, {"beside it", 9}}};
    static cov_fact facts[] = {{.subject = COV_SUBJECT_MEMBER,
                                .assembly = {"A", 1},
                                .type = {"Ns.T", 4},
                                .name = {"M()", 3},
                                .path = {"src/a.cs", 8},
                                .first_line = 1,
                                .last_line = 3,
                                .has_data = true,
                                .detail = {"", 0}}};
    static cc_str lost[] = {{"lost", 4}}, warnings[] = {{"w1", 2}, {"w2", 2}},
                  missing[] = {{"m", 1}};
    static mod_left_out_range ranges[] = {{3, 4, {"off", 3}}, {9, UINT32_MAX, {"rest", 4}}};
    static mod_left_out left_out = {.ranges = ranges, .count = 2};
    static cov_raw_left_out places[] = {{{"src/a.cs", 8}, {(const uint8_t *)"sum", 3}, &left_out}};
    raw->runs->program = CC_STR("dotnet test");
    raw->runs->branch = CC_STR("main");
    raw->runs->repository = CC_STR("https://github.com/o/r");
    raw->settings = settings;
    raw->setting_count = 1;
    raw->omitted = omitted;
    raw->omitted_count = 1;
    raw->facts = facts;
    raw->fact_count = 1;
    raw->lost = lost;
    raw->lost_count = 1;
    raw->warnings = warnings;
    raw->warning_count = 2;
    raw->missing = missing;
    raw->missing_count = 1;
    raw->left_out = places;
    raw->left_out_count = 1;
    return raw;
}

/* --- files -------------------------------------------------------------------------------------- */

static void test_round_trip(void) {
    cov_raw *raw = make_example();
    cov_raw *got = NULL;
    const char *path = path_of("a.clrcov");
    CU_ASSERT_EQUAL_FATAL(dat_write(path, raw), CC_OK);
    CU_ASSERT_TRUE(dat_is_file(path));
    CU_ASSERT_EQUAL_FATAL(dat_read(&got, path, arena), CC_OK);
    const cov_raw_assembly *a = got->assemblies;
    CU_ASSERT_EQUAL_FATAL(got->assembly_count, 1);
    CU_ASSERT_EQUAL_FATAL(a->point_count, POINTS);
    CU_ASSERT_EQUAL_FATAL(a->arm_count, ARMS);
    CU_ASSERT(cc_str_eqz(a->documents[0].path, "src/\xC3\xA4'.cs"));
    CU_ASSERT_EQUAL(a->documents[0].checksum.len, 32);
    CU_ASSERT_TRUE(cc_span_eq(a->documents[0].embedded, cc_span_of("\0\0\0\0text", 8)));
    CU_ASSERT_EQUAL(a->points[0].hits, 4);
    CU_ASSERT_TRUE(a->points[1].is_passed);
    CU_ASSERT_EQUAL(a->points[1].loop, 0);
    uint64_t hits[POINTS];
    cov_raw_hits(a, &a->bodies[0], hits);
    CU_ASSERT_TRUE(hits[0] == 4 && hits[1] == 4 && hits[2] == 1);
    CU_ASSERT_EQUAL(a->decisions[0].otherwise, 1);
    CU_ASSERT_EQUAL(a->arms[1].place, ((uint64_t)7 << 32) + 1);
    CU_ASSERT_TRUE(a->arms[0].is_taken && !a->arms[1].is_taken && a->arms[1].is_dead);
    CU_ASSERT_EQUAL(got->runs[0].processes, 2);
    CU_ASSERT_EQUAL(got->runs[0].tests_left_out, 17);
    CU_ASSERT(cc_str_eqz(got->runs[0].program, "dotnet test"));
    CU_ASSERT(cc_str_eqz(got->runs[0].branch, "main"));
    CU_ASSERT(cc_str_eqz(got->runs[0].repository, "https://github.com/o/r"));
    CU_ASSERT(got->runs[0].project.len == 0 && got->runs[0].folder.len == 0);
    CU_ASSERT_EQUAL(got->left_out[0].ranges->ranges[1].last, UINT32_MAX);
    CU_ASSERT_TRUE(cc_span_eq(got->left_out[0].checksum, cc_span_of("sum", 3)));
    CU_ASSERT_EQUAL(got->facts[0].last_line, 3);
    CU_ASSERT_EQUAL(got->omitted[0].reason, CTR_REASON_NO_PDB);
    /* what was read is written as the same bytes */
    cc_mapped_file first;
    cc_mapped_file second;
    const char *again = path_of("b.clrcov");
    CU_ASSERT_EQUAL_FATAL(dat_write(again, got), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&first, path, true), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&second, again, true), CC_OK);
    CU_ASSERT_TRUE(cc_span_eq(first.bytes, second.bytes));
    cc_file_unmap(&first);
    cc_file_unmap(&second);
    cov_raw_drop_rows(got);
    cov_raw_drop_rows(got);
    CU_ASSERT_TRUE(a->document_count == 0 && a->body_count == 0 && a->points == NULL);
    CU_ASSERT_TRUE(cc_str_eqz(a->name, "A") && got->fact_count == 1);
}

static void test_old_file_stays(void) {
    const char *path = path_of("old.clrcov");
    cov_raw *got = NULL;
    CU_ASSERT_EQUAL(cc_file_write(path, cc_span_of("old", 3), 0644), CC_OK);
    CU_ASSERT_NOT_EQUAL(dat_write(cc_path_join(arena, path, "below"), make_example()), CC_OK);
    CU_ASSERT_EQUAL(dat_read(&got, path, arena), CC_E_FORMAT);
    CU_ASSERT_PTR_NULL(got);
    CU_ASSERT_EQUAL(dat_read(&got, path_of("none"), arena), CC_E_NOTFOUND);
    CU_ASSERT_EQUAL(dat_write("/dev/null", make_example()), CC_E_IO);
}

/* --- damage -------------------------------------------------------------------------------------- */

static void run_sql(const char *path, const char *sql) {
    sqlite3 *db = NULL;
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(path, &db), SQLITE_OK);
    int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (code != SQLITE_OK) {
        printf("\n    %s: %s\n", sql, sqlite3_errmsg(db));
    }
    CU_ASSERT_EQUAL(code, SQLITE_OK);
    (void)sqlite3_close(db);
}

static void test_damage(void) {
    static const struct {
        const char *sql;
        cc_err err;
    } rows[] = {
        {"UPDATE point SET document = 2 WHERE id = 2", CC_E_FORMAT},
        {"UPDATE point SET document = -1 WHERE id = 2", CC_E_FORMAT},
        {"UPDATE point SET body = 9 WHERE id = 3", CC_E_FORMAT},
        {"UPDATE point SET body = 0 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE point SET id = 9 WHERE id = 3", CC_E_FORMAT},
        {"UPDATE point SET start_line = 0 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE point SET end_line = 900000 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE point SET start_column = 99999999999 WHERE id = 1", CC_E_FORMAT},
        {"UPDATE point SET loop = 2 WHERE id = 2", CC_E_FORMAT},
        {"UPDATE point SET loop = 3 WHERE id = 2", CC_E_FORMAT},
        {"UPDATE decision SET point = 0", CC_E_FORMAT},
        {"UPDATE decision SET point = 4", CC_E_FORMAT},
        {"UPDATE decision SET otherwise = 4", CC_E_FORMAT},
        {"UPDATE decision SET test = 7", CC_E_FORMAT},
        {"UPDATE decision SET is_dead = 2", CC_E_FORMAT},
        {"UPDATE arm SET decision = 2 WHERE id = 2", CC_E_FORMAT},
        {"UPDATE body SET build = 2", CC_E_FORMAT},
        {"UPDATE build SET mvid = X'00'", CC_E_FORMAT},
        {"UPDATE build SET points = 4", CC_E_FORMAT},
        {"UPDATE build SET arms = 1", CC_E_FORMAT},
        {"UPDATE build SET empty_reason = 'nothing known'", CC_E_FORMAT},
        {"UPDATE fact SET subject = 'planet'", CC_E_FORMAT},
        {"INSERT INTO hit VALUES(4, 1)", CC_E_FORMAT},
        {"INSERT INTO hit VALUES(0, 1)", CC_E_FORMAT},
        {"INSERT INTO taken VALUES(3)", CC_E_FORMAT},
        {"UPDATE hit SET count = -1", CC_E_FORMAT},
        {"INSERT INTO run_hits VALUES('x', 2, X'0001')", CC_E_FORMAT},
        {"UPDATE left_out SET first_line = 9", CC_E_FORMAT},
        {"INSERT INTO embedded VALUES(2, X'0000')", CC_E_FORMAT},
        {"UPDATE embedded SET source = 5", CC_OK},
        {"UPDATE embedded SET source = X'0000200000'", CC_OK},       /* 2 MiB of text */
        {"UPDATE embedded SET source = X'0000600000'", CC_E_FORMAT}, /* 6 MiB, in one byte */
        {"DROP TABLE embedded", CC_OK},
        {"DROP TABLE embedded; CREATE VIEW embedded AS SELECT 9 AS document, 9 AS source", CC_OK},
        {"PRAGMA user_version = 2", CC_E_UNSUPPORTED},
        {"PRAGMA application_id = 5", CC_E_FORMAT},
        {"DROP TABLE passed", CC_E_FORMAT},
        {"DROP TABLE passed; CREATE VIEW passed AS SELECT 1 AS point", CC_E_FORMAT},
        {"DROP TABLE passed; PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES("
         "'table', 'passed', 'passed', 0, 'CREATE VIRTUAL TABLE passed USING fts5(point)')",
         CC_E_FORMAT},
        {"DROP TABLE passed; CREATE TABLE passed(x, point AS (length(zeroblob(x))))", CC_E_FORMAT},
        {"ALTER TABLE run ADD COLUMN machine TEXT AS (hex(id))", CC_E_FORMAT},
        /* what is more than asked for is not damage */
        {"ALTER TABLE run DROP COLUMN tests_left_out", CC_OK},
        {"CREATE TABLE more(a); ALTER TABLE run ADD COLUMN machine TEXT", CC_OK},
        {"UPDATE point SET flags = 4095 WHERE id = 1", CC_OK},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *path = path_of("damaged.clrcov");
        cov_raw *got = NULL;
        CU_ASSERT_EQUAL_FATAL(dat_write(path, make_example()), CC_OK);
        run_sql(path, rows[i].sql);
        cc_err err = dat_read(&got, path, arena);
        if (err != rows[i].err) {
            printf("\n    %s: %d, %s\n", rows[i].sql, (int)err, cc_error_message());
        }
        CU_ASSERT_EQUAL(err, rows[i].err);
        CU_ASSERT_TRUE(err == CC_OK || strstr(cc_error_message(), path) != NULL);
    }
}

/* Each byte of a small file once, and each length: an error or data, never a crash. */
static void test_cut_and_changed(void) {
    const char *path = path_of("whole.clrcov");
    const char *changed = path_of("changed.clrcov");
    cc_mapped_file file;
    CU_ASSERT_EQUAL_FATAL(dat_write(path, make_example()), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, true), CC_OK);
    for (size_t at = 0; at < file.bytes.len; at += 1 + at / 50) {
        cov_raw *got = NULL;
        cc_span copy = cc_arena_copy(arena, file.bytes);
        ((uint8_t *)(uintptr_t)copy.data)[at] ^= 0xFF;
        CU_ASSERT_EQUAL_FATAL(cc_file_write(changed, copy, 0644), CC_OK);
        (void)!dat_read(&got, changed, arena);
        CU_ASSERT_EQUAL_FATAL(cc_file_write(changed, cc_span_of(copy.data, at), 0644), CC_OK);
        CU_ASSERT_NOT_EQUAL(dat_read(&got, changed, arena), CC_OK);
    }
    cc_file_unmap(&file);
}

/* --- counts -------------------------------------------------------------------------------------- */

static void test_counts(void) {
    static const uint64_t points[] = {0, 1, 5, 200, 100000};
    static const uint64_t counts[] = {1, 127, 128, UINT64_MAX, 3};
    cc_buf out = {0};
    uint64_t next = 0;
    for (int i = 0; i < 5; i++) {
        dat_counts_put(&out, &next, points[i], counts[i]);
    }
    dat_counts read = dat_counts_read(cc_buf_span(&out));
    for (int i = 0; i < 5; i++) {
        CU_ASSERT_TRUE_FATAL(dat_counts_next(&read));
        CU_ASSERT_EQUAL(read.point, points[i]);
        CU_ASSERT_EQUAL(read.count, counts[i]);
    }
    CU_ASSERT_FALSE(dat_counts_next(&read));
    CU_ASSERT_FALSE(read.is_damaged);
    cc_buf_free(&out);
    static const char *const damaged[] = {"\x80", "\x01", "\x01\x80",
                                          "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x02\x01"};
    for (int i = 0; i < 4; i++) {
        dat_counts bad = dat_counts_read(cc_span_of(damaged[i], strlen(damaged[i])));
        CU_ASSERT_FALSE(dat_counts_next(&bad));
        CU_ASSERT_TRUE(bad.is_damaged);
    }
}

/* --- merging ------------------------------------------------------------------------------------- */

static cov_raw *merge(cov_raw *const *inputs, size_t count) {
    dat_merger *merger = dat_merger_open(arena);
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL_FATAL(dat_merger_add(merger, inputs[i]), CC_OK);
    }
    cov_raw *out = dat_merger_finish(merger);
    dat_merger_close(merger);
    return out;
}

typedef struct part {
    const char *id;
    ctr_hits kind;
    uint64_t hits[POINTS];
    bool taken[ARMS];
} part;

static cov_raw *raw_of(const part *p) {
    return make_raw(p->id, p->kind, p->hits, p->taken);
}

static void test_merged_counts(void) {
    static const part a = {"a", CTR_HITS_EXACT, {4, 0, 0}, {true, false}};
    static const part b = {"b", CTR_HITS_EXACT, {2, 3, 0}, {false, true}};
    static const part c = {"c", CTR_HITS_ONCE, {1, 0, 1}, {false, false}};
    cov_raw *all = merge((cov_raw *[]){raw_of(&a), raw_of(&b), raw_of(&c), raw_of(&b)}, 4);
    CU_ASSERT_EQUAL_FATAL(all->assembly_count, 1);
    const cov_raw_assembly *merged = all->assemblies;
    CU_ASSERT_EQUAL(merged->points[0].hits, 6);
    CU_ASSERT_EQUAL(merged->points[1].hits, 3);
    CU_ASSERT_EQUAL(merged->points[2].hits, 1); /* somebody saw it once */
    CU_ASSERT_FALSE(merged->points[1].is_passed);
    CU_ASSERT_TRUE(merged->arms[0].is_taken && merged->arms[1].is_taken);
    CU_ASSERT_EQUAL(all->run_count, 3);
    CU_ASSERT_EQUAL(all->run_hits_count, 2); /* of the exact ones */
    /* groups that overlap */
    cov_raw *left = merge((cov_raw *[]){raw_of(&a), raw_of(&b)}, 2);
    cov_raw *right = merge((cov_raw *[]){raw_of(&b), raw_of(&c)}, 2);
    cov_raw *both = merge((cov_raw *[]){right, left}, 2);
    for (uint32_t i = 0; i < POINTS; i++) {
        CU_ASSERT_EQUAL(both->assemblies->points[i].hits, merged->points[i].hits);
    }
    /* a run that went on between two looks at it */
    static const part later = {"a", CTR_HITS_EXACT, {9, 0, 2}, {true, false}};
    cov_raw *grown = merge((cov_raw *[]){raw_of(&a), raw_of(&later)}, 2);
    CU_ASSERT_EQUAL(grown->assemblies->points[0].hits, 9);
    CU_ASSERT_EQUAL(grown->assemblies->points[2].hits, 2);
    CU_ASSERT_EQUAL(grown->run_hits_count, 0);
}

/* Another signature, column or place of an arm is another build. */
static void test_digests(void) {
    static const part a = {"a", CTR_HITS_ONCE, {1, 0, 0}, {true, false}};
    cov_raw *raw = raw_of(&a);
    dat_digest(raw->assemblies);
    cc_hash128 first = raw->assemblies->digest;
    for (int i = 0; i < 6; i++) {
        cov_raw *other = raw_of(&a);
        cov_raw_assembly *x = other->assemblies;
        switch (i) {
        case 0:
            x->points[1].hits = 7;
            x->arms[1].is_taken = true;
            break;
        case 1:
            x->bodies[0].signature = CC_STR("(x)");
            break;
        case 2:
            x->points[1].span.end_column++;
            break;
        case 3:
            x->arms[1].place++;
            break;
        case 4:
            x->documents[0].checksum = cc_span_of("1123456789abcdef0123456789abcdef", 32);
            break;
        default:
            x->decisions[0].otherwise = COV_RAW_NONE;
            break;
        }
        dat_digest(x);
        bool is_same = memcmp(&first, &x->digest, sizeof first) == 0;
        CU_ASSERT_EQUAL(is_same, i == 0);
    }
}

/* --- the history ---------------------------------------------------------------------------------- */

static cov_history_row commit_of(const char *hash, uint64_t time, uint64_t covered) {
    return (cov_history_row){
        cc_strz(hash), time, {.lines_valid = 10, .lines_covered = covered, .methods_valid = 3}};
}

/* "hash covered/valid ..." of the file. */
static const char *described_history(const char *path) {
    cov_history history;
    const char *text = "";
    CU_ASSERT_EQUAL_FATAL(dat_history_read(&history, path, arena), CC_OK);
    for (uint32_t i = 0; i < history.count; i++) {
        const cov_history_row *row = &history.rows[i];
        text =
            cc_arena_printf(arena, "%s%.*s %u/%u ", text, (int)row->commit.len, row->commit.s,
                            (unsigned)row->totals.lines_covered, (unsigned)row->totals.lines_valid);
    }
    return text;
}

static void test_history(void) {
    const char *path = path_of("history.clrcov");
    cov_history none;
    const cov_history_row rows[] = {commit_of("b", 20, 5), commit_of("a", 10, 4),
                                    commit_of("c", 20, 6), commit_of("b", 30, 7)};
    CU_ASSERT_EQUAL(dat_history_read(&none, path, arena), CC_E_NOTFOUND);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_EQUAL_FATAL(dat_history_add(path, &rows[i]), CC_OK);
    }
    CU_ASSERT_STRING_EQUAL(described_history(path), "a 4/10 c 6/10 b 7/10 ");
}

/* A data file is not a history, nor is a text; both stay as they are. */
static void test_no_history(void) {
    const char *data = path_of("data.clrcov");
    const char *text = path_of("text");
    const cov_history_row row = commit_of("a", 1, 1);
    cov_raw raw = {0};
    cov_history history;
    CU_ASSERT_EQUAL_FATAL(dat_write(data, &raw), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(text, cc_span_of("no", 2), 0644), CC_OK);
    CU_ASSERT_EQUAL(dat_history_add(data, &row), CC_E_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "not a history of clrcov"));
    CU_ASSERT_EQUAL(dat_history_add(text, &row), CC_E_FORMAT);
    CU_ASSERT_EQUAL(dat_history_read(&history, data, arena), CC_E_FORMAT);
    cov_raw *again = NULL;
    CU_ASSERT_EQUAL(dat_read(&again, data, arena), CC_OK);
    const char *made = path_of("made.clrcov");
    CU_ASSERT_EQUAL_FATAL(dat_history_add(made, &row), CC_OK);
    CU_ASSERT_EQUAL(dat_read(&again, made, arena), CC_E_FORMAT);
}

/* Threads that add at the same time lose nothing of each other. */
static void *add_many(void *ctx) {
    const char *path = ctx;
    for (int i = 0; i < 20; i++) {
        char hash[32];
        (void)snprintf(hash, sizeof hash, "%p-%d", (void *)&hash, i);
        const cov_history_row row = commit_of(hash, 1, 1);
        CU_ASSERT_EQUAL(dat_history_add(path, &row), CC_OK);
    }
    return NULL;
}

static void test_history_at_once(void) {
    char *path = cc_arena_strdup(arena, cc_strz(path_of("at-once.clrcov")));
    pthread_t threads[4];
    cov_history history;
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, add_many, path), 0);
    }
    for (int i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(pthread_join(threads[i], NULL), 0);
    }
    CU_ASSERT_EQUAL_FATAL(dat_history_read(&history, path, arena), CC_OK);
    CU_ASSERT_EQUAL(history.count, 80);
}

/* Several threads read files; the result is that of one. */
static void test_merged_files(void) {
    enum { FILES = 9 };
    const char *paths[FILES];
    for (int i = 0; i < FILES; i++) {
        const part p = {cc_arena_printf(arena, "run%d", i),
                        CTR_HITS_EXACT,
                        {1, (uint64_t)i, 0},
                        {i == 3, i == 4}};
        paths[i] = path_of(cc_arena_printf(arena, "part%d", i));
        CU_ASSERT_EQUAL_FATAL(dat_write(paths[i], raw_of(&p)), CC_OK);
    }
    dat_merger *merger = dat_merger_open(arena);
    CU_ASSERT_EQUAL_FATAL(dat_merge_files(merger, paths, FILES, NULL), CC_OK);
    const cov_raw *out = dat_merger_finish(merger);
    dat_merger_close(merger);
    CU_ASSERT_EQUAL_FATAL(out->assembly_count, 1);
    CU_ASSERT_EQUAL(out->assemblies->points[0].hits, FILES);
    CU_ASSERT_EQUAL(out->assemblies->points[1].hits, 36);
    CU_ASSERT_TRUE(out->assemblies->arms[0].is_taken && out->assemblies->arms[1].is_taken);
    CU_ASSERT_TRUE(out->run_count == FILES && out->run_hits_count == FILES);
}

/* Of two texts of a source each keeps its own lines; of one text, one run's are chosen, in any
 * order. */
static void test_merged_left_out(void) {
    mod_left_out_range early[] = {{2, 2, {"off", 3}}};
    mod_left_out_range late[] = {{5, 5, {"off", 3}}};
    mod_left_out first = {.ranges = early, .count = 1};
    mod_left_out second = {.ranges = late, .count = 1};
    for (int order = 0; order < 2; order++) {
        static const part a = {"a", CTR_HITS_ONCE, {1, 0, 0}, {true, false}};
        static const part b = {"b", CTR_HITS_ONCE, {1, 0, 0}, {true, false}};
        cov_raw_left_out of_a[] = {{CC_STR("x.cs"), cc_span_of("1", 1), &first},
                                   {CC_STR("x.cs"), cc_span_of("2", 1), &second}};
        cov_raw_left_out of_b[] = {{CC_STR("x.cs"), cc_span_of("2", 1), &first}};
        cov_raw *both[] = {raw_of(&a), raw_of(&b)};
        both[0]->left_out = of_a;
        both[0]->left_out_count = 2;
        both[1]->left_out = of_b;
        both[1]->left_out_count = 1;
        const cov_raw *all = merge((cov_raw *[]){both[order], both[1 - order]}, 2);
        CU_ASSERT_EQUAL_FATAL(all->left_out_count, 2);
        CU_ASSERT_TRUE(cc_span_eq(all->left_out[0].checksum, cc_span_of("1", 1)));
        CU_ASSERT_EQUAL(all->left_out[0].ranges->ranges[0].first, 2);
        CU_ASSERT_EQUAL(all->left_out[1].ranges->ranges[0].first, 2);
    }
}

/* --- the document ---------------------------------------------------------------------------------- */

/* docs/data.md has a row for each table, which names each column. */
static void test_document(void) {
    cc_mapped_file file;
    sqlite3 *db = NULL;
    sqlite3_stmt *columns = NULL;
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, "../docs/data.md", false), CC_OK);
    const char *text =
        cc_arena_strdup(arena, (cc_str){(const char *)file.bytes.data, file.bytes.len});
    cc_file_unmap(&file);
    CU_ASSERT_EQUAL_FATAL(sqlite3_open(":memory:", &db), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_exec(db, dat_data_kind.schema, NULL, NULL, NULL), SQLITE_OK);
    CU_ASSERT_EQUAL_FATAL(sqlite3_prepare_v2(db,
                                             "SELECT m.name, c.name FROM sqlite_schema m, "
                                             "pragma_table_info(m.name) c WHERE m.type = 'table'",
                                             -1, &columns, NULL),
                          SQLITE_OK);
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(columns, 0);
        const char *column = (const char *)sqlite3_column_text(columns, 1);
        const char *row = strstr(text, cc_arena_printf(arena, "\n| `%s` |", table));
        CU_ASSERT_PTR_NOT_NULL_FATAL(row);
        const char *end = strchr(row + 1, '\n');
        const char *at = strstr(row, cc_arena_printf(arena, "`%s`", column));
        if (at == NULL || at > end) {
            printf("\n    docs/data.md lacks %s.%s\n", table, column);
        }
        CU_ASSERT_TRUE(at != NULL && at < end);
    }
    (void)sqlite3_finalize(columns);
    (void)sqlite3_close(db);
    CU_ASSERT_PTR_NOT_NULL(strstr(
        text, cc_arena_printf(arena, "`PRAGMA application_id` is %d", dat_data_kind.application)));
}

static const test_case cases[] = {
    {"what is written is read", test_round_trip},
    {"an old file stays", test_old_file_stays},
    {"damage is told", test_damage},
    {"cut and changed files", test_cut_and_changed},
    {"counts as bytes", test_counts},
    {"merged counts", test_merged_counts},
    {"merged files", test_merged_files},
    {"merged lines that are left out", test_merged_left_out},
    {"digests tell builds apart", test_digests},
    {"a row for each commit", test_history},
    {"what is no history", test_no_history},
    {"rows that are added at once", test_history_at_once},
    {"the document has each column", test_document},
};

int main(void) {
    arena = cc_arena_new();
    if (arena == NULL || mkdtemp(folder) == NULL) {
        return 2;
    }
    int failed = test_run("data", cases, sizeof cases / sizeof *cases);
    (void)!cc_dir_remove(folder);
    cc_arena_free(arena);
    return failed;
}
