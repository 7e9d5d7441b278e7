/* Arena: a list of blocks; allocation moves a pointer. See cc_arena.h. */
#include "base/cc_arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_memory.h"
#include "base/cc_os.h"

enum {
    FIRST_BLOCK = 4096,
    LARGE_BLOCK = 4 << 20,
    LARGEST_BLOCK = 8 << 20,
    CLEAN_STEP = 1024,
    ALIGNMENT = 16,
    FIRST_CAP = 16
};

typedef struct block {
    struct block *next;
    size_t size; /* size of data */
    _Alignas(ALIGNMENT) uint8_t data[];
} block;

struct cc_arena {
    block *head;  /* the block to allocate from; older blocks after it */
    size_t used;  /* bytes used of head */
    size_t clean; /* bytes of head that are used, or zero; code clears the others before use */
    size_t total;
    size_t next_size;
    cc_arena *parent;
    cc_arena *children, *next; /* the first child; the next child of the parent */
};

cc_arena *cc_arena_new(void) {
    cc_arena *arena = calloc(1, sizeof *arena);
    if (arena == NULL) {
        cc_memory_missing(sizeof *arena);
        return NULL;
    }
    arena->next_size = FIRST_BLOCK;
    return arena;
}

cc_arena *cc_arena_child(cc_arena *parent) {
    cc_arena *child = cc_arena_new();
    if (child != NULL) {
        child->parent = parent;
        child->next = parent->children;
        parent->children = child;
    }
    return child;
}

static void leave_parent(const cc_arena *child) {
    cc_arena **at = &child->parent->children;
    while (*at != child) {
        at = &(*at)->next;
    }
    *at = child->next;
}

static void free_children(cc_arena *arena) {
    while (arena->children != NULL) {
        cc_arena_free(arena->children);
    }
}

static void free_blocks(block *b) {
    while (b != NULL) {
        block *next = b->next;
        free(b);
        b = next;
    }
}

void cc_arena_free(cc_arena *arena) {
    if (arena != NULL) {
        free_children(arena);
        if (arena->parent != NULL) {
            leave_parent(arena);
        }
        free_blocks(arena->head);
        free(arena);
    }
}

void cc_arena_reset(cc_arena *arena) {
    free_children(arena);
    if (arena->head == NULL) {
        return;
    }
    free_blocks(arena->head->next);
    arena->head->next = NULL;
    arena->used = 0;
    arena->clean = 0;
    arena->total = arena->head->size;
}

void cc_arena_join(cc_arena *into, cc_arena *from) {
    if (from == NULL) {
        return;
    }
    block **last = into->head == NULL ? &into->head : &into->head->next;
    if (into->head == NULL) {
        into->used = from->used;
        into->clean = from->clean;
    }
    block *rest = *last;
    *last = from->head;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = rest;
    into->total += from->total;
    free(from);
}

size_t cc_arena_size(const cc_arena *arena) {
    return arena->total;
}

static bool add_block(cc_arena *arena, size_t need) {
    size_t size = need > arena->next_size ? need : arena->next_size;
    if (size > SIZE_MAX - sizeof(block)) {
        return false;
    }
    bool is_large = size >= LARGE_BLOCK;
    block *b = is_large ? calloc(1, sizeof *b + size) : malloc(sizeof *b + size);
    if (b == NULL) {
        return false;
    }
    if (is_large) {
        cc_os_want_large_pages(b, size);
    }
    b->next = arena->head;
    b->size = size;
    arena->head = b;
    arena->used = 0;
    arena->clean = is_large ? size : 0;
    arena->total += size;
    if (arena->next_size < LARGEST_BLOCK) {
        arena->next_size *= 2;
    }
    return true;
}

/* Clears the next bytes of head, some more than are needed now: memory of the heap is not zero, and
 * what an arena does not use should not become pages of the process. */
static void make_clean(cc_arena *arena, size_t bytes) {
    size_t step = bytes < CLEAN_STEP ? CLEAN_STEP : bytes;
    size_t left = arena->head->size - arena->clean;
    size_t more = step < left ? step : left;
    memset(arena->head->data + arena->clean, 0, more);
    arena->clean += more;
}

