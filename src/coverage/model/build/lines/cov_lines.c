/* From the points of a file to its lines: a sweep over the lines with the points that cover each.
 * See cov_lines.h. The work is linear in the number of (point, line) pairs. */
#include "coverage/model/build/lines/cov_lines.h"

#include "coverage/model/build/lines/cov_owner.h"
#include "coverage/model/cov_limits.h"

enum { MOST_COLUMN = 0xFFFF }; /* of a PDB */

typedef struct sweep {
    cov_source *source;
    cc_arena *arena;
    bool once;
    cov_covering covering;
    cov_point **owners; /* room for the owners of one line */
    cc_list lines;
} sweep;

/* --- branches --------------------------------------------------------------------------------- */

static const cov_arms *arms_on(const cov_point *point, const cov_line *line) {
    return point->span.start_line == line->number ? point->arms : NULL;
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

/* The branches of the points that start on the line, in their order; of those that are united with
 * one of another build only this one. */
static void add_branches(sweep *s, cov_line *line) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->covering.count; i++) {
        for (const cov_arms *a = arms_on(s->covering.points[i], line); a != NULL; a = a->next) {
            count += a->same == NULL ? 1 : 0;
        }
    }
    line->branches = count == 0 ? NULL : CC_NEW_ARRAY(s->arena, cov_branch, count);
    for (uint32_t i = 0; count > 0 && i < s->covering.count; i++) {
        for (const cov_arms *a = arms_on(s->covering.points[i], line); a != NULL; a = a->next) {
            if (a->same == NULL) {
                cov_branch branch = branch_of(a);
                line->branches[line->branch_count++] = branch;
                line->arm_count += branch.arm_count;
                line->arms_taken += branch.arms_taken;
            }
        }
    }
}

/* --- one line --------------------------------------------------------------------------------- */

static void own(cov_point *point, cov_line *line, bool once) {
    uint64_t hits = once && point->hits > 0 ? 1 : point->hits;
    line->point_count += point->is_whole_line ? 0 : 1;
    line->points_hit += point->hits > 0 && !point->is_whole_line ? 1 : 0;
    line->has_whole = line->has_whole || point->is_whole_line;
    line->hits = hits > line->hits ? hits : line->hits;
    point->lines[point->line_count++] = line;
}

/* A line that only a foreign report has counts as one point. */
static void add_whole_line(cov_line *line) {
    if (line->point_count == 0 && line->has_whole) {
        line->point_count = 1;
        line->points_hit = line->hits > 0 ? 1 : 0;
    }
}

/* A line without an owner does not exist. */
static void make_line(sweep *s) {
    uint32_t count = cov_find_owners(&s->covering, s->owners);
    if (count == 0) {
        return;
    }
    cov_line *line = CC_NEW(s->arena, cov_line);
    line->number = s->covering.line;
    for (uint32_t i = 0; i < count; i++) {
        own(s->owners[i], line, s->once);
    }
    add_whole_line(line);
    add_branches(s, line);
    cc_list_add(&s->lines, line);
}

/* --- all lines -------------------------------------------------------------------------------- */

static uint32_t lines_of(const cov_point *point) {
    return point->span.end_line - point->span.start_line + 1;
}

/* A line beyond the end of its source does not exist: `#line` and reports of other tools may name
 * one. */
void cov_source_end(cov_source *source) {
    uint32_t last = source->most_lines;
    uint32_t kept = 0;
    if (last == 0) {
        return;
    }
    for (uint32_t i = 0; i < source->points.count; i++) {
        cov_point *point = source->points.items[i];
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
    source->points.count = kept;
}

uint64_t cov_more_lines(const cov_source *source) {
    uint64_t lines = 0;
    for (uint32_t i = 0; i < source->points.count; i++) {
        lines += lines_of((const cov_point *)source->points.items[i]) - 1;
    }
    return lines;
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

/* There are no more lines than pairs of a point and a line of it, nor than the points extend over. */
static cc_err prepare(sweep *s) {
    const cc_list *points = &s->source->points;
    uint64_t pairs = cov_more_lines(s->source) + points->count;
    if (pairs > COV_MAX_FILE_LINES) {
        return cc_fail(CC_E_LIMIT, "the sequence points of %.*s cover too many lines",
                       CC_STR_ARGS(s->source->path));
    }
    uint64_t extent = count_extent(s->source);
    s->lines.cap = (uint32_t)(pairs < extent ? pairs : extent);
    s->lines.items = CC_NEW_ARRAY(s->arena, void *, s->lines.cap);
    s->covering.points = CC_NEW_ARRAY(s->arena, cov_point *, points->count);
    s->owners = CC_NEW_ARRAY(s->arena, cov_point *, points->count);
    cov_line **room = CC_NEW_ARRAY(s->arena, cov_line *, pairs);
    for (uint32_t i = 0; i < points->count; i++) {
        cov_point *point = points->items[i];
        point->lines = room;
        room += lines_of(point);
    }
    return CC_OK;
}

/* Points that begin on the line cover it from now on; those that ended before do not any more. */
static void move_to(cov_covering *covering, uint32_t line, const cc_list *points, uint32_t *next) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < covering->count; i++) {
        if (covering->points[i]->span.end_line >= line) {
            covering->points[kept++] = covering->points[i];
        }
    }
    while (*next < points->count) {
        cov_point *point = points->items[*next];
        if (point->span.start_line != line) {
            break;
        }
        covering->points[kept++] = point;
        ++*next;
    }
    covering->count = kept;
    covering->line = line;
}

static void make_lines(sweep *s) {
    const cc_list *points = &s->source->points;
    uint32_t next = 0;
    while (next < points->count || s->covering.count > 0) {
        uint32_t line = s->covering.line + 1;
        if (s->covering.count == 0) {
            line = ((const cov_point *)points->items[next])->span.start_line;
        }
        move_to(&s->covering, line, points, &next);
        if (mod_left_out_of(s->source->left_out, line) == NULL) {
            make_line(s);
        }
    }
}

cc_err cov_lines_make(cov_source *source, bool once, cc_arena *arena) {
    sweep s = {.source = source, .arena = arena, .once = once, .lines = {.arena = arena}};
    cov_points_sort(source);
    CC_TRY(prepare(&s));
    make_lines(&s);
    source->file = CC_NEW(arena, cov_file);
    *source->file = cov_source_file(source);
    source->file->lines = (cov_line **)(void *)s.lines.items;
    source->file->line_count = s.lines.count;
    return CC_OK;
}
