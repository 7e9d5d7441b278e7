/* See dec_bool_function.h. */
#include "coverage/decision/fsharp/dec_bool_function.h"

#include "coverage/decision/core/dec_source.h"

/* --- the source ------------------------------------------------------------------------------- */

/* The rule tests nothing but a bool: `| true ->`, `| _ ->`. */
static bool is_of_bool(const src_text *text, const src_rule *rule) {
    static const char *const patterns[] = {"true", "false", "_", NULL};
    src_token token;
    src_scan scan = src_text_from(text, rule->start);
    bool has_token = src_scan_next(&scan, &token);
    if (has_token && src_token_is(&token, text->language, "|")) {
        has_token = src_scan_next(&scan, &token);
    }
    bool is_pattern = has_token && src_token_is_one_of(text, &token, patterns);
    return is_pattern && src_scan_next(&scan, &token) && src_token_is(&token, text->language, "->");
}

static const src_rule *rule_before(const src_text *text, const src_block *block,
                                   const src_rule *rule) {
    src_place place = {rule->start.line, rule->start.column - 1};
    return src_text_rule(text, block, place);
}

/* The block has two rules, for true and false. */
static bool has_rules_of_bool(const src_text *text, const src_block *block) {
    const src_rule *last = src_text_rule(text, block, block->close);
    const src_rule *first = last == NULL ? NULL : rule_before(text, block, last);
    return first != NULL && rule_before(text, block, first) == NULL && is_of_bool(text, first) &&
           is_of_bool(text, last);
}

bool dec_bool_is_false_first(const src_text *text, const src_block *block) {
    const src_rule *last = src_text_rule(text, block, block->close);
    const src_rule *first = last == NULL ? NULL : rule_before(text, block, last);
    src_token token;
    if (first == NULL) {
        return false;
    }
    bool is_found = src_text_before(text, first->arrow, &token);
    return is_found && src_token_is(&token, text->language, "false");
}

/* The only `function` in the statement; NULL. */
static const src_block *function_in(const src_text *text, const pdb_point *statement) {
    const src_block *found = NULL;
    for (uint32_t i = src_text_block_from(text, mod_start_of(statement));
         i < text->block_count && src_is_before(text->blocks[i].open, mod_end_of(statement)); i++) {
        const src_block *block = &text->blocks[i];
        if (block->kind == SRC_BLOCK_FUNCTION && found != NULL) {
            return NULL;
        }
        found = block->kind == SRC_BLOCK_FUNCTION ? block : found;
    }
    return found;
}

/* --- the code --------------------------------------------------------------------------------- */

static bool has_points_in(const dec_view *v, const src_block *block) {
    for (uint32_t i = 0; i < v->method->point_count; i++) {
        const pdb_point *p = &v->method->points[i];
        src_place start = mod_start_of(p);
        if (!p->hidden && src_is_before(block->open, start) &&
            !src_is_before(block->close, start)) {
            return true;
        }
    }
    return false;
}

/* No other test follows the same point. */
static bool is_alone(const dec_view *v, uint32_t branch) {
    uint32_t start = dec_last_visible(v, dec_test_insn(v, branch));
    uint32_t end = dec_next_visible(v, start + 1, v->body->insn_count);
    uint32_t first = dec_index_branch_from(v, start);
    return first == branch && dec_index_branch_from(v, end) == branch + 1;
}

/* A comparison, or the result of a call that is a bool. */
static bool tests_bool(const dec_view *v, uint32_t branch) {
    il_call_effect effect = {0, 0, IL_TYPE_UNKNOWN};
    const il_resolver *resolver = &v->method->resolver;
    uint32_t insn = dec_test_insn(v, branch);
    uint32_t maker = dec_insn_before(v, insn);
    if (!dec_asks_truth(v, insn)) {
        return true;
    }
    if (!dec_is_call(v, maker) || resolver->call == NULL) {
        return dec_is_op(v, maker, IL_CEQ) || dec_is_op(v, maker, IL_CGT) ||
               dec_is_op(v, maker, IL_CLT);
    }
    const il_insn *call = dec_insn(v, maker);
    return resolver->call(resolver->ctx, (il_op)call->op, (uint32_t)call->operand, &effect) &&
           effect.result == IL_TYPE_BOOL;
}

const src_block *dec_bool_function(const dec_view *v, uint32_t branch) {
    if (!v->is_optimised || !dec_is_kind(v, branch, PROBE_BRANCH_COND)) {
        return NULL;
    }
    const pdb_point *statement =
        dec_visible_point(v, dec_last_visible(v, dec_test_insn(v, branch)));
    const src_text *text = statement == NULL ? NULL : dec_text_of(v, statement);
    const src_block *block = text == NULL ? NULL : function_in(text, statement);
    if (block == NULL || !is_alone(v, branch) || !tests_bool(v, branch) ||
        !has_rules_of_bool(text, block) || has_points_in(v, block)) {
        return NULL;
    }
    return block;
}
