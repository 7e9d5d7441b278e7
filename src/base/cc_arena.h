/* Memory that is freed all at once. Most of the program's data is in arenas, so most functions have
 * nothing to free. Not thread-safe: one thread uses an arena at a time. */
#ifndef CC_ARENA_H
#define CC_ARENA_H

#include "base/cc_span.h"

typedef struct cc_arena cc_arena;

/* A new empty arena, owned by the caller; NULL when out of memory, unless the program ends there
 * (cc_memory.h). */
cc_arena *cc_arena_new(void);
/* A new empty arena that goes with `parent`, when its own cc_arena_free() did not come before. */
cc_arena *cc_arena_child(cc_arena *parent);
/* NULL is allowed. */
void cc_arena_free(cc_arena *arena);
/* Frees everything, children too, except one block, which is kept for the next use. */
void cc_arena_reset(cc_arena *arena);
/* Moves all memory of `from`, which is no child and has none, to `into` and frees `from`. NULL is
 * allowed. */
void cc_arena_join(cc_arena *into, cc_arena *from);
/* Bytes allocated from the system. */
size_t cc_arena_size(const cc_arena *arena);

/* Zeroed memory for `count` elements of `size` bytes, aligned to 16; NULL when out of memory or
 * when the product overflows. count 0 gives a valid pointer. */
void *cc_arena_alloc(cc_arena *arena, size_t count, size_t size);
/* A zero-terminated copy; NULL when out of memory. */
char *cc_arena_strdup(cc_arena *arena, cc_str s);
/* A copy with the letters of ASCII in lower case, zero-terminated; s NULL when out of memory. */
cc_str cc_arena_lower(cc_arena *arena, cc_str s);
/* A copy of the bytes, aligned to 16; data NULL when out of memory. */
cc_span cc_arena_copy(cc_arena *arena, cc_span bytes);
/* Room for one more element of `size` bytes behind the first `count` of an array of the arena,
 * which begins at `items` and has room for
 * *cap: returns where it begins then. That is `items`, or a copy twice as long; *cap is replaced with it, and the old array stays in the
 * arena. NULL when out of memory; *cap is unchanged then. items may be NULL when *cap is 0. */
void *cc_arena_grow(cc_arena *arena, void *items, size_t count, size_t *cap, size_t size);
char *cc_arena_printf(cc_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#define CC_NEW(arena, type) ((type *)cc_arena_alloc((arena), 1, sizeof(type)))
#define CC_NEW_ARRAY(arena, type, count) ((type *)cc_arena_alloc((arena), (count), sizeof(type)))

#endif
