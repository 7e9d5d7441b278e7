/* A source file with what is told of its lines; see html_source.h. */
#include "reports/html/html_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/cc_sort.h"
#include "base/cc_utf.h"

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory for a source file");
}

/* --- text ------------------------------------------------------------------------------------- */

/* UTF-16 with its byte order mark. */
static void convert(html_source *s, cc_span bytes) {
    bool is_little = bytes.data[0] == 0xFF;
    size_t count = bytes.len / 2 - 1;
    uint16_t *units = CC_NEW_ARRAY(s->arena, uint16_t, count);
    for (size_t i = 0; units != NULL && i < count; i++) {
        const uint8_t *at = bytes.data + 2 * (i + 1);
        units[i] = (uint16_t)(is_little ? at[0] | at[1] << 8 : at[1] | at[0] << 8);
    }
    if (units != NULL) {
        cc_utf16_to_utf8(units, count, &s->converted);
    }
}

static bool is_utf16(cc_span bytes) {
    return bytes.len >= 2 && ((bytes.data[0] == 0xFF && bytes.data[1] == 0xFE) ||
                              (bytes.data[0] == 0xFE && bytes.data[1] == 0xFF));
}

static bool map_file(html_source *s) {
    cc_str root = s->site->model->root;
    cc_str path = s->file->file->path;
    bool is_absolute = path.len > 0 && path.s[0] == '/';
    const char *full = is_absolute ? cc_arena_strdup(s->arena, path)
                                   : cc_arena_printf(s->arena, "%.*s/%.*s", (int)root.len, root.s,
                                                     (int)path.len, path.s);
    s->is_mapped = full != NULL && cc_file_look(&s->mapped, full) == CC_OK;
    return s->is_mapped;
}

/* The file; where it is gone, or another text, what the compiler embedded of it. */
static cc_span read_bytes(html_source *s) {
    const cov_file *file = s->file->file;
    cc_span text = {NULL, 0};
    if (map_file(s) && !file->is_changed) {
        return s->mapped.bytes;
    }
    s->is_embedded = cov_embedded(file->embedded, file->checksum, s->arena, &text);
    s->is_other = file->is_changed && !s->is_embedded;
    return s->is_embedded ? text : s->is_mapped ? s->mapped.bytes : text;
}

static cc_str read_text(html_source *s) {
    cc_span bytes = read_bytes(s);
    if (is_utf16(bytes)) {
        convert(s, bytes);
        return cc_buf_str(&s->converted);
    }
    return bytes.len == 0 ? (cc_str){"", 0} : (cc_str){(const char *)bytes.data, bytes.len};
}

/* --- parts of lines --------------------------------------------------------------------------- */

bool html_ran_in_part(const cov_line *line) {
    return line->hits > 0 && line->points_hit < line->point_count;
}

