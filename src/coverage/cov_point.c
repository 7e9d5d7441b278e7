/* The table of points: open addressing over (file, span). See cov_point.h. */
#include "coverage/cov_point.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024 };

static uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v;
    h *= 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

static size_t hash_of(const cov_source *source, const cov_span *s) {
    uint64_t h = mix((uint64_t)(uintptr_t)source, ((uint64_t)s->start_line << 32) | s->end_line);
    return (size_t)mix(h, ((uint64_t)s->start_column << 32) | s->end_column);
}

static bool same_span(const cov_span *a, const cov_span *b) {
    return a->start_line == b->start_line && a->start_column == b->start_column &&
           a->end_line == b->end_line && a->end_column == b->end_column;
}

static cov_point **slot_of(const cov_points *points, const cov_source *source,
                           const cov_span *span) {
    size_t mask = points->slot_count - 1;
    size_t at = hash_of(source, span) & mask;
    while (points->slots[at] != NULL &&
           (points->slots[at]->source != source || !same_span(&points->slots[at]->span, span))) {
        at = (at + 1) & mask;
    }
    return &points->slots[at];
}

/* Keeps the table at most half full. */
static bool make_room(cov_points *points) {
    if (points->slot_count > 0 && points->count < points->slot_count / 2) {
        return true;
    }
    size_t old_count = points->slot_count;
    cov_point **old = points->slots;
    size_t count = old_count == 0 ? FIRST_SLOTS : old_count * 2;
    cov_point **slots = (cov_point **)calloc(count, sizeof(cov_point *));
    if (slots == NULL) {
        return false;
    }
    points->slots = slots;
    points->slot_count = count;
    for (size_t i = 0; i < old_count; i++) {
        if (old[i] != NULL) {
            *slot_of(points, old[i]->source, &old[i]->span) = old[i];
        }
    }
    free(old);
    return true;
}

cov_point *cov_point_at(cov_points *points, cov_source *source, const cov_span *span) {
    if (!make_room(points)) {
        return NULL;
    }
    cov_point **slot = slot_of(points, source, span);
    if (*slot == NULL) {
        cov_point *point = CC_NEW(points->arena, cov_point);
        if (point == NULL) {
            return NULL;
        }
        point->source = source;
        point->span = *span;
        cov_list_add(&source->points, point);
        *slot = point;
        points->count++;
    }
    return (*slot)->source->points.failed ? NULL : *slot;
}

void cov_points_free(cov_points *points) {
    free(points->slots);
    points->slots = NULL;
    points->slot_count = 0;
}

uint64_t cov_add_saturated(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static void enter_body(cov_point *point, uint64_t body) {
    if (point->body != body) {
        point->body = body;
        point->body_hits = 0;
        point->body_branches = 0;
    }
}

void cov_point_add(cov_point *point, uint64_t body, uint64_t value) {
    enter_body(point, body);
    point->is_counted = true;
    if (value > point->body_hits) {
        point->hits = cov_add_saturated(point->hits, value - point->body_hits);
        point->body_hits = value;
    }
}

static int compare_arms(const cov_arms *a, const cov_arms *b) {
    const uint32_t left[] = {a->ordinal, a->arm_count, a->build};
    const uint32_t right[] = {b->ordinal, b->arm_count, b->build};
    for (int i = 0; i < 3; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

cov_arms *cov_point_branch(cov_points *points, cov_point *point, uint64_t body, uint32_t arm_count,
                           bool is_switch) {
    enter_body(point, body);
    uint32_t ordinal = point->body_branches++;
    cov_arms **at = &point->arms;
    cov_arms wanted = {.ordinal = ordinal, .arm_count = arm_count, .build = points->build};
    while (*at != NULL && compare_arms(*at, &wanted) < 0) {
        at = &(*at)->next;
    }
    if (*at != NULL && compare_arms(*at, &wanted) == 0) {
        return *at;
    }
    cov_arms *arms = CC_NEW(points->arena, cov_arms);
    uint8_t *taken = CC_NEW_ARRAY(points->arena, uint8_t, arm_count);
    uint64_t *places = CC_NEW_ARRAY(points->arena, uint64_t, arm_count);
    if (arms == NULL || taken == NULL || places == NULL) {
        return NULL;
    }
    wanted.point = point;
    wanted.is_switch = is_switch;
    wanted.taken = taken;
    wanted.places = places;
    wanted.next = *at;
    *arms = wanted;
    *at = arms;
    return arms;
}
