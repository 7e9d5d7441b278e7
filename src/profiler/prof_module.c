/* Modules by ModuleID: made at their first callback, looked up without a lock. See prof.h.
 *
 * A table of chains; entries are pushed at the head and never removed, so readers need only acquire
 * loads. Each entry counts its holders: the runtime, from loading to ModuleUnloadFinished, and each
 * callback that works on it. The last release frees the module's data; the entry is then free for
 * the next module of its bucket. A reader that found an entry by its id holds the entry only if it
 * still has another holder. The reader then compares the id again: the entry may have been reused
 * in between.
 *
 * The library decides about a module in memory when one of its methods is first compiled, inlined
 * or looked up: symbols given to Assembly.Load are attached after ModuleLoadFinished. For modules
 * with precompiled code the decision cannot wait. */
#include <stdlib.h>
#include <string.h>

#include "profiler/prof_exact.h"
#include "profiler/prof_image.h"
#include "profiler/prof_rejit.h"
#include "profiler/prof_work.h"

static _Atomic(prof_module *) *bucket_of(prof_profiler *p, prof_id id) {
    /* Hashes a ModuleID: ModuleIDs are addresses, so their low bits are equal. */
    uint64_t mixed = (uint64_t)id * 0x9E3779B97F4A7C15u;
    return &p->buckets[(mixed >> 32) % PROF_BUCKETS];
}

bool prof_module_hold(prof_module *module) {
    unsigned users = atomic_load(&module->users);
    while (users != 0) {
        if (atomic_compare_exchange_weak(&module->users, &users, users + 1)) {
            return true;
        }
    }
    return false;
}

/* Frees the entry's data. Under the lock, and without holders. */
static void free_data(prof_profiler *p, prof_module *module) {
    free(module->methods);
    prof_image_drop(p, module->image);
    module->methods = NULL;
    module->image = NULL;
    module->is_free = true;
}

static bool was_last(prof_module *module) {
    return atomic_fetch_sub(&module->users, 1) == 1;
}

void prof_module_leave(prof_profiler *p, prof_module *module) {
    if (module != NULL && was_last(module)) {
        (void)pthread_mutex_lock(&p->lock);
        free_data(p, module);
        (void)pthread_mutex_unlock(&p->lock);
    }
}

static bool has_id(const prof_module *module, prof_id id) {
    return atomic_load_explicit(&module->id, memory_order_acquire) == id;
}

/* Returns the entry of the id, held; NULL when there is none. */
static prof_module *find(prof_profiler *p, prof_id id) {
    prof_module *module = atomic_load_explicit(bucket_of(p, id), memory_order_acquire);
    for (; module != NULL; module = module->next) {
        if (has_id(module, id) && prof_module_hold(module)) {
            if (has_id(module, id)) {
                return module;
            }
            prof_module_leave(p, module);
        }
    }
    return NULL;
}

/* Returns the entry of the id, under the lock: ids change only under the lock, and an entry with an
 * id is held. */
static prof_module *find_locked(prof_profiler *p, prof_id id) {
    prof_module *module = atomic_load(bucket_of(p, id));
    while (module != NULL && !has_id(module, id)) {
        module = module->next;
    }
    if (module != NULL) {
        (void)atomic_fetch_add(&module->users, 1);
    }
    return module;
}

/* --- modules in memory, before the decision --------------------------------------------------- */

/* Runs under the lock. */
static void remove_waiting(prof_profiler *p, prof_id id) {
    size_t kept = 0;
    for (size_t i = 0; i < p->waiting_count; i++) {
        if (p->waiting[i].id != id) {
            p->waiting[kept++] = p->waiting[i];
        }
    }
    p->waiting_count = kept;
}

/* Runs under the lock. */
static bool is_waiting(const prof_profiler *p, prof_id id) {
    for (size_t i = 0; i < p->waiting_count; i++) {
        if (p->waiting[i].id == id) {
            return true;
        }
    }
    return false;
}

