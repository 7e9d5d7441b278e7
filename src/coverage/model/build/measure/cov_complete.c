/* What left-out tests ran; see cov_complete.h. */
#include "coverage/model/build/measure/cov_complete.h"

#include "base/cc_list.h"

/* --- what the tests ran ----------------------------------------------------------------------- */

static const cov_raw_assembly *find_old(const cov_raw *data, const cov_raw_assembly *assembly) {
    for (uint32_t i = 0; i < data->assembly_count; i++) {
        const cov_raw_assembly *a = &data->assemblies[i];
        if (a->is_hidden == assembly->is_hidden && a->member_count > 0 &&
            cc_str_eq(a->name, assembly->name) && cc_str_eq(a->framework, assembly->framework)) {
            return a;
        }
    }
    return NULL;
}

bool cov_was_loaded_before(const cov_completion *completion, const cov_raw_assembly *assembly) {
    const cov_raw_assembly *old = completion == NULL ? NULL : find_old(completion->data, assembly);
    return old != NULL && old->was_loaded;
}

uint32_t *cov_no_places(uint32_t count, cc_arena *arena) {
    uint32_t *to = CC_NEW_ARRAY(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        to[i] = COV_RAW_NONE;
    }
    return to;
}

/* What belongs to every test belongs to those that were left out. */
static void mark_tests(cov_complete *c, const bool *is_left_out) {
    c->points = CC_NEW_ARRAY(c->arena, uint8_t, c->old->point_count);
    c->arms = CC_NEW_ARRAY(c->arena, uint8_t, c->old->arm_count);
    for (uint32_t i = 0; i < c->old->test_hit_count; i++) {
        const cov_raw_test_hits *hits = &c->old->test_hits[i];
        if (hits->test == COV_RAW_SHARED || is_left_out[hits->test]) {
            cov_mark_runs(c->points, hits->points, NULL);
            cov_mark_runs(c->arms, hits->arms, NULL);
        }
    }
}

/* --- bodies by name --------------------------------------------------------------------------- */

static void **slot_of(cc_map *map, cc_str type, cc_str name, cc_str signature) {
    const cc_str key[] = {type, name, signature};
    return cc_map_put_texts(map, key, sizeof key / sizeof *key);
}

static void list_bodies(cov_complete *c) {
    for (uint32_t i = 0; i < c->old->body_count; i++) {
        cov_raw_body *body = &c->old->bodies[i];
        void **slot = slot_of(c->bodies, body->type, body->name, body->signature);
        if (*slot == NULL) {
            cc_list *list = CC_NEW(c->arena, cc_list);
            list->arena = c->arena;
            *slot = list;
        }
        cc_list_add(*slot, body);
    }
}

static void list_code(cov_complete *c) {
    for (uint32_t i = 0; i < c->old->member_count; i++) {
        const mbr_member *member = &c->old->members[i];
        if (member->code != 0) {
            *slot_of(c->old_code, member->type, member->name, CC_STR("")) =
                (void *)(uintptr_t)member->code;
        }
    }
}

void cov_complete_open(cov_complete *out, const cov_completion *completion,
                       const cov_raw_assembly *assembly, const md_image *image, cc_arena *arena) {
    *out = (cov_complete){.arena = arena};
    if (completion == NULL) {
        return;
    }
    out->old = find_old(completion->data, assembly);
    if (out->old == NULL || mbr_read(&out->now, NULL, image, arena) != CC_OK) {
        out->old = NULL;
        return;
    }
    out->bodies = cc_map_new();
    out->old_code = cc_map_new();
    out->to_point = cov_no_places(out->old->point_count, arena);
    out->to_arm = cov_no_places(out->old->arm_count, arena);
    mark_tests(out, completion->is_left_out);
    list_bodies(out);
    list_code(out);
}

void cov_complete_close(cov_complete *c) {
    cc_map_free(c->bodies);
    cc_map_free(c->old_code);
}

/* --- one body --------------------------------------------------------------------------------- */

static bool has_same_code(const cov_complete *c, const cov_raw_body *body) {
    uint32_t rid = MD_TOKEN_RID(body->token);
    uint32_t member = rid <= c->now.method_count ? c->now.of_method[rid] : MBR_NONE;
    if (member == MBR_NONE) {
        return false;
    }
    const mbr_member *now = &c->now.members[member];
    void *const *slot = slot_of(c->old_code, now->type, now->name, CC_STR(""));
    return now->code != 0 && (uint64_t)(uintptr_t)*slot == now->code;
}

/* Bodies of one member come in the same order. */
static const cov_raw_body *take_old(cov_complete *c, const cov_raw_body *body) {
    void **slot = slot_of(c->bodies, body->type, body->name, body->signature);
    cc_list *list = *slot;
    if (list == NULL || list->count == 0) {
        return NULL;
    }
    const cov_raw_body *first = list->items[0];
    list->items++;
    list->count--;
    return first;
}

static uint32_t arm_count_of(const cov_raw_assembly *a, const cov_raw_body *body) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->decision_count; i++) {
        count += a->decisions[body->first_decision + i].arm_count;
    }
    return count;
}

static void complete_points(const cov_complete *c, cov_raw_assembly *to, const cov_raw_body *body,
                            const cov_raw_body *old) {
    for (uint32_t i = 0; i < body->point_count; i++) {
        cov_raw_point *point = &to->points[body->first_point + i];
        c->to_point[old->first_point + i] = body->first_point + i;
        if (c->points[old->first_point + i] != 0 && point->hits == 0) {
            point->hits = 1;
        }
    }
}

static void complete_arms(const cov_complete *c, cov_raw_assembly *to, const cov_raw_body *body,
                          const cov_raw_body *old) {
    for (uint32_t i = 0; i < body->decision_count; i++) {
        const cov_raw_decision *now = &to->decisions[body->first_decision + i];
        const cov_raw_decision *before = &c->old->decisions[old->first_decision + i];
        for (uint32_t k = 0; k < now->arm_count && k < before->arm_count; k++) {
            cov_raw_arm *arm = &to->arms[now->first_arm + k];
            arm->is_taken = arm->is_taken || c->arms[before->first_arm + k] != 0;
            c->to_arm[before->first_arm + k] = now->first_arm + k;
        }
    }
}

void cov_complete_bodies(cov_complete *c, cov_raw_assembly *assembly, uint32_t first) {
    for (uint32_t i = first; c->old != NULL && i < assembly->body_count; i++) {
        const cov_raw_body *body = &assembly->bodies[i];
        const cov_raw_body *old = take_old(c, body);
        bool is_alike = old != NULL && old->point_count == body->point_count &&
                        old->decision_count == body->decision_count &&
                        arm_count_of(c->old, old) == arm_count_of(assembly, body);
        if (is_alike && has_same_code(c, body)) {
            complete_points(c, assembly, body, old);
            complete_arms(c, assembly, body, old);
        }
    }
}
