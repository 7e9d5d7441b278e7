/* Annotations: messages about ranges of lines that did not run. */
#ifndef REP_ANNOTATE_H
#define REP_ANNOTATE_H

#include "reports/rep_ranges.h"

typedef void rep_annotation(cc_buf *out, const cov_file *file, rep_range range);
rep_annotation rep_annotate_github, rep_annotate_azure;

/* The first ten: changed lines first when there is a patch, then those of the worst files, unless `only_patch`. What is cut
 * is told in in->notes. */
CC_NODISCARD cc_err rep_annotate(const rep_input *in, rep_sink sink, rep_annotation *put,
                                 bool only_patch);

#endif
