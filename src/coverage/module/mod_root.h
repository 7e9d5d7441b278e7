/* From document names of PDBs to files: where a document is, relative to the source root.
 *
 * clrcov looks for a document in this order:
 *
 *   1. by the user's mapping: the longest `from` that is a prefix, at whole components; `from` may
 *      be a Windows path (`C:\src`) or deterministic (`/_/`). The user's mapping is not checked.
 *   2. by its own name, when that is an absolute path of this machine.
 *   3. names from elsewhere, deterministic ones (`/_/src/A.cs`, `/_1/A.cs`: the first component
 *      represents a repository or, with a PathMap of one project, the project's folder):
 *      a. by Source Link, below the top of the repository that contains the root;
 *      b. by position, below that top and below the root (deterministic names only);
 *      c. by the file below the root whose path ends in it (deterministic names only).
 *      A file found by 3 may belong to another project. A file with the document's checksum takes
 *      precedence over all others, in this order; then the first file found. Among several files
 *      with the same end only the checksum can decide.
 *
 * Names found by 1 and 3 may differ in case (ASCII) when only one file matches: they come from
 * systems that ignore case. Links are resolved. Threads: one (results are cached). */
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
    /* For rules, and also set for a missing file, where it names the expected place: relative to
     * the root, or absolute outside of it; absolute */
    cc_str relative, absolute;
    bool is_mapped; /* found by step 3: it may belong to another project */
    /* missing: number of files whose paths end like the document's, when nothing decides between
     * them; these files have its checksum */
    uint32_t alike;
    bool are_alike_same;
} mod_location;

typedef struct mod_root mod_root;

/* `root`: absolute, resolved, without '/' at its end; borrowed, as are the mappings. Memory of
 * `arena`. CC_E_NOMEM; *out is NULL or must be closed. */
CC_NODISCARD cc_err mod_root_open(mod_root **out, const char *root, const mod_mapping *mappings,
                                  size_t count, cc_arena *arena);
void mod_root_close(mod_root *root);
/* Finds the document's place, which is owned by `root`. `links`: of its PDB, may be NULL. */
const mod_location *mod_root_find(mod_root *root, const pdb_document *document,
                                  const mod_source_link *links);

/* Returns the root, as the caller opened it. */
const char *mod_root_path(const mod_root *root);
/* Returns the part of a document's name below the root; the whole name when the document is not
 * below the root. */
cc_str mod_root_below(const mod_root *root, cc_str name);
/* At least one document was found by the mapping of this number. */
bool mod_root_used_mapping(const mod_root *root, size_t index);
/* A project file of this name exists below the root (NAME.csproj, .fsproj, .vbproj): an assembly of
 * this name is built from this root. */
bool mod_root_has_project(mod_root *root, cc_str name);

/* The maximum number of files below the root that step 3c reads. It skips .git, bin, node_modules
 * and similar directories. When there are more files, only checksums decide, because no file is
 * known to be the only one. */
#define MOD_ROOT_MAX_FILES 500000u
void mod_root_set_limit(mod_root *root, uint32_t files);
/* The root has more files than the limit: the caller warns the user that the root is too large. */
bool mod_root_is_cut(const mod_root *root);

#endif
