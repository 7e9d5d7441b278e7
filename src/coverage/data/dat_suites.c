/* Test assemblies and the files on which their tests depend, as rows, and merged; see
 * dat_internal.h. */
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "coverage/data/dat_internal.h"

/* --- writing ---------------------------------------------------------------------------------- */

static cc_err put_suites(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        const cov_raw_suite *suite = &raw->suites[i];
        dat_put(s, 1, i + 1);
        dat_put_text(s, 2, suite->assembly);
        dat_put_text(s, 3, suite->folder);
        dat_put_text(s, 4, suite->runtime);
        dat_put_text(s, 5, suite->system);
        dat_put(s, 6, suite->has_failed ? 1 : 0);
        dat_put(s, 7, suite->last_run);
        CC_TRY(dat_insert(db, s));
    }
    return CC_OK;
}

static cc_err put_list(const dat_db *db, sqlite3_stmt *s, uint64_t suite,
                       const cov_raw_inputs *inputs) {
    for (uint32_t i = 0; i < inputs->count; i++) {
        dat_put(s, 1, suite);
        dat_put_text(s, 2, inputs->items[i].path);
        dat_put(s, 3, inputs->items[i].digest);
        CC_TRY(dat_insert(db, s));
    }
    return CC_OK;
}

static cc_err put_inputs(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw) {
    CC_TRY(put_list(db, s, 0, &raw->tree));
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        CC_TRY(put_list(db, s, i + 1, &raw->suites[i].inputs));
    }
    return CC_OK;
}

