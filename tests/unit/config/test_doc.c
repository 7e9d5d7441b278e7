/* docs/configuration.md against the table of settings and the parser. */
#include "test_config.h"

#include <stdio.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

static const char document[] = "../docs/configuration.md";

static const char *read_document(cc_arena *arena) {
    size_t size;
    return read_whole(arena, document, &size);
}

/* --- the reference ---------------------------------------------------------------------------- */

static const char *element_cell(cc_arena *arena, const cfg_spec *spec) {
    if (spec->type == CFG_MAPS) {
        return cc_arena_printf(arena, "`<%s from to>`", spec->element);
    }
    return cc_arena_printf(arena, "`<%s%s%s>`", spec->element,
                           spec->attribute[0] == '\0' ? "" : " ", spec->attribute);
}

static const char *option_cell(cc_arena *arena, const cfg_spec *spec) {
    const char *letter = spec->letter == 0 ? "" : cc_arena_printf(arena, "`-%c`, ", spec->letter);
    return cc_arena_printf(arena, "%s`--%s`", letter, spec->option);
}

static const char *values_cell(cc_arena *arena, const cfg_spec *spec) {
    static const char *const words[] = {
        [CFG_BOOL] = "`true`, `false`", [CFG_CHOICE] = "",
        [CFG_SECONDS] = "seconds",      [CFG_PERCENT] = "percent",
        [CFG_COUNT] = "whole number",   [CFG_PATH] = "path",
        [CFG_PATHS] = "paths",          [CFG_MAPS] = "maps",
        [CFG_RULES] = "rules",          [CFG_NAMES] = "names",
        [CFG_FORMATS] = "formats",      [CFG_TEXT] = "text",
    };
    const char *cell = words[spec->type];
    bool is_choice = spec->type == CFG_CHOICE;
    for (size_t i = 0; is_choice && spec->choices[i] != NULL; i++) {
        cell = cc_arena_printf(arena, "%s%s`%s`", cell, i == 0 ? "" : ", ", spec->choices[i]);
    }
    return cell;
}

static const char *commands_cell(cc_arena *arena, const cfg_spec *spec) {
    static const struct {
        unsigned bit;
        const char *name;
    } commands[] = {{CFG_RUN, "run"},         {CFG_REPORT, "report"},    {CFG_EXPLAIN, "explain"},
                    {CFG_MERGE, "merge"},     {CFG_CHECK, "check"},      {CFG_DIFF, "diff"},
                    {CFG_COMPARE, "compare"}, {CFG_IMPACTED, "impacted"}};
    const char *cell = "";
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if ((spec->commands & commands[i].bit) != 0) {
            cell = cc_arena_printf(arena, "%s%s%s", cell, cell[0] == '\0' ? "" : ", ",
                                   commands[i].name);
        }
    }
    return cell;
}

/* The row of a key up to its meaning. */
static const char *row_of(cc_arena *arena, const cfg_spec *spec) {
    const char *variable = cfg_variable(spec->key, arena);
    const char *standard =
        spec->default_text == NULL ? "none" : cc_arena_printf(arena, "`%s`", spec->default_text);
    return cc_arena_printf(arena, "\n| %s | %s | `%s` | %s | %s | %s | ", element_cell(arena, spec),
                           option_cell(arena, spec), variable, values_cell(arena, spec), standard,
                           commands_cell(arena, spec));
}

static size_t count_text(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        count++;
    }
    return count;
}

void test_doc_has_each_key(void) {
    cc_arena *arena = cc_arena_new();
    const char *text = read_document(arena);
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        const char *row = row_of(arena, cfg_spec_of((cfg_key)key));
        size_t found = count_text(text, row);
        if (found != 1) {
            printf("\n    configuration.md has %zu of %s\n", found, row + 1);
        }
        CU_ASSERT_EQUAL(found, 1);
    }
    CU_ASSERT_EQUAL(count_text(text, "\n| `<"), CFG_KEY_COUNT);
    cc_arena_free(arena);
}

/* --- examples --------------------------------------------------------------------------------- */

