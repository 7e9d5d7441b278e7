/* The members of System.Private.CoreLib that follow the flow of tests; see prof_flow.h.
 *
 *     static object s_clrcovFlow;                       // an AsyncLocal<object> when it is needed
 *     static object clrcov_flow();                      // makes it
 *     static void clrcov_changed(AsyncLocalValueChangedArgs<object>);  // its handler
 *     static object clrcov_enter(object self, nint site, nint function);
 *     static void clrcov_leave(object before, nint site, nint function);
 *
 * The value is null on behalf of no test, else the distance of the lane, in a box. clrcov_enter()
 * returns the value from before, for clrcov_leave(); the AsyncLocal itself: the value stayed. */
#include "profiler/prof_flow.h"

#include <string.h>

#include "profiler/prof_exact.h"
#include "profiler/prof_locals.h"

#define SLOT(object, method, type) ((type)(object)->vtable[PROF_SLOT_##method])

typedef prof_hr (*sig_token_fn)(prof_object *, const uint8_t *, uint32_t, uint32_t *);
typedef prof_hr (*memberref_fn)(prof_object *, uint32_t, const prof_wchar *, const uint8_t *,
                                uint32_t, uint32_t *);
typedef prof_hr (*method_fn)(prof_object *, uint32_t, const prof_wchar *, uint32_t, const uint8_t *,
                             uint32_t, uint32_t, uint32_t, uint32_t *);
typedef prof_hr (*field_fn)(prof_object *, uint32_t, const prof_wchar *, uint32_t, const uint8_t *,
                            uint32_t, uint32_t, const void *, uint32_t, uint32_t *);

enum { VOID = 0x01, BYREF = 0x10, VALUETYPE = 0x11, CLASS = 0x12, VAR = 0x13, GENERICINST = 0x15 };
enum { NATIVE_INT = 0x18, OBJECT = 0x1C, HAS_THIS = 0x20, FIELD = 0x06 };
enum { PUBLIC_STATIC = 0x16, HIDE_BY_SIG = 0x80 };

const uint8_t prof_flow_enter_signature[PROF_ENTER_SIGNATURE] = {0x00,   0x03,       OBJECT,
                                                                 OBJECT, NATIVE_INT, NATIVE_INT};
const uint8_t prof_flow_leave_signature[PROF_LEAVE_SIGNATURE] = {0x00,   0x03,       VOID,
                                                                 OBJECT, NATIVE_INT, NATIVE_INT};

typedef struct definer {
    prof_profiler *profiler;
    prof_id corelib;
    prof_object *emit;
    const md_tables *tables;
    bool has_failed;
    uint32_t holder;
    uint32_t distance, flow;       /* fields */
    uint32_t native_int, exchange; /* IntPtr; Interlocked.CompareExchange(ref object, ..) */
    uint32_t local, args, action;  /* TypeDefs of the generic types */
    uint32_t local_new, local_get, local_set, args_get, action_new;
    uint32_t make, changed;        /* methods of the holder */
    uint32_t enter_call, end_call; /* signatures */
} definer;

static uint32_t checked(definer *d, bool is_fine, uint32_t token) {
    d->has_failed = d->has_failed || !is_fine || token == 0;
    return token;
}

/* --- what the framework has ------------------------------------------------------------------- */

static uint32_t find_type(definer *d, const char *space, const char *name) {
    md_typedef type;
    uint32_t rid = prof_exact_find_type(d->tables, space, name, &type);
    return checked(d, rid != 0, MD_TOKEN(MD_TYPEDEF, rid));
}

static uint32_t find_method(definer *d, uint32_t type_token, const char *name, cc_span signature) {
    md_typedef type;
    md_methoddef method;
    uint32_t found = 0;
    bool is_there = md_get_typedef(d->tables, MD_TOKEN_RID(type_token), &type) == CC_OK;
    for (uint32_t row = type.first_method; is_there && row < type.end_method; row++) {
        if (md_get_methoddef(d->tables, row, &method) == CC_OK && cc_str_eqz(method.name, name) &&
            cc_span_eq(method.signature, signature)) {
            found = MD_TOKEN(MD_METHODDEF, row);
        }
    }
    return checked(d, found != 0, found);
}

