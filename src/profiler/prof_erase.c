/* Removes hit probes when the method is compiled again. See prof.h.
 *
 * A probe of once mode has done its work at its first hit. The runtime compiles hot methods again,
 * with unchanged IL offsets, for instrumented code, on-stack replacement and the optimised tier.
 * Each time it gets a copy of the body in which bytes without effect replace the hit probes.
 * Offsets, map and clauses do not change. The library never patches bodies, because a JIT may be
 * reading them. It keeps old copies, since a JIT may still read them later.
 *
 * The original replaces a short straight-line body when all its probes were hit: the JIT always
 * inlines 16 bytes of IL. The runtime keeps no offsets of such a body: the body has no loop to
 * replace on the stack, no branch to count, and no map.
 *
 * The copies belong to the body, not to the module: an assembly that is loaded again starts with
 * the newest copy and needs no new copies. A body has at most as many copies as probes. */
#include <stdlib.h>
#include <string.h>

#include "profiler/prof_work.h"

/* Loads a constant and removes it: the JIT emits no code. A nop is unsuitable: in the JIT's
 * estimate of a body's native size, which decides about inlining, each nop counts as 6.5 bytes of
 * code. One of these two pairs adds as much as the other subtracts (smweights.cpp of the runtime:
 * ldc.i4.1 28, ldc.i4.4 20, pop -24). */
static const uint8_t filler[] = {0x17, 0x26, 0x1A, 0x26};

static bool is_hit(const prof_body *body, const rw_site *site) {
    return __atomic_load_n(&body->counters[site->counter], __ATOMIC_RELAXED) != 0;
}

uint32_t prof_body_hits(const prof_body *body) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < body->site_count; i++) {
        hits += is_hit(body, &body->sites[i]);
    }
    return hits;
}

/* NULL when out of memory. */
static prof_erased *copy_original(const prof_body *body) {
    prof_erased *copy = malloc(sizeof *copy + body->original_size);
    if (copy != NULL) {
        *copy = (prof_erased){.bytes = (uint8_t *)(copy + 1), .hits = body->site_count};
        memcpy(copy + 1, body->original, body->original_size);
    }
    return copy;
}

/* The remainder after the last complete filler becomes nops. */
static void fill(uint8_t *at, uint32_t size) {
    uint32_t whole = size - size % (uint32_t)sizeof filler;
    for (uint32_t i = 0; i < size; i++) {
        at[i] = i < whole ? filler[i % sizeof filler] : 0;
    }
}

/* NULL when out of memory. Sets `hits` to the number of erased probes: more may have been hit
 * meanwhile. */
static prof_erased *copy_without_hits(const prof_body *body) {
    if (body->original_size > 0 && prof_body_hits(body) == body->site_count) {
        return copy_original(body);
    }
    prof_erased *copy = malloc(sizeof *copy + body->size);
    if (copy == NULL) {
        return NULL;
    }
    uint8_t *bytes = (uint8_t *)(copy + 1);
    *copy = (prof_erased){.bytes = bytes};
    memcpy(bytes, body->bytes, body->size);
    for (uint32_t i = 0; i < body->site_count; i++) {
        if (is_hit(body, &body->sites[i])) {
            fill(bytes + body->code_offset + body->sites[i].offset, body->sites[i].size);
            copy->hits++;
        }
    }
    return copy;
}

static const prof_erased *newest(const prof_body *body) {
    return atomic_load_explicit(&body->erased, memory_order_acquire);
}

static uint32_t hits_of(const prof_erased *copy) {
    return copy != NULL ? copy->hits : 0;
}

/* Returns the newest copy, made if there are newer hits; the copy of another thread if that thread
 * was first. NULL when out of memory. */
