/* Opcodes and decoding of code: headers, instructions, prefixes, targets, printing. */
#include "test_il.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

static cc_arena *arena;

static il_asm *begin(void) {
    if (arena == NULL) {
        arena = cc_arena_new();
    }
    return il_asm_new(arena);
}

/* Decodes text; the result lives until the end of the test. */
static il_body decode_text(const char *text) {
    il_asm *a = begin();
    il_asm_text(a, text);
    il_body body = {0};
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(a), arena), CC_OK);
    return body;
}

static cc_err decode_bytes(const void *bytes, size_t len) {
    return test_il_try(cc_span_of(bytes, len));
}

cc_err test_il_try(cc_span bytes) {
    uint8_t *exact = malloc(bytes.len > 0 ? bytes.len : 1);
    cc_arena *own = cc_arena_new();
    if (exact == NULL || own == NULL) {
        abort();
    }
    if (bytes.len > 0) {
        memcpy(exact, bytes.data, bytes.len);
    }
    il_body body;
    cc_err err = il_decode(&body, cc_span_of(exact, bytes.len), own);
    cc_arena_free(own);
    free(exact);
    return err;
}

static void test_table(void) {
    CU_ASSERT_EQUAL(IL_OP_COUNT, 219);
    CU_ASSERT_STRING_EQUAL(il_op_get(IL_NOP)->name, "nop");
    CU_ASSERT_EQUAL(il_op_get(IL_RET)->byte0, 0x2A);
    CU_ASSERT_EQUAL(il_op_get(IL_CEQ)->byte0, 0xFE);
    CU_ASSERT_EQUAL(il_op_get(IL_CEQ)->byte1, 0x01);
    CU_ASSERT_EQUAL(il_op_get(IL_CALL)->pops, -1);
    CU_ASSERT_EQUAL(il_op_get(IL_NEWOBJ)->pushes, 1);
    CU_ASSERT_EQUAL(il_op_get(IL_JMP)->flow, IL_FLOW_RETURN);
    CU_ASSERT_EQUAL(il_op_get(IL_LEAVE_S)->long_form, IL_LEAVE);
    CU_ASSERT_EQUAL(il_op_get(IL_LDC_I4_S)->operand, IL_OPERAND_I8);
    CU_ASSERT_TRUE(il_op_get(IL_LDFLD)->may_throw);
    CU_ASSERT_TRUE(il_op_get(IL_DIV)->may_throw);
    CU_ASSERT_FALSE(il_op_get(IL_ADD)->may_throw);
    CU_ASSERT_FALSE(il_op_get(IL_LEAVE)->may_throw);
}

/* The size-changing code of the rewriter relies on both. */
static void test_long_forms(void) {
    for (unsigned i = IL_BR_S; i <= IL_BLT_UN_S; i++) {
        CU_ASSERT_EQUAL(il_op_get((il_op)i)->long_form, i - IL_BR_S + IL_BR);
        CU_ASSERT_EQUAL(il_op_get((il_op)i)->operand, IL_OPERAND_BRANCH8);
        CU_ASSERT_EQUAL(il_op_get((il_op)(i - IL_BR_S + IL_BR))->operand, IL_OPERAND_BRANCH32);
    }
    for (unsigned i = 0; i < IL_OP_COUNT; i++) {
        const il_op_info *info = il_op_get((il_op)i);
        CU_ASSERT_EQUAL(il_op_get((il_op)info->long_form)->long_form, info->long_form);
    }
}

static void put_sample_operand(il_asm *a, il_op op) {
    uint32_t zero = 0;
    switch ((il_operand)il_op_get(op)->operand) {
    case IL_OPERAND_NONE:
        il_asm_op(a, op);
        break;
    case IL_OPERAND_BRANCH8:
    case IL_OPERAND_BRANCH32:
        il_asm_branch(a, op, 0);
        break;
    case IL_OPERAND_SWITCH:
        il_asm_switch(a, &zero, 1);
        break;
    case IL_OPERAND_U8:
    case IL_OPERAND_I8:
    case IL_OPERAND_U16:
    case IL_OPERAND_I32:
    case IL_OPERAND_I64:
    case IL_OPERAND_R32:
    case IL_OPERAND_R64:
    case IL_OPERAND_TOKEN:
        il_asm_imm(a, op, 0x11);
        break;
    }
}

