/* The state of the profiler library: the modules and methods of one process.
 *
 * The callback object holds the state; there are no globals except constant tables and, in
 * prof_jit.c, each thread's stack of running compiles. The runtime makes callbacks on any thread
 * until the process ends, also after Shutdown, so nothing is destroyed at the end.
 *
 * A module belongs to the runtime as long as its ModuleID is valid. An image belongs to all modules
 * that were loaded from its bytes. A callback holds the module that it works on. The last release
 * of an unloaded module frees its data (prof_module.c). The library also frees images that no
 * module has used for a while (prof_images.c).
 *
 * Threads: callbacks run on any number of threads at the same time. Comments of fields name their
 * lock; look-ups take no lock. No thread holds a lock over a call into the runtime, or waits
 * without limit for a thread that makes such a call. The runtime may be waiting for a callback of
 * the waiting thread. */
#ifndef PROF_H
#define PROF_H

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "coverage/session/ses.h"
#include "metadata/pdb.h"
#include "method/mth.h"
#include "profiler/prof_flow.h"
#include "profiler/prof_info.h"
#include "profiler/prof_lanes.h"
#include "profiler/prof_standalone.h"
#include "profiler/prof_tests.h"
#include "select/sel.h"

#include <pthread.h>
#include <stdatomic.h>

/* A copy of a new body without the probes that were hit at the time of the copy (prof_erase.c). */
typedef struct prof_erased {
    const struct prof_erased *older;
    uint32_t hits;        /* number of removed probes */
    const uint8_t *bytes; /* 4-byte aligned */
} prof_erased;

/* The result of instrumenting a method, for all modules of its image: one block, since there are
 * very many results. Immutable once published, except the head of the list `erased`. */
typedef struct prof_body {
    /* MTH_OK: there is a new body; else the method is not instrumented, and the other fields are
     * 0 */
    mth_skip skip;
    uint32_t size;
    const uint8_t *bytes;    /* the new body with its header, 4-byte aligned */
    const uint8_t *counters; /* once mode: address of counter 0 */
    /* the body in the image; the runtime gets it when all probes were hit */
    const uint8_t *original;
    /* newest first; each copy has more hits than the next older one */
    _Atomic(const prof_erased *) erased;
    /* its probes, with offsets in the code. Callees and map follow in this block */
    const rw_site *sites;
    uint32_t map_count; /* 0: the runtime needs no map */
    uint32_t site_count;
    uint8_t original_size; /* 0: there is no `original` */
    uint8_t code_offset;
    uint8_t callee_count; /* at most PROF_CALLEES */
} prof_body;

enum { PROF_CALLEES = 32 };

typedef _Atomic(const prof_body *) prof_body_slot;

/* A method of one loaded module. */
typedef struct prof_method {
    /* value of p->clock when the runtime had the new body; 0: not yet */
    atomic_uint_fast64_t set_at;
    /* the last copy that the runtime got; NULL: the complete new body */
    _Atomic(const prof_erased *) given;
    atomic_uint asked; /* number of hit probes at the request for ReJIT; 0: there was no request */
    atomic_uchar map;  /* prof_map_state */
    /* a thread works on the method; stays set when the runtime has another body */
    atomic_bool is_erasing;
    atomic_bool is_refused; /* the runtime refused the body */
} prof_method;

/* An image in scope, identified by content: modules loaded from equal bytes share the image, its
 * bodies and its counters. Probes of exact counts use a token of the module's metadata. The token
 * is equal for equal modules, unless other code has added to a module's metadata; for a module with
 * another token, the image has a variant. Calls in test methods use tokens, too: they are for the
 * first module of the image, and the later modules have a variant without calls. */
