/* Calls of SQLite, with clear errors; see dat_internal.h. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "coverage/data/dat_internal.h"

enum { PAGE_SIZE = 4096, MOST_PAGES = 0x7FFFFFFE, MOST_VALUE = 1 << 28 /* bytes */ };

static const char magic[16] = "SQLite format 3";

bool dat_is_file(const char *path) {
    cc_mapped_file file;
    if (!cc_path_exists(path) || cc_path_is_dir(path) || cc_path_is_device(path) ||
        cc_file_look(&file, path) != CC_OK) {
        return false;
    }
    bool is_one =
        file.bytes.len >= sizeof magic && memcmp(file.bytes.data, magic, sizeof magic) == 0;
    cc_file_unmap(&file);
    return is_one;
}

/* --- errors ----------------------------------------------------------------------------------- */

cc_err dat_db_fail(const dat_db *db, int code) {
    switch (code & 0xFF) {
    case SQLITE_NOMEM:
        return cc_fail(CC_E_NOMEM, "out of memory for data");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return cc_fail(CC_E_IO, "%s: another program is writing to the %s; try again", db->path,
                       db->noun);
    case SQLITE_FULL:
        return cc_fail(CC_E_IO, "%s: no space left for the %s", db->path, db->noun);
    case SQLITE_TOOBIG:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return cc_fail(CC_E_FORMAT, "%s: the %s is damaged: %s", db->path, db->noun,
                       sqlite3_errstr(code));
    default:
        return cc_fail(CC_E_IO, "%s: the %s: %s", db->path, db->noun,
                       db->handle != NULL ? sqlite3_errmsg(db->handle) : sqlite3_errstr(code));
    }
}

cc_err dat_db_damaged(const dat_db *db, const char *what) {
    return cc_fail(CC_E_FORMAT, "%s: the %s is damaged: %s", db->path, db->noun, what);
}

/* --- statements ------------------------------------------------------------------------------- */

cc_err dat_db_run(const dat_db *db, const char *script) {
    int code = sqlite3_exec(db->handle, script, NULL, NULL, NULL);
    return code == SQLITE_OK ? CC_OK : dat_db_fail(db, code);
}

cc_err dat_prepare(const dat_db *db, const char *text, sqlite3_stmt **out) {
    int code = sqlite3_prepare_v2(db->handle, text, -1, out, NULL);
    return code == SQLITE_OK ? CC_OK : dat_db_fail(db, code);
}

cc_err dat_step(const dat_db *db, sqlite3_stmt *statement, bool *has_row) {
    int code = sqlite3_step(statement);
    *has_row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? CC_OK : dat_db_fail(db, code);
}

cc_err dat_insert(const dat_db *db, sqlite3_stmt *statement) {
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? CC_OK : dat_db_fail(db, code);
}

/* Counts above 2^63 do not occur; the largest number of SQLite replaces them. */
void dat_put(sqlite3_stmt *statement, int index, uint64_t value) {
    sqlite3_int64 number = value > INT64_MAX ? INT64_MAX : (sqlite3_int64)value;
    (void)sqlite3_bind_int64(statement, index, number);
}

void dat_put_text(sqlite3_stmt *statement, int index, cc_str text) {
    (void)sqlite3_bind_text(statement, index, text.len > 0 ? text.s : "", (int)text.len,
                            SQLITE_STATIC);
}

void dat_put_bytes(sqlite3_stmt *statement, int index, cc_span bytes) {
    (void)sqlite3_bind_blob(statement, index, bytes.len > 0 ? (const void *)bytes.data : "",
                            (int)bytes.len, SQLITE_STATIC);
}

cc_err dat_get(const dat_db *db, sqlite3_stmt *statement, int column, uint64_t most,
               uint64_t *out) {
    sqlite3_int64 value = sqlite3_column_int64(statement, column);
    if (value < 0 || (uint64_t)value > most) {
        return dat_db_damaged(db, "a number is out of range");
    }
    *out = (uint64_t)value;
    return CC_OK;
}

cc_err dat_get_text(sqlite3_stmt *statement, int column, cc_arena *arena, cc_str *out) {
    bool is_null = sqlite3_column_type(statement, column) == SQLITE_NULL;
    const char *text = is_null ? "" : (const char *)sqlite3_column_text(statement, column);
    size_t len = is_null ? 0 : (size_t)sqlite3_column_bytes(statement, column);
    if (text == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for data"); /* of the library */
    }
    const char *copy = cc_arena_strdup(arena, (cc_str){text, len});
    *out = (cc_str){copy, strlen(copy)};
    return CC_OK;
}

