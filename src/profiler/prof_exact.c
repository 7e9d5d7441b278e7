/* The atomic forms of exact counts, and the choice of the form. See prof_exact.h. */
#include "profiler/prof_exact.h"

#define SLOT(object, method, type) ((type)(object)->vtable[PROF_SLOT_##method])

typedef prof_hr (*sig_token_fn)(prof_object *, const uint8_t *, uint32_t, uint32_t *);
typedef prof_hr (*typeref_fn)(prof_object *, uint32_t, const prof_wchar *, uint32_t *);
typedef prof_hr (*memberref_fn)(prof_object *, uint32_t, const prof_wchar *, const uint8_t *,
                                uint32_t, uint32_t *);

/* ASSEMBLYMETADATA of cor.h. */
typedef struct assembly_metadata {
    uint16_t major, minor, build, revision;
    const prof_wchar *locale;
    uint32_t locale_length;
    const uint32_t *processors;
    uint32_t processor_count;
    const void *systems;
    uint32_t system_count;
} assembly_metadata;
_Static_assert(sizeof(assembly_metadata) == 56 || sizeof(void *) != 8, "ASSEMBLYMETADATA");

typedef prof_hr (*assemblyref_fn)(prof_object *, const void *, uint32_t, const prof_wchar *,
                                  const assembly_metadata *, const void *, uint32_t, uint32_t,
                                  uint32_t *);

