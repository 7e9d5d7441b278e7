/* Properties of MSBuild: what sets them, and texts that contain them. See cmd_condition.h. */
#include <string.h>

#include "base/cc_buf.h"
#include "cli/project/cmd_condition.h"

static bool is_named(const char *name, cc_str wanted) {
    return cc_str_eq_nocase(cc_strz(name), wanted);
}

enum { MOST_EXPANDED = 1 << 16 }; /* of a text that refers to itself again and again */

/* --- values ----------------------------------------------------------------------------------- */

/* The SDK, a package or the build sets these, between or after the files that are read here: when
 * no file sets one, its value is not known. */
static bool is_set_elsewhere(cc_str name) {
    static const char *const names[] = {
        "TargetFramework",
        "TargetFrameworkIdentifier",
        "TargetFrameworkVersion",
        "RuntimeIdentifier",
        "AssemblyName",
        "UsingMicrosoftNETSdk",
        "OutputType",
        "OutputPath",
        "IntermediateOutputPath",
        NULL,
    };
    return cc_str_is_one_of_nocase(name, names) || cc_str_starts_nocase(name, "MSBuild") ||
           cc_str_starts_nocase(name, "NETCore") || cc_str_starts_nocase(name, "Bundled");
}

static const char *of_environment(const cmd_properties *p, cc_str name) {
    for (size_t i = 0; p->environment != NULL && p->environment[i] != NULL; i++) {
        const char *equals = strchr(p->environment[i], '=');
        size_t len = equals == NULL ? 0 : (size_t)(equals - p->environment[i]);
        if (len > 0 && cc_str_eq_nocase((cc_str){p->environment[i], len}, name)) {
            return equals + 1;
        }
    }
    return NULL;
}

static bool is_same_value(const cmd_assignment *a, const char *value) {
    return a->value != NULL && value != NULL && strcmp(a->value, value) == 0;
}

/* The last assignment that is sure; NULL: there is none. *value is NULL when a later one, which is
 * not sure, may have changed it. */
static const cmd_assignment *find(const cmd_properties *p, cc_str name, const char **value) {
    size_t end = p->count;
    const cmd_assignment *sure = NULL;
    for (size_t i = p->count; i > 0 && sure == NULL; i--) {
        if (p->items[i - 1].is_sure && is_named(p->items[i - 1].name, name)) {
            sure = &p->items[i - 1];
            end = i;
        }
    }
    const char *found = sure != NULL ? sure->value : of_environment(p, name);
    if (sure == NULL) {
        end = 0;
        bool is_empty = found == NULL && !p->unset_is_unknown && !is_set_elsewhere(name);
        found = is_empty ? "" : found;
    }
    *value = found;
    for (size_t i = end; i < p->count; i++) {
        if (is_named(p->items[i].name, name) && !is_same_value(&p->items[i], found)) {
            *value = NULL;
        }
    }
    return sure;
}

const char *cmd_property_value(const cmd_properties *p, cc_str name) {
    const char *value = NULL;
    (void)find(p, name, &value);
    return value;
}

const cmd_assignment *cmd_property_assigned(const cmd_properties *p, const char *name) {
    const char *value = NULL;
    const cmd_assignment *found = find(p, cc_strz(name), &value);
    return value == NULL ? NULL : found;
}

const cmd_assignment *cmd_property_perhaps(const cmd_properties *p, const char *name,
                                           const cmd_assignment *after) {
    size_t end = after == NULL ? p->count : after->is_sure ? 0 : (size_t)(after - p->items);
    while (end > 0 && !is_named(p->items[end - 1].name, cc_strz(name))) {
        end--;
    }
    return end == 0 ? NULL : &p->items[end - 1];
}

void cmd_property_set(cmd_properties *p, const cmd_assignment *assignment) {
    for (size_t i = 0; i < p->count; i++) {
        if (p->items[i].is_global && is_named(p->items[i].name, cc_strz(assignment->name))) {
            return;
        }
    }
    p->items = cc_arena_grow(p->arena, p->items, p->count, &p->cap, sizeof *p->items);
    p->items[p->count++] = *assignment;
}

/* --- texts ------------------------------------------------------------------------------------ */

static bool is_name(cc_str name) {
    for (size_t i = 0; i < name.len; i++) {
        char c = cc_lower(name.s[i]);
        bool is_letter = (c >= 'a' && c <= 'z') || c == '_';
        if (!is_letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-'))) {
            return false;
        }
    }
    return name.len > 0;
}

