/* Portable PDBs: opening, documents.
 *
 * Input: the bytes of a .pdb file or of the inflated embedded PDB. Opening reads only the table
 * layout, because the profiler opens a PDB in the user's process and uses few of its methods.
 * Source: Portable PDB 1.0 (#Pdb stream, Document table). */
#include "metadata/pdb.h"

#include <string.h>

#include "metadata/md_int.h"
#include "metadata/pdb_int.h"

static const char WINDOWS_PDB[] = "Microsoft C/C++ MSF 7.00";

/* #Pdb: id, entry point, then the row counts of the image's tables, which determine widths of
 * columns. */
static cc_err read_pdb_stream(cc_span in, pdb_file *pdb, uint32_t *rows) {
    cc_span id = {NULL, 0};
    uint32_t entry_point = 0;
    uint64_t referenced = 0;
    if (!cc_span_take(&in, PDB_ID_SIZE, &id) || !cc_span_u32(&in, &entry_point) ||
        !cc_span_u64(&in, &referenced)) {
        return cc_fail(CC_E_TRUNCATED, "#Pdb stream ends early");
    }
    memcpy(pdb->id, id.data, PDB_ID_SIZE);
    for (uint32_t i = 0; i < 64; i++) {
        if ((referenced >> i & 1) == 0) {
            continue;
        }
        if (i >= MD_DOCUMENT) {
            return cc_fail(CC_E_FORMAT, "#Pdb stream refers to table 0x%x", i);
        }
        if (!cc_span_u32(&in, &rows[i])) {
            return cc_fail(CC_E_TRUNCATED, "#Pdb stream ends early");
        }
    }
    return CC_OK;
}

cc_err pdb_open(pdb_file **out, cc_span bytes, cc_arena *arena) {
    cc_span head = {NULL, 0};
    if (cc_span_slice(bytes, 0, sizeof WINDOWS_PDB - 1, &head) &&
        memcmp(head.data, WINDOWS_PDB, head.len) == 0) {
        return cc_fail(
            CC_E_UNSUPPORTED,
            "Windows PDB, which clrcov cannot read; build with DebugType portable or embedded");
    }
    pdb_file *pdb = CC_NEW(arena, pdb_file);
    if (pdb == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a PDB");
    }
    md_root root;
    uint32_t rows[MD_TABLE_COUNT] = {0};
    CC_TRY(md_root_open(&root, bytes, arena));
    cc_span stream = md_root_stream(&root, "#Pdb");
    if (stream.data == NULL) {
        return cc_fail(CC_E_FORMAT, "not a portable PDB: metadata without a #Pdb stream");
    }
    CC_TRY(read_pdb_stream(stream, pdb, rows));
    CC_TRY(md_tables_of_root(&pdb->tables, &root, rows, arena));
    *out = pdb;
    return CC_OK;
}

bool pdb_matches(const pdb_file *pdb, const md_debug_info *info) {
    return info->has_codeview && memcmp(pdb->id, info->pdb_id, PDB_ID_SIZE) == 0;
}

const md_tables *pdb_tables(const pdb_file *pdb) {
    return pdb->tables;
}

void pdb_id(const pdb_file *pdb, uint8_t out[20]) {
    memcpy(out, pdb->id, PDB_ID_SIZE);
}

/* --- documents -------------------------------------------------------------------------------- */

#define GUID_BYTES(a, b, c, d0, d1, d2, d3, d4, d5, d6, d7)                                        \
    {                                                                                              \
        (a) & 0xFF, (a) >> 8 & 0xFF, (a) >> 16 & 0xFF, (a) >> 24, (b)&0xFF, (b) >> 8, (c)&0xFF,    \
            (c) >> 8, d0, d1, d2, d3, d4, d5, d6, d7                                               \
    }

typedef struct guid_fact {
    uint8_t guid[16];
    int value;
} guid_fact;

static const guid_fact LANGUAGES[] = {
    {GUID_BYTES(0x3F5162F8u, 0x07C6, 0x11D3, 0x90, 0x53, 0x00, 0xC0, 0x4F, 0xA3, 0x02, 0xA1),
     PDB_LANG_CSHARP},
    {GUID_BYTES(0x3A12D0B8u, 0xC26C, 0x11D0, 0xB4, 0x42, 0x00, 0xA0, 0x24, 0x4A, 0x1D, 0xD2),
     PDB_LANG_VB},
    {GUID_BYTES(0xAB4F38C9u, 0xB6E6, 0x43BA, 0xBE, 0x3B, 0x58, 0x08, 0x0B, 0x2C, 0xCC, 0xE3),
     PDB_LANG_FSHARP},
};

