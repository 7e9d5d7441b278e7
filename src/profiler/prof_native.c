/* Precompiled code that the runtime must not use although its module is not measured: the code may
 * contain inlined measured code, without probes. See prof.h.
 *
 * Ordinary precompiled images contain only code of their own assembly, and the shared framework was
 * compiled before the program. Composite images, version bubbles of several assemblies and code
 * compiled across modules are different: there the library also refuses the code of a module that
 * is not measured. The framework does not reference the program. If the framework is in the
 * program's composite image, only its generic code over the program's types can contain measured
 * code. */
#include "profiler/prof_image.h"
#include "profiler/prof_scope.h"

enum { MAX_TYPE_DEPTH = 16 };

/* --- classification of a module --------------------------------------------------------------- */

static bool is_framework(const prof_profiler *p, const md_image *image, cc_str path) {
    return prof_is_framework_path(path, p->corelib_dir) ||
           (cc_str_eq(cc_path_dir(path), p->corelib_dir) &&
            prof_is_framework_key(md_assembly_public_key(md_image_tables(image))));
}

prof_foreign prof_foreign_look(prof_profiler *p, const prof_sight *sight) {
    cc_str path = cc_buf_str(&sight->facts.path);
    prof_foreign answer = PROF_FOREIGN_NONE;
    if ((sight->facts.flags & PROF_MODULE_NATIVE) == 0 || prof_is_shared_dir(cc_path_dir(path))) {
        return answer;
    }
    cc_arena *arena = prof_arena_take(p);
    md_image *image = NULL;
    if (arena != NULL && prof_image_open_memory(&image, &sight->facts, arena) == CC_OK &&
        md_image_holds_foreign_code(image, arena)) {
        answer = is_framework(p, image, path) ? PROF_FOREIGN_IN_GENERICS : PROF_FOREIGN_ANYWHERE;
    }
    prof_arena_give(p, arena);
    return answer;
}

/* --- use of precompiled code ------------------------------------------------------------------ */

static bool is_of_framework(prof_profiler *p, prof_id id) {
    prof_module *module = prof_module_see(p, id);
    bool answer = module != NULL && module->foreign == PROF_FOREIGN_IN_GENERICS;
    prof_module_leave(p, module);
    return answer;
}

static bool are_of_program(prof_profiler *p, const prof_types *types, unsigned depth);

/* The type, or one of its arguments, belongs to the program, or the runtime gives no information
 * about it. */
static bool is_of_program(prof_profiler *p, prof_id type, unsigned depth) {
    prof_types args;
    prof_id module = 0;
    return depth == 0 || !PROF_OK(prof_info_class(&p->info, type, &module, &args)) ||
           !is_of_framework(p, module) || are_of_program(p, &args, depth - 1);
}

/* The id is 0 in code that reference types share: such code was compiled for no type of the
 * program. */
static bool are_of_program(prof_profiler *p, const prof_types *types, unsigned depth) {
    bool answer = types->is_cut;
    for (uint32_t i = 0; i < types->count && !answer; i++) {
        answer = types->ids[i] != 0 && is_of_program(p, types->ids[i], depth);
    }
    return answer;
}

bool prof_foreign_is_refused(prof_profiler *p, const prof_module *module, prof_id function) {
    prof_types types;
    if (module->foreign != PROF_FOREIGN_IN_GENERICS) {
        return module->foreign == PROF_FOREIGN_ANYWHERE;
    }
    return !PROF_OK(prof_info_function_types(&p->info, function, &types)) ||
           are_of_program(p, &types, MAX_TYPE_DEPTH);
}