static void add_waiting(prof_profiler *p, prof_id id, uint32_t flags) {
    prof_waiting added = {id, (flags & PROF_MODULE_COLLECTIBLE) != 0};
    (void)pthread_mutex_lock(&p->lock);
    remove_waiting(p, id); /* two callbacks announce it */
    void *waiting = p->waiting;
    if (cc_grow(&waiting, &p->waiting_cap, p->waiting_count + 1, sizeof *p->waiting)) {
        p->waiting = (prof_waiting *)waiting;
        p->waiting[p->waiting_count++] = added;
    }
    (void)pthread_mutex_unlock(&p->lock);
}

/* Takes the next module; 0: no more. Skips modules that may be unloaded: at the end of the process
 * the library would ask the runtime about a module that another thread is unloading. */
static prof_id take_waiting(prof_profiler *p) {
    (void)pthread_mutex_lock(&p->lock);
    prof_id id = 0;
    while (id == 0 && p->waiting_count > 0) {
        const prof_waiting *last = &p->waiting[--p->waiting_count];
        id = last->is_collectible ? 0 : last->id;
    }
    (void)pthread_mutex_unlock(&p->lock);
    return id;
}

/* --- making an entry -------------------------------------------------------------------------- */

/* Ends the runtime's hold. Under the lock. */
static void end(prof_profiler *p, prof_module *module) {
    module->leaving = 0;
    if (was_last(module)) {
        free_data(p, module);
    }
}

/* Returns a free entry of the bucket, else a new entry; NULL when out of memory. An old entry of
 * this id is free by now, even if the runtime did not report the unloading. Under the lock. */
static prof_module *take_entry(prof_profiler *p, prof_id id) {
    _Atomic(prof_module *) *bucket = bucket_of(p, id);
    prof_module *unused = NULL;
    for (prof_module *module = atomic_load(bucket); module != NULL; module = module->next) {
        if (module->leaving == id) {
            end(p, module);
        }
        unused = module->is_free ? module : unused;
    }
    if (unused == NULL && (unused = calloc(1, sizeof *unused)) != NULL) {
        unused->next = atomic_load(bucket);
        atomic_store_explicit(bucket, unused, memory_order_release);
    }
    return unused;
}

/* After an attach: a module that was loaded before, or that has precompiled code, which an attached
 * library cannot refuse. Under the lock. */
static bool needs_rejit(const prof_profiler *p, prof_id id, const prof_sight *sight) {
    bool is_new = sight->is_announced || is_waiting(p, id);
    return p->is_attached && (!is_new || (sight->facts.flags & PROF_MODULE_NATIVE) != 0);
}

/* Makes an entry that the runtime and the caller hold. Under the lock. NULL when out of memory. */
static prof_module *publish(prof_profiler *p, prof_id id, const prof_sight *sight,
                            prof_image *image) {
    prof_module *module = take_entry(p, id);
    if (module == NULL) {
        return NULL;
    }
    if (image != NULL) {
        module->methods = calloc((size_t)image->method_count + 1, sizeof *module->methods);
        module->image = module->methods != NULL ? prof_image_use(image) : NULL;
    }
    module->is_free = false;
    module->flags = sight->facts.flags;
    module->base = sight->facts.base;
    module->by_rejit = needs_rejit(p, id, sight);
    atomic_store(&module->is_requested, false);
    module->foreign = image == NULL ? prof_foreign_look(p, sight) : PROF_FOREIGN_NONE;
    remove_waiting(p, id);
    atomic_store_explicit(&module->id, id, memory_order_release);
    atomic_store(&module->users, 2);
    return module;
}

static void forget(prof_sight *sight) {
    cc_buf_free(&sight->facts.path);
    cc_buf_free(&sight->symbols);
    cc_buf_free(&sight->name);
}

/* Reads the name of a dynamic module's assembly, to which it is attached only after loading. */
static bool look_dynamic(prof_profiler *p, bool is_loading, prof_sight *out) {
    bool has_name = out->facts.assembly != 0 &&
                    PROF_OK(prof_info_assembly_name(&p->info, out->facts.assembly, &out->name)) &&
                    out->name.len > 0;
    return has_name || !is_loading;
}

/* Precompiled code, as in a bundle, may run without a compile, so that these modules cannot
 * wait. */
