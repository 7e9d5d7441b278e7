/* Signatures: one type at a time, skipped or spelled as Cecil spells it.
 *
 * Input: a signature blob. Output: text. Types nest in types. The parser is not recursive: it keeps
 * its own stack of pending work, with a named bound (MD_MAX_SIG_DEPTH). Source: ECMA-335 II.23.2.12
 * (Type) and II.23.2.1 (method signatures). */
#include "metadata/md.h"

#include "metadata/md_int.h"

enum {
    SIG_VOID = 0x01,
    SIG_BOOLEAN = 0x02,
    SIG_PTR = 0x0F,
    SIG_BYREF = 0x10,
    SIG_VALUETYPE = 0x11,
    SIG_CLASS = 0x12,
    SIG_VAR = 0x13,
    SIG_ARRAY = 0x14,
    SIG_GENERICINST = 0x15,
    SIG_FNPTR = 0x1B,
    SIG_SZARRAY = 0x1D,
    SIG_MVAR = 0x1E,
    SIG_CMOD_REQD = 0x1F,
    SIG_CMOD_OPT = 0x20,
    SIG_SENTINEL = 0x41,
    SIG_PINNED = 0x45,
    SIG_GENERIC = 0x10 /* bit of the calling convention */
};

#define PRIMITIVE_COUNT 0x1Du

static const char *const PRIMITIVES[PRIMITIVE_COUNT] = {
    [0x01] = "System.Void",   [0x02] = "System.Boolean", [0x03] = "System.Char",
    [0x04] = "System.SByte",  [0x05] = "System.Byte",    [0x06] = "System.Int16",
    [0x07] = "System.UInt16", [0x08] = "System.Int32",   [0x09] = "System.UInt32",
    [0x0A] = "System.Int64",  [0x0B] = "System.UInt64",  [0x0C] = "System.Single",
    [0x0D] = "System.Double", [0x0E] = "System.String",  [0x16] = "System.TypedReference",
    [0x18] = "System.IntPtr", [0x19] = "System.UIntPtr", [0x1C] = "System.Object",
};

/* Pending work, the top of the stack first. */
typedef enum frame_kind {
    FRAME_TYPE,     /* a type */
    FRAME_TEXT,     /* only this text */
    FRAME_ARRAY,    /* rank and bounds */
    FRAME_ARGUMENTS /* `left` types with commas, then the text */
} frame_kind;

typedef struct frame {
    frame_kind kind;
    bool is_first;
    uint32_t left;
    const char *text;
} frame;

typedef struct parser {
    const md_tables *t;
    const md_generics *generics;
    cc_span *in;
    cc_buf *out;          /* NULL: write nothing */
    md_visit_type *visit; /* NULL: nobody asks for the types */
    void *ctx;
    uint32_t depth;
    frame stack[MD_MAX_SIG_DEPTH];
} parser;

static cc_err ends_early(void) {
    return cc_fail(CC_E_TRUNCATED, "signature ends early");
}

static void put(parser *p, const char *text) {
    if (p->out != NULL) {
        cc_buf_puts(p->out, text);
    }
}

static cc_err push(parser *p, frame_kind kind, uint32_t left, const char *text) {
    if (p->depth == MD_MAX_SIG_DEPTH) {
        return cc_fail(CC_E_LIMIT, "types in a signature nest deeper than %d", MD_MAX_SIG_DEPTH);
    }
    p->stack[p->depth++] = (frame){kind, true, left, text};
    return CC_OK;
}

bool md_sig_token(cc_span *sig, uint32_t *token) {
    uint32_t raw = 0;
    return md_compressed(sig, &raw) && md_coded_token(MD_CODED_TYPE_DEF_OR_REF, raw, token);
}

static cc_err put_named(parser *p) {
    uint32_t token = 0;
    if (!md_sig_token(p->in, &token)) {
        return cc_fail(CC_E_FORMAT, "damaged type token in a signature");
    }
    if (p->visit != NULL && md_spec_definition(p->t, token) != 0) {
        p->visit(p->ctx, md_spec_definition(p->t, token));
    }
    return p->out != NULL ? md_definition_name(p->t, token, p->out) : CC_OK;
}

