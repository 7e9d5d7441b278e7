/* Rules, their conditions, and what they belong to; see src_rules.h. */
#include "source/src_rules.h"

#include <string.h>

static bool is(const src_token *token, const char *text) {
    return src_token_is(token, SRC_LANGUAGE_FSHARP, text);
}

static src_frame *top(const src_rules *s) {
    return s->depth == 0 ? NULL : &s->frames[s->depth - 1];
}

static bool has_rules(const src_frame *frame) {
    return frame->kind == SRC_FRAME_BLOCK && frame->block->kind != SRC_BLOCK_LAMBDA;
}

/* --- frames ----------------------------------------------------------------------------------- */

/* Deeper than any source of a person: what is open then has no end. */
static src_frame *push(src_rules *s, src_frame_kind kind) {
    if (s->depth == SRC_MAX_FRAMES) {
        s->depth = 0;
    }
    src_frame *frame = &s->frames[s->depth++];
    *frame = (src_frame){.kind = kind, .least = s->first_column};
    return frame;
}

static void pop(src_rules *s) {
    src_frame *frame = &s->frames[--s->depth];
    if (frame->kind == SRC_FRAME_BLOCK) {
        frame->block->close = s->last.place;
    }
}

/* What was open at an `#if` stays open up to its `#endif`. */
static uint32_t least_depth(const src_rules *s) {
    return s->branch == NULL ? 0 : s->branch->depth;
}

static void pop_to(src_rules *s, uint32_t depth) {
    while (s->depth > depth && s->depth > least_depth(s)) {
        pop(s);
    }
}

/* The block around a new one: the last one that is open. */
static uint32_t around(const src_rules *s) {
    for (uint32_t i = s->depth; i-- > 0;) {
        if (s->frames[i].kind == SRC_FRAME_BLOCK) {
            return s->frames[i].number;
        }
    }
    return UINT32_MAX;
}

static void open_block(src_rules *s, src_block_kind kind, src_place head, const src_token *token) {
    src_block *block = CC_NEW(s->arena, src_block);
    s->failed = s->failed || block == NULL;
    if (s->failed) {
        return;
    }
    src_place end = {token->place.line, token->place.column + (uint32_t)token->text.len};
    *block = (src_block){.kind = kind,
                         .head = head,
                         .head_end = end,
                         .open = token->place,
                         .close = token->place,
                         .around = around(s)};
    src_frame *frame = push(s, SRC_FRAME_BLOCK);
    frame->block = block;
    frame->number = s->blocks.count;
    frame->is_new = true;
    frame->ends_at_bar = s->is_bar_first;
    cc_list_add(&s->blocks, block);
    s->failed = s->blocks.failed;
}

/* --- the offside rule ------------------------------------------------------------------------- */

static bool is_offside(const src_frame *frame, const src_token *token) {
    uint32_t column = token->place.column;
    if (frame->kind == SRC_FRAME_BRACKET || frame->is_new) {
        return false;
    }
    if (frame->kind == SRC_FRAME_AWAITS) {
        return column < frame->least;
    }
    bool goes_on = is(token, "|") && !frame->ends_at_bar;
    return column < frame->least || (column == frame->least && !goes_on);
}

/* A declaration of the file: whatever seems to be open was not balanced, as code of directives may
 * be. */
static bool begins_declaration(const src_token *token) {
    static const char *const words[] = {"let",    "type", "module",    "namespace",
                                        "member", "open", "exception", NULL};
    uint32_t i = 0;
    while (token->place.column == 1 && words[i] != NULL && !is(token, words[i])) {
        i++;
    }
    return token->place.column == 1 && words[i] != NULL;
}

static void begin_line(src_rules *s, const src_token *token) {
    if (begins_declaration(token)) {
        pop_to(s, 0);
    }
    while (s->depth > least_depth(s) && is_offside(top(s), token)) {
        pop(s);
    }
    s->first_column = token->place.column;
    s->is_bar_first = is(token, "|");
}

/* --- directives ------------------------------------------------------------------------------- */

static void begin_branch(src_rules *s) {
    src_branch *branch = CC_NEW(s->arena, src_branch);
    src_frame *frames = CC_NEW_ARRAY(s->arena, src_frame, s->depth);
    s->failed = s->failed || branch == NULL || frames == NULL;
    if (s->failed) {
        return;
    }
    for (uint32_t i = 0; i < s->depth; i++) {
        frames[i] = s->frames[i];
    }
    *branch = (src_branch){s->branch, frames, s->depth, s->body_of};
    s->branch = branch;
}

static void end_branch(src_rules *s) {
    const src_branch *branch = s->branch;
    pop_to(s, branch->depth);
    for (uint32_t i = 0; i < branch->depth; i++) {
        s->frames[i] = branch->frames[i];
    }
    s->depth = branch->depth;
    s->body_of = branch->body_of;
}

