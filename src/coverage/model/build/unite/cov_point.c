/* Points and their branches; a table for each file, open addressing over the spans. See
 * cov_point.h. */
#include "coverage/model/build/unite/cov_point.h"

#include <stdlib.h>

#include "base/cc_memory.h"
#include "base/cc_sort.h"
#include "base/cc_sum.h"

enum { FIRST_SLOTS = 64 };

static uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v;
    h *= 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

static uint32_t hash_of(const cov_span *s) {
    return (uint32_t)mix(mix(0, cov_start_of(s)), cov_end_of(s));
}

static cov_point *point_in(const cov_source *source, uint32_t slot) {
    return slot == 0 ? NULL : (cov_point *)source->points.items[slot - 1];
}

static uint32_t *slot_of(const cov_source *source, const cov_span *span) {
    uint32_t mask = source->slot_count - 1;
    uint32_t at = hash_of(span) & mask;
    while (source->slots[at] != 0 &&
           cov_span_cmp(&point_in(source, source->slots[at])->span, span) != 0) {
        at = (at + 1) & mask;
    }
    return &source->slots[at];
}

/* Keeps the table at most half full. */
static void make_room(cov_source *source) {
    if (source->points.count < source->slot_count / 2) {
        return;
    }
    uint32_t count = source->slot_count == 0 ? FIRST_SLOTS : source->slot_count * 2;
    free(source->slots);
    source->slots = calloc(count, sizeof(uint32_t));
    if (source->slots == NULL) {
        cc_memory_missing(count * sizeof(uint32_t));
    }
    source->slot_count = count;
    for (uint32_t i = 0; i < source->points.count; i++) {
        *slot_of(source, &point_in(source, i + 1)->span) = i + 1;
    }
}

cov_point *cov_point_at(const cov_points *points, cov_source *source, const cov_span *span) {
    make_room(source);
    uint32_t *slot = slot_of(source, span);
    if (*slot != 0) {
        return point_in(source, *slot);
    }
    cov_point *point = CC_NEW(points->arena, cov_point);
    point->source = source;
    point->span = *span;
    cc_list_add(&source->points, point);
    *slot = source->points.count;
    return point;
}

cov_file cov_source_file(const cov_source *source) {
    return (cov_file){.path = source->path,
                      .is_outside_root = source->is_outside_root,
                      .is_changed = source->is_changed,
                      .checksum = source->checksum,
                      .origin = source->origin,
                      .embedded = source->embedded,
                      .left_out = source->left_out};
}

void cov_source_close(cov_source *source) {
    free(source->slots);
    source->slots = NULL;
    source->slot_count = 0;
}

static void enter_body(cov_point *point, uint32_t body) {
    if (point->body != body) {
        point->body = body;
        point->body_hits = 0;
        point->body_branches = 0;
        point->body_last = NULL;
    }
}

void cov_point_add(cov_point *point, uint32_t body, uint64_t value) {
    enter_body(point, body);
    point->is_counted = true;
    if (value > point->body_hits) {
        point->hits = cc_add_saturated(point->hits, value - point->body_hits);
        point->body_hits = value;
    }
}

void cov_point_add_place(cov_point *point, uint64_t value) {
    point->is_counted = true;
    if (value > point->place_hits) {
        point->hits = cc_add_saturated(point->hits, value - point->place_hits);
        point->place_hits = value;
    }
}

/* The last build comes first: bodies are added build by build, so few branches are passed. */
static int compare_arms(const cov_arms *a, const cov_arms *b) {
    int order = cc_compare(b->build, a->build);
    order = order != 0 ? order : cc_compare(a->ordinal, b->ordinal);
    return order != 0 ? order : cc_compare(a->arm_count, b->arm_count);
}

cov_arms *cov_point_branch(cov_points *points, cov_point *point, uint32_t body, uint32_t arm_count,
                           bool is_switch) {
    enter_body(point, body);
    uint32_t ordinal = point->body_branches++;
    cov_arms **at = point->body_last != NULL ? &point->body_last->next : &point->arms;
    cov_arms wanted = {.ordinal = ordinal, .arm_count = arm_count, .build = points->build};
    while (*at != NULL && compare_arms(*at, &wanted) < 0) {
        at = &(*at)->next;
    }
    if (*at != NULL && compare_arms(*at, &wanted) == 0) {
        point->body_last = *at;
        return *at;
    }
    cov_arms *arms = CC_NEW(points->arena, cov_arms);
    cov_arm *each = CC_NEW_ARRAY(points->arena, cov_arm, arm_count);
    uint64_t *places = CC_NEW_ARRAY(points->arena, uint64_t, arm_count);
    wanted.point = point;
    wanted.is_switch = is_switch;
    wanted.arms = each;
    wanted.places = places;
    wanted.next = *at;
    *arms = wanted;
    *at = arms;
    point->body_last = arms;
    return arms;
}

/* --- order ------------------------------------------------------------------------------------ */

int cov_span_cmp(const cov_span *x, const cov_span *y) {
    uint64_t a = cov_start_of(x);
    uint64_t b = cov_start_of(y);
    if (a == b) {
        a = cov_end_of(x);
        b = cov_end_of(y);
    }
    return (a > b) - (a < b);
}

static int compare_points(const void *a, const void *b) {
    return cov_span_cmp(&(*(cov_point *const *)a)->span, &(*(cov_point *const *)b)->span);
}

void cov_points_sort(cov_source *source) {
    cc_sort(source->points.items, source->points.count, sizeof(void *), compare_points);
}
