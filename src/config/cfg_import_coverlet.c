/* coverlet's settings as entries: the settings of its collector (.runsettings) and of its extension
 * to Microsoft's test platform (testconfig.json). See cfg_internal_import.h.
 *
 * As in coverlet 8.0.1, commas separate items of lists, an invalid bool is false, and a filter
 * without the right form is dropped. coverlet also silently drops filters with characters such as
 * '-'; clrcov uses them. */
#include "config/cfg_internal_import.h"

#include <string.h>

typedef void (*take_fn)(cfg_import_sink *sink, const cfg_import_setting *setting);

/* --- filters ---------------------------------------------------------------------------------- */

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("_.*?[]", c) != NULL) || ((unsigned char)c & 0x80) != 0;
}

/* Splits "[ASSEMBLY]TYPE": neither part is empty, and there are no further brackets. */
static bool has_form(cc_str filter) {
    const char *end = memchr(filter.s, ']', filter.len);
    if (filter.s[0] != '[' || end == NULL || end == filter.s + 1 ||
        end == filter.s + filter.len - 1) {
        return false;
    }
    for (size_t i = 1; i < filter.len; i++) {
        if (filter.s[i] == '[' || (filter.s[i] == ']' && filter.s + i != end)) {
            return false;
        }
    }
    return true;
}

static void take_filters(cfg_import_sink *sink, cfg_key key, const cfg_import_setting *setting) {
    cc_str rest = cc_strz(setting->text);
    cc_str item;
    while (cc_str_next(&rest, ',', &item)) {
        char quoted[CFG_QUOTE_SIZE];
        cfg_quote(item, quoted);
        if (!has_form(item)) {
            cfg_import_note(
                sink, setting->line,
                "'%s' does not have the form [ASSEMBLY]TYPE; clrcov ignores it, as coverlet does",
                quoted);
            continue;
        }
        for (size_t i = 0; i < item.len; i++) {
            if (!is_plain(item.s[i])) {
                cfg_import_note(
                    sink, setting->line,
                    "coverlet silently drops '%s' because of its '%c'; clrcov applies it", quoted,
                    item.s[i]);
                break;
            }
        }
        const char *text = cc_arena_strdup(sink->file->arena, item);
        cfg_import_put_rule(sink, key, text, NULL, setting->line);
    }
}

static void take_include(cfg_import_sink *sink, const cfg_import_setting *setting) {
    take_filters(sink, CFG_INCLUDE, setting);
}

static void take_exclude(cfg_import_sink *sink, const cfg_import_setting *setting) {
    take_filters(sink, CFG_EXCLUDE, setting);
}

/* --- other rules ------------------------------------------------------------------------------ */

/* `text`: the translation of `item`. */
static void put_exclusion(cfg_import_sink *sink, const char *text, cc_str item, unsigned line) {
    const char *words = cc_arena_strdup(sink->file->arena, item);
    cfg_import_put_rule(sink, CFG_EXCLUDE, text, words, line);
}

static void take_attributes(cfg_import_sink *sink, const cfg_import_setting *setting) {
    cc_str rest = cc_strz(setting->text);
    cc_str item;
    while (cc_str_next(&rest, ',', &item)) {
        const char *text = cc_arena_printf(sink->file->arena, "attribute:%.*s", CC_STR_ARGS(item));
        put_exclusion(sink, text, item, setting->line);
    }
}

static void take_files(cfg_import_sink *sink, const cfg_import_setting *setting) {
    cc_str rest = cc_strz(setting->text);
    cc_str item;
    while (cc_str_next(&rest, ',', &item)) {
        put_exclusion(sink, cfg_rule_of_file_glob(sink->file->arena, item), item, setting->line);
    }
}

/* --- values ----------------------------------------------------------------------------------- */

/* Parses a bool like coverlet; an invalid word gives a remark. */
static bool read_bool(cfg_import_sink *sink, const cfg_import_setting *setting) {
    bool value = false;
    if (!cfg_import_bool(setting->text, &value) && cc_str_trim(cc_strz(setting->text)).len > 0) {
        char quoted[CFG_QUOTE_SIZE];
        cfg_import_note(
            sink, setting->line,
            "%s: '%s' is neither true nor false; clrcov reads it as false, as coverlet does",
            setting->path, cfg_quote(cc_strz(setting->text), quoted));
    }
    return value;
}

/* coverlet's default, false, counts how often lines ran. Many files contain it because examples
 * contain it, so in clrcov it does not select the most expensive mode. */
static void take_single_hit(cfg_import_sink *sink, const cfg_import_setting *setting) {
    if (read_bool(sink, setting)) {
        cfg_import_put(sink, CFG_HITS, "once", setting->line);
    }
}

static void take_tests(cfg_import_sink *sink, const cfg_import_setting *setting) {
    cfg_import_put(sink, CFG_TESTS, read_bool(sink, setting) ? "true" : "false", setting->line);
}

static void take_auto_properties(cfg_import_sink *sink, const cfg_import_setting *setting) {
    cfg_import_put(sink, CFG_AUTO_PROPERTIES, read_bool(sink, setting) ? "skip" : "keep",
                   setting->line);
}

