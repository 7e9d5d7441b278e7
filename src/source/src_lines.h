/* Limits of sources, and how many lines one can have. Threads: no state. */
#ifndef SRC_LINES_H
#define SRC_LINES_H

#include "base/cc_span.h"

/* A source with more bytes or lines is damage, or was made to hurt: it is not read. */
#define SRC_MOST_BYTES (1u << 24)
#define SRC_MOST_LINES (1u << 18)

/* No compiler finds more lines in a source of these bytes (UTF-16 with its byte order mark, else
 * UTF-8 or an encoding of single bytes): everything that some language takes for the end of a line
 * is counted. 0 for no bytes. */
uint32_t src_line_bound(cc_span bytes);

#endif
