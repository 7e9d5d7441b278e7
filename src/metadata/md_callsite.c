/* Signatures for the rewriter: how much a call pops and pushes, and which values are bool. Source:
 * ECMA-335 II.23.2.1 to II.23.2.6. */
#include "metadata/md.h"

#include "metadata/md_int.h"

enum {
    SIG_KIND_MASK = 0x0F,
    SIG_KIND_FIELD = 0x06,
    SIG_KIND_LOCALS = 0x07,
    SIG_KIND_PROPERTY = 0x08,
    SIG_KIND_UNMANAGED = 0x09, /* calli: unmanaged, convention in modifiers */
    SIG_KIND_METHODSPEC = 0x0A,
    SIG_VAR = 0x13, /* types, II.23.1.16 */
    SIG_GENERICINST = 0x15,
    SIG_MVAR = 0x1E,
    SIG_HAS_THIS = 0x20,
    SIG_EXPLICIT_THIS = 0x40
};

/* Method signatures have conventions 0 to 5 and 9; the other conventions are for fields, locals and
 * similar. */
static bool is_method_signature(uint8_t convention) {
    uint8_t kind = convention & SIG_KIND_MASK;
    return kind < SIG_KIND_FIELD || kind == SIG_KIND_UNMANAGED;
}

/* --- type parameters -------------------------------------------------------------------------- */

/* Sets the type arguments that a token supplies for its type parameters, from the first one on. */
static bool arguments_of(const md_tables *t, uint32_t token, uint8_t parameter, cc_span *arguments,
                         uint32_t *count) {
    uint32_t index = 0;
    uint32_t parent = 0;
    uint8_t element = 0;
    if (parameter == SIG_MVAR) {
        return MD_TOKEN_TABLE(token) == MD_METHODSPEC &&
               md_cell(t, MD_METHODSPEC, MD_TOKEN_RID(token), MD_COL_METHODSPEC_INSTANTIATION,
                       &index) &&
               md_blob(t, index, arguments) && cc_span_u8(arguments, &element) &&
               element == SIG_KIND_METHODSPEC && md_compressed(arguments, count);
    }
    if (MD_TOKEN_TABLE(token) == MD_METHODSPEC &&
        !md_cell(t, MD_METHODSPEC, MD_TOKEN_RID(token), MD_COL_METHODSPEC_METHOD, &token)) {
        return false;
    }
    return MD_TOKEN_TABLE(token) == MD_MEMBERREF &&
           md_cell(t, MD_MEMBERREF, MD_TOKEN_RID(token), MD_COL_MEMBERREF_CLASS, &parent) &&
           MD_TOKEN_TABLE(parent) == MD_TYPESPEC &&
           md_cell(t, MD_TYPESPEC, MD_TOKEN_RID(parent), MD_COL_TYPESPEC_SIGNATURE, &index) &&
           md_blob(t, index, arguments) && cc_span_u8(arguments, &element) &&
           element == SIG_GENERICINST && cc_span_u8(arguments, &element) &&
           md_sig_token(arguments, &parent) && md_compressed(arguments, count);
}

/* Returns the kind of the type at the start of `sig`, a type parameter, when the token supplies its
 * argument: the result of Id<bool>, an element of List<bool>. UNKNOWN when the token does not. */
static md_kind argument_kind(const md_tables *t, uint32_t token, cc_span sig) {
    cc_span arguments = {NULL, 0};
    uint8_t parameter = 0;
    uint32_t number = 0;
    uint32_t count = 0;
    md_kind kind = MD_KIND_UNKNOWN;
    bool is_void = false;
    if (!cc_span_u8(&sig, &parameter) || (parameter != SIG_VAR && parameter != SIG_MVAR) ||
        !md_compressed(&sig, &number) || !arguments_of(t, token, parameter, &arguments, &count) ||
        number >= count) {
        return MD_KIND_UNKNOWN;
    }
    for (uint32_t i = 0; i < number; i++) {
        if (md_sig_type(t, &arguments, NULL, NULL) != CC_OK) {
            return MD_KIND_UNKNOWN;
        }
    }
    return md_sig_peek(arguments, &kind, &is_void) ? kind : MD_KIND_UNKNOWN;
}

/* Returns the kind of the type at the start of `sig`, whose own kind is `kind`: an element of
 * List<bool> is a bool, an element of Span<bool> is a reference to a bool. */
static md_kind instantiated(const md_tables *t, uint32_t token, cc_span sig, md_kind kind) {
    if (kind == MD_KIND_UNKNOWN) {
        return argument_kind(t, token, sig);
    }
    bool is_holder = kind == MD_KIND_OTHER && md_sig_take_holder(&sig);
    return is_holder && argument_kind(t, token, sig) == MD_KIND_BOOL ? MD_KIND_BOOLS : kind;
}

/* Takes the header; `sig` is then at the return type. */
static bool read_callsite(cc_span *sig, md_callsite *out) {
    md_sig_method head;
    if (!md_sig_method_header(sig, &head) || !is_method_signature(head.convention) ||
        !md_sig_peek(*sig, &out->result, &out->returns_void)) {
        return false;
    }
    out->params = head.params;
    out->has_this =
        (head.convention & SIG_HAS_THIS) != 0 && (head.convention & SIG_EXPLICIT_THIS) == 0;
    return true;
}

bool md_callsite_of(const md_tables *t, uint32_t token, md_callsite *out) {
    cc_span sig = {NULL, 0};
    if (!md_signature_of(t, token, &sig) || !read_callsite(&sig, out)) {
        return false;
    }
    out->result = instantiated(t, token, sig, out->result);
    return true;
}

