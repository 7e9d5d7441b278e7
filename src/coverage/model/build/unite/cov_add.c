/* From bodies to points of the report; see cov_add.h. */
#include "coverage/model/build/unite/cov_add.h"

#include "coverage/model/build/cov_build.h"

/* --- packages --------------------------------------------------------------------------------- */

/* An assembly is loaded when some build of it is. */
static cov_package *package_of(cov_build *b, const cov_raw_assembly *from) {
    void **slot = cc_map_put_str(b->packages, from->name);
    if (slot != NULL && *slot == NULL) {
        cov_package *package = CC_NEW(b->c.arena, cov_package);
        char *name = cc_arena_strdup(b->c.arena, from->name);
        if (package != NULL && name != NULL) {
            package->name = cc_strz(name);
            package->never_loaded = true;
            *slot = package;
        }
    }
    return slot == NULL ? NULL : (cov_package *)*slot;
}

/* The first reason stays. */
static void note_why_empty(cov_build *b, const cov_raw_assembly *from) {
    void **why = cc_map_put_str(b->why_empty, from->name);
    if (*why == NULL && from->empty_reason != CTR_MEASURED) {
        mod_verdict *verdict = CC_NEW(b->c.work, mod_verdict);
        char *detail = cc_arena_strdup(b->c.work, from->empty_detail);
        *verdict = (mod_verdict){from->empty_reason, cc_strz(detail)};
        *why = verdict;
    }
}

void cov_add_package(cov_build *b, const cov_raw_assembly *from) {
    cov_package *package = package_of(b, from);
    package->never_loaded = package->never_loaded && !from->was_loaded;
    b->model->generated_methods += from->generated_methods;
    note_why_empty(b, from);
}

/* --- builds ----------------------------------------------------------------------------------- */

void cov_adding_begin(cov_adding *out, cov_build *b, const cov_raw_assembly *from) {
    *out = (cov_adding){.b = b, .from = from};
    b->points.build++;
}

/* --- sources ---------------------------------------------------------------------------------- */

static cov_source *new_source(const cov_build *b, const cov_raw_document *document,
                              cc_str package) {
    cov_source *source = CC_NEW(b->c.arena, cov_source);
    char *path = cc_arena_strdup(b->c.arena, document->path);
    char *name = cc_arena_strdup(b->c.arena, package);
    if (source == NULL || path == NULL || name == NULL) {
        return NULL;
    }
    source->path = cc_strz(path);
    source->package = cc_strz(name);
    source->is_outside_root = document->is_outside_root;
    source->is_missing = document->is_missing;
    source->points.arena = b->c.work;
    return source;
}

/* Documents are added while bodies are made. */
static void make_room_for_sources(cov_adding *a) {
    uint32_t wanted = a->from->document_count;
    if (wanted <= a->source_cap) {
        return;
    }
    uint32_t cap = a->source_cap * 2 > wanted ? a->source_cap * 2 : wanted;
    cov_source **more = CC_NEW_ARRAY(a->b->c.work, cov_source *, cap);
    cov_part **parts = CC_NEW_ARRAY(a->b->c.work, cov_part *, cap);
    for (uint32_t i = 0; i < a->source_cap; i++) {
        more[i] = a->sources[i];
        parts[i] = a->parts[i];
    }
    a->sources = more;
    a->parts = parts;
    a->source_cap = cap;
}

/* The report's entry of a path. */
static void find_source(const cov_adding *a, const cov_raw_document *document, cov_source **out) {
    void **slot = cc_map_put_str(a->b->sources, document->path);
    if (slot != NULL && *slot == NULL) {
        *slot = new_source(a->b, document, a->from->name);
    }
    *out = slot == NULL ? NULL : *slot;
}

/* What one build says of the file. A foreign report knows no checksum, and may come first. */
static void note_document(const cov_build *b, cov_source *source,
                          const cov_raw_document *document) {
    source->is_changed = source->is_changed || document->is_changed;
    if (source->checksum.len == 0 && document->checksum.len > 0) {
        source->checksum = cc_arena_copy(b->c.arena, document->checksum);
    }
    if (document->origin == MOD_ORIGIN_LOCAL && cc_span_eq(source->checksum, document->checksum)) {
        source->origin = MOD_ORIGIN_LOCAL;
    }
    if (source->embedded.len == 0 && document->embedded.len > 0) {
        source->embedded = cc_arena_copy(b->c.arena, document->embedded);
        return;
    }
}

static void source_of(cov_adding *a, uint32_t index, cov_source **out) {
    make_room_for_sources(a);
    if (a->sources[index] == NULL) {
        const cov_raw_document *document = &a->from->documents[index];
        find_source(a, document, &a->sources[index]);
        note_document(a->b, a->sources[index], document);
        cov_part_of(&a->b->points, a->sources[index], a->from->name, a->b->c.work,
                    &a->parts[index]);
    }
    *out = a->sources[index];
}

/* --- points ----------------------------------------------------------------------------------- */

