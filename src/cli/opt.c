/* Parser of command lines and maker of usage texts. See opt.h. */
#include "cli/opt.h"

#include <string.h>

enum { MAX_SPECS = 32, MAX_SECONDS = 86400, NAME_COLUMN = 26 };

typedef struct parser {
    const opt_command *command;
    int argc;
    char **argv;
    int at; /* next argument */
    uint8_t *values;
    opt_result *result;
    cc_arena *arena;
} parser;

/* --- looking options up ----------------------------------------------------------------------- */

static const opt_spec *find_name(const opt_command *command, cc_str name) {
    for (size_t i = 0; i < command->spec_count; i++) {
        if (cc_str_eqz(name, command->specs[i].name)) {
            return &command->specs[i];
        }
    }
    return NULL;
}

static const opt_spec *find_letter(const opt_command *command, char letter) {
    for (size_t i = 0; i < command->spec_count; i++) {
        if (command->specs[i].letter == letter) {
            return &command->specs[i];
        }
    }
    return NULL;
}

static cc_err fail_unknown(const opt_command *command, cc_str name) {
    const char *names[MAX_SPECS];
    size_t count = 0;
    for (size_t i = 0; i < command->spec_count && count < MAX_SPECS; i++) {
        if (command->specs[i].help != NULL) {
            names[count++] = command->specs[i].name;
        }
    }
    const char *near = opt_nearest(name, names, count);
    if (near != NULL) {
        return cc_fail(CC_E_USAGE, "unknown option --%.*s; did you mean --%s?", (int)name.len,
                       name.s, near);
    }
    return cc_fail(CC_E_USAGE, "unknown option --%.*s; see clrcov %s --help", (int)name.len, name.s,
                   command->name);
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

/* Decimal seconds, at most three places; to milliseconds. */
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

static cc_err add_item(opt_list *list, const char *value, cc_arena *arena) {
    const char **items = CC_NEW_ARRAY(arena, const char *, list->count + 1);
    if (items == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    if (list->count > 0) {
        memcpy(items, list->items, list->count * sizeof *items);
    }
    items[list->count] = value;
    *list = (opt_list){items, list->count + 1};
    return CC_OK;
}

static cc_err set_value(parser *p, const opt_spec *spec, const char *value) {
    void *place = p->values + spec->offset;
    switch (spec->kind) {
    case OPT_FLAG:
        *(bool *)place = true;
        return CC_OK;
    case OPT_TEXT:
        if (value[0] == '\0') {
            return cc_fail(CC_E_USAGE, "--%s needs a value that is not empty", spec->name);
        }
        *(const char **)place = value;
        return CC_OK;
    case OPT_LIST:
        return add_item(place, value, p->arena);
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

/* The value of an option: `attached` when not NULL, else the next argument. */
static cc_err take_value(parser *p, const opt_spec *spec, const char *attached) {
    if (spec->kind == OPT_FLAG) {
        return attached == NULL ? set_value(p, spec, NULL)
                                : cc_fail(CC_E_USAGE, "--%s takes no value", spec->name);
    }
    if (attached == NULL && p->at == p->argc) {
        return cc_fail(CC_E_USAGE, "--%s needs a value: %s", spec->name, spec->value);
    }
    return set_value(p, spec, attached != NULL ? attached : p->argv[p->at++]);
}

/* --- arguments -------------------------------------------------------------------------------- */

/* "--name" or "--name=value"; `text` is behind the dashes. */
static cc_err parse_long(parser *p, const char *text) {
    const char *equals = strchr(text, '=');
    cc_str name = {text, equals == NULL ? strlen(text) : (size_t)(equals - text)};
    const opt_spec *spec = find_name(p->command, name);
    if (spec != NULL) {
        return take_value(p, spec, equals == NULL ? NULL : equals + 1);
    }
    if (!cc_str_eqz(name, "help")) {
        return fail_unknown(p->command, name);
    }
    p->result->wants_help = true;
    return CC_OK;
}

/* "-v", "-vq", "-oPATH"; `text` is behind the dash. */
static cc_err parse_short(parser *p, const char *text) {
    for (; *text != '\0'; text++) {
        const opt_spec *spec = find_letter(p->command, *text);
        if (spec == NULL && *text != 'h') {
            return cc_fail(CC_E_USAGE, "unknown option -%c; see clrcov %s --help", *text,
                           p->command->name);
        }
        if (spec == NULL) {
            p->result->wants_help = true;
        } else if (spec->kind == OPT_FLAG) {
            CC_TRY(set_value(p, spec, NULL));
        } else {
            return take_value(p, spec, text[1] == '\0' ? NULL : text + 1);
        }
    }
    return CC_OK;
}

/* The rest of the line is operands. */
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
    if (result->operands == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory");
    }
    parser p = {command, argc, argv, 0, values, result, arena};
    while (p.at < argc) {
        CC_TRY(parse_argument(&p));
    }
    return CC_OK;
}

/* --- usage ------------------------------------------------------------------------------------ */

/* The help text beside the option's name, further lines below it. */
static void put_help(cc_buf *out, size_t line_start, const char *help) {
    for (const char *at = help; *at != '\0';) {
        size_t len = strcspn(at, "\n");
        while (out->len - line_start < NAME_COLUMN && cc_buf_ok(out)) {
            cc_buf_putc(out, ' ');
        }
        cc_buf_bytes(out, at, len);
        cc_buf_putc(out, '\n');
        line_start = out->len;
        at += len + (at[len] == '\n');
    }
}

static void put_option(cc_buf *out, const opt_spec *spec) {
    size_t start = out->len;
    if (spec->letter != 0) {
        cc_buf_printf(out, "  -%c, --%s", spec->letter, spec->name);
    } else {
        cc_buf_printf(out, "      --%s", spec->name);
    }
    if (spec->value != NULL) {
        cc_buf_printf(out, " %s", spec->value);
    }
    if (out->len - start >= NAME_COLUMN && cc_buf_ok(out)) {
        cc_buf_putc(out, '\n');
        start = out->len;
    }
    if (cc_buf_ok(out)) {
        put_help(out, start, spec->help);
    }
}

void opt_usage(const opt_command *command, cc_buf *out) {
    cc_buf_printf(out, "usage: clrcov %s [options] %s\n\n%s\n", command->name, command->arguments,
                  command->summary);
    if (command->details != NULL) {
        cc_buf_printf(out, "%s\n", command->details);
    }
    cc_buf_puts(out, "\noptions:\n");
    for (size_t i = 0; i < command->spec_count; i++) {
        if (command->specs[i].help != NULL) {
            put_option(out, &command->specs[i]);
        }
    }
    static const opt_spec help = {'h', "help", OPT_FLAG, NULL, 0, NULL, "this text"};
    put_option(out, &help);
}

/* --- suggestions ------------------------------------------------------------------------------ */

enum { MAX_WORD = 40 };

static size_t min3(size_t a, size_t b, size_t c) {
    size_t least = a < b ? a : b;
    return least < c ? least : c;
}

/* Edit distance (insert, delete, replace); MAX_WORD for words that are too long to compare. */
static size_t distance(cc_str a, cc_str b) {
    size_t row[MAX_WORD + 1];
    if (a.len > MAX_WORD || b.len > MAX_WORD) {
        return MAX_WORD;
    }
    for (size_t k = 0; k <= b.len; k++) {
        row[k] = k;
    }
    for (size_t i = 1; i <= a.len; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= b.len; k++) {
            size_t replaced = diagonal + (a.s[i - 1] != b.s[k - 1]);
            diagonal = row[k];
            row[k] = min3(row[k] + 1, row[k - 1] + 1, replaced);
        }
    }
    return row[b.len];
}

const char *opt_nearest(cc_str word, const char *const *names, size_t count) {
    const char *best = NULL;
    size_t least = word.len > MAX_WORD ? 0 : word.len / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        cc_str name = cc_strz(names[i]);
        bool is_start =
            word.len >= 3 && name.len > word.len && memcmp(name.s, word.s, word.len) == 0;
        size_t d = is_start ? 1 : distance(word, name);
        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}
