/* The statement that a closure of F# was made for; see dec_fsharp_closure.h. */
#include "coverage/decision/fsharp/dec_fsharp_closure.h"

#include "coverage/module/mod_name.h"

static uint32_t named_line(const mod_module *m, uint32_t rid) {
    md_typedef type;
    md_methoddef method;
    uint32_t owner = md_owner_of_method(m->tables, rid);
    bool is_named = owner != 0 && md_get_typedef(m->tables, owner, &type) == CC_OK;
    uint32_t line = is_named ? mod_name_line(type.name) : 0;
    if (line == 0 && md_get_methoddef(m->tables, rid, &method) == CC_OK) {
        line = mod_name_line(method.name);
    }
    return line;
}

/* --- points of the methods around a line ------------------------------------------------------- */

typedef struct search {
    const mod_module *module;
    uint32_t rid; /* points of this method are left out */
    uint32_t document, line;
    const void *wanted; /* what `take` compares with */
    pdb_point out;
    bool found;
} search;

typedef void take_fn(search *s, const pdb_point *point);

static void each_point(search *s, cc_arena *scratch, take_fn *take) {
    for (uint32_t other = 1; other <= s->module->method_count; other++) {
        const mod_extent *e = &s->module->extents[other];
        pdb_point *points = NULL;
        uint32_t count = 0;
        if (other == s->rid || e->document != s->document || e->start_line > s->line ||
            e->end_line < s->line) {
            continue;
        }
        cc_err err = pdb_get_points(s->module->pdb, other, scratch, &points, &count);
        for (uint32_t i = 0; err == CC_OK && i < count; i++) {
            take(s, &points[i]);
        }
    }
}

/* --- the statement around a closure ------------------------------------------------------------ */

static void take_outer(search *s, const pdb_point *p) {
    const mod_extent *inner = s->wanted;
    bool is_before = p->start_line < inner->start_line ||
                     (p->start_line == inner->start_line && p->start_column < inner->start_column);
    if (!p->hidden && p->document == inner->document && p->start_line == s->line && is_before &&
        (!s->found || p->start_column > s->out.start_column)) {
        s->out = *p;
        s->found = true;
    }
}

bool dec_closure_statement(const mod_module *module, uint32_t rid, cc_arena *scratch,
                           pdb_point *out) {
    const mod_extent *inner = &module->extents[rid];
    search s = {module, rid, inner->document, named_line(module, rid), inner, {0}, false};
    if (s.line > 0) {
        each_point(&s, scratch, take_outer);
    }
    *out = s.out;
    return s.found;
}

/* --- the end of a computation ----------------------------------------------------------------- */

enum { MAX_INSNS_OF_END = 8 };

/* The body is short and has a single call: `builder.Zero()`. */
static bool only_calls_once(const il_body *body) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < body->insn_count && i < MAX_INSNS_OF_END; i++) {
        calls += il_op_get((il_op)body->insns[i].op)->flow == IL_FLOW_CALL ? 1 : 0;
    }
    return body->insn_count <= MAX_INSNS_OF_END && calls == 1;
}

/* The one visible point of the method; PROBE_NONE when there are none, or several. */
static uint32_t only_point(const mth_method *m) {
    uint32_t found = PROBE_NONE;
    for (uint32_t i = 0; i < m->point_count; i++) {
        if (!m->points[i].hidden) {
            if (found != PROBE_NONE) {
                return PROBE_NONE;
            }
            found = i;
        }
    }
    return found;
}

static void take_same_span(search *s, const pdb_point *b) {
    const pdb_point *a = s->wanted;
    bool is_same = !b->hidden && a->document == b->document && a->start_line == b->start_line &&
                   a->start_column == b->start_column && a->end_line == b->end_line &&
                   a->end_column == b->end_column;
    s->found = s->found || is_same;
}

uint32_t dec_closure_repeated_point(const mod_module *module, const mth_method *m,
                                    cc_arena *scratch) {
    uint32_t rid = MD_TOKEN_RID(m->token);
    uint32_t own = only_point(m);
    if (own == PROBE_NONE || !only_calls_once(&m->body) ||
        m->points[own].start_line != m->points[own].end_line ||
        m->points[own].start_line != named_line(module, rid)) {
        return PROBE_NONE;
    }
    const pdb_point *point = &m->points[own];
    search s = {module, rid, point->document, point->start_line, point, {0}, false};
    each_point(&s, scratch, take_same_span);
    return s.found ? own : PROBE_NONE;
}
