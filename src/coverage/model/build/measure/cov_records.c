/* The records that processes wrote for one method; see cov_records.h. */
#include "coverage/model/build/measure/cov_records.h"

#include "base/cc_sort.h"
#include "base/cc_sum.h"

static int compare_token(const void *ref, const void *token) {
    return cc_compare(((const cov_record_ref *)ref)->token, *(const uint32_t *)token);
}

cov_records cov_records_of(const cov_candidate *c, uint32_t rid) {
    uint32_t token = MD_TOKEN(MD_METHODDEF, rid);
    uint32_t first =
        (uint32_t)cc_find_first(c->refs, c->ref_count, sizeof *c->refs, &token, compare_token);
    cov_records refs = {.refs = c->refs == NULL ? NULL : c->refs + first};
    while (first + refs.count < c->ref_count && refs.refs[refs.count].token == token) {
        refs.count++;
    }
    return refs;
}

uint32_t cov_records_count(const cov_gathered *from, cov_records *refs, bool plan_all) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < refs->count; i++) {
        const ctr_method_data *data =
            &from->files[refs->refs[i].file]->methods[refs->refs[i].method];
        if (data->is_skip) {
            refs->skip = data;
        } else if (data->record.plan_all == plan_all) {
            count++;
        }
    }
    return count;
}

void cov_records_sum(const cov_gathered *from, const mth_method *m, bool plan_all,
                     cov_records *refs, uint64_t *counters) {
    for (uint32_t i = 0; i < refs->count; i++) {
        const ctr_file *file = from->files[refs->refs[i].file];
        const ctr_method_data *data = &file->methods[refs->refs[i].method];
        if (data->is_skip || data->record.plan_all != plan_all) {
            continue;
        }
        if (data->record.plan_key != m->key || data->record.count != m->plan->counter_count) {
            refs->mismatched++;
            continue;
        }
        refs->used++;
        for (uint32_t k = 0; k < m->plan->counter_count; k++) {
            counters[k] = cc_add_saturated(counters[k], ctr_value(file, data, k));
        }
    }
}
