/* Code that was instrumented without being in the report (ses_stress of a session): counted for
 * each assembly, over all processes. Methods that were not instrumented are reported like any
 * other. */
#include <stdlib.h>

#include "coverage/model/build/cov_build.h"
#include "method/mth.h"

static cov_stressed *entry_of(cov_build *b, cc_str name) {
    void **slot = cc_map_put_str(b->stressed, name);
    if (slot != NULL && *slot == NULL) {
        cov_stressed *made = CC_NEW(b->arena, cov_stressed);
        char *copy = cc_arena_strdup(b->arena, name);
        if (made != NULL && copy != NULL) {
            made->name = cc_strz(copy);
            *slot = made;
        }
    }
    return slot == NULL ? NULL : (cov_stressed *)*slot;
}

static uint32_t count_hits(const ctr_file *file, const ctr_method_data *method) {
    uint32_t hits = 0;
    for (uint32_t i = 0; i < method->record.count; i++) {
        hits += ctr_value(file, method, i) > 0;
    }
    return hits;
}

void cov_stress_add(cov_build *b, const ctr_file *file, const ctr_method_data *method) {
    cc_str name = file->modules[method->record.module_id].name;
    if (method->is_skip) {
        cov_add_lost(b, "%.*s: method 0x%08X: not instrumented: %s: %.*s", (int)name.len, name.s,
                     method->record.token, mth_skip_name((mth_skip)method->skip),
                     (int)method->detail.len, method->detail.s);
        return;
    }
    cov_stressed *entry = entry_of(b, name);
    uint32_t hits = count_hits(file, method);
    entry->methods++;
    entry->methods_entered += hits > 0;
    entry->probes += method->record.count;
    entry->probes_hit += hits;
}

static int compare_names(const void *a, const void *b) {
    return cc_str_cmp(((const cov_stressed *)a)->name, ((const cov_stressed *)b)->name);
}

void cov_stress_finish(cov_build *b) {
    cov_model *model = b->model;
    model->stressed = CC_NEW_ARRAY(b->arena, cov_stressed, cc_map_count(b->stressed));
    for (size_t i = 0; i < cc_map_count(b->stressed); i++) {
        cc_span key;
        const cov_stressed *entry = (const cov_stressed *)cc_map_at(b->stressed, i, &key);
        if (entry != NULL) {
            model->stressed[model->stressed_count++] = *entry;
        }
    }
    if (model->stressed_count > 1) {
        qsort(model->stressed, model->stressed_count, sizeof *model->stressed, compare_names);
    }
}
