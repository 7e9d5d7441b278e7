/* The rows of the trees as JSON: arrays, one per line. The figures of a row are lines covered,
 * lines, branches covered, branches, methods covered, methods, complexity, risk in hundredths. */
#include <inttypes.h>

#include "base/cc_file.h"
#include "base/cc_json.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"

/* The '<' of a text is escaped: the rows are in a <script> element. */
static void put_text(cc_json *json, cc_str text) {
    cc_json_next(json, NULL);
    html_json(json->out, text);
}

static void put_figures(cc_json *json, const cov_totals *t, uint64_t risk) {
    const uint64_t figures[] = {
        t->lines_covered,   t->lines_valid,   t->branches_covered, t->branches_valid,
        t->methods_covered, t->methods_valid, t->complexity,       risk};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        cc_json_number(json, NULL, figures[i]);
    }
}

static void begin_row(cc_json *json) {
    cc_json_line(json);
    cc_json_begin(json, NULL, '[');
}

/* Appends ["src/Shop", ...]: the folders of files, in the order of the files. */
static void put_folders(cc_json *json, const html_site *site) {
    cc_str last = {"", 0};
    cc_json_begin(json, "folders", '[');
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        cc_str folder = cc_path_dir(site->model->files[i].path);
        if (i == 0 || !cc_str_eq(folder, last)) {
            cc_json_line(json);
            put_text(json, folder);
            last = folder;
        }
    }
    cc_json_end(json, ']');
}

static uint64_t missed_changes(const html_file *file) {
    return file->changed == NULL
               ? 0
               : file->changed->totals.lines_valid - file->changed->totals.lines_covered;
}

/* Appends [folder, name, page, figures...], and with a patch: changed lines with code, missed
 * changed lines. */
static void put_files(cc_json *json, const html_site *site) {
    cc_str last = {"", 0};
    uint32_t folder = 0;
    cc_json_begin(json, "files", '[');
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        const html_file *file = &site->files[i];
        cc_str own = cc_path_dir(file->file->path);
        folder += i > 0 && !cc_str_eq(own, last) ? 1 : 0;
        last = own;
        begin_row(json);
        cc_json_number(json, NULL, folder);
        put_text(json, cc_path_base(file->file->path));
        cc_json_text(json, NULL, cc_strz(file->page));
        put_figures(json, &file->totals, file->risk);
        if (file->changed != NULL) {
            cc_json_number(json, NULL, file->changed->line_count);
            cc_json_number(json, NULL, missed_changes(file));
        }
        cc_json_end(json, ']');
    }
    cc_json_end(json, ']');
}

static uint64_t assembly_risk(const html_site *site, uint32_t assembly) {
    uint64_t risk = 0;
    for (uint32_t i = 0; i < site->space_count; i++) {
        bool is_own = site->spaces[i].assembly == assembly;
        risk = is_own && site->spaces[i].risk > risk ? site->spaces[i].risk : risk;
    }
    return risk;
}

/* Appends [name, 1 when a process loaded it, figures...] */
static void put_assemblies(cc_json *json, const html_site *site) {
    cc_json_begin(json, "assemblies", '[');
    for (uint32_t i = 0; i < site->model->package_count; i++) {
        const cov_package *package = &site->model->packages[i];
        begin_row(json);
        put_text(json, package->name);
        cc_json_number(json, NULL, package->never_loaded ? 0 : 1);
        put_figures(json, &package->totals, assembly_risk(site, i));
        cc_json_end(json, ']');
    }
    cc_json_end(json, ']');
}

/* Appends [assembly, name, figures...] */
static void put_spaces(cc_json *json, const html_site *site) {
    cc_json_begin(json, "namespaces", '[');
    for (uint32_t i = 0; i < site->space_count; i++) {
        begin_row(json);
        cc_json_number(json, NULL, site->spaces[i].assembly);
        put_text(json, site->spaces[i].name);
        put_figures(json, &site->spaces[i].totals, site->spaces[i].risk);
        cc_json_end(json, ']');
    }
    cc_json_end(json, ']');
}

static void put_type(cc_json *json, const html_site *site, uint32_t space, const cov_class *cls) {
    cov_totals totals = cov_class_totals(cls);
    uint64_t risk = 0;
    for (uint32_t i = 0; i < cls->method_count; i++) {
        uint64_t own = cov_crap_hundredths(&cls->methods[i]);
        risk = own > risk ? own : risk;
    }
    size_t skipped = site->spaces[space].name.len;
    skipped += skipped > 0 ? 1 : 0;
    begin_row(json);
    cc_json_number(json, NULL, space);
    put_text(json, (cc_str){cls->name.s + skipped, cls->name.len - skipped});
    cc_json_number(json, NULL, (uint64_t)(cls->file - site->model->files));
    cc_json_number(json, NULL, cls->line_count > 0 ? cls->lines[0]->number : 0);
    put_figures(json, &totals, risk);
    cc_json_end(json, ']');
}

/* Appends [namespace, name in it, file, first line, figures...]: a type in several files has a row
 * per file. */
static void put_types(cc_json *json, const html_site *site) {
    cc_json_begin(json, "types", '[');
    for (uint32_t i = 0; i < site->space_count; i++) {
        for (uint32_t k = 0; k < site->spaces[i].class_count; k++) {
            put_type(json, site, i, site->spaces[i].classes[k]);
        }
    }
    cc_json_end(json, ']');
}

/* Appends [[good, fair], ...] of lines, branches, methods, in ten-thousandths of a percent. */
static void put_levels(cc_json *json, const char *key, const rep_bounds *bounds) {
    cc_json_begin(json, key, '[');
    for (int i = 0; i < REP_MEASURES; i++) {
        cc_json_next(json, NULL);
        cc_buf_printf(json->out, "[%" PRId32 ",%" PRId32 "]", bounds[i].good, bounds[i].fair);
    }
    cc_json_end(json, ']');
}

void html_data(cc_buf *out, const html_site *site) {
    cc_json json = {.out = out};
    cc_json_begin(&json, NULL, '{');
    cc_json_truth(&json, "hasPatch", site->in->patch != NULL);
    put_levels(&json, "levels", site->levels->all);
    put_levels(&json, "fileLevels", site->levels->file);
    put_folders(&json, site);
    cc_json_line(&json);
    put_files(&json, site);
    cc_json_line(&json);
    put_assemblies(&json, site);
    cc_json_line(&json);
    put_spaces(&json, site);
    cc_json_line(&json);
    put_types(&json, site);
    cc_json_end(&json, '}');
    cc_buf_putc(out, '\n');
}
