/* Thresholds of each file, of a patch, of missing lines, and of an earlier report; see gate.h. */
#include <inttypes.h>

#include "base/cc_sort.h"
#include "base/cc_utf.h"
#include "coverage/gate/gate_internal.h"

static int32_t limit_of(const gate_percentages *p, int kind) {
    const cov_totals none = {0};
    return gate_measure_of(p, &none, kind).limit;
}

/* --- files ------------------------------------------------------------------------------------ */

static void check_files_of_kind(gating *g, const cov_totals *totals, int kind) {
    const cov_model *model = g->subject->model;
    gate_below *worst = CC_NEW_ARRAY(g->arena, gate_below, model->file_count);
    uint32_t count = 0;
    cc_buf text = {0};
    for (uint32_t i = 0; worst != NULL && i < model->file_count; i++) {
        gate_measure m = gate_measure_of(&g->limits->file, &totals[i], kind);
        if (m.valid > 0 && !gate_is_met(g, &m)) {
            worst[count++] = (gate_below){model->files[i].path, m};
        }
    }
    g->has_failed = g->has_failed || worst == NULL;
    gate_put_below(&text, worst, count, "files");
    if (count == 0) {
        gate_measure all = gate_measure_of(&g->limits->file, &model->totals, kind);
        gate_put_all_met(&text, &all, "file");
    }
    gate_add(g, &text, count == 0);
}

void gate_check_files(gating *g) {
    cov_totals *totals = NULL;
    for (int kind = 0; kind < GATE_KINDS; kind++) {
        if (limit_of(&g->limits->file, kind) > 0) {
            totals = totals == NULL ? gate_count_files(g) : totals;
            if (totals != NULL) {
                check_files_of_kind(g, totals, kind);
            }
        }
    }
}

/* --- the patch -------------------------------------------------------------------------------- */

/* Appends the changed files with the most missed changed lines, arms or methods. */
static void put_worst_changes(gating *g, cc_buf *out, int kind) {
    const patch_cover *patch = g->subject->patch;
    gate_place *places = CC_NEW_ARRAY(g->arena, gate_place, patch->file_count);
    if (places == NULL) {
        g->has_failed = true;
        return;
    }
    for (uint32_t i = 0; i < patch->file_count; i++) {
        places[i] =
            (gate_place){patch->files[i].file, gate_missed_of(&patch->files[i].totals, kind)};
    }
    gate_put_worst(out, places, patch->file_count);
}

/* Appends changed sources that are not in the report, which nothing was measured of. */
static void put_unknown_changes(cc_buf *out, const patch_cover *patch) {
    for (uint32_t i = 0; i < patch->unknown_count && i < GATE_WORST; i++) {
        cc_buf_puts(out, i == 0 ? "; not in the report: " : ", ");
        cc_utf8_clean(patch->unknown[i], out);
    }
    if (patch->unknown_count > GATE_WORST) {
        cc_buf_printf(out, " and %" PRIu32 " more", patch->unknown_count - GATE_WORST);
    }
}

/* A change without executable code passes, and the sentence states this. */
void gate_check_patch(gating *g) {
    const patch_cover *patch = g->subject->patch;
    for (int kind = 0; patch != NULL && kind < GATE_KINDS; kind++) {
        gate_measure m = gate_measure_of(&g->limits->patch, &patch->totals, kind);
        if (m.limit <= 0) {
            continue;
        }
        cc_buf text = {0};
        bool met = m.valid == 0 || gate_is_reached(m.covered, m.valid, m.limit);
        if (m.valid == 0) {
            cc_buf_printf(&text,
                          "%s coverage of the patch is n/a (the patch has no %s that can run)",
                          m.name, m.name);
            put_unknown_changes(&text, patch);
        } else {
            gate_put_figure(&text, &m, CC_STR("the patch"));
        }
        if (!met) {
            put_worst_changes(g, &text, kind);
        }
        gate_add(g, &text, met);
    }
}

/* --- what is missing -------------------------------------------------------------------------- */

void gate_check_uncovered(gating *g) {
    const cov_totals *t = &g->subject->model->totals;
    uint64_t missed = t->lines_valid - t->lines_covered;
    cc_buf text = {0};
    if (g->limits->max_uncovered == GATE_NONE) {
        return;
    }
    bool met = missed <= (uint64_t)g->limits->max_uncovered;
    cc_buf_printf(&text, "%" PRIu64 " line%s not covered, %s %" PRId64, missed,
                  missed == 1 ? " is" : "s are", met ? "the limit is" : "more than the limit of",
                  g->limits->max_uncovered);
    if (!met) {
        gate_put_worst_files(g, &text, GATE_LINES);
    }
    gate_add(g, &text, met);
}

/* --- an earlier report ------------------------------------------------------------------------ */

/* covered / valid of `now` is not lower than covered / valid of `before`; nothing to cover is never
 * lower. Counts are below 2^32. */
static bool is_as_good(const gate_measure *now, const gate_measure *before) {
    return now->valid == 0 || before->valid == 0 ||
           now->covered * before->valid >= before->covered * now->valid;
}

static void put_percent(cc_buf *out, const gate_measure *m) {
    char figure[GATE_NUMBER_SIZE];
    gate_print_hundredths(figure, m->valid == 0 ? 10000 : m->covered * 100 * 100 / m->valid);
    cc_buf_printf(out, "%s%% (%" PRIu64 " of %" PRIu64 ")", figure, m->covered, m->valid);
}

void gate_check_baseline(gating *g) {
    const gate_percentages none = {0};
    for (int kind = 0; g->subject->baseline != NULL && kind < GATE_KINDS; kind++) {
        gate_measure now = gate_measure_of(&none, &g->subject->model->totals, kind);
        gate_measure before = gate_measure_of(&none, &g->subject->baseline->totals, kind);
        cc_buf text = {0};
        bool met = is_as_good(&now, &before);
        cc_buf_printf(&text, "%s coverage is ", now.name);
        put_percent(&text, &now);
        cc_buf_puts(&text, met ? ", the baseline has " : ", lower than the baseline's ");
        put_percent(&text, &before);
        if (!met) {
            gate_put_worst_files(g, &text, kind);
        }
        gate_add(g, &text, met);
    }
}
