/* Hand-made metadata and images, for what compilers do not write: odd widths, damage,
 * indirections. */
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
    bool is_native; /* no CLI header */
    uint32_t timestamp, entry_point;
    cc_span debug;            /* what stands at make_debug_rva() */
    uint32_t debug_directory; /* bytes of it that are debug directory */
} make_pe;

enum { MAKE_RVA = 0x2000, MAKE_HEADERS = 0x200 };

/* RVA of `debug` in the image made around a root of this size; in a flat image the file offset is
 * MAKE_HEADERS where the RVA is MAKE_RVA. */
uint32_t make_debug_rva(cc_span root);

/* Appends an image with one section at MAKE_RVA: the CLI header, the root, a native header. */
void make_image(cc_buf *out, const make_pe *pe, cc_span root);

/* A header of precompiled code. */
typedef struct make_native {
    uint32_t flags;
    uint32_t section_count; /* 0 or 1, but for damaged ones */
    uint32_t section_type, rva, size;
} make_native;

/* Puts it into a flat image of a compiler, over the bodies of its first methods. False: no room
 * there. */
bool make_native_header(uint8_t *image, size_t size, const make_native *header);
/* RVA and size of its metadata. */
void make_metadata_place(const uint8_t *image, size_t size, uint32_t *rva, uint32_t *bytes);

#endif
