/* Tests and what they hit, as rows; see dat_internal.h. */
#include "coverage/data/dat_internal.h"

static const char *const outcomes[] = {
    [COV_OUTCOME_OPEN] = "open", [COV_OUTCOME_ENDED] = "ended", [COV_OUTCOME_THREW] = "threw"};
enum { OUTCOME_COUNT = sizeof outcomes / sizeof *outcomes };

/* --- writing ---------------------------------------------------------------------------------- */

static cc_err put_tests(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->test_count; i++) {
        const cov_test *test = &raw->tests[i];
        dat_put(s, 1, i + 1);
        dat_put_text(s, 2, test->assembly);
        dat_put_text(s, 3, test->type);
        dat_put_text(s, 4, test->method);
        dat_put_text(s, 5, cc_strz(outcomes[test->outcome]));
        dat_put(s, 6, test->runs);
        dat_put(s, 7, test->is_overlapped ? 1 : 0);
        dat_put(s, 8, test->last_run);
        CC_TRY(dat_insert(db, s));
    }
    return CC_OK;
}

static cc_err put_hits(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].test_hit_count; k++) {
            const cov_raw_test_hits *hits = &raw->assemblies[i].test_hits[k];
            if (hits->points.len == 0 && hits->arms.len == 0) {
                continue;
            }
            dat_put(s, 1, hits->test == COV_RAW_SHARED ? 0 : (uint64_t)hits->test + 1);
            dat_put(s, 2, i + 1);
            dat_put_bytes(s, 3, hits->points);
            dat_put_bytes(s, 4, hits->arms);
            CC_TRY(dat_insert(db, s));
        }
    }
    return CC_OK;
}

cc_err dat_write_table(const dat_db *db, const char *insert, dat_put_rows *put,
                       const cov_raw *raw) {
    sqlite3_stmt *statement = NULL;
    cc_err err = dat_prepare(db, insert, &statement);
    err = err == CC_OK ? put(db, statement, raw) : err;
    (void)sqlite3_finalize(statement);
    return err;
}

