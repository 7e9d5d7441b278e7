/* Typed calls through vtable slots. See prof_info.h; slots are in prof_com.def. */
#include "profiler/prof_info.h"

#include <stddef.h>
#include <stdlib.h>

#include "base/cc_os.h"
#include "base/cc_utf.h"

/* Returns the function in a slot, with the type of its method. */
#define SLOT(object, method, type) ((type)(object)->vtable[PROF_SLOT_##method])

/* The longest path that the library reads; longer paths count as "no path". */
enum { MAX_PATH_UNITS = 32768, MAX_SYMBOL_BYTES = 1 << 30, MAX_BODY_BYTES = 1 << 26 };

typedef prof_hr (*query_fn)(prof_object *, const prof_guid *, prof_object **);
typedef uint32_t (*release_fn)(prof_object *);
typedef prof_hr (*runtime_info_fn)(prof_object *, uint16_t *, uint32_t *, uint16_t *, uint16_t *,
                                   uint16_t *, uint16_t *, uint32_t, uint32_t *, prof_wchar *);
typedef prof_hr (*apply_metadata_fn)(prof_object *, prof_id);
typedef prof_hr (*set_mask_fn)(prof_object *, uint32_t);
typedef prof_hr (*set_mask2_fn)(prof_object *, uint32_t, uint32_t);
typedef prof_hr (*function_info2_fn)(prof_object *, prof_id, prof_id, prof_id *, prof_id *,
                                     uint32_t *, uint32_t, uint32_t *, prof_id *);
typedef prof_hr (*class_info2_fn)(prof_object *, prof_id, prof_id *, uint32_t *, prof_id *,
                                  uint32_t, uint32_t *, prof_id *);
typedef prof_hr (*module_info2_fn)(prof_object *, prof_id, const uint8_t **, uint32_t, uint32_t *,
                                   prof_wchar *, prof_id *, uint32_t *);
typedef prof_hr (*assembly_info_fn)(prof_object *, prof_id, uint32_t, uint32_t *, prof_wchar *,
                                    prof_id *, prof_id *);
typedef prof_hr (*dynamic_info_fn)(prof_object *, prof_id, prof_id *, const uint8_t **, uint32_t *,
                                   uint32_t, uint32_t *, prof_wchar *);
typedef prof_hr (*metadata_fn)(prof_object *, prof_id, uint32_t, const prof_guid *, prof_object **);
typedef prof_hr (*get_body_fn)(prof_object *, prof_id, uint32_t, const uint8_t **, uint32_t *);
typedef prof_hr (*set_body_fn)(prof_object *, prof_id, uint32_t, const uint8_t *);
typedef prof_hr (*set_map_fn)(prof_object *, prof_id, prof_bool, uint32_t, const rw_map_entry *);
typedef prof_hr (*request_rejit_fn)(prof_object *, uint32_t, prof_id *, uint32_t *);
typedef prof_hr (*rejit_inlined_fn)(prof_object *, uint32_t, uint32_t, prof_id *, uint32_t *);
typedef prof_hr (*revert_fn)(prof_object *, uint32_t, prof_id *, uint32_t *, prof_hr *);
typedef prof_hr (*enum_fn)(prof_object *, prof_object **);
typedef prof_hr (*enum_count_fn)(prof_object *, uint32_t *);
typedef prof_hr (*enum_next_fn)(prof_object *, uint32_t, prof_id *, uint32_t *);
typedef prof_hr (*snapshot_fn)(prof_object *, prof_id, prof_frame_fn *, uint32_t, void *, uint8_t *,
                               uint32_t);
typedef prof_hr (*plain_fn)(prof_object *);
typedef prof_hr (*version_fn)(prof_object *, uintptr_t, prof_id *, uintptr_t *);
typedef prof_hr (*control_body_fn)(prof_object *, uint32_t, const uint8_t *);
typedef prof_hr (*control_map_fn)(prof_object *, uint32_t, const rw_map_entry *);
typedef prof_hr (*variable_fn)(prof_object *, const prof_wchar *, uint32_t, uint32_t *,
                               prof_wchar *);
typedef prof_hr (*symbols_length_fn)(prof_object *, prof_id, uint32_t *);
typedef prof_hr (*read_symbols_fn)(prof_object *, prof_id, uint32_t, uint8_t *, uint32_t,
                                   uint32_t *);

