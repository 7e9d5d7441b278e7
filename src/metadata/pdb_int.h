/* The internals of the portable PDB reader. Internal to this room. */
#ifndef PDB_INT_H
#define PDB_INT_H

#include "metadata/pdb.h"

enum {
    PDB_ID_SIZE = 20,
    PDB_MAX_PATH = 1 << 16 /* bytes of a document's name */
};

struct pdb_file {
    md_tables *tables;
    uint8_t id[PDB_ID_SIZE];
};

/* Sets the first custom debug information of this kind, a GUID, of the token; borrowed. False when
 * there is none. */
bool pdb_find_custom(const pdb_file *pdb, uint32_t parent, const uint8_t kind[16], cc_span *value);

#endif
