/* Exact counts: the forms of probes, and what they need in the metadata of modules.
 *
 *   lane:   adds in the thread's lane, without a lock (prof_lanes.h). The thread-static fields
 *           belong to a type of System.Private.CoreLib, to which the library adds them before any
 *           code uses the type. A measured module gets no type and no reference to an assembly. It
 *           needs a MemberRef for each field, and for each method a StandAloneSig with one more
 *           local variable.
 *   inline: Interlocked.Increment(ref long) on the counter's address; needs a MemberRef. The JIT
 *           compiles it to one locked instruction.
 *   call:   calli of a native function that adds atomically; needs a StandAloneSig. Slow: each
 *           probe leaves managed code. For comparison.
 *
 * Modules that can be unloaded, and the second and later modules of one image, have the inline
 * form. The library defines tokens of local variables when methods are compiled, so the tokens
 * would differ between modules. */
#ifndef PROF_EXACT_H
#define PROF_EXACT_H

#include "profiler/prof.h"

/* The form of a module's probes. */
typedef struct prof_form {
    rw_probe probe; /* inline, call, or lane */
    uint32_t type;  /* lane: TypeRef of the type with the fields */
} prof_form;

/* For an image whose probes count in lanes: the definitions in the metadata of its module. */
typedef struct prof_exact {
    prof_id module; /* never unloaded */
    uint32_t type;  /* TypeRef of the type with the fields */
    /* token of the atomic form, for methods that cannot count in lanes; 0: not defined yet */
    _Atomic(uint32_t) atomic;
    _Atomic(uint32_t) fields[PROF_BANKS]; /* MemberRef tokens; 0: not defined yet */
    /* by rid of the old StandAloneSig, 0: methods without variables; 0: not defined yet */
    _Atomic(uint32_t) *locals;
    uint32_t local_count;
} prof_exact;

/* System.Private.CoreLib gets members for lanes, of threads or of tests. */
static inline bool prof_exact_wants_members(const prof_profiler *p) {
    const ses_settings *settings = &p->session.settings;
    return settings->hits == CTR_HITS_EXACT || (settings->per_test && !settings->serial);
}

/* The form of probes depends on the module. */
static inline bool prof_exact_has_forms(const prof_profiler *p) {
    return p->session.settings.hits == CTR_HITS_EXACT || atomic_load(&p->flow.is_on);
}

/* Handles the load of a module. At the first module after System.Private.CoreLib, adds the fields
 * to System.Private.CoreLib (prof_exact_fields.c). A module that another thread handles meanwhile
 * has the atomic form. Only in exact mode; calls the runtime, so never under the lock. */
void prof_exact_see(prof_profiler *p, prof_id id, const prof_module_facts *facts);

/* Fills form and token of the probes in a module of the image: lanes where the module can have them
 * and `may_have_lanes`; else an atomic form. Writes to the module's metadata: a call into the
 * runtime, so never under the lock, and only in exact mode. False: the runtime refused. */
bool prof_exact_prepare(prof_profiler *p, prof_id module, uint32_t flags, const prof_image *image,
                        bool may_have_lanes, prof_form *out);

/* Makes the state of an image that counts in lanes; NULL when out of memory. */
prof_exact *prof_exact_new(prof_id module, const prof_image *image, const prof_form *form);
void prof_exact_free(prof_exact *exact); /* NULL is allowed */

/* Sets the probes of a method of the image. In lanes they have counters of a bank, their tokens and
 * the place for the record. In another form they have no counters; the caller reserves them. Calls
 * the runtime where tokens are needed. The data that the probes refer to is memory of `arena`. */
typedef enum prof_placing { PROF_PLACED, PROF_TO_RESERVE, PROF_REFUSED } prof_placing;
prof_placing prof_exact_place(prof_profiler *p, const prof_image *image, const mth_method *method,
                              cc_arena *arena, rw_probe *probe, uint64_t *first);

/* CC_E_UNSUPPORTED with a message: the method of System.Private.CoreLib (`--stress corelib`) gets
 * no probes. The image's probes execute the method, and it would call itself without end. Or the
 * JIT knows its code: the JIT of .NET 11 crashes where it inlines a foreach over an array whose
 * GetEnumerator has a probe in each basic block. */
CC_NODISCARD cc_err prof_exact_check(const prof_image *image, uint32_t row);

/* Internal to the prof_exact files. The type that gets the fields: every facade forwards it, and no
 * code uses it any more, since there is only one AppDomain. So the runtime does not load it before
 * it has its fields, and no precompiled code knows its statics. */
#define PROF_HOLDER_SPACE "System"
#define PROF_HOLDER_NAME "CannotUnloadAppDomainException"
/* FieldSig (II.23.2.4): native int. */
enum { PROF_FIELD_SIGNATURE = 2, PROF_FIELD_UNITS = 16 };
extern const uint8_t prof_field_signature[PROF_FIELD_SIGNATURE];
/* Writes the name of the field of bank `number`, zero-terminated. */
void prof_field_name(uint32_t number, prof_wchar out[PROF_FIELD_UNITS]);
/* Returns the first AssemblyRef token of the module that has one of the names (ended by NULL); 0:
 * there is none. */
uint32_t prof_exact_scope(const md_tables *tables, const char *const *names);
/* Returns the token of the inline form; 0: the runtime refused. */
uint32_t prof_exact_increment(prof_object *emit, const md_tables *tables);
/* Sets the lane form, and the TypeRef of the type with the fields. False: the runtime refused, or
 * the module has no reference by which the type can be found. */
bool prof_exact_prepare_lane(prof_profiler *p, prof_object *emit, const md_tables *tables,
                             prof_form *out);

/* Sets the form of lanes of tests (prof_flow.h), and the TypeRef; false as above. */
bool prof_exact_prepare_test(prof_profiler *p, prof_object *emit, const md_tables *tables,
                             prof_form *out);
/* Returns the token of the field of bank `number` in the image's module; 0: the runtime refused. */
uint32_t prof_exact_field(prof_exact *exact, prof_object *emit, uint32_t number);
/* rid of the TypeDef; 0: there is none. */
uint32_t prof_exact_find_type(const md_tables *tables, const char *space, const char *name,
                              md_typedef *out);

#endif
