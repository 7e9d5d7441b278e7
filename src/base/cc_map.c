/* Open-addressing hash map over entries in order of insertion. See cc_map.h. */
#include "base/cc_map.h"

#include "base/cc_buf.h"
#include "base/cc_sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_arena.h"
#include "base/cc_hash.h"
#include "base/cc_memory.h"

typedef struct entry {
    cc_span key;
    uint64_t hash;
    void *value;
} entry;

struct cc_map {
    cc_arena *keys;
    entry *entries;
    size_t count, cap;
    uint32_t *slots;   /* index into entries + 1; 0: free */
    size_t slot_count; /* a power of two */
};

enum { FIRST_SLOTS = 16 };

cc_map *cc_map_new(void) {
    cc_map *map = calloc(1, sizeof *map);
    if (map == NULL) {
        cc_memory_missing(sizeof *map);
        return NULL;
    }
    map->keys = cc_arena_new();
    map->slot_count = FIRST_SLOTS;
    map->slots = calloc(map->slot_count, sizeof *map->slots);
    if (map->keys == NULL || map->slots == NULL) {
        cc_memory_missing(map->slot_count * sizeof *map->slots);
        cc_map_free(map);
        return NULL;
    }
    return map;
}

void cc_map_free(cc_map *map) {
    if (map != NULL) {
        cc_arena_free(map->keys);
        free(map->entries);
        free(map->slots);
        free(map);
    }
}

size_t cc_map_count(const cc_map *map) {
    return map->count;
}

/* Returns the slot of the key, or the free slot where the key belongs. */
static size_t find_slot(const cc_map *map, cc_span key, uint64_t hash) {
    size_t mask = map->slot_count - 1;
    size_t at = (size_t)hash & mask;
    while (map->slots[at] != 0) {
        const entry *e = &map->entries[map->slots[at] - 1];
        if (e->hash == hash && cc_span_eq(e->key, key)) {
            break;
        }
        at = (at + 1) & mask;
    }
    return at;
}

void *cc_map_get(const cc_map *map, cc_span key) {
    size_t at = find_slot(map, key, cc_hash64(key));
    return map->slots[at] == 0 ? NULL : map->entries[map->slots[at] - 1].value;
}

static bool grow_slots(cc_map *map) {
    size_t wanted = map->slot_count * 2;
    uint32_t *slots = calloc(wanted, sizeof *slots);
    if (slots == NULL) {
        cc_memory_missing(wanted * sizeof *slots);
        return false;
    }
    for (size_t i = 0; i < map->count; i++) {
        size_t at = (size_t)map->entries[i].hash & (wanted - 1);
        while (slots[at] != 0) {
            at = (at + 1) & (wanted - 1);
        }
        slots[at] = (uint32_t)(i + 1);
    }
    free(map->slots);
    map->slots = slots;
    map->slot_count = wanted;
    return true;
}

void **cc_map_put(cc_map *map, cc_span key) {
    uint64_t hash = cc_hash64(key);
    size_t at = find_slot(map, key, hash);
    if (map->slots[at] != 0) {
        return &map->entries[map->slots[at] - 1].value;
    }
    if (map->count >= UINT32_MAX - 1) {
        return NULL;
    }
    if (2 * (map->count + 1) > map->slot_count) {
        if (!grow_slots(map)) {
            return NULL;
        }
        at = find_slot(map, key, hash);
    }
    void *entries = map->entries;
    if (!cc_grow(&entries, &map->cap, map->count + 1, sizeof(entry))) {
        return NULL;
    }
    map->entries = entries;
    cc_span copy = cc_arena_copy(map->keys, key);
    if (copy.data == NULL) {
        return NULL;
    }
    map->entries[map->count] = (entry){copy, hash, NULL};
    map->slots[at] = (uint32_t)++map->count;
    return &map->entries[map->count - 1].value;
}

void *cc_map_get_str(const cc_map *map, cc_str key) {
    return cc_map_get(map, cc_span_of(key.s, key.len));
}

void **cc_map_put_str(cc_map *map, cc_str key) {
    return cc_map_put(map, cc_span_of(key.s, key.len));
}

void *cc_map_get_u64(const cc_map *map, uint64_t key) {
    return cc_map_get(map, cc_span_of(&key, sizeof key));
}

void **cc_map_put_u64(cc_map *map, uint64_t key) {
    return cc_map_put(map, cc_span_of(&key, sizeof key));
}

void *cc_map_at(const cc_map *map, size_t index, cc_span *key) {
    if (index >= map->count) {
        return NULL;
    }
    if (key != NULL) {
        *key = map->entries[index].key;
    }
    return map->entries[index].value;
}

void **cc_map_put_texts(cc_map *map, const cc_str *texts, size_t count) {
    cc_buf key = {0};
    for (size_t i = 0; i < count; i++) {
        cc_buf_key_put(&key, texts[i]);
    }
    void **slot = cc_buf_ok(&key) ? cc_map_put(map, cc_buf_span(&key)) : NULL;
    cc_buf_free(&key);
    return slot;
}

void **cc_map_sorted(const cc_map *map, cc_arena *arena,
                     int (*compare)(const void *, const void *)) {
    size_t count = cc_map_count(map);
    void **all = CC_NEW_ARRAY(arena, void *, count);
    for (size_t i = 0; all != NULL && i < count; i++) {
        all[i] = cc_map_at(map, i, NULL);
    }
    if (all != NULL) {
        cc_sort(all, count, sizeof *all, compare);
    }
    return all;
}

void *cc_map_values(const cc_map *map, size_t size, cc_arena *arena) {
    size_t count = cc_map_count(map);
    char *values = cc_arena_alloc(arena, count, size);
    for (size_t i = 0; values != NULL && i < count; i++) {
        memcpy(values + i * size, cc_map_at(map, i, NULL), size);
    }
    return values;
}
