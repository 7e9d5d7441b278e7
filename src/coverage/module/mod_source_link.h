/* Source Link of a PDB: maps names of documents to places in a repository.
 *
 * Input: the JSON that compilers embed, {"documents": {KEY: URL, ...}}; a key and its URL may end
 * in a star (`/_/` and star, `https://host/org/repo/COMMIT/` and star). Output: for a document,
 * paths relative to a repository's top. There is no network access: of a URL only the part between
 * the commit id and the star matters. That part is the folder for the prefix.
 *
 * Source: the Source Link specification (dotnet/designs); URLs of GitHub, GitLab, Azure DevOps,
 * Bitbucket, Gitea and gitweb. Threads: immutable after mod_source_link_parse(). */
#ifndef MOD_SOURCE_LINK_H
#define MOD_SOURCE_LINK_H

#include "base/cc_arena.h"
#include "base/cc_err.h"

typedef struct mod_source_link_entry {
    /* the start of matching documents, '/' for '\\'; the whole name when !has_star */
    cc_str prefix;
    bool has_star;  /* matches all documents with this prefix */
    bool is_folded; /* a Windows path: case is ignored */
    /* relative to the repository's top, '/' at the end or ""; without a star: the file itself */
    cc_str folder;
} mod_source_link_entry;

typedef struct mod_source_link {
    mod_source_link_entry *items; /* by length of prefix: outer folders come first */
    uint32_t count;
    uint64_t id; /* hash of the JSON: equal ids have the same content */
} mod_source_link;

#define MOD_SOURCE_LINK_MAX_BYTES (1u << 24)

/* *out is NULL for empty `json`. The function leaves out invalid entries (two stars, a star inside,
 * values that are not strings, URLs without a commit). CC_E_FORMAT when `json` is not such JSON;
 * CC_E_LIMIT above MOD_SOURCE_LINK_MAX_BYTES; CC_E_NOMEM. Memory of `arena`; `json` is not kept. */
CC_NODISCARD cc_err mod_source_link_parse(const mod_source_link **out, cc_span json,
                                          cc_arena *arena);

/* Returns the document's path below the repository's top by entry `index`, in the arena; NULL when
 * the entry does not match. `document` has '/' for '\\'. */
char *mod_source_link_path(const mod_source_link *links, uint32_t index, cc_str document,
                           cc_arena *arena);

#endif