/* The callee of the call form; managed code of any thread calls it. */
static void count(uint64_t *counter) {
    (void)__atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* --- the call form ---------------------------------------------------------------------------- */

/* StandAloneMethodSig (II.23.2.3): C calling convention, one parameter, void(native int). */
static const uint8_t count_signature[] = {0x01, 0x01, 0x01, 0x18};

static bool prepare_call(prof_object *emit, rw_probe *probe) {
    probe->kind = RW_PROBE_CALL;
    probe->function = (uint64_t)(uintptr_t)&count;
    return PROF_OK(SLOT(emit, GetTokenFromSig, sig_token_fn)(
        emit, count_signature, sizeof count_signature, &probe->token));
}

/* --- the inline form -------------------------------------------------------------------------- */

/* MethodRefSig (II.23.2.2): static, one parameter, int64(int64&). */
static const uint8_t increment_signature[] = {0x00, 0x01, 0x0A, 0x10, 0x0A};
static const uint8_t corelib_token[] = {0x7C, 0xEC, 0x85, 0xD7, 0xBE, 0xA7, 0x79, 0x8E};

uint32_t prof_exact_scope(const md_tables *tables, const char *const *names) {
    enum { COL_NAME = 6 }; /* II.22.5 */
    uint32_t rows = md_row_count(tables, MD_ASSEMBLYREF);
    for (uint32_t rid = 1; rid <= rows; rid++) {
        uint32_t index = 0;
        cc_str name;
        bool has_name = md_cell(tables, MD_ASSEMBLYREF, rid, COL_NAME, &index) &&
                        md_string(tables, index, &name);
        for (size_t i = 0; has_name && names[i] != NULL; i++) {
            if (cc_str_eqz(name, names[i])) {
                return MD_TOKEN(MD_ASSEMBLYREF, rid);
            }
        }
    }
    return 0;
}

/* Names of references by which Interlocked can be resolved, so that the module's references, which
 * a program can list, do not change. */
static uint32_t find_reference(const md_tables *tables) {
    static const char *const names[] = {"System.Private.CoreLib", "System.Threading", "netstandard",
                                        "mscorlib", NULL};
    return prof_exact_scope(tables, names);
}

static uint32_t define_reference(prof_object *emit) {
    static const prof_wchar name[] = u"System.Private.CoreLib";
    static const prof_wchar no_locale[] = u"";
    prof_object *assembly_emit = NULL;
    uint32_t token = 0;
    if (!PROF_OK(prof_query(emit, &PROF_IID_IMetaDataAssemblyEmit, &assembly_emit))) {
        return 0;
    }
    assembly_metadata metadata = {.major = 4, .locale = no_locale};
    prof_hr hr = SLOT(assembly_emit, DefineAssemblyRef, assemblyref_fn)(
        assembly_emit, corelib_token, sizeof corelib_token, name, &metadata, NULL, 0, 0, &token);
    prof_release(assembly_emit);
    return PROF_OK(hr) ? token : 0;
}

static bool is_corelib(const md_tables *tables) {
    cc_str name;
    return md_assembly_name(tables, &name) == CC_OK && cc_str_eqz(name, "System.Private.CoreLib");
}

static bool is_interlocked(const md_typedef *type) {
    return cc_str_eqz(type->name, "Interlocked") && cc_str_eqz(type->space, "System.Threading");
}

static bool is_increment(const md_tables *tables, uint32_t row) {
    md_methoddef method;
    cc_span wanted = cc_span_of(increment_signature, sizeof increment_signature);
    return md_get_methoddef(tables, row, &method) == CC_OK &&
           cc_str_eqz(method.name, "Increment") && cc_span_eq(method.signature, wanted);
}

/* Returns the MethodDef in the assembly that defines Interlocked; 0 when it is not found. */
static uint32_t find_own_increment(const md_tables *tables) {
    uint32_t types = md_row_count(tables, MD_TYPEDEF);
    for (uint32_t rid = 1; rid <= types; rid++) {
        md_typedef type;
        if (md_get_typedef(tables, rid, &type) != CC_OK || !is_interlocked(&type)) {
            continue;
        }
        for (uint32_t row = type.first_method; row < type.end_method; row++) {
            if (is_increment(tables, row)) {
                return MD_TOKEN(MD_METHODDEF, row);
            }
        }
    }
    return 0;
}

static bool is_array_helper(const md_typedef *type) {
    return cc_str_eqz(type->name, "SZArrayHelper") && cc_str_eqz(type->space, "System");
}

cc_err prof_exact_check(const prof_image *image, uint32_t row) {
    const md_tables *tables = md_image_tables(image->image);
    md_typedef type;
    if (!is_corelib(tables) ||
        md_get_typedef(tables, md_owner_of_method(tables, row), &type) != CC_OK) {
        return CC_OK;
    }
    if (image->probe.kind == RW_PROBE_INLINE && is_interlocked(&type)) {
        return cc_fail(CC_E_UNSUPPORTED, "the probes of exact counts call it");
    }
    return is_array_helper(&type) ? cc_fail(CC_E_UNSUPPORTED, "the JIT compiler relies on its code")
                                  : CC_OK;
}

uint32_t prof_exact_increment(prof_object *emit, const md_tables *tables) {
    static const prof_wchar type_name[] = u"System.Threading.Interlocked";
    static const prof_wchar method_name[] = u"Increment";
    if (is_corelib(tables)) {
        return find_own_increment(tables);
    }
    uint32_t scope = find_reference(tables);
    scope = scope != 0 ? scope : define_reference(emit);
    uint32_t type = 0;
    uint32_t token = 0;
    bool is_defined =
        scope != 0 &&
        PROF_OK(SLOT(emit, DefineTypeRefByName, typeref_fn)(emit, scope, type_name, &type)) &&
        PROF_OK(SLOT(emit, DefineMemberRef, memberref_fn)(
            emit, type, method_name, increment_signature, sizeof increment_signature, &token));
    return is_defined ? token : 0;
}

static bool prepare_inline(prof_object *emit, const md_tables *tables, rw_probe *probe) {
    probe->kind = RW_PROBE_INLINE;
    probe->token = prof_exact_increment(emit, tables);
    return probe->token != 0;
}

static bool refuse(prof_profiler *p, const prof_image *image) {
    prof_note(p, "module %u: the runtime refused the metadata that exact counts need",
              image->record);
    return false;
}

/* The unloading of a module would remove the tokens that its image needs. System.Private.CoreLib
 * runs before its own fields can be used. */
static bool may_count_in_lanes(const prof_profiler *p, uint32_t flags, const md_tables *tables) {
    return atomic_load(&p->lanes.is_ready) && (flags & PROF_MODULE_COLLECTIBLE) == 0 &&
           !is_corelib(tables);
}

/* Without lanes, code of the module belongs to every test. */
static void prepare_test(prof_profiler *p, prof_object *emit, const prof_image *image,
                         bool has_lanes, prof_form *out) {
    const md_tables *tables = md_image_tables(image->image);
    out->probe.stride = 1;
    out->probe.force_wide = out->probe.force_wide || !image->is_optimised;
    if (!has_lanes || !prof_exact_prepare_test(p, emit, tables, out)) {
        out->probe.kind = RW_PROBE_STORE;
    }
}

bool prof_exact_prepare(prof_profiler *p, prof_id module, uint32_t flags, const prof_image *image,
                        bool may_have_lanes, prof_form *out) {
    const md_tables *tables = md_image_tables(image->image);
    prof_object *emit = NULL;
    *out =
        (prof_form){.probe = {.stride = sizeof(uint64_t), .force_wide = p->session.settings.wide}};
    if (!PROF_OK(prof_info_metadata(&p->info, module, PROF_OPEN_WRITE, &PROF_IID_IMetaDataEmit,
                                    &emit))) {
        return refuse(p, image);
    }
    bool has_lanes = may_have_lanes && may_count_in_lanes(p, flags, tables);
    if (p->session.settings.per_test) {
        prepare_test(p, emit, image, has_lanes, out);
        prof_release(emit);
        return true;
    }
    bool is_ready = has_lanes && prof_exact_prepare_lane(p, emit, tables, out);
    if (!is_ready) {
        is_ready = p->session.settings.probe == SES_PROBE_CALL
                       ? prepare_call(emit, &out->probe)
                       : prepare_inline(emit, tables, &out->probe);
    }
    prof_release(emit);
    return is_ready || refuse(p, image);
}
