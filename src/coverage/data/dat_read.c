/* Reads a file into data; see dat.h. Rows come in the order of their ids, which are dense; a row
 * names its parent, and the rows of one parent are consecutive. Anything else is damage. */
#include "coverage/data/dat_internal.h"
#include "coverage/model/cov_limits.h"

/* bytes of a row with five columns or more: its length, its id, the types of the columns, a
 * value */
enum { LEAST_ROW = 8 };

/* --- rows with parents ------------------------------------------------------------------------ */

/* Column 0 is the row's own id, the next one. */
static cc_err check_id(const dat_reading *r, sqlite3_stmt *row, dat_table table) {
    uint64_t id = 0;
    CC_TRY(dat_get_id(r, row, 0, table, &id));
    return id == r->rows ? CC_OK : dat_db_damaged(r->db, "a row is missing");
}

/* Finds the parent with this id, which is not before the last parent: *index in the assembly r->at.
 * The ids of assembly i are after end_id[i], up to end_id[i + 1]. */
static cc_err find_parent(dat_reading *r, uint64_t id, const uint64_t *end_id, uint32_t *index) {
    while (r->at < r->raw->assembly_count && id > end_id[r->at + 1]) {
        r->at++;
    }
    if (r->at >= r->raw->assembly_count || id <= end_id[r->at]) {
        return dat_db_damaged(r->db, "a row refers to a parent that does not exist");
    }
    *index = (uint32_t)(id - end_id[r->at] - 1);
    return CC_OK;
}

/* Converts an id of the assembly r->at to an index. */
static cc_err index_of(const dat_reading *r, uint64_t id, const uint64_t *end_id, uint32_t *index) {
    if (id <= end_id[r->at] || id > end_id[r->at + 1]) {
        return dat_db_damaged(r->db, "a row refers to a row of another build");
    }
    *index = (uint32_t)(id - end_id[r->at] - 1);
    return CC_OK;
}

/* The element `count` of the parent is at `place`: children are consecutive. */
static cc_err count_child(const dat_reading *r, uint32_t *first, uint32_t *count, uint32_t place) {
    *first = *count == 0 ? place : *first;
    if (*first + *count != place) {
        return dat_db_damaged(r->db, "the rows of a parent are not contiguous");
    }
    ++*count;
    return CC_OK;
}

static cc_err find_assembly(dat_reading *r, sqlite3_stmt *row, int column, cov_raw_assembly **out) {
    uint32_t build = 0;
    CC_TRY(dat_get_u32(r, row, column, &build));
    if (build <= r->at || build > r->raw->assembly_count) {
        return dat_db_damaged(r->db, "a row refers to a build that does not exist");
    }
    r->at = build - 1;
    *out = &r->raw->assemblies[r->at];
    return CC_OK;
}

static pdb_checksum algorithm_of(cc_str name) {
    return cc_str_eqz(name, "SHA256") ? PDB_SUM_SHA256
           : cc_str_eqz(name, "SHA1") ? PDB_SUM_SHA1
                                      : PDB_SUM_NONE;
}

static cc_err take_document(dat_reading *r, sqlite3_stmt *row) {
    cov_raw_assembly *a = NULL;
    cc_str algorithm;
    CC_TRY(check_id(r, row, DAT_DOCUMENT));
    CC_TRY(find_assembly(r, row, 1, &a));
    cov_raw_document *d = cov_raw_add_document(a, r->arena);
    CC_TRY(dat_get_text(row, 2, r->arena, &d->path));
    CC_TRY(dat_get_text(row, 3, r->arena, &algorithm));
    dat_get_bytes(row, 4, r->arena, &d->checksum);
    d->checksum_kind = algorithm_of(algorithm);
    CC_TRY(dat_get_bool(r, row, 5, &d->is_outside_root));
    return dat_get_bool(r, row, 6, &d->is_missing);
}

/* The text of a source is some five times as long as its stored form, generated code some twenty
 * times. Limits all texts of a file together, in relation to their stored forms. */
