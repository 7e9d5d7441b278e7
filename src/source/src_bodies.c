/* Functions and computations of F#, and the lambdas between them; see src_bodies.h. */
#include "source/src_bodies.h"

#include <string.h>

static bool is(const src_token *token, const char *text) {
    return src_token_is(token, SRC_LANGUAGE_FSHARP, text);
}

static bool is_one_of(const src_token *token, const char *const *words) {
    while (*words != NULL && !is(token, *words)) {
        words++;
    }
    return *words != NULL;
}

/* --- what is open ------------------------------------------------------------------------------ */

static src_nested *top(const src_bodies *s) {
    return s->depth == 0 ? NULL : &s->open[s->depth - 1];
}

static void pop(src_bodies *s) {
    src_nested *nested = &s->open[--s->depth];
    if (nested->body != NULL) {
        nested->body->close = s->last.place;
    }
}

static void pop_to(src_bodies *s, uint32_t depth) {
    while (s->depth > depth) {
        pop(s);
    }
}

/* Deeper than any source of a person: what is open then ends here. */
static src_nested *push(src_bodies *s, char sign) {
    if (s->depth == SRC_MAX_NESTED) {
        pop_to(s, 0);
    }
    src_nested *nested = &s->open[s->depth++];
    *nested = (src_nested){.sign = sign};
    return nested;
}

static src_body *add_body(src_bodies *s, src_body_kind kind, src_place open) {
    src_body *body = CC_NEW(s->arena, src_body);
    s->failed = s->failed || body == NULL;
    if (s->failed) {
        return NULL;
    }
    *body = (src_body){.kind = kind, .open = open, .close = open, .around = UINT32_MAX};
    cc_list_add(&s->bodies, body);
    s->failed = s->bodies.failed;
    return body;
}

/* --- functions --------------------------------------------------------------------------------- */

static void begin_name(src_bodies *s, const src_token *token) {
    s->state = SRC_BODY_NAME;
    s->column = token->place.column;
    s->outer = s->depth;
}

static void take_name(src_bodies *s, const src_token *token) {
    static const char *const modifiers[] = {"rec",    "inline",   "mutable", "private",
                                            "public", "internal", NULL};
    if (token->kind == SRC_TOKEN_WORD) {
        s->state = is_one_of(token, modifiers) ? SRC_BODY_NAME : SRC_BODY_PARAMETER;
        return;
    }
    s->state = is(token, "(") ? SRC_BODY_OPERATOR : SRC_BODY_NOTHING;
}

/* `(|Even|_|)` and `(+.)` are names; a pattern as `(a, b)` is not. */
static void take_operator(src_bodies *s, const src_token *token) {
    static const char *const of_patterns[] = {",", "(", "[", "{", ":", NULL};
    if (is(token, ")")) {
        s->state = is(&s->last, "(") ? SRC_BODY_NOTHING : SRC_BODY_PARAMETER;
        return;
    }
    bool is_name = token->kind == SRC_TOKEN_SIGN || !is(&s->last, "(");
    s->state = is_name && !is_one_of(token, of_patterns) ? SRC_BODY_OPERATOR : SRC_BODY_NOTHING;
}

static void take_parameter(src_bodies *s, const src_token *token) {
    static const char *const of_values[] = {"=", ":", ",", "|", "&", "::", "as", ".", NULL};
    s->state = is_one_of(token, of_values) ? SRC_BODY_NOTHING : SRC_BODY_EQUALS;
}

static void take_equals(src_bodies *s, const src_token *token) {
    if (s->depth > s->outer || !is(token, "=")) {
        return;
    }
    src_nested *nested = push(s, 0);
    nested->column = s->column;
    nested->body = add_body(s, SRC_BODY_NAMED, token->place);
    s->state = SRC_BODY_NOTHING;
}

/* --- computations ------------------------------------------------------------------------------ */

/* Something before the brace is applied to what it encloses. A sequence is a method with points
 * for all its code. */
static bool is_applied(const src_token *before) {
    static const char *const words[] = {"return", "yield", "then", "else", "in",   "with",
                                        "do",     "when",  "of",   "lazy", "elif", "if",
                                        "while",  "match", "not",  "seq",  NULL};
    if (before->kind == SRC_TOKEN_WORD) {
        return !is_one_of(before, words);
    }
    return is(before, ")") || is(before, ">");
}

static void become_computation(src_bodies *s) {
    top(s)->body = add_body(s, SRC_BODY_COMPUTATION, s->brace);
    s->state = SRC_BODY_NOTHING;
}

/* The first token after the brace. An object expression begins with `new`. */
static void take_first(src_bodies *s, const src_token *token) {
    static const char *const of_others[] = {"new", "inherit", "|", "}", NULL};
    if (is_one_of(token, of_others)) {
        s->state = SRC_BODY_NOTHING;
    } else if (token->kind == SRC_TOKEN_WORD && !is(token, "let")) {
        s->state = SRC_BODY_FIELD;
    } else {
        become_computation(s);
    }
}

/* After the name of a field of a record, or of the record that is copied. */
static void take_field(src_bodies *s, const src_token *token) {
    static const char *const of_records[] = {"=", "with", ":", "}", NULL};
    if (is(token, ".")) {
        s->state = SRC_BODY_DOT;
    } else if (is_one_of(token, of_records)) {
        s->state = SRC_BODY_NOTHING;
    } else {
        become_computation(s);
    }
}

