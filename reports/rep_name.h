/* Names in columns of limited width. Widths are code points. Threads: pure functions. */
#ifndef REP_NAME_H
#define REP_NAME_H

#include "base/cc_buf.h"

/* The number of code points; a byte that is not UTF-8 counts as one. */
size_t rep_columns(cc_str text);

/* The size in bytes of what both names begin with, up to the last separator ('/' or '.') before any parameter list. */
size_t rep_common_prefix(cc_str a, cc_str b);

/* Appends the name in at most `width` columns (at least 8), without its first `prefix` bytes, which other names share. One
 * that is too long loses its parameters, then what is in its middle: the end says most, a file's name or a method's. "..."
 * stands for each loss. Returns the number of columns. */
size_t rep_put_name(cc_buf *out, cc_str name, size_t prefix, size_t width);

#endif
