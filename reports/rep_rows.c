/* The rows of the table; see rep_rows.h. Plain text, columns aligned with spaces; names without control characters. */
#include "reports/rep_rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_file.h"
#include "base/cc_list.h"
#include "base/cc_map.h"
#include "base/cc_sort.h"
#include "base/cc_utf.h"
#include "reports/rep_number.h"
#include "reports/rep_ranges.h"

#define MORE ", ..."

enum {
    DEFAULT_WIDTH = 80,
    COUNT_WIDTH = 15,  /* "1234567/1234567" */
    PERCENT_WIDTH = 8, /* " 100.00%" */
    FIGURES_WIDTH = 2 * (COUNT_WIDTH + PERCENT_WIDTH),
    HITS_WIDTH = 14, /* of exact counts, and of the number of a line behind them */
    LINE_WIDTH = 8,
    MIN_NAME_WIDTH = 8, /* "Assembly" */
    MISSING_WIDTH = 24, /* at least, where there is such a column */
    GOOD = 9000,        /* hundredths of a percent */
    FAIR = 7500
};

typedef struct row {
    cc_str name;
    cov_totals totals;
    cov_line *const *lines; /* NULL: of several files */
    uint32_t line_count;
    uint64_t hits;    /* of the line that ran most often */
    uint32_t hottest; /* its number; 0: the row has lines of several files, or none ran */
} row;

typedef struct listing {
    const rep_input *in;
    cc_arena *arena;
    cc_list rows; /* row */
    size_t name_width;
    size_t missing_width; /* 0: no such column; SIZE_MAX: it is not cut */
    bool has_hits;        /* counts are exact: the columns "Hits" and "Line" */
    bool has_hottest;     /* the latter of the two: rows are of one file */
} listing;

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory for the table");
}

/* --- text --------------------------------------------------------------------------------------- */

/* Number of code points: accurate enough for columns of names. */
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

/* The name in at most `width` columns, cut with "..." at its end, or at its beginning: the end of a path says most. */
static size_t put_cut(cc_buf *out, cc_str text, size_t width, bool at_start) {
    size_t columns = columns_of(text);
    cc_str rest = text;
    uint32_t code = 0;
    if (columns <= width) {
        cc_buf_str_put(out, text);
        return columns;
    }
    if (at_start) {
        for (size_t i = 0; i < columns - width + 3 && cc_utf8_next(&rest, &code); i++) {
            continue;
        }
        cc_buf_puts(out, "...");
        cc_buf_str_put(out, rest);
    } else {
        for (size_t i = 0; i + 3 < width && cc_utf8_next(&rest, &code); i++) {
            continue;
        }
        cc_buf_str_put(out, (cc_str){text.s, text.len - rest.len});
        cc_buf_puts(out, "...");
    }
    return width;
}

static void put_name(cc_buf *out, const listing *l, cc_str name) {
    cc_buf clean = {0};
    cc_utf8_clean(name, &clean);
    bool is_path = l->in->by == REP_BY_FILE || l->in->by == REP_BY_DIR;
    spaces(out, l->name_width - put_cut(out, cc_buf_str(&clean), l->name_width, is_path));
    out->failed = out->failed || !cc_buf_ok(&clean);
    cc_buf_free(&clean);
}

static void put_right(cc_buf *out, const char *text, size_t width) {
    cc_str s = cc_strz(text);
    spaces(out, s.len < width ? width - s.len : 1);
    cc_buf_str_put(out, s);
}

static const char *color_of(uint64_t covered, uint64_t valid) {
    uint32_t hundredths = rep_hundredths(covered, valid);
    return valid == 0           ? ""
           : hundredths >= GOOD ? "\x1B[32m"
           : hundredths >= FAIR ? "\x1B[33m"
                                : "\x1B[31m";
}

static void put_figures(cc_buf *out, const listing *l, uint64_t covered, uint64_t valid) {
    char text[REP_NUMBER_SIZE];
    const char *color = l->in->is_colored ? color_of(covered, valid) : "";
    (void)snprintf(text, sizeof text, "%" PRIu64 "/%" PRIu64, covered, valid);
    put_right(out, text, COUNT_WIDTH);
    rep_percent(covered, valid, text);
    cc_buf_puts(out, color);
    put_right(out, text, PERCENT_WIDTH);
    cc_buf_puts(out, color[0] == '\0' ? "" : "\x1B[0m");
}

