/* Where a body keeps its values, and copies of them: `store p; load p`, where p is a local, an
 * argument, a static field, or a field of the object that state machines and closures are.
 * Compilers copy a value before they test it, Debug code each of them, and an await moves copies
 * into fields; whoever asks what made a value has to look through that.
 *
 * These functions look at single instructions and at the code in front of one; whether control may
 * enter in between is known to the caller. An instruction is meant together with its prefixes. Pure
 * functions. */
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

/* The place in which the instruction stores a value, whose value it loads, or whose address; of the
 * kind NONE when it does something else. */
il_place il_stored(const il_insn *insn);
il_place il_loaded(const il_insn *insn);
il_place il_addressed(const il_insn *insn);
/* The place whose value or address it loads. */
il_place il_named(const il_insn *insn);
/* Both are one place; NONE is the same as nothing. */
bool il_is_same_place(il_place a, il_place b);
/* The instruction loads argument 0, the object of an instance method. */
bool il_loads_this(const il_insn *insn);

/* The previous instruction that is no nop; IL_NO_INSN at the start of the code. */
uint32_t il_insn_before(const il_body *body, uint32_t insn);
/* The instruction pushes nothing but the value, or the address, of a place: a local, an argument, a
 * static field, a field of `this`. Returns where that load begins: at `ldarg.0` for a field.
 * IL_NO_INSN for anything else. */
uint32_t il_load_begin(const il_body *body, uint32_t insn);
/* The load that ends at the instruction `load` has the store of the same place directly in front of
 * it; nops, and for a field the object of the next store, may be between them. Returns the store;
 * IL_NO_INSN. */
uint32_t il_store_in_front(const il_body *body, uint32_t load);

#endif
