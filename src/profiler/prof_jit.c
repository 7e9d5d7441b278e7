/* Handles the compiling, inlining and look-up of methods by the runtime.
 *
 * The library sets a method's body when the method is about to be compiled or inlined. The JIT
 * reads a callee's IL before it asks whether it may inline the callee. So a callee counts as
 * instrumented only for compiles that began after its body was set; otherwise the library refuses
 * the inline. With tiering a later compile inlines the callee; where code is compiled once,
 * prof_early.c has set the bodies before.
 *
 * One clock orders the two events: each compile gets a number when it begins, each method gets a
 * number when its body has been set. Other callbacks announce dynamic methods. A caller without an
 * announced compile has no number, and the library refuses the inline. The caller that the runtime
 * names is the method whose IL contains the call. For an inline within an inline no compile belongs
 * to this method, and the oldest running compile counts instead (caller_started).
 *
 * When a method is compiled or inlined again, the library removes its hit probes from its body
 * (prof_erase.c). */
#include <string.h>

#include "profiler/prof_rejit.h"

/* Running compiles of this thread, innermost last: a compile may load a type, run an event handler
 * for the load and so compile another method. A compile that ends in an exception may have no
 * Finished callback; its entry stays until a later call finds the stack unwound past it. Compiles
 * without room in the array count as not announced. */
enum { MAX_RUNNING = 64 };

typedef struct running_compile {
    const prof_profiler *profiler;
    prof_id function;
    uint_fast64_t started;
    uintptr_t frame; /* stack address in prof_jit_started: smaller for compiles within this one */
} running_compile;

static _Thread_local struct {
    running_compile items[MAX_RUNNING];
    size_t count;
} running;

/* Begins a compile: all bodies that were set before count for it. */
static void push(prof_profiler *p, prof_id function, uintptr_t frame) {
    while (running.count > 0 && running.items[running.count - 1].frame <= frame) {
        running.count--; /* not below this call on the stack: the compile ended in an exception */
    }
    if (running.count < MAX_RUNNING) {
        uint_fast64_t started = atomic_fetch_add(&p->clock, 1) + 1;
        running.items[running.count++] = (running_compile){p, function, started, frame};
    }
}

/* Returns the newest running compile of the function; NULL when none was announced. */
static running_compile *find(const prof_profiler *p, prof_id function) {
    for (size_t i = running.count; i > 0; i--) {
        if (running.items[i - 1].function == function && running.items[i - 1].profiler == p) {
            return &running.items[i - 1];
        }
    }
    return NULL;
}

static void pop(const prof_profiler *p, prof_id function) {
    running_compile *ended = find(p, function);
    if (ended != NULL) {
        running.count = (size_t)(ended - running.items);
    }
}

/* Returns the number of the compile that asks whether to inline into `caller`; 0: before all
 * bodies. For a caller that is an inlinee, and for compiles that were not announced, it is the
 * number of this thread's oldest entry. Entries above it may be left from failed compiles within
 * the asking compile, and would count as later. A number that is too old can only refuse too
 * much. */
static uint_fast64_t caller_started(const prof_profiler *p, prof_id caller) {
    const running_compile *named = find(p, caller);
    if (named != NULL) {
        return named->started;
    }
    return running.count > 0 && running.items[0].profiler == p ? running.items[0].started : 0;
}

/* Returns the function's module, held, and its row, when it is in scope. Otherwise returns NULL and
 * sets *unknown to the information that the runtime did not give, or to NULL. */
static prof_module *look_up(prof_profiler *p, prof_id function, uint32_t *row,
                            const char **unknown) {
    prof_id id = 0;
    uint32_t token = 0;
    *unknown = "a method";
    if (!PROF_OK(prof_info_function(&p->info, function, &id, &token))) {
        return NULL;
    }
    prof_module *module = id != 0 ? prof_module_see(p, id) : NULL;
    *unknown = id != 0 && module == NULL ? "a module" : NULL;
    *row = module != NULL ? prof_method_row(module, token) : 0;
    if (*row == 0) {
        prof_module_leave(p, module);
        return NULL;
    }
    return module;
}

