/* The table's columns; see rep_columns.h. */
#include "reports/rep_columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/cc_utf.h"
#include "reports/rep_name.h"
#include "reports/rep_number.h"
#include "reports/rep_ranges.h"
#include "reports/rep_rows.h"

#define MORE ", ..."

enum {
    DEFAULT_WIDTH = 80,
    NARROW = 60, /* below this width names have their own lines */
    GAP = 2,     /* before a column; a percentage has one space before it */
    NAME_WIDTH = 24,
    LEAST_NAME = 8, /* "Assembly", "TOTAL" */
    MISSING_WIDTH = 24,
    LEAST_MISSING = 8,
    INDENT = 10, /* indentation of percentages below a name */
    GOOD = 9000, /* hundredths of a percent */
    FAIR = 7500
};

/* The columns of figures, from the left. */
typedef enum column { LINES, LINE_RATE, BRANCHES, BRANCH_RATE, HITS, HOTTEST, COLUMNS } column;
static const char *const headings[COLUMNS] = {"Lines", "%", "Branches", "%", "Hits", "Line"};

typedef struct table {
    const rep_input *in;
    cc_list rows; /* rep_row */
    rep_row total;
    size_t widths[COLUMNS]; /* 0: there is no such column */
    size_t prefix;          /* number of bytes at the start of all names that are equal */
    size_t name_width;
    size_t missing_width; /* 0: no such column; SIZE_MAX: nothing is cut */
    bool is_narrow;
} table;

/* --- figures ---------------------------------------------------------------------------------- */

/* Makes the text of a figure; "" where the row has none. */
static void write_figure(char text[REP_NUMBER_SIZE], const rep_row *r, column c) {
    const cov_totals *t = &r->totals;
    text[0] = '\0';
    switch (c) {
    case LINES:
        (void)snprintf(text, REP_NUMBER_SIZE, "%" PRIu64 "/%" PRIu64, t->lines_covered,
                       t->lines_valid);
        return;
    case LINE_RATE:
        rep_percent(t->lines_covered, t->lines_valid, text);
        return;
    case BRANCHES:
        (void)snprintf(text, REP_NUMBER_SIZE, "%" PRIu64 "/%" PRIu64, t->branches_covered,
                       t->branches_valid);
        return;
    case BRANCH_RATE:
        rep_percent(t->branches_covered, t->branches_valid, text);
        return;
    case HITS:
        (void)snprintf(text, REP_NUMBER_SIZE, "%" PRIu64, r->hits);
        return;
    case HOTTEST:
        if (r->hottest > 0) {
            (void)snprintf(text, REP_NUMBER_SIZE, "%" PRIu32, r->hottest);
        } else if (r->lines != NULL) {
            (void)snprintf(text, REP_NUMBER_SIZE, "-");
        }
        return;
    case COLUMNS:
    default:
        return;
    }
}

static const char *color_of(const rep_row *r, column c) {
    bool is_lines = c == LINE_RATE;
    uint64_t covered = is_lines ? r->totals.lines_covered : r->totals.branches_covered;
    uint64_t valid = is_lines ? r->totals.lines_valid : r->totals.branches_valid;
    uint32_t hundredths = rep_hundredths(covered, valid);
    if ((c != LINE_RATE && c != BRANCH_RATE) || valid == 0) {
        return "";
    }
    if (hundredths >= GOOD) {
        return "\x1B[32m";
    }
    return hundredths >= FAIR ? "\x1B[33m" : "\x1B[31m";
}

/* Returns the number of columns of a row's name as the table shows it. */
static size_t put_clean_name(cc_buf *out, const table *t, cc_str name) {
    cc_buf start = {0};
    cc_buf rest = {0};
    cc_utf8_clean((cc_str){name.s, t->prefix}, &start);
    cc_utf8_clean((cc_str){name.s + t->prefix, name.len - t->prefix}, &rest);
    size_t prefix = start.len;
    cc_buf_str_put(&start, cc_buf_str(&rest));
    size_t columns = rep_put_name(out, cc_buf_str(&start), prefix, t->name_width);
    cc_buf_free(&start);
    cc_buf_free(&rest);
    return columns;
}

/* --- widths ----------------------------------------------------------------------------------- */

static bool has_column(const rep_input *in, column c) {
    bool is_of_files = in->by != REP_BY_ASSEMBLY && in->by != REP_BY_DIR;
    if (c == HITS) {
        return rep_has_hits(in);
    }
    return c != HOTTEST || (rep_has_hits(in) && is_of_files);
}

