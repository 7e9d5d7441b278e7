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

dec_answer dec_reads_conditionally(const dec_view *v, const pdb_point *point, cc_str name) {
    const src_text *text = dec_text_of(v, point);
    src_token before;
    src_token token;
    bool is_read = false;
    if (text == NULL) {
        return DEC_NOT_KNOWN;
    }
    src_scan scan = src_text_from(text, mod_start_of(point));
    bool has_token = src_scan_next(&scan, &before);
    while (has_token && src_scan_next(&scan, &token) &&
           src_is_before(token.place, mod_end_of(point))) {
        bool is_name = token.kind == SRC_TOKEN_WORD && cc_str_eq(token.text, name);
        bool is_conditional = is_name && src_token_is(&before, text->language, "?.");
        if ((is_name && !is_conditional) || begins_list_pattern(text, &before, &token)) {
            return DEC_NO;
        }
        is_read = is_read || is_conditional;
        before = token;
    }
    return answer(is_read);
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
