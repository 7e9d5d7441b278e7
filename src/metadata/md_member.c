/* Members by token: declaring types, names, signatures; custom attributes. Source: ECMA-335
 * II.22.10 (CustomAttribute), II.22.25 (MemberRef), II.22.29 (MethodSpec). */
#include "metadata/md.h"

#include "metadata/md_int.h"

/* Returns the method that a MethodSpec instantiates. Other tokens unchanged. 0 when the row is
 * damaged. */
static uint32_t without_spec(const md_tables *t, uint32_t token) {
    uint32_t method = 0;
    if (MD_TOKEN_TABLE(token) != MD_METHODSPEC) {
        return token;
    }
    return md_cell(t, MD_METHODSPEC, MD_TOKEN_RID(token), MD_COL_METHODSPEC_METHOD, &method)
               ? method
               : 0;
}

/* Returns the token of the type (or ModuleRef) that declares a MethodDef, Field or MemberRef; 0
 * when damaged. */
static uint32_t declaring_type(const md_tables *t, uint32_t token) {
    uint32_t rid = MD_TOKEN_RID(token);
    uint32_t parent = token;
    if (MD_TOKEN_TABLE(token) == MD_MEMBERREF &&
        !md_cell(t, MD_MEMBERREF, rid, MD_COL_MEMBERREF_CLASS, &parent)) {
        return 0;
    }
    uint32_t owner = 0;
    if (MD_TOKEN_TABLE(parent) ==
        MD_METHODDEF) { /* also a call with more arguments than declared */
        owner = md_owner_of_method(t, MD_TOKEN_RID(parent));
    } else if (MD_TOKEN_TABLE(parent) == MD_FIELD) {
        owner = md_owner_of_field(t, MD_TOKEN_RID(parent));
    } else {
        return parent;
    }
    return owner == 0 ? 0 : MD_TOKEN(MD_TYPEDEF, owner);
}

uint32_t md_member_parent(const md_tables *t, uint32_t token) {
    return declaring_type(t, without_spec(t, token));
}

static bool columns_of(uint32_t token, md_table *table, uint32_t *name, uint32_t *signature) {
    *table = (md_table)MD_TOKEN_TABLE(token);
    if (*table == MD_METHODDEF) {
        *name = MD_COL_METHODDEF_NAME;
        *signature = MD_COL_METHODDEF_SIGNATURE;
        return true;
    }
    if (*table == MD_MEMBERREF) {
        *name = MD_COL_MEMBERREF_NAME;
        *signature = MD_COL_MEMBERREF_SIGNATURE;
        return true;
    }
    *name = MD_COL_FIELD_NAME;
    *signature = MD_COL_FIELD_SIGNATURE;
    return *table == MD_FIELD;
}

static bool member_string(const md_tables *t, uint32_t token, cc_str *name) {
    md_table table = MD_METHODDEF;
    uint32_t name_col = 0;
    uint32_t signature_col = 0;
    uint32_t index = 0;
    return columns_of(token, &table, &name_col, &signature_col) &&
           md_cell(t, table, MD_TOKEN_RID(token), name_col, &index) && md_string(t, index, name);
}

bool md_signature_of(const md_tables *t, uint32_t token, cc_span *sig) {
    md_table table = MD_METHODDEF;
    uint32_t name_col = 0;
    uint32_t col = MD_COL_STANDALONE_SIG_SIGNATURE;
    uint32_t index = 0;
    uint32_t plain = without_spec(t, token);
    if (!columns_of(plain, &table, &name_col, &col)) {
        col = MD_COL_STANDALONE_SIG_SIGNATURE;
        if (table != MD_STANDALONE_SIG) {
            return false;
        }
    }
    return md_cell(t, table, MD_TOKEN_RID(plain), col, &index) && md_blob(t, index, sig);
}

cc_err md_member_name(const md_tables *t, uint32_t token, cc_buf *type, cc_str *name) {
    uint32_t plain = without_spec(t, token);
    if (plain == 0 || !member_string(t, plain, name)) {
        return cc_fail(CC_E_FORMAT, "member token 0x%08x has no name", token);
    }
    if (type == NULL) {
        return CC_OK;
    }
    uint32_t declaring = declaring_type(t, plain);
    if (MD_TOKEN_TABLE(declaring) == MD_MODULEREF) {
        cc_buf_puts(type, "<Module>"); /* a global function of another module */
        return CC_OK;
    }
    if (declaring == 0) {
        return cc_fail(CC_E_FORMAT, "member token 0x%08x has no type", token);
    }
    /* Methods of arrays are called through a TypeSpec that has no definition. */
    return md_spec_definition(t, declaring) != 0 ? md_definition_name(t, declaring, type)
                                                 : md_type_name(t, declaring, type);
}

