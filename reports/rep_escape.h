/* Foreign text in Markdown, and what several Markdown reports share. Threads: pure functions. */
#ifndef REP_ESCAPE_H
#define REP_ESCAPE_H

#include "reports/rep.h"

/* Appends text that is not markup: one line, with markup characters escaped. */
void rep_markdown_text(cc_buf *out, cc_str text);
/* Like rep_markdown_text(), for the output of rep_put_missing(); truncates long text. */
void rep_markdown_missing(cc_buf *out, cc_str missing);
/* Appends the thresholds as a list. */
void rep_put_gates_markdown(cc_buf *out, const rep_input *in);
/* Appends the coverage of the patch, in about half of the size limit of a comment; needs
 * in->patch. */
void rep_put_patch_markdown(cc_buf *out, const rep_input *in);

#endif