static void put_cut_missing(cc_buf *out, cc_str missing, size_t width) {
    bool is_cut = missing.len > width;
    cc_str shown = rep_cut_missing(missing, is_cut ? width - strlen(MORE) : width, &is_cut);
    cc_buf_str_put(out, shown);
    cc_buf_puts(out, is_cut ? MORE : "");
}

static void put_missing(cc_buf *out, const listing *l, const row *r) {
    cc_buf text = {0};
    if (l->missing_width == 0 || r->lines == NULL) {
        return;
    }
    rep_put_missing(&text, r->lines, r->line_count);
    if (text.len > 0) {
        cc_buf_puts(out, "  ");
        put_cut_missing(out, cc_buf_str(&text), l->missing_width);
    }
    out->failed = out->failed || !cc_buf_ok(&text);
    cc_buf_free(&text);
}

static void put_number(cc_buf *out, uint64_t number, size_t width) {
    char text[REP_NUMBER_SIZE];
    (void)snprintf(text, sizeof text, "%" PRIu64, number);
    put_right(out, text, width);
}

static void put_hits(cc_buf *out, const listing *l, const row *r) {
    if (l->has_hits) {
        put_number(out, r->hits, HITS_WIDTH);
    }
    if (l->has_hottest && r->hottest > 0) {
        put_number(out, r->hottest, LINE_WIDTH);
    } else if (l->has_hottest && r->lines != NULL) {
        put_right(out, "-", LINE_WIDTH);
    }
}

static void put_row(cc_buf *out, const listing *l, const row *r) {
    put_name(out, l, r->name);
    put_figures(out, l, r->totals.lines_covered, r->totals.lines_valid);
    put_figures(out, l, r->totals.branches_covered, r->totals.branches_valid);
    put_hits(out, l, r);
    put_missing(out, l, r);
    cc_buf_putc(out, '\n');
}

/* --- rows --------------------------------------------------------------------------------------- */

static void note_line(row *r, const cov_line *line, bool is_of_one_file) {
    if (line->hits > r->hits) {
        r->hits = line->hits;
        r->hottest = is_of_one_file ? line->number : 0;
    }
}

static void note_hits(row *r, cov_line *const *lines, uint32_t count, bool is_of_one_file) {
    for (uint32_t i = 0; i < count; i++) {
        note_line(r, lines[i], is_of_one_file);
    }
}

static cc_err add_row(listing *l, row r) {
    row *made = CC_NEW(l->arena, row);
    if (made == NULL) {
        return no_memory();
    }
    *made = r;
    note_hits(made, made->lines, made->lines != NULL ? made->line_count : 0, true);
    cc_list_add(&l->rows, made);
    return l->rows.failed ? no_memory() : CC_OK;
}

static cc_err list_assemblies(listing *l) {
    for (uint32_t i = 0; i < l->in->model->package_count; i++) {
        const cov_package *package = &l->in->model->packages[i];
        row r = {.name = package->name, .totals = package->totals};
        for (uint32_t k = 0; k < package->class_count; k++) {
            note_hits(&r, package->classes[k].lines, package->classes[k].line_count, false);
        }
        CC_TRY(add_row(l, r));
    }
    return CC_OK;
}

static cc_err list_files(listing *l) {
    for (uint32_t i = 0; i < l->in->model->file_count; i++) {
        const cov_file *file = &l->in->model->files[i];
        cov_totals totals = cov_lines_totals(file->lines, file->line_count);
        if (file->line_count > 0) {
            CC_TRY(add_row(l, (row){.name = file->path,
                                    .totals = totals,
                                    .lines = file->lines,
                                    .line_count = file->line_count}));
        }
    }
    return CC_OK;
}

static cc_err add_to_folder(listing *l, cc_map *folders, const cov_file *file) {
    cc_str dir = cc_path_dir(file->path);
    dir = dir.len > 0 ? dir : CC_STR(".");
    void **slot = cc_map_put_str(folders, dir);
    if (slot != NULL && *slot == NULL) {
        CC_TRY(add_row(l, (row){.name = dir}));
        *slot = l->rows.items[l->rows.count - 1];
    }
    if (slot == NULL) {
        return no_memory();
    }
    for (uint32_t i = 0; i < file->line_count; i++) {
        cov_line_add(&((row *)*slot)->totals, file->lines[i]);
        note_line(*slot, file->lines[i], false);
    }
    return CC_OK;
}

