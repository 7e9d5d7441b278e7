/* Reads some sources of a file, and what is in them; see dat.h.
 *
 * First it finds the rows that are needed: documents by the caller's choice, bodies with a point in one of
 * them, and what these bodies have. Rows of one parent are consecutive, so a few ranges of ids say it.
 * Then the ordinary readers take these rows, as if there were no others. */
#include "base/cc_list.h"
#include "coverage/data/dat_internal.h"

typedef struct choosing {
    dat_reading r; /* must be first: rows are taken through it */
    const dat_choice *choice;
    dat_part *part;
    bool *is_wanted, *is_needed; /* documents, by id */
    uint64_t document_count;
    /* the body of the last rows of `point` */
    uint64_t body, first_point, last_point;
    cc_list documents; /* of these rows; each once in a row */
    bool is_body_wanted;
} choosing;

/* --- ranges ----------------------------------------------------------------------------------- */

/* Ranges come in order; neighbours become one. */
static void add_range(choosing *c, dat_table table, uint64_t first, uint64_t last) {
    dat_part *part = c->part;
    uint32_t count = part->rows[table].count;
    dat_range *end = count > 0 ? &part->rows[table].ranges[count - 1] : NULL;
    if (end != NULL && end->last + 1 == first) {
        end->last = last;
        return;
    }
    uint64_t before = end == NULL ? 0 : end->before + (end->last - end->first) + 1;
    part->rows[table].ranges = cc_arena_grow(c->r.arena, part->rows[table].ranges, count,
                                             &part->rows[table].cap, sizeof(dat_range));
    part->rows[table].ranges[count] = (dat_range){first, last, before};
    part->rows[table].count++;
}

/* Number of rows of the part whose ids are not above `id`. */
static uint64_t count_up_to(const dat_part *part, dat_table table, uint64_t id) {
    const dat_range *range = dat_find_range(part, table, id);
    if (range == NULL) {
        uint32_t count = part->rows[table].count;
        const dat_range *last = count > 0 ? &part->rows[table].ranges[count - 1] : NULL;
        return last == NULL ? 0 : last->before + (last->last - last->first) + 1;
    }
    return range->before + (id >= range->first ? id - range->first + 1 : 0);
}

/* The ids of the part from `before` on, `count` of them in the file: the first and the last one. False:
 * there is none. */
static bool find_window(const dat_part *part, dat_table table, uint64_t before, uint32_t count,
                        uint64_t *first, uint64_t *last) {
    const dat_range *range = dat_find_range(part, table, before + 1);
    if (range == NULL || range->first > before + count) {
        return false;
    }
    *first = range->first;
    const dat_range *end = part->rows[table].ranges + part->rows[table].count;
    while (range + 1 < end && range[1].first <= before + count) {
        range++;
    }
    *last = range->last;
    return true;
}

static void put_kept(const dat_part *part, dat_table table, uint64_t first, uint64_t last,
                     uint64_t dense_before, uint32_t *end, cc_buf *out) {
    uint64_t from = count_up_to(part, table, first - 1);
    uint64_t to = count_up_to(part, table, last);
    if (to > from) {
        const cov_run kept = {(uint32_t)(from - dense_before), (uint32_t)(to - from)};
        cov_put_run(out, *end, &kept);
        *end = kept.first + kept.count;
    }
}

/* Runs are in order: what comes after the part is not looked at. */
bool dat_part_runs(const dat_part *part, dat_table table, uint64_t before, uint32_t count,
                   cc_span runs, cc_buf *out) {
    cov_run run = {0, 0};
    uint32_t end = 0;
    uint64_t least = 0;
    uint64_t most = 0;
    if (!find_window(part, table, before, count, &least, &most)) {
        return true;
    }
    uint64_t dense_before = count_up_to(part, table, before);
    while (runs.len > 0) {
        if (!cov_next_run(&runs, &run) || run.first + run.count > count) {
            return false;
        }
        uint64_t first = before + run.first + 1;
        uint64_t last = first + run.count - 1;
        if (first > most) {
            return true;
        }
        if (last >= least) {
            put_kept(part, table, first, last, dense_before, &end, out);
        }
    }
    return true;
}

/* --- documents -------------------------------------------------------------------------------- */

