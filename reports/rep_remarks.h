/* Remarks: what holds for the figures of a report as a whole. Every format has them, as far as it has
 * room for a sentence. Threads: no state. */
#ifndef REP_REMARKS_H
#define REP_REMARKS_H

#include "coverage/model/cov_model.h"
#include "reports/xmlw.h"

/* The remark about is_lower_bound. */
#define REP_LOWER_BOUND                                                                            \
    "Some figures are lower bounds: this report includes a report of another tool, which does "    \
    "not state which branches were taken"

/* Sentences without a full stop, of ASCII without markup. */
enum { REP_REMARKS = 2, REP_REMARK_SIZE = 160 };
typedef struct rep_remarks {
    uint32_t count;
    char texts[REP_REMARKS][REP_REMARK_SIZE];
} rep_remarks;

/* The remarks for is_lower_bound and tests_left_out of a model. */
rep_remarks rep_remarks_of(bool is_lower_bound, uint32_t tests_left_out);
/* Appends each remark, with `before` and `after`. */
void rep_put_each_remark(cc_buf *out, const rep_remarks *remarks, const char *before,
                         const char *after);
/* Appends each remark of the model in this way. */
void rep_put_remarks(cc_buf *out, const cov_model *model, const char *before, const char *after);
/* Writes each remark of the model as a comment. */
void rep_put_comments(xmlw *w, const cov_model *model);

#endif
