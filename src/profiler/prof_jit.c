/* The whole runtime path: what happens when the runtime compiles, inlines or looks up a method.
 *
 * A method's body is set when it is about to be compiled, or when somebody is about to inline it.
 * The JIT reads a callee's IL before it asks whether it may inline it; so a callee counts as
 * instrumented only for compiles that began after its body was set, and else this one inline is
 * refused. With tiering a later compile inlines it; where code is compiled once, prof_module.c sets
 * all bodies at load.
 *
 * "Before" is told by one clock: each compile takes a number when it begins, each method one when
 * its body has been set. A caller whose compile was not announced (a dynamic method) has no number
 * and is refused.
 *
 * When a method is compiled again for a higher tier, probes that have done their work are taken out
 * of its body (prof_erase.c). */
#include <stdio.h>
#include <string.h>

#include "profiler/prof.h"

/* Compiles of this thread that have begun and not ended, innermost last: a compile may load a type,
 * run an event handler for that and so compile another method. A compile that ends in an exception
 * may go without its Finished call; its entry stays below until newer ones push it out. */
enum { MAX_RUNNING = 64 };

typedef struct running_compile {
    const prof_profiler *profiler;
    prof_id function;
    uint_fast64_t started;
} running_compile;

static _Thread_local struct {
    running_compile items[MAX_RUNNING];
    size_t count;
} running;

static void push(const prof_profiler *p, prof_id function, uint_fast64_t started) {
    if (running.count == MAX_RUNNING) {
        memmove(running.items, running.items + 1, (MAX_RUNNING - 1) * sizeof running.items[0]);
        running.count--;
    }
    running.items[running.count++] = (running_compile){p, function, started};
}

/* The newest running compile of the function; NULL when none was announced. */
static running_compile *find(const prof_profiler *p, prof_id function) {
    for (size_t i = running.count; i > 0; i--) {
        if (running.items[i - 1].function == function && running.items[i - 1].profiler == p) {
            return &running.items[i - 1];
        }
    }
    return NULL;
}

/* The function's module and row when it is in scope; NULL otherwise. */
static prof_module *in_scope(prof_profiler *p, prof_id function, uint32_t *row) {
    prof_id id = 0;
    uint32_t token = 0;
    if (!PROF_OK(prof_info_function(&p->info, function, &id, &token)) || id == 0) {
        return NULL;
    }
    prof_module *module = prof_module_see(p, id);
    if (module == NULL) {
        return NULL;
    }
    *row = prof_method_row(module, token);
    return *row != 0 ? module : NULL;
}

void prof_jit_started(prof_profiler *p, prof_id function) {
    push(p, function, atomic_fetch_add(&p->clock, 1) + 1);
    uint32_t row = 0;
    prof_module *module = in_scope(p, function, &row);
    if (module != NULL && prof_method_set(p, module, row)) {
        prof_method_map(p, module, row, function);
        prof_method_erase(p, module, row);
    }
}

void prof_jit_finished(prof_profiler *p, prof_id function, prof_hr status) {
    running_compile *ended = find(p, function);
    if (ended != NULL) {
        running.count = (size_t)(ended - running.items);
    }
    uint32_t row = 0;
    prof_module *module = PROF_OK(status) ? NULL : in_scope(p, function, &row);
    if (module == NULL) {
        return;
    }
    cc_str name = {"", 0};
    (void)!md_assembly_name(md_image_tables(module->image->image), &name);
    char text[256];
    int length = snprintf(text, sizeof text, "compiling method 0x%08X of %.*s failed: 0x%08X",
                          MD_TOKEN(MD_METHODDEF, row), (int)(name.len < 128 ? name.len : 128),
                          name.s, (uint32_t)status);
    cc_err err = cov_writer_note(p->writer, (cc_str){text, length > 0 ? (size_t)length : 0});
    (void)err; /* a note that finds no room is not worth more */
}

bool prof_jit_inlining(prof_profiler *p, prof_id caller, prof_id callee) {
    uint32_t row = 0;
    prof_module *module = in_scope(p, callee, &row);
    if (module == NULL || !prof_method_set(p, module, row)) {
        return true;
    }
    const running_compile *compile = find(p, caller);
    const prof_method *method = &module->methods[row - 1];
    return compile != NULL &&
           atomic_load_explicit(&method->set_at, memory_order_acquire) < compile->started;
}

bool prof_jit_cached(prof_profiler *p, prof_id function) {
    uint32_t row = 0;
    return in_scope(p, function, &row) == NULL;
}
