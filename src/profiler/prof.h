/* The state of the profiler library: what one process knows of its modules and methods.
 *
 * It hangs off the callback object; there are no globals but constant tables and, in prof_jit.c,
 * each thread's stack of running compiles. The runtime calls in on any thread until its last
 * moment, also after Shutdown, so nothing is taken down at the end.
 * A module belongs to the runtime for as long as its ModuleID lives, an image to all modules that
 * were loaded from the same bytes. A callback holds the module that it works on; what the last one
 * lets go of an unloaded module is freed (prof_module.c), and images that no module has had for a
 * while are, too (prof_images.c).
 * Threads: callbacks come on any thread at once. Fields say what guards them; look-ups take no
 * lock. No lock is held over a call into the runtime, and nobody waits without end for a thread that
 * makes one: the runtime may be waiting for the waiting thread's callback. */
#ifndef PROF_H
#define PROF_H

#include "base/cc_file.h"
#include "base/cc_map.h"
#include "coverage/session/ses.h"
#include "metadata/pdb.h"
#include "method/mth.h"
#include "profiler/prof_info.h"
#include "profiler/prof_standalone.h"
#include "select/sel.h"

#include <pthread.h>
#include <stdatomic.h>

/* A copy of a new body without the probes that were hit when it was made (prof_erase.c). */
typedef struct prof_erased {
    const struct prof_erased *older;
    uint32_t hits;        /* probes that are gone */
    const uint8_t *bytes; /* 4-byte aligned */
} prof_erased;

/* What became of a method, for all modules of its image: one block, since there are very many.
 * Immutable once published, but for the head of the list at `erased`. */
typedef struct prof_body {
    mth_skip skip; /* MTH_OK: there is a new body; else it is left alone, and all else is 0 */
    uint32_t size;
    const uint8_t *bytes;                /* the new body with its header, 4-byte aligned */
    const uint8_t *counters;             /* once mode: of counter 0 */
    const uint8_t *original;             /* to go back to when all probes were hit: in the image */
    _Atomic(const prof_erased *) erased; /* the newest first; each has more hits than the older */
    const rw_site *sites; /* its probes; offsets are in the code. Then callees and map */
    uint32_t map_count;   /* 0: the runtime needs none */
    uint32_t site_count;
    uint8_t original_size; /* 0: there is no `original` */
    uint8_t code_offset, probe_size;
    uint8_t callee_count; /* at most PROF_CALLEES */
} prof_body;

enum { PROF_CALLEES = 32 };

typedef _Atomic(const prof_body *) prof_body_slot;

/* A method of one loaded module. */
typedef struct prof_method {
    atomic_uint_fast64_t set_at; /* when the runtime had the new body, by the clock; 0: not yet */
    _Atomic(const prof_erased *) given; /* what the runtime got last; NULL: the whole new body */
    atomic_uint asked;      /* probes that were hit when ReJIT was asked for; 0: it was not */
    atomic_uchar map;       /* prof_map_state */
    atomic_bool is_erasing; /* a thread is at it; stays when it is no longer our body */
    atomic_bool is_refused; /* the runtime did not take the body */
} prof_method;

/* An image in scope, by content: modules loaded from the same bytes share it, its bodies and its
 * counters. Probes of exact counts name a token of the module's metadata, which is the same for
 * equal modules to which nobody else has added; where it is not, the image has a variant. */
typedef struct prof_image {
    struct prof_image *next;     /* under the lock, as are all fields up to `arena` */
    uint32_t users;              /* modules that have it, callbacks that are about to */
    uint64_t idle_since;         /* by prof_profiler.images_idled; users is 0 */
    bool has_probe;              /* `probe` holds; without it no module has the image */
    struct prof_image *original; /* a variant's; it lives as long as its variants. NULL: none */
    cc_arena *arena;             /* a variant has none: what it points at is the original's */
    cc_mapped_file files[2];     /* as stored in the session: image, PDB */
    md_image *image;
    pdb_file *pdb; /* NULL: not in the report, instrumented all the same (ses_stress) */
    cc_hash128 image_hash, pdb_hash; /* as stored in the session */
    uint8_t pdb_id[20];
    bool is_mapped_layout; /* as stored */
    bool is_optimised;     /* by the JIT; code of the others is compiled once, nothing is inlined */
    uint32_t record;       /* number of its module record in the counters file */
    rw_probe probe;        /* form and token; base is set for each method */
    uint32_t method_count;
    prof_body_slot *bodies; /* by row - 1; the first one published wins */
} prof_image;

