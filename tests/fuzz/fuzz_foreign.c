/* Any bytes as a report of another tool: an error with a message, or data whose indices are sound
 * and of which a model can be made. */
#include <string.h>

#include "coverage/foreign/foreign.h"
#include "tests/fuzz/fuzz.h"

static void check_body(const cov_raw_assembly *a, const cov_raw_body *body) {
    fuzz_require(body->first_point + body->point_count <= a->point_count, "points of the body");
    fuzz_require(body->first_decision + body->decision_count <= a->decision_count, "decisions");
    for (uint32_t i = 0; i < body->point_count; i++) {
        const cov_raw_point *point = &a->points[body->first_point + i];
        fuzz_require(point->document < a->document_count, "a document");
        fuzz_require(point->span.start_line > 0, "a line");
    }
    for (uint32_t i = 0; i < body->decision_count; i++) {
        const cov_raw_decision *d = &a->decisions[body->first_decision + i];
        fuzz_require(d->point - body->first_point < body->point_count, "a point of the body");
        fuzz_require(d->arm_count >= 2 && d->first_arm + d->arm_count <= a->arm_count, "arms");
    }
}

static void make_model(cov_raw *raw, cc_arena *arena) {
    sel_list filter;
    cov_model *model = NULL;
    cov_raw *const data[] = {raw};
    sel_init(&filter, arena, NULL);
    const cov_request request = {
        .root = "/nowhere", .selection = {.filter = &filter}, .data = data, .data_count = 1};
    fuzz_require(cov_model_build(&model, &request, arena) == CC_OK, "a model");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const foreign_request request = {.root = "/nowhere"};
    cov_raw *raw = NULL;
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        return 0;
    }
    cc_err err = foreign_parse(&raw, cc_span_of(data, size), "report", &request, arena);
    fuzz_require(err == CC_OK || strstr(cc_error_message(), "report") != NULL || err == CC_E_NOMEM,
                 "the message names the file");
    for (uint32_t i = 0; raw != NULL && i < raw->assembly_count; i++) {
        for (uint32_t k = 0; k < raw->assemblies[i].body_count; k++) {
            check_body(&raw->assemblies[i], &raw->assemblies[i].bodies[k]);
        }
    }
    if (raw != NULL) {
        make_model(raw, arena);
    }
    cc_arena_free(arena);
    return 0;
}
