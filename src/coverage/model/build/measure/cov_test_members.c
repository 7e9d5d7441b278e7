/* The members that tests ran; see cov_test_members.h. */
#include "coverage/model/build/measure/cov_test_members.h"

#include <string.h>

typedef struct finding {
    cov_raw_assembly *assembly;
    uint32_t *of_point; /* the member to whose code the point belongs; MBR_NONE */
    uint8_t *marks;     /* by member */
} finding;

static uint32_t member_of(const mbr_build *build, const cov_raw_body *body) {
    uint32_t rid = MD_TOKEN_RID(body->token);
    return rid <= build->method_count ? build->of_method[rid] : MBR_NONE;
}

static void find_points(finding *f, const mbr_build *build) {
    cov_raw_assembly *a = f->assembly;
    for (uint32_t i = 0; i < a->body_count; i++) {
        const cov_raw_body *body = &a->bodies[i];
        uint32_t member = member_of(build, body);
        for (uint32_t k = 0; k < body->point_count; k++) {
            f->of_point[body->first_point + k] = member;
        }
        if (member != MBR_NONE && body->point_count > 0) {
            a->members[member].is_measured = true;
        }
    }
}

static void mark(finding *f, cc_span points) {
    cov_run run = {0, 0};
    while (cov_next_run(&points, &run)) {
        for (uint32_t i = run.first; i < run.first + run.count; i++) {
            if (f->of_point[i] != MBR_NONE) {
                f->marks[f->of_point[i]] = 1;
            }
        }
    }
}

cc_err cov_test_members(cov_raw_assembly *assembly, const md_image *image, cc_arena *arena) {
    mbr_build build;
    CC_TRY(mbr_read(&build, NULL, image, arena));
    assembly->members = build.members;
    assembly->member_count = build.count;
    finding f = {.assembly = assembly};
    f.of_point = CC_NEW_ARRAY(arena, uint32_t, assembly->point_count);
    f.marks = CC_NEW_ARRAY(arena, uint8_t, build.count);
    for (uint32_t i = 0; i < assembly->point_count; i++) {
        f.of_point[i] = MBR_NONE;
    }
    find_points(&f, &build);
    for (uint32_t i = 0; i < assembly->test_hit_count; i++) {
        mark(&f, assembly->test_hits[i].points);
        assembly->test_hits[i].members = cov_take_marks(f.marks, 0, build.count, arena);
    }
    return CC_OK;
}
