/* One method of an image, as everybody needs it: its body, its points, its plan and the plan's
 * key. The one place where metadata and rewriter meet; the profiler (to instrument), the
 * coverage model (to decode) and the dump command use it, so that plan and key cannot differ
 * between them. */
#ifndef MTH_H
#define MTH_H

#include "base/cc_hash.h"
#include "metadata/md.h"
#include "metadata/pdb.h"
#include "rewriter/probe_plan.h"

/* plan->body points at `body` of the same struct: do not copy it by value. */
typedef struct mth_method {
    uint32_t token; /* MethodDef */
    il_body body;
    pdb_point *points; /* by offset, hidden ones included */
    uint32_t point_count;
    probe_plan *plan;
    uint64_t key; /* hash of body, clauses, offsets and hidden flags of the points, plan
                            version and options (research: plan key) */
    il_resolver resolver;
} mth_method;

/* Why a method has no plan. The names are part of the interface of reports and `dump`. */
typedef enum mth_skip {
    MTH_OK = 0,
    MTH_SKIP_NO_BODY,    /* abstract, extern, runtime */
    MTH_SKIP_NO_POINTS,  /* no visible sequence point: nothing to report */
    MTH_SKIP_BAD_BODY,   /* does not decode */
    MTH_SKIP_BAD_POINTS, /* points that do not start an instruction, or a damaged blob */
    MTH_SKIP_BAD_METADATA,
    MTH_SKIP_LIMIT,
    MTH_SKIP_REWRITE, /* the new body could not be made or did not verify */
    MTH_SKIP_RUNTIME  /* the runtime refused the new body */
} mth_skip;
const char *mth_skip_name(mth_skip skip);

/* Builds everything for a MethodDef. `body_bytes`: as GetILFunctionBody gave it, or data NULL to
 * take the body at the method's RVA. Memory of `arena`; image and pdb are borrowed. CC_OK with
 * *skip != MTH_OK: a sound reason to leave the method alone; message in cc_error_message(). */
CC_NODISCARD cc_err mth_open(mth_method *out, mth_skip *skip, const md_image *image,
                             const pdb_file *pdb, uint32_t token, cc_span body_bytes,
                             const probe_options *options, cc_arena *arena);

/* F#: may be one of the two closures of `with` in a sequence, by its signature: `Invoke(Exception)` that gives a
 * sequence (the compiler gives the filter, which gives 0 or 1, the handler's type) or an int. Such a one is
 * planned also when all its points are hidden. */
bool mth_may_ask_rules(const md_tables *tables, uint32_t token);
/* The same for code without symbols: a point where each block begins, without a document. */
CC_NODISCARD cc_err mth_open_blocks(mth_method *out, mth_skip *skip, const md_image *image,
                                    uint32_t token, cc_span body_bytes,
                                    const probe_options *options, cc_arena *arena);

/* The resolver alone, for code without points (sweep). */
CC_NODISCARD cc_err mth_resolver(il_resolver *out, const md_tables *tables, uint32_t method_rid,
                                 uint32_t local_sig, cc_arena *arena);

#endif
