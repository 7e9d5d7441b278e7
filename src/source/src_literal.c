/* Strings and characters, with the holes of interpolated strings; see src_scan.h. */
#include "source/src_internal.h"

enum { MAX_NESTING = 64 };

static void skip_string(src_scan *s, int depth);

static size_t count_of(const src_scan *s, char c) {
    size_t count = 0;
    while (s->at + count < s->end && s->at[count] == c) {
        count++;
    }
    return count;
}

/* The prefix before the quotes of a string. */
typedef struct marks {
    bool is_verbatim;
    uint32_t dollars; /* number of `$`, which is the number of braces that open a hole */
    uint32_t length;
} marks;

/* Reads the prefix. False: no string begins here. */
static bool read_marks(const src_scan *s, marks *out) {
    const char *at = s->at;
    *out = (marks){.is_verbatim = s->language == SRC_LANGUAGE_VB};
    while (at < s->end && (*at == '$' || *at == '@')) {
        out->is_verbatim = out->is_verbatim || *at == '@';
        out->dollars += *at == '$' ? 1 : 0;
        at++;
    }
    out->length = (uint32_t)(at - s->at);
    return at < s->end && *at == '"';
}

static bool is_character(const src_scan *s) {
    if (*s->at != '\'' || s->language == SRC_LANGUAGE_VB || s->end - s->at < 3) {
        return false;
    }
    /* in F# a quote also begins a type variable */
    return s->language == SRC_LANGUAGE_CSHARP || s->at[1] == '\\' || s->at[2] == '\'' ||
           (unsigned char)s->at[1] >= 0x80;
}

/* Skips to after the quote that closes a character; no character spans the end of its line. */
static void skip_character(src_scan *s) {
    s->at++;
    while (s->at < s->end && *s->at != '\n' && *s->at != '\'') {
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    }
    s->at += s->at < s->end && *s->at == '\'' ? 1 : 0;
}

/* C# and Visual Basic: `{value:format}`. The first colon outside of brackets begins the format, which
 * is text up to a brace. A format of F# is a word. */
static bool skip_format(src_scan *s) {
    if (*s->at != ':' || s->language == SRC_LANGUAGE_FSHARP) {
        return false;
    }
    const char *brace = memchr(s->at, '}', (size_t)(s->end - s->at));
    s->at = brace == NULL ? s->end : brace;
    return true;
}

/* Skips what brackets do not count in: a string, a character, a comment or a word. */
static bool skip_inside(src_scan *s, int depth) {
    marks m;
    if (read_marks(s, &m) && depth < MAX_NESTING) {
        skip_string(s, depth + 1);
        return true;
    }
    if (is_character(s)) {
        skip_character(s);
        return true;
    }
    return src_skip_comment(s) || src_skip_word(s);
}

/* Skips to after the braces that close a hole. */
static void skip_hole(src_scan *s, size_t braces, int depth) {
    size_t open = braces;
    s->at += braces;
    while (s->at < s->end && open > 0) {
        bool is_skipped = (open == braces && skip_format(s)) || skip_inside(s, depth);
        if (!is_skipped) {
            open += memchr("([{", *s->at, 3) != NULL ? 1 : 0;
            open -= memchr(")]}", *s->at, 3) != NULL ? 1 : 0;
            s->at++;
        }
    }
}

/* At a brace of an interpolated string: skips the hole that opens, or the brace that is text. */
static void skip_brace(src_scan *s, const marks *m, bool is_raw, int depth) {
    size_t run = count_of(s, '{');
    size_t needed = is_raw ? m->dollars : 1;
    bool opens = is_raw ? run >= needed : run % 2 == 1;
    s->at += run - (opens ? needed : 0);
    if (opens) {
        skip_hole(s, needed, depth);
    }
}

/* C#: three or more quotes end with an equal number of quotes. F#: always three, and a fourth one is
 * text. */
static void skip_raw(src_scan *s, const marks *m, int depth) {
    enum { FSHARP_QUOTES = 3 };
    bool is_fsharp = s->language == SRC_LANGUAGE_FSHARP;
    size_t quotes = is_fsharp ? FSHARP_QUOTES : count_of(s, '"');
    s->at += quotes;
    while (s->at < s->end) {
        size_t run = count_of(s, '"');
        if (run >= quotes) {
            s->at += is_fsharp ? quotes : run;
            return;
        }
        if (m->dollars > 0 && *s->at == '{') {
            skip_brace(s, m, true, depth);
        } else {
            s->at += run > 0 ? run : 1;
        }
    }
}

/* Skips to after the closing quote. A backslash escapes the next character; in a verbatim string a
 * doubled quote is part of the string. */
static void skip_quoted(src_scan *s, const marks *m, int depth) {
    s->at++;
    while (s->at < s->end) {
        bool is_quote = *s->at == '"';
        bool has_next = s->at + 1 < s->end;
        if (is_quote && !(m->is_verbatim && has_next && s->at[1] == '"')) {
            s->at++;
            return;
        }
        if (m->dollars > 0 && *s->at == '{') {
            skip_brace(s, m, false, depth);
        } else {
            bool is_pair = is_quote || (*s->at == '\\' && !m->is_verbatim);
            s->at += is_pair && has_next ? 2 : 1;
        }
    }
}

static void skip_string(src_scan *s, int depth) {
    marks m;
    (void)read_marks(s, &m);
    s->at += m.length;
    bool is_raw = !m.is_verbatim && count_of(s, '"') >= 3;
    if (is_raw) {
        skip_raw(s, &m, depth);
    } else {
        skip_quoted(s, &m, depth);
    }
}

bool src_skip_literal(src_scan *s) {
    marks m;
    if (is_character(s)) {
        skip_character(s);
        return true;
    }
    if (!read_marks(s, &m)) {
        return false;
    }
    skip_string(s, 0);
    return true;
}
