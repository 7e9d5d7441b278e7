/* Images in scope: from a module of the runtime to parsed bytes that can no longer change.
 *
 * The library reads the bytes that the process runs: the runtime's own copy. It stores an image
 * that the runtime laid out by sections as its file, if the file has the image's MVID, else in its
 * layout in memory. It stores the bytes in the session and then reads them from there, so that they
 * stay valid when a build overwrites the file or the module is unloaded. Modules loaded again from
 * equal bytes share one image. */
#ifndef PROF_IMAGE_H
#define PROF_IMAGE_H

#include "profiler/prof.h"

/* The runtime's information about a module, read before the lock is taken. */
typedef struct prof_sight {
    prof_module_facts facts;
    cc_buf symbols; /* of Assembly.Load(image, symbols); empty: none */
    /* simple name of a dynamic assembly, whose module has no path; else empty */
    cc_buf name;
    bool is_announced; /* the runtime is announcing its load: none of its code was compiled */
} prof_sight;

/* Decides whether the module is in scope, writes its record unless an equal record exists, and
 * returns its image; NULL when it is not in scope. Under p->lock; does not call the runtime. In
 * exact mode the image may have no probe yet: prof_image_with_probe(). Does not count as a use of
 * the image. */
prof_image *prof_image_see(prof_profiler *p, const prof_sight *sight);

/* Opens the runtime's image in memory; the bytes belong to the runtime. */
CC_NODISCARD cc_err prof_image_open_memory(md_image **out, const prof_module_facts *facts,
                                           cc_arena *arena);

/* Reads the header of the precompiled code of a module that is not in scope (prof_native.c).
 * Under p->lock; does not call the runtime. */
prof_foreign prof_foreign_look(prof_profiler *p, const prof_sight *sight);

/* --- lifetime (prof_images.c), all under p->lock --- */

/* Each module that has an image, and each thread that needs it beyond the lock, uses it. Any
 * prof_image_drop() may free an image without a user. */
prof_image *prof_image_use(prof_image *image);
void prof_image_drop(prof_profiler *p, prof_image *image);
/* Adds an image to the list; frees an image that was never in the list (NULL is allowed). */
void prof_images_add(prof_profiler *p, prof_image *image);
void prof_image_free(prof_image *image);
/* Returns the known image with an equal stored image and PDB; NULL: none. */
prof_image *prof_images_same(const prof_profiler *p, const ctr_module_record *record);
/* Returns the known image of this file, whose bytes were opened as `like`; NULL: none. */
prof_image *prof_images_of_file(const prof_profiler *p, const md_image *like, cc_span bytes);
/* Returns the image for a module with such probes: `original` or a variant. Only the first module
 * of an image may count in lanes. NULL when another module was first, or when out of memory. */
struct prof_form;
prof_image *prof_image_with_probe(prof_profiler *p, prof_image *original, prof_id module,
                                  const struct prof_form *form);
/* Returns the image for a module whose probes need no token: `original` (NULL is allowed). But where
 * its test methods have calls, only its first module has the tokens; the later ones share a variant
 * without calls. NULL when out of memory. */
prof_image *prof_image_for(prof_profiler *p, prof_image *original, prof_id module);

#endif
