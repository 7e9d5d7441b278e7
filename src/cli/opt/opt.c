/* Parser of command lines. See opt.h. */
#include "cli/opt/opt.h"

#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_nearest.h"

enum { MAX_SPECS = 96, MAX_SECONDS = 86400 };
_Static_assert(CFG_KEY_COUNT <= MAX_SPECS / 2, "names for suggestions");

typedef struct parser {
    const opt_command *command;
    int argc;
    char **argv;
    int at; /* next argument */
    uint8_t *values;
    opt_result *result;
    cc_arena *arena;
} parser;

/* --- finding options -------------------------------------------------------------------------- */

/* One row: an option of the command, or a setting; both NULL: none. */
typedef struct option {
    const opt_spec *own;
    const cfg_spec *setting;
} option;

/* The setting `key` when the command accepts it. */
static const cfg_spec *setting_at(const opt_command *command, unsigned key) {
    const cfg_spec *spec = cfg_spec_of((cfg_key)key);
    return (spec->commands & command->settings) != 0 ? spec : NULL;
}

/* Other names of settings, which other tools have. */
static cc_str name_of_alias(cc_str name) {
    return cc_str_eqz(name, "fail-under") ? CC_STR("fail-under-line") : name;
}

/* By its letter; by its name where the letter is 0. */
static bool is_meant(const char *name, char letter, cc_str wanted_name, char wanted_letter) {
    return wanted_letter != 0 ? letter == wanted_letter : cc_str_eqz(wanted_name, name);
}

static option find(const opt_command *command, cc_str name, char letter) {
    name = name_of_alias(name);
    for (size_t i = 0; i < command->spec_count; i++) {
        if (is_meant(command->specs[i].name, command->specs[i].letter, name, letter)) {
            return (option){&command->specs[i], NULL};
        }
    }
    for (unsigned key = 0; key < CFG_KEY_COUNT; key++) {
        const cfg_spec *spec = setting_at(command, key);
        if (spec != NULL && is_meant(spec->option, spec->letter, name, letter)) {
            return (option){NULL, spec};
        }
    }
    return (option){NULL, NULL};
}

bool opt_has(const opt_command *command, cc_str name) {
    option found = find(command, name, 0);
    return found.setting != NULL || (found.own != NULL && found.own->help != NULL);
}

