/* The history: figures of commits, in a separate file of SQLite; see dat.h. Unlike a data file,
 * clrcov changes it in place, in a transaction, so that jobs that end at the same time lose no
 * rows. */
#include "base/cc_file.h"
#include "coverage/data/dat_internal.h"

enum { PATIENCE_MS = 10000, FIGURES = 6 };

static const char *const tables[] = {"history", NULL};

static const char schema[] =
    "CREATE TABLE history(\"commit\" TEXT PRIMARY KEY, time INTEGER NOT NULL, "
    "lines_covered INTEGER NOT NULL, lines_valid INTEGER NOT NULL, "
    "branches_covered INTEGER NOT NULL, branches_valid INTEGER NOT NULL, "
    "methods_covered INTEGER NOT NULL, methods_valid INTEGER NOT NULL) WITHOUT ROWID;";

/* "CLRH" */
static const dat_kind history_kind = {0x434C5248, 1, tables, schema, "history"};

/* The columns after the first two, in their order. */
static void figures_of(cov_totals *t, uint64_t *out[FIGURES]) {
    uint64_t *const all[FIGURES] = {&t->lines_covered,  &t->lines_valid,     &t->branches_covered,
                                    &t->branches_valid, &t->methods_covered, &t->methods_valid};
    for (int i = 0; i < FIGURES; i++) {
        out[i] = all[i];
    }
}

/* --- reading ---------------------------------------------------------------------------------- */

static cc_err take_row(const dat_db *db, sqlite3_stmt *s, cc_arena *arena, cov_history *out) {
    uint64_t *figures[FIGURES];
    cov_history_row *rows = dat_next_item(out->rows, &out->count, sizeof *out->rows, arena);
    out->rows = rows;
    cov_history_row *row = &rows[out->count - 1];
    CC_TRY(dat_get_text(s, 0, arena, &row->commit));
    CC_TRY(dat_get(db, s, 1, INT64_MAX, &row->time));
    figures_of(&row->totals, figures);
    for (int i = 0; i < FIGURES; i++) {
        CC_TRY(dat_get(db, s, 2 + i, UINT32_MAX, figures[i]));
    }
    return CC_OK;
}

static cc_err read_rows(const dat_db *db, cov_history *out, cc_arena *arena) {
    sqlite3_stmt *s = NULL;
    bool has_row = false;
    cc_err err = dat_prepare(db,
                             "SELECT \"commit\", time, lines_covered, lines_valid, "
                             "branches_covered, branches_valid, methods_covered, methods_valid "
                             "FROM history ORDER BY time, \"commit\"",
                             &s);
    err = err == CC_OK ? dat_step(db, s, &has_row) : err;
    while (err == CC_OK && has_row) {
        err = take_row(db, s, arena, out);
        err = err == CC_OK ? dat_step(db, s, &has_row) : err;
    }
    (void)sqlite3_finalize(s);
    return err;
}

cc_err dat_history_read(cov_history *out, const char *path, cc_arena *arena) {
    dat_db db;
    *out = (cov_history){0};
    cc_err err = dat_db_read(&db, path, &history_kind);
    err = err == CC_OK ? read_rows(&db, out, arena) : err;
    dat_db_close(&db);
    return err;
}

cc_err dat_history_check(const char *path) {
    dat_db db;
    if (!cc_path_exists(path)) {
        return CC_OK;
    }
    cc_err err = dat_db_read(&db, path, &history_kind);
    dat_db_close(&db);
    return err;
}

/* --- adding ----------------------------------------------------------------------------------- */

static cc_err put_row(const dat_db *db, const cov_history_row *row) {
    cov_totals totals = row->totals;
    uint64_t *figures[FIGURES];
    sqlite3_stmt *s = NULL;
    cc_err err =
        dat_prepare(db, "INSERT OR REPLACE INTO history VALUES(?, ?, ?, ?, ?, ?, ?, ?)", &s);
    if (err == CC_OK) {
        figures_of(&totals, figures);
        dat_put_text(s, 1, row->commit);
        dat_put(s, 2, row->time);
        for (int i = 0; i < FIGURES; i++) {
            dat_put(s, 3 + i, *figures[i]);
        }
        err = dat_insert(db, s);
    }
    (void)sqlite3_finalize(s);
    return err;
}

cc_err dat_history_add(const char *path, const cov_history_row *row) {
    dat_db db;
    cc_err err = dat_db_change(&db, path, &history_kind, PATIENCE_MS);
    err = err == CC_OK ? put_row(&db, row) : err;
    err = err == CC_OK ? dat_db_run(&db, "COMMIT") : err;
    dat_db_close(&db);
    return err;
}
