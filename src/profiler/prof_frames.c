/* One snapshot of the stacks of all threads. See prof_frames.h. */
#include "profiler/prof_frames.h"

#include <stdlib.h>

#include "profiler/prof_rejit.h"

enum { MAX_FRAMES = 4096, MAX_NAMED = 12 };

typedef struct place {
    prof_id module;
    uint32_t token;
    uintptr_t ip;
} place;

/* Different addresses on the stacks. The code allocates nothing while the threads are stopped. */
typedef struct places {
    const prof_info *info;
    place items[MAX_FRAMES + 1]; /* the last entry is for addresses that are not recorded */
    uint32_t count;
} places;

static bool is_known(const places *all, uintptr_t ip) {
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->items[i].ip == ip) {
            return true;
        }
    }
    return false;
}

/* The StackSnapshotCallback: function 0 is a run of native frames. The callback asks the runtime
 * about the function while its frame keeps it: afterwards its module may be unloaded. */
static prof_hr add_frame(prof_id function, uintptr_t ip, prof_id frame, uint32_t context_size,
                         uint8_t *context, void *data) {
    places *all = data;
    place *next = &all->items[all->count];
    (void)frame;
    (void)context_size;
    (void)context;
    if (function != 0 && all->count < MAX_FRAMES && !is_known(all, ip) &&
        PROF_OK(prof_info_function(all->info, function, &next->module, &next->token))) {
        next->ip = ip;
        all->count++;
    }
    return PROF_S_OK;
}

/* Returns a requested method that is on a stack in the code that it had before; 0: none. The
 * function looks only at requested modules: they are not unloaded, so it may ask the runtime about
 * their code. */
static uint32_t old_row(prof_profiler *p, const place *at, prof_module **module) {
    uintptr_t version = 0;
    *module = prof_module_known(p, at->module);
    uint32_t row = *module != NULL && (*module)->by_rejit ? prof_method_row(*module, at->token) : 0;
    return row > 0 && prof_rejit_is_asked(*module, row) &&
                   PROF_OK(prof_info_code_version(&p->info, at->ip, &version)) && version == 0
               ? row
               : 0;
}

static void put_name(cc_buf *out, const prof_module *module, uint32_t row) {
    const md_tables *tables = md_image_tables(module->image->image);
    uint32_t owner = md_owner_of_method(tables, row);
    md_methoddef method;
    md_typedef type;
    if (md_get_methoddef(tables, row, &method) != CC_OK ||
        md_get_typedef(tables, owner, &type) != CC_OK) {
        return;
    }
    cc_buf_puts(out, out->len > 0 ? ", " : "");
    cc_buf_str_put(out, type.name);
    cc_buf_putc(out, '.');
    cc_buf_str_put(out, method.name);
}

/* Appends the names of up to MAX_NAMED methods, each once; returns the number of methods. */
static uint32_t list_old(prof_profiler *p, const places *all, cc_buf *names) {
    prof_id told[MAX_FRAMES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        prof_module *module;
        uint32_t row = old_row(p, &all->items[i], &module);
        prof_id method = row > 0 ? (prof_id)(uintptr_t)&module->methods[row - 1] : 0;
        uint32_t at = 0;
        while (at < count && told[at] != method) {
            at++;
        }
        if (row > 0 && at == count) {
            told[count++] = method;
            if (count <= MAX_NAMED) {
                put_name(names, module, row);
            }
        }
        prof_module_leave(p, module);
    }
    return count;
}

static void note_running(prof_profiler *p, const cc_buf *names, uint32_t count) {
    prof_note(p,
              "%u %s running when clrcov attached, and %s measured from the next call on: %.*s%s",
              count, count == 1 ? "method was" : "methods were", count == 1 ? "is" : "are",
              CC_STR_ARGS(cc_buf_str(names)), count > MAX_NAMED ? ", ..." : "");
}

static void note_failure(prof_profiler *p, prof_hr hr) {
    prof_note(p,
              "methods that were running when clrcov attached are measured from the "
              "next call on; their names are not known (0x%08X)",
              (uint32_t)hr);
}

static void note_old(prof_profiler *p, const places *all) {
    cc_buf names = {0};
    uint32_t count = list_old(p, all, &names);
    if (count > 0 && cc_buf_ok(&names)) {
        note_running(p, &names, count);
    }
    cc_buf_free(&names);
}

void prof_frames_note(prof_profiler *p) {
    places *all = calloc(1, sizeof *all);
    prof_hr hr = PROF_E_OUTOFMEMORY;
    if (all != NULL) {
        all->info = &p->info;
        hr = prof_info_stacks(&p->info, add_frame, all);
    }
    if (PROF_OK(hr)) {
        note_old(p, all);
    } else {
        note_failure(p, hr);
    }
    free(all);
}

/* --- suspended methods ------------------------------------------------------------------------ */

typedef struct suspended {
    cc_buf names; /* of the first MAX_NAMED */
    uint32_t count;
} suspended;

static void add_suspended(prof_profiler *p, prof_module *module, void *context) {
    suspended *all = context;
    (void)p;
    if (!module->by_rejit || module->image == NULL) {
        return;
    }
    const md_tables *tables = md_image_tables(module->image->image);
    for (uint32_t row = 1; row <= module->image->method_count; row++) {
        md_methoddef method;
        bool is_suspended = md_get_methoddef(tables, row, &method) == CC_OK &&
                            (method.impl_flags & MD_IMPL_ASYNC) != 0;
        if (is_suspended && all->count++ < MAX_NAMED) {
            put_name(&all->names, module, row);
        }
    }
}

void prof_frames_note_suspended(prof_profiler *p) {
    suspended all = {.count = 0};
    prof_module_each(p, add_suspended, &all);
    if (all.count > 0 && cc_buf_ok(&all.names)) {
        prof_note(p,
                  "the runtime suspends %u %s; a call that was suspended when clrcov attached is "
                  "not measured, later calls are: %.*s%s",
                  all.count, all.count == 1 ? "method" : "methods",
                  CC_STR_ARGS(cc_buf_str(&all.names)), all.count > MAX_NAMED ? ", ..." : "");
    }
    cc_buf_free(&all.names);
}
