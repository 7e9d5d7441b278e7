/* Sentences about arms that were not taken; see rep_words.h. */
#include "reports/rep_words.h"

#include <inttypes.h>
#include <string.h>

#include "reports/rep_operands.h"

enum {
    MAX_OPERANDS = 64,
    MAX_TEXT = 60,   /* maximum number of shown characters of an operand */
    MAX_TARGETS = 8, /* maximum number of named lines to which arms of a switch lead */
    LABEL_LINES = 3  /* number of lines before an arm's first statement in which the label may be */
};

cc_err rep_words_open(rep_words *w, const cov_file *file, cc_str text) {
    *w = (rep_words){.file = file, .arena = cc_arena_new()};
    cc_arena *scratch = cc_arena_new();
    cc_err err = src_text_open(&w->source, text, src_language_of(file->path), w->arena);
    w->scratch = scratch;
    return err;
}

void rep_words_close(rep_words *w) {
    cc_arena_free(w->scratch);
    cc_arena_free(w->arena);
}

/* --- text ------------------------------------------------------------------------------------- */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_inside_character(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Appends text up to MAX_TEXT characters in total; line breaks of literals become spaces. */
static void put_text(cc_buf *out, cc_str text, size_t *shown) {
    for (size_t i = 0; i < text.len && *shown <= MAX_TEXT; i++) {
        bool is_next = !is_inside_character(text.s[i]);
        *shown += is_next ? 1 : 0;
        if (*shown > MAX_TEXT) {
            cc_buf_puts(out, "...");
        } else {
            cc_buf_putc(out, is_space(text.s[i]) ? ' ' : text.s[i]);
        }
    }
}

/* Appends text in back quotes, without comments, with one space where the source has blanks or line
 * breaks. */
static void put_tokens(cc_buf *out, const src_token *tokens, uint32_t count) {
    size_t shown = 0;
    cc_buf_putc(out, '`');
    for (uint32_t i = 0; i < count; i++) {
        bool is_apart = i > 0 && tokens[i - 1].text.s + tokens[i - 1].text.len != tokens[i].text.s;
        put_text(out, is_apart ? CC_STR(" ") : CC_STR(""), &shown);
        put_text(out, tokens[i].text, &shown);
    }
    cc_buf_putc(out, '`');
}

/* The line has no other decision, and the operand begins on it: the sentence below the line is
 * unambiguous. */
static bool is_seen(const rep_words *w, const cov_line *line, const rep_operand *o) {
    cc_str text = src_text_line(&w->source, line->number);
    return w->is_beside && line->branch_count == 1 && o->tokens[0].text.s >= text.s &&
           o->tokens[0].text.s < text.s + text.len;
}

/* Beside its line the operand suffices, or is not needed. */
static void put_operand(cc_buf *out, const rep_words *w, const cov_line *line,
                        const rep_operand *o) {
    if (is_seen(w, line, o)) {
        cc_buf_puts(out, o->kind == REP_OPERAND_NULL ? "the value" : "the condition");
        return;
    }
    put_tokens(out, o->tokens, o->count);
    if (o->whole_count > o->count && !w->is_beside) {
        cc_buf_puts(out, " in ");
        put_tokens(out, o->whole, o->whole_count);
    }
}

/* --- which operand ---------------------------------------------------------------------------- */

static bool text_of(const src_text *source, const cov_span *span, cc_str *out) {
    src_place from = {span->start_line, span->start_column};
    src_place to = {span->end_line, span->end_column};
    return src_text_between(source, from, to, out);
}

static bool same_span(const cov_span *a, const cov_span *b) {
    return a->start_line == b->start_line && a->start_column == b->start_column &&
           a->end_line == b->end_line && a->end_column == b->end_column;
}

/* The branches of one sequence point are the conditions in its text, in order; the branches are
 * adjacent. */
static bool find_operand(rep_words *w, const cov_line *line, uint32_t index, rep_operand *out) {
    const cov_span *span = &line->branches[index].span;
    rep_operand all[MAX_OPERANDS];
    uint32_t first = index;
    uint32_t end = index;
    cc_str text;
    while (first > 0 && same_span(&line->branches[first - 1].span, span) &&
           index - first < MAX_OPERANDS) {
        first--;
    }
    while (end < line->branch_count && same_span(&line->branches[end].span, span) &&
           end - first <= MAX_OPERANDS) {
        end++;
    }
    for (uint32_t i = first; i < end; i++) {
        if (line->branches[i].arm_count != 2) {
            return false;
        }
    }
    uint32_t before = index - first;
    uint32_t count = end - first;
    if (count > MAX_OPERANDS || !text_of(&w->source, span, &text) ||
        !rep_operands_find(text, w->source.language, all, count, w->scratch)) {
        return false;
    }
    *out = all[before];
    return true;
}

/* --- sentences -------------------------------------------------------------------------------- */

/* Appends the consequence, when the line did not run from elsewhere either. */
static void put_target(const rep_words *w, const cov_arm *arm, cc_buf *out) {
    const cov_line *target = cov_file_line(w->file, arm->line);
    if (target != NULL && target->hits == 0) {
        cc_buf_printf(out, ", so line %" PRIu32 " did not run", arm->line);
    }
}

static void put_number(cc_buf *out, const rep_words *w, const cov_line *line, uint32_t index) {
    if (line->branch_count > 1) {
        cc_buf_printf(out, "%s %" PRIu32 " of %" PRIu32 ": ", w->is_beside ? "decision" : "branch",
                      index + 1, line->branch_count);
    }
}

static const char *unit_of(const rep_words *w) {
    return w->is_beside ? "branches" : "arms";
}

static void put_unnamed(cc_buf *out, const rep_words *w, const cov_line *line, uint32_t index,
                        uint32_t missed) {
    const cov_branch *b = &line->branches[index];
    put_number(out, w, line, index);
    cc_buf_printf(out, "%" PRIu32 " of %" PRIu32 " %s %s never taken", missed, b->arm_count,
                  unit_of(w), missed == 1 ? "was" : "were");
}

static const char *outcome(const rep_operand *o, bool is_holding) {
    switch (o->kind) {
    case REP_OPERAND_NULL:
        return is_holding ? " was always null" : " was never null";
    case REP_OPERAND_LOOP:
        return is_holding ? "the loop was never entered" : "the loop never came to its end";
    case REP_OPERAND_CONDITION:
        break;
    }
    return is_holding ? " was never true" : " was never false";
}

/* Appends the sentence for two arms of which one was not taken. */
static void put_named(const rep_words *w, const cov_line *line, const cov_branch *b,
                      const rep_operand *o, int sense, cc_buf *out) {
    uint32_t arm = b->arms[0].is_taken ? 1 : 0;
    if (o->kind != REP_OPERAND_LOOP) {
        put_operand(out, w, line, o);
    }
    cc_buf_puts(out, outcome(o, (arm == b->holds) == (sense > 0)));
    put_target(w, &b->arms[arm], out);
}

static void put_one_of_two(const rep_words *w, const cov_line *line, const cov_branch *b,
                           const rep_operand *o, cc_buf *out) {
    cc_buf_printf(out, "one of the two %s", unit_of(w));
    if (!is_seen(w, line, o)) {
        cc_buf_puts(out, " of ");
        put_operand(out, w, line, o);
    }
    cc_buf_puts(out, " was never taken");
    put_target(w, &b->arms[b->arms[0].is_taken ? 1 : 0], out);
}

static bool put_two(rep_words *w, const cov_line *line, uint32_t index, cc_buf *out) {
    const cov_branch *b = &line->branches[index];
    rep_operand operand;
    if (!find_operand(w, line, index, &operand)) {
        return false;
    }
    int sense = rep_operand_sense(&operand, w->source.language, b->test);
    if (sense != 0 && b->arms_taken > 0) {
        put_named(w, line, b, &operand, sense, out);
    } else if (operand.kind == REP_OPERAND_LOOP) {
        return false;
    } else if (b->arms_taken == 0) {
        put_operand(out, w, line, &operand);
        cc_buf_puts(out, " was never evaluated");
    } else {
        put_one_of_two(w, line, b, &operand, out);
    }
    return true;
}

/* --- switches --------------------------------------------------------------------------------- */

static bool is_label(cc_str line) {
    return cc_str_starts(line, "case ") || cc_str_starts(line, "default:") ||
           cc_str_starts(line, "Case ") || cc_str_starts(line, "| ");
}

/* Finds the label before an arm's first statement, at most up to its colon or arrow. */
static cc_str label_of(const rep_words *w, uint32_t number) {
    for (uint32_t i = 0; i < LABEL_LINES && i < number; i++) {
        cc_str line = cc_str_trim(src_text_line(&w->source, number - i));
        size_t end = 0;
        bool is_plain = is_label(line) && memchr(line.s, '?', line.len) == NULL;
        while (is_plain && end < line.len && line.s[end] != ':' &&
               !cc_str_starts((cc_str){line.s + end, line.len - end}, "->")) {
            end++;
        }
        if (end > 0) {
            return cc_str_trim((cc_str){line.s, end});
        }
    }
    return (cc_str){"", 0};
}

static void put_label(const rep_words *w, uint32_t line, cc_buf *out) {
    cc_str label = label_of(w, line);
    if (label.len > 0) {
        size_t shown = 0;
        cc_buf_puts(out, " (`");
        put_text(out, label, &shown);
        cc_buf_puts(out, "`)");
    }
}

/* Returns the first line after `line` to which an arm leads that was not taken; 0: there is none. */
static uint32_t next_target(const cov_branch *b, uint32_t line) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < b->arm_count; i++) {
        uint32_t target = b->arms[i].line;
        if (!b->arms[i].is_taken && target > line && (next == 0 || target < next)) {
            next = target;
        }
    }
    return next;
}

