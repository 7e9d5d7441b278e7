/* Verdicts on the thresholds of a report; see gate.h. */
#include "coverage/gate/gate.h"

#include <inttypes.h>

#include "base/cc_buf.h"
#include "base/cc_sort.h"
#include "base/cc_utf.h"

enum { WORST = 3, MOST_VERDICTS = 4 };

static const char allow_empty_hint[] = "; --allow-empty lets this pass";

/* One of the three percentages. */
typedef struct measure {
    const char *name; /* "line" */
    const char *many; /* "lines" */
    uint64_t covered, valid;
    int32_t limit;
} measure;

typedef struct gating {
    const cov_model *model;
    const gate_limits *limits;
    cc_arena *arena;
    gate_result *out;
    bool has_failed; /* out of memory */
} gating;

enum { LINES, BRANCHES, METHODS, MEASURES };

static measure measure_of(const gating *g, const cov_totals *t, int kind) {
    const gate_limits *l = g->limits;
    const measure all[MEASURES] = {
        {"line", "lines", t->lines_covered, t->lines_valid, l->line},
        {"branch", "branches", t->branches_covered, t->branches_valid, l->branch},
        {"method", "methods", t->methods_covered, t->methods_valid, l->method}};
    return all[kind];
}

static void add_verdict(gating *g, cc_buf *text, bool is_met) {
    const char *copy = cc_buf_ok(text) ? cc_arena_strdup(g->arena, cc_buf_str(text)) : NULL;
    g->has_failed = g->has_failed || copy == NULL;
    if (copy != NULL) {
        g->out->items[g->out->count++] = (gate_verdict){copy, is_met};
        g->out->is_met = g->out->is_met && is_met;
    }
    cc_buf_free(text);
}

static void put_clean(cc_buf *out, cc_str text) {
    cc_utf8_clean(text, out);
}

/* --- percentages ------------------------------------------------------------------------------ */

/* Nothing to cover counts as reached only where that is allowed. */
static bool is_met(const gating *g, const measure *m) {
    return m->valid == 0 ? g->limits->allow_empty : gate_is_reached(m->covered, m->valid, m->limit);
}

/* "line coverage of Shop is 79.00% (79 of 100), below the threshold of 80%: 1 more line needed" */
static void put_figure(cc_buf *out, const measure *m, cc_str of) {
    char figure[GATE_NUMBER_SIZE];
    char limit[GATE_NUMBER_SIZE];
    gate_print_percent(limit, m->limit);
    cc_buf_printf(out, "%s coverage", m->name);
    if (of.len > 0) {
        cc_buf_puts(out, " of ");
        put_clean(out, of);
    }
    if (m->valid == 0) {
        cc_buf_printf(out, " is n/a (there is nothing to cover), the threshold is %s", limit);
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

typedef struct place {
    const cov_file *file;
    uint64_t missed;
} place;

static int compare_places(const void *a, const void *b) {
    const place *x = (const place *)a;
    const place *y = (const place *)b;
    if (x->missed != y->missed) {
        return x->missed > y->missed ? -1 : 1;
    }
    return cc_str_cmp(x->file->path, y->file->path);
}

/* The files with the most lines, or arms, that were missed. */
static void put_worst_files(gating *g, cc_buf *out, int kind) {
    const cov_model *model = g->model;
    place *places = CC_NEW_ARRAY(g->arena, place, model->file_count);
    if (places == NULL) {
        g->has_failed = true;
        return;
    }
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        cov_totals t = cov_lines_totals(file->lines, file->line_count);
        bool is_branches = kind == BRANCHES;
        places[i] = (place){file, is_branches ? t.branches_valid - t.branches_covered
                                              : t.lines_valid - t.lines_covered};
    }
    cc_sort(places, model->file_count, sizeof(place), compare_places);
    for (uint32_t i = 0; i < model->file_count && i < WORST && places[i].missed > 0; i++) {
        cc_buf_puts(out, i == 0 ? "; most is missed in " : ", ");
        put_clean(out, places[i].file->path);
        cc_buf_printf(out, " (%" PRIu64 ")", places[i].missed);
    }
}

static void check_total(gating *g, int kind) {
    measure m = measure_of(g, &g->model->totals, kind);
    cc_buf text = {0};
    bool met = is_met(g, &m);
    put_figure(&text, &m, (cc_str){"", 0});
    if (!met && m.valid == 0) {
        cc_buf_puts(&text, allow_empty_hint);
    } else if (!met) {
        put_worst_files(g, &text, kind);
    }
    add_verdict(g, &text, met);
}

/* The assemblies below the threshold; all of them when all are above it. */
static void check_minimum(gating *g, int kind) {
    cc_buf text = {0};
    uint32_t below = 0;
    for (uint32_t i = 0; i < g->model->package_count; i++) {
        const cov_package *package = &g->model->packages[i];
        measure m = measure_of(g, &package->totals, kind);
        if (m.valid > 0 && !is_met(g, &m)) {
            below++;
            if (below <= WORST) {
                cc_buf_puts(&text, below > 1 ? "; " : "");
                put_figure(&text, &m, package->name);
            }
        }
    }
    measure all = measure_of(g, &g->model->totals, kind);
    bool is_empty = all.valid == 0 && !is_met(g, &all);
    if (below > WORST) {
        cc_buf_printf(&text, "; and %" PRIu32 " more assemblies are below", below - WORST);
    } else if (below == 0) {
        put_figure(&text, &all, CC_STR("each assembly"));
    }
    cc_buf_puts(&text, is_empty ? allow_empty_hint : "");
    add_verdict(g, &text, below == 0 && !is_empty);
}

/* Percentages are added in units of 10^-12, each rounded to the nearest, and compared with as much tolerance: a third
 * and two thirds are one half on average. */
static void check_average(gating *g, int kind) {
    const uint64_t unit = 1000000; /* of GATE_WHOLE */
    measure all = measure_of(g, &g->model->totals, kind);
    uint64_t sum = 0;
    uint64_t count = 0;
    for (uint32_t i = 0; i < g->model->package_count; i++) {
        measure m = measure_of(g, &g->model->packages[i].totals, kind);
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
    cc_buf_printf(&text, "%s coverage is %s%% on average of %" PRIu64 " assembl%s, %s %s", all.name,
                  figure, count, count == 1 ? "y" : "ies",
                  met ? "the threshold is" : "below the threshold of", limit);
    if (!met) {
        put_worst_files(g, &text, kind);
    }
    add_verdict(g, &text, met);
}

static void check_percentage(gating *g, int kind) {
    const cov_totals none = {0};
    if (measure_of(g, &none, kind).limit <= 0) {
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
    cov_risks found = cov_find_risks(g->model, (uint64_t)g->limits->max_crap * 100);
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
        put_clean(&text, found.worst[i].cls->name);
        cc_buf_putc(&text, '.');
        put_clean(&text, found.worst[i].method->name);
        cc_buf_printf(&text, " (%s)", score);
    }
    add_verdict(g, &text, found.count == 0);
}

cc_err gate_check(gate_result *out, const cov_model *model, const gate_limits *limits,
                  cc_arena *arena) {
    gating g = {.model = model, .limits = limits, .arena = arena, .out = out};
    *out = (gate_result){.items = CC_NEW_ARRAY(arena, gate_verdict, MOST_VERDICTS), .is_met = true};
    if (out->items == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for thresholds");
    }
    for (int kind = 0; kind < MEASURES; kind++) {
        check_percentage(&g, kind);
    }
    check_risk(&g);
    return g.has_failed ? cc_fail(CC_E_NOMEM, "out of memory for thresholds") : CC_OK;
}
