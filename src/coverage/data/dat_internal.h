/* What the files of this room share. Internal to this room. */
#ifndef DAT_INTERNAL_H
#define DAT_INTERNAL_H

#include <sqlite3.h>

#include "base/cc_buf.h"
#include "coverage/data/dat.h"

/* A kind of file of SQLite. */
typedef struct dat_kind {
    int application;           /* PRAGMA application_id */
    unsigned version;          /* PRAGMA user_version, the latest that this clrcov reads */
    const char *const *tables; /* names of the tables, NULL-terminated */
    const char *schema;        /* the schema as one script */
    const char *noun;          /* for messages */
} dat_kind;

extern const dat_kind dat_data_kind;

/* --- dat_db.c --------------------------------------------------------------------------------- */

typedef struct dat_db {
    sqlite3 *handle;
    const char *path; /* for messages, like `noun` */
    const char *noun;
    uint64_t size; /* size in bytes of a file that is read */
} dat_db;

/* Opens an existing file for reading, and checks its kind. The caller always closes it. */
CC_NODISCARD cc_err dat_db_read(dat_db *out, const char *path, const dat_kind *kind);
/* Opens a file, or makes it, and begins the transaction that changes it; waits at most
 * `patience_ms` for other writers. The caller commits, and always closes the file: SQLite rolls
 * back what is not committed. */
CC_NODISCARD cc_err dat_db_change(dat_db *out, const char *path, const dat_kind *kind,
                                  int patience_ms);
/* Opens a file to write it from its beginning. `shown`: its path in messages; `limit`: maximum
 * number of bytes that this process may write to a file. */
CC_NODISCARD cc_err dat_db_write(dat_db *out, const char *path, const char *shown, uint64_t limit);
void dat_db_close(dat_db *db);
CC_NODISCARD cc_err dat_db_run(const dat_db *db, const char *script);
/* The file has a table of this name with its own rows: not a view, and without computed columns. */
CC_NODISCARD cc_err dat_db_has(const dat_db *db, const char *table, bool *out);
/* *out: the table has the column. */
CC_NODISCARD cc_err dat_db_has_column(const dat_db *db, const char *table, const char *column,
                                      bool *out);
/* Returns the error of the last call of SQLite. */
cc_err dat_db_fail(const dat_db *db, int code);
/* Returns the error for a row that contradicts other rows, or the schema. */
cc_err dat_db_damaged(const dat_db *db, const char *what);

/* Prepares a statement; the caller finalizes it. */
CC_NODISCARD cc_err dat_prepare(const dat_db *db, const char *text, sqlite3_stmt **out);
/* Steps to the next row: *has_row is false at the end. */
CC_NODISCARD cc_err dat_step(const dat_db *db, sqlite3_stmt *statement, bool *has_row);
/* Runs a statement that gives no row, and resets it for the next run. */
CC_NODISCARD cc_err dat_insert(const dat_db *db, sqlite3_stmt *statement);

/* Bind parameters, from 1 on. They borrow the text until the next dat_insert(). */
void dat_put(sqlite3_stmt *statement, int index, uint64_t value);
void dat_put_text(sqlite3_stmt *statement, int index, cc_str text);
void dat_put_bytes(sqlite3_stmt *statement, int index, cc_span bytes);

/* Read columns, from 0 on. */
CC_NODISCARD cc_err dat_get(const dat_db *db, sqlite3_stmt *statement, int column, uint64_t most,
                            uint64_t *out);
CC_NODISCARD cc_err dat_get_text(sqlite3_stmt *statement, int column, cc_arena *arena, cc_str *out);
void dat_get_bytes(sqlite3_stmt *statement, int column, cc_arena *arena, cc_span *out);

/* --- dat_digest.c ----------------------------------------------------------------------------- */

/* Computes a hash of all data of the assembly that do not depend on the run: builds with equal
 * digests have equal points and arms under equal numbers. */
void dat_digest(cov_raw_assembly *assembly);

/* --- dat_counts.c: counts of one run, as bytes ------------------------------------------------ */

/* Pairs of numbers (LEB128): how many points were skipped, and the count of the next one. The bytes
 * omit points without a count. */