static bool look_in_memory(prof_profiler *p, prof_id id, bool is_loading, prof_sight *out) {
    if (is_loading && (out->facts.flags & PROF_MODULE_NATIVE) == 0) {
        add_waiting(p, id, out->facts.flags);
        return false;
    }
    (void)prof_info_symbols(&p->info, id, &out->symbols); /* on failure: empty */
    return true;
}

/* Reads all information from the runtime. False when the runtime gives none, or when it is too
 * early. */
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

/* Precompiled code of a module in scope, or code that may contain such code, must not be used:
 * requests the callbacks of cache searches. The request is made for each such module: a second
 * thread must not continue before the request of the first thread has returned. */
static void ask_for_searches(prof_profiler *p, const prof_module *module) {
    if (p->is_attached) {
        return; /* not for attached libraries: by_rejit */
    }
    bool is_in_scope = module->image != NULL && (module->flags & PROF_MODULE_NATIVE) != 0;
    if ((is_in_scope || module->foreign != PROF_FOREIGN_NONE) &&
        !PROF_OK(prof_events_add(p, PROF_MONITOR_CACHE_SEARCHES))) {
        prof_note_once(p, CC_STR("the runtime does not let clrcov refuse precompiled code; methods "
                                 "that were compiled ahead of time are not measured"));
    }
}

/* Returns the entry of a module with known probes, or an entry that another thread has published
 * meanwhile. NULL: an image that already has lanes needs another form. */
static prof_module *enter_with(prof_profiler *p, prof_id id, const prof_sight *sight,
                               prof_image *image, const prof_form *form, bool *is_new) {
    (void)pthread_mutex_lock(&p->lock);
    prof_module *module = find_locked(p, id);
    if (module == NULL) {
        prof_image *own = form != NULL ? prof_image_with_probe(p, image, id, form) : NULL;
        bool is_later = own == NULL && form != NULL && rw_has_lane(&form->probe);
        module = is_later ? NULL : publish(p, id, sight, own);
        *is_new = module != NULL;
    }
    (void)pthread_mutex_unlock(&p->lock);
    return module;
}

/* In exact mode the function releases the lock between two checks, to get the probes' token from
 * the runtime: the first thread that has the token publishes the module. The caller uses `image`;
 * `has_probe` is its earlier state. */
static prof_module *enter_exact(prof_profiler *p, prof_id id, const prof_sight *sight,
                                prof_image *image, bool has_probe, bool *is_new) {
    prof_form form;
    uint32_t flags = sight->facts.flags;
    bool is_ready = prof_exact_prepare(p, id, flags, image, !has_probe, &form);
    prof_module *module = enter_with(p, id, sight, image, is_ready ? &form : NULL, is_new);
    if (module == NULL) {
        is_ready = prof_exact_prepare(p, id, flags, image, false, &form);
        module = enter_with(p, id, sight, image, is_ready ? &form : NULL, is_new);
    }
    (void)pthread_mutex_lock(&p->lock);
    prof_image_drop(p, image);
    (void)pthread_mutex_unlock(&p->lock);
    return module;
}

/* Returns the entry, held, of a module that had no entry a moment ago. */
static prof_module *enter(prof_profiler *p, prof_id id, const prof_sight *sight, bool *is_new) {
    bool has_probe = false;
    prof_image *image = NULL;
    (void)pthread_mutex_lock(&p->lock);
    bool is_exact = prof_exact_has_forms(p);
    prof_module *module = find_locked(p, id);
    if (module == NULL) {
        image = prof_image_see(p, sight);
        if (image != NULL && is_exact) {
            has_probe = prof_image_use(image)->has_probe;
        } else {
            module = publish(p, id, sight, prof_image_for(p, image, id));
            *is_new = module != NULL;
        }
    }
    (void)pthread_mutex_unlock(&p->lock);
    return module == NULL && image != NULL && is_exact
               ? enter_exact(p, id, sight, image, has_probe, is_new)
               : module;
}

/* Does the work for a new module that is needed before its code runs. Until prof_catch_up() has
 * ended, it handles modules that were loaded before, on its thread. */
