/* Files: config/bad with the messages they must give, config/good, and the schema for editors. */
#include "test_config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include "base/cc_file.h"

static const char bad[] = "unit/config/bad";
static const char good[] = "unit/config/good";

/* One line of expected.txt. */
typedef struct expected {
    char file[80];
    unsigned line;
    char seen[8];
    const char *part;
} expected;

/* The next line that is not a comment; false at the end. */
static bool next_expected(char **at, expected *e) {
    while (**at == '#') {
        *at += strcspn(*at, "\n") + 1;
    }
    if (**at == '\0') {
        return false;
    }
    char *line = *at;
    size_t len = strcspn(line, "\n");
    *at = line + len + (line[len] == '\n');
    line[len] = '\0';
    int used = 0;
    int got = sscanf(line, "%79s %u %7s %n", e->file, &e->line, e->seen, &used);
    CU_ASSERT_EQUAL_FATAL(got, 3);
    e->part = line + used;
    return true;
}

static char *read_expected(cc_arena *arena) {
    size_t size;
    const char *text = read_whole(arena, cc_path_join(arena, bad, "expected.txt"), &size);
    return cc_arena_strdup(arena, (cc_str){text, size});
}

static size_t count_xml(cc_arena *arena, const char *dir) {
    char **names = NULL;
    size_t count = 0;
    size_t found = 0;
    CU_ASSERT_EQUAL_FATAL(cc_dir_list(arena, dir, &names, &count), CC_OK);
    for (size_t i = 0; i < count; i++) {
        found += cc_str_ends(cc_strz(names[i]), ".xml") ? 1 : 0;
    }
    return found;
}

static void try_bad(cc_arena *arena, const expected *e) {
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    const char *path = cc_path_join(arena, bad, e->file);
    CU_ASSERT_EQUAL(cfg_read_file(&layer, path), CC_E_USAGE);
    CU_ASSERT_EQUAL(layer.count, 0);
    char *first = cc_arena_strdup(arena, cc_strz(cc_error_message()));
    first[strcspn(first, "\n")] = '\0';
    assert_message(first, cc_arena_printf(arena, "%s:%u: ", path, e->line), e->part);
}

void test_malformed_files(void) {
    cc_arena *arena = cc_arena_new();
    char *at = read_expected(arena);
    expected e;
    size_t count = 0;
    while (next_expected(&at, &e)) {
        try_bad(arena, &e);
        count++;
    }
    CU_ASSERT_TRUE(count >= 60);
    CU_ASSERT_EQUAL(count, count_xml(arena, bad));
    cc_arena_free(arena);
}

/* Each message of a file starts with the file and a line, and nothing of it breaks a line. */
void test_each_line_has_its_place(void) {
    cc_arena *arena = cc_arena_new();
    char *at = read_expected(arena);
    expected e;
    while (next_expected(&at, &e)) {
        cfg_layer layer;
        cfg_layer_init(&layer, CFG_FILE, arena);
        const char *path = cc_path_join(arena, bad, e.file);
        CU_ASSERT_EQUAL(cfg_read_file(&layer, path), CC_E_USAGE);
        for (const char *line = cc_error_message(); *line != '\0';) {
            unsigned number = 0;
            size_t len = strlen(path);
            CU_ASSERT_EQUAL(strncmp(line, path, len), 0);
            CU_ASSERT_EQUAL(sscanf(line + len, ":%u: ", &number), 1);
            CU_ASSERT_TRUE(number > 0);
            line += strcspn(line, "\n");
            line += *line == '\n';
        }
    }
    cc_arena_free(arena);
}

void test_valid_files(void) {
    cc_arena *arena = cc_arena_new();
    char **names = NULL;
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(cc_dir_list(arena, good, &names, &count), CC_OK);
    CU_ASSERT_TRUE(count >= 8);
    for (size_t i = 0; i < count; i++) {
        cfg_layer layer;
        cfg_layer_init(&layer, CFG_FILE, arena);
        cc_err err = cfg_read_file(&layer, cc_path_join(arena, good, names[i]));
        if (err != CC_OK) {
            printf("\n    %s\n", cc_error_message());
        }
        CU_ASSERT_EQUAL(err, CC_OK);
        cfg_values values;
        const cfg_layer *layers[] = {&layer};
        CU_ASSERT_EQUAL(cfg_resolve(&values, layers, 1, arena), CC_OK);
    }
    cc_arena_free(arena);
}

