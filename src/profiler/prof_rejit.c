/* Requests of ReJIT and the answers to them. See prof_rejit.h. */
#include "profiler/prof_rejit.h"

#include <stdio.h>

#include "profiler/prof_work.h"

/* Maximum number of methods in one call, during which the runtime is stopped. */
enum { BATCH = 1000 };

enum { MAX_INLINERS = 1 << 20 };

static void note_module(prof_profiler *p, const prof_module *module, const char *why) {
    cc_str name = {"", 0};
    (void)!md_assembly_name(md_image_tables(module->image->image), &name);
    prof_note(p, "%.*s: loaded before clrcov attached, and its code cannot be replaced: %s",
              (int)(name.len < 128 ? name.len : 128), name.s, why);
}

/* --- requests --------------------------------------------------------------------------------- */

/* The method has a body, and a line in the sources. */
static bool is_of_interest(const prof_image *image, uint32_t row, cc_arena *arena) {
    md_methoddef method;
    pdb_point *points = NULL;
    uint32_t count = 0;
    if (md_get_methoddef(md_image_tables(image->image), row, &method) != CC_OK || method.rva == 0) {
        return false;
    }
    if (image->pdb == NULL || pdb_get_points(image->pdb, row, arena, &points, &count) != CC_OK) {
        return true; /* its record will contain the reason */
    }
    bool is_visible = false;
    for (uint32_t i = 0; i < count && !is_visible; i++) {
        is_visible = !points[i].hidden;
    }
    return is_visible;
}

typedef struct batch {
    prof_id modules[BATCH];
    uint32_t tokens[BATCH];
    uint32_t count;
} batch;

/* Fills the batch with methods from *row on. */
static void gather(const prof_module *module, uint32_t *row, batch *out, cc_arena *arena) {
    for (; *row <= module->image->method_count && out->count < BATCH; (*row)++) {
        if (is_of_interest(module->image, *row, arena)) {
            atomic_store(&module->methods[*row - 1].asked, 1);
            out->modules[out->count] = (prof_id)atomic_load(&module->id);
            out->tokens[out->count++] = MD_TOKEN(MD_METHODDEF, *row);
        }
    }
}

static void note_refusal(prof_profiler *p, const prof_module *module, prof_hr hr) {
    char why[64];
    (void)snprintf(why, sizeof why, "the runtime returned 0x%08X", (uint32_t)hr);
    note_module(p, module, why);
}

static void request_all(prof_profiler *p, prof_module *module) {
    uint32_t row = 1;
    while (row <= module->image->method_count && !atomic_load(&p->is_stopped)) {
        batch next = {.count = 0};
        cc_arena *arena = prof_arena_take(p);
        if (arena == NULL) {
            note_module(p, module, "out of memory");
            return;
        }
        gather(module, &row, &next, arena);
        prof_arena_give(p, arena);
        prof_hr hr = next.count == 0 ? PROF_S_OK
                                     : prof_info_request_rejit_inlined(&p->info, next.count,
                                                                       next.modules, next.tokens);
        if (!PROF_OK(hr)) {
            note_refusal(p, module, hr);
            return;
        }
    }
}

/* The runtime refuses ReJIT of collectible code; it may also free such a module while it works on
 * the request. */
void prof_rejit_request(prof_profiler *p, prof_module *module) {
    if (module->image == NULL || !module->by_rejit ||
        atomic_exchange(&module->is_requested, true)) {
        return;
    }
    if ((module->flags & PROF_MODULE_COLLECTIBLE) != 0) {
        note_module(p, module, "it can be unloaded (a collectible AssemblyLoadContext)");
        return;
    }
    request_all(p, module);
}

