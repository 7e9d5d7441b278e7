/* Every key of the table from each of the four places, in every combination of them. */
#include "test_config.h"

#include <stdio.h>
#include <string.h>

enum { PLACES = CFG_COMMAND + 1, ALL_SETS = 1 << PLACES };

/* --- what each place says about a key --------------------------------------------------------- */

static unsigned default_index(const cfg_spec *spec) {
    unsigned i = 0;
    while (strcmp(spec->choices[i], spec->default_text) != 0) {
        i++;
    }
    return i;
}

static unsigned choice_count(const cfg_spec *spec) {
    unsigned n = 0;
    while (spec->choices[n] != NULL) {
        n++;
    }
    return n;
}

static unsigned choice_of(const cfg_spec *spec, cfg_place place) {
    return (default_index(spec) + (unsigned)place) % choice_count(spec);
}

static bool bool_of(const cfg_spec *spec, cfg_place place) {
    return (strcmp(spec->default_text, "true") == 0) != (place == CFG_FILE || place == CFG_COMMAND);
}

/* The text that a place gives to a key: another one for each place, where the type allows it. */
static const char *text_of(const cfg_spec *spec, cfg_place place) {
    static const char *const seconds[] = {"", "0", "1.5", "86400"};
    static const char *const percents[] = {"", "0", "80.5", "100"};
    static const char *const counts[] = {"", "0", "30", "999999999"};
    static const char *const paths[] = {"", "a/../from-file", "from-environment", "/from/command/"};
    static const char *const maps[] = {"", "/src=from-file", "C:\\src=x", "/src/=/from=command"};
    static const char *const rules[] = {"", "type:From.File", "type:From.Environment",
                                        "FromCommand"};
    static const char *const names[] = {"", "From.File", "From.Environment", "FromCommand"};
    static const char *const refs[] = {"", "from-file", "from/environment", "v1^{commit}"};
    static const char *const formats[] = {"", "lcov=a/../from-file", "json=from-environment",
                                          "markdown=/from/command/"};
    switch (spec->type) {
    case CFG_FORMATS:
        return formats[place];
    case CFG_TEXT:
        return refs[place];
    case CFG_BOOL:
        return bool_of(spec, place) ? "true" : "false";
    case CFG_CHOICE:
        return spec->choices[choice_of(spec, place)];
    case CFG_SECONDS:
        return seconds[place];
    case CFG_PERCENT:
        return percents[place];
    case CFG_COUNT:
        return counts[place];
    case CFG_PATH:
    case CFG_PATHS:
        return paths[place];
    case CFG_MAPS:
        return maps[place];
    case CFG_RULES:
        return rules[place];
    case CFG_NAMES:
        return names[place];
    }
    return "";
}

/* The whole clrcov.xml with this key, which stands in line 2. */
static const char *xml_of(const cfg_spec *spec, cc_arena *arena) {
    const char *text = text_of(spec, CFG_FILE);
    if (spec->type == CFG_RULES) {
        return cc_arena_printf(arena,
                               "<clrcov version='1'>\n<%s><type>From.File</type></%s></clrcov>",
                               spec->element, spec->element);
    }
    if (spec->type == CFG_MAPS) {
        return cc_arena_printf(arena,
                               "<clrcov version='1'>\n<%s from='/src' to='from-file'/></clrcov>",
                               spec->element);
    }
    if (spec->type == CFG_FORMATS) {
        return "<clrcov version='1'>\n<report format='lcov' path='a/../from-file'/></clrcov>";
    }
    return cc_arena_printf(arena, "<clrcov version='1'>\n<%s %s='%s'/></clrcov>", spec->element,
                           spec->attribute, text);
}

/* --- what must come out ----------------------------------------------------------------------- */

static const void *field_of(const cfg_values *values, const cfg_spec *spec) {
    return (const char *)values + spec->offset;
}

static void assert_path(const char *got, cfg_place place) {
    static const char *const wanted[] = {"", "/file/from-file", "/environment/from-environment",
                                         "/from/command"};
    assert_text(got, wanted[place]);
}

static void assert_texts(const cfg_texts *texts, const cfg_spec *spec, cfg_place place) {
    CU_ASSERT_EQUAL_FATAL(texts->count, 1);
    if (spec->type == CFG_PATHS) {
        assert_path(texts->items[0], place);
    } else {
        assert_text(texts->items[0], text_of(spec, place));
    }
}