static const guid_fact CHECKSUMS[] = {
    {GUID_BYTES(0xFF1816ECu, 0xAA5E, 0x4D10, 0x87, 0xF7, 0x6F, 0x49, 0x63, 0x83, 0x34, 0x60),
     PDB_SUM_SHA1},
    {GUID_BYTES(0x8829D00Fu, 0x11B8, 0x4213, 0x87, 0x8B, 0x77, 0x0E, 0x85, 0x97, 0xAC, 0x16),
     PDB_SUM_SHA256},
};

/* Returns the value of a GUID cell in the table of facts; `other` when it is absent. */
static bool lookup_guid(const md_tables *t, uint32_t rid, uint32_t col, const guid_fact *facts,
                        size_t count, int other, int *value) {
    uint32_t index = 0;
    uint8_t guid[16];
    if (!md_cell(t, MD_DOCUMENT, rid, col, &index) || !md_guid(t, index, guid)) {
        return false;
    }
    *value = other;
    for (size_t i = 0; i < count; i++) {
        if (memcmp(guid, facts[i].guid, sizeof guid) == 0) {
            *value = facts[i].value;
        }
    }
    return true;
}

/* Takes the separator before the parts: one character in UTF-8, or a zero byte. */
static bool take_separator(cc_span *blob, cc_span *separator) {
    uint8_t lead = 0;
    cc_span peek = *blob;
    if (!cc_span_u8(&peek, &lead)) {
        return false;
    }
    size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (!cc_span_take(blob, size, separator)) {
        return false;
    }
    if (lead == 0) {
        separator->len = 0;
    }
    return true;
}

/* Writes the joined name to `to` unless `to` is NULL; always sets the length. */
static bool join_name(const md_tables *t, cc_span blob, char *to, size_t *len) {
    cc_span separator = {NULL, 0};
    bool is_first = true;
    *len = 0;
    if (blob.len == 0) {
        return true;
    }
    if (!take_separator(&blob, &separator)) {
        return false;
    }
    while (blob.len > 0) {
        uint32_t index = 0;
        cc_span part = {NULL, 0};
        if (!md_compressed(&blob, &index) || !md_blob(t, index, &part) || part.len > PDB_MAX_PATH) {
            return false;
        }
        size_t gap = is_first ? 0 : separator.len;
        if (to != NULL && gap > 0) {
            memcpy(to + *len, separator.data, gap);
        }
        if (to != NULL && part.len > 0) {
            memcpy(to + *len + gap, part.data, part.len);
        }
        *len += gap + part.len;
        is_first = false;
        if (*len > PDB_MAX_PATH) {
            return false;
        }
    }
    return true;
}

static cc_err read_name(const md_tables *t, uint32_t rid, cc_arena *arena, cc_str *out) {
    uint32_t index = 0;
    cc_span blob = {NULL, 0};
    size_t len = 0;
    if (!md_cell(t, MD_DOCUMENT, rid, MD_COL_DOCUMENT_NAME, &index) || !md_blob(t, index, &blob) ||
        !join_name(t, blob, NULL, &len)) {
        return cc_fail(CC_E_FORMAT, "damaged name of document %u", rid);
    }
    char *text = cc_arena_alloc(arena, len + 1, 1);
    if (text == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a document's name");
    }
    (void)join_name(t, blob, text, &len);
    *out = (cc_str){text, len};
    return CC_OK;
}

uint32_t pdb_document_count(const pdb_file *pdb) {
    return md_row_count(pdb->tables, MD_DOCUMENT);
}

cc_err pdb_get_document(const pdb_file *pdb, uint32_t rid, cc_arena *arena, pdb_document *out) {
    const md_tables *t = pdb->tables;
    int language = PDB_LANG_OTHER;
    int checksum = PDB_SUM_NONE;
    uint32_t hash = 0;
    memset(out, 0, sizeof *out);
    CC_TRY(read_name(t, rid, arena, &out->name));
    if (!lookup_guid(t, rid, MD_COL_DOCUMENT_LANGUAGE, LANGUAGES,
                     sizeof LANGUAGES / sizeof LANGUAGES[0], PDB_LANG_OTHER, &language) ||
        !lookup_guid(t, rid, MD_COL_DOCUMENT_HASH_ALGORITHM, CHECKSUMS,
                     sizeof CHECKSUMS / sizeof CHECKSUMS[0], PDB_SUM_OTHER, &checksum) ||
        !md_cell(t, MD_DOCUMENT, rid, MD_COL_DOCUMENT_HASH, &hash) ||
        !md_blob(t, hash, &out->checksum)) {
        return cc_fail(CC_E_FORMAT, "damaged document row %u", rid);
    }
    out->language = (pdb_language)language;
    out->checksum_kind = out->checksum.len == 0 ? PDB_SUM_NONE : (pdb_checksum)checksum;
    return CC_OK;
}
