/* The members that tests ran; see cov_test_members.h. */
#include "coverage/model/build/measure/cov_test_members.h"

#include "coverage/model/build/measure/cov_complete.h"

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

cc_err cov_test_members(cov_raw_assembly *assembly, const md_image *image, cc_arena *arena) {
    mbr_build build;
    CC_TRY(mbr_read(&build, NULL, image, arena));
    assembly->members = build.members;
    assembly->member_count = build.count;
    finding f = {.assembly = assembly};
    f.of_point = cov_no_places(assembly->point_count, arena);
    f.marks = CC_NEW_ARRAY(arena, uint8_t, build.count);
    find_points(&f, &build);
    for (uint32_t i = 0; i < assembly->test_hit_count; i++) {
        cov_mark_runs(f.marks, assembly->test_hits[i].points, f.of_point);
        assembly->test_hits[i].members = cov_take_marks(f.marks, 0, build.count, arena);
    }
    return CC_OK;
}
