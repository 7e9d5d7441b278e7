/* Figures and sentences of thresholds; see gate_internal.h. */
#include <inttypes.h>

#include "base/cc_sort.h"
#include "base/cc_utf.h"
#include "coverage/gate/gate_internal.h"

gate_measure gate_measure_of(const gate_percentages *limits, const cov_totals *t, int kind) {
    const gate_measure all[GATE_KINDS] = {
        {"line", "lines", t->lines_covered, t->lines_valid, limits->line},
        {"branch", "branches", t->branches_covered, t->branches_valid, limits->branch},
        {"method", "methods", t->methods_covered, t->methods_valid, limits->method}};
    return all[kind];
}

bool gate_is_met(const gating *g, const gate_measure *m) {
    return m->valid == 0 ? g->limits->allow_empty : gate_is_reached(m->covered, m->valid, m->limit);
}

void gate_add(gating *g, cc_buf *text, bool is_met) {
    const char *copy = cc_buf_ok(text) ? cc_arena_strdup(g->arena, cc_buf_str(text)) : NULL;
    g->has_failed = g->has_failed || copy == NULL;
    if (copy != NULL) {
        g->out->items[g->out->count++] = (gate_verdict){copy, is_met};
        g->out->is_met = g->out->is_met && is_met;
    }
    cc_buf_free(text);
}

void gate_put_figure(cc_buf *out, const gate_measure *m, cc_str of) {
    char figure[GATE_NUMBER_SIZE];
    char limit[GATE_NUMBER_SIZE];
    gate_print_percent(limit, m->limit);
    cc_buf_printf(out, "%s coverage", m->name);
    if (of.len > 0) {
        cc_buf_puts(out, " of ");
        cc_utf8_clean(of, out);
    }
    if (m->valid == 0) {
        cc_buf_printf(out, " is n/a (nothing to cover), the threshold is %s", limit);
        return;
    }
    uint64_t missing = gate_missing(m->covered, m->valid, m->limit);
    gate_print_hundredths(figure, m->covered * 100 * 100 / m->valid);
    cc_buf_printf(out, " is %s%% (%" PRIu64 " of %" PRIu64 "), %s %s", figure, m->covered, m->valid,
                  missing > 0 ? "below the threshold of" : "the threshold is", limit);
    if (missing > 0) {
        cc_buf_printf(out, ": %" PRIu64 " more %s needed", missing,
                      missing == 1 ? m->name : m->many);
    }
}

void gate_put_all_met(cc_buf *out, const gate_measure *m, const char *what) {
    char limit[GATE_NUMBER_SIZE];
    gate_print_percent(limit, m->limit);
    cc_buf_printf(out, "%s coverage of each %s is at least %s", m->name, what, limit);
}

/* Compares: the lowest percentage comes first. */
static int compare_below(const void *a, const void *b) {
    const gate_below *x = (const gate_below *)a;
    const gate_below *y = (const gate_below *)b;
    uint64_t left = x->measure.covered * y->measure.valid;
    uint64_t right = y->measure.covered * x->measure.valid;
    return left != right ? (left < right ? -1 : 1) : cc_str_cmp(x->name, y->name);
}

void gate_put_below(cc_buf *out, gate_below *items, uint32_t count, const char *many) {
    cc_sort(items, count, sizeof *items, compare_below);
    for (uint32_t i = 0; i < count && i < GATE_WORST; i++) {
        cc_buf_puts(out, i > 0 ? "; " : "");
        gate_put_figure(out, &items[i].measure, items[i].name);
    }
    if (count > GATE_WORST) {
        cc_buf_printf(out, "; and %" PRIu32 " more %s are below the threshold", count - GATE_WORST,
                      many);
    }
}

cov_totals *gate_count_files(gating *g) {
    const cov_model *model = g->subject->model;
    cov_totals *totals = CC_NEW_ARRAY(g->arena, cov_totals, model->file_count);
    for (uint32_t i = 0; totals != NULL && i < model->file_count; i++) {
        totals[i] = cov_lines_totals(model->files[i].lines, model->files[i].line_count);
    }
    for (uint32_t i = 0; totals != NULL && i < model->package_count; i++) {
        for (uint32_t k = 0; k < model->packages[i].class_count; k++) {
            const cov_class *cls = &model->packages[i].classes[k];
            cov_totals one = cov_class_totals(cls);
            totals[cls->file - model->files].methods_valid += one.methods_valid;
            totals[cls->file - model->files].methods_covered += one.methods_covered;
        }
    }
    g->has_failed = g->has_failed || totals == NULL;
    return totals;
}

uint64_t gate_missed_of(const cov_totals *totals, int kind) {
    const gate_percentages none = {0};
    gate_measure m = gate_measure_of(&none, totals, kind);
    return m.valid - m.covered;
}

static int compare_places(const void *a, const void *b) {
    const gate_place *x = (const gate_place *)a;
    const gate_place *y = (const gate_place *)b;
    if (x->missed != y->missed) {
        return x->missed > y->missed ? -1 : 1;
    }
    return cc_str_cmp(x->file->path, y->file->path);
}

void gate_put_worst(cc_buf *out, gate_place *places, uint32_t count) {
    cc_sort(places, count, sizeof *places, compare_places);
    for (uint32_t i = 0; i < count && i < GATE_WORST && places[i].missed > 0; i++) {
        cc_buf_puts(out, i == 0 ? "; most missed: " : ", ");
        cc_utf8_clean(places[i].file->path, out);
        cc_buf_printf(out, " (%" PRIu64 ")", places[i].missed);
    }
}

void gate_put_worst_files(gating *g, cc_buf *out, int kind) {
    const cov_model *model = g->subject->model;
    gate_place *places = CC_NEW_ARRAY(g->arena, gate_place, model->file_count);
    const cov_totals *totals = gate_count_files(g);
    if (places == NULL || totals == NULL) {
        g->has_failed = true;
        return;
    }
    for (uint32_t i = 0; i < model->file_count; i++) {
        places[i] = (gate_place){&model->files[i], gate_missed_of(&totals[i], kind)};
    }
    gate_put_worst(out, places, model->file_count);
}
