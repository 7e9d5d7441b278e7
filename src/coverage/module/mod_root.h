/* From document names of PDBs to files: where a document lies, relative to the source root.
 *
 * A document is looked for in this order:
 *   1. by the user's mapping: the longest `from` that fits, at whole components; `from` may be a
 *      Windows path (`C:\src`) or deterministic (`/_/`). What the user says is not doubted.
 *   2. by its own name, when that is an absolute path of this machine.
 *   3. names of other places, deterministic ones (`/_/src/A.cs`, `/_1/A.cs`: the first part stands
 *      for a repository or, with a PathMap of one project, for its folder):
 *      a. by Source Link, below the top of the repository that the root lies in;
 *      b. by position, below that top and below the root (deterministic names alone);
 *      c. by the file below the root whose path ends so (deterministic names alone).
 *      A file found so may be another project's: one with the document's checksum is preferred
 *      to all others, in this order; then the first one found. Of several files with the same end
 *      only the checksum can choose.
 * Names found by 1 and 3 need not agree in case (ASCII) when only one file fits: they come from
 * systems where case does not matter. Links are resolved. Threads: one (answers are remembered). */
#ifndef MOD_ROOT_H
#define MOD_ROOT_H

#include "base/cc_arena.h"
#include "base/cc_err.h"
#include "coverage/module/mod_request.h"
#include "coverage/module/mod_source_link.h"
#include "metadata/pdb.h"

typedef enum mod_location_kind {
    MOD_LOCATION_MISSING, /* no such file */
    MOD_LOCATION_INSIDE,
    MOD_LOCATION_OUTSIDE
} mod_location_kind;

typedef struct mod_location {
    mod_location_kind kind;
    cc_str path;      /* relative to the root with '/', or absolute when outside */
    const char *file; /* absolute path to open */
    bool is_mapped;   /* found by way 3: may be another project's file */
    uint32_t alike;   /* missing: so many files end as the document, and nothing tells which one */
} mod_location;

typedef struct mod_root mod_root;

/* `root`: absolute, resolved, without '/' at its end; borrowed, as are the mappings. */
CC_NODISCARD cc_err mod_root_open(mod_root **out, const char *root, const mod_mapping *mappings,
                                  size_t count, cc_arena *arena);
void mod_root_close(mod_root *root);
/* Where the document is. `links`: of its PDB, may be NULL. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_root_find(mod_root *root, const pdb_document *document,
                                  const mod_source_link *links, const mod_location **out);

/* Was a document found by the mapping of this number? */
bool mod_root_used_mapping(const mod_root *root, size_t index);
/* Is there a project file of this name below the root (NAME.csproj, .fsproj, .vbproj)? Then an assembly
 * that is called so is made from here. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_root_has_project(mod_root *root, cc_str name, bool *out);

/* Files below the root that way 3c knows. It skips .git, bin, node_modules and the like; behind
 * the limit it trusts checksums only, for nothing is known to be the only one any more. */
#define MOD_ROOT_MAX_FILES 500000u
void mod_root_set_limit(mod_root *root, uint32_t files);
/* The limit was reached: the user should be told that the root is too large. */
bool mod_root_is_cut(const mod_root *root);

#endif
