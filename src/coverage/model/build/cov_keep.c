/* model->raw: what the model was made from, kept for a data file. See cov_build.h. */
#include <stdlib.h>
#include <string.h>

#include "coverage/model/build/cov_build.h"

void cov_keep_raw(cov_build *b, const cov_raw_assembly *from) {
    cov_raw_assembly *kept = CC_NEW(b->c.arena, cov_raw_assembly);
    *kept = *from;
    kept->name.s = cc_arena_strdup(b->c.arena, from->name);
    kept->framework.s = cc_arena_strdup(b->c.arena, from->framework);
    kept->empty_detail.s = cc_arena_strdup(b->c.arena, from->empty_detail);
    cc_list_add(&b->raw, kept);
}

static int compare_assemblies(const void *a, const void *b) {
    const cov_raw_assembly *x = (const cov_raw_assembly *)a;
    const cov_raw_assembly *y = (const cov_raw_assembly *)b;
    int order = cc_str_cmp(x->name, y->name);
    order = order != 0 ? order : memcmp(x->mvid, y->mvid, sizeof x->mvid);
    return order != 0 ? order : (x->was_loaded < y->was_loaded) - (x->was_loaded > y->was_loaded);
}

static void keep_assemblies(const cov_build *b, cov_raw *raw) {
    raw->assembly_count = b->raw.count;
    raw->assemblies = CC_NEW_ARRAY(b->c.arena, cov_raw_assembly, b->raw.count);
    for (uint32_t i = 0; i < b->raw.count; i++) {
        raw->assemblies[i] = *(const cov_raw_assembly *)b->raw.items[i];
    }
    if (b->raw.count > 1) {
        qsort(raw->assemblies, b->raw.count, sizeof(cov_raw_assembly), compare_assemblies);
    }
}

static int compare_left_out(const void *a, const void *b) {
    return cc_str_cmp(((const cov_raw_left_out *)a)->path, ((const cov_raw_left_out *)b)->path);
}

static void keep_left_out(const cov_build *b, cov_raw *raw) {
    size_t count = cc_map_count(b->sources);
    raw->left_out = CC_NEW_ARRAY(b->c.arena, cov_raw_left_out, count);
    for (size_t i = 0; i < count; i++) {
        const cov_source *source = (const cov_source *)cc_map_at(b->sources, i, NULL);
        if (source->left_out != NULL && source->left_out->count > 0) {
            mod_left_out *ranges = CC_NEW(b->c.arena, mod_left_out);
            *ranges = *source->left_out;
            raw->left_out[raw->left_out_count++] =
                (cov_raw_left_out){source->path, source->checksum, ranges};
        }
    }
    if (raw->left_out_count > 1) {
        qsort(raw->left_out, raw->left_out_count, sizeof(cov_raw_left_out), compare_left_out);
    }
}

/* Assemblies below the source root are named by their place there: the root is another one on other
 * machines. */
static void keep_facts(const cov_build *b, cov_raw *raw) {
    cc_str root = b->model->root;
    raw->fact_count = b->model->fact_count;
    raw->facts = CC_NEW_ARRAY(b->c.arena, cov_fact, raw->fact_count);
    for (uint32_t i = 0; i < raw->fact_count; i++) {
        cov_fact *fact = &raw->facts[i];
        *fact = b->model->facts[i];
        if (fact->path.len > root.len && cc_str_starts(fact->path, root.s) &&
            fact->path.s[root.len] == '/') {
            fact->path = (cc_str){fact->path.s + root.len + 1, fact->path.len - root.len - 1};
        }
    }
}

void cov_raw_finish(cov_build *b) {
    cov_model *model = b->model;
    cov_raw *raw = model->raw = CC_NEW(b->c.arena, cov_raw);
    keep_assemblies(b, raw);
    keep_left_out(b, raw);
    keep_facts(b, raw);
    raw->omitted = model->omitted;
    raw->omitted_count = model->omitted_count;
    raw->lost = model->lost;
    raw->lost_count = model->lost_count;
    raw->warnings = model->warnings;
    raw->warning_count = model->warning_count;
    raw->missing = model->missing;
    raw->missing_count = model->missing_count;
}
