/* Decides which modules the library instruments: the modules with a matching PDB that are not of
 * the framework and that the filter does not exclude. This is a superset that is cheap to compute;
 * the report decides the rest. These functions do not call the runtime. */
#ifndef PROF_SCOPE_H
#define PROF_SCOPE_H

#include "coverage/session/ses.h"
#include "metadata/pdb.h"
#include "select/sel.h"

/* Decides by the path only: System.Private.CoreLib, its folder in a shared framework, or another
 * shared framework (".../shared/Microsoft.NAME/VERSION/file"). `corelib_dir` may be empty. */
bool prof_is_framework_path(cc_str path, cc_str corelib_dir);
/* The folder of a shared framework: "<...>/shared/Microsoft.NAME/VERSION". */
bool prof_is_shared_dir(cc_str dir);
/* A key with which Microsoft signs the framework; for self-contained programs, where framework and
 * program share a folder. */
bool prof_is_framework_key(cc_span public_key);

/* A module before the decision. */
typedef struct prof_candidate {
    cc_str path;     /* from the runtime; "" or a bare name in memory and in bundles */
    cc_span symbols; /* in-memory symbols given to Assembly.Load; data NULL: none */
    /* folder of the process's executable, which contains the files for bare names */
    cc_str bundle_dir;
    bool is_in_memory;
    bool include_tools; /* measure test tools that came with a package */
    bool is_framework;  /* prof_is_framework_path() */
    /* the module is in the folder of a self-contained CoreLib */
    bool is_self_contained_framework_dir;
} prof_candidate;

typedef struct prof_pdb_source {
    bool is_embedded;
    cc_buf bytes; /* of a file or of in-memory symbols; the caller frees */
} prof_pdb_source;

/* The library instruments the module although clrcov does not measure it, for the reason in its
 * record. Pure except for the filter's marks. */
bool prof_is_stressed(ses_stress stress, const md_image *image, sel_list *filter,
                      const ctr_module_record *record);

/* Decides about an opened image. Fills mvid, name, pdb_id, reason and detail of *record (strings of
 * `arena`) and, if the reason is CTR_MEASURED, *pdb. CC_OK also for modules that are not in
 * scope. */
CC_NODISCARD cc_err prof_scope_decide(const prof_candidate *candidate, const md_image *image,
                                      sel_list *filter, cc_arena *arena, ctr_module_record *record,
                                      prof_pdb_source *pdb);

#endif
