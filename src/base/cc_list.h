/* A growing list of pointers in an arena; a failed allocation is sticky, so that one check at the
 * end is enough. */
#ifndef CC_LIST_H
#define CC_LIST_H

#include <string.h>

#include "base/cc_arena.h"

typedef struct cc_list {
    cc_arena *arena;
    void **items;
    uint32_t count, cap;
    bool failed;
} cc_list;

static inline void cc_list_add(cc_list *list, void *item) {
    if (list->count == list->cap && !list->failed) {
        uint32_t cap = list->cap == 0 ? 8 : list->cap * 2;
        void **items = CC_NEW_ARRAY(list->arena, void *, cap);
        for (uint32_t i = 0; items != NULL && i < list->count; i++) {
            items[i] = list->items[i];
        }
        list->failed = items == NULL;
        list->items = items != NULL ? items : list->items;
        list->cap = items != NULL ? cap : list->cap;
    }
    if (!list->failed) {
        list->items[list->count++] = item;
    }
}

/* The values of `size` bytes to which the items point, as an array in the arena. */
static inline void *cc_list_values(const cc_list *list, cc_arena *arena, size_t size) {
    char *values = cc_arena_alloc(arena, list->count, size);
    for (uint32_t i = 0; values != NULL && i < list->count; i++) {
        memcpy(values + i * size, list->items[i], size);
    }
    return values;
}

#endif
