/* Texts to values: what is taken, what is refused, lists, imports. */
#include "test_config.h"

#include <string.h>

static cc_err resolve_one(cfg_values *out, const cfg_layer *layer, cc_arena *arena) {
    const cfg_layer *layers[] = {layer};
    return cfg_resolve(out, layers, 1, arena);
}

/* One text on the command line. */
static cc_err resolve_text(cfg_values *out, cfg_key key, const char *text, cc_arena *arena) {
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_COMMAND, arena);
    add_text(&layer, key, text, "--option");
    return resolve_one(out, &layer, arena);
}

void test_truths(void) {
    static const char *const truths[] = {"true", "TRUE", "1", "yes", "Yes", "on", " on\n"};
    static const char *const lies[] = {"false", "False", "0", "no", "NO", "off"};
    static const char *const wrong[] = {"", "2", "tru", "truely", "ja", "01", "true false"};
    cc_arena *arena = cc_arena_new();
    cfg_values values;
    for (size_t i = 0; i < sizeof truths / sizeof *truths; i++) {
        CU_ASSERT_EQUAL(resolve_text(&values, CFG_TESTS, truths[i], arena), CC_OK);
        CU_ASSERT_TRUE(values.include_tests);
    }
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        CU_ASSERT_EQUAL(resolve_text(&values, CFG_BRANCHES, lies[i], arena), CC_OK);
        CU_ASSERT_FALSE(values.branches);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_EQUAL(resolve_text(&values, CFG_TESTS, wrong[i], arena), CC_E_USAGE);
        assert_message(cc_error_message(), "--option: ", "takes true or false, not '");
    }
    cc_arena_free(arena);
}

void test_numbers(void) {
    static const struct {
        cfg_key key;
        const char *text;
        long value; /* -1: wrong */
    } rows[] = {
        {CFG_WAIT, "0", 0},
        {CFG_WAIT, "007.250", 7250},
        {CFG_WAIT, "0.001", 1},
        {CFG_WAIT, "86400.000", 86400000},
        {CFG_WAIT, "86400.001", -1},
        {CFG_WAIT, "86401", -1},
        {CFG_WAIT, "4294967296", -1},
        {CFG_WAIT, "0.0001", -1},
        {CFG_WAIT, ".5", -1},
        {CFG_WAIT, "5.", -1},
        {CFG_WAIT, "5.x", -1},
        {CFG_WAIT, "5.5.5", -1},
        {CFG_WAIT, "", -1},
        {CFG_WAIT, "+1", -1},
        {CFG_WAIT, "1e3", -1},
        {CFG_WAIT, "1 2", -1},
        {CFG_FAIL_UNDER_LINE, "0", 0},
        {CFG_FAIL_UNDER_LINE, "80.5", 805000},
        {CFG_FAIL_UNDER_LINE, "99.9999", 999999},
        {CFG_FAIL_UNDER_LINE, "100.0000", 1000000},
        {CFG_FAIL_UNDER_LINE, "100.0001", -1},
        {CFG_FAIL_UNDER_LINE, "101", -1},
        {CFG_FAIL_UNDER_LINE, "99.99999", -1},
        {CFG_FAIL_UNDER_LINE, "80%", 800000},
        {CFG_FAIL_UNDER_LINE, "80.5%", 805000},
        {CFG_FAIL_UNDER_LINE, "80%%", -1},
        {CFG_FAIL_UNDER_LINE, "%", -1},
        {CFG_FAIL_UNDER_LINE, "-1", -1},
        {CFG_FAIL_UNDER_LINE, "nan", -1},
    };
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cfg_values values;
        cc_err err = resolve_text(&values, rows[i].key, rows[i].text, arena);
        CU_ASSERT_EQUAL(err, rows[i].value < 0 ? CC_E_USAGE : CC_OK);
        if (err == CC_OK) {
            long got =
                rows[i].key == CFG_WAIT ? (long)values.wait_ms : (long)values.fail_under_line;
            CU_ASSERT_EQUAL(got, rows[i].value);
        }
    }
    cc_arena_free(arena);
}

