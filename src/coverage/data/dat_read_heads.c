/* Reads a file into data, all but the bodies; see dat_internal.h. */
#include <string.h>

#include "coverage/data/dat_internal.h"

#define DAT_NEXT(r, items, count) dat_next_item((items), &(count), sizeof *(items), (r)->arena)

/* --- names of values -------------------------------------------------------------------------- */

const char *const dat_subjects[] = {"assembly", "type", "member", "file", NULL};

static cc_err get_reason(const dat_reading *r, sqlite3_stmt *row, int column, ctr_reason *out) {
    cc_str name;
    CC_TRY(dat_get_text(row, column, r->arena, &name));
    for (int i = 0; i < CTR_REASON_COUNT; i++) {
        if (cc_str_eqz(name, ctr_reason_name((ctr_reason)i))) {
            *out = (ctr_reason)i;
            return CC_OK;
        }
    }
    return dat_db_damaged(r->db, "unknown reason");
}

/* --- runs ------------------------------------------------------------------------------------- */

static cc_err take_run(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    cc_str hits;
    raw->runs = DAT_NEXT(r, raw->runs, raw->run_count);
    cov_raw_run *run = &raw->runs[raw->run_count - 1];
    CC_TRY(dat_get_text(row, 0, r->arena, &run->id));
    CC_TRY(dat_get_text(row, 1, r->arena, &run->tool));
    CC_TRY(dat_get(r->db, row, 2, INT64_MAX, &run->started));
    CC_TRY(dat_get_text(row, 3, r->arena, &run->commit));
    CC_TRY(dat_get_text(row, 4, r->arena, &hits));
    run->hits = cc_str_eqz(hits, "exact") ? CTR_HITS_EXACT : CTR_HITS_ONCE;
    CC_TRY(dat_get_bool(r, row, 5, &run->is_lower_bound));
    CC_TRY(dat_get_u32(r, row, 6, &run->processes));
    return dat_get_u32(r, row, 7, &run->tests_left_out);
}

static cc_err read_runs(dat_reading *r) {
    bool has_left_out = false;
    CC_TRY(dat_db_has_column(r->db, "run", "tests_left_out", &has_left_out));
    return dat_each_row(r,
                        has_left_out
                            ? "SELECT id, tool, started, \"commit\", hits, is_lower_bound, "
                              "processes, tests_left_out FROM run ORDER BY id"
                            : "SELECT id, tool, started, \"commit\", hits, is_lower_bound, "
                              "processes, 0 FROM run ORDER BY id",
                        take_run);
}

/* Both lists are in the order of the ids. */
static cc_err take_origin(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    cc_str id;
    CC_TRY(dat_get_text(row, 0, r->arena, &id));
    while (r->at < raw->run_count && !cc_str_eq(raw->runs[r->at].id, id)) {
        r->at++;
    }
    if (r->at == raw->run_count) {
        return dat_db_damaged(r->db, "an origin of a run that is not there");
    }
    cov_raw_run *run = &raw->runs[r->at];
    CC_TRY(dat_get_text(row, 1, r->arena, &run->program));
    CC_TRY(dat_get_text(row, 2, r->arena, &run->project));
    CC_TRY(dat_get_text(row, 3, r->arena, &run->branch));
    CC_TRY(dat_get_text(row, 4, r->arena, &run->repository));
    return dat_get_text(row, 5, r->arena, &run->folder);
}

static cc_err read_origins(dat_reading *r) {
    bool has_table = false;
    CC_TRY(dat_db_has(r->db, "origin", &has_table));
    return has_table ? dat_each_row(r,
                                    "SELECT run, program, project, branch, repository, folder "
                                    "FROM origin ORDER BY run",
                                    take_origin)
                     : CC_OK;
}

static cc_err take_setting(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    raw->settings = DAT_NEXT(r, raw->settings, raw->setting_count);
    cov_raw_setting *setting = &raw->settings[raw->setting_count - 1];
    CC_TRY(dat_get_text(row, 0, r->arena, &setting->run));
    CC_TRY(dat_get_text(row, 1, r->arena, &setting->key));
    return dat_get_text(row, 2, r->arena, &setting->value);
}

static cc_err take_run_hits(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    uint32_t build = 0;
    raw->run_hits = DAT_NEXT(r, raw->run_hits, raw->run_hits_count);
    cov_raw_run_hits *hits = &raw->run_hits[raw->run_hits_count - 1];
    CC_TRY(dat_get_text(row, 0, r->arena, &hits->run));
    CC_TRY(dat_get_u32(r, row, 1, &build));
    dat_get_bytes(row, 2, r->arena, &hits->counts);
    hits->assembly = build - 1;
    return build == 0 || build > raw->assembly_count
               ? dat_db_damaged(r->db, "counts refer to a build that does not exist")
               : CC_OK;
}

