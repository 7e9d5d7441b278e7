/* Tests of opcodes and decoding; one table for each file, all run by test_il.c. */
#ifndef TEST_IL_H
#define TEST_IL_H

#include "rewriter/il/il.h"

#include "il_asm.h"

/* Decodes into an arena of its own, on a copy of exactly the given size, and frees all again. */
cc_err test_il_try(cc_span bytes);

/* test_il_clause.c */
void test_il_small_section(void);
void test_il_fat_section(void);
void test_il_several_sections_are_refused(void);
void test_il_section_size_conventions(void);
void test_il_other_sections_are_refused(void);
void test_il_clause_bounds(void);
void test_il_regions_must_nest(void);
void test_il_valid_nestings(void);
void test_il_deep_and_wide_clauses(void);
void test_il_too_many_clauses(void);

/* test_il_hostile.c */
void test_il_every_truncation(void);
void test_il_every_bit_flip(void);
void test_il_every_first_byte_pair(void);

/* test_il_value.c */
void test_il_places(void);
void test_il_same_places(void);
void test_il_copies(void);
void test_il_before_nops(void);

#endif
