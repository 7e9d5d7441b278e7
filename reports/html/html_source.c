/* A source file with the reasons for its lines; see html_source.h. */
#include "reports/html/html_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_sort.h"
#include "source/src_lines.h"

/* --- text ------------------------------------------------------------------------------------- */

static cc_str read_text(html_source *s) {
    cov_text_open(&s->found, s->site->model->root, s->file->file, s->arena);
    cc_span bytes = s->found.bytes;
    return bytes.len == 0 ? (cc_str){"", 0} : (cc_str){(const char *)bytes.data, bytes.len};
}

/* --- parts of lines --------------------------------------------------------------------------- */

bool html_ran_in_part(const cov_line *line) {
    return line->hits > 0 && line->points_hit < line->point_count;
}

/* Lists the numbers of the lines that ran in part, in order; NULL: out of memory. */
static uint32_t *find_parts(const html_source *s, uint32_t *count) {
    const cov_file *file = s->file->file;
    uint32_t *numbers = CC_NEW_ARRAY(s->arena, uint32_t, file->line_count);
    *count = 0;
    for (uint32_t i = 0; numbers != NULL && i < file->line_count; i++) {
        if (html_ran_in_part(file->lines[i])) {
            numbers[(*count)++] = file->lines[i]->number;
        }
    }
    return numbers;
}

/* At least one of the numbers is from `first` to `last`. */
static bool has_between(const uint32_t *numbers, uint32_t count, uint32_t first, uint32_t last) {
    uint32_t low = 0;
    uint32_t high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (numbers[middle] < first) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && numbers[low] <= last;
}

static uint64_t place(uint32_t line, uint32_t column) {
    return ((uint64_t)line << 32) | column;
}

static int compare_spots(const void *a, const void *b) {
    const cov_span *x = &((const cov_spot *)a)->span;
    const cov_span *y = &((const cov_spot *)b)->span;
    uint64_t x_start = place(x->start_line, x->start_column);
    uint64_t y_start = place(y->start_line, y->start_column);
    uint64_t x_end = place(x->end_line, x->end_column);
    uint64_t y_end = place(y->end_line, y->end_column);
    return x_start != y_start ? (x_start < y_start ? -1 : 1) : (x_end < y_end) - (x_end > y_end);
}

typedef void visit_spot(html_source *s, const cov_spot *spot);

static void count_spot(html_source *s, const cov_spot *spot) {
    (void)spot;
    s->spot_count++;
}

static void keep_spot(html_source *s, const cov_spot *spot) {
    s->spots[s->spot_count++] = *spot;
}

/* Visits the points on lines that ran in part. */
static void each_spot(html_source *s, const uint32_t *parts, uint32_t count, visit_spot *visit) {
    uint32_t index = (uint32_t)(s->file - s->site->files);
    s->spot_count = 0;
    for (uint32_t c = s->site->by.first[index]; c < s->site->by.first[index + 1]; c++) {
        const cov_class *cls = s->site->by.classes[c];
        for (uint32_t m = 0; m < cls->method_count; m++) {
            for (uint32_t i = 0; i < cls->methods[m].spot_count; i++) {
                const cov_spot *spot = &cls->methods[m].spots[i];
                if (has_between(parts, count, spot->span.start_line, spot->span.end_line)) {
                    visit(s, spot);
                }
            }
        }
    }
}

static void find_spots(html_source *s) {
    uint32_t count = 0;
    const uint32_t *parts = find_parts(s, &count);
    if (count == 0 || s->found.kind == COV_TEXT_CHANGED) {
        return;
    }
    each_spot(s, parts, count, count_spot);
    s->spots = CC_NEW_ARRAY(s->arena, cov_spot, s->spot_count);
    s->active = CC_NEW_ARRAY(s->arena, const cov_spot *, s->spot_count);
    each_spot(s, parts, count, keep_spot);
    if (s->spot_count > 1) {
        cc_sort(s->spots, s->spot_count, sizeof(cov_spot), compare_spots);
    }
}

/* --- reasons ---------------------------------------------------------------------------------- */

static bool has_news(const html_file *file) {
    for (uint32_t i = 0; i < file->fact_count; i++) {
        if (!cov_fact_is_in(file->facts[i]) || file->facts[i]->detail.len > 0) {
            return true;
        }
    }
    return false;
}

/* Returns the next line from `line` on without a reason yet; next[i] leads towards it. */
static uint32_t next_free(uint32_t *next, uint32_t line) {
    while (next[line] != line) {
        next[line] = next[next[line]];
        line = next[line];
    }
    return line;
}

/* The innermost member around a line decides: the loop takes the last members first, and a line
 * gets one reason, however many members contain it. */
static void spread_facts(html_source *s) {
    if (!has_news(s->file)) {
        return;
    }
    s->facts = CC_NEW_ARRAY(s->arena, const cov_fact *, (size_t)s->line_count + 1);
    uint32_t *next = CC_NEW_ARRAY(s->arena, uint32_t, (size_t)s->line_count + 2);
    for (uint32_t line = 0; line < s->line_count + 2; line++) {
        next[line] = line;
    }
    for (uint32_t i = s->file->fact_count; i > 0; i--) {
        const cov_fact *fact = s->file->facts[i - 1];
        bool is_told = !cov_fact_is_in(fact) || fact->detail.len > 0;
        uint32_t last = fact->last_line < s->line_count ? fact->last_line : s->line_count;
        uint32_t first =
            fact->first_line < s->line_count + 1 ? fact->first_line : s->line_count + 1;
        for (uint32_t k = next_free(next, first); k <= last; k = next_free(next, k)) {
            s->facts[k] = is_told ? fact : NULL;
            next[k] = k + 1;
        }
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool needs_words(const cov_file *file) {
    for (uint32_t i = 0; i < file->line_count; i++) {
        const cov_line *line = file->lines[i];
        if (line->hits > 0 && line->arms_taken < line->arm_count) {
            return true;
        }
    }
    return false;
}

/* The last line break ends the last line. */
static uint32_t lines_of(const src_text *text) {
    uint32_t count = text->line_count;
    return count > 0 && text->lines[count - 1].len == 0 ? count - 1 : count;
}

cc_err html_source_open(html_source *out, const html_site *site, const html_file *file) {
    *out = (html_source){
        .site = site, .file = file, .arena = cc_arena_new(), .last = COV_LINE_COVERED};
    const cov_file *f = file->file;
    cc_str text = read_text(out);
    CC_TRY(src_text_open(&out->text, text, src_language_of(f->path), out->arena));
    uint32_t last = f->line_count == 0 ? 0 : f->lines[f->line_count - 1]->number;
    uint32_t in_text = out->in_text = lines_of(&out->text);
    last = last < SRC_MOST_LINES ? last : SRC_MOST_LINES;
    out->line_count = in_text > last ? in_text : last;
    if (needs_words(f)) {
        bool is_other = out->found.kind == COV_TEXT_CHANGED;
        out->has_words = true;
        CC_TRY(rep_words_open(&out->words, f, is_other ? (cc_str){"", 0} : text));
        out->words.is_beside = true;
    }
    find_spots(out);
    spread_facts(out);
    return CC_OK;
}

void html_source_close(html_source *s) {
    if (s->has_words) {
        rep_words_close(&s->words);
    }
    cov_text_close(&s->found);
    cc_arena_free(s->arena);
}
