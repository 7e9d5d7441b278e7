/* Statistics for TeamCity's charts: lines (L), methods (M), classes (C), branches (R, and B as
 * coverlet has them). */
#include <inttypes.h>

#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

static void put(cc_buf *out, char kind, uint64_t covered, uint64_t valid) {
    cc_buf_printf(out,
                  "##teamcity[buildStatisticValue key='CodeCoverageAbs%cCovered' value='%" PRIu64
                  "']\n##teamcity[buildStatisticValue key='CodeCoverageAbs%cTotal' value='%" PRIu64
                  "']\n",
                  kind, covered, kind, valid);
}

/* A class in several files is one class. */
static void count_classes(const cov_model *m, uint64_t *covered, uint64_t *valid) {
    for (uint32_t i = 0; i < m->package_count; i++) {
        const cov_package *package = &m->packages[i];
        bool is_entered = false;
        for (uint32_t k = 0; k < package->class_count; k++) {
            const cov_class *cls = &package->classes[k];
            bool is_new = k == 0 || !cc_str_eq(cls->name, package->classes[k - 1].name);
            is_entered = is_entered && !is_new;
            bool was_entered = is_entered;
            is_entered = is_entered || cov_class_totals(cls).methods_covered > 0;
            *valid += is_new ? 1 : 0;
            *covered += is_entered && !was_entered ? 1 : 0;
        }
    }
}

cc_err rep_teamcity(const rep_input *in, rep_sink sink) {
    const cov_totals *t = &in->model->totals;
    uint64_t classes = 0;
    uint64_t classes_covered = 0;
    rep_text text;
    count_classes(in->model, &classes_covered, &classes);
    rep_text_open(&text, sink);
    rep_put_remarks(&text.buf, in->model, "##teamcity[message text='", "' status='WARNING']\n");
    put(&text.buf, 'L', t->lines_covered, t->lines_valid);
    put(&text.buf, 'M', t->methods_covered, t->methods_valid);
    put(&text.buf, 'C', classes_covered, classes);
    put(&text.buf, 'R', t->branches_covered, t->branches_valid);
    put(&text.buf, 'B', t->branches_covered, t->branches_valid);
    return rep_text_close(&text);
}