static uint32_t count_missed_to(const cov_branch *b, uint32_t line) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->arm_count; i++) {
        count += !b->arms[i].is_taken && b->arms[i].line == line ? 1 : 0;
    }
    return count;
}

static void put_many(rep_words *w, const cov_line *line, uint32_t index, cc_buf *out) {
    const cov_branch *b = &line->branches[index];
    uint32_t missed = b->arm_count - b->arms_taken;
    uint32_t named = 0;
    uint32_t target = next_target(b, 0);
    put_unnamed(out, w, line, index, missed);
    for (uint32_t i = 0; i < MAX_TARGETS && target != 0; i++) {
        uint32_t count = count_missed_to(b, target);
        cc_buf_puts(out, i == 0 ? ": " : ", ");
        if (count > 1) {
            cc_buf_printf(out, "%" PRIu32 " to ", count);
        }
        cc_buf_printf(out, "line %" PRIu32, target);
        put_label(w, target, out);
        named += count;
        target = next_target(b, target);
    }
    if (named > 0 && named < missed) {
        cc_buf_printf(out, ", and %" PRIu32 " more", missed - named);
    }
}

bool rep_words_branch(rep_words *w, const cov_line *line, uint32_t index, cc_buf *out) {
    const cov_branch *b = &line->branches[index];
    if (b->arms_taken == b->arm_count) {
        return false;
    }
    cc_arena_reset(w->scratch);
    if (b->arm_count != 2 || !put_two(w, line, index, out)) {
        put_many(w, line, index, out);
    }
    return true;
}
