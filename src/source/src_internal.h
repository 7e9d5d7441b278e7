/* Shared by the files of this room. */
#ifndef SRC_INTERNAL_H
#define SRC_INTERNAL_H

#include <string.h>

#include "source/src_scan.h"

/* Length in bytes of the space outside of ASCII at `at`, before `end`, src_scan.c; 0: none. */
size_t src_wide_blank_length(const char *at, const char *end);

/* Length in bytes of the blank at `at`, before `end`: the white space of C# (6.3.4) and Visual Basic
 * (1.3), which includes the spaces of Unicode, and the carriage return of a line end. 0: none. */
static inline size_t src_blank_length(const char *at, const char *end) {
    if (at >= end) {
        return 0;
    }
    unsigned char c = (unsigned char)*at;
    if (c >= 0x80) {
        return src_wide_blank_length(at, end);
    }
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' ? 1 : 0;
}

static inline cc_str src_trim_start(cc_str text) {
    const char *end = text.s + text.len;
    size_t length = src_blank_length(text.s, end);
    while (length > 0) {
        text = (cc_str){text.s + length, text.len - length};
        length = src_blank_length(text.s, end);
    }
    return text;
}

/* The byte at `at` belongs to a word. */
static inline bool src_is_word_at(const char *at, const char *end) {
    if (at >= end) {
        return false;
    }
    unsigned char c = (unsigned char)*at;
    if (c >= 0x80) {
        return src_blank_length(at, end) == 0;
    }
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
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
/* Skips to after the closing text. False, and skips nothing: it is missing. */
bool src_skip_past(src_scan *s, const char *closing);
/* Skips the XML literal of Visual Basic that begins here, src_xml_vb.c; false: none does. */
bool src_skip_xml(src_scan *s);
/* Skips the comment that begins here; false: none does. */
bool src_skip_comment(src_scan *s);
/* Skips the word that begins here; false: none does. */
bool src_skip_word(src_scan *s);
/* Skips the line of a directive, and the code after it that it excludes, src_directive.c; at a `#`,
 * the first sign on its line. */
void src_skip_directive(src_scan *s);
/* The text from `from` to where the scan is, in a branch of an `#if`, ends that branch or begins
 * another, src_directive.c. Text of a branch that is not compiled may seem to begin a literal or a
 * comment that ends after the branch. False when the symbols are known: no such text is scanned
 * then. */
bool src_leaves_branch(const src_scan *s, const char *from);
/* The word of a directive (`# word rest`), src_directive.c; empty: the line is not one. *rest: what
 * follows, without white space at its ends. */
cc_str src_directive_word(cc_str line, cc_str *rest);
/* The line, which begins with its `#`, has a condition of unknown value, src_directive.c. */
bool src_is_unknown_condition(cc_str line, src_language language, const src_symbols *symbols);

#endif
