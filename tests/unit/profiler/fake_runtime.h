/* A runtime made of one vtable: it answers what the profiler asks and calls back in any order a
 * test likes. Modules are golden images read from files; a FunctionID says module, instantiation
 * and MethodDef row. */
#ifndef FAKE_RUNTIME_H
#define FAKE_RUNTIME_H

#include <pthread.h>

#include "coverage/session/ses.h"
#include "metadata/md.h"
#include "profiler/prof.h"

#define GOLDEN_DEBUG "golden/metadata/debug/Shapes.dll" /* with a PDB file */
#define GOLDEN_SUSPENDED "golden/idioms/Debug/Suspended.dll"
#define GOLDEN_RELEASE "golden/metadata/release/Shapes.dll" /* with an embedded PDB */
#define GOLDEN_LONGER                                                                              \
    "golden/noreturn/Release/Caller.dll" /* has bodies of 17 to 63 bytes without locals */

enum { FAKE_MODULES = 32, FAKE_ROWS = 512, FAKE_SLOTS = 115, FAKE_CLASS_BITS = 8 };

struct fake_runtime;

typedef struct fake_module {
    prof_object emit; /* first: IMetaDataEmit of the module */
    struct fake_runtime *runtime;
    uint32_t next_token; /* of what is added to its metadata */
    uint8_t locals[FAKE_ROWS]; /* number of locals in a signature that was added, by its row */
    atomic_bool is_loaded;
    bool is_detached; /* not attached to an assembly yet */
    bool is_refusing; /* SetILFunctionBody fails */
    char path[4096];
    uint32_t flags;
    const uint8_t *base;
    cc_span file;
    cc_span symbols;
    md_image *image;
    uint32_t rows;
    const uint8_t *body[FAKE_ROWS + 1]; /* as set; a test may put an update here */
    unsigned sets[FAKE_ROWS + 1];
    unsigned maps[FAKE_ROWS + 1];
    unsigned asked[FAKE_ROWS + 1];    /* requests of ReJIT with inliners */
    unsigned reverted[FAKE_ROWS + 1]; /* requests of a revert */
} fake_module;

typedef struct fake_runtime {
    prof_object object; /* first: what the profiler gets */
    prof_slot slots[FAKE_SLOTS];
    prof_slot emit_slots[FAKE_SLOTS];
    uint32_t newest; /* version of ICorProfilerInfo */
    /* CLRCOV_SESSION in the runtime's own environment; NULL: not set */
    const char *session_variable;
    uint32_t events;
    atomic_uint events_calls;
    bool refuses_events;
    atomic_bool keeps_waiting; /* SetEventMask does not return */
    bool refuses_emit;
    bool refuses_fields;      /* DefineField fails */
    uint32_t major;           /* version that the runtime tells; 0: none */
    unsigned fields;          /* defined, each with its attribute */
    unsigned methods;         /* defined */
    unsigned applied;         /* ApplyMetaData calls */
    _Atomic(prof_id) loading; /* the module whose ModuleLoadFinished is under way; 0: none */
    bool takes_other_bodies;  /* a method may get another body later */
    prof_id function_class, function_argument; /* of every function; 0: none */
    const char *dynamic_name; /* of every function without metadata; NULL: lambda_method1 */
    atomic_uint asked;        /* GetModuleInfo2 calls */
    atomic_uint calls;        /* all calls, of every kind */
    unsigned fails_at;        /* this call fails; 0: none */
    uint32_t fails_often;     /* seed of calls that fail by chance, one of 32; 0: none */
    fake_module modules[FAKE_MODULES];
    bool refuses_rejit;
    bool refuses_list; /* EnumModules fails */
    prof_object list;  /* ICorProfilerModuleEnum, of the ids below */
    prof_slot list_slots[8];
    prof_id listed[FAKE_MODULES];
    uint32_t listed_count;
    /* the frames of the only thread, and whether their code is of a ReJIT; the threads stand still
     * while they are told */
    prof_id frames[8];
    bool is_new_code[8];
    uint32_t frame_count;
    bool is_standing;
    unsigned collections; /* SuspendRuntime calls that meet a garbage collection */
    /* what happens meanwhile: after the making of the list, and when the runtime is asked about a
     * module */
    void (*on_listed)(struct fake_runtime *rt);
    void (*on_asked)(struct fake_runtime *rt, prof_id module);
    atomic_uint rejit_tries; /* the same, and those that were refused */
    atomic_uint rejits;      /* RequestReJIT calls */
    prof_id rejit_module;    /* of the last one, its first method; under the lock */
    uint32_t rejit_token;    /* under the lock */
    pthread_mutex_t lock;
    cc_arena *arena;
    /* the profiler under test, by its vtable alone */
    prof_object *profiler;
    ses_session session;
    char temp[64];
} fake_runtime;

/* ModuleID of module number `index`, and a FunctionID of it. */
prof_id fake_module_id(unsigned index);
prof_id fake_function(unsigned module, unsigned instantiation, uint32_t row);

