/* Foreign text in pages. Any bytes show as text: markup is escaped, invalid UTF-8 becomes U+FFFD,
 * control characters become their pictures, and characters that reorder or hide text become their
 * number: [U+202E]. Threads: pure functions. */
#ifndef HTML_ESCAPE_H
#define HTML_ESCAPE_H

#include "base/cc_buf.h"

/* Appends content of an element, or the value of a quoted attribute. */
void html_text(cc_buf *out, cc_str text);
/* Appends a string of JSON for a <script> element, with its quotes; it contains no '<'. */
void html_json(cc_buf *out, cc_str text);
/* Appends the text as pages show it, without escapes. */
void html_visible(cc_buf *out, cc_str text);

#endif
