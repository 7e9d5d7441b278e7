/* What an assembly says of itself, apart from its code: what rules for assemblies are matched with,
 * its target framework, and whether another tool has rewritten it. Views of the tables or of the
 * arena; threads: immutable. */
#ifndef MOD_ASSEMBLY_H
#define MOD_ASSEMBLY_H

#include "base/cc_arena.h"
#include "metadata/md.h"

typedef struct mod_assembly {
    cc_str company;   /* AssemblyCompanyAttribute; "" without */
    cc_str framework; /* TargetFrameworkAttribute, ".NETCoreApp,Version=v8.0"; "" without */
    char key[17];     /* public key token in lower-case hexadecimal digits; "" without */
} mod_assembly;

void mod_assembly_read(const md_tables *tables, mod_assembly *out);
/* The token of a public key (ECMA-335 II.6.2.1.3): the last eight bytes of its SHA-1, the last one
 * first. "" for an empty key. */
void mod_key_token(cc_span key, char out[17]);
/* The first argument, a string, of the attribute of this class on the assembly; "" when there is
 * none, or null. ECMA-335 II.23.3. */
cc_str mod_assembly_text(const md_tables *tables, const char *attribute);
/* coverlet's tracker is in it: its code counts for coverlet, and its points are of the image
 * before. */
bool mod_is_rewritten_by_coverlet(const md_tables *tables);

#endif
