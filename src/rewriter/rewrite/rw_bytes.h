/* Writes little-endian bytes and one-byte opcodes into memory of the exact size, from the first to
 * the last. Internal to this room. */
#ifndef RW_BYTES_H
#define RW_BYTES_H

#include "rewriter/il/il.h"

#include <string.h>

typedef struct rw_bytes {
    uint8_t *at;
} rw_bytes;

static inline void rw_put_u8(rw_bytes *w, uint32_t v) {
    *w->at++ = (uint8_t)v;
}

static inline void rw_put_u16(rw_bytes *w, uint32_t v) {
    rw_put_u8(w, v & 0xFF);
    rw_put_u8(w, v >> 8 & 0xFF);
}

static inline void rw_put_u32(rw_bytes *w, uint32_t v) {
    rw_put_u16(w, v & 0xFFFF);
    rw_put_u16(w, v >> 16);
}

static inline void rw_put_u64(rw_bytes *w, uint64_t v) {
    rw_put_u32(w, (uint32_t)v);
    rw_put_u32(w, (uint32_t)(v >> 32));
}

static inline void rw_put_bytes(rw_bytes *w, const uint8_t *bytes, size_t len) {
    memcpy(w->at, bytes, len);
    w->at += len;
}

static inline void rw_put_op(rw_bytes *w, il_op op) {
    rw_put_u8(w, il_op_get(op)->byte0);
}

#endif