void test_choices(void) {
    cc_arena *arena = cc_arena_new();
    cfg_values values;
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_WITHOUT_SOURCES, "skip-any", arena), CC_OK);
    CU_ASSERT_EQUAL(values.without_sources, CFG_SOURCES_SKIP_ANY);
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_HITS, "exct", arena), CC_E_USAGE);
    assert_text(cc_error_message(),
                "--option: takes once or exact, not 'exct'; did you mean 'exact'?");
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_WITHOUT_SOURCES, "nothing", arena), CC_E_USAGE);
    assert_text(cc_error_message(), "--option: takes skip, skip-any or keep, not 'nothing'");
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_FORMAT, "pdf", arena), CC_E_USAGE);
    assert_text(cc_error_message(),
                "--option: takes cobertura, lcov, opencover, coverlet, sonar, json, markdown, "
                "teamcity, github, azure, badge, table, data or html, not 'pdf'");
    cc_arena_free(arena);
}

void test_paths(void) {
    static const struct {
        const char *text, *path;
    } rows[] = {
        {"a", "/base/a"}, {"./a//b/../c/", "/base/a/c"}, {"/x/../y", "/y"},  {"../../..", "/"},
        {"-", "-"},       {"a b\tc", "/base/a b\tc"},    {"./-", "/base/-"}, {"/", "/"},
    };
    cc_arena *arena = cc_arena_new();
    cfg_values values;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_EQUAL(resolve_text(&values, CFG_OUTPUT, rows[i].text, arena), CC_OK);
        assert_text(values.output, rows[i].path);
    }
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_OUTPUT, "", arena), CC_E_USAGE);
    assert_text(cc_error_message(), "--option: takes a path, not ''");
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_SETTINGS, "", arena), CC_E_USAGE);
    cc_arena_free(arena);
}

/* Where FROM ends: docs/configuration.md, "Maps". */
void test_maps(void) {
    static const struct {
        const char *text, *from, *to;
    } rows[] = {
        {"/src=/home/me", "/src", "/home/me"},
        {"/src/=.", "/src", "/base"},
        {"/src=..", "/src", "/"},
        {"/=/x", "", "/x"},
        {"/_/=sub", "/_", "/base/sub"},
        {"C:\\a\\=/x", "C:\\a", "/x"},
        {"C:\\a=b\\c=src", "C:\\a=b\\c", "/base/src"},
        {"/a=b=/c", "/a=b", "/c"},
        {"/src=/home/x=y", "/src", "/home/x=y"},
        {"/src=./x=y", "/src", "/base/x=y"},
        {"/src=x=y", "/src=x", "/base/y"},
        {"/src=/out=", "/src", "/out="},
        {"/a=b\n/c=/d", "/a=b", "/c=/d"},
    };
    static const char *const wrong[] = {"", "=", "/src", "/src=", "=/x", "==", "\n/x", "/src\n"};
    cc_arena *arena = cc_arena_new();
    cfg_values values;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CU_ASSERT_EQUAL_FATAL(resolve_text(&values, CFG_MAP, rows[i].text, arena), CC_OK);
        CU_ASSERT_EQUAL_FATAL(values.maps.count, 1);
        assert_text(values.maps.items[0].from, rows[i].from);
        assert_text(values.maps.items[0].to, rows[i].to);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_EQUAL(resolve_text(&values, CFG_MAP, wrong[i], arena), CC_E_USAGE);
        assert_message(cc_error_message(), "--option: takes ", "");
    }
    cc_arena_free(arena);
}

void test_lists_of_coverlet(void) {
    cc_arena *arena = cc_arena_new();
    cfg_values values;
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_EXCLUDE, " [A]*, [B.*]C.D ,,[E]*", arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(values.exclude.count, 3);
    assert_text(values.exclude.items[0], "[A]*");
    assert_text(values.exclude.items[1], "[B.*]C.D");
    assert_text(values.exclude.items[2], "[E]*");
    assert_text(values.exclude.origins[2], "--option");
    /* A file says each filter in an element of its own; other rules may hold a comma. */
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_INCLUDE, "file:a,b.cs", arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(values.include.count, 1);
    assert_text(values.include.items[0], "file:a,b.cs");
    cfg_layer file;
    CU_ASSERT_EQUAL(
        read_xml(&file, arena,
                 "<clrcov version='1'><exclude><filter>[A]B,[C]D</filter></exclude></clrcov>"),
        CC_E_USAGE);
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_EXCLUDE, " ", arena), CC_E_USAGE);
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_EXCLUDE, "[A]*,tpe:X", arena), CC_E_USAGE);
    assert_message(cc_error_message(), "--option: ", "tpe");
    cc_arena_free(arena);
}

