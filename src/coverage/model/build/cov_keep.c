/* What the model was made from; see cov_keep.h. */
#include "coverage/model/build/cov_keep.h"

#include <string.h>

#include "base/cc_sort.h"

void cov_keep_assembly(cc_list *to, const cov_raw_assembly *from) {
    cov_raw_assembly *kept = CC_NEW(to->arena, cov_raw_assembly);
    *kept = *from;
    kept->name.s = cc_arena_strdup(to->arena, from->name);
    kept->framework.s = cc_arena_strdup(to->arena, from->framework);
    kept->empty_detail.s = cc_arena_strdup(to->arena, from->empty_detail);
    cc_list_add(to, kept);
}

static int compare_assemblies(const void *a, const void *b) {
    const cov_raw_assembly *x = (const cov_raw_assembly *)a;
    const cov_raw_assembly *y = (const cov_raw_assembly *)b;
    int order = cc_str_cmp(x->name, y->name);
    order = order != 0 ? order : memcmp(x->mvid, y->mvid, sizeof x->mvid);
    return order != 0 ? order : (x->was_loaded < y->was_loaded) - (x->was_loaded > y->was_loaded);
}

static void keep_assemblies(cov_raw *raw, const cc_list *assemblies) {
    raw->assembly_count = assemblies->count;
    raw->assemblies = cc_list_values(assemblies, assemblies->arena, sizeof *raw->assemblies);
    cc_sort(raw->assemblies, raw->assembly_count, sizeof(cov_raw_assembly), compare_assemblies);
}

static int compare_left_out(const void *a, const void *b) {
    return cc_str_cmp(((const cov_raw_left_out *)a)->path, ((const cov_raw_left_out *)b)->path);
}

static void keep_left_out(cov_raw *raw, const cov_united *united, cc_arena *arena) {
    size_t count = cc_map_count(united->sources);
    raw->left_out = CC_NEW_ARRAY(arena, cov_raw_left_out, count);
    for (size_t i = 0; i < count; i++) {
        const cov_source *source = cc_map_at(united->sources, i, NULL);
        if (source->left_out == NULL || source->left_out->count == 0) {
            continue;
        }
        mod_left_out *ranges = CC_NEW(arena, mod_left_out);
        *ranges = *source->left_out;
        raw->left_out[raw->left_out_count++] =
            (cov_raw_left_out){source->path, source->checksum, ranges};
    }
    cc_sort(raw->left_out, raw->left_out_count, sizeof(cov_raw_left_out), compare_left_out);
}

/* Assemblies below the source root are named by their place there: the root is another one on other
 * machines. */
static void keep_facts(cov_raw *raw, const cov_model *model, cc_arena *arena) {
    cc_str root = model->root;
    raw->fact_count = model->fact_count;
    raw->facts = CC_NEW_ARRAY(arena, cov_fact, raw->fact_count);
    for (uint32_t i = 0; i < raw->fact_count; i++) {
        cov_fact *fact = &raw->facts[i];
        *fact = model->facts[i];
        if (fact->path.len > root.len && cc_str_starts(fact->path, root.s) &&
            fact->path.s[root.len] == '/') {
            fact->path = (cc_str){fact->path.s + root.len + 1, fact->path.len - root.len - 1};
        }
    }
}

cov_raw *cov_keep(const cov_model *model, const cov_united *united, const cc_list *assemblies) {
    cc_arena *arena = assemblies->arena;
    cov_raw *raw = CC_NEW(arena, cov_raw);
    keep_assemblies(raw, assemblies);
    keep_left_out(raw, united, arena);
    keep_facts(raw, model, arena);
    raw->omitted = model->omitted;
    raw->omitted_count = model->omitted_count;
    raw->lost = model->lost;
    raw->lost_count = model->lost_count;
    raw->warnings = model->warnings;
    raw->warning_count = model->warning_count;
    raw->missing = model->missing;
    raw->missing_count = model->missing_count;
    return raw;
}
