/* See fake_runtime.h. */
#include "profiler/fake_runtime.h"

#include <CUnit/CUnit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cc_file.h"
#include "base/cc_utf.h"
#include "clrcov/version.h"
#include "profiler/prof_attach.h"

enum { E_BAD = -2147467259 /* E_FAIL */, ROW_BITS = 16, KIND_BITS = 24 };

/* The chain of the library's table, as prof_module.c mixes ids. */
static uint64_t chain_of(prof_id id) {
    return (((uint64_t)id * 0x9E3779B97F4A7C15u) >> 32) % PROF_BUCKETS;
}

/* Addresses as modules have them; those of one kind, two of three modules, share a chain, so that
 * their entries serve in turn. */
static prof_id module_ids[FAKE_MODULES];

static void choose_ids(void) {
    prof_id next = (prof_id)0x700000000000u;
    for (unsigned i = 0; i < FAKE_MODULES; i++) {
        do {
            next += 0x1000;
        } while (i > 0 && i % 3 != 0 && chain_of(next) != chain_of(module_ids[0]));
        module_ids[i] = next;
    }
}

prof_id fake_module_id(unsigned index) {
    return module_ids[index];
}

prof_id fake_function(unsigned module, unsigned instantiation, uint32_t row) {
    return (prof_id)row | (prof_id)instantiation << ROW_BITS | (prof_id)module << KIND_BITS;
}

fake_module *fake_module_of(fake_runtime *rt, prof_id id) {
    for (unsigned i = 0; i < FAKE_MODULES; i++) {
        if (fake_module_id(i) == id && rt->modules[i].is_loaded) {
            return &rt->modules[i];
        }
    }
    return NULL;
}

/* --- the runtime's side ----------------------------------------------------------------------- */

static prof_hr rt_none(void) {
    return E_BAD;
}

/* Calls that came from a thread with a lock: a runtime that waits for a thread in a callback must
 * never wait for one that waits for that lock. */
static atomic_uint calls_with_lock;

/* Every call comes by here: it counts, and may be one that is to fail. */
bool fake_fails(fake_runtime *rt) {
    unsigned number = atomic_fetch_add(&rt->calls, 1) + 1;
    (void)atomic_fetch_add(&calls_with_lock, fake_locks_held() > 0);
    bool is_unlucky =
        rt->fails_often != 0 && (number * 2654435761u ^ rt->fails_often) % 1024 < 1024 / 32;
    return number == rt->fails_at || is_unlucky;
}

static uint32_t rt_release(prof_object *self) {
    (void)self;
    (void)atomic_fetch_add(&calls_with_lock, fake_locks_held() > 0);
    return 1;
}

static prof_hr rt_query(fake_runtime *rt, const prof_guid *iid, void **out) {
    static const prof_guid *const versions[] = {
        &PROF_IID_ICorProfilerInfo,   &PROF_IID_ICorProfilerInfo2,  &PROF_IID_ICorProfilerInfo3,
        &PROF_IID_ICorProfilerInfo4,  &PROF_IID_ICorProfilerInfo5,  &PROF_IID_ICorProfilerInfo6,
        &PROF_IID_ICorProfilerInfo7,  &PROF_IID_ICorProfilerInfo8,  &PROF_IID_ICorProfilerInfo9,
        &PROF_IID_ICorProfilerInfo10, &PROF_IID_ICorProfilerInfo11, &PROF_IID_ICorProfilerInfo12,
        &PROF_IID_ICorProfilerInfo13, &PROF_IID_ICorProfilerInfo14, &PROF_IID_ICorProfilerInfo15,
    };
    bool is_failing = fake_fails(rt);
    for (uint32_t i = 0; i < rt->newest && !is_failing; i++) {
        if (prof_guid_eq(iid, versions[i])) {
            *out = rt;
            return PROF_S_OK;
        }
    }
    *out = NULL;
    return PROF_E_NOINTERFACE;
}

