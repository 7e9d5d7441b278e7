/* Figures of earlier commits, for reports that show a trend. */
#ifndef COV_HISTORY_H
#define COV_HISTORY_H

#include "coverage/model/cov_model.h"

typedef struct cov_history_row {
    cc_str commit;     /* its hash */
    uint64_t time;     /* when its latest run began, seconds since 1970; 0: unknown */
    cov_totals totals; /* without complexity */
} cov_history_row;

/* One row for each commit. */
typedef struct cov_history {
    cov_history_row *rows; /* by time, then commit */
    uint32_t count;
} cov_history;

#endif
