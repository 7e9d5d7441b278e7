/* Whole sources, from any text: byte 0 chooses the language, byte 1 whether symbols are known, the
 * rest is the text. Tokens lie in the text, in order and without overlap, and each place finds the
 * same tokens as reading from the start does. */
#include <string.h>

#include "source/src_text.h"
#include "tests/fuzz/fuzz.h"

enum { HEADER = 2 };

static void check(const src_text *text) {
    src_token token;
    src_token before = {.text = {NULL, 0}};
    const char *end = text->text.s;
    src_scan all = src_text_from(text, (src_place){1, 1});
    while (src_scan_next(&all, &token)) {
        src_token found = {.text = {NULL, 0}};
        fuzz_require(token.text.s >= end && token.text.len > 0, "tokens in order");
        end = token.text.s + token.text.len;
        fuzz_require(end <= text->text.s + text->text.len, "a token in the text");
        bool has_before = src_text_before(text, token.place, &found);
        fuzz_require(has_before == (before.text.s != NULL) && found.text.s == before.text.s,
                     "the token before a place");
        src_scan from = src_text_from(text, token.place);
        fuzz_require(src_scan_next(&from, &found) && found.text.s == token.text.s,
                     "the token at a place");
        before = token;
    }
    for (uint32_t i = 0; i < text->block_count; i++) {
        const src_block *b = &text->blocks[i];
        fuzz_require(!src_is_before(b->open, b->head) && !src_is_before(b->close, b->open),
                     "a block from its head to its end");
        fuzz_require(i == 0 || !src_is_before(b->open, text->blocks[i - 1].open),
                     "blocks in order");
        fuzz_require(b->around == UINT32_MAX || b->around < i, "outer blocks first");
    }
    for (uint32_t i = 0; i < text->body_count; i++) {
        const src_body *b = &text->bodies[i];
        fuzz_require(!src_is_before(b->close, b->open), "a body from its head to its end");
        fuzz_require(i == 0 || !src_is_before(b->open, text->bodies[i - 1].open),
                     "bodies in order");
        fuzz_require(b->around == UINT32_MAX || b->around < i, "outer bodies first");
    }
    for (uint32_t i = 0; i < text->rule_count; i++) {
        const src_rule *r = &text->rules[i];
        fuzz_require(r->block < text->block_count, "the block of a rule");
        fuzz_require(i == 0 || src_is_before(text->rules[i - 1].start, r->start), "rules in order");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cc_str names[] = {{"DEBUG", 5}, {"V=17.13", 7}, {"K=\"a\"", 5}};
    cc_arena *arena = size < HEADER ? NULL : cc_arena_new();
    src_text text;
    if (arena == NULL) {
        return 0;
    }
    src_symbols symbols = {data[1] % 2 == 1, names, 3};
    cc_str source = {(const char *)data + HEADER, size - HEADER};
    if (src_text_open(&text, source, (src_language)(data[0] % 4), arena) == CC_OK &&
        src_text_scan(&text, &symbols, arena) == CC_OK) {
        check(&text);
    }
    cc_arena_free(arena);
    return 0;
}