static void test_every_opcode(void) {
    for (unsigned i = 0; i < IL_OP_COUNT; i++) {
        il_op op = (il_op)i;
        bool is_prefix = il_op_get(op)->flow == IL_FLOW_PREFIX;
        il_asm *a = begin();
        il_asm_label(a, 0);
        put_sample_operand(a, op);
        uint32_t size = il_asm_pos(a);
        il_asm_op(a, IL_RET);
        il_body body;
        CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(a), arena), CC_OK);
        CU_ASSERT_EQUAL(body.insn_count, is_prefix ? 1 : 2);
        CU_ASSERT_EQUAL(body.insns[0].op, is_prefix ? (unsigned)IL_RET : i);
        CU_ASSERT_EQUAL(body.insns[0].size, is_prefix ? size + 1 : size);
        CU_ASSERT_EQUAL(body.insns[0].prefix_size, is_prefix ? size : 0);
    }
}

static void test_unknown_opcodes(void) {
    static const uint8_t unknown[] = {0x24, 0x77, 0x78, 0xA6, 0xBB, 0xC4, 0xCF, 0xE1, 0xFD, 0xFF};
    for (size_t i = 0; i < sizeof(unknown); i++) {
        uint8_t body[] = {2 << 2 | 2, unknown[i], 0x2A};
        CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    }
    uint8_t two[] = {3 << 2 | 2, 0xFE, 0x08, 0x2A};
    CU_ASSERT_EQUAL(decode_bytes(two, sizeof(two)), CC_E_FORMAT);
    two[2] = 0x1F;
    CU_ASSERT_EQUAL(decode_bytes(two, sizeof(two)), CC_E_FORMAT);
    two[2] = 0x01;
    CU_ASSERT_EQUAL(decode_bytes(two, sizeof(two)), CC_OK);
}

static void test_tiny_header(void) {
    il_body body = decode_text("ldarg.0; ret");
    CU_ASSERT_EQUAL(body.total_size, 3);
    CU_ASSERT_EQUAL(body.code.len, 2);
    CU_ASSERT_EQUAL(body.max_stack, 8);
    CU_ASSERT_EQUAL(body.local_sig, 0);
    CU_ASSERT_FALSE(body.init_locals);
    CU_ASSERT_EQUAL(body.clause_count, 0);
}

static void test_tiny_of_63_bytes(void) {
    il_asm *a = begin();
    for (int i = 0; i < 62; i++) {
        il_asm_op(a, IL_NOP);
    }
    il_asm_op(a, IL_RET);
    cc_span bytes = il_asm_finish(a);
    il_body body;
    CU_ASSERT_EQUAL(bytes.len, 64);
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, bytes, arena), CC_OK);
    CU_ASSERT_EQUAL(body.insn_count, 63);
}

static void test_fat_header(void) {
    il_asm *a = begin();
    il_asm_locals(a, 0x11000005, true);
    il_asm_max_stack(a, 513);
    il_asm_op(a, IL_RET);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(a), arena), CC_OK);
    CU_ASSERT_EQUAL(body.total_size, 13);
    CU_ASSERT_EQUAL(body.max_stack, 513);
    CU_ASSERT_EQUAL(body.local_sig, 0x11000005);
    CU_ASSERT_TRUE(body.init_locals);
}