static void assert_maps(const cfg_maps *maps, cfg_place place) {
    static const cfg_map wanted[] = {{"", ""},
                                     {"/src", "/file/from-file"},
                                     {"C:\\src", "/environment/x"},
                                     {"/src", "/from=command"}};
    CU_ASSERT_EQUAL_FATAL(maps->count, 1);
    assert_text(maps->items[0].from, wanted[place].from);
    assert_text(maps->items[0].to, wanted[place].to);
}

static void assert_formats(const cfg_formats *formats, cfg_place place) {
    static const unsigned wanted[] = {CFG_COBERTURA, CFG_LCOV, CFG_JSON, CFG_MARKDOWN};
    CU_ASSERT_EQUAL_FATAL(formats->count, 1);
    CU_ASSERT_EQUAL(formats->items[0].format, wanted[place]);
    assert_path(formats->items[0].path, place);
}

static void assert_said(const cfg_values *values, const cfg_spec *spec, cfg_place place) {
    static const unsigned ms[] = {0, 0, 1500, 86400000};
    static const int32_t percents[] = {0, 0, 805000, 1000000};
    static const int64_t counts[] = {0, 0, 30, 999999999};
    const void *field = field_of(values, spec);
    switch (spec->type) {
    case CFG_FORMATS:
        assert_formats(field, place);
        break;
    case CFG_TEXT:
        assert_text(*(const char *const *)field, text_of(spec, place));
        break;
    case CFG_BOOL:
        CU_ASSERT_EQUAL(*(const bool *)field, bool_of(spec, place));
        break;
    case CFG_CHOICE:
        CU_ASSERT_EQUAL(*(const unsigned *)field, choice_of(spec, place));
        break;
    case CFG_SECONDS:
        CU_ASSERT_EQUAL(*(const unsigned *)field, ms[place]);
        break;
    case CFG_PERCENT:
        CU_ASSERT_EQUAL(*(const int32_t *)field, percents[place]);
        break;
    case CFG_COUNT:
        CU_ASSERT_EQUAL(*(const int64_t *)field, counts[place]);
        break;
    case CFG_PATH:
        assert_path(*(const char *const *)field, place);
        break;
    case CFG_MAPS:
        assert_maps(field, place);
        break;
    case CFG_PATHS:
    case CFG_RULES:
    case CFG_NAMES:
        assert_texts(field, spec, place);
        break;
    }
}

/* What cfg.h says about values that nobody sets. */
static void assert_default(const cfg_values *values, const cfg_spec *spec) {
    const void *field = field_of(values, spec);
    switch (spec->type) {
    case CFG_TEXT:
        CU_ASSERT_PTR_NULL(*(const char *const *)field);
        break;
    case CFG_FORMATS:
        CU_ASSERT_EQUAL_FATAL(((const cfg_formats *)field)->count, 1);
        CU_ASSERT_EQUAL(((const cfg_formats *)field)->items[0].format, CFG_COBERTURA);
        CU_ASSERT_PTR_NULL(((const cfg_formats *)field)->items[0].path);
        break;
    case CFG_BOOL:
        CU_ASSERT_EQUAL(*(const bool *)field, strcmp(spec->default_text, "true") == 0);
        break;
    case CFG_CHOICE:
        CU_ASSERT_EQUAL(*(const unsigned *)field, default_index(spec));
        break;
    case CFG_SECONDS:
        CU_ASSERT_EQUAL(*(const unsigned *)field, 5000);
        break;
    case CFG_PERCENT:
        CU_ASSERT_EQUAL(*(const int32_t *)field, -1);
        break;
    case CFG_COUNT:
        CU_ASSERT_EQUAL(*(const int64_t *)field, -1);
        break;
    case CFG_PATH:
        if (spec->default_text == NULL) {
            CU_ASSERT_PTR_NULL(*(const char *const *)field);
        } else {
            CU_ASSERT_EQUAL((*(const char *const *)field)[0], '/');
            CU_ASSERT_TRUE(cc_str_ends(cc_strz(*(const char *const *)field), spec->default_text));
        }
        break;
    case CFG_MAPS:
        CU_ASSERT_EQUAL(((const cfg_maps *)field)->count, 0);
        break;
    case CFG_PATHS:
    case CFG_RULES:
        CU_ASSERT_EQUAL(((const cfg_texts *)field)->count, 0);
        break;
    case CFG_NAMES:
        if (strcmp(spec->default_text, "none") == 0) {
            CU_ASSERT_EQUAL(((const cfg_texts *)field)->count, 0);
            break;
        }
        CU_ASSERT_EQUAL_FATAL(((const cfg_texts *)field)->count, 1);
        assert_text(((const cfg_texts *)field)->items[0], spec->default_text);
        break;
    }
}

