/* Limits of sources, the number of lines that a source can have, and its plain text. Threads: no state. */
#ifndef SRC_LINES_H
#define SRC_LINES_H

#include "base/cc_arena.h"
#include "base/cc_span.h"
#include "source/src_scan.h"

/* A source with more bytes or lines is damaged or malicious: clrcov does not read it. */
#define SRC_MOST_BYTES (1u << 24)
#define SRC_MOST_LINES (1u << 18)

/* Returns the maximum number of lines that a compiler finds in a source of these bytes (UTF-16 with
 * its byte order mark, else UTF-8 or a single-byte encoding). The function counts everything that
 * ends a line in one of the languages. 0 for no bytes. */
uint32_t src_line_bound(cc_span bytes);

/* Returns the text in UTF-8, where \n and \r\n alone end lines: its lines are those of the compiler.
 * C# and Visual Basic also end a line at \r, U+0085, U+2028 and U+2029 (C# standard, line terminators),
 * F# does not. UTF-16 has its byte order mark; other bytes are taken as UTF-8. The result is `bytes`
 * where nothing changes, else memory of `arena`. */
cc_span src_plain_text(cc_span bytes, src_language language, cc_arena *arena);

#endif