static void test_bad_headers(void) {
    uint8_t fat[13] = {0x03, 0x30, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x2A};
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_OK);
    fat[1] = 0x40; /* four dwords */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_FORMAT);
    fat[1] = 0x31; /* unknown flag 0x100 */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_UNSUPPORTED);
    fat[1] = 0x30;
    fat[0] = 0x43; /* unknown flag 0x40 */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_UNSUPPORTED);
    fat[0] = 0x01; /* neither form */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_FORMAT);
    fat[0] = 0x03;
    fat[4] = 0; /* no code */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_FORMAT);
    fat[4] = 2; /* one byte more than there is */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_TRUNCATED);
    fat[7] = 0xFF; /* 4 GiB */
    CU_ASSERT_EQUAL(decode_bytes(fat, sizeof(fat)), CC_E_TRUNCATED);
    uint8_t no_code = 0x02;
    CU_ASSERT_EQUAL(decode_bytes(&no_code, 1), CC_E_FORMAT);
    CU_ASSERT_EQUAL(decode_bytes(&no_code, 0), CC_E_TRUNCATED);
}

static void test_too_much_code(void) {
    size_t size = 12 + (size_t)IL_MAX_CODE + 1;
    uint8_t *bytes = calloc(1, size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    static const uint8_t header[] = {0x03, 0x30, 8, 0, 1, 0, 0, 1};
    memcpy(bytes, header, sizeof(header));
    CU_ASSERT_EQUAL(decode_bytes(bytes, size), CC_E_LIMIT);
    free(bytes);
}

static void test_operands(void) {
    il_body body = decode_text("ldc.i4.s -3; ldc.i4 -70000; ldc.i8 -5; ldarg.s 200; ldarg 65535;"
                               "ldc.r4 0x80000001; ldc.r8 -1; call 0xF0000001; ret");
    CU_ASSERT_EQUAL(body.insn_count, 9);
    CU_ASSERT_EQUAL(body.insns[0].operand, -3);
    CU_ASSERT_EQUAL(body.insns[1].operand, -70000);
    CU_ASSERT_EQUAL(body.insns[2].operand, -5);
    CU_ASSERT_EQUAL(body.insns[3].operand, 200);
    CU_ASSERT_EQUAL(body.insns[4].operand, 65535);
    CU_ASSERT_EQUAL(body.insns[5].operand, 0x80000001);
    CU_ASSERT_EQUAL(body.insns[6].operand, -1);
    CU_ASSERT_EQUAL(body.insns[7].operand, 0xF0000001);
    CU_ASSERT_EQUAL(body.insns[4].offset, 18);
    CU_ASSERT_EQUAL(body.insns[4].size, 4);
}

static void test_prefixes(void) {
    il_body body = decode_text("nop; constrained. 0x1B000001 tail. callvirt 5;"
                               "unaligned. 1 volatile. ldind.i4; readonly. ldelema 2;"
                               "no. 4 ldelem 1; ret");
    CU_ASSERT_EQUAL(body.insn_count, 6);
    const il_insn *call = &body.insns[1];
    CU_ASSERT_EQUAL(call->op, IL_CALLVIRT);
    CU_ASSERT_EQUAL(call->offset, 1);
    CU_ASSERT_EQUAL(call->prefix_size, 8);
    CU_ASSERT_EQUAL(call->size, 13);
    CU_ASSERT_EQUAL(call->operand, 5);
    CU_ASSERT_EQUAL(call->prefixes, IL_PREFIX_CONSTRAINED | IL_PREFIX_TAIL);
    CU_ASSERT_EQUAL(body.insns[2].prefixes, IL_PREFIX_UNALIGNED | IL_PREFIX_VOLATILE);
    CU_ASSERT_EQUAL(body.insns[3].prefixes, IL_PREFIX_READONLY);
    CU_ASSERT_EQUAL(body.insns[4].prefixes, IL_PREFIX_NO);
    CU_ASSERT_EQUAL(body.insn_at[1], 1);
    CU_ASSERT_EQUAL(body.insn_at[7], IL_NO_INSN); /* the tail. of the same instruction */
    CU_ASSERT_EQUAL(body.insn_at[9], IL_NO_INSN);
    CU_ASSERT_EQUAL(body.insn_at[body.code.len], 6);
}

static cc_err decode_prefix_chain(unsigned length) {
    il_asm *a = begin();
    for (unsigned i = 0; i < length; i++) {
        il_asm_op(a, IL_VOLATILE);
    }
    il_asm_op(a, IL_RET);
    return test_il_try(il_asm_finish(a));
}

static void test_prefix_limits(void) {
    CU_ASSERT_EQUAL(decode_prefix_chain(127), CC_OK);
    CU_ASSERT_EQUAL(decode_prefix_chain(128), CC_E_LIMIT);
    CU_ASSERT_EQUAL(decode_prefix_chain(20000), CC_E_LIMIT);
    uint8_t lonely[] = {2 << 2 | 2, 0xFE, 0x13}; /* volatile. and nothing after it */
    CU_ASSERT_EQUAL(decode_bytes(lonely, sizeof(lonely)), CC_E_FORMAT);
}

static void test_branches(void) {
    il_body body = decode_text("@0: br.s @2; @1: brtrue @0; @2: brfalse.s @1; @3: br @3; leave @1;"
                               "ret");
    CU_ASSERT_EQUAL(body.insns[0].target, 2);
    CU_ASSERT_EQUAL(body.insns[1].target, 0);
    CU_ASSERT_EQUAL(body.insns[2].target, 1);
    CU_ASSERT_EQUAL(body.insns[3].target, 3);
    CU_ASSERT_EQUAL(body.insns[4].target, 1);
    CU_ASSERT_EQUAL(body.insns[3].operand, 0);
}

static void test_switches(void) {
    il_body body = decode_text("@0: ldarg.0; switch @2 @0 @2; @1: ldarg.0; switch; switch @1;"
                               "@2: ret");
    CU_ASSERT_EQUAL(body.insns[1].target, 0);
    CU_ASSERT_EQUAL(body.insns[1].target_count, 3);
    CU_ASSERT_EQUAL(body.insns[1].size, 17);
    CU_ASSERT_EQUAL(body.targets[0], 5);
    CU_ASSERT_EQUAL(body.targets[1], 0);
    CU_ASSERT_EQUAL(body.targets[2], 5);
    CU_ASSERT_EQUAL(body.insns[3].target_count, 0);
    CU_ASSERT_EQUAL(body.insns[4].target, 3);
    CU_ASSERT_EQUAL(body.targets[3], 2);
}

static void test_switch_count_is_hostile(void) {
    uint8_t body[] = {10 << 2 | 2, 0x45, 1, 0, 0, 0, 0, 0, 0, 0, 0x2A};
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_OK);
    body[2] = 2;
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    memset(body + 2, 0xFF, 4); /* times four it wraps around */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    body[2] = 1;
    memset(body + 3, 0, 2);
    body[5] = 0x40; /* 4 * 0x40000001 = 4 modulo 2^32 */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
}