/* As GetEnvironmentVariable: the first call asks for the length, with the final zero. */
static prof_hr rt_variable(fake_runtime *rt, const prof_wchar *name, uint32_t size,
                           uint32_t *needed, prof_wchar *value) {
    const char *wanted = SES_SESSION_ENV;
    bool is_session = true;
    for (size_t i = 0; is_session && (i == 0 || wanted[i - 1] != '\0'); i++) {
        is_session = name[i] == (uint8_t)wanted[i];
    }
    if (fake_fails(rt) || !is_session || rt->session_variable == NULL) {
        return E_BAD;
    }
    *needed = (uint32_t)strlen(rt->session_variable) + 1;
    for (uint32_t i = 0; value != NULL && i < size && i < *needed; i++) {
        value[i] = (uint8_t)rt->session_variable[i];
    }
    return PROF_S_OK;
}

static prof_hr rt_set_events2(fake_runtime *rt, uint32_t low, uint32_t high) {
    rt->events_calls++;
    while (atomic_load(&rt->keeps_waiting)) {
        (void)usleep(1000);
    }
    if (fake_fails(rt) || rt->refuses_events || high != 0) {
        return E_BAD;
    }
    rt->events = low;
    return PROF_S_OK;
}

static prof_hr rt_set_events(fake_runtime *rt, uint32_t mask) {
    return rt_set_events2(rt, mask, 0);
}

static prof_hr rt_function(fake_runtime *rt, prof_id function, prof_id frame, prof_id *class_id,
                           prof_id *module, uint32_t *token, uint32_t count, uint32_t *got,
                           prof_id *args) {
    (void)frame;
    if (fake_fails(rt) || function == 0) {
        return E_BAD;
    }
    if (count > 0) {
        *class_id = rt->function_class;
        *args = rt->function_argument;
        *got = rt->function_argument != 0;
    }
    *module = fake_module_id((unsigned)(function >> KIND_BITS) % FAKE_MODULES);
    *token = MD_TOKEN(MD_METHODDEF, function & ((1u << ROW_BITS) - 1));
    return PROF_S_OK;
}

static prof_hr rt_class(fake_runtime *rt, prof_id id, prof_id *module, uint32_t *token,
                        prof_id *parent, uint32_t count, uint32_t *got, prof_id *args) {
    unsigned index = (unsigned)(id & ((1u << FAKE_CLASS_BITS) - 1));
    if (fake_fails(rt) || index >= FAKE_MODULES) {
        return E_BAD;
    }
    *module = fake_module_id(index);
    *token = MD_TOKEN(MD_TYPEDEF, 2);
    *parent = 0;
    *got = id >> FAKE_CLASS_BITS != 0;
    if (count > 0) {
        *args = id >> FAKE_CLASS_BITS;
    }
    return PROF_S_OK;
}

/* The text as the runtime hands names out, zero-terminated, cut at `room`; the units that it needs.
 * Names of test files lie in the basic plane. */
static uint32_t put_utf16(cc_str text, prof_wchar *out, uint32_t room) {
    uint32_t units = 0;
    uint32_t c = 0;
    bool more = true;
    while (more) {
        more = cc_utf8_next(&text, &c);
        if (units < room) {
            out[units] = (prof_wchar)(more ? c : 0);
        }
        units++;
    }
    return units;
}

static prof_hr rt_module(fake_runtime *rt, prof_id id, const uint8_t **base, uint32_t room,
                         uint32_t *units, prof_wchar *name, prof_id *assembly, uint32_t *flags) {
    fake_module *module = fake_module_of(rt, id);
    (void)atomic_fetch_add(&rt->asked, 1);
    if (rt->on_asked != NULL) {
        rt->on_asked(rt, id);
    }
    if (fake_fails(rt) || module == NULL) {
        return E_BAD;
    }
    *base = module->base;
    *flags = module->flags;
    *assembly = module->is_detached ? (prof_id)-3 : id;
    *units = put_utf16(cc_strz(module->path), name, room);
    return PROF_S_OK;
}

/* An assembly has the identifier of its module. */
static prof_hr rt_assembly(fake_runtime *rt, prof_id id, uint32_t room, uint32_t *units,
                           prof_wchar *name, prof_id *domain, prof_id *manifest) {
    fake_module *module = fake_module_of(rt, id);
    CU_ASSERT(domain == NULL && manifest == NULL);
    if (fake_fails(rt) || module == NULL || module->is_detached) {
        return E_BAD;
    }
    *units = put_utf16(CC_STR("Dynamic"), name, room);
    return PROF_S_OK;
}

