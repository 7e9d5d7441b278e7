/* Checksums of sources: is a file still what was compiled?
 * A file that differs in nothing but its line ends (CR LF or LF throughout: a checkout on another
 * system) has the same lines and is the same. Threads: no state. */
#ifndef COV_SUM_H
#define COV_SUM_H

#include "metadata/pdb.h"

typedef enum cov_sum_result { COV_SUM_UNKNOWN, COV_SUM_SAME, COV_SUM_CHANGED } cov_sum_result;

/* Compares the file with the document's checksum. UNKNOWN: no checksum, of another kind, or
 * unreadable. */
cov_sum_result cov_sum_compare(const pdb_document *document, const char *file);

/* The checksums that a file answers to, for comparing it with many documents. */
enum { COV_SUM_FORMS = 3, COV_SUM_BYTES = 32 };
typedef struct cov_sums {
    pdb_checksum kind;                           /* PDB_SUM_NONE: not made, or unreadable */
    uint8_t forms[COV_SUM_FORMS][COV_SUM_BYTES]; /* as it is, with LF, with CR LF */
} cov_sums;

/* Makes the sums of one kind; false when the file cannot be read or the kind is unknown. */
bool cov_sums_make(cov_sums *out, pdb_checksum kind, const char *file);
cov_sum_result cov_sums_compare(const cov_sums *sums, const pdb_document *document);

#endif