/* Where precompiled code of a module that is not measured may hold code of others (prof_native.c). */
typedef enum prof_foreign {
    PROF_FOREIGN_NONE,
    PROF_FOREIGN_IN_GENERICS, /* the framework's, in one image with the program's */
    PROF_FOREIGN_ANYWHERE
} prof_foreign;

/* A module of the runtime. ModuleIDs are addresses and come back after unloading: entries stay in
 * their chain for good and serve again when nobody holds them (prof_module.c). */
typedef struct prof_module {
    _Atomic(prof_id) id;      /* 0: unloaded, or being unloaded */
    atomic_uint users;        /* the runtime, until ModuleUnloadFinished, and callbacks; 0: free */
    struct prof_module *next; /* immutable */
    prof_id leaving;          /* id between the two callbacks of unloading; under the lock */
    bool is_free;             /* under the lock: what it had was given back */
    uint32_t flags;
    prof_foreign foreign; /* of one that is not in scope */
    const uint8_t *base;  /* of its bytes, as the runtime told it */
    prof_image *image;    /* NULL: not in scope */
    prof_method *methods; /* by row - 1; NULL when not in scope */
} prof_module;

enum { PROF_BUCKETS = 1024, PROF_SPARE_ARENAS = 8 };

/* Of the thread that looks for hot code (prof_hot.c). */
typedef struct prof_hot {
    atomic_bool is_begun;
    atomic_bool is_over;  /* the runtime is asked for nothing more */
    pthread_mutex_t lock; /* of is_looking */
    pthread_cond_t end;   /* is_over was set, or a look has ended */
    bool is_looking;      /* the thread works, without the lock: it calls the runtime */
    uint32_t passed; /* methods that fired, for which the last look had no room; the thread's own */
} prof_hot;

typedef struct prof_profiler {
    const prof_slot *vtable; /* first: the object the runtime sees */
    prof_info info;
    ses_session session;
    cc_arena *arena;       /* of the session and the filter; only Initialize allocates from it */
    ctr_writer *writer;    /* NULL until Initialize has succeeded */
    cc_str executable_dir; /* folder of the process' executable */
    bool is_compiled_once; /* prof_is_compiled_once() */
    bool is_modifiable;    /* prof_is_modifiable() */
    pthread_mutex_t events_lock; /* of the next two; not held while the runtime is told */
    uint32_t events;             /* of the runtime, that were asked for */
    bool is_telling;             /* a thread is in SetEventMask */
    pthread_cond_t events_told;  /* it is back */
    bool is_standalone;
    prof_standalone standalone; /* without the command line tool */

    pthread_mutex_t lock;  /* making modules and images; never held over a call into the runtime */
    sel_list filter;       /* under the lock */
    cc_str corelib_dir;    /* under the lock; s NULL until System.Private.CoreLib was seen */
    prof_image *images;    /* under the lock */
    uint64_t images_idled; /* under the lock: how often an image lost its last user */
    cc_map *noted;         /* under the lock: see prof_tell_once() */
    prof_id *waiting;      /* under the lock: modules in memory that were loaded, not seen yet */
    size_t waiting_count, waiting_cap;
    _Atomic(prof_module *) buckets[PROF_BUCKETS];
    _Atomic(cc_arena *) spare[PROF_SPARE_ARENAS];
    atomic_uint_fast64_t clock; /* numbers of compiles begun and bodies set, one order for both */
    prof_hot hot;
    atomic_uint early_size; /* of code, of bodies that are set early; 0: none are (prof_early.c) */
} prof_profiler;

