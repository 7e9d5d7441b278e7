/* Layers as text and back, and what is no such text. */
#include "test_config.h"

#include <string.h>

enum { PLACES = CFG_COMMAND + 1 };

static void init_all(cfg_layer layers[PLACES], cc_arena *arena) {
    for (int place = 0; place < PLACES; place++) {
        cfg_layer_init(&layers[place], (cfg_place)place, arena);
    }
}

static void print_all(const cfg_layer layers[PLACES], cc_buf *out) {
    const cfg_layer *pointers[PLACES];
    for (int place = 0; place < PLACES; place++) {
        pointers[place] = &layers[place];
    }
    cfg_print_layers(pointers, PLACES, out);
}

static void fill(cfg_layer layers[PLACES]) {
    for (size_t key = 0; key < CFG_KEY_COUNT; key++) {
        for (int place = 0; place < PLACES; place++) {
            add_text(&layers[place], (cfg_key)key, "a\tb%c\n\x01\x7F \xC3\xA4\xFF%41",
                     "some \t:%12");
        }
    }
    cfg_entry bare = {.key = CFG_ROOT, .text = "", .origin = "", .base = NULL, .is_imported = true};
    CU_ASSERT_EQUAL_FATAL(cfg_layer_add(&layers[CFG_FILE], &bare), CC_OK);
}

static void assert_same(const cfg_layer *a, const cfg_layer *b) {
    CU_ASSERT_EQUAL_FATAL(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const cfg_entry *x = &a->entries[i];
        const cfg_entry *y = &b->entries[i];
        CU_ASSERT_EQUAL(x->key, y->key);
        CU_ASSERT_EQUAL(x->is_imported, y->is_imported);
        assert_text(x->text, y->text);
        assert_text(x->origin, y->origin);
        CU_ASSERT_EQUAL(x->words == NULL, y->words == NULL);
        if (x->words != NULL && y->words != NULL) {
            assert_text(x->words, y->words);
        }
        CU_ASSERT_EQUAL(x->base == NULL, y->base == NULL);
        if (x->base != NULL) {
            assert_text(x->base, y->base);
        }
    }
}

static void round_trip(bool has_words) {
    cc_arena *arena = cc_arena_new();
    cfg_layer out[PLACES];
    cfg_layer in[PLACES];
    init_all(out, arena);
    init_all(in, arena);
    fill(out);
    cfg_entry translated = {
        .key = CFG_EXCLUDE, .text = "file~x", .origin = "a:1", .words = "**\t/%x"};
    if (has_words) {
        CU_ASSERT_EQUAL_FATAL(cfg_layer_add(&out[CFG_FILE], &translated), CC_OK);
    }
    cc_buf text = {0};
    print_all(out, &text);
    CU_ASSERT_EQUAL_FATAL(cfg_parse_layers(in, PLACES, cc_buf_str(&text)), CC_OK);
    for (int place = 0; place < PLACES; place++) {
        assert_same(&in[place], &out[place]);
    }
    cc_buf_free(&text);
    cc_arena_free(arena);
}

void test_round_trip(void) {
    round_trip(false);
    round_trip(true);
}

/* Version 2, because some entry has words; the field of the others is empty. */
void test_form_of_words(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layers[PLACES];
    init_all(layers, arena);
    add_text(&layers[CFG_COMMAND], CFG_HITS, "exact", "--hits");
    cfg_entry translated = {.key = CFG_EXCLUDE,
                            .text = "file~^/x$",
                            .origin = "a.runsettings:3",
                            .is_imported = true,
                            .words = "**/x"};
    CU_ASSERT_EQUAL_FATAL(cfg_layer_add(&layers[CFG_FILE], &translated), CC_OK);
    cc_buf text = {0};
    print_all(layers, &text);
    cc_buf_u8(&text, 0);
    assert_text((const char *)text.data, "clrcov-config 2\n"
                                         "file\texclude\t1\ta.runsettings:3\t\tfile~^/x$\t**/x\n"
                                         "command\thits\t0\t--hits\t/base\texact\t\n"
                                         "end\n");
    cc_buf_free(&text);
    cc_arena_free(arena);
}

void test_form(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer layers[PLACES];
    init_all(layers, arena);
    add_text(&layers[CFG_COMMAND], CFG_HITS, "exact", "--hits");
    add_text(&layers[CFG_FILE], CFG_EXCLUDE, "type:A B%\x7F\xC3\xA4", "clrcov.xml:3");
    cc_buf text = {0};
    print_all(layers, &text);
    cc_buf_u8(&text, 0);
    assert_text((const char *)text.data,
                "clrcov-config 1\n"
                "file\texclude\t0\tclrcov.xml:3\t/base\ttype:A B%25%7F\xC3\xA4\n"
                "command\thits\t0\t--hits\t/base\texact\n"
                "end\n");
    cc_buf_free(&text);
    cc_arena_free(arena);
}

