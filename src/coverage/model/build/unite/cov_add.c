/* From bodies to points of the report; see cov_united.h. What
 * was measured now and what was read from a data file take this way alike. */
#include "coverage/model/build/unite/cov_united.h"

void cov_add_begin(cov_adding *out, cov_united *to, const cov_raw_assembly *from,
                   const bool *is_out) {
    *out = (cov_adding){.to = to, .from = from, .is_out = is_out};
    to->points.build++;
}

/* --- sources ---------------------------------------------------------------------------------- */

static cov_source *new_source(const cov_adding *a, const cov_raw_document *document) {
    cc_arena *arena = a->to->points.arena;
    cov_source *source = CC_NEW(arena, cov_source);
    source->path = cc_strz(cc_arena_strdup(arena, document->path));
    source->package = cc_strz(cc_arena_strdup(arena, a->from->name));
    source->is_outside_root = document->is_outside_root;
    source->is_missing = document->is_missing;
    source->points.arena = a->to->work;
    return source;
}

/* Documents are added while bodies are made. */
static void make_room_for_sources(cov_adding *a) {
    uint32_t wanted = a->from->document_count;
    if (wanted <= a->source_cap) {
        return;
    }
    uint32_t cap = a->source_cap * 2 > wanted ? a->source_cap * 2 : wanted;
    a->sources = cc_arena_widen(a->to->work, a->sources, a->source_cap, cap, sizeof *a->sources);
    a->parts = cc_arena_widen(a->to->work, a->parts, a->source_cap, cap, sizeof *a->parts);
    a->source_cap = cap;
}

/* The report's entry of a path. */
static cov_source *find_source(const cov_adding *a, const cov_raw_document *document) {
    void **slot = cc_map_put_str(a->to->sources, document->path);
    if (*slot == NULL) {
        *slot = new_source(a, document);
    }
    return *slot;
}

/* What one build says of the file. A foreign report knows no checksum, and may come first. */
static void note_document(const cov_adding *a, cov_source *source,
                          const cov_raw_document *document) {
    cc_arena *arena = a->to->points.arena;
    source->is_changed = source->is_changed || document->is_changed;
    if (source->checksum.len == 0 && document->checksum.len > 0) {
        source->checksum = cc_arena_copy(arena, document->checksum);
    }
    if (document->origin == MOD_ORIGIN_LOCAL && cc_span_eq(source->checksum, document->checksum)) {
        source->origin = MOD_ORIGIN_LOCAL;
    }
    if (source->embedded.len == 0 && document->embedded.len > 0) {
        source->embedded = cc_arena_copy(arena, document->embedded);
    }
}

static cov_source *source_of(cov_adding *a, uint32_t index) {
    make_room_for_sources(a);
    if (a->sources[index] == NULL) {
        const cov_raw_document *document = &a->from->documents[index];
        cov_source *source = find_source(a, document);
        note_document(a, source, document);
        a->sources[index] = source;
        a->parts[index] = cov_part_of(&a->to->points, source, a->from->name, a->to->work);
    }
    return a->sources[index];
}

/* --- points ----------------------------------------------------------------------------------- */

/* The body's entry in the report, as far as it is in this document. */
static cov_entry *entry_for(cov_adding *a, const cov_raw_body *body, uint32_t document) {
    if (a->entry == NULL || a->entry_document != document) {
        const cov_entry like = {.package = a->from->name,
                                .class_name = body->type,
                                .name = body->name,
                                .signature = body->signature,
                                .source = source_of(a, document)};
        a->entry = cov_united_entry(a->to, &like);
        a->entry_document = document;
    }
    return a->entry;
}

/* Dead code is coverable only when it ran nevertheless. */
static bool is_counted(const cov_raw_point *point, uint64_t hits) {
    bool is_dead = (point->flags & COV_RAW_DEAD) != 0 && hits == 0;
    return (point->flags & COV_RAW_COUNTED) != 0 && !is_dead;
}

static cov_point *place_at(const cov_adding *a, const cov_raw_point *from, cov_source *source) {
    cov_point *point = cov_point_at(&a->to->points, source, &from->span);
    if ((from->flags & COV_RAW_LAMBDA) != 0) {
        point->lead = from->lead;
    }
    return point;
}