static uint32_t generic_owner(const md_generics *g, bool of_method) {
    uint32_t rid = g == NULL ? 0 : of_method ? g->method_rid : g->typedef_rid;
    return rid == 0 ? 0 : MD_TOKEN(of_method ? MD_METHODDEF : MD_TYPEDEF, rid);
}

/* Sets the name of a type parameter by its number; false when the owner has no such parameter. */
static bool generic_name(const md_tables *t, uint32_t owner, uint32_t number, cc_str *name) {
    uint32_t count = 0;
    uint32_t first =
        owner == 0 ? 0 : md_find(t, MD_GENERIC_PARAM, MD_COL_GENERIC_PARAM_OWNER, owner, &count);
    for (uint32_t rid = first; rid < first + count; rid++) {
        uint32_t n = 0;
        uint32_t s = 0;
        if (md_cell(t, MD_GENERIC_PARAM, rid, MD_COL_GENERIC_PARAM_NUMBER, &n) && n == number) {
            return md_cell(t, MD_GENERIC_PARAM, rid, MD_COL_GENERIC_PARAM_NAME, &s) &&
                   md_string(t, s, name);
        }
    }
    return false;
}

static cc_err put_generic(parser *p, bool of_method) {
    uint32_t number = 0;
    cc_str name = {NULL, 0};
    if (!md_compressed(p->in, &number)) {
        return ends_early();
    }
    if (p->out == NULL) {
        return CC_OK;
    }
    if (generic_name(p->t, generic_owner(p->generics, of_method), number, &name) && name.len > 0) {
        cc_buf_str_put(p->out, name);
        return CC_OK;
    }
    cc_buf_puts(p->out, of_method ? "!!" : "!");
    cc_buf_dec(p->out, number);
    return CC_OK;
}

static cc_err read_generic_instance(parser *p) {
    uint8_t element = 0;
    uint32_t count = 0;
    if (!cc_span_u8(p->in, &element)) {
        return ends_early();
    }
    if (element != SIG_CLASS && element != SIG_VALUETYPE) {
        return cc_fail(CC_E_FORMAT, "generic instance of element type 0x%x", element);
    }
    CC_TRY(put_named(p));
    if (!md_compressed(p->in, &count)) {
        return ends_early();
    }
    put(p, "<");
    return push(p, FRAME_ARGUMENTS, count, ">");
}

static cc_err read_function_pointer(parser *p) {
    md_sig_method head;
    if (!md_sig_method_header(p->in, &head)) {
        return ends_early();
    }
    put(p, "method ");
    CC_TRY(push(p, FRAME_ARGUMENTS, head.params, ")"));
    CC_TRY(push(p, FRAME_TEXT, 0, " *("));
    return push(p, FRAME_TYPE, 0, NULL);
}

static cc_err suffixed(parser *p, const char *suffix) {
    CC_TRY(push(p, FRAME_TEXT, 0, suffix));
    return push(p, FRAME_TYPE, 0, NULL);
}

/* Reads the rank, then sizes and lower bounds of some dimensions, which are not part of the
 * name. */
static cc_err read_array_shape(parser *p) {
    uint32_t rank = 0;
    uint32_t count = 0;
    if (!md_compressed(p->in, &rank)) {
        return ends_early();
    }
    for (int list = 0; list < 2; list++) {
        if (!md_compressed(p->in, &count)) {
            return ends_early();
        }
        for (uint32_t i = 0; i < count; i++) {
            uint32_t bound = 0;
            if (!md_compressed(p->in, &bound)) {
                return ends_early();
            }
        }
    }
    if (rank == 0 || rank > 32) {
        return cc_fail(CC_E_FORMAT, "array of rank %u", rank);
    }
    put(p, rank == 1 ? "[*" : "[");
    for (uint32_t i = 1; i < rank; i++) {
        put(p, ",");
    }
    put(p, "]");
    return CC_OK;
}

static cc_err read_modifier(parser *p) {
    uint32_t token = 0;
    if (!md_sig_token(p->in, &token)) {
        return cc_fail(CC_E_FORMAT, "damaged custom modifier in a signature");
    }
    return push(p, FRAME_TYPE, 0, NULL);
}

static cc_err read_array(parser *p) {
    CC_TRY(push(p, FRAME_ARRAY, 0, NULL));
    return push(p, FRAME_TYPE, 0, NULL);
}