bool prof_rejit_is_asked(const prof_module *module, uint32_t row) {
    return atomic_load(&module->methods[row - 1].asked) != 0;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* The runtime is compiling the method at this moment. Without an answer it uses the body that it
 * has. */
static void give(prof_profiler *p, prof_module *module, uint32_t row, prof_object *control) {
    uint64_t begun = prof_work_begin(p);
    const prof_body *body = prof_method_ensure(p, module, row);
    if (body->skip != MTH_OK) {
        return;
    }
    prof_hr hr = prof_control_set_body(control, cc_span_of(body->bytes, body->size));
    if (!PROF_OK(hr)) {
        prof_method_refused(p, module->image, MD_TOKEN(MD_METHODDEF, row), "SetILFunctionBody", hr);
        return;
    }
    if (body->map_count > 0) {
        (void)prof_control_set_map(control, prof_body_map(body), body->map_count);
    }
    prof_work_end(p, PROF_WORK_METHOD, begun);
}

/* The library did not request the method: the runtime compiles it again because of what it
 * inlines. */
static bool is_inliner(const prof_profiler *p, const prof_module *module, uint32_t row) {
    bool is_requested = module->by_rejit && row > 0 && prof_rejit_is_asked(module, row);
    return p->is_attached && !is_requested;
}

/* Records an inliner, for the revert. */
static void add_inliner(prof_profiler *p, const prof_module *module, uint32_t token) {
    if ((module->flags & PROF_MODULE_COLLECTIBLE) != 0) {
        return;
    }
    (void)pthread_mutex_lock(&p->lock);
    void *all = p->inliners;
    if (p->inliner_count < MAX_INLINERS &&
        cc_grow(&all, &p->inliner_cap, p->inliner_count + 1, sizeof *p->inliners)) {
        p->inliners = (prof_inliner *)all;
        p->inliners[p->inliner_count++] = (prof_inliner){(prof_id)atomic_load(&module->id), token};
    }
    (void)pthread_mutex_unlock(&p->lock);
}

void prof_rejit_parameters(prof_profiler *p, prof_id id, uint32_t token, prof_object *control) {
    prof_module *module = prof_module_see(p, id);
    uint32_t row = module != NULL ? prof_method_row(module, token) : 0;
    if (module != NULL && is_inliner(p, module, row)) {
        add_inliner(p, module, token);
    }
    if (row > 0 && module->by_rejit) {
        give(p, module, row, control);
    } else if (row > 0 && !p->is_attached) {
        prof_method_again(p, module, row, control);
    }
    prof_module_leave(p, module);
}

void prof_rejit_failed(prof_profiler *p, prof_id id, uint32_t token, prof_hr status) {
    prof_module *module = prof_module_see(p, id);
    if (module == NULL || prof_method_row(module, token) == 0 || !module->by_rejit) {
        prof_module_leave(p, module);
        return;
    }
    if (status == PROF_E_IS_ENC) {
        note_module(p, module, "hot reload is on (DOTNET_MODIFIABLE_ASSEMBLIES)");
    } else if (status == PROF_E_COLLECTIBLE) {
        note_module(p, module, "it can be unloaded (a collectible AssemblyLoadContext)");
    } else {
        prof_method_refused(p, module->image, token, "ReJIT", status);
    }
    prof_module_leave(p, module);
}

/* --- reverting -------------------------------------------------------------------------------- */

static void revert(const prof_profiler *p, batch *some) {
    prof_hr statuses[BATCH];
    if (some->count > 0) {
        /* code that cannot be reverted stays: its probes store to memory that nothing reads */
        (void)prof_info_revert(&p->info, some->count, some->modules, some->tokens, statuses);
    }
    some->count = 0;
}

static void add(const prof_profiler *p, batch *some, prof_id module, uint32_t token) {
    some->modules[some->count] = module;
    some->tokens[some->count++] = token;
    if (some->count == BATCH) {
        revert(p, some);
    }
}

static void revert_module(prof_profiler *p, prof_module *module, void *context) {
    (void)context;
    batch some = {.count = 0};
    if (module->image == NULL || !atomic_load(&module->is_requested) ||
        (module->flags & PROF_MODULE_COLLECTIBLE) != 0) {
        return;
    }
    for (uint32_t row = 1; row <= module->image->method_count; row++) {
        if (prof_rejit_is_asked(module, row)) {
            add(p, &some, (prof_id)atomic_load(&module->id), MD_TOKEN(MD_METHODDEF, row));
        }
    }
    revert(p, &some);
}

/* Takes the next remaining inliner; false: none. */
static bool take_inliner(prof_profiler *p, prof_inliner *out) {
    (void)pthread_mutex_lock(&p->lock);
    bool is_left = p->inliner_count > 0;
    if (is_left) {
        *out = p->inliners[--p->inliner_count];
    }
    (void)pthread_mutex_unlock(&p->lock);
    return is_left;
}

void prof_rejit_revert(prof_profiler *p) {
    batch some = {.count = 0};
    prof_inliner inliner;
    prof_module_each(p, revert_module, NULL);
    while (take_inliner(p, &inliner)) {
        add(p, &some, inliner.module, inliner.token);
    }
    revert(p, &some);
}
