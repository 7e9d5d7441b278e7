/* The rows of the trees as JSON: arrays, one a line. The figures of a row are lines covered, lines, branches covered,
 * branches, methods covered, methods, complexity, risk in hundredths. */
#include <inttypes.h>

#include "base/cc_file.h"
#include "reports/html/html.h"
#include "reports/html/html_escape.h"

static void put_figures(cc_buf *out, const cov_totals *t, uint64_t risk) {
    const uint64_t figures[] = {
        t->lines_covered,   t->lines_valid,   t->branches_covered, t->branches_valid,
        t->methods_covered, t->methods_valid, t->complexity,       risk};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        cc_buf_putc(out, ',');
        cc_buf_dec(out, figures[i]);
    }
}

static void put_comma(cc_buf *out, bool *is_first) {
    cc_buf_puts(out, *is_first ? "\n" : ",\n");
    *is_first = false;
}

/* ["src/Shop", ...]: the folders of files, in the order of the files. */
static void put_folders(cc_buf *out, const html_site *site) {
    cc_str last = {"", 0};
    bool is_first = true;
    cc_buf_puts(out, "\"folders\":[");
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        cc_str folder = cc_path_dir(site->model->files[i].path);
        if (is_first || !cc_str_eq(folder, last)) {
            put_comma(out, &is_first);
            html_json(out, folder);
            last = folder;
        }
    }
    cc_buf_putc(out, ']');
}

static uint64_t missed_changes(const html_file *file) {
    return file->changed == NULL
               ? 0
               : file->changed->totals.lines_valid - file->changed->totals.lines_covered;
}

/* [folder, name, page, figures...], and with a patch: changed lines with code, those of them that did not run. */
static void put_files(cc_buf *out, const html_site *site) {
    cc_str last = {"", 0};
    uint32_t folder = 0;
    bool is_first = true;
    cc_buf_puts(out, "\"files\":[");
    for (uint32_t i = 0; i < site->model->file_count; i++) {
        const html_file *file = &site->files[i];
        cc_str own = cc_path_dir(file->file->path);
        folder += i > 0 && !cc_str_eq(own, last) ? 1 : 0;
        last = own;
        put_comma(out, &is_first);
        cc_buf_printf(out, "[%" PRIu32 ",", folder);
        html_json(out, cc_path_base(file->file->path));
        cc_buf_printf(out, ",\"%s\"", file->page);
        put_figures(out, &file->totals, file->risk);
        if (file->changed != NULL) {
            cc_buf_printf(out, ",%" PRIu32 ",%" PRIu64, file->changed->line_count,
                          missed_changes(file));
        }
        cc_buf_putc(out, ']');
    }
    cc_buf_putc(out, ']');
}

static uint64_t assembly_risk(const html_site *site, uint32_t assembly) {
    uint64_t risk = 0;
    for (uint32_t i = 0; i < site->space_count; i++) {
        bool is_own = site->spaces[i].assembly == assembly;
        risk = is_own && site->spaces[i].risk > risk ? site->spaces[i].risk : risk;
    }
    return risk;
}

/* [name, 1 when some process loaded it, figures...] */
static void put_assemblies(cc_buf *out, const html_site *site) {
    bool is_first = true;
    cc_buf_puts(out, "\"assemblies\":[");
    for (uint32_t i = 0; i < site->model->package_count; i++) {
        const cov_package *package = &site->model->packages[i];
        put_comma(out, &is_first);
        cc_buf_putc(out, '[');
        html_json(out, package->name);
        cc_buf_puts(out, package->never_loaded ? ",0" : ",1");
        put_figures(out, &package->totals, assembly_risk(site, i));
        cc_buf_putc(out, ']');
    }
    cc_buf_putc(out, ']');
}

/* [assembly, name, figures...] */
static void put_spaces(cc_buf *out, const html_site *site) {
    bool is_first = true;
    cc_buf_puts(out, "\"namespaces\":[");
    for (uint32_t i = 0; i < site->space_count; i++) {
        put_comma(out, &is_first);
        cc_buf_printf(out, "[%" PRIu32 ",", site->spaces[i].assembly);
        html_json(out, site->spaces[i].name);
        put_figures(out, &site->spaces[i].totals, site->spaces[i].risk);
        cc_buf_putc(out, ']');
    }
    cc_buf_putc(out, ']');
}

static void put_type(cc_buf *out, const html_site *site, uint32_t space, const cov_class *cls) {
    cov_totals totals = cov_class_totals(cls);
    uint64_t risk = 0;
    for (uint32_t i = 0; i < cls->method_count; i++) {
        uint64_t own = cov_crap_hundredths(&cls->methods[i]);
        risk = own > risk ? own : risk;
    }
    size_t skipped = site->spaces[space].name.len;
    skipped += skipped > 0 ? 1 : 0;
    cc_buf_printf(out, "[%" PRIu32 ",", space);
    html_json(out, (cc_str){cls->name.s + skipped, cls->name.len - skipped});
    cc_buf_printf(out, ",%" PRIu32 ",%" PRIu32, (uint32_t)(cls->file - site->model->files),
                  cls->line_count > 0 ? cls->lines[0]->number : 0);
    put_figures(out, &totals, risk);
    cc_buf_putc(out, ']');
}

/* [namespace, name in it, file, first line, figures...]: a type in several files has a row for each. */
static void put_types(cc_buf *out, const html_site *site) {
    bool is_first = true;
    cc_buf_puts(out, "\"types\":[");
    for (uint32_t i = 0; i < site->space_count; i++) {
        for (uint32_t k = 0; k < site->spaces[i].class_count; k++) {
            put_comma(out, &is_first);
            put_type(out, site, i, site->spaces[i].classes[k]);
        }
    }
    cc_buf_putc(out, ']');
}

/* [[good, fair], ...] of lines, branches, methods, in ten-thousandths of a percent. */
static void put_levels(cc_buf *out, const char *name, const rep_bounds *bounds) {
    cc_buf_printf(out, "\"%s\":[", name);
    for (int i = 0; i < REP_MEASURES; i++) {
        cc_buf_printf(out, "%s[%" PRId32 ",%" PRId32 "]", i > 0 ? "," : "", bounds[i].good,
                      bounds[i].fair);
    }
    cc_buf_puts(out, "],");
}

void html_data(cc_buf *out, const html_site *site) {
    cc_buf_printf(out, "{\"hasPatch\":%s,", site->in->patch != NULL ? "true" : "false");
    put_levels(out, "levels", site->levels->all);
    put_levels(out, "fileLevels", site->levels->file);
    put_folders(out, site);
    cc_buf_puts(out, ",\n");
    put_files(out, site);
    cc_buf_puts(out, ",\n");
    put_assemblies(out, site);
    cc_buf_puts(out, ",\n");
    put_spaces(out, site);
    cc_buf_puts(out, ",\n");
    put_types(out, site);
    cc_buf_puts(out, "}\n");
}