static prof_hr rt_dynamic(fake_runtime *rt, prof_id function, prof_id *module, const uint8_t **sig,
                          uint32_t *size, uint32_t room, uint32_t *units, prof_wchar *name) {
    CU_ASSERT(function != 0 && module == NULL && sig == NULL && size == NULL);
    if (fake_fails(rt)) {
        return E_BAD;
    }
    const char *text = rt->dynamic_name != NULL ? rt->dynamic_name : "lambda_method1";
    *units = put_utf16(cc_strz(text), name, room);
    return PROF_S_OK;
}

static prof_hr rt_metadata(fake_runtime *rt, prof_id id, uint32_t open_flags, const prof_guid *iid,
                           prof_object **out) {
    fake_module *module = fake_module_of(rt, id);
    *out = NULL;
    if (fake_fails(rt) || module == NULL || rt->refuses_emit || open_flags != PROF_OPEN_WRITE ||
        !prof_guid_eq(iid, &PROF_IID_IMetaDataEmit)) {
        return E_BAD;
    }
    *out = &module->emit;
    return PROF_S_OK;
}

static prof_hr rt_get_body(fake_runtime *rt, prof_id id, uint32_t token, const uint8_t **body,
                           uint32_t *size) {
    fake_module *module = fake_module_of(rt, id);
    uint32_t row = MD_TOKEN_RID(token);
    md_methoddef method;
    cc_span bytes;
    if (fake_fails(rt) || module == NULL || module->image == NULL ||
        md_get_methoddef(md_image_tables(module->image), row, &method) != CC_OK ||
        method.rva == 0 || md_image_at_rva(module->image, method.rva, &bytes) != CC_OK) {
        return E_BAD;
    }
    il_body decoded;
    cc_arena *arena = cc_arena_new();
    bool is_whole = arena != NULL && il_decode(&decoded, bytes, arena) == CC_OK;
    (void)pthread_mutex_lock(&rt->lock);
    bool is_new = row <= FAKE_ROWS && module->body[row] != NULL;
    *body = is_new ? module->body[row] : bytes.data; /* said to be as long as the first one */
    (void)pthread_mutex_unlock(&rt->lock);
    *size = is_whole ? (uint32_t)decoded.total_size : 0;
    cc_arena_free(arena);
    return is_whole ? PROF_S_OK : E_BAD;
}

static prof_hr rt_set_body(fake_runtime *rt, prof_id id, uint32_t token, const uint8_t *body) {
    fake_module *module = fake_module_of(rt, id);
    uint32_t row = MD_TOKEN_RID(token);
    if (fake_fails(rt) || module == NULL || row > FAKE_ROWS) {
        return E_BAD;
    }
    (void)pthread_mutex_lock(&rt->lock);
    module->sets[row]++;
    bool is_other = module->body[row] != NULL && module->body[row] != body;
    if (!module->is_refusing) {
        module->body[row] = body;
    }
    (void)pthread_mutex_unlock(&rt->lock);
    CU_ASSERT(!is_other || rt->takes_other_bodies);
    return module->is_refusing ? E_BAD : PROF_S_OK;
}

static prof_hr rt_set_map(fake_runtime *rt, prof_id function, prof_bool start, uint32_t count,
                          const rw_map_entry *map) {
    fake_module *module = &rt->modules[(function >> KIND_BITS) % FAKE_MODULES];
    if (fake_fails(rt)) {
        return E_BAD;
    }
    (void)pthread_mutex_lock(&rt->lock);
    module->maps[function & ((1u << ROW_BITS) - 1)]++;
    (void)pthread_mutex_unlock(&rt->lock);
    CU_ASSERT(start == 1 && count > 0 && map[0].old_offset == 0 && map[0].new_offset == 0);
    return PROF_S_OK;
}

/* Only with leave, and not of a module that is not there. */
static prof_hr rt_request_rejit(fake_runtime *rt, uint32_t count, const prof_id *modules,
                                const uint32_t *tokens) {
    (void)atomic_fetch_add(&rt->rejit_tries, 1);
    if (fake_fails(rt) || rt->refuses_rejit) {
        return E_BAD;
    }
    (void)pthread_mutex_lock(&rt->lock);
    rt->rejit_module = modules[0];
    rt->rejit_token = tokens[0];
    bool is_allowed = (rt->events & PROF_ENABLE_REJIT) != 0;
    (void)pthread_mutex_unlock(&rt->lock);
    CU_ASSERT(count > 0 && is_allowed);
    (void)atomic_fetch_add(&rt->rejits, 1);
    return PROF_S_OK;
}