static void test_bad_targets(void) {
    uint8_t body[] = {7 << 2 | 2, 0x2B, 0, 0x20, 1, 2, 3, 4, 0};
    body[8] = 0x2A;
    body[0] = 8 << 2 | 2;
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_OK);
    body[2] = 5; /* the ret */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_OK);
    body[2] = 0xFE; /* itself */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_OK);
    body[2] = 1; /* inside ldc.i4 */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    body[2] = 0xFF; /* its own operand */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    body[2] = 6; /* the end of code */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    body[2] = 7;
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    body[2] = 0xFD; /* before the code */
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
}

static void test_target_inside_prefixed(void) {
    /* br.s to the ldind.i4 after volatile. */
    uint8_t body[] = {6 << 2 | 2, 0x2B, 2, 0xFE, 0x13, 0x4A, 0x2A};
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    body[2] = 0;
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_OK);
}

static void test_branch_distance_extremes(void) {
    uint8_t body[] = {6 << 2 | 2, 0x38, 0xFF, 0xFF, 0xFF, 0x7F, 0x2A};
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    memcpy(body + 2, "\x00\x00\x00\x80", 4);
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    memcpy(body + 2, "\xFB\xFF\xFF\xFF", 4);
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_OK);
}

static void test_longer_input(void) {
    static const uint8_t bytes[] = {1 << 2 | 2, 0x2A, 0xFF, 0xFF};
    il_body body;
    begin();
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, cc_span_of(bytes, sizeof(bytes)), arena), CC_OK);
    CU_ASSERT_EQUAL(body.total_size, 2);
}