typedef struct prof_image {
    struct prof_image *next; /* under the lock, like all fields up to `arena` */
    /* number of modules that have the image, and of callbacks that are about to use it */
    uint32_t users;
    uint64_t idle_since; /* prof_profiler.images_idled at the time when `users` became 0 */
    bool has_probe;      /* `probe` is valid; before that no module has the image */
    /* the original of a variant; freed after all its variants. NULL: not a variant */
    struct prof_image *original;
    cc_arena *arena;         /* NULL in a variant, whose pointers point into the original */
    cc_mapped_file files[2]; /* as stored in the session: image, PDB */
    md_image *image;
    pdb_file *pdb;                   /* NULL: not in the report but instrumented (ses_stress) */
    cc_hash128 image_hash, pdb_hash; /* as stored in the session */
    uint8_t pdb_id[20];
    bool is_mapped_layout; /* as stored */
    bool is_optimised;     /* by the JIT; it compiles other code once, and inlines nothing */
    bool is_left_alone;    /* a test assembly: it has a record, but no module has the image */
    uint32_t record;       /* number of its module record in the counters file */
    rw_probe probe;        /* form and token; each method sets its own base */
    /* exact counts: state of the lane form; NULL: another form (prof_exact.h) */
    struct prof_exact *exact;
    prof_image_tests *tests; /* of a test assembly in a run with `--per-test`; else NULL */
    uint32_t method_count;
    prof_body_slot *bodies; /* by row - 1; the first published result counts */
} prof_image;

/* Kinds of precompiled code, in a module that is not measured, that may contain code of other
 * modules (prof_native.c). */
typedef enum prof_foreign {
    PROF_FOREIGN_NONE,
    PROF_FOREIGN_IN_GENERICS, /* the framework, in one image with the program */
    PROF_FOREIGN_ANYWHERE
} prof_foreign;

/* A module of the runtime. ModuleIDs are addresses, and the runtime may reuse them after unloading.
 * Entries are never removed from their chain; the library reuses an entry without holders
 * (prof_module.c). */
typedef struct prof_module {
    _Atomic(prof_id) id;      /* 0: unloaded, or being unloaded */
    /* number of holders: the runtime, until ModuleUnloadFinished, and callbacks; 0: free */
    atomic_uint users;
    struct prof_module *next; /* immutable */
    prof_id leaving;          /* the id between the two callbacks of unloading; under the lock */
    bool is_free;             /* under the lock: its data was released */
    uint32_t flags;
    prof_foreign foreign; /* kind of precompiled code of a module that is not in scope */
    const uint8_t *base;  /* address of its bytes, from the runtime */
    /* its methods get new bodies by ReJIT: the runtime compiled or used parts of it, or may do so,
     * before the library could set a body (prof_rejit.h) */
    bool by_rejit;
    atomic_bool is_requested; /* the library has requested ReJIT for all of them */
    prof_image *image;        /* NULL: not in scope */
    prof_method *methods;     /* by row - 1; NULL when not in scope */
} prof_module;

enum { PROF_BUCKETS = 1024, PROF_SPARE_ARENAS = 8 };

/* State of the thread that searches for hot code (prof_hot.c). */
typedef struct prof_hot {
    atomic_bool is_begun;
    atomic_bool is_over;  /* no more calls into the runtime */
    pthread_mutex_t lock; /* guards is_looking */
    pthread_cond_t end;   /* signals that is_over was set, or that a search has ended */
    bool is_looking;      /* the thread searches, without the lock, since it calls the runtime */
    /* number of methods that fired, but for which the last search had no room; only this thread
     * uses the field */
    uint32_t passed;
} prof_hot;

/* A module in memory that the runtime announced and the library has not examined yet. */
typedef struct prof_waiting {
    prof_id id;
    bool is_collectible;
} prof_waiting;

/* The modules that were loaded at the attach and that the library has not examined yet
 * (prof_catch.c). */
typedef struct prof_catching {
    pthread_mutex_t lock; /* guards all fields below; not held over calls into the runtime */
    pthread_cond_t passed;
    prof_ids left;   /* an id becomes 0 when a thread takes it, or when the module unloads */
    prof_id current; /* a call into the runtime about this module is running; 0: no such call */
    bool is_listing; /* the enumeration of modules is running */
} prof_catching;