static cc_err read_type(parser *p) {
    uint8_t element = 0;
    if (!cc_span_u8(p->in, &element)) {
        return ends_early();
    }
    if (element < PRIMITIVE_COUNT && PRIMITIVES[element] != NULL) {
        put(p, PRIMITIVES[element]);
        return CC_OK;
    }
    switch (element) {
    case SIG_PTR:
        return suffixed(p, "*");
    case SIG_BYREF:
        return suffixed(p, "&");
    case SIG_SZARRAY:
        return suffixed(p, "[]");
    case SIG_VALUETYPE:
    case SIG_CLASS:
        return put_named(p);
    case SIG_VAR:
        return put_generic(p, false);
    case SIG_MVAR:
        return put_generic(p, true);
    case SIG_ARRAY:
        return read_array(p);
    case SIG_GENERICINST:
        return read_generic_instance(p);
    case SIG_FNPTR:
        return read_function_pointer(p);
    case SIG_CMOD_REQD:
    case SIG_CMOD_OPT:
        return read_modifier(p);
    case SIG_SENTINEL:
        put(p, "...,");
        return push(p, FRAME_TYPE, 0, NULL);
    case SIG_PINNED:
        return push(p, FRAME_TYPE, 0, NULL);
    default:
        return cc_fail(CC_E_FORMAT, "element type 0x%x in a signature", element);
    }
}

static cc_err next_argument(parser *p) {
    frame *f = &p->stack[p->depth - 1];
    if (f->left == 0) {
        put(p, f->text);
        p->depth--;
        return CC_OK;
    }
    if (!f->is_first) {
        put(p, ",");
    }
    f->is_first = false;
    f->left--;
    return push(p, FRAME_TYPE, 0, NULL);
}

static cc_err step(parser *p) {
    frame f = p->stack[p->depth - 1];
    if (f.kind == FRAME_ARGUMENTS) {
        return next_argument(p);
    }
    p->depth--;
    if (f.kind == FRAME_TEXT) {
        put(p, f.text);
        return CC_OK;
    }
    return f.kind == FRAME_ARRAY ? read_array_shape(p) : read_type(p);
}

static cc_err run(parser *p) {
    size_t start = p->out != NULL ? p->out->len : 0;
    while (p->depth > 0) {
        CC_TRY(step(p));
        if (p->out != NULL && p->out->len - start > MD_MAX_NAME) {
            return cc_fail(CC_E_LIMIT, "name of a type is longer than %d bytes", MD_MAX_NAME);
        }
    }
    if (p->out != NULL && !cc_buf_ok(p->out)) {
        return cc_fail(CC_E_NOMEM, "out of memory for a name");
    }
    return CC_OK;
}

static cc_err start(parser *p, frame first) {
    p->stack[0] = first;
    p->depth = 1;
    return run(p);
}

static cc_err parse(const md_tables *t, cc_span *sig, const md_generics *generics, cc_buf *out,
                    frame first) {
    parser p;
    p.t = t;
    p.generics = generics;
    p.in = sig;
    p.out = out;
    p.visit = NULL;
    p.ctx = NULL;
    return start(&p, first);
}

cc_err md_sig_visit(const md_tables *t, cc_span *sig, md_visit_type *visit, void *ctx) {
    parser p;
    p.t = t;
    p.generics = NULL;
    p.in = sig;
    p.out = NULL;
    p.visit = visit;
    p.ctx = ctx;
    return start(&p, (frame){FRAME_TYPE, true, 0, NULL});
}

cc_err md_sig_type(const md_tables *t, cc_span *sig, const md_generics *generics, cc_buf *out) {
    return parse(t, sig, generics, out, (frame){FRAME_TYPE, true, 0, NULL});
}

/* Takes the first byte of the type at the start of `sig`; skips custom modifiers and similar marks
 * before it. */
static bool take_element(cc_span *sig, uint8_t *element) {
    uint32_t token = 0;
    do {
        if (!cc_span_u8(sig, element)) {
            return false;
        }
        bool is_modifier = *element == SIG_CMOD_REQD || *element == SIG_CMOD_OPT;
        if (is_modifier && !md_sig_token(sig, &token)) {
            return false;
        }
    } while (*element == SIG_CMOD_REQD || *element == SIG_CMOD_OPT || *element == SIG_PINNED ||
             *element == SIG_SENTINEL);
    return true;
}

static bool is_holder(uint8_t element) {
    return element == SIG_SZARRAY || element == SIG_BYREF || element == SIG_PTR;
}

