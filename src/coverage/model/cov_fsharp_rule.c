/* The test of a rule behind `with`; see cov_fsharp_rule.h. */
#include "coverage/model/cov_fsharp_rule.h"

#include "coverage/module/mod_source.h"

static bool is_in_filter(const il_body *body, uint32_t insn) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        if (c->kind == IL_CLAUSE_FILTER && insn >= c->filter_start && insn < c->handler_start) {
            return true;
        }
    }
    return false;
}

/* The code of the point is nothing but the filter's answer. The condition of a rule computes something. */
static bool is_answer(const il_body *body, uint32_t offset) {
    int32_t value = 0;
    uint32_t insn = offset < body->code.len ? body->insn_at[offset] : IL_NO_INSN;
    return insn != IL_NO_INSN && il_const_i4(&body->insns[insn], &value) &&
           is_in_filter(body, insn);
}

static src_place end_of(const src_token *token) {
    return (src_place){token->place.line, token->place.column + (uint32_t)token->text.len};
}

/* Where the first arrow ends that the point holds in no brackets; false: it holds none. */
static bool find_arrow(const src_text *text, const pdb_point *p, src_place *end) {
    static const char *const opening[] = {"(", "[", "{", NULL};
    static const char *const closing[] = {")", "]", "}", NULL};
    const src_place last = {p->end_line, p->end_column};
    src_scan scan = src_text_from(text, (src_place){p->start_line, p->start_column});
    src_token token;
    uint32_t depth = 0;
    while (src_scan_next(&scan, &token) && src_is_before(token.place, last)) {
        if (depth == 0 && src_token_is(&token, text->language, "->")) {
            *end = end_of(&token);
            return true;
        }
        depth += src_token_is_one_of(text, &token, opening) ? 1 : 0;
        depth -= depth > 0 && src_token_is_one_of(text, &token, closing) ? 1 : 0;
    }
    return false;
}

void cov_fsharp_rule_cut(const mod_module *module, const mth_method *method, pdb_point *point) {
    if (point->end_line == point->start_line || !is_answer(&method->body, point->offset)) {
        return;
    }
    const src_text *text = mod_source_text(module, point->document);
    src_place end = {point->start_line, UINT16_MAX};
    if (text == NULL || find_arrow(text, point, &end)) {
        point->end_line = end.line;
        point->end_column = end.column;
    }
}