static void take_directive(src_rules *s, cc_str line) {
    line = cc_str_trim_start(line);
    if (cc_str_starts(line, "#if")) {
        begin_branch(s);
    } else if (s->branch != NULL && cc_str_starts(line, "#else")) {
        end_branch(s);
    } else if (s->branch != NULL && cc_str_starts(line, "#endif")) {
        end_branch(s);
        s->branch = s->branch->outer;
    }
}

/* The lines between the token before and this one, which are blank, comments and directives. */
static void take_directives(src_rules *s, const src_token *token) {
    const char *at = s->last.text.len == 0 ? token->text.s : s->last.text.s + s->last.text.len;
    while (at < token->text.s && !s->failed) {
        const char *end = memchr(at, '\n', (size_t)(token->text.s - at));
        if (end == NULL) {
            return;
        }
        at = end + 1;
        take_directive(s, (cc_str){at, (size_t)(token->text.s - at)});
    }
}

/* --- rules ------------------------------------------------------------------------------------ */

static void add_rule(src_rules *s, src_frame *frame, const src_token *token) {
    src_rule *rule = CC_NEW(s->arena, src_rule);
    s->failed = s->failed || rule == NULL;
    if (s->failed) {
        return;
    }
    *rule = (src_rule){.start = token->place, .block = frame->number};
    cc_list_add(&s->rules, rule);
    s->failed = s->rules.failed;
    frame->rule = rule;
    frame->state = SRC_IN_PATTERN;
}

/* The first token after the head. Bars below each other say where the block ends, else the line
 * of the head does. */
static void begin_rules(src_rules *s, src_frame *frame, const src_token *token) {
    bool is_below = is(token, "|") && token->place.line != frame->block->head_end.line;
    frame->is_new = false;
    frame->least = is_below ? token->place.column : frame->least;
    frame->ends_at_bar = frame->ends_at_bar && !is_below;
    if (has_rules(frame)) {
        add_rule(s, frame, token);
    }
}

/* The frame nearest to the top, without a bracket or an unfinished head in between, that `fits`;
 * its number + 1, 0: there is none. */
static uint32_t find(const src_rules *s, bool (*fits)(const src_frame *)) {
    for (uint32_t i = s->depth; i-- > 0 && s->frames[i].kind == SRC_FRAME_BLOCK;) {
        if (fits(&s->frames[i])) {
            return i + 1;
        }
    }
    return 0;
}

static bool waits_for_arrow(const src_frame *frame) {
    return frame->state != SRC_IN_BODY;
}

/* The lambda has no arrow so far, and nothing in it was opened before the arrow: the branches of an
 * `#if` may each have one, and text that is no F# may have anything before it. */
static bool may_open_at_arrow(const src_rules *s, const src_frame *frame) {
    const src_block *block = frame->block;
    return frame->number + 1 == s->blocks.count && block->open.line == block->head.line &&
           block->open.column == block->head.column;
}

static void take_arrow(src_rules *s, const src_token *token) {
    uint32_t depth = find(s, waits_for_arrow);
    if (depth == 0) {
        return;
    }
    pop_to(s, depth);
    src_frame *frame = &s->frames[depth - 1];
    frame->state = SRC_IN_BODY;
    s->body_of = frame->rule;
    if (frame->rule != NULL) {
        frame->rule->arrow = token->place;
    } else if (may_open_at_arrow(s, frame)) {
        frame->block->open = token->place;
    }
}

/* A bar in a pattern separates alternatives. */
static void take_bar(src_rules *s, const src_token *token) {
    uint32_t depth = find(s, has_rules);
    if (depth == 0 || s->frames[depth - 1].state != SRC_IN_BODY) {
        return;
    }
    pop_to(s, depth);
    add_rule(s, &s->frames[depth - 1], token);
}

static void take_when(src_rules *s, const src_token *token) {
    src_frame *frame = top(s);
    if (frame != NULL && has_rules(frame) && frame->state == SRC_IN_PATTERN) {
        frame->rule->when = token->place;
        frame->state = SRC_IN_CONDITION;
    }
}

/* --- heads and brackets ----------------------------------------------------------------------- */

/* Number + 1 of the `match` or `try` that `with` or `finally` belongs to; 0: it is a word of
 * another construct. */
static uint32_t find_head(const src_rules *s) {
    uint32_t i = s->depth;
    while (i > 0 && s->frames[i - 1].kind == SRC_FRAME_BLOCK) {
        i--;
    }
    return i > 0 && s->frames[i - 1].kind == SRC_FRAME_AWAITS ? i : 0;
}

static void take_with(src_rules *s, const src_token *token) {
    uint32_t depth = find_head(s);
    if (depth == 0) {
        return;
    }
    src_place head = s->frames[depth - 1].head;
    uint32_t least = s->frames[depth - 1].least;
    pop_to(s, depth - 1);
    bool is_try = s->frames[depth - 1].sign == 't';
    open_block(s, is_try ? SRC_BLOCK_WITH : SRC_BLOCK_MATCH, head, token);
    if (!s->failed) {
        top(s)->least = least < s->first_column ? least : s->first_column;
    }
}

