/* The statement that a closure of F# was made for; see cov_outer.h. */
#include "coverage/cov_outer.h"

#include "coverage/cov_name.h"

static uint32_t named_line(const cov_module *m, uint32_t rid) {
    md_typedef type;
    uint32_t owner = md_owner_of_method(m->tables, rid);
    bool is_named = owner != 0 && md_get_typedef(m->tables, owner, &type) == CC_OK;
    return is_named ? cov_name_line(type.name) : 0;
}

static void look_at(const cov_extent *inner, const pdb_point *p, uint32_t line, pdb_point *out,
                    bool *found) {
    bool is_before = p->start_line < inner->start_line ||
                     (p->start_line == inner->start_line && p->start_column < inner->start_column);
    if (!p->hidden && p->document == inner->document && p->start_line == line && is_before &&
        (!*found || p->start_column > out->start_column)) {
        *out = *p;
        *found = true;
    }
}

cc_err cov_outer_point(const cov_module *module, uint32_t rid, cc_arena *scratch, pdb_point *out,
                       bool *found) {
    const cov_extent *inner = &module->extents[rid];
    uint32_t line = named_line(module, rid);
    *found = false;
    for (uint32_t other = 1; line > 0 && other <= module->method_count; other++) {
        const cov_extent *e = &module->extents[other];
        pdb_point *points = NULL;
        uint32_t count = 0;
        if (other == rid || e->document != inner->document || e->start_line > line ||
            e->end_line < line) {
            continue;
        }
        cc_err err = pdb_get_points(module->pdb, other, scratch, &points, &count);
        if (err == CC_E_NOMEM) {
            return err;
        }
        for (uint32_t i = 0; err == CC_OK && i < count; i++) {
            look_at(inner, &points[i], line, out, found);
        }
    }
    return CC_OK;
}

/* --- the end of a computation ----------------------------------------------------------------- */

enum { MAX_UNITS_OF_END = 8 };

/* The body calls one thing, and is short: `builder.Zero()`. */
static bool only_calls_once(const il_body *body) {
    uint32_t calls = 0;
    for (uint32_t i = 0; i < body->unit_count && i < MAX_UNITS_OF_END; i++) {
        calls += il_op_get((il_op)body->units[i].op)->flow == IL_FLOW_CALL ? 1 : 0;
    }
    return body->unit_count <= MAX_UNITS_OF_END && calls == 1;
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

static bool same_span(const pdb_point *a, const pdb_point *b) {
    return !b->hidden && a->document == b->document && a->start_line == b->start_line &&
           a->start_column == b->start_column && a->end_line == b->end_line &&
           a->end_column == b->end_column;
}

/* Another method has a point with the span of `point`, which is on one line. */
static cc_err stands_elsewhere(const cov_module *module, uint32_t rid, const pdb_point *point,
                               cc_arena *scratch, bool *found) {
    *found = false;
    for (uint32_t other = 1; other <= module->method_count && !*found; other++) {
        const cov_extent *e = &module->extents[other];
        pdb_point *points = NULL;
        uint32_t count = 0;
        if (other == rid || e->document != point->document || e->start_line > point->start_line ||
            e->end_line < point->start_line) {
            continue;
        }
        cc_err err = pdb_get_points(module->pdb, other, scratch, &points, &count);
        if (err == CC_E_NOMEM) {
            return err;
        }
        for (uint32_t i = 0; err == CC_OK && i < count && !*found; i++) {
            *found = same_span(point, &points[i]);
        }
    }
    return CC_OK;
}

cc_err cov_outer_repeated(const cov_module *module, const mth_method *m, cc_arena *scratch,
                          uint32_t *index) {
    uint32_t rid = MD_TOKEN_RID(m->token);
    uint32_t own = only_point(m);
    bool found = false;
    *index = PROBE_NONE;
    if (own == PROBE_NONE || !only_calls_once(&m->body) ||
        m->points[own].start_line != m->points[own].end_line ||
        m->points[own].start_line != named_line(module, rid)) {
        return CC_OK;
    }
    CC_TRY(stands_elsewhere(module, rid, &m->points[own], scratch, &found));
    *index = found ? own : PROBE_NONE;
    return CC_OK;
}
