/* Matching of one pattern with one name. Except for cc_glob nothing here backtracks: a hostile
 * pattern costs at most time pattern x text. See sel_internal.h. */
#include <string.h>

#include "base/cc_glob.h"
#include "select/sel_internal.h"

bool sel_is_everything(cc_str pattern) {
    for (size_t i = 0; i < pattern.len; i++) {
        if (pattern.s[i] != '*') {
            return false;
        }
    }
    return true;
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool sel_has_drive(cc_str path) {
    return path.len >= 3 && is_letter(path.s[0]) && path.s[1] == ':' &&
           (path.s[2] == '/' || path.s[2] == '\\');
}

/* --- coverlet's wildcards --------------------------------------------------------------------- */

static char fold(char c, bool ignore_case) {
    return ignore_case ? cc_lower(c) : c;
}

/* Returns the length in bytes of the character at `at`, including its continuation bytes in
 * UTF-8. */
static size_t char_len(cc_str s, size_t at) {
    size_t n = 1;
    while (at + n < s.len && ((unsigned char)s.s[at + n] & 0xC0) == 0x80) {
        n++;
    }
    return n;
}

static bool is_optional(cc_str pattern, size_t after) {
    return after < pattern.len && pattern.s[after] == '?';
}

/* The possible positions in the pattern, by byte; the end of the pattern means a match. */
typedef struct places {
    bool at[SEL_MAX_GLOB + 1];
} places;

/* Adds the positions that are reachable without reading a character: after a star, after an
 * optional character. A '?' after another '?' or a star adds nothing. */
static void close_places(cc_str pattern, places *now) {
    for (size_t i = 0; i < pattern.len; i++) {
        if (!now->at[i]) {
            continue;
        }
        size_t after = i + char_len(pattern, i);
        if (pattern.s[i] == '*' || pattern.s[i] == '?') {
            now->at[i + 1] = true;
        } else if (is_optional(pattern, after)) {
            now->at[after + 1] = true;
        }
    }
}

/* Reads the character `c`. False when no position is left. */
static bool step(cc_str pattern, const places *now, places *next, cc_str c, bool ignore_case) {
    bool any = false;
    memset(next->at, 0, pattern.len + 1);
    for (size_t i = 0; i < pattern.len; i++) {
        if (!now->at[i] || pattern.s[i] == '?') {
            continue;
        }
        size_t n = char_len(pattern, i);
        bool is_same = n == c.len && fold(pattern.s[i], ignore_case) == fold(c.s[0], ignore_case) &&
                       memcmp(pattern.s + i + 1, c.s + 1, n - 1) == 0;
        if (pattern.s[i] == '*') {
            next->at[i] = true;
            any = true;
        } else if (is_same) {
            next->at[i + n] = true;
            any = true;
        }
    }
    return any;
}

bool sel_match_wildcard(cc_str pattern, cc_str text, bool ignore_case) {
    if (pattern.len == 0 || memchr(pattern.s, '?', pattern.len) == NULL) {
        return cc_glob_name(pattern, text, ignore_case);
    }
    places sets[2];
    places *now = &sets[0];
    places *next = &sets[1];
    if (pattern.len > SEL_MAX_GLOB) {
        return false;
    }
    memset(now->at, 0, pattern.len + 1);
    now->at[0] = true;
    close_places(pattern, now);
    for (size_t t = 0; t < text.len;) {
        cc_str c = {text.s + t, char_len(text, t)};
        if (!step(pattern, now, next, c, ignore_case)) {
            return false;
        }
        close_places(pattern, next);
        places *old = now;
        now = next;
        next = old;
        t += c.len;
    }
    return now->at[pattern.len];
}

/* --- names of types and members --------------------------------------------------------------- */

/* Longer names match only with their arities; a runtime accepts 1023 bytes for one part. */
enum { MAX_NAME = 4096 };

/* Returns the number of bytes of the arity "`N" at `at`; 0: there is none. */
static size_t arity_len(cc_str name, size_t at) {
    size_t n = 1;
    if (name.s[at] != '`') {
        return 0;
    }
    while (at + n < name.len && cc_is_digit(name.s[at + n])) {
        n++;
    }
    return n > 1 ? n : 0;
}

/* Copies the name without its arities from `start` on. `out` has room for MAX_NAME bytes. */
static cc_str without_arities(cc_str name, size_t start, char *out) {
    size_t len = 0;
    for (size_t i = 0; i < name.len;) {
        size_t skip = i >= start ? arity_len(name, i) : 0;
        if (skip == 0) {
            out[len++] = name.s[i];
        }
        i += skip > 0 ? skip : 1;
    }
    return (cc_str){out, len};
}

/* The user may give the arity of the outer type and omit the arity of the inner type, so the
 * function drops arities one by one, from the end. */
bool sel_match_clr_name(cc_str glob, cc_str name) {
    char shorter[MAX_NAME];
    if (cc_glob_name(glob, name, false)) {
        return true;
    }
    bool has_arity = name.len > 0 && memchr(name.s, '`', name.len) != NULL;
    for (size_t i = has_arity && name.len <= sizeof shorter ? name.len : 0; i > 0; i--) {
        if (arity_len(name, i - 1) > 0 &&
            cc_glob_name(glob, without_arities(name, i - 1, shorter), false)) {
            return true;
        }
    }
    return false;
}

/* --- attributes ------------------------------------------------------------------------------- */

static cc_str after_namespace(cc_str name) {
    for (size_t i = name.len; i > 0; i--) {
        char c = name.s[i - 1];
        if (c == '.' || c == '/' || c == '+') {
            return (cc_str){name.s + i, name.len - i};
        }
    }
    return name;
}

/* Matches with and without namespace. */
static bool matches_either(cc_str pattern, cc_str name) {
    return cc_glob_name(pattern, name, true) || cc_glob_name(pattern, after_namespace(name), true);
}

bool sel_attribute_matches(cc_str pattern, cc_str full_name) {
    static const char suffix[] = "Attribute";
    cc_str name = full_name;
    if (matches_either(pattern, name)) {
        return true;
    }
    for (size_t i = name.len; i > 0; i--) {
        if (arity_len(name, i - 1) > 0 && i - 1 + arity_len(name, i - 1) == name.len) {
            name.len = i - 1;
            break;
        }
    }
    if (name.len < full_name.len && matches_either(pattern, name)) {
        return true;
    }
    size_t len = sizeof suffix - 1;
    bool has_suffix = after_namespace(name).len > len &&
                      cc_str_eq_nocase((cc_str){name.s + name.len - len, len}, cc_strz(suffix));
    name.len -= has_suffix ? len : 0;
    return has_suffix && matches_either(pattern, name);
}
