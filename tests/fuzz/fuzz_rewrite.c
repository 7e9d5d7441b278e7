/* Decode, plan, rewrite, verify for any bytes: what can be rewritten must verify. Input: a byte
 * of choices (kind of probe, wide addresses, oracle, distance of points), the body. */
#include <string.h>

#include "rewriter/rewrite/rw.h"
#include "tests/fuzz/fuzz.h"

enum { MAX_POINTS = 4096 };

/* Every token has an effect, so that depths are followed through calls. */
static bool any_call(void *ctx, il_op op, uint32_t token, il_call_effect *out) {
    (void)ctx;
    *out = (il_call_effect){token & 3, op == IL_NEWOBJ ? 1 : token >> 2 & 1,
                            (token & 8) != 0 ? IL_TYPE_BOOL : IL_TYPE_OTHER};
    return (token & 0xF0) != 0xF0;
}

static il_type any_argument(void *ctx, il_op op, uint32_t token, uint32_t above) {
    (void)ctx;
    (void)op;
    return ((token >> (above & 7)) & 1) != 0 ? IL_TYPE_BOOL : IL_TYPE_UNKNOWN;
}

static il_type any_token(void *ctx, uint32_t token) {
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

static const il_resolver resolver = {.call = any_call,
                                     .argument = any_argument,
                                     .type = any_token,
                                     .field = any_token,
                                     .local = any_variable,
                                     .arg = any_variable,
                                     .returns = returns_bool,
                                     .returns_void = returns_void};

static uint32_t make_points(const il_body *body, unsigned distance, probe_point *points) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->insn_count && count < MAX_POINTS; i += distance) {
        points[count++] = (probe_point){body->insns[i].offset, i % 7 == 5};
    }
    return count;
}

/* Counters of 0 say that nothing ran, and sums do not overflow. */
static void check_plan(const probe_plan *plan, cc_arena *arena) {
    uint64_t *counters = CC_NEW_ARRAY(arena, uint64_t, (size_t)plan->counter_count + 1);
    uint64_t *values = CC_NEW_ARRAY(arena, uint64_t, (size_t)plan->node_count + 1);
    if (counters == NULL || values == NULL) {
        return;
    }
    memset(counters, 0, sizeof *counters * plan->counter_count);
    fuzz_require(probe_values(plan, counters, values) == CC_OK, "values of all nodes");
    for (uint32_t i = 0; i < plan->node_count; i++) {
        fuzz_require(values[i] == 0, "nothing ran");
    }
    memset(counters, 0xFF, sizeof *counters * plan->counter_count);
    fuzz_require(probe_values(plan, counters, values) == CC_OK, "values of all nodes");
    for (uint32_t i = 0; i < plan->node_count; i++) {
        const probe_node *node = &plan->nodes[i];
        bool is_told = node->counter != PROBE_NONE || node->source_count > 0;
        fuzz_require(!is_told || values[i] == UINT64_MAX, "sums saturate");
        fuzz_require(is_told || !node->is_wanted || !node->is_reachable || values[i] == 0,
                     "a node without sources has no value");
    }
}

/* The map that the runtime gets: entries of the whole one, in order, the first of them always. */
static void check_map(const rw_result *result, const il_body *body, const probe_point *points,
                      uint32_t point_count, cc_arena *arena) {
    rw_map_entry *map = CC_NEW_ARRAY(arena, rw_map_entry, (size_t)result->map_count + 1);
    uint32_t *offsets = CC_NEW_ARRAY(arena, uint32_t, (size_t)point_count + 1);
    if (map == NULL || offsets == NULL) {
        return;
    }
    for (uint32_t i = 0; i < point_count; i++) {
        offsets[i] = points[i].offset;
    }
    memcpy(map, result->map, sizeof *map * result->map_count);
    uint32_t count = rw_shorten_map(map, result->map_count, body, offsets, point_count);
    fuzz_require(count > 0 && count <= result->map_count && map[0].old_offset == 0, "a short map");
    for (uint32_t i = 0, k = 0; i < count; i++, k++) {
        while (k < result->map_count && result->map[k].old_offset != map[i].old_offset) {
            k++;
        }
        fuzz_require(k < result->map_count && result->map[k].new_offset == map[i].new_offset,
                     "an entry of the whole map");
    }
}

static void rewrite(const il_body *body, uint8_t choice, cc_arena *arena) {
    probe_point *points = CC_NEW_ARRAY(arena, probe_point, MAX_POINTS);
    probe_plan *plan = NULL;
    rw_result result;
    probe_options options = {(choice & 8) != 0};
    rw_probe probe = {.kind = (rw_probe_kind)(choice % 4),
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
        fuzz_require(false, "what can be rewritten verifies");
    }
    check_plan(plan, arena);
    check_map(&result, body, points, count, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    il_body body;
    if (arena != NULL && size > 0 &&
        il_decode(&body, cc_span_of(data + 1, size - 1), arena) == CC_OK &&
        il_drop_padding(&body, NULL, 0, arena) == CC_OK) {
        rewrite(&body, data[0], arena);
    }
    cc_arena_free(arena);
    return 0;
}
