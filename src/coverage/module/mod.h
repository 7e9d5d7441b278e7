/* One build of one assembly, opened for the model. It has the image and PDB, the files of the
 * documents, the user's method to which each piece of code belongs, and the parts that are in the
 * report.
 *
 * Memory is of the module's own arena. Threads: one thread writes; others may read meanwhile. */
#ifndef MOD_H
#define MOD_H

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "coverage/counters/ctr.h"
#include "coverage/module/mod_file.h"
#include "coverage/module/mod_root.h"
#include "metadata/md.h"
#include "metadata/pdb.h"

/* The user's method to which a piece of code belongs. */
typedef struct mod_owner {
    uint32_t type; /* TypeDef */
    /* MethodDef; 0: clrcov does not find the user's method, and `name` is its name */
    uint32_t method;
    cc_str name;
    bool is_part; /* the code is a part of another method: lambda, local function, state machine */
} mod_owner;

/* The lines and columns of a method's visible points, in its first document. */
typedef struct mod_extent {
    uint32_t document; /* 0: no visible point */
    uint32_t start_line, start_column, end_line, end_column;
} mod_extent;

/* Whether an element is in the report, and the reason if not. */
typedef struct mod_verdict {
    ctr_reason reason; /* CTR_MEASURED: in the report */
    cc_str detail;     /* the rule, the attribute and its place, the file; "" */
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
    bool is_optimised; /* from the options in the PDB, else from the attribute of the assembly */
    /* the origin of the checksums in the PDB; the caller sets it after mod_open() */
    mod_origin origin;
    const char *root;            /* source root; set with `places`, borrowed */
    const mod_location **places; /* by Document rid; [0] unused */
    cc_str *document_names;      /* by Document rid, see mod_path_shown(); "" for a damaged row */
    const char **generated;      /* by Document rid: why it is generated code, or NULL */
    uint8_t *sums;               /* by Document rid: mod_checksum_result + 1; 0: not compared yet */
    struct mod_sources *sources; /* see mod_source.h; NULL: not opened */
    mod_extent *extents;         /* by MethodDef rid */
    bool *has_code;              /* by Document rid: the first visible point of a method is in it */
    bool *has_points;            /* by Document rid: a visible point of a method is in it */
    uint32_t *machines;          /* by MethodDef rid: the MoveNext of its state machine; 0: none */
    mod_owner *owners;           /* by MethodDef rid; zero for methods without an extent */
    mod_verdict *documents;      /* by Document rid */
    mod_verdict *types;          /* by TypeDef rid; compiler-made types are CTR_MEASURED */
    /* by MethodDef rid, for the owner of the code; without the verdict on files */
    mod_verdict *verdicts;
    /* number of methods with code that are left out as generated code */
    uint32_t generated_methods;
    /* the reason when the report contains nothing of it; CTR_MEASURED: there is no code */
    mod_verdict why_empty;
} mod_module;

/* Opens image and PDB; `pdb_path` NULL: the embedded PDB. `is_stored`: they are files of a session,
 * in which clrcov does not follow links. The caller always calls mod_close(), also after an error.
 * CC_E_MISMATCH when the PDB belongs to another build, and the errors of the readers. */
CC_NODISCARD cc_err mod_open(mod_module *out, const char *image_path, md_layout layout,
                             const char *pdb_path, bool is_stored);
/* The path has the extension of an image: .dll or .exe. */
bool mod_is_image_name(cc_str path);
/* Opens an image on disk with the PDB beside it, else with the embedded PDB. *pdb_path: the PDB
 * beside it, in `arena`; NULL: there is none. */
CC_NODISCARD cc_err mod_open_file(mod_module *out, const char *image_path, cc_arena *arena,
                                  const char **pdb_path);
void mod_close(mod_module *module);

/* The compiler optimised the code. */
bool mod_is_optimised(const md_tables *tables, const pdb_file *pdb);

/* Finds the documents' files. Returns whether at least one file is inside the root. A file that was
 * found only by the end of its path counts when its content is what was compiled. */
bool mod_find_locations(mod_module *module, mod_root *root);
/* Sets what to open for the document; borrows from the module and the arena. False: the document
 * has no file. */
bool mod_claim_of(const mod_module *module, uint32_t rid, cc_arena *arena, mod_claim *out);
/* Returns whether the document's file is still what was compiled; compares only once. UNKNOWN
 * without a file. */
mod_checksum_result mod_compare_checksum(const mod_module *module, uint32_t rid);
/* Compares all documents in the report, on several threads. */
void mod_compare_checksums(mod_module *module);
/* The package that test projects reference. */
bool mod_is_test_package(cc_str name);
/* The module's code reads the IL of methods at run time (MethodBody.GetILAsByteArray). For measured
 * methods it gets the IL with probes. Also works for a module without a PDB. */
bool mod_reads_il(const mod_module *module);
/* Make names as reports show them, in `arena`. A name that metadata does not contain is made from
 * the token, so that a damaged name loses no lines. For a type: its full CLR name. For a method:
 * its name with arity (`given`, when not empty, replaces its own name), and the signature.
 * Conversions have the return type, too, because they differ in nothing else. */
cc_str mod_class_name(const mod_module *module, uint32_t type, cc_arena *arena);
void mod_method_names(const mod_module *module, uint32_t rid, cc_str given, cc_arena *arena,
                      cc_str *name, cc_str *signature);
/* The inner extent is completely inside the outer one, in the same document. */
bool mod_extent_holds(const mod_extent *outer, const mod_extent *inner);
/* The C# compiler ends the code of an async lambda or local function that contains an `await
 * foreach`, or an await in a handler, with the `}` of the enclosing method. Returns the index of
 * the point of method `rid` that is such an end; `count` when there is none. That point has no
 * meaning, and the extent of the lambda ends before it. Call it after mod_find_owners(). */
uint32_t mod_end_of_owner(const mod_module *module, uint32_t rid, const pdb_point *points,
                          uint32_t count);
/* Fills extents, has_code and has_points; call it after mod_find_locations(). A second call does
 * nothing. */
void mod_find_extents(mod_module *module);
/* Fills machines and owners in addition to what mod_find_extents() fills. */
void mod_find_owners(mod_module *module);

#endif
