/* What the tests of imported settings share. The program runs in the directory tests/ of the
 * sources. */
#ifndef TEST_IMPORT_H
#define TEST_IMPORT_H

#include <CUnit/CUnit.h>

#include "config/cfg_internal_import.h"

/* One import, and what came of it. */
typedef struct imported {
    cc_arena *arena;
    cfg_layer layer;
    cc_buf warnings, shown;
    cc_err err;
} imported;

/* Reads a text, shown as "F". */
void import_text(imported *im, const char *text, bool is_optional);
void import_free(imported *im);
/* "KEY=TEXT\n" of each entry, without those that no line says. */
const char *import_entries(imported *im);
/* The same with the origins: "KEY=TEXT @ORIGIN\n", all entries. */
const char *import_origins(imported *im);
const char *import_warnings(imported *im);
/* A failed assertion that shows both texts. */
void import_assert(const char *what, const char *got, const char *wanted);

/* The children of Configuration (and of CodeCoverage there) as a whole file, in the arena. */
const char *coverlet_file(cc_arena *arena, const char *configuration);
const char *microsoft_file(cc_arena *arena, const char *configuration, const char *code_coverage);

/* test_import_tools.c */
void test_coverlet_keys(void);
void test_coverlet_mtp(void);
void test_words(void);
void test_microsoft_keys(void);
void test_microsoft_lists(void);
void test_microsoft_defaults(void);
void test_microsoft_documented(void);
void test_microsoft_json(void);

/* test_import_files.c */
void test_which_collector(void);
void test_malformed(void);
void test_import_limits(void);
void test_import_truncation(void);
void test_sample_files(void);
void test_import_reading(void);
void test_json_lines(void);

/* test_import_regex.c */
void test_engine(void);
void test_engine_limits(void);
void test_budget_of_a_list(void);
void test_dialect(void);
void test_file_globs(void);

#endif
