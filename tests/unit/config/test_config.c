/* Main of the tests of the configuration, and what they share. */
#include "test_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cc_file.h"
#include "test_main.h"

void assert_text(const char *got, const char *wanted) {
    bool is_same = got != NULL && strcmp(got, wanted) == 0;
    if (!is_same) {
        printf("\n    got    %s\n    wanted %s\n", got == NULL ? "(null)" : got, wanted);
    }
    CU_ASSERT_TRUE(is_same);
}

void assert_message(const char *text, const char *start, const char *part) {
    size_t len = strlen(start);
    bool is_fine = strncmp(text, start, len) == 0 && strstr(text + len, part) != NULL;
    if (!is_fine) {
        printf("\n    got    %s\n    wanted %s ... %s\n", text, start, part);
    }
    CU_ASSERT_TRUE(is_fine);
}

void add_text(cfg_layer *layer, cfg_key key, const char *text, const char *origin) {
    cfg_entry entry = {.key = key, .text = text, .origin = origin, .base = "/base"};
    CU_ASSERT_EQUAL_FATAL(cfg_layer_add(layer, &entry), CC_OK);
}

cc_err read_xml(cfg_layer *layer, cc_arena *arena, const char *text) {
    cfg_layer_init(layer, CFG_FILE, arena);
    return cfg_parse_file(layer, cc_span_of(text, strlen(text)), "clrcov.xml", "/file");
}

const char *read_whole(cc_arena *arena, const char *path, size_t *size) {
    cc_mapped_file file;
    cc_err err = cc_file_map(&file, path, false);
    if (err != CC_OK) {
        printf("\n    %s\n", cc_error_message());
    }
    CU_ASSERT_EQUAL_FATAL(err, CC_OK);
    *size = file.bytes.len;
    const char *text = cc_arena_strdup(arena, (cc_str){(const char *)file.bytes.data, *size});
    cc_file_unmap(&file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

const char *make_directory(cc_arena *arena) {
    const char *top = getenv("TMPDIR");
    char *name = cc_arena_printf(arena, "%s/clrcov-config-XXXXXX",
                                 top == NULL || top[0] == '\0' ? "/tmp" : top);
    CU_ASSERT_PTR_NOT_NULL_FATAL(name);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(name));
    char *real = NULL;
    CU_ASSERT_EQUAL_FATAL(cc_path_real(arena, name, &real), CC_OK);
    return real;
}

void write_file(cc_arena *arena, const char *dir, const char *name, const char *text) {
    const char *path = cc_path_join(arena, dir, name);
    CU_ASSERT_EQUAL_FATAL(cc_file_write(path, cc_span_of(text, strlen(text)), 0644), CC_OK);
}

static const test_case cases[] = {
    {"table: each key from each place, the strongest one wins", test_precedence},
    {"table: rows of the table are whole and differ", test_rows_are_whole},
    {"table: names of variables follow the options", test_variables},
    {"table: indices of choices are those of the header", test_indices_of_choices},
    {"values: spellings of true and false", test_truths},
    {"values: seconds and percentages are exact, within limits", test_numbers},
    {"values: choices name the alternatives", test_choices},
    {"values: paths belong to their base and are folded", test_paths},
    {"values: maps are split where a path starts", test_maps},
    {"values: coverlet's lists are split on the command line only", test_lists_of_coverlet},
    {"values: the last scalar counts, lists add up", test_repeated},
    {"values: imports count below the file, rules add up", test_imported},
    {"values: a layer of defaults", test_other_defaults},
    {"values: wrong values are told where they are overridden", test_hidden_mistakes},
    {"values: wrong rules name their origin", test_bad_rules},
    {"values: values become a filter list", test_filter},
    {"values: quotes are clean and short", test_quotes},
    {"files: each malformed file gives its message with file and line", test_malformed_files},
    {"files: each line of a message names file and line", test_each_line_has_its_place},
    {"files: valid files are taken", test_valid_files},
    {"files: byte order mark, UTF-16, Latin-1, CRLF", test_encodings},
    {"files: rules that are expressions", test_expressions},
    {"files: a whole file gives its values and lines", test_full_file},
    {"files: maps and imports repeat", test_repeated_elements},
    {"files: nothing is printed about wrong ones", test_nothing_is_printed},
    {"files: the schema takes valid files and sees what a schema can see",
     test_schema_sees_what_it_can},
    {"files: the schema has each key of the table", test_schema_has_the_table},
    {"limits: 100 MB of nesting", test_huge_nesting},
    {"limits: nesting within the size", test_nesting},
    {"limits: one MiB is read, no byte more", test_size_limit},
    {"limits: directories, pipes, devices, links in circles", test_no_files},
    {"limits: a file without permission", test_no_permission},
    {"limits: twenty mistakes are told, the rest counted", test_many_mistakes},
    {"limits: long messages are left out whole", test_long_messages},
    {"limits: a name longer than the message", test_long_name},
    {"limits: stray text is told once", test_stray_text},
    {"limits: a wrong file changes nothing", test_all_or_nothing},
    {"limits: every truncation of a file", test_file_truncation},
    {"places: a link to nowhere is an error", test_link_to_nowhere},
    {"places: the nearest file counts, up to the repository's directory",
     test_up_to_the_repository},
    {"places: a .git that is a file ends the search too", test_git_as_a_file},
    {"places: without a repository only the start counts", test_without_repository},
    {"places: a relative start; files below it are named without it", test_relative_start},
    {"places: named files must be there; the option wins", test_named_files},
    {"places: variables, lists, empty values, unknown names", test_environment},
    {"places: a wrong variable is named", test_wrong_environment},
    {"store: what is printed is read again", test_round_trip},
    {"store: the form is the one of the header", test_form},
    {"store: words of another tool are in version 2", test_form_of_words},
    {"store: every truncation is an error", test_store_truncation},
    {"store: wrong texts are told with their line", test_wrong_texts},
    {"document: one row of the reference for each key", test_doc_has_each_key},
    {"document: its examples are valid", test_doc_examples},
    {"document: kinds of rules, quoted mistakes", test_doc_tells_the_truth},
};

TEST_MAIN("config", cases)
