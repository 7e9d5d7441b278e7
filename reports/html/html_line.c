/* The lines of a source file as rows of tables: number, hits, text; after a line the sentences
 * about it; see html_source.h. The classes of rows: c covered, p partial, m missed, x left out; d
 * changed, l lost, f new in live pages; w a sentence, n a note. */
#include <inttypes.h>
#include <stdio.h>

#include "reports/html/html_escape.h"
#include "reports/html/html_source.h"

enum { PART = 500 }; /* lines of one table: a browser lays out only visible tables */

/* --- what a line is --------------------------------------------------------------------------- */

static bool is_changed(const html_source *s, uint32_t number) {
    const patch_covered *c = s->file->changed;
    for (uint32_t i = 0; c != NULL && i < c->change->added_count; i++) {
        if (number <= c->change->added[i].last) {
            return number >= c->change->added[i].first;
        }
    }
    return false;
}

static bool is_lost(const html_source *s, const cov_line *line) {
    const patch_cover *p = s->site->in->patch;
    uint32_t low = 0;
    uint32_t high = p == NULL || line == NULL ? 0 : p->lost_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const patch_lost *lost = &p->lost[middle];
        int order = lost->file == s->file->file
                        ? (lost->line->number > line->number) - (lost->line->number < line->number)
                        : cc_str_cmp(lost->file->path, s->file->file->path);
        if (order == 0) {
            return true;
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return false;
}

/* Returns the reason for a line: why it is left out, or why it was not measured; "": none. */
typedef struct reason {
    cc_str text;
    const char *name; /* before the text */
    const void *of;   /* equal for lines with one common reason */
    bool is_out;
} reason;

static reason reason_of(const html_source *s, uint32_t number, const cov_line *line) {
    const mod_left_out_range *range = mod_left_out_of(s->file->file->left_out, number);
    const cov_fact *fact = s->facts == NULL || number > s->line_count ? NULL : s->facts[number];
    if (line == NULL && range != NULL) {
        return (reason){range->why, "", range, true};
    }
    if (fact == NULL) {
        return (reason){{"", 0}, "", NULL, false};
    }
    bool is_in = cov_fact_is_in(fact);
    if (is_in || line != NULL) {
        return (reason){is_in ? fact->detail : (cc_str){"", 0}, "", is_in ? fact : NULL, false};
    }
    return (reason){fact->detail, ctr_reason_name(fact->reason), fact, true};
}

/* --- rows ------------------------------------------------------------------------------------- */

static void put_class(cc_buf *out, const html_source *s, uint32_t number, const cov_line *line,
                      bool is_out) {
    static const char *const states[] = {
        [COV_LINE_MISSED] = "m", [COV_LINE_PARTIAL] = "p", [COV_LINE_COVERED] = "c"};
    const char *state = line != NULL ? states[cov_line_state(line)] : is_out ? "x" : "";
    bool is_new = line != NULL && html_is_new(s->file, line);
    const char *changed = is_new ? "f" : is_changed(s, number) ? "d" : is_lost(s, line) ? "l" : "";
    if (state[0] != '\0' || changed[0] != '\0') {
        cc_buf_printf(out, " class=\"%s%s%s\"", state,
                      state[0] != '\0' && changed[0] != '\0' ? " " : "", changed);
    }
}

/* Appends exact hits, and for a line with branches how many of them were taken. */
static void put_hits(cc_buf *out, const html_source *s, const cov_line *line) {
    if (line == NULL) {
        return;
    }
    html_who_number(out, s, s->next_line - 1); /* take_line() has just taken the line */
    if (s->site->model->hits == CTR_HITS_EXACT) {
        cc_buf_dec(out, line->hits);
    }
    if (line->arm_count > 0) {
        cc_buf_printf(out, "<small>%" PRIu32 "/%" PRIu32 "</small>", line->arms_taken,
                      line->arm_count);
    }
}

/* Appends, at the start of lines that did not run or ran in part, a link to the first one at the
 * server. */
static void put_host(cc_buf *out, html_source *s, uint32_t number, const cov_line *line) {
    cov_state before = s->last;
    const char *host = html_host(s->site, s->file->file);
    if (line == NULL) {
        return;
    }
    s->last = cov_line_state(line);
    if (host == NULL || s->last == COV_LINE_COVERED || s->last == before) {
        return;
    }
    cc_buf_puts(out, "<a class=\"at\" rel=\"noreferrer\" href=\"");
    html_host_address(out, s->site, s->file->file, number);
    cc_buf_printf(out, "\" aria-label=\"Line %" PRIu32 " at %s\"></a>", number, host);
}

static void put_note(cc_buf *out, const reason *why) {
    cc_buf_puts(out, "<tr class=\"n\"><td></td><td></td><td>");
    cc_buf_puts(out, why->is_out ? "Left out: " : "");
    cc_buf_puts(out, why->name);
    cc_buf_puts(out, why->name[0] != '\0' && why->text.len > 0 ? ": " : "");
    html_text(out, why->text);
    cc_buf_puts(out, "</td></tr>\n");
}

static void put_sentences(cc_buf *out, html_source *s, const cov_line *line) {
    cc_buf text = {0};
    bool is_wanted = line != NULL && line->hits > 0 && line->arms_taken < line->arm_count;
    for (uint32_t i = 0; is_wanted && i < line->branch_count; i++) {
        cc_buf_clear(&text);
        if (rep_words_branch(&s->words, line, i, &text)) {
            cc_buf_puts(out, "<tr class=\"w\"><td></td><td></td><td>");
            html_sentence(out, s, cc_buf_str(&text));
            cc_buf_puts(out, "</td></tr>\n");
        }
    }
    cc_buf_free(&text);
}

static void put_line(cc_buf *out, html_source *s, uint32_t number, const cov_line *line,
                     const reason *why) {
    const char *prefix = s->site->is_single ? s->file->page : "";
    char id[32];
    (void)snprintf(id, sizeof id, "%sL%" PRIu32, prefix, number);
    cc_buf_puts(out, "<tr id=\"");
    cc_buf_puts(out, id);
    cc_buf_putc(out, '"');
    put_class(out, s, number, line, why->is_out);
    cc_buf_puts(out, "><td><a href=\"#");
    cc_buf_puts(out, id);
    cc_buf_puts(out, "\">");
    cc_buf_dec(out, number);
    cc_buf_puts(out, "</a></td><td>");
    put_hits(out, s, line);
    put_host(out, s, number, line);
    cc_buf_puts(out, "</td><td>");
    html_code_begin(s, number);
    html_code(out, s, number, line);
    cc_buf_puts(out, "</td></tr>\n");
    put_sentences(out, s, line);
}

/* --- tables ----------------------------------------------------------------------------------- */

static void put_heading(cc_buf *out, const html_source *s, uint32_t first, uint32_t last) {
    cc_buf_printf(out,
                  "<div class=\"part\"><table class=\"code%s\">\n<caption>Lines %" PRIu32
                  " to %" PRIu32 "</caption>\n<thead><tr><th scope=\"col\">Line</th>"
                  "<th scope=\"col\">Hits</th><th scope=\"col\">Source</th></tr></thead>\n"
                  "<tbody>\n",
                  s->site->model->hits == CTR_HITS_EXACT ? " exact" : "", first, last);
}

/* Returns the line of the file with this number; callers ask in the order of lines. */
static const cov_line *take_line(html_source *s, uint32_t number) {
    const cov_file *file = s->file->file;
    bool is_there = s->next_line < file->line_count && file->lines[s->next_line]->number == number;
    return is_there ? file->lines[s->next_line++] : NULL;
}

/* The current part ends at a line that is not in it; the function does not write a part without
 * rows. */
static void open_part(cc_buf *out, const html_source *s, uint32_t number, uint32_t *part) {
    uint32_t wanted = (number - 1) / PART + 1;
    if (*part == wanted) {
        return;
    }
    if (*part != 0) {
        cc_buf_puts(out, "</tbody>\n</table></div>\n");
    }
    uint32_t first = (wanted - 1) * PART + 1;
    uint32_t last =
        s->line_count < first || s->line_count - first >= PART ? first + PART - 1 : s->line_count;
    put_heading(out, s, first, last);
    *part = wanted;
}

static void put_row(cc_buf *out, html_source *s, uint32_t number, uint32_t *part,
                    const void **told) {
    const cov_line *line = take_line(s, number);
    reason why = reason_of(s, number, line);
    bool is_noted = why.of != NULL && why.of != *told;
    bool is_row = line != NULL || number <= s->in_text;
    *told = why.of;
    if (is_noted || is_row) {
        open_part(out, s, number, part);
    }
    if (is_noted) {
        put_note(out, &why);
    }
    if (is_row) {
        put_line(out, s, number, line, &why);
    }
}

/* After the end of the text only lines with code are rows. */
void html_lines(cc_buf *out, html_source *s) {
    const cov_file *file = s->file->file;
    const void *told = NULL;
    uint32_t part = 0;
    for (uint32_t number = 1; number <= s->line_count; number++) {
        put_row(out, s, number, &part, &told);
    }
    while (s->next_line < file->line_count) {
        put_row(out, s, file->lines[s->next_line]->number, &part, &told);
    }
    if (part != 0) {
        cc_buf_puts(out, "</tbody>\n</table></div>\n");
    }
}
