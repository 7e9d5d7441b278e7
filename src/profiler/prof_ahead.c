/* Methods whose bodies are made before the program calls them; see prof_body.h.
 *
 * Planning a method takes 8 us between two methods that the JIT compiles, because the JIT and the
 * library evict each other from the caches, and 2 us after another method. So with a method the
 * library makes the bodies of the next methods of its type. That pays where the program calls about
 * half of them, and the library makes no others ahead where it calls fewer. */
#include "profiler/prof_body.h"

enum { MOST_AHEAD = 7, LARGEST = 512 /* bytes of code */, FREE_TRIES = 1024, WORTH = 2 };

cc_span prof_find_in_image(const prof_image *image, uint32_t row) {
    md_methoddef method;
    cc_span there = {NULL, 0};
    if (md_get_methoddef(md_image_tables(image->image), row, &method) != CC_OK || method.rva == 0 ||
        md_image_at_rva(image->image, method.rva, &there) != CC_OK) {
        return (cc_span){NULL, 0};
    }
    return there;
}

/* Returns the number of bytes of code in the header of the body (II.25.4); 0: there is no body. */
static uint32_t code_size(const prof_image *image, uint32_t row) {
    enum { KIND = 3, SHORT_HEADER = 2, SHORT_SHIFT = 2, SIZE_AT = 4, SIZE_SIZE = 4 };
    uint32_t size = 0;
    cc_span body = prof_find_in_image(image, row);
    if (body.len > 0 && (body.data[0] & KIND) == SHORT_HEADER) {
        return body.data[0] >> SHORT_SHIFT;
    }
    return cc_span_slice(body, SIZE_AT, SIZE_SIZE, &body) && cc_span_u32(&body, &size) ? size : 0;
}

/* A body that is never set takes counters: not where these are many, as exact counts have. */
static bool may_make_ahead(const prof_profiler *p, const prof_module *module) {
    const ses_settings *settings = &p->session.settings;
    return settings->hits == CTR_HITS_ONCE && settings->stress == SES_STRESS_NONE &&
           !module->by_rejit && module->image->pdb != NULL && module->image->tests == NULL;
}

static bool pays(const prof_image *image) {
    uint32_t made = atomic_load_explicit(&image->ahead_made, memory_order_relaxed);
    uint32_t used = atomic_load_explicit(&image->ahead_used, memory_order_relaxed);
    return made <= FREE_TRIES + WORTH * used;
}

uint32_t prof_last_ahead(const prof_profiler *p, const prof_module *module, uint32_t row) {
    const prof_image *image = module->image;
    if (!may_make_ahead(p, module) || !pays(image)) {
        return row;
    }
    const md_tables *tables = md_image_tables(image->image);
    uint32_t type = md_owner_of_method(tables, row);
    uint32_t last = row;
    while (last < image->method_count && last < row + MOST_AHEAD &&
           md_owner_of_method(tables, last + 1) == type && code_size(image, last + 1) <= LARGEST) {
        last++;
    }
    return last;
}