static cc_err list_folders(listing *l) {
    cc_map *folders = cc_map_new();
    cc_err err = folders == NULL ? no_memory() : CC_OK;
    for (uint32_t i = 0; err == CC_OK && i < l->in->model->file_count; i++) {
        if (l->in->model->files[i].line_count > 0) {
            err = add_to_folder(l, folders, &l->in->model->files[i]);
        }
    }
    cc_map_free(folders);
    return err;
}

/* Two classes of the assembly have this name: parts of one type, or types that are local to files. */
static bool is_one_of_two(const cov_package *package, uint32_t index) {
    const cov_class *all = package->classes;
    return (index > 0 && cc_str_eq(all[index - 1].name, all[index].name)) ||
           (index + 1 < package->class_count && cc_str_eq(all[index + 1].name, all[index].name));
}

static bool has_method(const cov_class *cls, const cov_method *like) {
    for (uint32_t i = 0; i < cls->method_count; i++) {
        if (cc_str_eq(cls->methods[i].name, like->name) &&
            cc_str_eq(cls->methods[i].signature, like->signature)) {
            return true;
        }
    }
    return false;
}

/* Another class of this name has such a method: both are local to their files. */
static bool has_twin(const cov_package *package, uint32_t index, const cov_method *method) {
    const cov_class *all = package->classes;
    for (uint32_t i = index; i > 0 && cc_str_eq(all[i - 1].name, all[index].name); i--) {
        if (has_method(&all[i - 1], method)) {
            return true;
        }
    }
    for (uint32_t i = index + 1;
         i < package->class_count && cc_str_eq(all[i].name, all[index].name); i++) {
        if (has_method(&all[i], method)) {
            return true;
        }
    }
    return false;
}

static cc_err list_method(listing *l, const cov_package *package, uint32_t index,
                          const cov_method *m) {
    const cov_class *cls = &package->classes[index];
    bool is_one = is_one_of_two(package, index) && has_twin(package, index, m);
    cc_str file = is_one ? cc_path_base(cls->file->path) : (cc_str){"", 0};
    const char *name =
        cc_arena_printf(l->arena, "%.*s.%.*s%.*s%s%.*s%s", (int)cls->name.len, cls->name.s,
                        (int)m->name.len, m->name.s, (int)m->signature.len, m->signature.s,
                        is_one ? " (" : "", (int)file.len, file.s, is_one ? ")" : "");
    if (name == NULL) {
        return no_memory();
    }
    return add_row(l, (row){.name = cc_strz(name),
                            .totals = cov_lines_totals(m->lines, m->line_count),
                            .lines = m->lines,
                            .line_count = m->line_count});
}

static cc_err list_methods(listing *l, const cov_package *package, uint32_t index) {
    const cov_class *cls = &package->classes[index];
    for (uint32_t i = 0; i < cls->method_count; i++) {
        CC_TRY(list_method(l, package, index, &cls->methods[i]));
    }
    return CC_OK;
}

/* A type in several files has a row for each of them, because its lines are those of files. The name
 * of the file tells such rows apart. */
static cc_err list_class(listing *l, const cov_package *package, uint32_t index) {
    const cov_class *cls = &package->classes[index];
    cc_str name = cls->name;
    if (is_one_of_two(package, index)) {
        cc_str file = cc_path_base(cls->file->path);
        const char *both =
            cc_arena_printf(l->arena, "%.*s (%.*s)", (int)name.len, name.s, (int)file.len, file.s);
        CC_TRY(both != NULL ? CC_OK : no_memory());
        name = cc_strz(both);
    }
    return add_row(l, (row){.name = name,
                            .totals = cov_class_totals(cls),
                            .lines = cls->lines,
                            .line_count = cls->line_count});
}

static cc_err list_classes(listing *l) {
    bool is_by_method = l->in->by == REP_BY_METHOD;
    for (uint32_t i = 0; i < l->in->model->package_count; i++) {
        const cov_package *package = &l->in->model->packages[i];
        for (uint32_t k = 0; k < package->class_count; k++) {
            CC_TRY(is_by_method ? list_methods(l, package, k) : list_class(l, package, k));
        }
    }
    return CC_OK;
}

static cc_err list_rows(listing *l) {
    switch (l->in->by) {
    case REP_BY_FILE:
        return list_files(l);
    case REP_BY_DIR:
        return list_folders(l);
    case REP_BY_TYPE:
    case REP_BY_METHOD:
        return list_classes(l);
    case REP_BY_ASSEMBLY:
    default:
        return list_assemblies(l);
    }
}

