/* What lanes need in the metadata of measured modules: references to the thread-static fields, and
 * signatures of local variables. See prof_exact.h. */
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "profiler/prof_exact.h"
#include "profiler/prof_locals.h"
#include "profiler/prof_image.h"
#include "profiler/prof_read.h"

#define SLOT(object, method, type) ((type)(object)->vtable[PROF_SLOT_##method])

typedef prof_hr (*sig_token_fn)(prof_object *, const uint8_t *, uint32_t, uint32_t *);
typedef prof_hr (*typeref_fn)(prof_object *, uint32_t, const prof_wchar *, uint32_t *);
typedef prof_hr (*memberref_fn)(prof_object *, uint32_t, const prof_wchar *, const uint8_t *,
                                uint32_t, uint32_t *);

/* Assemblies by which modules refer to the types of System.Private.CoreLib. */
static const char *const scopes[PROF_SCOPES + 1] = {"System.Private.CoreLib", "System.Runtime",
                                                    "netstandard", "mscorlib", NULL};

static const prof_wchar holder[] = u"System.CannotUnloadAppDomainException";

static bool exports_holder(const md_tables *tables) {
    enum { NAME = 2, SPACE = 3 }; /* II.22.14 */
    uint32_t count = md_row_count(tables, MD_EXPORTED_TYPE);
    for (uint32_t rid = 1; rid <= count; rid++) {
        uint32_t at_name = 0;
        uint32_t at_space = 0;
        cc_str name;
        cc_str space;
        if (md_cell(tables, MD_EXPORTED_TYPE, rid, NAME, &at_name) &&
            md_cell(tables, MD_EXPORTED_TYPE, rid, SPACE, &at_space) &&
            md_string(tables, at_name, &name) && md_string(tables, at_space, &space) &&
            cc_str_eqz(name, PROF_HOLDER_NAME) && cc_str_eqz(space, PROF_HOLDER_SPACE)) {
            return true;
        }
    }
    return false;
}

/* The facade beside System.Private.CoreLib forwards the type: trimmed programs have facades without
 * the types that they do not need. */
static bool forwards(prof_profiler *p, const char *facade) {
    enum { MAX_FACADE_BYTES = 1 << 24 };
    cc_arena *arena = prof_arena_take(p);
    cc_buf bytes = {0};
    md_image *image = NULL;
    char *path = arena != NULL ? cc_arena_printf(arena, "%s/%s.dll", p->lanes.dir, facade) : NULL;
    bool does = path != NULL && path[0] == '/' &&
                prof_read_file(path, MAX_FACADE_BYTES, &bytes) == CC_OK &&
                md_image_open(&image, cc_buf_span(&bytes), MD_LAYOUT_FLAT, arena) == CC_OK &&
                exports_holder(md_image_tables(image));
    cc_buf_free(&bytes);
    prof_arena_give(p, arena);
    return does;
}

/* The type can be found by the reference number `index` of scopes[]; the function examines each
 * reference once. */
static bool leads_to_holder(prof_profiler *p, size_t index) {
    enum { UNKNOWN = 0, YES = 1, NO = 2 };
    if (index == 0) {
        return true;
    }
    atomic_uchar *known = &p->lanes.forwards[index];
    if (atomic_load(known) == UNKNOWN) {
        atomic_store(known, forwards(p, scopes[index]) ? YES : NO);
    }
    return atomic_load(known) == YES;
}

/* Returns an AssemblyRef of the module by which the type can be found; 0: there is none. */
static uint32_t find_scope(prof_profiler *p, const md_tables *tables) {
    for (size_t i = 0; scopes[i] != NULL; i++) {
        const char *const one[] = {scopes[i], NULL};
        uint32_t token = prof_exact_scope(tables, one);
        if (token != 0 && leads_to_holder(p, i)) {
            return token;
        }
    }
    return 0;
}

bool prof_exact_prepare_lane(prof_profiler *p, prof_object *emit, const md_tables *tables,
                             prof_form *out) {
    /* StandAloneMethodSig: managed, one parameter, native int(native int). */
    static const uint8_t take_signature[] = {0x00, 0x01, 0x18, 0x18};
    uint32_t scope = find_scope(p, tables);
    if (scope == 0 ||
        !PROF_OK(SLOT(emit, DefineTypeRefByName, typeref_fn)(emit, scope, holder, &out->type)) ||
        !PROF_OK(SLOT(emit, GetTokenFromSig, sig_token_fn)(
            emit, take_signature, sizeof take_signature, &out->probe.token))) {
        return false;
    }
    out->probe.kind = RW_PROBE_LANE;
    return true;
}

prof_exact *prof_exact_new(prof_id module, const prof_image *image, const prof_form *form) {
    prof_exact *exact = calloc(1, sizeof *exact);
    if (exact == NULL) {
        return NULL;
    }
    exact->module = module;
    exact->type = form->type;
    exact->local_count = md_row_count(md_image_tables(image->image), MD_STANDALONE_SIG) + 1;
    exact->locals = calloc(exact->local_count, sizeof *exact->locals);
    if (exact->locals == NULL) {
        free(exact);
        return NULL;
    }
    return exact;
}

void prof_exact_free(prof_exact *exact) {
    if (exact != NULL) {
        free(exact->locals);
        free(exact);
    }
}

bool prof_exact_prepare_test(prof_profiler *p, prof_object *emit, const md_tables *tables,
                             prof_form *out) {
    uint32_t scope = find_scope(p, tables);
    if (scope == 0 ||
        !PROF_OK(SLOT(emit, DefineTypeRefByName, typeref_fn)(emit, scope, holder, &out->type))) {
        return false;
    }
    out->probe.kind = RW_PROBE_TEST;
    return true;
}

