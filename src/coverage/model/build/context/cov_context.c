/* What the stages of building share; see cov_context.h. */
#include "coverage/model/build/context/cov_context.h"

#include <stdio.h>

cc_err cov_context_open(cov_context *out, const cov_request *request, cc_arena *arena) {
    char *root = cc_arena_strdup(arena, cc_strz(request->root));
    *out = (cov_context){.request = request,
                         .root = cc_strz(root),
                         .arena = arena,
                         .work = cc_arena_new(),
                         .scratch = cc_arena_new()};
    out->lost.arena = out->warnings.arena = out->missing.arena = arena;
    out->omitted.arena = out->facts.arena = out->inputs.arena = arena;
    out->no_return = mod_no_return_open();
    if (request->keep_after_no_return) {
        mod_no_return_keep(out->no_return);
    } else {
        mod_no_return_set_thrown(out->no_return, request->unreachable_exceptions,
                                 request->unreachable_exception_count);
    }
    return mod_root_open(&out->places, root, request->mappings, request->mapping_count, out->work);
}

void cov_context_close(cov_context *c) {
    mod_root_close(c->places);
    mod_no_return_close(c->no_return);
    cc_arena_free(c->scratch);
    cc_arena_free(c->work);
}

void cov_add_input(cov_context *c, const char *path) {
    cc_list_add(&c->inputs, cc_arena_strdup(c->arena, cc_strz(path)));
}

/* --- sentences -------------------------------------------------------------------------------- */

CC_PRINTF(2, 0)
static void add_sentence(cc_list *list, const char *fmt, va_list args) {
    char text[1024];
    int length = vsnprintf(text, sizeof text, fmt, args);
    if (length > 0) {
        cc_list_add(list, cc_arena_strdup(list->arena, cc_strz(text)));
    }
}

void cov_add_lost(cov_context *c, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_sentence(&c->lost, fmt, args);
    va_end(args);
}

void cov_add_warning(cov_context *c, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_sentence(&c->warnings, fmt, args);
    va_end(args);
}

/* --- assemblies ------------------------------------------------------------------------------- */

void cov_add_omitted(cov_context *c, cc_str name, ctr_reason reason, cc_str detail) {
    cov_omitted *omitted = CC_NEW(c->arena, cov_omitted);
    *omitted = (cov_omitted){cc_arena_str(c->arena, name), reason, cc_arena_str(c->arena, detail)};
    cc_list_add(&c->omitted, omitted);
}

void cov_add_fact(cov_context *c, const cov_fact *fact) {
    if (!c->request->wants_facts) {
        return;
    }
    cov_fact *kept = CC_NEW(c->arena, cov_fact);
    *kept = *fact;
    kept->assembly = cc_arena_str(c->arena, fact->assembly);
    kept->type = cc_arena_str(c->arena, fact->type);
    kept->name = cc_arena_str(c->arena, fact->name);
    kept->path = cc_arena_str(c->arena, fact->path);
    kept->detail = cc_arena_str(c->arena, fact->detail);
    cc_list_add(&c->facts, kept);
}

void cov_add_assembly_fact(cov_context *c, cc_str name, cc_str path, const mod_verdict *whole,
                           bool was_loaded) {
    const cov_fact fact = {.subject = COV_SUBJECT_ASSEMBLY,
                           .assembly = name,
                           .name = name,
                           .path = path,
                           .reason = whole->reason,
                           .has_data = was_loaded,
                           .detail = whole->detail};
    cov_add_fact(c, &fact);
}
