/* The lines of a class or method in Cobertura's form. In addition to its number and its hits the
 * text of a line depends only on its branches. It is equal for most lines: the writer makes each such
 * form once, with placeholders for both numbers. Threads: one. */
#ifndef REP_LINES_H
#define REP_LINES_H

#include "base/cc_map.h"
#include "reports/xmlw.h"

typedef struct rep_lines {
    cc_arena *arena; /* holds the forms */
    cc_map *forms;   /* arms and taken arms of each branch -> form */
    cc_buf key, text;
} rep_lines;

/* The caller calls rep_lines_close(), also after a failure. */
void rep_lines_open(rep_lines *r);
void rep_lines_close(rep_lines *r);
/* Writes the element <lines>. Errors: see xmlw_close(). */
void rep_lines_write(rep_lines *r, xmlw *w, cov_line *const *lines, uint32_t count);

#endif
