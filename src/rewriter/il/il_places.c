/* The numbers of places; see il_env.h. A place that is only ever given what calls and computations
 * return is left out: most of a body's are. */
#include <stdlib.h>

#include "rewriter/il/il_env.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "places of a method: out of memory");
}

static il_place used(const il_insn *insn) {
    il_place place = il_stored(insn);
    return place.kind == IL_PLACE_NONE ? il_named(insn) : place;
}

static int compare(const void *a, const void *b) {
    const il_place *x = (const il_place *)a;
    const il_place *y = (const il_place *)b;
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    return x->key < y->key ? -1 : x->key > y->key;
}

/* --- which places ----------------------------------------------------------------------------- */

typedef struct choice {
    const il_body *body;
    const il_places_ask *ask;
    bool *is_target; /* by instruction, and that behind the last */
} choice;

static bool is_followed(const choice *c, il_place place) {
    switch (place.kind) {
    case IL_PLACE_LOCAL:
    case IL_PLACE_ARG:
        return true;
    case IL_PLACE_FIELD:
        return c->ask->is_instance && c->ask->follows != NULL &&
               c->ask->follows(c->ask->ctx, (uint32_t)place.key);
    case IL_PLACE_NONE:
    case IL_PLACE_STATIC:
        break;
    }
    return false;
}

/* What the store is given may be known: a constant, a copy, an operator's result, an exception, or
 * what comes with a jump; also one of two stores of a value that was duplicated. */
static bool may_be_known(const choice *c, uint32_t store) {
    uint32_t before = store;
    do {
        if (before == 0 || c->is_target[before]) {
            return true;
        }
        before--;
    } while (c->body->insns[before].op == IL_NOP);
    const il_insn *i = &c->body->insns[before];
    int32_t constant = 0;
    switch ((int)i->op) {
    case IL_LDNULL:
    case IL_DUP:
    case IL_ADD:
    case IL_SUB:
    case IL_CEQ:
    case IL_CGT:
    case IL_CLT:
    case IL_CGT_UN:
    case IL_CLT_UN:
        return true;
    default:
        return il_const_i4(i, &constant) || is_followed(c, il_loaded(i)) ||
               il_stored(i).kind != IL_PLACE_NONE;
    }
}

static void mark_targets(const il_body *body, bool *is_target) {
    for (uint32_t u = 0; u < body->insn_count; u++) {
        const il_insn *i = &body->insns[u];
        if (il_has_target(i)) {
            is_target[i->target] = true;
        }
        for (uint32_t k = 0; i->op == IL_SWITCH && k < i->target_count; k++) {
            is_target[body->targets[i->target + k]] = true;
        }
    }
    for (uint32_t c = 0; c < body->clause_count; c++) {
        is_target[body->clauses[c].handler_start] = true;
        if (body->clauses[c].kind == IL_CLAUSE_FILTER) {
            is_target[body->clauses[c].filter_start] = true;
        }
    }
}

/* --- numbers ---------------------------------------------------------------------------------- */

static uint32_t unite(il_place *places, uint32_t count) {
    uint32_t kept = 0;
    if (count > 1) {
        qsort(places, count, sizeof *places, compare);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || compare(&places[kept - 1], &places[i]) != 0) {
            places[kept++] = places[i];
        }
    }
    return kept;
}

uint32_t il_place_number(const il_places *places, il_place place) {
    const il_place *found =
        places->count == 0 || place.kind == IL_PLACE_NONE
            ? NULL
            : bsearch(&place, places->places, places->count, sizeof place, compare);
    return found == NULL ? IL_NO_PLACE : (uint32_t)(found - places->places);
}

/* Nothing is stored in argument 0, and nothing gets its address. */
static bool keeps_this(const il_body *body) {
    const il_place this = {IL_PLACE_ARG, 0};
    for (uint32_t u = 0; u < body->insn_count; u++) {
        const il_insn *i = &body->insns[u];
        if (il_is_same_place(il_stored(i), this) || il_is_same_place(il_addressed(i), this)) {
            return false;
        }
    }
    return true;
}

static cc_err find_uses(il_places *places, uint32_t *of_insn, cc_arena *arena) {
    const il_body *body = places->body;
    places->first = CC_NEW_ARRAY(arena, uint32_t, places->count);
    places->last = CC_NEW_ARRAY(arena, uint32_t, places->count);
    if (places->first == NULL || places->last == NULL) {
        return no_memory();
    }
    for (uint32_t i = 0; i < places->count; i++) {
        places->first[i] = body->insn_count;
    }
    for (uint32_t u = 0; u < body->insn_count; u++) {
        uint32_t place = il_place_number(places, used(&body->insns[u]));
        of_insn[u] = place;
        if (place != IL_NO_PLACE) {
            places->first[place] = places->first[place] < u ? places->first[place] : u;
            places->last[place] = u;
        }
    }
    return CC_OK;
}

cc_err il_places_make(il_places *out, const il_body *body, const il_places_ask *ask,
                      cc_arena *arena) {
    size_t insns = (size_t)body->insn_count + 1;
    il_place *places = CC_NEW_ARRAY(arena, il_place, insns);
    uint32_t *of_insn = CC_NEW_ARRAY(arena, uint32_t, insns);
    choice c = {body, ask, CC_NEW_ARRAY(arena, bool, insns)};
    uint32_t count = 0;
    if (places == NULL || of_insn == NULL || c.is_target == NULL) {
        return no_memory();
    }
    mark_targets(body, c.is_target);
    for (uint32_t u = 0; u < body->insn_count; u++) {
        il_place place = il_stored(&body->insns[u]);
        if (is_followed(&c, place) && may_be_known(&c, u)) {
            places[count++] = place;
        }
    }
    *out = (il_places){.body = body,
                       .count = unite(places, count),
                       .places = places,
                       .of_insn = of_insn,
                       .has_this = ask->is_instance && keeps_this(body)};
    return find_uses(out, of_insn, arena);
}
