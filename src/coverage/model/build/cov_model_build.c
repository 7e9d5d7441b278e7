/* Building the model: gather, add each module, then shape. See cov_model.h and cov_build.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage/model/build/cov_build.h"

/* --- sentences -------------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, without duplicates. */
static void finish_sentences(cov_build *b, cc_list *list, cc_str **out, uint32_t *count) {
    *out = CC_NEW_ARRAY(b->c.arena, cc_str, list->count);
    if (list->count > 1) {
        qsort(list->items, list->count, sizeof(void *), compare_texts);
    }
    for (uint32_t i = 0; i < list->count; i++) {
        cc_str text = cc_strz((const char *)list->items[i]);
        if (*count == 0 || !cc_str_eq((*out)[*count - 1], text)) {
            (*out)[(*count)++] = text;
        }
    }
}

/* --- omitted assemblies ---------------------------------------------------------------------- */

static int compare_by_name(const void *a, const void *b) {
    const cov_omitted *x = *(cov_omitted *const *)a;
    const cov_omitted *y = *(cov_omitted *const *)b;
    int order = cc_str_cmp(x->name, y->name);
    return order != 0 ? order : (x->reason > y->reason) - (x->reason < y->reason);
}

static int compare_by_reason(const void *a, const void *b) {
    const cov_omitted *x = (const cov_omitted *)a;
    const cov_omitted *y = (const cov_omitted *)b;
    int order = (x->reason > y->reason) - (x->reason < y->reason);
    return order != 0 ? order : cc_str_cmp(x->name, y->name);
}

/* Each assembly once, with the first of its reasons; assemblies that were measured in some process
 * are not listed. */
static void finish_omitted(cov_build *b) {
    cov_model *model = b->model;
    model->omitted = CC_NEW_ARRAY(b->c.arena, cov_omitted, b->c.omitted.count);
    if (b->c.omitted.count > 1) {
        qsort(b->c.omitted.items, b->c.omitted.count, sizeof(void *), compare_by_name);
    }
    for (uint32_t i = 0; i < b->c.omitted.count; i++) {
        const cov_omitted *o = (const cov_omitted *)b->c.omitted.items[i];
        bool is_in = cc_map_get_str(b->packages, o->name) != NULL;
        bool is_duplicate = model->omitted_count > 0 &&
                            cc_str_eq(model->omitted[model->omitted_count - 1].name, o->name);
        if (!is_in && !is_duplicate) {
            model->omitted[model->omitted_count++] = *o;
        }
    }
    if (model->omitted_count > 1) {
        qsort(model->omitted, model->omitted_count, sizeof(cov_omitted), compare_by_reason);
    }
}

/* --- warnings --------------------------------------------------------------------------------- */

static void warn_about_files(cov_build *b) {
    for (size_t i = 0; i < cc_map_count(b->sources); i++) {
        cc_span key;
        const cov_source *source = (const cov_source *)cc_map_at(b->sources, i, &key);
        bool is_shown = source->file != NULL && source->file->line_count > 0;
        if (is_shown && source->is_outside_root && !source->is_missing) {
            cov_add_warning(&b->c, "%.*s is outside the source root %.*s", (int)source->path.len,
                            source->path.s, (int)b->model->root.len, b->model->root.s);
        }
        if (source->is_cut) {
            cov_add_warning(
                &b->c, "%.*s ends with line %u; what was measured after it is not in the report",
                (int)source->path.len, source->path.s, source->most_lines);
        }
        if (is_shown && source->is_changed) {
            cov_add_warning(&b->c,
                            "%.*s was changed since it was compiled; its lines may not match",
                            (int)source->path.len, source->path.s);
        }
    }
}

static void warn_about_root(cov_build *b) {
    if (mod_root_is_cut(b->c.places)) {
        cov_add_warning(&b->c,
                        "the source root %s has more than %u files; clrcov did not search all of "
                        "them for sources of deterministic builds (see --root)",
                        b->c.request->root, MOD_ROOT_MAX_FILES);
    }
}

/* A mapping that found no source is most likely a mistake. */
static void warn_about_mappings(cov_build *b) {
    for (size_t i = 0; b->gathered.candidates.count > 0 && i < b->c.request->mapping_count; i++) {
        const mod_mapping *m = &b->c.request->mappings[i];
        if (!mod_root_used_mapping(b->c.places, i)) {
            cov_add_warning(&b->c, "the mapping %s=%s matched no source", m->from, m->to);
        }
    }
}

