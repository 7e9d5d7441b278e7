/* Names without what compilers number; see mbr_plain.h. */
#include "coverage/members/mbr_plain.h"

/* The kinds of compiler-made names inside a text. */
typedef enum mark { MARK_NONE, MARK_ANGLE, MARK_DOLLAR, MARK_AT, MARK_LINE, MARK_DATA } mark;

typedef struct plain {
    cc_str text;
    size_t at;
    cc_buf *out;
    bool is_made;
} plain;

static bool is_word(char c) {
    return cc_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c & 0x80) != 0;
}

static char char_at(const plain *p, size_t at) {
    return at < p->text.len ? p->text.s[at] : '\0';
}

static void copy(plain *p) {
    cc_buf_putc(p->out, p->text.s[p->at++]);
}

/* A '<' after a letter, a digit or a mark of arity begins type arguments; any other one begins a
 * name of the compiler. */
static bool begins_angle(const plain *p) {
    char before = p->at == 0 ? '\0' : p->text.s[p->at - 1];
    return char_at(p, p->at) == '<' && !is_word(before) && before != '>' && before != ']';
}

static void put_ordinal(plain *p) {
    while (cc_is_digit(char_at(p, p->at))) {
        p->at++;
    }
    cc_buf_putc(p->out, '#');
}

static bool is_rest(char c) {
    return is_word(c) || c == '$' || c == '|' || c == '-' || c == '@';
}

/* After the mark of the compiler every number is its own. A mark of arity is not a number. */
static void copy_rest(plain *p) {
    while (is_rest(char_at(p, p->at))) {
        if (cc_is_digit(p->text.s[p->at])) {
            put_ordinal(p);
        } else {
            copy(p);
        }
    }
}

/* Copies up to the '>' that closes the name, and what follows it. A name inside is the user's, or
 * compiler-made as well. */
static void copy_angle(plain *p) {
    size_t depth = 0;
    do {
        char c = p->text.s[p->at];
        depth += c == '<' ? 1 : 0;
        depth -= c == '>' ? 1 : 0;
        copy(p);
        if (c == '>') {
            copy_rest(p);
        }
    } while (depth > 0 && p->at < p->text.len);
}

/* Visual Basic numbers after '$', '$I', '_' and '-'; other digits belong to names of the user. */
static void copy_dollar(plain *p) {
    char before = '$';
    if (char_at(p, p->at + 1) == 'I' && cc_is_digit(char_at(p, p->at + 2))) {
        copy(p);
        copy(p);
    }
    while (is_rest(char_at(p, p->at))) {
        char c = p->text.s[p->at];
        bool is_number = cc_is_digit(c) && (before == '$' || before == '_' || before == '-');
        before = c;
        if (is_number) {
            put_ordinal(p);
        } else {
            copy(p);
        }
    }
}

/* F# names the closures of a pipe: "Pipe #1 input at line 5@5". */
static const char line_of_pipe[] = " at line ";

static bool begins_line(const plain *p) {
    cc_str rest = {p->text.s + p->at, p->text.len - p->at};
    return cc_str_starts(rest, line_of_pipe) &&
           cc_is_digit(char_at(p, p->at + sizeof line_of_pipe - 1));
}

static void copy_line(plain *p) {
    cc_buf_puts(p->out, line_of_pipe);
    p->at += sizeof line_of_pipe - 1;
    put_ordinal(p);
}

/* Initial values of arrays: "field18_1@", with a line. */
static const char field_of_data[] = "field";

static size_t skip_digits(cc_str text, size_t from) {
    while (from < text.len && cc_is_digit(text.s[from])) {
        from++;
    }
    return from;
}

/* The length of such a name at the start; 0: there is none. */
static size_t length_of_data(cc_str text) {
    size_t line = sizeof field_of_data - 1;
    if (!cc_str_starts(text, field_of_data)) {
        return 0;
    }
    size_t sign = skip_digits(text, line);
    if (sign == line || sign >= text.len || text.s[sign] != '_') {
        return 0;
    }
    size_t end = skip_digits(text, sign + 1);
    return end > sign + 1 && end < text.len && text.s[end] == '@' ? end + 1 : 0;
}

bool mbr_is_data(cc_str name) {
    return name.len > 0 && length_of_data(name) == name.len;
}

static bool begins_data(const plain *p) {
    cc_str rest = {p->text.s + p->at, p->text.len - p->at};
    return (p->at == 0 || !is_word(p->text.s[p->at - 1])) && length_of_data(rest) > 0;
}

static void copy_data(plain *p) {
    cc_str rest = {p->text.s + p->at, p->text.len - p->at};
    cc_buf_puts(p->out, "field#_#@");
    p->at += length_of_data(rest);
}

static mark mark_at(const plain *p) {
    char c = char_at(p, p->at);
    if (begins_angle(p)) {
        return MARK_ANGLE;
    }
    if (c == '$') {
        return MARK_DOLLAR;
    }
    if (c == ' ' && begins_line(p)) {
        return MARK_LINE;
    }
    if (c == 'f' && begins_data(p)) {
        return MARK_DATA;
    }
    return c == '@' && cc_is_digit(char_at(p, p->at + 1)) ? MARK_AT : MARK_NONE;
}

static void copy_next(plain *p) {
    switch (mark_at(p)) {
    case MARK_NONE:
        copy(p);
        return;
    case MARK_ANGLE:
        copy_angle(p);
        break;
    case MARK_DOLLAR:
        copy_dollar(p);
        break;
    case MARK_AT:
        copy_rest(p);
        break;
    case MARK_LINE:
        copy_line(p);
        break;
    case MARK_DATA:
        copy_data(p);
        break;
    }
    p->is_made = true;
}

bool mbr_put_plain(cc_str text, cc_buf *out) {
    plain p = {.text = text, .out = out};
    while (p.at < text.len) {
        copy_next(&p);
    }
    return p.is_made;
}