/* ClassID of a type of the module, with one type argument; 0: none. */
prof_id fake_class(unsigned module, prof_id argument);

/* A runtime with a session of its own under a temporary TMPDIR; Initialize is not called yet. */
fake_runtime *fake_new(const ses_settings *settings, const char *filter);
/* Makes module `index` from a file; it is known to the runtime, no callback is sent. */
void fake_put(fake_runtime *rt, unsigned index, const char *file, uint32_t flags);
/* The module is there again after unloading, with the same bytes at the same place. For threads. */
void fake_put_again(fake_runtime *rt, unsigned index);
/* Turns module `index` into its form by sections, as images with precompiled code lie in memory;
 * what no section covers cannot be read. */
void fake_map(fake_runtime *rt, unsigned index);
/* Calls Initialize. */
prof_hr fake_start(fake_runtime *rt);
/* fake_new, module 1 = GOLDEN_DEBUG from its path, fake_start. */
fake_runtime *fake_ready(const ses_settings *settings);
void fake_free(fake_runtime *rt);

/* What GetReJITParameters answers by an ICorProfilerFunctionControl. */
typedef struct fake_control {
    prof_object object; /* first */
    prof_slot slots[6];
    cc_buf body;
    unsigned bodies, maps;
    uint32_t map_count;
} fake_control;

/* The runtime compiles a method once more: asks for its body. The caller frees out->body. */
void fake_recompiles(fake_runtime *rt, prof_id module, uint32_t token, fake_control *out);

/* --- attaching (fake_attach.c) --- */

/* As `clrcov attach` or `stop` does by the runtime: a new object of the library where one is
 * loaded, else the one of the runtime; InitializeForAttach with the word and the session;
 * ProfilerAttachComplete where that was a success. Returns what InitializeForAttach did. */
prof_hr fake_attach(fake_runtime *rt, const char *word, const char *session_dir);
/* The first half of it, for a process that has no library. */
prof_hr fake_attach_begins(fake_runtime *rt);
void fake_attach_completes(fake_runtime *rt);
/* fake_new, module 1 = GOLDEN_DEBUG from its path, attached to. */
fake_runtime *fake_attached_ready(void);
/* The state that answers callbacks. */
prof_profiler *fake_acting(const fake_runtime *rt);
void fake_rejit_fails(fake_runtime *rt, prof_id module, uint32_t token, prof_hr status);

/* For the parts of the runtime. */
bool fake_fails(fake_runtime *rt);
fake_module *fake_module_of(fake_runtime *rt, prof_id id);
prof_object *fake_profiler_new(void);
void fake_fill_attach(fake_runtime *rt);

/* Callbacks, through the vtable. */
void fake_loaded(fake_runtime *rt, unsigned module);
void fake_attached(fake_runtime *rt, unsigned module);
/* Both callbacks of unloading, and each alone. */
void fake_unloaded(fake_runtime *rt, unsigned module);
void fake_unload_begins(fake_runtime *rt, unsigned module);
void fake_unload_ends(fake_runtime *rt, unsigned module);
void fake_compile_begins(fake_runtime *rt, prof_id function);
/* The same from deeper on the stack: within the compile that began last. */
void fake_compile_begins_within(fake_runtime *rt, prof_id function);
void fake_compile_ends(fake_runtime *rt, prof_id function, prof_hr status);
bool fake_inlines(fake_runtime *rt, prof_id caller, prof_id callee);
bool fake_uses_cached(fake_runtime *rt, prof_id function);

/* How many locks the calling thread holds, of the library and of what it uses. fake_free() fails
 * the test if a call ever came from a thread that held one. */
unsigned fake_locks_held(void);
/* A lock of the test itself, which counts for nothing. */
void fake_lock(pthread_mutex_t *mutex);
void fake_unlock(pthread_mutex_t *mutex);

/* Running code of the method comes by one of its probes; nothing in exact mode. */
void fake_hit(fake_runtime *rt, unsigned module, uint32_t row, uint32_t site);

/* The image that the library has for the module's bytes (original, not a variant); NULL: none. */
const prof_image *fake_image(const fake_runtime *rt, unsigned module);
/* Is what the runtime has for the method nothing, or a body that the library made for that method
 * of that image? */
bool fake_has_right_body(fake_runtime *rt, unsigned module, uint32_t row);

/* Takes what is free below 2 GiB, so that no counters fit in there. */
typedef struct fake_pieces fake_pieces;
fake_pieces *fake_take_low_memory(void);
void fake_give_back(fake_pieces *pieces);

/* The counters file as a reader sees it; memory of the runtime's arena. */
ctr_file *fake_read(fake_runtime *rt);
/* The row of the nth (from 0) method that the plan covers, and how many there are, by asking the
 * library's own rooms. */
uint32_t fake_row(fake_runtime *rt, unsigned module, unsigned nth);
unsigned fake_row_count(fake_runtime *rt, unsigned module);

#endif
