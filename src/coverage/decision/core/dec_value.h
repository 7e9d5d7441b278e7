/* What made a value: the questions of idioms and places, through copies in locals, in fields of
 * state machines, and boxes. What a single instruction stores and loads: il_value.h.
 *
 * A load is named by the instruction where it ends: `ldloc x`, `ldfld f` after `ldarg.0`.
 * Functions return DEC_NO_INSN for what they do not find. Threads: pure functions of a view. */
#ifndef DEC_VALUE_H
#define DEC_VALUE_H

#include "coverage/decision/core/dec_view.h"
#include "rewriter/il/il_value.h"

/* --- places ------------------------------------------------------------------------------------- */

/* What the instruction stores, loads, or loads the address of (dec_named: either of these two); of
 * the kind NONE after the end of the code, and for DEC_NO_INSN. */
il_place dec_stored(const dec_view *v, uint32_t insn);
il_place dec_loaded(const dec_view *v, uint32_t insn);
il_place dec_named(const dec_view *v, uint32_t insn);
/* `load` loads the value of the place in which `store` stores. */
bool dec_reloads(const dec_view *v, uint32_t store, uint32_t load);
/* The load that begins there loads that value. The object of a field of a closure or state machine is
 * loaded before the field; before a closure of a state machine, so is the field that holds it. */
bool dec_reloads_from(const dec_view *v, uint32_t store, uint32_t begin);
/* `store p; load p`, and control cannot enter in between: the store. */
uint32_t dec_copied_by(const dec_view *v, uint32_t load);

/* --- loads -------------------------------------------------------------------------------------- */

/* The value on the stack after `insn` was loaded without any computation: `ldloc x`, `ldarg x`,
 * `ldsfld f`, `ldarg.0; ldfld f`, an address of one of these, in F# an element of a tuple. *first
 * is where the load begins (may be NULL); false for anything else. */
bool dec_plain_load(const dec_view *v, uint32_t insn, uint32_t *first);
/* Length in instructions of a plain load that begins at `insn`; 0 when none does. */
uint32_t dec_load_length(const dec_view *v, uint32_t insn);
/* Two plain loads load the same thing, or one of them a copy of it. */
bool dec_same_load(const dec_view *v, uint32_t a, uint32_t b);
/* The instruction loads a field of a state machine in which the compiler keeps an operand over an
 * await. */
bool dec_is_kept_operand(const dec_view *v, uint32_t insn);
/* The variable that the instruction loads (or whose address it loads) was stored in the same
 * statement. Compiler-made operators copy their operands; user code loads the variable itself. */
bool dec_is_copy(const dec_view *v, uint32_t insn);
/* What was stored last, in this statement, in the local or kept operand that the instruction loads:
 * the instruction that made it. The instruction itself when it loads neither; DEC_NO_INSN: nothing
 * is stored here. */
uint32_t dec_kept_value(const dec_view *v, uint32_t insn);
/* The first load of a value that was only copied since, in this statement. */
uint32_t dec_first_load(const dec_view *v, uint32_t load);

/* --- tests -------------------------------------------------------------------------------------- */

/* The instruction that made the value tested by the branch, found through copies (in Debug code
 * with a hidden point between them). DEC_NO_INSN: several did, or none. */
uint32_t dec_tested_value(const dec_view *v, uint32_t branch_insn);
/* For tests of one loaded value against constants (brtrue, beq, sub + switch and so on): the
 * instruction at which the load ends. */
uint32_t dec_compared_value(const dec_view *v, uint32_t branch_insn);
/* The instruction where the value ends that a jump table looks up, `VALUE; [ldc n; sub;] switch`. */
uint32_t dec_looked_up(const dec_view *v, uint32_t table);

#endif