md_kind md_parameter_kind(const md_tables *t, uint32_t token, uint32_t index) {
    cc_span sig = {NULL, 0};
    md_callsite site;
    md_kind kind = MD_KIND_UNKNOWN;
    bool is_void = false;
    if (!md_signature_of(t, token, &sig) || !read_callsite(&sig, &site) || index >= site.params) {
        return MD_KIND_UNKNOWN;
    }
    for (uint32_t i = 0; i <= index; i++) { /* the return type comes first */
        if (md_sig_type(t, &sig, NULL, NULL) != CC_OK) {
            return MD_KIND_UNKNOWN;
        }
    }
    return md_sig_peek(sig, &kind, &is_void) ? instantiated(t, token, sig, kind) : MD_KIND_UNKNOWN;
}

md_kind md_type_kind(const md_tables *t, uint32_t token) {
    uint32_t index = 0;
    cc_span sig = {NULL, 0};
    md_kind kind = MD_KIND_UNKNOWN;
    bool is_void = false;
    if (MD_TOKEN_TABLE(token) == MD_TYPESPEC) {
        bool is_read =
            md_cell(t, MD_TYPESPEC, MD_TOKEN_RID(token), MD_COL_TYPESPEC_SIGNATURE, &index) &&
            md_blob(t, index, &sig) && md_sig_peek(sig, &kind, &is_void);
        return is_read ? kind : MD_KIND_UNKNOWN;
    }
    cc_buf name = {0};
    if (md_type_name(t, token, &name) == CC_OK) {
        kind = cc_str_eqz(cc_buf_str(&name), "System.Boolean") ? MD_KIND_BOOL : MD_KIND_OTHER;
    }
    cc_buf_free(&name);
    return kind;
}

md_kind md_field_kind(const md_tables *t, uint32_t token) {
    cc_span sig = {NULL, 0};
    uint8_t convention = 0;
    md_kind kind = MD_KIND_UNKNOWN;
    bool is_void = false;
    if (!md_signature_of(t, token, &sig) || !cc_span_u8(&sig, &convention) ||
        (convention & SIG_KIND_MASK) != SIG_KIND_FIELD || !md_sig_peek(sig, &kind, &is_void)) {
        return MD_KIND_UNKNOWN;
    }
    return instantiated(t, token, sig, kind);
}

/* Takes the first `count` types of `sig`. */
static cc_err read_kinds(const md_tables *t, cc_span sig, uint32_t count, md_kind *kinds) {
    for (uint32_t i = 0; i < count; i++) {
        bool is_void = false;
        if (!md_sig_peek(sig, &kinds[i], &is_void)) {
            return cc_fail(CC_E_TRUNCATED, "signature ends early");
        }
        CC_TRY(md_sig_type(t, &sig, NULL, NULL));
    }
    return CC_OK;
}

cc_err md_local_kinds(const md_tables *t, uint32_t local_sig, cc_arena *arena, md_kind **kinds,
                      uint32_t *count) {
    cc_span sig = {NULL, 0};
    uint8_t convention = 0;
    *count = 0;
    *kinds = NULL;
    if (local_sig == 0) {
        return CC_OK;
    }
    if (MD_TOKEN_TABLE(local_sig) != MD_STANDALONE_SIG || !md_signature_of(t, local_sig, &sig) ||
        !cc_span_u8(&sig, &convention) || convention != SIG_KIND_LOCALS ||
        !md_compressed(&sig, count) || *count > sig.len) {
        return cc_fail(CC_E_FORMAT, "0x%08x is not a signature of locals", local_sig);
    }
    *kinds = CC_NEW_ARRAY(arena, md_kind, *count);
    if (*kinds == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u locals", *count);
    }
    return read_kinds(t, sig, *count, *kinds);
}

cc_err md_arg_kinds(const md_tables *t, uint32_t method_rid, cc_arena *arena, md_kind **kinds,
                    uint32_t *count, md_callsite *self) {
    md_methoddef method;
    CC_TRY(md_get_methoddef(t, method_rid, &method));
    cc_span sig = method.signature;
    if (!read_callsite(&sig, self)) {
        return cc_fail(CC_E_FORMAT, "damaged signature of method %u", method_rid);
    }
    uint32_t this_count = self->has_this ? 1 : 0;
    *count = this_count + self->params;
    *kinds = CC_NEW_ARRAY(arena, md_kind, *count);
    if (*kinds == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for %u arguments", *count);
    }
    if (this_count != 0) {
        (*kinds)[0] = MD_KIND_OTHER;
    }
    CC_TRY(md_sig_type(t, &sig, NULL, NULL)); /* the return type */
    return read_kinds(t, sig, self->params, *kinds + this_count);
}

/* --- return types ----------------------------------------------------------------------------- */

/* Sets the bytes of the type at the start of `sig`, and takes it. */
static bool take_type(const md_tables *t, cc_span *sig, cc_span *out) {
    *out = *sig;
    if (md_sig_type(t, sig, NULL, NULL) != CC_OK) {
        return false;
    }
    out->len -= sig->len;
    return true;
}

bool md_return_type(const md_tables *t, uint32_t method_rid, cc_span *out) {
    md_sig_method head;
    cc_span sig;
    return md_signature_of(t, MD_TOKEN(MD_METHODDEF, method_rid), &sig) &&
           md_sig_method_header(&sig, &head) && take_type(t, &sig, out);
}

bool md_only_argument(const md_tables *t, cc_span type, cc_span *out) {
    uint8_t element = 0;
    uint32_t definition = 0;
    uint32_t count = 0;
    return cc_span_u8(&type, &element) && element == SIG_GENERICINST &&
           cc_span_u8(&type, &element) && md_sig_token(&type, &definition) &&
           md_compressed(&type, &count) && count == 1 && take_type(t, &type, out);
}
