/* The CLRCOV_* variables as a layer. See cfg.h. */
#include <string.h>

#include "base/cc_nearest.h"
#include "config/cfg_internal.h"

static const char prefix[] = "CLRCOV_";
enum { MAX_KNOWN = 128, PREFIX_LENGTH = sizeof prefix - 1 };

/* Names of variables: the variables of the keys, then other known variables. */
typedef struct names {
    const char *items[MAX_KNOWN];
    size_t count;
} names;

static void list_names(names *all, const char *const *known, cc_arena *arena) {
    all->count = 0;
    for (size_t i = 0; i < CFG_KEY_COUNT; i++) {
        all->items[all->count++] = cfg_variable((cfg_key)i, arena);
    }
    for (size_t i = 0; known != NULL && known[i] != NULL && all->count < MAX_KNOWN; i++) {
        all->items[all->count++] = known[i];
    }
}

static void add(cfg_layer *layer, cfg_key key, cc_str text, const char *origin, const char *base) {
    const char *copy = cc_arena_strdup(layer->arena, text);
    cfg_entry entry = {.key = key, .text = copy, .origin = origin, .base = base};
    cfg_layer_put(layer, &entry);
}

/* Adds the items of a list, except empty ones. */
static void add_list(cfg_layer *layer, cfg_key key, const char *value, const char *origin,
                     const char *base) {
    for (const char *at = value; *at != '\0';) {
        size_t len = strcspn(at, ";\n");
        cc_str item = cc_str_trim((cc_str){at, len});
        if (item.len > 0) {
            add(layer, key, item, origin, base);
        }
        at += len + (at[len] != '\0');
    }
}

/* The comparison omits the prefix that all names share. */
static void warn(const names *all, cc_str name, cc_buf *warnings) {
    const char *tails[MAX_KNOWN];
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        if (strncmp(all->items[i], prefix, PREFIX_LENGTH) == 0) {
            tails[count++] = all->items[i] + PREFIX_LENGTH;
        }
    }
    char quoted[CFG_QUOTE_SIZE];
    cc_str tail = {name.s + PREFIX_LENGTH, name.len - PREFIX_LENGTH};
    const char *near = cc_nearest(tail, tails, count);
    cc_buf_printf(warnings, "%s: unknown variable", cfg_quote(name, quoted));
    if (near != NULL) {
        cc_buf_printf(warnings, "; did you mean %s%s?", prefix, near);
    }
    cc_buf_putc(warnings, '\n');
}

void cfg_read_environment(cfg_layer *layer, char *const *environment, const char *base,
                          const char *const *known, cc_buf *warnings) {
    names all;
    list_names(&all, known, layer->arena);
    for (size_t i = 0; environment[i] != NULL; i++) {
        const char *equals = strchr(environment[i], '=');
        if (strncmp(environment[i], prefix, PREFIX_LENGTH) != 0 || equals == NULL) {
            continue;
        }
        cc_str name = {environment[i], (size_t)(equals - environment[i])};
        size_t at = 0;
        while (at < all.count && !cc_str_eqz(name, all.items[at])) {
            at++;
        }
        if (at == all.count) {
            warn(&all, name, warnings);
        } else if (at < CFG_KEY_COUNT && equals[1] != '\0') {
            if (cfg_is_list(cfg_spec_of((cfg_key)at)->type)) {
                add_list(layer, (cfg_key)at, equals + 1, all.items[at], base);
            } else {
                add(layer, (cfg_key)at, cc_strz(equals + 1), all.items[at], base);
            }
        }
    }
}
