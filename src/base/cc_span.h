/* Bounded, borrowed views of bytes, and the only reader of binary input.
 *
 * A cc_span passed by pointer is a cursor: a successful read advances it, a failed read does not
 * change it. Every reader uses cc_span_take(), the only place that checks a bound. All integers are
 * little-endian, as in ECMA-335 II.24 and PE. Nothing here allocates. */
#ifndef CC_SPAN_H
#define CC_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cc_span {
    const uint8_t *data;
    size_t len;
} cc_span;

/* A borrowed string of `len` bytes, not necessarily zero-terminated; UTF-8 unless stated
 * otherwise. */
typedef struct cc_str {
    const char *s;
    size_t len;
} cc_str;

#define CC_STR(literal) ((cc_str){(literal), sizeof(literal) - 1})
/* The two arguments of `%.*s`. */
#define CC_STR_ARGS(str) (int)(str).len, (str).s

static inline cc_span cc_span_of(const void *data, size_t len) {
    return (cc_span){(const uint8_t *)data, len};
}

/* Takes the first `n` bytes into *out. False, without change, when fewer bytes are left. */
static inline bool cc_span_take(cc_span *in, size_t n, cc_span *out) {
    if (n > in->len) {
        return false;
    }
    *out = (cc_span){in->data, n};
    if (n > 0) {
        in->data += n;
        in->len -= n;
    }
    return true;
}

/* *out = in[offset .. offset+len). False when that is not completely inside `in`. */
bool cc_span_slice(cc_span in, size_t offset, size_t len, cc_span *out);

/* *out = in[offset ..). False when offset > in.len. */
bool cc_span_from(cc_span in, size_t offset, cc_span *out);

bool cc_span_skip(cc_span *in, size_t n);
static inline bool cc_span_u8(cc_span *in, uint8_t *out) {
    cc_span b;
    if (!cc_span_take(in, 1, &b)) {
        return false;
    }
    *out = b.data[0];
    return true;
}
bool cc_span_u16(cc_span *in, uint16_t *out);
bool cc_span_u32(cc_span *in, uint32_t *out);
bool cc_span_u64(cc_span *in, uint64_t *out);

/* Skips up to the next multiple of `align` (a power of two), counted from `start`. */
bool cc_span_align(cc_span *in, const uint8_t *start, size_t align);

/* Takes bytes up to a NUL, which is taken too but not part of *out. False when there is no NUL. */
bool cc_span_cstr(cc_span *in, cc_str *out);

bool cc_span_eq(cc_span a, cc_span b);
bool cc_str_eq(cc_str a, cc_str b);
bool cc_str_eqz(cc_str a, const char *z);
bool cc_str_starts(cc_str s, const char *prefix);
bool cc_str_ends(cc_str s, const char *suffix);
/* The text is one of the words, or begins with one of them. `words` ends with NULL. */
bool cc_str_is_one_of(cc_str s, const char *const *words);
bool cc_str_starts_with_one_of(cc_str s, const char *const *words);
/* Removes a byte order mark of UTF-8 at the start. */
cc_str cc_str_without_mark(cc_str s);
/* Remove spaces, tabs and line ends at the start, at the end, at both. */
cc_str cc_str_trim_start(cc_str s);
cc_str cc_str_trim_end(cc_str s);
cc_str cc_str_trim(cc_str s);
/* Takes the text up to `sign`, and the sign; all of the rest when it does not contain the sign. */
cc_str cc_str_cut(cc_str *rest, char sign);
/* Takes the next part that is not empty, trimmed. False: there is none. */
bool cc_str_next(cc_str *rest, char sign, cc_str *out);
/* Reads a decimal number up to `most`, and nothing else. */
bool cc_str_number(cc_str text, uint64_t most, uint64_t *out);
/* The end of a noun after this number, for messages: "1 test", "2 tests". */
static inline const char *cc_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}
/* Compare without regard to ASCII case. */
bool cc_str_starts_nocase(cc_str s, const char *prefix);
bool cc_str_ends_nocase(cc_str s, const char *suffix);
bool cc_str_eq_nocase(cc_str a, cc_str b);
bool cc_str_is_one_of_nocase(cc_str s, const char *const *words);
bool cc_str_starts_with_one_of_nocase(cc_str s, const char *const *words);
bool cc_str_ends_with_one_of_nocase(cc_str s, const char *const *words);
/* Returns an ASCII letter in lower case; other bytes unchanged. */
char cc_lower(char c);
static inline bool cc_is_digit(char c) {
    return c >= '0' && c <= '9';
}
cc_str cc_strz(const char *z);
/* A list of texts by key, which ends with a NULL key. */
typedef struct cc_pair {
    const char *key, *value;
} cc_pair;
/* The value of the first such key; NULL: there is none. */
const char *cc_find_value(const cc_pair *pairs, cc_str key);
const char *cc_find_value_nocase(const cc_pair *pairs, cc_str key);
/* Compares by byte order; for sorting. */
int cc_str_cmp(cc_str a, cc_str b);

#endif
