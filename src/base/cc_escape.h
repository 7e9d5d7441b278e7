/* Text in files of lines and fields: the functions write bytes that would break the format as
 * "%XX". Threads: pure functions. */
#ifndef CC_ESCAPE_H
#define CC_ESCAPE_H

#include "base/cc_buf.h"

/* Appends `text` to `out`; control characters (below 0x20, and 0x7F), '%' and `also` (the field
 * separator; 0: none) become '%' and two digits of 0-9A-F. Out of memory is recorded in `out`. */
void cc_escape(cc_buf *out, cc_str text, char also);

/* Reverses cc_escape(): `out` has room for text.len + 1 bytes, and gets a NUL after the *len bytes
 * (which may themselves contain NULs). False for text that cc_escape() does not produce. */
bool cc_unescape(char *out, size_t *len, cc_str text, char also);

/* Appends `text` to `out`. Each letter of `special`, by its index there, is replaced by the text of that
 * index in `written`. Out of memory is recorded in `out`. */
void cc_replace(cc_buf *out, cc_str text, const char *special, const char *const *written);

#endif
