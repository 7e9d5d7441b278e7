/* Names in columns of limited width. Widths are code points. Threads: pure functions. */
#ifndef REP_NAME_H
#define REP_NAME_H

#include "base/cc_buf.h"

/* Returns the number of code points; a byte that is not UTF-8 counts as one. */
size_t rep_columns(cc_str text);

/* Returns the size in bytes of the common start of both names, up to the last separator ('/' or
 * '.') before any parameter list. */
size_t rep_common_prefix(cc_str a, cc_str b);

/* Appends the name in at most `width` columns (at least 8), without its first `prefix` bytes, which
 * other names share. A name that is too long loses its parameters, then its middle: the end is most
 * important, the name of a file or a method. "..." replaces each lost part. Returns the number of
 * columns. */
size_t rep_put_name(cc_buf *out, cc_str name, size_t prefix, size_t width);

#endif
