/* Internal to the pages of source files. Threads: one for each html_source. */
#ifndef HTML_SOURCE_H
#define HTML_SOURCE_H

#include "reports/html/html.h"
#include "reports/rep_words.h"
#include "source/src_text.h"

/* A source file that is being shown. */
typedef struct html_source {
    const html_site *site;
    const html_file *file;
    cc_arena *arena; /* of this page */
    cov_text found;
    cc_buf converted; /* from UTF-16 */
    src_text text;
    bool has_words; /* some line needs sentences */
    rep_words words;
    /* where a part of a line may not have run: outer ones before those inside them */
    cov_spot *spots;
    uint32_t spot_count;
    uint32_t next_spot;
    const cov_spot **active; /* those that have begun */
    uint32_t active_count;
    /* by line, from 1 to line_count: what is told of it; NULL: nothing of any line */
    const cov_fact **facts;
    uint32_t line_count; /* of the text, or the last one with code, as far as there are rows */
    uint32_t in_text;    /* number of lines of the text */
    uint32_t next_line;  /* index in the file's lines */
    cov_state last;      /* of the last line with code that was shown */
} html_source;

/* --- html_source.c ------------------------------------------------------------------------------ */

/* Reads the file, and finds what is told of its lines. html_source_close() must be called, also after a failure.
 * CC_E_NOMEM. */
CC_NODISCARD cc_err html_source_open(html_source *out, const html_site *site,
                                     const html_file *file);
void html_source_close(html_source *s);
/* It ran, and some point of it did not. */
bool html_ran_in_part(const cov_line *line);

/* --- html_methods.c ------------------------------------------------------------------------------- */

/* The methods of file number `index`, each with a link to its first line. CC_E_NOMEM. */
CC_NODISCARD cc_err html_methods(cc_buf *out, html_source *s, uint32_t index);

/* --- html_line.c: rows --------------------------------------------------------------------------- */

/* The tables with all lines. */
void html_lines(cc_buf *out, html_source *s);

/* --- html_code.c: the text of a line ------------------------------------------------------------- */

/* Begins a line: lines are asked for in order. */
void html_code_begin(html_source *s, uint32_t number);
/* Appends the text; of a line that ran in part the rest is marked. */
void html_code(cc_buf *out, html_source *s, uint32_t number, const cov_line *line);
/* Appends a sentence of rep_words: its operands as code, its lines as links. */
void html_sentence(cc_buf *out, const html_source *s, cc_str sentence);

#endif
