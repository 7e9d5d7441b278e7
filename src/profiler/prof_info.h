/* Typed calls into the runtime; each is one vtable call.
 *
 * The object is the newest ICorProfilerInfo that the runtime has; `version` is its number. The
 * functions call methods of newer interfaces only when the number is high enough. Any callback may
 * call any of these functions. */
#ifndef PROF_INFO_H
#define PROF_INFO_H

#include "base/cc_buf.h"
#include "profiler/prof_com.h"
#include "rewriter/rewrite/rw.h"

typedef struct prof_info {
    prof_object *object;
    uint32_t version;
} prof_info;

/* Queries ICorProfilerInfo15 down to ICorProfilerInfo3. `unknown` is the argument of Initialize. */
prof_hr prof_info_open(prof_info *out, prof_object *unknown);
/* Returns the major version of the runtime, 8 for .NET 8; 0: unknown. */
uint32_t prof_info_major(const prof_info *info);
/* Appends a variable of the runtime's own environment, as UTF-8: it has more variables than the
 * process when a command on the diagnostics port set one (SetEnvironmentVariable). A failure: the
 * variable is not set, or the runtime is too old. */
prof_hr prof_info_variable(const prof_info *info, const char *name, cc_buf *out);
prof_hr prof_info_set_events(const prof_info *info, uint32_t mask);

/* Sets the module and MethodDef token of a compiled function; they are equal for all instantiations
 * of a generic method. */
prof_hr prof_info_function(const prof_info *info, prof_id function, prof_id *module,
                           uint32_t *token);

/* ClassIDs of a generic instance, the ClassIDs of its class first; 0: a type that is not
 * distinguished, as in code that reference types share. */
enum { PROF_TYPES = 16 };
typedef struct prof_types {
    prof_id ids[PROF_TYPES];
    uint32_t count;
    bool is_cut; /* there are more ClassIDs */
} prof_types;
/* Sets the types for which a function was compiled: its class, then its own type arguments. */
prof_hr prof_info_function_types(const prof_info *info, prof_id function, prof_types *out);
/* Sets the module of a type, and its arguments; an error for arrays and other types without a
 * definition. */
prof_hr prof_info_class(const prof_info *info, prof_id type, prof_id *module, prof_types *args);
/* Sets the module and the TypeDef token of a type; errors as above. */
prof_hr prof_info_class_token(const prof_info *info, prof_id type, prof_id *module,
                              uint32_t *token);

typedef struct prof_module_facts {
    const uint8_t *base; /* address of the image in the runtime; NULL for dynamic modules */
    uint32_t flags;      /* PROF_MODULE_ bits */
    prof_id assembly;    /* 0 until the module is attached to an assembly */
    cc_buf path;         /* UTF-8, zero-terminated in `data`, `len` without the NUL; caller frees */
} prof_module_facts;
prof_hr prof_info_module(const prof_info *info, prof_id module, prof_module_facts *out);
/* Appends the simple name of an assembly as UTF-8. */
prof_hr prof_info_assembly_name(const prof_info *info, prof_id assembly, cc_buf *out);
/* Sets the symbols given to Assembly.Load with the image. A CORPROF error or length 0: there are
 * none. */
prof_hr prof_info_symbols(const prof_info *info, prof_id module, cc_buf *out);

prof_hr prof_info_get_body(const prof_info *info, prof_id module, uint32_t token, cc_span *out);
/* The runtime does not copy the bytes: they must stay valid as long as the module. */
prof_hr prof_info_set_body(const prof_info *info, prof_id module, uint32_t token,
                           const uint8_t *body);
/* The runtime copies the map, and frees an earlier map of the method: call this once per method. */
prof_hr prof_info_set_map(const prof_info *info, prof_id function, const rw_map_entry *map,
                          uint32_t count);

/* Requests that the runtime compiles methods again at their next call, in every instantiation:
 * GetReJITParameters then asks for the new bodies. May suspend the process for a moment. Needs
 * PROF_ENABLE_REJIT, and a thread that is unknown to the runtime. */
prof_hr prof_info_request_rejit(const prof_info *info, uint32_t count, prof_id *modules,
                                uint32_t *tokens);
/* Like prof_info_rejit(), for a process that was running at the attach: the request also covers all
 * code, compiled or precompiled, into which one of the methods was inlined. GetReJITParameters asks
 * for that code, too. On any thread but one that compiles. */
prof_hr prof_info_request_rejit_inlined(const prof_info *info, uint32_t count, prof_id *modules,
                                        uint32_t *tokens);
/* Restores the code that methods had before ReJIT. `statuses` has room for `count`. */
prof_hr prof_info_revert(const prof_info *info, uint32_t count, prof_id *modules, uint32_t *tokens,
                         prof_hr *statuses);

typedef struct prof_ids {
    prof_id *items; /* the caller frees */
    uint32_t count;
} prof_ids;
/* Lists the loaded modules. The list may contain a module whose load the runtime is announcing at
 * this moment, but not a module whose unloading it has announced. */
prof_hr prof_info_modules(const prof_info *info, prof_ids *out);

/* Calls `see` for each frame of each thread (StackSnapshotCallback), while all threads are stopped:
 * it must not allocate or call the runtime, except for prof_info_function(). Needs
 * PROF_ENABLE_STACK_SNAPSHOT. Waits two seconds at most while the runtime suspends threads for
 * itself. */
typedef prof_hr prof_frame_fn(prof_id function, uintptr_t ip, prof_id frame, uint32_t context_size,
                              uint8_t *context, void *data);
prof_hr prof_info_stacks(const prof_info *info, prof_frame_fn *see, void *data);
/* Returns the number of the ReJIT to which the code at the address belongs; 0: none. */
prof_hr prof_info_code_version(const prof_info *info, uintptr_t ip, uintptr_t *version);

/* Set the results of GetReJITParameters, by its ICorProfilerFunctionControl, which copies both.
 * Without a map, offsets are offsets in the body in the image. */
prof_hr prof_control_set_body(prof_object *control, cc_span body);
prof_hr prof_control_set_map(prof_object *control, const rw_map_entry *map, uint32_t count);

/* Appends the name of a function without metadata (DynamicMethod, IL stub) as UTF-8. */
prof_hr prof_info_dynamic_name(const prof_info *info, prof_id function, cc_buf *out);

/* Returns an interface of the module's metadata; the caller releases it. */
prof_hr prof_info_metadata(const prof_info *info, prof_id module, uint32_t open_flags,
                           const prof_guid *iid, prof_object **out);
/* Makes the runtime apply additions to the module's metadata. */
prof_hr prof_info_apply_metadata(const prof_info *info, prof_id module);
prof_hr prof_query(prof_object *object, const prof_guid *iid, prof_object **out);
void prof_release(prof_object *object);

#endif
