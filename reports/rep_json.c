/* clrcov's own JSON, docs/coverage.schema.json: everything that the model says, in one document. A line is [number, hits],
 * or [number, hits, points, points hit, [branches]]; a branch is the list of its arms, each 1 or 0, or [1 or 0, line] when
 * the line to which the arm leads is known. */
#include <inttypes.h>

#include "clrcov/version.h"
#include "reports/rep_text.h"

typedef struct writing {
    rep_text text;
    const rep_input *in;
    const cov_model *model;
} writing;

static void put_string(cc_buf *out, const char *key, cc_str value) {
    cc_buf_printf(out, "\"%s\":", key);
    rep_json_string(out, value);
}

static void put_part(cc_buf *out, const char *key, uint64_t covered, uint64_t valid) {
    cc_buf_printf(out, "\"%s\":{\"covered\":%" PRIu64 ",\"valid\":%" PRIu64 "}", key, covered,
                  valid);
}

static void put_totals(cc_buf *out, const cov_totals *t) {
    cc_buf_puts(out, "\"totals\":{");
    put_part(out, "lines", t->lines_covered, t->lines_valid);
    cc_buf_putc(out, ',');
    put_part(out, "branches", t->branches_covered, t->branches_valid);
    cc_buf_putc(out, ',');
    put_part(out, "methods", t->methods_covered, t->methods_valid);
    cc_buf_printf(out, ",\"complexity\":%" PRIu64 "}", t->complexity);
}

static const char *truth(bool value) {
    return value ? "true" : "false";
}

/* --- the head --------------------------------------------------------------------------------- */

static void put_head(writing *to) {
    const cov_model *m = to->model;
    cc_buf *out = &to->text.buf;
    cc_buf_puts(out, "{\"schema\":1,");
    put_string(out, "generator", CC_STR("clrcov " CLRCOV_VERSION));
    cc_buf_printf(out, ",\"timestamp\":%" PRIu64 ",\"hits\":\"%s\",\"lowerBound\":%s,",
                  m->timestamp, m->hits == CTR_HITS_EXACT ? "exact" : "once",
                  truth(m->is_lower_bound));
    put_string(out, "root", m->root);
    cc_buf_printf(out, ",\"processes\":%" PRIu32 ",", m->process_count);
    put_totals(out, &m->totals);
    cc_buf_puts(out, ",\"gates\":[");
    for (uint32_t i = 0; i < to->in->gate_count; i++) {
        cc_buf_printf(out, "%s{\"met\":%s,", i == 0 ? "" : ",", truth(to->in->gates[i].is_met));
        put_string(out, "text", cc_strz(to->in->gates[i].text));
        cc_buf_putc(out, '}');
    }
    cc_buf_putc(out, ']');
}

/* --- files ------------------------------------------------------------------------------------ */

static void put_arms(cc_buf *out, const cov_branch *branch) {
    cc_buf_putc(out, '[');
    for (uint32_t i = 0; i < branch->arm_count; i++) {
        const cov_arm *arm = &branch->arms[i];
        cc_buf_puts(out, i == 0 ? "" : ",");
        if (arm->line != 0) {
            cc_buf_printf(out, "[%d,%" PRIu32 "]", arm->is_taken ? 1 : 0, arm->line);
        } else {
            cc_buf_putc(out, arm->is_taken ? '1' : '0');
        }
    }
    cc_buf_putc(out, ']');
}

static void put_line(cc_buf *out, const cov_line *line) {
    bool is_plain = line->branch_count == 0 && line->point_count == 1;
    cc_buf_putc(out, '[');
    cc_buf_dec(out, line->number);
    cc_buf_putc(out, ',');
    cc_buf_dec(out, line->hits);
    if (!is_plain) {
        cc_buf_printf(out, ",%" PRIu32 ",%" PRIu32 ",[", line->point_count, line->points_hit);
        for (uint32_t i = 0; i < line->branch_count; i++) {
            cc_buf_puts(out, i == 0 ? "" : ",");
            put_arms(out, &line->branches[i]);
        }
        cc_buf_putc(out, ']');
    }
    cc_buf_putc(out, ']');
}

static void put_left_out(cc_buf *out, const cov_file *file) {
    cc_buf_puts(out, ",\"leftOut\":[");
    for (uint32_t i = 0; file->left_out != NULL && i < file->left_out->count; i++) {
        const mod_left_out_range *range = &file->left_out->ranges[i];
        cc_buf_printf(out, "%s{\"first\":%" PRIu32 ",\"last\":%" PRIu32 ",", i == 0 ? "" : ",",
                      range->first, range->last);
        put_string(out, "reason", range->why);
        cc_buf_putc(out, '}');
    }
    cc_buf_putc(out, ']');
}

