/* The texts of a module's documents, where the file that was compiled is there, or the compiler
 * embedded it in the PDB: it is read when somebody asks for it first, with the symbols that the PDB
 * says the compiler was given.
 *
 * Threads: mod_sources_open() comes first; then any thread may ask. Texts stay until the module is
 * closed. */
#ifndef MOD_SOURCE_H
#define MOD_SOURCE_H

#include "coverage/module/mod.h"
#include "source/src_text.h"

/* Call it behind mod_compare_checksums(). A second call does nothing. CC_E_NOMEM. */
CC_NODISCARD cc_err mod_sources_open(mod_module *module);
void mod_sources_close(mod_module *module);
/* The text, with all its tokens read; NULL: it is not there, was changed since, or is in no
 * language that is read. Out of memory counts as not there. */
const src_text *mod_source_text(const mod_module *module, uint32_t document);
/* The text that the compiler embedded, when it has the document's checksum: in the arena, or
 * borrowed from the module. False: there is none. */
bool mod_source_embedded(const mod_module *module, uint32_t document, cc_arena *arena, cc_str *out);

#endif