uint32_t prof_exact_field(prof_exact *exact, prof_object *emit, uint32_t number) {
    uint32_t token = atomic_load(&exact->fields[number]);
    if (token == 0) {
        prof_wchar name[PROF_FIELD_UNITS];
        prof_field_name(number, name);
        prof_hr hr = SLOT(emit, DefineMemberRef, memberref_fn)(
            emit, exact->type, name, prof_field_signature, sizeof prof_field_signature, &token);
        token = PROF_OK(hr) ? token : 0;
        atomic_store(&exact->fields[number], token);
    }
    return token;
}

static const uint8_t native_int[] = {0x18}; /* ELEMENT_TYPE_I */

static bool define_locals(prof_exact *exact, prof_object *emit, const md_tables *tables,
                          uint32_t rid, rw_lane *lane) {
    cc_buf sig = {0};
    bool ok = rid < exact->local_count &&
              prof_put_locals(tables, rid, cc_span_of(native_int, sizeof native_int), 1, &sig,
                              &lane->local);
    lane->local_sig = ok ? atomic_load(&exact->locals[rid]) : 0;
    if (ok && lane->local_sig == 0) {
        ok = PROF_OK(SLOT(emit, GetTokenFromSig, sig_token_fn)(emit, sig.data, (uint32_t)sig.len,
                                                               &lane->local_sig));
        atomic_store(&exact->locals[rid], ok ? lane->local_sig : 0);
    }
    cc_buf_free(&sig);
    return ok;
}

static bool place(prof_profiler *p, const prof_image *image, const mth_method *method,
                  prof_object *emit, cc_arena *arena, rw_probe *probe, uint64_t *first) {
    const md_tables *tables = md_image_tables(image->image);
    prof_place at;
    if (mth_suspensions(method, tables, arena, &probe->lane.suspends) != CC_OK ||
        !define_locals(image->exact, emit, tables, MD_TOKEN_RID(method->body.local_sig),
                       &probe->lane) ||
        !prof_lanes_reserve(p, method->plan->counter_count, &at)) {
        return false;
    }
    probe->base = at.offset;
    probe->lane.giver = (uint64_t)(uintptr_t)at.bank;
    probe->lane.field = prof_exact_field(image->exact, emit, at.bank->field);
    *first = at.first;
    return probe->lane.field != 0;
}

/* Sets the inline form for one method; false: the runtime refused. */
static bool be_atomic(prof_exact *exact, prof_object *emit, const md_tables *tables,
                      rw_probe *probe) {
    uint32_t token = atomic_load(&exact->atomic);
    token = token != 0 ? token : prof_exact_increment(emit, tables);
    atomic_store(&exact->atomic, token);
    *probe = (rw_probe){.kind = RW_PROBE_INLINE,
                        .stride = probe->stride,
                        .token = token,
                        .force_wide = probe->force_wide};
    return token != 0;
}

/* Code beyond the end of lanes, in a process that runs for very long, hits counters on behalf of
 * every test. */
static bool place_test(prof_profiler *p, const prof_image *image, const mth_method *method,
                       prof_object *emit, cc_arena *arena, rw_probe *probe, uint64_t *first) {
    const md_tables *tables = md_image_tables(image->image);
    uint32_t count = method->plan->counter_count;
    void *counters = NULL;
    if (mth_suspensions(method, tables, arena, &probe->lane.suspends) != CC_OK ||
        !define_locals(image->exact, emit, tables, MD_TOKEN_RID(method->body.local_sig),
                       &probe->lane) ||
        (probe->lane.field = prof_exact_field(image->exact, emit, 0)) == 0 ||
        ctr_writer_reserve(p->writer, count, &counters, first) != CC_OK) {
        return false;
    }
    probe->base = (uint64_t)(uintptr_t)counters;
    probe->lane.giver = (uint64_t)(uintptr_t)p->flow.home + *first;
    if (*first + count > (uint64_t)1 << PROF_LANE_BITS) {
        probe->kind = RW_PROBE_STORE;
    }
    return true;
}

static bool place_any(prof_profiler *p, const prof_image *image, const mth_method *method,
                      prof_object *emit, cc_arena *arena, rw_probe *probe, uint64_t *first) {
    return probe->kind == RW_PROBE_TEST ? place_test(p, image, method, emit, arena, probe, first)
                                        : place(p, image, method, emit, arena, probe, first);
}

/* Sets the form for a method that has no place in lanes; false: the runtime refused. */
static bool do_without(prof_exact *exact, prof_object *emit, const md_tables *tables,
                       rw_probe *probe) {
    if (probe->kind != RW_PROBE_TEST) {
        return be_atomic(exact, emit, tables, probe);
    }
    *probe = (rw_probe){.kind = RW_PROBE_STORE, .stride = 1, .force_wide = probe->force_wide};
    return true;
}

prof_placing prof_exact_place(prof_profiler *p, const prof_image *image, const mth_method *method,
                              cc_arena *arena, rw_probe *probe, uint64_t *first) {
    const md_tables *tables = md_image_tables(image->image);
    prof_object *emit = NULL;
    *probe = image->probe;
    if (image->exact == NULL) {
        return PROF_TO_RESERVE;
    }
    if (!PROF_OK(prof_info_metadata(&p->info, image->exact->module, PROF_OPEN_WRITE,
                                    &PROF_IID_IMetaDataEmit, &emit))) {
        return PROF_REFUSED;
    }
    prof_placing placing = PROF_PLACED;
    if (!place_any(p, image, method, emit, arena, probe, first)) {
        placing = do_without(image->exact, emit, tables, probe) ? PROF_TO_RESERVE : PROF_REFUSED;
    }
    prof_release(emit);
    return placing;
}