/* The same text in other encodings is the same setting. */
void test_encodings(void) {
    static const char *const names[] = {"bom.xml", "crlf.xml", "latin1.xml", "utf16.xml"};
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cfg_layer layer;
        cfg_layer_init(&layer, CFG_FILE, arena);
        CU_ASSERT_EQUAL(cfg_read_file(&layer, cc_path_join(arena, good, names[i])), CC_OK);
        CU_ASSERT_EQUAL_FATAL(layer.count, 1);
        assert_text(layer.entries[0].text, "\xC3\xA4");
    }
    cc_arena_free(arena);
}

/* A rule is an expression where its element says so. */
void test_expressions(void) {
    static const char *const rules[] = {"member:MyApp.*", "file~(?i)/migrations/", "file:**/*.g.cs",
                                        "attribute~^Ns\\."};
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_read_file(&layer, cc_path_join(arena, good, "expressions.xml")), CC_OK);
    CU_ASSERT_EQUAL_FATAL(layer.count, sizeof rules / sizeof *rules);
    for (size_t i = 0; i < layer.count; i++) {
        assert_text(layer.entries[i].text, rules[i]);
    }
    cc_arena_free(arena);
}

/* Every element and attribute of a file, with the line of the attribute itself. */
void test_full_file(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL_FATAL(cfg_read_file(&layer, cc_path_join(arena, good, "full.xml")), CC_OK);
    cfg_values v;
    const cfg_layer *layers[] = {&layer};
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&v, layers, 1, arena), CC_OK);
    CU_ASSERT_TRUE(cc_str_ends(cc_strz(v.root), "/tests/unit/config/good"));
    assert_text(v.origin[CFG_ROOT], "unit/config/good/full.xml:5");
    CU_ASSERT_EQUAL_FATAL(v.maps.count, 2);
    assert_text(v.maps.items[0].from, "/src");
    assert_text(v.maps.items[1].from, "C:\\b=x");
    assert_text(v.maps.items[1].to, "/a=b&c");
    CU_ASSERT_EQUAL(v.hits, CFG_HITS_EXACT);
    assert_text(v.origin[CFG_HITS], "unit/config/good/full.xml:7");
    assert_text(v.origin[CFG_BRANCHES], "unit/config/good/full.xml:8");
    assert_text(v.origin[CFG_WAIT], "unit/config/good/full.xml:9");
    CU_ASSERT_EQUAL(v.wait_ms, 2500);
    CU_ASSERT_EQUAL_FATAL(v.include.count, 2);
    assert_text(v.include.items[1], "file:src/**");
    CU_ASSERT_EQUAL_FATAL(v.exclude.count, 2);
    assert_text(v.exclude.items[0], "[MyApp.Legacy]*Old*");
    assert_text(v.exclude.items[1], "type:A.<B>");
    CU_ASSERT_EQUAL(v.fail_under_line, 800000);
    cc_arena_free(arena);
}

/* Elements that may stand twice. */
void test_repeated_elements(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    CU_ASSERT_EQUAL_FATAL(read_xml(&layer, arena,
                                   "<clrcov version='1'><map from='/a' to='b'/>"
                                   "<import runsettings='x'/><map from='/c' to='/d'/>"
                                   "<import runsettings='/y'/></clrcov>"),
                          CC_OK);
    cfg_values v;
    const cfg_layer *layers[] = {&layer};
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&v, layers, 1, arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(v.maps.count, 2);
    assert_text(v.maps.items[0].to, "/file/b");
    assert_text(v.maps.items[1].to, "/d");
    CU_ASSERT_EQUAL_FATAL(v.imports.count, 2);
    assert_text(v.imports.items[0], "/file/x");
    assert_text(v.imports.items[1], "/y");
    cc_arena_free(arena);
}

/* What libxml2 would print comes as a message only. */
void test_nothing_is_printed(void) {
    cc_arena *arena = cc_arena_new();
    const char *dir = make_directory(arena);
    const char *path = cc_path_join(arena, dir, "caught");
    fflush(stderr);
    int old = dup(STDERR_FILENO);
    int file = open(path, O_RDWR | O_CREAT, 0600);
    CU_ASSERT_TRUE_FATAL(old >= 0 && file >= 0 && dup2(file, STDERR_FILENO) >= 0);
    char *at = read_expected(arena);
    expected e;
    while (next_expected(&at, &e)) {
        cfg_layer layer;
        cfg_layer_init(&layer, CFG_FILE, arena);
        CU_ASSERT_EQUAL(cfg_read_file(&layer, cc_path_join(arena, bad, e.file)), CC_E_USAGE);
    }
    fflush(stderr);
    CU_ASSERT_EQUAL(lseek(file, 0, SEEK_END), 0);
    (void)dup2(old, STDERR_FILENO);
    close(old);
    close(file);
    CU_ASSERT_EQUAL(cc_dir_remove(dir), CC_OK);
    cc_arena_free(arena);
}