/* Like look_up(), without the missing information. */
static prof_module *in_scope(prof_profiler *p, prof_id function, uint32_t *row) {
    const char *unknown = NULL;
    return look_up(p, function, row, &unknown);
}

/* Like in_scope(), for code that will run: reports code that is not measured. */
static prof_module *in_scope_to_run(prof_profiler *p, prof_id function, uint32_t *row) {
    const char *unknown = NULL;
    prof_module *module = look_up(p, function, row, &unknown);
    if (unknown != NULL) {
        prof_note(p, "the runtime gave no information about %s; it is not measured", unknown);
    }
    return module;
}

void prof_jit_started(prof_profiler *p, prof_id function) {
    uint32_t row = 0;
    prof_module *module = in_scope_to_run(p, function, &row);
    if (module != NULL && prof_early_is_caller(module, row)) {
        prof_early_caller(p);
    }
    bool was_compiled = module != NULL && prof_method_is_set(module, row);
    if (module != NULL && prof_method_set(p, module, row)) {
        prof_method_map(p, module, row, function);
        prof_method_erase(p, module, row);
        if (!module->image->is_optimised) {
            prof_hot_begin(p);
        }
    }
    if (was_compiled) {
        prof_method_erase_callees(p, module, row);
    }
    prof_module_leave(p, module);
    push(p, function, (uintptr_t)__builtin_frame_address(0)); /* last field, see push */
}

void prof_jit_rejit_started(prof_profiler *p, prof_id function) {
    push(p, function, (uintptr_t)__builtin_frame_address(0));
}

void prof_jit_dynamic_started(prof_profiler *p, prof_id function) {
    prof_early_dynamic_caller(p, function);
    push(p, function, (uintptr_t)__builtin_frame_address(0));
}

void prof_jit_dynamic_finished(prof_profiler *p, prof_id function) {
    pop(p, function);
}

void prof_jit_finished(prof_profiler *p, prof_id function, prof_hr status) {
    pop(p, function);
    uint32_t row = 0;
    prof_module *module = PROF_OK(status) ? NULL : in_scope(p, function, &row);
    if (module == NULL) {
        return;
    }
    cc_str name = {"", 0};
    (void)!md_assembly_name(md_image_tables(module->image->image), &name);
    prof_note(p, "compiling method 0x%08X of %.*s failed: 0x%08X", MD_TOKEN(MD_METHODDEF, row),
              (int)(name.len < 128 ? name.len : 128), name.s, (uint32_t)status);
    prof_module_leave(p, module);
}

bool prof_jit_inlining(prof_profiler *p, prof_id caller, prof_id callee) {
    uint32_t row = 0;
    prof_module *module = in_scope_to_run(p, callee, &row);
    bool may = true;
    if (module != NULL && module->by_rejit) {
        may = !prof_rejit_is_asked(module, row);
    } else if (module != NULL && prof_method_set(p, module, row)) {
        /* The answer is about the body that this compile has read; the erased body serves the next
         * compile. A method that is only ever inlined has no compile of its own that would remove
         * its probes. */
        prof_method_erase(p, module, row);
        const prof_method *method = &module->methods[row - 1];
        may =
            atomic_load_explicit(&method->set_at, memory_order_acquire) < caller_started(p, caller);
    }
    prof_module_leave(p, module);
    return may;
}

bool prof_jit_cached(prof_profiler *p, prof_id function) {
    prof_id id = 0;
    uint32_t token = 0;
    if (!PROF_OK(prof_info_function(&p->info, function, &id, &token)) || id == 0) {
        return true;
    }
    prof_module *module = prof_module_see(p, id);
    bool is_refused = module != NULL && (prof_method_row(module, token) != 0 ||
                                         prof_foreign_is_refused(p, module, function));
    prof_module_leave(p, module);
    return !is_refused;
}
