/* Texts that compilers embedded in PDBs; see cov_model.h. */
#include "coverage/model/cov_model.h"
#include "coverage/module/mod_checksum.h"

enum { SHA1_BYTES = 20, SHA256_BYTES = 32 };

/* Without a checksum the PDB is believed. */
static bool has_checksum(cc_span text, cc_span checksum) {
    const pdb_document document = {.checksum_kind = checksum.len == SHA256_BYTES ? PDB_SUM_SHA256
                                                    : checksum.len == SHA1_BYTES ? PDB_SUM_SHA1
                                                                                 : PDB_SUM_NONE,
                                   .checksum = checksum};
    return mod_checksum_compare_text(&document, text) != MOD_CHECKSUM_CHANGED;
}

bool cov_embedded(cc_span embedded, cc_span checksum, cc_arena *arena, cc_span *text) {
    *text = (cc_span){NULL, 0};
    return embedded.len > 0 && pdb_inflate_source(embedded, arena, text) == CC_OK &&
           has_checksum(*text, checksum);
}
