/* Lines of a source file, and pieces of it by line and column; see rep_source.h. */
#include "reports/rep_source.h"

#include <string.h>

#include "base/cc_utf.h"

static rep_language language_of(cc_str path) {
    static const struct {
        const char *ending;
        rep_language language;
    } rows[] = {{".cs", REP_LANGUAGE_CSHARP},     {".razor", REP_LANGUAGE_CSHARP},
                {".cshtml", REP_LANGUAGE_CSHARP}, {".fs", REP_LANGUAGE_FSHARP},
                {".fsx", REP_LANGUAGE_FSHARP},    {".vb", REP_LANGUAGE_VB}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (cc_str_ends(path, rows[i].ending)) {
            return rows[i].language;
        }
    }
    return REP_LANGUAGE_OTHER;
}

static cc_str without_mark(cc_str text) {
    static const char mark[] = "\xEF\xBB\xBF";
    return cc_str_starts(text, mark) ? (cc_str){text.s + 3, text.len - 3} : text;
}

/* Length of the line that the text begins with, and of the line with its end. */
static size_t line_length(cc_str text, size_t *whole) {
    const char *end = memchr(text.s, '\n', text.len);
    size_t length = end == NULL ? text.len : (size_t)(end - text.s);
    *whole = end == NULL ? length : length + 1;
    return length > 0 && text.s[length - 1] == '\r' ? length - 1 : length;
}

static uint32_t count_lines(cc_str text) {
    uint32_t count = text.len > 0 ? 1 : 0;
    for (size_t i = 0; i < text.len; i++) {
        count += text.s[i] == '\n' ? 1 : 0;
    }
    return count;
}

cc_err rep_source_open(rep_source *out, cc_str text, cc_str path, cc_arena *arena) {
    *out = (rep_source){.language = language_of(path)};
    text = without_mark(text);
    if (text.len == 0 || memchr(text.s, 0, text.len) != NULL) {
        return CC_OK;
    }
    uint32_t count = count_lines(text);
    out->lines = CC_NEW_ARRAY(arena, cc_str, count);
    if (out->lines == NULL) {
        return cc_fail(CC_E_NOMEM, "out of memory for a source file");
    }
    while (out->line_count < count) {
        size_t whole = 0;
        size_t length = line_length(text, &whole);
        out->lines[out->line_count++] = (cc_str){text.s, length};
        text = (cc_str){text.s + whole, text.len - whole};
    }
    return CC_OK;
}

cc_str rep_source_line(const rep_source *s, uint32_t number) {
    return number > 0 && number <= s->line_count ? s->lines[number - 1] : (cc_str){"", 0};
}

/* The place of a column in its line; NULL when the line is shorter. */
static const char *place_of(cc_str line, uint32_t column) {
    uint32_t units = 1;
    uint32_t code = 0;
    while (units < column && cc_utf8_next(&line, &code)) {
        units += code > 0xFFFF ? 2 : 1;
    }
    return units == column ? line.s : NULL;
}

bool rep_source_span(const rep_source *s, const cov_span *span, cc_str *out) {
    if (span->start_line == 0 || span->end_line < span->start_line ||
        span->end_line > s->line_count) {
        return false;
    }
    const char *start = place_of(s->lines[span->start_line - 1], span->start_column);
    const char *end = place_of(s->lines[span->end_line - 1], span->end_column);
    if (start == NULL || end == NULL || end < start) {
        return false;
    }
    *out = (cc_str){start, (size_t)(end - start)};
    return true;
}
