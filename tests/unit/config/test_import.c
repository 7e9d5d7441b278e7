/* Imported settings: files of coverlet and of Microsoft's code coverage. See
 * src/config/cfg_internal_import.h. */
#include "test_import.h"

#include <string.h>

#include "test_main.h"

void import_assert(const char *what, const char *got, const char *wanted) {
    if (strcmp(got, wanted) != 0) {
        printf("\n--- %s\n--- got\n%s--- wanted\n%s", what, got, wanted);
    }
    CU_ASSERT_STRING_EQUAL(got, wanted);
}

void import_text(imported *im, const char *text, bool is_optional) {
    memset(im, 0, sizeof *im);
    im->arena = cc_arena_new();
    CU_ASSERT_PTR_NOT_NULL_FATAL(im->arena);
    cfg_layer_init(&im->layer, CFG_FILE, im->arena);
    im->err = cfg_parse_import(&im->layer, cc_span_of(text, strlen(text)), "F", "/base",
                               is_optional, &im->warnings);
}

void import_free(imported *im) {
    cc_buf_free(&im->warnings);
    cc_buf_free(&im->shown);
    cc_arena_free(im->arena);
}

static const char *shown(cc_buf *buf) {
    cc_buf_u8(buf, 0);
    CU_ASSERT_TRUE_FATAL(cc_buf_ok(buf));
    buf->len--;
    return (const char *)buf->data;
}

static const char *entries(imported *im, bool with_origin) {
    cc_buf_clear(&im->shown);
    for (size_t i = 0; i < im->layer.count; i++) {
        const cfg_entry *entry = &im->layer.entries[i];
        CU_ASSERT_TRUE(entry->is_imported);
        CU_ASSERT_STRING_EQUAL(entry->base, "/base");
        if (with_origin) {
            cc_buf_printf(&im->shown, "%s=%s @%s\n", cfg_spec_of(entry->key)->option, entry->text,
                          entry->origin);
        } else if (strncmp(entry->origin, "F:", 2) == 0) {
            cc_buf_printf(&im->shown, "%s=%s\n", cfg_spec_of(entry->key)->option, entry->text);
        }
    }
    return shown(&im->shown);
}

const char *import_entries(imported *im) {
    return entries(im, false);
}

const char *import_origins(imported *im) {
    return entries(im, true);
}

const char *import_warnings(imported *im) {
    return shown(&im->warnings);
}

static const char *file_of(cc_arena *arena, const char *name, const char *configuration) {
    const char *text =
        cc_arena_printf(arena,
                        "<RunSettings><DataCollectionRunSettings><DataCollectors><DataCollector "
                        "friendlyName=\"%s\">"
                        "<Configuration>%s</Configuration></DataCollector></DataCollectors>"
                        "</DataCollectionRunSettings></RunSettings>",
                        name, configuration);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

const char *coverlet_file(cc_arena *arena, const char *configuration) {
    return file_of(arena, "XPlat Code Coverage", configuration);
}

const char *microsoft_file(cc_arena *arena, const char *configuration, const char *code_coverage) {
    const char *inner =
        cc_arena_printf(arena, "%s<CodeCoverage>%s</CodeCoverage>", configuration, code_coverage);
    CU_ASSERT_PTR_NOT_NULL_FATAL(inner);
    return file_of(arena, "Code Coverage", inner);
}

static const test_case cases[] = {
    {"coverlet: each key of the collector", test_coverlet_keys},
    {"coverlet: settings in testconfig.json", test_coverlet_mtp},
    {"rules that are translated keep the user's words", test_words},
    {"microsoft: each key", test_microsoft_keys},
    {"microsoft: lists of expressions", test_microsoft_lists},
    {"microsoft: the tool's defaults come with the file", test_microsoft_defaults},
    {"microsoft: documented keys without meaning are silent", test_microsoft_documented},
    {"microsoft: JSON says the same as XML", test_microsoft_json},
    {"files: one collector is taken, enabled ones first", test_which_collector},
    {"files: each malformed file gives its message with file and line", test_malformed},
    {"files: size, depth, entities", test_import_limits},
    {"files: every truncation of a file", test_import_truncation},
    {"files: the samples of the integration test are taken without a warning", test_sample_files},
    {"files: directories and missing files; paths", test_import_reading},
    {"files: lines of JSON, comments, commas", test_json_lines},
    {"regex: part of the text, case, Unicode, bad expressions", test_engine},
    {"regex: an expression that takes too long matches nothing", test_engine_limits},
    {"regex: the rules of a list share a budget", test_budget_of_a_list},
    {"regex: .NET's expressions in PCRE2's language", test_dialect},
    {"regex: coverlet's file patterns", test_file_globs},
};

TEST_MAIN("import", cases)
