/* clrcov's own JSON, docs/coverage.schema.json: the whole model in one document. A line is [number,
 * hits], or [number, hits, points, points hit, [branches]]; a branch is the list of its arms, each
 * 1 or 0, or [1 or 0, line] when the line to which the arm leads is known. */
#include <inttypes.h>

#include "clrcov/version.h"
#include "reports/rep_text.h"

typedef struct writing {
    rep_text text;
    cc_json json; /* appends to the text */
    const rep_input *in;
    const cov_model *model;
} writing;

static void put_totals(cc_json *json, const cov_totals *t) {
    cc_json_begin(json, "totals", '{');
    rep_put_part(json, "lines", t->lines_covered, t->lines_valid);
    rep_put_part(json, "branches", t->branches_covered, t->branches_valid);
    rep_put_part(json, "methods", t->methods_covered, t->methods_valid);
    cc_json_number(json, "complexity", t->complexity);
    cc_json_end(json, '}');
}

/* --- the head --------------------------------------------------------------------------------- */

static void put_gates(cc_json *json, const rep_input *in) {
    cc_json_begin(json, "gates", '[');
    for (uint32_t i = 0; i < in->gate_count; i++) {
        cc_json_begin(json, NULL, '{');
        cc_json_truth(json, "met", in->gates[i].is_met);
        cc_json_text(json, "text", cc_strz(in->gates[i].text));
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

static void put_head(writing *to) {
    const cov_model *m = to->model;
    cc_json *json = &to->json;
    cc_json_number(json, "schema", 1);
    cc_json_text(json, "generator", CC_STR("clrcov " CLRCOV_VERSION));
    cc_json_number(json, "timestamp", m->timestamp);
    cc_json_text(json, "hits", m->hits == CTR_HITS_EXACT ? CC_STR("exact") : CC_STR("once"));
    cc_json_truth(json, "lowerBound", m->is_lower_bound);
    cc_json_number(json, "testsLeftOut", m->tests_left_out);
    cc_json_text(json, "root", m->root);
    cc_json_number(json, "processes", m->process_count);
    put_totals(json, &m->totals);
    put_gates(json, to->in);
}

/* --- files ------------------------------------------------------------------------------------ */

static void put_arms(cc_json *json, const cov_branch *branch) {
    cc_json_begin(json, NULL, '[');
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        const cov_arm *arm = &branch->arms[i];
        if (arm->line == 0) {
            cc_json_number(json, NULL, arm->is_taken);
            continue;
        }
        cc_json_begin(json, NULL, '[');
        cc_json_number(json, NULL, arm->is_taken);
        cc_json_number(json, NULL, arm->line);
        cc_json_end(json, ']');
    }
    cc_json_end(json, ']');
}

static void put_line(cc_json *json, const cov_line *line) {
    bool is_plain = line->branch_count == 0 && line->point_count == 1;
    cc_json_begin(json, NULL, '[');
    cc_json_number(json, NULL, line->number);
    cc_json_number(json, NULL, line->hits);
    if (!is_plain) {
        cc_json_number(json, NULL, line->point_count);
        cc_json_number(json, NULL, line->points_hit);
        cc_json_begin(json, NULL, '[');
        for (uint32_t i = 0; i < line->branch_count; i++) {
            put_arms(json, &line->branches[i]);
        }
        cc_json_end(json, ']');
    }
    cc_json_end(json, ']');
}

/* By line: indexes in the list of tests. */
static void put_line_tests(cc_json *json, const cov_file *file) {
    if (file->tests == NULL) {
        return;
    }
    cc_json_begin(json, "lineTests", '[');
    for (uint32_t i = 0; i < file->line_count; i++) {
        cc_json_begin(json, NULL, '[');
        for (uint32_t k = 0; k < file->tests[i].count; k++) {
            cc_json_number(json, NULL, file->tests[i].tests[k]);
        }
        cc_json_end(json, ']');
    }
    cc_json_end(json, ']');
}

static void put_left_out(cc_json *json, const cov_file *file) {
    cc_json_begin(json, "leftOut", '[');
    for (uint32_t i = 0; file->left_out != NULL && i < file->left_out->count; i++) {
        const mod_left_out_range *range = &file->left_out->ranges[i];
        cc_json_begin(json, NULL, '{');
        cc_json_number(json, "first", range->first);
        cc_json_number(json, "last", range->last);
        cc_json_text(json, "reason", range->why);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

static void put_file(writing *to, const cov_file *file) {
    cc_json *json = &to->json;
    cov_totals totals = cov_lines_totals(file->lines, file->line_count);
    cc_json_line(json);
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "path", file->path);
    cc_json_truth(json, "isOutsideRoot", file->is_outside_root);
    cc_json_truth(json, "isChanged", file->is_changed);
    rep_put_part(json, "lineTotals", totals.lines_covered, totals.lines_valid);
    rep_put_part(json, "branchTotals", totals.branches_covered, totals.branches_valid);
    cc_json_begin(json, "lines", '[');
    for (uint32_t i = 0; i < file->line_count; i++) {
        put_line(json, file->lines[i]);
        rep_text_flush(&to->text);
    }
    cc_json_end(json, ']');
    put_line_tests(json, file);
    put_left_out(json, file);
    cc_json_end(json, '}');
}

/* --- assemblies ------------------------------------------------------------------------------- */

static void put_method(cc_json *json, const cov_method *m) {
    uint64_t crap = cov_crap_hundredths(m);
    cov_totals t = cov_lines_totals(m->lines, m->line_count);
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "name", m->name);
    cc_json_text(json, "signature", m->signature);
    cc_json_number(json, "firstLine", m->lines[0]->number);
    cc_json_number(json, "lastLine", m->lines[m->line_count - 1]->number);
    cc_json_truth(json, "isEntered", m->is_entered);
    rep_put_part(json, "lines", t.lines_covered, t.lines_valid);
    rep_put_part(json, "branches", t.branches_covered, t.branches_valid);
    cc_json_number(json, "complexity", m->complexity);
    cc_json_next(json, "crap");
    cc_buf_printf(json->out, "%" PRIu64 ".%02" PRIu64, crap / 100, crap % 100);
    cc_json_end(json, '}');
}

static void put_type(writing *to, const cov_class *cls) {
    cc_json *json = &to->json;
    cc_json_line(json);
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "name", cls->name);
    cc_json_text(json, "file", cls->file->path);
    cc_json_begin(json, "methods", '[');
    for (uint32_t i = 0; i < cls->method_count; i++) {
        put_method(json, &cls->methods[i]);
        rep_text_flush(&to->text);
    }
    cc_json_end(json, ']');
    cc_json_end(json, '}');
}