/* Most missed lines first, then arms; equal ones stay in their order. */
static int compare_missed(const void *a, const void *b) {
    const row *x = *(row *const *)a;
    const row *y = *(row *const *)b;
    int order = rep_compare_missed(&x->totals, &y->totals);
    return order != 0 ? order : cc_str_cmp(x->name, y->name);
}

/* The row with the line that ran most often first. */
static int compare_hits(const void *a, const void *b) {
    const row *x = *(row *const *)a;
    const row *y = *(row *const *)b;
    int order = (x->hits < y->hits) - (x->hits > y->hits);
    return order != 0 ? order : cc_str_cmp(x->name, y->name);
}

static void sort_rows(listing *l) {
    rep_sort sort = l->in->sort;
    if (l->rows.count > 1 && (sort == REP_SORT_MISSED || (sort == REP_SORT_HITS && l->has_hits))) {
        cc_sort(l->rows.items, l->rows.count, sizeof(void *),
                sort == REP_SORT_MISSED ? compare_missed : compare_hits);
    }
}

/* --- columns ------------------------------------------------------------------------------------ */

/* A width of 0 is that of no terminal: names are cut for 80 columns where there is no column behind the figures. */
static void choose_widths(listing *l) {
    bool has_missing =
        l->in->by == REP_BY_FILE || l->in->by == REP_BY_TYPE || l->in->by == REP_BY_METHOD;
    size_t width = l->in->width == 0 ? DEFAULT_WIDTH : l->in->width;
    size_t counts =
        (l->has_hits ? (size_t)HITS_WIDTH : 0) + (l->has_hottest ? (size_t)LINE_WIDTH : 0);
    size_t figures = FIGURES_WIDTH + counts;
    size_t kept = figures + (has_missing ? MISSING_WIDTH + 2 : 0);
    size_t most = width > kept + MIN_NAME_WIDTH ? width - kept : MIN_NAME_WIDTH;
    l->name_width = MIN_NAME_WIDTH;
    for (uint32_t i = 0; i < l->rows.count; i++) {
        size_t columns = columns_of(((const row *)l->rows.items[i])->name);
        l->name_width = columns > l->name_width ? columns : l->name_width;
    }
    bool is_cut = l->in->width > 0 || !has_missing;
    l->name_width = l->name_width > most && is_cut ? most : l->name_width;
    size_t used = l->name_width + figures + 2;
    l->missing_width = !has_missing                   ? 0
                       : l->in->width == 0            ? SIZE_MAX
                       : used + MISSING_WIDTH < width ? width - used
                                                      : MISSING_WIDTH;
}

static void put_heading(cc_buf *out, const listing *l) {
    static const char *const headings[] = {[REP_BY_ASSEMBLY] = "Assembly",
                                           [REP_BY_FILE] = "File",
                                           [REP_BY_TYPE] = "Type",
                                           [REP_BY_METHOD] = "Method",
                                           [REP_BY_DIR] = "Folder"};
    put_name(out, l, cc_strz(headings[l->in->by]));
    put_right(out, "Lines", COUNT_WIDTH);
    put_right(out, "%", PERCENT_WIDTH);
    put_right(out, "Branches", COUNT_WIDTH);
    put_right(out, "%", PERCENT_WIDTH);
    if (l->has_hits) {
        put_right(out, "Hits", HITS_WIDTH);
    }
    if (l->has_hottest) {
        put_right(out, "Line", LINE_WIDTH);
    }
    cc_buf_puts(out, l->missing_width > 0 ? "  Missing\n" : "\n");
}

cc_err rep_put_rows(cc_buf *out, const rep_input *in) {
    listing l = {.in = in, .arena = cc_arena_new()};
    l.rows.arena = l.arena;
    l.has_hits = in->model->hits == CTR_HITS_EXACT;
    l.has_hottest = l.has_hits && in->by != REP_BY_ASSEMBLY && in->by != REP_BY_DIR;
    cc_err err = l.arena == NULL ? no_memory() : list_rows(&l);
    if (err == CC_OK) {
        sort_rows(&l);
        choose_widths(&l);
        put_heading(out, &l);
        for (uint32_t i = 0; i < l.rows.count; i++) {
            put_row(out, &l, l.rows.items[i]);
        }
        row total = {.name = CC_STR("TOTAL"), .totals = in->model->totals};
        for (uint32_t i = 0; i < l.rows.count; i++) {
            const row *r = l.rows.items[i];
            total.hits = r->hits > total.hits ? r->hits : total.hits;
        }
        put_row(out, &l, &total);
    }
    cc_arena_free(l.arena);
    return err;
}
