/* Any bytes as a filter list and as names to decide about: what is read prints and reads back the
 * same, decisions are the same each time, and nothing outside is read.
 *
 * Input: up to the first byte 0 the list's text; after it names, each ended by a 0. */
#include <stdlib.h>
#include <string.h>

#include "select/sel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool is_so) {
    if (!is_so) {
        abort();
    }
}

/* In place of a library for regular expressions: the first byte must occur. */
static cc_err compile(void **out, cc_str pattern, cc_arena *arena) {
    *out = cc_arena_strdup(arena, pattern);
    return *out != NULL ? CC_OK : cc_fail(CC_E_NOMEM, "out of memory");
}

static bool match(const void *compiled, cc_str text) {
    const char *first = compiled;
    return *first == '\0' || (text.len > 0 && memchr(text.s, *first, text.len) != NULL);
}

static const sel_engine engine = {.compile = compile, .match = match};

/* The same name in a block of its exact length. */
static cc_str exactly(cc_str s) {
    char *copy = malloc(s.len > 0 ? s.len : 1);
    demand(copy != NULL);
    if (s.len > 0) {
        memcpy(copy, s.s, s.len);
    }
    return (cc_str){copy, s.len};
}

static void take(cc_str *in, cc_str *out) {
    const char *end = in->len > 0 ? memchr(in->s, '\0', in->len) : NULL;
    size_t len = end != NULL ? (size_t)(end - in->s) : in->len;
    *out = (cc_str){in->s, len};
    size_t skip = end != NULL ? len + 1 : len;
    in->s += skip;
    in->len -= skip;
}

static bool is_same(sel_verdict a, sel_verdict b) {
    return a.is_in == b.is_in && a.rule == b.rule && (a.is_in || a.kind == b.kind);
}

static void judge(sel_list *list, cc_str name, cc_str other) {
    sel_assembly_facts facts = {name, other, name, other};
    cc_str types[] = {name, other};
    sel_verdict whole = sel_assembly(list, &facts);
    demand(is_same(whole, sel_assembly(list, &facts)));
    demand(!whole.is_in || sel_may_be_in(list, name).is_in);
    sel_verdict type = sel_type(list, other, types, 2);
    demand(is_same(type, sel_type(list, other, types, 2)));
    sel_verdict member = sel_member(list, name, types, 2, CC_STR("()"));
    demand(is_same(member, sel_member(list, name, types, 2, CC_STR("()"))));
    demand(is_same(sel_file(list, name, other), sel_file(list, name, other)));
    demand(sel_attribute(list, true, name) == sel_attribute(list, true, name));
    cc_buf text = {0};
    sel_describe(&whole, &text);
    sel_describe(&type, &text);
    sel_describe(&member, &text);
    demand(text.len > 0);
    cc_buf_free(&text);
}

static void check_printed(const sel_list *list, cc_arena *arena) {
    sel_list again;
    cc_buf first = {0};
    cc_buf second = {0};
    sel_init(&again, arena, &engine);
    sel_print(list, &first);
    demand(sel_parse(&again, cc_buf_str(&first)) == CC_OK && again.count == list->count);
    sel_print(&again, &second);
    demand(cc_span_eq(cc_buf_span(&first), cc_buf_span(&second)));
    cc_buf_free(&first);
    cc_buf_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    cc_arena *arena = cc_arena_new();
    cc_str in = {(const char *)data, size};
    cc_str text;
    sel_list list;
    demand(arena != NULL);
    take(&in, &text);
    text = exactly(text);
    sel_init(&list, arena, &engine);
    cc_err err = sel_parse(&list, text);
    demand(err == CC_OK || *cc_error_message() != '\0');
    check_printed(&list, arena); /* the rules before the wrong line too */
    cc_str name = {NULL, 0};
    for (unsigned i = 0; i < 16 && in.len > 0; i++) {
        cc_str next;
        take(&in, &next);
        next = exactly(next);
        judge(&list, next, name);
        judge(&list, name, next);
        free((void *)(uintptr_t)name.s);
        name = next;
    }
    free((void *)(uintptr_t)name.s);
    free((void *)(uintptr_t)text.s);
    cc_arena_free(arena);
    return 0;
}
