/* Decoding of exception sections and the nesting of regions. */
#include "test_il.h"

#include <CUnit/CUnit.h>
#include <string.h>

/* Labels 0, 10, 20, ... before the instructions of `code` are all set; `code` has one-byte
 * instructions. */
static il_asm *begin(cc_arena *arena, unsigned insns) {
    il_asm *a = il_asm_new(arena);
    for (unsigned i = 0; i < insns; i++) {
        il_asm_label(a, i);
        il_asm_op(a, IL_NOP);
    }
    il_asm_label(a, insns);
    return a;
}

static void expect_clause(const il_clause *c, il_clause_kind kind, const uint32_t at[4],
                          uint32_t last) {
    CU_ASSERT_EQUAL(c->kind, kind);
    CU_ASSERT_EQUAL(c->try_start, at[0]);
    CU_ASSERT_EQUAL(c->try_end, at[1]);
    CU_ASSERT_EQUAL(c->handler_start, at[2]);
    CU_ASSERT_EQUAL(c->handler_end, at[3]);
    CU_ASSERT_EQUAL(c->filter_start, kind == IL_CLAUSE_FILTER ? last : 0);
    CU_ASSERT_EQUAL(c->class_token, kind == IL_CLAUSE_CATCH ? last : 0);
}

/* try { } filter { } { } and catch, finally and fault of the same and outer trys. */
static void add_all_kinds(il_asm *a) {
    il_asm_clause(a, IL_CLAUSE_FILTER, 1, 2, 3, 4, 2);
    il_asm_clause(a, IL_CLAUSE_CATCH, 1, 2, 4, 5, 0x01000007);
    il_asm_clause(a, IL_CLAUSE_FINALLY, 1, 5, 5, 6, 0);
    il_asm_clause(a, IL_CLAUSE_FAULT, 0, 7, 7, 8, 0);
}

static void expect_all_kinds(const il_body *body) {
    CU_ASSERT_EQUAL_FATAL(body->clause_count, 4);
    expect_clause(&body->clauses[0], IL_CLAUSE_FILTER, (uint32_t[]){1, 2, 3, 4}, 2);
    expect_clause(&body->clauses[1], IL_CLAUSE_CATCH, (uint32_t[]){1, 2, 4, 5}, 0x01000007);
    expect_clause(&body->clauses[2], IL_CLAUSE_FINALLY, (uint32_t[]){1, 5, 5, 6}, 0);
    expect_clause(&body->clauses[3], IL_CLAUSE_FAULT, (uint32_t[]){0, 7, 7, 8}, 0);
}

static void decode_all_kinds(il_asm_eh form, size_t size) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = begin(arena, 8);
    il_asm_form(a, IL_ASM_AUTO, form);
    add_all_kinds(a);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(a), arena), CC_OK);
    CU_ASSERT_EQUAL(body.total_size, size);
    expect_all_kinds(&body);
    cc_arena_free(arena);
}

void test_il_small_section(void) {
    decode_all_kinds(IL_ASM_EH_AUTO, 12 + 8 + 4 + 4 * 12);
}

void test_il_fat_section(void) {
    decode_all_kinds(IL_ASM_EH_FAT, 12 + 8 + 4 + 4 * 24);
}

/* The runtime reads the first one only. */
void test_il_several_sections_are_refused(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = begin(arena, 8);
    il_asm_form(a, IL_ASM_AUTO, IL_ASM_EH_EACH);
    add_all_kinds(a);
    il_body body;
    CU_ASSERT_EQUAL(il_decode(&body, il_asm_finish(a), arena), CC_E_UNSUPPORTED);
    CU_ASSERT_PTR_NOT_NULL(strstr(cc_error_message(), "several sections"));
    cc_arena_free(arena);
}

/* The size may or may not count the section's own four bytes. */
void test_il_section_size_conventions(void) {
    static const uint8_t bytes[] = {
        0x0B, 0x30, 8, 0, 4, 0, 0, 0, 0, 0, 0, 0, /* fat header, 4 bytes of code, sections */
        0,    0,    0, 0,                         /* four nops */
        1,    16,   0, 0,                         /* small table of 16 bytes */
        2,    0,    0, 0, 1, 1, 0, 2, 0, 0, 0, 0, /* finally, try 0 +1, handler 1 +2 */
    };
    uint8_t body[sizeof(bytes)];
    memcpy(body, bytes, sizeof(bytes));
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_OK);
    body[17] = 12;
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_OK);
    body[17] = 15;
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_OK);
    body[17] = 24; /* a second clause that is not there */
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_E_TRUNCATED);
    body[17] = 18; /* two bytes of padding that are not there */
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_E_TRUNCATED);
    body[17] = 4; /* no clause; the rest is not the body's */
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_OK);
    body[17] = 16;
    body[16] = 0x81; /* another section is announced */
    CU_ASSERT_EQUAL(test_il_try(cc_span_of(body, sizeof(body))), CC_E_UNSUPPORTED);
}

