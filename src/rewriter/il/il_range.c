/* Ranges of clauses; see il_range.h. Input: clauses with instruction indices as bounds. Output: a
 * sorted list. */
#include "rewriter/il/il_range.h"

#include <stdlib.h>

int il_range_compare(const void *a, const void *b) {
    const il_range *x = a;
    const il_range *y = b;
    if (x->start != y->start) {
        return x->start < y->start ? -1 : 1;
    }
    if (x->end != y->end) {
        return x->end > y->end ? -1 : 1;
    }
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    return x->clause < y->clause ? -1 : x->clause > y->clause;
}

uint32_t il_ranges(const il_body *body, il_range *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        out[count++] = (il_range){c->try_start, c->try_end, IL_RANGE_TRY, i};
        out[count++] = (il_range){c->handler_start, c->handler_end, IL_RANGE_HANDLER, i};
        if (c->kind == IL_CLAUSE_FILTER) {
            out[count++] = (il_range){c->filter_start, c->handler_start, IL_RANGE_FILTER, i};
        }
    }
    qsort(out, count, sizeof *out, il_range_compare);
    return count;
}

bool il_range_same_try(const il_range *a, const il_range *b) {
    return a->kind == IL_RANGE_TRY && b->kind == IL_RANGE_TRY && a->start == b->start &&
           a->end == b->end;
}
