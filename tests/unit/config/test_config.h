/* What the tests of the configuration share. The program runs in the directory tests/. */
#ifndef TEST_CONFIG_H
#define TEST_CONFIG_H

#include <CUnit/CUnit.h>

#include "config/cfg_internal.h"

/* A failed assertion that shows both texts. */
void assert_text(const char *got, const char *wanted);
/* `text` begins with `start` and holds `part` after it. */
void assert_message(const char *text, const char *start, const char *part);

/* Adds a text with an origin and the base "/base". */
void add_text(cfg_layer *layer, cfg_key key, const char *text, const char *origin);
/* Reads an XML text into a layer of the file's place, shown as "clrcov.xml", base "/file". */
cc_err read_xml(cfg_layer *layer, cc_arena *arena, const char *text);
/* A whole file, zero-terminated, in the arena; an assertion fails when it cannot be read. */
const char *read_whole(cc_arena *arena, const char *path, size_t *size);
/* A new empty directory below ${TMPDIR:-/tmp}, real path; in the arena. */
const char *make_directory(cc_arena *arena);
void write_file(cc_arena *arena, const char *dir, const char *name, const char *text);

/* test_table.c */
void test_precedence(void);
void test_rows_are_whole(void);
void test_variables(void);
void test_indices_of_choices(void);

/* test_values.c */
void test_truths(void);
void test_numbers(void);
void test_choices(void);
void test_paths(void);
void test_maps(void);
void test_lists_of_coverlet(void);
void test_repeated(void);
void test_imported(void);
void test_other_defaults(void);
void test_hidden_mistakes(void);
void test_bad_rules(void);
void test_filter(void);
void test_quotes(void);

/* test_files.c */
void test_malformed_files(void);
void test_each_line_has_its_place(void);
void test_valid_files(void);
void test_encodings(void);
void test_expressions(void);
void test_full_file(void);
void test_repeated_elements(void);
void test_nothing_is_printed(void);
void test_schema_sees_what_it_can(void);
void test_schema_has_the_table(void);

/* test_limits.c */
void test_huge_nesting(void);
void test_nesting(void);
void test_size_limit(void);
void test_no_files(void);
void test_no_permission(void);
void test_many_mistakes(void);
void test_long_messages(void);
void test_long_name(void);
void test_stray_text(void);
void test_all_or_nothing(void);
void test_file_truncation(void);

/* test_places.c */
void test_up_to_the_repository(void);
void test_link_to_nowhere(void);
void test_git_as_a_file(void);
void test_without_repository(void);
void test_relative_start(void);
void test_named_files(void);
void test_environment(void);
void test_wrong_environment(void);

/* test_store.c */
void test_round_trip(void);
void test_form(void);
void test_form_of_words(void);
void test_store_truncation(void);
void test_wrong_texts(void);
/* test_doc.c */
void test_doc_has_each_key(void);
void test_doc_examples(void);
void test_doc_tells_the_truth(void);

#endif