/* --- all combinations ------------------------------------------------------------------------- */

typedef struct places {
    cfg_layer layers[PLACES];
    const char *origins[PLACES];
} places;

/* Each place says its text about the key, as it does in life. */
static void fill(places *all, const cfg_spec *spec, cc_arena *arena) {
    for (int place = 0; place < PLACES; place++) {
        cfg_layer_init(&all->layers[place], (cfg_place)place, arena);
    }
    all->origins[CFG_DEFAULTS] = "default";
    cc_err err = read_xml(&all->layers[CFG_FILE], arena, xml_of(spec, arena));
    if (err != CC_OK) {
        printf("\n    %s\n", cc_error_message());
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    all->origins[CFG_FILE] = "clrcov.xml:2";

    all->origins[CFG_ENVIRONMENT] = cfg_variable(spec->key, arena);
    char *variable = cc_arena_printf(arena, "%s=%s", all->origins[CFG_ENVIRONMENT],
                                     text_of(spec, CFG_ENVIRONMENT));
    char *const environment[] = {variable, NULL};
    cc_buf warnings = {0};
    cfg_read_environment(&all->layers[CFG_ENVIRONMENT], environment, "/environment", NULL,
                         &warnings);
    CU_ASSERT_EQUAL(warnings.len, 0);
    cc_buf_free(&warnings);

    all->origins[CFG_COMMAND] = cc_arena_printf(arena, "--%s", spec->option);
    cfg_entry entry = {.key = spec->key,
                       .text = text_of(spec, CFG_COMMAND),
                       .origin = all->origins[CFG_COMMAND],
                       .base = "/command"};
    CU_ASSERT_EQUAL_FATAL(cfg_layer_add(&all->layers[CFG_COMMAND], &entry), CC_OK);
}

static cfg_place strongest(unsigned set) {
    for (int place = CFG_COMMAND; place > CFG_DEFAULTS; place--) {
        if ((set >> place & 1) != 0) {
            return (cfg_place)place;
        }
    }
    return CFG_DEFAULTS;
}

static void try_set(const places *all, const cfg_spec *spec, unsigned set, cc_arena *arena) {
    const cfg_layer *chosen[PLACES];
    size_t count = 0;
    for (unsigned place = 0; place < PLACES; place++) {
        if ((set >> place & 1) != 0) {
            chosen[count++] = &all->layers[place];
        }
    }
    cfg_values values;
    cc_err err = cfg_resolve(&values, chosen, count, arena);
    if (err != CC_OK) {
        printf("\n    %s: %s\n", spec->option, cc_error_message());
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    cfg_place place = strongest(set);
    assert_text(values.origin[spec->key], all->origins[place]);
    if (place == CFG_DEFAULTS) {
        assert_default(&values, spec);
    } else {
        assert_said(&values, spec, place);
    }
    /* Nothing else is touched. */
    for (size_t other = 0; other < CFG_KEY_COUNT; other++) {
        if (other != (size_t)spec->key) {
            assert_text(values.origin[other], "default");
            assert_default(&values, cfg_spec_of((cfg_key)other));
        }
    }
}

void test_precedence(void) {
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        cc_arena *arena = cc_arena_new();
        places all;
        const cfg_spec *spec = cfg_spec_of((cfg_key)key);
        fill(&all, spec, arena);
        for (unsigned set = 0; set < ALL_SETS; set++) {
            try_set(&all, spec, set, arena);
        }
        cc_arena_free(arena);
    }
}

/* --- the table itself ------------------------------------------------------------------------- */

static void assert_choices(const cfg_spec *spec) {
    bool is_choice = spec->type == CFG_CHOICE;
    CU_ASSERT_EQUAL(spec->choices != NULL, is_choice || spec->type == CFG_FORMATS);
    if (!is_choice) {
        return;
    }
    char joined[200] = "";
    bool has_default = false;
    for (unsigned i = 0; spec->choices[i] != NULL; i++) {
        strcat(joined, i == 0 ? "" : "|");
        strcat(joined, spec->choices[i]);
        has_default = has_default || strcmp(spec->choices[i], spec->default_text) == 0;
    }
    assert_text(spec->placeholder, joined);
    CU_ASSERT_TRUE(has_default);
}

static void assert_help(const cfg_spec *spec) {
    for (const char *at = spec->help; *at != '\0';) {
        size_t len = strcspn(at, "\n");
        CU_ASSERT_TRUE(len > 0 && len <= 52);
        at += len + (at[len] == '\n');
    }
}

void test_rows_are_whole(void) {
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        const cfg_spec *spec = cfg_spec_of((cfg_key)key);
        CU_ASSERT_EQUAL((size_t)spec->key, key);
        CU_ASSERT_TRUE(spec->option[0] != '\0' && spec->element[0] != '\0');
        CU_ASSERT_TRUE(spec->commands != 0);
        CU_ASSERT_EQUAL(spec->placeholder == NULL, spec->type == CFG_BOOL);
        CU_ASSERT_TRUE(spec->type != CFG_BOOL || spec->default_text != NULL);
        assert_choices(spec);
        assert_help(spec);
        for (size_t other = 0; other < key; other++) {
            const cfg_spec *o = cfg_spec_of((cfg_key)other);
            CU_ASSERT_STRING_NOT_EQUAL(o->option, spec->option);
            CU_ASSERT_TRUE(o->letter == 0 || o->letter != spec->letter);
            CU_ASSERT_TRUE(strcmp(o->element, spec->element) != 0 ||
                           strcmp(o->attribute, spec->attribute) != 0);
        }
    }
    CU_ASSERT_TRUE((int)CFG_KEY_COUNT < (int)CFG_MAX_NAMES);
}

