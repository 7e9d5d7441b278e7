/* Where a body keeps its values, and copies of them: `store p; load p`. Here p is a local, an
 * argument, a static field, or a field of the object of a state machine or closure. Compilers copy
 * values before they test them, Debug code copies each, and an await moves copies into fields. Code
 * that searches for the producer of a value has to look through these copies.
 *
 * These functions look at single instructions and at the code before one; the caller knows whether
 * control may enter in between. An instruction includes its prefixes. Pure functions. */
#ifndef IL_VALUE_H
#define IL_VALUE_H

#include "rewriter/il/il.h"

typedef enum il_place_kind {
    IL_PLACE_NONE,
    IL_PLACE_LOCAL,
    IL_PLACE_ARG,
    IL_PLACE_FIELD, /* of the object on the stack */
    IL_PLACE_STATIC
} il_place_kind;

typedef struct il_place {
    il_place_kind kind;
    int64_t key; /* index of the local or argument, token of the field */
} il_place;

/* Returns the place in which the instruction stores a value, or whose value or address it loads; of
 * the kind NONE when it does something else. */
il_place il_stored(const il_insn *insn);
il_place il_loaded(const il_insn *insn);
il_place il_addressed(const il_insn *insn);
/* Returns the place whose value or address the instruction loads. */
il_place il_named(const il_insn *insn);
/* `a` and `b` are one place; a place of the kind NONE equals nothing. */
bool il_is_same_place(il_place a, il_place b);
/* The instruction loads argument 0, the object of an instance method. */
bool il_loads_this(const il_insn *insn);

/* Returns the previous instruction that is not a nop; IL_NO_INSN at the start of the code. */
uint32_t il_insn_before(const il_body *body, uint32_t insn);
/* The instruction pushes nothing but the value, or the address, of a place: a local, an argument, a
 * static field, a field of `this`. Returns where that load begins: at `ldarg.0` for a field.
 * IL_NO_INSN for anything else. */
uint32_t il_load_begin(const il_body *body, uint32_t insn);
/* Returns the store directly before the load that ends at the instruction `load`, when both name
 * one place; else IL_NO_INSN. Nops, and for a field the object of the next store, may be between
 * them. */
uint32_t il_store_before(const il_body *body, uint32_t load);

#endif