static cc_err take_document(dat_reading *r, sqlite3_stmt *row) {
    choosing *c = (choosing *)r;
    uint64_t id = 0;
    cc_str path;
    CC_TRY(dat_get(r->db, row, 0, INT64_MAX, &id));
    if (id != r->rows || id > c->document_count) {
        return dat_db_damaged(r->db, "a row is missing");
    }
    CC_TRY(dat_get_text(row, 1, r->arena, &path));
    c->is_wanted[id] = c->is_needed[id] = c->choice->wants(c->choice->ctx, path);
    return CC_OK;
}

static cc_err take_number(dat_reading *r, sqlite3_stmt *row) {
    return dat_get(r->db, row, 0, INT64_MAX, &((choosing *)r)->document_count);
}

static cc_err choose_documents(choosing *c) {
    CC_TRY(dat_each_row(&c->r, "SELECT count(*) FROM document", take_number));
    c->is_wanted = CC_NEW_ARRAY(c->r.arena, bool, c->document_count + 1);
    c->is_needed = CC_NEW_ARRAY(c->r.arena, bool, c->document_count + 1);
    return dat_each_row(&c->r, "SELECT id, path FROM document ORDER BY id", take_document);
}

static void add_documents(choosing *c) {
    for (uint64_t id = 1; id <= c->document_count; id++) {
        if (c->is_needed[id]) {
            add_range(c, DAT_DOCUMENT, id, id);
        }
    }
}

/* --- bodies and points ------------------------------------------------------------------------ */

static void end_body(choosing *c) {
    if (!c->is_body_wanted) {
        return;
    }
    add_range(c, DAT_BODY, c->body, c->body);
    add_range(c, DAT_POINT, c->first_point, c->last_point);
    for (uint32_t i = 0; i < c->documents.count; i++) {
        *(bool *)c->documents.items[i] = true;
    }
}

static void begin_body(choosing *c, uint64_t body, uint64_t point) {
    c->body = body;
    c->first_point = point;
    c->is_body_wanted = false;
    c->documents.count = 0;
}

/* Only the numbers of a row are looked at: most rows are not wanted. */
static cc_err take_point(dat_reading *r, sqlite3_stmt *row) {
    choosing *c = (choosing *)r;
    uint64_t body = 0;
    uint64_t document = 0;
    CC_TRY(dat_get(r->db, row, 0, INT64_MAX, &body));
    CC_TRY(dat_get(r->db, row, 1, INT64_MAX, &document));
    if (body < c->body || document == 0 || document > c->document_count) {
        return dat_db_damaged(r->db, "a row refers to a parent that does not exist");
    }
    if (body > c->body) {
        end_body(c);
        begin_body(c, body, r->rows);
    }
    c->last_point = r->rows;
    c->is_body_wanted = c->is_body_wanted || c->is_wanted[document];
    bool *needed = &c->is_needed[document];
    if (c->documents.count == 0 || c->documents.items[c->documents.count - 1] != needed) {
        cc_list_add(&c->documents, needed);
    }
    return CC_OK;
}

static cc_err scan_points(choosing *c) {
    c->part->rows[DAT_BODY].count = c->part->rows[DAT_POINT].count = 0;
    begin_body(c, 0, 0);
    CC_TRY(dat_each_row(&c->r, "SELECT body, document FROM point ORDER BY id", take_point));
    end_body(c);
    return CC_OK;
}

/* Documents of the bodies become wanted; false: all are. */
static bool want_parts(choosing *c) {
    bool has_more = false;
    for (uint64_t id = 1; c->choice->takes_parts && id <= c->document_count; id++) {
        has_more = has_more || (c->is_needed[id] && !c->is_wanted[id]);
        c->is_wanted[id] = c->is_wanted[id] || c->is_needed[id];
    }
    return has_more;
}

static cc_err choose_bodies(choosing *c) {
    c->documents.arena = c->r.arena;
    do {
        CC_TRY(scan_points(c));
    } while (want_parts(c));
    add_documents(c);
    return CC_OK;
}

/* --- decisions and arms ----------------------------------------------------------------------- */

/* The parent in the row with this id; 0: there is no such row. */
static cc_err parent_of(const choosing *c, sqlite3_stmt *by_id, uint64_t id, uint64_t *out) {
    bool has_row = false;
    *out = 0;
    dat_put(by_id, 1, id);
    cc_err err = dat_step(c->r.db, by_id, &has_row);
    err = err == CC_OK && has_row ? dat_get(c->r.db, by_id, 0, INT64_MAX, out) : err;
    (void)sqlite3_reset(by_id);
    return err;
}

/* The first id, up to `end`, whose parent is not before `parent`: children are in the order of their
 * parents. */
