/* The texts of a module's documents, when the compiled file exists or the compiler embedded it in
 * the PDB. The first request for a text reads it, with the preprocessor symbols that the PDB
 * records.
 *
 * Threads: call mod_sources_open() first; then any thread may get texts. Texts stay until
 * mod_close(). */
#ifndef MOD_SOURCE_H
#define MOD_SOURCE_H

#include "coverage/module/mod.h"
#include "source/src_text.h"

/* Call it after mod_compare_checksums(). A second call does nothing. */
void mod_sources_open(mod_module *module);
void mod_sources_close(mod_module *module);
/* Returns the text, with all its tokens read. NULL: the file does not exist, was changed since, or
 * is in a language that clrcov does not read. A lack of memory counts as a missing file. */
const src_text *mod_source_text(const mod_module *module, uint32_t document);
/* Sets the text that the compiler embedded, when it has the document's checksum: in the arena, or
 * borrowed from the module. False: there is none. */
bool mod_source_embedded(const mod_module *module, uint32_t document, cc_arena *arena, cc_str *out);

/* Where the point starts and ends in its text. */
static inline src_place mod_start_of(const pdb_point *point) {
    return (src_place){point->start_line, point->start_column};
}

static inline src_place mod_end_of(const pdb_point *point) {
    return (src_place){point->end_line, point->end_column};
}

#endif
