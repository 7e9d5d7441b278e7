/* Modules by ModuleID: made at first sight, looked up without a lock. See prof.h.
 *
 * A table of chains; entries are pushed at the head and never taken out, so readers need nothing
 * but acquire loads. An unloaded module's entry gets id 0 and stays; its method table goes back to
 * its image.
 * Modules in memory are decided about when one of their methods is first compiled, inlined or
 * looked up: symbols given to Assembly.Load are attached after ModuleLoadFinished. Those that carry
 * precompiled code cannot wait. */
#include <stdlib.h>
#include <string.h>

#include "profiler/prof_image.h"

static _Atomic(prof_module *) *bucket_of(prof_profiler *p, prof_id id) {
    /* ModuleIDs are addresses: the low bits say nothing. */
    uint64_t mixed = (uint64_t)id * 0x9E3779B97F4A7C15u;
    return &p->buckets[(mixed >> 32) % PROF_BUCKETS];
}

static prof_module *find(prof_profiler *p, prof_id id) {
    prof_module *module = atomic_load_explicit(bucket_of(p, id), memory_order_acquire);
    while (module != NULL && atomic_load_explicit(&module->id, memory_order_acquire) != id) {
        module = module->next;
    }
    return module;
}

/* --- making an entry -------------------------------------------------------------------------- */

/* A cleared table, of an unloaded module when there is one. Under the lock. */
static prof_method *take_methods(prof_image *image) {
    size_t count = (size_t)image->method_count + 1;
    if (image->idle_count > 0) {
        prof_method *methods = image->idle[--image->idle_count];
        memset(methods, 0, count * sizeof *methods);
        return methods;
    }
    return calloc(count, sizeof(prof_method));
}

/* Under the lock. NULL when out of memory. */
static prof_module *publish(prof_profiler *p, prof_id id, uint32_t flags, prof_image *image) {
    prof_module *module = calloc(1, sizeof *module);
    if (module == NULL) {
        return NULL;
    }
    if (image != NULL) {
        module->methods = take_methods(image);
        module->image = module->methods != NULL ? image : NULL;
    }
    module->flags = flags;
    atomic_init(&module->id, id);
    _Atomic(prof_module *) *bucket = bucket_of(p, id);
    module->next = atomic_load(bucket);
    atomic_store_explicit(bucket, module, memory_order_release);
    return module;
}

static void forget(prof_sight *sight) {
    cc_buf_free(&sight->facts.path);
    cc_buf_free(&sight->symbols);
    cc_buf_free(&sight->name);
}

/* The name of a dynamic module's assembly. It is attached to one only after it was loaded. */
static bool look_dynamic(prof_profiler *p, bool is_loading, prof_sight *out) {
    bool has_name = out->facts.assembly != 0 &&
                    PROF_OK(prof_info_assembly_name(&p->info, out->facts.assembly, &out->name)) &&
                    out->name.len > 0;
    return has_name || !is_loading;
}

/* Precompiled code, as in a bundle, may run without any compile to wait for. */
static bool look_in_memory(prof_profiler *p, prof_id id, bool is_loading, prof_sight *out) {
    if (is_loading && (out->facts.flags & PROF_MODULE_NATIVE) == 0) {
        return false;
    }
    (void)prof_info_symbols(&p->info, id, &out->symbols); /* without them: empty */
    return true;
}

/* Everything the runtime must be asked for. False when it does not tell, or it is too early. */
static bool look(prof_profiler *p, prof_id id, bool is_loading, prof_sight *out) {
    *out = (prof_sight){0};
    if (!PROF_OK(prof_info_module(&p->info, id, &out->facts))) {
        return false;
    }
    bool is_seen = true;
    if ((out->facts.flags & PROF_MODULE_DYNAMIC) != 0) {
        is_seen = look_dynamic(p, is_loading, out);
    } else if ((out->facts.flags & PROF_MODULE_DISK) == 0) {
        is_seen = look_in_memory(p, id, is_loading, out);
    }
    if (!is_seen) {
        forget(out);
    }
    return is_seen;
}

