/* Bounded reads. See cc_span.h. */
#include "base/cc_span.h"

#include <string.h>

bool cc_span_from(cc_span in, size_t offset, cc_span *out) {
    cc_span skipped;
    if (!cc_span_take(&in, offset, &skipped)) {
        return false;
    }
    *out = in;
    return true;
}

bool cc_span_slice(cc_span in, size_t offset, size_t len, cc_span *out) {
    return cc_span_from(in, offset, &in) && cc_span_take(&in, len, out);
}

bool cc_span_skip(cc_span *in, size_t n) {
    cc_span skipped;
    return cc_span_take(in, n, &skipped);
}

bool cc_span_u16(cc_span *in, uint16_t *out) {
    cc_span b;
    if (!cc_span_take(in, 2, &b)) {
        return false;
    }
    *out = (uint16_t)(b.data[0] | (unsigned)b.data[1] << 8);
    return true;
}

bool cc_span_u32(cc_span *in, uint32_t *out) {
    cc_span b;
    if (!cc_span_take(in, 4, &b)) {
        return false;
    }
    *out = (uint32_t)b.data[0] | (uint32_t)b.data[1] << 8 | (uint32_t)b.data[2] << 16 |
           (uint32_t)b.data[3] << 24;
    return true;
}

bool cc_span_u64(cc_span *in, uint64_t *out) {
    cc_span whole;
    if (!cc_span_take(in, 8, &whole)) {
        return false;
    }
    uint64_t v = 0;
    for (size_t i = 8; i-- > 0;) {
        v = v << 8 | whole.data[i];
    }
    *out = v;
    return true;
}

bool cc_span_align(cc_span *in, const uint8_t *start, size_t align) {
    size_t used = (size_t)(in->data - start);
    size_t rest = used & (align - 1);
    return rest == 0 || cc_span_skip(in, align - rest);
}

bool cc_span_cstr(cc_span *in, cc_str *out) {
    const uint8_t *nul = in->len > 0 ? memchr(in->data, 0, in->len) : NULL;
    if (nul == NULL) {
        return false;
    }
    size_t len = (size_t)(nul - in->data);
    *out = (cc_str){(const char *)in->data, len};
    return cc_span_skip(in, len + 1);
}

bool cc_span_eq(cc_span a, cc_span b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

bool cc_str_eq(cc_str a, cc_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.s, b.s, a.len) == 0);
}

cc_str cc_strz(const char *z) {
    return (cc_str){z, strlen(z)};
}

bool cc_str_eqz(cc_str a, const char *z) {
    return cc_str_eq(a, cc_strz(z));
}

bool cc_str_starts(cc_str s, const char *prefix) {
    size_t n = strlen(prefix);
    return s.len >= n && memcmp(s.s, prefix, n) == 0;
}

bool cc_str_ends(cc_str s, const char *suffix) {
    size_t n = strlen(suffix);
    return s.len >= n && memcmp(s.s + (s.len - n), suffix, n) == 0;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

cc_str cc_str_trim_start(cc_str s) {
    while (s.len > 0 && is_space(s.s[0])) {
        s = (cc_str){s.s + 1, s.len - 1};
    }
    return s;
}

cc_str cc_str_trim_end(cc_str s) {
    while (s.len > 0 && is_space(s.s[s.len - 1])) {
        s.len--;
    }
    return s;
}

cc_str cc_str_trim(cc_str s) {
    return cc_str_trim_end(cc_str_trim_start(s));
}

bool cc_str_number(cc_str text, uint64_t most, uint64_t *out) {
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.s[i] < '0' || text.s[i] > '9' || value > (UINT64_MAX - 9) / 10) {
            return false;
        }
        value = value * 10 + (uint64_t)(text.s[i] - '0');
    }
    *out = value;
    return text.len > 0 && value <= most;
}

cc_str cc_str_without_mark(cc_str s) {
    return cc_str_starts(s, "\xEF\xBB\xBF") ? (cc_str){s.s + 3, s.len - 3} : s;
}

cc_str cc_str_cut(cc_str *rest, char sign) {
    const char *at = rest->len == 0 ? NULL : memchr(rest->s, sign, rest->len);
    cc_str part = {rest->s, at == NULL ? rest->len : (size_t)(at - rest->s)};
    size_t used = part.len + (at != NULL);
    *rest = (cc_str){rest->s + used, rest->len - used};
    return part;
}

bool cc_str_next(cc_str *rest, char sign, cc_str *out) {
    *out = (cc_str){"", 0};
    while (out->len == 0 && rest->len > 0) {
        *out = cc_str_trim(cc_str_cut(rest, sign));
    }
    return out->len > 0;
}

char cc_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool cc_str_eq_nocase(cc_str a, cc_str b) {
    if (a.len != b.len) {
        return false;
    }
    for (size_t i = 0; i < a.len; i++) {
        if (cc_lower(a.s[i]) != cc_lower(b.s[i])) {
            return false;
        }
    }
    return true;
}

bool cc_str_starts_nocase(cc_str s, const char *prefix) {
    size_t n = strlen(prefix);
    return s.len >= n && cc_str_eq_nocase((cc_str){s.s, n}, (cc_str){prefix, n});
}

bool cc_str_ends_nocase(cc_str s, const char *suffix) {
    size_t n = strlen(suffix);
    return s.len >= n && cc_str_eq_nocase((cc_str){s.s + (s.len - n), n}, (cc_str){suffix, n});
}

/* --- lists of words --------------------------------------------------------------------------- */

static bool is_nocase(cc_str s, const char *word) {
    return cc_str_eq_nocase(s, cc_strz(word));
}

static bool fits_one_of(cc_str s, const char *const *words, bool (*fits)(cc_str, const char *)) {
    while (*words != NULL && !fits(s, *words)) {
        words++;
    }
    return *words != NULL;
}

bool cc_str_is_one_of(cc_str s, const char *const *words) {
    return fits_one_of(s, words, cc_str_eqz);
}

bool cc_str_starts_with_one_of(cc_str s, const char *const *words) {
    return fits_one_of(s, words, cc_str_starts);
}

bool cc_str_is_one_of_nocase(cc_str s, const char *const *words) {
    return fits_one_of(s, words, is_nocase);
}

bool cc_str_starts_with_one_of_nocase(cc_str s, const char *const *words) {
    return fits_one_of(s, words, cc_str_starts_nocase);
}

bool cc_str_ends_with_one_of_nocase(cc_str s, const char *const *words) {
    return fits_one_of(s, words, cc_str_ends_nocase);
}

const char *cc_find_value(const cc_pair *pairs, cc_str key) {
    while (pairs->key != NULL && !cc_str_eqz(key, pairs->key)) {
        pairs++;
    }
    return pairs->value;
}

const char *cc_find_value_nocase(const cc_pair *pairs, cc_str key) {
    while (pairs->key != NULL && !cc_str_eq_nocase(key, cc_strz(pairs->key))) {
        pairs++;
    }
    return pairs->value;
}

/* --- order ------------------------------------------------------------------------------------ */

int cc_str_cmp(cc_str a, cc_str b) {
    size_t n = a.len < b.len ? a.len : b.len;
    int order = n == 0 ? 0 : memcmp(a.s, b.s, n);
    if (order != 0) {
        return order;
    }
    return (a.len > b.len) - (a.len < b.len);
}
