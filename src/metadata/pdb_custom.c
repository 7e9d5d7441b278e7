/* State machines and custom debug information: kickoff methods, async, Source Link, embedded
 * source. Source: Portable PDB 1.0, StateMachineMethod and CustomDebugInformation. */
#include "metadata/pdb.h"

#include <string.h>

#include "metadata/md_int.h"
#include "metadata/pdb_int.h"

static const uint8_t ASYNC_STEPPING[16] = {0xC5, 0x2A, 0xFD, 0x54, 0x25, 0xE9, 0x1A, 0x40,
                                           0x9C, 0x2A, 0xF9, 0x4F, 0x17, 0x10, 0x72, 0xF8};
static const uint8_t SOURCE_LINK[16] = {0x56, 0x05, 0x11, 0xCC, 0x91, 0xA0, 0x38, 0x4D,
                                        0x9F, 0xEC, 0x25, 0xAB, 0x9A, 0x35, 0x1A, 0x6A};
static const uint8_t EMBEDDED_SOURCE[16] = {0x1B, 0x57, 0x8A, 0x0E, 0x26, 0x69, 0x6E, 0x46,
                                            0xB4, 0xAD, 0x8A, 0xB0, 0x46, 0x11, 0xF5, 0xFE};

static const uint8_t COMPILATION_OPTIONS[16] = {0x05, 0xEC, 0xFE, 0xB5, 0xD0, 0x8C, 0x83, 0x4A,
                                                0x96, 0xDA, 0x46, 0x62, 0x84, 0xBB, 0x4B, 0xD8};

bool pdb_find_custom(const pdb_file *pdb, uint32_t parent, const uint8_t kind[16], cc_span *value) {
    const md_tables *t = pdb->tables;
    uint32_t rid = 0;
    for (;;) {
        uint32_t index = 0;
        uint8_t guid[16];
        rid = md_find_next(t, MD_CUSTOM_DEBUG_INFORMATION, MD_COL_CUSTOM_DEBUG_INFORMATION_PARENT,
                           parent, rid + 1);
        if (rid == 0) {
            return false;
        }
        if (md_cell(t, MD_CUSTOM_DEBUG_INFORMATION, rid, MD_COL_CUSTOM_DEBUG_INFORMATION_KIND,
                    &index) &&
            md_guid(t, index, guid) && memcmp(guid, kind, sizeof guid) == 0 &&
            md_cell(t, MD_CUSTOM_DEBUG_INFORMATION, rid, MD_COL_CUSTOM_DEBUG_INFORMATION_VALUE,
                    &index) &&
            md_blob(t, index, value)) {
            return true;
        }
    }
}

uint32_t pdb_kickoff_of(const pdb_file *pdb, uint32_t move_next_rid) {
    uint32_t kickoff = 0;
    uint32_t row = md_find_next(pdb->tables, MD_STATE_MACHINE_METHOD,
                                MD_COL_STATE_MACHINE_METHOD_MOVE_NEXT_METHOD, move_next_rid, 1);
    if (row == 0 || !md_cell(pdb->tables, MD_STATE_MACHINE_METHOD, row,
                             MD_COL_STATE_MACHINE_METHOD_KICKOFF_METHOD, &kickoff)) {
        return 0;
    }
    return kickoff;
}

uint32_t pdb_move_next_of(const pdb_file *pdb, uint32_t kickoff_rid) {
    uint32_t move_next = 0;
    uint32_t count = 0;
    uint32_t row = md_find(pdb->tables, MD_STATE_MACHINE_METHOD,
                           MD_COL_STATE_MACHINE_METHOD_KICKOFF_METHOD, kickoff_rid, &count);
    if (row == 0 || !md_cell(pdb->tables, MD_STATE_MACHINE_METHOD, row,
                             MD_COL_STATE_MACHINE_METHOD_MOVE_NEXT_METHOD, &move_next)) {
        return 0;
    }
    return move_next;
}

cc_span pdb_source_link(const pdb_file *pdb) {
    cc_span json = {NULL, 0};
    bool found = pdb_find_custom(pdb, MD_TOKEN(MD_MODULE, 1), SOURCE_LINK, &json);
    return found ? json : (cc_span){NULL, 0};
}

bool pdb_embedded_source(const pdb_file *pdb, uint32_t document, cc_span *source) {
    return pdb_find_custom(pdb, MD_TOKEN(MD_DOCUMENT, document), EMBEDDED_SOURCE, source);
}

bool pdb_has_embedded_source(const pdb_file *pdb, uint32_t document) {
    cc_span source = {NULL, 0};
    return pdb_embedded_source(pdb, document, &source);
}

/* Takes a text that ends with a zero byte. */
static bool take_text(cc_span *from, cc_str *out) {
    const uint8_t *end = from->len == 0 ? NULL : memchr(from->data, 0, from->len);
    if (end == NULL) {
        return false;
    }
    *out = (cc_str){(const char *)from->data, (size_t)(end - from->data)};
    return cc_span_skip(from, out->len + 1);
}

bool pdb_compilation_option(const pdb_file *pdb, const char *name, cc_str *value) {
    cc_span options = {NULL, 0};
    cc_str key = {"", 0};
    bool is_found = false;
    if (!pdb_find_custom(pdb, MD_TOKEN(MD_MODULE, 1), COMPILATION_OPTIONS, &options)) {
        return false;
    }
    while (!is_found && take_text(&options, &key) && take_text(&options, value)) {
        is_found = cc_str_eqz(key, name);
    }
    return is_found;
}

bool pdb_has_compilation_options(const pdb_file *pdb) {
    cc_span options = {NULL, 0};
    return pdb_find_custom(pdb, MD_TOKEN(MD_MODULE, 1), COMPILATION_OPTIONS, &options);
}

/* "debug", "debug-plus", "release", "release-debug-plus" */
pdb_optimisation pdb_optimised(const pdb_file *pdb) {
    cc_str value = {"", 0};
    if (!pdb_has_compilation_options(pdb)) {
        return PDB_OPTIMISATION_UNKNOWN;
    }
    bool is_on =
        pdb_compilation_option(pdb, "optimization", &value) && cc_str_starts(value, "release");
    return is_on ? PDB_OPTIMISATION_ON : PDB_OPTIMISATION_OFF;
}

bool pdb_is_async(const pdb_file *pdb, uint32_t move_next_rid) {
    cc_span stepping = {NULL, 0};
    return pdb_find_custom(pdb, MD_TOKEN(MD_METHODDEF, move_next_rid), ASYNC_STEPPING, &stepping);
}
