/* Which points own a line; see cov_owner.h. */
#include "coverage/model/build/lines/cov_owner.h"

/* --- points inside others --------------------------------------------------------------------- */

/* The line is after the first one of a lambda. What is not counted, the extent of a lambda of
 * several statements or a lambda that is left out, only takes lines. */
static bool is_in_rest(const cov_point *lambda, uint32_t line) {
    return (lambda->lead > 0 || !lambda->is_counted) && lambda->span.start_line < line;
}

/* The point is inside the outer one, as far as this line is concerned. */
static bool is_inside(const cov_point *point, const cov_span *outer, uint32_t line) {
    const cov_span *span = &point->span;
    if (cov_start_of(span) <= cov_start_of(outer)) {
        return false;
    }
    if (cov_end_of(span) == cov_end_of(outer)) {
        return span->start_line > outer->start_line || is_in_rest(point, line);
    }
    return cov_end_of(span) < cov_end_of(outer);
}

/* The same question to all points that come later in the order of places, in one step: those start
 * later, or end later, than the outer one. */
typedef struct ending {
    uint64_t end;        /* the first place where one of them ends; UINT64_MAX: there is none */
    uint32_t start_line; /* of those that end there: the last line on which one starts */
    bool has_rest;       /* of those that end there: one is a lambda of an earlier line */
} ending;

/* To be called from the last point to the first one: of points that end at one place, the first to
 * be added starts last. */
static void add_ending(ending *to, const cov_point *point, uint32_t line) {
    uint64_t end = cov_end_of(&point->span);
    if (end < to->end) {
        *to = (ending){end, point->span.start_line, false};
    }
    if (end == to->end && is_in_rest(point, line)) {
        to->has_rest = true;
    }
}

static bool is_any_inside(const ending *later, const cov_span *outer) {
    if (later->end == cov_end_of(outer)) {
        return later->start_line > outer->start_line || later->has_rest;
    }
    return later->end < cov_end_of(outer);
}

/* --- lambdas ---------------------------------------------------------------------------------- */

enum { CLOSING_COLUMNS = 2 }; /* `);` after a lambda: nothing goes on there */

static bool holds(const cov_span *outer, const cov_span *inner) {
    return cov_start_of(outer) <= cov_start_of(inner) && cov_end_of(outer) >= cov_end_of(inner);
}

/* The statement has code on the line besides the lambda's: the call that takes `.Where(x => x >
 * 1)`, or what follows in `}, false);`. */
static bool is_beside(const cov_span *statement, const cov_point *lambda, uint32_t line) {
    const cov_span *span = &lambda->span;
    bool goes_on =
        statement->end_line == line && statement->end_column > span->end_column + CLOSING_COLUMNS;
    bool leads_in =
        span->start_line == line && span->start_column >= statement->start_column + lambda->lead;
    return span->end_line == line && (goes_on || leads_in);
}

/* A lambda inside the statement, beside which it has code on the line, holds the point. */
static bool is_in_lambda(const cov_covering *in, const cov_span *statement, const cov_span *point) {
    for (uint32_t i = 0; i < in->count; i++) {
        const cov_point *lambda = in->points[i];
        if (lambda->lead > 0 && holds(&lambda->span, point) &&
            is_inside(lambda, statement, in->line) && is_beside(statement, lambda, in->line)) {
            return true;
        }
    }
    return false;
}

/* All points inside the statement are points of lambdas. */
static bool is_beside_lambdas(const cov_covering *in, uint32_t index) {
    const cov_span *statement = &in->points[index]->span;
    for (uint32_t i = index + 1; i < in->count; i++) {
        const cov_point *point = in->points[i];
        if (is_inside(point, statement, in->line) && !is_in_lambda(in, statement, &point->span)) {
            return false;
        }
    }
    return true;
}

/* Of so many points that began on earlier lines the text may hold lambdas; more are damage, and the
 * question about lambdas would be asked of each pair of them. */
enum { MOST_CARRIED = 256 };

static bool may_have_lambdas(const cov_covering *in) {
    return in->count <= MOST_CARRIED || in->points[MOST_CARRIED]->span.start_line >= in->line;
}

/* --- owners ----------------------------------------------------------------------------------- */

/* The point shows whether the line ran. */
static bool shows(const cov_point *point, uint32_t line) {
    bool is_unknown = point->is_unknown && point->hits == 0 && point->arms == NULL;
    bool is_keyword = point->ends_in_keyword && point->span.end_line == line;
    return point->is_counted && !is_unknown && !is_keyword;
}

/* `later`: of all points after this one. */
static bool owns(const cov_covering *in, uint32_t index, const ending *later) {
    const cov_point *point = in->points[index];
    if (!shows(point, in->line)) {
        return false;
    }
    if (point->span.start_line == in->line || !is_any_inside(later, &point->span)) {
        return true;
    }
    return may_have_lambdas(in) && is_beside_lambdas(in, index);
}

uint32_t cov_find_owners(const cov_covering *in, cov_point **out) {
    ending later = {UINT64_MAX, 0, false};
    uint32_t count = 0;
    for (uint32_t i = in->count; i > 0; i--) {
        if (owns(in, i - 1, &later)) {
            out[count++] = in->points[i - 1];
        }
        add_ending(&later, in->points[i - 1], in->line);
    }
    return count;
}
