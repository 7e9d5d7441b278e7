/* The debug directory of an image: the id of its PDB, and the PDB embedded in it. Sources: PE/COFF,
 * the PE-COFF page of the Portable PDB specification. */
#include "metadata/md.h"

#include <string.h>

#include "metadata/md_int.h"

enum {
    DIRECTORY_DEBUG = 6,
    ENTRY_SIZE = 28,
    TYPE_CODEVIEW = 2,
    TYPE_REPRODUCIBLE = 16,
    TYPE_EMBEDDED_PDB = 17,
    TYPE_PDB_CHECKSUM = 19,
    MAGIC_RSDS = 0x53445352,
    MAGIC_MPDB = 0x4244504D,
    MINOR_PORTABLE = 0x504D,
    GUID_SIZE = 16
};

typedef struct debug_entry {
    uint32_t characteristics, timestamp, type, size, rva, offset;
    uint16_t major, minor;
} debug_entry;

static bool read_entry(cc_span *in, debug_entry *e) {
    return cc_span_u32(in, &e->characteristics) && cc_span_u32(in, &e->timestamp) &&
           cc_span_u16(in, &e->major) && cc_span_u16(in, &e->minor) && cc_span_u32(in, &e->type) &&
           cc_span_u32(in, &e->size) && cc_span_u32(in, &e->rva) && cc_span_u32(in, &e->offset);
}

/* In a file the data may be outside all sections: only the file offset is reliable. */
static cc_err entry_data(const md_image *image, const debug_entry *e, cc_span *out) {
    if (image->layout == MD_LAYOUT_FLAT && e->offset != 0) {
        return cc_span_slice(image->bytes, e->offset, e->size, out)
                   ? CC_OK
                   : cc_fail(CC_E_TRUNCATED, "debug data of type %u lies outside the file",
                             e->type);
    }
    cc_span from = {NULL, 0};
    CC_TRY(md_image_at_rva(image, e->rva, &from));
    return cc_span_slice(from, 0, e->size, out)
               ? CC_OK
               : cc_fail(CC_E_TRUNCATED, "debug data of type %u runs out of its section", e->type);
}

/* Precompiled images may have a second entry, for the native symbols; clrcov uses the portable
 * entry. */
static cc_err read_codeview(cc_span data, const debug_entry *e, md_debug_info *out) {
    bool is_portable = e->minor == MINOR_PORTABLE;
    uint32_t magic = 0;
    cc_span guid = {NULL, 0};
    uint32_t age = 0;
    if (out->has_codeview && (out->is_portable || !is_portable)) {
        return CC_OK;
    }
    if (!cc_span_u32(&data, &magic) || magic != MAGIC_RSDS) {
        return CC_OK; /* older kinds of CodeView data refer to no portable PDB */
    }
    cc_str path = {NULL, 0};
    if (!cc_span_take(&data, GUID_SIZE, &guid) || !cc_span_u32(&data, &age) ||
        !cc_span_cstr(&data, &path)) {
        return cc_fail(CC_E_TRUNCATED, "CodeView entry ends early");
    }
    out->has_codeview = true;
    out->is_portable = is_portable;
    out->pdb_path = path;
    memcpy(out->pdb_id, guid.data, GUID_SIZE);
    for (unsigned i = 0; i < 4; i++) {
        out->pdb_id[GUID_SIZE + i] = (uint8_t)(e->timestamp >> (8 * i));
    }
    return CC_OK;
}

static cc_err read_embedded(cc_span data, md_debug_info *out) {
    uint32_t magic = 0;
    uint32_t size = 0;
    if (!cc_span_u32(&data, &magic) || !cc_span_u32(&data, &size)) {
        return cc_fail(CC_E_TRUNCATED, "embedded PDB ends early");
    }
    if (magic != MAGIC_MPDB) {
        return cc_fail(CC_E_FORMAT, "embedded PDB has no MPDB signature");
    }
    out->embedded = data;
    out->embedded_size = size;
    return CC_OK;
}

static cc_err read_checksum(cc_span data, md_debug_info *out) {
    if (!cc_span_cstr(&data, &out->checksum_algorithm)) {
        return cc_fail(CC_E_TRUNCATED, "PDB checksum entry ends early");
    }
    out->checksum = data;
    return CC_OK;
}

static cc_err read_kind(const md_image *image, const debug_entry *e, md_debug_info *out) {
    if (e->type == TYPE_REPRODUCIBLE) {
        out->is_reproducible = true;
        return CC_OK;
    }
    if (e->type != TYPE_CODEVIEW && e->type != TYPE_EMBEDDED_PDB && e->type != TYPE_PDB_CHECKSUM) {
        return CC_OK;
    }
    cc_span data = {NULL, 0};
    CC_TRY(entry_data(image, e, &data));
    if (e->type == TYPE_CODEVIEW) {
        return read_codeview(data, e, out);
    }
    return e->type == TYPE_EMBEDDED_PDB ? read_embedded(data, out) : read_checksum(data, out);
}

cc_err md_image_debug_info(const md_image *image, md_debug_info *out) {
    memset(out, 0, sizeof *out);
    uint32_t rva = 0;
    uint32_t size = 0;
    if (!md_pe_directory(&image->pe, DIRECTORY_DEBUG, &rva, &size)) {
        return CC_OK;
    }
    cc_span in = {NULL, 0};
    CC_TRY(md_image_at_rva(image, rva, &in));
    if (!cc_span_slice(in, 0, size, &in)) {
        return cc_fail(CC_E_TRUNCATED, "debug directory runs out of its section");
    }
    debug_entry entry;
    while (in.len >= ENTRY_SIZE && read_entry(&in, &entry)) {
        CC_TRY(read_kind(image, &entry, out));
    }
    return CC_OK;
}
