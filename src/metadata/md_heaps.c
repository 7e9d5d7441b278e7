/* Heaps of a metadata root and the compressed integers in them.
 * Sources: ECMA-335 II.24.2.3 to II.24.2.5 (heaps), II.23.2 (compressed integers). */
#include "metadata/md.h"

#include <string.h>

#include "metadata/md_int.h"

/* Payload and its width in bits: 7, 14 or 29. */
static bool compressed(cc_span *in, uint32_t *payload, unsigned *bits) {
    cc_span rest = *in;
    uint8_t b[4] = {0, 0, 0, 0};
    if (!cc_span_u8(&rest, &b[0])) {
        return false;
    }
    if ((b[0] & 0x80) == 0) {
        *payload = b[0];
        *bits = 7;
    } else if ((b[0] & 0xC0) == 0x80) {
        if (!cc_span_u8(&rest, &b[1])) {
            return false;
        }
        *payload = (b[0] & 0x3Fu) << 8 | b[1];
        *bits = 14;
    } else {
        if ((b[0] & 0xE0) != 0xC0 || !cc_span_u8(&rest, &b[1]) || !cc_span_u8(&rest, &b[2]) ||
            !cc_span_u8(&rest, &b[3])) {
            return false;
        }
        *payload = (b[0] & 0x1Fu) << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
        *bits = 29;
    }
    *in = rest;
    return true;
}

bool md_compressed(cc_span *in, uint32_t *out) {
    unsigned bits = 0;
    return compressed(in, out, &bits);
}

bool md_compressed_signed(cc_span *in, int32_t *out) {
    uint32_t payload = 0;
    unsigned bits = 0;
    if (!compressed(in, &payload, &bits)) {
        return false;
    }
    int32_t value = (int32_t)(payload >> 1);
    *out = (payload & 1) != 0 ? value - (int32_t)(1u << (bits - 1)) : value;
    return true;
}

bool md_string(const md_tables *t, uint32_t index, cc_str *out) {
    cc_span in = {NULL, 0};
    if (index == 0) {
        *out = CC_STR("");
        return true;
    }
    return cc_span_from(t->strings, index, &in) && cc_span_cstr(&in, out);
}

static bool heap_blob(cc_span heap, uint32_t index, cc_span *out) {
    uint32_t len = 0;
    cc_span in = {NULL, 0};
    if (index == 0) {
        *out = in;
        return true;
    }
    return cc_span_from(heap, index, &in) && md_compressed(&in, &len) &&
           cc_span_take(&in, len, out);
}

bool md_blob(const md_tables *t, uint32_t index, cc_span *out) {
    return heap_blob(t->blobs, index, out);
}

bool md_guid(const md_tables *t, uint32_t index, uint8_t out[16]) {
    cc_span guid = {NULL, 0};
    if (index == 0) {
        memset(out, 0, 16);
        return true;
    }
    if (!cc_span_slice(t->guids, (size_t)(index - 1) * 16, 16, &guid)) {
        return false;
    }
    memcpy(out, guid.data, 16);
    return true;
}

bool md_user_string(const md_tables *t, uint32_t index, cc_span *utf16) {
    cc_span item = {NULL, 0};
    if (!heap_blob(t->user_strings, index, &item)) {
        return false;
    }
    /* An item has the code units, then one flag byte; an empty item has neither. */
    if (item.len > 0 && item.len % 2 == 0) {
        return false;
    }
    return cc_span_slice(item, 0, item.len > 0 ? item.len - 1 : 0, utf16);
}
