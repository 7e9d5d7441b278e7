/* Files that are compiled into several assemblies (linked files): what ran in each of them. All
 * assemblies add to the points of the file; from the second assembly on each adds to points of its
 * own as well. See cov_point.h. */
#include <string.h>

#include "coverage/model/build/unite/cov_point.h"

static cov_arms *copy_branch(const cov_points *points, cov_point *to, const cov_arms *from) {
    cov_arms *arms = CC_NEW(points->arena, cov_arms);
    *arms = *from;
    arms->point = to;
    arms->arms = CC_NEW_ARRAY(points->arena, cov_arm, from->arm_count);
    arms->places = CC_NEW_ARRAY(points->arena, uint64_t, from->arm_count);
    arms->next = NULL;
    memcpy(arms->arms, from->arms, from->arm_count * sizeof *arms->arms);
    memcpy(arms->places, from->places, from->arm_count * sizeof *arms->places);
    return arms;
}

static void copy_point(const cov_points *points, cov_source *to, const cov_point *from) {
    cov_point *point = cov_point_at(points, to, &from->span);
    point->hits = from->hits;
    point->lead = from->lead;
    point->is_unknown = from->is_unknown;
    point->ends_in_keyword = from->ends_in_keyword;
    point->is_whole_line = from->is_whole_line;
    point->is_counted = from->is_counted;
    point->place_hits = from->place_hits;
    cov_arms **end = &point->arms;
    for (const cov_arms *a = from->arms; a != NULL; a = a->next) {
        *end = copy_branch(points, point, a);
        end = &(*end)->next;
    }
}

static cov_part *add_part(const cov_points *points, cov_source *source, cc_str package,
                          cc_arena *arena) {
    cov_part *part = CC_NEW(arena, cov_part);
    part->package = cc_strz(cc_arena_strdup(arena, package));
    part->source.path = source->path;
    part->source.points.arena = points->arena;
    part->next = source->parts;
    source->parts = part;
    return part;
}

/* What the file has belongs to its first assembly. */
static void split(const cov_points *points, cov_source *source, cc_arena *arena) {
    cov_part *part = add_part(points, source, source->package, arena);
    for (uint32_t i = 0; i < source->points.count; i++) {
        copy_point(points, &part->source, source->points.items[i]);
    }
}

cov_part *cov_part_find(const cov_source *source, cc_str package) {
    cov_part *part = source->parts;
    while (part != NULL && !cc_str_eq(part->package, package)) {
        part = part->next;
    }
    return part;
}

cov_part *cov_part_of(const cov_points *points, cov_source *source, cc_str package,
                      cc_arena *arena) {
    if (source->parts == NULL) {
        if (cc_str_eq(source->package, package)) {
            return NULL;
        }
        split(points, source, arena);
    }
    cov_part *part = cov_part_find(source, package);
    return part != NULL ? part : add_part(points, source, package, arena);
}