/* Makes a->points and a->own of the point. */
static void place_point(cov_adding *a, const cov_raw_body *body, uint32_t index) {
    const cov_raw_point *from = &a->from->points[index];
    uint32_t at = index - body->first_point;
    a->points[at] = NULL;
    a->own[at] = NULL;
    if (a->is_out != NULL && a->is_out[from->document]) {
        return;
    }
    a->points[at] = place_at(a, from, source_of(a, from->document));
    cov_part *part = a->parts[from->document];
    if (part != NULL) {
        a->own[at] = place_at(a, from, &part->source);
    }
}

static void count_at(const cov_adding *a, const cov_raw_point *from, uint64_t hits,
                     cov_point *point) {
    point->is_whole_line = (from->flags & COV_RAW_WHOLE_LINE) != 0;
    if ((from->flags & COV_RAW_OF_PLACE) != 0) {
        cov_point_add_place(point, hits);
    } else {
        cov_point_add(point, a->to->body, hits);
    }
    point->is_unknown = point->is_unknown || (hits == 0 && from->is_passed);
    point->ends_in_keyword = point->ends_in_keyword || (from->flags & COV_RAW_ENDS_IN_KEYWORD) != 0;
}

static void count_point(cov_adding *a, const cov_raw_body *body, uint32_t index) {
    const cov_raw_point *from = &a->from->points[index];
    uint32_t at = index - body->first_point;
    cov_point *point = a->points[at];
    if (point == NULL || !is_counted(from, a->hits[at])) {
        return;
    }
    count_at(a, from, a->hits[at], point);
    if (a->own[at] != NULL) {
        count_at(a, from, a->hits[at], a->own[at]);
    }
    if ((from->flags & COV_RAW_OWN) != 0) {
        cc_list_add(&entry_for(a, body, from->document)->points, point);
    }
}

/* --- decisions -------------------------------------------------------------------------------- */

/* The arms that are shown: those that lead to a throw that does not count only when they were
 * taken. 0 when the decision is not shown: in dead code that did not run, and when a single arm is
 * left of it. */
static uint32_t count_shown(const cov_raw_assembly *from, const cov_raw_decision *d) {
    uint32_t shown = 0;
    bool any_taken = false;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        const cov_raw_arm *arm = &from->arms[d->first_arm + i];
        shown += arm->is_taken || !arm->is_dead ? 1 : 0;
        any_taken = any_taken || arm->is_taken;
    }
    bool is_out = (d->is_dead && !any_taken) || (shown < d->arm_count && shown < 2);
    return is_out ? 0 : shown;
}

/* The point at which the decision is shown; COV_RAW_NONE: nowhere. */
static uint32_t place_of(const cov_adding *a, const cov_raw_body *body, const cov_raw_decision *d) {
    bool is_dead = (a->from->points[d->point].flags & COV_RAW_DEAD) != 0;
    return is_dead && a->hits[d->point - body->first_point] == 0 ? d->otherwise : d->point;
}

/* The arms that are shown, in their order. */
static void track_arms(cov_adding *a, const cov_raw_decision *d, const cov_arms *branch) {
    uint32_t at = 0;
    for (uint32_t i = 0; a->to->tracks_tests && i < d->arm_count; i++) {
        const cov_raw_arm *from = &a->from->arms[d->first_arm + i];
        if (from->is_dead && !from->is_taken) {
            continue;
        }
        a->tracked_arms[d->first_arm + i] = (cov_tracked_arm){branch, at++};
    }
}

static cov_arms *add_decision_at(const cov_adding *a, const cov_raw_decision *d, uint32_t shown,
                                 cov_point *point) {
    cov_arms *arms = cov_point_branch(&a->to->points, point, a->to->body, shown, d->is_switch);
    if (shown == 2) {
        arms->test = d->test;
        arms->holds = d->holds;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        const cov_raw_arm *from = &a->from->arms[d->first_arm + i];
        if (from->is_dead && !from->is_taken) {
            continue;
        }
        cov_arm *to = &arms->arms[at];
        to->line = from->line != 0 ? from->line : to->line;
        to->is_taken = to->is_taken || from->is_taken;
        arms->places[at++] = from->place;
    }
    return arms;
}

