/* Vtable layout and identifiers, against numbers of corprof.idl that were checked with a C++
 * compiler. */
#include <CUnit/CUnit.h>
#include <stdio.h>
#include <string.h>

#include "clrcov/version.h"
#include "profiler/prof.h"
#include "profiler/test_profiler.h"

void test_com_slots(void) {
    static const int numbers[] = {
#define PROF_CALLBACK(slot, method) slot,
#include "profiler/prof_com.def"
    };
    CU_ASSERT_EQUAL(sizeof numbers / sizeof numbers[0], PROF_CALLBACK_COUNT);
    for (int i = 0; i < PROF_CALLBACK_COUNT; i++) {
        CU_ASSERT_EQUAL(numbers[i], i);
    }
    CU_ASSERT_EQUAL(PROF_CALLBACK_Initialize, 3);
    CU_ASSERT_EQUAL(PROF_CALLBACK_Shutdown, 4);
    CU_ASSERT_EQUAL(PROF_CALLBACK_ModuleLoadFinished, 14);
    CU_ASSERT_EQUAL(PROF_CALLBACK_ModuleUnloadStarted, 15);
    CU_ASSERT_EQUAL(PROF_CALLBACK_JITCompilationStarted, 23);
    CU_ASSERT_EQUAL(PROF_CALLBACK_JITCompilationFinished, 24);
    CU_ASSERT_EQUAL(PROF_CALLBACK_JITCachedFunctionSearchStarted, 25);
    CU_ASSERT_EQUAL(PROF_CALLBACK_JITInlining, 28);
    CU_ASSERT_EQUAL(PROF_CALLBACK_InitializeForAttach, 80);
    CU_ASSERT_EQUAL(PROF_CALLBACK_LoadAsNotificationOnly, 97);
    CU_ASSERT_EQUAL(PROF_SLOT_SetEventMask, 16);
    CU_ASSERT_EQUAL(PROF_SLOT_GetModuleMetaData, 21);
    CU_ASSERT_EQUAL(PROF_SLOT_GetILFunctionBody, 22);
    CU_ASSERT_EQUAL(PROF_SLOT_SetILFunctionBody, 24);
    CU_ASSERT_EQUAL(PROF_SLOT_SetILInstrumentedCodeMap, 29);
    CU_ASSERT_EQUAL(PROF_SLOT_GetFunctionInfo2, 38);
    CU_ASSERT_EQUAL(PROF_SLOT_GetModuleInfo2, 70);
    CU_ASSERT_EQUAL(PROF_SLOT_SetEventMask2, 82);
    CU_ASSERT_EQUAL(PROF_SLOT_GetInMemorySymbolsLength, 85);
    CU_ASSERT_EQUAL(PROF_SLOT_ReadInMemorySymbols, 86);
}

/* As the registry writes a GUID. */
static void print(const prof_guid *g, char out[40]) {
    const uint8_t *b = g->data4;
    (void)snprintf(out, 40, "{%08X-%04X-%04X-%02X%02X-%02X%02X%02X%02X%02X%02X}", g->data1,
                   g->data2, g->data3, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]);
}

void test_com_identifiers(void) {
    static const prof_guid clsid = PROF_CLSID_BYTES;
    char text[40];
    print(&clsid, text);
    CU_ASSERT_STRING_EQUAL(text, CLRCOV_PROFILER_CLSID);
    print(&PROF_IID_IClassFactory, text);
    CU_ASSERT_STRING_EQUAL(text, "{00000001-0000-0000-C000-000000000046}");
    print(&PROF_IID_ICorProfilerCallback11, text);
    CU_ASSERT_STRING_EQUAL(text, "{42350846-AAED-47F7-B128-FD0C98881CDE}");
    print(&PROF_IID_ICorProfilerInfo3, text);
    CU_ASSERT_STRING_EQUAL(text, "{B555ED4F-452A-4E54-8B39-B5360BAD32A0}");
    print(&PROF_IID_ICorProfilerInfo15, text);
    CU_ASSERT_STRING_EQUAL(text, "{B446462D-BD22-41DD-872D-DC714C49EB56}");
    print(&PROF_IID_IMetaDataEmit, text);
    CU_ASSERT_STRING_EQUAL(text, "{BA3FEE4C-ECB9-4E41-83B7-183FA41CD859}");
}