static prof_hr rt_symbols_length(fake_runtime *rt, prof_id id, uint32_t *length) {
    fake_module *module = fake_module_of(rt, id);
    bool is_failing = fake_fails(rt);
    *length = module != NULL ? (uint32_t)module->symbols.len : 0;
    return module != NULL && !is_failing ? PROF_S_OK : E_BAD;
}

static prof_hr rt_read_symbols(fake_runtime *rt, prof_id id, uint32_t offset, uint8_t *to,
                               uint32_t size, uint32_t *read) {
    fake_module *module = fake_module_of(rt, id);
    cc_span part;
    if (fake_fails(rt) || module == NULL || !cc_span_slice(module->symbols, offset, size, &part)) {
        return E_BAD;
    }
    memcpy(to, part.data, part.len);
    *read = size;
    return PROF_S_OK;
}

/* A new token of the module's metadata. */
static prof_hr emit_token(prof_object *self, uint32_t table, uint32_t *token) {
    fake_module *module = (fake_module *)(void *)self;
    fake_runtime *rt = module->runtime;
    if (fake_fails(rt)) {
        return E_BAD;
    }
    (void)pthread_mutex_lock(&rt->lock);
    *token = MD_TOKEN(table, ++module->next_token);
    (void)pthread_mutex_unlock(&rt->lock);
    return PROF_S_OK;
}

static prof_hr emit_query(prof_object *self, const prof_guid *iid, prof_object **out) {
    (void)iid;
    bool is_failing = fake_fails(((fake_module *)(void *)self)->runtime);
    *out = is_failing ? NULL : self;
    return is_failing ? E_BAD : PROF_S_OK;
}

static prof_hr emit_signature(prof_object *self, const uint8_t *sig, uint32_t size,
                              uint32_t *token) {
    enum { LOCAL_SIG = 7 };
    fake_module *module = (fake_module *)(void *)self;
    bool is_method =
        (size == 4 && sig[1] == 1) || (size == 5 && sig[1] == 2) || (size == 6 && sig[1] == 3);
    CU_ASSERT(is_method || (size > 2 && sig[0] == LOCAL_SIG));
    prof_hr hr = emit_token(self, MD_STANDALONE_SIG, token);
    if (hr == PROF_S_OK) {
        module->locals[MD_TOKEN_RID(*token) % FAKE_ROWS] = sig[1];
    }
    return hr;
}

static prof_hr emit_typeref(prof_object *self, uint32_t scope, const prof_wchar *name,
                            uint32_t *token) {
    CU_ASSERT(MD_TOKEN_TABLE(scope) == MD_ASSEMBLYREF && name[0] == 'S');
    return emit_token(self, MD_TYPEREF, token);
}

static prof_hr emit_memberref(prof_object *self, uint32_t parent, const prof_wchar *name,
                              const uint8_t *sig, uint32_t size, uint32_t *token) {
    bool is_method = name[0] == 'I' && size == 5 && sig[0] == 0;
    bool is_field = name[0] == 's' && size == 2 && sig[0] == 6;
    bool is_flow = name[0] == 'c' && size == 6 && sig[0] == 0; /* clrcov_enter, clrcov_leave */
    bool is_of_instance = MD_TOKEN_TABLE(parent) == MD_TYPESPEC && sig[0] == 0x20;
    CU_ASSERT(is_of_instance ||
              (MD_TOKEN_TABLE(parent) == MD_TYPEREF && (is_method || is_field || is_flow)));
    return emit_token(self, MD_MEMBERREF, token);
}

/* IMetaDataAssemblyEmit shares the object; its slot 4 is free in IMetaDataEmit as far as we call
 * it. */
static prof_hr emit_assemblyref(prof_object *self, const void *key, uint32_t key_size,
                                const prof_wchar *name, const void *metadata, const void *hash,
                                uint32_t hash_size, uint32_t flags, uint32_t *token) {
    CU_ASSERT(key != NULL && key_size == 8 && name[0] == 'S' && metadata != NULL && hash == NULL);
    CU_ASSERT(hash_size == 0 && flags == 0);
    return emit_token(self, MD_ASSEMBLYREF, token);
}

