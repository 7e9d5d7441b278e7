/* The table for a terminal: a row for each assembly and TOTAL, the line for log patterns, then the
 * omitted assemblies with reasons. Plain text, columns aligned with spaces; names without control
 * characters. */
#include <inttypes.h>
#include <stdio.h>

#include "base/cc_buf.h"
#include "base/cc_utf.h"
#include "reports/rep.h"
#include "reports/rep_number.h"

enum {
    DEFAULT_WIDTH = 80,
    COUNT_WIDTH = 15,  /* "1234567/1234567" */
    PERCENT_WIDTH = 8, /* " 100.00%" */
    FIGURES_WIDTH = 2 * (COUNT_WIDTH + PERCENT_WIDTH),
    MIN_NAME_WIDTH = 8, /* "Assembly" */
    MAX_NAMES = 3,      /* for each reason, unless verbose */
    MAX_SENTENCES = 10  /* of each kind, unless verbose */
};

/* Number of code points: accurate enough for columns of assembly names. */
static size_t columns_of(cc_str text) {
    size_t count = 0;
    uint32_t code = 0;
    while (cc_utf8_next(&text, &code)) {
        count++;
    }
    return count;
}

static void spaces(cc_buf *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_putc(out, ' ');
    }
}

/* Writes the text in `width` columns, cut with "..." at the end when it is longer. */
static void put_name(cc_buf *out, cc_str name, size_t width) {
    cc_buf clean = {0};
    cc_utf8_clean(name, &clean);
    cc_str text = cc_buf_str(&clean);
    size_t columns = columns_of(text);
    if (columns <= width) {
        cc_buf_str_put(out, text);
        spaces(out, width - columns);
    } else {
        cc_str rest = text;
        uint32_t code = 0;
        for (size_t i = 0; i + 3 < width && cc_utf8_next(&rest, &code); i++) {
            continue;
        }
        cc_buf_str_put(out, (cc_str){text.s, text.len - rest.len});
        cc_buf_puts(out, "...");
    }
    cc_buf_free(&clean);
}

static void put_right(cc_buf *out, const char *text, size_t width) {
    cc_str s = cc_strz(text);
    spaces(out, s.len < width ? width - s.len : 1);
    cc_buf_str_put(out, s);
}

static void put_figures(cc_buf *out, uint64_t covered, uint64_t valid) {
    char text[REP_NUMBER_SIZE];
    (void)snprintf(text, sizeof text, "%" PRIu64 "/%" PRIu64, covered, valid);
    put_right(out, text, COUNT_WIDTH);
    rep_percent(covered, valid, text);
    put_right(out, text, PERCENT_WIDTH);
}

static void put_row(cc_buf *out, cc_str name, size_t width, const cov_totals *t) {
    put_name(out, name, width);
    put_figures(out, t->lines_covered, t->lines_valid);
    put_figures(out, t->branches_covered, t->branches_valid);
    cc_buf_putc(out, '\n');
}

static void put_table(cc_buf *out, const cov_model *model, unsigned width) {
    size_t most = width > FIGURES_WIDTH + MIN_NAME_WIDTH ? width - FIGURES_WIDTH : MIN_NAME_WIDTH;
    size_t name_width = MIN_NAME_WIDTH;
    for (uint32_t i = 0; i < model->package_count; i++) {
        size_t columns = columns_of(model->packages[i].name);
        name_width = columns > name_width ? columns : name_width;
    }
    name_width = name_width > most ? most : name_width;
    put_name(out, CC_STR("Assembly"), name_width);
    put_right(out, "Lines", COUNT_WIDTH);
    put_right(out, "%", PERCENT_WIDTH);
    put_right(out, "Branches", COUNT_WIDTH);
    put_right(out, "%", PERCENT_WIDTH);
    cc_buf_putc(out, '\n');
    for (uint32_t i = 0; i < model->package_count; i++) {
        put_row(out, model->packages[i].name, name_width, &model->packages[i].totals);
    }
    put_row(out, CC_STR("TOTAL"), name_width, &model->totals);
}

