/* The results of instrumenting methods; see prof_body.h. */
#include "profiler/prof_body.h"

#include <stdlib.h>
#include <string.h>

static void add_callee(prof_callees *c, uint32_t row) {
    bool is_known = row == 0 || c->count == PROF_CALLEES;
    for (uint32_t i = 0; !is_known && i < c->count; i++) {
        is_known = c->rows[i] == row;
    }
    if (!is_known) {
        c->rows[c->count++] = row;
    }
}

void prof_callees_find(prof_callees *out, const prof_image *image, const il_body *body) {
    out->count = 0;
    for (uint32_t i = 0; i < body->insn_count; i++) {
        il_op op = (il_op)body->insns[i].op;
        if (op == IL_CALL || op == IL_CALLVIRT || op == IL_NEWOBJ) {
            uint32_t token = (uint32_t)body->insns[i].operand;
            uint32_t row = md_method_in_module(md_image_tables(image->image), token);
            add_callee(out, row <= image->method_count ? row : 0);
        }
    }
}

const uint32_t *prof_body_callees(const prof_body *body) {
    return (const uint32_t *)(const void *)(body->sites + body->site_count);
}

const rw_map_entry *prof_body_map(const prof_body *body) {
    return (const rw_map_entry *)(const void *)(prof_body_callees(body) + body->callee_count);
}

prof_body *prof_body_keep(const rw_result *result, const prof_callees *called,
                          const void *counters) {
    size_t sites_size = result->site_count * sizeof *result->sites;
    size_t callees_size = called->count * sizeof *called->rows;
    size_t map_size = result->map_count * sizeof *result->map;
    size_t lists_size = sites_size + callees_size + map_size;
    prof_body *body = malloc(sizeof *body + lists_size + result->body.len);
    if (body == NULL) {
        return NULL;
    }
    uint8_t *lists = (uint8_t *)(body + 1);
    *body = (prof_body){
        .skip = MTH_OK,
        .bytes = lists + lists_size,
        .size = (uint32_t)result->body.len,
        .sites = (const rw_site *)(const void *)lists,
        .map_count = result->map_count,
        .site_count = result->site_count,
        .code_offset = (uint8_t)result->code_offset,
        .callee_count = (uint8_t)called->count,
        .counters = counters,
    };
    memcpy(lists, result->sites, sites_size);
    memcpy(lists + sites_size, called->rows, callees_size);
    memcpy(lists + sites_size + callees_size, result->map, map_size);
    memcpy(lists + lists_size, result->body.data, result->body.len);
    return body;
}

void prof_body_free(const prof_body *body) {
    if (body == NULL || body->skip != MTH_OK) {
        return; /* an entry of left_alone */
    }
    const prof_erased *copy = atomic_load(&body->erased);
    while (copy != NULL) {
        const prof_erased *older = copy->older;
        free((void *)(uintptr_t)copy);
        copy = older;
    }
    free((void *)(uintptr_t)body);
}
