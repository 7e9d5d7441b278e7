/* From the points of a file to its lines: a sweep over the lines with the points that cover each.
 * See cov_point.h. The work is linear in the number of (point, line) pairs. */
#include <stdlib.h>

#include "base/cc_sort.h"
#include "coverage/model/build/lines/cov_lines.h"

int cov_span_cmp(const cov_span *x, const cov_span *y) {
    const uint32_t left[] = {x->start_line, x->start_column, x->end_line, x->end_column};
    const uint32_t right[] = {y->start_line, y->start_column, y->end_line, y->end_column};
    for (int i = 0; i < 4; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static int compare_points(const void *a, const void *b) {
    return cov_span_cmp(&(*(cov_point *const *)a)->span, &(*(cov_point *const *)b)->span);
}

void cov_points_sort(cov_source *source) {
    cc_sort(source->points.items, source->points.count, sizeof(void *), compare_points);
}

enum { MOST_COLUMN = 0xFFFF }; /* of a PDB */

typedef struct sweep {
    cov_source *source;
    cc_arena *arena;
    bool once;
    cov_point **active; /* those that cover the current line or an earlier one, by start */
    uint32_t active_count;
    cc_list lines;
} sweep;

static void own(cov_point *point, cov_line *line, bool once) {
    uint64_t hits = once && point->hits > 0 ? 1 : point->hits;
    line->point_count += point->is_whole_line ? 0 : 1;
    line->points_hit += point->hits > 0 && !point->is_whole_line ? 1 : 0;
    line->has_whole = line->has_whole || point->is_whole_line;
    line->hits = hits > line->hits ? hits : line->hits;
    point->lines[point->line_count++] = line;
}

/* The branch `a` or the next one that is not united with one of another build. */
static const cov_arms *next_branch(const cov_arms *a) {
    while (a != NULL && a->same != NULL) {
        a = a->next;
    }
    return a;
}

static const cov_arms *first_branch(const cov_point *point, const cov_line *line) {
    return point->span.start_line == line->number ? next_branch(point->arms) : NULL;
}

static cov_branch branch_of(const cov_arms *a) {
    cov_branch branch = {.span = a->point->span,
                         .is_switch = a->is_switch,
                         .test = a->test,
                         .holds = a->holds,
                         .arm_count = a->arm_count,
                         .arms = a->arms};
    for (uint32_t k = 0; k < a->arm_count; k++) {
        branch.arms_taken += a->arms[k].is_taken ? 1 : 0;
    }
    return branch;
}

/* The branches of the points that start on the line, in their order. */
static void add_branches(sweep *s, cov_line *line) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->active_count; i++) {
        const cov_arms *a = first_branch(s->active[i], line);
        for (; a != NULL; a = next_branch(a->next)) {
            count++;
        }
    }
    line->branches = count == 0 ? NULL : CC_NEW_ARRAY(s->arena, cov_branch, count);
    for (uint32_t i = 0; count > 0 && i < s->active_count; i++) {
        const cov_arms *a = first_branch(s->active[i], line);
        for (; a != NULL; a = next_branch(a->next)) {
            cov_branch *branch = &line->branches[line->branch_count++];
            *branch = branch_of(a);
            line->arm_count += branch->arm_count;
            line->arms_taken += branch->arms_taken;
        }
    }
}

/* A place in a file as one number that orders like (line, column). */
static uint64_t place(uint32_t line, uint32_t column) {
    return ((uint64_t)line << 32) | column;
}

enum { CLOSING_COLUMNS = 2 }; /* `);` behind a lambda: nothing goes on there */

static bool is_inside(const cov_span *inner, const cov_span *outer) {
    uint64_t start = place(inner->start_line, inner->start_column);
    uint64_t end = place(inner->end_line, inner->end_column);
    uint64_t outer_end = place(outer->end_line, outer->end_column);
    return start > place(outer->start_line, outer->start_column) &&
           (end < outer_end || (end == outer_end && inner->start_line > outer->start_line));
}

/* The line is behind the first one of a lambda. What is not counted, the extent of a lambda of
 * several statements or a lambda that is left out, only takes lines. */
static bool is_in_rest(const cov_point *lambda, uint32_t line) {
    return (lambda->lead > 0 || !lambda->is_counted) && lambda->span.start_line < line;
}

/* The same for a point on this line. In Visual Basic a lambda may begin on the statement's first
 * line and end with it: `Dim f = Function()`; the rest of its lines belongs to the lambda. */