/* An empty arena for one piece of work, and back. NULL when out of memory. */
cc_arena *prof_arena_take(prof_profiler *p);
void prof_arena_give(prof_profiler *p, cc_arena *arena);

/* --- start and end (prof_start.c) --- */

/* What guards the events; false when out of resources. */
bool prof_events_init(prof_profiler *p);
/* Asks the runtime for more events, or for leave to do more: PROF_MONITOR_ and PROF_ENABLE_ bits. On any
 * thread; one that finds another one asking waits for it, a second at most. */
prof_hr prof_events_add(prof_profiler *p, uint32_t bits);

/* Initialize: PROF_S_OK, or PROF_E_CANCEL_ACTIVATION for processes that are not measured, whatever
 * the reason: the user's program goes on. `unknown` is the runtime's ICorProfilerInfo. */
prof_hr prof_start(prof_profiler *p, prof_object *unknown);
/* Shutdown: other threads still run and call in. */
void prof_end(prof_profiler *p);

/* --- modules (prof_module.c) --- */

/* The module's entry, made at first sight; NULL when the runtime tells nothing about it. Whoever
 * makes it sets the bodies that must be there early, and asks for cache searches when the module
 * carries precompiled code. The caller holds it until prof_module_leave(). */
prof_module *prof_module_see(prof_profiler *p, prof_id id);
/* One more hold of an entry; false when nobody else holds it any more: then it is free, or about to
 * be. */
bool prof_module_hold(prof_module *module);
/* Ends a hold; NULL is fine. */
void prof_module_leave(prof_profiler *p, prof_module *module);
/* ModuleLoadFinished, and ModuleAttachedToAssembly: sees the module unless it is IL in memory alone:
 * its symbols come later. An id that is known with bytes elsewhere is another module now: that it
 * was unloaded was not told. */
void prof_module_loaded(prof_profiler *p, prof_id id);
/* ModuleUnloadStarted: from here on the id means nothing. */
void prof_module_unload_started(prof_profiler *p, prof_id id);
/* ModuleUnloadFinished: the runtime reads nothing of it any more. */
void prof_module_unload_finished(prof_profiler *p, prof_id id);

/* --- precompiled code of others (prof_native.c) --- */

/* May precompiled code of the function, whose module is not measured, hold measured code? */
bool prof_foreign_is_refused(prof_profiler *p, const prof_module *module, prof_id function);

/* --- telling (prof_once.c) --- */

/* Is this the first time that `what` is to be told? What is the same for every load of an assembly,
 * or for every failing compile of a method, is recorded once, not once for each. False also when
 * very much was told already. Under the lock. */
bool prof_tell_once(prof_profiler *p, cc_span what);
/* Writes a note unless it was told already; takes the lock. */
void prof_note_once(prof_profiler *p, cc_str text);

/* Shutdown: modules in memory of which nothing was ever compiled are in the report, too. */
void prof_module_end(prof_profiler *p);
/* Every module that is there, each held while it is visited. */
void prof_module_each(prof_profiler *p, void (*visit)(prof_profiler *, prof_module *, void *),
                      void *context);

/* --- bodies that are set early (prof_early.c) --- */

/* A new module: all bodies where code is compiled only once; those that will be inlined when
 * callers that are compiled once were seen. */
void prof_early_module(prof_profiler *p, prof_module *module);
/* A caller that is compiled once and optimised is about to be compiled: the first one of the process
 * has the bodies that may be inlined set in all modules. */
void prof_early_caller(prof_profiler *p);
/* The same for a function without metadata, unless it is a stub of the runtime's own; of smaller
 * bodies. */
void prof_early_dynamic_caller(prof_profiler *p, prof_id function);
/* Is the method such a caller? */
bool prof_early_is_caller(const prof_module *module, uint32_t row);

/* --- methods (prof_method.c) --- */

