/* A small writer of XML 1.0 in UTF-8: elements and attributes, escaped, without indentation.
 * Text may hold anything: what XML does not take becomes U+FFFD. Names of elements and attributes
 * are the caller's constants. Errors stick: xmlw_close() tells. Threads: one. */
#ifndef XMLW_H
#define XMLW_H

#include "base/cc_buf.h"
#include "reports/rep.h"

enum { XMLW_MAX_DEPTH = 16 };

typedef struct xmlw {
    rep_sink sink;
    cc_buf out; /* not yet given to the sink */
    cc_buf scratch;
    const char *open[XMLW_MAX_DEPTH];
    int depth;
    bool in_tag; /* the start tag is still open for attributes */
    bool failed; /* the sink took no more, or the calls do not nest */
} xmlw;

/* Writes the declaration. */
void xmlw_open(xmlw *w, rep_sink sink);
/* Ends what is open, gives everything to the sink, frees. CC_E_IO, CC_E_NOMEM, CC_E_USAGE. */
CC_NODISCARD cc_err xmlw_close(xmlw *w);

void xmlw_start(xmlw *w, const char *element);
/* Ends the innermost element; "<x/>" when it is empty. */
void xmlw_end(xmlw *w);
void xmlw_attr(xmlw *w, const char *name, cc_str value);
void xmlw_attr_number(xmlw *w, const char *name, uint64_t value);
void xmlw_text(xmlw *w, cc_str text);
/* A line break between elements. */
void xmlw_newline(xmlw *w);

#endif
