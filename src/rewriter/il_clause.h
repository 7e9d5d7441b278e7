/* Exception clauses of a body: reading the sections, and the tree of protected regions.
 * Internal to src/rewriter; il_decode() is the entrance for everybody else. */
#ifndef IL_CLAUSE_H
#define IL_CLAUSE_H

#include "rewriter/il.h"

typedef enum il_region_kind {
    IL_REGION_ROOT,
    IL_REGION_TRY,    /* clauses with the same try range share one */
    IL_REGION_FILTER, /* [filter_start, handler_start) */
    IL_REGION_HANDLER
} il_region_kind;

typedef struct il_region {
    il_region_kind kind;
    uint32_t clause;     /* its clause, the first one for a shared try; root: 0 */
    uint32_t start, end; /* unit indices, end exclusive */
    uint32_t parent;     /* index of the smallest region around it; root: 0 */
} il_region;

typedef struct il_region_tree {
    il_region *regions; /* [0] is the root; a parent stands before its children, start ascending */
    uint32_t count;
} il_region_tree;

/* Reads the sections behind the code into out->clauses and checks the regions. `start` is the whole
 * body (alignment counts from there), *in the bytes behind the code; advanced to the body's end.
 * CC_E_TRUNCATED, CC_E_FORMAT, CC_E_UNSUPPORTED, CC_E_LIMIT, CC_E_NOMEM. */
CC_NODISCARD cc_err il_read_sections(il_body *out, cc_span start, cc_span *in, cc_arena *arena);

/* Builds the tree; memory of `arena`. CC_E_FORMAT when two regions overlap without nesting, when two
 * other than trys are equal, or when try, filter and handler of a clause have different parents. */
CC_NODISCARD cc_err il_region_tree_make(il_region_tree *out, const il_body *body, cc_arena *arena);

/* of_unit[u] = index of the innermost region of unit u; unit_count entries of `arena`, NULL when out
 * of memory. */
uint32_t *il_region_of_units(const il_region_tree *tree, const il_body *body, cc_arena *arena);

#endif