static prof_hr emit_field(prof_object *self, uint32_t type, const prof_wchar *name, uint32_t flags,
                          const uint8_t *sig, uint32_t size, uint32_t value_type, const void *value,
                          uint32_t length, uint32_t *token) {
    CU_ASSERT(MD_TOKEN_TABLE(type) == MD_TYPEDEF && name[0] == 's' && flags == 0x16 && size == 2);
    CU_ASSERT(sig[0] == 6 && value_type == 1 && value == NULL && length == 0);
    bool is_refused = ((fake_module *)(void *)self)->runtime->refuses_fields;
    return is_refused ? E_BAD : emit_token(self, MD_FIELD, token);
}

static prof_hr emit_typespec(prof_object *self, const uint8_t *sig, uint32_t size,
                             uint32_t *token) {
    enum { GENERICINST = 0x15 };
    CU_ASSERT(size > 4 && sig[0] == GENERICINST);
    return emit_token(self, MD_TYPESPEC, token);
}

static prof_hr emit_method(prof_object *self, uint32_t type, const prof_wchar *name, uint32_t flags,
                           const uint8_t *sig, uint32_t size, uint32_t rva, uint32_t impl_flags,
                           uint32_t *token) {
    CU_ASSERT(MD_TOKEN_TABLE(type) == MD_TYPEDEF && name[0] == 'c' && flags == 0x96);
    CU_ASSERT(sig[0] == 0 && size >= 3 && rva == 0 && impl_flags == 0);
    ((fake_module *)(void *)self)->runtime->methods++;
    return emit_token(self, MD_METHODDEF, token);
}

static prof_hr emit_attribute(prof_object *self, uint32_t owner, uint32_t constructor,
                              const void *value, uint32_t size, uint32_t *token) {
    CU_ASSERT(MD_TOKEN_TABLE(owner) == MD_FIELD && MD_TOKEN_TABLE(constructor) == MD_METHODDEF);
    CU_ASSERT(value != NULL && size == 4);
    ((fake_module *)(void *)self)->runtime->fields++;
    return emit_token(self, MD_CUSTOM_ATTRIBUTE, token);
}

static prof_hr rt_information(fake_runtime *rt, uint16_t *instance, uint32_t *type, uint16_t *major,
                              uint16_t *minor, uint16_t *build, uint16_t *fix, uint32_t room,
                              uint32_t *units, prof_wchar *text) {
    (void)instance, (void)type, (void)minor, (void)build, (void)fix, (void)room, (void)units,
        (void)text;
    *major = (uint16_t)rt->major;
    return fake_fails(rt) ? E_BAD : PROF_S_OK;
}

/* .NET 11 does not survive this in the load callback of the module itself. */
static prof_hr rt_apply(fake_runtime *rt, prof_id id) {
    CU_ASSERT_PTR_NOT_NULL(fake_module_of(rt, id));
    CU_ASSERT_NOT_EQUAL(id, atomic_load(&rt->loading));
    rt->applied++;
    return fake_fails(rt) ? E_BAD : PROF_S_OK;
}

