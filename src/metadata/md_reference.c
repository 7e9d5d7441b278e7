/* References to other assemblies: where a referenced type is defined.
 *
 * Source: ECMA-335 II.22.5 (AssemblyRef), II.22.14 (ExportedType), II.22.38 (TypeRef). Nested types
 * form chains; the code follows them to the outermost type, at most MD_MAX_NESTING steps. */
#include "metadata/md_int.h"

bool md_assembly_ref_name(const md_tables *t, uint32_t rid, cc_str *name) {
    uint32_t index = 0;
    return md_cell(t, MD_ASSEMBLYREF, rid, MD_COL_ASSEMBLYREF_NAME, &index) &&
           md_string(t, index, name);
}

uint32_t md_type_scope(const md_tables *t, uint32_t token) {
    uint32_t at = md_spec_definition(t, token);
    for (int i = 0; i < MD_MAX_NESTING && MD_TOKEN_TABLE(at) == MD_TYPEREF; i++) {
        if (!md_cell(t, MD_TYPEREF, MD_TOKEN_RID(at), MD_COL_TYPEREF_RESOLUTION_SCOPE, &at)) {
            return 0;
        }
    }
    bool is_scope = MD_TOKEN_TABLE(at) == MD_ASSEMBLYREF || MD_TOKEN_TABLE(at) == MD_MODULEREF ||
                    (MD_TOKEN_TABLE(at) == MD_MODULE && at != 0);
    return is_scope ? at : 0;
}

uint32_t md_member_scope(const md_tables *t, uint32_t token) {
    return md_type_scope(t, md_member_parent(t, token));
}

static bool has_parent(const md_tables *t, uint32_t token, const char *type) {
    cc_buf name = {0};
    bool answer = md_definition_name(t, md_member_parent(t, token), &name) == CC_OK &&
                  cc_buf_ok(&name) && cc_str_eqz(cc_buf_str(&name), type);
    cc_buf_free(&name);
    return answer;
}

bool md_refers_to(const md_tables *t, const char *type, const char *member) {
    uint32_t count = md_row_count(t, MD_MEMBERREF);
    for (uint32_t rid = 1; rid <= count; rid++) {
        uint32_t index = 0;
        cc_str name = {NULL, 0};
        if (md_cell(t, MD_MEMBERREF, rid, MD_COL_MEMBERREF_NAME, &index) &&
            md_string(t, index, &name) && cc_str_eqz(name, member) &&
            has_parent(t, MD_TOKEN(MD_MEMBERREF, rid), type)) {
            return true;
        }
    }
    return false;
}

/* --- exported types --------------------------------------------------------------------------- */

static cc_err put_exported_name(const md_tables *t, uint32_t rid, cc_buf *out) {
    uint32_t name_index = 0;
    uint32_t space_index = 0;
    cc_str name = {NULL, 0};
    cc_str space = {NULL, 0};
    if (!md_cell(t, MD_EXPORTED_TYPE, rid, MD_COL_EXPORTED_TYPE_TYPE_NAME, &name_index) ||
        !md_cell(t, MD_EXPORTED_TYPE, rid, MD_COL_EXPORTED_TYPE_TYPE_NAMESPACE, &space_index) ||
        !md_string(t, name_index, &name) || !md_string(t, space_index, &space)) {
        return cc_fail(CC_E_FORMAT, "exported type %u has no name", rid);
    }
    return md_put_full_name(space, name, MD_TOKEN(MD_EXPORTED_TYPE, rid), out);
}

/* Collects the types from the inner one outwards; *assembly_ref is the scope of the outermost
 * type. */
static cc_err collect_chain(const md_tables *t, uint32_t rid, uint32_t *chain, uint32_t *depth,
                            uint32_t *assembly_ref) {
    uint32_t at = MD_TOKEN(MD_EXPORTED_TYPE, rid);
    while (MD_TOKEN_TABLE(at) == MD_EXPORTED_TYPE) {
        if (*depth == MD_MAX_NESTING) {
            return cc_fail(CC_E_LIMIT, "exported type %u is nested deeper than %d", rid,
                           MD_MAX_NESTING);
        }
        chain[(*depth)++] = MD_TOKEN_RID(at);
        if (!md_cell(t, MD_EXPORTED_TYPE, MD_TOKEN_RID(at), MD_COL_EXPORTED_TYPE_IMPLEMENTATION,
                     &at)) {
            return cc_fail(CC_E_FORMAT, "exported type %u has no implementation", rid);
        }
    }
    *assembly_ref = MD_TOKEN_TABLE(at) == MD_ASSEMBLYREF ? MD_TOKEN_RID(at) : 0;
    return CC_OK;
}

cc_err md_exported_type(const md_tables *t, uint32_t rid, cc_buf *name, uint32_t *assembly_ref) {
    uint32_t chain[MD_MAX_NESTING];
    uint32_t depth = 0;
    size_t start = name->len;
    CC_TRY(collect_chain(t, rid, chain, &depth, assembly_ref));
    while (depth > 0) {
        depth--;
        cc_err err = put_exported_name(t, chain[depth], name);
        if (err != CC_OK) {
            name->len = start;
            return err;
        }
        if (depth > 0) {
            cc_buf_putc(name, '/');
        }
    }
    return cc_buf_ok(name) ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for a name");
}