static void add_decision(cov_adding *a, const cov_raw_body *body, const cov_raw_decision *d) {
    uint32_t shown = count_shown(a->from, d);
    uint32_t place = place_of(a, body, d);
    if (shown == 0 || place == COV_RAW_NONE) {
        return;
    }
    uint32_t at = place - body->first_point;
    if (a->points[at] == NULL) {
        return;
    }
    if (a->own[at] != NULL) {
        (void)add_decision_at(a, d, shown, a->own[at]);
    }
    cov_arms *arms = add_decision_at(a, d, shown, a->points[at]);
    track_arms(a, d, arms);
    cc_list_add(&entry_for(a, body, a->from->points[place].document)->arms, arms);
}

/* --- bodies ----------------------------------------------------------------------------------- */

static void make_room_for_points(cov_adding *a, uint32_t wanted) {
    if (wanted > a->point_cap) {
        uint32_t cap = a->point_cap * 2 > wanted ? a->point_cap * 2 : wanted;
        a->points = CC_NEW_ARRAY(a->to->work, cov_point *, cap);
        a->own = CC_NEW_ARRAY(a->to->work, cov_point *, cap);
        a->hits = CC_NEW_ARRAY(a->to->work, uint64_t, cap);
        a->point_cap = cap;
    }
}

static void make_room_to_track(cov_adding *a, uint32_t wanted) {
    if (!a->to->tracks_tests || wanted <= a->tracked_cap) {
        return;
    }
    size_t cap = a->tracked_cap * 2 > wanted ? a->tracked_cap * 2 : wanted;
    a->tracked = cc_arena_widen(a->to->work, a->tracked, a->tracked_cap, cap, sizeof *a->tracked);
    a->tracked_cap = cap;
}

/* As many as the assembly has so far. */
static void make_room_to_track_arms(cov_adding *a) {
    uint32_t wanted = a->from->arm_count;
    if (!a->to->tracks_tests || wanted <= a->tracked_arm_cap) {
        return;
    }
    size_t cap = a->tracked_arm_cap * 2 > wanted ? a->tracked_arm_cap * 2 : wanted;
    a->tracked_arms = cc_arena_widen(a->to->work, a->tracked_arms, a->tracked_arm_cap, cap,
                                     sizeof *a->tracked_arms);
    a->tracked_arm_cap = cap;
}

static void track_point(cov_adding *a, uint32_t index, cov_point *point) {
    if (a->to->tracks_tests) {
        a->tracked[index] = point;
    }
}

void cov_add_tests(cov_adding *a, uint32_t first_test) {
    if (!a->to->tracks_tests || a->from->test_hit_count == 0) {
        return;
    }
    cov_tracked *tracked = CC_NEW(a->to->work, cov_tracked);
    uint32_t known = (uint32_t)a->tracked_cap;
    *tracked = (cov_tracked){
        .hits = a->from->test_hits,
        .hit_count = a->from->test_hit_count,
        .first_test = first_test,
        .points = a->tracked,
        .point_count = a->from->point_count < known ? a->from->point_count : known,
        .arms = a->tracked_arms,
        .arm_count = (uint32_t)a->tracked_arm_cap,
    };
    cc_list_add(&a->to->tracked, tracked);
}

void cov_add_body(cov_adding *a, uint32_t index, bool is_in) {
    const cov_raw_body *body = &a->from->bodies[index];
    make_room_for_points(a, body->point_count);
    cov_raw_hits(a->from, body, a->hits);
    a->entry = NULL;
    a->to->body++;
    make_room_to_track(a, body->first_point + body->point_count);
    make_room_to_track_arms(a);
    for (uint32_t i = 0; i < body->point_count; i++) {
        place_point(a, body, body->first_point + i);
        track_point(a, body->first_point + i, a->points[i]);
        if (is_in) {
            count_point(a, body, body->first_point + i);
        }
    }
    for (uint32_t i = 0; is_in && i < body->decision_count; i++) {
        add_decision(a, body, &a->from->decisions[body->first_decision + i]);
    }
}