_Static_assert(sizeof(rw_map_entry) == 12, "COR_IL_MAP");
_Static_assert(sizeof(prof_guid) == 16, "GUID");

prof_hr prof_query(prof_object *object, const prof_guid *iid, prof_object **out) {
    *out = NULL;
    prof_hr hr = SLOT(object, QueryInterface, query_fn)(object, iid, out);
    return PROF_OK(hr) && *out == NULL ? PROF_E_NOINTERFACE : hr;
}

prof_hr prof_info_apply_metadata(const prof_info *info, prof_id module) {
    return info->version >= 7
               ? SLOT(info->object, ApplyMetaData, apply_metadata_fn)(info->object, module)
               : PROF_E_NOINTERFACE;
}

void prof_release(prof_object *object) {
    if (object != NULL) {
        (void)SLOT(object, Release, release_fn)(object);
    }
}

prof_hr prof_info_open(prof_info *out, prof_object *unknown) {
    /* GetModuleInfo2 is new in version 3; the oldest supported runtime has 14. */
    static const struct {
        const prof_guid *iid;
        uint32_t version;
    } newest_first[] = {
        {&PROF_IID_ICorProfilerInfo15, 15}, {&PROF_IID_ICorProfilerInfo14, 14},
        {&PROF_IID_ICorProfilerInfo13, 13}, {&PROF_IID_ICorProfilerInfo12, 12},
        {&PROF_IID_ICorProfilerInfo11, 11}, {&PROF_IID_ICorProfilerInfo10, 10},
        {&PROF_IID_ICorProfilerInfo9, 9},   {&PROF_IID_ICorProfilerInfo8, 8},
        {&PROF_IID_ICorProfilerInfo7, 7},   {&PROF_IID_ICorProfilerInfo6, 6},
        {&PROF_IID_ICorProfilerInfo5, 5},   {&PROF_IID_ICorProfilerInfo4, 4},
        {&PROF_IID_ICorProfilerInfo3, 3},
    };
    prof_hr hr = PROF_E_NOINTERFACE;
    for (size_t i = 0; i < sizeof newest_first / sizeof newest_first[0]; i++) {
        hr = prof_query(unknown, newest_first[i].iid, &out->object);
        if (PROF_OK(hr)) {
            out->version = newest_first[i].version;
            return hr;
        }
    }
    return hr;
}

uint32_t prof_info_major(const prof_info *info) {
    uint16_t major = 0;
    prof_hr hr = SLOT(info->object, GetRuntimeInformation, runtime_info_fn)(
        info->object, NULL, NULL, &major, NULL, NULL, NULL, 0, NULL, NULL);
    return PROF_OK(hr) ? major : 0;
}

prof_hr prof_info_set_events(const prof_info *info, uint32_t mask) {
    if (info->version >= 5) {
        return SLOT(info->object, SetEventMask2, set_mask2_fn)(info->object, mask, 0);
    }
    return SLOT(info->object, SetEventMask, set_mask_fn)(info->object, mask);
}

prof_hr prof_info_function(const prof_info *info, prof_id function, prof_id *module,
                           uint32_t *token) {
    *module = 0;
    *token = 0;
    return SLOT(info->object, GetFunctionInfo2, function_info2_fn)(info->object, function, 0, NULL,
                                                                   module, token, 0, NULL, NULL);
}

static void cut(prof_types *types, uint32_t needed) {
    types->is_cut = needed > PROF_TYPES;
    types->count = types->is_cut ? PROF_TYPES : needed;
}

prof_hr prof_info_function_types(const prof_info *info, prof_id function, prof_types *out) {
    uint32_t needed = 0;
    prof_id class_id = 0;
    prof_id module = 0;
    uint32_t token = 0;
    *out = (prof_types){.count = 0};
    prof_hr hr = SLOT(info->object, GetFunctionInfo2,
                      function_info2_fn)(info->object, function, 0, &class_id, &module, &token,
                                         PROF_TYPES - 1, &needed, out->ids + 1);
    out->ids[0] = class_id;
    cut(out, needed + 1);
    return hr;
}

prof_hr prof_info_class_token(const prof_info *info, prof_id type, prof_id *module,
                              uint32_t *token) {
    uint32_t needed = 0;
    prof_id parent = 0;
    return SLOT(info->object, GetClassIDInfo2, class_info2_fn)(info->object, type, module, token,
                                                               &parent, 0, &needed, NULL);
}

