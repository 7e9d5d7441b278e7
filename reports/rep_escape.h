/* Text of others in Markdown, and what several Markdown reports share. Threads: pure functions. */
#ifndef REP_ESCAPE_H
#define REP_ESCAPE_H

#include "reports/rep.h"

/* Appends text that is no markup: one line, with markup characters escaped. */
void rep_markdown_text(cc_buf *out, cc_str text);
/* The same for what rep_put_missing() made; cut when it is long. */
void rep_markdown_missing(cc_buf *out, cc_str missing);
/* Appends the thresholds as a list. */
void rep_put_gates_markdown(cc_buf *out, const rep_input *in);
/* Appends what of the patch ran, in about half of what a comment may have; needs in->patch. */
void rep_put_patch_markdown(cc_buf *out, const rep_input *in);

#endif