static void widen(table *t, const rep_row *r) {
    char text[REP_NUMBER_SIZE];
    for (column c = LINES; c < COLUMNS; c++) {
        write_figure(text, r, c);
        size_t width = strlen(text);
        if (t->widths[c] > 0 && width > t->widths[c]) {
            t->widths[c] = width;
        }
    }
}

static void choose_figures(table *t) {
    for (column c = LINES; c < COLUMNS; c++) {
        t->widths[c] = has_column(t->in, c) ? strlen(headings[c]) : 0;
    }
    for (uint32_t i = 0; i < t->rows.count; i++) {
        widen(t, t->rows.items[i]);
    }
    widen(t, &t->total);
}

static size_t gap_before(column c) {
    return c == LINE_RATE || c == BRANCH_RATE ? 1 : GAP;
}

static size_t width_of_figures(const table *t) {
    size_t width = 0;
    for (column c = LINES; c < COLUMNS; c++) {
        width += t->widths[c] > 0 ? gap_before(c) + t->widths[c] : 0;
    }
    return width;
}

static const char *heading_of_names(rep_by by) {
    static const char *const names[] = {[REP_BY_ASSEMBLY] = "Assembly",
                                        [REP_BY_FILE] = "File",
                                        [REP_BY_TYPE] = "Type",
                                        [REP_BY_METHOD] = "Method",
                                        [REP_BY_DIR] = "Folder"};
    return names[by];
}

/* Finds the longest name, and the common start of all names. */
static size_t measure_names(table *t) {
    size_t longest = LEAST_NAME;
    for (uint32_t i = 0; i < t->rows.count; i++) {
        cc_str name = ((const rep_row *)t->rows.items[i])->name;
        cc_str first = ((const rep_row *)t->rows.items[0])->name;
        size_t columns = rep_columns(name);
        size_t prefix = rep_common_prefix(first, name);
        longest = columns > longest ? columns : longest;
        t->prefix = i == 0 || prefix < t->prefix ? prefix : t->prefix;
    }
    t->prefix = t->rows.count > 1 ? t->prefix : 0;
    return longest;
}

/* Names that do not fit lose their common start, and the column becomes as narrow as the rest of
 * the names. */
static void choose_names(table *t, size_t longest, size_t most) {
    t->name_width = longest < most ? longest : most;
    t->prefix = longest > most ? t->prefix : 0;
    if (t->prefix == 0) {
        return;
    }
    cc_buf scratch = {0};
    size_t widest = LEAST_NAME;
    for (uint32_t i = 0; i < t->rows.count; i++) {
        size_t columns = put_clean_name(&scratch, t, ((const rep_row *)t->rows.items[i])->name);
        widest = columns > widest ? columns : widest;
        cc_buf_clear(&scratch);
    }
    cc_buf_free(&scratch);
    t->name_width = widest;
}

/* Places each name on its own line. */
static void choose_narrow(table *t, size_t longest, size_t width) {
    t->is_narrow = true;
    choose_names(t, longest, width > LEAST_NAME ? width : LEAST_NAME);
    t->missing_width = 0;
}

static void choose_widths(table *t) {
    bool is_log = t->in->width == 0;
    bool has_missing =
        t->in->by == REP_BY_FILE || t->in->by == REP_BY_TYPE || t->in->by == REP_BY_METHOD;
    size_t width = is_log ? DEFAULT_WIDTH : t->in->width;
    size_t longest = measure_names(t);
    choose_figures(t);
    size_t figures = width_of_figures(t);
    if (is_log && has_missing) {
        choose_names(t, longest, longest);
        t->missing_width = SIZE_MAX;
        return;
    }
    if (!is_log && (width < NARROW || width < figures + NAME_WIDTH)) {
        choose_narrow(t, longest, width);
        return;
    }
    size_t free = width > figures ? width - figures : 0;
    size_t kept = has_missing ? GAP + MISSING_WIDTH : 0;
    size_t most = free > kept + NAME_WIDTH ? free - kept : NAME_WIDTH;
    choose_names(t, longest, most);
    size_t left = has_missing && free > t->name_width + GAP ? free - t->name_width - GAP : 0;
    t->missing_width = left >= LEAST_MISSING ? left : 0;
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void put_spaces(cc_buf *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cc_buf_putc(out, ' ');
    }
}