/* --- tokens ------------------------------------------------------------------------------------ */

/* A word in the first column begins a declaration: what seems to be open was not balanced, as code
 * of directives may be. */
static void begin_line(src_bodies *s, const src_token *token) {
    if (token->kind == SRC_TOKEN_WORD && token->place.column == 1) {
        pop_to(s, 0);
        s->state = SRC_BODY_NOTHING;
    }
    while (s->depth > 0 && top(s)->sign == 0 && token->place.column <= top(s)->column) {
        pop(s);
    }
}

static void take_state(src_bodies *s, const src_token *token) {
    switch (s->state) {
    case SRC_BODY_NOTHING:
        break;
    case SRC_BODY_NAME:
        take_name(s, token);
        break;
    case SRC_BODY_OPERATOR:
        take_operator(s, token);
        break;
    case SRC_BODY_PARAMETER:
        take_parameter(s, token);
        break;
    case SRC_BODY_EQUALS:
        take_equals(s, token);
        break;
    case SRC_BODY_FIRST:
        take_first(s, token);
        break;
    case SRC_BODY_FIELD:
        take_field(s, token);
        break;
    case SRC_BODY_DOT:
        s->state = token->kind == SRC_TOKEN_WORD ? SRC_BODY_FIELD : SRC_BODY_NOTHING;
        break;
    }
}

static void close_bracket(src_bodies *s, char opening) {
    uint32_t i = s->depth;
    while (i > 0 && s->open[i - 1].sign != opening) {
        i--;
    }
    if (i > 0) {
        pop_to(s, i - 1);
    }
}

static void take_bracket(src_bodies *s, const src_token *token) {
    static const char opening[] = "([{", closing[] = ")]}";
    char sign = token->text.len == 1 ? token->text.s[0] : 0;
    const char *opens = sign == 0 ? NULL : strchr(opening, sign);
    const char *closes = sign == 0 ? NULL : strchr(closing, sign);
    if (opens != NULL) {
        push(s, sign);
    } else if (closes != NULL) {
        close_bracket(s, opening[closes - closing]);
    }
    if (sign == '{' && s->state == SRC_BODY_NOTHING && is_applied(&s->last)) {
        s->state = SRC_BODY_FIRST;
        s->brace = token->place;
    }
}

void src_bodies_take(src_bodies *s, const src_token *token) {
    if (s->open == NULL && !s->failed) {
        s->open = CC_NEW_ARRAY(s->arena, src_nested, SRC_MAX_NESTED);
        s->failed = s->open == NULL;
    }
    if (s->failed) {
        return;
    }
    if (token->place.line != s->last.place.line) {
        begin_line(s, token);
    }
    take_state(s, token);
    if (token->kind == SRC_TOKEN_SIGN) {
        take_bracket(s, token);
    } else if (is(token, "let") || is(token, "and")) {
        begin_name(s, token);
    }
    s->last = *token;
}

/* --- all bodies -------------------------------------------------------------------------------- */

static bool is_lambda(const src_block *block) {
    return block->kind == SRC_BLOCK_LAMBDA || block->kind == SRC_BLOCK_FUNCTION;
}

/* `let f = fun x -> ..`: a function with a name. */
static src_body_kind kind_of(const src_text *text, const src_block *block) {
    src_token before;
    bool is_named = src_text_before(text, block->head, &before) && is(&before, "=");
    return is_named ? SRC_BODY_NAMED : SRC_BODY_LAMBDA;
}

static void append(src_text *text, src_body body) {
    uint32_t around = text->body_count == 0 ? UINT32_MAX : text->body_count - 1;
    while (around != UINT32_MAX && src_is_before(text->bodies[around].close, body.open)) {
        around = text->bodies[around].around;
    }
    body.around = around;
    text->bodies[text->body_count++] = body;
}

/* Appends the bodies that open before the lambda; NULL: all that are left. */
static uint32_t append_before(const src_bodies *s, uint32_t next, const src_block *lambda,
                              src_text *text) {
    while (next < s->bodies.count) {
        const src_body *body = s->bodies.items[next];
        if (lambda != NULL && src_is_before(lambda->open, body->open)) {
            break;
        }
        append(text, *body);
        next++;
    }
    return next;
}

bool src_bodies_end(src_bodies *s, src_text *text) {
    uint32_t next = 0;
    pop_to(s, 0);
    text->bodies = CC_NEW_ARRAY(s->arena, src_body, (size_t)s->bodies.count + text->block_count);
    if (s->failed || text->bodies == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < text->block_count; i++) {
        const src_block *block = &text->blocks[i];
        if (is_lambda(block)) {
            next = append_before(s, next, block, text);
            append(text, (src_body){kind_of(text, block), block->open, block->close, 0});
        }
    }
    append_before(s, next, NULL, text);
    return true;
}

uint32_t src_text_body_from(const src_text *text, src_place place) {
    uint32_t low = 0;
    uint32_t high = text->body_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (src_is_before(text->bodies[middle].open, place)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const src_body *src_text_body(const src_text *text, src_place place) {
    uint32_t i = src_text_body_from(text, place);
    i = i == 0 ? UINT32_MAX : i - 1;
    while (i != UINT32_MAX && src_is_before(text->bodies[i].close, place)) {
        i = text->bodies[i].around;
    }
    return i == UINT32_MAX ? NULL : &text->bodies[i];
}