/* --- measured and omitted assemblies ---------------------------------------------------------- */

static void put_text(cc_buf *out, cc_str text) {
    cc_utf8_clean(text, out);
}

static void put_measured(cc_buf *out, const cov_model *model) {
    uint32_t loaded = 0;
    for (uint32_t i = 0; i < model->package_count; i++) {
        loaded += !model->packages[i].never_loaded;
    }
    cc_buf_printf(out, "Measured: %" PRIu32 " assembl%s\n", loaded, loaded == 1 ? "y" : "ies");
}

/* Writes "no PDB 3 (A, B, C)"; the framework's assemblies are counted only. Returns the index of
 * the next reason. */
static uint32_t put_reason(cc_buf *out, const cov_model *model, uint32_t first) {
    ctr_reason reason = model->omitted[first].reason;
    uint32_t end = first;
    while (end < model->omitted_count && model->omitted[end].reason == reason) {
        end++;
    }
    cc_buf_printf(out, "%s%s %" PRIu32, first == 0 ? "" : ", ", ctr_reason_name(reason),
                  end - first);
    for (uint32_t i = first; i < end && reason != CTR_REASON_FRAMEWORK; i++) {
        if (i - first == MAX_NAMES) {
            cc_buf_puts(out, ", ...");
            break;
        }
        cc_buf_puts(out, i == first ? " (" : ", ");
        put_text(out, model->omitted[i].name);
    }
    cc_buf_puts(out, reason != CTR_REASON_FRAMEWORK ? ")" : "");
    return end;
}

static void put_detail(cc_buf *out, const cov_omitted *o) {
    cc_buf_puts(out, "  ");
    put_text(out, o->name);
    cc_buf_printf(out, ": %s", ctr_reason_name(o->reason));
    if (o->detail.len > 0) {
        cc_buf_puts(out, ": ");
        put_text(out, o->detail);
    }
    cc_buf_putc(out, '\n');
}

/* An assembly that could not be read is a failure and not a choice: it is always explained. */
static void put_omitted(cc_buf *out, const cov_model *model, bool verbose) {
    if (model->omitted_count == 0) {
        return;
    }
    cc_buf_puts(out, "Not measured: ");
    for (uint32_t i = 0; i < model->omitted_count;) {
        i = put_reason(out, model, i);
    }
    cc_buf_putc(out, '\n');
    for (uint32_t i = 0; i < model->omitted_count; i++) {
        ctr_reason reason = model->omitted[i].reason;
        if (verbose || reason == CTR_REASON_BAD_IMAGE || reason == CTR_REASON_NOT_STORED) {
            put_detail(out, &model->omitted[i]);
        }
    }
}

static void put_stressed_figures(cc_buf *out, const cov_stressed *s) {
    cc_buf_printf(out,
                  "%" PRIu64 " methods instrumented, %" PRIu64 " entered; %" PRIu64
                  " probes, %" PRIu64 " hit\n",
                  s->methods, s->methods_entered, s->probes, s->probes_hit);
}

static void put_stressed(cc_buf *out, const cov_model *model, bool verbose) {
    cov_stressed sum = {.methods = 0};
    for (uint32_t i = 0; i < model->stressed_count; i++) {
        sum.methods += model->stressed[i].methods;
        sum.methods_entered += model->stressed[i].methods_entered;
        sum.probes += model->stressed[i].probes;
        sum.probes_hit += model->stressed[i].probes_hit;
    }
    if (model->stressed_count > 0) {
        cc_buf_printf(out, "Stressed: %" PRIu32 " assembl%s that %s not in the report: ",
                      model->stressed_count, model->stressed_count == 1 ? "y" : "ies",
                      model->stressed_count == 1 ? "is" : "are");
        put_stressed_figures(out, &sum);
    }
    for (uint32_t i = 0; verbose && i < model->stressed_count; i++) {
        cc_buf_puts(out, "  ");
        put_text(out, model->stressed[i].name);
        cc_buf_puts(out, ": ");
        put_stressed_figures(out, &model->stressed[i]);
    }
}

