/* Tokens around points; see dec_source.h. */
#include "coverage/decision/core/dec_source.h"

#include "coverage/module/mod_source.h"

static const src_text *text_of_module(const void *ctx, uint32_t document) {
    return mod_source_text((const mod_module *)ctx, document);
}

dec_sources dec_sources_of(const mod_module *module) {
    return (dec_sources){text_of_module, module};
}

const src_text *dec_text_of(const dec_view *v, const pdb_point *point) {
    return v->sources.text == NULL ? NULL : v->sources.text(v->sources.ctx, point->document);
}

static dec_answer answer(bool is_so) {
    return is_so ? DEC_YES : DEC_NO;
}

dec_answer dec_begins_with(const dec_view *v, const pdb_point *point, const char *const *words) {
    const src_text *text = dec_text_of(v, point);
    src_token token;
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    src_scan scan = src_text_from(text, mod_start_of(point));
    bool has_token = src_scan_next(&scan, &token);
    return answer(has_token && src_token_is_one_of(text, &token, words));
}

/* One of the words stands in [start, end). */
static bool has_word(const src_text *text, src_place start, src_place end,
                     const char *const *words) {
    src_token token;
    return src_text_last_of(text, end, words, &token) && !src_is_before(token.place, start);
}

dec_answer dec_contains(const dec_view *v, const pdb_point *point, const char *const *words) {
    const src_text *text = dec_text_of(v, point);
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    return answer(has_word(text, mod_start_of(point), mod_end_of(point), words));
}

dec_answer dec_stands_between(const dec_view *v, const pdb_point *first, const pdb_point *second,
                              const char *const *words) {
    const src_text *text = dec_text_of(v, second);
    if (text == NULL || first->document != second->document) {
        return DEC_NOT_KNOWN;
    }
    return answer(has_word(text, mod_end_of(first), mod_start_of(second), words));
}

/* A list pattern reads a length that it does not name. */
static bool begins_list_pattern(const src_text *text, const src_token *before,
                                const src_token *token) {
    static const char *const words[] = {"is", "not", "or", "and", NULL};
    return src_token_is(token, text->language, "[") && src_token_is_one_of(text, before, words);
}

/* Where a text names a member, in its order. */
typedef struct reads {
    const src_text *text;
    cc_str name;
    dec_use use;          /* the use that is asked about */
    uint32_t count;       /* how often the text names the member */
    uint32_t conditional; /* how often after `?` */
    bool is_conditional;  /* at the use */
    bool is_in_order;     /* code comes in the order of the text */
    uint32_t depth;       /* of brackets */
    uint32_t around;      /* depth at the use whose arguments these are; UINT32_MAX: none */
    src_token last[2];    /* the tokens before */
} reads;

static bool was(const reads *r, uint32_t back, const char *sign) {
    return src_token_is(&r->last[back], r->text->language, sign);
}

/* `[` after what may be an array. */
static bool is_element(const reads *r, const src_token *token) {
    bool is_value = r->last[0].kind != SRC_TOKEN_SIGN || was(r, 0, ")") || was(r, 0, "]") ||
                    was(r, 0, "?") || was(r, 0, "!");
    return src_token_is(token, r->text->language, "?[") ||
           (is_value && src_token_is(token, r->text->language, "["));
}

/* Blanks and comments may stand between the two signs. */
static bool is_after_question(const reads *r, const src_token *token) {
    return src_token_is(token, r->text->language, "?[") || was(r, 0, "?.") ||
           (was(r, 0, ".") && was(r, 1, "?")) ||
           (was(r, 0, "?") && src_token_is(token, r->text->language, "["));
}

/* The text names the member here. */
static bool is_named(const reads *r, const src_token *token) {
    if (cc_str_eqz(r->name, DEC_ELEMENT)) {
        return is_element(r, token);
    }
    return token->kind == SRC_TOKEN_WORD && cc_str_eq(token->text, r->name);
}

