/* The text of a source file by places of the PDB. Columns count UTF-16 code units from 1, as compilers
 * do; a byte order mark is no column. Threads: one at a time. */
#ifndef REP_SOURCE_H
#define REP_SOURCE_H

#include "base/cc_arena.h"
#include "coverage/model/cov_model.h"

typedef enum rep_language {
    REP_LANGUAGE_OTHER,
    REP_LANGUAGE_CSHARP,
    REP_LANGUAGE_FSHARP,
    REP_LANGUAGE_VB
} rep_language;

typedef struct rep_source {
    rep_language language; /* by the extension of the path */
    cc_str *lines;         /* without their ends; borrowed from the text */
    uint32_t line_count;   /* 0: the text is not there */
} rep_source;

/* Finds the lines of the text, which must stay in place; an empty one is a text that is not there. A
 * text with NUL bytes (UTF-16) counts as not there. Memory of `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err rep_source_open(rep_source *out, cc_str text, cc_str path, cc_arena *arena);
/* The line with this number, from 1; empty when there is none. */
cc_str rep_source_line(const rep_source *s, uint32_t number);
/* The text of the span, line breaks included; false when it does not lie in the text. */
bool rep_source_span(const rep_source *s, const cov_span *span, cc_str *out);

#endif
