/* The rows of the table: assemblies, folders, files, types or methods, with their figures. Threads: one. */
#ifndef REP_ROWS_H
#define REP_ROWS_H

#include "base/cc_list.h"
#include "reports/rep.h"

typedef struct rep_row {
    cc_str name; /* may contain any bytes */
    cov_totals totals;
    cov_line *const *lines; /* NULL: of several files */
    uint32_t line_count;
    uint64_t hits;    /* of the line that ran most often */
    uint32_t hottest; /* its number; 0: the row has lines of several files, or none ran */
} rep_row;

/* Appends the rows (rep_row) that in->by asks for, in the order of in->sort. They are in the list's arena, and borrow from
 * the model. CC_E_NOMEM. */
CC_NODISCARD cc_err rep_list_rows(const rep_input *in, cc_list *rows);
/* Counts are exact: rows have hits. */
bool rep_has_hits(const rep_input *in);

#endif
