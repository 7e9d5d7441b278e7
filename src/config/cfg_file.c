/* Reads clrcov.xml into a layer: the table of settings drives the grammar. See cfg.h.
 *
 *   clrcov version="1"
 *       an element of the table, with its attributes; an element whose values are rules contains
 *       elements named after kinds of rules, with text; map has from and to
 *
 * The reader reports all errors, with their line and the nearest valid name. */
#include <string.h>

#include "config/cfg_internal_import.h"
#include "config/cfg_names.h"
#include "config/cfg_xml.h"

enum { MAX_SIZE = 1 << 20, MAX_MESSAGES = 20, MAX_DEPTH = 32, ROOM_FOR_REST = 80 };

static const char instance_space[] = "http://www.w3.org/2001/XMLSchema-instance";
static const char version[] = "1";

typedef struct parse {
    cfg_layer *layer;
    const char *shown;
    const char *base;
    cc_buf messages;
    size_t message_count, omitted_count;
    cc_err err; /* a failure that the document does not cause */
    unsigned depth;
    /* depth of an invalid element whose content the reader skips; 0: none */
    unsigned skipped_from;
    const char *element;   /* the open element below the root */
    const cfg_spec *rules; /* of the element whose children are rules; else NULL */
    const char *kind;      /* the open element of a rule; else NULL */
    unsigned kind_line;
    bool is_regex;                      /* the rule is an expression */
    cc_buf text;                        /* text of the rule */
    bool is_stray_reported;             /* stray text was reported; text arrives in pieces */
    unsigned first_line[CFG_KEY_COUNT]; /* line of the first element of the key; 0: none */
} parse;

/* --- reporting -------------------------------------------------------------------------------- */

/* Adds one line to the message; `prefix` is "" or "FILE:LINE: ". */
static void add_message(parse *p, const char *prefix, const char *text) {
    size_t len = p->messages.len + strlen(prefix) + strlen(text) + 1;
    if (p->message_count > 0 &&
        (p->message_count == MAX_MESSAGES || len > CC_MESSAGE_SIZE - ROOM_FOR_REST)) {
        p->omitted_count++;
        return;
    }
    cc_buf_printf(&p->messages, "%s%s%s", p->message_count == 0 ? "" : "\n", prefix, text);
    p->message_count++;
}

/* Adds the message of a failure at a line. */
static void report(parse *p, unsigned line, cc_err err) {
    if (err != CC_E_USAGE) {
        p->err = err;
        return;
    }
    char *prefix = cc_arena_printf(p->layer->arena, "%s:%u: ", p->shown, line);
    add_message(p, prefix, cc_error_message());
}

/* Marks the element as invalid: the reader ignores its content. */
static void skip(parse *p) {
    p->skipped_from = p->depth;
}

/* --- adding entries --------------------------------------------------------------------------- */

static void add_entry(parse *p, cfg_key key, const char *text, unsigned line) {
    char *origin = cc_arena_printf(p->layer->arena, "%s:%u", p->shown, line);
    cfg_entry entry = {.key = key, .text = text, .origin = origin, .base = p->base};
    cc_err err = cfg_check_entry(&entry, CFG_FILE, p->layer->arena);
    if (err == CC_E_USAGE) {
        add_message(p, "", cc_error_message());
        return;
    }
    if (err == CC_OK) {
        cfg_layer_put(p->layer, &entry);
    }
    p->err = err == CC_OK ? p->err : err;
}

/* --- attributes ------------------------------------------------------------------------------- */

/* True when all of the element's attributes are among the names. */
static bool check_attributes(parse *p, const cfg_xml_element *element, const cfg_names *names) {
    bool is_fine = true;
    for (size_t i = 0; i < element->attribute_count; i++) {
        const cfg_xml_attribute *a = &element->attributes[i];
        bool is_editors = a->name_space != NULL && strcmp(a->name_space, instance_space) == 0;
        if ((p->depth == 1 && is_editors) ||
            (a->name_space == NULL && cfg_has_name(names, a->name))) {
            continue;
        }
        report(p, a->line, cfg_fail_attribute(element->name, a, names));
        is_fine = false;
    }
    return is_fine;
}