/* The operations that are left after padding, as "stloc brtrue>4 ret", with the instructions that
 * branches lead to. */
static void expect_unpadded(const char *text, uint32_t point, const char *expected) {
    il_body body = decode_text(text);
    CU_ASSERT_EQUAL(il_drop_padding(&body, &point, 1, arena), CC_OK);
    cc_buf found = {0};
    for (uint32_t i = 0; i < body.insn_count; i++) {
        const il_insn *insn = &body.insns[i];
        cc_buf_printf(&found, "%s%s", i == 0 ? "" : " ", il_op_get((il_op)insn->op)->name);
        if (il_op_get((il_op)insn->op)->operand == IL_OPERAND_BRANCH32) {
            cc_buf_printf(&found, ">%u", insn->target);
        }
        CU_ASSERT_EQUAL(body.insn_at[insn->offset], i);
    }
    CU_ASSERT_EQUAL(body.insn_at[body.code.len], body.insn_count);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&found), expected));
    if (!cc_str_eqz(cc_buf_str(&found), expected)) {
        printf("\n%.*s\n", (int)found.len, (const char *)found.data);
    }
    cc_buf_free(&found);
}

static void test_padding(void) {
    enum { NONE = 1000 };
    expect_unpadded("ldloc 256; nop; nop; stloc 300; nop; nop; nop; ret", NONE,
                    "ldloc stloc nop ret");
    expect_unpadded("ldarga 256; nop; nop; pop; ldarg 256; nop; nop; starg 256; nop; nop; ret",
                    NONE, "ldarga pop ldarg starg ret");
    expect_unpadded("ldloc 256; nop; stloc 256; ret", NONE, "ldloc nop stloc ret");
    expect_unpadded("ldloc.s 5; nop; nop; stloc 256; nop", NONE, "ldloc.s nop nop stloc nop");
    /* What somebody needs stays: a branch's target, a point (ldloc has four bytes). */
    expect_unpadded("br @1; ldloc 256; nop; @1: nop; br @2; ldloc 256; nop; nop; @2: ret", NONE,
                    "br>3 ldloc nop nop br>6 ldloc ret");
    expect_unpadded("ldloc 256; nop; nop; pop; ret", 4, "ldloc nop nop pop ret");
    expect_unpadded("ldloc 256; nop; nop; pop; ret", 5, "ldloc nop nop pop ret");
    expect_unpadded("ldloc 256; nop; nop; pop; ret", 6, "ldloc pop ret");
    /* Branches over it, back and forth, and the entries of a switch. */
    expect_unpadded("@1: ldloc 256; nop; nop; br @2; ldloc 256; nop; nop; br @1; @2: ret", NONE,
                    "ldloc br>4 ldloc br>0 ret");
    il_body body =
        decode_text("ldloc 256; nop; nop; switch @1 @2; @1: stloc 256; nop; nop; @2: ret");
    CU_ASSERT_EQUAL(il_drop_padding(&body, NULL, 0, arena), CC_OK);
    CU_ASSERT_EQUAL(body.insn_count, 4);
    CU_ASSERT_TRUE(body.targets[0] == 2 && body.targets[1] == 3);
}

static void test_padding_and_clauses(void) {
    il_asm *a = begin();
    il_asm_text(a,
                "@90: ldloc 256; nop; nop; pop; leave @1; @91: pop; stloc 256; nop; nop; leave @1;"
                "@92: ldloc 256; @1: nop; nop; ret");
    il_asm_clause(a, IL_CLAUSE_CATCH, 90, 91, 91, 92, 0x01000001);
    il_body body;
    CU_ASSERT_EQUAL_FATAL(il_decode(&body, il_asm_finish(a), arena), CC_OK);
    CU_ASSERT_EQUAL(il_drop_padding(&body, NULL, 0, arena), CC_OK);
    const il_clause *c = &body.clauses[0];
    CU_ASSERT_TRUE(c->try_start == 0 && c->try_end == 3 && c->handler_start == 3 &&
                   c->handler_end == 6);
    CU_ASSERT_EQUAL(body.insns[2].target, 7);
    CU_ASSERT_EQUAL(body.insn_count, 10);
}

