/* Verdicts on the thresholds of a whole report; see gate.h. */
#include "coverage/gate/gate_internal.h"

#include <inttypes.h>

#include "base/cc_buf.h"
#include "base/cc_sort.h"
#include "base/cc_utf.h"

static const char allow_empty_hint[] = "; --allow-empty accepts this";

static void check_total(gating *g, int kind) {
    gate_measure m = gate_measure_of(&g->limits->all, &g->subject->model->totals, kind);
    cc_buf text = {0};
    bool met = gate_is_met(g, &m);
    gate_put_figure(&text, &m, (cc_str){"", 0});
    if (!met && m.valid == 0) {
        cc_buf_puts(&text, allow_empty_hint);
    } else if (!met) {
        gate_put_worst_files(g, &text, kind);
    }
    gate_add(g, &text, met);
}

/* Collects the assemblies below the threshold; their number. */
static uint32_t find_below(gating *g, int kind, gate_below *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; out != NULL && i < g->subject->model->package_count; i++) {
        const cov_package *package = &g->subject->model->packages[i];
        gate_measure m = gate_measure_of(&g->limits->all, &package->totals, kind);
        if (m.valid > 0 && !gate_is_met(g, &m)) {
            out[count++] = (gate_below){package->name, m};
        }
    }
    g->has_failed = g->has_failed || out == NULL;
    return count;
}

/* Lists the assemblies below the threshold; all assemblies when all are above it. */
static void check_minimum(gating *g, int kind) {
    cc_buf text = {0};
    gate_below *worst = CC_NEW_ARRAY(g->arena, gate_below, g->subject->model->package_count);
    uint32_t count = find_below(g, kind, worst);
    gate_measure all = gate_measure_of(&g->limits->all, &g->subject->model->totals, kind);
    bool is_empty = all.valid == 0 && !gate_is_met(g, &all);
    gate_put_below(&text, worst, count, "assemblies");
    if (count == 0 && all.valid == 0) {
        gate_put_figure(&text, &all, CC_STR("each assembly"));
    } else if (count == 0) {
        /* the figure of the whole may be lower: it counts a file of several assemblies once */
        gate_put_all_met(&text, &all, "assembly");
    }
    cc_buf_puts(&text, is_empty ? allow_empty_hint : "");
    gate_add(g, &text, count == 0 && !is_empty);
}

/* Rounded up, so that the average with as many points more meets the threshold. */
static void put_missing_points(cc_buf *out, uint64_t missing, uint64_t hundredth) {
    char figure[GATE_NUMBER_SIZE];
    gate_print_hundredths(figure, (missing + hundredth - 1) / hundredth);
    cc_buf_printf(out, ": %s percentage points more needed", figure);
}

/* The function adds percentages in units of 10^-12, each rounded to the nearest, and compares with
 * that tolerance: a third and two thirds are one half on average. */
static void check_average(gating *g, int kind) {
    const uint64_t unit = 1000000; /* of GATE_WHOLE */
    gate_measure all = gate_measure_of(&g->limits->all, &g->subject->model->totals, kind);
    uint64_t sum = 0;
    uint64_t count = 0;
    for (uint32_t i = 0; i < g->subject->model->package_count; i++) {
        gate_measure m =
            gate_measure_of(&g->limits->all, &g->subject->model->packages[i].totals, kind);
        if (m.valid > 0) {
            uint64_t whole = m.covered / m.valid;
            uint64_t rest = m.covered % m.valid;
            sum += (whole * unit * GATE_WHOLE) +
                   (uint64_t)((double)rest / (double)m.valid * (double)(unit * GATE_WHOLE) + 0.5);
            count++;
        }
    }
    if (count == 0) {
        check_total(g, kind);
        return;
    }
    uint64_t average = (sum + count) / count;
    bool met = average >= (uint64_t)all.limit * unit;
    char figure[GATE_NUMBER_SIZE];
    char limit[GATE_NUMBER_SIZE];
    cc_buf text = {0};
    gate_print_hundredths(figure, average / unit / 100);
    gate_print_percent(limit, all.limit);
    cc_buf_printf(&text, "%s coverage is %s%% on average over %" PRIu64 " assembl%s, %s %s",
                  all.name, figure, count, count == 1 ? "y" : "ies",
                  met ? "the threshold is" : "below the threshold of", limit);
    if (!met) {
        put_missing_points(&text, (uint64_t)all.limit * unit - average, unit * GATE_POINT / 100);
        gate_put_worst_files(g, &text, kind);
    }
    gate_add(g, &text, met);
}

static void check_percentage(gating *g, int kind) {
    const cov_totals none = {0};
    if (gate_measure_of(&g->limits->all, &none, kind).limit <= 0) {
        return;
    }
    switch (g->limits->scope) {
    case GATE_TOTAL:
        check_total(g, kind);
        break;
    case GATE_MINIMUM:
        check_minimum(g, kind);
        break;
    case GATE_AVERAGE:
        check_average(g, kind);
        break;
    }
}

/* --- risk ------------------------------------------------------------------------------------- */

static void check_risk(gating *g) {
    if (g->limits->max_crap == GATE_NONE) {
        return;
    }
    cov_risks found = cov_find_risks(g->subject->model, (uint64_t)g->limits->max_crap * 100);
    cc_buf text = {0};
    if (found.count == 0) {
        cc_buf_printf(&text, "no method has a CRAP score above %" PRId64, g->limits->max_crap);
    } else {
        cc_buf_printf(&text, "%" PRIu64 " method%s a CRAP score above %" PRId64, found.count,
                      found.count == 1 ? " has" : "s have", g->limits->max_crap);
    }
    for (uint64_t i = 0; i < found.count && i < COV_WORST_RISKS; i++) {
        char score[GATE_NUMBER_SIZE];
        gate_print_hundredths(score, found.worst[i].score);
        cc_buf_puts(&text, i == 0 ? ": " : ", ");
        cc_utf8_clean(found.worst[i].cls->name, &text);
        cc_buf_putc(&text, '.');
        cc_utf8_clean(found.worst[i].method->name, &text);
        cc_buf_printf(&text, " (%s)", score);
    }
    gate_add(g, &text, found.count == 0);
}

/* Checks percentages of the whole, of each file, of the patch, and of the baseline; lines that are
 * not covered; risk. */
enum { MOST_VERDICTS = 4 * GATE_KINDS + 2 };

cc_err gate_check(gate_result *out, const gate_subject *subject, const gate_limits *limits,
                  cc_arena *arena) {
    gating g = {.subject = subject, .limits = limits, .arena = arena, .out = out};
    *out = (gate_result){.items = CC_NEW_ARRAY(arena, gate_verdict, MOST_VERDICTS), .is_met = true};
    if (out->items == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for thresholds");
    }
    for (int kind = 0; kind < GATE_KINDS; kind++) {
        check_percentage(&g, kind);
    }
    gate_check_files(&g);
    gate_check_patch(&g);
    gate_check_uncovered(&g);
    check_risk(&g);
    gate_check_baseline(&g);
    return g.has_failed ? cc_fail(CC_E_NOMEM, "out of memory for thresholds") : CC_OK;
}
