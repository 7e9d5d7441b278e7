/* Initial values that a field has in the image (ECMA-335 II.16.3), as arrays and spans get them. C#
 * names such a field by its content, F# by a number. */
#include "coverage/members/mbr_internal.h"
#include "metadata/md_columns.h"

enum { FIELD_SIGNATURE = 0x06, VALUE_TYPE = 0x11, FIRST_PRIMITIVE = 0x02, LAST_PRIMITIVE = 0x0D };

static uint32_t cell(const md_tables *tables, md_table table, uint32_t rid, uint32_t column) {
    uint32_t value = 0;
    return md_cell(tables, table, rid, column, &value) ? value : 0;
}

/* Of a structure of this build; 0: not known. */
static uint32_t size_of_structure(const md_tables *tables, cc_span type) {
    enum { TYPEDEF_TAG = 0, TAG_BITS = 2, TAG_MASK = 3 };
    uint32_t coded = 0;
    uint32_t count = 0;
    if (!md_compressed(&type, &coded) || (coded & TAG_MASK) != TYPEDEF_TAG) {
        return 0;
    }
    uint32_t row =
        md_find(tables, MD_CLASS_LAYOUT, MD_COL_CLASS_LAYOUT_PARENT, coded >> TAG_BITS, &count);
    return count == 0 ? 0 : cell(tables, MD_CLASS_LAYOUT, row, MD_COL_CLASS_LAYOUT_CLASS_SIZE);
}

/* 0: not known. */
static uint32_t size_of(const md_tables *tables, cc_span signature) {
    /* by element type, from boolean on: char, then integers and floating-point numbers */
    static const uint8_t sizes[] = {1, 2, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    uint8_t kind = 0;
    uint8_t type = 0;
    if (!cc_span_u8(&signature, &kind) || kind != FIELD_SIGNATURE ||
        !cc_span_u8(&signature, &type)) {
        return 0;
    }
    if (type >= FIRST_PRIMITIVE && type <= LAST_PRIMITIVE) {
        return sizes[type - FIRST_PRIMITIVE];
    }
    return type == VALUE_TYPE ? size_of_structure(tables, signature) : 0;
}

uint64_t mbr_data_of(const mbr_tokens *tokens, uint32_t rid) {
    const md_tables *tables = tokens->tables;
    cc_span signature = {NULL, 0};
    cc_span bytes = {NULL, 0};
    uint32_t count = 0;
    uint32_t row = md_find(tables, MD_FIELD_RVA, MD_COL_FIELD_RVA_FIELD, rid, &count);
    if (count == 0) {
        return 0;
    }
    uint32_t rva = cell(tables, MD_FIELD_RVA, row, MD_COL_FIELD_RVA_RVA);
    bool is_read =
        md_blob(tables, cell(tables, MD_FIELD, rid, MD_COL_FIELD_SIGNATURE), &signature) &&
        md_image_at_rva(tokens->image, rva, &bytes) == CC_OK;
    uint32_t size = is_read ? size_of(tables, signature) : 0;
    if (size == 0 || size > bytes.len) {
        return 1;
    }
    return mbr_digest(cc_span_of(bytes.data, size));
}