/* Makes zero bytes follow those that are used; false when there is no memory. */
static bool make_room(cc_arena *arena, size_t bytes) {
    if (arena->head == NULL || bytes > arena->head->size - arena->used) {
        if (!add_block(arena, bytes)) {
            cc_memory_missing(bytes);
            return false;
        }
    }
    if (bytes > arena->clean - arena->used) {
        make_clean(arena, bytes);
    }
    return true;
}

void *cc_arena_alloc(cc_arena *arena, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX - ALIGNMENT) {
        return NULL;
    }
    bytes = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    bool is_there = arena->head != NULL && bytes <= arena->clean - arena->used;
    if (!is_there && !make_room(arena, bytes)) {
        return NULL;
    }
    void *p = arena->head->data + arena->used;
    arena->used += bytes;
    return p;
}

void *cc_arena_grow(cc_arena *arena, void *items, size_t count, size_t *cap, size_t size) {
    if (count < *cap) {
        return items;
    }
    size_t wanted = *cap == 0 ? FIRST_CAP : *cap;
    if (*cap > 0 && __builtin_mul_overflow(*cap, 2, &wanted)) {
        return NULL;
    }
    void *grown = cc_arena_alloc(arena, wanted, size);
    if (grown != NULL) {
        if (count > 0) {
            memcpy(grown, items, count * size);
        }
        *cap = wanted;
    }
    return grown;
}

char *cc_arena_strdup(cc_arena *arena, cc_str s) {
    char *copy = s.len == SIZE_MAX ? NULL : cc_arena_alloc(arena, s.len + 1, 1);
    if (copy != NULL && s.len > 0) {
        memcpy(copy, s.s, s.len);
    }
    return copy;
}

cc_str cc_arena_str(cc_arena *arena, cc_str s) {
    return (cc_str){cc_arena_strdup(arena, s), s.len};
}

char *cc_arena_slashes(cc_arena *arena, cc_str s) {
    char *copy = cc_arena_strdup(arena, s);
    for (size_t i = 0; copy != NULL && i < s.len; i++) {
        copy[i] = copy[i] == '\\' ? '/' : copy[i];
    }
    return copy;
}

cc_str cc_arena_lower(cc_arena *arena, cc_str s) {
    char *copy = cc_arena_strdup(arena, s);
    for (size_t i = 0; copy != NULL && i < s.len; i++) {
        copy[i] = cc_lower(copy[i]);
    }
    return (cc_str){copy, s.len};
}

void *cc_arena_widen(cc_arena *arena, const void *items, size_t count, size_t room, size_t size) {
    void *wide = cc_arena_alloc(arena, room, size);
    if (wide != NULL && count > 0) {
        memcpy(wide, items, count * size);
    }
    return wide;
}

void *cc_arena_take(cc_arena *arena, void *items, size_t count, size_t size) {
    void *taken = cc_arena_alloc(arena, count, size);
    if (taken != NULL && count > 0) {
        memcpy(taken, items, count * size);
    }
    free(items);
    return taken;
}

cc_span cc_arena_copy(cc_arena *arena, cc_span bytes) {
    uint8_t *copy = cc_arena_alloc(arena, bytes.len, 1);
    if (copy == NULL) {
        return (cc_span){NULL, 0};
    }
    if (bytes.len > 0) {
        memcpy(copy, bytes.data, bytes.len);
    }
    return (cc_span){copy, bytes.len};
}

char *cc_arena_vprintf(cc_arena *arena, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    char *out = len < 0 ? NULL : cc_arena_alloc(arena, (size_t)len + 1, 1);
    if (out != NULL) {
        (void)vsnprintf(out, (size_t)len + 1, fmt, again);
    }
    va_end(again);
    return out;
}

char *cc_arena_printf(cc_arena *arena, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    char *out = cc_arena_vprintf(arena, fmt, args);
    va_end(args);
    return out;
}