/* --- builds ----------------------------------------------------------------------------------- */

static cc_err get_fixed(const dat_reading *r, sqlite3_stmt *row, int column, uint8_t *out,
                        size_t size) {
    const void *bytes = sqlite3_column_blob(row, column);
    if (bytes == NULL || (size_t)sqlite3_column_bytes(row, column) != size) {
        return dat_db_damaged(r->db, "an identifier has the wrong length");
    }
    memcpy(out, bytes, size);
    return CC_OK;
}

/* The counts are only bounds until the rows have been read. */
static cc_err take_build(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    raw->assemblies = DAT_NEXT(r, raw->assemblies, raw->assembly_count);
    cov_raw_assembly *a = &raw->assemblies[raw->assembly_count - 1];
    CC_TRY(dat_get_text(row, 0, r->arena, &a->name));
    CC_TRY(get_fixed(r, row, 1, a->mvid, sizeof a->mvid));
    CC_TRY(dat_get_text(row, 2, r->arena, &a->framework));
    CC_TRY(get_fixed(r, row, 3, a->digest.bytes, sizeof a->digest.bytes));
    CC_TRY(dat_get_bool(r, row, 4, &a->was_loaded));
    CC_TRY(dat_get(r->db, row, 5, INT64_MAX, &a->last_run));
    CC_TRY(dat_get_u32(r, row, 6, &a->generated_methods));
    CC_TRY(get_reason(r, row, 7, &a->empty_reason));
    CC_TRY(dat_get_text(row, 8, r->arena, &a->empty_detail));
    CC_TRY(dat_get_u32(r, row, 9, &a->point_count));
    CC_TRY(dat_get_u32(r, row, 10, &a->arm_count));
    uint32_t id = 0;
    CC_TRY(dat_get_u32(r, row, 11, &id));
    return id == r->rows ? CC_OK : dat_db_damaged(r->db, "a build is missing");
}

/* --- everything else -------------------------------------------------------------------------- */

static cc_err take_omitted(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    raw->omitted = DAT_NEXT(r, raw->omitted, raw->omitted_count);
    cov_omitted *o = &raw->omitted[raw->omitted_count - 1];
    CC_TRY(dat_get_text(row, 0, r->arena, &o->name));
    CC_TRY(get_reason(r, row, 1, &o->reason));
    return dat_get_text(row, 2, r->arena, &o->detail);
}

static cc_err get_subject(const dat_reading *r, sqlite3_stmt *row, cov_subject *out) {
    cc_str name;
    CC_TRY(dat_get_text(row, 0, r->arena, &name));
    for (int i = 0; dat_subjects[i] != NULL; i++) {
        if (cc_str_eqz(name, dat_subjects[i])) {
            *out = (cov_subject)i;
            return CC_OK;
        }
    }
    return dat_db_damaged(r->db, "unknown subject");
}

static cc_err take_fact(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    raw->facts = DAT_NEXT(r, raw->facts, raw->fact_count);
    cov_fact *fact = &raw->facts[raw->fact_count - 1];
    CC_TRY(get_subject(r, row, &fact->subject));
    CC_TRY(dat_get_text(row, 1, r->arena, &fact->assembly));
    CC_TRY(dat_get_text(row, 2, r->arena, &fact->type));
    CC_TRY(dat_get_text(row, 3, r->arena, &fact->name));
    CC_TRY(dat_get_text(row, 4, r->arena, &fact->path));
    CC_TRY(dat_get_u32(r, row, 5, &fact->first_line));
    CC_TRY(dat_get_u32(r, row, 6, &fact->last_line));
    CC_TRY(get_reason(r, row, 7, &fact->reason));
    CC_TRY(dat_get_bool(r, row, 8, &fact->has_data));
    return dat_get_text(row, 9, r->arena, &fact->detail);
}

static cc_err take_message(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    cc_str kind;
    CC_TRY(dat_get_text(row, 0, r->arena, &kind));
    bool is_lost = cc_str_eqz(kind, "lost");
    bool is_missing = cc_str_eqz(kind, "missing");
    cc_str **texts = is_lost ? &raw->lost : is_missing ? &raw->missing : &raw->warnings;
    uint32_t *count = is_lost      ? &raw->lost_count
                      : is_missing ? &raw->missing_count
                                   : &raw->warning_count;
    *texts = dat_next_item(*texts, count, sizeof **texts, r->arena);
    return dat_get_text(row, 1, r->arena, &(*texts)[*count - 1]);
}

