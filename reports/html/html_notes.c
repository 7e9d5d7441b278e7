/* The index around its tables: the results of the gates, the riskiest methods, omitted assemblies
 * with reasons, and problems; see html.h. */
#include <inttypes.h>

#include "reports/html/html.h"
#include "reports/html/html_escape.h"

enum { MOST_RISKS = 20, MOST_SENTENCES = 200 };

/* The lowest score of a listed method, in hundredths: the score of two paths through code of which
 * none ran. */
enum { LEAST_RISK = 600 };

/* --- gates ------------------------------------------------------------------------------------ */

void html_gates(cc_buf *out, const html_site *site) {
    if (site->in->gate_count == 0) {
        return;
    }
    cc_buf_puts(out, "<section aria-labelledby=\"gates\">\n<h2 id=\"gates\">Gates</h2>\n"
                     "<ul class=\"gates\">\n");
    for (uint32_t i = 0; i < site->in->gate_count; i++) {
        const rep_gate *gate = &site->in->gates[i];
        cc_buf_puts(out, gate->is_met ? "<li class=\"met\"><b>Met</b> "
                                      : "<li class=\"unmet\"><b>Not met</b> ");
        html_text(out, cc_strz(gate->text));
        cc_buf_puts(out, "</li>\n");
    }
    cc_buf_puts(out, "</ul>\n</section>\n");
}

/* --- risks ------------------------------------------------------------------------------------ */

typedef struct risks {
    cov_risk worst[MOST_RISKS];
    uint32_t count;
} risks;

/* Keeps the highest scores; of equal scores the first in the model. */
static void keep_worst(risks *kept, cov_risk one) {
    uint32_t at = kept->count;
    while (at > 0 && kept->worst[at - 1].score < one.score) {
        at--;
    }
    if (at == MOST_RISKS) {
        return;
    }
    kept->count += kept->count < MOST_RISKS ? 1 : 0;
    for (uint32_t i = kept->count - 1; i > at; i--) {
        kept->worst[i] = kept->worst[i - 1];
    }
    kept->worst[at] = one;
}

static void find_risks(risks *out, const cov_model *model) {
    for (uint32_t i = 0; i < model->package_count; i++) {
        for (uint32_t k = 0; k < model->packages[i].class_count; k++) {
            const cov_class *cls = &model->packages[i].classes[k];
            for (uint32_t m = 0; m < cls->method_count; m++) {
                const cov_method *method = &cls->methods[m];
                uint64_t score = cov_crap_hundredths(method);
                if (score >= LEAST_RISK && method->line_count > 0) {
                    keep_worst(out, (cov_risk){cls, method, score});
                }
            }
        }
    }
}

static void put_risk(cc_buf *out, const html_site *site, const cov_risk *risk) {
    cov_totals t = cov_lines_totals(risk->method->lines, risk->method->line_count);
    cc_buf_puts(out, "<tr><th scope=\"row\"><a href=\"");
    html_link(out, site, html_file_of(site, risk->cls->file), risk->method->lines[0]->number, "");
    cc_buf_puts(out, "\">");
    html_text(out, risk->cls->name);
    cc_buf_putc(out, '.');
    html_text(out, risk->method->name);
    cc_buf_puts(out, "</a></th><td");
    html_level(out, &site->levels->all[REP_LINES], t.lines_covered, t.lines_valid);
    cc_buf_putc(out, '>');
    html_percent(out, t.lines_covered, t.lines_valid);
    cc_buf_printf(out, "</td><td>%" PRIu32 "</td><td>", risk->method->complexity);
    html_risk(out, risk->score);
    cc_buf_puts(out, "</td></tr>\n");
}

