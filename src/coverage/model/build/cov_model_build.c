/* Building the model: gather, add each module, then shape. See cov_model.h and cov_build.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coverage/model/build/cov_build.h"

/* --- sentences -------------------------------------------------------------------------------- */

CC_PRINTF(3, 0)
static void add_sentence(cov_build *b, cc_list *list, const char *fmt, va_list args) {
    char text[1024];
    int length = vsnprintf(text, sizeof text, fmt, args);
    if (length > 0) {
        cc_list_add(list, cc_arena_strdup(b->arena, cc_strz(text)));
    }
}

void cov_add_lost(cov_build *b, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_sentence(b, &b->lost, fmt, args);
    va_end(args);
}

void cov_add_warning(cov_build *b, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    add_sentence(b, &b->warnings, fmt, args);
    va_end(args);
}

void cov_add_omitted(cov_build *b, cc_str name, ctr_reason reason, cc_str detail) {
    cov_omitted *omitted = CC_NEW(b->arena, cov_omitted);
    char *name_copy = cc_arena_strdup(b->arena, name);
    char *detail_copy = cc_arena_strdup(b->arena, detail);
    *omitted = (cov_omitted){cc_strz(name_copy), reason, cc_strz(detail_copy)};
    cc_list_add(&b->omitted, omitted);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, without duplicates. */
static void finish_sentences(cov_build *b, cc_list *list, cc_str **out, uint32_t *count) {
    *out = CC_NEW_ARRAY(b->arena, cc_str, list->count);
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
    model->omitted = CC_NEW_ARRAY(b->arena, cov_omitted, b->omitted.count);
    if (b->omitted.count > 1) {
        qsort(b->omitted.items, b->omitted.count, sizeof(void *), compare_by_name);
    }
    for (uint32_t i = 0; i < b->omitted.count; i++) {
        const cov_omitted *o = (const cov_omitted *)b->omitted.items[i];
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
            cov_add_warning(b, "%.*s is outside the source root %.*s", (int)source->path.len,
                            source->path.s, (int)b->model->root.len, b->model->root.s);
        }
        if (source->is_cut) {
            cov_add_warning(
                b, "%.*s ends with line %u; what was measured after it is not in the report",
                (int)source->path.len, source->path.s, source->most_lines);
        }
        if (is_shown && source->is_changed) {
            cov_add_warning(b, "%.*s was changed since it was compiled; its lines may not match",
                            (int)source->path.len, source->path.s);
        }
    }
}

static void warn_about_root(cov_build *b) {
    if (mod_root_is_cut(b->root)) {
        cov_add_warning(b,
                        "the source root %s has more than %u files; clrcov did not search all of "
                        "them for sources of deterministic builds (see --root)",
                        b->request->root, MOD_ROOT_MAX_FILES);
    }
}

/* A mapping that found no source is most likely a mistake. */
static void warn_about_mappings(cov_build *b) {
    for (size_t i = 0; b->candidates.count > 0 && i < b->request->mapping_count; i++) {
        const mod_mapping *m = &b->request->mappings[i];
        if (!mod_root_used_mapping(b->root, i)) {
            cov_add_warning(b, "the mapping %s=%s matched no source", m->from, m->to);
        }
    }
}

/* --- building --------------------------------------------------------------------------------- */

static void make_tables(cov_build *b) {
    cc_map **const maps[] = {&b->candidate_of, &b->loaded,    &b->sources, &b->methods,
                             &b->packages,     &b->why_empty, &b->fresh,   &b->stressed};
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        *maps[i] = cc_map_new();
    }
    b->work = cc_arena_new();
    b->scratch = cc_arena_new();
}