typedef struct dat_counts {
    cc_span rest;
    uint64_t point; /* of the current pair */
    uint64_t count;
    bool is_damaged;
} dat_counts;

void dat_counts_put(cc_buf *out, uint64_t *next, uint64_t point, uint64_t count);
dat_counts dat_counts_read(cc_span bytes);
/* Reads the next pair. False at the end, or when the bytes are damaged. */
bool dat_counts_next(dat_counts *counts);

/* --- dat_rows.c ------------------------------------------------------------------------------- */

/* The reader calls this for each point that was hit or passed, and each arm that was taken, with
 * its number in the assembly. */
typedef struct dat_hit_visitor {
    void (*hit)(void *ctx, uint32_t assembly, uint32_t point, uint64_t count);
    void (*passed)(void *ctx, uint32_t assembly, uint32_t point);
    void (*taken)(void *ctx, uint32_t assembly, uint32_t arm);
    void *ctx;
} dat_hit_visitor;

/* Tables whose rows have an id, and parents. */
typedef enum dat_table {
    DAT_DOCUMENT,
    DAT_BODY,
    DAT_POINT,
    DAT_DECISION,
    DAT_ARM,
    DAT_TABLES
} dat_table;

/* Rows of a table that are read, by their ids in the file; `before`: number of such rows before. */
typedef struct dat_range {
    uint64_t first, last, before;
} dat_range;

/* What is read of each table; the rest might as well not be in the file. */
typedef struct dat_part {
    struct {
        dat_range *ranges; /* in order */
        uint32_t count;
        size_t cap;
    } rows[DAT_TABLES];
    uint64_t *points, *arms; /* by assembly: number of them in the file, in the assemblies before */
} dat_part;

/* The state of a reader of a file. */
typedef struct dat_reading {
    const dat_db *db;
    cov_raw *raw;
    cc_arena *arena;
    const dat_hit_visitor *visitor;
    const dat_part *part; /* NULL: everything is read */
    uint32_t at;          /* assembly of the last row's parent */
    uint64_t rows;        /* number of rows read of this table */
    uint64_t more_lines;  /* of points, after their first ones */
    /* bytes of embedded sources so far: as stored, and inflated */
    uint64_t stored_bytes, text_bytes;
    /* by assembly: the number of elements in the assemblies before it */
    uint64_t *documents, *bodies, *points, *decisions, *arms;
} dat_reading;

typedef cc_err dat_take_row(dat_reading *r, sqlite3_stmt *row);
/* Calls `take` for each row of a query. */
CC_NODISCARD cc_err dat_each_row(dat_reading *r, const char *query, dat_take_row *take);
/* Calls `take` for each of the rows that are read; the query has the first and the last id of `table` as its
 * parameters. */
CC_NODISCARD cc_err dat_each_row_of(dat_reading *r, dat_table table, const char *query,
                                    dat_take_row *take);
/* Reads the id of a row of `table`: dense among the rows that are read. 0: none. */
CC_NODISCARD cc_err dat_get_id(const dat_reading *r, sqlite3_stmt *row, int column, dat_table table,
                               uint64_t *out);
CC_NODISCARD cc_err dat_get_u32(const dat_reading *r, sqlite3_stmt *row, int column, uint32_t *out);
CC_NODISCARD cc_err dat_get_bool(const dat_reading *r, sqlite3_stmt *row, int column, bool *out);
/* Makes room for one more element, zeroed, in an array that begins at `items`. Returns the new
 * start of the array, and counts the element; NULL when out of memory. */
void *dat_next_item(void *items, uint32_t *count, size_t size, cc_arena *arena);

/* --- dat_read.c, dat_read_heads.c ------------------------------------------------------------- */

/* --- dat_tests.c, dat_merge_tests.c: what tests hit ------------------------------------------- */

CC_NODISCARD cc_err dat_write_tests(const dat_db *db, const cov_raw *raw);
/* Reads tests and their hits into data whose assemblies have the right numbers of points and
 * arms; `part`: as in dat_reading. */
CC_NODISCARD cc_err dat_read_tests(const dat_db *db, cov_raw *raw, const dat_part *part,
                                   cc_arena *arena);
