/* Numbers as LEB128; see cc_leb.h. */
#include "base/cc_leb.h"

enum { BITS = 7, MORE = 0x80, MOST_SHIFT = 63 };

void cc_leb_put(cc_buf *out, uint64_t value) {
    while (value >= MORE) {
        cc_buf_u8(out, (uint8_t)(value | MORE));
        value >>= BITS;
    }
    cc_buf_u8(out, (uint8_t)value);
}

bool cc_leb_take(cc_span *in, uint64_t *out) {
    *out = 0;
    for (unsigned shift = 0; shift <= MOST_SHIFT; shift += BITS) {
        uint8_t byte = 0;
        if (!cc_span_u8(in, &byte) || (shift == MOST_SHIFT && byte > 1)) {
            return false;
        }
        *out |= (uint64_t)(byte & (MORE - 1)) << shift;
        if (byte < MORE) {
            return true;
        }
    }
    return false;
}

bool cc_leb_take_u32(cc_span *in, uint32_t *out) {
    uint64_t value = 0;
    if (!cc_leb_take(in, &value) || value > UINT32_MAX) {
        return false;
    }
    *out = (uint32_t)value;
    return true;
}