cc_err dat_write_suites(const dat_db *db, const cov_raw *raw) {
    CC_TRY(dat_write_table(db, "INSERT INTO suite VALUES(?,?,?,?,?,?,?)", put_suites, raw));
    return dat_write_table(db, "INSERT INTO input VALUES(?,?,?)", put_inputs, raw);
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err take_suite(dat_reading *r, sqlite3_stmt *row) {
    cov_raw *raw = r->raw;
    uint64_t id = 0;
    CC_TRY(dat_get(r->db, row, 0, INT64_MAX, &id));
    if (id != r->rows) {
        return dat_db_damaged(r->db, "a suite is missing");
    }
    raw->suites = dat_next_item(raw->suites, &raw->suite_count, sizeof *raw->suites, r->arena);
    cov_raw_suite *suite = &raw->suites[raw->suite_count - 1];
    CC_TRY(dat_get_text(row, 1, r->arena, &suite->assembly));
    CC_TRY(dat_get_text(row, 2, r->arena, &suite->folder));
    CC_TRY(dat_get_text(row, 3, r->arena, &suite->runtime));
    CC_TRY(dat_get_text(row, 4, r->arena, &suite->system));
    CC_TRY(dat_get_bool(r, row, 5, &suite->has_failed));
    return dat_get(r->db, row, 6, INT64_MAX, &suite->last_run);
}

static cc_err take_input(dat_reading *r, sqlite3_stmt *row) {
    uint32_t suite = 0;
    CC_TRY(dat_get_u32(r, row, 0, &suite));
    if (suite > r->raw->suite_count) {
        return dat_db_damaged(r->db, "a file of a suite that does not exist");
    }
    cov_raw_inputs *to = suite == 0 ? &r->raw->tree : &r->raw->suites[suite - 1].inputs;
    to->items = dat_next_item(to->items, &to->count, sizeof *to->items, r->arena);
    cov_raw_input *input = &to->items[to->count - 1];
    CC_TRY(dat_get_text(row, 1, r->arena, &input->path));
    return dat_get(r->db, row, 2, INT64_MAX, &input->digest);
}

cc_err dat_read_suites(const dat_db *db, cov_raw *raw, cc_arena *arena) {
    dat_reading r = {.db = db, .raw = raw, .arena = arena};
    bool has_suites = false;
    bool has_inputs = false;
    CC_TRY(dat_db_has(db, "suite", &has_suites));
    CC_TRY(dat_db_has(db, "input", &has_inputs));
    if (!has_suites || !has_inputs) {
        return CC_OK;
    }
    CC_TRY(dat_each_row(&r,
                        "SELECT id, assembly, folder, runtime, system, has_failed, last_run "
                        "FROM suite ORDER BY id",
                        take_suite));
    return dat_each_row(&r, "SELECT suite, path, digest FROM input ORDER BY suite, path",
                        take_input);
}

/* --- merging ---------------------------------------------------------------------------------- */

typedef struct merged_suite {
    cov_raw_suite suite; /* must be first: compare_suites() */
    cc_map *inputs;      /* path -> cov_raw_input */
} merged_suite;

struct dat_suites {
    cc_arena *arena;
    cc_map *suites; /* identity -> merged_suite */
    cc_map *tree;
};

dat_suites *dat_suites_open(cc_arena *arena) {
    dat_suites *s = CC_NEW(arena, dat_suites);
    *s = (dat_suites){arena, cc_map_new(), cc_map_new()};
    return s;
}

void dat_suites_close(dat_suites *s) {
    for (size_t i = 0; i < cc_map_count(s->suites); i++) {
        cc_map_free(((merged_suite *)cc_map_at(s->suites, i, NULL))->inputs);
    }
    cc_map_free(s->suites);
    cc_map_free(s->tree);
}

/* What tests write in one run is their output. */
static uint64_t join_digests(uint64_t a, uint64_t b) {
    if (a == b) {
        return a;
    }
    bool is_written = a == COV_INPUT_WRITTEN || b == COV_INPUT_WRITTEN;
    return is_written ? COV_INPUT_WRITTEN : COV_INPUT_UNKNOWN;
}

static void add_inputs(const dat_suites *s, cc_map *to, const cov_raw_inputs *from) {
    for (uint32_t i = 0; i < from->count; i++) {
        void **slot = cc_map_put_str(to, from->items[i].path);
        cov_raw_input *known = *slot;
        if (known == NULL) {
            known = CC_NEW(s->arena, cov_raw_input);
            *known = from->items[i];
            *slot = known;
        }
        known->digest = join_digests(known->digest, from->items[i].digest);
    }
}

static merged_suite *find_suite(const dat_suites *s, const cov_raw_suite *suite) {
    cc_buf key = {0};
    cc_buf_key_put(&key, suite->assembly);
    cc_buf_key_put(&key, suite->folder);
    cc_buf_key_put(&key, suite->system);
    void **slot = cc_map_put(s->suites, cc_buf_span(&key));
    cc_buf_free(&key);
    if (*slot == NULL) {
        merged_suite *made = CC_NEW(s->arena, merged_suite);
        *made = (merged_suite){.suite = *suite, .inputs = cc_map_new()};
        *slot = made;
    }
    return *slot;
}

/* A failure in one of several parts of a run may be of any test. */
static void add_suite(const dat_suites *s, const cov_raw_suite *from) {
    merged_suite *known = find_suite(s, from);
    cov_raw_suite *suite = &known->suite;
    if (!cc_str_eq(suite->runtime, from->runtime)) {
        suite->runtime = CC_STR("");
    }
    suite->has_failed = suite->has_failed || from->has_failed;
    suite->last_run = from->last_run > suite->last_run ? from->last_run : suite->last_run;
    add_inputs(s, known->inputs, &from->inputs);
}

void dat_suites_add(dat_suites *s, const cov_raw *raw) {
    add_inputs(s, s->tree, &raw->tree);
    for (uint32_t i = 0; i < raw->suite_count; i++) {
        add_suite(s, &raw->suites[i]);
    }
}

static int compare_inputs(const void *a, const void *b) {
    return cc_str_cmp(((const cov_raw_input *)a)->path, ((const cov_raw_input *)b)->path);
}

static cov_raw_inputs finish_inputs(const dat_suites *s, const cc_map *from) {
    cov_raw_inputs out = {.count = (uint32_t)cc_map_count(from)};
    out.items = CC_NEW_ARRAY(s->arena, cov_raw_input, out.count);
    for (uint32_t i = 0; i < out.count; i++) {
        out.items[i] = *(const cov_raw_input *)cc_map_at(from, i, NULL);
    }
    cc_sort(out.items, out.count, sizeof *out.items, compare_inputs);
    return out;
}

static int compare_suites(const void *a, const void *b) {
    const cov_raw_suite *x = a;
    const cov_raw_suite *y = b;
    int order = cc_str_cmp(x->assembly, y->assembly);
    order = order != 0 ? order : cc_str_cmp(x->folder, y->folder);
    return order != 0 ? order : cc_str_cmp(x->system, y->system);
}

void dat_suites_finish(const dat_suites *s, cov_raw *out) {
    out->tree = finish_inputs(s, s->tree);
    out->suite_count = (uint32_t)cc_map_count(s->suites);
    out->suites = CC_NEW_ARRAY(s->arena, cov_raw_suite, out->suite_count);
    for (uint32_t i = 0; i < out->suite_count; i++) {
        const merged_suite *merged = cc_map_at(s->suites, i, NULL);
        out->suites[i] = merged->suite;
        out->suites[i].inputs = finish_inputs(s, merged->inputs);
    }
    cc_sort(out->suites, out->suite_count, sizeof *out->suites, compare_suites);
}
