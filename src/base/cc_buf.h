/* A growing byte buffer with a sticky error: a chain of writes needs one check at its end.
 * After an allocation failure every write does nothing and cc_buf_ok() is false. */
#ifndef CC_BUF_H
#define CC_BUF_H

#include "base/cc_arena.h"

typedef struct cc_buf {
    uint8_t *data;
    size_t len;
    size_t cap;
    bool failed;
} cc_buf;

/* A zeroed cc_buf is a valid empty buffer. */
void cc_buf_free(cc_buf *buf);
/* Sets the length to 0, keeps the memory, clears the error. */
void cc_buf_clear(cc_buf *buf);
bool cc_buf_ok(const cc_buf *buf);
cc_span cc_buf_span(const cc_buf *buf);
/* Returns the content as text in the arena, and frees the buffer. NULL when out of memory. */
char *cc_buf_take(cc_buf *buf, cc_arena *arena);
/* Returns a borrowed view of the content as text; no terminating NUL. */
cc_str cc_buf_str(const cc_buf *buf);

/* Makes room for `n` more bytes, so that they need no further allocation. */
void cc_buf_want(cc_buf *buf, size_t n);
void cc_buf_u8(cc_buf *buf, uint8_t v);
void cc_buf_u16(cc_buf *buf, uint16_t v);
void cc_buf_u32(cc_buf *buf, uint32_t v);
void cc_buf_u64(cc_buf *buf, uint64_t v);
void cc_buf_bytes(cc_buf *buf, const void *data, size_t len);
void cc_buf_span_put(cc_buf *buf, cc_span bytes);
void cc_buf_puts(cc_buf *buf, const char *z);
void cc_buf_str_put(cc_buf *buf, cc_str s);
/* Appends the length, 8 bytes, and the text: a part of a key that has several. */
void cc_buf_key_put(cc_buf *buf, cc_str s);
void cc_buf_putc(cc_buf *buf, char c);
/* Appends the number in decimal, independent of the locale. */
void cc_buf_dec(cc_buf *buf, uint64_t v);
void cc_buf_printf(cc_buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void cc_buf_vprintf(cc_buf *buf, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));
/* Appends zero bytes up to a length that is a multiple of `align`. */
void cc_buf_align(cc_buf *buf, size_t align);
/* Overwrites four bytes at `offset`, which the caller has written before. */
void cc_buf_patch_u32(cc_buf *buf, size_t offset, uint32_t v);

/* Grows an array for at least `need` elements of `size` bytes: replaces *items and *cap. False when
 * out of memory; *items is then unchanged. For arrays that grow outside an arena. */
bool cc_grow(void **items, size_t *cap, size_t need, size_t size);

#endif
