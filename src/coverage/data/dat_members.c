/* Members of builds, and those that tests ran, as rows; see dat_internal.h. */
#include <stdlib.h>

#include "coverage/data/dat_internal.h"

static const char *const kinds[MBR_KINDS] = {[MBR_ASSEMBLY] = "assembly",
                                             [MBR_TYPE] = "type",
                                             [MBR_METHOD] = "method",
                                             [MBR_FIELD] = "field",
                                             [MBR_RESOURCE] = "resource"};

/* --- writing ---------------------------------------------------------------------------------- */

static cc_err put_member(const dat_db *db, sqlite3_stmt *s, uint64_t id, uint32_t build,
                         const cov_raw_assembly *a, uint32_t index) {
    const mbr_member *member = &a->members[index];
    dat_put(s, 1, id);
    dat_put(s, 2, build);
    dat_put_text(s, 3, cc_strz(kinds[member->kind]));
    dat_put_text(s, 4, member->type);
    dat_put_text(s, 5, member->name);
    dat_put(s, 6, member->identity);
    dat_put(s, 7, member->declaration);
    dat_put(s, 8, member->code);
    dat_put(s, 9, member->is_measured ? 1 : 0);
    return dat_insert(db, s);
}

static cc_err put_members(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    uint64_t id = 0;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        const cov_raw_assembly *a = &raw->assemblies[i];
        for (uint32_t k = 0; k < a->member_count; k++) {
            CC_TRY(put_member(db, s, ++id, i + 1, a, k));
        }
    }
    return CC_OK;
}

static cc_err put_test_members(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].test_hit_count; k++) {
            const cov_raw_test_hits *hits = &raw->assemblies[i].test_hits[k];
            if (hits->members.len == 0) {
                continue;
            }
            dat_put(s, 1, hits->test == COV_RAW_SHARED ? 0 : (uint64_t)hits->test + 1);
            dat_put(s, 2, i + 1);
            dat_put_bytes(s, 3, hits->members);
            CC_TRY(dat_insert(db, s));
        }
    }
    return CC_OK;
}

static cc_err put_hidden(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        if (raw->assemblies[i].is_hidden) {
            dat_put(s, 1, i + 1);
            CC_TRY(dat_insert(db, s));
        }
    }
    return CC_OK;
}

cc_err dat_write_members(const dat_db *db, const cov_raw *raw) {
    CC_TRY(dat_write_table(db, "INSERT INTO hidden VALUES(?)", put_hidden, raw));
    CC_TRY(dat_write_table(db, "INSERT INTO member VALUES(?,?,?,?,?,?,?,?,?)", put_members, raw));
    return dat_write_table(db, "INSERT INTO test_member VALUES(?,?,?)", put_test_members, raw);
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err get_kind(const dat_reading *r, sqlite3_stmt *row, int column, mbr_kind *out) {
    cc_str name;
    CC_TRY(dat_get_text(row, column, r->arena, &name));
    for (int i = 0; i < MBR_KINDS; i++) {
        if (cc_str_eqz(name, kinds[i])) {
            *out = (mbr_kind)i;
            return CC_OK;
        }
    }
    return dat_db_damaged(r->db, "unknown kind of a member");
}

static cc_err get_build(const dat_reading *r, sqlite3_stmt *row, int column,
                        cov_raw_assembly **out) {
    uint32_t build = 0;
    CC_TRY(dat_get_u32(r, row, column, &build));
    if (build == 0 || build > r->raw->assembly_count) {
        return dat_db_damaged(r->db, "a row of a build that does not exist");
    }
    *out = &r->raw->assemblies[build - 1];
    return CC_OK;
}

static cc_err take_hidden(dat_reading *r, sqlite3_stmt *row) {
    cov_raw_assembly *a = NULL;
    CC_TRY(get_build(r, row, 0, &a));
    a->is_hidden = true;
    return CC_OK;
}

static cc_err take_member(dat_reading *r, sqlite3_stmt *row) {
    cov_raw_assembly *a = NULL;
    uint64_t id = 0;
    CC_TRY(dat_get(r->db, row, 0, INT64_MAX, &id));
    CC_TRY(get_build(r, row, 1, &a));
    if (id != r->rows) {
        return dat_db_damaged(r->db, "a member is missing");
    }
    a->members = dat_next_item(a->members, &a->member_count, sizeof *a->members, r->arena);
    mbr_member *member = &a->members[a->member_count - 1];
    CC_TRY(get_kind(r, row, 2, &member->kind));
    CC_TRY(dat_get_text(row, 3, r->arena, &member->type));
    CC_TRY(dat_get_text(row, 4, r->arena, &member->name));
    CC_TRY(dat_get(r->db, row, 5, INT64_MAX, &member->identity));
    CC_TRY(dat_get(r->db, row, 6, INT64_MAX, &member->declaration));
    CC_TRY(dat_get(r->db, row, 7, INT64_MAX, &member->code));
    return dat_get_bool(r, row, 8, &member->is_measured);
}

/* Shared hits come before the hits of tests. */
static uint64_t rank_of(uint32_t test) {
    return test == COV_RAW_SHARED ? 0 : (uint64_t)test + 1;
}

static int compare_rank(const void *key, const void *hits) {
    uint64_t x = rank_of(*(const uint32_t *)key);
    uint64_t y = rank_of(((const cov_raw_test_hits *)hits)->test);
    return (x > y) - (x < y);
}

/* Rows come in this order, so what is added stays sorted. */
static cov_raw_test_hits *hits_of(const dat_reading *r, cov_raw_assembly *a, uint32_t test) {
    cov_raw_test_hits *known =
        a->test_hit_count == 0
            ? NULL
            : bsearch(&test, a->test_hits, a->test_hit_count, sizeof *a->test_hits, compare_rank);
    if (known != NULL) {
        return known;
    }
    a->test_hits = dat_next_item(a->test_hits, &a->test_hit_count, sizeof *a->test_hits, r->arena);
    a->test_hits[a->test_hit_count - 1].test = test;
    return &a->test_hits[a->test_hit_count - 1];
}

static cc_err take_test_member(dat_reading *r, sqlite3_stmt *row) {
    uint32_t test = 0;
    cov_raw_assembly *a = NULL;
    CC_TRY(dat_get_u32(r, row, 0, &test));
    CC_TRY(get_build(r, row, 1, &a));
    if (test > r->raw->test_count) {
        return dat_db_damaged(r->db, "members of a test that does not exist");
    }
    cov_raw_test_hits *hits = hits_of(r, a, test == 0 ? COV_RAW_SHARED : test - 1);
    dat_get_bytes(row, 2, r->arena, &hits->members);
    return dat_check_runs(r, hits->members, a->member_count);
}

cc_err dat_read_members(const dat_db *db, cov_raw *raw, cc_arena *arena) {
    dat_reading r = {.db = db, .raw = raw, .arena = arena};
    static const char *const tables[] = {"hidden", "member", "test_member"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        bool has_table = false;
        CC_TRY(dat_db_has(db, tables[i], &has_table));
        if (!has_table) {
            return CC_OK;
        }
    }
    CC_TRY(dat_each_row(&r, "SELECT build FROM hidden ORDER BY build", take_hidden));
    CC_TRY(dat_each_row(&r,
                        "SELECT id, build, kind, type, name, identity, declaration, code, "
                        "is_measured FROM member ORDER BY id",
                        take_member));
    return dat_each_row(&r, "SELECT test, build, members FROM test_member ORDER BY test, build",
                        take_test_member);
}
