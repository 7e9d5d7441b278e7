/* Imported settings: which collector of a file counts, and files that are wrong. */
#include "test_import.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cc_file.h"

/* --- which collector -------------------------------------------------------------------------- */

#define COLLECTORS(content)                                                                        \
    "<?xml version=\"1.0\"?>\n<RunSettings><RunConfiguration><MaxCpuCount>1</MaxCpuCount>"         \
    "</RunConfiguration><DataCollectionRunSettings>\n<DataCollectors>\n" content                   \
    "</DataCollectors></DataCollectionRunSettings></RunSettings>"

void test_which_collector(void) {
    static const struct {
        const char *text;
        bool is_optional;
        cc_err err;
        const char *entries; /* or the message */
        const char *warnings;
    } rows[] = {
        {COLLECTORS("<DataCollector friendlyName='xplat CODE coverage'><Configuration>"
                    "<Exclude>[A]*</Exclude></Configuration></DataCollector>"),
         false, CC_OK, "exclude=[A]*\n", ""},
        {COLLECTORS("<DataCollector uri='datacollector://Microsoft/CoverletCodeCoverage/1.0'>"
                    "<Configuration><Exclude>[A]*</Exclude></Configuration></DataCollector>"),
         false, CC_OK, "exclude=[A]*\n", ""},
        {COLLECTORS(
             "<DataCollector uri='datacollector://microsoft/CodeCoverage/2.0'><Configuration>"
             "<Format>cobertura</Format></Configuration></DataCollector>"),
         false, CC_OK, "format=cobertura\n", ""},
        {COLLECTORS("<DataCollector friendlyName='Code Coverage'/>"), false, CC_OK, "", ""},
        {COLLECTORS("<DataCollector friendlyName='blame'><Configuration><Exclude>[A]*</Exclude>"
                    "</Configuration></DataCollector>\n"
                    "<DataCollector friendlyName='Code Coverage'><Configuration>"
                    "<Format>cobertura</Format></Configuration></DataCollector>\n"
                    "<DataCollector friendlyName='XPlat code coverage'><Configuration>"
                    "<Exclude>[A]*</Exclude></Configuration></DataCollector>"),
         false, CC_OK, "format=cobertura\n", "F: not used: coverlet's settings (line 6)\n"},
        {COLLECTORS(
             "<DataCollector friendlyName='Code Coverage' enabled='False'/>\n"
             "<DataCollector friendlyName='XPlat code coverage' enabled='true'><Configuration>"
             "<Exclude>[A]*</Exclude></Configuration></DataCollector>"),
         false, CC_OK, "exclude=[A]*\n", "F: not used: Microsoft's settings (line 4)\n"},
        {COLLECTORS(
             "<DataCollector friendlyName='XPlat code coverage' enabled='false'><Configuration>"
             "<Exclude>[A]*</Exclude></Configuration></DataCollector>"),
         false, CC_OK, "exclude=[A]*\n", ""},
        {"<Configuration><Format>cobertura</Format></Configuration>", false, CC_OK,
         "format=cobertura\n", ""},
        {COLLECTORS("<DataCollector friendlyName='blame'/>"), false, CC_E_USAGE,
         "F:1: contains no settings of coverlet or of Microsoft's code coverage", ""},
        {COLLECTORS("<DataCollector friendlyName='blame'/>"), true, CC_OK, "", ""},
        {"<RunSettings><DataCollectors><DataCollector friendlyName='Code "
         "Coverage'/></DataCollectors>"
         "</RunSettings>",
         false, CC_E_USAGE, "F:1: contains no settings of coverlet or of Microsoft's code coverage",
         ""},
        {"<clrcov version='1'/>", false, CC_E_USAGE,
         "F:1: contains no settings of coverlet or of Microsoft's code coverage", ""},
        {"{\"x\": 1}", false, CC_E_USAGE,
         "F:1: contains no settings of coverlet or of Microsoft's code coverage", ""},
        {"{\"x\": {\"Configuration\": {\"Format\": \"cobertura\"}}}", true, CC_OK, "", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        imported im;
        import_text(&im, rows[i].text, rows[i].is_optional);
        CU_ASSERT_EQUAL(im.err, rows[i].err);
        import_assert(rows[i].text, im.err == CC_OK ? import_entries(&im) : cc_error_message(),
                      rows[i].entries);
        import_assert(rows[i].text, import_warnings(&im), rows[i].warnings);
        import_free(&im);
    }
}

/* --- malformed -------------------------------------------------------------------------------- */

void test_malformed(void) {
    static const struct {
        const char *text;
        const char *start, *part; /* of the message */
    } rows[] = {
        {"", "F:1: ", "empty"},
        {"\n\n", "F:", ""},
        {"plain text", "F:1: ", ""},
        {"<RunSettings>", "F:1: ", ""},
        {"<RunSettings>\n<A></B>\n</RunSettings>", "F:2: ", "A"},
        {"<RunSettings>\n\n<A b=c/></RunSettings>", "F:3: ", "AttValue"},
        {"<RunSettings>&nbsp;</RunSettings>", "F:1: ", "nbsp"},
        {"<Configuration>\n<Format>cobertura\n</Configuration>", "F:3: ", "Format"},
        {"<Configuration/><Configuration/>", "F:1: ", ""},
        {"<!DOCTYPE a [<!ENTITY b \"c\">]>\n<Configuration/>", "F:1: ", "DOCTYPE"},
        {"<?xml version='1.0' encoding='martian'?>\n<Configuration/>", "F:1: ", "martian"},
        {"<Configuration>\x01</Configuration>", "F:1: ", ""},
        {"{", "F:1: ", "not JSON"},
        {"{\"a\": 1,\n \"a\": 2}", "F:2: ", "duplicate"},
        {"{\"a\":\n [1, 2\n}", "F:3: ", "not JSON"},
        {"{\"a\": \"\xFF\"}", "F:1: ", "not JSON"},
        {"{\"a\": \"b", "F:1: ", "not JSON"},
        {"{\"a\": \"\\u0000\"}", "F:1: ", "not JSON"},
        {"{\"a\": 1} x", "F:1: ", "not JSON"},
        {"[1]", "F:1: ", "not a JSON object"},
        {"\"x\"", "F:1: ", "not JSON"},
        {"/* only a comment", "F:1: ", "not JSON"},
        {"{\"a\": tru}", "F:1: ", "not JSON"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        imported im;
        import_text(&im, rows[i].text, true);
        CU_ASSERT_EQUAL(im.err, CC_E_USAGE);
        CU_ASSERT_EQUAL(im.layer.count, 0);
        CU_ASSERT_EQUAL(im.warnings.len, 0);
        const char *message = im.err == CC_OK ? "no error" : cc_error_message();
        if (strncmp(message, rows[i].start, strlen(rows[i].start)) != 0 ||
            strstr(message, rows[i].part) == NULL || strchr(message, '\n') != NULL) {
            printf("\n%s\n%s\n", rows[i].text, message);
            CU_FAIL("wrong message");
        }
        import_free(&im);
    }
}

static void repeat(cc_buf *out, const char *text, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_puts(out, text);
    }
}

/* The message for a text that `head`, COUNT times `middle`, and `tail` make up; "" when it is
 * fine. */
static void check_repeated(const char *head, const char *middle, size_t count, const char *tail,
                           const char *part) {
    cc_buf text = {0};
    cc_buf_puts(&text, head);
    repeat(&text, middle, count);
    cc_buf_puts(&text, tail);
    cc_buf_u8(&text, 0);
    CU_ASSERT_TRUE_FATAL(cc_buf_ok(&text));
    imported im;
    import_text(&im, (const char *)text.data, true);
    CU_ASSERT_EQUAL(im.err, part[0] == '\0' ? CC_OK : CC_E_USAGE);
    CU_ASSERT_PTR_NOT_NULL(strstr(im.err == CC_OK ? "" : cc_error_message(), part));
    import_free(&im);
    cc_buf_free(&text);
}

void test_import_limits(void) {
    check_repeated("<Configuration>", "<a>", 31, "", "a"); /* open elements */
    check_repeated("<Configuration>", "<a>", 32, "", "deeper than 32");
    check_repeated("<Configuration>", "<a>", 300000, "", "deeper than 32");
    check_repeated("{\"a\": ", "[", 31, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}", "");
    check_repeated("{\"a\": ", "[", 32, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}", "deeper than 32");
    check_repeated("{\"a\": ", "[", 300000, "", "not JSON");
    check_repeated("<Configuration>", " ", 1 << 20, "</Configuration>", "at most 1048576");
    check_repeated("<Configuration>", "<a/>", 100000, "</Configuration>", "");
    check_repeated("<Configuration>", "<a>x</a>", 10000, "</Configuration>", "");
    check_repeated("<Configuration><a>", "x", 500000, "</a></Configuration>", "");
    check_repeated("{\"Configuration\": {\"a\": [", "1,", 200000, "1]}}", "");
    check_repeated("<!DOCTYPE a [<!ENTITY b \"", "x", 1000,
                   "\">]><Configuration>&b;</Configuration>", "DOCTYPE");
}

/* --- samples ---------------------------------------------------------------------------------- */

static char *read_sample(cc_arena *arena, const char *name, size_t *size) {
    cc_mapped_file file;
    const char *path = cc_arena_printf(arena, "targets/settings/files/%s", name);
    CU_ASSERT_EQUAL_FATAL(cc_file_map(&file, path, false), CC_OK);
    char *text = cc_arena_strdup(arena, (cc_str){(const char *)file.bytes.data, file.bytes.len});
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    *size = file.bytes.len;
    cc_file_unmap(&file);
    return text;
}

void test_sample_files(void) {
    char **names = NULL;
    size_t count = 0;
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    CU_ASSERT_EQUAL_FATAL(cc_dir_list(arena, "targets/settings/files", &names, &count), CC_OK);
    CU_ASSERT(count >= 6);
    for (size_t i = 0; i < count; i++) {
        size_t size = 0;
        imported im;
        import_text(&im, read_sample(arena, names[i], &size), false);
        CU_ASSERT_EQUAL(im.err, CC_OK);
        CU_ASSERT(im.layer.count > 0);
        import_assert(names[i], import_warnings(&im), "");
        const cfg_layer *layers[] = {&im.layer};
        cfg_values values;
        CU_ASSERT_EQUAL(cfg_resolve(&values, layers, 1, im.arena), CC_OK);
        import_free(&im);
    }
    cc_arena_free(arena);
}

/* Nothing but an error with a line, or fewer settings. */
static void check_truncations(const char *text, size_t size) {
    for (size_t len = 0; len < size; len++) {
        /* Exactly as large as it is: a read after the end is seen by the sanitizer. */
        char *cut = malloc(len + 1);
        CU_ASSERT_PTR_NOT_NULL_FATAL(cut);
        memcpy(cut, text, len);
        cut[len] = '\0';
        imported im;
        import_text(&im, cut, true);
        CU_ASSERT(im.err == CC_OK || (im.err == CC_E_USAGE && im.layer.count == 0));
        CU_ASSERT(im.err == CC_OK || strncmp(cc_error_message(), "F:", 2) == 0);
        import_free(&im);
        free(cut);
    }
}

void test_import_truncation(void) {
    static const char json[] =
        "{\"codeCoverage\": {\"Configuration\": { // c\n \"Format\": \"cobertura\",\n"
        "/* c */ \"CodeCoverage\": {\"Functions\": {\"Exclude\": [\"a\\\\.b\",]}}}}}";
    size_t size = 0;
    cc_arena *arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    const char *text = read_sample(arena, "coverlet-usual.runsettings", &size);
    check_truncations(text, size);
    text = read_sample(arena, "microsoft-functions.runsettings", &size);
    check_truncations(text, size);
    check_truncations(json, sizeof json - 1);
    cc_arena_free(arena);
}

/* --- reading ---------------------------------------------------------------------------------- */

void test_import_reading(void) {
    char *directory = NULL;
    cc_arena *arena = cc_arena_new();
    cc_buf warnings = {0};
    cfg_layer layer;
    CU_ASSERT_PTR_NOT_NULL_FATAL(arena);
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_read_import(&layer, "targets/settings/files", false, &warnings),
                    CC_E_USAGE);
    import_assert("directory", cc_error_message(), "targets/settings/files: is a directory");
    CU_ASSERT_EQUAL(cfg_read_import(&layer, "no/such.runsettings", true, &warnings), CC_E_USAGE);
    CU_ASSERT_EQUAL(strncmp(cc_error_message(), "no/such.runsettings: ", 21), 0);
    CU_ASSERT_EQUAL(layer.count, 0);

    const char *path = "targets/../targets/settings/files/coverlet-types.runsettings";
    CU_ASSERT_EQUAL(cfg_read_import(&layer, path, false, &warnings), CC_OK);
    /* four of the file, and that these tools count generated code */
    CU_ASSERT_EQUAL_FATAL(layer.count, 5);
    import_assert("default", layer.entries[4].origin, "coverlet's default");
    import_assert("origin", layer.entries[0].origin,
                  "targets/settings/files/coverlet-types.runsettings:7");
    import_assert("origin", layer.entries[3].origin,
                  "targets/settings/files/coverlet-types.runsettings:8");
    CU_ASSERT_EQUAL(cc_path_absolute(arena, "targets/settings/files", &directory), CC_OK);
    import_assert("base", layer.entries[0].base, directory);
    cc_buf_free(&warnings);
    cc_arena_free(arena);
}

void test_json_lines(void) {
    imported im;
    import_text(&im,
                "\xEF\xBB\xBF// a comment: \"x\"\n"
                "{ /* two\n lines */ \"Configuration\"\n:\n {\n"
                "  \"Format\": \"cobertura\", // {\n"
                "  \"CodeCoverage\": { \"PipeClientsCount\": 1, \"LogLevel\": null,\n"
                "    \"Functions\": { \"Exclude\": [\n"
                "      \"a\",\n"
                "      \"b//\\\"c\",\n"
                "    ], },\n"
                "  \"x\": 1.5 } } }\n",
                false);
    CU_ASSERT_EQUAL(im.err, CC_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(import_origins(&im), "format=cobertura @F:6\n"
                                                       "exclude=member~a @F:9\n"
                                                       "exclude=member~b//\"c @F:10\n"));
    import_assert("warnings", import_warnings(&im), "F: not used: x (line 12)\n");
    import_free(&im);
}
