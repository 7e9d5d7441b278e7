/* XML 1.0 in UTF-8: elements and attributes, escaped, without indentation. Text may contain any
 * bytes: U+FFFD replaces what XML does not allow. Names of elements and attributes are constants of
 * the caller. xmlw keeps errors; xmlw_close() returns them. Threads: one. */
#ifndef XMLW_H
#define XMLW_H

#include "base/cc_buf.h"
#include "reports/rep.h"

typedef struct xmlw {
    rep_sink sink;
    cc_buf out;         /* what the sink has not got yet */
    cc_buf scratch;     /* a value while it is cleaned */
    const char **names; /* of the open elements: `depth` of them, with room for cap */
    size_t depth, cap;
    bool is_tag_open; /* the start of the innermost element has no ">" yet */
    bool is_part;     /* writes a part of a document */
    bool sink_failed;
    bool failed; /* out of memory, or calls that do not nest */
} xmlw;

/* Writes the declaration. The sink and `w` must stay in place until xmlw_close(). */
void xmlw_open(xmlw *w, rep_sink sink);
/* Like xmlw_open(), for a part of a document, without the declaration; xmlw_raw() may insert its
 * text into other documents. */
void xmlw_open_part(xmlw *w, rep_sink sink);
/* Ends the open elements of a document, writes everything to the sink, frees. CC_E_IO: the sink
 * failed; CC_E_NOMEM: out of memory, or the calls did not nest. */
CC_NODISCARD cc_err xmlw_close(xmlw *w);

void xmlw_start(xmlw *w, const char *element);
/* Ends the innermost element; writes "<x/>" when it is empty. */
void xmlw_end(xmlw *w);
void xmlw_attr(xmlw *w, const char *name, cc_str value);
void xmlw_attr_number(xmlw *w, const char *name, uint64_t value);
void xmlw_text(xmlw *w, cc_str text);
/* `text`: without "--". */
void xmlw_comment(xmlw *w, const char *text);
/* Inserts, unchanged, the text of a writer of a part. */
void xmlw_raw(xmlw *w, cc_str text);
/* Writes a line break between elements. */
void xmlw_newline(xmlw *w);

#endif
