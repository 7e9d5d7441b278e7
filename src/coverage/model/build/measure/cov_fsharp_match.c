/* One match in several methods; see cov_fsharp_match.h. */
#include "coverage/model/build/measure/cov_fsharp_match.h"

#include "coverage/model/build/measure/cov_arm.h"

enum { IS_CALLED = 1, WAITS = 2 }; /* states */
/* of one match; in damaged images methods may call each other in a circle */
enum { MAX_RESTS = 512 };

void cov_fsharp_match_open(cov_fsharp_match *s, const cov_reader *from) {
    *s = (cov_fsharp_match){.from = *from, .next = 1};
    s->states = CC_NEW_ARRAY(from->module->arena, uint8_t, (size_t)from->module->method_count + 1);
}

/* The decisions of the body; NULL: they were not made. */
static dec_decisions *decisions_of(cov_body *body) {
    bool has_decisions =
        body != NULL && body->err == CC_OK && body->skip == MTH_OK && body->values != NULL;
    return has_decisions ? &body->decisions : NULL;
}

static void note_calls(cov_fsharp_match *s, const dec_decision *d) {
    for (uint32_t i = 0; d->rests != NULL && i < d->arm_count; i++) {
        if (d->rests[i] != 0 && d->rests[i] <= s->from.module->method_count) {
            s->states[d->rests[i]] |= IS_CALLED;
        }
    }
}

bool cov_fsharp_match_waits(cov_fsharp_match *s, const cov_measured *measured) {
    bool is_rest = false;
    for (int k = 0; measured != NULL && k < COV_BODIES; k++) {
        const dec_decisions *all = decisions_of(measured->bodies[k]);
        for (uint32_t i = 0; all != NULL && i < all->count; i++) {
            note_calls(s, &all->items[i]);
            is_rest = is_rest || all->items[i].is_rest;
        }
    }
    if (is_rest) {
        s->states[measured->rid] |= WAITS;
    }
    return is_rest;
}

bool cov_fsharp_match_take(cov_fsharp_match *s, cov_measured *out) {
    while (s->next <= s->from.module->method_count) {
        uint32_t rid = s->next++;
        if ((s->states[rid] & WAITS) != 0) {
            cov_measured_make(out, &s->from, rid);
            return true;
        }
    }
    return false;
}

/* --- arms of a rest --------------------------------------------------------------------------- */

static const dec_decision *rest_of(cov_body *body) {
    const dec_decisions *all = decisions_of(body);
    for (uint32_t i = 0; all != NULL && i < all->count; i++) {
        if (all->items[i].is_rest) {
            return &all->items[i];
        }
    }
    return NULL;
}

/* Collects which arms were taken in any of its bodies. Returns the rest's decision; NULL: it has
 * none. */
static const dec_decision *open_rest(const cov_fsharp_match *s, uint32_t rid, bool **taken) {
    cov_measured rest = {0};
    const dec_decision *found = NULL;
    if (cov_is_measured(s->from.module, rid)) {
        cov_measured_make(&rest, &s->from, rid);
    }
    for (int k = 0; k < COV_BODIES; k++) {
        const dec_decision *d = rest_of(rest.bodies[k]);
        if (d != NULL && found == NULL) {
            *taken = CC_NEW_ARRAY(s->from.arena, bool, d->arm_count);
            found = d;
        }
        for (uint32_t i = 0; d != NULL && i < found->arm_count; i++) {
            bool is_there = d->arm_count == found->arm_count;
            (*taken)[i] |= is_there && cov_nodes_value(rest.bodies[k]->values, &d->arms[i]) > 0;
        }
    }
    return found;
}

/* --- inserting them --------------------------------------------------------------------------- */

/* Makes room for `count` arms in place of one. */
static void widen(dec_decision *d, uint32_t at, uint32_t count, cc_arena *arena) {
    uint32_t total = d->arm_count - 1 + count;
    dec_decision wide = *d;
    wide.arm_count = total;
    wide.arms = CC_NEW_ARRAY(arena, dec_decision_arm, total);
    wide.places = CC_NEW_ARRAY(arena, uint64_t, total);
    wide.rests = CC_NEW_ARRAY(arena, uint32_t, total);
    wide.taken = CC_NEW_ARRAY(arena, bool, total);
    for (uint32_t i = 0; i < d->arm_count; i++) {
        uint32_t to = i <= at ? i : i - 1 + count;
        wide.arms[to] = d->arms[i];
        wide.places[to] = d->places[i];
        wide.rests[to] = d->rests[i];
        wide.taken[to] = d->taken != NULL && d->taken[i];
    }
    *d = wide;
}

static void put_in(dec_decision *d, uint32_t at, const dec_decision *rest, const bool *taken,
                   cc_arena *arena) {
    widen(d, at, rest->arm_count, arena);
    for (uint32_t i = 0; i < rest->arm_count; i++) {
        d->arms[at + i] = (dec_decision_arm){NULL, 0};
        d->places[at + i] = rest->places[i];
        d->rests[at + i] = rest->rests[i];
        d->taken[at + i] = taken[i];
    }
    d->is_switch = true;
}

/* Arms of a rest may call a further rest, and are looked at in their turn. */
static void join_rests(const cov_fsharp_match *s, dec_decision *d) {
    uint32_t at = 0;
    uint32_t opened = 0;
    while (d->rests != NULL && at < d->arm_count && opened < MAX_RESTS) {
        bool *taken = NULL;
        const dec_decision *rest = NULL;
        if (d->rests[at] != 0) {
            rest = open_rest(s, d->rests[at], &taken);
            opened++;
        }
        if (rest == NULL) {
            at++;
            continue;
        }
        put_in(d, at, rest, taken, s->from.arena);
    }
}

static void join_body(const cov_fsharp_match *s, dec_decisions *all, bool is_called) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        bool is_inserted_elsewhere = all->items[i].is_rest && is_called;
        if (!is_inserted_elsewhere) {
            join_rests(s, &all->items[i]);
            all->items[kept++] = all->items[i];
        }
    }
    all->count = kept;
}

void cov_fsharp_match_join(const cov_fsharp_match *s, const cov_measured *measured) {
    bool is_called = (s->states[measured->rid] & IS_CALLED) != 0;
    for (int k = 0; k < COV_BODIES; k++) {
        dec_decisions *all = decisions_of(measured->bodies[k]);
        if (all != NULL) {
            join_body(s, all, is_called);
        }
    }
}
