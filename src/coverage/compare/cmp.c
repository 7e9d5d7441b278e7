/* See cmp.h. */
#include "coverage/compare/cmp.h"

#include "base/cc_list.h"
#include "base/cc_sort.h"

/* --- lines -------------------------------------------------------------------------------------- */

/* A part of a whole; where there is nothing to reach, everything was reached. */
typedef struct fraction {
    uint64_t part, whole;
} fraction;

static fraction fraction_of(uint32_t part, uint32_t whole) {
    return whole == 0 ? (fraction){1, 1} : (fraction){part, whole};
}

static int compare_fractions(fraction a, fraction b) {
    uint64_t left = a.part * b.whole;
    uint64_t right = b.part * a.whole;
    return (left > right) - (left < right);
}

int cmp_lines(const cov_line *before, const cov_line *after) {
    int states = (int)cov_line_state(after) - (int)cov_line_state(before);
    int arms = compare_fractions(fraction_of(after->arms_taken, after->arm_count),
                                 fraction_of(before->arms_taken, before->arm_count));
    int points = compare_fractions(fraction_of(after->points_hit, after->point_count),
                                   fraction_of(before->points_hit, before->point_count));
    return states != 0 ? states : arms != 0 ? arms : points;
}

/* --- files ------------------------------------------------------------------------------------ */

typedef struct comparing {
    const cov_model *before, *after;
    cc_list files; /* cmp_file */
    cc_arena *arena;
} comparing;

/* The texts differ. When one report does not know its text (a report of another tool), the function
 * assumes equal line numbers. */
static bool is_other_text(const cov_file *a, const cov_file *b) {
    return a->checksum.len > 0 && b->checksum.len > 0 && !cc_span_eq(a->checksum, b->checksum);
}

static void add_line(cmp_file *file, const cmp_line *line) {
    int change = cmp_lines(line->before, line->after);
    if (change < 0) {
        file->worse[file->worse_count++] = *line;
    } else if (change > 0) {
        file->better[file->better_count++] = *line;
    }
}

/* Compares the lines that both files have; both lists are by number. */
static void compare_lines(cmp_file *file, cc_arena *arena) {
    const cov_file *a = file->before;
    const cov_file *b = file->after;
    uint32_t most = a->line_count < b->line_count ? a->line_count : b->line_count;
    file->worse = CC_NEW_ARRAY(arena, cmp_line, most);
    file->better = CC_NEW_ARRAY(arena, cmp_line, most);
    for (uint32_t i = 0, k = 0; i < a->line_count && k < b->line_count;) {
        const cmp_line line = {a->lines[i], b->lines[k]};
        if (line.before->number == line.after->number) {
            add_line(file, &line);
        }
        i += line.before->number <= line.after->number ? 1 : 0;
        k += line.after->number <= line.before->number ? 1 : 0;
    }
}

static bool have_same_figures(const cov_totals *a, const cov_totals *b) {
    return a->lines_valid == b->lines_valid && a->lines_covered == b->lines_covered &&
           a->branches_valid == b->branches_valid && a->branches_covered == b->branches_covered;
}

/* Adds a pair of files, of which one may be NULL. */
static void add_file(comparing *c, const cov_file *before, const cov_file *after) {
    cmp_file *file = CC_NEW(c->arena, cmp_file);
    *file = (cmp_file){
        .path = after != NULL ? after->path : before->path, .before = before, .after = after};
    if (before != NULL) {
        file->from = cov_lines_totals(before->lines, before->line_count);
    }
    if (after != NULL) {
        file->to = cov_lines_totals(after->lines, after->line_count);
    }
    if (before != NULL && after != NULL) {
        file->is_other_text = is_other_text(before, after);
        if (!file->is_other_text) {
            compare_lines(file, c->arena);
        }
    }
    bool is_in_both = before != NULL && after != NULL;
    bool is_same = is_in_both && !file->is_other_text && file->worse_count == 0 &&
                   file->better_count == 0 && have_same_figures(&file->from, &file->to);
    if (!is_same) {
        cc_list_add(&c->files, file);
    }
}

/* Pairs the files; both lists are by path. */
static void add_files(comparing *c) {
    const cov_model *a = c->before;
    const cov_model *b = c->after;
    for (uint32_t i = 0, k = 0; i < a->file_count || k < b->file_count;) {
        int order = i == a->file_count   ? 1
                    : k == b->file_count ? -1
                                         : cc_str_cmp(a->files[i].path, b->files[k].path);
        add_file(c, order <= 0 ? &a->files[i] : NULL, order >= 0 ? &b->files[k] : NULL);
        i += order <= 0 ? 1 : 0;
        k += order >= 0 ? 1 : 0;
    }
}

static int compare_files(const void *a, const void *b) {
    const cmp_file *x = a;
    const cmp_file *y = b;
    if (x->worse_count != y->worse_count) {
        return x->worse_count > y->worse_count ? -1 : 1;
    }
    return cc_str_cmp(x->path, y->path);
}

cmp_result cmp_reports(const cov_model *before, const cov_model *after, cc_arena *arena) {
    comparing c = {.before = before, .after = after, .files = {.arena = arena}, .arena = arena};
    cmp_result out = {.before = before, .after = after};
    add_files(&c);
    out.files = CC_NEW_ARRAY(arena, cmp_file, c.files.count);
    for (uint32_t i = 0; i < c.files.count; i++) {
        const cmp_file *file = c.files.items[i];
        out.files[out.file_count++] = *file;
        out.worse_count += file->worse_count;
        out.better_count += file->better_count;
    }
    cc_sort(out.files, out.file_count, sizeof *out.files, compare_files);
    return out;
}

/* --- as if nothing had run -------------------------------------------------------------------- */

static void put_lines(cov_file *file, cc_arena *arena) {
    cov_line *lines = CC_NEW_ARRAY(arena, cov_line, file->line_count);
    cov_line **by_number = CC_NEW_ARRAY(arena, cov_line *, file->line_count);
    for (uint32_t i = 0; i < file->line_count; i++) {
        const cov_line *line = file->lines[i];
        lines[i] = (cov_line){
            .number = line->number, .point_count = line->point_count, .arm_count = line->arm_count};
        by_number[i] = &lines[i];
    }
    file->lines = by_number;
}

cov_model *cmp_nothing_ran(const cov_model *model, cc_arena *arena) {
    cov_model *out = CC_NEW(arena, cov_model);
    cov_file *files = CC_NEW_ARRAY(arena, cov_file, model->file_count);
    for (uint32_t i = 0; i < model->file_count; i++) {
        files[i] = model->files[i];
        put_lines(&files[i], arena);
    }
    *out = (cov_model){.files = files, .file_count = model->file_count};
    return out;
}
