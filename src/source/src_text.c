/* Lines, and the tokens around a place; see src_text.h. */
#include "source/src_text.h"

#include "base/cc_utf.h"
#include "source/src_block.h"
#include "source/src_bodies.h"
#include "source/src_internal.h"
#include "source/src_mapped.h"
#include "source/src_rules.h"

/* Distance of marks in bytes of a line, as far as tokens are that short. */
enum { MARK_BYTES = 1024 };

static cc_err no_memory(void) {
    return cc_fail(CC_E_NOMEM, "out of memory for a source file");
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Returns the length of the first line of the text, and of the line with its end. */
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

cc_err src_text_open(src_text *out, cc_str text, src_language language, cc_arena *arena) {
    text = cc_str_without_mark(text);
    *out = (src_text){.language = language, .text = {text.s, 0}};
    if (text.len == 0 || text.len > UINT32_MAX || memchr(text.s, 0, text.len) != NULL) {
        return CC_OK;
    }
    uint32_t count = count_lines(text);
    out->text = text;
    out->lines = CC_NEW_ARRAY(arena, cc_str, count);
    if (out->lines == NULL) {
        return no_memory();
    }
    while (out->line_count < count) {
        size_t whole = 0;
        size_t length = line_length(text, &whole);
        out->lines[out->line_count++] = (cc_str){text.s, length};
        text = (cc_str){text.s + whole, text.len - whole};
    }
    return CC_OK;
}

cc_str src_text_line(const src_text *text, uint32_t number) {
    return number > 0 && number <= text->line_count ? text->lines[number - 1] : (cc_str){"", 0};
}

/* Returns the byte of a column in its line; NULL when the line is shorter. */
static const char *byte_of(cc_str line, uint32_t column) {
    uint32_t units = 1;
    uint32_t code = 0;
    while (units < column && cc_utf8_next(&line, &code)) {
        units += code > 0xFFFF ? 2 : 1;
    }
    return units == column ? line.s : NULL;
}

bool src_text_between(const src_text *text, src_place from, src_place to, cc_str *out) {
    if (from.line == 0 || to.line < from.line || to.line > text->line_count) {
        return false;
    }
    const char *start = byte_of(text->lines[from.line - 1], from.column);
    const char *end = byte_of(text->lines[to.line - 1], to.column);
    if (start == NULL || end == NULL || end < start) {
        return false;
    }
    *out = (cc_str){start, (size_t)(end - start)};
    return true;
}

/* --- all tokens ------------------------------------------------------------------------------- */

static bool is_first_on_line(const src_text *text, const src_token *token) {
    uint32_t count = text->mark_count;
    return count == 0 || text->marks[count - 1].place.line != token->place.line;
}

static uint32_t most_marks(const src_text *text) {
    return text->line_count + (uint32_t)(text->text.len / MARK_BYTES) + 1;
}

static void note_mark(src_text *text, const src_token *token, uint32_t depth) {
    uint32_t at = (uint32_t)(token->text.s - text->text.s);
    uint32_t count = text->mark_count;
    if (is_first_on_line(text, token) || at - text->marks[count - 1].at >= MARK_BYTES) {
        text->marks[count] = (src_mark){token->place, at};
        if (text->depths != NULL) {
            text->depths[count] = depth;
        }
        text->mark_count++;
    }
}

/* A literal may span several lines. */
static void note_code(src_text *text, const src_token *token) {
    uint32_t line = token->place.line - 1;
    bool is_literal = token->kind == SRC_TOKEN_LITERAL;
    text->has_code[line] = true;
    for (size_t i = 0; is_literal && i < token->text.len; i++) {
        line += token->text.s[i] == '\n' ? 1 : 0;
        text->has_code[line] = true;
    }
}

/* Returns the number of lines that may define a symbol: `#define X` comes before the first token,
 * `#Const X = True` anywhere. */
static uint32_t defining_lines(const src_text *text) {
    src_scan scan = src_scan_begin(text->text, (src_place){1, 1}, text->language, NULL);
    src_token first;
    if (text->language == SRC_LANGUAGE_VB || !src_scan_next(&scan, &first)) {
        return text->line_count;
    }
    return first.place.line - 1;
}

static bool is_word(cc_str word, const char *expected) {
    return cc_str_eq_nocase(word, cc_strz(expected));
}

/* VB has the value of a symbol, C# nothing that counts. */
static cc_str symbol_of(const src_text *text, cc_str rest) {
    size_t length = 0;
    while (src_is_word_at(rest.s + length, rest.s + rest.len)) {
        length++;
    }
    return text->language == SRC_LANGUAGE_VB ? rest : (cc_str){rest.s, length};
}

/* Adds the symbol that the line defines. *depth: the conditions around the line. Returns false when
 * another build may not define it, or when the line removes one. */
static bool take_line(src_text *text, cc_str line, int *depth) {
    bool is_vb = text->language == SRC_LANGUAGE_VB;
    cc_str rest;
    cc_str word = src_directive_word(line, &rest);
    if (is_word(word, is_vb ? "Const" : "define")) {
        text->symbols.names[text->symbols.count++] = symbol_of(text, rest);
        return *depth == 0 || is_vb;
    }
    *depth += is_word(word, "if") ? 1 : 0;
    *depth -= is_word(word, "endif") && *depth > 0 ? 1 : 0;
    return !is_word(word, "undef");
}

/* Symbols that only some builds define, or that a line removes again, are not known. */
static cc_err add_defined(src_text *text, const src_symbols *symbols, cc_arena *arena) {
    uint32_t lines = defining_lines(text);
    int depth = 0;
    text->symbols = (src_symbols){.is_known = symbols->is_known};
    text->symbols.names = CC_NEW_ARRAY(arena, cc_str, symbols->count + lines);
    if (text->symbols.names == NULL) {
        return no_memory();
    }
    for (uint32_t i = 0; i < symbols->count; i++) {
        text->symbols.names[text->symbols.count++] = symbols->names[i];
    }
    for (uint32_t i = 0; i < lines; i++) {
        bool is_certain = take_line(text, text->lines[i], &depth);
        text->symbols.is_known = text->symbols.is_known && is_certain;
    }
    return CC_OK;
}

/* A scan may begin anywhere. So it knows which branches are compiled only if the value of each
 * condition is known. */
static bool has_unknown_condition(const src_text *text) {
    for (uint32_t line = 0; line < text->line_count; line++) {
        cc_str at = src_trim_start(text->lines[line]);
        if (cc_str_starts(at, "#") &&
            src_is_unknown_condition(at, text->language, &text->symbols)) {
            return true;
        }
    }
    return false;
}

/* Where the symbols are known, a scan needs no depth (src_leaves_branch). */
static bool make_depths(src_text *text, cc_arena *arena) {
    if (!text->symbols.is_known) {
        text->depths = CC_NEW_ARRAY(arena, uint32_t, most_marks(text));
    }
    return text->symbols.is_known || text->depths != NULL;
}

/* Languages without blocks have none. */
static bool end_blocks(src_text *text, src_blocks *blocks, cc_arena *arena) {
    return src_blocks_end(blocks, text) &&
           (text->language != SRC_LANGUAGE_CSHARP || src_mapped_find(text, arena));
}

cc_err src_text_scan(src_text *text, const src_symbols *symbols, cc_arena *arena) {
    static const src_symbols none;
    src_blocks blocks;
    src_rules rules = {.arena = arena, .blocks = {.arena = arena}, .rules = {.arena = arena}};
    src_bodies bodies = {.arena = arena, .bodies = {.arena = arena}};
    src_token token;
    CC_TRY(add_defined(text, symbols == NULL ? &none : symbols, arena));
    text->symbols.is_known = text->symbols.is_known && !has_unknown_condition(text);
    text->marks = CC_NEW_ARRAY(arena, src_mark, most_marks(text));
    text->has_code = CC_NEW_ARRAY(arena, bool, (size_t)text->line_count + 1);
    if (text->marks == NULL || text->has_code == NULL || !make_depths(text, arena)) {
        return no_memory();
    }
    src_blocks_begin(&blocks, arena);
    src_scan scan = src_scan_begin(text->text, (src_place){1, 1}, text->language, &text->symbols);
    while (src_scan_next(&scan, &token)) {
        note_mark(text, &token, scan.depth);
        note_code(text, &token);
        if (text->language == SRC_LANGUAGE_CSHARP) {
            src_blocks_take(&blocks, &token);
        } else if (text->language == SRC_LANGUAGE_FSHARP) {
            src_rules_take(&rules, &token);
            src_bodies_take(&bodies, &token);
        }
    }
    bool is_done = text->language == SRC_LANGUAGE_FSHARP
                       ? src_rules_end(&rules, text) && src_bodies_end(&bodies, text)
                       : end_blocks(text, &blocks, arena);
    return is_done ? CC_OK : no_memory();
}

/* --- questions -------------------------------------------------------------------------------- */

/* Returns the number of marks before the place. */
static uint32_t marks_before(const src_text *text, src_place place) {
    uint32_t low = 0;
    uint32_t high = text->mark_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (src_is_before(text->marks[middle].place, place)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static src_scan scan_at(const src_text *text, uint32_t number) {
    const src_mark *mark = &text->marks[number];
    cc_str rest = {text->text.s + mark->at, text->text.len - mark->at};
    src_scan scan = src_scan_begin(rest, mark->place, text->language, &text->symbols);
    scan.is_line_start = false; /* a token begins here, not a directive */
    scan.depth = text->depths != NULL ? text->depths[number] : 0;
    return scan;
}

static src_scan at_end(const src_text *text) {
    cc_str rest = {text->text.s + text->text.len, 0};
    return src_scan_begin(rest, (src_place){text->line_count + 1, 1}, text->language,
                          &text->symbols);
}

src_scan src_text_from(const src_text *text, src_place place) {
    src_token token;
    uint32_t after = marks_before(text, place);
    if (after == 0) {
        return text->mark_count == 0 ? at_end(text) : scan_at(text, 0);
    }
    src_scan next = scan_at(text, after - 1);
    src_scan found = next;
    while (src_scan_next(&next, &token) && src_is_before(token.place, place)) {
        found = next;
    }
    return found;
}

bool src_text_before(const src_text *text, src_place place, src_token *out) {
    src_token token;
    uint32_t before = marks_before(text, place);
    if (before == 0) {
        return false;
    }
    src_scan scan = scan_at(text, before - 1);
    while (src_scan_next(&scan, &token) && src_is_before(token.place, place)) {
        *out = token;
    }
    return true;
}

bool src_token_is_one_of(const src_text *text, const src_token *token, const char *const *words) {
    while (*words != NULL && !src_token_is(token, text->language, *words)) {
        words++;
    }
    return *words != NULL;
}

bool src_text_last_of(const src_text *text, src_place place, const char *const *words,
                      src_token *out) {
    src_token token;
    src_place end = place;
    bool is_found = false;
    for (uint32_t mark = marks_before(text, place); mark > 0 && !is_found; mark--) {
        src_scan scan = scan_at(text, mark - 1);
        while (src_scan_next(&scan, &token) && src_is_before(token.place, end)) {
            bool is_one = src_token_is_one_of(text, &token, words);
            *out = is_one ? token : *out;
            is_found = is_found || is_one;
        }
        end = text->marks[mark - 1].place;
    }
    return is_found;
}

bool src_text_has_code(const src_text *text, uint32_t line) {
    return line > 0 && line <= text->line_count && text->has_code[line - 1];
}

bool src_text_is_mapped(const src_text *text, uint32_t line) {
    return text->is_mapped != NULL && line > 0 && line <= text->line_count &&
           text->is_mapped[line - 1];
}

/* --- blocks and rules ------------------------------------------------------------------------- */

const src_block *src_text_around(const src_text *text, const src_block *block) {
    return block->around == UINT32_MAX ? NULL : &text->blocks[block->around];
}

uint32_t src_text_block_from(const src_text *text, src_place place) {
    uint32_t low = 0;
    uint32_t high = text->block_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (src_is_before(text->blocks[middle].open, place)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const src_block *src_text_block(const src_text *text, src_place place) {
    uint32_t from = src_text_block_from(text, place);
    const src_block *block = from == 0 ? NULL : &text->blocks[from - 1];
    while (block != NULL && src_is_before(block->close, place)) {
        block = src_text_around(text, block);
    }
    return block;
}

const src_block *src_text_block_of(const src_text *text, src_block_kind kind, src_place place) {
    const src_block *block = src_text_block(text, place);
    return block == NULL || block->kind == kind ? block : src_text_around_of(text, kind, block);
}

const src_block *src_text_around_of(const src_text *text, src_block_kind kind,
                                    const src_block *block) {
    do {
        block = src_text_around(text, block);
    } while (block != NULL && block->kind != kind);
    return block;
}

/* Number of rules that begin at or before the place. */
static uint32_t rules_up_to(const src_text *text, src_place place) {
    uint32_t low = 0;
    uint32_t high = text->rule_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (src_is_before(place, text->rules[middle].start)) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

const src_rule *src_text_rule(const src_text *text, const src_block *block, src_place place) {
    uint32_t number = (uint32_t)(block - text->blocks);
    uint32_t at = rules_up_to(text, place);
    while (at > 0 && text->rules[at - 1].block != number) {
        const src_block *inner = &text->blocks[text->rules[at - 1].block];
        if (src_is_before(inner->open, block->open)) {
            return NULL;
        }
        at = rules_up_to(text, inner->head); /* none of the rules of `inner` begins before it */
    }
    return at == 0 ? NULL : &text->rules[at - 1];
}

const src_rule *src_text_condition(const src_text *text, src_place place) {
    for (const src_block *block = src_text_block(text, place); block != NULL;
         block = src_text_around(text, block)) {
        const src_rule *rule = src_text_rule(text, block, place);
        bool is_in = rule != NULL && rule->when.line > 0 && src_is_before(rule->when, place) &&
                     src_is_before(place, rule->arrow);
        if (is_in) {
            return rule;
        }
    }
    return NULL;
}
