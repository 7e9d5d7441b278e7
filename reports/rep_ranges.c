/* Lines that did not run; see rep_ranges.h. */
#include "reports/rep_ranges.h"

#include <inttypes.h>

#include "base/cc_sort.h"

bool rep_next_range(cov_line *const *lines, uint32_t count, uint32_t *at, rep_range *out) {
    while (*at < count && lines[*at]->hits > 0) {
        ++*at;
    }
    if (*at == count) {
        return false;
    }
    out->first = lines[*at]->number;
    while (*at < count && lines[*at]->hits == 0) {
        out->last = lines[(*at)++]->number;
    }
    return true;
}

/* Returns the end of the range of changed lines that contains this line. */
static uint32_t end_of_change(const patch_file *change, uint32_t line) {
    uint32_t low = 0;
    uint32_t high = change->added_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (change->added[middle].last < line) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < change->added_count ? change->added[low].last : line;
}

bool rep_next_changed(const patch_covered *c, uint32_t *at, rep_range *out) {
    while (*at < c->line_count && c->lines[*at]->hits > 0) {
        ++*at;
    }
    if (*at == c->line_count) {
        return false;
    }
    out->first = c->lines[*at]->number;
    uint32_t end = end_of_change(c->change, out->first);
    while (*at < c->line_count && c->lines[*at]->hits == 0 && c->lines[*at]->number <= end) {
        out->last = c->lines[(*at)++]->number;
    }
    return true;
}

/* Lists the targets of arms that were not taken; false when one target is not known. */
static bool put_targets(cc_buf *out, const cov_line *line) {
    bool is_known = true;
    for (uint32_t k = 0; k < line->branch_count; k++) {
        for (uint32_t a = 0; a < line->branches[k].arm_count; a++) {
            const cov_arm *arm = &line->branches[k].arms[a];
            is_known = is_known && (arm->is_taken || arm->line != 0);
        }
    }
    const char *separator = "";
    for (uint32_t k = 0; is_known && k < line->branch_count; k++) {
        for (uint32_t a = 0; a < line->branches[k].arm_count; a++) {
            const cov_arm *arm = &line->branches[k].arms[a];
            if (!arm->is_taken) {
                cc_buf_printf(out, "%s%" PRIu32 "->%" PRIu32, separator, line->number, arm->line);
                separator = ", ";
            }
        }
    }
    return is_known;
}

static void put_partial(cc_buf *out, const cov_line *line) {
    if (line->arms_taken == line->arm_count) {
        cc_buf_printf(out, "%" PRIu32 " in part", line->number);
    } else if (!put_targets(out, line)) {
        cc_buf_printf(out, "%" PRIu32 " %" PRIu32 "/%" PRIu32, line->number, line->arms_taken,
                      line->arm_count);
    }
}

void rep_put_missing(cc_buf *out, cov_line *const *lines, uint32_t count) {
    const char *separator = "";
    for (uint32_t at = 0; at < count;) {
        cov_state state = cov_line_state(lines[at]);
        rep_range range;
        if (state == COV_LINE_COVERED) {
            at++;
            continue;
        }
        cc_buf_puts(out, separator);
        separator = ", ";
        if (state == COV_LINE_PARTIAL) {
            put_partial(out, lines[at++]);
        } else if (rep_next_range(lines, count, &at, &range)) {
            cc_buf_printf(out, range.first == range.last ? "%" PRIu32 : "%" PRIu32 "-%" PRIu32,
                          range.first, range.last);
        }
    }
}

cc_str rep_cut_missing(cc_str text, size_t most, bool *is_cut) {
    *is_cut = text.len > most;
    if (*is_cut) {
        text.len = most;
        while (text.len > 0 && text.s[text.len] != ',') {
            text.len--;
        }
    }
    return text;
}

int rep_compare_missed(const cov_totals *a, const cov_totals *b) {
    uint64_t left = a->lines_valid - a->lines_covered;
    uint64_t right = b->lines_valid - b->lines_covered;
    if (left == right) {
        left = a->branches_valid - a->branches_covered;
        right = b->branches_valid - b->branches_covered;
    }
    return left == right ? 0 : left > right ? -1 : 1;
}

static int compare_worst(const void *a, const void *b) {
    const rep_worst *x = a;
    const rep_worst *y = b;
    int order = rep_compare_missed(&x->totals, &y->totals);
    return order != 0 ? order : cc_str_cmp(x->file->path, y->file->path);
}

void rep_find_worst(const cov_model *model, cc_arena *arena, rep_worst **out, uint32_t *count) {
    rep_worst *all = *out = CC_NEW_ARRAY(arena, rep_worst, model->file_count);
    *count = 0;
    for (uint32_t i = 0; i < model->file_count; i++) {
        const cov_file *file = &model->files[i];
        cov_totals t = cov_lines_totals(file->lines, file->line_count);
        if (t.lines_covered < t.lines_valid || t.branches_covered < t.branches_valid) {
            all[(*count)++] = (rep_worst){file, t};
        }
    }
    cc_sort(all, *count, sizeof *all, compare_worst);
}