static cc_err set_up(cov_build *b) {
    const cov_request *request = b->request;
    make_tables(b);
    b->model = CC_NEW(b->arena, cov_model);
    char *root = cc_arena_strdup(b->arena, cc_strz(request->root));
    *b->model = (cov_model){.root = cc_strz(root), .timestamp = request->timestamp};
    b->points.arena = b->arena;
    b->lost.arena = b->warnings.arena = b->missing.arena = b->arena;
    b->omitted.arena = b->facts.arena = b->raw.arena = b->arena;
    b->candidates.arena = b->entry_dirs.arena = b->work;
    CC_TRY(mod_no_return_open(&b->no_return));
    if (request->keep_after_no_return) {
        mod_no_return_keep(b->no_return);
    } else {
        mod_no_return_set_thrown(b->no_return, request->unreachable_exceptions,
                                 request->unreachable_exception_count);
    }
    return mod_root_open(&b->root, root, request->mappings, request->mapping_count, b->work);
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
    cov_gather_close(b);
    close_sources(b);
    mod_root_close(b->root);
    mod_no_return_close(b->no_return);
    cc_map_free(b->candidate_of);
    cc_map_free(b->loaded);
    cc_map_free(b->sources);
    cc_map_free(b->methods);
    cc_map_free(b->packages);
    cc_map_free(b->why_empty);
    cc_map_free(b->fresh);
    cc_map_free(b->stressed);
    for (size_t i = 0; i < CC_CREW_AHEAD; i++) {
        cc_arena_free(b->rooms[i]);
    }
    cc_arena_free(b->scratch);
    cc_arena_free(b->work);
}

/* Folders instead of sessions: they replace the list of places to search. */
static void add_folders(cov_build *b) {
    for (size_t i = 0; i < b->request->folder_count; i++) {
        cc_list_add(&b->entry_dirs, cc_arena_strdup(b->work, cc_strz(b->request->folders[i])));
    }
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
    CC_TRY(cov_gather(b));
    cov_stale_find(b);
    cc_progress_expect(b->request->progress, b->candidates.count + b->request->data_count);
    for (uint32_t i = 0; i < b->candidates.count; i++) {
        CC_TRY(cov_add_candidate(b, (cov_candidate *)b->candidates.items[i]));
        cc_progress_step(b->request->progress);
    }
    add_folders(b);
    CC_TRY(cov_add_unloaded(b));
    for (size_t i = 0; i < b->request->data_count; i++) {
        CC_TRY(cov_add_data(b, b->request->data[i]));
        if (b->request->drops_data) {
            cov_raw_drop_rows(b->request->data[i]);
        }
        cc_progress_step(b->request->progress);
    }
    b->model->hits = b->has_exact && !b->has_once ? CTR_HITS_EXACT : CTR_HITS_ONCE;
    return CC_OK;
}

static cc_err build(cov_build *b) {
    CC_TRY(set_up(b));
    CC_TRY(take_all(b));
    if (b->request->has_source_date) {
        b->model->timestamp = b->request->source_date;
    }
    CC_TRY(cov_left_out_find(b));
    CC_TRY(cov_shape_finish(b));
    b->model->nothing_measured = !any_measured(b->model) || b->model->totals.lines_valid == 0;
    cov_warn_about_rules(b);
    warn_about_files(b);
    warn_about_root(b);
    warn_about_mappings(b);
    finish_omitted(b);
    cov_stress_finish(b);
    cov_facts_finish(b);
    finish_sentences(b, &b->lost, &b->model->lost, &b->model->lost_count);
    finish_sentences(b, &b->missing, &b->model->missing, &b->model->missing_count);
    finish_sentences(b, &b->warnings, &b->model->warnings, &b->model->warning_count);
    if (b->request->wants_raw) {
        cov_raw_finish(b);
    }
    return CC_OK;
}

cc_err cov_model_build(cov_model **out, const cov_request *request, cc_arena *arena) {
    cov_build b = {.request = request, .arena = arena};
    cc_err err = build(&b);
    *out = err == CC_OK ? b.model : NULL;
    tear_down(&b);
    return err;
}
