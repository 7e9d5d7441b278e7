/* Decoding any bytes: no access outside them, and what decodes keeps the promises of il.h. */
#include <stdlib.h>

#include "rewriter/il.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void check_targets(const il_body *body, const il_unit *unit) {
    switch (il_op_get((il_op)unit->op)->operand) {
    case IL_OPERAND_BRANCH8:
    case IL_OPERAND_BRANCH32:
        require(unit->target < body->unit_count);
        break;
    case IL_OPERAND_SWITCH:
        for (uint32_t k = 0; k < unit->target_count; k++) {
            require(body->targets[unit->target + k] < body->unit_count);
        }
        break;
    default:
        require(unit->target_count == 0);
        break;
    }
}

static void check_units(const il_body *body) {
    uint32_t offset = 0;
    for (uint32_t i = 0; i < body->unit_count; i++) {
        const il_unit *unit = &body->units[i];
        require(unit->offset == offset && unit->size > unit->prefix_size);
        require(body->unit_at[offset] == i && unit->op < IL_OP_COUNT);
        check_targets(body, unit);
        offset += unit->size;
    }
    require(offset == body->code.len && body->unit_at[offset] == body->unit_count);
}

static void check_clauses(const il_body *body) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        require(c->try_start < c->try_end && c->try_end <= body->unit_count);
        require(c->handler_start < c->handler_end && c->handler_end <= body->unit_count);
        require(c->kind != IL_CLAUSE_FILTER || c->filter_start < c->handler_start);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        return 0;
    }
    il_body body;
    if (il_decode(&body, cc_span_of(data, size), arena) == CC_OK) {
        require(body.total_size <= size && body.unit_count > 0);
        check_units(&body);
        check_clauses(&body);
        cc_buf line = {0};
        for (uint32_t i = 0; i < body.unit_count && i < 100; i++) {
            il_print_unit(&body, i, &line);
        }
        cc_buf_free(&line);
    }
    cc_arena_free(arena);
    return 0;
}
