/* What tokens name, without numbers of rows: two builds of one source give equal text. Source: ECMA-335
 * II.22.29 (MethodSpec), II.22.36 (StandAloneSig), II.23.2. */
#include "metadata/md.h"

#include "metadata/md_int.h"

/* First bytes of signatures that are not of methods. */
enum { SIG_FIELD = 0x06, SIG_LOCALS = 0x07, SIG_PROPERTY = 0x08, SIG_INSTANTIATION = 0x0A };
enum { SIG_KIND_MASK = 0x0F };

static uint8_t first_byte(cc_span sig) {
    return sig.len > 0 ? sig.data[0] : 0;
}

/* --- lists of types --------------------------------------------------------------------------- */

/* The types of a signature, one after the other. */
typedef struct types {
    const md_tables *t;
    cc_span rest;
    uint32_t left;
} types;

/* Fields have one type; locals and instantiations have a number of types; methods have the type
 * that they return and their parameters. */
static bool open_types(types *out, const md_tables *t, cc_span sig) {
    md_sig_method head;
    uint8_t kind = first_byte(sig) & SIG_KIND_MASK;
    *out = (types){t, sig, 1};
    if (kind == SIG_FIELD) {
        return cc_span_skip(&out->rest, 1);
    }
    if (kind == SIG_LOCALS || kind == SIG_INSTANTIATION) {
        return cc_span_skip(&out->rest, 1) && md_compressed(&out->rest, &out->left);
    }
    if (!md_sig_method_header(&out->rest, &head)) {
        return false;
    }
    out->left = head.params + 1;
    return true;
}

static cc_err put_types(const md_tables *t, cc_span sig, cc_buf *out) {
    types all;
    cc_buf_dec(out, first_byte(sig));
    cc_buf_putc(out, ' ');
    if (!open_types(&all, t, sig)) {
        return cc_fail(CC_E_TRUNCATED, "signature ends early");
    }
    for (; all.left > 0; all.left--) {
        CC_TRY(md_sig_type(t, &all.rest, NULL, out));
        cc_buf_putc(out, ';');
    }
    return CC_OK;
}

static void visit_types(const md_tables *t, cc_span sig, md_visit_type *visit, void *ctx) {
    types all;
    if (!open_types(&all, t, sig)) {
        return;
    }
    for (; all.left > 0; all.left--) {
        if (md_sig_visit(t, &all.rest, visit, ctx) != CC_OK) {
            return;
        }
    }
}

/* --- tokens ----------------------------------------------------------------------------------- */

static bool instantiation_of(const md_tables *t, uint32_t token, cc_span *sig) {
    uint32_t index = 0;
    return MD_TOKEN_TABLE(token) == MD_METHODSPEC &&
           md_cell(t, MD_METHODSPEC, MD_TOKEN_RID(token), MD_COL_METHODSPEC_INSTANTIATION,
                   &index) &&
           md_blob(t, index, sig);
}

static cc_err put_parent(const md_tables *t, uint32_t token, cc_buf *out) {
    uint32_t parent = md_member_parent(t, token);
    if (MD_TOKEN_TABLE(parent) == MD_MODULEREF) {
        cc_buf_puts(out, "<Module>");
        return CC_OK;
    }
    if (parent == 0) {
        return cc_fail(CC_E_FORMAT, "member token 0x%08x has no type", token);
    }
    return md_type_name(t, parent, out);
}

/* Name and signature of a member, after its type. */
static cc_err put_own(const md_tables *t, uint32_t token, cc_buf *out) {
    cc_str name = {NULL, 0};
    cc_span sig = {NULL, 0};
    CC_TRY(md_member_name(t, token, NULL, &name));
    cc_buf_puts(out, "::");
    cc_buf_str_put(out, name);
    cc_buf_putc(out, ' ');
    if (!md_signature_of(t, token, &sig)) {
        return cc_fail(CC_E_FORMAT, "member token 0x%08x has no signature", token);
    }
    return put_types(t, sig, out);
}

static cc_err put_member(const md_tables *t, uint32_t token, cc_buf *out) {
    cc_span sig = {NULL, 0};
    CC_TRY(put_parent(t, token, out));
    CC_TRY(put_own(t, token, out));
    if (instantiation_of(t, token, &sig)) {
        cc_buf_putc(out, '<');
        CC_TRY(put_types(t, sig, out));
    }
    return CC_OK;
}

static cc_err put_definition(const md_tables *t, uint32_t token, cc_buf *out) {
    cc_str name = {NULL, 0};
    CC_TRY(md_member_name(t, token, out, &name));
    return put_own(t, token, out);
}

static cc_err put_signature(const md_tables *t, uint32_t token, cc_buf *out) {
    cc_span sig = {NULL, 0};
    if (!md_signature_of(t, token, &sig)) {
        return cc_fail(CC_E_FORMAT, "token 0x%08x has no signature", token);
    }
    return put_types(t, sig, out);
}

static bool is_type(uint32_t token) {
    md_table table = (md_table)MD_TOKEN_TABLE(token);
    return table == MD_TYPEDEF || table == MD_TYPEREF || table == MD_TYPESPEC;
}

static cc_err put_token(const md_tables *t, uint32_t token, cc_buf *out) {
    if (is_type(token)) {
        return md_type_name(t, token, out);
    }
    bool is_signature = MD_TOKEN_TABLE(token) == MD_STANDALONE_SIG;
    return is_signature ? put_signature(t, token, out) : put_member(t, token, out);
}

cc_err md_describe(const md_tables *t, uint32_t token, cc_buf *out) {
    size_t start = out->len;
    cc_err err = put_token(t, token, out);
    if (err != CC_OK) {
        out->len = start;
    }
    return err;
}

cc_err md_describe_definition(const md_tables *t, uint32_t token, cc_buf *out) {
    size_t start = out->len;
    cc_err err = put_definition(t, token, out);
    if (err != CC_OK) {
        out->len = start;
    }
    return err;
}

/* --- types that a token names ----------------------------------------------------------------- */

static void visit_type(const md_tables *t, uint32_t token, md_visit_type *visit, void *ctx) {
    uint32_t index = 0;
    cc_span sig = {NULL, 0};
    if (MD_TOKEN_TABLE(token) == MD_TYPEDEF || MD_TOKEN_TABLE(token) == MD_TYPEREF) {
        visit(ctx, token);
        return;
    }
    bool is_spec =
        MD_TOKEN_TABLE(token) == MD_TYPESPEC &&
        md_cell(t, MD_TYPESPEC, MD_TOKEN_RID(token), MD_COL_TYPESPEC_SIGNATURE, &index) &&
        md_blob(t, index, &sig);
    if (is_spec && md_sig_visit(t, &sig, visit, ctx) != CC_OK) {
        return; /* what was visited before the damage counts */
    }
}

void md_each_type(const md_tables *t, uint32_t token, md_visit_type *visit, void *ctx) {
    cc_span sig = {NULL, 0};
    if (is_type(token)) {
        visit_type(t, token, visit, ctx);
        return;
    }
    if (MD_TOKEN_TABLE(token) == MD_STANDALONE_SIG) {
        if (md_signature_of(t, token, &sig)) {
            visit_types(t, sig, visit, ctx);
        }
        return;
    }
    visit_type(t, md_member_parent(t, token), visit, ctx);
    if (instantiation_of(t, token, &sig)) {
        visit_types(t, sig, visit, ctx);
    }
}

void md_each_type_of_signature(const md_tables *t, cc_span signature, md_visit_type *visit,
                               void *ctx) {
    visit_types(t, signature, visit, ctx);
}
