/* Digests of declarations. Where the order of rows means nothing, digests of rows are added. */
#include "coverage/members/mbr_internal.h"
#include "metadata/md_columns.h"

/* --- rows of an owner ------------------------------------------------------------------------- */

typedef uint64_t digest_row(mbr_tokens *tokens, uint32_t rid);

static uint64_t sum_rows(mbr_tokens *tokens, md_table table, uint32_t column, uint32_t owner,
                         digest_row *digest) {
    uint32_t count = 0;
    uint64_t sum = 0;
    uint32_t first = md_find(tokens->tables, table, column, owner, &count);
    for (uint32_t i = 0; i < count; i++) {
        sum += digest(tokens, first + i);
    }
    return sum;
}

static uint32_t cell(const mbr_tokens *tokens, md_table table, uint32_t rid, uint32_t column) {
    uint32_t value = 0;
    return md_cell(tokens->tables, table, rid, column, &value) ? value : 0;
}

static uint64_t text_of(const mbr_tokens *tokens, uint32_t index) {
    cc_str text = {"", 0};
    return md_string(tokens->tables, index, &text) ? mbr_hash(text) : 1;
}

static uint64_t blob_of(const mbr_tokens *tokens, uint32_t index) {
    cc_span bytes = {NULL, 0};
    return md_blob(tokens->tables, index, &bytes) ? cc_hash64(bytes) : 1;
}

#define DIGEST(values) mbr_digest(cc_span_of((values), sizeof(values)))

/* --- what several kinds have ------------------------------------------------------------------ */

static uint64_t constant_row(mbr_tokens *tokens, uint32_t rid) {
    const uint64_t values[] = {
        cell(tokens, MD_CONSTANT, rid, MD_COL_CONSTANT_TYPE),
        blob_of(tokens, cell(tokens, MD_CONSTANT, rid, MD_COL_CONSTANT_VALUE))};
    return DIGEST(values);
}

static uint64_t constant_of(mbr_tokens *tokens, uint32_t owner) {
    return sum_rows(tokens, MD_CONSTANT, MD_COL_CONSTANT_PARENT, owner, constant_row);
}

static uint64_t constraint_row(mbr_tokens *tokens, uint32_t rid) {
    uint32_t type =
        cell(tokens, MD_GENERIC_PARAM_CONSTRAINT, rid, MD_COL_GENERIC_PARAM_CONSTRAINT_CONSTRAINT);
    return mbr_token_of(tokens, type)->plain;
}

static uint64_t generic_row(mbr_tokens *tokens, uint32_t rid) {
    const uint64_t values[] = {cell(tokens, MD_GENERIC_PARAM, rid, MD_COL_GENERIC_PARAM_NUMBER),
                               cell(tokens, MD_GENERIC_PARAM, rid, MD_COL_GENERIC_PARAM_FLAGS),
                               sum_rows(tokens, MD_GENERIC_PARAM_CONSTRAINT,
                                        MD_COL_GENERIC_PARAM_CONSTRAINT_OWNER, rid, constraint_row),
                               mbr_attributes_of(tokens, MD_TOKEN(MD_GENERIC_PARAM, rid))};
    return DIGEST(values);
}

static uint64_t generics_of(mbr_tokens *tokens, uint32_t owner) {
    return sum_rows(tokens, MD_GENERIC_PARAM, MD_COL_GENERIC_PARAM_OWNER, owner, generic_row);
}

/* --- methods ---------------------------------------------------------------------------------- */

static uint64_t parameter(mbr_tokens *tokens, uint32_t rid) {
    uint32_t token = MD_TOKEN(MD_PARAM, rid);
    const uint64_t values[] = {cell(tokens, MD_PARAM, rid, MD_COL_PARAM_SEQUENCE),
                               cell(tokens, MD_PARAM, rid, MD_COL_PARAM_FLAGS),
                               text_of(tokens, cell(tokens, MD_PARAM, rid, MD_COL_PARAM_NAME)),
                               constant_of(tokens, token), mbr_attributes_of(tokens, token)};
    return DIGEST(values);
}

static uint64_t import_row(mbr_tokens *tokens, uint32_t rid) {
    uint32_t scope = cell(tokens, MD_IMPL_MAP, rid, MD_COL_IMPL_MAP_IMPORT_SCOPE);
    const uint64_t values[] = {
        cell(tokens, MD_IMPL_MAP, rid, MD_COL_IMPL_MAP_MAPPING_FLAGS),
        text_of(tokens, cell(tokens, MD_IMPL_MAP, rid, MD_COL_IMPL_MAP_IMPORT_NAME)),
        text_of(tokens, cell(tokens, MD_MODULEREF, scope, MD_COL_MODULEREF_NAME))};
    return DIGEST(values);
}

