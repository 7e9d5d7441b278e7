/* The text of a line, with its missed part; sentences about arms; see html_source.h. */
#include <inttypes.h>
#include <string.h>

#include "base/cc_utf.h"
#include "reports/html/html_escape.h"
#include "reports/html/html_source.h"

enum { MOST_BYTES = 10000 }; /* maximum number of shown bytes of a line */

/* --- which part ------------------------------------------------------------------------------- */

void html_code_begin(html_source *s, uint32_t number) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->active_count; i++) {
        if (s->active[i]->span.end_line >= number) {
            s->active[kept++] = s->active[i];
        }
    }
    while (s->next_spot < s->spot_count && s->spots[s->next_spot].span.start_line <= number) {
        s->active[kept++] = &s->spots[s->next_spot++];
    }
    s->active_count = kept;
}

/* Returns the first byte of a column; columns count UTF-16 units from 1. */
static size_t offset_of(cc_str line, uint32_t column) {
    cc_str rest = line;
    uint32_t units = 1;
    uint32_t code = 0;
    while (units < column && cc_utf8_next(&rest, &code)) {
        units += code > 0xFFFF ? 2 : 1;
    }
    return line.len - rest.len;
}

/* Sets, by byte, 1 where the innermost point did not run. */
static void find_missed(const html_source *s, uint32_t number, cc_str line, uint8_t *is_missed) {
    for (uint32_t i = 0; i < s->active_count; i++) {
        const cov_span *span = &s->active[i]->span;
        size_t start = span->start_line == number ? offset_of(line, span->start_column) : 0;
        size_t end = span->end_line == number ? offset_of(line, span->end_column) : line.len;
        if (end > start) {
            memset(is_missed + start, s->active[i]->hits == 0 ? 1 : 0, end - start);
        }
    }
}

/* --- text ------------------------------------------------------------------------------------- */

static void put_marked(cc_buf *out, cc_str text) {
    cc_str inner = cc_str_trim(text);
    if (inner.len == 0) {
        html_text(out, text);
        return;
    }
    html_text(out, (cc_str){text.s, (size_t)(inner.s - text.s)});
    cc_buf_puts(out, "<mark>");
    html_text(out, inner);
    cc_buf_puts(out, "</mark>");
    html_text(out,
              (cc_str){inner.s + inner.len, text.len - inner.len - (size_t)(inner.s - text.s)});
}

static void put_parts(cc_buf *out, cc_str text, const uint8_t *is_missed) {
    size_t start = 0;
    for (size_t i = 1; i <= text.len; i++) {
        if (i < text.len && is_missed[i] == is_missed[start]) {
            continue;
        }
        cc_str part = {text.s + start, i - start};
        if (is_missed[start] != 0) {
            put_marked(out, part);
        } else {
            html_text(out, part);
        }
        start = i;
    }
}

/* Returns at most MOST_BYTES bytes, not cut within a character. */
static cc_str shown_of(cc_str text) {
    size_t len = text.len;
    if (len > MOST_BYTES) {
        len = MOST_BYTES;
        while (len > MOST_BYTES - 4 && ((unsigned char)text.s[len] & 0xC0) == 0x80) {
            len--;
        }
    }
    return (cc_str){text.s, len};
}

void html_code(cc_buf *out, html_source *s, uint32_t number, const cov_line *line) {
    cc_str whole = src_text_line(&s->text, number);
    cc_str text = shown_of(whole);
    if (line != NULL && html_ran_in_part(line) && s->active_count > 0) {
        uint8_t is_missed[MOST_BYTES] = {0};
        find_missed(s, number, text, is_missed);
        put_parts(out, text, is_missed);
    } else {
        html_text(out, text);
    }
    if (text.len < whole.len) {
        cc_buf_printf(out, "<i class=\"cut\">and %zu more bytes</i>", whole.len - text.len);
    }
}

/* --- sentences -------------------------------------------------------------------------------- */

/* The page has a row for the line. */
static bool has_row(const html_source *s, cc_str digits) {
    uint64_t number = 0;
    for (size_t i = 0; i < digits.len && number <= UINT32_MAX; i++) {
        number = number * 10 + (uint64_t)(digits.s[i] - '0');
    }
    return number > 0 && number <= UINT32_MAX &&
           (number <= s->in_text || cov_file_line(s->file->file, (uint32_t)number) != NULL);
}

/* Appends clrcov's own words: "line 12" becomes a link. */
static void put_words(cc_buf *out, const html_source *s, cc_str text) {
    static const char word[] = "line ";
    enum { WORD = sizeof word - 1 };
    size_t start = 0;
    for (size_t i = 0; i + WORD < text.len; i++) {
        size_t end = i + WORD;
        while (end < text.len && text.s[end] >= '0' && text.s[end] <= '9') {
            end++;
        }
        cc_str digits = {text.s + i + WORD, end - i - WORD};
        if (memcmp(text.s + i, word, WORD) != 0 || !has_row(s, digits)) {
            continue;
        }
        html_text(out, (cc_str){text.s + start, i - start});
        cc_buf_printf(out, "<a href=\"#%sL%.*s\">", s->site->is_single ? s->file->page : "",
                      (int)digits.len, digits.s);
        html_text(out, (cc_str){text.s + i, end - i});
        cc_buf_puts(out, "</a>");
        start = end;
        i = end - 1;
    }
    html_text(out, (cc_str){text.s + start, text.len - start});
}

void html_sentence(cc_buf *out, const html_source *s, cc_str sentence) {
    bool is_code = false;
    while (sentence.len > 0) {
        const char *quote = memchr(sentence.s, '`', sentence.len);
        cc_str part = {sentence.s, quote == NULL ? sentence.len : (size_t)(quote - sentence.s)};
        if (is_code && part.len > 0) {
            cc_buf_puts(out, "<code>");
            html_text(out, part);
            cc_buf_puts(out, "</code>");
        } else {
            put_words(out, s, part);
        }
        size_t used = quote == NULL ? part.len : part.len + 1;
        sentence = (cc_str){sentence.s + used, sentence.len - used};
        is_code = !is_code;
    }
}