cc_err dat_write_tests(const dat_db *db, const cov_raw *raw) {
    CC_TRY(dat_write_table(db, "INSERT INTO test VALUES(?,?,?,?,?,?,?,?)", put_tests, raw));
    CC_TRY(dat_write_table(db, "INSERT INTO test_hit VALUES(?,?,?,?)", put_hits, raw));
    CC_TRY(dat_write_members(db, raw));
    return dat_write_suites(db, raw);
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err get_outcome(const dat_reading *r, sqlite3_stmt *row, int column, cov_outcome *out) {
    cc_str name;
    CC_TRY(dat_get_text(row, column, r->arena, &name));
    for (int i = 0; i < OUTCOME_COUNT; i++) {
        if (cc_str_eqz(name, outcomes[i])) {
            *out = (cov_outcome)i;
            return CC_OK;
        }
    }
    return dat_db_damaged(r->db, "unknown outcome of a test");
}

static cc_err take_test(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    uint64_t id = 0;
    CC_TRY(dat_get(r->db, row, 0, INT64_MAX, &id));
    if (id != r->rows) {
        return dat_db_damaged(r->db, "a test is missing");
    }
    raw->tests = dat_next_item(raw->tests, &raw->test_count, sizeof *raw->tests, r->arena);
    cov_test *test = &raw->tests[raw->test_count - 1];
    CC_TRY(dat_get_text(row, 1, r->arena, &test->assembly));
    CC_TRY(dat_get_text(row, 2, r->arena, &test->type));
    CC_TRY(dat_get_text(row, 3, r->arena, &test->method));
    CC_TRY(get_outcome(r, row, 4, &test->outcome));
    CC_TRY(dat_get_u32(r, row, 5, &test->runs));
    CC_TRY(dat_get_bool(r, row, 6, &test->is_overlapped));
    return dat_get(r->db, row, 7, INT64_MAX, &test->last_run);
}

static cc_err refuse_places(const dat_reading *r) {
    return dat_db_damaged(r->db, "a test hit places or members that do not exist");
}

cc_err dat_check_runs(const dat_reading *r, cc_span runs, uint32_t count) {
    cov_run run = {0, 0};
    while (runs.len > 0) {
        if (!cov_next_run(&runs, &run) || run.first + run.count > count) {
            return refuse_places(r);
        }
    }
    return CC_OK;
}

static cc_err check_hits(const dat_reading *r, uint32_t test, uint32_t build) {
    bool is_one = test <= r->raw->test_count && build > 0 && build <= r->raw->assembly_count;
    return is_one ? CC_OK
                  : dat_db_damaged(r->db, "hits of a test or build that does not exist");
}

static cov_raw_test_hits *add_hits(const dat_reading *r, cov_raw_assembly *a, uint32_t test) {
    a->test_hits = dat_next_item(a->test_hits, &a->test_hit_count, sizeof *a->test_hits, r->arena);
    cov_raw_test_hits *hits = &a->test_hits[a->test_hit_count - 1];
    *hits = (cov_raw_test_hits){.test = test == 0 ? COV_RAW_SHARED : test - 1};
    return hits;
}

static cc_err take_hits(dat_reading *r, sqlite3_stmt *row) {
    uint32_t test = 0;
    uint32_t build = 0;
    CC_TRY(dat_get_u32(r, row, 0, &test));
    CC_TRY(dat_get_u32(r, row, 1, &build));
    CC_TRY(check_hits(r, test, build));
    cov_raw_assembly *a = &r->raw->assemblies[build - 1];
    cov_raw_test_hits *hits = add_hits(r, a, test);
    dat_get_bytes(row, 2, r->arena, &hits->points);
    dat_get_bytes(row, 3, r->arena, &hits->arms);
    CC_TRY(dat_check_runs(r, hits->points, a->point_count));
    return dat_check_runs(r, hits->arms, a->arm_count);
}

cc_err dat_read_test_heads(const dat_db *db, cov_raw *raw, cc_arena *arena) {
    dat_reading r = {.db = db, .raw = raw, .arena = arena};
    bool has_tests = false;
    CC_TRY(dat_db_has(db, "test", &has_tests));
    if (!has_tests) {
        return CC_OK;
    }
    return dat_each_row(&r,
                        "SELECT id, assembly, type, method, outcome, runs, is_overlapped, last_run "
                        "FROM test ORDER BY id",
                        take_test);
}

/* Appends the runs of a column that are in the part. */
static cc_err put_part(const dat_reading *r, sqlite3_stmt *row, dat_table table,
                       const uint64_t *ends, cc_buf *out) {
    bool is_point = table == DAT_POINT;
    const void *bytes = sqlite3_column_blob(row, is_point ? 2 : 3);
    size_t len = (size_t)sqlite3_column_bytes(row, is_point ? 2 : 3);
    cc_span runs = cc_span_of(bytes, bytes == NULL ? 0 : len);
    uint32_t count = (uint32_t)(ends[1] - ends[0]);
    return dat_part_runs(r->part, table, ends[0], count, runs, out) ? CC_OK : refuse_places(r);
}

/* Most rows have nothing of a small part. */
static cc_err take_part_of_hits(dat_reading *r, sqlite3_stmt *row) {
    uint32_t test = 0;
    uint32_t build = 0;
    cc_buf points = {0};
    cc_buf arms = {0};
    CC_TRY(dat_get_u32(r, row, 0, &test));
    CC_TRY(dat_get_u32(r, row, 1, &build));
    CC_TRY(check_hits(r, test, build));
    cov_raw_assembly *a = &r->raw->assemblies[build - 1];
    if (a->point_count == 0) {
        return CC_OK;
    }
    cc_err err = put_part(r, row, DAT_POINT, &r->part->points[build - 1], &points);
    err = err == CC_OK ? put_part(r, row, DAT_ARM, &r->part->arms[build - 1], &arms) : err;
    if (err == CC_OK && points.len + arms.len > 0) {
        cov_raw_test_hits *hits = add_hits(r, a, test);
        hits->points = cc_arena_copy(r->arena, cc_buf_span(&points));
        hits->arms = cc_arena_copy(r->arena, cc_buf_span(&arms));
    }
    cc_buf_free(&points);
    cc_buf_free(&arms);
    return err;
}

cc_err dat_read_tests(const dat_db *db, cov_raw *raw, const dat_part *part, cc_arena *arena) {
    dat_reading r = {.db = db, .raw = raw, .arena = arena, .part = part};
    bool has_tests = false;
    bool has_hits = false;
    CC_TRY(dat_db_has(db, "test", &has_tests));
    CC_TRY(dat_db_has(db, "test_hit", &has_hits));
    if (!has_tests || !has_hits) {
        return CC_OK;
    }
    CC_TRY(dat_read_test_heads(db, raw, arena));
    CC_TRY(dat_each_row(&r, "SELECT test, build, points, arms FROM test_hit ORDER BY test, build",
                        part == NULL ? take_hits : take_part_of_hits));
    if (part != NULL) {
        return CC_OK; /* of sources nobody asks for members */
    }
    CC_TRY(dat_read_members(db, raw, arena));
    return dat_read_suites(db, raw, arena);
}
