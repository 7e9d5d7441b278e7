/* Hand-made metadata and images, for what compilers do not write: odd widths, damage, indirections. */
#ifndef MD_MAKE_H
#define MD_MAKE_H

#include "metadata/md.h"

typedef struct make_table {
    uint32_t table;
    uint32_t rows;
    cc_span bytes;
} make_table;

typedef struct make_metadata {
    uint8_t heap_sizes;
    uint64_t sorted;
    const char *table_stream; /* NULL: "#~" */
    make_table tables[8];     /* ascending; the first with 0 rows ends them */
    cc_span strings, blobs, guids, user_strings;
    cc_span pdb; /* #Pdb */
} make_metadata;

/* Appends a metadata root. */
void make_root(cc_buf *out, const make_metadata *m);

typedef struct make_pe {
    bool is_plus; /* PE32+ */
    md_layout layout;
    bool is_ready_to_run;
    uint32_t timestamp, entry_point;
} make_pe;

enum { MAKE_RVA = 0x2000 };

/* Appends an image with one section at MAKE_RVA: the CLI header, the root, a native header. */
void make_image(cc_buf *out, const make_pe *pe, cc_span root);

/* Whole file below the tests directory; in the arena. Fails the test when it cannot be read. */
cc_span golden_bytes(cc_arena *arena, const char *path);
/* A flat image as a loader would lay it out. */
cc_span golden_mapped(cc_arena *arena, cc_span flat);

#endif
