/* Shared by the files of this room. */
#ifndef SRC_INTERNAL_H
#define SRC_INTERNAL_H

#include <string.h>

#include "source/src_scan.h"

static inline bool src_is_word_char(char c) {
    unsigned char u = (unsigned char)c;
    return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || (u >= '0' && u <= '9') || u == '_' ||
           u >= 0x80;
}

/* The text continues with these characters. */
static inline bool src_starts(const src_scan *s, const char *text) {
    size_t length = strlen(text);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

/* Skips to the end of the line, before its break. */
static inline void src_to_line_end(src_scan *s) {
    const char *end = memchr(s->at, '\n', (size_t)(s->end - s->at));
    s->at = end == NULL ? s->end : end;
}

/* The value of a condition. */
typedef enum src_truth { SRC_TRUTH_NO, SRC_TRUTH_YES, SRC_TRUTH_UNKNOWN } src_truth;

static inline src_truth src_opposite(src_truth x) {
    return x == SRC_TRUTH_UNKNOWN ? x : x == SRC_TRUTH_YES ? SRC_TRUTH_NO : SRC_TRUTH_YES;
}

/* Evaluates the condition of an `#If` of Visual Basic, from after the word to the end of the line;
 * src_condition_vb.c. Symbols are NAME=VALUE. */
src_truth src_condition_vb(cc_str text, const src_symbols *symbols);
/* Skips the literal that begins here, src_literal.c; false: none does. */
bool src_skip_literal(src_scan *s);
/* Skips the comment that begins here; false: none does. */
bool src_skip_comment(src_scan *s);
/* Skips the word that begins here; false: none does. */
bool src_skip_word(src_scan *s);
/* Skips the line of a directive, and the code after it that it excludes, src_directive.c; at a `#`,
 * the first sign on its line. */
void src_skip_directive(src_scan *s);
/* The word of a directive (`# word rest`), src_directive.c; empty: the line is not one. *rest: what
 * follows, without white space at its ends. */
cc_str src_directive_word(cc_str line, cc_str *rest);
/* The line, which begins with its `#`, has a condition of unknown value, src_directive.c. */
bool src_is_unknown_condition(cc_str line, src_language language, const src_symbols *symbols);

#endif
