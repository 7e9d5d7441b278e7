/* Annotations: messages about ranges of lines that did not run. */
#ifndef REP_ANNOTATE_H
#define REP_ANNOTATE_H

#include "reports/rep_ranges.h"

/* The message format of a build server. */
typedef struct rep_annotator {
    void (*put)(cc_buf *out, const cov_file *file, rep_range range);
    const char *lower_bound; /* the message for a model whose is_lower_bound is set */
} rep_annotator;
extern const rep_annotator rep_annotator_github, rep_annotator_azure;

/* Writes the first ten annotations: changed lines first when there is a patch, then lines of the
 * worst files, unless `only_patch`. in->notes gets a sentence about omitted annotations. */
CC_NODISCARD cc_err rep_annotate(const rep_input *in, rep_sink sink, const rep_annotator *how,
                                 bool only_patch);

#endif