static bool takes_line(const cov_point *inner, const cov_span *outer, uint32_t line) {
    const cov_span *span = &inner->span;
    bool ends_with = span->end_line == outer->end_line && span->end_column == outer->end_column &&
                     span->start_column > outer->start_column;
    return is_inside(span, outer) || (ends_with && is_in_rest(inner, line));
}

static bool holds(const cov_span *outer, const cov_span *inner) {
    return place(outer->start_line, outer->start_column) <=
               place(inner->start_line, inner->start_column) &&
           place(outer->end_line, outer->end_column) >= place(inner->end_line, inner->end_column);
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
static bool is_in_lambda(const sweep *s, const cov_span *statement, const cov_span *point,
                         uint32_t line) {
    for (uint32_t i = 0; i < s->active_count; i++) {
        const cov_point *lambda = s->active[i];
        if (lambda->lead > 0 && holds(&lambda->span, point) &&
            is_inside(&lambda->span, statement) && is_beside(statement, lambda, line)) {
            return true;
        }
    }
    return false;
}

/* All points inside the statement on this line are those of lambdas. */
static bool is_beside_lambdas(const sweep *s, uint32_t index, uint32_t line) {
    const cov_span *statement = &s->active[index]->span;
    for (uint32_t i = index + 1; i < s->active_count; i++) {
        const cov_point *point = s->active[i];
        if (takes_line(point, statement, line) && !is_in_lambda(s, statement, &point->span, line)) {
            return false;
        }
    }
    return true;
}

/* Of so many points that began on earlier lines the text may hold lambdas; more are damage, and the
 * question about lambdas would be asked of each pair of them. */
enum { MOST_CARRIED = 256 };

static uint32_t count_carried(const sweep *s, uint32_t line) {
    uint32_t count = 0;
    while (count < s->active_count && s->active[count]->span.start_line < line) {
        count++;
    }
    return count;
}

/* The point shows whether the line ran. */
static bool shows(const cov_point *point, uint32_t line) {
    bool is_unknown = point->is_unknown && point->hits == 0 && point->arms == NULL;
    bool is_keyword = point->ends_in_keyword && point->span.end_line == line;
    return point->is_counted && !is_unknown && !is_keyword;
}

/* Of the points that cover the line, those own it that start on it, or have no point strictly
 * inside them on this line: none that starts later and ends earlier, or starts on a later line and
 * ends with it (a query of Visual Basic ends with its last lambda). The last ones start latest. */
static void make_line(sweep *s, uint32_t number) {
    cov_line *line = CC_NEW(s->arena, cov_line);
    line->number = number;
    bool has_lambdas = count_carried(s, number) <= MOST_CARRIED;
    uint64_t inner_end = UINT64_MAX; /* least end of points that start after `start` */
    uint64_t group_end = UINT64_MAX; /* least end of points that start at `start` */
    uint64_t later_end = UINT64_MAX; /* least end of points that start on a later line */
    uint64_t rest_end = UINT64_MAX;  /* least end of lambdas that began on an earlier line */
    uint64_t start = UINT64_MAX;
    uint32_t start_line = 0;
    for (uint32_t i = s->active_count; i > 0; i--) {
        cov_point *point = s->active[i - 1];
        const cov_span *span = &point->span;
        uint64_t end = place(span->end_line, span->end_column);
        if (place(span->start_line, span->start_column) != start) {
            inner_end = group_end < inner_end ? group_end : inner_end;
            group_end = UINT64_MAX;
            start = place(span->start_line, span->start_column);
            later_end = span->start_line != start_line ? inner_end : later_end;
            start_line = span->start_line;
        }
        bool is_alone = inner_end >= end && later_end > end && rest_end > end;
        group_end = end < group_end ? end : group_end;
        rest_end = is_in_rest(point, number) && end < rest_end ? end : rest_end;
        if (shows(point, number) && (span->start_line == number || is_alone ||
                                     (has_lambdas && is_beside_lambdas(s, i - 1, number)))) {
            own(point, line, s->once);
        }
    }
    if (line->point_count == 0 && line->has_whole) {
        line->point_count = 1;
        line->points_hit = line->hits > 0 ? 1 : 0;
    }
    if (line->point_count > 0) {
        cc_list_add(&s->lines, line);
    }
    add_branches(s, line);
}

static void retire(sweep *s, uint32_t line) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->active_count; i++) {
        if (s->active[i]->span.end_line >= line) {
            s->active[kept++] = s->active[i];
        }
    }
    s->active_count = kept;
}

