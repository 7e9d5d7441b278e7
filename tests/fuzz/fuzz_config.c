/* Bytes as clrcov.xml, as stored layers and as the text of each setting. What a file says resolves;
 * layers that are printed and read again are the same; a file that is refused says where, and
 * changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "config/cfg.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLACES = CFG_COMMAND + 1 };

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

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

static void check_store(const cfg_layer layers[PLACES], cc_arena *arena) {
    cc_buf first = {0};
    cc_buf second = {0};
    cfg_layer copies[PLACES];
    init_all(copies, arena);
    print_all(layers, &first);
    require(cfg_parse_layers(copies, PLACES, cc_buf_str(&first)) == CC_OK);
    print_all(copies, &second);
    require(cc_str_eq(cc_buf_str(&first), cc_buf_str(&second)));
    cc_buf_free(&first);
    cc_buf_free(&second);
}

static void try_resolve(const cfg_layer *layer, cc_arena *arena, bool must_succeed) {
    const cfg_layer *layers[] = {layer};
    cfg_values values;
    cc_err err = cfg_resolve(&values, layers, 1, arena);
    require(err == CC_OK || (!must_succeed && err == CC_E_USAGE));
    if (err == CC_OK) {
        sel_list list;
        sel_init(&list, arena, cfg_regex_engine());
        require(cfg_make_filter(&list, &values) == CC_OK);
    }
}

static void try_file(cc_span bytes, cc_arena *arena) {
    cfg_layer layers[PLACES];
    init_all(layers, arena);
    cc_err err = cfg_parse_file(&layers[CFG_FILE], bytes, "clrcov.xml", "/base");
    if (err != CC_OK) {
        require(err == CC_E_USAGE && layers[CFG_FILE].count == 0);
        require(strncmp(cc_error_message(), "clrcov.xml:", 11) == 0);
        return;
    }
    check_store(layers, arena);
    try_resolve(&layers[CFG_FILE], arena, true);
}

static void try_store(cc_span bytes, cc_arena *arena) {
    cfg_layer layers[PLACES];
    init_all(layers, arena);
    cc_str text = {(const char *)bytes.data, bytes.len};
    cc_err err = cfg_parse_layers(layers, PLACES, text);
    if (err != CC_OK) {
        require(err == CC_E_FORMAT);
        return;
    }
    check_store(layers, arena);
    try_resolve(&layers[CFG_COMMAND], arena, false);
}

/* The bytes as the text of every key on the command line. */
static void try_texts(cc_span bytes, cc_arena *arena) {
    const char *text = cc_arena_strdup(arena, (cc_str){(const char *)bytes.data, bytes.len});
    for (size_t key = 0; text != NULL && bytes.len < 256 && key < CFG_KEY_COUNT; key++) {
        cfg_layer layer;
        cfg_layer_init(&layer, CFG_COMMAND, arena);
        cfg_entry entry = {.key = (cfg_key)key, .text = text, .origin = "--x", .base = "/base"};
        require(cfg_layer_add(&layer, &entry) == CC_OK);
        try_resolve(&layer, arena, false);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    if (arena == NULL) {
        return 0;
    }
    cc_span bytes = cc_span_of(data, size);
    try_file(bytes, arena);
    try_store(bytes, arena);
    try_texts(bytes, arena);
    cc_arena_free(arena);
    return 0;
}