void test_repeated(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_COMMAND, arena);
    add_text(&layer, CFG_HITS, "exact", "--hits");
    add_text(&layer, CFG_HITS, "once", "--hits");
    for (int i = 0; i < 40; i++) {
        add_text(&layer, CFG_EXCLUDE, cc_arena_printf(arena, "type:T%d", i), "--exclude");
        add_text(&layer, CFG_MAP, cc_arena_printf(arena, "/f%d=/t%d", i, i), "--map");
        add_text(&layer, CFG_SETTINGS, cc_arena_printf(arena, "s%d", i), "-s");
    }
    cfg_values values;
    CU_ASSERT_EQUAL_FATAL(resolve_one(&values, &layer, arena), CC_OK);
    CU_ASSERT_EQUAL(values.hits, CFG_HITS_ONCE);
    CU_ASSERT_EQUAL_FATAL(values.exclude.count, 40);
    CU_ASSERT_EQUAL_FATAL(values.maps.count, 40);
    CU_ASSERT_EQUAL_FATAL(values.imports.count, 40);
    for (int i = 0; i < 40; i++) {
        assert_text(values.exclude.items[i], cc_arena_printf(arena, "type:T%d", i));
        assert_text(values.maps.items[i].to, cc_arena_printf(arena, "/t%d", i));
        assert_text(values.imports.items[i], cc_arena_printf(arena, "/base/s%d", i));
    }
    cc_arena_free(arena);
}

static void add_imported(cfg_layer *layer, cfg_key key, const char *text) {
    cfg_entry entry = {.key = key,
                       .text = text,
                       .origin = "a.runsettings:3",
                       .base = "/import",
                       .is_imported = true};
    CU_ASSERT_EQUAL_FATAL(cfg_layer_add(layer, &entry), CC_OK);
}

void test_imported(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    add_imported(&layer, CFG_EXCLUDE, "type:Imported");
    add_imported(&layer, CFG_HITS, "exact");
    add_imported(&layer, CFG_UNLOADED, "ignore");
    add_imported(&layer, CFG_OUTPUT, "o.xml");
    add_imported(&layer, CFG_MAP, "/i=/i");
    add_text(&layer, CFG_HITS, "once", "clrcov.xml:2");
    add_text(&layer, CFG_MAP, "/f=/f", "clrcov.xml:3");
    add_text(&layer, CFG_EXCLUDE, "type:Own", "clrcov.xml:4");
    cfg_values values;
    CU_ASSERT_EQUAL_FATAL(resolve_one(&values, &layer, arena), CC_OK);
    CU_ASSERT_EQUAL(values.hits, CFG_HITS_ONCE);
    assert_text(values.origin[CFG_HITS], "clrcov.xml:2");
    CU_ASSERT_EQUAL(values.unloaded, CFG_IGNORE_UNLOADED);
    assert_text(values.origin[CFG_UNLOADED], "a.runsettings:3");
    assert_text(values.output, "/import/o.xml");
    CU_ASSERT_EQUAL_FATAL(values.maps.count, 1);
    assert_text(values.maps.items[0].from, "/f");
    CU_ASSERT_EQUAL_FATAL(values.exclude.count, 2);
    assert_text(values.exclude.items[0], "type:Imported");
    assert_text(values.exclude.origins[0], "a.runsettings:3");
    assert_text(values.exclude.items[1], "type:Own");

    /* A stronger place replaces all rules of the file's place. */
    cfg_layer command;
    cfg_layer_init(&command, CFG_COMMAND, arena);
    add_text(&command, CFG_EXCLUDE, "type:Command", "--exclude");
    const cfg_layer *layers[] = {&layer, &command};
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&values, layers, 2, arena), CC_OK);
    CU_ASSERT_EQUAL_FATAL(values.exclude.count, 1);
    assert_text(values.exclude.items[0], "type:Command");

    add_imported(&layer, CFG_WAIT, "soon");
    CU_ASSERT_EQUAL(resolve_one(&values, &layer, arena), CC_E_USAGE);
    assert_message(cc_error_message(), "a.runsettings:3: wait: ", "takes seconds");
    cc_arena_free(arena);
}

