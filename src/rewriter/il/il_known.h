/* What is known of a value on every path to a point in the code: nothing, that it is one of a few
 * constants, or that it is not zero. A null reference counts as 0.
 *
 * Values form a lattice: the join of two says no more than either. Sets have at most
 * IL_MAX_CONSTANTS members, so a sequence of joins ends.
 *
 * Threads: a value is immutable. */
#ifndef IL_KNOWN_H
#define IL_KNOWN_H

#include "rewriter/il/il.h"

enum { IL_MAX_CONSTANTS = 64 };

typedef enum il_known_kind {
    IL_ANY,       /* nothing is known */
    IL_CONSTANTS, /* one of some constants */
    IL_NOT_ZERO,  /* an object */
    IL_THIS       /* argument 0 of an instance method */
} il_known_kind;

typedef struct il_known {
    il_known_kind kind;
    uint32_t count;      /* IL_CONSTANTS: at least 1 */
    int32_t one;         /* the constant when `count` is 1 */
    const int32_t *many; /* ascending, when `count` is above 1; memory of the caller's arena */
} il_known;

il_known il_known_any(void);
il_known il_known_constant(int32_t value);
/* Returns constant number `index` < count of a value of the kind IL_CONSTANTS. */
int32_t il_known_at(const il_known *known, uint32_t index);
/* The value may be this constant. True when nothing is known. */
bool il_known_may_be(const il_known *known, int32_t value);
/* The value is a single constant. */
bool il_known_is_one(const il_known *known);
bool il_known_same(const il_known *a, const il_known *b);

/* Joins: sets *out, which may be `a` or `b`, to what is known of a value that is either of them.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err il_known_join(il_known *out, const il_known *a, const il_known *b,
                                  cc_arena *arena);

typedef int32_t (*il_known_function)(int32_t value, const void *ctx);
/* Applies `function` to each constant; IL_ANY for a value that is not of the kind IL_CONSTANTS.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err il_known_map(il_known *out, const il_known *from, il_known_function function,
                                 const void *ctx, cc_arena *arena);
typedef bool (*il_known_filter)(int32_t value, const void *ctx);
/* Keeps the constants for which `keeps` is true; `from` itself when there are none, or when it is
 * not of the kind IL_CONSTANTS. CC_E_NOMEM. */
CC_NODISCARD cc_err il_known_keep(il_known *out, const il_known *from, il_known_filter keeps,
                                  const void *ctx, cc_arena *arena);

#endif
