/* Counts of one run as bytes; see dat_internal.h. */
#include "coverage/data/dat_internal.h"

enum { MOST_SHIFT = 63 };

static void put_number(cc_buf *out, uint64_t value) {
    while (value >= 0x80) {
        cc_buf_u8(out, (uint8_t)(value | 0x80));
        value >>= 7;
    }
    cc_buf_u8(out, (uint8_t)value);
}

static bool get_number(cc_span *in, uint64_t *out) {
    *out = 0;
    for (unsigned shift = 0; shift <= MOST_SHIFT; shift += 7) {
        uint8_t byte = 0;
        if (!cc_span_u8(in, &byte) || (shift == MOST_SHIFT && byte > 1)) {
            return false;
        }
        *out |= (uint64_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            return true;
        }
    }
    return false;
}

/* Points come in ascending order; *next is the point after the last one. */
void dat_counts_put(cc_buf *out, uint64_t *next, uint64_t point, uint64_t count) {
    put_number(out, point - *next);
    put_number(out, count);
    *next = point + 1;
}

dat_counts dat_counts_read(cc_span bytes) {
    return (dat_counts){.rest = bytes, .point = UINT64_MAX};
}

bool dat_counts_next(dat_counts *counts) {
    uint64_t skipped = 0;
    if (counts->rest.len == 0 || counts->is_damaged) {
        return false;
    }
    bool is_sound = get_number(&counts->rest, &skipped) &&
                    get_number(&counts->rest, &counts->count) && skipped <= UINT32_MAX;
    counts->point += is_sound ? skipped + 1 : 0;
    counts->is_damaged = !is_sound || counts->point > UINT32_MAX;
    return !counts->is_damaged;
}
