/* The ranges of all exception clauses in one list, sorted so that an enclosing range comes before
 * the ranges inside it. The decoder uses it to check nesting, flow.c to make regions. Source:
 * ECMA-335 I.12.4.2. */
#ifndef IL_RANGE_H
#define IL_RANGE_H

#include "rewriter/il/il.h"

/* Equal ranges are sorted in this order. */
typedef enum il_range_kind {
    IL_RANGE_ROOT, /* the whole code; not listed by il_ranges() */
    IL_RANGE_TRY,
    IL_RANGE_FILTER, /* [filter start, handler start) */
    IL_RANGE_HANDLER
} il_range_kind;

typedef struct il_range {
    uint32_t start, end; /* instruction indices, end exclusive */
    il_range_kind kind;
    uint32_t clause;
} il_range;

/* Number of entries that il_ranges() needs per clause. */
#define IL_RANGES_OF_CLAUSE 3u

/* Compares for qsort(): outer before inner, then by kind, then by clause. The order is total, so
 * equal input gives equal output. */
int il_range_compare(const void *a, const void *b);

/* Fills `out` with the ranges of all clauses, sorted, and returns their number. Clauses that share
 * a try range each list it. */
uint32_t il_ranges(const il_body *body, il_range *out);

/* Both are trys that cover the same instructions, so they share one region. */
bool il_range_same_try(const il_range *a, const il_range *b);

#endif
