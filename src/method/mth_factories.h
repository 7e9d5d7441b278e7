/* Factories of values that are made once: what is passed to Lazy<T> and to GetOrAdd. Internal to
 * this room. */
#ifndef MTH_FACTORIES_H
#define MTH_FACTORIES_H

#include "metadata/md.h"

/* Sets out[rid] for each method of the assembly that some body passes as a factory; `out` has an entry
 * for each MethodDef and one more. Bodies that cannot be decoded have none. Memory of `arena` for
 * scratch. */
void mth_find_factories(const md_image *image, bool *out, cc_arena *arena);

#endif
