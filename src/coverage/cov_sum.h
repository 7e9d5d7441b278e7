/* Checksums of sources: is a file still what was compiled? */
#ifndef COV_SUM_H
#define COV_SUM_H

#include "metadata/pdb.h"

typedef enum cov_sum_result { COV_SUM_UNKNOWN, COV_SUM_SAME, COV_SUM_CHANGED } cov_sum_result;

/* Compares the file with the document's checksum. UNKNOWN: no checksum, of another kind, or
 * unreadable. */
cov_sum_result cov_sum_compare(const pdb_document *document, const char *file);

#endif