/* --- the schema ------------------------------------------------------------------------------- */

static const char schema_path[] = "../src/config/clrcov.xsd";

static void be_quiet(void *ctx, const char *format, ...) {
    (void)ctx;
    (void)format;
}

/* 0: valid; a parser's failure counts as not valid. */
static int validate(xmlSchemaPtr schema, const char *path) {
    xmlSchemaValidCtxtPtr ctxt = xmlSchemaNewValidCtxt(schema);
    xmlSchemaSetValidErrors(ctxt, be_quiet, be_quiet, NULL);
    xmlDocPtr doc =
        xmlReadFile(path, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    int result = doc == NULL ? -1 : xmlSchemaValidateDoc(ctxt, doc);
    xmlFreeDoc(doc);
    xmlSchemaFreeValidCtxt(ctxt);
    return result;
}

void test_schema_sees_what_it_can(void) {
    cc_arena *arena = cc_arena_new();
    xmlSetGenericErrorFunc(NULL, be_quiet); /* xmlReadFile() prints what knows no parser */
    xmlSchemaParserCtxtPtr parser = xmlSchemaNewParserCtxt(schema_path);
    xmlSchemaPtr schema = xmlSchemaParse(parser);
    CU_ASSERT_PTR_NOT_NULL_FATAL(schema);
    char **names = NULL;
    size_t count = 0;
    CU_ASSERT_EQUAL_FATAL(cc_dir_list(arena, good, &names, &count), CC_OK);
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL(validate(schema, cc_path_join(arena, good, names[i])), 0);
    }
    char *at = read_expected(arena);
    expected e;
    while (next_expected(&at, &e)) {
        int result = validate(schema, cc_path_join(arena, bad, e.file));
        bool is_right = strcmp(e.seen, "schema") == 0 ? result > 0
                        : strcmp(e.seen, "xml") == 0  ? result != 0
                                                      : result == 0;
        if (!is_right) {
            printf("\n    %s: schema gives %d\n", e.file, result);
        }
        CU_ASSERT_TRUE(is_right);
    }
    xmlSetGenericErrorFunc(NULL, NULL);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
    cc_arena_free(arena);
}

/* Help texts may hold characters that XML escapes; none does now, and the search would tell. */
static void assert_in_schema(const char *schema, const char *text) {
    if (strstr(schema, text) == NULL) {
        printf("\n    clrcov.xsd lacks: %s\n", text);
    }
    CU_ASSERT_PTR_NOT_NULL(strstr(schema, text));
}

void test_schema_has_the_table(void) {
    cc_arena *arena = cc_arena_new();
    size_t size;
    const char *schema = read_whole(arena, schema_path, &size);
    size_t attributes = 0;
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        const cfg_spec *spec = cfg_spec_of((cfg_key)key);
        assert_in_schema(
            schema, cc_arena_printf(arena, "<xs:element name=\"%s\" type=\"%s\"/>", spec->element,
                                    spec->type == CFG_RULES ? "rules" : spec->element));
        char *help = cc_arena_strdup(arena, cc_strz(spec->help));
        for (char *at = strchr(help, '\n'); at != NULL; at = strchr(at, '\n')) {
            *at = ' ';
        }
        if (spec->type != CFG_RULES) {
            assert_in_schema(schema, help);
        }
        for (size_t i = 0; spec->choices != NULL && spec->choices[i] != NULL; i++) {
            assert_in_schema(
                schema, cc_arena_printf(arena, "<xs:enumeration value=\"%s\"/>", spec->choices[i]));
        }
        if (spec->attribute[0] != '\0') {
            attributes++;
            assert_in_schema(
                schema, cc_arena_printf(arena, "<xs:attribute name=\"%s\" type=", spec->attribute));
        }
        if (spec->attribute[0] != '\0' && spec->default_text != NULL) {
            assert_in_schema(schema, cc_arena_printf(arena, "default=\"%s\"", spec->default_text));
        }
    }
    size_t found = 0;
    for (const char *at = schema; (at = strstr(at, "<xs:attribute name=")) != NULL; at++) {
        found++;
    }
    CU_ASSERT_EQUAL(found, attributes + 4); /* from, to, version, regex */
    cc_arena_free(arena);
}
