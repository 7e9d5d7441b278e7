/* The images in scope: their users, equal images, and images that may be freed. See prof_image.h.
 *
 * The library keeps an image whose last module was unloaded for a while: a plug-in is often loaded
 * again. A program that loads new assemblies without end would fill its address space (two mappings
 * each; the system allows some 65,000), so the library keeps only the latest unused images. The
 * counts of a freed image are in the counters file; if its assembly is loaded again, it gets new
 * counters. */
#include <stdlib.h>
#include <string.h>

#include "profiler/prof_exact.h"
#include "profiler/prof_image.h"

enum { MAX_IDLE = 256 };

void prof_image_free(prof_image *image) {
    if (image == NULL) {
        return;
    }
    for (uint32_t i = 0; image->bodies != NULL && i < image->method_count; i++) {
        prof_body_free(atomic_load(&image->bodies[i]));
    }
    free(image->bodies);
    prof_exact_free(image->exact);
    cc_arena_free(image->arena);
    cc_file_unmap(&image->files[0]);
    cc_file_unmap(&image->files[1]);
    free(image);
}

static bool is_same(const prof_image *image, const ctr_module_record *record) {
    return image->original == NULL && (image->pdb != NULL) == (record->reason == CTR_MEASURED) &&
           memcmp(&image->image_hash, &record->image_hash, sizeof image->image_hash) == 0 &&
           memcmp(&image->pdb_hash, &record->pdb_hash, sizeof image->pdb_hash) == 0;
}

prof_image *prof_images_same(const prof_profiler *p, const ctr_module_record *record) {
    prof_image *image = p->images;
    while (image != NULL && !is_same(image, record)) {
        image = image->next;
    }
    return image;
}

/* Hashes the bytes only if the other facts are equal: the library never reads most images
 * completely. */
prof_image *prof_images_of_file(const prof_profiler *p, const md_image *like, cc_span bytes) {
    uint8_t mvid[16];
    uint8_t other[16];
    if (md_mvid(md_image_tables(like), mvid) != CC_OK) {
        return NULL;
    }
    for (prof_image *image = p->images; image != NULL; image = image->next) {
        if (image->original != NULL || image->pdb == NULL || image->is_mapped_layout ||
            image->files[0].bytes.len != bytes.len ||
            md_mvid(md_image_tables(image->image), other) != CC_OK ||
            memcmp(mvid, other, sizeof mvid) != 0) {
            continue;
        }
        cc_hash128 hash = cc_hash128_of(bytes);
        if (memcmp(&image->image_hash, &hash, sizeof hash) == 0) {
            return image;
        }
    }
    return NULL;
}

void prof_images_add(prof_profiler *p, prof_image *image) {
    image->next = p->images;
    p->images = image;
}

/* --- users ------------------------------------------------------------------------------------ */

prof_image *prof_image_use(prof_image *image) {
    image->users++;
    return image;
}

/* Removes the image that has been unused for the longest time from the list if there are too many;
 * NULL otherwise. */
static prof_image *take_surplus(prof_profiler *p) {
    prof_image **oldest = NULL;
    size_t idle = 0;
    for (prof_image **at = &p->images; *at != NULL; at = &(*at)->next) {
        if ((*at)->users == 0) {
            idle++;
            oldest = oldest == NULL || (*at)->idle_since < (*oldest)->idle_since ? at : oldest;
        }
    }
    if (idle <= MAX_IDLE) {
        return NULL;
    }
    prof_image *image = *oldest;
    *oldest = image->next;
    return image;
}

void prof_image_drop(prof_profiler *p, prof_image *image) {
    while (image != NULL && --image->users == 0) {
        image->idle_since = ++p->images_idled;
        prof_image *surplus = take_surplus(p);
        image = surplus != NULL ? surplus->original : NULL; /* a variant was using it */
        prof_image_free(surplus);
    }
}

/* --- variants --------------------------------------------------------------------------------- */

static bool has_probe(const prof_image *image, const rw_probe *probe) {
    return image->has_probe && image->probe.kind == probe->kind &&
           image->probe.token == probe->token;
}

static prof_image *make_variant(prof_profiler *p, prof_image *original) {
    prof_image *image = calloc(1, sizeof *image);
    if (image == NULL) {
        return NULL;
    }
    *image = *original;
    image->users = 0;
    image->arena = NULL;
    image->exact = NULL;
    image->files[0] = image->files[1] = (cc_mapped_file){0};
    image->bodies = calloc((size_t)image->method_count + 1, sizeof *image->bodies);
    if (image->bodies == NULL) {
        free(image);
        return NULL;
    }
    image->original = prof_image_use(original);
    prof_images_add(p, image);
    return image;
}

static bool set_probe(prof_image *image, prof_id module, const prof_form *form) {
    if (rw_has_lane(&form->probe) && (image->exact = prof_exact_new(module, image, form)) == NULL) {
        return false;
    }
    image->probe = form->probe;
    image->has_probe = true;
    return true;
}

static prof_image *variant(prof_profiler *p, prof_image *original, prof_id module,
                           const prof_form *form) {
    prof_image *image = p->images;
    while (image != NULL && (image->original != original || !has_probe(image, &form->probe))) {
        image = image->next;
    }
    if (image == NULL && (image = make_variant(p, original)) != NULL) {
        (void)set_probe(image, module, form); /* atomic: cannot fail */
    }
    return image;
}

prof_image *prof_image_with_probe(prof_profiler *p, prof_image *original, prof_id module,
                                  const prof_form *form) {
    bool has_lanes = rw_has_lane(&form->probe);
    if (!original->has_probe) {
        return set_probe(original, module, form) ? original : NULL;
    }
    if (has_lanes) {
        return NULL;
    }
    return has_probe(original, &form->probe) ? original : variant(p, original, module, form);
}

prof_image *prof_image_for(prof_profiler *p, prof_image *original, prof_id module) {
    prof_image_tests *tests = original != NULL ? original->tests : NULL;
    if (tests == NULL) {
        return original;
    }
    if (!tests->has_module) {
        tests->has_module = true;
        return original;
    }
    const prof_form same = {.probe = original->probe};
    return variant(p, original, module, &same);
}
