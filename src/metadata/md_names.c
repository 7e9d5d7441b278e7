/* Full names of types: "Ns.Outer/Inner`1", as Cecil spells them.
 *
 * Nested types form chains: the code first collects a chain and then writes it from its outermost
 * type on. */
#include "metadata/md.h"

#include "metadata/md_int.h"

enum { SIG_VALUETYPE = 0x11, SIG_CLASS = 0x12, SIG_GENERICINST = 0x15 };

_Static_assert((int)MD_COL_TYPEDEF_NAME == (int)MD_COL_TYPEREF_NAME &&
                   (int)MD_COL_TYPEDEF_NAMESPACE == (int)MD_COL_TYPEREF_NAMESPACE,
               "TypeDef and TypeRef hold their names in the same columns");

cc_err md_put_full_name(cc_str space, cc_str name, uint32_t token, cc_buf *out) {
    if (name.len + space.len > MD_MAX_NAME) {
        return cc_fail(CC_E_LIMIT, "name of type 0x%08x is longer than %d bytes", token,
                       MD_MAX_NAME);
    }
    if (space.len > 0) {
        cc_buf_str_put(out, space);
        cc_buf_putc(out, '.');
    }
    cc_buf_str_put(out, name);
    return CC_OK;
}

static cc_err put_own_name(const md_tables *t, uint32_t token, cc_buf *out) {
    md_table table = (md_table)MD_TOKEN_TABLE(token);
    uint32_t name_index = 0;
    uint32_t space_index = 0;
    cc_str name = {NULL, 0};
    cc_str space = {NULL, 0};
    if ((table != MD_TYPEDEF && table != MD_TYPEREF) ||
        !md_cell(t, table, MD_TOKEN_RID(token), MD_COL_TYPEDEF_NAME, &name_index) ||
        !md_cell(t, table, MD_TOKEN_RID(token), MD_COL_TYPEDEF_NAMESPACE, &space_index) ||
        !md_string(t, name_index, &name) || !md_string(t, space_index, &space)) {
        return cc_fail(CC_E_FORMAT, "type token 0x%08x has no name", token);
    }
    return md_put_full_name(space, name, token, out);
}

/* Returns the token of the type around a TypeDef or TypeRef, 0 at top level. */
static uint32_t enclosing_token(const md_tables *t, uint32_t token) {
    uint32_t rid = MD_TOKEN_RID(token);
    uint32_t outer = 0;
    if (MD_TOKEN_TABLE(token) == MD_TYPEDEF) {
        outer = md_enclosing_type(t, rid);
        return outer == 0 ? 0 : MD_TOKEN(MD_TYPEDEF, outer);
    }
    bool is_nested = md_cell(t, MD_TYPEREF, rid, MD_COL_TYPEREF_RESOLUTION_SCOPE, &outer) &&
                     MD_TOKEN_TABLE(outer) == MD_TYPEREF && outer != 0;
    return is_nested ? outer : 0;
}

static cc_err put_chain(const md_tables *t, uint32_t token, cc_buf *out) {
    uint32_t chain[MD_MAX_NESTING];
    uint32_t depth = 0;
    for (uint32_t at = token; at != 0; at = enclosing_token(t, at)) {
        if (depth == MD_MAX_NESTING) {
            return cc_fail(CC_E_LIMIT, "type 0x%08x is nested deeper than %d", token,
                           MD_MAX_NESTING);
        }
        chain[depth++] = at;
    }
    if (depth == 0) {
        return cc_fail(CC_E_FORMAT, "nil is not a type");
    }
    while (depth > 0) {
        depth--;
        CC_TRY(put_own_name(t, chain[depth], out));
        if (depth > 0) {
            cc_buf_putc(out, '/');
        }
    }
    return cc_buf_ok(out) ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory for a name");
}

uint32_t md_spec_definition(const md_tables *t, uint32_t token) {
    cc_span sig = {NULL, 0};
    uint32_t index = 0;
    uint8_t element = 0;
    if (MD_TOKEN_TABLE(token) != MD_TYPESPEC) {
        return token;
    }
    if (!md_cell(t, MD_TYPESPEC, MD_TOKEN_RID(token), MD_COL_TYPESPEC_SIGNATURE, &index) ||
        !md_blob(t, index, &sig) || !cc_span_u8(&sig, &element) ||
        (element == SIG_GENERICINST && !cc_span_u8(&sig, &element)) ||
        (element != SIG_CLASS && element != SIG_VALUETYPE)) {
        return 0;
    }
    /* No compiler writes a TypeSpec of a TypeSpec; the code does not follow one, so that no chain
     * can loop. */
    bool is_named = md_sig_token(&sig, &token) && MD_TOKEN_TABLE(token) != MD_TYPESPEC;
    return is_named ? token : 0;
}

static cc_err put_spec(const md_tables *t, uint32_t token, cc_buf *out) {
    uint32_t index = 0;
    cc_span sig = {NULL, 0};
    if (!md_cell(t, MD_TYPESPEC, MD_TOKEN_RID(token), MD_COL_TYPESPEC_SIGNATURE, &index) ||
        !md_blob(t, index, &sig)) {
        return cc_fail(CC_E_FORMAT, "type token 0x%08x has no signature", token);
    }
    return md_sig_type(t, &sig, NULL, out);
}

static cc_err rolled_back(cc_err err, cc_buf *out, size_t start) {
    if (err != CC_OK) {
        out->len = start;
    }
    return err;
}

cc_err md_definition_name(const md_tables *t, uint32_t token, cc_buf *out) {
    uint32_t definition = md_spec_definition(t, token);
    if (definition == 0) {
        return cc_fail(CC_E_FORMAT, "type token 0x%08x names no class", token);
    }
    size_t start = out->len;
    return rolled_back(put_chain(t, definition, out), out, start);
}

cc_err md_type_name(const md_tables *t, uint32_t token, cc_buf *out) {
    size_t start = out->len;
    if (MD_TOKEN_TABLE(token) == MD_TYPESPEC) {
        return rolled_back(put_spec(t, token, out), out, start);
    }
    return rolled_back(put_chain(t, token, out), out, start);
}