static cc_err fail_unknown(const opt_command *command, cc_str name) {
    const char *names[MAX_SPECS];
    size_t count = 0;
    for (unsigned key = 0; key < CFG_KEY_COUNT; key++) {
        const cfg_spec *spec = setting_at(command, key);
        if (spec != NULL) {
            names[count++] = spec->option;
        }
    }
    for (size_t i = 0; i < command->spec_count && count < MAX_SPECS; i++) {
        if (command->specs[i].help != NULL) {
            names[count++] = command->specs[i].name;
        }
    }
    const char *near = cc_nearest(name, names, count);
    if (near != NULL) {
        return cc_fail(CC_E_USAGE, "unknown option --%.*s; did you mean --%s?", CC_STR_ARGS(name),
                       near);
    }
    return cc_fail(CC_E_USAGE, "unknown option --%.*s; see clrcov %s --help", CC_STR_ARGS(name),
                   command->name);
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool is_common(const char *name) {
    static const char *const names[] = {
        "include", "exclude", "hits", "format",  "output",  "by",   "fail-under-line",
        "base",    "config",  "open", "session", "verbose", "help", "fail-under-branch",
        "quiet",   NULL};
    return cc_str_is_one_of(cc_strz(name), names);
}

/* A setting belongs to the group of its element in clrcov.xml. */
static opt_group group_of_setting(const cfg_spec *spec) {
    static const char *const reports[] = {"report", "results", "html", "table", "history", NULL};
    if (cc_str_is_one_of(cc_strz(spec->element), reports)) {
        return OPT_REPORTS;
    }
    if (strcmp(spec->element, "gate") == 0) {
        return OPT_GATES;
    }
    return strcmp(spec->element, "patch") == 0 ? OPT_CHANGE : OPT_MEASURED;
}

static opt_group group_of_own(const opt_spec *spec) {
    static const char *const diagnosis[] = {
        "probe", "probe-all",    "stress",           "stats", "live",
        "il",    "raw-branches", "replace-profiler", NULL};
    return cc_str_is_one_of(cc_strz(spec->name), diagnosis) ? OPT_DIAGNOSIS : OPT_GENERAL;
}

static opt_row row_of_setting(const cfg_spec *spec) {
    bool is_bool = spec->type == CFG_BOOL;
    bool is_off = is_bool && strcmp(spec->default_text, "false") == 0;
    return (opt_row){.group = group_of_setting(spec),
                     .is_common = is_common(spec->option),
                     .letter = spec->letter,
                     .name = spec->option,
                     .value = is_bool ? "BOOL" : spec->placeholder,
                     .may_omit_value = is_bool,
                     .choices = spec->choices,
                     .has_path = spec->type == CFG_FORMATS,
                     .default_text = is_off ? NULL : spec->default_text,
                     .help = spec->help};
}

static opt_row row_of_own(const opt_spec *spec) {
    return (opt_row){.group = group_of_own(spec),
                     .is_common = is_common(spec->name),
                     .letter = spec->letter,
                     .name = spec->name,
                     .value = spec->value,
                     .may_omit_value = spec->kind == OPT_FLAG,
                     .choices = spec->kind == OPT_CHOICE ? spec->choices : NULL,
                     .help = spec->help};
}

/* Settings come first, then the command's own options, then --help. */
bool opt_next_row(const opt_command *command, size_t *at, opt_row *out) {
    static const opt_row help = {.group = OPT_GENERAL,
                                 .is_common = true,
                                 .letter = 'h',
                                 .name = "help",
                                 .may_omit_value = true,
                                 .help = "this text; -h: the common options"};
    for (; *at < CFG_KEY_COUNT; ++*at) {
        const cfg_spec *spec = setting_at(command, (unsigned)*at);
        if (spec != NULL) {
            *out = row_of_setting(spec);
            ++*at;
            return true;
        }
    }
    for (; *at - CFG_KEY_COUNT < command->spec_count; ++*at) {
        const opt_spec *spec = &command->specs[*at - CFG_KEY_COUNT];
        if (spec->help != NULL) {
            *out = row_of_own(spec);
            ++*at;
            return true;
        }
    }
    *out = help;
    return (*at)++ == CFG_KEY_COUNT + command->spec_count;
}

/* --- values ----------------------------------------------------------------------------------- */

static cc_err set_choice(const opt_spec *spec, const char *value, unsigned *place) {
    for (unsigned i = 0; spec->choices[i] != NULL; i++) {
        if (strcmp(spec->choices[i], value) == 0) {
            *place = i;
            return CC_OK;
        }
    }
    cc_buf names = {0};
    for (unsigned i = 0; spec->choices[i] != NULL; i++) {
        cc_buf_printf(&names, "%s%s", i == 0 ? "" : ", ", spec->choices[i]);
    }
    cc_err err = cc_fail(CC_E_USAGE, "--%s takes one of: %.*s; not '%s'", spec->name,
                         (int)names.len, names.data == NULL ? "" : (const char *)names.data, value);
    cc_buf_free(&names);
    return err;
}

/* Parses decimal seconds with at most three decimals to milliseconds. */
static bool parse_seconds(const char *text, unsigned *ms) {
    unsigned whole = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && whole <= MAX_SECONDS; at++) {
        whole = whole * 10 + (unsigned)(*at - '0');
    }
    unsigned rest = 0;
    if (at == text || whole > MAX_SECONDS) {
        return false;
    }
    if (*at == '.') {
        at++;
        for (unsigned scale = 100; scale > 0 && *at >= '0' && *at <= '9'; at++, scale /= 10) {
            rest += (unsigned)(*at - '0') * scale;
        }
    }
    *ms = whole * 1000 + rest;
    return *at == '\0';
}

void opt_list_add(opt_list *list, const char *value, cc_arena *arena) {
    list->items =
        cc_arena_widen(arena, list->items, list->count, list->count + 1, sizeof *list->items);
    list->items[list->count++] = value;
}

/* NULL: the flag is given alone. */
static cc_err set_flag(const opt_spec *spec, const char *value, bool *place) {
    *place = true;
    cc_err err = value == NULL ? CC_OK : cfg_read_bool(cc_strz(value), place);
    return err == CC_OK ? CC_OK
                        : cc_fail(err, "--%s takes true or false, not '%s'", spec->name, value);
}

static cc_err set_value(parser *p, const opt_spec *spec, const char *value) {
    void *place = p->values + spec->offset;
    switch (spec->kind) {
    case OPT_FLAG:
        return set_flag(spec, value, place);
    case OPT_TEXT:
        if (value[0] == '\0') {
            return cc_fail(CC_E_USAGE, "--%s needs a value that is not empty", spec->name);
        }
        *(const char **)place = value;
        return CC_OK;
    case OPT_LIST:
        opt_list_add(place, value, p->arena);
        return CC_OK;
    case OPT_CHOICE:
        return set_choice(spec, value, place);
    case OPT_SECONDS:
        if (!parse_seconds(value, place)) {
            return cc_fail(CC_E_USAGE, "--%s takes seconds, 0 to %d; not '%s'", spec->name,
                           MAX_SECONDS, value);
        }
        return CC_OK;
    }
    return CC_OK;
}

/* --- settings --------------------------------------------------------------------------------- */

/* A second --output would replace the first one, and that report would be missed. */
static cc_err check_output(const cfg_layer *layer, const cfg_spec *spec, const char *text) {
    for (size_t i = 0; spec->key == CFG_OUTPUT && i < layer->count; i++) {
        if (layer->entries[i].key == CFG_OUTPUT && strcmp(layer->entries[i].text, text) != 0) {
            return cc_fail(CC_E_USAGE,
                           "--output: two paths, %s and %s; write -f FORMAT=PATH for each report",
                           layer->entries[i].text, text);
        }
    }
    return CC_OK;
}

