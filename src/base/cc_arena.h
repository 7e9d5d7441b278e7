/* Memory that is freed all at once. Most of the program's data is in arenas, so most functions have
 * nothing to free. Not thread-safe: one thread uses an arena at a time. */
#ifndef CC_ARENA_H
#define CC_ARENA_H

#include <stdarg.h>

#include "base/cc_span.h"

typedef struct cc_arena cc_arena;

/* Makes an empty arena, which the caller frees; NULL when out of memory, unless the program ends
 * there (cc_memory.h). */
cc_arena *cc_arena_new(void);
/* Makes an empty arena that is freed with `parent`, unless cc_arena_free() freed it before. */
cc_arena *cc_arena_child(cc_arena *parent);
/* NULL is allowed. */
void cc_arena_free(cc_arena *arena);
/* Frees everything, children too, except one block, which the arena keeps for the next use. */
void cc_arena_reset(cc_arena *arena);
/* Moves all memory of `from`, which is not a child and has no children, to `into` and frees `from`.
 * NULL is allowed. */
void cc_arena_join(cc_arena *into, cc_arena *from);
/* Returns the number of bytes allocated from the system. */
size_t cc_arena_size(const cc_arena *arena);

/* Allocates zeroed memory for `count` elements of `size` bytes, aligned to 16; NULL when out of
 * memory or when the product overflows. count 0 gives a valid pointer. */
void *cc_arena_alloc(cc_arena *arena, size_t count, size_t size);
/* Makes a zero-terminated copy; NULL when out of memory. */
char *cc_arena_strdup(cc_arena *arena, cc_str s);
/* Copies the text with '/' in place of '\\'. */
char *cc_arena_slashes(cc_arena *arena, cc_str s);
/* Copies the text; `s` is NULL when out of memory. */
cc_str cc_arena_str(cc_arena *arena, cc_str s);
/* Makes a zero-terminated copy with ASCII letters in lower case; s is NULL when out of memory. */
cc_str cc_arena_lower(cc_arena *arena, cc_str s);
/* Copies the bytes, aligned to 16; data is NULL when out of memory. */
cc_span cc_arena_copy(cc_arena *arena, cc_span bytes);
/* Copies an array that malloc() made to the arena, and frees it; NULL when out of memory. `items` may
 * be NULL when count is 0. */
void *cc_arena_take(cc_arena *arena, void *items, size_t count, size_t size);
/* Copies an array to one with room for `room` elements, which are zero after the first `count`; NULL
 * when out of memory. `items` may be NULL when count is 0. */
void *cc_arena_widen(cc_arena *arena, const void *items, size_t count, size_t room, size_t size);
/* Makes room for one more element of `size` bytes after the first `count` of an array of the arena,
 * which begins at `items` and has room for *cap. Returns the start of the array: `items`, or a copy
 * twice as long. With a copy the function replaces *cap, and the old array stays in the arena. NULL
 * when out of memory; *cap is then unchanged. `items` may be NULL when *cap is 0. */
void *cc_arena_grow(cc_arena *arena, void *items, size_t count, size_t *cap, size_t size);
char *cc_arena_vprintf(cc_arena *arena, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));
char *cc_arena_printf(cc_arena *arena, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#define CC_NEW(arena, type) ((type *)cc_arena_alloc((arena), 1, sizeof(type)))
#define CC_NEW_ARRAY(arena, type, count) ((type *)cc_arena_alloc((arena), (count), sizeof(type)))

#endif