void test_il_other_sections_are_refused(void) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = begin(arena, 8);
    add_all_kinds(a);
    cc_span good = il_asm_finish(a);
    cc_span copy = cc_arena_copy(arena, good);
    uint8_t *section = (uint8_t *)(uintptr_t)copy.data + 20;
    CU_ASSERT_EQUAL(*section, 0x01);
    static const uint8_t kinds[] = {0x00, 0x02, 0x03, 0x21, 0x11};
    for (size_t i = 0; i < sizeof(kinds); i++) {
        *section = kinds[i];
        CU_ASSERT_EQUAL(test_il_try(copy), CC_E_UNSUPPORTED);
    }
    *section = 0x01;
    section[4] = 3; /* clause kind */
    CU_ASSERT_EQUAL(test_il_try(copy), CC_E_FORMAT);
    section[4] = 5;
    CU_ASSERT_EQUAL(test_il_try(copy), CC_E_FORMAT);
    cc_arena_free(arena);
}

/* One clause over: nop; ldc.i4 (5 bytes); nop; nop; ret -- offsets 0, 1, 6, 7, 8, end 9. */
static cc_err decode_one(uint32_t kind, uint32_t try_at, uint32_t try_len, uint32_t at,
                         uint32_t len, uint32_t last) {
    uint8_t b[] = {0x0B, 0x30, 8,    0, 9, 0, 0,    0,  0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0,
                   0,    0,    0x2A, 0, 0, 0, 0x41, 28, 0, 0, 0, 0, 0, 0,    0, 0, 0, 0,
                   0,    0,    0,    0, 0, 0, 0,    0,  0, 0, 0, 0, 0, 0,    0, 0};
    const uint32_t fields[] = {kind, try_at, try_len, at, len, last};
    for (size_t i = 0; i < 24; i++) {
        b[28 + i] = (uint8_t)(fields[i / 4] >> (i % 4 * 8));
    }
    return test_il_try(cc_span_of(b, sizeof(b)));
}

void test_il_clause_bounds(void) {
    CU_ASSERT_EQUAL(decode_one(2, 0, 6, 6, 3, 0), CC_OK); /* ends with the code */
    CU_ASSERT_EQUAL(decode_one(2, 0, 0, 6, 3, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 0, 6, 6, 0, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 0, 5, 6, 3, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 2, 4, 6, 3, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 0, 6, 6, 4, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 0, 6, 9, 1, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 6, 0xFFFFFFFE, 0, 1, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(2, 0xFFFFFFFF, 2, 6, 1, 0), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(0, 0, 6, 6, 3, 77), CC_OK);
    CU_ASSERT_EQUAL(decode_one(1, 0, 1, 6, 3, 1), CC_OK);
    CU_ASSERT_EQUAL(decode_one(1, 0, 1, 6, 3, 2), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(1, 0, 1, 6, 3, 6), CC_E_FORMAT); /* empty filter */
    CU_ASSERT_EQUAL(decode_one(1, 0, 1, 6, 3, 7), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(1, 0, 1, 6, 3, 100), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_one(1, 0, 1, 6, 3, 0xFFFFFFFF), CC_E_FORMAT);
}

/* Clauses over 16 nops; each {kind, try start, try end, handler start, handler end, filter}. */
static cc_err decode_clauses(const uint32_t (*clauses)[6], size_t count) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = begin(arena, 16);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *c = clauses[i];
        il_asm_clause(a, (il_clause_kind)c[0], c[1], c[2], c[3], c[4], c[5]);
    }
    cc_err err = test_il_try(il_asm_finish(a));
    cc_arena_free(arena);
    return err;
}

#define DECODE(...)                                                                                \
    decode_clauses((const uint32_t[][6])__VA_ARGS__, sizeof((uint32_t[][6])__VA_ARGS__) / 24)

