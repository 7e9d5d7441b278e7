/* The ends of building; see cov_finish.h. */
#include "coverage/model/build/cov_finish.h"

#include <string.h>

#include "base/cc_sort.h"

/* --- warnings --------------------------------------------------------------------------------- */

static void warn_about_source(cov_context *c, const cov_source *source) {
    int len = (int)source->path.len;
    const char *path = source->path.s;
    bool is_shown = source->file != NULL && source->file->line_count > 0;
    if (is_shown && source->is_outside_root && !source->is_missing) {
        cov_add_warning(c, "%.*s is outside the source root %.*s", len, path, CC_STR_ARGS(c->root));
    }
    if (source->is_cut) {
        cov_add_warning(c,
                        "%.*s ends with line %u; what was measured after it is not in the report",
                        len, path, source->most_lines);
    }
    if (is_shown && source->is_changed) {
        cov_add_warning(c, "%.*s was changed since it was compiled; its lines may not match", len,
                        path);
    }
}

static void warn_about_root(cov_context *c) {
    if (mod_root_is_cut(c->places)) {
        cov_add_warning(c,
                        "the source root %s has more than %u files; clrcov did not search all of "
                        "them for sources of deterministic builds (see --root)",
                        c->request->root, MOD_ROOT_MAX_FILES);
    }
}

static void warn_about_mappings(cov_context *c) {
    for (size_t i = 0; i < c->request->mapping_count; i++) {
        const mod_mapping *m = &c->request->mappings[i];
        if (!mod_root_used_mapping(c->places, i)) {
            cov_add_warning(c, "the mapping %s=%s matched no source", m->from, m->to);
        }
    }
}

/* A source that does not exist decides nothing. */
static void add_source(cov_context *c, const cov_source *source) {
    if (source->is_missing || source->path.len == 0) {
        return;
    }
    const char *path = source->path.s[0] == '/'
                           ? cc_arena_strdup(c->work, source->path)
                           : cc_arena_printf(c->work, "%.*s/%.*s", CC_STR_ARGS(c->root),
                                             CC_STR_ARGS(source->path));
    cov_add_input(c, path);
}

void cov_finish_inputs(cov_context *c, const cov_united *united, cov_model *model) {
    for (size_t i = 0; i < cc_map_count(united->sources); i++) {
        add_source(c, cc_map_at(united->sources, i, NULL));
    }
    model->inputs = (const char *const *)c->inputs.items;
    model->input_count = c->inputs.count;
}

void cov_finish_warnings(cov_context *c, const cov_united *united, bool has_candidates) {
    for (size_t i = 0; i < cc_map_count(united->sources); i++) {
        warn_about_source(c, cc_map_at(united->sources, i, NULL));
    }
    warn_about_root(c);
    if (has_candidates) {
        warn_about_mappings(c);
    }
}

/* --- assemblies that are left out ------------------------------------------------------------- */

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
static void finish_omitted(cov_context *c, cov_model *model) {
    cov_omitted *const *all = (cov_omitted *const *)c->omitted.items;
    cc_sort(c->omitted.items, c->omitted.count, sizeof *all, compare_by_name);
    model->omitted = CC_NEW_ARRAY(c->arena, cov_omitted, c->omitted.count);
    for (uint32_t i = 0; i < c->omitted.count; i++) {
        bool is_repeated = i > 0 && cc_str_eq(all[i - 1]->name, all[i]->name);
        if (!is_repeated && cov_find_package(model, all[i]->name) == NULL) {
            model->omitted[model->omitted_count++] = *all[i];
        }
    }
    cc_sort(model->omitted, model->omitted_count, sizeof *model->omitted, compare_by_reason);
}

/* --- sentences -------------------------------------------------------------------------------- */

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, without duplicates. */
static cc_str *finish_sentences(cc_list *list, uint32_t *count) {
    cc_str *all = CC_NEW_ARRAY(list->arena, cc_str, list->count);
    cc_sort(list->items, list->count, sizeof(void *), compare_texts);
    for (uint32_t i = 0; i < list->count; i++) {
        cc_str text = cc_strz(list->items[i]);
        if (*count == 0 || !cc_str_eq(all[*count - 1], text)) {
            all[(*count)++] = text;
        }
    }
    return all;
}

void cov_finish_lists(cov_context *c, cov_model *model) {
    finish_omitted(c, model);
    model->lost = finish_sentences(&c->lost, &model->lost_count);
    model->missing = finish_sentences(&c->missing, &model->missing_count);
    model->warnings = finish_sentences(&c->warnings, &model->warning_count);
}
