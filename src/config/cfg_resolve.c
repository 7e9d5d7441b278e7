/* Layers to values: which place decides each key. See cfg.h. */
#include <string.h>

#include "config/cfg_internal.h"

/* What one layer says about one key. */
typedef struct said {
    size_t own, imported;
    const cfg_entry *last_own, *last_imported;
} said;

static said what_is_said(const cfg_layer *layer, cfg_key key) {
    said s = {0};
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

/* Only rules of a file and of what it imports are mixed; other lists of an import count where the
 * file has none. */
static bool counts(const cfg_spec *spec, const said *s, const cfg_entry *entry) {
    return entry->key == spec->key &&
           (spec->type == CFG_RULES || s->own == 0 || !entry->is_imported);
}

static cc_err read_list(cfg_values *out, const cfg_layer *layer, const cfg_spec *spec,
                        const said *s, cc_arena *arena) {
    for (size_t i = 0; i < layer->count; i++) {
        if (counts(spec, s, &layer->entries[i])) {
            CC_TRY(cfg_read_value(out, &layer->entries[i], layer->place, arena));
        }
    }
    return CC_OK;
}

/* False in *is_said: the layer is silent about the key. */
static cc_err take(cfg_values *out, const cfg_layer *layer, cfg_key key, cc_arena *arena,
                   bool *is_said) {
    const cfg_spec *spec = cfg_spec_of(key);
    said s = what_is_said(layer, key);
    const cfg_entry *entry = s.own > 0 ? s.last_own : s.last_imported;
    *is_said = entry != NULL;
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

/* A wrong value is told even where a stronger place overrides it: it would bite later. */
static cc_err check_all(const cfg_layer *const *layers, size_t count, cc_arena *arena) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < layers[i]->count; k++) {
            CC_TRY(cfg_check_entry(&layers[i]->entries[k], layers[i]->place, arena));
        }
    }
    return CC_OK;
}

cc_err cfg_resolve(cfg_values *out, const cfg_layer *const *layers, size_t count, cc_arena *arena) {
    *out = (cfg_values){.fail_under_line = -1, .fail_under_branch = -1, .fail_under_method = -1};
    CC_TRY(check_all(layers, count, arena));
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        bool is_said = false;
        for (size_t i = count; i > 0 && !is_said; i--) {
            CC_TRY(take(out, layers[i - 1], (cfg_key)key, arena, &is_said));
        }
        if (!is_said) {
            CC_TRY(set_default(out, (cfg_key)key, arena));
        }
    }
    return CC_OK;
}

static cc_err add_rules(sel_list *list, bool is_exclude, const cfg_texts *rules) {
    for (size_t i = 0; i < rules->count; i++) {
        CC_TRY(sel_add(list, is_exclude, cc_strz(rules->items[i]), cc_strz(rules->origins[i])));
    }
    return CC_OK;
}

cc_err cfg_make_filter(sel_list *list, const cfg_values *values) {
    CC_TRY(add_rules(list, false, &values->include));
    return add_rules(list, true, &values->exclude);
}