void test_il_regions_must_nest(void) {
    /* trys overlap */
    CU_ASSERT_EQUAL(DECODE({{2, 0, 4, 6, 8, 0}, {2, 2, 6, 8, 10, 0}}), CC_E_FORMAT);
    /* handler inside its own try */
    CU_ASSERT_EQUAL(DECODE({{2, 0, 4, 2, 4, 0}}), CC_E_FORMAT);
    CU_ASSERT_EQUAL(DECODE({{2, 0, 4, 0, 4, 0}}), CC_E_FORMAT);
    CU_ASSERT_EQUAL(DECODE({{2, 0, 4, 0, 16, 0}}), CC_E_FORMAT);
    /* handler overlaps its try */
    CU_ASSERT_EQUAL(DECODE({{2, 0, 4, 3, 6, 0}}), CC_E_FORMAT);
    /* two clauses share a handler */
    CU_ASSERT_EQUAL(DECODE({{0, 0, 2, 4, 6, 0}, {0, 2, 4, 4, 6, 0}}), CC_E_FORMAT);
    /* inner try with its handler outside of the outer try */
    CU_ASSERT_EQUAL(DECODE({{2, 1, 2, 6, 7, 0}, {2, 0, 4, 4, 6, 0}}), CC_E_FORMAT);
    /* filter elsewhere than its handler */
    CU_ASSERT_EQUAL(DECODE({{1, 4, 6, 10, 12, 2}, {2, 3, 8, 12, 14, 0}}), CC_E_FORMAT);
    /* a try that fills a handler, whose own handler is outside of it */
    CU_ASSERT_EQUAL(DECODE({{2, 0, 2, 2, 4, 0}, {2, 2, 4, 4, 6, 0}}), CC_E_FORMAT);
}

void test_il_valid_nestings(void) {
    /* handler before its try */
    CU_ASSERT_EQUAL(DECODE({{2, 4, 6, 0, 2, 0}}), CC_OK);
    /* try in try, in handler, in filter; all three starting or ending together */
    CU_ASSERT_EQUAL(DECODE({{2, 0, 2, 2, 4, 0}, {2, 0, 4, 4, 8, 0}}), CC_OK);
    CU_ASSERT_EQUAL(DECODE({{2, 4, 6, 6, 8, 0}, {2, 0, 4, 4, 8, 0}}), CC_OK);
    CU_ASSERT_EQUAL(DECODE({{0, 3, 4, 4, 5, 9}, {1, 0, 2, 6, 8, 2}}), CC_OK);
    /* many clauses of one try, whole code in the outermost regions */
    CU_ASSERT_EQUAL(DECODE({{0, 0, 4, 4, 6, 1}, {0, 0, 4, 6, 8, 2}, {1, 0, 4, 10, 12, 8}}), CC_OK);
    CU_ASSERT_EQUAL(DECODE({{2, 1, 2, 2, 3, 0}, {2, 0, 8, 8, 16, 0}}), CC_OK);
    /* inner clauses last: the order is not checked here */
    CU_ASSERT_EQUAL(DECODE({{2, 0, 4, 4, 8, 0}, {2, 0, 2, 2, 4, 0}}), CC_OK);
}

static cc_err decode_nested(unsigned depth) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = begin(arena, depth * 2 + 1);
    for (unsigned i = 0; i < depth; i++) { /* innermost first: try [k, k'), finally after it */
        il_asm_clause(a, IL_CLAUSE_FINALLY, depth - 1 - i, depth + i, depth + i, depth + i + 1, 0);
    }
    cc_err err = test_il_try(il_asm_finish(a));
    cc_arena_free(arena);
    return err;
}

static cc_err decode_in_row(unsigned count) {
    cc_arena *arena = cc_arena_new();
    il_asm *a = begin(arena, count * 2);
    for (unsigned i = 0; i < count; i++) {
        il_asm_clause(a, IL_CLAUSE_FINALLY, 2 * i, 2 * i + 1, 2 * i + 1, 2 * i + 2, 0);
    }
    cc_err err = test_il_try(il_asm_finish(a));
    cc_arena_free(arena);
    return err;
}

void test_il_deep_and_wide_clauses(void) {
    CU_ASSERT_EQUAL(decode_nested(20), CC_OK);
    CU_ASSERT_EQUAL(decode_nested(21), CC_OK);
    CU_ASSERT_EQUAL(decode_nested(IL_MAX_CLAUSES), CC_OK);
    CU_ASSERT_EQUAL(decode_in_row(IL_MAX_CLAUSES), CC_OK);
}

void test_il_too_many_clauses(void) {
    CU_ASSERT_EQUAL(decode_in_row(IL_MAX_CLAUSES + 1), CC_E_LIMIT);
}
