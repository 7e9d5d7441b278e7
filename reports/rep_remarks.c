/* What holds for the figures of a report as a whole; see rep_remarks.h. */
#include "reports/rep_remarks.h"

#include <inttypes.h>
#include <stdio.h>

rep_remarks rep_remarks_of(bool is_lower_bound, uint32_t tests_left_out) {
    rep_remarks remarks = {0};
    if (is_lower_bound) {
        (void)snprintf(remarks.texts[remarks.count++], REP_REMARK_SIZE, "%s", REP_LOWER_BOUND);
    }
    if (tests_left_out > 0) {
        (void)snprintf(remarks.texts[remarks.count++], REP_REMARK_SIZE,
                       "%" PRIu32 " test%s did not run, because no change affects %s; what %s ran "
                       "is from an earlier run",
                       tests_left_out, cc_plural(tests_left_out),
                       tests_left_out == 1 ? "it" : "them", tests_left_out == 1 ? "it" : "they");
    }
    return remarks;
}

void rep_put_each_remark(cc_buf *out, const rep_remarks *remarks, const char *before,
                         const char *after) {
    for (uint32_t i = 0; i < remarks->count; i++) {
        cc_buf_printf(out, "%s%s%s", before, remarks->texts[i], after);
    }
}

void rep_put_remarks(cc_buf *out, const cov_model *model, const char *before, const char *after) {
    const rep_remarks remarks = rep_remarks_of(model->is_lower_bound, model->tests_left_out);
    rep_put_each_remark(out, &remarks, before, after);
}

void rep_put_comments(xmlw *w, const cov_model *model) {
    rep_remarks remarks = rep_remarks_of(model->is_lower_bound, model->tests_left_out);
    for (uint32_t i = 0; i < remarks.count; i++) {
        xmlw_comment(w, remarks.texts[i]);
    }
}