void dat_get_bytes(sqlite3_stmt *statement, int column, cc_arena *arena, cc_span *out) {
    const void *bytes = sqlite3_column_blob(statement, column);
    size_t len = (size_t)sqlite3_column_bytes(statement, column);
    *out = cc_arena_copy(arena, cc_span_of(bytes, bytes == NULL ? 0 : len));
}

/* --- opening ---------------------------------------------------------------------------------- */

static cc_err query_number(const dat_db *db, const char *text, uint64_t *out) {
    sqlite3_stmt *statement = NULL;
    bool has_row = false;
    *out = 0;
    cc_err err = dat_prepare(db, text, &statement);
    err = err == CC_OK ? dat_step(db, statement, &has_row) : err;
    if (err == CC_OK && has_row) {
        err = dat_get(db, statement, 0, INT64_MAX, out);
    }
    (void)sqlite3_finalize(statement);
    return err;
}

cc_err dat_db_has(const dat_db *db, const char *table, bool *out) {
    sqlite3_stmt *statement = NULL;
    cc_err err = dat_prepare(db,
                             "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 "
                             "AND name = ?1 AND NOT EXISTS (SELECT 1 FROM "
                             "pragma_table_xinfo(?1) WHERE hidden != 0)",
                             &statement);
    *out = false;
    if (err == CC_OK) {
        dat_put_text(statement, 1, cc_strz(table));
        err = dat_step(db, statement, out);
    }
    (void)sqlite3_finalize(statement);
    return err;
}

cc_err dat_db_has_column(const dat_db *db, const char *table, const char *column, bool *out) {
    sqlite3_stmt *statement = NULL;
    cc_err err = dat_prepare(db, "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2", &statement);
    *out = false;
    if (err == CC_OK) {
        dat_put_text(statement, 1, cc_strz(table));
        dat_put_text(statement, 2, cc_strz(column));
        err = dat_step(db, statement, out);
    }
    (void)sqlite3_finalize(statement);
    return err;
}

/* For each table the query, whose parameter is its name, counts `wanted`. */
static cc_err check_each_table(const dat_db *db, const dat_kind *kind, const char *query,
                               int wanted, const char *what) {
    sqlite3_stmt *statement = NULL;
    cc_err err = dat_prepare(db, query, &statement);
    for (size_t i = 0; err == CC_OK && kind->tables[i] != NULL; i++) {
        bool has_row = false;
        dat_put_text(statement, 1, cc_strz(kind->tables[i]));
        err = dat_step(db, statement, &has_row);
        if (err == CC_OK && (!has_row || sqlite3_column_int(statement, 0) != wanted)) {
            err = cc_fail(CC_E_FORMAT, "%s: the %s is damaged: %s '%s'", db->path, db->noun, what,
                          kind->tables[i]);
        }
        (void)sqlite3_reset(statement);
    }
    (void)sqlite3_finalize(statement);
    return err;
}

/* Each table has its own rows: it is not a view, not a virtual table (which has no root page), and
 * has no computed column. */
static cc_err check_tables(const dat_db *db, const dat_kind *kind) {
    CC_TRY(check_each_table(db, kind,
                            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND "
                            "rootpage > 0 AND name = ?",
                            1, "it has no table"));
    return check_each_table(db, kind,
                            "SELECT count(*) FROM pragma_table_xinfo(?) WHERE hidden != 0", 0,
                            "columns are computed in table");
}

/* The last page of a truncated file reads as zeros, which may be rows without content. */
static cc_err check_size(dat_db *db) {
    uint64_t pages = 0;
    uint64_t page_size = 0;
    (void)cc_file_mtime(db->path, &db->size);
    CC_TRY(query_number(db, "PRAGMA page_count", &pages));
    CC_TRY(query_number(db, "PRAGMA page_size", &page_size));
    return db->size >= pages * page_size ? CC_OK : dat_db_damaged(db, "it is truncated");
}

static cc_err check_kind(dat_db *db, const dat_kind *kind) {
    uint64_t application = 0;
    uint64_t version = 0;
    CC_TRY(query_number(db, "PRAGMA application_id", &application));
    if (application != (uint64_t)kind->application) {
        return cc_fail(CC_E_FORMAT, "%s: is an SQLite file, but not a %s of clrcov", db->path,
                       db->noun);
    }
    CC_TRY(query_number(db, "PRAGMA user_version", &version));
    if (version > kind->version) {
        return cc_fail(CC_E_UNSUPPORTED,
                       "%s: was written by a later clrcov (format %u; this clrcov reads up to %u); "
                       "use that version",
                       db->path, (unsigned)version, kind->version);
    }
    CC_TRY(check_size(db));
    return check_tables(db, kind);
}

