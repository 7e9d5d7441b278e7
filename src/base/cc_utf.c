/* UTF conversions. See cc_utf.h. */
#include "base/cc_utf.h"

enum { REPLACEMENT = 0xFFFD };

static void put_utf8(cc_buf *out, uint32_t c) {
    if (c < 0x80) {
        cc_buf_u8(out, (uint8_t)c);
    } else if (c < 0x800) {
        cc_buf_u8(out, (uint8_t)(0xC0 | c >> 6));
        cc_buf_u8(out, (uint8_t)(0x80 | (c & 0x3F)));
    } else if (c < 0x10000) {
        cc_buf_u8(out, (uint8_t)(0xE0 | c >> 12));
        cc_buf_u8(out, (uint8_t)(0x80 | (c >> 6 & 0x3F)));
        cc_buf_u8(out, (uint8_t)(0x80 | (c & 0x3F)));
    } else {
        cc_buf_u8(out, (uint8_t)(0xF0 | c >> 18));
        cc_buf_u8(out, (uint8_t)(0x80 | (c >> 12 & 0x3F)));
        cc_buf_u8(out, (uint8_t)(0x80 | (c >> 6 & 0x3F)));
        cc_buf_u8(out, (uint8_t)(0x80 | (c & 0x3F)));
    }
}

static bool is_high(uint16_t u) {
    return u >= 0xD800 && u < 0xDC00;
}

static bool is_low(uint16_t u) {
    return u >= 0xDC00 && u < 0xE000;
}

void cc_utf16_to_utf8(const uint16_t *units, size_t count, cc_buf *out) {
    for (size_t i = 0; i < count; i++) {
        uint16_t u = units[i];
        if (is_high(u) && i + 1 < count && is_low(units[i + 1])) {
            uint32_t low = units[++i];
            put_utf8(out, 0x10000 + (((uint32_t)u - 0xD800) << 10) + (low - 0xDC00));
        } else if (is_high(u) || is_low(u)) {
            put_utf8(out, REPLACEMENT);
        } else {
            put_utf8(out, u);
        }
    }
}

/* Returns the length of the sequence that begins with the lead byte, 0 for a byte that cannot begin
 * a sequence. */
static size_t sequence_length(uint8_t lead) {
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead <= 0xDF) {
        return 2;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        return 3;
    }
    return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
}

/* Returns the code point of a sequence of n bytes, or UINT32_MAX when it is not well-formed. */
static uint32_t decode_sequence(const uint8_t *p, size_t n) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t c = n == 1 ? p[0] : p[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) {
            return UINT32_MAX;
        }
        c = c << 6 | (p[i] & 0x3Fu);
    }
    bool surrogate = c >= 0xD800 && c < 0xE000;
    return c < smallest[n] || c > 0x10FFFF || surrogate ? UINT32_MAX : c;
}

bool cc_utf8_next(cc_str *s, uint32_t *code_point) {
    if (s->len == 0) {
        return false;
    }
    const uint8_t *p = (const uint8_t *)s->s;
    size_t n = sequence_length(p[0]);
    uint32_t c = n == 0 || n > s->len ? UINT32_MAX : decode_sequence(p, n);
    if (c == UINT32_MAX) {
        c = REPLACEMENT;
        n = 1;
    }
    s->s += n;
    s->len -= n;
    *code_point = c;
    return true;
}

static bool is_plain(uint32_t c) {
    return c >= 0x20 && (c < 0x7F || c > 0x9F) && c != 0xFFFE && c != 0xFFFF;
}

void cc_utf8_clean(cc_str s, cc_buf *out) {
    uint32_t c;
    while (cc_utf8_next(&s, &c)) {
        put_utf8(out, is_plain(c) ? c : REPLACEMENT);
    }
}
