/* From document names of PDBs to files: where a document lies, relative to the source root.
 * Names are absolute paths of the machine that compiled, or deterministic: `/_/src/A.cs`,
 * `/_1/A.cs`, whose first part stands for a root; those are looked up under ours, by the unique
 * file that ends so. Threads: one (answers are remembered). */
#ifndef COV_ROOT_H
#define COV_ROOT_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef enum cov_place_kind {
    COV_PLACE_MISSING, /* no such file */
    COV_PLACE_INSIDE,
    COV_PLACE_OUTSIDE
} cov_place_kind;

typedef struct cov_place {
    cov_place_kind kind;
    cc_str path;      /* relative to the root with '/', or absolute when outside */
    const char *file; /* absolute path to open */
    bool is_mapped;   /* found by its end only: may be another project's file */
} cov_place;

typedef struct cov_root cov_root;

/* `root`: absolute, resolved, without '/' at its end; borrowed. */
CC_NODISCARD cc_err cov_root_open(cov_root **out, const char *root, cc_arena *arena);
void cov_root_close(cov_root *root);
/* Where the document is. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_root_find(cov_root *root, cc_str document, const cov_place **out);

#endif