static void put_risks(cc_buf *out, const html_site *site) {
    risks found = {.count = 0};
    find_risks(&found, site->model);
    if (found.count == 0) {
        return;
    }
    cc_buf_puts(out, "<section aria-labelledby=\"risks\">\n<h2 id=\"risks\">Riskiest methods</h2>\n"
                     "<p>The CRAP score is high where code is complex and did not run.</p>\n"
                     "<div class=\"wide\"><table>\n<caption>Methods by risk</caption>\n<thead><tr>"
                     "<th scope=\"col\">Method</th><th scope=\"col\">Lines</th>"
                     "<th scope=\"col\">Complexity</th><th scope=\"col\">Risk</th></tr></thead>\n"
                     "<tbody>\n");
    for (uint32_t i = 0; i < found.count; i++) {
        put_risk(out, site, &found.worst[i]);
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n</section>\n");
}

/* --- what is left out ------------------------------------------------------------------------- */

typedef struct left_out {
    uint32_t own, foreign, framework;
} left_out;

static left_out count_omitted(const cov_model *model) {
    left_out count = {.own = 0};
    for (uint32_t i = 0; i < model->omitted_count; i++) {
        const cov_omitted *o = &model->omitted[i];
        bool is_own = cov_omitted_is_own(o);
        bool is_framework = o->reason == CTR_REASON_FRAMEWORK;
        count.own += is_own ? 1 : 0;
        count.framework += is_framework ? 1 : 0;
        count.foreign += is_own || is_framework ? 0 : 1;
    }
    return count;
}

static void put_omitted(cc_buf *out, const cov_model *model, bool own, const char *title) {
    cc_buf_printf(out,
                  "<h3>%s</h3>\n<div class=\"wide\"><table>\n<caption>%s that are left out"
                  "</caption>\n<thead><tr><th scope=\"col\">Assembly</th>"
                  "<th scope=\"col\" class=\"text\">Reason</th></tr></thead>\n<tbody>\n",
                  title, title);
    for (uint32_t i = 0; i < model->omitted_count; i++) {
        const cov_omitted *o = &model->omitted[i];
        if (o->reason == CTR_REASON_FRAMEWORK || cov_omitted_is_own(o) != own) {
            continue;
        }
        cc_buf_puts(out, "<tr><th scope=\"row\">");
        html_text(out, o->name);
        cc_buf_printf(out, "</th><td class=\"text\">%s%s", ctr_reason_name(o->reason),
                      o->detail.len > 0 ? ": " : "");
        html_text(out, o->detail);
        cc_buf_puts(out, "</td></tr>\n");
    }
    cc_buf_puts(out, "</tbody>\n</table></div>\n");
}

/* Appends "3 own assemblies": one of several such pieces. */
static void put_count(cc_buf *out, bool *is_first, uint32_t count, const char *one,
                      const char *many) {
    if (count > 0) {
        cc_buf_printf(out, "%s%" PRIu32 " %s", *is_first ? "" : ", ", count,
                      count == 1 ? one : many);
        *is_first = false;
    }
}

/* Appends the omitted assemblies, folded: they are not in the figures. Assemblies of the project
 * come first, since users may miss these. */
static void put_left_out(cc_buf *out, const cov_model *model) {
    left_out count = count_omitted(model);
    bool is_first = true;
    if (model->omitted_count == 0 && model->generated_methods == 0) {
        return;
    }
    cc_buf_puts(out, "<section aria-labelledby=\"left-out\">\n"
                     "<h2 id=\"left-out\">Left out</h2>\n<details>\n<summary>");
    put_count(out, &is_first, count.own, "own assembly", "own assemblies");
    put_count(out, &is_first, count.foreign, "assembly of others", "assemblies of others");
    put_count(out, &is_first, count.framework, "of the framework", "of the framework");
    put_count(out, &is_first, model->generated_methods, "method of generated code",
              "methods of generated code");
    cc_buf_puts(out, "</summary>\n");
    if (count.own > 0) {
        put_omitted(out, model, true, "Own assemblies");
    }
    if (count.foreign > 0) {
        put_omitted(out, model, false, "Assemblies of others");
    }
    if (count.framework > 0) {
        cc_buf_printf(out, "<p>%" PRIu32 " assembl%s of the framework.</p>\n", count.framework,
                      count.framework == 1 ? "y" : "ies");
    }
    if (model->generated_methods > 0) {
        cc_buf_printf(out, "<p>Generated code: %" PRIu32 " method%s.</p>\n",
                      model->generated_methods, model->generated_methods == 1 ? "" : "s");
    }
    cc_buf_puts(out, "</details>\n</section>\n");
}

/* --- sentences -------------------------------------------------------------------------------- */

static void put_sentences(cc_buf *out, const char *title, const cc_str *texts, uint32_t count) {
    if (count == 0) {
        return;
    }
    cc_buf_printf(out, "<h3>%s</h3>\n<ul class=\"list\">\n", title);
    for (uint32_t i = 0; i < count && i < MOST_SENTENCES; i++) {
        cc_buf_puts(out, "<li>");
        html_text(out, texts[i]);
        cc_buf_puts(out, "</li>\n");
    }
    cc_buf_puts(out, "</ul>\n");
    if (count > MOST_SENTENCES) {
        cc_buf_printf(out, "<p>And %" PRIu32 " more.</p>\n", count - MOST_SENTENCES);
    }
}

void html_notes(cc_buf *out, const html_site *site) {
    const cov_model *m = site->model;
    put_risks(out, site);
    put_left_out(out, m);
    if (m->lost_count + m->warning_count + m->missing_count > 0) {
        cc_buf_puts(out, "<section aria-labelledby=\"notes\">\n<h2 id=\"notes\">Notes</h2>\n");
        put_sentences(out, "Lost", m->lost, m->lost_count);
        put_sentences(out, "Warnings", m->warnings, m->warning_count);
        put_sentences(out, "Sources that are not found", m->missing, m->missing_count);
        cc_buf_puts(out, "</section>\n");
    }
}