static void take_sources(cfg_import_sink *sink, const cfg_import_setting *setting) {
    const char *value = cfg_import_sources(setting->text);
    if (value == NULL) {
        char quoted[CFG_QUOTE_SIZE];
        cfg_import_note(sink, setting->line,
                        "%s: '%s' is not MissingAll, MissingAny or None; clrcov reads it as "
                        "MissingAll, as coverlet does",
                        setting->path, cfg_quote(cc_strz(setting->text), quoted));
        value = "skip";
    }
    cfg_import_put(sink, CFG_WITHOUT_SOURCES, value, setting->line);
}

/* coverlet respects an attribute only if this setting names it; clrcov supports only the
 * framework's attribute. */
static void take_no_return(cfg_import_sink *sink, const cfg_import_setting *setting) {
    bool is_known = false;
    cc_str rest = cc_strz(setting->text);
    cc_str item;
    while (cc_str_next(&rest, ',', &item)) {
        if (sel_attribute_matches(
                item, CC_STR("System.Diagnostics.CodeAnalysis.DoesNotReturnAttribute"))) {
            is_known = true;
            continue;
        }
        char quoted[CFG_QUOTE_SIZE];
        cfg_import_note(sink, setting->line,
                        "%s: '%s' is ignored; clrcov honours only the framework's attribute",
                        setting->path, cfg_quote(item, quoted));
    }
    if (is_known) {
        cfg_import_put(sink, CFG_DOES_NOT_RETURN, "skip", setting->line);
    }
}

static void take_format(cfg_import_sink *sink, const cfg_import_setting *setting) {
    cc_str rest = cc_strz(setting->text);
    cc_str item;
    while (cc_str_next(&rest, ',', &item)) {
        char quoted[CFG_QUOTE_SIZE];
        if (cc_str_eq_nocase(item, CC_STR("cobertura"))) {
            cfg_import_put(sink, CFG_FORMAT, "cobertura", setting->line);
        } else {
            cfg_import_note(sink, setting->line,
                            "%s: '%s' is ignored; choose formats with --format", setting->path,
                            cfg_quote(item, quoted));
        }
    }
}

/* Handles a setting that matters only when it is on. */
static void take_unused_switch(cfg_import_sink *sink, const cfg_import_setting *setting) {
    if (read_bool(sink, setting)) {
        cfg_import_unused(sink, setting->path, setting->line);
    }
}

static void take_unused(cfg_import_sink *sink, const cfg_import_setting *setting) {
    if (cc_str_trim(cc_strz(setting->text)).len > 0) {
        cfg_import_unused(sink, setting->path, setting->line);
    }
}

static void take_silently(cfg_import_sink *sink, const cfg_import_setting *setting) {
    (void)sink;
    (void)setting;
}

/* --- all of them ------------------------------------------------------------------------------ */

static const struct key {
    const char *name;
    take_fn take;
} keys[] = {
    {"Format", take_format},
    {"Include", take_include},
    {"Exclude", take_exclude},
    {"ExcludeByAttribute", take_attributes},
    {"ExcludeByFile", take_files},
    {"IncludeDirectory", take_unused},
    {"SingleHit", take_single_hit},
    {"IncludeTestAssembly", take_tests},
    {"SkipAutoProps", take_auto_properties},
    {"ExcludeAssembliesWithoutSources", take_sources},
    {"DoesNotReturnAttribute", take_no_return},
    {"MergeWith", take_unused},
    {"UseSourceLink", take_unused_switch},
    {"DeterministicReport", take_silently},
    {"DisableManagedInstrumentationRestore", take_silently},
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

/* Returns the setting's name, without the '*' of a JSON array's element. */
static cc_str name_of(const cfg_import_setting *setting, bool *is_element) {
    cc_str name = cc_strz(setting->path);
    *is_element = cc_str_ends(name, "/*");
    name.len -= *is_element ? 2 : 0;
    return name;
}

static const struct key *find_key(cc_str name, bool ignore_case) {
    for (size_t i = 0; i < KEY_COUNT; i++) {
        cc_str known = cc_strz(keys[i].name);
        if (ignore_case ? cc_str_eq_nocase(name, known) : cc_str_eq(name, known)) {
            return &keys[i];
        }
    }
    return NULL;
}

void cfg_import_coverlet(cfg_import_sink *sink, const cfg_import_block *block) {
    bool seen[KEY_COUNT] = {false};
    for (size_t i = 0; i < block->count; i++) {
        const cfg_import_setting *setting = &block->settings[i];
        bool is_element = false;
        const struct key *key = find_key(name_of(setting, &is_element), block->is_json);
        /* coverlet uses the first element of a name. */
        if (key == NULL || (seen[key - keys] && !is_element)) {
            cfg_import_unused(sink, setting->path, setting->line);
            continue;
        }
        seen[key - keys] = true;
        key->take(sink, setting);
    }
    cfg_import_put_default(sink, CFG_GENERATED_CODE, "keep", NULL, "coverlet's default");
}