/* By line, how many lines before it ran in part; NULL: none did. */
static uint32_t *count_parts(const html_source *s, uint32_t last, bool *is_any) {
    const cov_file *file = s->file->file;
    uint32_t *before = CC_NEW_ARRAY(s->arena, uint32_t, (size_t)last + 2);
    *is_any = false;
    for (uint32_t i = 0; before != NULL && i < file->line_count; i++) {
        if (html_ran_in_part(file->lines[i])) {
            before[file->lines[i]->number + 1] = 1;
            *is_any = true;
        }
    }
    for (uint32_t i = 1; before != NULL && i < last + 2; i++) {
        before[i] += before[i - 1];
    }
    return before;
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

static void each_spot(html_source *s, const uint32_t *before, uint32_t last, visit_spot *visit) {
    uint32_t index = (uint32_t)(s->file - s->site->files);
    s->spot_count = 0;
    for (uint32_t c = s->site->by.first[index]; c < s->site->by.first[index + 1]; c++) {
        const cov_class *cls = s->site->by.classes[c];
        for (uint32_t m = 0; m < cls->method_count; m++) {
            for (uint32_t i = 0; i < cls->methods[m].spot_count; i++) {
                const cov_spot *spot = &cls->methods[m].spots[i];
                uint32_t end = spot->span.end_line < last ? spot->span.end_line : last;
                if (spot->span.start_line <= end &&
                    before[end + 1] > before[spot->span.start_line]) {
                    visit(s, spot);
                }
            }
        }
    }
}

/* Keeps those on lines that ran in part. */
static cc_err find_spots(html_source *s) {
    const cov_file *file = s->file->file;
    uint32_t last = file->line_count == 0 ? 0 : file->lines[file->line_count - 1]->number;
    bool is_any;
    const uint32_t *before = count_parts(s, last, &is_any);
    if (before == NULL) {
        return no_memory();
    }
    if (!is_any || s->is_other) {
        return CC_OK;
    }
    each_spot(s, before, last, count_spot);
    s->spots = CC_NEW_ARRAY(s->arena, cov_spot, s->spot_count);
    s->active = CC_NEW_ARRAY(s->arena, const cov_spot *, s->spot_count);
    if (s->spots == NULL || s->active == NULL) {
        s->spot_count = 0;
        return no_memory();
    }
    each_spot(s, before, last, keep_spot);
    if (s->spot_count > 1) {
        cc_sort(s->spots, s->spot_count, sizeof(cov_spot), compare_spots);
    }
    return CC_OK;
}

/* --- reasons ---------------------------------------------------------------------------------- */

static bool is_in(const cov_fact *fact) {
    return fact->reason == CTR_MEASURED || fact->reason == CTR_REASON_NEVER_LOADED;
}

static bool has_news(const html_file *file) {
    for (uint32_t i = 0; i < file->fact_count; i++) {
        if (!is_in(file->facts[i]) || file->facts[i]->detail.len > 0) {
            return true;
        }
    }
    return false;
}

/* The innermost member around a line decides. */
static cc_err spread_facts(html_source *s) {
    if (!has_news(s->file)) {
        return CC_OK;
    }
    s->facts = CC_NEW_ARRAY(s->arena, const cov_fact *, (size_t)s->line_count + 1);
    if (s->facts == NULL) {
        return no_memory();
    }
    for (uint32_t i = 0; i < s->file->fact_count; i++) {
        const cov_fact *fact = s->file->facts[i];
        bool is_told = !is_in(fact) || fact->detail.len > 0;
        for (uint32_t k = fact->first_line; k <= fact->last_line && k <= s->line_count; k++) {
            s->facts[k] = is_told ? fact : NULL;
        }
    }
    return CC_OK;
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

/* Behind the last line break there is no line. */
static uint32_t lines_of(const src_text *text) {
    uint32_t count = text->line_count;
    return count > 0 && text->lines[count - 1].len == 0 ? count - 1 : count;
}

cc_err html_source_open(html_source *out, const html_site *site, const html_file *file) {
    *out = (html_source){.site = site, .file = file, .arena = cc_arena_new()};
    if (out->arena == NULL) {
        return no_memory();
    }
    const cov_file *f = file->file;
    cc_str text = read_text(out);
    CC_TRY(src_text_open(&out->text, text, src_language_of(f->path), out->arena));
    uint32_t last = f->line_count == 0 ? 0 : f->lines[f->line_count - 1]->number;
    uint32_t in_text = lines_of(&out->text);
    out->line_count = in_text > last ? in_text : last;
    if (needs_words(f)) {
        out->has_words = true;
        CC_TRY(rep_words_open(&out->words, f, out->is_other ? (cc_str){"", 0} : text));
    }
    CC_TRY(find_spots(out));
    return spread_facts(out);
}

void html_source_close(html_source *s) {
    if (s->has_words) {
        rep_words_close(&s->words);
    }
    if (s->is_mapped) {
        cc_file_unmap(&s->mapped);
    }
    cc_buf_free(&s->converted);
    cc_arena_free(s->arena);
}
