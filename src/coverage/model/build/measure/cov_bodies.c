/* See cov_bodies.h. */
#include "coverage/model/build/measure/cov_bodies.h"

#include "base/cc_sort.h"
#include "coverage/module/mod_name.h"
#include "coverage/module/mod_source.h"
#include "source/src_bodies.h"

/* --- where methods begin ----------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
    const cov_begin *x = (const cov_begin *)a;
    const cov_begin *y = (const cov_begin *)b;
    int order = cc_compare(x->document, y->document);
    order = order != 0 ? order : cc_compare(x->start.line, y->start.line);
    order = order != 0 ? order : cc_compare(x->start.column, y->start.column);
    return order != 0 ? order : cc_compare(x->rid, y->rid);
}

static src_place start_of(const mod_extent *e) {
    return (src_place){e->start_line, e->start_column};
}

void cov_bodies_open(cov_bodies *s, const mod_module *module, cc_arena *arena) {
    if (s->begins != NULL) {
        return;
    }
    s->begins = CC_NEW_ARRAY(arena, cov_begin, (size_t)module->method_count + 1);
    for (uint32_t rid = 1; rid <= module->method_count; rid++) {
        const mod_extent *e = &module->extents[rid];
        if (e->document != 0) {
            s->begins[s->count++] = (cov_begin){start_of(e), e->document, rid};
        }
    }
    cc_sort(s->begins, s->count, sizeof(cov_begin), compare);
}

/* Index of the first method that begins in the document at or after the place. */
static uint32_t begin_from(const cov_bodies *s, uint32_t document, src_place place) {
    const cov_begin least = {place, document, 0};
    return (uint32_t)cc_find_first(s->begins, s->count, sizeof(cov_begin), &least, compare);
}

/* --- methods of bodies ------------------------------------------------------------------------- */

/* Index of the first method, from index `from` on, that begins in the body and in no body inside it;
 * `count`: there is none. */
static uint32_t method_in(const cov_bodies *s, const src_text *text, uint32_t document,
                          const src_body *body, uint32_t from) {
    for (uint32_t i = from; i < s->count; i++) {
        const cov_begin *begin = &s->begins[i];
        if (begin->document != document || src_is_before(body->close, begin->start)) {
            return s->count;
        }
        if (src_text_body(text, begin->start) == body) {
            return i;
        }
    }
    return s->count;
}

/* The first one; 0: there is none. */
static uint32_t first_method(const cov_bodies *s, const src_text *text, uint32_t document,
                             const src_body *body) {
    uint32_t first = method_in(s, text, document, body, begin_from(s, document, body->open));
    return first == s->count ? 0 : s->begins[first].rid;
}

uint32_t cov_bodies_last_line(const cov_bodies *s, const mod_module *module, uint32_t document,
                              const src_body *body) {
    const src_text *text = mod_source_text(module, document);
    uint32_t last = 0;
    uint32_t i = method_in(s, text, document, body, begin_from(s, document, body->open));
    while (i < s->count) {
        uint32_t end = module->extents[s->begins[i].rid].end_line;
        last = end > last ? end : last;
        i = method_in(s, text, document, body, i + 1);
    }
    return last;
}

/* A member of an object expression, or the rest of a long body, is not the body that it begins in. */
static bool is_function(const mod_module *module, uint32_t rid) {
    md_methoddef method;
    if (!module->owners[rid].is_part || md_get_methoddef(module->tables, rid, &method) != CC_OK) {
        return false;
    }
    return cc_str_eqz(method.name, "Invoke") ||
           (mod_name_line(method.name) > 0 && mod_name_rest_line(method.name) == 0);
}

const src_body *cov_bodies_of(const cov_bodies *s, const mod_module *module, uint32_t rid) {
    const mod_extent *e = &module->extents[rid];
    const src_text *text = is_function(module, rid) ? mod_source_text(module, e->document) : NULL;
    const src_body *body = text == NULL ? NULL : src_text_body(text, start_of(e));
    if (body == NULL || body->kind == SRC_BODY_COMPUTATION) {
        return NULL;
    }
    return first_method(s, text, e->document, body) == rid ? body : NULL;
}

const src_body *cov_bodies_next(const cov_bodies *s, const src_text *text,
                                const pdb_point *statement, uint32_t from) {
    const src_place end = {statement->end_line, statement->end_column};
    for (uint32_t i = from; i < text->body_count; i++) {
        const src_body *body = &text->bodies[i];
        if (!src_is_before(body->open, end)) {
            return NULL;
        }
        bool is_long = body->close.line > body->open.line && !src_is_before(end, body->close);
        if (!is_long) {
            continue;
        }
        if (body->kind == SRC_BODY_COMPUTATION ||
            first_method(s, text, statement->document, body) == 0) {
            return body;
        }
    }
    return NULL;
}
