/* What compilers deflate: embedded PDBs and embedded sources. Sources: the PE-COFF page of the
 * Portable PDB specification; Portable PDB 1.0, EmbeddedSource. */
#include <libdeflate.h>

#include "metadata/pdb.h"

/* Deflate expands a byte to at most 1032 bytes: a larger size is invalid, and the code refuses it
 * before it allocates memory. */
static bool is_plausible_size(size_t deflated, uint32_t inflated) {
    return inflated / 1032 <= deflated;
}

/* `what` is for messages. */
static cc_err inflate(cc_span from, uint32_t size, uint32_t most, const char *what, cc_arena *arena,
                      cc_span *out) {
    if (size > most) {
        return cc_fail(CC_E_LIMIT, "%s is too long (%u bytes)", what, size);
    }
    if (!is_plausible_size(from.len, size)) {
        return cc_fail(CC_E_FORMAT, "%s cannot inflate to %u bytes", what, size);
    }
    uint8_t *bytes = cc_arena_alloc(arena, size, 1);
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    if (bytes == NULL || inflater == NULL) {
        libdeflate_free_decompressor(inflater);
        return cc_fail(CC_E_NOMEM, "out of memory for %s", what);
    }
    /* With NULL for the actual size, the stream must give exactly the expected number of bytes. */
    enum libdeflate_result result =
        libdeflate_deflate_decompress(inflater, from.data, from.len, bytes, size, NULL);
    libdeflate_free_decompressor(inflater);
    if (result != LIBDEFLATE_SUCCESS) {
        return cc_fail(CC_E_FORMAT, "%s does not inflate to %u bytes", what, size);
    }
    *out = cc_span_of(bytes, size);
    return CC_OK;
}

cc_err pdb_inflate(const md_debug_info *info, cc_arena *arena, cc_span *out) {
    if (info->embedded.data == NULL) {
        return cc_fail(CC_E_NOTFOUND, "image has no embedded PDB");
    }
    return inflate(info->embedded, info->embedded_size, PDB_MAX_INFLATED, "an embedded PDB", arena,
                   out);
}

/* A number precedes the text. 0: the text is stored as it is; above 0: the text is deflated, and
 * the number is its inflated size. Negative numbers are reserved. */
cc_err pdb_inflate_source(cc_span source, cc_arena *arena, cc_span *text) {
    uint32_t size = 0;
    if (!cc_span_u32(&source, &size) || size > INT32_MAX) {
        return cc_fail(CC_E_FORMAT, "an embedded source does not begin with its size");
    }
    if (size == 0 && source.len <= PDB_MAX_SOURCE) {
        *text = source;
        return CC_OK;
    }
    if (size == 0) {
        return cc_fail(CC_E_LIMIT, "an embedded source is too long (%zu bytes)", source.len);
    }
    return inflate(source, size, PDB_MAX_SOURCE, "an embedded source", arena, text);
}
