/* The rows of the table: assemblies, folders, files, types or methods, with their figures. Threads:
 * one. */
#ifndef REP_ROWS_H
#define REP_ROWS_H

#include "base/cc_list.h"
#include "reports/rep.h"

typedef struct rep_row {
    cc_str name; /* may contain any bytes */
    cov_totals totals;
    cov_line *const *lines; /* NULL: of several files */
    uint32_t line_count;
    uint64_t hits; /* hits of the line that ran most often */
    /* number of that line; 0: the row has lines of several files, or no line ran */
    uint32_t hottest;
} rep_row;

/* Appends the rows (rep_row) that in->by selects, in the order of in->sort. They are in the list's
 * arena, and borrow from the model. */
void rep_list_rows(const rep_input *in, cc_list *rows);
/* Counts are exact: rows have hits. */
bool rep_has_hits(const rep_input *in);

#endif
