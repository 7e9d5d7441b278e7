/* Typed rows: assembly, types and methods, and owners of rows. Source: ECMA-335 II.22. */
#include "metadata/md.h"

#include <string.h>

#include "metadata/md_int.h"

static cc_err damaged(const char *what, uint32_t rid) {
    return cc_fail(CC_E_FORMAT, "damaged %s row %u", what, rid);
}

static bool cell_string(const md_tables *t, md_table table, uint32_t rid, uint32_t col,
                        cc_str *out) {
    uint32_t index = 0;
    return md_cell(t, table, rid, col, &index) && md_string(t, index, out);
}

static bool cell_blob(const md_tables *t, md_table table, uint32_t rid, uint32_t col,
                      cc_span *out) {
    uint32_t index = 0;
    return md_cell(t, table, rid, col, &index) && md_blob(t, index, out);
}

cc_err md_mvid(const md_tables *t, uint8_t out[16]) {
    uint32_t index = 0;
    if (!md_cell(t, MD_MODULE, 1, MD_COL_MODULE_MVID, &index) || !md_guid(t, index, out)) {
        return cc_fail(CC_E_FORMAT, "metadata has no module version id");
    }
    return CC_OK;
}

cc_err md_assembly_name(const md_tables *t, cc_str *out) {
    bool found = md_row_count(t, MD_ASSEMBLY) > 0
                     ? cell_string(t, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_NAME, out)
                     : cell_string(t, MD_MODULE, 1, MD_COL_MODULE_NAME, out);
    return found && out->len > 0 ? CC_OK
                                 : cc_fail(CC_E_FORMAT, "metadata has no assembly or module name");
}

cc_span md_assembly_public_key(const md_tables *t) {
    cc_span key = {NULL, 0};
    return cell_blob(t, MD_ASSEMBLY, 1, MD_COL_ASSEMBLY_PUBLIC_KEY, &key) ? key
                                                                          : (cc_span){NULL, 0};
}

/* Reads a list column: the run begins at this row's value and ends where the run of the next row
 * begins. */
static bool read_run(const md_tables *t, md_table table, uint32_t rid, uint32_t col,
                     md_table target, uint32_t *first, uint32_t *end) {
    uint32_t after_last = md_row_count(t, target) + 1;
    *end = after_last;
    if (!md_cell(t, table, rid, col, first)) {
        return false;
    }
    if (rid < md_row_count(t, table) && !md_cell(t, table, rid + 1, col, end)) {
        return false;
    }
    if (after_last == 1 && *first == 0) {
        *first = *end = 1; /* some writers put nil where the table is absent */
    }
    return *first >= 1 && *first <= *end && *end <= after_last;
}

cc_err md_get_typedef(const md_tables *t, uint32_t rid, md_typedef *out) {
    memset(out, 0, sizeof *out);
    bool whole = md_cell(t, MD_TYPEDEF, rid, MD_COL_TYPEDEF_FLAGS, &out->flags) &&
                 cell_string(t, MD_TYPEDEF, rid, MD_COL_TYPEDEF_NAME, &out->name) &&
                 cell_string(t, MD_TYPEDEF, rid, MD_COL_TYPEDEF_NAMESPACE, &out->space) &&
                 md_cell(t, MD_TYPEDEF, rid, MD_COL_TYPEDEF_EXTENDS, &out->extends) &&
                 read_run(t, MD_TYPEDEF, rid, MD_COL_TYPEDEF_FIELD_LIST, MD_FIELD,
                          &out->first_field, &out->end_field) &&
                 read_run(t, MD_TYPEDEF, rid, MD_COL_TYPEDEF_METHOD_LIST, MD_METHODDEF,
                          &out->first_method, &out->end_method);
    return whole ? CC_OK : damaged("TypeDef", rid);
}