static void put_file(writing *to, const cov_file *file, bool is_first) {
    cc_buf *out = &to->text.buf;
    cov_totals totals = cov_lines_totals(file->lines, file->line_count);
    cc_buf_puts(out, is_first ? "\n{" : ",\n{");
    put_string(out, "path", file->path);
    cc_buf_printf(out, ",\"isOutsideRoot\":%s,\"isChanged\":%s,", truth(file->is_outside_root),
                  truth(file->is_changed));
    put_part(out, "lineTotals", totals.lines_covered, totals.lines_valid);
    cc_buf_putc(out, ',');
    put_part(out, "branchTotals", totals.branches_covered, totals.branches_valid);
    cc_buf_puts(out, ",\"lines\":[");
    for (uint32_t i = 0; i < file->line_count; i++) {
        cc_buf_puts(out, i == 0 ? "" : ",");
        put_line(out, file->lines[i]);
        rep_text_flush(&to->text);
    }
    cc_buf_putc(out, ']');
    put_left_out(out, file);
    cc_buf_putc(out, '}');
}

/* --- assemblies ------------------------------------------------------------------------------- */

static void put_method(cc_buf *out, const cov_method *m, bool is_first) {
    uint64_t crap = cov_crap_hundredths(m);
    cov_totals t = cov_lines_totals(m->lines, m->line_count);
    cc_buf_puts(out, is_first ? "{" : ",{");
    put_string(out, "name", m->name);
    cc_buf_putc(out, ',');
    put_string(out, "signature", m->signature);
    cc_buf_printf(out, ",\"firstLine\":%" PRIu32 ",\"lastLine\":%" PRIu32 ",\"isEntered\":%s,",
                  m->lines[0]->number, m->lines[m->line_count - 1]->number, truth(m->is_entered));
    put_part(out, "lines", t.lines_covered, t.lines_valid);
    cc_buf_putc(out, ',');
    put_part(out, "branches", t.branches_covered, t.branches_valid);
    cc_buf_printf(out, ",\"complexity\":%" PRIu32 ",\"crap\":%" PRIu64 ".%02" PRIu64 "}",
                  m->complexity, crap / 100, crap % 100);
}

static void put_type(writing *to, const cov_class *cls, bool is_first) {
    cc_buf *out = &to->text.buf;
    cc_buf_puts(out, is_first ? "\n{" : ",\n{");
    put_string(out, "name", cls->name);
    cc_buf_putc(out, ',');
    put_string(out, "file", cls->file->path);
    cc_buf_puts(out, ",\"methods\":[");
    for (uint32_t i = 0; i < cls->method_count; i++) {
        put_method(out, &cls->methods[i], i == 0);
        rep_text_flush(&to->text);
    }
    cc_buf_puts(out, "]}");
}

static void put_assembly(writing *to, const cov_package *package, bool is_first) {
    cc_buf *out = &to->text.buf;
    cc_buf_puts(out, is_first ? "\n{" : ",\n{");
    put_string(out, "name", package->name);
    cc_buf_printf(out, ",\"wasLoaded\":%s,", truth(!package->never_loaded));
    put_totals(out, &package->totals);
    cc_buf_puts(out, ",\"types\":[");
    for (uint32_t i = 0; i < package->class_count; i++) {
        put_type(to, &package->classes[i], i == 0);
    }
    cc_buf_puts(out, "]}");
}

/* --- the document ----------------------------------------------------------------------------- */

static void put_omitted(cc_buf *out, const cov_model *m) {
    cc_buf_puts(out, ",\"omitted\":[");
    for (uint32_t i = 0; i < m->omitted_count; i++) {
        cc_buf_puts(out, i == 0 ? "{" : ",{");
        put_string(out, "name", m->omitted[i].name);
        cc_buf_putc(out, ',');
        put_string(out, "reason", cc_strz(ctr_reason_name(m->omitted[i].reason)));
        cc_buf_putc(out, ',');
        put_string(out, "detail", m->omitted[i].detail);
        cc_buf_putc(out, '}');
    }
    cc_buf_putc(out, ']');
}

static void put_texts(cc_buf *out, const char *key, const cc_str *texts, uint32_t count) {
    cc_buf_printf(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++) {
        cc_buf_puts(out, i == 0 ? "" : ",");
        rep_json_string(out, texts[i]);
    }
    cc_buf_putc(out, ']');
}

cc_err rep_json(const rep_input *in, rep_sink sink) {
    const cov_model *m = in->model;
    writing to = {.in = in, .model = m};
    cc_buf *out = &to.text.buf;
    rep_text_open_json(&to.text, sink);
    put_head(&to);
    cc_buf_puts(out, ",\"assemblies\":[");
    for (uint32_t i = 0; i < m->package_count; i++) {
        put_assembly(&to, &m->packages[i], i == 0);
    }
    cc_buf_puts(out, "],\"files\":[");
    for (uint32_t i = 0; i < m->file_count; i++) {
        put_file(&to, &m->files[i], i == 0);
    }
    cc_buf_putc(out, ']');
    put_omitted(out, m);
    put_texts(out, "missingSources", m->missing, m->missing_count);
    put_texts(out, "lost", m->lost, m->lost_count);
    put_texts(out, "warnings", m->warnings, m->warning_count);
    cc_buf_puts(out, "}\n");
    return rep_text_close(&to.text);
}