/* Code that is not measured, and that was compiled again because measured code was inlined in
 * it. */
typedef struct prof_inliner {
    prof_id module;
    uint32_t token;
} prof_inliner;

typedef struct prof_profiler {
    const prof_slot *vtable; /* must be first: the runtime uses this as the object */
    /* for the object that the runtime calls: the state of a later attach, which handles the
     * callbacks instead (prof_attach.h); NULL: the object itself */
    _Atomic(struct prof_profiler *) heir;
    bool is_attached;         /* attached to a running process */
    atomic_bool is_stopped;   /* the session has ended: callbacks do nothing */
    atomic_bool is_caught_up; /* the modules that were loaded before have been requested */
    prof_catching catching;
    prof_info info;
    ses_session session;
    /* memory of the session and the filter; only Initialize allocates from it */
    cc_arena *arena;
    /* bodies of members that were added: the runtime keeps their addresses; NULL: none were added */
    cc_arena *flow_bodies;
    ctr_writer *writer;    /* NULL until Initialize has succeeded */
    cc_str executable_dir; /* folder of the process's executable */
    bool is_compiled_once; /* prof_is_compiled_once() */
    bool is_modifiable;    /* prof_is_modifiable() */
    pthread_mutex_t events_lock; /* guards the next two; not held during SetEventMask */
    uint32_t events;             /* events requested from the runtime */
    bool is_telling;             /* a thread is in SetEventMask */
    pthread_cond_t events_told;  /* signals that the thread has returned */
    bool is_standalone;
    prof_standalone standalone; /* state of a process without the command line tool */

    /* guards the creation of modules and images; never held over a call into the runtime */
    pthread_mutex_t lock;
    sel_list filter; /* under the lock */
    /* under the lock; s is NULL until System.Private.CoreLib was loaded */
    cc_str corelib_dir;
    prof_image *images;    /* under the lock */
    uint64_t images_idled; /* under the lock: how often images lost their last user */
    cc_map *noted;         /* under the lock: see prof_tell_once() */
    /* under the lock: loaded modules in memory that the library has not examined yet */
    prof_waiting *waiting;
    size_t waiting_count, waiting_cap;
    prof_inliner *inliners; /* under the lock */
    size_t inliner_count, inliner_cap;
    _Atomic(prof_module *) buckets[PROF_BUCKETS];
    _Atomic(cc_arena *) spare[PROF_SPARE_ARENAS];
    /* numbers compiles at their start and bodies when they are set, in one common order */
    atomic_uint_fast64_t clock;
    prof_hot hot;
    prof_lanes lanes; /* exact counts */
    prof_tests tests; /* runs with `--per-test` */
    prof_flow flow;   /* the same, of tests that run at the same time */
    /* the library sets bodies of up to this code size in bytes early; 0: none (prof_early.c) */
    atomic_uint early_size;
} prof_profiler;

/* Take an empty arena for one piece of work, and return it. NULL when out of memory. */
cc_arena *prof_arena_take(prof_profiler *p);
void prof_arena_give(prof_profiler *p, cc_arena *arena);

/* --- start and end (prof_start.c) --- */

/* Initializes the lock of the events; false for lack of resources. */
bool prof_events_init(prof_profiler *p);
/* Requests more events or features from the runtime: PROF_MONITOR_ and PROF_ENABLE_ bits. Runs on
 * any thread; waits at most a second for another thread that makes such a request. */
prof_hr prof_events_add(prof_profiler *p, uint32_t bits);

/* Handles Initialize. PROF_S_OK, or PROF_E_CANCEL_ACTIVATION for processes that are not measured
 * for any reason: the user's program continues. `unknown` is the runtime's ICorProfilerInfo. */