/* The value of a required, non-empty attribute; NULL after an error was reported. */
static const char *need(parse *p, const cfg_xml_element *element, const char *name) {
    const cfg_xml_attribute *a = cfg_xml_find(element, name);
    if (a != NULL && a->value[0] != '\0') {
        return a->value;
    }
    if (a == NULL && strcmp(name, "version") == 0) {
        report(p, element->line,
               cc_fail(CC_E_USAGE, "<%s> has no version; write <%s version=\"%s\">", element->name,
                       element->name, version));
        return NULL;
    }
    report(p, a == NULL ? element->line : a->line,
           cc_fail(CC_E_USAGE, a == NULL ? "<%s> needs the attribute '%s'" : "<%s>: '%s' is empty",
                   element->name, name));
    return NULL;
}

static void take_map(parse *p, const cfg_spec *spec, const cfg_xml_element *element) {
    const char *from = need(p, element, "from");
    const char *to = need(p, element, "to");
    if (from == NULL || to == NULL) {
        return;
    }
    if (strchr(from, '\n') != NULL || strchr(to, '\n') != NULL) {
        report(p, element->line,
               cc_fail(CC_E_USAGE, "<%s>: the path contains a line feed", element->name));
        return;
    }
    add_entry(p, spec->key, cfg_map_text(p->layer->arena, from, to), element->line);
}

/* A path belongs to the format beside it; a path alone is the path of the first report. */
static void take_report(parse *p, const cfg_spec *spec, const cfg_xml_element *element) {
    const cfg_xml_attribute *format = cfg_xml_find(element, "format");
    const cfg_xml_attribute *path = cfg_xml_find(element, "path");
    if (path != NULL && need(p, element, "path") == NULL) {
        return;
    }
    if (format == NULL) {
        if (path != NULL) {
            add_entry(p, CFG_OUTPUT, path->value, path->line);
        }
        return;
    }
    const char *text = format->value;
    if (path != NULL) {
        text = cc_arena_printf(p->layer->arena, "%s=%s", format->value, path->value);
    }
    add_entry(p, spec->key, text, format->line);
}

/* An element with a single possible attribute requires it. */
static void take_attributes(parse *p, const cfg_xml_element *element, const cfg_names *names) {
    if (names->count == 1 && cfg_xml_find(element, names->items[0]) == NULL) {
        (void)need(p, element, names->items[0]);
    }
    for (size_t i = 0; i < element->attribute_count; i++) {
        const cfg_xml_attribute *a = &element->attributes[i];
        const cfg_spec *spec =
            a->name_space == NULL ? cfg_spec_of_attribute(element->name, a->name) : NULL;
        if (spec != NULL) {
            add_entry(p, spec->key, a->value, a->line);
        }
    }
}

/* --- elements --------------------------------------------------------------------------------- */

static void start_root(parse *p, const cfg_xml_element *element) {
    char quoted[CFG_QUOTE_SIZE];
    if (strcmp(element->name, "clrcov") != 0 || element->name_space != NULL) {
        report(p, element->line,
               cc_fail(CC_E_USAGE, "the root element is <%s>%s; it must be <clrcov>",
                       cfg_quote(cc_strz(element->name), quoted),
                       element->name_space == NULL ? "" : " in a namespace"));
        skip(p);
        return;
    }
    static const cfg_names names = {{"version"}, 1};
    check_attributes(p, element, &names);
    const char *value = need(p, element, "version");
    if (value != NULL && strcmp(value, version) != 0) {
        const cfg_xml_attribute *a = cfg_xml_find(element, "version");
        report(p, a == NULL ? element->line : a->line,
               cc_fail(CC_E_USAGE, "unknown version '%s'; this clrcov reads version %s",
                       cfg_quote(cc_strz(value), quoted), version));
        skip(p);
    }
}

