/* Decoding any bytes: no access outside them, and what decodes keeps the promises of il.h. */
#include <stdlib.h>

#include "rewriter/il/il.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void check_targets(const il_body *body, const il_insn *insn) {
    switch (il_op_get((il_op)insn->op)->operand) {
    case IL_OPERAND_BRANCH8:
    case IL_OPERAND_BRANCH32:
        require(insn->target < body->insn_count);
        break;
    case IL_OPERAND_SWITCH:
        for (uint32_t k = 0; k < insn->target_count; k++) {
            require(body->targets[insn->target + k] < body->insn_count);
        }
        break;
    default:
        require(insn->target_count == 0);
        break;
    }
}

static void check_insns(const il_body *body) {
    uint32_t offset = 0;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        const il_insn *insn = &body->insns[i];
        require(insn->offset == offset && insn->size > insn->prefix_size);
        require(body->insn_at[offset] == i && insn->op < IL_OP_COUNT);
        check_targets(body, insn);
        offset += insn->size;
    }
    require(offset == body->code.len && body->insn_at[offset] == body->insn_count);
}

static void check_clauses(const il_body *body) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        require(c->try_start < c->try_end && c->try_end <= body->insn_count);
        require(c->handler_start < c->handler_end && c->handler_end <= body->insn_count);
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
        require(body.total_size <= size && body.insn_count > 0);
        check_insns(&body);
        check_clauses(&body);
        cc_buf line = {0};
        for (uint32_t i = 0; i < body.insn_count && i < 100; i++) {
            il_print_insn(&body, i, &line);
        }
        cc_buf_free(&line);
    }
    cc_arena_free(arena);
    return 0;
}
