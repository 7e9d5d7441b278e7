/* The table for a terminal: rows and TOTAL (rep_columns.c), the line for log patterns, then the
 * omitted assemblies with reasons. Names have no control characters. */
#include <inttypes.h>

#include "base/cc_buf.h"
#include "base/cc_utf.h"
#include "reports/rep.h"
#include "reports/rep_columns.h"
#include "reports/rep_number.h"
#include "reports/rep_remarks.h"
#include "reports/rep_text.h"

enum {
    MAX_NAMES = 8,     /* maximum number of assemblies with one reason */
    MAX_SENTENCES = 10 /* maximum of each kind, unless verbose */
};

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

/* An assembly with this reason may belong to the user. */
static bool may_be_own(ctr_reason reason) {
    return reason != CTR_REASON_FRAMEWORK && reason != CTR_REASON_THIRD_PARTY &&
           reason != CTR_REASON_DYNAMIC;
}

/* Writes "A, B, C (no PDB)". Returns the index of the next reason. */
static uint32_t put_reason(cc_buf *out, const cov_model *model, uint32_t first) {
    ctr_reason reason = model->omitted[first].reason;
    uint32_t end = first;
    while (end < model->omitted_count && model->omitted[end].reason == reason) {
        end++;
    }
    for (uint32_t i = first; i < end && i - first < MAX_NAMES; i++) {
        cc_buf_puts(out, i == first ? "" : ", ");
        put_text(out, model->omitted[i].name);
    }
    if (end - first > MAX_NAMES) {
        cc_buf_printf(out, " and %" PRIu32 " more", end - first - MAX_NAMES);
    }
    cc_buf_printf(out, " (%s)", ctr_reason_name(reason));
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

/* Names the assemblies that may belong to the user, and counts all others. */
static void put_reasons(cc_buf *out, const cov_model *model) {
    uint32_t others = 0;
    const char *separator = "";
    cc_buf_puts(out, "Not measured: ");
    for (uint32_t i = 0; i < model->omitted_count;) {
        if (!may_be_own(model->omitted[i].reason)) {
            others++;
            i++;
            continue;
        }
        cc_buf_puts(out, separator);
        separator = "; ";
        i = put_reason(out, model, i);
    }
    if (others > 0) {
        cc_buf_printf(out, "%s%" PRIu32 " other%s (-v names %s)", separator, others,
                      others == 1 ? "" : "s", others == 1 ? "it" : "them");
    }
    cc_buf_putc(out, '\n');
}

/* An assembly that could not be read is a failure and not a choice: the table always explains
 * it. */
static void put_omitted(cc_buf *out, const cov_model *model, bool verbose) {
    if (model->omitted_count == 0) {
        return;
    }
    put_reasons(out, model);
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

/* Explains rows of assemblies that add up to more than TOTAL. */
static void put_shared(cc_buf *out, const rep_input *in) {
    uint64_t count = in->model->shared_lines;
    if (count > 0 && in->by == REP_BY_ASSEMBLY) {
        rep_put_shared(out, count);
        cc_buf_putc(out, '\n');
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

/* Lists the methods where a change is most dangerous. */
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

static void put_problems(cc_buf *out, const rep_input *in) {
    const cov_model *model = in->model;
    put_sentences(out, "Lost: ", model->lost, model->lost_count, in->is_verbose);
    put_sentences(out, "Warning: ", model->warnings, model->warning_count, in->is_verbose);
}

cc_err rep_problems(const rep_input *in, rep_sink sink) {
    rep_text text;
    rep_text_open_log(&text, sink);
    put_problems(&text.buf, in);
    return rep_text_close(&text);
}

cc_err rep_table(const rep_input *in, rep_sink sink) {
    const cov_model *model = in->model;
    bool verbose = in->is_verbose;
    char total[REP_NUMBER_SIZE];
    rep_text text;
    rep_text_open_log(&text, sink);
    cc_buf *out = &text.buf;
    rep_put_rows(out, in);
    rep_percent(model->totals.lines_covered, model->totals.lines_valid, total);
    cc_buf_printf(out, "Total coverage: %s\n", total);
    rep_put_remarks(out, model, "", "\n");
    put_shared(out, in);
    put_measured(out, model);
    put_generated(out, model);
    put_never_loaded(out, model);
    put_omitted(out, model, verbose);
    put_stressed(out, model, verbose);
    put_problems(out, in);
    if (verbose) {
        put_risks(out, model);
        put_sentences(out, "Source not found: ", model->missing, model->missing_count, verbose);
    }
    return rep_text_close(&text);
}