void test_variables(void) {
    cc_arena *arena = cc_arena_new();
    const char *name = cfg_variable(CFG_FAIL_UNDER_LINE, arena);
    assert_text(name, "CLRCOV_FAIL_UNDER_LINE");
    name = cfg_variable(CFG_HITS, arena);
    assert_text(name, "CLRCOV_HITS");
    cfg_key key;
    CU_ASSERT_TRUE(cfg_key_of_option(CC_STR("fail-under-line"), &key));
    CU_ASSERT_EQUAL(key, CFG_FAIL_UNDER_LINE);
    CU_ASSERT_FALSE(cfg_key_of_option(CC_STR("fail-under"), &key));
    cc_arena_free(arena);
}

void test_indices_of_choices(void) {
    static const struct {
        cfg_key key;
        unsigned index;
        const char *name;
    } rows[] = {
        {CFG_HITS, CFG_HITS_ONCE, "once"},
        {CFG_HITS, CFG_HITS_EXACT, "exact"},
        {CFG_ERASE, CFG_ERASE_ON, "on"},
        {CFG_ERASE, CFG_ERASE_OFF, "off"},
        {CFG_WITHOUT_SOURCES, CFG_SOURCES_SKIP, "skip"},
        {CFG_WITHOUT_SOURCES, CFG_SOURCES_SKIP_ANY, "skip-any"},
        {CFG_WITHOUT_SOURCES, CFG_SOURCES_KEEP, "keep"},
        {CFG_AUTO_PROPERTIES, CFG_KEEP_AUTO_PROPERTIES, "keep"},
        {CFG_AUTO_PROPERTIES, CFG_SKIP_AUTO_PROPERTIES, "skip"},
        {CFG_DOES_NOT_RETURN, CFG_SKIP_AFTER_NO_RETURN, "skip"},
        {CFG_DOES_NOT_RETURN, CFG_KEEP_AFTER_NO_RETURN, "keep"},
        {CFG_GENERATED_CODE, CFG_SKIP_GENERATED, "skip"},
        {CFG_GENERATED_CODE, CFG_KEEP_GENERATED, "keep"},
        {CFG_UNLOADED, CFG_COUNT_UNLOADED, "count"},
        {CFG_UNLOADED, CFG_IGNORE_UNLOADED, "ignore"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_text(cfg_spec_of(rows[i].key)->choices[rows[i].index], rows[i].name);
    }
}
