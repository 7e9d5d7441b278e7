/* Checksums of sources: whether a file is still what was compiled.
 *
 * A file that differs only in its line ends (CR LF or LF throughout: a checkout on another system)
 * has the lines of the compiled file and counts as unchanged. Threads: no state. */
#ifndef MOD_CHECKSUM_H
#define MOD_CHECKSUM_H

#include "metadata/pdb.h"

typedef enum mod_checksum_result {
    MOD_CHECKSUM_UNKNOWN,
    MOD_CHECKSUM_SAME,
    MOD_CHECKSUM_CHANGED
} mod_checksum_result;

/* Checksums of this kind can be computed. */
bool mod_checksum_is_known(pdb_checksum kind);
/* Compares the text with the document's checksum. UNKNOWN: there is no checksum, or it is of an
 * unknown kind. mod_file_compare() compares files. */
mod_checksum_result mod_checksum_compare_text(const pdb_document *document, cc_span text);

/* The checksums of a text, to compare it with many documents. */
enum { MOD_CHECKSUM_FORMS = 3, MOD_CHECKSUM_BYTES = 32 };
typedef struct mod_checksums {
    pdb_checksum kind; /* PDB_SUM_NONE: nothing is computed */
    /* of the text as it is, with LF, with CR LF */
    uint8_t forms[MOD_CHECKSUM_FORMS][MOD_CHECKSUM_BYTES];
} mod_checksums;

/* Computes the sums of one kind; false when the kind is unknown. */
bool mod_checksums_make(mod_checksums *out, pdb_checksum kind, cc_span text);
mod_checksum_result mod_checksums_compare(const mod_checksums *sums, const pdb_document *document);

#endif
