/* Points that span code which is elsewhere; see dec_fsharp_span.h. */
#include "coverage/decision/fsharp/dec_fsharp_span.h"

#include "coverage/module/mod_name.h"
#include "coverage/module/mod_source.h"

enum { MAX_ARGUMENTS = 256 }; /* instructions before a call */

/* --- answers of filters ----------------------------------------------------------------------- */

static bool is_in_filter(const il_body *body, uint32_t insn) {
    for (uint32_t i = 0; i < body->clause_count; i++) {
        const il_clause *c = &body->clauses[i];
        if (c->kind == IL_CLAUSE_FILTER && insn >= c->filter_start && insn < c->handler_start) {
            return true;
        }
    }
    return false;
}

/* The code of the point is nothing but the filter's answer. The condition of a rule computes
 * something. */
static bool is_answer(const il_body *body, uint32_t offset) {
    int32_t value = 0;
    uint32_t insn = il_insn_at(body, offset);
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
    const src_place last = mod_end_of(p);
    src_scan scan = src_text_from(text, mod_start_of(p));
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

static void cut_at_arrow(const mod_module *module, pdb_point *point) {
    const src_text *text = mod_source_text(module, point->document);
    src_place end = {point->start_line, UINT16_MAX};
    if (text == NULL || find_arrow(text, point, &end)) {
        point->end_line = end.line;
        point->end_column = end.column;
    }
}

/* --- parts of sequences ----------------------------------------------------------------------- */

/* The first call of the straight code from the offset on; NULL: something else ends that code. */
static const il_insn *find_call(const il_body *body, uint32_t offset) {
    uint32_t first = il_insn_at(body, offset);
    for (uint32_t u = first; u < body->insn_count && u - first < MAX_ARGUMENTS; u++) {
        il_flow flow = il_op_get((il_op)body->insns[u].op)->flow;
        if (flow != IL_FLOW_NEXT) {
            return body->insns[u].op == IL_CALL ? &body->insns[u] : NULL;
        }
    }
    return NULL;
}

/* Row of the method with the rest of a body, which begins on the line of the point whose code calls
 * it; 0: it calls none. */
static uint32_t rest_called(const md_tables *tables, const mth_method *m, const pdb_point *point) {
    md_methoddef called;
    const il_insn *call = find_call(&m->body, point->offset);
    uint32_t rid = call != NULL ? md_method_in_module(tables, (uint32_t)call->operand) : 0;
    bool is_rest = rid != 0 && md_get_methoddef(tables, rid, &called) == CC_OK &&
                   mod_name_rest_line(called.name) == point->start_line;
    return is_rest ? rid : 0;
}

/* False when the point does not begin where that method does. A damaged blob is reported when its
 * method is opened. */
static bool cut_at_first(const mod_module *module, uint32_t rest, pdb_point *point,
                         cc_arena *scratch) {
    pdb_point *points = NULL;
    uint32_t count = 0;
    cc_err err = pdb_get_points(module->pdb, rest, scratch, &points, &count);
    uint32_t i = 0;
    while (err == CC_OK && i < count && points[i].hidden) {
        i++;
    }
    bool is_longer = err == CC_OK && i < count && points[i].document == point->document &&
                     points[i].start_line == point->start_line &&
                     points[i].start_column == point->start_column &&
                     points[i].end_line < point->end_line;
    if (is_longer) {
        point->end_line = points[i].end_line;
        point->end_column = points[i].end_column;
    }
    return is_longer;
}

bool dec_fsharp_span_cut(const mod_module *module, const mth_method *method, pdb_point *point,
                         cc_arena *scratch) {
    if (point->end_line == point->start_line) {
        return false;
    }
    if (is_answer(&method->body, point->offset)) {
        cut_at_arrow(module, point);
        return false;
    }
    uint32_t rest = rest_called(module->tables, method, point);
    return rest != 0 && cut_at_first(module, rest, point, scratch);
}
