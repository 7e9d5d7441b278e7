/* Padding of variables with large indices. From the 256th variable on, the C# and Visual Basic
 * compilers write the index as four bytes where ECMA-335 (III.1.3) has two. Two `nop`s, the high
 * bytes, therefore follow the instruction. They belong to no source code, and would separate
 * instructions that belong together.
 *
 * Input: a decoded body, the offsets of its points. Output: the body without those nops. */
#include "rewriter/il/il.h"

enum { PADDING = 2 };

static bool is_far_variable(const il_insn *insn) {
    switch ((int)insn->op) {
    case IL_LDLOC:
    case IL_STLOC:
    case IL_LDLOCA:
    case IL_LDARG:
    case IL_STARG:
    case IL_LDARGA:
        return true;
    default:
        return false;
    }
}

static bool is_padded(const il_body *body, uint32_t i) {
    return is_far_variable(&body->insns[i]) && body->insn_count - i > PADDING &&
           body->insns[i + 1].op == IL_NOP && body->insns[i + 2].op == IL_NOP;
}

bool il_has_padding(const il_body *body) {
    bool found = false;
    for (uint32_t i = 0; i < body->insn_count && !found; i++) {
        found = is_padded(body, i);
    }
    return found;
}

/* Calls `visit` for every instruction index that the body holds outside of insn_at. */
static void for_each_index(il_body *body, void (*visit)(void *ctx, uint32_t *index), void *ctx) {
    uint32_t targets = 0;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        if (il_has_target(&body->insns[i])) {
            visit(ctx, &body->insns[i].target);
        }
        targets += body->insns[i].target_count;
    }
    for (uint32_t i = 0; i < targets; i++) {
        visit(ctx, &body->targets[i]);
    }
    for (uint32_t i = 0; i < body->jump_count; i++) {
        visit(ctx, &body->jumps[i]);
    }
    for (uint32_t i = 0; i < body->clause_count; i++) {
        il_clause *c = &body->clauses[i];
        visit(ctx, &c->try_start);
        visit(ctx, &c->try_end);
        visit(ctx, &c->handler_start);
        visit(ctx, &c->handler_end);
        if (c->kind == IL_CLAUSE_FILTER) {
            visit(ctx, &c->filter_start);
        }
    }
}

static void mark(void *ctx, uint32_t *index) {
    bool *is_used = ctx;
    is_used[*index] = true;
}

static void renumber(void *ctx, uint32_t *index) {
    const uint32_t *number = ctx;
    *index = number[*index];
}

/* number[i]: the new index of instruction i; a removed instruction gets the new index of the next
 * kept one. */
static void number_insns(const il_body *body, const bool *is_used, uint32_t *number) {
    uint32_t kept = 0;
    uint32_t padding = 0; /* nops still to remove from here on */
    for (uint32_t i = 0; i < body->insn_count; i++) {
        number[i] = kept;
        if (padding > 0) {
            padding--;
            continue;
        }
        kept++;
        bool is_free = is_padded(body, i) && !is_used[i + 1] && !is_used[i + 2];
        padding = is_free ? PADDING : 0;
    }
    number[body->insn_count] = kept;
}

static void take_out(il_body *body, uint32_t *number) {
    for_each_index(body, renumber, number);
    for (uint32_t i = 0; i < body->insn_count; i++) {
        bool is_kept = number[i + 1] > number[i];
        body->insn_at[body->insns[i].offset] = is_kept ? number[i] : IL_NO_INSN;
        if (is_kept) {
            body->insns[number[i]] = body->insns[i];
        }
    }
    body->insn_count = number[body->insn_count];
    body->insn_at[body->code.len] = body->insn_count;
}

cc_err il_drop_padding(il_body *body, const uint32_t *points, uint32_t point_count,
                       cc_arena *arena) {
    if (!il_has_padding(body)) {
        return CC_OK;
    }
    size_t count = (size_t)body->insn_count + 1;
    bool *is_used = CC_NEW_ARRAY(arena, bool, count);
    uint32_t *number = CC_NEW_ARRAY(arena, uint32_t, count);
    if (is_used == NULL || number == NULL) {
        return cc_fail(CC_E_NOMEM, "method body: out of memory");
    }
    for_each_index(body, mark, is_used);
    for (uint32_t i = 0; i < point_count; i++) {
        uint32_t insn = il_insn_at(body, points[i]);
        if (insn != IL_NO_INSN) {
            is_used[insn] = true;
        }
    }
    number_insns(body, is_used, number);
    take_out(body, number);
    return CC_OK;
}