static bool some_call(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    (void)ctx;
    *out = (il_call_effect){token & 0xF, op == IL_NEWOBJ ? 1 : 0, IL_TYPE_OTHER};
    return token != 0;
}

static bool returns_nothing(void *ctx) {
    return *(bool *)ctx;
}

static void test_stack_effect(void) {
    bool is_void = false;
    il_resolver resolver = {.ctx = &is_void, .call = some_call, .returns_void = returns_nothing};
    il_body body = decode_text("dup; stelem.ref; call 3; call 0; newobj 2; ret");
    uint32_t pops = 99;
    uint32_t pushes = 99;
    CU_ASSERT_TRUE(il_stack_effect(&body.insns[0], NULL, &pops, &pushes));
    CU_ASSERT_TRUE(pops == 1 && pushes == 2);
    CU_ASSERT_TRUE(il_stack_effect(&body.insns[1], NULL, &pops, &pushes));
    CU_ASSERT_TRUE(pops == 3 && pushes == 0);
    CU_ASSERT_TRUE(il_stack_effect(&body.insns[2], &resolver, &pops, &pushes));
    CU_ASSERT_TRUE(pops == 3 && pushes == 0);
    CU_ASSERT_FALSE(il_stack_effect(&body.insns[3], &resolver, &pops, &pushes));
    CU_ASSERT_FALSE(il_stack_effect(&body.insns[2], NULL, &pops, &pushes));
    CU_ASSERT_TRUE(il_stack_effect(&body.insns[4], &resolver, &pops, &pushes));
    CU_ASSERT_TRUE(pops == 2 && pushes == 1);
    CU_ASSERT_TRUE(il_stack_effect(&body.insns[5], &resolver, &pops, &pushes));
    CU_ASSERT_TRUE(pops == 1 && pushes == 0);
    is_void = true;
    CU_ASSERT_TRUE(il_stack_effect(&body.insns[5], &resolver, &pops, &pushes));
    CU_ASSERT_TRUE(pops == 0 && pushes == 0);
    CU_ASSERT_FALSE(il_stack_effect(&body.insns[5], NULL, &pops, &pushes));
}

static void test_variables(void) {
    il_body body = decode_text("ldloc.2; stloc.3; ldloc.s 9; stloc 300; ldloca.s 7; ldarg.1;"
                               "starg.s 4; ldarga 260; ldarg.s 5; nop");
    static const int32_t locals[] = {2, 3, 9, 300, 7, -1, -1, -1, -1, -1};
    static const int32_t args[] = {-1, -1, -1, -1, -1, 1, 4, 260, 5, -1};
    static const bool stores[] = {false, true, false, true, false, false, true, false, false};
    for (uint32_t i = 0; i < body.insn_count; i++) {
        bool store = true;
        CU_ASSERT_EQUAL(il_local_index(&body.insns[i], &store), locals[i]);
        CU_ASSERT_EQUAL(store, locals[i] >= 0 && stores[i]);
        store = true;
        CU_ASSERT_EQUAL(il_arg_index(&body.insns[i], &store), args[i]);
        CU_ASSERT_EQUAL(store, args[i] >= 0 && stores[i]);
    }
}

static void test_constants(void) {
    il_body body = decode_text("ldc.i4.m1; ldc.i4.0; ldc.i4.8; ldc.i4.s -100; ldc.i4 0x7FFFFFFF;"
                               "ldc.i8 1; ldnull");
    static const int32_t values[] = {-1, 0, 8, -100, 0x7FFFFFFF};
    for (uint32_t i = 0; i < body.insn_count; i++) {
        int32_t value = 77;
        CU_ASSERT_EQUAL(il_const_i4(&body.insns[i], &value), i < 5);
        CU_ASSERT_EQUAL(value, i < 5 ? values[i] : 77);
    }
}