static void take_finally(src_rules *s) {
    uint32_t depth = find_head(s);
    if (depth > 0) {
        pop_to(s, depth - 1);
    }
}

static void close_bracket(src_rules *s, char opening) {
    uint32_t i = s->depth;
    while (i > 0 && s->frames[i - 1].kind != SRC_FRAME_BRACKET) {
        i--;
    }
    if (i > 0 && s->frames[i - 1].sign == opening) {
        pop_to(s, i - 1);
    }
}

static bool take_bracket(src_rules *s, const src_token *token) {
    static const char opening[] = "([{", closing[] = ")]}";
    char sign = token->text.len == 1 ? token->text.s[0] : 0;
    const char *opens = sign == 0 ? NULL : strchr(opening, sign);
    const char *closes = sign == 0 ? NULL : strchr(closing, sign);
    if (token->kind == SRC_TOKEN_SIGN && opens != NULL) {
        push(s, SRC_FRAME_BRACKET)->sign = sign;
    } else if (token->kind == SRC_TOKEN_SIGN && closes != NULL) {
        close_bracket(s, opening[closes - closing]);
    } else if (is(token, "begin")) {
        push(s, SRC_FRAME_BRACKET)->sign = 'b';
    } else if (is(token, "end")) {
        close_bracket(s, 'b');
    } else {
        return false;
    }
    return true;
}

static void take_word(src_rules *s, const src_token *token) {
    if (is(token, "match") || is(token, "try")) {
        src_frame *frame = push(s, SRC_FRAME_AWAITS);
        frame->head = token->place;
        frame->sign = token->text.s[0];
    } else if (is(token, "with")) {
        take_with(s, token);
    } else if (is(token, "finally")) {
        take_finally(s);
    } else if (is(token, "function")) {
        open_block(s, SRC_BLOCK_FUNCTION, token->place, token);
    } else if (is(token, "fun")) {
        open_block(s, SRC_BLOCK_LAMBDA, token->place, token);
    } else if (is(token, "when")) {
        take_when(s, token);
    }
}

/* `||>`, `|||` and the like are read as two signs. */
static bool continues_sign(const src_rules *s, const src_token *token) {
    const src_token *last = &s->last;
    bool is_operator = last->kind == SRC_TOKEN_SIGN && last->text.len > 0 &&
                       strchr("|<", last->text.s[last->text.len - 1]) != NULL;
    return is_operator && last->text.s + last->text.len == token->text.s;
}

/* A literal may go over several lines. */
static uint32_t end_line(const src_token *token) {
    uint32_t line = token->place.line;
    for (size_t i = 0; i < token->text.len; i++) {
        line += token->text.s[i] == '\n' ? 1 : 0;
    }
    return line;
}

/* There is room for the frames that the next token may open. False when there is no memory. */
static bool has_room(src_rules *s) {
    enum { MOST_OPENED = 4 };
    if (s->depth + MOST_OPENED <= s->frame_cap) {
        return true;
    }
    src_frame *frames =
        cc_arena_grow(s->arena, s->frames, s->frame_cap, &s->frame_cap, sizeof *s->frames);
    s->frames = frames != NULL ? frames : s->frames;
    s->failed = frames == NULL;
    return frames != NULL;
}

void src_rules_take(src_rules *s, const src_token *token) {
    if (s->failed || !has_room(s)) {
        return;
    }
    if (token->place.line != s->line) {
        take_directives(s, token);
        begin_line(s, token);
    }
    s->line = end_line(token);
    if (s->body_of != NULL) {
        s->body_of->body = token->place;
    }
    s->body_of = NULL;
    if (s->depth > 0 && top(s)->is_new) {
        begin_rules(s, top(s), token);
    }
    if (s->failed || take_bracket(s, token)) {
        s->last = *token;
        return;
    }
    if (is(token, "->")) {
        take_arrow(s, token);
    } else if (is(token, "|") && !continues_sign(s, token)) {
        take_bar(s, token);
    } else if (token->kind == SRC_TOKEN_WORD) {
        take_word(s, token);
    }
    s->last = *token;
}

bool src_rules_end(src_rules *s, src_text *text) {
    s->branch = NULL;
    pop_to(s, 0);
    text->blocks = CC_NEW_ARRAY(s->arena, src_block, s->blocks.count);
    text->rules = CC_NEW_ARRAY(s->arena, src_rule, s->rules.count);
    if (s->failed || text->blocks == NULL || text->rules == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < s->blocks.count; i++) {
        text->blocks[i] = *(src_block *)s->blocks.items[i];
    }
    for (uint32_t i = 0; i < s->rules.count; i++) {
        text->rules[i] = *(src_rule *)s->rules.items[i];
    }
    text->block_count = s->blocks.count;
    text->rule_count = s->rules.count;
    return true;
}
