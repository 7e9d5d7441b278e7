/* The state of the profiler library: what one process knows of its modules and methods.
 *
 * It hangs off the callback object; there are no globals but constant tables and, in prof_jit.c,
 * each thread's stack of running compiles. Nothing is freed while the process lives: the runtime
 * calls in on any thread until its last moment, also after Shutdown.
 * Threads: callbacks come on any thread at once. Fields say what guards them; look-ups take no
 * lock. */
#ifndef PROF_H
#define PROF_H

#include "coverage/cov_session.h"
#include "metadata/pdb.h"
#include "method/mth.h"
#include "profiler/prof_info.h"
#include "profiler/prof_standalone.h"
#include "select/sel.h"

#include <pthread.h>
#include <stdatomic.h>

/* What became of a method. Immutable once published. */
typedef struct prof_body {
    mth_skip skip;        /* MTH_OK: there is a new body; else it is left alone */
    const uint8_t *bytes; /* the new body with its header, 4-byte aligned */
    size_t size;
    const rw_map_entry *map;
    uint32_t map_count;
    const rw_site *sites; /* its probes; offsets are in the code */
    uint32_t site_count;
    uint32_t code_offset;
    uint32_t probe_size;
    const uint8_t *counters; /* once mode: of counter 0 */
} prof_body;

typedef _Atomic(const prof_body *) prof_body_slot;

/* A method of one loaded module. */
typedef struct prof_method {
    atomic_uint_fast64_t set_at; /* when the runtime had the new body, by the clock; 0: not yet */
    atomic_uint map;             /* prof_map_state */
    atomic_uint erased;          /* probes that are gone from the body that the runtime has */
    _Atomic(const uint8_t *) given; /* body that the runtime got last; NULL: the published one */
    atomic_bool is_erasing;         /* a thread is at it; stays when the body is no longer ours */
    atomic_bool is_refused;         /* the runtime did not take the body */
} prof_method;

/* An image in scope, by content: modules loaded again from the same bytes share it and its
 * counters. */
typedef struct prof_image {
    struct prof_image *next;
    cc_arena *arena;
    md_image *image;
    pdb_file *pdb;
    cc_hash128 image_hash, pdb_hash; /* as stored in the session */
    uint8_t pdb_id[20];
    uint32_t record; /* number of its module record in the counters file */
    rw_probe probe;  /* form and token; base is set for each method */
    uint32_t method_count;
    prof_body_slot *bodies; /* by row - 1; the first one published wins */
    prof_method **idle;     /* tables of unloaded modules, for the next load; under the lock */
    size_t idle_count, idle_cap;
} prof_image;

/* A module of the runtime. ModuleIDs are addresses and come back after unloading: an entry whose id
 * is 0 is dead and stays in its chain. */
typedef struct prof_module {
    _Atomic(prof_id) id;
    struct prof_module *next; /* immutable */
    uint32_t flags;
    prof_image *image;    /* NULL: not in scope */
    prof_method *methods; /* by row - 1; NULL when not in scope */
} prof_module;

enum { PROF_BUCKETS = 1024, PROF_SPARE_ARENAS = 8 };

typedef struct prof_profiler {
    const prof_slot *vtable; /* first: the object the runtime sees */
    prof_info info;
    cov_session session;
    cc_arena *arena;       /* of the session and the filter; only Initialize allocates from it */
    cov_writer *writer;    /* NULL until Initialize has succeeded */
    cc_str executable_dir; /* folder of the process' executable */
    bool is_compiled_once; /* prof_is_compiled_once() */
    bool is_standalone;
    prof_standalone standalone; /* without the command line tool */

    pthread_mutex_t lock; /* making modules and images; never held over a call into the runtime */
    sel_list filter;      /* under the lock */
    cc_str corelib_dir;   /* under the lock; s NULL until System.Private.CoreLib was seen */
    prof_image *images;   /* under the lock */
    _Atomic(prof_module *) buckets[PROF_BUCKETS];
    _Atomic(cc_arena *) spare[PROF_SPARE_ARENAS];
    atomic_uint_fast64_t clock; /* numbers of compiles begun and bodies set, one order for both */
    atomic_bool sees_cache_searches;
} prof_profiler;

/* An empty arena for one piece of work, and back. NULL when out of memory. */
cc_arena *prof_arena_take(prof_profiler *p);
void prof_arena_give(prof_profiler *p, cc_arena *arena);

/* --- start and end (prof_start.c) --- */

/* Initialize: PROF_S_OK, or PROF_E_CANCEL_ACTIVATION for processes that are not measured, whatever
 * the reason: the user's program goes on. `unknown` is the runtime's ICorProfilerInfo. */
prof_hr prof_start(prof_profiler *p, prof_object *unknown);
/* Shutdown: other threads still run and call in. */
void prof_end(prof_profiler *p);

/* --- modules (prof_module.c) --- */

/* The module's entry, made at first sight; NULL when the runtime tells nothing about it. Whoever
 * makes it sets all bodies where code is compiled only once, and asks for cache searches when the
 * module carries precompiled code. */
prof_module *prof_module_see(prof_profiler *p, prof_id id);
/* ModuleLoadFinished: sees the module unless it is IL in memory alone: its symbols come later. */
void prof_module_loaded(prof_profiler *p, prof_id id);
void prof_module_unloaded(prof_profiler *p, prof_id id);

/* --- methods (prof_method.c) --- */

/* The row of a MethodDef token if it is one of a module in scope; 0 otherwise. */
uint32_t prof_method_row(const prof_module *module, uint32_t token);
/* Sees to it that the runtime has the method's new body. False when the method is left alone. */
bool prof_method_set(prof_profiler *p, prof_module *module, uint32_t row);
/* Gives the offset map, once for each method of a module. */
void prof_method_map(prof_profiler *p, prof_module *module, uint32_t row, prof_id function);

/* Before a compile or an inline: when probes of the method have been hit, gives the runtime a copy
 * of the body in which they are nops of the same length (prof_erase.c). A body that somebody else
 * has given the runtime meanwhile (a hot reload) is never undone. */
void prof_method_erase(prof_profiler *p, prof_module *module, uint32_t row);

/* --- exact counts (prof_exact.c) --- */

/* Fills form and token of the image's probes, writing to the module's metadata: a call into the
 * runtime, so never under the lock, and only in exact mode. False: the runtime refused. */
bool prof_exact_prepare(prof_profiler *p, prof_id module, prof_image *image);

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