static bool contains(cc_str text, cc_str part) {
    return memmem(text.s, text.len, part.s, part.len) != NULL;
}

/* The value of "EndsWith('.Tests')" for a text; NULL: another function. Conditions for tests are often written so. */
static const char *call(cc_str value, cc_str function) {
    static const char *const names[] = {"EndsWith('", "StartsWith('", "Contains('"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i]);
        if (!cc_str_starts(function, names[i]) || !cc_str_ends(function, "')") ||
            function.len < len + 2) {
            continue;
        }
        cc_str part = {function.s + len, function.len - len - 2};
        if (memchr(part.s, '\'', part.len) != NULL || memchr(part.s, '$', part.len) != NULL) {
            return NULL;
        }
        bool fits = part.len <= value.len;
        cc_str front = {value.s, fits ? part.len : 0};
        cc_str back = {value.s + value.len - front.len, front.len};
        bool is_true = i == 0   ? fits && cc_str_eq(back, part)
                       : i == 1 ? fits && cc_str_eq(front, part)
                                : contains(value, part);
        return is_true ? "True" : "False";
    }
    return NULL;
}

/* The end of the reference "$(...)" at the front; 0: it has none. */
static size_t reference_length(cc_str text) {
    size_t inner = cmd_parentheses_length((cc_str){text.s + 1, text.len - 1});
    return inner == 0 ? 0 : inner + 1;
}

/* Puts the value of the reference "$(NAME)" or "$(NAME.FUNCTION)" at the front; its length; 0: unknown. */
static size_t put_property(const cmd_properties *p, cc_str text, cc_buf *out) {
    size_t used = reference_length(text);
    cc_str inner = {text.s + 2, used < 3 ? 0 : used - 3};
    const char *dot = inner.len == 0 ? NULL : memchr(inner.s, '.', inner.len);
    cc_str name = {inner.s, dot == NULL ? inner.len : (size_t)(dot - inner.s)};
    const char *value = is_name(name) ? cmd_property_value(p, name) : NULL;
    if (value != NULL && dot != NULL) {
        value = call(cc_strz(value), (cc_str){dot + 1, inner.len - name.len - 1});
    }
    if (value == NULL || out->len + strlen(value) > MOST_EXPANDED) {
        return 0;
    }
    cc_buf_puts(out, value);
    return used;
}

/* Puts the text of the property in the unknown reference at the front, or the reference as it is
 * written; its length. */
static size_t put_unknown(const cmd_properties *p, cc_str text, cc_buf *out) {
    size_t used = reference_length(text);
    if (used == 0) { /* it does not end */
        cc_buf_str_put(out, text);
        return text.len;
    }
    const char *name = cc_arena_strdup(p->arena, (cc_str){text.s + 2, used - 3});
    const cmd_assignment *latest = cmd_property_perhaps(p, name, NULL);
    const char *known = latest == NULL          ? NULL
                        : latest->value != NULL ? latest->value
                                                : latest->text;
    bool is_put = known != NULL && out->len + strlen(known) <= MOST_EXPANDED;
    cc_buf_str_put(out, is_put ? cc_strz(known) : (cc_str){text.s, used});
    return used;
}

const char *cmd_property_expand_known(const cmd_properties *p, cc_str text, bool *is_known) {
    cc_buf out = {0};
    *is_known = true;
    for (size_t at = 0; at < text.len;) {
        cc_str rest = {text.s + at, text.len - at};
        bool has_paren = rest.len > 1 && rest.s[1] == '(';
        if (!has_paren || rest.s[0] != '$') {
            bool is_item = has_paren && strchr("@%", rest.s[0]) != NULL; /* or metadata */
            *is_known = *is_known && !is_item;
            cc_buf_putc(&out, text.s[at++]);
            continue;
        }
        size_t used = put_property(p, rest, &out);
        *is_known = *is_known && used > 0;
        at += used > 0 ? used : put_unknown(p, rest, &out);
    }
    return cc_buf_take(&out, p->arena);
}

const char *cmd_property_expand(const cmd_properties *p, cc_str text) {
    bool is_known = false;
    const char *expanded = cmd_property_expand_known(p, text, &is_known);
    return is_known ? expanded : NULL;
}

