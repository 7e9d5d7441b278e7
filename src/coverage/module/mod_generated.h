/* Generated code: what source generators, designers of forms and data, and compilers of templates
 * and protocols wrote. The path of a document in the PDB decides, or an attribute in the metadata,
 * so the result is the same whether the generated files are on disk or not. Pure functions. */
#ifndef MOD_GENERATED_H
#define MOD_GENERATED_H

#include "base/cc_span.h"

/* Why a source file is generated, by its path relative to the source root (or its whole path when
 * it is elsewhere): it is below a folder `obj`, or is named *.g.cs, *.g.i.cs and the like. NULL: it
 * is not. */
const char *mod_generated_path(cc_str path);
/* A view: the user's file, whatever attributes the class has that is compiled from it. */
bool mod_is_view(cc_str path);

typedef enum mod_generator {
    MOD_BY_USER,
    MOD_BY_TOOL,   /* [GeneratedCode] */
    MOD_BY_PROTOC, /* [GeneratedCode] of protoc or its plug-in for gRPC, which write whole files */
    MOD_BY_MIGRATIONS /* Entity Framework's migrations and the snapshot of its model */
} mod_generator;
/* Who wrote an element that has an attribute of this full name and value (the blob of ECMA-335
 * II.23.3). */
mod_generator mod_generated_attribute(cc_str full_name, cc_span value);
/* The same in words; "" for the user's code. */
const char *mod_generator_text(mod_generator generator);

#endif