/* Ends a name of this number of columns. */
static void end_name(cc_buf *out, const table *t, size_t columns) {
    if (t->is_narrow) {
        cc_buf_putc(out, '\n');
    } else {
        put_spaces(out, t->name_width - columns);
    }
}

static void put_right(cc_buf *out, const char *text, const char *color, size_t width) {
    put_spaces(out, width - strlen(text));
    cc_buf_puts(out, color);
    cc_buf_puts(out, text);
    cc_buf_puts(out, color[0] == '\0' ? "" : "\x1B[0m");
}

/* Appends a row without names: the figures of `r`, or the headings when `r` is NULL. */
static void put_figures(cc_buf *out, const table *t, const rep_row *r) {
    char text[REP_NUMBER_SIZE];
    for (column c = LINES; c < COLUMNS; c++) {
        if (t->widths[c] == 0) {
            continue;
        }
        (void)snprintf(text, sizeof text, "%s", headings[c]);
        if (r != NULL) {
            write_figure(text, r, c);
        }
        if (text[0] == '\0') {
            continue; /* TOTAL has no line, and nothing follows that column */
        }
        put_spaces(out, gap_before(c));
        put_right(out, text, r != NULL && t->in->is_colored ? color_of(r, c) : "", t->widths[c]);
    }
}

/* Appends the percentages below a name, or their headings. */
static void put_rates(cc_buf *out, const table *t, const rep_row *r) {
    static const column shown[] = {LINE_RATE, BRANCH_RATE};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        char text[REP_NUMBER_SIZE];
        (void)snprintf(text, sizeof text, "%s", headings[shown[i] - 1]);
        if (r != NULL) {
            write_figure(text, r, shown[i]);
        }
        put_right(out, text, r != NULL && t->in->is_colored ? color_of(r, shown[i]) : "", INDENT);
    }
}

static void put_cut_missing(cc_buf *out, cc_str missing, size_t width) {
    bool is_cut = missing.len > width;
    cc_str shown = rep_cut_missing(missing, is_cut ? width - strlen(MORE) : width, &is_cut);
    cc_buf_str_put(out, shown);
    cc_buf_puts(out, is_cut ? shown.len > 0 ? MORE : "..." : "");
}

static void put_missing(cc_buf *out, const table *t, const rep_row *r) {
    cc_buf text = {0};
    if (t->missing_width == 0 || r->lines == NULL) {
        return;
    }
    rep_put_missing(&text, r->lines, r->line_count);
    if (text.len > 0) {
        put_spaces(out, GAP);
        put_cut_missing(out, cc_buf_str(&text), t->missing_width);
    }
    cc_buf_free(&text);
}

/* Appends a row after its name. */
static void put_row(cc_buf *out, const table *t, const rep_row *r, size_t columns) {
    end_name(out, t, columns);
    if (t->is_narrow) {
        put_rates(out, t, r);
    } else {
        put_figures(out, t, r);
        put_missing(out, t, r);
    }
    cc_buf_putc(out, '\n');
}

static void put_heading(cc_buf *out, const table *t) {
    const char *heading = heading_of_names(t->in->by);
    cc_buf_puts(out, heading);
    end_name(out, t, strlen(heading));
    if (t->is_narrow) {
        put_rates(out, t, NULL);
    } else {
        put_figures(out, t, NULL);
    }
    cc_buf_puts(out, t->missing_width > 0 ? "  Missing\n" : "\n");
}

static rep_row total_of(const table *t) {
    rep_row total = {.name = CC_STR("TOTAL"), .totals = t->in->model->totals};
    for (uint32_t i = 0; i < t->rows.count; i++) {
        uint64_t hits = ((const rep_row *)t->rows.items[i])->hits;
        total.hits = hits > total.hits ? hits : total.hits;
    }
    return total;
}

static void put_table(cc_buf *out, table *t) {
    t->total = total_of(t);
    choose_widths(t);
    put_heading(out, t);
    for (uint32_t i = 0; i < t->rows.count; i++) {
        const rep_row *r = t->rows.items[i];
        put_row(out, t, r, put_clean_name(out, t, r->name));
    }
    cc_buf_str_put(out, t->total.name);
    put_row(out, t, &t->total, t->total.name.len);
}

void rep_put_rows(cc_buf *out, const rep_input *in) {
    table t = {.in = in, .rows = {.arena = cc_arena_new()}};
    rep_list_rows(in, &t.rows);
    put_table(out, &t);
    cc_arena_free(t.rows.arena);
}
