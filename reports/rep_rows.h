/* The rows of the table: assemblies, folders, files, types or methods, with their figures and what is missing. */
#ifndef REP_ROWS_H
#define REP_ROWS_H

#include "reports/rep.h"

/* Appends heading, rows and TOTAL. CC_E_NOMEM. */
CC_NODISCARD cc_err rep_put_rows(cc_buf *out, const rep_input *in);

#endif