/* Stores the text; cfg_resolve() parses it. For a key with one value only the last one is kept. */
static cc_err add_setting(parser *p, const cfg_spec *spec, const char *text) {
    char *base;
    char *origin = cc_arena_printf(p->arena, "--%s", spec->option);
    CC_TRY(cc_path_absolute(p->arena, ".", &base));
    cfg_layer *layer = &p->result->settings;
    CC_TRY(check_output(layer, spec, text));
    for (size_t i = 0; !cfg_is_list(spec->type) && i < layer->count; i++) {
        if (layer->entries[i].key == spec->key) {
            memmove(&layer->entries[i], &layer->entries[i + 1],
                    (layer->count - i - 1) * sizeof *layer->entries);
            layer->count--;
        }
    }
    return cfg_layer_add(
        layer, &(cfg_entry){.key = spec->key, .text = text, .origin = origin, .base = base});
}

/* --- the value of an option ------------------------------------------------------------------- */

static const char *name_of(option o) {
    return o.own != NULL ? o.own->name : o.setting->option;
}

static const char *placeholder_of(option o) {
    return o.own != NULL ? o.own->value : o.setting->placeholder;
}

/* The option may be given without a value. */
static bool may_omit_value(option o) {
    return o.own != NULL ? o.own->kind == OPT_FLAG : o.setting->type == CFG_BOOL;
}

static cc_err set_without_value(parser *p, option o) {
    return o.own != NULL ? set_value(p, o.own, NULL) : add_setting(p, o.setting, "true");
}

/* The value of an option: `attached` when not NULL, else the next argument. */
static cc_err take_value(parser *p, option o, const char *attached) {
    if (may_omit_value(o) && attached == NULL) {
        return set_without_value(p, o);
    }
    if (attached == NULL && p->at == p->argc) {
        return cc_fail(CC_E_USAGE, "--%s needs a value: %s", name_of(o), placeholder_of(o));
    }
    const char *value = attached != NULL ? attached : p->argv[p->at++];
    if (strcmp(value, "--") == 0) {
        return cc_fail(CC_E_USAGE, "--%s needs a value, and -- is not one: %s", name_of(o),
                       may_omit_value(o) ? "true or false" : placeholder_of(o));
    }
    if (o.own != NULL) {
        return set_value(p, o.own, value);
    }
    return value[0] != '\0'
               ? add_setting(p, o.setting, value)
               : cc_fail(CC_E_USAGE, "--%s needs a value that is not empty", name_of(o));
}

/* --- arguments -------------------------------------------------------------------------------- */

/* "--name" or "--name=value"; `text` is after the dashes. */
static cc_err parse_long(parser *p, const char *text) {
    const char *equals = strchr(text, '=');
    cc_str name = {text, equals == NULL ? strlen(text) : (size_t)(equals - text)};
    option found = find(p->command, name, 0);
    if (found.own != NULL || found.setting != NULL) {
        return take_value(p, found, equals == NULL ? NULL : equals + 1);
    }
    if (!cc_str_eqz(name, "help")) {
        p->result->unknown = cc_arena_strdup(p->arena, name);
        return fail_unknown(p->command, name);
    }
    p->result->wants_help = true;
    return CC_OK;
}

/* "-v", "-vq", "-oPATH"; `text` is after the dash. */
static cc_err parse_short(parser *p, const char *text) {
    for (; *text != '\0'; text++) {
        option found = find(p->command, CC_STR(""), *text);
        bool is_none = found.own == NULL && found.setting == NULL;
        if (is_none && *text != 'h') {
            return cc_fail(CC_E_USAGE, "unknown option -%c; see clrcov %s --help", *text,
                           p->command->name);
        }
        if (is_none) {
            p->result->wants_help = p->result->wants_short_help = true;
        } else if (may_omit_value(found)) {
            CC_TRY(set_without_value(p, found));
        } else {
            return take_value(p, found, text[1] == '\0' ? NULL : text + 1);
        }
    }
    return CC_OK;
}

/* All remaining arguments are operands. */
static void take_rest(parser *p) {
    while (p->at < p->argc) {
        p->result->operands[p->result->operand_count++] = p->argv[p->at++];
    }
}

static cc_err parse_argument(parser *p) {
    char *argument = p->argv[p->at++];
    if (strcmp(argument, "--") == 0) {
        take_rest(p);
        return CC_OK;
    }
    if (strncmp(argument, "--", 2) == 0) {
        return parse_long(p, argument + 2);
    }
    if (argument[0] == '-' && argument[1] != '\0') {
        return parse_short(p, argument + 1);
    }
    p->result->operands[p->result->operand_count++] = argument;
    if (p->command->is_wrapper) {
        take_rest(p);
    }
    return CC_OK;
}

cc_err opt_parse(const opt_command *command, int argc, char **argv, void *values,
                 opt_result *result, cc_arena *arena) {
    *result = (opt_result){.operands = CC_NEW_ARRAY(arena, char *, (size_t)argc + 1)};
    cfg_layer_init(&result->settings, CFG_COMMAND, arena);
    parser p = {command, argc, argv, 0, values, result, arena};
    while (p.at < argc) {
        CC_TRY(parse_argument(&p));
    }
    return CC_OK;
}