static cc_err limit_embedded(dat_reading *r, cc_span stored) {
    enum { BYTES = 4 << 20, RATIO = 32 };
    cc_span rest = stored;
    uint32_t size = 0;
    bool is_deflated = cc_span_u32(&rest, &size) && size > 0;
    r->stored_bytes += stored.len;
    r->text_bytes += is_deflated ? size : stored.len;
    if (r->text_bytes > BYTES + RATIO * r->stored_bytes) {
        return dat_db_damaged(r->db, "its embedded sources are too long for their stored size");
    }
    return CC_OK;
}

static cc_err take_embedded(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint32_t index = 0;
    CC_TRY(dat_get_id(r, row, 0, DAT_DOCUMENT, &id));
    CC_TRY(find_parent(r, id, r->documents, &index));
    cc_span *embedded = &r->raw->assemblies[r->at].documents[index].embedded;
    dat_get_bytes(row, 1, r->arena, embedded);
    return limit_embedded(r, *embedded);
}

/* Most bodies have the type of the previous body. */
static cc_err get_type(const dat_reading *r, sqlite3_stmt *row, const cov_raw_assembly *a,
                       cov_raw_body *body) {
    const cov_raw_body *last = a->body_count > 1 ? &a->bodies[a->body_count - 2] : NULL;
    const char *text = (const char *)sqlite3_column_text(row, 3);
    if (last != NULL && text != NULL && cc_str_eqz(last->type, text)) {
        body->type = last->type;
        return CC_OK;
    }
    return dat_get_text(row, 3, r->arena, &body->type);
}

static cc_err take_body(dat_reading *r, sqlite3_stmt *row) {
    cov_raw_assembly *a = NULL;
    CC_TRY(check_id(r, row, DAT_BODY));
    CC_TRY(find_assembly(r, row, 1, &a));
    cov_raw_body *body = cov_raw_add_body(a, r->arena);
    CC_TRY(dat_get_u32(r, row, 2, &body->token));
    CC_TRY(get_type(r, row, a, body));
    CC_TRY(dat_get_text(row, 4, r->arena, &body->name));
    return dat_get_text(row, 5, r->arena, &body->signature);
}

static cc_err get_span(dat_reading *r, sqlite3_stmt *row, cov_span *span) {
    CC_TRY(dat_get_u32(r, row, 3, &span->start_line));
    CC_TRY(dat_get_u32(r, row, 4, &span->start_column));
    CC_TRY(dat_get_u32(r, row, 5, &span->end_line));
    CC_TRY(dat_get_u32(r, row, 6, &span->end_column));
    bool is_sane = span->start_line > 0 && span->end_line >= span->start_line &&
                   span->end_line - span->start_line < COV_MAX_POINT_LINES &&
                   span->end_line <= PDB_MAX_LINE;
    r->more_lines += is_sane ? span->end_line - span->start_line : 0;
    return is_sane ? CC_OK : dat_db_damaged(r->db, "a point has no lines");
}

/* The head of a loop names an earlier point of its body. */
static cc_err get_loop(const dat_reading *r, sqlite3_stmt *row, const cov_raw_body *body,
                       cov_raw_point *point, uint32_t index) {
    uint64_t loop = 0;
    CC_TRY(dat_get_id(r, row, 9, DAT_POINT, &loop));
    point->loop = COV_RAW_NONE;
    if (loop != 0) {
        uint64_t before = r->points[r->at];
        if (loop <= before + body->first_point || loop > before + index) {
            return dat_db_damaged(r->db, "a loop begins outside its body");
        }
        point->loop = (uint32_t)(loop - before - 1);
    }
    return CC_OK;
}

static cc_err take_point(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint32_t index = 0;
    CC_TRY(check_id(r, row, DAT_POINT));
    CC_TRY(dat_get_id(r, row, 1, DAT_BODY, &id));
    CC_TRY(find_parent(r, id, r->bodies, &index));
    cov_raw_assembly *a = &r->raw->assemblies[r->at];
    cov_raw_body *body = &a->bodies[index];
    cov_raw_point *point = cov_raw_add_point(a, r->arena);
    uint32_t place = a->point_count - 1;
    r->points[r->at] = r->rows - 1 - place;
    CC_TRY(count_child(r, &body->first_point, &body->point_count, place));
    CC_TRY(dat_get_id(r, row, 2, DAT_DOCUMENT, &id));
    CC_TRY(index_of(r, id, r->documents, &point->document));
    CC_TRY(get_span(r, row, &point->span));
    CC_TRY(dat_get_u32(r, row, 7, &point->flags));
    CC_TRY(dat_get_u32(r, row, 8, &point->lead));
    point->flags &= COV_RAW_ALL_FLAGS;
    return get_loop(r, row, body, point, place);
}