prof_hr prof_info_class(const prof_info *info, prof_id type, prof_id *module, prof_types *args) {
    uint32_t needed = 0;
    uint32_t token = 0;
    prof_id parent = 0;
    *args = (prof_types){.count = 0};
    prof_hr hr = SLOT(info->object, GetClassIDInfo2, class_info2_fn)(
        info->object, type, module, &token, &parent, PROF_TYPES, &needed, args->ids);
    cut(args, needed);
    return hr;
}

/* Allocates room for a name of `units` UTF-16 units, the length that the runtime stated, and one
 * unit more, so that the name is always terminated. NULL: too long, or out of memory. */
static prof_wchar *make_room(cc_buf *wide, uint32_t units) {
    for (uint32_t i = 0; units <= MAX_PATH_UNITS && i <= units; i++) {
        cc_buf_u16(wide, 0);
    }
    return units <= MAX_PATH_UNITS && cc_buf_ok(wide) ? (prof_wchar *)(void *)wide->data : NULL;
}

static void append_utf8(cc_buf *out, const prof_wchar *name) {
    size_t length = 0;
    while (name[length] != 0) {
        length++;
    }
    cc_utf16_to_utf8(name, length, out);
}

/* A module that is not attached yet has the assembly PROFILER_PARENT_UNKNOWN (-3, in 32 or 64
 * bits); no pointer is odd. */
static prof_id known_assembly(prof_id assembly) {
    return (uint32_t)assembly == 0xFFFFFFFDu ? 0 : assembly;
}

prof_hr prof_info_module(const prof_info *info, prof_id module, prof_module_facts *out) {
    *out = (prof_module_facts){0};
    module_info2_fn call = SLOT(info->object, GetModuleInfo2, module_info2_fn);
    uint32_t units = 0;
    prof_hr hr =
        call(info->object, module, &out->base, 0, &units, NULL, &out->assembly, &out->flags);
    if (!PROF_OK(hr)) {
        return hr;
    }
    cc_buf wide = {0};
    prof_wchar *name = make_room(&wide, units);
    hr = name == NULL ? PROF_E_FAIL
                      : call(info->object, module, &out->base, units, &units, name, &out->assembly,
                             &out->flags);
    out->assembly = known_assembly(out->assembly);
    if (PROF_OK(hr)) {
        append_utf8(&out->path, name);
        cc_buf_u8(&out->path, 0);
        hr = cc_buf_ok(&out->path) ? hr : PROF_E_OUTOFMEMORY;
        out->path.len -= out->path.len > 0;
    }
    cc_buf_free(&wide);
    if (!PROF_OK(hr)) {
        cc_buf_free(&out->path);
    }
    return hr;
}

prof_hr prof_info_assembly_name(const prof_info *info, prof_id assembly, cc_buf *out) {
    assembly_info_fn call = SLOT(info->object, GetAssemblyInfo, assembly_info_fn);
    uint32_t units = 0;
    prof_hr hr = call(info->object, assembly, 0, &units, NULL, NULL, NULL);
    if (!PROF_OK(hr)) {
        return hr;
    }
    cc_buf wide = {0};
    prof_wchar *name = make_room(&wide, units);
    hr = name == NULL ? PROF_E_FAIL : call(info->object, assembly, units, &units, name, NULL, NULL);
    if (PROF_OK(hr)) {
        append_utf8(out, name);
    }
    cc_buf_free(&wide);
    return hr;
}

prof_hr prof_info_variable(const prof_info *info, const char *name, cc_buf *out) {
    if (info->version < 11) {
        return PROF_E_NOINTERFACE;
    }
    variable_fn call = SLOT(info->object, GetEnvironmentVariable, variable_fn);
    cc_buf wide_name = {0};
    cc_buf wide = {0};
    uint32_t units = 0;
    for (size_t i = 0; i == 0 || name[i - 1] != '\0'; i++) {
        cc_buf_u16(&wide_name, (uint8_t)name[i]);
    }
    const prof_wchar *key = cc_buf_ok(&wide_name) ? (prof_wchar *)(void *)wide_name.data : NULL;
    prof_hr hr = key == NULL ? PROF_E_OUTOFMEMORY : call(info->object, key, 0, &units, NULL);
    prof_wchar *value = PROF_OK(hr) && units > 0 ? make_room(&wide, units) : NULL;
    hr = PROF_OK(hr) && value == NULL ? PROF_E_FAIL : hr;
    hr = PROF_OK(hr) ? call(info->object, key, units, &units, value) : hr;
    if (PROF_OK(hr)) {
        append_utf8(out, value);
    }
    cc_buf_free(&wide_name);
    cc_buf_free(&wide);
    return hr;
}

