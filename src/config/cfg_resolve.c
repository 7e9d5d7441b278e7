/* From layers to values: the place that decides each key. See cfg.h. */
#include "config/cfg_internal.h"

/* The entries of one layer for one key. */
typedef struct entries_of_key {
    size_t own, imported;
    const cfg_entry *last_own, *last_imported;
} entries_of_key;

static entries_of_key find_entries(const cfg_layer *layer, cfg_key key) {
    entries_of_key s = {0};
    for (size_t i = 0; i < layer->count; i++) {
        const cfg_entry *entry = &layer->entries[i];
        if (entry->key != key) {
            continue;
        }
        if (entry->is_imported) {
            s.imported++;
            s.last_imported = entry;
        } else {
            s.own++;
            s.last_own = entry;
        }
    }
    return s;
}

/* Only rules of a file and of its imports are mixed; other lists of an import apply when the file
 * has none. */
static bool counts(const cfg_spec *spec, const entries_of_key *s, const cfg_entry *entry) {
    return entry->key == spec->key &&
           (spec->type == CFG_RULES || s->own == 0 || !entry->is_imported);
}

static cc_err read_list(cfg_values *out, const cfg_layer *layer, const cfg_spec *spec,
                        const entries_of_key *s, cc_arena *arena) {
    for (size_t i = 0; i < layer->count; i++) {
        if (counts(spec, s, &layer->entries[i])) {
            CC_TRY(cfg_read_value(out, &layer->entries[i], layer->place, arena));
        }
    }
    return CC_OK;
}

/* *is_set is false when the layer has no entry for the key. */
static cc_err take(cfg_values *out, const cfg_layer *layer, cfg_key key, cc_arena *arena,
                   bool *is_set) {
    const cfg_spec *spec = cfg_spec_of(key);
    entries_of_key s = find_entries(layer, key);
    const cfg_entry *entry = s.own > 0 ? s.last_own : s.last_imported;
    *is_set = entry != NULL;
    if (entry == NULL) {
        return CC_OK;
    }
    out->origin[key] = entry->origin == NULL ? "" : entry->origin;
    return cfg_is_list(spec->type) ? read_list(out, layer, spec, &s, arena)
                                   : cfg_read_value(out, entry, layer->place, arena);
}

static cc_err set_default(cfg_values *out, cfg_key key, cc_arena *arena) {
    const cfg_spec *spec = cfg_spec_of(key);
    out->origin[key] = "default";
    if (spec->default_text == NULL) {
        return CC_OK;
    }
    cfg_entry entry = {.key = key, .text = spec->default_text, .origin = "default"};
    return cfg_read_value(out, &entry, CFG_DEFAULTS, arena);
}

/* A wrong value is an error even when a stronger place overrides it, so that users find it
 * early. */
static cc_err check_all(const cfg_layer *const *layers, size_t count, cc_arena *arena) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < layers[i]->count; k++) {
            CC_TRY(cfg_check_entry(&layers[i]->entries[k], layers[i]->place, arena));
        }
    }
    return CC_OK;
}

cc_err cfg_resolve(cfg_values *out, const cfg_layer *const *layers, size_t count, cc_arena *arena) {
    *out = (cfg_values){.fail_under_line = -1,
                        .fail_under_branch = -1,
                        .fail_under_method = -1,
                        .fail_under_line_file = -1,
                        .fail_under_branch_file = -1,
                        .fail_under_method_file = -1,
                        .fail_under_line_patch = -1,
                        .fail_under_branch_patch = -1,
                        .fail_under_method_patch = -1,
                        .max_crap = -1,
                        .max_uncovered = -1};
    CC_TRY(check_all(layers, count, arena));
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        bool is_set = false;
        for (size_t i = count; i > 0 && !is_set; i--) {
            CC_TRY(take(out, layers[i - 1], (cfg_key)key, arena, &is_set));
            out->strength[key] = is_set ? (unsigned)i : 0;
        }
        if (!is_set) {
            CC_TRY(set_default(out, (cfg_key)key, arena));
        }
    }
    return CC_OK;
}

static cc_err add_rules(sel_list *list, bool is_exclude, const cfg_texts *rules) {
    for (size_t i = 0; i < rules->count; i++) {
        const char *words = rules->words[i] != NULL ? rules->words[i] : rules->items[i];
        CC_TRY(sel_add_translated(list, is_exclude, cc_strz(rules->items[i]), cc_strz(words),
                                  cc_strz(rules->origins[i])));
    }
    return CC_OK;
}

cc_err cfg_make_filter(sel_list *list, const cfg_values *values) {
    CC_TRY(add_rules(list, false, &values->include));
    return add_rules(list, true, &values->exclude);
}

char *cfg_join(const cfg_texts *texts, cc_arena *arena) {
    cc_buf joined = {0};
    for (size_t i = 0; i < texts->count; i++) {
        cc_buf_printf(&joined, "%s%s", i == 0 ? "" : ",", texts->items[i]);
    }
    return texts->count == 0 ? NULL : cc_buf_take(&joined, arena);
}