/* Reads a point of the body; 0: COV_RAW_NONE. */
static cc_err get_place(const dat_reading *r, sqlite3_stmt *row, int column,
                        const cov_raw_body *body, uint32_t *out) {
    uint64_t id = 0;
    *out = COV_RAW_NONE;
    CC_TRY(dat_get_id(r, row, column, DAT_POINT, &id));
    if (id == 0) {
        return CC_OK;
    }
    CC_TRY(index_of(r, id, r->points, out));
    if (*out < body->first_point || *out - body->first_point >= body->point_count) {
        return dat_db_damaged(r->db, "a decision is at a point of another body");
    }
    return CC_OK;
}

static cc_err take_decision(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint64_t test = 0;
    uint32_t index = 0;
    CC_TRY(check_id(r, row, DAT_DECISION));
    CC_TRY(dat_get_id(r, row, 2, DAT_BODY, &id));
    CC_TRY(find_parent(r, id, r->bodies, &index));
    cov_raw_assembly *a = &r->raw->assemblies[r->at];
    cov_raw_body *body = &a->bodies[index];
    cov_raw_decision *d = cov_raw_add_decision(a, r->arena);
    CC_TRY(count_child(r, &body->first_decision, &body->decision_count, a->decision_count - 1));
    CC_TRY(get_place(r, row, 1, body, &d->point));
    CC_TRY(get_place(r, row, 7, body, &d->otherwise));
    if (d->point == COV_RAW_NONE) {
        return dat_db_damaged(r->db, "a decision has no point");
    }
    CC_TRY(dat_get_bool(r, row, 3, &d->is_switch));
    CC_TRY(dat_get_bool(r, row, 4, &d->is_dead));
    CC_TRY(dat_get(r->db, row, 5, DEC_TEST_GREATER, &test));
    d->test = (dec_test)test;
    d->first_arm = 0;
    return dat_get_u32(r, row, 6, &d->holds);
}

static cc_err take_arm(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint32_t index = 0;
    CC_TRY(check_id(r, row, DAT_ARM));
    CC_TRY(dat_get_id(r, row, 1, DAT_DECISION, &id));
    CC_TRY(find_parent(r, id, r->decisions, &index));
    cov_raw_assembly *a = &r->raw->assemblies[r->at];
    cov_raw_decision *d = &a->decisions[index];
    cov_raw_arm *arm = cov_raw_add_arm(a, r->arena);
    /* cov_raw_add_arm() counted it for the last decision; all decisions are there already */
    a->decisions[a->decision_count - 1].arm_count--;
    CC_TRY(count_child(r, &d->first_arm, &d->arm_count, a->arm_count - 1));
    CC_TRY(dat_get(r->db, row, 2, INT64_MAX, &arm->place));
    CC_TRY(dat_get_u32(r, row, 3, &arm->line));
    return dat_get_bool(r, row, 4, &arm->is_dead);
}

/* --- bodies ----------------------------------------------------------------------------------- */

typedef uint32_t count_of(const cov_raw_assembly *a);

static uint32_t documents_of(const cov_raw_assembly *a) {
    return a->document_count;
}
static uint32_t bodies_of(const cov_raw_assembly *a) {
    return a->body_count;
}
static uint32_t points_of(const cov_raw_assembly *a) {
    return a->point_count;
}
static uint32_t decisions_of(const cov_raw_assembly *a) {
    return a->decision_count;
}
static uint32_t arms_of(const cov_raw_assembly *a) {
    return a->arm_count;
}

/* Sets the number of elements in the assemblies before each assembly. */
static void add_up(const cov_raw *raw, count_of *count, uint64_t *before) {
    before[0] = 0;
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        before[i + 1] = before[i] + count(&raw->assemblies[i]);
    }
}

static void make_room(dat_reading *r) {
    uint64_t **const all[] = {&r->documents, &r->bodies, &r->points, &r->decisions, &r->arms};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = CC_NEW_ARRAY(r->arena, uint64_t, (size_t)r->raw->assembly_count + 1);
    }
}