/* The type with the argument `object`. */
static void put_instance(cc_buf *out, uint8_t kind, uint32_t token) {
    cc_buf_u8(out, GENERICINST);
    cc_buf_u8(out, kind);
    prof_put_compressed(out, MD_TOKEN_RID(token) << 2); /* TypeDefOrRef: TypeDef is 0 (II.23.2.8) */
    cc_buf_u8(out, 1);
}

static uint32_t type_spec(definer *d, const cc_buf *sig) {
    uint32_t token = 0;
    bool is_fine = !d->has_failed && cc_buf_ok(sig) &&
                   PROF_OK(SLOT(d->emit, GetTokenFromTypeSpec,
                                sig_token_fn)(d->emit, sig->data, (uint32_t)sig->len, &token));
    return checked(d, is_fine, token);
}

static uint32_t instance(definer *d, uint8_t kind, uint32_t type) {
    cc_buf sig = {0};
    put_instance(&sig, kind, type);
    cc_buf_u8(&sig, OBJECT);
    uint32_t token = type_spec(d, &sig);
    cc_buf_free(&sig);
    return token;
}

/* Action<AsyncLocalValueChangedArgs<object>>. */
static uint32_t action_instance(definer *d) {
    cc_buf sig = {0};
    put_instance(&sig, CLASS, d->action);
    put_instance(&sig, VALUETYPE, d->args);
    cc_buf_u8(&sig, OBJECT);
    uint32_t token = type_spec(d, &sig);
    cc_buf_free(&sig);
    return token;
}

static uint32_t member(definer *d, uint32_t parent, const prof_wchar *name, cc_span sig) {
    uint32_t token = 0;
    bool is_fine =
        !d->has_failed && PROF_OK(SLOT(d->emit, DefineMemberRef, memberref_fn)(
                              d->emit, parent, name, sig.data, (uint32_t)sig.len, &token));
    return checked(d, is_fine, token);
}

