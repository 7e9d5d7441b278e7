/* Layers as text, for the session's directory. cfg.h describes the format. */
#include <string.h>

#include "base/cc_escape.h"
#include "config/cfg_internal.h"

/* Number of fields in version 1; version 2 has one more field, the words. */
enum { FIELDS = 6, MOST_FIELDS = FIELDS + 1 };

static const char heads[][sizeof "clrcov-config 1\n"] = {"clrcov-config 1\n", "clrcov-config 2\n"};
enum { HEAD_LENGTH = sizeof heads[0] - 1 };

/* --- out -------------------------------------------------------------------------------------- */

static void put_field(cc_buf *out, const char *text) {
    cc_escape(out, cc_strz(text == NULL ? "" : text), 0);
}

static void put_entry(cc_buf *out, cfg_place place, const cfg_entry *entry, bool has_words) {
    cc_buf_printf(out, "%s\t%s\t%d\t", cfg_place_name(place), cfg_spec_of(entry->key)->option,
                  entry->is_imported ? 1 : 0);
    put_field(out, entry->origin);
    cc_buf_putc(out, '\t');
    put_field(out, entry->base);
    cc_buf_putc(out, '\t');
    put_field(out, entry->text);
    if (has_words) {
        cc_buf_putc(out, '\t');
        put_field(out, entry->words);
    }
    cc_buf_putc(out, '\n');
}

static bool has_words(const cfg_layer *layer) {
    for (size_t i = 0; i < layer->count; i++) {
        if (layer->entries[i].words != NULL) {
            return true;
        }
    }
    return false;
}

/* Uses version 1 when it can hold everything, so that an older clrcov reads the session, too. */
void cfg_print_layers(const cfg_layer *const *layers, size_t count, cc_buf *out) {
    bool with_words = false;
    for (size_t i = 0; i < count; i++) {
        with_words = with_words || has_words(layers[i]);
    }
    cc_buf_puts(out, heads[with_words]);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < layers[i]->count; k++) {
            put_entry(out, layers[i]->place, &layers[i]->entries[k], with_words);
        }
    }
    cc_buf_puts(out, "end\n");
}

/* --- in --------------------------------------------------------------------------------------- */

typedef struct store {
    cfg_layer *layers;
    size_t count;
    unsigned line;
    size_t fields; /* of each line */
} store;

static cc_err fail_line(const store *s, const char *what) {
    return cc_fail(CC_E_FORMAT, "stored settings: line %u: %s", s->line, what);
}

/* Sets *out to the text of the field, zero-terminated and in the arena. */
static cc_err take_field(const store *s, cc_str field, cc_arena *arena, const char **out) {
    size_t len = 0;
    char *text = cc_arena_alloc(arena, field.len + 1, 1);
    *out = text;
    bool is_fine = cc_unescape(text, &len, field, 0) && strlen(text) == len;
    return is_fine ? CC_OK : fail_line(s, "'%' is not followed by two hexadecimal digits");
}

static cfg_layer *find_layer(const store *s, cc_str place) {
    for (size_t i = 0; i < s->count; i++) {
        if (cc_str_eqz(place, cfg_place_name(s->layers[i].place))) {
            return &s->layers[i];
        }
    }
    return NULL;
}

static cc_err take_fields(const store *s, const cc_str fields[MOST_FIELDS]) {
    cfg_layer *layer = find_layer(s, fields[0]);
    cfg_entry entry = {.is_imported = cc_str_eqz(fields[2], "1")};
    if (layer == NULL) {
        return fail_line(s, "unknown place of settings");
    }
    if (!cfg_key_of_option(fields[1], &entry.key)) {
        return fail_line(s, "unknown setting");
    }
    if (!entry.is_imported && !cc_str_eqz(fields[2], "0")) {
        return fail_line(s, "the third field is neither 0 nor 1");
    }
    CC_TRY(take_field(s, fields[3], layer->arena, &entry.origin));
    CC_TRY(take_field(s, fields[4], layer->arena, &entry.base));
    CC_TRY(take_field(s, fields[5], layer->arena, &entry.text));
    entry.base = entry.base[0] == '\0' ? NULL : entry.base;
    if (s->fields > FIELDS && fields[FIELDS].len > 0) {
        CC_TRY(take_field(s, fields[FIELDS], layer->arena, &entry.words));
    }
    cfg_layer_put(layer, &entry);
    return CC_OK;
}

static cc_err take_line(const store *s, cc_str line) {
    cc_str fields[MOST_FIELDS];
    size_t count = 0;
    for (;;) {
        const char *tab = memchr(line.s, '\t', line.len);
        size_t len = tab == NULL ? line.len : (size_t)(tab - line.s);
        if (count == s->fields) {
            return fail_line(s, "too many fields");
        }
        fields[count++] = (cc_str){line.s, len};
        if (tab == NULL) {
            break;
        }
        line = (cc_str){tab + 1, line.len - len - 1};
    }
    return count == s->fields ? take_fields(s, fields) : fail_line(s, "too few fields");
}

cc_err cfg_parse_layers(cfg_layer *layers, size_t count, cc_str text) {
    bool with_words = cc_str_starts(text, heads[true]);
    store s = {layers, count, 1, with_words ? MOST_FIELDS : FIELDS};
    if (!with_words && !cc_str_starts(text, heads[false])) {
        return fail_line(&s, "not settings of this version");
    }
    text = (cc_str){text.s + HEAD_LENGTH, text.len - HEAD_LENGTH};
    for (;;) {
        s.line++;
        const char *end = memchr(text.s, '\n', text.len);
        if (end == NULL) {
            return fail_line(&s, "the line 'end' is missing");
        }
        cc_str line = {text.s, (size_t)(end - text.s)};
        text = (cc_str){end + 1, text.len - line.len - 1};
        if (cc_str_eqz(line, "end")) {
            return text.len == 0 ? CC_OK : fail_line(&s, "text follows the line 'end'");
        }
        CC_TRY(take_line(&s, line));
    }
}