cc_err md_get_methoddef(const md_tables *t, uint32_t rid, md_methoddef *out) {
    memset(out, 0, sizeof *out);
    uint32_t impl_flags = 0;
    uint32_t flags = 0;
    bool whole = md_cell(t, MD_METHODDEF, rid, MD_COL_METHODDEF_RVA, &out->rva) &&
                 md_cell(t, MD_METHODDEF, rid, MD_COL_METHODDEF_IMPL_FLAGS, &impl_flags) &&
                 md_cell(t, MD_METHODDEF, rid, MD_COL_METHODDEF_FLAGS, &flags) &&
                 cell_string(t, MD_METHODDEF, rid, MD_COL_METHODDEF_NAME, &out->name) &&
                 cell_blob(t, MD_METHODDEF, rid, MD_COL_METHODDEF_SIGNATURE, &out->signature) &&
                 read_run(t, MD_METHODDEF, rid, MD_COL_METHODDEF_PARAM_LIST, MD_PARAM,
                          &out->first_param, &out->end_param);
    out->impl_flags = (uint16_t)impl_flags;
    out->flags = (uint16_t)flags;
    return whole ? CC_OK : damaged("MethodDef", rid);
}

/* Finds the last type whose run begins at or before the row, and so skips types with empty runs
 * that begin at that row. */
static uint32_t owner_by_run(const md_tables *t, uint32_t col, md_table target, uint32_t rid) {
    uint32_t low = 1;
    uint32_t high = md_row_count(t, MD_TYPEDEF) + 1;
    if (rid == 0 || rid > md_row_count(t, target)) {
        return 0;
    }
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t first = 0;
        if (!md_cell(t, MD_TYPEDEF, middle, col, &first)) {
            return 0;
        }
        if (first <= rid) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    uint32_t first = 0;
    uint32_t end = 0;
    uint32_t owner = low - 1;
    bool holds =
        read_run(t, MD_TYPEDEF, owner, col, target, &first, &end) && first <= rid && rid < end;
    return holds ? owner : 0;
}

uint32_t md_owner_of_method(const md_tables *t, uint32_t method_rid) {
    return owner_by_run(t, MD_COL_TYPEDEF_METHOD_LIST, MD_METHODDEF, method_rid);
}

uint32_t md_owner_of_field(const md_tables *t, uint32_t field_rid) {
    return owner_by_run(t, MD_COL_TYPEDEF_FIELD_LIST, MD_FIELD, field_rid);
}

uint32_t md_enclosing_type(const md_tables *t, uint32_t typedef_rid) {
    uint32_t enclosing = 0;
    uint32_t row =
        md_find_next(t, MD_NESTED_CLASS, MD_COL_NESTED_CLASS_NESTED_CLASS, typedef_rid, 1);
    if (row == 0 ||
        !md_cell(t, MD_NESTED_CLASS, row, MD_COL_NESTED_CLASS_ENCLOSING_CLASS, &enclosing)) {
        return 0;
    }
    return enclosing <= md_row_count(t, MD_TYPEDEF) ? enclosing : 0;
}

static bool interface_is(const md_tables *t, uint32_t row, const char *full_name, cc_buf *name) {
    uint32_t token = 0;
    cc_buf_clear(name);
    return md_cell(t, MD_INTERFACE_IMPL, row, MD_COL_INTERFACE_IMPL_INTERFACE, &token) &&
           md_definition_name(t, token, name) == CC_OK && cc_str_eqz(cc_buf_str(name), full_name);
}

bool md_implements(const md_tables *t, uint32_t typedef_rid, const char *full_name) {
    cc_buf name = {0};
    bool found = false;
    uint32_t row = 0;
    do {
        row = md_find_next(t, MD_INTERFACE_IMPL, MD_COL_INTERFACE_IMPL_CLASS, typedef_rid, row + 1);
        found = row != 0 && interface_is(t, row, full_name, &name);
    } while (row != 0 && !found);
    cc_buf_free(&name);
    return found;
}
