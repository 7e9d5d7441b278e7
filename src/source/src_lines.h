/* Limits of sources, and the number of lines that a source can have. Threads: no state. */
#ifndef SRC_LINES_H
#define SRC_LINES_H

#include "base/cc_span.h"

/* A source with more bytes or lines is damaged or malicious: clrcov does not read it. */
#define SRC_MOST_BYTES (1u << 24)
#define SRC_MOST_LINES (1u << 18)

/* Returns the maximum number of lines that a compiler finds in a source of these bytes (UTF-16 with
 * its byte order mark, else UTF-8 or a single-byte encoding). The function counts everything that
 * ends a line in one of the languages. 0 for no bytes. */
uint32_t src_line_bound(cc_span bytes);

#endif
