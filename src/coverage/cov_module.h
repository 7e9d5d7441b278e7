/* One build of one assembly, opened for the model: its image and PDB, which of its documents are
 * files, whose method each piece of code belongs to, and what its attributes exclude.
 * Memory of the module's own arena; threads: one. */
#ifndef COV_MODULE_H
#define COV_MODULE_H

#include "base/cc_file.h"
#include "coverage/cov_counters.h"
#include "coverage/cov_list.h"
#include "coverage/cov_root.h"
#include "metadata/md.h"
#include "metadata/pdb.h"

/* The user's method that some code belongs to. */
typedef struct cov_home {
    uint32_t type; /* TypeDef */
    uint32_t
        method; /* MethodDef; 0: the user's method is not found, `name` says what it is called */
    cc_str name;
    bool is_part; /* of another method: lambda, local function, state machine */
} cov_home;

/* Lines and columns that a method's visible points span, in its first document. */
typedef struct cov_extent {
    uint32_t document; /* 0: no visible point */
    uint32_t start_line, start_column, end_line, end_column;
} cov_extent;

typedef struct cov_module {
    cc_arena *arena;
    cc_mapped_file image_file, pdb_file;
    md_image *image;
    const md_tables *tables;
    pdb_file *pdb;
    cc_str name;
    uint8_t mvid[16];
    uint32_t method_count;
    uint32_t document_count;
    const cov_place **places; /* by Document rid; [0] unused */
    cov_extent *extents;      /* by MethodDef rid */
    uint32_t *machines;       /* by MethodDef rid: the MoveNext of its state machine, 0: none */
    cov_home *homes;          /* by MethodDef rid */
    bool *is_excluded;        /* by MethodDef rid, of code that belongs there */
} cov_module;

/* Opens image and PDB; `pdb_path` NULL: the embedded one. The result owns everything, also when
 * opening failed: cov_module_close() in any case. */
CC_NODISCARD cc_err cov_module_open(cov_module *out, const char *image_path, md_layout layout,
                                    const char *pdb_path);
void cov_module_close(cov_module *module);

/* Finds the documents' files. *has_source: at least one is inside the root, and is what was
 * compiled where only its path's end was known. */
CC_NODISCARD cc_err cov_module_places(cov_module *module, cov_root *root, bool *has_source);
/* References a test framework. */
bool cov_module_is_test(const cov_module *module);
/* ExcludeFromCodeCoverage, ExcludeFromCoverage on this token. */
bool cov_has_exclusion(const md_tables *tables, uint32_t token);
/* The inner one lies wholly within the outer one, in the same document. */
bool cov_extent_holds(const cov_extent *outer, const cov_extent *inner);
/* Fills extents, homes and is_excluded. */
CC_NODISCARD cc_err cov_module_homes(cov_module *module);
CC_NODISCARD cc_err cov_module_exclusions(cov_module *module);

#endif
