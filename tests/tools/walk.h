/* Asks an image or a PDB for everything that the metadata room can tell, and counts the answers.
 * For the contributor's program mdwalk, the fuzz targets and the tests of damaged input. */
#ifndef WALK_H
#define WALK_H

#include "metadata/md.h"
#include "metadata/pdb.h"

typedef struct walk_counts {
    uint64_t cells, bad_cells; /* bad: a coded index without a table */
    uint64_t types, methods, bodies, names, attributes, members, signatures;
    uint64_t documents, methods_with_points, points, hidden_points, slots;
    uint64_t errors;
} walk_counts;

/* Called for each error with the token it is about; the message is in cc_error_message(). */
typedef void (*walk_error)(void *ctx, uint32_t token);
/* Called for each method whose names could be built; NULL: not. */
typedef void (*walk_method)(void *ctx, uint32_t token, cc_str type, cc_str name, cc_str signature,
                            cc_str returns);

typedef struct walk_sink {
    void *ctx;
    walk_error error;
    walk_method method;
    void (*point)(void *ctx, uint32_t token, const pdb_point *point); /* NULL: not */
    void (*slot)(void *ctx, uint32_t token, const pdb_slot *slot);    /* NULL: not */
} walk_sink;

void walk_tables(const md_tables *t, walk_counts *counts);
/* What walk_image() does, without bodies and debug directory. */
void walk_metadata(const md_tables *t, walk_counts *counts, const walk_sink *sink);
void walk_image(const md_image *image, walk_counts *counts, const walk_sink *sink);
void walk_pdb(const pdb_file *pdb, walk_counts *counts, const walk_sink *sink);

#endif