static uint32_t lines_of(const cov_point *point) {
    return point->span.end_line - point->span.start_line + 1;
}

/* A line beyond the end of its source does not exist: `#line` and reports of other tools may name
 * one. */
void cov_source_end(cov_source *source) {
    uint32_t last = source->most_lines;
    uint32_t kept = 0;
    for (uint32_t i = 0; last > 0 && i < source->points.count; i++) {
        cov_point *point = (cov_point *)source->points.items[i];
        if (point->span.start_line > last) {
            source->is_cut = true;
            continue;
        }
        if (point->span.end_line > last) {
            point->span.end_line = last;
            point->span.end_column = MOST_COLUMN;
        }
        source->points.items[kept++] = point;
    }
    source->points.count = last > 0 ? kept : source->points.count;
}

uint64_t cov_more_lines(const cov_source *source) {
    uint64_t lines = 0;
    for (uint32_t i = 0; i < source->points.count; i++) {
        lines += lines_of((const cov_point *)source->points.items[i]) - 1;
    }
    return lines;
}

/* Counts pairs of a point and a line of it. */
static cc_err count_pairs(const cov_source *source, uint64_t *pairs) {
    for (uint32_t i = 0; i < source->points.count; i++) {
        *pairs += lines_of((const cov_point *)source->points.items[i]);
        if (*pairs > COV_MAX_FILE_LINES) {
            return cc_fail(CC_E_LIMIT, "the sequence points of %.*s cover too many lines",
                           (int)source->path.len, source->path.s);
        }
    }
    return CC_OK;
}

/* From the first line of a point to the last one; the points are sorted. */
static uint64_t count_extent(const cov_source *source) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < source->points.count; i++) {
        uint32_t end = ((const cov_point *)source->points.items[i])->span.end_line;
        last = end > last ? end : last;
    }
    const cov_point *first = source->points.count == 0 ? NULL : source->points.items[0];
    return first == NULL ? 0 : (uint64_t)last - first->span.start_line + 1;
}

/* There are no more lines than pairs, nor than the points extend over. */
static cc_err prepare(sweep *s) {
    cc_list *points = &s->source->points;
    uint64_t pairs = 0;
    CC_TRY(count_pairs(s->source, &pairs));
    uint64_t extent = count_extent(s->source);
    s->lines.cap = (uint32_t)(pairs < extent ? pairs : extent);
    s->lines.items = CC_NEW_ARRAY(s->arena, void *, s->lines.cap);
    s->active = calloc((size_t)points->count + 1, sizeof *s->active);
    cov_line **room = CC_NEW_ARRAY(s->arena, cov_line *, pairs);
    for (uint32_t i = 0; i < points->count; i++) {
        cov_point *point = (cov_point *)points->items[i];
        point->lines = room;
        room += lines_of(point);
    }
    return CC_OK;
}

static cc_err make_lines(sweep *s) {
    const cc_list *points = &s->source->points;
    uint32_t next = 0;
    uint32_t line = 0;
    while (next < points->count || s->active_count > 0) {
        if (s->active_count == 0) {
            line = ((cov_point *)points->items[next])->span.start_line;
        }
        while (next < points->count &&
               ((cov_point *)points->items[next])->span.start_line == line) {
            s->active[s->active_count++] = (cov_point *)points->items[next++];
        }
        if (mod_left_out_of(s->source->left_out, line) == NULL) {
            make_line(s, line);
        }
        retire(s, ++line);
    }
    return CC_OK;
}

cc_err cov_lines_make(cov_source *source, bool once, cc_arena *arena) {
    sweep s = {.source = source, .arena = arena, .once = once, .lines = {.arena = arena}};
    cov_points_sort(source);
    cc_err err = prepare(&s);
    err = err == CC_OK ? make_lines(&s) : err;
    free(s.active);
    CC_TRY(err);
    source->file = CC_NEW(arena, cov_file);
    *source->file = (cov_file){.path = source->path,
                               .is_outside_root = source->is_outside_root,
                               .is_changed = source->is_changed,
                               .checksum = source->checksum,
                               .origin = source->origin,
                               .embedded = source->embedded,
                               .lines = (cov_line **)(void *)s.lines.items,
                               .line_count = s.lines.count,
                               .left_out = source->left_out};
    return CC_OK;
}
