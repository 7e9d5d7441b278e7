/* Growing what was measured of an assembly; see cov_raw.h. */
#include "coverage/model/cov_raw.h"

cov_raw_document *cov_raw_add_document(cov_raw_assembly *to, cc_arena *arena) {
    to->documents = cc_arena_grow(arena, to->documents, to->document_count, &to->document_cap,
                                  sizeof *to->documents);
    cov_raw_document *document = &to->documents[to->document_count++];
    *document = (cov_raw_document){0};
    return document;
}

cov_raw_point *cov_raw_add_point(cov_raw_assembly *to, cc_arena *arena) {
    to->points =
        cc_arena_grow(arena, to->points, to->point_count, &to->point_cap, sizeof *to->points);
    cov_raw_point *point = &to->points[to->point_count++];
    *point = (cov_raw_point){.loop = COV_RAW_NONE};
    return point;
}

cov_raw_decision *cov_raw_add_decision(cov_raw_assembly *to, cc_arena *arena) {
    to->decisions = cc_arena_grow(arena, to->decisions, to->decision_count, &to->decision_cap,
                                  sizeof *to->decisions);
    cov_raw_decision *decision = &to->decisions[to->decision_count++];
    *decision = (cov_raw_decision){.first_arm = to->arm_count, .otherwise = COV_RAW_NONE};
    return decision;
}

cov_raw_arm *cov_raw_add_arm(cov_raw_assembly *to, cc_arena *arena) {
    to->arms = cc_arena_grow(arena, to->arms, to->arm_count, &to->arm_cap, sizeof *to->arms);
    cov_raw_arm *arm = &to->arms[to->arm_count++];
    *arm = (cov_raw_arm){0};
    to->decisions[to->decision_count - 1].arm_count++;
    return arm;
}

cov_raw_body *cov_raw_add_body(cov_raw_assembly *to, cc_arena *arena) {
    to->bodies =
        cc_arena_grow(arena, to->bodies, to->body_count, &to->body_cap, sizeof *to->bodies);
    cov_raw_body *body = &to->bodies[to->body_count++];
    *body = (cov_raw_body){.first_point = to->point_count, .first_decision = to->decision_count};
    return body;
}

void cov_raw_end_body(cov_raw_assembly *to) {
    cov_raw_body *body = &to->bodies[to->body_count - 1];
    body->point_count = to->point_count - body->first_point;
    body->decision_count = to->decision_count - body->first_decision;
}

void cov_raw_reserve(cov_raw_assembly *to, uint32_t points, uint32_t arms, cc_arena *arena) {
    to->points = CC_NEW_ARRAY(arena, cov_raw_point, points);
    to->point_cap = to->points == NULL ? 0 : points;
    to->arms = CC_NEW_ARRAY(arena, cov_raw_arm, arms);
    to->arm_cap = to->arms == NULL ? 0 : arms;
}

void cov_raw_forget_bodies(cov_raw_assembly *to) {
    to->body_count = to->point_count = to->decision_count = to->arm_count = 0;
}

static void forget_rows(cov_raw_assembly *a) {
    cov_raw_forget_bodies(a);
    a->document_count = 0;
    a->document_cap = a->body_cap = a->point_cap = a->decision_cap = a->arm_cap = 0;
    a->documents = NULL;
    a->bodies = NULL;
    a->points = NULL;
    a->decisions = NULL;
    a->arms = NULL;
}

void cov_raw_hide(cov_raw_assembly *of) {
    uint32_t count = 0;
    cov_raw_forget_bodies(of);
    of->document_count = 0;
    for (uint32_t i = 0; i < of->test_hit_count; i++) {
        cov_raw_test_hits hits = {.test = of->test_hits[i].test,
                                  .members = of->test_hits[i].members};
        if (hits.members.len > 0) {
            of->test_hits[count++] = hits;
        }
    }
    of->test_hit_count = count;
}

void cov_raw_drop_rows(cov_raw *raw) {
    for (uint32_t i = 0; raw->rows != NULL && i < raw->assembly_count; i++) {
        forget_rows(&raw->assemblies[i]);
    }
    cc_arena_free(raw->rows);
    raw->rows = NULL;
}

/* Most bodies have the type of the one before. */
void cov_raw_keep_names(cov_raw_assembly *of, uint32_t first, cc_arena *arena) {
    for (uint32_t i = first; i < of->body_count; i++) {
        cov_raw_body *body = &of->bodies[i];
        bool is_same = i > 0 && cc_str_eq(of->bodies[i - 1].type, body->type);
        const char *type = is_same ? of->bodies[i - 1].type.s : cc_arena_strdup(arena, body->type);
        const char *name = cc_arena_strdup(arena, body->name);
        const char *signature = cc_arena_strdup(arena, body->signature);
        body->type.s = type;
        body->name.s = name;
        body->signature.s = signature;
    }
}

/* A loop begins before its head, so the hits of its first point are known when the head comes. */
void cov_raw_hits(const cov_raw_assembly *of, const cov_raw_body *body, uint64_t *out) {
    for (uint32_t i = 0; i < body->point_count; i++) {
        const cov_raw_point *point = &of->points[body->first_point + i];
        uint64_t loop = point->loop == COV_RAW_NONE ? 0 : out[point->loop - body->first_point];
        out[i] = point->hits > loop ? point->hits : loop;
    }
}
