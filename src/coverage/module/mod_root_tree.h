/* The files below the source root, by name: for documents of which only the end of the path is
 * known. clrcov reads the tree at most once, at the first use. Threads: one. */
#ifndef MOD_ROOT_TREE_H
#define MOD_ROOT_TREE_H

#include "base/cc_err.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "coverage/module/mod_checksum.h"

typedef struct mod_tree_file {
    const char *path; /* absolute, links resolved */
    cc_str relative;  /* relative to the root, by the first path at which it was found */
    mod_checksums sums;
    bool has_sums; /* `sums` was computed */
} mod_tree_file;

typedef struct mod_tree {
    cc_arena *arena;
    const char *root;
    uint32_t limit, count;
    bool is_cut;      /* there are more files than the limit */
    cc_map *by_name;  /* base name in lower case -> cc_list of mod_tree_file; NULL: not read yet */
    cc_map *listings; /* directory -> its names, for mod_tree_find_folded() */
} mod_tree;

void mod_tree_close(mod_tree *tree);

/* Sets *out to the mod_tree_files whose relative path ends in `end` (plain), each real file once;
 * empty: none. Files that match in case hide files that do not. */
void mod_tree_ending(mod_tree *tree, cc_str end, cc_list *out);

/* Compares a file with the document's checksum; computes the sums of a file once. */
mod_checksum_result mod_tree_compare(const mod_tree *tree, mod_tree_file *file,
                                     const pdb_document *document);

/* Returns the file `dir`/`rest` (both plain) as written, or the only file below `dir` that
 * differs from it in case; NULL: none, or several. Does not read the tree. */
const char *mod_tree_find_folded(mod_tree *tree, const char *dir, cc_str rest);

#endif
