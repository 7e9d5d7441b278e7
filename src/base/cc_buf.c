/* Growing buffer with a sticky error. See cc_buf.h. */
#include "base/cc_buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_memory.h"

bool cc_grow(void **items, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) {
        return true;
    }
    size_t grown = *cap < 8 ? 8 : *cap;
    while (grown < need) {
        if (grown > SIZE_MAX / 2) {
            return false;
        }
        grown *= 2;
    }
    size_t bytes;
    if (__builtin_mul_overflow(grown, size, &bytes)) {
        return false;
    }
    void *p = realloc(*items, bytes);
    if (p == NULL) {
        cc_memory_missing(bytes);
        return false;
    }
    *items = p;
    *cap = grown;
    return true;
}

void cc_buf_free(cc_buf *buf) {
    free(buf->data);
    *buf = (cc_buf){0};
}

void cc_buf_clear(cc_buf *buf) {
    buf->len = 0;
    buf->failed = false;
}

bool cc_buf_ok(const cc_buf *buf) {
    return !buf->failed;
}

char *cc_buf_take(cc_buf *buf, cc_arena *arena) {
    char *copy = cc_buf_ok(buf) ? cc_arena_strdup(arena, cc_buf_str(buf)) : NULL;
    cc_buf_free(buf);
    return copy;
}

cc_span cc_buf_span(const cc_buf *buf) {
    return (cc_span){buf->data, buf->len};
}

cc_str cc_buf_str(const cc_buf *buf) {
    return (cc_str){buf->len > 0 ? (const char *)buf->data : "", buf->len};
}

/* Makes room for `n` more bytes: returns where to write them, or NULL with the error set. */
static uint8_t *reserve(cc_buf *buf, size_t n) {
    if (buf->failed || n > SIZE_MAX - buf->len) {
        buf->failed = true;
        return NULL;
    }
    void *data = buf->data;
    if (!cc_grow(&data, &buf->cap, buf->len + n, 1)) {
        buf->failed = true;
        return NULL;
    }
    buf->data = data;
    uint8_t *at = buf->data + buf->len;
    buf->len += n;
    return at;
}

void cc_buf_bytes(cc_buf *buf, const void *data, size_t len) {
    if (len == 0) {
        return;
    }
    uint8_t *at = reserve(buf, len);
    if (at != NULL) {
        memcpy(at, data, len);
    }
}

static void put_le(cc_buf *buf, uint64_t v, size_t size) {
    uint8_t *at = reserve(buf, size);
    for (size_t i = 0; at != NULL && i < size; i++) {
        at[i] = (uint8_t)(v >> (8 * i));
    }
}

void cc_buf_want(cc_buf *buf, size_t n) {
    (void)reserve(buf, n);
    buf->len -= buf->failed ? 0 : n;
}

void cc_buf_u8(cc_buf *buf, uint8_t v) {
    put_le(buf, v, 1);
}

void cc_buf_u16(cc_buf *buf, uint16_t v) {
    put_le(buf, v, 2);
}

void cc_buf_u32(cc_buf *buf, uint32_t v) {
    put_le(buf, v, 4);
}

void cc_buf_u64(cc_buf *buf, uint64_t v) {
    put_le(buf, v, 8);
}

void cc_buf_span_put(cc_buf *buf, cc_span bytes) {
    cc_buf_bytes(buf, bytes.data, bytes.len);
}

void cc_buf_str_put(cc_buf *buf, cc_str s) {
    cc_buf_bytes(buf, s.s, s.len);
}

void cc_buf_key_put(cc_buf *buf, cc_str s) {
    cc_buf_u64(buf, s.len);
    cc_buf_str_put(buf, s);
}

void cc_buf_puts(cc_buf *buf, const char *z) {
    cc_buf_bytes(buf, z, strlen(z));
}

void cc_buf_putc(cc_buf *buf, char c) {
    cc_buf_u8(buf, (uint8_t)c);
}

void cc_buf_dec(cc_buf *buf, uint64_t v) {
    char digits[20];
    size_t n = sizeof digits;
    do {
        digits[--n] = (char)('0' + v % 10);
        v /= 10;
    } while (v > 0);
    cc_buf_bytes(buf, digits + n, sizeof digits - n);
}

void cc_buf_vprintf(cc_buf *buf, const char *fmt, va_list args) {
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    uint8_t *at = len < 0 ? NULL : reserve(buf, (size_t)len + 1);
    if (at != NULL) {
        (void)vsnprintf((char *)at, (size_t)len + 1, fmt, again);
        buf->len--; /* the terminating NUL is not content */
    } else {
        buf->failed = true;
    }
    va_end(again);
}

void cc_buf_printf(cc_buf *buf, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    cc_buf_vprintf(buf, fmt, args);
    va_end(args);
}

void cc_buf_align(cc_buf *buf, size_t align) {
    while (!buf->failed && buf->len % align != 0) {
        cc_buf_u8(buf, 0);
    }
}

void cc_buf_patch_u32(cc_buf *buf, size_t offset, uint32_t v) {
    if (buf->failed || offset > buf->len || buf->len - offset < 4) {
        buf->failed = true;
        return;
    }
    for (size_t i = 0; i < 4; i++) {
        buf->data[offset + i] = (uint8_t)(v >> (8 * i));
    }
}
