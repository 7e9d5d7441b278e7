/* Change risk of methods: the CRAP score. See cov_model.h. */
#include "coverage/model/cov_model.h"

uint64_t cov_crap_hundredths(const cov_method *method) {
    cov_totals lines = cov_lines_totals(method->lines, method->line_count);
    double complexity = method->complexity;
    double missed = lines.lines_valid == 0 ? 0
                                           : (double)(lines.lines_valid - lines.lines_covered) /
                                                 (double)lines.lines_valid;
    double risk = complexity * complexity * missed * missed * missed * 100;
    double whole = (double)(uint64_t)risk;
    bool has_rest = risk - whole > 1e-6; /* less is the rounding of a whole product */
    return (uint64_t)method->complexity * 100 + (uint64_t)risk + (has_rest ? 1 : 0);
}

static void note(cov_risks *r, cov_risk one) {
    uint64_t at = r->count < COV_WORST_RISKS ? r->count : COV_WORST_RISKS;
    r->count++;
    while (at > 0 && r->worst[at - 1].score < one.score) {
        if (at < COV_WORST_RISKS) {
            r->worst[at] = r->worst[at - 1];
        }
        at--;
    }
    if (at < COV_WORST_RISKS) {
        r->worst[at] = one;
    }
}

cov_risks cov_find_risks(const cov_model *model, uint64_t limit) {
    cov_risks found = {.count = 0};
    for (uint32_t i = 0; i < model->package_count; i++) {
        for (uint32_t k = 0; k < model->packages[i].class_count; k++) {
            const cov_class *cls = &model->packages[i].classes[k];
            for (uint32_t m = 0; m < cls->method_count; m++) {
                cov_risk one = {cls, &cls->methods[m], cov_crap_hundredths(&cls->methods[m])};
                if (one.score > limit) {
                    note(&found, one);
                }
            }
        }
    }
    return found;
}
