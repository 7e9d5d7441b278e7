/* From texts of entries to values, alike for every place. See cfg_type in cfg.h. */
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "config/cfg_internal.h"

enum { MAX_SECONDS = 86400, PERCENT_UNIT = 10000, FIRST_CAP = 4 };

/* The source and the destination of a value. */
typedef struct reader {
    cfg_values *values;
    const cfg_spec *spec;
    const cfg_entry *entry;
    void *field;
    cfg_place place;
    cc_arena *arena;
} reader;

/* --- scalars ---------------------------------------------------------------------------------- */

static const char *const bool_names[] = {"false", "true", "0", "1", "no", "yes", "off", "on"};
enum { BOOL_NAMES = sizeof bool_names / sizeof *bool_names };

cc_err cfg_read_bool(cc_str text, bool *out) {
    for (size_t i = 0; i < BOOL_NAMES; i++) {
        if (cc_str_eq_nocase(text, cc_strz(bool_names[i]))) {
            *out = i % 2 == 1;
            return CC_OK;
        }
    }
    char quoted[CFG_QUOTE_SIZE];
    return cc_fail(CC_E_USAGE, "takes true or false, not '%s'", cfg_quote(text, quoted));
}

/* Parses a decimal number up to `limit`, in units of 1/`unit`; more decimals than the unit has are
 * an error, not rounded. False for anything else. */
static bool parse_decimal(cc_str text, uint32_t limit, uint32_t unit, uint32_t *out) {
    uint32_t value = 0;
    size_t at = 0;
    for (; at < text.len && text.s[at] >= '0' && text.s[at] <= '9' && value <= limit; at++) {
        value = value * 10 + (uint32_t)(text.s[at] - '0');
    }
    if (at == 0 || value > limit) {
        return false;
    }
    value *= unit;
    if (at < text.len && text.s[at] == '.') {
        size_t first = ++at;
        for (uint32_t scale = unit / 10; at < text.len && scale > 0; at++, scale /= 10) {
            if (text.s[at] < '0' || text.s[at] > '9') {
                return false;
            }
            value += (uint32_t)(text.s[at] - '0') * scale;
        }
        if (at == first) {
            return false;
        }
    }
    *out = value;
    return at == text.len && value <= limit * unit;
}

static cc_err read_seconds(const reader *r, cc_str text) {
    uint32_t value;
    if (parse_decimal(text, MAX_SECONDS, 1000, &value)) {
        *(unsigned *)r->field = value;
        return CC_OK;
    }
    char quoted[CFG_QUOTE_SIZE];
    return cc_fail(CC_E_USAGE, "takes seconds, 0 to %d with up to 3 decimals, not '%s'",
                   MAX_SECONDS, cfg_quote(text, quoted));
}

/* Parses "80" or "80%". */
static cc_err read_percent(const reader *r, cc_str text) {
    uint32_t value;
    size_t len = cc_str_ends(text, "%") ? text.len - 1 : text.len;
    if (parse_decimal((cc_str){text.s, len}, 100, PERCENT_UNIT, &value)) {
        *(int32_t *)r->field = (int32_t)value;
        return CC_OK;
    }
    char quoted[CFG_QUOTE_SIZE];
    return cc_fail(CC_E_USAGE, "takes a percentage, 0 to 100 with up to 4 decimals, not '%s'",
                   cfg_quote(text, quoted));
}

/* --- paths ------------------------------------------------------------------------------------ */

/* Makes the path absolute and folded; a relative path is relative to the entry's base. */
static cc_err read_path_text(const reader *r, const char *text, const char **out) {
    if (text[0] == '\0') {
        return cc_fail(CC_E_USAGE, "takes a path, not ''");
    }
    char *absolute = NULL;
    const char *base = r->entry->base == NULL ? "." : r->entry->base;
    CC_TRY(cc_path_resolve(r->arena, base, text, &absolute));
    *out = absolute;
    return CC_OK;
}

static cc_err read_path_or_dash(const reader *r, const char *text, const char **out) {
    if (strcmp(text, "-") == 0) {
        *out = "-";
        return CC_OK;
    }
    return read_path_text(r, text, out);
}

/* Old arrays stay in the arena: sizes double. */
static void *grown(cc_arena *arena, void *items, size_t count, size_t size) {
    if (count != 0 && (count < FIRST_CAP || (count & (count - 1)) != 0)) {
        return items;
    }
    return cc_arena_widen(arena, items, count, count == 0 ? FIRST_CAP : count * 2, size);
}