#define BYTES(...)                                                                                 \
    cc_span_of((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* AsyncLocal(Action<AsyncLocalValueChangedArgs<!0>>). */
static uint32_t local_constructor(definer *d, uint32_t parent) {
    cc_buf sig = {0};
    cc_buf_u8(&sig, HAS_THIS);
    cc_buf_u8(&sig, 1);
    cc_buf_u8(&sig, VOID);
    put_instance(&sig, CLASS, d->action);
    put_instance(&sig, VALUETYPE, d->args);
    cc_buf_u8(&sig, VAR);
    cc_buf_u8(&sig, 0);
    uint32_t token = member(d, parent, u".ctor", cc_buf_span(&sig));
    d->has_failed = d->has_failed || !cc_buf_ok(&sig);
    cc_buf_free(&sig);
    return token;
}

static void find_parts(definer *d) {
    d->local = find_type(d, "System.Threading", "AsyncLocal`1");
    d->args = find_type(d, "System.Threading", "AsyncLocalValueChangedArgs`1");
    d->action = find_type(d, "System", "Action`1");
    d->native_int = find_type(d, "System", "IntPtr");
    uint32_t interlocked = find_type(d, "System.Threading", "Interlocked");
    if (!d->has_failed) {
        d->exchange = find_method(d, interlocked, "CompareExchange",
                                  BYTES(0x00, 0x03, OBJECT, BYREF, OBJECT, OBJECT, OBJECT));
    }
}

static void refer_to_parts(definer *d) {
    uint32_t local = instance(d, CLASS, d->local);
    uint32_t args = instance(d, VALUETYPE, d->args);
    d->local_new = local_constructor(d, local);
    d->local_get = member(d, local, u"get_Value", BYTES(HAS_THIS, 0, VAR, 0));
    d->local_set = member(d, local, u"set_Value", BYTES(HAS_THIS, 1, VOID, VAR, 0));
    d->args_get = member(d, args, u"get_CurrentValue", BYTES(HAS_THIS, 0, VAR, 0));
    d->action_new =
        member(d, action_instance(d), u".ctor", BYTES(HAS_THIS, 2, VOID, OBJECT, NATIVE_INT));
}

static uint32_t call_signature(definer *d, cc_span sig) {
    uint32_t token = 0;
    bool is_fine = !d->has_failed && PROF_OK(SLOT(d->emit, GetTokenFromSig, sig_token_fn)(
                                         d->emit, sig.data, (uint32_t)sig.len, &token));
    return checked(d, is_fine, token);
}

/* --- what is added ---------------------------------------------------------------------------- */

static uint32_t define_method(definer *d, const prof_wchar *name, cc_span sig) {
    uint32_t token = 0;
    bool is_fine = !d->has_failed && PROF_OK(SLOT(d->emit, DefineMethod, method_fn)(
                                         d->emit, d->holder, name, PUBLIC_STATIC | HIDE_BY_SIG,
                                         sig.data, (uint32_t)sig.len, 0, 0, &token));
    return checked(d, is_fine, token);
}

static uint32_t define_flow_field(definer *d) {
    static const uint8_t signature[] = {FIELD, OBJECT};
    uint32_t token = 0;
    bool is_fine = !d->has_failed && PROF_OK(SLOT(d->emit, DefineField, field_fn)(
                                         d->emit, d->holder, u"s_clrcovFlow", PUBLIC_STATIC,
                                         signature, sizeof signature, VOID, NULL, 0, &token));
    return checked(d, is_fine, token);
}

static uint32_t define_changed(definer *d) {
    cc_buf sig = {0};
    cc_buf_u8(&sig, 0);
    cc_buf_u8(&sig, 1);
    cc_buf_u8(&sig, VOID);
    put_instance(&sig, VALUETYPE, d->args);
    cc_buf_u8(&sig, OBJECT);
    uint32_t token = define_method(d, u"clrcov_changed", cc_buf_span(&sig));
    d->has_failed = d->has_failed || !cc_buf_ok(&sig);
    cc_buf_free(&sig);
    return token;
}

/* An instruction with a token, as bytes of an initializer. */
#define WITH(OP, TOKEN)                                                                            \
    (OP), (uint8_t)(TOKEN), (uint8_t)((TOKEN) >> 8), (uint8_t)((TOKEN) >> 16),                     \
        (uint8_t)((TOKEN) >> 24)

enum {
    LDARG_0 = 0x02,
    LDARG_1 = 0x03,
    LDARG_2 = 0x04,
    LDARGA_S = 0x0F,
    STARG_S = 0x10,
    LDNULL = 0x14,
    LDC_I4_0 = 0x16,
    LDC_I4_1 = 0x17,
    DUP = 0x25,
    POP = 0x26,
    CALL = 0x28,
    CALLI = 0x29,
    RET = 0x2A,
    BR_S = 0x2B,
    BRFALSE_S = 0x2C,
    BRTRUE_S = 0x2D,
    BEQ_S = 0x2E,
    LDIND_I = 0x4D,
    CALLVIRT = 0x6F,
    NEWOBJ = 0x73,
    UNBOX = 0x79,
    LDSFLD = 0x7E,
    LDSFLDA = 0x7F,
    STSFLD = 0x80,
    BOX = 0x8C,
    CONV_I = 0xD3,
    PREFIX = 0xFE,
    LDFTN = 0x06
};

/* A body with a tiny header (II.25.4.2), whose bytes last as long as the process. */
static void set_body(definer *d, uint32_t method, cc_span code) {
    enum { MOST = 63, TINY = 2 };
    cc_arena *arena = d->profiler->flow_bodies;
    uint8_t *body = code.len <= MOST ? CC_NEW_ARRAY(arena, uint8_t, code.len + 1) : NULL;
    if (body == NULL) {
        d->has_failed = true;
        return;
    }
    body[0] = (uint8_t)(code.len << 2 | TINY);
    memcpy(body + 1, code.data, code.len);
    bool is_fine = PROF_OK(prof_info_set_body(&d->profiler->info, d->corelib, method, body));
    (void)checked(d, is_fine, method);
}

/* In the bodies below, the number after a row is the offset after it. */

/* return s_clrcovFlow ?? made, which another thread may have made meanwhile */
static void set_make(definer *d) {
    set_body(d, d->make,
             BYTES(WITH(LDSFLD, d->flow), DUP, BRTRUE_S, 35, POP,                   /* 9 */
                   WITH(LDSFLDA, d->flow), LDNULL, PREFIX, WITH(LDFTN, d->changed), /* 21 */
                   WITH(NEWOBJ, d->action_new), WITH(NEWOBJ, d->local_new), LDNULL, /* 32 */
                   WITH(CALL, d->exchange), POP, WITH(LDSFLD, d->flow),             /* 43 */
                   RET));
}

/* distance = args.CurrentValue is nint value ? value : 0 */
static void set_changed(definer *d) {
    set_body(d, d->changed,
             BYTES(LDARGA_S, 0, WITH(CALL, d->args_get), DUP, BRTRUE_S, 5, /* 10 */
                   POP, LDC_I4_0, CONV_I, BR_S, 6,                         /* 15 */
                   WITH(UNBOX, d->native_int), LDIND_I,                    /* 21 */
                   WITH(STSFLD, d->distance), RET));
}

static void set_enter(definer *d, uint32_t method) {
    set_body(d, method,
             BYTES(LDARG_0, LDARG_1, WITH(LDSFLD, d->distance), LDARG_2, /* 8 */
                   WITH(CALLI, d->enter_call), STARG_S, 1,               /* 15 */
                   LDARG_1, LDC_I4_1, CONV_I, BEQ_S, 33,                 /* 20 */
                   WITH(CALL, d->make), WITH(CALLVIRT, d->local_get),    /* 30 */
                   WITH(CALL, d->make), LDARG_1, BRTRUE_S, 3,            /* 38 */
                   LDNULL, BR_S, 6,                                      /* 41 */
                   LDARG_1, WITH(BOX, d->native_int),                    /* 47 */
                   WITH(CALLVIRT, d->local_set), RET,                    /* 53 */
                   WITH(CALL, d->make), RET));
}

/* Nothing where the value stayed; else calls the function, if there is one, and restores it. */
static void set_leave(definer *d, uint32_t method) {
    set_body(d, method,
             BYTES(LDARG_0, WITH(CALL, d->make), BEQ_S, 26,                    /* 8 */
                   LDARG_2, BRFALSE_S, 12,                                     /* 11 */
                   LDARG_1, WITH(LDSFLD, d->distance), LDARG_2,                /* 18 */
                   WITH(CALLI, d->end_call),                                   /* 23 */
                   WITH(CALL, d->make), LDARG_0, WITH(CALLVIRT, d->local_set), /* 34 */
                   RET));
}

static void define_all(definer *d) {
    refer_to_parts(d);
    d->enter_call =
        call_signature(d, BYTES(0x00, 0x03, NATIVE_INT, OBJECT, NATIVE_INT, NATIVE_INT));
    d->end_call = call_signature(d, BYTES(0x00, 0x02, VOID, NATIVE_INT, NATIVE_INT));
    d->flow = define_flow_field(d);
    d->make = define_method(d, u"clrcov_flow", BYTES(0x00, 0x00, OBJECT));
    d->changed = define_changed(d);
    uint32_t enter = define_method(d, PROF_FLOW_ENTER,
                                   cc_span_of(prof_flow_enter_signature, PROF_ENTER_SIGNATURE));
    uint32_t leave = define_method(d, PROF_FLOW_LEAVE,
                                   cc_span_of(prof_flow_leave_signature, PROF_LEAVE_SIGNATURE));
    if (d->has_failed) {
        return;
    }
    set_make(d);
    set_changed(d);
    set_enter(d, enter);
    set_leave(d, leave);
}

bool prof_flow_define(prof_profiler *p, uint64_t corelib, const md_tables *tables, uint32_t holder,
                      uint32_t field) {
    definer d = {.profiler = p,
                 .corelib = (prof_id)corelib,
                 .tables = tables,
                 .holder = holder,
                 .distance = field};
    p->flow_bodies = p->flow_bodies == NULL ? cc_arena_new() : p->flow_bodies;
    if (p->flow_bodies == NULL) {
        return false;
    }
    if (!PROF_OK(prof_info_metadata(&p->info, d.corelib, PROF_OPEN_WRITE, &PROF_IID_IMetaDataEmit,
                                    &d.emit))) {
        return false;
    }
    find_parts(&d);
    if (!d.has_failed) {
        define_all(&d);
    }
    prof_release(d.emit);
    return !d.has_failed;
}
