/* Text in files of lines and fields: what would break the form is written as "%XX". Threads: pure
 * functions. */
#ifndef CC_ESCAPE_H
#define CC_ESCAPE_H

#include "base/cc_buf.h"

/* Appends `text` to `out`; control characters (below 0x20, and 0x7F), '%' and `also` (what separates
 * fields; 0: nothing else) become '%' and two digits of 0-9A-F. A failure of memory is kept in `out`. */
void cc_escape(cc_buf *out, cc_str text, char also);

/* The reverse: `out` has room for text.len + 1 bytes, and gets a zero behind the *len bytes (which may
 * hold zeros themselves). False when cc_escape() does not write such text. */
bool cc_unescape(char *out, size_t *len, cc_str text, char also);

#endif
