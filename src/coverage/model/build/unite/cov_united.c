/* What is united: sources, methods, assemblies; see cov_united.h. */
#include "coverage/model/build/unite/cov_united.h"

void cov_united_open(cov_united *out, const cov_context *c) {
    *out = (cov_united){.points = {.arena = c->arena},
                        .work = c->work,
                        .tracks_tests = c->request->wants_tests,
                        .tracked = {.arena = c->work},
                        .pieces = {.arena = c->work},
                        .sources = cc_map_new(),
                        .methods = cc_map_new(),
                        .assemblies = cc_map_new()};
}

static void close_source(cov_source *source) {
    for (cov_part *part = source->parts; part != NULL; part = part->next) {
        cov_source_close(&part->source);
    }
    cov_source_close(source);
}

void cov_united_close(cov_united *united) {
    for (size_t i = 0; united->sources != NULL && i < cc_map_count(united->sources); i++) {
        close_source(cc_map_at(united->sources, i, NULL));
    }
    cc_map_free(united->sources);
    cc_map_free(united->methods);
    cc_map_free(united->assemblies);
}

/* --- assemblies ------------------------------------------------------------------------------- */

static cov_assembly *assembly_of(cov_united *united, cc_str name) {
    void **slot = cc_map_put_str(united->assemblies, name);
    if (*slot == NULL) {
        cov_assembly *made = CC_NEW(united->work, cov_assembly);
        made->name = cc_arena_str(united->points.arena, name);
        *slot = made;
    }
    return *slot;
}

/* An assembly is loaded when some build of it is. The first reason stays. */
void cov_unite_assembly(cov_united *united, const cov_raw_assembly *from) {
    cov_assembly *to = assembly_of(united, from->name);
    to->was_loaded = to->was_loaded || from->was_loaded;
    united->generated_methods += from->generated_methods;
    if (to->why_empty == NULL && from->empty_reason != CTR_MEASURED) {
        mod_verdict *why = CC_NEW(united->work, mod_verdict);
        *why = (mod_verdict){from->empty_reason, cc_arena_str(united->work, from->empty_detail)};
        to->why_empty = why;
    }
}

/* --- sources ---------------------------------------------------------------------------------- */

void cov_unite_left_out(cov_united *united, const cov_raw *data) {
    for (uint32_t i = 0; i < data->left_out_count; i++) {
        const cov_raw_left_out *left_out = &data->left_out[i];
        cov_source *source = cc_map_get_str(united->sources, left_out->path);
        if (source != NULL && source->left_out == NULL &&
            cc_span_eq(source->checksum, left_out->checksum)) {
            source->left_out = left_out->ranges;
        }
    }
}

/* --- methods ---------------------------------------------------------------------------------- */

static cov_entry *new_entry(const cov_united *united, const cov_entry *like) {
    cc_arena *arena = united->points.arena;
    cov_entry *entry = CC_NEW(arena, cov_entry);
    *entry = (cov_entry){.package = cc_arena_str(arena, like->package),
                         .class_name = cc_arena_str(arena, like->class_name),
                         .name = cc_arena_str(arena, like->name),
                         .signature = cc_arena_str(arena, like->signature),
                         .source = like->source,
                         .points = {.arena = united->work},
                         .arms = {.arena = united->work}};
    return entry;
}

cov_entry *cov_united_entry(cov_united *united, const cov_entry *like) {
    if (like->signature.len == 0) {
        cov_entry *piece = new_entry(united, like);
        cc_list_add(&united->pieces, piece);
        return piece;
    }
    const cc_str key[] = {like->package, like->class_name, like->name, like->signature,
                          like->source->path};
    void **slot = cc_map_put_texts(united->methods, key, sizeof key / sizeof *key);
    if (*slot == NULL) {
        *slot = new_entry(united, like);
    }
    return *slot;
}