void test_store_truncation(void) {
    cc_arena *arena = cc_arena_new();
    cfg_layer out[PLACES];
    init_all(out, arena);
    fill(out);
    cc_buf text = {0};
    print_all(out, &text);
    cc_arena *other = cc_arena_new();
    for (size_t len = 0; len < text.len; len++) {
        cc_arena_reset(other);
        cfg_layer in[PLACES];
        init_all(in, other);
        /* Of its own allocation, so that a sanitizer sees a read after it. */
        cc_span cut = cc_arena_copy(arena, cc_span_of(text.data, len));
        CU_ASSERT_EQUAL(cfg_parse_layers(in, PLACES, (cc_str){(const char *)cut.data, cut.len}),
                        CC_E_FORMAT);
    }
    cc_arena_free(other);
    cc_buf_free(&text);
    cc_arena_free(arena);
}

void test_wrong_texts(void) {
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"", "line 1: not settings of this version"},
        {"clrcov-config 3\nend\n", "line 1: not settings of this version"},
        {"clrcov-config 2\nfile\thits\t0\to\tb\tt\nend\n", "line 2: too few fields"},
        {"clrcov-config 2\nfile\thits\t0\to\tb\tt\tw\tx\nend\n", "line 2: too many fields"},
        {"clrcov-config 2\nfile\thits\t0\to\tb\tt\t%4\nend\n", "line 2: '%'"},
        {"clrcov-config 1\n", "line 2: the line 'end' is missing"},
        {"clrcov-config 1\nend", "line 2: the line 'end' is missing"},
        {"clrcov-config 1\nend\n\n", "line 2: text follows the line 'end'"},
        {"clrcov-config 1\n\nend\n", "line 2: too few fields"},
        {"clrcov-config 1\nfile\thits\t0\to\tb\nend\n", "line 2: too few fields"},
        {"clrcov-config 1\nfile\thits\t0\to\tb\tt\tx\nend\n", "line 2: too many fields"},
        {"clrcov-config 1\nFile\thits\t0\to\tb\tt\nend\n", "line 2: unknown place of settings"},
        {"clrcov-config 1\nfile\tHITS\t0\to\tb\tt\nend\n", "line 2: unknown setting"},
        {"clrcov-config 1\nfile\thits\t2\to\tb\tt\nend\n", "line 2: the third field is neither 0 nor 1"},
        {"clrcov-config 1\nfile\thits\t\to\tb\tt\nend\n", "line 2: the third field is neither 0 nor 1"},
        {"clrcov-config 1\nfile\thits\t0\to%\tb\tt\nend\n", "line 2: '%'"},
        {"clrcov-config 1\nfile\thits\t0\to\tb%4\tt\nend\n", "line 2: '%'"},
        {"clrcov-config 1\nfile\thits\t0\to\tb\t%4g\nend\n", "line 2: '%'"},
        {"clrcov-config 1\nfile\thits\t0\to\tb\t%00\nend\n", "line 2: '%'"},
    };
    cc_arena *arena = cc_arena_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cfg_layer in[PLACES];
        init_all(in, arena);
        CU_ASSERT_EQUAL(cfg_parse_layers(in, PLACES, cc_strz(rows[i].text)), CC_E_FORMAT);
        assert_message(cc_error_message(), "stored settings: ", rows[i].message);
    }
    cfg_layer in[PLACES];
    init_all(in, arena);
    static const char zero[] = "clrcov-config 1\nfile\thits\t0\to\tb\ta\0b\nend\n";
    CU_ASSERT_EQUAL(cfg_parse_layers(in, PLACES, (cc_str){zero, sizeof zero - 1}), CC_E_FORMAT);
    /* A layer that the caller does not have. */
    static const char command[] = "clrcov-config 1\ncommand\thits\t0\to\tb\tt\nend\n";
    CU_ASSERT_EQUAL(cfg_parse_layers(in, 2, cc_strz(command)), CC_E_FORMAT);
    CU_ASSERT_EQUAL(cfg_parse_layers(in, PLACES, cc_strz(command)), CC_OK);
    CU_ASSERT_EQUAL(in[CFG_COMMAND].count, 1);
    cc_arena_free(arena);
}