bool md_sig_take_holder(cc_span *sig) {
    uint8_t element = 0;
    return take_element(sig, &element) && is_holder(element);
}

bool md_sig_peek(cc_span sig, md_kind *kind, bool *is_void) {
    uint8_t element = 0;
    if (!take_element(&sig, &element)) {
        return false;
    }
    *is_void = element == SIG_VOID;
    if (is_holder(element)) {
        bool is_of_bools = take_element(&sig, &element) && element == SIG_BOOLEAN;
        *kind = is_of_bools ? MD_KIND_BOOLS : MD_KIND_OTHER;
        return true;
    }
    *kind = element == SIG_BOOLEAN                      ? MD_KIND_BOOL
            : element == SIG_VAR || element == SIG_MVAR ? MD_KIND_UNKNOWN
                                                        : MD_KIND_OTHER;
    return true;
}

bool md_sig_method_header(cc_span *sig, md_sig_method *out) {
    uint32_t generic_count = 0;
    if (!cc_span_u8(sig, &out->convention)) {
        return false;
    }
    if ((out->convention & SIG_GENERIC) != 0 && !md_compressed(sig, &generic_count)) {
        return false;
    }
    /* Every parameter takes at least one byte: a larger count is invalid. */
    return md_compressed(sig, &out->params) && out->params <= sig->len;
}

/* --- names of method signatures --------------------------------------------------------------- */

static cc_err open_method(const md_tables *t, uint32_t method_rid, cc_span *sig,
                          md_sig_method *head, md_generics *generics) {
    md_methoddef method;
    CC_TRY(md_get_methoddef(t, method_rid, &method));
    *sig = method.signature;
    if (!md_sig_method_header(sig, head)) {
        return ends_early();
    }
    *generics = (md_generics){md_owner_of_method(t, method_rid), method_rid};
    return CC_OK;
}

static cc_err put_parameters(const md_tables *t, uint32_t method_rid, cc_buf *out) {
    cc_span sig = {NULL, 0};
    md_sig_method head;
    md_generics generics;
    CC_TRY(open_method(t, method_rid, &sig, &head, &generics));
    CC_TRY(md_sig_type(t, &sig, &generics, NULL));
    cc_buf_putc(out, '(');
    return parse(t, &sig, &generics, out, (frame){FRAME_ARGUMENTS, true, head.params, ")"});
}

cc_err md_signature_name(const md_tables *t, uint32_t method_rid, cc_buf *out) {
    size_t start = out->len;
    cc_err err = put_parameters(t, method_rid, out);
    if (err != CC_OK) {
        out->len = start;
    }
    return err;
}

static cc_err put_member(const md_tables *t, uint32_t token, cc_buf *out) {
    cc_span sig = {NULL, 0};
    uint32_t arity = 0;
    md_sig_method head;
    if (!md_signature_of(t, token, &sig)) {
        return cc_fail(CC_E_FORMAT, "member token 0x%08x has no signature", token);
    }
    cc_span front = sig;
    if (!md_sig_method_header(&sig, &head)) {
        return ends_early();
    }
    bool is_generic = (head.convention & SIG_GENERIC) != 0;
    if (is_generic && (!cc_span_skip(&front, 1) || !md_compressed(&front, &arity))) {
        return ends_early();
    }
    cc_buf_printf(out, "%u`%u ", head.convention, arity);
    CC_TRY(md_sig_type(t, &sig, NULL, out));
    cc_buf_putc(out, '(');
    return parse(t, &sig, NULL, out, (frame){FRAME_ARGUMENTS, true, head.params, ")"});
}

cc_err md_member_signature(const md_tables *t, uint32_t token, cc_buf *out) {
    size_t start = out->len;
    cc_err err = put_member(t, token, out);
    if (err != CC_OK) {
        out->len = start;
    }
    return err;
}

cc_err md_return_name(const md_tables *t, uint32_t method_rid, cc_buf *out) {
    size_t start = out->len;
    cc_span sig = {NULL, 0};
    md_sig_method head;
    md_generics generics;
    CC_TRY(open_method(t, method_rid, &sig, &head, &generics));
    cc_err err = md_sig_type(t, &sig, &generics, out);
    if (err != CC_OK) {
        out->len = start;
    }
    return err;
}