static int digit_of(char c) {
    c = cc_lower(c);
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

char *cmd_property_unescape(const cmd_properties *p, const char *text) {
    char *out = cc_arena_strdup(p->arena, cc_strz(text));
    size_t len = 0;
    for (const char *at = text; *at != '\0'; at++) {
        int high = at[0] == '%' ? digit_of(at[1]) : -1;
        int low = high >= 0 ? digit_of(at[2]) : -1;
        bool is_escape = low >= 0 && high + low > 0; /* not a zero */
        out[len++] = is_escape ? (char)(high * 16 + low) : *at;
        at += is_escape ? 2 : 0;
    }
    out[len] = '\0';
    return out;
}

/* --- the command line ------------------------------------------------------------------------- */

static void set_global(cmd_properties *p, cc_str name, cc_str value) {
    size_t last = value.len > 0 ? value.len - 1 : 0;
    if (last > 0 && value.s[0] == '"' && value.s[last] == '"') { /* \"a,b\" in a shell */
        value = (cc_str){value.s + 1, last - 1};
    }
    cmd_assignment a = {.name = cc_arena_strdup(p->arena, name),
                        .value = cc_arena_strdup(p->arena, value),
                        .is_sure = true,
                        .is_global = true};
    for (size_t i = 0; i < p->count; i++) {
        if (is_named(p->items[i].name, name)) {
            p->items[i].value = a.value; /* the last one counts */
            return;
        }
    }
    cmd_property_set(p, &a);
}

/* "NAME=" is at the front. */
static bool begins_property(cc_str text) {
    const char *equals = text.len == 0 ? NULL : memchr(text.s, '=', text.len);
    return equals != NULL && is_name(cc_str_trim((cc_str){text.s, (size_t)(equals - text.s)}));
}

/* Of "A=B;C=D", also with commas. Any other separator belongs to the value. */
static void set_all(cmd_properties *p, cc_str text) {
    while (begins_property(text)) {
        const char *equals = memchr(text.s, '=', text.len);
        size_t start = (size_t)(equals - text.s) + 1;
        size_t end = start;
        bool is_quoted = false;
        for (; end < text.len; end++) {
            is_quoted = is_quoted != (text.s[end] == '"');
            bool is_separator = !is_quoted && strchr(";,", text.s[end]) != NULL;
            cc_str after = {text.s + end + 1, text.len - end - 1};
            if (is_separator && begins_property(after)) {
                break;
            }
        }
        set_global(p, cc_str_trim((cc_str){text.s, start - 1}),
                   (cc_str){text.s + start, end - start});
        end += end < text.len;
        text = (cc_str){text.s + end, text.len - end};
    }
}

/* The value of an option with one of these names: after ':' or '=', or the next word. */
static bool option_at(char *const *words, size_t count, size_t at, const char *const *names,
                      cc_str *out) {
    const char *word = words[at];
    size_t dashes = strspn(word, word[0] == '/' ? "/" : "-");
    for (size_t i = 0; dashes > 0 && names[i] != NULL; i++) {
        size_t len = strlen(names[i]);
        const char *rest = word + dashes;
        if (!cc_str_starts_nocase(cc_strz(rest), names[i])) {
            continue;
        }
        if (rest[len] == '\0' && at + 1 < count) {
            *out = cc_strz(words[at + 1]);
            return true;
        }
        *out = cc_strz(rest[len] == '\0' ? "" : rest + len + 1);
        if (rest[len] == ':' || rest[len] == '=') {
            return true;
        }
    }
    return false;
}

void cmd_properties_of_command(cmd_properties *p, char *const *words, size_t count) {
    static const char *const property[] = {"p", "property", NULL};
    static const char *const configuration[] = {"c", "configuration", NULL};
    static const char *const framework[] = {"f", "framework", NULL};
    cc_str value;
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0 && strcmp(words[i], ";") != 0;
         i++) {
        if (option_at(words, count, i, property, &value)) {
            set_all(p, value);
        } else if (option_at(words, count, i, configuration, &value)) {
            set_global(p, CC_STR("Configuration"), value);
        } else if (option_at(words, count, i, framework, &value)) {
            set_global(p, CC_STR("TargetFramework"), value);
        }
    }
}

/* --- the environment -------------------------------------------------------------------------- */

void cmd_properties_of_environment(cmd_properties *p, const char *const *names) {
    for (size_t i = 0; names[i] != NULL; i++) {
        const cmd_assignment a = {
            .name = names[i], .value = of_environment(p, cc_strz(names[i])), .is_sure = true};
        if (a.value != NULL) {
            cmd_property_set(p, &a);
        }
    }
}
