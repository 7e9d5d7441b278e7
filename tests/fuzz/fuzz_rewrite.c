/* Decode, plan, rewrite, verify for any bytes: what can be rewritten must verify.
 * Input: a byte of choices (kind of probe, wide addresses, oracle, distance of points), the body. */
#include <stdio.h>
#include <stdlib.h>

#include "rewriter/rw.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_POINTS = 4096 };

/* Every token has an effect, so that depths are followed through calls. */
static bool any_call(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    (void)ctx;
    *out = (il_call_effect){token & 3, op == IL_NEWOBJ ? 1 : token >> 2 & 1,
                            (token & 8) != 0 ? IL_TYPE_BOOL : IL_TYPE_OTHER};
    return (token & 0xF0) != 0xF0;
}

static il_type any_field(void *ctx, uint32_t token) {
    (void)ctx;
    return (token & 1) != 0 ? IL_TYPE_BOOL : IL_TYPE_UNKNOWN;
}

static il_type any_variable(void *ctx, uint32_t index) {
    (void)ctx;
    return (index & 1) != 0 ? IL_TYPE_BOOL : IL_TYPE_UNKNOWN;
}

static il_type returns_bool(void *ctx) {
    (void)ctx;
    return IL_TYPE_BOOL;
}

static bool returns_void(void *ctx) {
    (void)ctx;
    return false;
}

static const il_resolver resolver = {NULL,         any_call,     any_field,   any_variable,
                                     any_variable, returns_bool, returns_void};

static uint32_t make_points(const il_body *body, unsigned distance, probe_point *points) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->unit_count && count < MAX_POINTS; i += distance) {
        points[count++] = (probe_point){body->units[i].offset, i % 7 == 5};
    }
    return count;
}

static void rewrite(const il_body *body, uint8_t choice, cc_arena *arena) {
    probe_point *points = CC_NEW_ARRAY(arena, probe_point, MAX_POINTS);
    probe_plan *plan = NULL;
    rw_result result;
    probe_options options = {(choice & 8) != 0};
    rw_probe probe = {.kind = (rw_probe_kind)(choice % 4 % 3),
                      .base = 0x40000000,
                      .stride = 8,
                      .function = 0x50000000,
                      .token = 0x0A000001,
                      .force_wide = (choice & 4) != 0};
    if (points == NULL) {
        return;
    }
    uint32_t count = make_points(body, 1 + (choice >> 4), points);
    if (probe_plan_make(&plan, body, points, count, &resolver, &options, arena) != CC_OK ||
        rw_rewrite(&result, plan, &probe, arena) != CC_OK) {
        return;
    }
    if (rw_verify(&result, plan, &probe, &resolver, arena) != CC_OK) {
        fprintf(stderr, "%s\n", cc_error_message());
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    il_body body;
    if (arena != NULL && size > 0 &&
        il_decode(&body, cc_span_of(data + 1, size - 1), arena) == CC_OK) {
        rewrite(&body, data[0], arena);
    }
    cc_arena_free(arena);
    return 0;
}