/* Precompiled code of a module in scope must not be used: ask to be asked about it. */
static void ask_for_searches(prof_profiler *p, const prof_module *module) {
    if (module->image == NULL || (module->flags & PROF_MODULE_NATIVE) == 0 ||
        atomic_exchange(&p->sees_cache_searches, true)) {
        return;
    }
    uint32_t mask =
        PROF_MONITOR_MODULE_LOADS | PROF_MONITOR_JIT_COMPILATION | PROF_MONITOR_CACHE_SEARCHES;
    if (!PROF_OK(prof_info_set_events(&p->info, mask))) {
        cc_err err = cov_writer_note(
            p->writer, CC_STR("the runtime does not let precompiled code be refused: methods that "
                              "were compiled ahead of time are not measured"));
        (void)err;
    }
}

/* All bodies at once where code is compiled once: a refused inline would stay refused. */
static void set_all(prof_profiler *p, prof_module *module) {
    bool is_once = p->is_compiled_once || (module->flags & PROF_MODULE_COLLECTIBLE) != 0;
    for (uint32_t row = 1; module->image != NULL && is_once && row <= module->image->method_count;
         row++) {
        (void)prof_method_set(p, module, row);
    }
}

/* The entry of a module that was not there a moment ago. */
static prof_module *enter(prof_profiler *p, prof_id id, const prof_sight *sight, bool *is_new) {
    bool is_exact = p->session.settings.hits == COV_HITS_EXACT;
    prof_image *image = NULL;
    (void)pthread_mutex_lock(&p->lock);
    prof_module *module = find(p, id);
    if (module == NULL) {
        image = prof_image_see(p, sight);
        module = image != NULL && is_exact ? NULL : publish(p, id, sight->facts.flags, image);
        *is_new = module != NULL;
    }
    (void)pthread_mutex_unlock(&p->lock);
    if (module == NULL && image != NULL && is_exact) {
        bool is_ready = prof_exact_prepare(p, id, image);
        (void)pthread_mutex_lock(&p->lock);
        module = find(p, id);
        if (module == NULL) {
            module = publish(p, id, sight->facts.flags, is_ready ? image : NULL);
            *is_new = module != NULL;
        }
        (void)pthread_mutex_unlock(&p->lock);
    }
    return module;
}

static prof_module *see(prof_profiler *p, prof_id id, bool is_loading) {
    prof_module *module = id != 0 ? find(p, id) : NULL;
    if (module != NULL) {
        return module;
    }
    prof_sight sight;
    if (id == 0 || !look(p, id, is_loading, &sight)) {
        return NULL;
    }
    bool is_new = false;
    module = enter(p, id, &sight, &is_new);
    forget(&sight);
    if (module != NULL) {
        ask_for_searches(p, module);
    }
    if (is_new) {
        set_all(p, module);
    }
    return module;
}

prof_module *prof_module_see(prof_profiler *p, prof_id id) {
    return see(p, id, false);
}

/* --- callbacks -------------------------------------------------------------------------------- */

void prof_module_loaded(prof_profiler *p, prof_id id) {
    (void)see(p, id, true);
}

void prof_module_unloaded(prof_profiler *p, prof_id id) {
    (void)pthread_mutex_lock(&p->lock);
    prof_module *module = id != 0 ? find(p, id) : NULL;
    if (module != NULL) {
        atomic_store_explicit(&module->id, 0, memory_order_release);
        prof_image *image = module->image;
        void *idle = image != NULL ? (void *)image->idle : NULL;
        if (image != NULL &&
            cc_grow(&idle, &image->idle_cap, image->idle_count + 1, sizeof *image->idle)) {
            image->idle = (prof_method **)idle;
            image->idle[image->idle_count++] = module->methods;
        }
    }
    (void)pthread_mutex_unlock(&p->lock);
}
