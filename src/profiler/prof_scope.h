/* Which modules are instrumented: those with a PDB that matches, not of the framework, not excluded
 * by the filter. A cheap superset; the report decides the rest. Nothing here calls the runtime. */
#ifndef PROF_SCOPE_H
#define PROF_SCOPE_H

#include "coverage/session/ses.h"
#include "metadata/pdb.h"
#include "select/sel.h"

/* By path alone: System.Private.CoreLib, its folder in a shared framework, or another shared
 * framework (".../shared/Microsoft.NAME/VERSION/file"). `corelib_dir` may be empty. */
bool prof_is_framework_path(cc_str path, cc_str corelib_dir);
/* "<...>/shared/Microsoft.NAME/VERSION": a folder of a shared framework? */
bool prof_is_shared_dir(cc_str dir);
/* Signed with a key that Microsoft signs the framework with; for self-contained programs, where
 * framework and program share a folder. */
bool prof_is_framework_key(cc_span public_key);

/* A module as found, before it is in scope. */
typedef struct prof_candidate {
    cc_str path;       /* as the runtime names it; "" or a bare name in memory and in bundles */
    cc_span symbols;   /* in-memory symbols given to Assembly.Load; data NULL: none */
    cc_str bundle_dir; /* folder of the process' executable: bare names stand for files there */
    bool is_in_memory;
    bool is_framework;                    /* prof_is_framework_path() */
    bool is_self_contained_framework_dir; /* it lies in the folder of a self-contained CoreLib */
} prof_candidate;

typedef struct prof_pdb_source {
    bool is_embedded;
    cc_buf bytes; /* of a file or of in-memory symbols; the caller frees */
} prof_pdb_source;

/* Is a module that is not measured, for the reason of its record, instrumented all the same? Pure but
 * for the filter's marks. */
bool prof_is_stressed(ses_stress stress, const md_image *image, sel_list *filter,
                      const ctr_module_record *record);

/* Decides about an opened image. Fills mvid, name, pdb_id, reason and detail of *record (strings of
 * `arena`) and, when the reason is CTR_MEASURED, *pdb. CC_OK also for modules that are not in
 * scope. */
CC_NODISCARD cc_err prof_scope_decide(const prof_candidate *candidate, const md_image *image,
                                      sel_list *filter, cc_arena *arena, ctr_module_record *record,
                                      prof_pdb_source *pdb);

#endif
