/* Annotations: messages about ranges of lines that did not run. */
#ifndef REP_ANNOTATE_H
#define REP_ANNOTATE_H

#include "reports/rep_ranges.h"

/* The message format of a build server. */
typedef struct rep_annotator {
    /* `path`: relative to the top of the repository */
    void (*put)(cc_buf *out, cc_str path, rep_range range);
    const char *remark; /* what a message about the whole report begins with */
} rep_annotator;
extern const rep_annotator rep_annotator_github, rep_annotator_azure;

/* Writes the first ten annotations: changed lines first when there is a patch, then lines of the
 * worst files, unless `only_patch`. in->notes gets a sentence about omitted annotations. */
CC_NODISCARD cc_err rep_annotate(const rep_input *in, rep_sink sink, const rep_annotator *how,
                                 bool only_patch);

#endif