static void put_assembly(writing *to, const cov_package *package) {
    cc_json *json = &to->json;
    cc_json_line(json);
    cc_json_begin(json, NULL, '{');
    cc_json_text(json, "name", package->name);
    cc_json_truth(json, "wasLoaded", !package->never_loaded);
    put_totals(json, &package->totals);
    cc_json_begin(json, "types", '[');
    for (uint32_t i = 0; i < package->class_count; i++) {
        put_type(to, &package->classes[i]);
    }
    cc_json_end(json, ']');
    cc_json_end(json, '}');
}

/* --- the document ----------------------------------------------------------------------------- */

static void put_tests(cc_json *json, const cov_model *m) {
    if (m->test_count == 0) {
        return;
    }
    cc_json_begin(json, "tests", '[');
    for (uint32_t i = 0; i < m->test_count; i++) {
        cc_json_begin(json, NULL, '{');
        cc_json_text(json, "assembly", m->tests[i].assembly);
        cc_json_text(json, "class", m->tests[i].type);
        cc_json_text(json, "method", m->tests[i].method);
        cc_json_truth(json, "hasThrown", m->tests[i].outcome == COV_OUTCOME_THREW);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

static void put_omitted(cc_json *json, const cov_model *m) {
    cc_json_begin(json, "omitted", '[');
    for (uint32_t i = 0; i < m->omitted_count; i++) {
        cc_json_begin(json, NULL, '{');
        cc_json_text(json, "name", m->omitted[i].name);
        cc_json_text(json, "reason", cc_strz(ctr_reason_name(m->omitted[i].reason)));
        cc_json_text(json, "detail", m->omitted[i].detail);
        cc_json_end(json, '}');
    }
    cc_json_end(json, ']');
}

static void put_texts(cc_json *json, const char *key, const cc_str *texts, uint32_t count) {
    cc_json_begin(json, key, '[');
    for (uint32_t i = 0; i < count; i++) {
        cc_json_text(json, NULL, texts[i]);
    }
    cc_json_end(json, ']');
}

cc_err rep_json(const rep_input *in, rep_sink sink) {
    const cov_model *m = in->model;
    writing to = {.in = in, .model = m};
    cc_json *json = &to.json;
    rep_text_open_json(&to.text, sink);
    json->out = &to.text.buf;
    cc_json_begin(json, NULL, '{');
    put_head(&to);
    cc_json_begin(json, "assemblies", '[');
    for (uint32_t i = 0; i < m->package_count; i++) {
        put_assembly(&to, &m->packages[i]);
    }
    cc_json_end(json, ']');
    cc_json_begin(json, "files", '[');
    for (uint32_t i = 0; i < m->file_count; i++) {
        put_file(&to, &m->files[i]);
    }
    cc_json_end(json, ']');
    put_tests(json, m);
    put_omitted(json, m);
    put_texts(json, "missingSources", m->missing, m->missing_count);
    put_texts(json, "lost", m->lost, m->lost_count);
    put_texts(json, "warnings", m->warnings, m->warning_count);
    cc_json_end(json, '}');
    cc_buf_putc(json->out, '\n');
    return rep_text_close(&to.text);
}
