/* Reuse of work memory: a callback takes an arena and returns it. See prof.h. */
#include "profiler/prof.h"

cc_arena *prof_arena_take(prof_profiler *p) {
    for (size_t i = 0; i < PROF_SPARE_ARENAS; i++) {
        cc_arena *arena = atomic_exchange(&p->spare[i], NULL);
        if (arena != NULL) {
            return arena;
        }
    }
    return cc_arena_new();
}

void prof_arena_give(prof_profiler *p, cc_arena *arena) {
    if (arena == NULL) {
        return;
    }
    cc_arena_reset(arena);
    for (size_t i = 0; i < PROF_SPARE_ARENAS; i++) {
        cc_arena *none = NULL;
        if (atomic_compare_exchange_strong(&p->spare[i], &none, arena)) {
            return;
        }
    }
    cc_arena_free(arena);
}
