/* Lines and encodings of sources. See src_lines.h. */
#include "source/src_lines.h"

#include <string.h>

#include "base/cc_utf.h"

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

/* --- plain text ------------------------------------------------------------------------------- */

/* Without its byte order mark. */
static cc_span to_utf8(cc_span bytes, cc_arena *arena) {
    bool is_little = bytes.data[0] == 0xFF;
    size_t count = bytes.len / 2 - 1;
    uint16_t *units = CC_NEW_ARRAY(arena, uint16_t, count);
    cc_buf text = {0};
    for (size_t i = 0; i < count; i++) {
        units[i] = (uint16_t)wide_at(bytes, 2 * (i + 1), is_little);
    }
    cc_utf16_to_utf8(units, count, &text);
    cc_span copy = cc_arena_copy(arena, cc_buf_span(&text));
    cc_buf_free(&text);
    return copy;
}

/* Returns how many bytes at the place end a line that neither \n nor \r\n ends. */
static size_t odd_end_at(cc_span bytes, size_t at) {
    switch (narrow_at(bytes, at)) {
    case '\r':
        return at + 1 == bytes.len || bytes.data[at + 1] != '\n' ? 1 : 0;
    case 0x85:
        return 2;
    case 0x2028:
        return 3;
    default:
        return 0;
    }
}

/* Returns the place of the first one from `at` on that begins with this byte; the length when there is
 * none. */
static size_t find_odd_end(cc_span bytes, size_t at, uint8_t first) {
    while (at < bytes.len) {
        const uint8_t *found = memchr(bytes.data + at, first, bytes.len - at);
        if (found == NULL) {
            return bytes.len;
        }
        at = (size_t)(found - bytes.data);
        if (odd_end_at(bytes, at) > 0) {
            return at;
        }
        at++;
    }
    return bytes.len;
}

/* Makes the ends of lines \n: blanks take the place of their other bytes. *out is `bytes` while there is
 * nothing to change. */
static void end_lines(cc_span bytes, uint8_t first, cc_span *out, cc_arena *arena) {
    for (size_t at = find_odd_end(bytes, 0, first); at < bytes.len;
         at = find_odd_end(bytes, at, first)) {
        if (out->data == bytes.data) {
            *out = cc_arena_copy(arena, bytes);
        }
        uint8_t *made = (uint8_t *)(uintptr_t)out->data;
        size_t length = odd_end_at(bytes, at);
        memset(made + at, ' ', length - 1);
        made[at + length - 1] = '\n';
        at += length;
    }
}

cc_span src_plain_text(cc_span bytes, src_language language, cc_arena *arena) {
    static const uint8_t firsts[] = {'\r', 0xC2, 0xE2};
    cc_span text = is_utf16(bytes) ? to_utf8(bytes, arena) : bytes;
    bool has_few = language == SRC_LANGUAGE_FSHARP;
    for (size_t i = 0; !has_few && i < sizeof firsts; i++) {
        cc_span now = text;
        end_lines(now, firsts[i], &text, arena);
    }
    return text;
}
