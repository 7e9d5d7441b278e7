/* Hash map from byte strings to pointers. Keys are copied. Iteration is in order of insertion, so
 * that output made from a map does not vary between runs. */
#ifndef CC_MAP_H
#define CC_MAP_H

#include "base/cc_arena.h"

typedef struct cc_map cc_map;

cc_map *cc_map_new(void);
/* Frees the map and its copies of keys, not the values. NULL is allowed. */
void cc_map_free(cc_map *map);
size_t cc_map_count(const cc_map *map);

/* Returns the value of the key, or NULL. */
void *cc_map_get(const cc_map *map, cc_span key);
void *cc_map_get_str(const cc_map *map, cc_str key);
void *cc_map_get_u64(const cc_map *map, uint64_t key);

/* Returns the slot of the key, made with value NULL when the key is new; valid until the next put.
 * NULL when out of memory. */
void **cc_map_put(cc_map *map, cc_span key);
void **cc_map_put_str(cc_map *map, cc_str key);
void **cc_map_put_u64(cc_map *map, uint64_t key);

/* The slot of a key of several texts. */
void **cc_map_put_texts(cc_map *map, const cc_str *texts, size_t count);

/* Returns entry number `index` < cc_map_count(), by insertion. */
void *cc_map_at(const cc_map *map, size_t index, cc_span *key);
/* The values of `size` bytes to which the entries point, by insertion, as an array in the arena. */
void *cc_map_values(const cc_map *map, size_t size, cc_arena *arena);
/* All values in the arena, sorted by `compare`, which gets pointers to two of them. */
void **cc_map_sorted(const cc_map *map, cc_arena *arena,
                     int (*compare)(const void *, const void *));

#endif