static void check_twice(parse *p, const cfg_spec *spec, const cfg_xml_element *element) {
    bool may_repeat =
        spec->type == CFG_MAPS || spec->type == CFG_PATHS || spec->type == CFG_FORMATS;
    unsigned *first = &p->first_line[spec->key];
    if (*first != 0 && !may_repeat) {
        report(p, element->line,
               cc_fail(CC_E_USAGE, "duplicate <%s>; the first one is in line %u", element->name,
                       *first));
    }
    *first = *first == 0 ? element->line : *first;
}

static void start_element(parse *p, const cfg_xml_element *element) {
    const cfg_spec *spec = element->name_space == NULL ? cfg_first_of(element->name) : NULL;
    cfg_names names;
    if (spec == NULL) {
        cfg_list_elements(&names);
        report(p, element->line, cfg_fail_element("clrcov", element, &names));
        skip(p);
        return;
    }
    p->element = spec->element;
    p->rules = spec->type == CFG_RULES ? spec : NULL;
    check_twice(p, spec, element);
    cfg_list_attributes(spec, &names);
    bool is_fine = check_attributes(p, element, &names);
    if (spec->type == CFG_MAPS) {
        if (is_fine) {
            take_map(p, spec, element);
        }
    } else if (spec->type == CFG_FORMATS) {
        if (is_fine) {
            take_report(p, spec, element);
        }
    } else if (p->rules == NULL && (is_fine || element->attribute_count > 1)) {
        take_attributes(p, element, &names);
    }
}

static void take_regex(parse *p, const cfg_xml_element *element) {
    const cfg_xml_attribute *a = cfg_xml_find(element, CFG_REGEX);
    if (a != NULL && cfg_read_bool(cc_str_trim(cc_strz(a->value)), &p->is_regex) != CC_OK) {
        char *prefix = cc_arena_printf(p->layer->arena, "<%s " CFG_REGEX ">", element->name);
        report(p, a->line, cc_fail_in(CC_E_USAGE, prefix));
    }
}

static void start_rule(parse *p, const cfg_xml_element *element) {
    cfg_names names = {.count = 0};
    if (p->rules != NULL) {
        cfg_list_kinds(&names, p->rules->key == CFG_EXCLUDE);
    }
    if (element->name_space != NULL || !cfg_has_name(&names, element->name)) {
        report(p, element->line, cfg_fail_element(p->element, element, &names));
        skip(p);
        return;
    }
    cfg_list_rule_attributes(element->name, &names);
    p->kind = element->name;
    p->kind_line = element->line;
    p->is_regex = strcmp(p->kind, sel_kind_name(SEL_LINE)) == 0;
    if (check_attributes(p, element, &names)) {
        take_regex(p, element);
    }
    cc_buf_clear(&p->text);
}

/* Inside an invalid element the reader tracks only the depth, to find the element's end. */
static bool start_skipped(parse *p, const cfg_xml_element *element) {
    if (p->depth > MAX_DEPTH) {
        report(p, element->line,
               cc_fail(CC_E_USAGE, "elements are nested deeper than %d", MAX_DEPTH));
    }
    return p->depth <= MAX_DEPTH;
}

static bool on_start(void *ctx, const cfg_xml_element *element) {
    parse *p = ctx;
    p->depth++;
    p->is_stray_reported = false;
    if (p->skipped_from != 0) {
        return start_skipped(p, element);
    }
    if (p->depth == 1) {
        start_root(p, element);
    } else if (p->depth == 2) {
        start_element(p, element);
    } else if (p->depth == 3) {
        start_rule(p, element);
    } else {
        report(p, element->line, cfg_fail_element(p->kind, element, &cfg_no_names));
        skip(p);
    }
    return p->err == CC_OK;
}