static void fill(fake_runtime *rt) {
    for (size_t i = 0; i < FAKE_SLOTS; i++) {
        rt->slots[i] = (prof_slot)rt_none;
        rt->emit_slots[i] = (prof_slot)rt_none;
    }
    rt->slots[PROF_SLOT_QueryInterface] = (prof_slot)rt_query;
    rt->slots[PROF_SLOT_Release] = (prof_slot)rt_release;
    rt->slots[PROF_SLOT_SetEventMask] = (prof_slot)rt_set_events;
    rt->slots[PROF_SLOT_SetEventMask2] = (prof_slot)rt_set_events2;
    rt->slots[PROF_SLOT_GetEnvironmentVariable] = (prof_slot)rt_variable;
    rt->slots[PROF_SLOT_GetFunctionInfo2] = (prof_slot)rt_function;
    rt->slots[PROF_SLOT_GetClassIDInfo2] = (prof_slot)rt_class;
    rt->slots[PROF_SLOT_GetModuleInfo2] = (prof_slot)rt_module;
    rt->slots[PROF_SLOT_GetAssemblyInfo] = (prof_slot)rt_assembly;
    rt->slots[PROF_SLOT_GetDynamicFunctionInfo] = (prof_slot)rt_dynamic;
    rt->slots[PROF_SLOT_GetModuleMetaData] = (prof_slot)rt_metadata;
    rt->slots[PROF_SLOT_GetILFunctionBody] = (prof_slot)rt_get_body;
    rt->slots[PROF_SLOT_SetILFunctionBody] = (prof_slot)rt_set_body;
    rt->slots[PROF_SLOT_SetILInstrumentedCodeMap] = (prof_slot)rt_set_map;
    rt->slots[PROF_SLOT_RequestReJIT] = (prof_slot)rt_request_rejit;
    rt->slots[PROF_SLOT_GetInMemorySymbolsLength] = (prof_slot)rt_symbols_length;
    rt->slots[PROF_SLOT_ReadInMemorySymbols] = (prof_slot)rt_read_symbols;
    rt->emit_slots[PROF_SLOT_QueryInterface] = (prof_slot)emit_query;
    rt->emit_slots[PROF_SLOT_Release] = (prof_slot)rt_release;
    rt->emit_slots[PROF_SLOT_GetTokenFromSig] = (prof_slot)emit_signature;
    rt->emit_slots[PROF_SLOT_DefineTypeRefByName] = (prof_slot)emit_typeref;
    rt->emit_slots[PROF_SLOT_DefineMemberRef] = (prof_slot)emit_memberref;
    rt->emit_slots[PROF_SLOT_DefineAssemblyRef] = (prof_slot)emit_assemblyref;
    rt->emit_slots[PROF_SLOT_GetTokenFromTypeSpec] = (prof_slot)emit_typespec;
    rt->emit_slots[PROF_SLOT_DefineMethod] = (prof_slot)emit_method;
    rt->emit_slots[PROF_SLOT_DefineField] = (prof_slot)emit_field;
    rt->emit_slots[PROF_SLOT_DefineCustomAttribute] = (prof_slot)emit_attribute;
    rt->slots[PROF_SLOT_GetRuntimeInformation] = (prof_slot)rt_information;
    rt->slots[PROF_SLOT_ApplyMetaData] = (prof_slot)rt_apply;
    rt->object.vtable = rt->slots;
    fake_fill_attach(rt);
}

/* --- making one ------------------------------------------------------------------------------- */

/* The library never frees; leak checks must find what it keeps. */
static prof_object *kept[16384];
static size_t kept_count;

prof_object *fake_profiler_new(void) {
    static const prof_guid clsid = PROF_CLSID_BYTES;
    prof_object *factory = NULL;
    prof_object *profiler = NULL;
    prof_hr hr = DllGetClassObject(&clsid, &PROF_IID_IClassFactory, (void **)&factory);
    CU_ASSERT_EQUAL_FATAL(hr, PROF_S_OK);
    typedef prof_hr (*create_fn)(prof_object *, prof_object *, const prof_guid *, prof_object **);
    create_fn create = (create_fn)factory->vtable[3];
    CU_ASSERT_EQUAL(create(factory, NULL, &PROF_IID_ICorProfilerCallback2, &profiler), PROF_S_OK);
    CU_ASSERT_FATAL(kept_count < sizeof kept / sizeof kept[0]);
    kept[kept_count++] = profiler;
    return profiler;
}

fake_runtime *fake_new(const ses_settings *settings, const char *filter) {
    fake_runtime *rt = calloc(1, sizeof *rt);
    choose_ids();
    (void)snprintf(rt->temp, sizeof rt->temp, "/tmp/clrcov-test-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(rt->temp));
    (void)setenv("TMPDIR", rt->temp, 1);
    (void)unsetenv(SES_OUTPUT_ENV);
    rt->arena = cc_arena_new();
    rt->newest = 15;
    (void)pthread_mutex_init(&rt->lock, NULL);
    fill(rt);
    ses_settings plain = {0};
    cc_err err = ses_create(&rt->session, settings != NULL ? settings : &plain,
                            cc_strz(filter != NULL ? filter : ""), rt->arena);
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    (void)setenv(SES_SESSION_ENV, rt->session.dir, 1);
    rt->profiler = fake_profiler_new();
    return rt;
}

void fake_put(fake_runtime *rt, unsigned index, const char *file, uint32_t flags) {
    fake_module *module = &rt->modules[index];
    cc_mapped_file mapped;
    char *path = NULL;
    *module =
        (fake_module){.emit = {rt->emit_slots}, .runtime = rt, .is_loaded = true, .flags = flags};
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&mapped, file, false), CC_OK);
    CU_ASSERT_EQUAL_FATAL(cc_path_real(rt->arena, file, &path), CC_OK);
    (void)snprintf(module->path, sizeof module->path, "%s", path);
    module->file = mapped.bytes;
    module->base = mapped.bytes.data;
    cc_err err = md_image_open(&module->image, mapped.bytes, MD_LAYOUT_FLAT, rt->arena);
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    module->rows = md_row_count(md_image_tables(module->image), MD_METHODDEF);
    CU_ASSERT_FATAL(module->rows <= FAKE_ROWS);
}

