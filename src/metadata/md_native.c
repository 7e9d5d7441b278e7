/* The header of precompiled code (ReadyToRun). Input: an image. Output: whether its code may
 * contain code of other assemblies. Source: the ReadyToRun format page of the runtime (botr). */
#include "metadata/md_int.h"

enum {
    NATIVE_VERSION_SIZE = 4, /* between the signature and the flags */
    NATIVE_FLAG_COMPONENT = 0x20,
    NATIVE_SECTION_MANIFEST_METADATA = 112,
    NATIVE_MAX_SECTIONS = 1024
};

/* Finds the section's bytes; an empty span when there is none. False when the header is damaged. */
static bool find_section(const md_image *image, cc_span sections, uint32_t count, uint32_t wanted,
                         cc_span *out) {
    *out = (cc_span){NULL, 0};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = 0;
        uint32_t rva = 0;
        uint32_t size = 0;
        if (!cc_span_u32(&sections, &type) || !cc_span_u32(&sections, &rva) ||
            !cc_span_u32(&sections, &size)) {
            return false;
        }
        if (type == wanted) {
            cc_span from;
            return md_image_at_rva(image, rva, &from) == CC_OK && cc_span_slice(from, 0, size, out);
        }
    }
    return true;
}

/* The manifest has a row for each assembly, type and member that the code uses and that the image's
 * own metadata does not name. Code of the image's own methods needs none. */
static bool names_others(cc_span manifest, cc_arena *arena) {
    md_tables *tables = NULL;
    return md_tables_open(&tables, manifest, NULL, arena) != CC_OK ||
           md_row_count(tables, MD_ASSEMBLYREF) > 0 || md_row_count(tables, MD_TYPEREF) > 0 ||
           md_row_count(tables, MD_MEMBERREF) > 0;
}

bool md_image_holds_foreign_code(const md_image *image, cc_arena *arena) {
    cc_span in = image->native_header;
    cc_span manifest;
    uint32_t flags = 0;
    uint32_t count = 0;
    if (!image->is_ready_to_run) {
        return false;
    }
    if (!cc_span_skip(&in, NATIVE_VERSION_SIZE) || !cc_span_u32(&in, &flags) ||
        !cc_span_u32(&in, &count) || count > NATIVE_MAX_SECTIONS) {
        return true;
    }
    return (flags & NATIVE_FLAG_COMPONENT) != 0 ||
           !find_section(image, in, count, NATIVE_SECTION_MANIFEST_METADATA, &manifest) ||
           (manifest.len > 0 && names_others(manifest, arena));
}
