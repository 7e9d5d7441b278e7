/* One matcher of shapes of IL: a cursor that matches one instruction after another, so that a shape
 * is written as the code of a compiler is read:
 *
 *     dec_cursor c = dec_if(v, branch, true);
 *     return dec_load_again(&c, load) && dec_call(&c, "DisposeAsync");
 *
 * A step that matches moves the cursor past what it matched, and may bind what it found. One that
 * does not match leaves the cursor and its outputs as they were. A cursor ahead goes to the next
 * instruction; dec_skip() follows nops and `br`. A cursor back goes to the previous instruction that
 * is not a nop, and ignores control flow: its shapes are written from their end.
 *
 * Opcodes are named by their long form, which also stands for the short ones. A load is named by the
 * instruction where it ends. The bounds of the code are checked here: an instruction outside of it,
 * also DEC_NO_INSN, matches nothing. Errors: none. Memory: owns nothing. Threads: a cursor belongs
 * to its caller. */
#ifndef DEC_MATCH_H
#define DEC_MATCH_H

#include "coverage/decision/core/dec_value.h"

typedef struct dec_cursor {
    const dec_view *v;
    uint32_t at; /* the instruction that the next step looks at; outside of the code: none */
    bool is_back;
} dec_cursor;

/* --- where it begins ---------------------------------------------------------------------------- */

/* Ahead, at the instruction itself. */
dec_cursor dec_at(const dec_view *v, uint32_t insn);
/* Back, at the previous instruction that is not a nop. */
dec_cursor dec_before(const dec_view *v, uint32_t insn);
/* Back, at the instruction itself. */
dec_cursor dec_back_at(const dec_view *v, uint32_t insn);
/* Ahead, over nops and `br`, where a test for true or null leads: see dec_arm_if(). */
dec_cursor dec_if(const dec_view *v, uint32_t branch, bool truth);

/* --- steps -------------------------------------------------------------------------------------- */

/* Over nops and `br`, which a cursor ahead follows. False: control does not come to anything
 * else. */
bool dec_skip(dec_cursor *c);
bool dec_op(dec_cursor *c, il_op op);
/* Any of the two. */
bool dec_op2(dec_cursor *c, il_op op, il_op other);
/* Whether or not the instruction is there: true. */
bool dec_maybe(dec_cursor *c, il_op op);
/* The opcode, with the method or field of this name as its operand. */
bool dec_op_of(dec_cursor *c, il_op op, const char *name);
/* call or callvirt of a method. */
bool dec_call(dec_cursor *c, const char *name);
/* The same, of this type. */
bool dec_call_of(dec_cursor *c, const char *type, const char *name);
/* A constant of type int. (All outputs may be NULL.) */
bool dec_const(dec_cursor *c, int32_t *value);
bool dec_number(dec_cursor *c, int32_t value);
/* Loads, stores of locals. */
bool dec_load_local(dec_cursor *c, int32_t *local);
bool dec_store_local(dec_cursor *c, int32_t *local);
/* A plain load: see dec_value.h. */
bool dec_load(dec_cursor *c, uint32_t *load);
/* A plain load of what `load` loads. */
bool dec_load_again(dec_cursor *c, uint32_t load);
/* What a state machine clears after an await: `ldarg.0; ldnull; stfld` or `ldarg.0; ldflda;
 * initobj`. Ahead only. */
bool dec_clears_field(dec_cursor *c);

#endif
