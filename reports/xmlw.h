/* XML 1.0 in UTF-8 over libxml2's text writer: elements and attributes, escaped, without indentation.
 * Text may hold anything: what XML does not take becomes U+FFFD. Names of elements and attributes
 * are the caller's constants. Errors stick: xmlw_close() tells. Threads: one. */
#ifndef XMLW_H
#define XMLW_H

#include "base/cc_buf.h"
#include "reports/rep.h"

typedef struct xmlw {
    rep_sink sink;
    struct _xmlTextWriter *xml; /* libxml2's xmlTextWriter; NULL when it could not be made */
    cc_buf scratch;             /* a value while it is cleaned */
    bool is_part;               /* of a document */
    bool sink_failed;
    bool failed; /* memory, or calls that do not nest */
} xmlw;

/* Writes the declaration. The sink and `w` stay in place until xmlw_close(). */
void xmlw_open(xmlw *w, rep_sink sink);
/* The same for a part of a document, without the declaration; its text may go into others by xmlw_raw(). */
void xmlw_open_part(xmlw *w, rep_sink sink);
/* Ends what is open, gives everything to the sink, frees. CC_E_IO: the sink took no more;
 * CC_E_NOMEM: out of memory, or the calls did not nest. */
CC_NODISCARD cc_err xmlw_close(xmlw *w);

void xmlw_start(xmlw *w, const char *element);
/* Ends the innermost element; "<x/>" when it is empty. */
void xmlw_end(xmlw *w);
void xmlw_attr(xmlw *w, const char *name, cc_str value);
void xmlw_attr_number(xmlw *w, const char *name, uint64_t value);
void xmlw_text(xmlw *w, cc_str text);
/* Text that was made by a writer of a part, as it is. */
void xmlw_raw(xmlw *w, cc_str text);
/* A line break between elements. */
void xmlw_newline(xmlw *w);

#endif
