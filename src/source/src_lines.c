/* The number of lines that a source can have. See src_lines.h. */
#include "source/src_lines.h"

/* The line ends of C# and Visual Basic, which include the line ends of F#. */
static bool ends_line(uint32_t character) {
    return character == '\n' || character == '\r' || character == 0x85 || character == 0x2028 ||
           character == 0x2029;
}

static bool is_utf16(cc_span bytes) {
    return bytes.len >= 2 && ((bytes.data[0] == 0xFF && bytes.data[1] == 0xFE) ||
                              (bytes.data[0] == 0xFE && bytes.data[1] == 0xFF));
}

/* Returns the character at the place if it may end a line; else any other character. */
static uint32_t wide_at(cc_span bytes, size_t at, bool is_little) {
    const uint8_t *b = bytes.data + at;
    return is_little ? (uint32_t)b[0] | (uint32_t)b[1] << 8 : (uint32_t)b[1] | (uint32_t)b[0] << 8;
}

static uint32_t narrow_at(cc_span bytes, size_t at) {
    const uint8_t *b = bytes.data + at;
    size_t left = bytes.len - at;
    if (b[0] == 0xC2 && left > 1 && b[1] == 0x85) {
        return 0x85;
    }
    bool is_separator = b[0] == 0xE2 && left > 2 && b[1] == 0x80 && (b[2] == 0xA8 || b[2] == 0xA9);
    return is_separator ? 0x2028 : b[0] < 0x80 ? b[0] : 0;
}

/* Returns the next byte from `at` on that may belong to the end of a line, or be a part of a
 * character. */
static size_t after_plain(cc_span bytes, size_t at) {
    while (at < bytes.len && bytes.data[at] < 0x80 && bytes.data[at] != '\n' &&
           bytes.data[at] != '\r') {
        at++;
    }
    return at;
}

uint32_t src_line_bound(cc_span bytes) {
    bool is_wide = is_utf16(bytes);
    bool is_little = is_wide && bytes.data[0] == 0xFF;
    size_t step = is_wide ? 2 : 1;
    uint32_t count = 0;
    uint32_t before = '\n';
    for (size_t at = 0; at + step <= bytes.len && count < UINT32_MAX; at += step) {
        size_t next = is_wide ? at : after_plain(bytes, at);
        if (next > at) {
            before = 0;
            at = next - 1;
            continue;
        }
        if (!is_wide && (bytes.data[at] & 0xC0) == 0x80) {
            continue; /* in the middle of a character */
        }
        uint32_t character = is_wide ? wide_at(bytes, at, is_little) : narrow_at(bytes, at);
        bool is_second = character == '\n' && before == '\r';
        count += ends_line(character) && !is_second ? 1 : 0;
        before = character;
    }
    return count + (ends_line(before) ? 0 : 1);
}
