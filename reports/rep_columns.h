/* The table's columns: rows (rep_rows.h) as text for a terminal or a log. Threads: one. */
#ifndef REP_COLUMNS_H
#define REP_COLUMNS_H

#include "reports/rep.h"

/* Appends heading, rows and TOTAL, with names without control characters. Columns are as wide as
 * their figures. The rest of in->width goes to the names (at least 24 columns; longer names are
 * shortened) and then to the missing lines. Where that does not fit, and below 60 columns, each
 * name has its own line above the percentages. With a width of 0 the table goes to a log: lines
 * that list missing lines may be longer than 80 columns. */
void rep_put_rows(cc_buf *out, const rep_input *in);

#endif