prof_hr prof_info_dynamic_name(const prof_info *info, prof_id function, cc_buf *out) {
    if (info->version < 8) {
        return PROF_E_NOINTERFACE;
    }
    dynamic_info_fn call = SLOT(info->object, GetDynamicFunctionInfo, dynamic_info_fn);
    uint32_t units = 0;
    prof_hr hr = call(info->object, function, NULL, NULL, NULL, 0, &units, NULL);
    if (!PROF_OK(hr)) {
        return hr;
    }
    cc_buf wide = {0};
    prof_wchar *name = make_room(&wide, units);
    hr = name == NULL ? PROF_E_FAIL
                      : call(info->object, function, NULL, NULL, NULL, units, &units, name);
    if (PROF_OK(hr)) {
        append_utf8(out, name);
    }
    cc_buf_free(&wide);
    return hr;
}

prof_hr prof_info_metadata(const prof_info *info, prof_id module, uint32_t open_flags,
                           const prof_guid *iid, prof_object **out) {
    *out = NULL;
    prof_hr hr = SLOT(info->object, GetModuleMetaData, metadata_fn)(info->object, module,
                                                                    open_flags, iid, out);
    return PROF_OK(hr) && *out == NULL ? PROF_E_FAIL : hr;
}

prof_hr prof_info_symbols(const prof_info *info, prof_id module, cc_buf *out) {
    if (info->version < 7) {
        return PROF_E_NOINTERFACE;
    }
    uint32_t length = 0;
    prof_hr hr = SLOT(info->object, GetInMemorySymbolsLength, symbols_length_fn)(info->object,
                                                                                 module, &length);
    if (!PROF_OK(hr) || length == 0 || length > MAX_SYMBOL_BYTES) {
        return hr;
    }
    void *bytes = NULL;
    size_t cap = 0;
    if (!cc_grow(&bytes, &cap, length, 1)) {
        return PROF_E_OUTOFMEMORY;
    }
    uint32_t read = 0;
    hr = SLOT(info->object, ReadInMemorySymbols, read_symbols_fn)(info->object, module, 0, bytes,
                                                                  length, &read);
    *out = (cc_buf){bytes, PROF_OK(hr) && read <= length ? read : 0, cap, false};
    return hr;
}

prof_hr prof_info_get_body(const prof_info *info, prof_id module, uint32_t token, cc_span *out) {
    const uint8_t *bytes = NULL;
    uint32_t size = 0;
    get_body_fn call = SLOT(info->object, GetILFunctionBody, get_body_fn);
    prof_hr hr = call(info->object, module, token, &bytes, &size);
    if (PROF_OK(hr) && (bytes == NULL || size == 0 || size > MAX_BODY_BYTES)) {
        return PROF_E_FAIL;
    }
    *out = cc_span_of(bytes, size);
    return hr;
}

prof_hr prof_info_set_body(const prof_info *info, prof_id module, uint32_t token,
                           const uint8_t *body) {
    return SLOT(info->object, SetILFunctionBody, set_body_fn)(info->object, module, token, body);
}

prof_hr prof_info_set_map(const prof_info *info, prof_id function, const rw_map_entry *map,
                          uint32_t count) {
    return SLOT(info->object, SetILInstrumentedCodeMap, set_map_fn)(info->object, function, 1,
                                                                    count, map);
}

prof_hr prof_info_request_rejit(const prof_info *info, uint32_t count, prof_id *modules,
                                uint32_t *tokens) {
    if (info->version < 4) {
        return PROF_E_NOINTERFACE;
    }
    return SLOT(info->object, RequestReJIT, request_rejit_fn)(info->object, count, modules, tokens);
}

