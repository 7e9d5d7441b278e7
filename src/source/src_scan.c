/* Words, signs and the text between them; see src_scan.h. */
#include "source/src_scan.h"

#include <strings.h>

#include "source/src_internal.h"

src_language src_language_of(cc_str path) {
    static const struct {
        const char *ending;
        src_language language;
    } rows[] = {{".cs", SRC_LANGUAGE_CSHARP},     {".razor", SRC_LANGUAGE_CSHARP},
                {".cshtml", SRC_LANGUAGE_CSHARP}, {".fs", SRC_LANGUAGE_FSHARP},
                {".fsx", SRC_LANGUAGE_FSHARP},    {".vb", SRC_LANGUAGE_VB}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (cc_str_ends_nocase(path, rows[i].ending)) {
            return rows[i].language;
        }
    }
    return SRC_LANGUAGE_OTHER;
}

src_scan src_scan_begin(cc_str text, src_place place, src_language language,
                        const src_symbols *symbols) {
    return (src_scan){.at = text.s,
                      .end = text.s + text.len,
                      .counted = text.s,
                      .place = place,
                      .symbols = symbols,
                      .language = language,
                      .is_line_start = place.column == 1};
}

/* Counts lines and columns up to the next byte to read. A character outside of the basic plane has
 * two code units. Bytes that are no UTF-8 have a column together: tokens begin at different
 * places. */
static void count(src_scan *s) {
    unsigned char before = 0;
    for (; s->counted < s->at; s->counted++) {
        unsigned char c = (unsigned char)*s->counted;
        bool is_inside = (c & 0xC0) == 0x80 && before >= 0x80;
        before = c;
        if (c == '\n') {
            s->place = (src_place){s->place.line + 1, 1};
        } else if (!is_inside) {
            s->place.column += c >= 0xF0 ? 2 : 1;
        }
    }
}

/* --- blanks and comments ---------------------------------------------------------------------- */

size_t src_wide_blank_length(const char *at, const char *end) {
    static const char *const spaces[] = {"\xC2\xA0", "\xE1\x9A\x80", "\xE2\x80\xAF", "\xE2\x81\x9F",
                                         "\xE3\x80\x80"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        size_t length = strlen(spaces[i]);
        if ((size_t)(end - at) >= length && memcmp(at, spaces[i], length) == 0) {
            return length;
        }
    }
    /* U+2000 to U+200A */
    bool is_space = end - at >= 3 && memcmp(at, "\xE2\x80", 2) == 0 &&
                    (unsigned char)at[2] >= 0x80 && (unsigned char)at[2] <= 0x8A;
    return is_space ? 3 : 0;
}

bool src_skip_past(src_scan *s, const char *closing) {
    const char *found = memmem(s->at, (size_t)(s->end - s->at), closing, strlen(closing));
    s->at = found == NULL ? s->at : found + strlen(closing);
    return found != NULL;
}

/* `(* .. *)` of F# nests, and strings and characters inside it count as such; "(*)" is the operator. */
static void skip_nested_comment(src_scan *s) {
    uint32_t depth = 0;
    do {
        if (src_starts(s, "(*)") || src_starts(s, "'\"'")) {
            s->at += 3;
        } else if (src_starts(s, "(*")) {
            depth++;
            s->at += 2;
        } else if (src_starts(s, "*)")) {
            depth--;
            s->at += 2;
        } else if (*s->at != '"' || !src_skip_literal(s)) {
            s->at++;
        }
    } while (depth > 0 && s->at < s->end);
}

/* `x.Rem` and `[Rem]` are names. */
static bool is_name_of_member(const src_scan *s) {
    return s->counted < s->at && (s->at[-1] == '.' || s->at[-1] == '[');
}

static bool is_remark(const src_scan *s) {
    bool is_word = s->end - s->at >= 3 && strncasecmp(s->at, "rem", 3) == 0;
    bool is_whole = is_word && !src_is_word_at(s->at + 3, s->end);
    return is_whole && !is_name_of_member(s);
}

bool src_skip_comment(src_scan *s) {
    bool is_vb = s->language == SRC_LANGUAGE_VB;
    if ((!is_vb && src_starts(s, "//")) || (is_vb && (*s->at == '\'' || is_remark(s)))) {
        src_to_line_end(s);
        return true;
    }
    if (s->language == SRC_LANGUAGE_CSHARP && src_starts(s, "/*")) {
        s->at += 2;
        if (!src_skip_past(s, "*/")) {
            s->at = s->end;
        }
        return true;
    }
    /* "(*)" is the operator */
    if (s->language == SRC_LANGUAGE_FSHARP && src_starts(s, "(*") && !src_starts(s, "(*)")) {
        skip_nested_comment(s);
        return true;
    }
    return false;
}