static cc_err find_child(const choosing *c, sqlite3_stmt *by_id, uint64_t end, uint64_t parent,
                         uint64_t *out) {
    uint64_t low = 1;
    uint64_t high = end;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        uint64_t found = 0;
        CC_TRY(parent_of(c, by_id, middle, &found));
        if (found < parent) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out = low;
    return CC_OK;
}

static cc_err add_children(choosing *c, dat_table parents, dat_table table, sqlite3_stmt *by_id,
                           uint64_t end) {
    for (uint32_t i = 0; i < c->part->rows[parents].count; i++) {
        const dat_range *range = &c->part->rows[parents].ranges[i];
        uint64_t first = 0;
        uint64_t after = 0;
        CC_TRY(find_child(c, by_id, end, range->first, &first));
        CC_TRY(find_child(c, by_id, end, range->last + 1, &after));
        if (after > first) {
            add_range(c, table, first, after - 1);
        }
    }
    return CC_OK;
}

static cc_err take_end(dat_reading *r, sqlite3_stmt *row) {
    return dat_get(r->db, row, 0, INT64_MAX - 1, &((choosing *)r)->body);
}

static cc_err choose_children(choosing *c, dat_table parents, dat_table table, const char *by_id,
                              const char *last_id) {
    sqlite3_stmt *statement = NULL;
    CC_TRY(dat_each_row(&c->r, last_id, take_end));
    uint64_t end = c->body + 1;
    cc_err err = dat_prepare(c->r.db, by_id, &statement);
    err = err == CC_OK ? add_children(c, parents, table, statement, end) : err;
    (void)sqlite3_finalize(statement);
    return err;
}

/* --- everything ------------------------------------------------------------------------------- */

/* The heads have the numbers of the whole file. */
static void set_counts(choosing *c) {
    cov_raw *raw = c->r.raw;
    dat_part *part = c->part;
    part->points = CC_NEW_ARRAY(c->r.arena, uint64_t, (size_t)raw->assembly_count + 1);
    part->arms = CC_NEW_ARRAY(c->r.arena, uint64_t, (size_t)raw->assembly_count + 1);
    for (uint32_t i = 0; i < raw->assembly_count; i++) {
        cov_raw_assembly *a = &raw->assemblies[i];
        part->points[i + 1] = part->points[i] + a->point_count;
        part->arms[i + 1] = part->arms[i] + a->arm_count;
        a->point_count = (uint32_t)(count_up_to(part, DAT_POINT, part->points[i + 1]) -
                                    count_up_to(part, DAT_POINT, part->points[i]));
        a->arm_count = (uint32_t)(count_up_to(part, DAT_ARM, part->arms[i + 1]) -
                                  count_up_to(part, DAT_ARM, part->arms[i]));
    }
}

static cc_err choose(choosing *c) {
    CC_TRY(choose_documents(c));
    CC_TRY(choose_bodies(c));
    CC_TRY(choose_children(c, DAT_BODY, DAT_DECISION, "SELECT body FROM decision WHERE id = ?",
                           "SELECT coalesce(max(id), 0) FROM decision"));
    CC_TRY(choose_children(c, DAT_DECISION, DAT_ARM, "SELECT decision FROM arm WHERE id = ?",
                           "SELECT coalesce(max(id), 0) FROM arm"));
    set_counts(c);
    return CC_OK;
}

static cc_err read_part(const dat_db *db, cov_raw *raw, const dat_choice *choice, cc_arena *arena) {
    dat_part *part = CC_NEW(arena, dat_part);
    choosing c = {.r = {.db = db, .raw = raw, .arena = arena}, .choice = choice, .part = part};
    CC_TRY(choice->needs_files_alone ? dat_read_file_heads(db, raw, arena)
                                     : dat_read_heads(db, raw, arena));
    raw->run_hits_count = 0;
    if (choice->begin != NULL) {
        choice->begin(choice->ctx, raw);
    }
    CC_TRY(choose(&c));
    return dat_read_rest(db, raw, part, arena);
}

cc_err dat_read_chosen(cov_raw **out, const char *path, const dat_choice *choice, cc_arena *arena) {
    dat_db db;
    cov_raw *raw = CC_NEW(arena, cov_raw);
    *out = NULL;
    cc_err err = dat_db_read(&db, path, &dat_data_kind);
    err = err == CC_OK ? read_part(&db, raw, choice, arena) : err;
    dat_db_close(&db);
    *out = err == CC_OK ? raw : NULL;
    return err;
}