static cc_err check_counts(const dat_reading *r, const uint64_t *points, const uint64_t *arms) {
    if (!cov_are_spans_sane(r->more_lines, points[r->raw->assembly_count])) {
        return dat_db_damaged(r->db, "its points cover too many lines");
    }
    for (uint32_t i = 0; i <= r->raw->assembly_count; i++) {
        if (points[i] != r->points[i] || arms[i] != r->arms[i]) {
            return dat_db_damaged(r->db, "rows of a build are missing");
        }
    }
    return CC_OK;
}

static cc_err read_embedded(dat_reading *r) {
    bool has_table = false;
    CC_TRY(dat_db_has(r->db, "embedded", &has_table));
    return has_table && r->part == NULL
               ? dat_each_row(r, "SELECT document, source FROM embedded ORDER BY document",
                              take_embedded)
               : CC_OK;
}

#define IN_RANGE(ID) " WHERE " ID " BETWEEN ?1 AND ?2 ORDER BY " ID

static cc_err read_rows(dat_reading *r) {
    CC_TRY(dat_each_row_of(r, DAT_DOCUMENT,
                           "SELECT id, build, path, algorithm, checksum, is_outside_root, "
                           "is_missing FROM document" IN_RANGE("id"),
                           take_document));
    add_up(r->raw, documents_of, r->documents);
    CC_TRY(read_embedded(r));
    CC_TRY(dat_each_row_of(
        r, DAT_BODY, "SELECT id, build, token, type, method, signature FROM body" IN_RANGE("id"),
        take_body));
    add_up(r->raw, bodies_of, r->bodies);
    CC_TRY(dat_each_row_of(r, DAT_POINT,
                           "SELECT id, body, document, start_line, start_column, end_line, "
                           "end_column, flags, lead, loop FROM point" IN_RANGE("id"),
                           take_point));
    add_up(r->raw, points_of, r->points);
    CC_TRY(dat_each_row_of(r, DAT_DECISION,
                           "SELECT id, point, body, is_switch, is_dead, test, holds, otherwise "
                           "FROM decision" IN_RANGE("id"),
                           take_decision));
    add_up(r->raw, decisions_of, r->decisions);
    CC_TRY(dat_each_row_of(
        r, DAT_ARM, "SELECT id, decision, place, line, is_dead FROM arm" IN_RANGE("id"), take_arm));
    add_up(r->raw, arms_of, r->arms);
    return CC_OK;
}

/* Takes the rows of one build from the number of rows that fit into the bytes of the file: the
 * reader does not trust the counts of the file. */
static uint32_t take_share(uint64_t *left, uint32_t rows) {
    uint32_t share = rows < *left ? rows : (uint32_t)*left;
    *left -= share;
    return share;
}

static cc_err read_bodies(const dat_db *db, cov_raw *out, const dat_part *part, cc_arena *arena) {
    dat_reading declared = {.db = db, .raw = out, .arena = arena, .part = part};
    dat_reading r = declared;
    make_room(&declared);
    make_room(&r);
    add_up(out, points_of, declared.points);
    add_up(out, arms_of, declared.arms);
    uint64_t left = db->size / LEAST_ROW;
    for (uint32_t i = 0; i < out->assembly_count; i++) {
        cov_raw_assembly *a = &out->assemblies[i];
        uint32_t points = take_share(&left, a->point_count);
        cov_raw_reserve(a, points, take_share(&left, a->arm_count), arena);
        a->point_count = a->arm_count = 0;
    }
    CC_TRY(read_rows(&r));
    return check_counts(&r, declared.points, declared.arms);
}

cc_err dat_read_bodies(const dat_db *db, cov_raw *out, cc_arena *arena) {
    return read_bodies(db, out, NULL, arena);
}

/* --- what ran --------------------------------------------------------------------------------- */

static cc_err take_hit(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint64_t count = 0;
    uint32_t index = 0;
    CC_TRY(dat_get_id(r, row, 0, DAT_POINT, &id));
    CC_TRY(find_parent(r, id, r->points, &index));
    CC_TRY(dat_get(r->db, row, 1, INT64_MAX, &count));
    r->visitor->hit(r->visitor->ctx, r->at, index, count);
    return CC_OK;
}

