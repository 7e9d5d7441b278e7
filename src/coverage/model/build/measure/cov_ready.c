/* See cov_ready.h. */
#include "coverage/model/build/measure/cov_ready.h"

#include <stdatomic.h>

cov_ready *cov_ready_new(uint32_t method_count, cc_arena *arena) {
    size_t size = sizeof(cov_ready) + ((size_t)method_count + 1) * sizeof(void *);
    cov_ready *ready = (cov_ready *)cc_arena_alloc(arena, 1, size);
    ready->method_count = method_count;
    return ready;
}

void cov_ready_put(cov_ready *ready, uint32_t rid, const cov_ready_body *body) {
    atomic_store_explicit(&ready->bodies[rid], body, memory_order_release);
}

const cov_ready_body *cov_ready_find(const cov_ready *ready, uint32_t rid) {
    if (ready == NULL || rid > ready->method_count) {
        return NULL;
    }
    return atomic_load_explicit(&ready->bodies[rid], memory_order_acquire);
}