static void expect_line(const il_body *body, uint32_t insn, const char *line) {
    cc_buf out = {0};
    il_print_insn(body, insn, &out);
    CU_ASSERT_TRUE(cc_str_eqz(cc_buf_str(&out), line));
    cc_buf_free(&out);
}

static void test_print(void) {
    il_body body = decode_text("brfalse.s @1; volatile. ldsfld 0x04000001; ldc.i4.s -2; ldarg.0;"
                               "switch @1 @0; @0: ldc.r4 0x3F800000; @1: ret");
    expect_line(&body, 0, "IL_0000: brfalse.s IL_001e");
    expect_line(&body, 1, "IL_0002: volatile. ldsfld 0x04000001");
    expect_line(&body, 2, "IL_0009: ldc.i4.s -2");
    expect_line(&body, 4, "IL_000c: switch (IL_001e, IL_0019)");
    expect_line(&body, 5, "IL_0019: ldc.r4 0x3f800000");
    expect_line(&body, 6, "IL_001e: ret");
}

static void test_errors_have_messages(void) {
    uint8_t body[] = {3 << 2 | 2, 0x2B, 1, 0x2A};
    CU_ASSERT_EQUAL(decode_bytes(body, sizeof(body)), CC_E_FORMAT);
    CU_ASSERT_STRING_EQUAL(cc_error_message(), "IL_0000: branch target outside the code");
}

static const test_case cases[] = {
    {"op: the table says what the standard says", test_table},
    {"op: long forms are consistent", test_long_forms},
    {"op: every opcode decodes to itself", test_every_opcode},
    {"op: unknown opcodes are refused", test_unknown_opcodes},
    {"header: tiny", test_tiny_header},
    {"header: tiny with 63 bytes", test_tiny_of_63_bytes},
    {"header: fat", test_fat_header},
    {"header: wrong ones are refused", test_bad_headers},
    {"header: too much code is refused", test_too_much_code},
    {"unit: operands are read with the right sign", test_operands},
    {"unit: prefixes belong to the instruction", test_prefixes},
    {"unit: prefix chains have a limit and need an instruction", test_prefix_limits},
    {"unit: branch targets are units", test_branches},
    {"unit: switch tables are units", test_switches},
    {"unit: a switch count beyond the code is refused", test_switch_count_is_hostile},
    {"unit: targets off an instruction are refused", test_bad_targets},
    {"unit: a target after a prefix is refused", test_target_inside_prefixed},
    {"unit: extreme distances are refused", test_branch_distance_extremes},
    {"unit: bytes after the body do not matter", test_longer_input},
    {"facts: stack effect", test_stack_effect},
    {"facts: variables", test_variables},
    {"facts: constants", test_constants},
    {"print: one line for a unit", test_print},
    {"error: the message names the place", test_errors_have_messages},
    {"clause: small section", test_il_small_section},
    {"clause: fat section", test_il_fat_section},
    {"clause: several sections are refused", test_il_several_sections_are_refused},
    {"clause: both size conventions", test_il_section_size_conventions},
    {"clause: other sections are refused", test_il_other_sections_are_refused},
    {"clause: bounds off an instruction are refused", test_il_clause_bounds},
    {"clause: regions that do not nest are refused", test_il_regions_must_nest},
    {"clause: all valid nestings are taken", test_il_valid_nestings},
    {"clause: thousands of clauses", test_il_deep_and_wide_clauses},
    {"clause: too many are refused", test_il_too_many_clauses},
    {"padding: nops after far variables", test_padding},
    {"padding: clauses move with the code", test_padding_and_clauses},
    {"hostile: every truncation is an error", test_il_every_truncation},
    {"hostile: every flipped bit is decoded or refused", test_il_every_bit_flip},
    {"hostile: every pair of first bytes", test_il_every_first_byte_pair},
    {"value: places that instructions name", test_il_places},
    {"value: which places are the same", test_il_same_places},
    {"value: the store before a load", test_il_copies},
    {"value: the instruction before, without nops", test_il_before_nops},
};

int main(void) {
    int failed = test_run("rewriter il", cases, sizeof(cases) / sizeof(cases[0]));
    cc_arena_free(arena);
    return failed;
}
