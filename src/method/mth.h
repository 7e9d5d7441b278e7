/* One method of an image: its body, its points, its plan and the plan's key. Only this room uses
 * both metadata and rewriter. The profiler (to instrument), the coverage model (to decode) and the
 * dump command use it, so that plan and key cannot differ between them. Threads: pure functions of
 * their arguments. */
#ifndef MTH_H
#define MTH_H

#include "base/cc_hash.h"
#include "metadata/md.h"
#include "metadata/pdb.h"
#include "rewriter/plan/probe_plan.h"

/* plan->body points to `body` of the same struct: do not copy it by value. */
typedef struct mth_method {
    uint32_t token; /* MethodDef */
    il_body body;
    pdb_point *points; /* by offset, hidden ones included */
    uint32_t point_count;
    probe_plan *plan;
    /* hash of everything on which the plan depends: body with clauses, offsets and hidden flags of
     * the points, plan version, options */
    uint64_t key;
    il_resolver resolver;
} mth_method;

/* Why a method has no plan. Reports and `dump` print the names, which are part of their
 * interface. */
typedef enum mth_skip {
    MTH_OK = 0,
    MTH_SKIP_NO_BODY,   /* abstract, extern, runtime */
    MTH_SKIP_NO_POINTS, /* no visible sequence point: nothing to report */
    MTH_SKIP_BAD_BODY,  /* the body cannot be decoded */
    /* a point that is not at the start of an instruction, or a damaged blob */
    MTH_SKIP_BAD_POINTS,
    MTH_SKIP_BAD_METADATA,
    MTH_SKIP_LIMIT,
    MTH_SKIP_REWRITE, /* the new body could not be made or failed verification */
    MTH_SKIP_RUNTIME  /* the runtime rejected the new body */
} mth_skip;
const char *mth_skip_name(mth_skip skip);

/* Builds everything for a MethodDef. `body_bytes`: from GetILFunctionBody, or data NULL to use the
 * body at the method's RVA. Memory of `arena`; image and pdb are borrowed. CC_OK with *skip !=
 * MTH_OK: a valid reason not to instrument the method, with the message in cc_error_message().
 * Errors: CC_E_NOMEM, CC_E_IO, CC_E_USAGE. */
CC_NODISCARD cc_err mth_open(mth_method *out, mth_skip *skip, const md_image *image,
                             const pdb_file *pdb, uint32_t token, cc_span body_bytes,
                             const probe_options *options, cc_arena *arena);

/* F#: by its signature the method may be one of the two closures of `with` in a sequence. That is
 * an `Invoke(Exception)` that returns a sequence (the compiler declares the filter, which returns 0
 * or 1, with the handler's type) or an int. Such a method gets a plan even when all its points are
 * hidden. */
bool mth_may_ask_rules(const md_tables *tables, uint32_t token);
/* Like mth_open(), for code without symbols: a point at the start of each block, without a
 * document. */
CC_NODISCARD cc_err mth_open_blocks(mth_method *out, mth_skip *skip, const md_image *image,
                                    uint32_t token, cc_span body_bytes,
                                    const probe_options *options, cc_arena *arena);

/* Makes only the resolver, for code without points (sweep). CC_E_NOMEM. */
CC_NODISCARD cc_err mth_resolver(il_resolver *out, const md_tables *tables, uint32_t method_rid,
                                 uint32_t local_sig, cc_arena *arena);

/* Sets *out, by instruction: a call in which the runtime may suspend the method, and after which it
 * may resume on another thread. NULL for a method that is not MethodImplOptions.Async. Memory of
 * `arena`. CC_E_NOMEM. */
CC_NODISCARD cc_err mth_suspensions(const mth_method *m, const md_tables *tables, cc_arena *arena,
                                    const bool **out);

/* Returns the test framework that makes the assembly a test assembly, as mth_frameworks.def names
 * it. The assembly references the framework, or has its entry point. NULL: it is not a test
 * assembly. */
const char *mth_test_framework(const md_tables *tables);

#endif