/* The first range that ends at the id or after it; NULL: none. */
const dat_range *dat_find_range(const dat_part *part, dat_table table, uint64_t id);
/* Appends what the runs have of the rows that are read; `before`: the number of rows in the assemblies
 * before. False for malformed bytes, and places from `count` on. */
bool dat_part_runs(const dat_part *part, dat_table table, uint64_t before, uint32_t count,
                   cc_span runs, cc_buf *out);

/* Reads tests without their hits. */
CC_NODISCARD cc_err dat_read_test_heads(const dat_db *db, cov_raw *raw, cc_arena *arena);
/* CC_E_FORMAT unless all runs are below `count`. */
CC_NODISCARD cc_err dat_check_runs(const dat_reading *r, cc_span runs, uint32_t count);

/* Writes the rows of one table. */
typedef cc_err dat_put_rows(const dat_db *db, sqlite3_stmt *s, const cov_raw *raw);
CC_NODISCARD cc_err dat_write_table(const dat_db *db, const char *insert, dat_put_rows *put,
                                    const cov_raw *raw);

/* --- dat_suites.c: test assemblies, and the files on which tests depend ------------------------ */

CC_NODISCARD cc_err dat_write_suites(const dat_db *db, const cov_raw *raw);
CC_NODISCARD cc_err dat_read_suites(const dat_db *db, cov_raw *raw, cc_arena *arena);

/* Suites of several files. Memory of `arena`. */
typedef struct dat_suites dat_suites;
dat_suites *dat_suites_open(cc_arena *arena);
void dat_suites_close(dat_suites *suites);
void dat_suites_add(dat_suites *suites, const cov_raw *raw);
/* Sets suites and tree of `out`. */
void dat_suites_finish(const dat_suites *suites, cov_raw *out);

/* --- dat_members.c ---------------------------------------------------------------------------- */

CC_NODISCARD cc_err dat_write_members(const dat_db *db, const cov_raw *raw);
/* Reads the members of builds, and those that each test ran, after the tests. Test hits that are
 * there get their members; others are added. */
CC_NODISCARD cc_err dat_read_members(const dat_db *db, cov_raw *raw, cc_arena *arena);

/* Tests of several files. Memory of `arena`. */
typedef struct dat_tests dat_tests;
dat_tests *dat_tests_open(cc_arena *arena);
void dat_tests_close(dat_tests *tests);
/* Adds the tests of data; builds[i] is the number of its assembly i in the result of merging. */
void dat_tests_add(dat_tests *tests, const cov_raw *raw, const uint32_t *builds);
/* Sets the tests of `out` and the hits of its assemblies. places[number of a build]: its index in
 * the result. */
void dat_tests_finish(dat_tests *tests, cov_raw *out, const uint32_t *places);

/* Names of cov_subject, NULL-terminated. */
extern const char *const dat_subjects[];

/* Reads the builds alone. */
CC_NODISCARD cc_err dat_read_builds(const dat_db *db, cov_raw *out, cc_arena *arena);
/* Reads everything but the bodies of assemblies; their point_count and arm_count are unchecked
 * numbers of the file. */
CC_NODISCARD cc_err dat_read_heads(const dat_db *db, cov_raw *out, cc_arena *arena);
/* Reads the heads with facts of files alone. */
CC_NODISCARD cc_err dat_read_file_heads(const dat_db *db, cov_raw *out, cc_arena *arena);
/* Reads the bodies of all assemblies, without hits. */
CC_NODISCARD cc_err dat_read_bodies(const dat_db *db, cov_raw *out, cc_arena *arena);
CC_NODISCARD cc_err dat_read_hits(const dat_db *db, cov_raw *heads, const dat_hit_visitor *visitor,
                                  cc_arena *arena);
/* Reads what comes after the heads: bodies and hits; `part`: as in dat_reading. */
CC_NODISCARD cc_err dat_read_rest(const dat_db *db, cov_raw *heads, const dat_part *part,
                                  cc_arena *arena);
/* Reads the whole file. */
CC_NODISCARD cc_err dat_read_db(const dat_db *db, cov_raw *out, cc_arena *arena);

#endif