uint64_t mbr_declare_method(mbr_tokens *tokens, uint32_t rid) {
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    uint64_t parameters = 0;
    md_methoddef row;
    if (md_get_methoddef(tokens->tables, rid, &row) != CC_OK) {
        return 1;
    }
    for (uint32_t i = row.first_param; i < row.end_param; i++) {
        parameters += parameter(tokens, i);
    }
    const uint64_t values[] = {
        row.flags,
        row.impl_flags,
        parameters,
        generics_of(tokens, token),
        mbr_attributes_of(tokens, token),
        sum_rows(tokens, MD_IMPL_MAP, MD_COL_IMPL_MAP_MEMBER_FORWARDED, token, import_row)};
    return DIGEST(values);
}

/* --- fields ----------------------------------------------------------------------------------- */

static uint64_t offset_row(mbr_tokens *tokens, uint32_t rid) {
    return (uint64_t)cell(tokens, MD_FIELD_LAYOUT, rid, MD_COL_FIELD_LAYOUT_OFF_SET) + 1;
}

uint64_t mbr_declare_field(mbr_tokens *tokens, uint32_t rid) {
    uint32_t token = MD_TOKEN(MD_FIELD, rid);
    const uint64_t values[] = {
        cell(tokens, MD_FIELD, rid, MD_COL_FIELD_FLAGS),
        mbr_definition_of(tokens, token),
        constant_of(tokens, token),
        mbr_attributes_of(tokens, token),
        mbr_data_of(tokens, rid),
        sum_rows(tokens, MD_FIELD_LAYOUT, MD_COL_FIELD_LAYOUT_FIELD, rid, offset_row)};
    return DIGEST(values);
}

/* --- types ------------------------------------------------------------------------------------ */

static uint64_t interface_row(mbr_tokens *tokens, uint32_t rid) {
    uint32_t type = cell(tokens, MD_INTERFACE_IMPL, rid, MD_COL_INTERFACE_IMPL_INTERFACE);
    const uint64_t values[] = {mbr_token_of(tokens, type)->plain};
    return DIGEST(values);
}

static uint64_t override_row(mbr_tokens *tokens, uint32_t rid) {
    uint32_t body = cell(tokens, MD_METHOD_IMPL, rid, MD_COL_METHOD_IMPL_METHOD_BODY);
    uint32_t declaration = cell(tokens, MD_METHOD_IMPL, rid, MD_COL_METHOD_IMPL_METHOD_DECLARATION);
    const uint64_t values[] = {mbr_token_of(tokens, body)->plain,
                               mbr_token_of(tokens, declaration)->plain};
    return DIGEST(values);
}

static uint64_t layout_row(mbr_tokens *tokens, uint32_t rid) {
    const uint64_t values[] = {cell(tokens, MD_CLASS_LAYOUT, rid, MD_COL_CLASS_LAYOUT_PACKING_SIZE),
                               cell(tokens, MD_CLASS_LAYOUT, rid, MD_COL_CLASS_LAYOUT_CLASS_SIZE)};
    return DIGEST(values);
}

/* The rows of a type begin in its row of the map, and end where those of the next row begin. Their
 * order counts: serialisers write properties in it. */
static uint64_t digest_list(mbr_tokens *tokens, md_table map, uint32_t parent, uint32_t list,
                            md_table table, uint32_t type, digest_row *digest) {
    uint32_t count = 0;
    cc_buf digests = {0};
    uint32_t row = md_find(tokens->tables, map, parent, type, &count);
    if (row == 0) {
        return 0;
    }
    uint32_t all = md_row_count(tokens->tables, table);
    uint32_t end =
        row < md_row_count(tokens->tables, map) ? cell(tokens, map, row + 1, list) : all + 1;
    for (uint32_t rid = cell(tokens, map, row, list); rid < end && rid <= all; rid++) {
        cc_buf_u64(&digests, digest(tokens, rid));
    }
    uint64_t whole = mbr_digest(cc_buf_span(&digests));
    cc_buf_free(&digests);
    return whole;
}

static uint64_t property(mbr_tokens *tokens, uint32_t rid) {
    uint32_t token = MD_TOKEN(MD_PROPERTY, rid);
    const uint64_t values[] = {
        text_of(tokens, cell(tokens, MD_PROPERTY, rid, MD_COL_PROPERTY_NAME)),
        cell(tokens, MD_PROPERTY, rid, MD_COL_PROPERTY_PROP_FLAGS), constant_of(tokens, token),
        mbr_attributes_of(tokens, token)};
    return DIGEST(values);
}