static void add_text(const reader *r, const char *text) {
    cfg_texts *texts = r->field;
    const char **items = grown(r->arena, texts->items, texts->count, sizeof *items);
    const char **origins = grown(r->arena, texts->origins, texts->count, sizeof *origins);
    const char **words = grown(r->arena, texts->words, texts->count, sizeof *words);
    items[texts->count] = text;
    words[texts->count] = r->entry->words;
    origins[texts->count] = r->entry->origin == NULL ? "" : r->entry->origin;
    *texts = (cfg_texts){items, origins, words, texts->count + 1};
}

static cc_err read_paths(const reader *r) {
    const char *path = NULL;
    CC_TRY(read_path_text(r, r->entry->text, &path));
    add_text(r, path);
    return CC_OK;
}

/* --- maps ------------------------------------------------------------------------------------- */

/* Both sides may contain '=': a line feed, which cannot occur in other places, separates them. */
const char *cfg_map_text(cc_arena *arena, const char *from, const char *to) {
    return cc_arena_printf(arena, "%s\n%s", from, to);
}

/* The text after a '=' is certainly the path of a directory. */
static bool looks_like_path(const char *s) {
    return s[0] == '/' || (s[0] == '.' && (s[1] == '\0' || s[1] == '/' || s[1] == '.'));
}

/* Returns the end of FROM: at a line feed; else at the last '=' before text that starts like a path
 * ("/", "./", "../"); else at the last '=' with text after it. 0: there is none. */
static size_t split_map(const char *text) {
    const char *feed = strchr(text, '\n');
    if (feed != NULL) {
        return (size_t)(feed - text);
    }
    size_t any = 0;
    size_t sure = 0;
    for (size_t i = 1; text[0] != '\0' && text[i] != '\0'; i++) {
        if (text[i] != '=' || text[i + 1] == '\0') {
            continue;
        }
        any = i;
        sure = looks_like_path(text + i + 1) ? i : sure;
    }
    return sure != 0 ? sure : any;
}

static void add_map(const reader *r, cfg_map map) {
    cfg_maps *maps = r->field;
    cfg_map *items = grown(r->arena, maps->items, maps->count, sizeof *items);
    items[maps->count] = map;
    *maps = (cfg_maps){items, maps->count + 1};
}

static cc_err read_map(const reader *r) {
    const char *text = r->entry->text;
    size_t at = split_map(text);
    if (at == 0) {
        char quoted[CFG_QUOTE_SIZE];
        return cc_fail(CC_E_USAGE, "takes FROM=TO, not '%s'", cfg_quote(cc_strz(text), quoted));
    }
    cfg_map map = {NULL, NULL};
    CC_TRY(read_path_text(r, text + at + 1, &map.to));
    while (at > 0 && (text[at - 1] == '/' || text[at - 1] == '\\')) {
        at--;
    }
    map.from = cc_arena_strdup(r->arena, (cc_str){text, at});
    add_map(r, map);
    return CC_OK;
}

/* --- formats ---------------------------------------------------------------------------------- */

static cc_err read_path_of_format(const reader *r, cc_str format, cc_str text, const char **out) {
    const char *path = cc_arena_strdup(r->arena, text);
    if (text.len == 0) {
        return cc_fail(CC_E_USAGE, "%.*s=: the path is empty; is a variable not set?",
                       CC_STR_ARGS(format));
    }
    return read_path_or_dash(r, path, out);
}

/* Parses "FORMAT" or "FORMAT=PATH". */
static cc_err read_format(const reader *r, cc_str text) {
    cfg_formats *formats = r->field;
    cfg_format format = {0, NULL};
    cc_str path = text;
    cc_str name = cc_str_cut(&path, '=');
    CC_TRY(cfg_refuse_list(r->spec, r->place, name));
    CC_TRY(cfg_find_choice(r->spec, name, &format.format));
    if (name.len < text.len) {
        CC_TRY(read_path_of_format(r, name, path, &format.path));
    }
    cfg_format *items = grown(r->arena, formats->items, formats->count, sizeof *items);
    items[formats->count] = format;
    *formats = (cfg_formats){items, formats->count + 1};
    return CC_OK;
}

/* --- rules ------------------------------------------------------------------------------------ */

static cc_err add_rule(const reader *r, cc_str text) {
    if (text.len == 0) {
        return cc_fail(CC_E_USAGE, "takes a rule, not ''");
    }
    sel_list list;
    sel_init(&list, r->arena, cfg_regex_engine());
    CC_TRY(sel_add(&list, r->spec->key == CFG_EXCLUDE, text, CC_STR("")));
    const char *copy = cc_arena_strdup(r->arena, text);
    add_text(r, copy);
    return CC_OK;
}

/* The function accepts coverlet's lists ("[A]*,[B]*") where coverlet's users write them: not in a
 * file, which has an element per item. */