/* SQLite runs nothing that the file itself may define. */
static void distrust(const dat_db *db) {
    (void)sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    (void)sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    (void)sqlite3_limit(db->handle, SQLITE_LIMIT_LENGTH, MOST_VALUE);
}

static cc_err open_as(dat_db *db, const char *path, int how) {
    int flags = how | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(path, &db->handle, flags, NULL);
    if (code != SQLITE_OK) {
        return dat_db_fail(db, code);
    }
    distrust(db);
    return CC_OK;
}

/* A file that cannot be read says nothing of its kind. */
static cc_err check_readable(const char *path) {
    return access(path, R_OK) == 0
               ? CC_OK
               : cc_fail(CC_E_IO, "%s: cannot be read: %s", path, strerror(errno));
}

cc_err dat_db_read(dat_db *out, const char *path, const dat_kind *kind) {
    *out = (dat_db){NULL, path, kind->noun, 0};
    if (!cc_path_exists(path)) {
        return cc_fail(CC_E_NOTFOUND, "%s: file not found", path);
    }
    CC_TRY(check_readable(path));
    if (!dat_is_file(path)) {
        bool is_data = kind->application == dat_data_kind.application;
        return cc_fail(CC_E_FORMAT, "%s: is not a %s of clrcov%s", path, kind->noun,
                       is_data ? "; for a report of another tool run clrcov merge -o OUT FILE first"
                               : "");
    }
    CC_TRY(open_as(out, path, SQLITE_OPEN_READONLY));
    return check_kind(out, kind);
}

static cc_err make_kind(const dat_db *db, const dat_kind *kind) {
    char script[128];
    (void)sqlite3_snprintf(sizeof script, script,
                           "PRAGMA application_id = %d; PRAGMA user_version = %u",
                           kind->application, kind->version);
    CC_TRY(dat_db_run(db, script));
    return dat_db_run(db, kind->schema);
}

cc_err dat_db_change(dat_db *out, const char *path, const dat_kind *kind, int patience_ms) {
    uint64_t size = 0;
    uint64_t objects = 0;
    *out = (dat_db){NULL, path, kind->noun, 0};
    bool is_there = cc_path_exists(path);
    CC_TRY(is_there ? check_readable(path) : CC_OK);
    if (is_there && cc_file_mtime(path, &size) != 0 && size > 0 && !dat_is_file(path)) {
        return cc_fail(CC_E_FORMAT, "%s: is not a %s of clrcov", path, kind->noun);
    }
    CC_TRY(open_as(out, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
    (void)sqlite3_busy_timeout(out->handle, patience_ms);
    CC_TRY(dat_db_run(out, "BEGIN IMMEDIATE"));
    CC_TRY(query_number(out, "SELECT count(*) FROM sqlite_schema", &objects));
    return objects == 0 ? make_kind(out, kind) : check_kind(out, kind);
}

/* Beyond the limit the system would end the process, so SQLite reports a full file before. */
static uint64_t pages_of(uint64_t limit) {
    uint64_t pages = limit / PAGE_SIZE;
    return pages < MOST_PAGES ? pages : MOST_PAGES;
}

cc_err dat_db_write(dat_db *out, const char *path, const char *shown, uint64_t limit) {
    *out = (dat_db){NULL, shown, dat_data_kind.noun, 0};
    int flags =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(path, &out->handle, flags, NULL);
    if (code != SQLITE_OK) {
        return dat_db_fail(out, code);
    }
    char script[320];
    (void)sqlite3_snprintf(sizeof script, script,
                           "PRAGMA page_size = %d; PRAGMA max_page_count = %llu; "
                           "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
                           "PRAGMA locking_mode = EXCLUSIVE; PRAGMA application_id = %d; "
                           "PRAGMA user_version = %d; BEGIN",
                           (int)PAGE_SIZE, (unsigned long long)pages_of(limit),
                           dat_data_kind.application, (int)DAT_VERSION);
    CC_TRY(dat_db_run(out, script));
    return dat_db_run(out, dat_data_kind.schema);
}

void dat_db_close(dat_db *db) {
    (void)sqlite3_close(db->handle);
    db->handle = NULL;
}
