/* Decoding of damaged bodies. Each runs on memory of exactly its size, so that a sanitizer sees
 * every byte too many. */
#include "test_il.h"

#include <CUnit/CUnit.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 4 };

static cc_span sample(cc_arena *arena, unsigned which) {
    static const char *const texts[SAMPLES] = {
        "@0: ldarg.0; brfalse.s @1; ldarg.0; call 0x0A000001; @1: ret",
        "@0: ldarg.0; switch @1 @2 @0; @1: ldc.i4 7; constrained. 3 callvirt 4; @2: br @0; ret",
        "@0: nop; leave.s @9; @1: pop; ldc.i4.0; @2: endfilter; @3: pop; leave.s @9;"
        "@4: endfinally; @9: ret; @10: nop",
        "@0: nop; @8: tail. call 1; ret; @1: nop; @2: volatile. ldsfld 4; @3: throw;"
        "@4: endfinally; @9: ret; @10: nop",
    };
    il_asm *a = il_asm_new(arena);
    il_asm_text(a, texts[which]);
    if (which == 2) {
        il_asm_clause(a, IL_CLAUSE_FILTER, 0, 1, 3, 4, 1);
        il_asm_clause(a, IL_CLAUSE_FINALLY, 0, 4, 4, 9, 0);
    } else if (which == 3) {
        il_asm_form(a, IL_ASM_FAT, IL_ASM_EH_FAT);
        il_asm_clause(a, IL_CLAUSE_CATCH, 8, 1, 1, 2, 0x01000001);
        il_asm_clause(a, IL_CLAUSE_FAULT, 0, 2, 2, 3, 0);
    }
    return il_asm_finish(a);
}

void test_il_every_truncation(void) {
    cc_arena *arena = cc_arena_new();
    for (unsigned which = 0; which < SAMPLES; which++) {
        cc_span whole = sample(arena, which);
        CU_ASSERT_EQUAL(test_il_try(whole), CC_OK);
        for (size_t cut = 0; cut < whole.len; cut++) {
            CU_ASSERT_EQUAL(test_il_try(cc_span_of(whole.data, cut)), CC_E_TRUNCATED);
        }
    }
    cc_arena_free(arena);
}

/* What decodes must keep the promises of il.h. */
static void check_promises(const il_body *body, size_t len) {
    bool ok = body->total_size <= len && body->insn_count > 0;
    uint32_t offset = 0;
    for (uint32_t i = 0; ok && i < body->insn_count; i++) {
        const il_insn *u = &body->insns[i];
        ok = u->offset == offset && u->size > u->prefix_size && body->insn_at[offset] == i &&
             u->op < IL_OP_COUNT && u->target < body->insn_count + body->code.len;
        offset += u->size;
    }
    ok = ok && offset == body->code.len;
    for (uint32_t i = 0; ok && i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        ok = c->try_start < c->try_end && c->try_end <= body->insn_count &&
             c->handler_start < c->handler_end && c->handler_end <= body->insn_count;
    }
    CU_ASSERT_TRUE(ok);
}

static cc_err try_and_check(const uint8_t *bytes, size_t len) {
    cc_arena *arena = cc_arena_new();
    uint8_t *exact = malloc(len);
    CU_ASSERT_PTR_NOT_NULL_FATAL(exact);
    memcpy(exact, bytes, len);
    il_body body;
    cc_err err = il_decode(&body, cc_span_of(exact, len), arena);
    if (err == CC_OK) {
        check_promises(&body, len);
    }
    free(exact);
    cc_arena_free(arena);
    return err;
}

void test_il_every_bit_flip(void) {
    cc_arena *arena = cc_arena_new();
    unsigned refused = 0;
    for (unsigned which = 0; which < SAMPLES; which++) {
        cc_span whole = sample(arena, which);
        uint8_t *bytes = cc_arena_alloc(arena, whole.len, 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
        memcpy(bytes, whole.data, whole.len);
        for (size_t bit = 0; bit < whole.len * 8; bit++) {
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            refused += try_and_check(bytes, whole.len) != CC_OK ? 1 : 0;
            bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
    CU_ASSERT_TRUE(refused > 500);
    cc_arena_free(arena);
}

/* Each two bytes as the first instruction of a body with enough after it. */
void test_il_every_first_byte_pair(void) {
    uint8_t bytes[40] = {39 << 2 | 2};
    memset(bytes + 1, 0x2A, sizeof(bytes) - 1);
    unsigned taken = 0;
    for (unsigned pair = 0; pair < 0x10000; pair++) {
        bytes[1] = (uint8_t)pair;
        bytes[2] = (uint8_t)(pair >> 8);
        taken += try_and_check(bytes, sizeof(bytes)) == CC_OK ? 1 : 0;
    }
    CU_ASSERT_TRUE(taken > 25000 && taken < 35000);
}
