/* Layers: the entries of one place, as text. See cfg.h. */
#include "config/cfg_internal.h"

void cfg_layer_init(cfg_layer *layer, cfg_place place, cc_arena *arena) {
    *layer = (cfg_layer){.place = place, .arena = arena};
}

/* Copies the text; NULL stays NULL. */
static void copy(cc_arena *arena, const char **text) {
    if (*text != NULL) {
        *text = cc_arena_strdup(arena, cc_strz(*text));
    }
}

void cfg_layer_put(cfg_layer *layer, const cfg_entry *entry) {
    layer->entries = cc_arena_grow(layer->arena, layer->entries, layer->count, &layer->cap,
                                   sizeof *layer->entries);
    cfg_entry added = *entry;
    copy(layer->arena, &added.text);
    copy(layer->arena, &added.origin);
    copy(layer->arena, &added.base);
    copy(layer->arena, &added.words);
    layer->entries[layer->count++] = added;
}

cc_err cfg_layer_add(cfg_layer *layer, const cfg_entry *entry) {
    if ((unsigned)entry->key >= CFG_KEY_COUNT) {
        return cc_fail(CC_E_USAGE, "setting %u does not exist", (unsigned)entry->key);
    }
    cfg_layer_put(layer, entry);
    return CC_OK;
}
