/* The compiler's numbers; see mod_noreturn_number.h. */
#include "coverage/module/mod_noreturn_number.h"

bool mod_is_hidden(const mth_method *m, uint32_t insn) {
    uint32_t low = 0;
    uint32_t high = m->point_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->points[middle].offset <= m->body.insns[insn].offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && m->points[low - 1].hidden;
}

bool mod_numbers_have(const mod_numbers *numbers, il_place place) {
    for (size_t i = 0; i < numbers->count; i++) {
        if (il_is_same_place(numbers->places[i], place)) {
            return true;
        }
    }
    return false;
}

void mod_numbers_add(mod_numbers *numbers, il_place place, cc_arena *arena) {
    if (place.kind == IL_PLACE_NONE || mod_numbers_have(numbers, place)) {
        return;
    }
    il_place *grown = (il_place *)cc_arena_grow(arena, numbers->places, numbers->count,
                                                &numbers->cap, sizeof place);
    numbers->places = grown;
    numbers->places[numbers->count++] = place;
}

static const il_place nowhere = {IL_PLACE_NONE, 0};

/* A handler that only keeps the exception: the place, and the instruction with which it leaves. */
typedef struct keeper {
    il_place exception; /* of the kind NONE: the handler does something else */
    uint32_t leave;
} keeper;

static keeper keeper_of(const il_body *body, const il_clause *c) {
    il_place kept = nowhere;
    for (uint32_t u = c->handler_start; c->kind == IL_CLAUSE_CATCH && u < c->handler_end; u++) {
        const il_insn *i = &body->insns[u];
        il_place stored = il_stored(i);
        bool is_move = stored.kind != IL_PLACE_NONE || il_loaded(i).kind == IL_PLACE_LOCAL;
        if (il_long_op(i) == IL_LEAVE) {
            return (keeper){kept, u};
        }
        if (i->op != IL_NOP && !is_move && !il_loads_this(i)) {
            break;
        }
        kept = stored.kind == IL_PLACE_NONE ? kept : stored;
    }
    return (keeper){nowhere, 0};
}

/* The instruction begins the code of a finally that awaits. */
static bool begins_finally(const il_body *body, uint32_t insn) {
    for (uint32_t c = 0; c < body->clause_count; c++) {
        keeper k = keeper_of(body, &body->clauses[c]);
        if (k.exception.kind != IL_PLACE_NONE && body->insns[k.leave].target == insn) {
            return true;
        }
    }
    return false;
}

/* Returns where `ldc; store` directly before the leave stores, when nothing jumps between them. The
 * leave goes to the tests, or to a finally that awaits before them. */
static il_place number_left_with(const mth_method *m, const flow_graph *f, uint32_t leave) {
    const il_body *body = &m->body;
    int32_t number = 0;
    uint32_t store = il_insn_before(body, leave);
    uint32_t constant = store == IL_NO_INSN ? IL_NO_INSN : il_insn_before(body, store);
    if (constant == IL_NO_INSN || !il_const_i4(&body->insns[constant], &number) ||
        flow_source_count(f, leave) > 0 || flow_source_count(f, store) > 0) {
        return nowhere;
    }
    il_place place = il_stored(&body->insns[store]);
    uint32_t target = body->insns[leave].target;
    bool is_kept = place.kind == IL_PLACE_LOCAL || place.kind == IL_PLACE_FIELD;
    return is_kept && (mod_is_hidden(m, target) || begins_finally(body, target)) ? place : nowhere;
}

void mod_numbers_find(mod_numbers *out, const mth_method *m, const flow_graph *flow,
                      cc_arena *arena) {
    *out = (mod_numbers){.method = m};
    for (uint32_t u = 0; u < m->body.insn_count; u++) {
        if (u > 0 && il_long_op(&m->body.insns[u]) == IL_LEAVE) {
            mod_numbers_add(out, number_left_with(m, flow, u), arena);
        }
    }
    for (uint32_t c = 0; c < m->body.clause_count; c++) {
        mod_numbers_add(out, keeper_of(&m->body, &m->body.clauses[c]).exception, arena);
    }
}

void mod_numbers_add_copies(mod_numbers *numbers, bool hidden, cc_arena *arena) {
    const il_body *body = &numbers->method->body;
    for (uint32_t u = 0; numbers->count > 0 && u + 1 < body->insn_count; u++) {
        il_place copy = il_stored(&body->insns[u + 1]);
        if (copy.kind != IL_PLACE_LOCAL || !mod_numbers_have(numbers, il_loaded(&body->insns[u]))) {
            continue;
        }
        if (!hidden || mod_is_hidden(numbers->method, u)) {
            mod_numbers_add(numbers, copy, arena);
        }
    }
}
