/* The line of a branch; see cov_branch.h. */
#include "coverage/cov_branch.h"

/* Number of points at or before the offset. Points are by offset. */
static uint32_t points_up_to(const mth_method *m, uint32_t offset) {
    uint32_t low = 0;
    uint32_t high = m->point_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->points[middle].offset <= offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The filter that holds the unit, as units; false: none does. Filters do not nest. */
static bool filter_around(const il_body *body, uint32_t unit, il_clause *filter) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        *filter = body->clauses[i];
        if (filter->kind == IL_CLAUSE_FILTER && filter->filter_start <= unit &&
            unit < filter->handler_start) {
            return true;
        }
    }
    return false;
}

/* The last of the method's points up to number `count` that is not in front of offset `first`. */
static cov_point *last_point(const mth_method *m, cov_point *const *points, uint32_t count,
                             uint32_t first) {
    for (uint32_t i = count; i > 0 && m->points[i - 1].offset >= first; i--) {
        if (points[i - 1] != NULL) {
            return points[i - 1];
        }
    }
    return NULL;
}

/* The point that comes first in the source: `function` has none, and the guard of a later rule may come
 * first in the code. */
static cov_point *first_in_source(const mth_method *m, cov_point *const *points) {
    cov_point *first = NULL;
    for (uint32_t i = 0; i < m->point_count; i++) {
        const cov_span *a = points[i] != NULL ? &points[i]->span : NULL;
        bool is_first = a != NULL && (first == NULL || a->start_line < first->span.start_line ||
                                      (a->start_line == first->span.start_line &&
                                       a->start_column < first->span.start_column));
        first = is_first ? points[i] : first;
    }
    return first;
}

cov_point *cov_branch_point(const mth_method *m, cov_point *const *points, uint32_t unit) {
    const il_body *body = &m->body;
    uint32_t offset = body->units[unit].offset;
    uint32_t count = points_up_to(m, offset);
    cov_point *point = NULL;
    il_clause filter;
    if (filter_around(body, unit, &filter) && filter.handler_start < body->unit_count) {
        uint32_t end = body->units[filter.handler_start].offset;
        point = last_point(m, points, count, body->units[filter.filter_start].offset);
        point = point != NULL ? point : last_point(m, points, points_up_to(m, end - 1), offset);
    }
    point = point != NULL ? point : last_point(m, points, count, 0);
    return point != NULL ? point : first_in_source(m, points);
}
