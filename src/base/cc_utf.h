/* UTF-8 and UTF-16. */
#ifndef CC_UTF_H
#define CC_UTF_H

#include "base/cc_buf.h"

/* Appends UTF-16LE code units as UTF-8; a lone surrogate becomes U+FFFD. */
void cc_utf16_to_utf8(const uint16_t *units, size_t count, cc_buf *out);

/* Decodes the first code point of `s` and advances `s`. Invalid bytes give U+FFFD and advance by
 * one. False at the end. */
bool cc_utf8_next(cc_str *s, uint32_t *code_point);

/* Appends `s`. U+FFFD replaces everything that XML 1.0 or a terminal does not accept (C0, C1, DEL,
 * lone surrogates, U+FFFE, U+FFFF, invalid UTF-8). It also replaces tab, LF and CR: names are one
 * line. */
void cc_utf8_clean(cc_str s, cc_buf *out);

#endif
