/* The schema of data files; docs/data.md describes it, and a test compares the two. */
#include "coverage/data/dat_internal.h"

/* A column may be added within a version. Files of earlier builds then lack it, so the reader asks
 * for it before it names it in a query.
 *
 * Numbers of rows (id) are dense from 1 on; the rows of one parent are consecutive, in the order of
 * their parents. */
static const char schema[] =
    "CREATE TABLE run(id TEXT PRIMARY KEY, tool TEXT NOT NULL, started INTEGER NOT NULL, "
    "\"commit\" TEXT NOT NULL, hits TEXT NOT NULL, is_lower_bound INTEGER NOT NULL, "
    "processes INTEGER NOT NULL, tests_left_out INTEGER NOT NULL) WITHOUT ROWID;\n"
    "CREATE TABLE origin(run TEXT PRIMARY KEY, program TEXT NOT NULL, project TEXT NOT NULL, "
    "branch TEXT NOT NULL, repository TEXT NOT NULL, folder TEXT NOT NULL) WITHOUT ROWID;\n"
    "CREATE TABLE setting(run TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL);\n"
    "CREATE TABLE build(id INTEGER PRIMARY KEY, assembly TEXT NOT NULL, mvid BLOB NOT NULL, "
    "framework TEXT NOT NULL, digest BLOB NOT NULL, was_loaded INTEGER NOT NULL, "
    "last_run INTEGER NOT NULL, generated_methods INTEGER NOT NULL, empty_reason TEXT NOT NULL, "
    "empty_detail TEXT NOT NULL, points INTEGER NOT NULL, arms INTEGER NOT NULL);\n"
    "CREATE TABLE document(id INTEGER PRIMARY KEY, build INTEGER NOT NULL, path TEXT NOT NULL, "
    "algorithm TEXT NOT NULL, checksum BLOB NOT NULL, is_outside_root INTEGER NOT NULL, "
    "is_missing INTEGER NOT NULL);\n"
    "CREATE TABLE embedded(document INTEGER PRIMARY KEY, source BLOB NOT NULL);\n"
    "CREATE TABLE body(id INTEGER PRIMARY KEY, build INTEGER NOT NULL, token INTEGER NOT NULL, "
    "type TEXT NOT NULL, method TEXT NOT NULL, signature TEXT NOT NULL);\n"
    "CREATE TABLE point(id INTEGER PRIMARY KEY, body INTEGER NOT NULL, document INTEGER NOT NULL, "
    "start_line INTEGER NOT NULL, start_column INTEGER NOT NULL, end_line INTEGER NOT NULL, "
    "end_column INTEGER NOT NULL, flags INTEGER NOT NULL, lead INTEGER NOT NULL, "
    "loop INTEGER NOT NULL);\n"
    "CREATE TABLE decision(id INTEGER PRIMARY KEY, point INTEGER NOT NULL, body INTEGER NOT NULL, "
    "otherwise INTEGER NOT NULL, "
    "is_switch INTEGER NOT NULL, is_dead INTEGER NOT NULL, test INTEGER NOT NULL, "
    "holds INTEGER NOT NULL);\n"
    "CREATE TABLE arm(id INTEGER PRIMARY KEY, decision INTEGER NOT NULL, place INTEGER NOT NULL, "
    "line INTEGER NOT NULL, is_dead INTEGER NOT NULL);\n"
    "CREATE TABLE hit(point INTEGER PRIMARY KEY, count INTEGER NOT NULL);\n"
    "CREATE TABLE passed(point INTEGER PRIMARY KEY);\n"
    "CREATE TABLE taken(arm INTEGER PRIMARY KEY);\n"
    "CREATE TABLE run_hits(run TEXT NOT NULL, build INTEGER NOT NULL, counts BLOB NOT NULL, "
    "PRIMARY KEY(run, build)) WITHOUT ROWID;\n"
    "CREATE TABLE test(id INTEGER PRIMARY KEY, assembly TEXT NOT NULL, type TEXT NOT NULL, "
    "method TEXT NOT NULL, outcome TEXT NOT NULL, runs INTEGER NOT NULL, "
    "is_overlapped INTEGER NOT NULL, last_run INTEGER NOT NULL);\n"
    "CREATE TABLE test_hit(test INTEGER NOT NULL, build INTEGER NOT NULL, points BLOB NOT NULL, "
    "arms BLOB NOT NULL, PRIMARY KEY(test, build)) WITHOUT ROWID;\n"
    "CREATE TABLE hidden(build INTEGER PRIMARY KEY);\n"
    "CREATE TABLE member(id INTEGER PRIMARY KEY, build INTEGER NOT NULL, kind TEXT NOT NULL, "
    "type TEXT NOT NULL, name TEXT NOT NULL, identity INTEGER NOT NULL, "
    "declaration INTEGER NOT NULL, code INTEGER NOT NULL, is_measured INTEGER NOT NULL);\n"
    "CREATE TABLE test_member(test INTEGER NOT NULL, build INTEGER NOT NULL, "
    "members BLOB NOT NULL, PRIMARY KEY(test, build)) WITHOUT ROWID;\n"
    "CREATE TABLE suite(id INTEGER PRIMARY KEY, assembly TEXT NOT NULL, folder TEXT NOT NULL, "
    "runtime TEXT NOT NULL, system TEXT NOT NULL, has_failed INTEGER NOT NULL, "
    "last_run INTEGER NOT NULL);\n"
    "CREATE TABLE input(suite INTEGER NOT NULL, path TEXT NOT NULL, digest INTEGER NOT NULL, "
    "PRIMARY KEY(suite, path)) WITHOUT ROWID;\n"
    "CREATE TABLE left_out(path TEXT NOT NULL, checksum BLOB NOT NULL, "
    "first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, reason TEXT NOT NULL);\n"
    "CREATE TABLE omitted(assembly TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL);\n"
    "CREATE TABLE fact(subject TEXT NOT NULL, assembly TEXT NOT NULL, type TEXT NOT NULL, "
    "name TEXT NOT NULL, path TEXT NOT NULL, first_line INTEGER NOT NULL, "
    "last_line INTEGER NOT NULL, reason TEXT NOT NULL, has_data INTEGER NOT NULL, "
    "detail TEXT NOT NULL);\n"
    "CREATE TABLE message(kind TEXT NOT NULL, text TEXT NOT NULL);\n";

/* The list omits `embedded`, `origin`, and all tables about tests: files of earlier clrcovs do not
 * have them. */
static const char *const tables[] = {
    "run",    "setting", "build",    "document", "body",    "point", "decision", "arm", "hit",
    "passed", "taken",   "run_hits", "left_out", "omitted", "fact",  "message",  NULL};

/* "CLRC" */
const dat_kind dat_data_kind = {0x434C5243, DAT_VERSION, tables, schema, "data file"};