/* The row of a MethodDef token if it is one of a module in scope; 0 otherwise. */
uint32_t prof_method_row(const prof_module *module, uint32_t token);
/* Sees to it that the runtime has the method's new body. False when the method is left alone. */
bool prof_method_set(prof_profiler *p, prof_module *module, uint32_t row);
/* What became of a method of a module in scope; NULL: nothing yet. */
static inline const prof_body *prof_body_of(const prof_module *module, uint32_t row) {
    return atomic_load_explicit(&module->image->bodies[row - 1], memory_order_acquire);
}
/* Frees a published body that nobody has any more; NULL and those that are no allocation are fine. */
void prof_body_free(const prof_body *body);
/* Rows of the same image that the code calls. */
const uint32_t *prof_body_callees(const prof_body *body);
/* How many of its probes were hit. */
uint32_t prof_body_hits(const prof_body *body);
/* Had it the new body already? */
bool prof_method_is_set(const prof_module *module, uint32_t row);
/* Gives the offset map, once for each method of a module that needs one. */
void prof_method_map(prof_profiler *p, prof_module *module, uint32_t row, prof_id function);

/* Are probes that were hit taken out? Not when hits are counted, nor when the session keeps them. */
bool prof_erases(const prof_profiler *p);
/* For a method that the runtime compiles once more because it was asked to: answers by its
 * ICorProfilerFunctionControl with a body that has the probes that were not hit. */
void prof_method_again(prof_profiler *p, prof_module *module, uint32_t row, prof_object *control);

/* Before a compile or an inline: when probes of the method have been hit, gives the runtime a copy
 * of the body in which they are as many bytes without effect (prof_erase.c). A body that somebody else
 * has given the runtime meanwhile (a hot reload) is never undone. */
void prof_method_erase(prof_profiler *p, prof_module *module, uint32_t row);

/* The same for what the method calls, and what that calls, before a method is compiled again: the JIT reads
 * the body of a callee before it asks whether it may inline it, and code of a loop that was replaced
 * on the stack may never be compiled once more. */
void prof_method_erase_callees(prof_profiler *p, prof_module *module, uint32_t row);

/* Has the runtime still a body of ours? After a hot reload it has another, and what was published
 * is the code of yesterday. */
bool prof_method_is_ours(const prof_profiler *p, const prof_module *module, uint32_t token,
                         const prof_body *body);

/* --- hot code that is compiled once (prof_hot.c) --- */

bool prof_hot_init(prof_hot *hot);

/* A method of an image that is not optimised was set. The first one begins the watching. */
void prof_hot_begin(prof_profiler *p);
/* GetReJITParameters. */
void prof_hot_parameters(prof_profiler *p, prof_id module, uint32_t token, prof_object *control);
/* Shutdown: the runtime is asked for nothing more. */
void prof_hot_end(prof_profiler *p);

/* --- exact counts (prof_exact.c) --- */

/* Fills form and token of the probes in a module of the image, writing to the module's metadata: a
 * call into the runtime, so never under the lock, and only in exact mode. False: the runtime
 * refused. */
bool prof_exact_prepare(prof_profiler *p, prof_id module, const prof_image *image, rw_probe *out);

/* Is the method a part of what the image's probes run? It would call itself for ever. */
bool prof_exact_runs(const prof_image *image, uint32_t row);

/* --- the runtime's path (prof_jit.c) --- */

void prof_jit_started(prof_profiler *p, prof_id function);
void prof_jit_finished(prof_profiler *p, prof_id function, prof_hr status);
/* Dynamic methods have no module; that they are compiled is all that matters. */
void prof_jit_dynamic_started(prof_profiler *p, prof_id function);
void prof_jit_dynamic_finished(prof_profiler *p, prof_id function);
/* May the callee be inlined into the caller? */
bool prof_jit_inlining(prof_profiler *p, prof_id caller, prof_id callee);
/* May precompiled code of the function be used? */
bool prof_jit_cached(prof_profiler *p, prof_id function);

#endif
