/* Which instructions of a method body only lead to a `throw` of an exception that marks code as
 * unreachable (System.Diagnostics.UnreachableException): the statement that throws, and jumps to
 * it.
 *
 * An instruction leads to the throw when all its successors lead there, and it meets one of two
 * conditions. It is of the throwing statement, or it only passes control on (nop, pop, a jump, the
 * first instruction of a handler). A statement before the throwing one is not included, although
 * only the throw follows: it may throw something else, or never return.
 *
 * Threads: pure functions of their arguments. */
#ifndef MOD_NORETURN_THROW_H
#define MOD_NORETURN_THROW_H

#include "method/mth.h"

/* The constructors of the exceptions. */
typedef struct mod_thrown {
    bool (*is_thrown)(void *ctx, uint32_t token); /* MethodDef or MemberRef token */
    void *ctx;
} mod_thrown;

/* Sets *leads: by instruction, in the arena; NULL when no instruction leads to such a throw.
 * Errors: the errors of flow_make(). */
CC_NODISCARD cc_err mod_no_return_throws(const mth_method *method, const mod_thrown *thrown,
                                         cc_arena *arena, const bool **leads);

#endif
