/* Internal to the pages of source files. Threads: one per html_source. */
#ifndef HTML_SOURCE_H
#define HTML_SOURCE_H

#include "reports/html/html.h"
#include "reports/rep_words.h"
#include "source/src_text.h"

/* A source file while its page is made. */
typedef struct html_source {
    const html_site *site;
    const html_file *file;
    cc_arena *arena; /* of this page */
    cov_text found;
    src_text text;
    bool has_words; /* at least one line needs sentences */
    rep_words words;
    /* points on lines that ran in part: outer points before inner ones */
    cov_spot *spots;
    uint32_t spot_count;
    uint32_t next_spot;
    const cov_spot **active; /* the points that have begun */
    uint32_t active_count;
    /* by line, from 1 to line_count: the reason to show; NULL: no line has one */
    const cov_fact **facts;
    /* last line of the text, or the last line with code, as far as there are rows */
    uint32_t line_count;
    uint32_t in_text;     /* number of lines of the text */
    uint32_t next_line;   /* index in the file's lines */
    cov_state last;       /* number of the last shown line with code */
    struct html_who *who; /* tests of the lines; NULL: the run recorded none */
} html_source;

/* --- html_source.c ---------------------------------------------------------------------------- */

/* Reads the file, and finds the reasons for its lines. The caller calls html_source_close(), also
 * after a failure. CC_E_NOMEM. */
CC_NODISCARD cc_err html_source_open(html_source *out, const html_site *site,
                                     const html_file *file);
void html_source_close(html_source *s);
/* The line ran, but not all its points. */
bool html_ran_in_part(const cov_line *line);

/* --- html_methods.c --------------------------------------------------------------------------- */

/* Appends the methods of file number `index`, each with a link to its first line. */
void html_methods(cc_buf *out, html_source *s, uint32_t index);

/* --- html_who.c: tests of lines --------------------------------------------------------------- */

typedef struct html_who html_who;
/* NULL: the run recorded no tests. Memory of the page. */
html_who *html_who_open(const html_source *s);
void html_who_close(html_who *who); /* NULL is allowed */
/* Appends the number of tests of a line, by its index in the file, as a link to their list. */
void html_who_number(cc_buf *out, const html_source *s, uint32_t index);
/* Appends the lists. */
void html_who_lists(cc_buf *out, const html_source *s);

/* --- html_line.c: rows ------------------------------------------------------------------------ */

/* Appends the tables with all lines. */
void html_lines(cc_buf *out, html_source *s);

/* --- html_code.c: the text of a line ---------------------------------------------------------- */

/* Begins a line: the caller asks for lines in order. */
void html_code_begin(html_source *s, uint32_t number);
/* Appends the text; marks the missed part of a line that ran in part. */
void html_code(cc_buf *out, html_source *s, uint32_t number, const cov_line *line);
/* Appends a sentence of rep_words: its operands as code, its lines as links. */
void html_sentence(cc_buf *out, const html_source *s, cc_str sentence);

#endif