/* A layer of defaults stands between the table and the file. */
void test_other_defaults(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer defaults;
    cfg_layer file;
    cfg_layer_init(&defaults, CFG_DEFAULTS, arena);
    cfg_layer_init(&file, CFG_FILE, arena);
    add_text(&defaults, CFG_WAIT, "7", "set-up");
    add_text(&defaults, CFG_HITS, "exact", "set-up");
    add_text(&file, CFG_HITS, "once", "clrcov.xml:2");
    const cfg_layer *layers[] = {&defaults, &file};
    cfg_values values;
    CU_ASSERT_EQUAL_FATAL(cfg_resolve(&values, layers, 2, arena), CC_OK);
    CU_ASSERT_EQUAL(values.wait_ms, 7000);
    assert_text(values.origin[CFG_WAIT], "set-up");
    CU_ASSERT_EQUAL(values.hits, CFG_HITS_ONCE);
    cc_arena_free(arena);
}

/* A value that something stronger overrides is still told when it is wrong. */
void test_hidden_mistakes(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer weak;
    cfg_layer strong;
    cfg_layer_init(&weak, CFG_ENVIRONMENT, arena);
    cfg_layer_init(&strong, CFG_COMMAND, arena);
    add_text(&weak, CFG_HITS, "often", "CLRCOV_HITS");
    add_text(&strong, CFG_HITS, "once", "--hits");
    const cfg_layer *layers[] = {&weak, &strong};
    cfg_values values;
    CU_ASSERT_EQUAL(cfg_resolve(&values, layers, 2, arena), CC_E_USAGE);
    assert_message(cc_error_message(), "CLRCOV_HITS: ", "takes once or exact, not 'often'");
    cc_arena_free(arena);
}

void test_bad_rules(void) {
    cc_arena *arena = cc_arena_new();
    cfg_values values;
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_EXCLUDE, "asembly:A", arena), CC_E_USAGE);
    assert_message(cc_error_message(), "--option: ", "assembly");
    CU_ASSERT_EQUAL(resolve_text(&values, CFG_INCLUDE, "type~A(", arena), CC_E_USAGE);
    assert_message(cc_error_message(), "--option: ", "");
    cfg_entry entry = {.key = CFG_KEY_COUNT, .text = "x"};
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_FILE, arena);
    CU_ASSERT_EQUAL(cfg_layer_add(&layer, &entry), CC_E_USAGE);
    cc_arena_free(arena);
}

void test_filter(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layer;
    cfg_layer_init(&layer, CFG_COMMAND, arena);
    add_text(&layer, CFG_INCLUDE, "MyApp.*", "--include");
    add_text(&layer, CFG_EXCLUDE, "MyApp.Old", "--exclude");
    cfg_values values;
    CU_ASSERT_EQUAL_FATAL(resolve_one(&values, &layer, arena), CC_OK);
    sel_list list;
    sel_init(&list, arena, cfg_regex_engine());
    CU_ASSERT_EQUAL_FATAL(cfg_make_filter(&list, &values), CC_OK);
    CU_ASSERT_EQUAL_FATAL(list.count, 2);
    CU_ASSERT_FALSE(list.rules[0].is_exclude);
    CU_ASSERT_TRUE(list.rules[1].is_exclude);
    CU_ASSERT_TRUE(cc_str_eqz(list.rules[1].origin, "--exclude"));
    CU_ASSERT_TRUE(sel_may_be_in(&list, CC_STR("MyApp.Core")).is_in);
    CU_ASSERT_FALSE(sel_may_be_in(&list, CC_STR("MyApp.Old")).is_in);
    CU_ASSERT_FALSE(sel_may_be_in(&list, CC_STR("Other")).is_in);
    cc_arena_free(arena);
}

void test_quotes(void) {
    char out[CFG_QUOTE_SIZE];
    assert_text(cfg_quote(CC_STR("a\x1b[31m\n\xff"), out),
                "a\xEF\xBF\xBD[31m\xEF\xBF\xBD\xEF\xBF\xBD");
    char longer[400];
    for (size_t i = 0; i < sizeof longer; i += 4) {
        memcpy(longer + i, "\xF0\x9F\x98\x80", 4);
    }
    CU_ASSERT_EQUAL(strlen(cfg_quote((cc_str){longer, sizeof longer}, out)), 60 * 4 + 3);
    assert_text(cfg_quote((cc_str){"", 0}, out), "");
}
