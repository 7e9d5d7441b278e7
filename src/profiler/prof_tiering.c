/* Reads the switches of the runtime that decide about tiers and hot reload. See prof_tiering.h. */
#include "profiler/prof_tiering.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum answer { UNKNOWN, OFF, ON } answer;

typedef struct knob {
    const char *variable; /* after DOTNET_ or COMPlus_ */
    const char *property; /* of runtimeconfig.json */
} knob;

static const knob knobs[] = {
    {"TieredCompilation", "System.Runtime.TieredCompilation"},
    {"TC_QuickJit", "System.Runtime.TieredCompilation.QuickJit"},
    {"TC_QuickJitForLoops", "System.Runtime.TieredCompilation.QuickJitForLoops"},
};

/* The runtime parses numbers as hexadecimal and accepts nothing else. */
static answer from_environment(const char *(*env)(const char *), const char *variable) {
    static const char *const prefixes[] = {"DOTNET_", "COMPlus_"};
    for (size_t i = 0; i < 2; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "%s%s", prefixes[i], variable);
        const char *value = env(name);
        char *end = NULL;
        if (value != NULL && *value != '\0') {
            unsigned long number = strtoul(value, &end, 16);
            if (*end == '\0') {
                return number == 0 ? OFF : ON;
            }
        }
    }
    return UNKNOWN;
}

static void skip_space(cc_str *text) {
    while (text->len > 0 && strchr(" \t\r\n", text->s[0]) != NULL && text->s[0] != '\0') {
        text->s++;
        text->len--;
    }
}

/* `text` begins after the property's closing quote. */
static answer value_at(cc_str text) {
    skip_space(&text);
    if (text.len == 0 || text.s[0] != ':') {
        return UNKNOWN;
    }
    text.s++;
    text.len--;
    skip_space(&text);
    if (text.len > 0 && text.s[0] == '"') { /* the runtime accepts strings, too */
        text.s++;
        text.len--;
    }
    if (cc_str_starts(text, "false") || cc_str_starts(text, "0")) {
        return OFF;
    }
    return cc_str_starts(text, "true") || cc_str_starts(text, "1") ? ON : UNKNOWN;
}

static answer from_json(cc_str json, const char *property) {
    size_t length = strlen(property);
    for (size_t i = 0; i + length + 2 <= json.len; i++) {
        if (json.s[i] == '"' && memcmp(json.s + i + 1, property, length) == 0 &&
            json.s[i + 1 + length] == '"') {
            size_t after = i + length + 2;
            return value_at((cc_str){json.s + after, json.len - after});
        }
    }
    return UNKNOWN;
}

bool prof_is_compiled_once(const char *(*env)(const char *name), cc_str json) {
    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++) {
        answer said = from_environment(env, knobs[i].variable);
        if (said == UNKNOWN) {
            said = from_json(json, knobs[i].property);
        }
        if (said == OFF) {
            return true;
        }
    }
    return false;
}

bool prof_is_modifiable(const char *(*env)(const char *name)) {
    const char *value = env("DOTNET_MODIFIABLE_ASSEMBLIES");
    value = value != NULL ? value : env("COMPlus_MODIFIABLE_ASSEMBLIES");
    return value != NULL && cc_str_eq_nocase(cc_strz(value), CC_STR("debug"));
}
