/* See cov_raw_bodies.h. */
#include "coverage/model/build/measure/cov_raw_bodies.h"

#include "coverage/model/cov_limits.h"
#include "coverage/module/mod_source.h"
#include "source/src_bodies.h"

/* --- bodies without a method ------------------------------------------------------------------- */

void cov_raw_take_bodies(cov_raw_maker *k, const pdb_point *statement) {
    const src_text *text = mod_source_text(k->module, statement->document);
    uint32_t document = cov_raw_document_of(k, statement->document);
    if (text == NULL || document == COV_RAW_NONE) {
        return;
    }
    cov_bodies_open(&k->bodies, k->module, k->arena);
    const src_place start = {statement->start_line, statement->start_column};
    uint32_t from = src_text_body_from(text, start);
    const src_body *body = cov_bodies_next(&k->bodies, text, statement, from);
    while (body != NULL) {
        cov_span span = {body->open.line + 1, 1, body->close.line, body->close.column + 1};
        cov_raw_put_point(k, document, span, 0, 0);
        from = (uint32_t)(body - text->bodies) + 1;
        body = cov_bodies_next(&k->bodies, text, statement, from);
    }
}

/* --- bodies that are methods ------------------------------------------------------------------- */

/* The lines of a function in a computation are not lines of a statement. */
static bool is_in_lambda(const src_text *text, const src_body *body) {
    while (body->kind == SRC_BODY_NAMED && body->around != UINT32_MAX) {
        body = &text->bodies[body->around];
    }
    return body->kind == SRC_BODY_LAMBDA;
}

static const src_body *body_of(cov_raw_maker *k, uint32_t rid) {
    cov_bodies_open(&k->bodies, k->module, k->arena);
    const src_body *body = cov_bodies_of(&k->bodies, k->module, rid);
    const src_text *text = mod_source_text(k->module, k->module->extents[rid].document);
    bool is_sane = body != NULL && body->close.line - body->open.line < COV_MAX_POINT_LINES;
    return is_sane && is_in_lambda(text, body) ? body : NULL;
}

/* Lines of the body itself, and not of a body in it. */
static void add_lines(const cov_raw_maker *k, const src_body *body, uint32_t document,
                      const mod_extent *lines, uint64_t hits) {
    const src_text *text = mod_source_text(k->module, lines->document);
    for (uint32_t line = lines->start_line; line <= lines->end_line; line++) {
        src_scan scan = src_text_from(text, (src_place){line, 1});
        src_token first;
        bool is_own = src_text_has_code(text, line) && src_scan_next(&scan, &first) &&
                      src_text_body(text, first.place) == body;
        if (is_own) {
            cov_span span = {line, 1, line, UINT16_MAX};
            cov_raw_put_point(k, document, span, COV_RAW_COUNTED | COV_RAW_OWN, hits);
        }
    }
}

void cov_raw_add_rest(cov_raw_maker *k, const cov_frame *frame) {
    uint32_t rid = MD_TOKEN_RID(frame->method->token);
    const mod_extent *e = &k->module->extents[rid];
    const src_body *body = body_of(k, rid);
    uint32_t document = body == NULL ? COV_RAW_NONE : cov_raw_document_of(k, e->document);
    if (document == COV_RAW_NONE) {
        return;
    }
    const mod_extent before = {e->document, body->open.line + 1, 1, e->start_line - 1, 1};
    uint32_t last = cov_bodies_last_line(&k->bodies, k->module, e->document, body);
    const mod_extent after = {e->document, last + 1, 1, body->close.line, 1};
    add_lines(k, body, document, &before, cov_count_begun(frame));
    cov_returned returned = cov_count_returned(frame);
    if (returned.is_possible) {
        add_lines(k, body, document, &after, returned.hits);
    }
}

mod_extent cov_raw_body_extent(cov_raw_maker *k, uint32_t rid) {
    mod_extent e = k->module->extents[rid];
    const src_body *body = body_of(k, rid);
    if (body == NULL) {
        return e;
    }
    if (body->open.line + 1 < e.start_line) {
        e.start_line = body->open.line + 1;
        e.start_column = 1;
    }
    if (body->close.line > e.end_line) {
        e.end_line = body->close.line;
        e.end_column = body->close.column + 1;
    }
    return e;
}
