/* Code that was instrumented without being in the report; see cov_stress.h. */
#include "coverage/model/build/gather/cov_stress.h"

#include "base/cc_sort.h"
#include "method/mth.h"

static cov_stressed *entry_of(const cov_context *c, cc_map *all, cc_str name) {
    void **slot = cc_map_put_str(all, name);
    if (*slot == NULL) {
        cov_stressed *made = CC_NEW(c->arena, cov_stressed);
        made->name = cc_strz(cc_arena_strdup(c->arena, name));
        *slot = made;
    }
    return *slot;
}

static uint32_t count_hits(const ctr_file *file, const ctr_method_data *method) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < method->record.count; i++) {
        hits += ctr_value(file, method, i) > 0;
    }
    return hits;
}

void cov_stress_add(cov_context *c, cc_map *all, const ctr_file *file,
                    const ctr_method_data *method) {
    cc_str name = file->modules[method->record.module_id].name;
    if (method->is_skip) {
        cov_add_lost(c, "%.*s: method 0x%08X: not instrumented: %s: %.*s", CC_STR_ARGS(name),
                     method->record.token, mth_skip_name((mth_skip)method->skip),
                     CC_STR_ARGS(method->detail));
        return;
    }
    cov_stressed *entry = entry_of(c, all, name);
    uint32_t hits = count_hits(file, method);
    entry->methods++;
    entry->methods_entered += hits > 0;
    entry->probes += method->record.count;
    entry->probes_hit += hits;
}

static int compare_names(const void *a, const void *b) {
    return cc_str_cmp(((const cov_stressed *)a)->name, ((const cov_stressed *)b)->name);
}

void cov_stress_finish(const cov_context *c, const cc_map *all, cov_gathered *out) {
    out->stressed_count = (uint32_t)cc_map_count(all);
    out->stressed = cc_map_values(all, sizeof *out->stressed, c->arena);
    cc_sort(out->stressed, out->stressed_count, sizeof *out->stressed, compare_names);
}
