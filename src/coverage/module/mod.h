/* One build of one assembly, opened for the model: its image and PDB, which of its documents are
 * files, whose method each piece of code belongs to, and what of it is in the report.
 * Memory of the module's own arena; threads: one, others may read meanwhile. */
#ifndef MOD_H
#define MOD_H

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "coverage/counters/ctr.h"
#include "coverage/module/mod_checksum.h"
#include "coverage/module/mod_root.h"
#include "metadata/md.h"
#include "metadata/pdb.h"

/* The user's method that some code belongs to. */
typedef struct mod_owner {
    uint32_t type; /* TypeDef */
    uint32_t
        method; /* MethodDef; 0: the user's method is not found, `name` says what it is called */
    cc_str name;
    bool is_part; /* of another method: lambda, local function, state machine */
} mod_owner;

/* Lines and columns that a method's visible points span, in its first document. */
typedef struct mod_extent {
    uint32_t document; /* 0: no visible point */
    uint32_t start_line, start_column, end_line, end_column;
} mod_extent;

/* Is something in the report, and if not, why? */
typedef struct mod_verdict {
    ctr_reason reason; /* CTR_MEASURED: in */
    cc_str detail;     /* the rule, the attribute and where it stands, the file; "" */
} mod_verdict;

typedef struct mod_module {
    cc_arena *arena;
    cc_mapped_file image_file, pdb_file;
    md_image *image;
    const md_tables *tables;
    pdb_file *pdb;
    cc_str name;
    uint8_t mvid[16];
    uint32_t method_count;
    uint32_t document_count;
    const mod_location **places; /* by Document rid; [0] unused */
    cc_str *document_names;      /* by Document rid, see mod_path_shown(); "" for a damaged row */
    uint8_t *sums;               /* by Document rid: mod_checksum_result + 1; 0: not compared yet */
    mod_extent *extents;         /* by MethodDef rid */
    bool *has_code;              /* by Document rid: some method's first visible point lies there */
    uint32_t *machines;          /* by MethodDef rid: the MoveNext of its state machine, 0: none */
    mod_owner *owners;           /* by MethodDef rid; of methods without an extent zero */
    mod_verdict *documents;      /* by Document rid */
    mod_verdict *types;          /* by TypeDef rid; types that compilers made are CTR_MEASURED */
    mod_verdict *verdicts;       /* by MethodDef rid, of code that belongs there; files apart */
    mod_verdict why_empty; /* when nothing is left, this is why; CTR_MEASURED: no code at all */
} mod_module;

/* Opens image and PDB; `pdb_path` NULL: the embedded one. The result owns everything, also when
 * opening failed: mod_close() in any case. */
CC_NODISCARD cc_err mod_open(mod_module *out, const char *image_path, md_layout layout,
                             const char *pdb_path);
/* Could it be the name of an image? By its extension: .dll or .exe. */
bool mod_is_image_name(cc_str path);
/* The same for an image on disk, with the PDB beside it; else with the embedded one. *pdb_path: the
 * one beside, in `arena`; NULL: there is none. */
CC_NODISCARD cc_err mod_open_file(mod_module *out, const char *image_path, cc_arena *arena,
                                  const char **pdb_path);
void mod_close(mod_module *module);

/* Finds the documents' files. *has_source: at least one is inside the root, and is what was
 * compiled where only its path's end was known. */
CC_NODISCARD cc_err mod_find_locations(mod_module *module, mod_root *root, bool *has_source);
/* Is the document's file still what was compiled? Compared once. UNKNOWN where there is no file. */
mod_checksum_result mod_compare_checksum(const mod_module *module, uint32_t rid);
/* Compares all documents that are shown, on several threads. */
CC_NODISCARD cc_err mod_compare_checksums(mod_module *module);
/* The test framework that it references, or NULL. */
const char *mod_test_framework(const mod_module *module);
/* Names as reports show them, in `arena`; those that metadata does not give are made from the token:
 * a damaged name loses no lines. Of a type: its full CLR name. Of a method: with arity in the name
 * (`given`, when it is not empty, stands for its own), and the result of conversions in the
 * signature, for nothing else tells them apart. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_class_name(const mod_module *module, uint32_t type, cc_arena *arena,
                                   cc_str *out);
CC_NODISCARD cc_err mod_method_names(const mod_module *module, uint32_t rid, cc_str given,
                                     cc_arena *arena, cc_str *name, cc_str *signature);
/* The inner one lies wholly within the outer one, in the same document. */
bool mod_extent_holds(const mod_extent *outer, const mod_extent *inner);
/* The C# compiler ends the code of an async lambda or local function that holds an `await foreach`, or an
 * await in a handler, with the `}` of the method around it. Index of the point of method `rid` that is
 * such an end, `count` when none is: it says nothing, and the extent of the lambda ends before. After
 * mod_find_owners(). */
uint32_t mod_end_of_owner(const mod_module *module, uint32_t rid, const pdb_point *points,
                          uint32_t count);
/* Fills extents and has_code; after mod_find_locations(). Again: nothing happens. */
CC_NODISCARD cc_err mod_find_extents(mod_module *module);
/* The same, and machines and homes. */
CC_NODISCARD cc_err mod_find_owners(mod_module *module);

#endif