uint32_t md_member_owner(const md_tables *t, uint32_t token) {
    uint32_t definition = md_spec_definition(t, declaring_type(t, without_spec(t, token)));
    bool is_here = MD_TOKEN_TABLE(definition) == MD_TYPEDEF &&
                   MD_TOKEN_RID(definition) <= md_row_count(t, MD_TYPEDEF);
    return is_here ? MD_TOKEN_RID(definition) : 0;
}

uint32_t md_method_in_module(const md_tables *t, uint32_t token) {
    uint32_t plain = without_spec(t, token);
    if (MD_TOKEN_TABLE(plain) == MD_METHODDEF) {
        return MD_TOKEN_RID(plain) <= md_row_count(t, MD_METHODDEF) ? MD_TOKEN_RID(plain) : 0;
    }
    cc_str name = {NULL, 0};
    cc_span sig = {NULL, 0};
    md_typedef owner;
    uint32_t owner_rid = md_member_owner(t, plain);
    if (MD_TOKEN_TABLE(plain) != MD_MEMBERREF || owner_rid == 0 ||
        !member_string(t, plain, &name) || !md_signature_of(t, plain, &sig) ||
        md_get_typedef(t, owner_rid, &owner) != CC_OK) {
        return 0;
    }
    for (uint32_t rid = owner.first_method; rid < owner.end_method; rid++) {
        cc_str own_name = {NULL, 0};
        cc_span own_sig = {NULL, 0};
        uint32_t own = MD_TOKEN(MD_METHODDEF, rid);
        if (member_string(t, own, &own_name) && cc_str_eq(own_name, name) &&
            md_signature_of(t, own, &own_sig) && cc_span_eq(own_sig, sig)) {
            return rid;
        }
    }
    return 0;
}

/* --- custom attributes ------------------------------------------------------------------------ */

static void put_attribute_name(const md_tables *t, uint32_t row, cc_buf *full_name) {
    uint32_t constructor = 0;
    if (!md_cell(t, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_TYPE, &constructor)) {
        return;
    }
    uint32_t declaring = declaring_type(t, constructor);
    if (declaring != 0 && md_definition_name(t, declaring, full_name) != CC_OK) {
        return; /* a damaged name matches nothing; the attribute still exists */
    }
}

bool md_next_attribute(const md_tables *t, uint32_t owner_token, uint32_t *cursor,
                       cc_buf *full_name, cc_span *value) {
    uint32_t index = 0;
    if (*cursor == UINT32_MAX) {
        return false;
    }
    uint32_t row = md_find_next(t, MD_CUSTOM_ATTRIBUTE, MD_COL_CUSTOM_ATTRIBUTE_PARENT, owner_token,
                                *cursor + 1);
    if (row == 0) {
        *cursor = UINT32_MAX;
        return false;
    }
    *cursor = row;
    put_attribute_name(t, row, full_name);
    if (value != NULL &&
        (!md_cell(t, MD_CUSTOM_ATTRIBUTE, row, MD_COL_CUSTOM_ATTRIBUTE_VALUE, &index) ||
         !md_blob(t, index, value))) {
        *value = (cc_span){NULL, 0};
    }
    return true;
}

bool md_has_attribute(const md_tables *t, uint32_t owner_token, const char *full_name) {
    cc_buf name = {0};
    uint32_t cursor = 0;
    bool found = false;
    while (!found && md_next_attribute(t, owner_token, &cursor, &name, NULL)) {
        found = cc_str_eqz(cc_buf_str(&name), full_name);
        cc_buf_clear(&name);
    }
    cc_buf_free(&name);
    return found;
}

/* The value of a DebuggableAttribute disables the optimiser. One constructor takes modes, the other
 * constructor takes two booleans, tracking and "not optimised". */
static bool switches_off(cc_span value) {
    enum { BOOLEANS_SIZE = 6, MODES_SIZE = 8, DISABLE_OPTIMIZATIONS_BYTE = 3, DISABLE = 1 };
    if (value.len == MODES_SIZE) {
        return (value.data[DISABLE_OPTIMIZATIONS_BYTE] & DISABLE) != 0;
    }
    return value.len == BOOLEANS_SIZE && value.data[3] != 0;
}

bool md_is_optimised(const md_tables *t) {
    uint32_t cursor = 0;
    cc_buf name = {0};
    cc_span value = {NULL, 0};
    bool is_off = false;
    while (!is_off && md_next_attribute(t, MD_TOKEN(MD_ASSEMBLY, 1), &cursor, &name, &value)) {
        is_off = cc_buf_ok(&name) &&
                 cc_str_eqz(cc_buf_str(&name), "System.Diagnostics.DebuggableAttribute") &&
                 switches_off(value);
        cc_buf_clear(&name);
    }
    cc_buf_free(&name);
    return !is_off;
}
