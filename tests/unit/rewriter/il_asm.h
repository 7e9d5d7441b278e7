/* A small IL assembler for tests: opcodes, labels and clauses in, the bytes of a method body out.
 *
 *     il_asm *a = il_asm_new(arena);
 *     il_asm_op(a, IL_LDARG_0);
 *     il_asm_branch(a, IL_BRFALSE_S, 1);
 *     il_asm_token(a, IL_CALL, 0x0A000001);
 *     il_asm_label(a, 1);
 *     il_asm_op(a, IL_RET);
 *     cc_span body = il_asm_finish(a);
 *
 * or the same as text: il_asm_text(a, "ldarg.0; brfalse.s @1; call 0x0A000001; @1: ret").
 * Labels are small numbers chosen by the caller; they may be used before they are set. A mistake of
 * the test (unknown mnemonic, label never set or set twice, short branch out of range) prints a
 * message and aborts. Nothing else is checked: wrong IL can be assembled on purpose.
 * Memory: everything lives in the arena given; nothing is to be freed. */
#ifndef IL_ASM_H
#define IL_ASM_H

#include "rewriter/il/il.h"

typedef enum il_asm_header {
    IL_ASM_AUTO, /* tiny when it fits: no clauses, no locals, less than 64 bytes, max stack <= 8 */
    IL_ASM_FAT
} il_asm_header;

typedef enum il_asm_eh {
    IL_ASM_EH_AUTO, /* the small form when all fits */
    IL_ASM_EH_FAT,
    IL_ASM_EH_EACH /* a fat section for each clause */
} il_asm_eh;

typedef struct il_asm il_asm;

/* Max stack 8, no locals, no init-locals. Never NULL (aborts when out of memory). */
il_asm *il_asm_new(cc_arena *arena);
void il_asm_locals(il_asm *a, uint32_t local_sig, bool init_locals);
void il_asm_max_stack(il_asm *a, uint16_t max_stack);
void il_asm_form(il_asm *a, il_asm_header header, il_asm_eh eh);

/* An opcode without operand; prefixes too (IL_TAIL, IL_VOLATILE). */
void il_asm_op(il_asm *a, il_op op);
/* An opcode with an immediate, a variable index, a token or the raw bits of a real. */
void il_asm_imm(il_asm *a, il_op op, int64_t value);
void il_asm_token(il_asm *a, il_op op, uint32_t token);
/* Branches and leave, in the form named by the opcode (short or long). */
void il_asm_branch(il_asm *a, il_op op, uint32_t label);
void il_asm_switch(il_asm *a, const uint32_t *labels, uint32_t count);
void il_asm_raw(il_asm *a, const void *bytes, size_t len);
/* Sets `label` here. */
void il_asm_label(il_asm *a, uint32_t label);

/* Instructions and labels as text, separated by ';' or newline: "@3: ldc.i4.s 5", "brtrue @3",
 * "switch @1 @2", "call 0x06000001", "tail. call 7". Mnemonics as in il_opcodes.def; operands are
 * labels ("@n") or numbers as strtoll reads them. Clauses, with the arguments of il_asm_clause():
 * ".finally @0 @1 @1 @2", ".catch @0 @1 @1 @2 0x01000001", ".filter @0 @1 @3 @4 @2", ".fault
 * ...". */
void il_asm_text(il_asm *a, const char *text);

/* Clauses in the order given. All positions are labels, ends exclusive. The last argument is the
 * label of the filter block for IL_CLAUSE_FILTER, else the class token (0 for finally and
 * fault). */
void il_asm_clause(il_asm *a, il_clause_kind kind, uint32_t try_start, uint32_t try_end,
                   uint32_t handler_start, uint32_t handler_end, uint32_t filter_or_token);

/* Bytes of code so far: the offset of what comes next. */
uint32_t il_asm_pos(const il_asm *a);
bool il_asm_has_label(const il_asm *a, uint32_t label);
/* Code offset of a label that has been set. */
uint32_t il_asm_offset(const il_asm *a, uint32_t label);

/* The body: header, code, padding, exception sections; 16-byte aligned. Call once. */
cc_span il_asm_finish(il_asm *a);

#endif