static cc_err take_passed(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint32_t index = 0;
    CC_TRY(dat_get_id(r, row, 0, DAT_POINT, &id));
    CC_TRY(find_parent(r, id, r->points, &index));
    r->visitor->passed(r->visitor->ctx, r->at, index);
    return CC_OK;
}

static cc_err take_taken(dat_reading *r, sqlite3_stmt *row) {
    uint64_t id = 0;
    uint32_t index = 0;
    CC_TRY(dat_get_id(r, row, 0, DAT_ARM, &id));
    CC_TRY(find_parent(r, id, r->arms, &index));
    r->visitor->taken(r->visitor->ctx, r->at, index);
    return CC_OK;
}

static cc_err read_hits(dat_reading *r) {
    make_room(r);
    add_up(r->raw, points_of, r->points);
    add_up(r->raw, arms_of, r->arms);
    CC_TRY(
        dat_each_row_of(r, DAT_POINT, "SELECT point, count FROM hit" IN_RANGE("point"), take_hit));
    CC_TRY(
        dat_each_row_of(r, DAT_POINT, "SELECT point FROM passed" IN_RANGE("point"), take_passed));
    return dat_each_row_of(r, DAT_ARM, "SELECT arm FROM taken" IN_RANGE("arm"), take_taken);
}

cc_err dat_read_hits(const dat_db *db, cov_raw *heads, const dat_hit_visitor *visitor,
                     cc_arena *arena) {
    dat_reading r = {.db = db, .raw = heads, .arena = arena, .visitor = visitor};
    return read_hits(&r);
}

/* --- the file --------------------------------------------------------------------------------- */

static void set_hit(void *ctx, uint32_t assembly, uint32_t point, uint64_t count) {
    ((cov_raw *)ctx)->assemblies[assembly].points[point].hits = count;
}

static void set_passed(void *ctx, uint32_t assembly, uint32_t point) {
    ((cov_raw *)ctx)->assemblies[assembly].points[point].is_passed = true;
}

static void set_taken(void *ctx, uint32_t assembly, uint32_t arm) {
    ((cov_raw *)ctx)->assemblies[assembly].arms[arm].is_taken = true;
}

cc_err dat_read_rest(const dat_db *db, cov_raw *heads, const dat_part *part, cc_arena *arena) {
    const dat_hit_visitor visitor = {set_hit, set_passed, set_taken, heads};
    dat_reading r = {.db = db, .raw = heads, .arena = arena, .visitor = &visitor, .part = part};
    CC_TRY(read_bodies(db, heads, part, arena));
    CC_TRY(dat_read_tests(db, heads, part, arena));
    return read_hits(&r);
}

cc_err dat_read_db(const dat_db *db, cov_raw *out, cc_arena *arena) {
    CC_TRY(dat_read_heads(db, out, arena));
    out->rows = cc_arena_child(arena);
    return dat_read_rest(db, out, NULL, out->rows);
}

cc_err dat_read(cov_raw **out, const char *path, cc_arena *arena) {
    dat_db db;
    cov_raw *raw = CC_NEW(arena, cov_raw);
    cc_err err = CC_OK;
    *out = NULL;
    if (err == CC_OK) {
        err = dat_db_read(&db, path, &dat_data_kind);
        err = err == CC_OK ? dat_read_db(&db, raw, arena) : err;
        dat_db_close(&db);
    }
    *out = err == CC_OK ? raw : NULL;
    return err;
}

cc_err dat_check(const char *path) {
    dat_db db;
    cc_err err = dat_db_read(&db, path, &dat_data_kind);
    dat_db_close(&db);
    return err;
}

static cc_err read_map(const dat_db *db, cov_raw *out, cc_arena *arena) {
    CC_TRY(dat_read_builds(db, out, arena));
    CC_TRY(dat_read_test_heads(db, out, arena));
    CC_TRY(dat_read_members(db, out, arena));
    return dat_read_suites(db, out, arena);
}

cc_err dat_read_map(cov_raw **out, const char *path, cc_arena *arena) {
    dat_db db;
    *out = CC_NEW(arena, cov_raw);
    cc_err err = dat_db_read(&db, path, &dat_data_kind);
    err = err == CC_OK ? read_map(&db, *out, arena) : err;
    dat_db_close(&db);
    *out = err == CC_OK ? *out : NULL;
    return err;
}