static void give_bodies(prof_profiler *p, prof_module *module) {
    if (!module->by_rejit) {
        prof_early_module(p, module);
    } else if ((module->flags & PROF_MODULE_NATIVE) != 0 || atomic_load(&p->is_caught_up)) {
        prof_rejit_request(p, module);
    }
}

static prof_module *see(prof_profiler *p, prof_id id, bool is_loading) {
    prof_module *module = id != 0 ? find(p, id) : NULL;
    if (module != NULL) {
        return module;
    }
    prof_sight sight;
    uint64_t begun = prof_work_begin(p);
    if (id == 0 || !look(p, id, is_loading, &sight)) {
        return NULL;
    }
    sight.is_announced = is_loading;
    if (prof_exact_wants_members(p)) {
        prof_exact_see(p, id, &sight.facts);
    }
    bool is_new = false;
    module = enter(p, id, &sight, &is_new);
    forget(&sight);
    prof_work_end(p, PROF_WORK_MODULE, begun);
    if (module != NULL) {
        ask_for_searches(p, module);
    }
    if (is_new) {
        give_bodies(p, module);
    }
    return module;
}

void prof_module_each(prof_profiler *p, void (*visit)(prof_profiler *, prof_module *, void *),
                      void *context) {
    for (size_t i = 0; i < PROF_BUCKETS; i++) {
        prof_module *module = atomic_load(&p->buckets[i]);
        for (; module != NULL; module = module->next) {
            if (!prof_module_hold(module)) {
                continue;
            }
            if (!has_id(module, 0)) {
                visit(p, module, context);
            }
            prof_module_leave(p, module);
        }
    }
}

prof_module *prof_module_known(prof_profiler *p, prof_id id) {
    return id != 0 ? find(p, id) : NULL;
}

prof_module *prof_module_see(prof_profiler *p, prof_id id) {
    return see(p, id, false);
}

/* --- callbacks -------------------------------------------------------------------------------- */

/* Makes the id invalid. Runs under the lock; the runtime still holds the entry. */
static void retire(prof_profiler *p, prof_id id) {
    remove_waiting(p, id);
    prof_module *module = id != 0 ? find_locked(p, id) : NULL;
    if (module != NULL) {
        atomic_store_explicit(&module->id, 0, memory_order_release);
        module->leaving = id;
        (void)was_last(module); /* never true: the runtime still holds it */
    }
}

static bool is_another(const prof_profiler *p, prof_id id, const prof_module *module) {
    prof_module_facts facts;
    bool is_known = PROF_OK(prof_info_module(&p->info, id, &facts));
    cc_buf_free(&facts.path);
    return is_known && facts.base != module->base;
}

void prof_module_loaded(prof_profiler *p, prof_id id) {
    prof_module *module = id != 0 ? find(p, id) : NULL;
    if (module != NULL && is_another(p, id, module)) {
        prof_module_leave(p, module);
        prof_module_unload_finished(p, id);
        module = NULL;
    }
    prof_module_leave(p, module != NULL ? module : see(p, id, true));
}

void prof_module_unload_started(prof_profiler *p, prof_id id) {
    (void)pthread_mutex_lock(&p->lock);
    retire(p, id);
    (void)pthread_mutex_unlock(&p->lock);
}

void prof_module_unload_finished(prof_profiler *p, prof_id id) {
    (void)pthread_mutex_lock(&p->lock);
    retire(p, id); /* if the runtime did not report the start of the unloading */
    prof_module *module = id != 0 ? atomic_load(bucket_of(p, id)) : NULL;
    for (; module != NULL; module = module->next) {
        if (module->leaving == id) {
            end(p, module);
        }
    }
    (void)pthread_mutex_unlock(&p->lock);
}

void prof_module_end(prof_profiler *p) {
    for (prof_id id = take_waiting(p); id != 0; id = take_waiting(p)) {
        prof_sight sight;
        if (look(p, id, false, &sight)) {
            (void)pthread_mutex_lock(&p->lock);
            (void)prof_image_see(p, &sight); /* only for its record */
            (void)pthread_mutex_unlock(&p->lock);
            forget(&sight);
        }
    }
}
