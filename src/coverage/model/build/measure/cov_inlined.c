/* See cov_inlined.h. */
#include "coverage/model/build/measure/cov_inlined.h"

#include "base/cc_sort.h"

static int compare(const void *a, const void *b) {
    const pdb_point *x = (const pdb_point *)a;
    const pdb_point *y = (const pdb_point *)b;
    const uint32_t left[] = {x->document, x->start_line, x->start_column};
    const uint32_t right[] = {y->document, y->start_line, y->start_column};
    for (int i = 0; i < 3; i++) {
        if (left[i] != right[i]) {
            return left[i] < right[i] ? -1 : 1;
        }
    }
    return 0;
}

static void find_begins(cov_inlined *s, const mod_module *module, cc_arena *arena) {
    s->begins = CC_NEW_ARRAY(arena, pdb_point, (size_t)module->method_count + 1);
    for (uint32_t rid = 1; rid <= module->method_count; rid++) {
        const mod_extent *e = &module->extents[rid];
        if (e->document != 0) {
            s->begins[s->count++] = (pdb_point){.document = e->document,
                                                .start_line = e->start_line,
                                                .start_column = e->start_column};
        }
    }
    cc_sort(s->begins, s->count, sizeof(pdb_point), compare);
}

/* A method begins between the arrow of the lambda and its end. */
static bool is_method(const cov_inlined *s, uint32_t document, const src_block *lambda) {
    pdb_point open = {
        .document = document, .start_line = lambda->open.line, .start_column = lambda->open.column};
    uint32_t low = 0;
    uint32_t high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(&s->begins[middle], &open) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low == s->count || s->begins[low].document != document) {
        return false;
    }
    src_place start = {s->begins[low].start_line, s->begins[low].start_column};
    return !src_is_before(lambda->close, start);
}

void cov_inlined_next(cov_inlined *s, const mod_module *module, const src_text *text,
                      const pdb_point *statement, uint32_t from, cc_arena *arena,
                      const src_block **out) {
    const src_place end = {statement->end_line, statement->end_column};
    *out = NULL;
    if (s->begins == NULL) {
        find_begins(s, module, arena);
    }
    for (uint32_t i = from; i < text->block_count; i++) {
        const src_block *block = &text->blocks[i];
        if (!src_is_before(block->open, end)) {
            return;
        }
        bool is_lambda = block->kind == SRC_BLOCK_LAMBDA || block->kind == SRC_BLOCK_FUNCTION;
        bool is_long = is_lambda && block->close.line > block->open.line;
        if (is_long && !src_is_before(end, block->close) &&
            !is_method(s, statement->document, block)) {
            *out = block;
            return;
        }
    }
}
