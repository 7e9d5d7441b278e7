/* Settings of a session: converts struct to text and back, by one table. */
#include "coverage/session/ses_settings.h"

#include <string.h>

#include "base/cc_escape.h"

#define HEAD "clrcov-session 1\n"

typedef enum field_kind { FIELD_BOOL, FIELD_CHOICE, FIELD_TEXT } field_kind;

typedef struct field {
    const char *key;
    field_kind kind;
    size_t offset;
    const char *const *choices; /* NULL-terminated; the enum's values in order */
} field;

static const char *const hits_names[] = {"once", "exact", NULL};
static const char *const probe_names[] = {"default", "call", "inline", NULL};

static const char *const stress_names[] = {"none", "framework", "corelib", NULL};

static const field fields[] = {
    {"hits", FIELD_CHOICE, offsetof(ses_settings, hits), hits_names},
    {"probe", FIELD_CHOICE, offsetof(ses_settings, probe), probe_names},
    {"stress", FIELD_CHOICE, offsetof(ses_settings, stress), stress_names},
    {"keep-probes", FIELD_BOOL, offsetof(ses_settings, keeps_probes), NULL},
    {"probe-all", FIELD_BOOL, offsetof(ses_settings, probe_all), NULL},
    {"wide", FIELD_BOOL, offsetof(ses_settings, wide), NULL},
    {"stats", FIELD_BOOL, offsetof(ses_settings, stats), NULL},
    {"verify", FIELD_BOOL, offsetof(ses_settings, verify), NULL},
    {"no-children", FIELD_BOOL, offsetof(ses_settings, no_children), NULL},
    {"include-tests", FIELD_BOOL, offsetof(ses_settings, include_tests), NULL},
    {"per-test", FIELD_BOOL, offsetof(ses_settings, per_test), NULL},
    {"serial", FIELD_BOOL, offsetof(ses_settings, serial), NULL},
    {"include-tools", FIELD_BOOL, offsetof(ses_settings, include_tools), NULL},
    {"joint", FIELD_BOOL, offsetof(ses_settings, is_joint), NULL},
    {"root", FIELD_TEXT, offsetof(ses_settings, root), NULL},
    {"start-dir", FIELD_TEXT, offsetof(ses_settings, start_dir), NULL},
    {"test-attributes", FIELD_TEXT, offsetof(ses_settings, test_attributes), NULL},
    {"output", FIELD_TEXT, offsetof(ses_settings, output), NULL},
};
enum { FIELD_COUNT = sizeof fields / sizeof *fields };

/* These enums are as wide as unsigned; they are copied through an unsigned. */
_Static_assert(sizeof(ctr_hits) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(ses_probe_form) == sizeof(unsigned), "enum size");
_Static_assert(sizeof(ses_stress) == sizeof(unsigned), "enum size");

/* --- to text ---------------------------------------------------------------------------------- */

static void print_field(const ses_settings *settings, const field *f, cc_buf *out) {
    const uint8_t *place = (const uint8_t *)settings + f->offset;
    bool truth;
    unsigned choice;
    char *text;
    switch (f->kind) {
    case FIELD_BOOL:
        memcpy(&truth, place, sizeof truth);
        cc_buf_printf(out, "%s %d\n", f->key, truth);
        break;
    case FIELD_CHOICE:
        memcpy(&choice, place, sizeof choice);
        cc_buf_printf(out, "%s %s\n", f->key, f->choices[choice]);
        break;
    case FIELD_TEXT:
        memcpy(&text, place, sizeof text);
        if (text != NULL) {
            cc_buf_printf(out, "%s ", f->key);
            cc_escape(out, cc_strz(text), 0);
            cc_buf_putc(out, '\n');
        }
        break;
    }
}

void ses_settings_print(const ses_settings *settings, cc_buf *out) {
    cc_buf_puts(out, HEAD);
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        print_field(settings, &fields[i], out);
    }
}

/* --- from text -------------------------------------------------------------------------------- */

/* Returns the original value, zero-terminated; NULL when malformed, or out of memory. */
static char *unescape(cc_str value, cc_arena *arena) {
    char *text = cc_arena_alloc(arena, value.len + 1, 1);
    size_t len = 0;
    bool is_fine = text != NULL && cc_unescape(text, &len, value, 0) && strlen(text) == len;
    return is_fine ? text : NULL;
}

static bool parse_bool(cc_str value, uint8_t *place) {
    bool truth = cc_str_eqz(value, "1");
    memcpy(place, &truth, sizeof truth);
    return truth || cc_str_eqz(value, "0");
}

static bool parse_choice(const field *f, cc_str value, uint8_t *place) {
    for (unsigned i = 0; f->choices[i] != NULL; i++) {
        if (cc_str_eqz(value, f->choices[i])) {
            memcpy(place, &i, sizeof i);
            return true;
        }
    }
    return false;
}

static bool parse_field(ses_settings *out, cc_str key, cc_str value, cc_arena *arena) {
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const field *f = &fields[i];
        uint8_t *place = (uint8_t *)out + f->offset;
        if (!cc_str_eqz(key, f->key)) {
            continue;
        }
        if (f->kind == FIELD_TEXT) {
            char *text = unescape(value, arena);
            memcpy(place, &text, sizeof text);
            return text != NULL;
        }
        return f->kind == FIELD_BOOL ? parse_bool(value, place) : parse_choice(f, value, place);
    }
    return false;
}

/* Takes the first line, without its end; false when there is none. */
static bool take_line(cc_str *text, cc_str *line) {
    const char *end = text->len > 0 ? memchr(text->s, '\n', text->len) : NULL;
    if (end == NULL) {
        return false;
    }
    *line = (cc_str){text->s, (size_t)(end - text->s)};
    *text = (cc_str){end + 1, text->len - line->len - 1};
    return true;
}

cc_err ses_settings_parse(ses_settings *out, cc_str text, cc_arena *arena) {
    *out = (ses_settings){0};
    if (!cc_str_starts(text, HEAD)) {
        return cc_fail(CC_E_FORMAT, "settings of the session: written by another version");
    }
    cc_str line;
    for (unsigned number = 1; take_line(&text, &line); number++) {
        const char *space = line.len > 0 ? memchr(line.s, ' ', line.len) : NULL;
        size_t key = space == NULL ? line.len : (size_t)(space - line.s);
        size_t value = space == NULL ? line.len : key + 1;
        if (number > 1 && !parse_field(out, (cc_str){line.s, key},
                                       (cc_str){line.s + value, line.len - value}, arena)) {
            return cc_fail(CC_E_FORMAT, "settings of the session: line %u is not a setting",
                           number);
        }
    }
    return text.len == 0
               ? CC_OK
               : cc_fail(CC_E_TRUNCATED,
                         "settings of the session: the last line does not end with a line feed");
}