static const prof_erased *ensure_copy(const prof_body *body, uint32_t hits) {
    const prof_erased *seen = newest(body);
    if (hits <= hits_of(seen)) {
        return seen;
    }
    prof_erased *copy = copy_without_hits(body);
    if (copy == NULL) {
        return seen;
    }
    copy->older = seen;
    _Atomic(const prof_erased *) *head = (_Atomic(const prof_erased *) *)(uintptr_t)&body->erased;
    if (!atomic_compare_exchange_strong(head, &seen, copy)) {
        free(copy);
        return seen;
    }
    return copy;
}

bool prof_method_is_ours(const prof_profiler *p, const prof_module *module, uint32_t token,
                         const prof_body *body) {
    cc_span now = {0};
    if (!PROF_OK(prof_info_get_body(&p->info, (prof_id)module->id, token, &now))) {
        return false;
    }
    const prof_erased *copy = newest(body);
    while (copy != NULL && copy->bytes != now.data) {
        copy = copy->older;
    }
    return copy != NULL || now.data == body->bytes;
}

static void report_replaced(prof_profiler *p, const prof_module *module, uint32_t token) {
    cc_str name = {"", 0};
    (void)!md_assembly_name(md_image_tables(module->image->image), &name);
    prof_note(p,
              "method 0x%08X of %.*s: replaced while the process ran; its new code is not measured",
              token, (int)(name.len < 128 ? name.len : 128), name.s);
}

/* False: the method needs no further erasing. */
static bool erase(prof_profiler *p, prof_module *module, uint32_t row, const prof_body *body) {
    prof_method *method = &module->methods[row - 1];
    uint32_t token = MD_TOKEN(MD_METHODDEF, row);
    uint32_t hits = prof_body_hits(body);
    uint32_t gone = hits_of(atomic_load(&method->given));
    if (hits <= gone) {
        return true; /* another thread was first */
    }
    if (!prof_method_is_ours(p, module, token, body)) {
        report_replaced(p, module, token);
        return false;
    }
    const prof_erased *copy = ensure_copy(body, hits);
    if (hits_of(copy) <= gone) {
        return true;
    }
    if (!PROF_OK(prof_info_set_body(&p->info, (prof_id)module->id, token, copy->bytes))) {
        return false; /* the runtime keeps its present body */
    }
    atomic_store(&method->given, copy);
    prof_work_erased(p);
    return true;
}

bool prof_erases(const prof_profiler *p) {
    const ses_settings *settings = &p->session.settings;
    return settings->hits == CTR_HITS_ONCE && !settings->keeps_probes && !settings->per_test;
}

void prof_method_erase(prof_profiler *p, prof_module *module, uint32_t row) {
    prof_method *method = &module->methods[row - 1];
    const prof_body *body = prof_body_of(module, row);
    if (!prof_erases(p) || prof_body_hits(body) <= hits_of(atomic_load(&method->given)) ||
        atomic_exchange(&method->is_erasing, true)) {
        return;
    }
    if (erase(p, module, row, body)) {
        atomic_store(&method->is_erasing, false);
    }
}

/* Includes callees of callees, since they may be inlined, too, up to the size of the array. */
void prof_method_erase_callees(prof_profiler *p, prof_module *module, uint32_t row) {
    enum { MAX_ERASED = 64 };
    uint32_t rows[MAX_ERASED] = {row};
    uint32_t count = 1;
    for (uint32_t done = 0; done < count; done++) {
        const prof_body *body = prof_body_of(module, rows[done]);
        if (body == NULL || body->skip != MTH_OK || !prof_method_is_set(module, rows[done])) {
            continue; /* the method has not run */
        }
        if (done > 0) {
            prof_method_erase(p, module, rows[done]);
        }
        const uint32_t *callees = prof_body_callees(body);
        for (uint32_t i = 0; i < body->callee_count && count < MAX_ERASED; i++) {
            uint32_t at = 0;
            while (at < count && rows[at] != callees[i]) {
                at++;
            }
            if (at == count) {
                rows[count++] = callees[i];
            }
        }
    }
}
