/* Extents of lambdas; see cov_lambda.h. */
#include "coverage/model/build/measure/cov_lambda.h"

#include "coverage/model/build/measure/cov_body.h"
#include "coverage/model/cov_limits.h"
#include "coverage/module/mod_name.h"
#include "coverage/module/mod_source.h"

bool cov_lambda_has_extent(const mod_module *module, uint32_t rid) {
    const mod_extent *e = &module->extents[rid];
    return module->owners[rid].is_part && e->end_line - e->start_line < COV_MAX_POINT_LINES;
}

/* --- what stands before the body on its line -------------------------------------------------- */

enum { MOST_TOKENS = 64 };

typedef struct line_tokens {
    const src_text *text;
    src_token tokens[MOST_TOKENS]; /* those before the body */
    uint32_t count;
    bool is_cut; /* there are more */
} line_tokens;

static line_tokens tokens_before(const src_text *text, const mod_extent *e) {
    line_tokens t = {.text = text, .count = 0};
    const src_place body = {e->start_line, e->start_column};
    src_scan scan = src_text_from(text, (src_place){e->start_line, 1});
    src_token token;
    while (src_scan_next(&scan, &token) && src_is_before(token.place, body)) {
        if (t.count == MOST_TOKENS) {
            t.is_cut = true;
            break;
        }
        t.tokens[t.count++] = token;
    }
    return t;
}

static bool is_sign(const line_tokens *t, uint32_t index, const char *sign) {
    return src_token_is(&t->tokens[index], t->text->language, sign);
}

static bool is_word(const line_tokens *t, uint32_t index) {
    return t->tokens[index].kind == SRC_TOKEN_WORD;
}

/* Index of the `(` that the `)` before `end` closes; 0 when it is on an earlier line. */
static uint32_t open_parenthesis(const line_tokens *t, uint32_t end) {
    uint32_t depth = 0;
    for (uint32_t i = end; i > 0; i--) {
        if (is_sign(t, i - 1, ")")) {
            depth++;
        } else if (is_sign(t, i - 1, "(") && --depth == 0) {
            return i - 1;
        }
    }
    return 0;
}

/* The lambda's parameters and what is written before them end before `end`: where they begin. */
static uint32_t begin_of_parameters(const line_tokens *t, uint32_t end) {
    static const char *const modifiers[] = {"async", "static", NULL};
    uint32_t begin = end;
    if (end > 0 && is_sign(t, end - 1, ")")) {
        begin = open_parenthesis(t, end);
    } else if (end > 0 && is_word(t, end - 1)) {
        begin = end - 1;
    }
    while (begin > 0 && src_token_is_one_of(t->text, &t->tokens[begin - 1], modifiers)) {
        begin--;
    }
    bool is_named = begin > 1 && is_sign(t, begin - 1, ":") && is_word(t, begin - 2);
    return is_named ? begin - 2 : begin;
}

/* A clause of a query up to its expression: `where`, `let n =`, `from T x in`. */
static bool is_clause(const line_tokens *t, uint32_t first) {
    static const char *const words[] = {"where", "select", "orderby", "let",    "from", "join",
                                        "group", "by",     "on",      "equals", NULL};
    if (first == t->count || !src_token_is_one_of(t->text, &t->tokens[first], words)) {
        return false;
    }
    for (uint32_t i = first + 1; i < t->count; i++) {
        bool is_part = is_word(t, i) || is_sign(t, i, "=") || is_sign(t, i, "<") ||
                       is_sign(t, i, ">") || is_sign(t, i, "?") || is_sign(t, i, "(");
        if (!is_part) {
            return false;
        }
    }
    return true;
}

/* Nothing of the statement stands before the lambda or the clause on the line: only signs that end
 * or separate what is before it. */
static bool begins_line(const mod_module *module, const mod_extent *e) {
    const src_text *text = mod_source_text(module, e->document);
    if (text == NULL) {
        return false;
    }
    line_tokens t = tokens_before(text, e);
    uint32_t first = 0;
    while (first < t.count && (is_sign(&t, first, ",") || is_sign(&t, first, "{"))) {
        first++;
    }
    bool has_arrow = t.count > first && is_sign(&t, t.count - 1, "=>");
    uint32_t begin = has_arrow ? begin_of_parameters(&t, t.count - 1) : t.count;
    return !t.is_cut && (begin <= first || is_clause(&t, first));
}

/* --- the lead --------------------------------------------------------------------------------- */

/* A declaration: no statement goes on beside it. */
static bool is_local_function(const mod_module *module, uint32_t rid) {
    md_methoddef method;
    return md_get_methoddef(module->tables, rid, &method) == CC_OK &&
           mod_name_is_local_function(method.name);
}

uint32_t cov_lambda_lead(const mod_module *module, uint32_t rid, cc_arena *scratch) {
    enum { ANY_COLUMN = 1, OF_ARROW = 9, NO_COLUMN = 1 << 16 };
    const mod_extent extent = cov_lambda_extent(module, rid);
    pdb_document document;
    if (!cov_is_measured(module, rid) ||
        pdb_get_document(module->pdb, module->extents[rid].document, scratch, &document) != CC_OK) {
        return 0;
    }
    if (document.language == PDB_LANG_VB) {
        return ANY_COLUMN;
    }
    if (document.language != PDB_LANG_CSHARP) {
        return 0;
    }
    if (is_local_function(module, rid) || begins_line(module, &extent)) {
        return NO_COLUMN;
    }
    bool has_text = mod_source_text(module, module->extents[rid].document) != NULL;
    return has_text ? ANY_COLUMN : OF_ARROW;
}