prof_hr prof_info_request_rejit_inlined(const prof_info *info, uint32_t count, prof_id *modules,
                                        uint32_t *tokens) {
    if (info->version < 10) {
        return PROF_E_NOINTERFACE;
    }
    return SLOT(info->object, RequestReJITWithInliners, rejit_inlined_fn)(
        info->object, PROF_REJIT_BLOCK_INLINING | PROF_REJIT_INLINING_CALLBACKS, count, modules,
        tokens);
}

prof_hr prof_info_revert(const prof_info *info, uint32_t count, prof_id *modules, uint32_t *tokens,
                         prof_hr *statuses) {
    return SLOT(info->object, RequestRevert, revert_fn)(info->object, count, modules, tokens,
                                                        statuses);
}

/* Takes all items of the enumerator. */
static prof_hr take_all(prof_object *list, prof_ids *out) {
    uint32_t count = 0;
    prof_hr hr = SLOT(list, EnumGetCount, enum_count_fn)(list, &count);
    if (!PROF_OK(hr) || count == 0) {
        return hr;
    }
    out->items = calloc(count, sizeof *out->items);
    if (out->items == NULL) {
        return PROF_E_OUTOFMEMORY;
    }
    hr = SLOT(list, EnumNext, enum_next_fn)(list, count, out->items, &out->count);
    out->count = PROF_OK(hr) && out->count <= count ? out->count : 0;
    return hr;
}

static prof_hr enumerate(const prof_info *info, enum_fn call, prof_ids *out) {
    prof_object *list = NULL;
    *out = (prof_ids){.items = NULL};
    prof_hr hr = call(info->object, &list);
    if (!PROF_OK(hr) || list == NULL) {
        return PROF_OK(hr) ? PROF_E_FAIL : hr;
    }
    hr = take_all(list, out);
    prof_release(list);
    return hr;
}

prof_hr prof_info_modules(const prof_info *info, prof_ids *out) {
    return enumerate(info, SLOT(info->object, EnumModules, enum_fn), out);
}

/* Lists the threads only now that they are stopped: the runtime deletes a thread that has ended.
 * EnumThreads takes no lock while a profiler has the runtime suspended. A stopped thread is at a
 * safe point, where it holds no lock of the allocator. */
static prof_hr walk_stacks(const prof_info *info, prof_frame_fn *see, void *data) {
    prof_ids threads;
    prof_hr hr = enumerate(info, SLOT(info->object, EnumThreads, enum_fn), &threads);
    for (uint32_t i = 0; i < threads.count; i++) {
        /* a thread without managed frames is an error */
        (void)SLOT(info->object, DoStackSnapshot, snapshot_fn)(info->object, threads.items[i], see,
                                                               0, data, NULL, 0);
    }
    free(threads.items);
    return hr;
}

/* A garbage collection that runs at this moment ends soon. */
static prof_hr suspend(const prof_info *info) {
    enum { PATIENCE_MS = 2000 };
    prof_hr hr = SLOT(info->object, SuspendRuntime, plain_fn)(info->object);
    for (int ms = 0; hr == PROF_E_SUSPENDING && ms < PATIENCE_MS; ms++) {
        cc_os_sleep_ms(1);
        hr = SLOT(info->object, SuspendRuntime, plain_fn)(info->object);
    }
    return hr;
}

prof_hr prof_info_stacks(const prof_info *info, prof_frame_fn *see, void *data) {
    enum { SUSPENDING = 10 }; /* the version that can suspend */
    if (info->version < SUSPENDING) {
        return PROF_E_NOINTERFACE;
    }
    prof_hr hr = suspend(info);
    if (!PROF_OK(hr)) {
        return hr;
    }
    hr = walk_stacks(info, see, data);
    prof_hr resumed = SLOT(info->object, ResumeRuntime, plain_fn)(info->object);
    return PROF_OK(hr) ? resumed : hr;
}

prof_hr prof_info_code_version(const prof_info *info, uintptr_t ip, uintptr_t *version) {
    prof_id function = 0;
    return SLOT(info->object, GetFunctionFromIP2, version_fn)(info->object, ip, &function, version);
}

prof_hr prof_control_set_body(prof_object *control, cc_span body) {
    return SLOT(control, ControlSetILFunctionBody, control_body_fn)(control, (uint32_t)body.len,
                                                                    body.data);
}

prof_hr prof_control_set_map(prof_object *control, const rw_map_entry *map, uint32_t count) {
    return SLOT(control, ControlSetILInstrumentedCodeMap, control_map_fn)(control, count, map);
}
