/* Types and names over all builds of a suite. Internal to the room. */
#ifndef IMP_GRAPH_H
#define IMP_GRAPH_H

#include "coverage/impact/imp_internal.h"

void imp_graph_open(imp_graph *out, const imp_state *s);
/* A graph of zeros is allowed. */
void imp_graph_close(imp_graph *graph);
/* The first of the types with this identity: assemblies may have types of one name (imp_type.same). A
 * change of one of them counts for all, since names do not tell them apart. */
imp_type *imp_graph_find(const imp_graph *graph, uint64_t identity);
/* Adds the type, its bases and interfaces, and the types derived from it to the set (identity ->
 * `value`), as far as they are of the project. */
void imp_graph_add_family(const imp_graph *graph, uint64_t type, cc_map *set, void *value);
/* Adds the type, its bases and interfaces. */
void imp_graph_add_bases(const imp_graph *graph, uint64_t type, cc_map *set, void *value);
/* Adds the type and all types with a field of it, or of one of those, and so on. */
void imp_graph_add_holders(const imp_graph *graph, uint64_t type, cc_map *set, void *value);
/* Some base or interface of the type is neither of the project nor of the framework's namespace
 * System. */
bool imp_graph_has_outer_base(const imp_graph *graph, uint64_t type);

#endif
