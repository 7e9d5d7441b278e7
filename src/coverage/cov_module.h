/* One build of one assembly, opened for the model: its image and PDB, which of its documents are
 * files, whose method each piece of code belongs to, and what of it is in the report.
 * Memory of the module's own arena; threads: one, others may read meanwhile. */
#ifndef COV_MODULE_H
#define COV_MODULE_H

#include "base/cc_file.h"
#include "coverage/cov_counters.h"
#include "coverage/cov_list.h"
#include "coverage/cov_root.h"
#include "coverage/cov_sum.h"
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

/* Is something in the report, and if not, why? */
typedef struct cov_verdict {
    cov_reason reason; /* COV_MEASURED: in */
    cc_str detail;     /* the rule, the attribute and where it stands, the file; "" */
} cov_verdict;

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
    cc_str *document_names;   /* by Document rid, see cov_path_shown(); "" for a damaged row */
    uint8_t *sums;            /* by Document rid: cov_sum_result + 1; 0: not compared yet */
    cov_extent *extents;      /* by MethodDef rid */
    bool *has_code;           /* by Document rid: some method's first visible point lies there */
    uint32_t *machines;       /* by MethodDef rid: the MoveNext of its state machine, 0: none */
    cov_home *homes;          /* by MethodDef rid; of methods without an extent zero */
    cov_verdict *documents;   /* by Document rid */
    cov_verdict *types;       /* by TypeDef rid; types that compilers made are COV_MEASURED */
    cov_verdict *verdicts;    /* by MethodDef rid, of code that belongs there; files apart */
    cov_verdict why_empty;    /* when nothing is left, this is why; COV_MEASURED: no code at all */
} cov_module;

/* Opens image and PDB; `pdb_path` NULL: the embedded one. The result owns everything, also when
 * opening failed: cov_module_close() in any case. */
CC_NODISCARD cc_err cov_module_open(cov_module *out, const char *image_path, md_layout layout,
                                    const char *pdb_path);
/* Could it be the name of an image? By its extension: .dll or .exe. */
bool cov_is_image_name(cc_str path);
/* The same for an image on disk, with the PDB beside it; else with the embedded one. *pdb_path: the
 * one beside, in `arena`; NULL: there is none. */
CC_NODISCARD cc_err cov_module_open_file(cov_module *out, const char *image_path, cc_arena *arena,
                                         const char **pdb_path);
void cov_module_close(cov_module *module);

/* Finds the documents' files. *has_source: at least one is inside the root, and is what was
 * compiled where only its path's end was known. */
CC_NODISCARD cc_err cov_module_places(cov_module *module, cov_root *root, bool *has_source);
/* Is the document's file still what was compiled? Compared once. UNKNOWN where there is no file. */
cov_sum_result cov_module_sum(const cov_module *module, uint32_t rid);
/* Compares all documents that are shown, on several threads. */
CC_NODISCARD cc_err cov_module_sums(cov_module *module);
/* The test framework that it references, or NULL. */
const char *cov_module_test_framework(const cov_module *module);
/* Names as reports show them, in `arena`; those that metadata does not give are made from the token:
 * a damaged name loses no lines. Of a type: its full CLR name. Of a method: with arity in the name
 * (`given`, when it is not empty, stands for its own), and the result of conversions in the
 * signature, for nothing else tells them apart. CC_E_NOMEM. */
CC_NODISCARD cc_err cov_class_name(const cov_module *module, uint32_t type, cc_arena *arena,
                                   cc_str *out);
CC_NODISCARD cc_err cov_method_names(const cov_module *module, uint32_t rid, cc_str given,
                                     cc_arena *arena, cc_str *name, cc_str *signature);
/* The inner one lies wholly within the outer one, in the same document. */
bool cov_extent_holds(const cov_extent *outer, const cov_extent *inner);
/* The C# compiler ends the code of an async lambda or local function that holds an `await foreach`, or an
 * await in a handler, with the `}` of the method around it. Index of the point of method `rid` that is
 * such an end, `count` when none is: it says nothing, and the extent of the lambda ends before. After
 * cov_module_homes(). */
uint32_t cov_end_of_home(const cov_module *module, uint32_t rid, const pdb_point *points,
                         uint32_t count);
/* Fills extents and has_code; after cov_module_places(). Again: nothing happens. */
CC_NODISCARD cc_err cov_module_extents(cov_module *module);
/* The same, and machines and homes. */
CC_NODISCARD cc_err cov_module_homes(cov_module *module);

#endif