typedef prof_hr (*create_fn)(prof_object *, prof_object *, const prof_guid *, void **);
typedef prof_hr (*query_fn)(void *, const prof_guid *, void **);

static prof_object *get_factory(void) {
    static const prof_guid clsid = PROF_CLSID_BYTES;
    void *factory = NULL;
    CU_ASSERT_EQUAL_FATAL(DllGetClassObject(&clsid, &PROF_IID_IClassFactory, &factory), PROF_S_OK);
    return factory;
}

void test_com_factory(void) {
    void *out = &out;
    CU_ASSERT_EQUAL(DllGetClassObject(&PROF_IID_IUnknown, &PROF_IID_IClassFactory, &out),
                    PROF_CLASS_E_CLASSNOTAVAILABLE);
    CU_ASSERT_PTR_NULL(out);
    CU_ASSERT_EQUAL(DllGetClassObject(NULL, NULL, NULL), PROF_E_POINTER);
    prof_object *factory = get_factory();
    create_fn create = (create_fn)factory->vtable[3];
    query_fn query = (query_fn)factory->vtable[0];
    CU_ASSERT_EQUAL(query(factory, &PROF_IID_IUnknown, &out), PROF_S_OK);
    CU_ASSERT_PTR_EQUAL(out, factory);
    CU_ASSERT_EQUAL(query(factory, &PROF_IID_ICorProfilerCallback, &out), PROF_E_NOINTERFACE);
    CU_ASSERT_PTR_NULL(out);
    CU_ASSERT_EQUAL(create(factory, factory, &PROF_IID_ICorProfilerCallback2, &out),
                    PROF_CLASS_E_NOAGGREGATION);
    CU_ASSERT_EQUAL(create(factory, NULL, &PROF_IID_ICorProfilerInfo, &out), PROF_E_NOINTERFACE);
    CU_ASSERT_PTR_NULL(out);
}

void test_com_callback_object(void) {
    static const prof_guid *const all[] = {
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
    static void *object; /* never freed by the library; reachable for leak checks */
    prof_object *factory = get_factory();
    create_fn create = (create_fn)factory->vtable[3];
    CU_ASSERT_EQUAL_FATAL(create(factory, NULL, all[2], &object), PROF_S_OK);
    const prof_slot *vtable = ((prof_object *)object)->vtable;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        void *out = NULL;
        CU_ASSERT_EQUAL(((query_fn)vtable[0])(object, all[i], &out), PROF_S_OK);
        CU_ASSERT_PTR_EQUAL(out, object);
    }
    void *out = object;
    CU_ASSERT_EQUAL(((query_fn)vtable[0])(object, &PROF_IID_ICorProfilerInfo, &out),
                    PROF_E_NOINTERFACE);
    CU_ASSERT_PTR_NULL(out);
    for (int i = 0; i < PROF_CALLBACK_COUNT; i++) {
        CU_ASSERT_PTR_NOT_NULL((void *)(uintptr_t)vtable[i]);
    }
    typedef prof_hr (*plain_fn)(void *);
    CU_ASSERT_EQUAL(((plain_fn)vtable[PROF_CALLBACK_RuntimeSuspendFinished])(object), PROF_S_OK);
    typedef prof_hr (*notify_fn)(void *, prof_bool *);
    prof_bool only = 7;
    notify_fn notify = (notify_fn)vtable[PROF_CALLBACK_LoadAsNotificationOnly];
    CU_ASSERT_EQUAL(notify(object, &only), PROF_S_OK);
    CU_ASSERT_EQUAL(only, 0);
    typedef uint32_t (*count_fn)(void *);
    CU_ASSERT(((count_fn)vtable[1])(object) > 0 && ((count_fn)vtable[2])(object) > 0);
}
