/* Tests of the select room, and what they share. */
#ifndef TEST_SELECT_H
#define TEST_SELECT_H

#include <CUnit/CUnit.h>

#include "select/sel.h"

/* One for the whole program. */
extern cc_arena *test_arena;

/* An engine in place of a real one: an expression matches a text that contains it; "(" is wrong. */
extern const sel_engine test_engine;

/* The rules of a text, one a line, as sel_print() writes them. */
sel_list test_rules(const char *text, const sel_engine *engine);
/* Copied to the heap in its exact length, so that a sanitizer sees a byte too many. */
cc_err test_parse_exactly(sel_list *list, cc_str text);

void test_every_kind_and_form(void);
void test_suggestions(void);
void test_refused_texts(void);
void test_refused_texts_change_nothing(void);
void test_texts_are_copied(void);
void test_engine_errors(void);

void test_round_trip(void);
void test_truncations(void);
void test_refused_lines(void);
void test_origins(void);

void test_assemblies(void);
void test_kinds_are_anded(void);
void test_superset(void);
void test_engine_absent(void);
void test_types(void);
void test_members(void);
void test_csharp_names(void);
void test_files(void);
void test_attributes(void);
void test_marks(void);
void test_describe(void);

void test_wildcard(void);
void test_wildcard_by_hand(void);
void test_clr_names(void);
void test_attribute_names(void);
void test_globs(void);
void test_hostile_patterns(void);

void test_packages(void);
void test_tools(void);

#endif
