/* The library's interface to the runtime: DllGetClassObject, a class factory, and the callback
 * object with its 98 slots.
 *
 * Reference counts are constant and nothing is freed: the runtime may make calls after Release and
 * after Shutdown. Slots without their own function return S_OK. Source: corprof.idl
 * (prof_com.def). */
#include <stdlib.h>
#include <string.h>

#include "base/cc_os.h"
#include "profiler/prof_attach.h"
#include "profiler/prof_catch.h"
#include "profiler/prof_rejit.h"
#include "profiler/prof_work.h"

bool prof_guid_eq(const prof_guid *a, const prof_guid *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

bool prof_guid_is_callback(const prof_guid *iid) {
    static const prof_guid *const known[] = {
        &PROF_IID_IUnknown,
        &PROF_IID_ICorProfilerCallback,
        &PROF_IID_ICorProfilerCallback2,
        &PROF_IID_ICorProfilerCallback3,
        &PROF_IID_ICorProfilerCallback4,
        &PROF_IID_ICorProfilerCallback5,
        &PROF_IID_ICorProfilerCallback6,
        &PROF_IID_ICorProfilerCallback7,
        &PROF_IID_ICorProfilerCallback8,
        &PROF_IID_ICorProfilerCallback9,
        &PROF_IID_ICorProfilerCallback10,
        &PROF_IID_ICorProfilerCallback11,
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (prof_guid_eq(iid, known[i])) {
            return true;
        }
    }
    return false;
}

/* --- callbacks -------------------------------------------------------------------------------- */

static prof_hr nothing(void) {
    return PROF_S_OK;
}

static prof_hr query_interface(prof_profiler *p, const prof_guid *iid, void **out) {
    if (out == NULL || iid == NULL) {
        return PROF_E_POINTER;
    }
    bool is_known = prof_guid_is_callback(iid);
    *out = is_known ? p : NULL;
    return is_known ? PROF_S_OK : PROF_E_NOINTERFACE;
}

static uint32_t add_ref(prof_profiler *p) {
    (void)p;
    return 2;
}

static uint32_t release(prof_profiler *p) {
    (void)p;
    return 1;
}

/* Returns the state that handles a callback of the object; NULL: no state measures, so the callback
 * does nothing. */
static prof_profiler *acting(prof_profiler *p) {
    prof_profiler *now = prof_attach_heir(p);
    return prof_attach_is_measuring(now) ? now : NULL;
}

static prof_hr initialize(prof_profiler *p, prof_object *unknown) {
    uint64_t begun = cc_os_thread_ns();
    prof_hr hr = prof_start(p, unknown);
    prof_work_started(p, begun);
    if (PROF_OK(hr)) {
        prof_attach_settle(p);
    }
    return hr;
}

static prof_hr initialize_for_attach(prof_profiler *p, prof_object *unknown, const void *data,
                                     uint32_t size) {
    return prof_attach(p, unknown, cc_span_of(data, data != NULL ? size : 0));
}

static prof_hr attach_complete(prof_profiler *p) {
    if ((p = acting(p)) != NULL) {
        prof_catch_up(p);
    }
    return PROF_S_OK;
}

static prof_hr shutdown(prof_profiler *p) {
    if ((p = acting(p)) != NULL) {
        prof_end(p);
    }
    return PROF_S_OK;
}

static prof_hr module_load_finished(prof_profiler *p, prof_id module, prof_hr status) {
    if ((p = acting(p)) != NULL && PROF_OK(status)) {
        uint64_t begun = prof_work_begin(p);
        prof_module_loaded(p, module);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

/* A dynamic module now has its name. */
static prof_hr module_attached(prof_profiler *p, prof_id module, prof_id assembly) {
    (void)assembly;
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_module_loaded(p, module);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr module_unload_started(prof_profiler *p, prof_id module) {
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_catch_unloads(p, module);
        prof_module_unload_started(p, module);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr module_unload_finished(prof_profiler *p, prof_id module, prof_hr status) {
    (void)status;
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_module_unload_finished(p, module);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr jit_started(prof_profiler *p, prof_id function, prof_bool is_safe_to_block) {
    (void)is_safe_to_block;
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_jit_started(p, function);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr jit_finished(prof_profiler *p, prof_id function, prof_hr status,
                            prof_bool is_safe_to_block) {
    (void)is_safe_to_block;
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_jit_finished(p, function, status);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr dynamic_started(prof_profiler *p, prof_id function, prof_bool is_safe_to_block,
                               const uint8_t *il, uint32_t size) {
    (void)is_safe_to_block;
    (void)il;
    (void)size;
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_jit_dynamic_started(p, function);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr dynamic_finished(prof_profiler *p, prof_id function, prof_hr status,
                                prof_bool is_safe_to_block) {
    (void)status;
    (void)is_safe_to_block;
    if ((p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_jit_dynamic_finished(p, function);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr jit_inlining(prof_profiler *p, prof_id caller, prof_id callee, prof_bool *should) {
    if (should != NULL) {
        *should = 1;
    }
    if (should != NULL && (p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        *should = prof_jit_inlining(p, caller, callee);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr cached_search(prof_profiler *p, prof_id function, prof_bool *use) {
    if (use != NULL) {
        *use = 1;
    }
    if (use != NULL && (p = acting(p)) != NULL) {
        uint64_t begun = prof_work_begin(p);
        *use = prof_jit_cached(p, function);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr rejit_parameters(prof_profiler *p, prof_id module, uint32_t token,
                                prof_object *control) {
    if ((p = acting(p)) != NULL && control != NULL) {
        uint64_t begun = prof_work_begin(p);
        prof_rejit_parameters(p, module, token, control);
        prof_work_end(p, PROF_WORK_CALLBACK, begun);
    }
    return PROF_S_OK;
}

static prof_hr rejit_started(prof_profiler *p, prof_id function, prof_id version,
                             prof_bool is_safe_to_block) {
    (void)version;
    (void)is_safe_to_block;
    if ((p = acting(p)) != NULL) {
        prof_jit_rejit_started(p, function);
    }
    return PROF_S_OK;
}

static prof_hr rejit_finished(prof_profiler *p, prof_id function, prof_id version, prof_hr status,
                              prof_bool is_safe_to_block) {
    (void)version;
    return jit_finished(p, function, status, is_safe_to_block);
}

static prof_hr rejit_error(prof_profiler *p, prof_id module, uint32_t token, prof_id function,
                           prof_hr status) {
    (void)function;
    if ((p = acting(p)) != NULL) {
        prof_rejit_failed(p, module, token, status);
    }
    return PROF_S_OK;
}

/* In a process with a loaded object of this library, another object carries a command for the first
 * one: it gets the client data only as a notification profiler. */
static prof_hr load_as_notification_only(prof_profiler *p, prof_bool *answer) {
    (void)p;
    if (answer != NULL) {
        *answer = prof_attach_is_settled();
    }
    return PROF_S_OK;
}

static void fill(prof_slot *slots) {
    for (size_t i = 0; i < PROF_CALLBACK_COUNT; i++) {
        slots[i] = (prof_slot)nothing;
    }
    slots[PROF_CALLBACK_QueryInterface] = (prof_slot)query_interface;
    slots[PROF_CALLBACK_AddRef] = (prof_slot)add_ref;
    slots[PROF_CALLBACK_Release] = (prof_slot)release;
    slots[PROF_CALLBACK_Initialize] = (prof_slot)initialize;
    slots[PROF_CALLBACK_InitializeForAttach] = (prof_slot)initialize_for_attach;
    slots[PROF_CALLBACK_ProfilerAttachComplete] = (prof_slot)attach_complete;
    slots[PROF_CALLBACK_Shutdown] = (prof_slot)shutdown;
    slots[PROF_CALLBACK_ModuleAttachedToAssembly] = (prof_slot)module_attached;
    slots[PROF_CALLBACK_ModuleLoadFinished] = (prof_slot)module_load_finished;
    slots[PROF_CALLBACK_ModuleUnloadStarted] = (prof_slot)module_unload_started;
    slots[PROF_CALLBACK_ModuleUnloadFinished] = (prof_slot)module_unload_finished;
    slots[PROF_CALLBACK_JITCompilationStarted] = (prof_slot)jit_started;
    slots[PROF_CALLBACK_JITCompilationFinished] = (prof_slot)jit_finished;
    slots[PROF_CALLBACK_DynamicMethodJITCompilationStarted] = (prof_slot)dynamic_started;
    slots[PROF_CALLBACK_DynamicMethodJITCompilationFinished] = (prof_slot)dynamic_finished;
    slots[PROF_CALLBACK_JITInlining] = (prof_slot)jit_inlining;
    slots[PROF_CALLBACK_JITCachedFunctionSearchStarted] = (prof_slot)cached_search;
    slots[PROF_CALLBACK_ReJITCompilationStarted] = (prof_slot)rejit_started;
    slots[PROF_CALLBACK_ReJITCompilationFinished] = (prof_slot)rejit_finished;
    slots[PROF_CALLBACK_ReJITError] = (prof_slot)rejit_error;
    slots[PROF_CALLBACK_GetReJITParameters] = (prof_slot)rejit_parameters;
    slots[PROF_CALLBACK_LoadAsNotificationOnly] = (prof_slot)load_as_notification_only;
}

typedef struct instance {
    prof_profiler profiler;
    prof_slot slots[PROF_CALLBACK_COUNT];
} instance;

/* --- the class factory ------------------------------------------------------------------------ */

static prof_hr factory_query(prof_object *self, const prof_guid *iid, void **out) {
    if (out == NULL || iid == NULL) {
        return PROF_E_POINTER;
    }
    bool is_known =
        prof_guid_eq(iid, &PROF_IID_IUnknown) || prof_guid_eq(iid, &PROF_IID_IClassFactory);
    *out = is_known ? self : NULL;
    return is_known ? PROF_S_OK : PROF_E_NOINTERFACE;
}

static uint32_t factory_add_ref(prof_object *self) {
    (void)self;
    return 2;
}

static uint32_t factory_release(prof_object *self) {
    (void)self;
    return 1;
}

/* Changes only memory: the runtime calls this again when a tool attaches to a measured process. */
static prof_hr create_instance(prof_object *self, prof_object *outer, const prof_guid *iid,
                               void **out) {
    (void)self;
    if (out == NULL || iid == NULL) {
        return PROF_E_POINTER;
    }
    *out = NULL;
    if (outer != NULL) {
        return PROF_CLASS_E_NOAGGREGATION;
    }
    if (!prof_guid_is_callback(iid)) {
        return PROF_E_NOINTERFACE;
    }
    instance *made = calloc(1, sizeof *made);
    if (made == NULL || pthread_mutex_init(&made->profiler.lock, NULL) != 0 ||
        !prof_events_init(&made->profiler) || !prof_hot_init(&made->profiler.hot) || !prof_tests_init(&made->profiler) ||
        !prof_catch_init(&made->profiler.catching)) {
        free(made);
        return PROF_E_OUTOFMEMORY;
    }
    fill(made->slots);
    made->profiler.vtable = made->slots;
    *out = &made->profiler;
    return PROF_S_OK;
}

static prof_hr lock_server(prof_object *self, prof_bool is_locked) {
    (void)self;
    (void)is_locked;
    return PROF_S_OK;
}

prof_hr DllGetClassObject(const prof_guid *clsid, const prof_guid *iid, void **out) {
    static const prof_slot slots[PROF_CLASS_FACTORY_SLOTS] = {
        (prof_slot)factory_query,   (prof_slot)factory_add_ref, (prof_slot)factory_release,
        (prof_slot)create_instance, (prof_slot)lock_server,
    };
    static const prof_object factory = {slots};
    static const prof_guid own = PROF_CLSID_BYTES;
    if (clsid == NULL || iid == NULL || out == NULL) {
        return PROF_E_POINTER;
    }
    *out = NULL;
    if (!prof_guid_eq(clsid, &own)) {
        return PROF_CLASS_E_CLASSNOTAVAILABLE;
    }
    /* The factory has no state; COM needs a pointer to non-const. */
    union {
        const prof_object *constant;
        prof_object *object;
    } same = {&factory};
    return factory_query(same.object, iid, out);
}
