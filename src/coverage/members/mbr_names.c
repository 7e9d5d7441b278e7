/* What members name; see mbr_internal.h. */
#include <string.h>

#include "base/cc_sort.h"
#include "coverage/members/mbr_internal.h"
#include "metadata/md_columns.h"

static void put(mbr_names *names, uint64_t identity) {
    cc_buf_u64(&names->items, identity);
}

static void put_type(void *ctx, uint32_t token) {
    mbr_names *names = ctx;
    put(names, mbr_token_of(names->tokens, token)->plain);
}

static bool is_member(uint32_t token) {
    md_table table = (md_table)MD_TOKEN_TABLE(token);
    return table == MD_METHODDEF || table == MD_FIELD || table == MD_MEMBERREF ||
           table == MD_METHODSPEC;
}

void mbr_names_add(mbr_names *names, uint32_t token) {
    if (is_member(token)) {
        put(names, mbr_definition_of(names->tokens, token));
    }
    md_each_type(names->tokens->tables, token, put_type, names);
}

void mbr_names_add_alone(mbr_names *names, uint32_t token) {
    put(names, mbr_definition_of(names->tokens, token));
}

void mbr_names_add_signature(mbr_names *names, cc_span signature) {
    md_each_type_of_signature(names->tokens->tables, signature, put_type, names);
}

/* The first type of a signature is the outermost one. */
typedef struct first_type {
    mbr_tokens *tokens;
    bool is_seen, is_delegate;
} first_type;

static void take_first(void *ctx, uint32_t token) {
    first_type *first = ctx;
    if (!first->is_seen) {
        first->is_seen = true;
        first->is_delegate = mbr_token_of(first->tokens, token)->is_delegate;
    }
}

bool mbr_is_delegate(mbr_tokens *tokens, cc_span signature) {
    first_type first = {.tokens = tokens};
    md_each_type_of_signature(tokens->tables, signature, take_first, &first);
    return first.is_delegate;
}

void mbr_names_add_attributes(mbr_names *names, uint32_t owner) {
    const md_tables *tables = names->tokens->tables;
    uint32_t count = 0;
    uint32_t first =
        md_find(tables, MD_CUSTOM_ATTRIBUTE, MD_COL_CUSTOM_ATTRIBUTE_PARENT, owner, &count);
    for (uint32_t i = first; i < first + count; i++) {
        uint32_t constructor = 0;
        if (md_cell(tables, MD_CUSTOM_ATTRIBUTE, i, MD_COL_CUSTOM_ATTRIBUTE_TYPE, &constructor)) {
            mbr_names_add(names, constructor);
        }
    }
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void mbr_lists_end(mbr_lists *lists, mbr_names *names) {
    uint64_t *items = (uint64_t *)(void *)names->items.data;
    size_t count = names->items.len / sizeof *items;
    cc_buf_u32(&lists->first, (uint32_t)(lists->items.len / sizeof *items));
    cc_sort(items, count, sizeof *items, compare);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || items[i] != items[i - 1]) {
            cc_buf_u64(&lists->items, items[i]);
        }
    }
    cc_buf_clear(&names->items);
}

mbr_list mbr_lists_take(mbr_lists *lists, cc_arena *arena) {
    cc_buf_u32(&lists->first, (uint32_t)(lists->items.len / sizeof(uint64_t)));
    mbr_list out = {.items = CC_NEW_ARRAY(arena, uint64_t, lists->items.len / sizeof(uint64_t)),
                    .first = CC_NEW_ARRAY(arena, uint32_t, lists->first.len / sizeof(uint32_t))};
    if (lists->items.len > 0) {
        memcpy(out.items, lists->items.data, lists->items.len);
    }
    memcpy(out.first, lists->first.data, lists->first.len);
    cc_buf_free(&lists->items);
    cc_buf_free(&lists->first);
    return out;
}