static uint64_t event(mbr_tokens *tokens, uint32_t rid) {
    uint32_t type = cell(tokens, MD_EVENT, rid, MD_COL_EVENT_EVENT_TYPE);
    const uint64_t values[] = {text_of(tokens, cell(tokens, MD_EVENT, rid, MD_COL_EVENT_NAME)),
                               cell(tokens, MD_EVENT, rid, MD_COL_EVENT_EVENT_FLAGS),
                               mbr_token_of(tokens, type)->plain,
                               mbr_attributes_of(tokens, MD_TOKEN(MD_EVENT, rid))};
    return DIGEST(values);
}

/* The runtime lays out the fields of a structure in the order of their rows, and serialisers write
 * public fields in it. */
static uint64_t order_of_fields(mbr_tokens *tokens, const md_typedef *row) {
    enum { LAYOUT_MASK = 0x18, LAYOUT_AUTO = 0, ACCESS_OR_STATIC = 0x17, PUBLIC = 0x06 };
    cc_buf names = {0};
    bool is_auto = (row->flags & LAYOUT_MASK) == LAYOUT_AUTO;
    for (uint32_t rid = row->first_field; rid < row->end_field; rid++) {
        uint32_t flags = cell(tokens, MD_FIELD, rid, MD_COL_FIELD_FLAGS);
        if (!is_auto || (flags & ACCESS_OR_STATIC) == PUBLIC) {
            cc_buf_u64(&names, text_of(tokens, cell(tokens, MD_FIELD, rid, MD_COL_FIELD_NAME)));
        }
    }
    uint64_t digest = mbr_digest(cc_buf_span(&names));
    cc_buf_free(&names);
    return digest;
}

uint64_t mbr_declare_type(mbr_tokens *tokens, uint32_t rid) {
    uint32_t token = MD_TOKEN(MD_TYPEDEF, rid);
    md_typedef row;
    if (md_get_typedef(tokens->tables, rid, &row) != CC_OK) {
        return 1;
    }
    const uint64_t values[] = {
        row.flags,
        row.extends == 0 ? 0 : mbr_token_of(tokens, row.extends)->plain,
        sum_rows(tokens, MD_INTERFACE_IMPL, MD_COL_INTERFACE_IMPL_CLASS, rid, interface_row),
        sum_rows(tokens, MD_METHOD_IMPL, MD_COL_METHOD_IMPL_CLASS, rid, override_row),
        sum_rows(tokens, MD_CLASS_LAYOUT, MD_COL_CLASS_LAYOUT_PARENT, rid, layout_row),
        digest_list(tokens, MD_PROPERTY_MAP, MD_COL_PROPERTY_MAP_PARENT,
                    MD_COL_PROPERTY_MAP_PROPERTY_LIST, MD_PROPERTY, rid, property),
        digest_list(tokens, MD_EVENT_MAP, MD_COL_EVENT_MAP_PARENT, MD_COL_EVENT_MAP_EVENT_LIST,
                    MD_EVENT, rid, event),
        order_of_fields(tokens, &row),
        generics_of(tokens, token),
        mbr_attributes_of(tokens, token)};
    return DIGEST(values);
}

/* --- the assembly ----------------------------------------------------------------------------- */

/* Names of types have the version and the key in them. */
uint64_t mbr_declare_assembly(mbr_tokens *tokens) {
    const uint64_t values[] = {
        mbr_attributes_of(tokens, MD_TOKEN(MD_ASSEMBLY, 1)),
        mbr_attributes_of(tokens, MD_TOKEN(MD_MODULE, 1)),
        cell(tokens, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_MAJOR_VERSION),
        cell(tokens, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_MINOR_VERSION),
        cell(tokens, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_BUILD_NUMBER),
        cell(tokens, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_REVISION_NUMBER),
        blob_of(tokens, cell(tokens, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_PUBLIC_KEY)),
        text_of(tokens, cell(tokens, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_LOCALE))};
    return DIGEST(values);
}

uint64_t mbr_declare_resource(mbr_tokens *tokens, uint32_t rid) {
    cc_span bytes = {NULL, 0};
    uint32_t offset = cell(tokens, MD_MANIFEST_RESOURCE, rid, MD_COL_MANIFEST_RESOURCE_OFFSET);
    uint32_t file =
        cell(tokens, MD_MANIFEST_RESOURCE, rid, MD_COL_MANIFEST_RESOURCE_IMPLEMENTATION);
    if (file != 0 || md_image_resource(tokens->image, offset, &bytes) != CC_OK) {
        return 1;
    }
    return mbr_digest(bytes);
}

/* F# keeps signatures and inlined code for other compilations there. */
bool mbr_is_derived_resource(cc_str name) {
    return cc_str_starts(name, "FSharpSignature") || cc_str_starts(name, "FSharpOptimization");
}
