/* Bodies that the library sets before the methods are compiled. See prof.h.
 *
 * The library refuses once to inline a callee whose body is not set (prof_jit.c). A caller that is
 * compiled again for a higher tier then inlines the callee. In a caller that is compiled once and
 * optimised the call remains, and costs several times the work of a small callee. So the library
 * sets bodies early where code is compiled once. It sets all bodies of a module if all code is
 * compiled once (tiering off, collectible contexts). After the first single caller of that kind in
 * the process (DynamicMethod, compiled expressions, AggressiveOptimization), it sets the small
 * bodies of every optimised module. Stubs of the runtime do not count: their other work costs more
 * than the call, and every process has some. */
#include "profiler/prof.h"

/* Bytes of code. The JIT inlines bodies up to 16 bytes at every call, and seldom bodies with locals
 * or clauses, which a short header cannot have (II.25.4.2). A program may have thousands of methods
 * between the two sizes that it never calls. It is worthwhile to set them for callers that were
 * marked by hand, not for the code that serializers emit. */
enum { ALWAYS_INLINED = 16, MAX_OF_SHORT_HEADER = 63, ALL = UINT16_MAX };

static bool is_small(const prof_image *image, uint32_t row, uint32_t size) {
    enum { SHORT_HEADER = 2, HEADER_KIND = 3, SIZE_SHIFT = 2 };
    md_methoddef method;
    cc_span body;
    return md_get_methoddef(md_image_tables(image->image), row, &method) == CC_OK &&
           method.rva != 0 && md_image_at_rva(image->image, method.rva, &body) == CC_OK &&
           body.len > 0 && (body.data[0] & HEADER_KIND) == SHORT_HEADER &&
           body.data[0] >> SIZE_SHIFT <= size;
}

static void set_bodies(prof_profiler *p, prof_module *module, uint32_t size) {
    for (uint32_t row = 1; row <= module->image->method_count; row++) {
        if (size == ALL || is_small(module->image, row, size)) {
            (void)prof_method_set(p, module, row);
        }
    }
}

/* Skips modules that another thread may be unloading: the library must not ask the runtime about
 * them. All their bodies were set at their load. */
static void set_small(prof_profiler *p, prof_module *module, void *context) {
    (void)context;
    if (module->image != NULL && (module->flags & PROF_MODULE_COLLECTIBLE) == 0 &&
        module->image->is_optimised) {
        set_bodies(p, module, atomic_load(&p->early_size));
    }
}

void prof_early_module(prof_profiler *p, prof_module *module) {
    bool is_once = p->is_compiled_once || (module->flags & PROF_MODULE_COLLECTIBLE) != 0;
    if (module->image != NULL && is_once) {
        set_bodies(p, module, ALL);
    } else if (atomic_load(&p->early_size) > 0) {
        set_small(p, module, NULL);
    }
}

/* A module entry that is made meanwhile either reads the new size or is visited here. */
static void raise_size(prof_profiler *p, uint32_t size) {
    uint32_t now = atomic_load(&p->early_size);
    while (now < size && !atomic_compare_exchange_weak(&p->early_size, &now, size)) {
    }
    if (now < size) {
        prof_module_each(p, set_small, NULL);
    }
}

void prof_early_caller(prof_profiler *p) {
    raise_size(p, MAX_OF_SHORT_HEADER);
}

/* Stubs for marshalling and delegates; MethodInfo.Invoke. */
static bool is_stub(const prof_profiler *p, prof_id function) {
    cc_buf name = {0};
    bool is_one = PROF_OK(prof_info_dynamic_name(&p->info, function, &name)) &&
                  (cc_str_starts(cc_buf_str(&name), "IL_STUB_") ||
                   cc_str_starts(cc_buf_str(&name), "InvokeStub_"));
    cc_buf_free(&name);
    return is_one;
}

void prof_early_dynamic_caller(prof_profiler *p, prof_id function) {
    if (atomic_load(&p->early_size) == 0 && !is_stub(p, function)) {
        raise_size(p, ALWAYS_INLINED);
    }
}

bool prof_early_is_caller(const prof_module *module, uint32_t row) {
    /* II.23.1.11 and System.Runtime.CompilerServices */
    md_methoddef method;
    return md_get_methoddef(md_image_tables(module->image->image), row, &method) == CC_OK &&
           (method.impl_flags & MD_IMPL_AGGRESSIVE_OPTIMIZATION) != 0;
}