static cc_err read_rules(const reader *r) {
    cc_str rest = cc_str_trim(cc_strz(r->entry->text));
    bool is_written = r->place == CFG_COMMAND || r->place == CFG_ENVIRONMENT;
    if (!is_written || rest.len == 0 || rest.s[0] != '[') {
        return add_rule(r, rest);
    }
    cc_str piece;
    while (cc_str_next(&rest, ',', &piece)) {
        CC_TRY(add_rule(r, piece));
    }
    return CC_OK;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static cc_err read_count(const reader *r, cc_str text) {
    enum { MOST_DIGITS = 9 };
    int64_t value = 0;
    bool is_number = text.len > 0 && text.len <= MOST_DIGITS;
    for (size_t i = 0; is_number && i < text.len; i++) {
        is_number = text.s[i] >= '0' && text.s[i] <= '9';
        value = value * 10 + (text.s[i] - '0');
    }
    if (!is_number) {
        char quoted[CFG_QUOTE_SIZE];
        return cc_fail(CC_E_USAGE, "takes a whole number, not '%s'", cfg_quote(text, quoted));
    }
    *(int64_t *)r->field = value;
    return CC_OK;
}

static cc_err read_text(const reader *r, cc_str text) {
    const char *copy = cc_arena_strdup(r->arena, text);
    if (text.len == 0 || text.s[0] == '-') {
        char quoted[CFG_QUOTE_SIZE];
        return cc_fail(CC_E_USAGE, "takes a name, not '%s'", cfg_quote(text, quoted));
    }
    *(const char **)r->field = copy;
    return CC_OK;
}

/* --- names ------------------------------------------------------------------------------------ */

/* A value replaces the whole list. */
static cc_err read_names(const reader *r, cc_str text) {
    *(cfg_texts *)r->field = (cfg_texts){0};
    while (text.len > 0 && !cc_str_eqz(text, "none")) {
        cc_str name = cc_str_trim(cc_str_cut(&text, ','));
        if (name.len == 0) {
            return cc_fail(CC_E_USAGE, "takes names separated by commas, or none");
        }
        const char *copy = cc_arena_strdup(r->arena, name);
        add_text(r, copy);
    }
    return CC_OK;
}

/* --- all of them ------------------------------------------------------------------------------ */

static cc_err read_any(const reader *r) {
    cc_str trimmed = cc_str_trim(cc_strz(r->entry->text));
    switch (r->spec->type) {
    case CFG_BOOL:
        return cfg_read_bool(trimmed, r->field);
    case CFG_CHOICE:
        return cfg_find_choice(r->spec, trimmed, r->field);
    case CFG_SECONDS:
        return read_seconds(r, trimmed);
    case CFG_PERCENT:
        return read_percent(r, trimmed);
    case CFG_COUNT:
        return read_count(r, trimmed);
    case CFG_PATH:
        return read_path_or_dash(r, r->entry->text, r->field);
    case CFG_PATHS:
        return read_paths(r);
    case CFG_MAPS:
        return read_map(r);
    case CFG_RULES:
        return read_rules(r);
    case CFG_NAMES:
        return read_names(r, trimmed);
    case CFG_TEXT:
        return read_text(r, trimmed);
    case CFG_FORMATS:
        return read_format(r, trimmed);
    }
    return cc_fail(CC_E_USAGE, "the type of the setting is unknown");
}

/* The origin identifies options and variables; the line of a file does not suffice. */
static void name_setting(const cfg_spec *spec, bool is_imported) {
    char name[CFG_QUOTE_SIZE];
    if (is_imported) {
        (void)snprintf(name, sizeof name, "%s", spec->option);
    } else {
        (void)snprintf(name, sizeof name, "<%s%s%s>", spec->element,
                       spec->attribute[0] == '\0' ? "" : " ", spec->attribute);
    }
    (void)cc_fail_in(CC_E_USAGE, name);
}

cc_err cfg_read_value(cfg_values *out, const cfg_entry *entry, cfg_place place, cc_arena *arena) {
    const cfg_spec *spec = cfg_spec_of(entry->key);
    void *field = (char *)out + spec->offset;
    reader r = {out, spec, entry, field, place, arena};
    cc_err err = read_any(&r);
    if (err != CC_OK && place == CFG_FILE && spec->type != CFG_RULES) {
        name_setting(spec, entry->is_imported);
    }
    return err == CC_OK || entry->origin == NULL ? err : cc_fail_in(err, entry->origin);
}

cc_err cfg_check_entry(const cfg_entry *entry, cfg_place place, cc_arena *arena) {
    cfg_values unused = {0};
    return cfg_read_value(&unused, entry, place, arena);
}
