/* Images in scope: from a module of the runtime to parsed bytes that nobody can change any more.
 *
 * What is read is what the process runs: the runtime's own copy. An image that the runtime laid out
 * by sections is stored as its file, when that has the same MVID, else as it lies in memory. The
 * bytes are stored in the session and read from there afterwards, so that a build that overwrites
 * the file, or unloading the module, does not matter; modules loaded again from the same bytes
 * share one image. */
#ifndef PROF_IMAGE_H
#define PROF_IMAGE_H

#include "profiler/prof.h"

/* What the runtime says of a module, asked for before the lock is taken. */
typedef struct prof_sight {
    prof_module_facts facts;
    cc_buf symbols; /* of Assembly.Load(image, symbols); empty: none */
    cc_buf name;    /* simple name of a dynamic assembly, whose module has no path; else empty */
} prof_sight;

/* Decides whether the module is in scope, writes its record, and gives its image; NULL when it is
 * not in scope. Under p->lock; does not call the runtime. In exact mode each module has an image of
 * its own, and its `probe` is not filled yet. */
prof_image *prof_image_see(prof_profiler *p, const prof_sight *sight);

#endif
