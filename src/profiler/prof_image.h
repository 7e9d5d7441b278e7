/* Images in scope: from a module of the runtime to parsed bytes that cannot change any more.
 *
 * The bytes read are those that the process runs: the runtime's own copy. An image that the runtime
 * laid out by sections is stored as its file, if that has the same MVID, else in its layout in
 * memory. The bytes are stored in the session and read from there afterwards, so that they stay
 * valid when a build overwrites the file or the module is unloaded; modules loaded again from the
 * same bytes share one image. */
#ifndef PROF_IMAGE_H
#define PROF_IMAGE_H

#include "profiler/prof.h"

/* The runtime's information about a module, read before the lock is taken. */
typedef struct prof_sight {
    prof_module_facts facts;
    cc_buf symbols; /* of Assembly.Load(image, symbols); empty: none */
    /* simple name of a dynamic assembly, whose module has no path; else empty */
    cc_buf name;
    bool is_announced; /* its load is being announced: none of its code was compiled */
} prof_sight;

/* Decides whether the module is in scope, writes its record unless the same was written before, and
 * returns its image; NULL when it is not in scope. Under p->lock; does not call the runtime. In
 * exact mode the image may have no probe yet: prof_image_with_probe(). Does not count as a use of
 * the image. */
prof_image *prof_image_see(prof_profiler *p, const prof_sight *sight);

/* Opens the runtime's image in memory; the bytes belong to the runtime. */
CC_NODISCARD cc_err prof_image_open_memory(md_image **out, const prof_module_facts *facts,
                                           cc_arena *arena);

/* Reads the header of the precompiled code of a module that is not in scope (prof_native.c). Under
 * p->lock; does not call the runtime. */
prof_foreign prof_foreign_look(prof_profiler *p, const prof_sight *sight);

/* --- lifetime (prof_images.c), all under p->lock --- */

/* Each module that has an image, and each thread that needs it beyond the lock, uses it. Without a
 * user any prof_image_drop() may free it. */
prof_image *prof_image_use(prof_image *image);
void prof_image_drop(prof_profiler *p, prof_image *image);
/* Adds an image to the list; frees one that never was in it (NULL is allowed). */
void prof_images_add(prof_profiler *p, prof_image *image);
void prof_image_free(prof_image *image);
/* The known image with the same stored image and PDB; NULL: none. */
prof_image *prof_images_same(const prof_profiler *p, const ctr_module_record *record);
/* The known image of the same file, whose bytes were opened as `like`; NULL: none. */
prof_image *prof_images_of_file(const prof_profiler *p, const md_image *like, cc_span bytes);
/* The image for a module with such probes: `original` or a variant. Only the first module of an
 * image may count in lanes. NULL when another module was first, or out of memory. */
struct prof_form;
prof_image *prof_image_with_probe(prof_profiler *p, prof_image *original, prof_id module,
                                  const struct prof_form *form);

#endif