void fake_put_again(fake_runtime *rt, unsigned index) {
    fake_module *module = &rt->modules[index];
    (void)pthread_mutex_lock(&rt->lock);
    memset(module->body, 0, sizeof module->body);
    memset(module->sets, 0, sizeof module->sets);
    memset(module->maps, 0, sizeof module->maps);
    module->next_token = 0;
    (void)pthread_mutex_unlock(&rt->lock);
    atomic_store(&module->is_loaded, true);
}

static uint32_t u32_at(cc_span bytes, size_t offset) {
    cc_span rest;
    uint32_t value = 0;
    CU_ASSERT_FATAL(cc_span_from(bytes, offset, &rest) && cc_span_u32(&rest, &value));
    return value;
}

void fake_map(fake_runtime *rt, unsigned index) {
    fake_module *module = &rt->modules[index];
    cc_span file = module->file;
    size_t pe = u32_at(file, 0x3C);
    size_t sections = u32_at(file, pe + 6) & 0xFFFF;
    size_t headers = pe + 24 + (u32_at(file, pe + 20) & 0xFFFF);
    size_t size = (u32_at(file, pe + 24 + 56) + 0xFFFFu) & ~(size_t)0xFFFF;
    uint8_t *base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_FATAL(base != MAP_FAILED);
    CU_ASSERT_EQUAL_FATAL(mprotect(base, 0x1000, PROT_READ | PROT_WRITE), 0);
    memcpy(base, file.data, headers + 40 * sections);
    for (size_t i = 0; i < sections; i++) {
        size_t at = headers + 40 * i;
        size_t rva = u32_at(file, at + 12);
        cc_span raw;
        CU_ASSERT_FATAL(cc_span_slice(file, u32_at(file, at + 20), u32_at(file, at + 16), &raw));
        CU_ASSERT_EQUAL_FATAL(
            mprotect(base + rva, (raw.len + 0xFFF) & ~(size_t)0xFFF, PROT_READ | PROT_WRITE), 0);
        memcpy(base + rva, raw.data, raw.len);
    }
    module->base = base;
    module->flags = (module->flags | PROF_MODULE_NATIVE) & ~PROF_MODULE_FLAT_LAYOUT;
}

prof_hr fake_start(fake_runtime *rt) {
    typedef prof_hr (*start_fn)(prof_object *, prof_object *);
    return ((start_fn)rt->profiler->vtable[PROF_CALLBACK_Initialize])(rt->profiler, &rt->object);
}

/* On a busy machine a search for hot code may outlast the patience of prof_hot_end(): the counters
 * must not be unmapped under it. */
static void wait_for_search(prof_profiler *p) {
    bool is_looking = true;
    while (is_looking) {
        fake_lock(&p->hot.lock);
        is_looking = p->hot.is_looking;
        fake_unlock(&p->hot.lock);
        (void)usleep(is_looking ? 1000 : 0);
    }
}

/* The profiler, told that it is over, never frees anything; its memory is left as a real runtime
 * would leave it. */
void fake_free(fake_runtime *rt) {
    prof_profiler *p = (prof_profiler *)(void *)rt->profiler;
    prof_hot_end(p);
    wait_for_search(p);
    CU_ASSERT_EQUAL(atomic_exchange(&calls_with_lock, 0), 0);
    prof_attach_forget(p);
    prof_profiler *heir = prof_attach_heir(p);
    ctr_writer_close(p->writer);
    if (heir != p) {
        ctr_writer_close(heir->writer);
    }
    heir->writer = NULL;
    p->writer = NULL;
    ses_unlock(rt->session.lock_fd);
    CU_ASSERT_EQUAL(cc_dir_remove(rt->temp), CC_OK);
    cc_arena_free(rt->arena);
    (void)unsetenv(SES_SESSION_ENV);
    free(rt);
}