static void put_sentences(cc_buf *out, const char *label, const cc_str *sentences, uint32_t count,
                          bool verbose) {
    uint32_t shown = verbose || count <= MAX_SENTENCES ? count : MAX_SENTENCES;
    for (uint32_t i = 0; i < shown; i++) {
        cc_buf_puts(out, label);
        put_text(out, sentences[i]);
        cc_buf_putc(out, '\n');
    }
    if (shown < count) {
        cc_buf_printf(out, "%s%" PRIu32 " more (--verbose shows them)\n", label, count - shown);
    }
}

static void put_generated(cc_buf *out, const cov_model *model) {
    uint32_t count = model->generated_methods;
    if (count > 0) {
        cc_buf_printf(out,
                      "Generated code, left out: %" PRIu32 " method%s (--generated-code keep)\n",
                      count, count == 1 ? "" : "s");
    }
}

/* The methods where a change is most dangerous. */
static void put_risks(cc_buf *out, const cov_model *model) {
    cov_risks found = cov_find_risks(model, 0);
    for (uint64_t i = 0; i < found.count && i < COV_WORST_RISKS; i++) {
        const cov_risk *risk = &found.worst[i];
        cc_buf_puts(out, i == 0 ? "Highest CRAP scores: " : ", ");
        put_text(out, risk->cls->name);
        cc_buf_putc(out, '.');
        put_text(out, risk->method->name);
        cc_buf_printf(out, " %" PRIu64 ".%02" PRIu64, risk->score / 100, risk->score % 100);
    }
    cc_buf_puts(out, found.count > 0 ? "\n" : "");
}

static void put_never_loaded(cc_buf *out, const cov_model *model) {
    bool any = false;
    for (uint32_t i = 0; i < model->package_count; i++) {
        if (model->packages[i].never_loaded) {
            cc_buf_puts(out, any ? ", " : "Never loaded, counted with 0: ");
            put_text(out, model->packages[i].name);
            any = true;
        }
    }
    cc_buf_puts(out, any ? "\n" : "");
}

cc_err rep_table(const rep_input *in, rep_sink sink) {
    const cov_model *model = in->model;
    bool verbose = in->is_verbose;
    cc_buf out = {0};
    char total[REP_NUMBER_SIZE];
    put_table(&out, model, in->width == 0 ? DEFAULT_WIDTH : in->width);
    rep_percent(model->totals.lines_covered, model->totals.lines_valid, total);
    cc_buf_printf(&out, "Total coverage: %s\n", total);
    if (model->is_lower_bound) {
        cc_buf_puts(&out, "Some figures are lower bounds: the report of another tool is part of this one, which "
                          "does not tell which arms were taken\n");
    }
    put_measured(&out, model);
    put_generated(&out, model);
    put_never_loaded(&out, model);
    put_omitted(&out, model, verbose);
    put_stressed(&out, model, verbose);
    put_sentences(&out, "Lost: ", model->lost, model->lost_count, verbose);
    put_sentences(&out, "Warning: ", model->warnings, model->warning_count, verbose);
    if (verbose) {
        put_risks(&out, model);
        put_sentences(&out, "Source not found: ", model->missing, model->missing_count, verbose);
    }
    bool whole = cc_buf_ok(&out);
    bool written = whole && sink.write(sink.ctx, out.data, out.len);
    cc_buf_free(&out);
    if (!whole) {
        return cc_fail(CC_E_NOMEM, "out of memory for the table");
    }
    return written ? CC_OK : cc_fail(CC_E_IO, "the table could not be written");
}