/* --- building --------------------------------------------------------------------------------- */

static void make_tables(cov_build *b) {
    cc_map **const maps[] = {&b->sources, &b->methods, &b->packages, &b->why_empty, &b->fresh};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        *maps[i] = cc_map_new();
    }
}

static cc_err set_up(cov_build *b, const cov_request *request, cc_arena *arena) {
    make_tables(b);
    b->model = CC_NEW(arena, cov_model);
    b->points.arena = b->raw.arena = arena;
    CC_TRY(cov_context_open(&b->c, request, arena));
    *b->model = (cov_model){.root = b->c.root, .timestamp = request->timestamp};
    return CC_OK;
}

static void close_sources(cov_build *b) {
    for (size_t i = 0; b->sources != NULL && i < cc_map_count(b->sources); i++) {
        cov_source *source = (cov_source *)cc_map_at(b->sources, i, NULL);
        for (cov_part *part = source == NULL ? NULL : source->parts; part != NULL;
             part = part->next) {
            cov_source_close(&part->source);
        }
        if (source != NULL) {
            cov_source_close(source);
        }
    }
}

static void tear_down(cov_build *b) {
    cov_gathered_close(&b->gathered);
    close_sources(b);
    cc_map_free(b->sources);
    cc_map_free(b->methods);
    cc_map_free(b->packages);
    cc_map_free(b->why_empty);
    cc_map_free(b->fresh);
    for (size_t i = 0; i < CC_CREW_AHEAD; i++) {
        cc_arena_free(b->rooms[i]);
    }
    cov_context_close(&b->c);
}

/* Some assembly that a process loaded is in the report. */
static bool any_measured(const cov_model *model) {
    for (uint32_t i = 0; i < model->package_count; i++) {
        if (!model->packages[i].never_loaded) {
            return true;
        }
    }
    return false;
}

static cc_err take_all(cov_build *b) {
    CC_TRY(cov_gather(&b->c, &b->gathered));
    b->model->process_count = b->gathered.process_count;
    b->model->alive_count = b->gathered.alive_count;
    b->model->stressed = b->gathered.stressed;
    b->model->stressed_count = b->gathered.stressed_count;
    cov_stale_find(b);
    cc_progress_expect(b->c.request->progress,
                       b->gathered.candidates.count + b->c.request->data_count);
    for (uint32_t i = 0; i < b->gathered.candidates.count; i++) {
        CC_TRY(cov_add_candidate(b, (cov_candidate *)b->gathered.candidates.items[i]));
        cc_progress_step(b->c.request->progress);
    }
    CC_TRY(cov_add_unloaded(b));
    for (size_t i = 0; i < b->c.request->data_count; i++) {
        CC_TRY(cov_add_data(b, b->c.request->data[i]));
        if (b->c.request->drops_data) {
            cov_raw_drop_rows(b->c.request->data[i]);
        }
        cc_progress_step(b->c.request->progress);
    }
    b->model->hits =
        b->gathered.has_exact && !b->gathered.has_once ? CTR_HITS_EXACT : CTR_HITS_ONCE;
    return CC_OK;
}

static cc_err build(cov_build *b, const cov_request *request, cc_arena *arena) {
    CC_TRY(set_up(b, request, arena));
    CC_TRY(take_all(b));
    if (b->c.request->has_source_date) {
        b->model->timestamp = b->c.request->source_date;
    }
    CC_TRY(cov_left_out_find(b));
    CC_TRY(cov_shape_finish(b));
    b->model->nothing_measured = !any_measured(b->model) || b->model->totals.lines_valid == 0;
    cov_warn_about_rules(b);
    warn_about_files(b);
    warn_about_root(b);
    warn_about_mappings(b);
    finish_omitted(b);
    cov_facts_finish(b);
    finish_sentences(b, &b->c.lost, &b->model->lost, &b->model->lost_count);
    finish_sentences(b, &b->c.missing, &b->model->missing, &b->model->missing_count);
    finish_sentences(b, &b->c.warnings, &b->model->warnings, &b->model->warning_count);
    if (b->c.request->wants_raw) {
        cov_raw_finish(b);
    }
    return CC_OK;
}

cc_err cov_model_build(cov_model **out, const cov_request *request, cc_arena *arena) {
    cov_build b = {0};
    cc_err err = build(&b, request, arena);
    *out = err == CC_OK ? b.model : NULL;
    tear_down(&b);
    return err;
}