/* In text of a branch, what opens a comment or a literal that leaves the branch is a sign: the scan
 * then goes back to where that began. Returns whether it was skipped as a whole. */
static bool stays_in_branch(src_scan *s, const char *from) {
    bool leaves = src_leaves_branch(s, from);
    s->at = leaves ? from : s->at;
    return !leaves;
}

static bool skip_blank(src_scan *s) {
    size_t length = src_blank_length(s->at, s->end);
    if (length > 0) {
        s->at += length;
        return true;
    }
    if (*s->at == '\n') {
        s->is_line_start = true;
        s->at++;
        return true;
    }
    if (*s->at == '#' && s->is_line_start) {
        src_skip_directive(s);
        return true;
    }
    const char *from = s->at;
    return src_skip_comment(s) && stays_in_branch(s, from);
}

/* --- words and signs -------------------------------------------------------------------------- */

/* Most signs are one character: the second character of a longer sign is one of these. */
static bool may_be_longer(const src_scan *s) {
    return s->end - s->at > 1 && strchr("?&|.[=>:", s->at[1]) != NULL && s->at[1] != '\0';
}

static void skip_sign(src_scan *s) {
    /* longer signs first */
    static const char *const signs[] = {
        "?\?=", "&&", "||",  "??", "?.", "?[", "==", "!=", "<=", ">=", "=>", "<>",
        "->",   "::", ":?>", ":?", ":=", "+=", "-=", "*=", "/=", "|>", "<|"};
    size_t count = may_be_longer(s) ? sizeof signs / sizeof *signs : 0;
    for (size_t i = 0; i < count; i++) {
        if (signs[i][0] == *s->at && src_starts(s, signs[i])) {
            s->at += strlen(signs[i]);
            return;
        }
    }
    s->at++;
}

/* ``a name`` of F# may contain anything but a line break. */
static bool skip_quoted_name(src_scan *s) {
    if (s->language != SRC_LANGUAGE_FSHARP || !src_starts(s, "``")) {
        return false;
    }
    const char *line_end = memchr(s->at, '\n', (size_t)(s->end - s->at));
    const char *limit = line_end == NULL ? s->end : line_end;
    const char *close = memmem(s->at + 2, (size_t)(limit - s->at - 2), "``", 2);
    s->at = close == NULL ? s->at + 2 : close + 2;
    return true;
}

bool src_skip_word(src_scan *s) {
    bool is_marked =
        *s->at == '@' && s->language == SRC_LANGUAGE_CSHARP; /* a keyword that is a name */
    if (skip_quoted_name(s)) {
        return true;
    }
    if (!src_is_word_at(s->at, s->end) && !is_marked) {
        return false;
    }
    bool is_primed = s->language == SRC_LANGUAGE_FSHARP;
    do {
        s->at++;
    } while (s->at < s->end && (src_is_word_at(s->at, s->end) || (is_primed && *s->at == '\'')));
    return true;
}

bool src_scan_next(src_scan *s, src_token *out) {
    while (s->at < s->end && skip_blank(s)) {
    }
    if (s->at >= s->end) {
        return false;
    }
    count(s);
    const char *from = s->at;
    *out = (src_token){.kind = SRC_TOKEN_SIGN, .place = s->place};
    s->is_line_start = false;
    bool is_literal = src_skip_xml(s) || src_skip_literal(s);
    if (is_literal && stays_in_branch(s, from)) {
        out->kind = SRC_TOKEN_LITERAL;
    } else if (src_skip_word(s)) {
        out->kind = SRC_TOKEN_WORD;
    } else {
        skip_sign(s);
    }
    out->text = (cc_str){from, (size_t)(s->at - from)};
    return true;
}

bool src_token_is(const src_token *token, src_language language, const char *text) {
    size_t length = strlen(text);
    return token->kind != SRC_TOKEN_LITERAL && token->text.len == length &&
           (language == SRC_LANGUAGE_VB ? strncasecmp(token->text.s, text, length)
                                        : memcmp(token->text.s, text, length)) == 0;
}