static void try_example(cc_arena *arena, xmlSchemaPtr schema, cc_str example) {
    const char *text = cc_arena_strdup(arena, example);
    cfg_layer layer;
    cc_err err = read_xml(&layer, arena, text);
    if (err != CC_OK) {
        printf("\n    %s\n%s\n", cc_error_message(), text);
    }
    CU_ASSERT_EQUAL(err, CC_OK);
    xmlSchemaValidCtxtPtr ctxt = xmlSchemaNewValidCtxt(schema);
    xmlDocPtr doc = xmlReadMemory(text, (int)example.len, NULL, NULL, XML_PARSE_NONET);
    CU_ASSERT_EQUAL(xmlSchemaValidateDoc(ctxt, doc), 0);
    xmlFreeDoc(doc);
    xmlSchemaFreeValidCtxt(ctxt);
}

/* Blocks of XML whose root is <clrcov>; others are foreign settings. */
void test_doc_examples(void) {
    static const char fence[] = "\n```xml\n";
    cc_arena *arena = cc_arena_new();
    const char *text = read_document(arena);
    xmlSchemaParserCtxtPtr parser = xmlSchemaNewParserCtxt("../src/config/clrcov.xsd");
    xmlSchemaPtr schema = xmlSchemaParse(parser);
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, fence)) != NULL;) {
        at += sizeof fence - 1;
        const char *end = strstr(at, "\n```");
        CU_ASSERT_PTR_NOT_NULL_FATAL(end);
        const char *root = strstr(at, "<clrcov");
        if (root != NULL && root < end) {
            try_example(arena, schema, (cc_str){at, (size_t)(end - at)});
            count++;
        }
    }
    CU_ASSERT_TRUE(count >= 4);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
    cc_arena_free(arena);
}

/* --- the rest --------------------------------------------------------------------------------- */

/* The document's mistakes are what clrcov says. */
static void assert_quoted(cc_arena *arena, const char *text, const char *xml) {
    cfg_layer layer;
    CU_ASSERT_EQUAL(read_xml(&layer, arena, xml), CC_E_USAGE);
    const char *line = cc_arena_printf(arena, "\n    %s\n", cc_error_message());
    if (strstr(text, line) == NULL) {
        printf("\n    configuration.md lacks: %s", line);
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(text, line));
}

/* The example of each kind is a rule of it. */
static void assert_kind(cc_arena *arena, const char *text, sel_kind kind) {
    const char *name = sel_kind_name(kind);
    const char *row = strstr(text, cc_arena_printf(arena, "\n| `%s` | ", name));
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    const char *end = strstr(row, "` |\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(end);
    const char *start = end;
    while (start[-1] != '`') {
        start--;
    }
    cc_str example = {start, (size_t)(end - start)};
    bool is_whole = kind == SEL_FILTER || kind >= SEL_PATH;
    const char *rule = cc_arena_printf(arena, "%s%s%.*s", is_whole ? "" : name, is_whole ? "" : ":",
                                       (int)example.len, example.s);
    sel_list list;
    sel_init(&list, arena, cfg_regex_engine());
    cc_err err = sel_add(&list, true, cc_strz(rule), CC_STR(""));
    if (err != CC_OK) {
        printf("\n    %s\n", cc_error_message());
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    CU_ASSERT_EQUAL(list.rules[0].kind, kind);
}

void test_doc_tells_the_truth(void) {
    cc_arena *arena = cc_arena_new();
    const char *text = read_document(arena);
    for (int kind = 0; kind < SEL_KIND_COUNT; kind++) {
        assert_kind(arena, text, (sel_kind)kind);
    }
    assert_quoted(arena, text, "<clrcov version='1'>\n\n<colect/></clrcov>");
    assert_quoted(arena, text, "<clrcov version='1'>\n\n\n\n<collect hits='onec'/></clrcov>");
    assert_quoted(arena, text, "<clrcov version='1'>\n\n\n\n\n<exclude/>\n\n\n<exclude/></clrcov>");
    CU_ASSERT_EQUAL(count_text(text, "\n## Imported settings\n"), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "0 to 86400, with up to 3 decimals"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "0 to 100, with up to 4 decimals"));
    cc_arena_free(arena);
}
