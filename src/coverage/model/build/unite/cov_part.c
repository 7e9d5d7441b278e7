/* Files that are compiled into several assemblies (linked files): what ran in each of them. All
 * assemblies add to the points of the file; from the second assembly on each adds to points of its
 * own as well. See cov_point.h. */
#include "coverage/model/build/unite/cov_point.h"

static cov_arms *copy_branch(const cov_points *points, cov_point *to, const cov_arms *from) {
    cov_arms *arms = CC_NEW(points->arena, cov_arms);
    cov_arm *each = CC_NEW_ARRAY(points->arena, cov_arm, from->arm_count);
    uint64_t *places = CC_NEW_ARRAY(points->arena, uint64_t, from->arm_count);
    if (arms == NULL || each == NULL || places == NULL) {
        return NULL;
    }
    *arms = *from;
    arms->point = to;
    arms->arms = each;
    arms->places = places;
    arms->next = NULL;
    for (uint32_t i = 0; i < from->arm_count; i++) {
        each[i] = from->arms[i];
        places[i] = from->places[i];
    }
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
    char *name = cc_arena_strdup(arena, package);
    if (part == NULL || name == NULL) {
        return NULL;
    }
    part->package = cc_strz(name);
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

void cov_part_of(const cov_points *points, cov_source *source, cc_str package, cc_arena *arena,
                 cov_part **out) {
    *out = NULL;
    if (source->parts == NULL && cc_str_eq(source->package, package)) {
        return;
    }
    if (source->parts == NULL) {
        split(points, source, arena);
    }
    for (cov_part *part = source->parts; part != NULL && *out == NULL; part = part->next) {
        *out = cc_str_eq(part->package, package) ? part : NULL;
    }
    *out = *out != NULL ? *out : add_part(points, source, package, arena);
}
