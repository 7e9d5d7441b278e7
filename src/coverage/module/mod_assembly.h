/* Facts of an assembly apart from its code: the facts that rules for assemblies match, its target
 * framework, and whether another tool has rewritten it. Strings are views of the tables. Threads:
 * immutable. */
#ifndef MOD_ASSEMBLY_H
#define MOD_ASSEMBLY_H

#include "base/cc_arena.h"
#include "metadata/md.h"

typedef struct mod_assembly {
    cc_str company; /* AssemblyCompanyAttribute; "" if absent */
    /* TargetFrameworkAttribute, ".NETCoreApp,Version=v8.0"; "" if absent */
    cc_str framework;
    char key[17]; /* public key token in lower-case hexadecimal digits; "" if absent */
} mod_assembly;

void mod_assembly_read(const md_tables *tables, mod_assembly *out);
/* Computes the token of a public key (ECMA-335 II.6.2.1.3): the last eight bytes of its SHA-1, in
 * reverse order. "" for an empty key. */
void mod_key_token(cc_span key, char out[17]);
/* Returns the first argument, a string, of the attribute of this class on the assembly; "" when it
 * is absent or null. ECMA-335 II.23.3. */
cc_str mod_assembly_text(const md_tables *tables, const char *attribute);
/* The assembly contains coverlet's tracker: its code counts for coverlet, and its points belong to
 * the image before coverlet's rewriting. */
bool mod_is_rewritten_by_coverlet(const md_tables *tables);

#endif
