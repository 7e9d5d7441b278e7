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

/* Decides whether the module is in scope, writes its record unless the same was written before, and
 * gives its image; NULL when it is not in scope. Under p->lock; does not call the runtime. In exact
 * mode the image may be without a probe yet: prof_image_with_probe(). The image is not used by that
 * alone. */
prof_image *prof_image_see(prof_profiler *p, const prof_sight *sight);

/* Opens what the runtime has in memory; the bytes are the runtime's. */
CC_NODISCARD cc_err prof_image_open_memory(md_image **out, const prof_module_facts *facts,
                                           cc_arena *arena);

/* Of a module that is not in scope: what the header of its precompiled code says (prof_native.c). Under
 * p->lock; does not call the runtime. */
prof_foreign prof_foreign_look(prof_profiler *p, const prof_sight *sight);

/* --- life (prof_images.c), all under p->lock --- */

/* An image is used by each module that has it, and by whoever needs it beyond the lock. Without a
 * user it may be freed at any prof_image_drop(). */
prof_image *prof_image_use(prof_image *image);
void prof_image_drop(prof_profiler *p, prof_image *image);
/* Into the list, and out of memory for one that never was in it (NULL is fine). */
void prof_images_add(prof_profiler *p, prof_image *image);
void prof_image_free(prof_image *image);
/* The known image of the same stored image and PDB; NULL: none. */
prof_image *prof_images_same(const prof_profiler *p, const ctr_module_record *record);
/* The known image of the same file, whose bytes were opened as `like`; NULL: none. */
prof_image *prof_images_of_file(const prof_profiler *p, const md_image *like, cc_span bytes);
/* The image for modules whose probes are like that: itself or a variant. NULL when out of memory. */
prof_image *prof_image_with_probe(prof_profiler *p, prof_image *original, const rw_probe *probe);

#endif