prof_hr prof_start(prof_profiler *p, prof_object *unknown);
/* Starts in a running process, with the session `dir`: PROF_S_OK or CLRCOV_ATTACH_FAILED. `unknown`
 * NULL: the library was attached before, and *p has `info` and `events` of that attach. */
prof_hr prof_start_attached(prof_profiler *p, prof_object *unknown, const char *dir);
/* Handles Shutdown: other threads still run and make callbacks. */
void prof_end(prof_profiler *p);

/* --- modules (prof_module.c) --- */

/* Returns the module's entry, made at the first call; NULL when the runtime gives no information
 * about the module. The thread that makes the entry sets the bodies that must be set early, and
 * requests cache searches when the module contains precompiled code. The caller holds the entry
 * until prof_module_leave(). */
prof_module *prof_module_see(prof_profiler *p, prof_id id);
/* Like prof_module_enter(), without a call into the runtime: NULL for a module without an entry. */
prof_module *prof_module_known(prof_profiler *p, prof_id id);
/* Adds a hold to an entry; false when the entry has no other holder: then it is free, or about to
 * be. */
bool prof_module_hold(prof_module *module);
/* Ends a hold; NULL is allowed. */
void prof_module_leave(prof_profiler *p, prof_module *module);
/* Handles ModuleLoadFinished and ModuleAttachedToAssembly: examines the module unless it is IL in
 * memory only, which gets its symbols later. A known id with bytes at another address is a new
 * module: the runtime did not report the unloading of the old module. */
void prof_module_loaded(prof_profiler *p, prof_id id);
/* Handles ModuleUnloadStarted: makes the id invalid. */
void prof_module_unload_started(prof_profiler *p, prof_id id);
/* Handles ModuleUnloadFinished: the runtime no longer reads the module's data. */
void prof_module_unload_finished(prof_profiler *p, prof_id id);

/* --- precompiled code that may contain code of other modules (prof_native.c) --- */

/* Precompiled code of the function, whose module is not measured, may contain measured code. */
bool prof_foreign_is_refused(prof_profiler *p, const prof_module *module, prof_id function);

/* --- notes (prof_once.c) --- */

/* True at the first call for `what`. The library records facts that are equal for every load of an
 * assembly, or for every failing compile of a method, once. False also when the limit of notes is
 * reached. Under the lock. */
bool prof_tell_once(prof_profiler *p, cc_span what);
/* Writes a note unless it was written before; takes the lock. */
void prof_note_once(prof_profiler *p, cc_str text);
/* Does the same for a formatted text of any length; drops it when out of memory. */
void prof_note(prof_profiler *p, const char *fmt, ...) CC_PRINTF(2, 3);

/* At Shutdown, records modules in memory without a compiled method, so that they are in the
 * report. */
void prof_module_end(prof_profiler *p);
/* Calls `visit` for every loaded module, each held during the call. */
void prof_module_each(prof_profiler *p, void (*visit)(prof_profiler *, prof_module *, void *),
                      void *context);

/* --- bodies that are set early (prof_early.c) --- */

/* Sets bodies of a new module: all bodies if code is compiled only once; the bodies that the JIT
 * may inline if a caller that is compiled once was found. */
void prof_early_module(prof_profiler *p, prof_module *module);
/* Handles the start of a compile of a caller that is compiled once and optimised. At the first such
 * compile in the process, sets the bodies that the JIT may inline, in all modules. */
void prof_early_caller(prof_profiler *p);
/* Like the function above, for a function without metadata, unless it is a stub of the runtime; for
 * smaller bodies only. */
void prof_early_dynamic_caller(prof_profiler *p, prof_id function);
/* The method is a caller that is compiled once and optimised. */
bool prof_early_is_caller(const prof_module *module, uint32_t row);

/* --- methods (prof_method.c) --- */

/* Returns the row of a MethodDef token if its module is in scope; 0 otherwise. */
uint32_t prof_method_row(const prof_module *module, uint32_t token);
/* Makes sure that the runtime has the method's new body. False when the method is not
 * instrumented. */
