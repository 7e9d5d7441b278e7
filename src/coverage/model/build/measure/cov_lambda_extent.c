/* The extent of a lambda with what encloses its body; see cov_lambda.h. */
#include "coverage/model/build/measure/cov_lambda.h"

#include "coverage/model/cov_limits.h"
#include "coverage/module/mod_name.h"
#include "coverage/module/mod_source.h"

/* --- C#: braces ------------------------------------------------------------------------------- */

/* A statement may begin at the place. The body of a lambda without a block begins after `=>`, or
 * after the words of a clause. */
static bool begins_statement(const src_text *text, src_place place) {
    static const char *const ends[] = {"{", "}", ";", ":", ")", "else", "do", NULL};
    static const char *const heads[] = {"for", "foreach", "fixed", NULL};
    src_token before;
    if (!src_text_before(text, place, &before)) {
        return false;
    }
    if (src_token_is(&before, text->language, "(")) {
        return src_text_before(text, before.place, &before) &&
               src_token_is_one_of(text, &before, heads);
    }
    return src_token_is_one_of(text, &before, ends);
}

static bool is_same_place(src_place a, src_place b) {
    return a.line == b.line && a.column == b.column;
}

static const src_block *block_of(const src_text *text, src_place start) {
    const src_place next = {start.line, start.column + 1};
    const src_block *block = src_text_block_of(text, SRC_BLOCK_LAMBDA, next);
    if (block != NULL && is_same_place(block->open, start)) {
        return block; /* its opening brace is a point */
    }
    return begins_statement(text, start) ? src_text_block_of(text, SRC_BLOCK_LAMBDA, start) : NULL;
}

/* A body in braces of C#. A directive `#line` may have moved them. */
static void widen_to_braces(const src_text *text, mod_extent *e) {
    const src_block *block = block_of(text, (src_place){e->start_line, e->start_column});
    if (block == NULL || src_text_is_mapped(text, block->open.line) ||
        src_text_is_mapped(text, block->close.line)) {
        return;
    }
    e->start_line = block->open.line;
    e->start_column = block->open.column;
    e->end_line = block->close.line;
    e->end_column = block->close.column + 1;
}

/* --- Visual Basic: the first and the last line ------------------------------------------------- */

/* The token before a line that begins with a statement; false: something of a statement stands
 * before the place. */
static bool ends_line_before(const src_text *text, src_place place, src_token *out) {
    static const char *const goes_on[] = {"Where", "Select", "By", "In",   "From",  "Let",
                                          "On",    "Equals", "=",  "Into", "While", NULL};
    static const char *const declares[] = {"Dim", "Static", NULL};
    if (!src_text_before(text, place, out)) {
        return false;
    }
    if (out->place.line == place.line && src_token_is_one_of(text, out, declares)) {
        return ends_line_before(text, out->place, out); /* the point is after the word */
    }
    return out->place.line < place.line && !src_token_is_one_of(text, out, goes_on);
}

static const char *const kinds_of_lambda[] = {"Function", "Sub", NULL};

/* From the word of a lambda on: it has no name, as a method has, and after its parameters the line
 * ends. */
static bool is_head(const src_text *text, src_place place) {
    static const char *const words[] = {"Async", "Iterator", "Function", "Sub", NULL};
    src_scan scan = src_text_from(text, place);
    src_token token;
    uint32_t depth = 0;
    bool is_word = false;
    while (src_scan_next(&scan, &token) && src_token_is_one_of(text, &token, words)) {
        is_word = true;
    }
    if (!is_word || !src_token_is(&token, text->language, "(")) {
        return false;
    }
    do {
        if (src_token_is(&token, text->language, "(")) {
            depth++;
        } else if (src_token_is(&token, text->language, ")")) {
            depth--;
        }
        place = token.place;
    } while (depth > 0 && src_scan_next(&scan, &token));
    bool has_more = src_scan_next(&scan, &token);
    return has_more &&
           (token.place.line > place.line || src_token_is(&token, text->language, "As"));
}

/* Optimised code has no point for the first line of the lambda that the statement begins. */
static bool find_head(const src_text *text, src_place start, src_place *out) {
    src_token token;
    src_token head;
    if (!ends_line_before(text, start, &token) ||
        !src_text_last_of(text, start, kinds_of_lambda, &head)) {
        return false;
    }
    *out = head.place;
    return is_head(text, head.place);
}

/* After the last point there is no other lambda, so the next `End Function` is its own. In an
 * async lambda that returns a value it is not a point. */
static void widen_to_end(const src_text *text, mod_extent *e) {
    src_place end = {e->end_line, e->end_column};
    src_token token;
    if (!src_text_before(text, end, &token) || src_token_is_one_of(text, &token, kinds_of_lambda)) {
        return;
    }
    src_scan scan = src_text_from(text, end);
    bool is_end = false;
    while (src_scan_next(&scan, &token)) {
        if (is_end && src_token_is_one_of(text, &token, kinds_of_lambda)) {
            e->end_line = token.place.line;
            e->end_column = token.place.column + (uint32_t)token.text.len;
            return;
        }
        is_end = src_token_is(&token, text->language, "End");
    }
}

/* A body of several lines of Visual Basic. */
static void widen_to_words(const src_text *text, mod_extent *e) {
    src_place start = {e->start_line, e->start_column};
    if (!is_head(text, start)) {
        if (!find_head(text, start, &start)) {
            return;
        }
        e->start_line = start.line;
        e->start_column = start.column;
    }
    widen_to_end(text, e);
}

/* --- both -------------------------------------------------------------------------------------- */

/* The body of a state machine is named after the lambda by the class that it is in. */
static bool is_lambda(const mod_module *module, uint32_t rid) {
    md_methoddef method;
    md_typedef type;
    cc_str user;
    if (md_get_methoddef(module->tables, rid, &method) != CC_OK) {
        return false;
    }
    if (mod_name_is_lambda(method.name)) {
        return true;
    }
    return md_get_typedef(module->tables, md_owner_of_method(module->tables, rid), &type) ==
               CC_OK &&
           mod_name_is_closure(type.name, &user) && mod_name_is_lambda(user);
}

mod_extent cov_lambda_extent(const mod_module *module, uint32_t rid) {
    const mod_extent of_points = module->extents[rid];
    mod_extent e = of_points;
    const src_text *text = is_lambda(module, rid) ? mod_source_text(module, e.document) : NULL;
    if (text == NULL) {
        return e;
    }
    if (text->language == SRC_LANGUAGE_CSHARP) {
        widen_to_braces(text, &e);
    } else if (text->language == SRC_LANGUAGE_VB) {
        widen_to_words(text, &e);
    }
    return e.end_line - e.start_line < COV_MAX_POINT_LINES ? e : of_points;
}
