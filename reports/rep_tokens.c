/* Tokens of expressions; see rep_tokens.h. */
#include "reports/rep_tokens.h"

#include <string.h>
#include <strings.h>

typedef struct scan {
    const char *at, *end;
    rep_language language;
    bool is_line_start; /* only blanks so far on the line */
} scan;

static bool is_word_char(char c) {
    unsigned char u = (unsigned char)c;
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' ||
           u >= 0x80;
}

static bool starts(const scan *s, const char *text) {
    size_t length = strlen(text);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

static void to_line_end(scan *s) {
    while (s->at < s->end && *s->at != '\n') {
        s->at++;
    }
}

/* Behind the closing text, or at the end. */
static void skip_to(scan *s, const char *closing) {
    while (s->at < s->end && !starts(s, closing)) {
        s->at++;
    }
    s->at += s->at < s->end ? strlen(closing) : 0;
}

/* --- blanks and comments ---------------------------------------------------------------------- */

static bool skip_comment(scan *s) {
    bool is_vb = s->language == REP_LANGUAGE_VB;
    if ((!is_vb && starts(s, "//")) || (is_vb && *s->at == '\'') ||
        (*s->at == '#' && s->is_line_start)) {
        to_line_end(s);
        return true;
    }
    if (s->language == REP_LANGUAGE_CSHARP && starts(s, "/*")) {
        s->at += 2;
        skip_to(s, "*/");
        return true;
    }
    /* "(*)" is the operator */
    if (s->language == REP_LANGUAGE_FSHARP && starts(s, "(*") && !starts(s, "(*)")) {
        s->at += 2;
        skip_to(s, "*)");
        return true;
    }
    return false;
}

static bool skip_blank(scan *s) {
    if (*s->at == '\n') {
        s->is_line_start = true;
    } else if (*s->at != ' ' && *s->at != '\t' && *s->at != '\r') {
        return skip_comment(s);
    }
    s->at++;
    return true;
}

/* --- literals --------------------------------------------------------------------------------- */

static size_t count_of(const scan *s, char c) {
    size_t count = 0;
    while (s->at + count < s->end && s->at[count] == c) {
        count++;
    }
    return count;
}

/* Behind a quote that closes; `escape` takes the next character with it, a doubled quote stays
 * inside where `doubles`. */
static void skip_quoted(scan *s, char quote, bool escapes, bool doubles) {
    s->at++;
    while (s->at < s->end) {
        bool is_quote = *s->at == quote;
        bool is_double = is_quote && doubles && s->at + 1 < s->end && s->at[1] == quote;
        s->at += (escapes && *s->at == '\\' && s->at + 1 < s->end) || is_double ? 2 : 1;
        if (is_quote && !is_double) {
            return;
        }
    }
}

/* Three quotes or more end with as many. */
static void skip_raw(scan *s) {
    size_t quotes = count_of(s, '"');
    s->at += quotes;
    while (s->at < s->end) {
        size_t run = count_of(s, '"');
        s->at += run > 0 ? run : 1;
        if (run >= quotes) {
            return;
        }
    }
}

static bool is_character(const scan *s) {
    if (*s->at != '\'' || s->language == REP_LANGUAGE_VB || s->end - s->at < 3) {
        return false;
    }
    /* in F# a quote also begins a type variable */
    return s->language == REP_LANGUAGE_CSHARP || s->at[1] == '\\' || s->at[2] == '\'' ||
           (unsigned char)s->at[1] >= 0x80;
}

/* Skips the marks in front of a string ($, @, and both); false when no string follows. */
static bool skip_string_marks(scan *s, bool *is_verbatim) {
    const char *from = s->at;
    while (s->at < s->end && (*s->at == '$' || *s->at == '@')) {
        *is_verbatim = *is_verbatim || *s->at == '@';
        s->at++;
    }
    if (s->at < s->end && *s->at == '"') {
        return true;
    }
    s->at = from;
    return false;
}

static bool skip_literal(scan *s) {
    bool is_vb = s->language == REP_LANGUAGE_VB;
    bool is_verbatim = is_vb;
    if (is_character(s)) {
        skip_quoted(s, '\'', true, false);
        return true;
    }
    if (!skip_string_marks(s, &is_verbatim)) {
        return false;
    }
    if (count_of(s, '"') >= 3 && !is_vb) {
        skip_raw(s);
    } else {
        skip_quoted(s, '"', !is_verbatim, is_verbatim);
    }
    return true;
}

/* --- signs ------------------------------------------------------------------------------------ */

static void skip_sign(scan *s) {
    /* longer signs first */
    static const char *const signs[] = {
        "?\?=", "&&", "||",  "??", "?.", "?[", "==", "!=", "<=", ">=", "=>", "<>",
        "->",   "::", ":?>", ":?", ":=", "+=", "-=", "*=", "/=", "|>", "<|"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (starts(s, signs[i])) {
            s->at += strlen(signs[i]);
            return;
        }
    }
    s->at++;
}

static rep_token next_token(scan *s) {
    const char *from = s->at;
    rep_token_kind kind = REP_TOKEN_SIGN;
    s->is_line_start = false;
    if (skip_literal(s)) {
        kind = REP_TOKEN_LITERAL;
    } else if (is_word_char(*s->at) || (*s->at == '@' && s->language == REP_LANGUAGE_CSHARP)) {
        kind = REP_TOKEN_WORD;
        do {
            s->at++;
        } while (s->at < s->end && is_word_char(*s->at));
    } else {
        skip_sign(s);
    }
    return (rep_token){kind, {from, (size_t)(s->at - from)}};
}

rep_token *rep_tokens_of(cc_str text, rep_language language, cc_arena *arena, uint32_t *count) {
    scan s = {text.s, text.s + text.len, language, false};
    *count = 0;
    uint32_t room = text.len < REP_MOST_TOKENS ? (uint32_t)text.len : REP_MOST_TOKENS;
    rep_token *tokens = CC_NEW_ARRAY(arena, rep_token, room + 1);
    while (tokens != NULL && s.at < s.end) {
        if (skip_blank(&s)) {
            continue;
        }
        if (*count == room) {
            return NULL;
        }
        tokens[(*count)++] = next_token(&s);
    }
    return tokens;
}

bool rep_token_is(const rep_token *token, rep_language language, const char *text) {
    size_t length = strlen(text);
    return token->kind != REP_TOKEN_LITERAL && token->text.len == length &&
           (language == REP_LANGUAGE_VB ? strncasecmp(token->text.s, text, length)
                                        : memcmp(token->text.s, text, length)) == 0;
}