/* The body's entry in the report, as far as it is in this document. */
static void shape_for(cov_adding *a, const cov_raw_body *body, uint32_t document) {
    cov_source *source = NULL;
    if (a->shape != NULL && a->shape_document == document) {
        return;
    }
    source_of(a, document, &source);
    a->shape_document = document;
    cov_shape_get(a->b, a->from->name, body->type, body->name, body->signature, source, &a->shape);
}

/* Dead code is coverable only when it ran nevertheless. */
static bool is_counted(const cov_raw_point *point, uint64_t hits) {
    bool is_dead = (point->flags & COV_RAW_DEAD) != 0 && hits == 0;
    return (point->flags & COV_RAW_COUNTED) != 0 && !is_dead;
}

static cc_err place_at(const cov_adding *a, const cov_raw_point *from, cov_source *source,
                       cov_point **to) {
    *to = cov_point_at(&a->b->points, source, &from->span);
    if ((from->flags & COV_RAW_LAMBDA) != 0) {
        (*to)->lead = from->lead;
    }
    return CC_OK;
}

/* Makes a->points and a->own of the point. */
static cc_err place_point(cov_adding *a, const cov_raw_body *body, uint32_t index) {
    const cov_raw_point *from = &a->from->points[index];
    uint32_t at = index - body->first_point;
    cov_source *source = NULL;
    a->points[at] = NULL;
    a->own[at] = NULL;
    if (a->is_out != NULL && a->is_out[from->document]) {
        return CC_OK;
    }
    source_of(a, from->document, &source);
    cov_part *part = a->parts[from->document];
    CC_TRY(place_at(a, from, source, &a->points[at]));
    return part == NULL ? CC_OK : place_at(a, from, &part->source, &a->own[at]);
}

static void count_at(const cov_adding *a, const cov_raw_point *from, uint64_t hits,
                     cov_point *point) {
    point->is_whole_line = (from->flags & COV_RAW_WHOLE_LINE) != 0;
    if ((from->flags & COV_RAW_OF_PLACE) != 0) {
        cov_point_add_place(point, hits);
    } else {
        cov_point_add(point, a->b->body, hits);
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
        shape_for(a, body, from->document);
        cc_list_add(&a->shape->points, point);
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

static void add_decision_at(const cov_adding *a, const cov_raw_decision *d, uint32_t shown,
                            cov_point *point, cov_arms **out) {
    cov_arms *arms = cov_point_branch(&a->b->points, point, a->b->body, shown, d->is_switch);
    if (shown == 2) {
        arms->test = d->test;
        arms->holds = d->holds;
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < d->arm_count; i++) {
        const cov_raw_arm *arm = &a->from->arms[d->first_arm + i];
        if (arm->is_taken || !arm->is_dead) {
            arms->arms[at].line = arm->line != 0 ? arm->line : arms->arms[at].line;
            arms->arms[at].is_taken = arms->arms[at].is_taken || arm->is_taken;
            arms->places[at++] = arm->place;
        }
    }
    *out = arms;
}

static void add_decision(cov_adding *a, const cov_raw_body *body, const cov_raw_decision *d) {
    uint32_t shown = count_shown(a->from, d);
    uint32_t place = place_of(a, body, d);
    uint32_t at = place == COV_RAW_NONE ? 0 : place - body->first_point;
    cov_arms *arms = NULL;
    if (shown == 0 || place == COV_RAW_NONE || a->points[at] == NULL) {
        return;
    }
    if (a->own[at] != NULL) {
        add_decision_at(a, d, shown, a->own[at], &arms);
    }
    add_decision_at(a, d, shown, a->points[at], &arms);
    shape_for(a, body, a->from->points[place].document);
    cc_list_add(&a->shape->arms, arms);
}

static void make_room_for_points(cov_adding *a, uint32_t wanted) {
    if (wanted > a->point_cap) {
        uint32_t cap = a->point_cap * 2 > wanted ? a->point_cap * 2 : wanted;
        a->points = CC_NEW_ARRAY(a->b->c.work, cov_point *, cap);
        a->own = CC_NEW_ARRAY(a->b->c.work, cov_point *, cap);
        a->hits = CC_NEW_ARRAY(a->b->c.work, uint64_t, cap);
        a->point_cap = cap;
    }
}

cc_err cov_add_body(cov_adding *a, uint32_t index, bool is_in) {
    const cov_raw_body *body = &a->from->bodies[index];
    make_room_for_points(a, body->point_count);
    cov_raw_hits(a->from, body, a->hits);
    a->shape = NULL;
    a->b->body++;
    for (uint32_t i = 0; i < body->point_count; i++) {
        CC_TRY(place_point(a, body, body->first_point + i));
        if (is_in) {
            count_point(a, body, body->first_point + i);
        }
    }
    for (uint32_t i = 0; is_in && i < body->decision_count; i++) {
        add_decision(a, body, &a->from->decisions[body->first_decision + i]);
    }
    return CC_OK;
}
