/* COM in the CLR's binary form, written by hand: types, identifiers and vtable slots.
 *
 * Every interface is one pointer to a table of functions whose first argument is the object. Each
 * callback interface extends the previous one, so one table of 98 slots implements all interfaces.
 * The calling convention is the C convention of the platform; WCHAR is 16 bits, ULONG, DWORD and
 * BOOL 32 bits on all platforms. Slots and identifiers are in prof_com.def. Source: corprof.idl,
 * cor.h, unknwn.h (dotnet/runtime). */
#ifndef PROF_COM_H
#define PROF_COM_H

#include <stdbool.h>
#include <stdint.h>

typedef int32_t prof_hr;     /* HRESULT: negative is failure */
typedef uintptr_t prof_id;   /* ModuleID, FunctionID, ClassID, AssemblyID */
typedef uint16_t prof_wchar; /* WCHAR, a UTF-16 code unit */
typedef int32_t prof_bool;   /* BOOL */

typedef struct prof_guid {
    uint32_t data1;
    uint16_t data2, data3;
    uint8_t data4[8];
} prof_guid;

/* A slot of a vtable before it is cast to the type of its method. */
typedef void (*prof_slot)(void);

/* Any object of the runtime. */
typedef struct prof_object {
    const prof_slot *vtable;
} prof_object;

#define PROF_S_OK ((prof_hr)0)
#define PROF_E_NOINTERFACE ((prof_hr)0x80004002)
#define PROF_E_POINTER ((prof_hr)0x80004003)
#define PROF_E_FAIL ((prof_hr)0x80004005)
#define PROF_E_OUTOFMEMORY ((prof_hr)0x8007000E)
#define PROF_CLASS_E_NOAGGREGATION ((prof_hr)0x80040110)
#define PROF_CLASS_E_CLASSNOTAVAILABLE ((prof_hr)0x80040111)
/* Result of Initialize: the runtime logs no error and unloads the library. */
#define PROF_E_CANCEL_ACTIVATION ((prof_hr)0x80131375)

/* Reasons for which the runtime refuses ReJIT (corerror.xml). */
#define PROF_E_COLLECTIBLE ((prof_hr)0x8013137E)
#define PROF_E_IS_ENC ((prof_hr)0x8013138A)
/* SuspendRuntime: the runtime is suspending threads for itself, as for a garbage collection. */
#define PROF_E_SUSPENDING ((prof_hr)0x80131388)

#define PROF_OK(hr) ((hr) >= 0)

/* Event mask bits (COR_PRF_MONITOR). */
#define PROF_MONITOR_MODULE_LOADS 0x00000004u
#define PROF_MONITOR_JIT_COMPILATION 0x00000020u
#define PROF_MONITOR_CACHE_SEARCHES 0x00020000u
#define PROF_ENABLE_REJIT 0x00040000u
#define PROF_ENABLE_STACK_SNAPSHOT 0x10000000u

/* COR_PRF_REJIT_FLAGS. Without the second flag the runtime compiles a requested method that also
 * inlines another requested method as an inliner, with its old body. */
#define PROF_REJIT_BLOCK_INLINING 0x1u
#define PROF_REJIT_INLINING_CALLBACKS 0x2u

/* Module flags (COR_PRF_MODULE_FLAGS). */
#define PROF_MODULE_DISK 0x01u
#define PROF_MODULE_NATIVE 0x02u /* contains precompiled code */
#define PROF_MODULE_DYNAMIC 0x04u
#define PROF_MODULE_COLLECTIBLE 0x08u
#define PROF_MODULE_RESOURCE 0x10u
#define PROF_MODULE_FLAT_LAYOUT 0x20u

/* CorOpenFlags of GetModuleMetaData, which accepts only these two and 0x1000. */
#define PROF_OPEN_READ 0u
#define PROF_OPEN_WRITE 1u

#define PROF_IID(name, d1, d2, d3, b0, b1, b2, b3, b4, b5, b6, b7, slots)                          \
    static const prof_guid PROF_IID_##name                                                         \
        __attribute__((unused)) = {d1, d2, d3, {b0, b1, b2, b3, b4, b5, b6, b7}};
#include "profiler/prof_com.def"

enum {
#define PROF_CALLBACK(slot, method) PROF_CALLBACK_##method = (slot),
#include "profiler/prof_com.def"
    PROF_CALLBACK_COUNT = 98
};

enum {
#define PROF_SLOT(object, slot, method) PROF_SLOT_##method = (slot),
#include "profiler/prof_com.def"
    PROF_CLASS_FACTORY_SLOTS = 5
};

/* CLRCOV_PROFILER_CLSID of include/clrcov/version.h as bytes. */
#define PROF_CLSID_BYTES                                                                           \
    {                                                                                              \
        0x30D4695D, 0xA1FA, 0x4288, {                                                              \
            0xB5, 0xE9, 0xF8, 0xBE, 0x86, 0x20, 0xDC, 0x72                                         \
        }                                                                                          \
    }

/* The only function that the runtime looks up by name. */
__attribute__((visibility("default"))) prof_hr DllGetClassObject(const prof_guid *clsid,
                                                                 const prof_guid *iid, void **out);

bool prof_guid_eq(const prof_guid *a, const prof_guid *b);
/* The id is IUnknown or one of ICorProfilerCallback to ICorProfilerCallback11. */
bool prof_guid_is_callback(const prof_guid *iid);

#endif