bool prof_method_set(prof_profiler *p, prof_module *module, uint32_t row);
/* Returns the published result for a method of a module in scope; NULL: none yet. */
static inline const prof_body *prof_body_of(const prof_module *module, uint32_t row) {
    return atomic_load_explicit(&module->image->bodies[row - 1], memory_order_acquire);
}
/* Returns the published result, made now if there is none yet; never NULL. For a module by_rejit,
 * the result is from the body in its image. */
const prof_body *prof_method_ensure(prof_profiler *p, prof_module *module, uint32_t row);
/* Returns its offset map, of map_count entries. */
const rw_map_entry *prof_body_map(const prof_body *body);
/* Records, once, that the runtime refused the call `call` for the method. */
void prof_method_refused(prof_profiler *p, const prof_image *image, uint32_t token,
                         const char *call, prof_hr hr);
/* Frees a published body that no other thread uses; NULL and static bodies are allowed. */
void prof_body_free(const prof_body *body);
/* Returns the rows of methods of its image that the code calls. */
const uint32_t *prof_body_callees(const prof_body *body);
/* Returns the number of its probes that were hit. */
uint32_t prof_body_hits(const prof_body *body);
/* The runtime has the new body. */
bool prof_method_is_set(const prof_module *module, uint32_t row);
/* Gives the runtime the offset map, once for each method of a module that needs one. */
void prof_method_map(prof_profiler *p, prof_module *module, uint32_t row, prof_id function);

/* The library removes hit probes: not if it counts hits, or if the session keeps probes. */
bool prof_erases(const prof_profiler *p);
/* Handles GetReJITParameters for a method that the runtime compiles again on request. Sets a body
 * that contains only the probes that were not hit, by ICorProfilerFunctionControl. */
void prof_method_again(prof_profiler *p, prof_module *module, uint32_t row, prof_object *control);

/* Before a compile or an inline: if probes of the method have been hit, gives the runtime a copy of
 * the body in which bytes without effect replace them (prof_erase.c). Never replaces a body that
 * meanwhile came from elsewhere (a hot reload). */
void prof_method_erase(prof_profiler *p, prof_module *module, uint32_t row);

/* Does this for the callees of a method, and their callees, before the method is compiled again.
 * The JIT reads the body of a callee before it asks whether it may inline the callee. The code that
 * replaces a loop on the stack may never be compiled again. */
void prof_method_erase_callees(prof_profiler *p, prof_module *module, uint32_t row);

/* The runtime still has a body from this library. After a hot reload it has another body, and the
 * published body is out of date. */
bool prof_method_is_ours(const prof_profiler *p, const prof_module *module, uint32_t token,
                         const prof_body *body);

/* --- hot code that is compiled once (prof_hot.c) --- */

bool prof_hot_init(prof_hot *hot);

/* Notes that a method of an image that is not optimised was set. The first call starts the
 * thread. */
void prof_hot_begin(prof_profiler *p);
/* At Shutdown, stops calls into the runtime. */
void prof_hot_end(prof_profiler *p);

/* --- compiles (prof_jit.c) --- */

void prof_jit_started(prof_profiler *p, prof_id function);
void prof_jit_finished(prof_profiler *p, prof_id function, prof_hr status);
/* Like the function above, for a method that was compiled again on request. */
void prof_jit_rejit_started(prof_profiler *p, prof_id function);
/* Handles the start of a compile of a dynamic method, which has no module; only the compile itself
 * matters. */
void prof_jit_dynamic_started(prof_profiler *p, prof_id function);
void prof_jit_dynamic_finished(prof_profiler *p, prof_id function);
/* The JIT may inline the callee into the caller. */
bool prof_jit_inlining(prof_profiler *p, prof_id caller, prof_id callee);
/* The runtime may use precompiled code of the function. */
bool prof_jit_cached(prof_profiler *p, prof_id function);

#endif
