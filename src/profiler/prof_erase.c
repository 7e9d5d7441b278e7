/* Probes that have been hit are taken out when the method is compiled again. See prof.h.
 *
 * A probe of once mode has done its work at its first hit. The runtime compiles hot methods again,
 * with the same IL offsets, for instrumented code, on-stack replacement and the optimised tier;
 * each time a fresh copy of the body is given in which hit probes are nops of the same length.
 * Offsets, map and clauses stay as they are. Bodies are never patched: a JIT may be reading them;
 * old ones stay, since it may still do so later. */
#include <stdlib.h>
#include <string.h>

#include "profiler/prof.h"

enum { OP_NOP = 0x00 };

static bool is_hit(const prof_body *body, const rw_site *site) {
    return __atomic_load_n(&body->counters[site->counter], __ATOMIC_RELAXED) != 0;
}

static uint32_t count_hits(const prof_body *body) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < body->site_count; i++) {
        hits += is_hit(body, &body->sites[i]);
    }
    return hits;
}

/* NULL when out of memory. Counts what it erased: more may have been hit meanwhile. */
static uint8_t *copy_without_hits(const prof_body *body, uint32_t *erased) {
    uint8_t *copy = malloc(body->size);
    *erased = 0;
    if (copy == NULL) {
        return NULL;
    }
    memcpy(copy, body->bytes, body->size);
    for (uint32_t i = 0; i < body->site_count; i++) {
        if (is_hit(body, &body->sites[i])) {
            memset(copy + body->code_offset + body->sites[i].offset, OP_NOP, body->probe_size);
            (*erased)++;
        }
    }
    return copy;
}

/* Has the runtime still a body of ours? After a hot reload it has another, and what was published
 * is the code of yesterday. */
static bool is_ours(const prof_profiler *p, const prof_module *module, uint32_t token,
                    const prof_body *body, const uint8_t *given) {
    cc_span now = {0};
    return PROF_OK(prof_info_get_body(&p->info, (prof_id)module->id, token, &now)) &&
           (now.data == body->bytes || now.data == given);
}

static bool has_new_hits(const prof_method *method, const prof_body *body) {
    return count_hits(body) > atomic_load(&method->erased);
}

/* False: the method is to be left alone from now on. */
static bool erase(prof_profiler *p, prof_module *module, uint32_t row, const prof_body *body) {
    prof_method *method = &module->methods[row - 1];
    uint32_t token = MD_TOKEN(MD_METHODDEF, row);
    if (!has_new_hits(method, body)) {
        return true; /* another thread was faster */
    }
    if (!is_ours(p, module, token, body, atomic_load(&method->given))) {
        return false;
    }
    uint32_t erased = 0;
    uint8_t *copy = copy_without_hits(body, &erased);
    if (copy == NULL) {
        return true;
    }
    if (!PROF_OK(prof_info_set_body(&p->info, (prof_id)module->id, token, copy))) {
        free(copy); /* the runtime keeps the body that it has */
        return false;
    }
    atomic_store(&method->given, copy);
    atomic_store(&method->erased, erased);
    return true;
}

void prof_method_erase(prof_profiler *p, prof_module *module, uint32_t row) {
    prof_method *method = &module->methods[row - 1];
    const prof_body *body =
        atomic_load_explicit(&module->image->bodies[row - 1], memory_order_acquire);
    if (p->session.settings.hits == COV_HITS_EXACT || !has_new_hits(method, body) ||
        atomic_exchange(&method->is_erasing, true)) {
        return;
    }
    if (erase(p, module, row, body)) {
        atomic_store(&method->is_erasing, false);
    }
}