/* The code of a call comes after that of its arguments. */
static void take_name(reads *r, const src_token *token) {
    bool is_conditional = is_after_question(r, token);
    r->is_conditional = r->count == r->use.index ? is_conditional : r->is_conditional;
    r->conditional += is_conditional ? 1 : 0;
    r->is_in_order = r->is_in_order && r->around == UINT32_MAX;
    r->count++;
}

static void take_bracket(reads *r, const src_token *token, bool begins_arguments) {
    static const char *const opening[] = {"(", "[", "?[", "{", NULL};
    static const char *const closing[] = {")", "]", "}", NULL};
    if (src_token_is_one_of(r->text, token, opening)) {
        bool is_outer = begins_arguments && r->around == UINT32_MAX;
        r->around = is_outer ? r->depth : r->around;
        r->depth++;
    } else if (src_token_is_one_of(r->text, token, closing) && r->depth > 0) {
        r->depth--;
        r->around = r->depth == r->around ? UINT32_MAX : r->around;
    }
}

static void take_token(reads *r, const src_token *token) {
    bool is_access =
        src_token_is(token, r->text->language, ".") || src_token_is(token, r->text->language, "[");
    bool is_use = is_named(r, token);
    bool is_after_use = cc_str_eq(r->last[0].text, r->name);
    /* the code of `c ? a : b` may have b first */
    r->is_in_order = r->is_in_order && (is_access || !was(r, 0, "?"));
    if (is_use) {
        take_name(r, token);
    }
    take_bracket(r, token, is_use || is_after_use);
    r->last[1] = r->last[0];
    r->last[0] = *token;
}

dec_answer dec_reads_conditionally(const dec_view *v, const pdb_point *point, cc_str name,
                                   dec_use use) {
    const src_text *text = dec_text_of(v, point);
    src_token token;
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    const src_token none = {.kind = SRC_TOKEN_SIGN};
    reads r = {.text = text,
               .name = name,
               .use = use,
               .is_in_order = true,
               .around = UINT32_MAX,
               .last = {none, none}};
    src_scan scan = src_text_from(text, mod_start_of(point));
    while (src_scan_next(&scan, &token) && src_is_before(token.place, mod_end_of(point))) {
        if (begins_list_pattern(text, &r.last[0], &token)) {
            return DEC_NO;
        }
        take_token(&r, &token);
    }
    bool is_known = r.is_in_order && r.count == use.count;
    return answer(r.count > 0 && (r.conditional == r.count || (is_known && r.is_conditional)));
}

dec_answer dec_is_after_when(const dec_view *v, const pdb_point *point) {
    /* what begins or ends something that a condition is not a part of */
    static const char *const words[] = {"when", "->",   "|",        "if",    "elif", "then",
                                        "else", "with", "function", "match", "fun",  "while",
                                        "do",   "for",  "try",      NULL};
    const src_text *text = dec_text_of(v, point);
    src_token token;
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    bool is_found = src_text_last_of(text, mod_start_of(point), words, &token);
    return answer(is_found && src_token_is(&token, text->language, "when"));
}

const src_rule *dec_condition_around(const dec_view *v, const pdb_point *point) {
    const src_text *text = point == NULL ? NULL : dec_text_of(v, point);
    return text == NULL ? NULL : src_text_condition(text, mod_start_of(point));
}

dec_answer dec_is_after_default(const dec_view *v, const pdb_point *point) {
    const src_text *text = dec_text_of(v, point);
    src_token colon;
    src_token word;
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    bool is_label = src_text_before(text, mod_start_of(point), &colon) &&
                    src_token_is(&colon, text->language, ":") &&
                    src_text_before(text, colon.place, &word);
    return answer(is_label && src_token_is(&word, text->language, "default"));
}

dec_answer dec_is_condition(const dec_view *v, const pdb_point *point) {
    static const char *const when[] = {"when", NULL};
    const src_text *text = dec_text_of(v, point);
    src_token before;
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    if (dec_begins_with(v, point, when) == DEC_YES) {
        return DEC_YES;
    }
    return answer(src_text_before(text, mod_start_of(point), &before) &&
                  src_token_is(&before, text->language, "when"));
}