/* Adds the rule "KIND:TEXT" of a finished element; "KIND~TEXT" for an expression. */
static void end_rule(parse *p) {
    cc_str text = cc_str_trim(cc_buf_str(&p->text));
    bool is_filter = strcmp(p->kind, sel_kind_name(SEL_FILTER)) == 0;
    char quoted[CFG_QUOTE_SIZE];
    if (text.len == 0) {
        report(p, p->kind_line, cc_fail(CC_E_USAGE, "<%s> is empty", p->kind));
    } else if (is_filter && text.s[0] != '[') {
        report(p, p->kind_line,
               cc_fail(CC_E_USAGE, "<%s> takes [ASSEMBLY]TYPE, not '%s'", p->kind,
                       cfg_quote(text, quoted)));
    } else {
        const char *separator = p->is_regex ? "~" : ":";
        const char *rule = cc_arena_printf(p->layer->arena, "%s%s%.*s", is_filter ? "" : p->kind,
                                           is_filter ? "" : separator, CC_STR_ARGS(text));
        add_entry(p, p->rules->key, rule, p->kind_line);
    }
    p->kind = NULL;
}

static void on_end(void *ctx) {
    parse *p = ctx;
    if (p->skipped_from == 0 && p->depth == 3) {
        end_rule(p);
    }
    if (p->skipped_from == p->depth) {
        p->skipped_from = 0;
    }
    p->depth--;
    p->is_stray_reported = false;
}

static void on_text(void *ctx, cc_str text, unsigned line) {
    parse *p = ctx;
    if (p->skipped_from != 0) {
        return;
    }
    if (p->kind != NULL) {
        cc_buf_str_put(&p->text, text);
        return;
    }
    cc_str stray = cc_str_trim(text);
    if (stray.len > 0 && !p->is_stray_reported) {
        p->is_stray_reported = true;
        char quoted[CFG_QUOTE_SIZE];
        report(p, line,
               p->rules == NULL
                   ? cc_fail(CC_E_USAGE, "unexpected text '%s'; no element here takes text",
                             cfg_quote(stray, quoted))
                   : cc_fail(CC_E_USAGE,
                             "<%s> takes elements, not the text '%s'; write "
                             "<%s><type>%s</type></%s>",
                             p->element, cfg_quote(stray, quoted), p->element, quoted, p->element));
    }
}

static void on_error(void *ctx, unsigned line, const char *message) {
    report(ctx, line, cc_fail(CC_E_USAGE, "%s", message));
}

/* --- entry points ----------------------------------------------------------------------------- */

static cc_err finish(parse *p) {
    if (p->err != CC_OK || p->message_count == 0) {
        return p->err;
    }
    if (p->omitted_count > 0) {
        cc_buf_printf(&p->messages, "\nand %zu more", p->omitted_count);
    }
    cc_str all = cc_buf_str(&p->messages);
    return cc_fail(CC_E_USAGE, "%.*s", CC_STR_ARGS(all));
}

cc_err cfg_parse_file(cfg_layer *layer, cc_span bytes, const char *shown, const char *base) {
    static const cfg_xml_events events = {on_start, on_end, on_text, on_error};
    size_t count = layer->count;
    parse p = {.layer = layer, .shown = shown, .base = base};
    if (bytes.len > MAX_SIZE) {
        report(&p, 1,
               cc_fail(CC_E_USAGE, "the file has %zu bytes; clrcov reads at most %d", bytes.len,
                       (int)MAX_SIZE));
    } else if (bytes.len == 0) {
        report(&p, 1, cc_fail(CC_E_USAGE, "the file is empty"));
    } else {
        cc_err err = cfg_xml_read(bytes, &events, &p, layer->arena);
        p.err = p.err == CC_OK ? err : p.err;
    }
    cc_err err = finish(&p);
    cc_buf_free(&p.messages);
    cc_buf_free(&p.text);
    layer->count = err == CC_OK ? layer->count : count;
    return err;
}

cc_err cfg_read_file(cfg_layer *layer, const char *path) {
    cfg_input input;
    CC_TRY(cfg_open_input(&input, path, layer->arena));
    cc_err err = cfg_parse_file(layer, input.file.bytes, input.shown, input.base);
    cc_file_unmap(&input.file);
    return err;
}