/* Returns the entry of the row's text: the ranges of one text are consecutive. */
static cc_err get_left_out(dat_reading *r, sqlite3_stmt *row, mod_left_out **out) {
    cov_raw *raw = r->raw;
    cov_raw_left_out of = {0};
    CC_TRY(dat_get_text(row, 0, r->arena, &of.path));
    dat_get_bytes(row, 1, r->arena, &of.checksum);
    const cov_raw_left_out *last =
        raw->left_out_count == 0 ? NULL : &raw->left_out[raw->left_out_count - 1];
    if (last == NULL || !cc_str_eq(last->path, of.path) ||
        !cc_span_eq(last->checksum, of.checksum)) {
        of.ranges = CC_NEW(r->arena, mod_left_out);
        raw->left_out = DAT_NEXT(r, raw->left_out, raw->left_out_count);
        raw->left_out[raw->left_out_count - 1] = of;
    }
    *out = raw->left_out[raw->left_out_count - 1].ranges;
    return CC_OK;
}

static cc_err take_left_out(dat_reading *r, sqlite3_stmt *row) {
    mod_left_out *ranges = NULL;
    CC_TRY(get_left_out(r, row, &ranges));
    ranges->ranges = DAT_NEXT(r, ranges->ranges, ranges->count);
    mod_left_out_range *range = &ranges->ranges[ranges->count - 1];
    CC_TRY(dat_get_u32(r, row, 2, &range->first));
    CC_TRY(dat_get_u32(r, row, 3, &range->last));
    CC_TRY(dat_get_text(row, 4, r->arena, &range->why));
    uint32_t before = ranges->count > 1 ? range[-1].last : 0;
    return range->first > before && range->last >= range->first
               ? CC_OK
               : dat_db_damaged(r->db, "ranges of left-out lines overlap");
}

static cc_err read_builds(dat_reading *r) {
    return dat_each_row(r,
                        "SELECT assembly, mvid, framework, digest, was_loaded, last_run, "
                        "generated_methods, empty_reason, empty_detail, points, arms, id "
                        "FROM build ORDER BY id",
                        take_build);
}

cc_err dat_read_builds(const dat_db *db, cov_raw *out, cc_arena *arena) {
    dat_reading r = {.db = db, .raw = out, .arena = arena};
    *out = (cov_raw){0};
    return read_builds(&r);
}

static cc_err read_facts(dat_reading *r, bool is_of_files_alone) {
    return dat_each_row(r,
                        is_of_files_alone
                            ? "SELECT subject, assembly, type, name, path, first_line, last_line, "
                              "reason, has_data, detail FROM fact WHERE subject = 'file' "
                              "ORDER BY rowid"
                            : "SELECT subject, assembly, type, name, path, first_line, last_line, "
                              "reason, has_data, detail FROM fact ORDER BY rowid",
                        take_fact);
}

static cc_err read_heads(const dat_db *db, bool needs_files_alone, cov_raw *out, cc_arena *arena) {
    dat_reading r = {.db = db, .raw = out, .arena = arena};
    *out = (cov_raw){0};
    CC_TRY(read_runs(&r));
    CC_TRY(read_origins(&r));
    CC_TRY(dat_each_row(&r, "SELECT run, key, value FROM setting ORDER BY rowid", take_setting));
    CC_TRY(read_builds(&r));
    CC_TRY(dat_each_row(&r, "SELECT run, build, counts FROM run_hits ORDER BY run, build",
                        take_run_hits));
    CC_TRY(dat_each_row(&r,
                        "SELECT path, checksum, first_line, last_line, reason FROM left_out "
                        "ORDER BY rowid",
                        take_left_out));
    CC_TRY(dat_each_row(&r, "SELECT assembly, reason, detail FROM omitted ORDER BY rowid",
                        take_omitted));
    CC_TRY(read_facts(&r, needs_files_alone));
    return dat_each_row(&r, "SELECT kind, text FROM message ORDER BY rowid", take_message);
}

cc_err dat_read_heads(const dat_db *db, cov_raw *out, cc_arena *arena) {
    return read_heads(db, false, out, arena);
}

cc_err dat_read_file_heads(const dat_db *db, cov_raw *out, cc_arena *arena) {
    return read_heads(db, true, out, arena);
}
